"""名单 read: every entrant, with every problem of its row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Final

from xlpair.errors import Gravity, Problem
from xlpair.model import Attendance, Player
from xlpair.workbook.blocks import Block, Place, missing_headings, padded
from xlpair.workbook.book import CellValue
from xlpair.workbook.headings import ROSTER_WORDS, find_columns
from xlpair.workbook.layout import DRAW_HEADINGS, GROUP_HEADING, ROSTER_HEADINGS, SLOT_HEADING
from xlpair.workbook.texts import (
    NotUnderstood,
    error_code,
    error_told,
    folded,
    has_error,
    is_blank,
    pairing_number,
    plain,
    read_attendance,
    read_categories,
    shortened,
    shown,
    text_of,
    whole,
)

_NEEDED: Final = ("编号", "姓名")
_OTHER: Final = ("单位", "等级分", "种子", "参赛轮次")
_CELLS: Final = (*ROSTER_HEADINGS, *DRAW_HEADINGS)
_LONGEST_NAME: Final = 100
_LONGEST_GROUP: Final = 10


@dataclass(frozen=True, slots=True)
class RosterReading:
    """What 名单 says.

    ``entrants`` are all rows with a player in the order of the rows, number 0 where none is typed. ``players`` are the
    same in number order, those without a number provisionally numbered after the biggest one; ``unnumbered`` lists
    these provisional numbers. No two players share a number: the later row of a double number is left out and told.
    ``left_out`` are the names, folded, of rows whose number was not understood or stands twice, and the numbers of rows
    whose name was not understood.
    """

    players: tuple[Player, ...]
    entrants: tuple[Player, ...]
    unnumbered: tuple[int, ...]
    place: Place
    problems: tuple[Problem, ...]
    left_out: frozenset[str | int] = frozenset()

    @property
    def says_who(self) -> bool:
        """Whether the headings are there without which nobody has a number and a name."""
        return all(heading in self.place.columns for heading in _NEEDED)

    @property
    def lists_everybody(self) -> bool:
        """Whether nobody had to be left out: else who takes part, and how many, is not known."""
        return self.says_who and not self.left_out


@dataclass(slots=True)
class _Rows:
    """The roster while it is read: entrants with their rows, numbers taken so far, problems."""

    block: Block
    columns: dict[str, int]
    entrants: list[tuple[Player, int]] = field(default_factory=list)
    taken: dict[int, int] = field(default_factory=dict)
    nameless: list[int] = field(default_factory=list)
    left_out: set[str | int] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)

    def tell(self, row: int, heading: str, what: str, hint: str, gravity: Gravity = Gravity.ERROR) -> None:
        where = self.block.where(row, self.columns.get(heading), heading)
        self.problems.append(Problem(where, what, hint, gravity))


def read_roster(block: Block, after: Callable[[], int] = lambda: 0) -> RosterReading:
    """Read the roster. Provisional numbers begin behind the biggest typed one and behind ``after()``.

    ``after`` is asked only where somebody has no number; it gives the biggest number the rounds know, so that nobody
    inherits the games of a player whose row was deleted.
    """
    columns = find_columns(block.rows[0] if block.rows else (), ROSTER_WORDS)
    rows = _Rows(block, dict(columns))
    rows.problems += missing_headings(block, columns, _NEEDED, _OTHER)
    if "姓名" in columns:
        body, places = padded(block.rows, columns, _CELLS)
        pick = itemgetter(*places)
        for row, cells in enumerate(body, start=1):
            _read_row(rows, row, pick(cells))
    _tell_nameless(rows)
    _tell_doubles(rows)
    players, unnumbered, where = _number(rows, after)
    return RosterReading(
        players,
        tuple(player for player, _ in rows.entrants),
        unnumbered,
        Place(block, columns, where),
        tuple(rows.problems),
        frozenset(rows.left_out),
    )


def _read_row(rows: _Rows, row: int, cells: Sequence[CellValue]) -> None:
    number_cell, name_cell, club_cell, rating_cell, seed_cell, attendance_cell, category_cell, note_cell = cells[:8]
    if (name_cell is None or name_cell == "") and (number_cell is None or number_cell == "") and not any(cells):
        return
    broken = has_error(cells) and _tell_errors(rows, row, cells)
    name = text_of(name_cell)
    if not name:
        _read_nameless(rows, row, cells, broken)
        return
    name, club = _of_a_name(rows, row, "姓名", name), _of_a_name(rows, row, "单位", text_of(club_cell))
    number = _read_number(rows, row, number_cell, name)
    if number is None:
        rows.left_out.add(folded(name))
        return
    player = Player(
        number,
        name,
        club,
        _read_whole(rows, row, "等级分", rating_cell),
        _read_seed(rows, row, seed_cell),
        _read_attendance(rows, row, attendance_cell),
        text_of(note_cell),
        read_categories(category_cell),
        _read_group(rows, row, cells[8]),
        _read_whole(rows, row, SLOT_HEADING, cells[9]) or None,
    )
    rows.entrants.append((player, row))


def _read_seed(rows: _Rows, row: int, cell: CellValue) -> int | None:
    """A seed counts from 1; 0 is none, and told."""
    seed = _read_whole(rows, row, "种子", cell)
    if seed is None or seed > 0:
        return seed
    hint = "种子号从 1 写起；不是种子就空着。"
    rows.tell(row, "种子", f"种子 {seed} 不作数，当作没有种子。", hint, Gravity.WARNING)
    return None


def _read_group(rows: _Rows, row: int, cell: CellValue) -> str:
    """A group as we name it: ``A`` for ``a组`` and ``Ａ``, ``2`` for ``第2组``."""
    name = plain(text_of(cell)).removeprefix("第").removesuffix("组").strip().upper()
    if len(name) > _LONGEST_GROUP:
        rows.tell(row, GROUP_HEADING, f"组名太长：{shown(cell)}。", f"请改到 {_LONGEST_GROUP} 个字以内，例如 A。")
    return shortened(name, _LONGEST_GROUP)


def _of_a_name(rows: _Rows, row: int, heading: str, text: str) -> str:
    """The text, or its beginning where it is too long for a name (told)."""
    if len(text) > _LONGEST_NAME:
        what = f"{heading}有 {len(text)} 个字，太长：{shown(text)}。"
        rows.tell(row, heading, what, f"请改到 {_LONGEST_NAME} 个字以内。")
    return shortened(text, _LONGEST_NAME)


def _tell_errors(rows: _Rows, row: int, cells: Sequence[CellValue]) -> bool:
    """Tell the error cells of a row; whether there is any."""
    broken = False
    for heading, cell in zip(_CELLS, cells, strict=True):
        if cell is not None and error_code(cell):
            rows.tell(row, heading, *error_told(cell, "请改正公式或直接填写。"))
            broken = True
    return broken


def _read_nameless(rows: _Rows, row: int, cells: Sequence[CellValue], broken: bool) -> None:
    number_cell, name_cell, club_cell, rating_cell, seed_cell, attendance_cell, *_ = cells
    number = pairing_number(number_cell)
    if broken:
        if number is not None:
            rows.left_out.add(number)
        return
    others = (rating_cell, seed_cell, attendance_cell)
    if is_blank(number_cell):
        if not all(map(is_blank, others)):
            rows.tell(row, "姓名", "这一行没有姓名，没有算作棋手。", "请补上姓名，或清空这一行。", Gravity.WARNING)
    elif all(map(is_blank, (name_cell, club_cell, *others))):
        rows.nameless.append(row)
    else:
        rows.tell(row, "姓名", f"编号 {shown(number_cell)} 没有姓名。", "请补上姓名，或清空这一行。")
        if number is not None:
            rows.left_out.add(number)


def _read_number(rows: _Rows, row: int, cell: CellValue, name: str) -> int | None:
    """The typed number, 0 where none is typed, None where it is no number or somebody else's (told)."""
    if cell is None or is_blank(cell):
        return 0
    number = pairing_number(cell)
    if number is None:
        if not error_code(cell):
            rows.tell(row, "编号", f"{name} 的编号看不懂 {shown(cell)}。", "编号要填 1 以上的整数。")
        return None
    if number in rows.taken:
        other = rows.block.where(rows.taken[number], rows.columns.get("编号"), "编号")
        rows.tell(row, "编号", f"编号 {number} 重复（{name}），{other} 也是 {number}。", "请改成不同的编号。")
        return None
    rows.taken[number] = row
    return number


