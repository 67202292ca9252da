"""One row of a round table, looked at cell by cell: who sits where, what was typed, what is not right."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Final, TypeAlias

from xlpair.errors import Gravity, Problem
from xlpair.model import Bye, ByeKind, Game, Pairing, Player
from xlpair.settings import Scoring
from xlpair.workbook.blocks import Block
from xlpair.workbook.book import NOT_COMPUTED, CellValue
from xlpair.workbook.result_texts import result_choices, result_reader
from xlpair.workbook.texts import (
    NotUnderstood,
    error_code,
    error_told,
    folded,
    is_blank,
    pairing_number,
    plain,
    shortened,
    shown,
    text_of,
    whole,
)

ROW_CELLS: Final = ("台次", "红方编号", "红方", "结果", "黑方", "黑方编号", "红犯规", "黑犯规", "备注")
Cells: TypeAlias = tuple[CellValue, ...]

NO_BOARD: Final = 0
"""What a pairing bears, while rows are read, whose 台次 is blank."""

_BYE_WORDS: Final = {
    **dict.fromkeys(("轮空", "轮休", "bye", "空轮"), ByeKind.BYE),
    **dict.fromkeys(("请假", "leave"), ByeKind.LEAVE),
    **dict.fromkeys(("未到", "迟到", "未参加"), ByeKind.LATE),
    **dict.fromkeys(("退赛", "退出", "弃赛"), ByeKind.OUT),
}
_MEND: Final = "请改正或清空。"
_ROW_HINT: Final = "轮空请在黑方写“轮空”，有对手请补上编号。"


class Vacant(Enum):
    """A side of a row where no number stands: nothing at all, or something that was not understood (and told)."""

    EMPTY = "空"
    UNCLEAR = "不清"


Seat: TypeAlias = int | ByeKind | Vacant


@dataclass(slots=True)
class RoundRows:
    """A round while it is read. ``pairings[i]`` and ``byes[i]`` stand in row ``at[i]`` and ``byes_at[i]``.

    ``left_out`` holds names and numbers whose row of the roster is told already: that nobody is found for them need not
    be said.
    ``lonely`` holds rows with a red number and nothing on the black side; ``found`` = somebody stands in the round.
    """

    block: Block
    columns: Mapping[str, int]
    players: Mapping[int, Player]
    scoring: Scoring
    problems: list[Problem]
    left_out: Collection[str | int] = frozenset()
    pairings: list[Pairing] = field(default_factory=list)
    at: list[int] = field(default_factory=list)
    byes: list[Bye] = field(default_factory=list)
    byes_at: list[int] = field(default_factory=list)
    lonely: list[tuple[int, int, Cells]] = field(default_factory=list)
    found: bool = False
    names: dict[str, list[int]] | None = None

    def where(self, row: int, heading: str) -> str:
        return self.block.where(row, self.columns.get(heading), heading)

    def tell(self, row: int, heading: str, what: str, hint: str, gravity: Gravity = Gravity.ERROR) -> None:
        self.problems.append(Problem(self.where(row, heading), what, hint, gravity))


@lru_cache(maxsize=64)
def understood_games(scoring: Scoring) -> dict[CellValue, tuple[Game, ...]]:
    """Result cells already understood, with the game each makes; grows while rows are read."""
    read = result_reader(scoring)
    cells: tuple[CellValue, ...] = (None, "", *result_choices(scoring))
    return {cell: (Game(read(cell)),) for cell in cells}


def read_row(rows: RoundRows, row: int, cells: Cells) -> None:
    """Read a row of cells in the order of ROW_CELLS into ``rows``."""
    _, red_cell, red_name, _, black_name, black_cell, _, _, _ = cells
    if all(map(is_blank, (red_cell, red_name, black_name, black_cell))):
        _read_unmanned(rows, row, cells)
        return
    rows.found = True
    red = _seat(rows, row, "红方", red_cell, red_name)
    black = _seat(rows, row, "黑方", black_cell, black_name)
    if isinstance(red, int) and isinstance(black, int):
        _read_pair(rows, row, cells, red, black)
    elif isinstance(red, int):
        _read_alone(rows, row, cells, red, black)
    elif isinstance(black, int):
        if isinstance(red, ByeKind):
            _add_bye(rows, row, cells, Bye(black, red))
        elif red is Vacant.EMPTY:
            rows.tell(row, "红方编号", f"只有黑方编号 {black}，红方空着。", "轮空的棋手请写在红方，有对手请补上编号。")
    elif Vacant.UNCLEAR not in (red, black):
        rows.tell(row, "红方编号", "写了轮空，没有写是谁。", "请补上编号。")


def _read_unmanned(rows: RoundRows, row: int, cells: Cells) -> None:
    for heading, cell in zip(ROW_CELLS, cells, strict=True):
        if error_code(cell):
            rows.tell(row, heading, *error_told(cell, _MEND))
    result = cells[3]
    if not error_code(result) and not is_blank(result) and folded(text_of(result)) != "-":
        rows.tell(row, "结果", f"这一行有结果 {shown(result)}，但没有棋手。", "请把结果写到对局的那一行，这里清空。")


def _seat(rows: RoundRows, row: int, side: str, number_cell: CellValue, name_cell: CellValue) -> Seat:
    """Who sits on a side: a number, a kind of bye, nothing, or something unclear (told)."""
    broken = bool(error_code(name_cell))
    if broken:
        rows.tell(row, side, *error_told(name_cell, _MEND))
    if is_blank(number_cell):
        return Vacant.UNCLEAR if broken else _seat_by_name(rows, row, side, name_cell)
    heading = f"{side}编号"
    if error_code(number_cell):
        rows.tell(row, heading, *error_told(number_cell, _MEND))
        return Vacant.UNCLEAR
    if isinstance(number_cell, str) and (kind := _BYE_WORDS.get(folded(number_cell))) is not None:
        return kind
    number = pairing_number(number_cell)
    if number is None:
        rows.tell(row, heading, f"编号看不懂 {shown(number_cell)}。", "请填名单里的编号。")
        return Vacant.UNCLEAR
    _compare_name(rows, row, side, number, name_cell)
    return number


def _compare_name(rows: RoundRows, row: int, side: str, number: int, name_cell: CellValue) -> None:
    """Tell a number that is not on the roster, and a name that is not the number's."""
    player, name = rows.players.get(number), text_of(name_cell)
    if player is None and (number in rows.left_out or (name and folded(name) in rows.left_out)):
        return
    if player is None:
        named = f"（{shortened(name)}）" if name else ""
        hint = "请把这名棋手加回名单（中途退出的在参赛轮次写“退赛”，不要删），或改正编号。"
        rows.tell(row, f"{side}编号", f"名单里没有 {number} 号{named}。", hint)
    elif name and name != player.name and folded(name) != folded(player.name):
        what = f"{number} 号是 {player.name}，这里写的是 {shown(name)}。"
        rows.tell(row, side, what, "以编号为准；编号填错了请改编号。", Gravity.WARNING)


