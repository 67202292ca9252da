"""A round table read: pairs, results, byes, with every problem of its rows.

Numbers are the truth; the names beside them are only shown. A row whose cells are as we write them is read at once;
every other row is looked at cell by cell in :mod:`xlpair.workbook.round_rows`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter, itemgetter
from typing import Final, cast

from xlpair.errors import Problem
from xlpair.model import Bye, ByeKind, Game, Pairing, Player, Round
from xlpair.settings import Settings
from xlpair.workbook.blocks import Block, Place, missing_headings, padded
from xlpair.workbook.book import CellValue
from xlpair.workbook.decider_rows import read_deciders
from xlpair.workbook.headings import ROUND_WORDS, find_columns
from xlpair.workbook.layout import round_name
from xlpair.workbook.match_rows import game_places
from xlpair.workbook.round_rows import NO_BOARD, ROW_CELLS, Cells, RoundRows, read_row, settle_lonely, understood_games

_NEEDED: Final = ("红方编号", "黑方编号", "结果")
_OTHER: Final = ("台次", "红方", "黑方", "红犯规", "黑犯规")
_NUMBERS: Final = frozenset((int, float))
_NO_FOULS: Final = frozenset((None, "", 0))
# As rounds are made: those who asked to rest first, the bye of an odd field last (W11).
_KINDS: Final = {ByeKind.LEAVE: 0, ByeKind.LATE: 1, ByeKind.OUT: 2, ByeKind.BYE: 3}


@dataclass(frozen=True, slots=True)
class RoundReading:
    """What a round table says; ``round`` None = nobody stands in it, so it does not exist yet.

    No number stands twice in ``round`` and no board: what stands twice is told and left out. Whatever the order of the
    rows, boards come in their order and byes as rounds are made: by kind, 轮空 last, then by number.
    """

    number: int
    round: Round | None
    place: Place
    problems: tuple[Problem, ...]


def read_round(
    block: Block,
    number: int,
    players: Mapping[int, Player],
    settings: Settings,
    left_out: Collection[str | int] = frozenset(),
) -> RoundReading:
    """Read one round table; ``players`` are the roster's, by number, ``left_out`` who stands in its unclear rows.

    Where a meeting has several games, each is a row of its own: same board, sides changed. In a knock-out 备注 says who
    goes on from a level one (:mod:`xlpair.workbook.decider_rows`).
    """
    if not block.label:
        block = replace(block, label=round_name(number))
    columns = find_columns(block.rows[0] if block.rows else (), ROUND_WORDS)
    problems = missing_headings(block, columns, _NEEDED, _OTHER)
    if any(heading not in columns for heading in _NEEDED):
        return RoundReading(number, None, Place(block, columns), tuple(problems))
    rows = RoundRows(block, columns, players, settings.scoring, problems, left_out)
    _read_rows(rows)
    settle_lonely(rows)
    boards: dict[int, tuple[int, ...]]
    if settings.meeting_games == 1 and _is_plain(rows):
        boards = {pairing.board: (row,) for pairing, row in zip(rows.pairings, rows.at, strict=True)}
    else:
        boards = _settle(rows, settings.meeting_games)
    read_deciders(rows, boards, settings)
    rows.pairings.sort(key=attrgetter("board"))
    byes = sorted(zip(rows.byes, rows.byes_at, strict=True), key=_bye_order)
    found = Round(number, tuple(rows.pairings), tuple(bye for bye, _ in byes)) if rows.found else None
    place = Place(block, columns, boards, {bye.player: row for bye, row in byes})
    return RoundReading(number, found, place, tuple(rows.problems))


def _bye_order(bye: tuple[Bye, int]) -> tuple[int, int]:
    return _KINDS[bye[0].kind], bye[0].player


def _read_rows(rows: RoundRows) -> None:
    body, places = padded(rows.block.rows, rows.columns, ROW_CELLS)
    pick = itemgetter(*places)
    # A cell that holds a number finds its player whether the host gives 3 or 3.0; any other finds none.
    players = cast("Mapping[CellValue, Player]", rows.players)
    boards: dict[CellValue, int] = {board: board for board in range(1, len(body) + 1)}
    games = understood_games(rows.scoring)
    for row, line in enumerate(body, start=1):
        cells: Cells = pick(line)
        board_cell, red_cell, red_name, result, black_name, black_cell, red_fouls, black_fouls, _ = cells
        red, black, board = players.get(red_cell), players.get(black_cell), boards.get(board_cell)
        if (
            red is not None
            and black is not None
            and red is not black
            and result in games
            and (red_name == red.name or not red_name)
            and (black_name == black.name or not black_name)
            and board is not None
            and board_cell is not True
            and red_cell.__class__ in _NUMBERS
            and black_cell.__class__ in _NUMBERS
            and red_fouls in _NO_FOULS
            and black_fouls in _NO_FOULS
        ):
            rows.pairings.append(Pairing(board, red.number, black.number, games[result]))
            rows.at.append(row)
        elif any(cells):
            read_row(rows, row, cells)
    rows.found = rows.found or bool(rows.pairings)


def _is_plain(rows: RoundRows) -> bool:
    """Whether every board is typed, and no board and no number stands twice."""
    boards = {pairing.board for pairing in rows.pairings}
    numbers = {pairing.red for pairing in rows.pairings} | {pairing.black for pairing in rows.pairings}
    numbers |= {bye.player for bye in rows.byes}
    stands = 2 * len(rows.pairings) + len(rows.byes)
    return len(boards) == len(rows.pairings) and NO_BOARD not in boards and len(numbers) == stands


def _settle(rows: RoundRows, games: int) -> dict[int, tuple[int, ...]]:
    """Join the games of a meeting, leave out and tell who stands twice, number boards; gives each board's rows."""
    meetings: dict[tuple[int, int], list[tuple[Pairing, int]]] = {}
    seen: dict[int, int] = {}
    for pairing, row in zip(rows.pairings, rows.at, strict=True):
        pair = (min(pairing.red, pairing.black), max(pairing.red, pairing.black))
        if pair in meetings:
            if len(meetings[pair]) < games:
                meetings[pair].append((pairing, row))
            else:
                other = rows.where(meetings[pair][0][1], "红方编号")
                what = f"{pairing.red} 号对 {pairing.black} 号在本轮写了两次，另一处是 {other}。"
                rows.tell(row, "红方编号", what, "请删去多余的一行。")
        elif not _tell_seated(rows, row, seen, {"红方编号": pairing.red, "黑方编号": pairing.black}):
            meetings[pair] = [(pairing, row)]
            seen[pairing.red] = seen[pairing.black] = row
    _settle_byes(rows, seen)
    meetings = {pair: _in_order(rows, meeting, games) for pair, meeting in meetings.items()}
    rows.pairings = [_joined(rows, meeting, games) for meeting in meetings.values()]
    rows.at = [meeting[0][1] for meeting in meetings.values()]
    _number_boards(rows)
    at = [tuple(row for _, row in meeting) for meeting in meetings.values()]
    return {pairing.board: places for pairing, places in zip(rows.pairings, at, strict=True)}


