"""The model written: rounds, results, numbers, names and the log as changes to a workbook.

Columns are found by their headings; only ours are touched, whatever stands between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from xlpair.errors import WrongUse
from xlpair.model import Pairing, Player, Result, Round, Score
from xlpair.settings import Scoring
from xlpair.workbook.blocks import Place
from xlpair.workbook.book import Activate, Area, CellValue, Change, NoPrintArea, PrintArea, ResizeTable, ShowSheet
from xlpair.workbook.cells_out import differing, grown, put_cells, put_columns, table_area, table_rows
from xlpair.workbook.decider_rows import NOTE_HEADING, with_through
from xlpair.workbook.layout import (
    GROUP_HEADING,
    LOG_HEADINGS,
    PART_HEADING,
    ROUND_HEADINGS,
    SLOT_HEADING,
    round_name,
)
from xlpair.workbook.log import LogEntry, row_of
from xlpair.workbook.reader import Reading
from xlpair.workbook.result_texts import result_text
from xlpair.workbook.team_writer import clear_matches, put_matches, refresh_matches
from xlpair.workbook.texts import score_cell, text_of

LONGEST_TEXT: Final = 32_000
"""A cell holds 32,767 signs; a longer reason is cut."""


def put_round(reading: Reading, made: Round, scores: Mapping[int, Score]) -> tuple[Change, ...]:
    """Fill a round's pre-made table with a round, show it, and bring it to the front, ready for the first result.

    ``scores`` are everybody's points before the round. Each game of a meeting is a row of its own, byes stand last
    with their word in the column 黑方. Rows beyond are emptied, a table that is too small grows.
    """
    place = round_place(reading, made.number)
    players = reading.event.by_number()
    rows = list(_round_rows(made, players, scores, reading.event.settings.scoring))
    height = max(len(rows), table_rows(place.block))
    blank: tuple[CellValue, ...] = (None,) * len(ROUND_HEADINGS)
    filled = [*rows, *[blank] * (height - len(rows))]
    columns = {heading: [row[at] for row in filled] for at, heading in enumerate(ROUND_HEADINGS)}
    parts = [pairing.part or None for pairing in made.pairings for _ in pairing.games]
    columns[PART_HEADING] = [*parts, *[None] * (height - len(parts))]
    sheet = place.block.sheet
    return (
        *grown(place.block, height),
        *put_columns(place, 1, columns),
        *put_matches(reading, made),
        PrintArea(_printed(place, len(rows))),
        ShowSheet(sheet, True),
        Activate(sheet, _first_open(place, rows)),
    )


def clear_round(reading: Reading, number: int) -> tuple[Change, ...]:
    """Empty every cell of ours in a round's table and hide its sheet; the round before (or 名单) comes to the front."""
    place = round_place(reading, number)
    height = table_rows(place.block)
    before = (reading.places.rounds.get(number - 1), reading.places.roster, reading.places.settings)
    front = next((other for other in before if other is not None and other.block.visible), None)
    return (
        *put_columns(place, 1, dict.fromkeys((*ROUND_HEADINGS, PART_HEADING), (None,) * height)),
        *clear_matches(reading, number),
        NoPrintArea(place.block.sheet),
        *([Activate(front.block.sheet)] if front is not None else []),
        ShowSheet(place.block.sheet, False),
    )


def put_result(reading: Reading, number: int, board: int, result: Result | None, game: int = 0) -> tuple[Change, ...]:
    """Write one result (None empties it), as red's and black's points; ``game`` counts from 0."""
    return put_results(reading, number, {(board, game): result})


def put_results(reading: Reading, number: int, results: Mapping[tuple[int, int], Result | None]) -> tuple[Change, ...]:
    """Write results by (board, game). Raises WrongUse for a board that is not there."""
    place, scoring = round_place(reading, number), reading.event.settings.scoring
    cells: dict[int, CellValue] = {}
    for (board, game), result in results.items():
        rows = place.rows.get(board, ())
        if not 0 <= game < len(rows):
            listed = f"1 到 {max(place.rows)}" if place.rows else "还没有"
            raise WrongUse(f"{round_name(number)}没有第 {board} 台（台次：{listed}）。")
        cells[rows[game]] = None if result is None else result_text(result, scoring)
    return tuple(put_cells(place, "结果", cells))


def put_deciders(reading: Reading, number: int, through: Mapping[int, int | None]) -> tuple[Change, ...]:
    """Write by board who goes on (None takes the word out) into 备注; other remarks there stay.

    Rule: K4
    """
    place = round_place(reading, number)
    cells: dict[int, CellValue] = {}
    for board, one in through.items():
        for at, row in enumerate(place.rows.get(board, ())):
            note = text_of(place.cell(row, NOTE_HEADING))
            cells[row] = with_through(note, one if at == 0 else None) or None
    return tuple(put_cells(place, NOTE_HEADING, differing(place, NOTE_HEADING, cells)))