def _seat_by_name(rows: RoundRows, row: int, side: str, name_cell: CellValue) -> Seat:
    """Nothing, a bye word, or the number of the only player of that name."""
    name = text_of(name_cell)
    if not name:
        return Vacant.EMPTY
    if (kind := _BYE_WORDS.get(folded(name))) is not None:
        return kind
    if rows.names is None:
        rows.names = {}
        for number, player in sorted(rows.players.items()):
            rows.names.setdefault(folded(player.name), []).append(number)
    numbers = rows.names.get(folded(name), [])
    if len(numbers) == 1:
        rows.tell(row, side, f"{name} 没有写编号，按姓名认作 {numbers[0]} 号。", "请补上编号。", Gravity.WARNING)
        return numbers[0]
    if numbers:
        listed = "、".join(map(str, numbers))
        rows.tell(row, f"{side}编号", f"{name} 没有写编号，名单里同名的有 {listed} 号。", "请补上编号。")
    elif folded(name) not in rows.left_out:
        rows.tell(row, f"{side}编号", f"名单里没有 {shown(name)}。", "请填名单里的编号。")
    return Vacant.UNCLEAR


def _read_pair(rows: RoundRows, row: int, cells: Cells, red: int, black: int) -> None:
    if red == black:
        rows.tell(row, "黑方编号", f"{red} 号不能同自己下。", "请改正编号。")
        return
    board, _, _, result, _, _, red_fouls, black_fouls, _ = cells
    games = _read_games(rows, row, result)
    fouls = _read_fouls(rows, row, "红犯规", red_fouls), _read_fouls(rows, row, "黑犯规", black_fouls)
    if fouls != (0, 0):
        games = (Game(games[0].result, *fouls),)
    rows.pairings.append(Pairing(_read_board(rows, row, board), red, black, games))
    rows.at.append(row)