def _tell_seated(rows: RoundRows, row: int, seen: Mapping[int, int], seats: Mapping[str, int]) -> bool:
    """Tell which of the row's numbers stand in an earlier row; whether any does."""
    twice = False
    for heading, number in seats.items():
        if number in seen:
            other = rows.where(seen[number], "红方编号")
            rows.tell(row, heading, f"{number} 号在本轮出现了两次，另一处在 {other} 那一行。", "请改正编号。")
            twice = True
    return twice


def _settle_byes(rows: RoundRows, seen: dict[int, int]) -> None:
    kept = []
    for bye, row in zip(rows.byes, rows.byes_at, strict=True):
        if not _tell_seated(rows, row, seen, {"红方编号": bye.player}):
            seen[bye.player] = row
            kept.append((bye, row))
    rows.byes = [bye for bye, _ in kept]
    rows.byes_at = [row for _, row in kept]


def _in_order(rows: RoundRows, meeting: list[tuple[Pairing, int]], games: int) -> list[tuple[Pairing, int]]:
    """The rows of a meeting in the order of its games."""
    if len(meeting) == 1 and games == 1:
        return meeting
    places = game_places(rows, [row for _, row in meeting], games)
    return [row for _, row in sorted(zip(places, meeting, strict=True), key=itemgetter(0))]


def _joined(rows: RoundRows, meeting: list[tuple[Pairing, int]], games: int) -> Pairing:
    """The games of a meeting as one pairing; games without a row are open.

    Rule: R4
    """
    first, played = meeting[0][0], []
    for at, (pairing, row) in enumerate(meeting):
        if (pairing.red == first.red) != (at % 2 == 0):
            rows.tell(row, "红方编号", f"第 {at + 1} 局没有换先后手。", "每局都要同上一局换先后手，请改正编号。")
        played.append(pairing.games[0])
    board = next((pairing.board for pairing, _ in meeting if pairing.board != NO_BOARD), NO_BOARD)
    return replace(first, board=board, games=(*played, *(Game(),) * (games - len(played))))


def _next_free(last: int, taken: Collection[int], count: int) -> int:
    free = (board for board in (*range(last + 1, count + 1), *range(1, last + 1)) if board not in taken)
    return next(free, max(taken, default=0) + 1)


def _number_boards(rows: RoundRows) -> None:
    """Give blank boards, and boards that stand twice (told), the next free number after the row before.

    Where that would be beyond the last board, the smallest free one: a pair typed below the others sits down where two
    have got up.
    """
    typed = {pairing.board for pairing in rows.pairings}
    used: dict[int, int] = {}
    last = 0
    for at, (pairing, row) in enumerate(zip(rows.pairings, rows.at, strict=True)):
        board = pairing.board
        if board in used:
            rows.tell(
                row, "台次", f"第 {board} 台写了两次，另一处是 {rows.where(used[board], '台次')}。", "请改正台次。"
            )
        if board == NO_BOARD or board in used:
            board = _next_free(last, typed | used.keys(), len(rows.pairings))
            rows.pairings[at] = replace(pairing, board=board)
        used[board] = row
        last = board