def refresh_rounds(reading: Reading) -> tuple[Change, ...]:
    """Put right what the rounds only show: names and 单位 as the roster has them, and what was left blank.

    Numbers found by name, boards numbered in order and byes typed in their own way are written as we write them. Only
    cells that differ are.
    """
    players = reading.event.by_number()
    changes: list[Change] = []
    for round_ in reading.event.rounds:
        place = reading.places.rounds[round_.number]
        for heading, cells in _shown_cells(round_, place, players).items():
            changes += put_cells(place, heading, differing(place, heading, cells))
    return (*changes, *refresh_matches(reading))


def put_numbers(reading: Reading, drawn: Iterable[Player]) -> tuple[Change, ...]:
    """Write drawn numbers into 名单. Players are recognised by everything but what is drawn."""
    return _put_drawn(reading, drawn, {"编号": lambda player: player.number})


def put_draw(reading: Reading, drawn: Iterable[Player]) -> tuple[Change, ...]:
    """Write drawn groups and places in the bracket into 名单, where it has these columns.

    Rule: R7, K1
    """
    columns: dict[str, Callable[[Player], CellValue]] = {
        GROUP_HEADING: lambda player: player.group or None,
        SLOT_HEADING: lambda player: player.slot,
    }
    return _put_drawn(reading, drawn, columns)


def _put_drawn(
    reading: Reading, drawn: Iterable[Player], columns: Mapping[str, Callable[[Player], CellValue]]
) -> tuple[Change, ...]:
    place = _roster_place(reading)
    rows: dict[Player, list[int]] = {}
    for player in reading.roster.players:
        rows.setdefault(_undrawn(player), []).append(place.rows[player.number][0])
    cells: dict[str, dict[int, CellValue]] = {heading: {} for heading in columns}
    for player in drawn:
        known = rows.get(_undrawn(player))
        if not known:
            raise WrongUse(f"名单里没有 {player.name}，抽签的结果没有写入。")
        row = known.pop(0)
        for heading, value in columns.items():
            cells[heading][row] = value(player)
    changes = (put_cells(place, heading, differing(place, heading, found)) for heading, found in cells.items())
    return tuple(change for found in changes for change in found)


def _undrawn(player: Player) -> Player:
    return replace(player, number=0, group="", slot=None)


def put_entrants(reading: Reading, rows: Sequence[Mapping[str, CellValue]]) -> tuple[Change, ...]:
    """Add rows to 名单 below the last one that is used, by heading; headings the table has not are left out.

    Headings of the user's own count as they stand in the table.
    """
    place = _roster_place(reading)
    own = {cell: at for at, cell in enumerate(place.block.rows[0]) if isinstance(cell, str)}
    place = replace(place, columns={**own, **place.columns})
    first = _first_free(place)
    columns = {
        heading: [row.get(heading) for row in rows] for heading in place.columns if any(heading in r for r in rows)
    }
    return (*grown(place.block, first - 1 + len(rows)), *put_columns(place, first, columns))


def put_settings(reading: Reading, texts: Mapping[str, str]) -> tuple[Change, ...]:
    """Write 内容 by 项目; a line that is missing is added."""
    place = reading.places.settings
    if place is None:
        raise WrongUse("找不到“赛事”表，没有写入。")
    changes: list[Change] = []
    first = _first_free(place)
    missing = [item for item in texts if item not in place.items]
    if missing:
        changes += grown(place.block, first - 1 + len(missing))
        changes += put_columns(place, first, {"项目": missing, "内容": [texts[item] for item in missing]})
    cells: dict[int, CellValue] = {place.items[item]: text for item, text in texts.items() if item in place.items}
    return (*changes, *put_cells(place, "内容", differing(place, "内容", cells)))


def put_log(reading: Reading, *entries: LogEntry) -> tuple[Change, ...]:
    """Add lines to 编排记录, below those that are there."""
    place = reading.places.log
    if place is None:
        raise WrongUse("找不到“编排记录”表，没有写入。")
    rows = [row_of(_short(entry)) for entry in entries]
    first = max((at for places in place.rows.values() for at in places), default=0) + 1
    columns = {heading: [row[at] for row in rows] for at, heading in enumerate(LOG_HEADINGS)}
    return (*grown(place.block, first - 1 + len(rows)), *put_columns(place, first, columns))


def _short(entry: LogEntry) -> LogEntry:
    return entry if len(entry.note) <= LONGEST_TEXT else replace(entry, note=entry.note[:LONGEST_TEXT] + "…")


def grow_tables(reading: Reading) -> tuple[ResizeTable, ...]:
    """Let tables grow over the rows that were typed directly under them."""
    return reading.growth


def print_roster(reading: Reading) -> tuple[Change, ...]:
    """Let the print area of 名单 follow what is filled."""
    place = _roster_place(reading)
    return (PrintArea(_printed(place, _first_free(place) - 1)),)


