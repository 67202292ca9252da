"""What a team event has more, written: who sits at every board, line-ups to be filled in, names of teams."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from xlpair.engine.lineups import Seats, Squad, seats, squads
from xlpair.model import Event, Lineup, Pairing, Player, Round
from xlpair.settings import TeamForm
from xlpair.workbook.blocks import Place
from xlpair.workbook.book import Area, CellValue, Change, NoPrintArea, PrintArea, ShowSheet
from xlpair.workbook.cells_out import differing, grown, put_cells, put_columns, table_area, table_rows
from xlpair.workbook.headings import MOST_BOARDS
from xlpair.workbook.layout import LINEUP_HEADINGS, ROUND_HEADINGS, TEAM_HEADING, TEAM_ROUND_HEADINGS, board_heading
from xlpair.workbook.lineup_reader import EMPTY_BOARD
from xlpair.workbook.match_rows import BOARD_IN_MATCH
from xlpair.workbook.reader import Reading
from xlpair.workbook.result_texts import result_text
from xlpair.workbook.texts import is_blank

_NUMBER_HEADING: Final = LINEUP_HEADINGS[0]
_OWN_HEADINGS: Final = tuple(heading for heading in TEAM_ROUND_HEADINGS if heading not in ROUND_HEADINGS)
_MEMBERS: Final = ("红方棋手", "黑方棋手")


def put_matches(reading: Reading, made: Round) -> tuple[Change, ...]:
    """Write what a round of matches has more than one of persons, and show its line-ups; nothing where persons meet."""
    event = reading.event
    if not event.settings.team_matches:
        return ()
    place = reading.places.rounds[made.number]
    known = squads(event)
    rows = [cells for match in made.pairings for cells in _board_rows(event, made.number, match, known)]
    height = max(len(rows) + len(made.byes), table_rows(place.block))
    filled: list[tuple[CellValue, ...]] = [*rows, *[(None,) * len(_OWN_HEADINGS)] * (height - len(rows))]
    columns = {heading: [row[at] for row in filled] for at, heading in enumerate(_OWN_HEADINGS)}
    return (*put_columns(place, 1, columns), *_put_lineups(reading, made))


def clear_matches(reading: Reading, number: int) -> tuple[Change, ...]:
    """Empty what :func:`put_matches` has written, and the line-ups of the round; their sheet is hidden again."""
    if not reading.event.settings.team_matches:
        return ()
    place = reading.places.rounds[number]
    own = put_columns(place, 1, dict.fromkeys(_OWN_HEADINGS, (None,) * table_rows(place.block)))
    lineups = reading.places.lineups.get(number)
    if lineups is None:
        return tuple(own)
    height = table_rows(lineups.block)
    emptied = put_columns(lineups, 1, dict.fromkeys(lineups.columns, (None,) * height))
    sheet = lineups.block.sheet
    return (*own, *emptied, NoPrintArea(sheet), ShowSheet(sheet, False))


def refresh_matches(reading: Reading) -> tuple[Change, ...]:
    """Put right what team tables only show, and fill in the results of boards that line-ups have decided.

    Rule: T2
    """
    event = reading.event
    if not event.settings.team_matches:
        return ()
    changes: list[Change] = []
    known = squads(event)
    for round_ in event.rounds:
        place = reading.places.rounds[round_.number]
        for heading, cells in _shown(event, round_, place, known).items():
            changes += put_cells(place, heading, differing(place, heading, cells))
        changes += put_cells(place, "结果", _decided(event, round_, place))
    teams = event.by_number()
    for place in reading.places.lineups.values():
        changes += _name_teams(place, teams)
    if reading.places.squads is not None:
        changes += _name_teams(reading.places.squads, teams)
    return tuple(changes)


def _board_rows(
    event: Event, round_number: int, match: Pairing, known: Mapping[int, Squad]
) -> Iterator[tuple[CellValue, ...]]:
    """Each board of a match in the order of ``_OWN_HEADINGS``: its number, red's and black's player."""
    first, second = (seats(event, round_number, team, known.get(team, {})) for team in (match.red, match.black))
    for board in range(len(match.games)):
        red, black = (first, second) if board % 2 == 0 else (second, first)
        yield board + 1, _name(red, board), _name(black, board)


def _name(sitting: Seats | None, board: int) -> str | None:
    member = sitting[board] if sitting is not None and board < len(sitting) else None
    return None if member is None else member.name


def _shown(event: Event, round_: Round, place: Place, known: Mapping[int, Squad]) -> dict[str, dict[int, CellValue]]:
    """What each row of a round should show, by heading and block row. Names typed while no line-up is known stay."""
    cells: dict[str, dict[int, CellValue]] = {heading: {} for heading in _OWN_HEADINGS}
    for match in round_.pairings:
        listed = zip(place.rows.get(match.board, ()), _board_rows(event, round_.number, match, known), strict=False)
        for row, (board, *members) in listed:
            cells[BOARD_IN_MATCH][row] = board
            for heading, name in zip(_MEMBERS, members, strict=True):
                if name is not None:
                    cells[heading][row] = name
    return cells


def _decided(event: Event, round_: Round, place: Place) -> dict[int, CellValue]:
    """The results that stand in no cell: the line-ups have given them."""
    cells: dict[int, CellValue] = {}
    for match in round_.pairings:
        for row, game in zip(place.rows.get(match.board, ()), match.games, strict=False):
            if game.result is not None and is_blank(place.cell(row, "结果")):
                cells[row] = result_text(game.result, event.settings.scoring)
    return cells


def _name_teams(place: Place, teams: Mapping[int, Player]) -> list[Change]:
    """The names of the teams where their number is typed."""
    cells: dict[int, CellValue] = {
        row: teams[team].name
        for team, rows in place.rows.items()
        for row in rows
        if team in teams and not is_blank(place.cell(row, _NUMBER_HEADING))
    }
    return put_cells(place, TEAM_HEADING, differing(place, TEAM_HEADING, cells))


def _put_lineups(reading: Reading, made: Round) -> list[Change]:
    """List the teams that play, in the order of the boards, for their line-ups; those handed in already stay theirs."""
    place = reading.places.lineups.get(made.number)
    if place is None or reading.event.settings.team_form is TeamForm.FIXED_BOARDS:
        return []
    teams = reading.event.by_number()
    playing = [team for match in made.pairings for team in (match.red, match.black)]
    height = max(len(playing), table_rows(place.block))
    blanks = [None] * (height - len(playing))
    columns: dict[str, Sequence[CellValue]] = {
        _NUMBER_HEADING: [*playing, *blanks],
        TEAM_HEADING: [*(teams[team].name if team in teams else None for team in playing), *blanks],
    }
    handed_in = {one.team: one for one in reading.event.lineups if one.round == made.number}
    for board, heading in enumerate(_board_headings(place)):
        cells = (_lineup_cell(place, team, heading, board, handed_in.get(team)) for team in playing)
        columns[heading] = [*cells, *blanks]
    area = table_area(place.block)
    printed = Area(area.sheet, 0, area.left, area.top + max(len(playing), 1), area.right)
    return [
        *grown(place.block, height),
        *put_columns(place, 1, columns),
        PrintArea(printed),
        ShowSheet(place.block.sheet, True),
    ]


def _board_headings(place: Place) -> list[str]:
    return [heading for heading in map(board_heading, range(1, MOST_BOARDS + 1)) if heading in place.columns]


def _lineup_cell(place: Place, team: int, heading: str, board: int, lineup: Lineup | None) -> CellValue:
    """What stands at a board: as it was typed, else as the line-up says that came with the event."""
    rows = place.rows.get(team, ())
    if rows or lineup is None or board >= len(lineup.boards):
        return place.cell(rows[0], heading) if rows else None
    order = lineup.boards[board]
    return EMPTY_BOARD if order is None else order