def _read_whole(rows: _Rows, row: int, heading: str, cell: CellValue) -> int | None:
    if cell is None or cell == "":
        return None
    number = whole(cell)
    if number is None and not is_blank(cell) and not error_code(cell):
        rows.tell(row, heading, f"{heading}看不懂 {shown(cell)}。", "要填整数，没有就空着。")
    return number


def _read_attendance(rows: _Rows, row: int, cell: CellValue) -> Attendance:
    if error_code(cell):
        return Attendance()
    try:
        return read_attendance(cell)
    except NotUnderstood as unclear:
        rows.tell(row, "参赛轮次", unclear.what, unclear.hint)
        return Attendance()


def _tell_nameless(rows: _Rows) -> None:
    if rows.nameless:
        first, more = rows.nameless[0], len(rows.nameless) - 1
        what = "只有编号，没有姓名" + (f"（这样的还有 {more} 行）" if more else "") + "，没有算作棋手。"
        rows.tell(first, "姓名", what, "要参赛请补上姓名。", Gravity.WARNING)


def _tell_doubles(rows: _Rows) -> None:
    """Tell who may stand twice: names that are the same but for blanks, widths and traditional characters.

    Two with one name from different clubs are two people.
    """
    alike: dict[str, list[tuple[Player, int]]] = {}
    for entrant in rows.entrants:
        alike.setdefault(folded(entrant[0].name), []).append(entrant)
    if len(alike) == len(rows.entrants):
        return
    for group in alike.values():
        _tell_alike(rows, group)