def round_place(reading: Reading, number: int) -> Place:
    """Where a round's table is. Raises WrongUse where the workbook has none."""
    place = reading.places.rounds.get(number)
    if place is None:
        raise WrongUse(f"工作簿里没有“{round_name(number)}”表。{how_to_add(number)}")
    return place


def how_to_add(number: int) -> str:
    """What to do where the sheet of a round is not there."""
    return f"请保存并关闭工作簿，运行 xlpair rounds 文件名 {number}，再打开。"


def _roster_place(reading: Reading) -> Place:
    if reading.places.roster is None:
        raise WrongUse("找不到“名单”表，没有写入。")
    return reading.places.roster


def _first_free(place: Place) -> int:
    """The block row below the last one in which a column of ours holds anything."""
    columns = place.columns.values()
    body = place.block.rows
    for row in range(len(body) - 1, 0, -1):
        if any(body[row][at] not in (None, "") for at in columns if at < len(body[row])):
            return row + 1
    return 1


def _printed(place: Place, rows: int) -> Area:
    """A table's print area: the table's columns, from the top of the sheet to the last of ``rows``."""
    area = table_area(place.block)
    return Area(area.sheet, 0, area.left, area.top + max(rows, 1), area.right)


def _first_open(place: Place, rows: Sequence[Sequence[CellValue]]) -> tuple[int, int] | None:
    """The cell of the first result still to be typed; ``rows`` are what is written below the headings."""
    column = place.columns.get("结果")
    result, black = ROUND_HEADINGS.index("结果"), ROUND_HEADINGS.index("黑方编号")
    first = next((at for at, row in enumerate(rows) if row[result] is None and row[black] is not None), None)
    if column is None or first is None:
        return None
    return place.block.top + 1 + first, place.block.left + column


@dataclass(frozen=True, slots=True)
class _Person:
    """What a round table shows of a player."""

    number: int
    name: str | None
    club: str | None
    score: CellValue


def _round_rows(
    made: Round, players: Mapping[int, Player], scores: Mapping[int, Score], scoring: Scoring
) -> Iterator[tuple[CellValue, ...]]:
    """A round as rows in the order of ROUND_HEADINGS."""
    for pairing in made.pairings:
        for at, game in enumerate(pairing.games):
            red, black = _seats(pairing, at)
            one, other = _person(red, players, scores), _person(black, players, scores)
            result = None if game.result is None else result_text(game.result, scoring)
            fouls = (game.red_fouls or None, game.black_fouls or None)
            left = (pairing.board, one.number, one.name, one.club, one.score)
            yield (*left, result, other.score, other.club, other.name, other.number, *fouls, _note(pairing))
    for bye in made.byes:
        one = _person(bye.player, players, scores)
        rest = (None, None, None, bye.kind.value, None, None, None, bye.note or None)
        yield (None, one.number, one.name, one.club, one.score, *rest)


def _seats(pairing: Pairing, game: int) -> tuple[int, int]:
    return (pairing.red, pairing.black) if game % 2 == 0 else (pairing.black, pairing.red)


def _person(number: int, players: Mapping[int, Player], scores: Mapping[int, Score]) -> _Person:
    player = players.get(number, Player(number))
    score = scores.get(number)
    return _Person(number, player.name or None, player.club or None, None if score is None else score_cell(score))


def _note(pairing: Pairing) -> str | None:
    """备注 of a pair: who goes on by word, a wish that could not be kept.

    Rule: W9.2, F3, K4
    """
    gave_way = pairing.reason.let_through if pairing.reason is not None else None
    return with_through(f"{gave_way.value}，无法回避" if gave_way is not None else "", pairing.through) or None


def _shown_cells(round_: Round, place: Place, players: Mapping[int, Player]) -> dict[str, dict[int, CellValue]]:
    """What each row of a round should show of its players, by heading and block row."""
    cells: dict[str, dict[int, CellValue]] = {}
    for pairing in round_.pairings:
        for at, row in enumerate(place.rows.get(pairing.board, ())):
            red, black = _seats(pairing, at)
            cells.setdefault("台次", {})[row] = pairing.board
            _show(cells, row, "红方", red, players)
            _show(cells, row, "黑方", black, players)
    for bye in round_.byes:
        # However it was typed, the player stands on the red side and the word on the black side.
        row = place.byes[bye.player]
        _show(cells, row, "红方", bye.player, players)
        for heading, value in {"黑方": bye.kind.value, "黑方单位": None, "黑方编号": None}.items():
            cells.setdefault(heading, {})[row] = value
    return cells


def _show(
    cells: dict[str, dict[int, CellValue]], row: int, side: str, number: int, players: Mapping[int, Player]
) -> None:
    player = players.get(number)
    cells.setdefault(f"{side}编号", {})[row] = number
    if player is not None:
        cells.setdefault(side, {})[row] = player.name or None
        cells.setdefault(f"{side}单位", {})[row] = player.club or None