def _read_games(rows: RoundRows, row: int, cell: CellValue) -> tuple[Game, ...]:
    understood = understood_games(rows.scoring)
    if isinstance(cell, str) and cell in understood:
        return understood[cell]
    try:
        games = (Game(result_reader(rows.scoring)(cell)),)
    except NotUnderstood as unclear:
        rows.tell(row, "结果", unclear.what, unclear.hint)
        return (Game(),)
    if isinstance(cell, str) and len(understood) < 4096:
        understood[cell] = games
    return games


def _read_fouls(rows: RoundRows, row: int, heading: str, cell: CellValue) -> int:
    if is_blank(cell):
        return 0
    fouls = whole(cell)
    if fouls is None:
        hint = "请填犯规次数，没有就空着。"
        told = error_told(cell, hint) if error_code(cell) else (f"{heading}看不懂 {shown(cell)}。", hint)
        rows.tell(row, heading, *told)
    return fouls or 0


def _read_board(rows: RoundRows, row: int, cell: CellValue) -> int:
    if is_blank(cell):
        return NO_BOARD
    typed = plain(cell).removeprefix("第").rstrip("台桌号") if isinstance(cell, str) else cell
    board = whole(typed)
    if not board:
        hint = "请填 1 以上的整数，或清空由程序编。"
        rows.tell(row, "台次", *(error_told(cell, hint) if error_code(cell) else (f"台次看不懂 {shown(cell)}。", hint)))
    return board or NO_BOARD


def _read_alone(rows: RoundRows, row: int, cells: Cells, number: int, black: Seat) -> None:
    """A row with a red number only: a bye that is named, or one to be settled when all rows are known."""
    result, note = cells[3], cells[8]
    if isinstance(black, ByeKind):
        _add_bye(rows, row, cells, Bye(number, black, text_of(note)))
    elif black is Vacant.EMPTY:
        kind = _BYE_WORDS.get(folded(text_of(result)))
        if kind is None:
            rows.lonely.append((row, number, cells))
        else:
            _add_bye(rows, row, cells, Bye(number, kind, text_of(note)))


def settle_lonely(rows: RoundRows) -> None:
    """Take a single red number with an empty black side for the round's bye; tell the others.

    A second one, or one beside a bye that is named, is more likely a number that somebody has yet to type.
    """
    named = any(bye.kind is ByeKind.BYE for bye in rows.byes)
    for row, number, cells in rows.lonely:
        if len(rows.lonely) == 1 and not named:
            _add_bye(rows, row, cells, Bye(number, ByeKind.BYE, text_of(cells[8])))
        else:
            rows.tell(row, "黑方编号", f"只有红方编号 {number}，黑方空着。", _ROW_HINT)


def _add_bye(rows: RoundRows, row: int, cells: Cells, bye: Bye) -> None:
    result = cells[3]
    if result == NOT_COMPUTED:
        rows.tell(row, "结果", *error_told(result, _MEND))
    elif not is_blank(result) and folded(text_of(result)) not in (*_BYE_WORDS, "-"):
        shown_as = error_code(result) or shown(result)
        what = f"{bye.player} 号本轮{bye.kind.value}，却填了结果 {shown_as}。"
        rows.tell(row, "结果", what, f"{bye.kind.value}不用填结果，请清空；有对手请补上编号。")
    rows.byes.append(bye)
    rows.byes_at.append(row)