def _tell_alike(rows: _Rows, group: Sequence[tuple[Player, int]]) -> None:
    """Tell of everybody but the first who may be one with somebody above: of the same 单位, or of none."""
    first: dict[str, tuple[Player, int]] = {}
    for player, row in group:
        club = folded(player.club)
        same = next(iter(first.values()), None) if not club else first.get(club) or first.get("")
        first.setdefault(club, (player, row))
        if same is not None:
            other, other_row = same
            where = rows.block.where(other_row, rows.columns.get("姓名"), "姓名")
            what = f"“{player.name}”与 {where} 的“{other.name}”可能是同一人。"
            rows.tell(row, "姓名", what, "是同一人请删去一行；是两人请用单位分清。", Gravity.WARNING)


def _number(
    rows: _Rows, after: Callable[[], int]
) -> tuple[tuple[Player, ...], tuple[int, ...], dict[int, tuple[int, ...]]]:
    """Everybody in number order, provisional numbers given and told, and everybody's row."""
    without = [(player, row) for player, row in rows.entrants if player.number == 0]
    numbered = [(player, row) for player, row in rows.entrants if player.number]
    known = after() if without else 0
    start = max([known, *(player.number for player, _ in numbered)]) + 1
    given = [(replace(player, number=start + at), row) for at, (player, row) in enumerate(without)]
    if numbered:
        for player, row in given:
            what = f"{player.name} 没有编号，暂按 {player.number} 号。"
            rows.tell(row, "编号", what, "要用别的编号请自己填上。", Gravity.WARNING)
    elif known and given and "编号" in rows.columns:
        what = "名单里没有一个编号，但已经编排过。"
        rows.tell(given[0][1], "编号", what, "请把编号填回来（各轮表里有每人的编号），否则无法对上。")
    everyone = sorted((*numbered, *given), key=_by_number)
    return (
        tuple(player for player, _ in everyone),
        tuple(player.number for player, _ in given),
        {player.number: (row,) for player, row in everyone},
    )


def _by_number(entrant: tuple[Player, int]) -> int:
    return entrant[0].number


def biggest_number(cells: Iterable[CellValue]) -> int:
    """The biggest pairing number among cells, 0 when there is none."""
    return max((pairing_number(cell) or 0 for cell in cells), default=0)
