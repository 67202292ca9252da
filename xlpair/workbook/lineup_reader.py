"""第N轮上场 read: whom every team puts up in a round, by their order in the squad."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from xlpair.engine.lineups import Squad, fault
from xlpair.errors import Gravity, Problem
from xlpair.model import Lineup
from xlpair.settings import Settings
from xlpair.workbook.blocks import Block, Place, missing_headings, padded
from xlpair.workbook.book import CellValue
from xlpair.workbook.headings import LINEUP_WORDS, find_columns
from xlpair.workbook.layout import TEAM_HEADING, board_heading, lineup_name
from xlpair.workbook.squad_reader import Teams
from xlpair.workbook.texts import error_code, error_told, folded, has_error, is_blank, pairing_number, shown, text_of

EMPTY_BOARD: Final = "空"
"""What is written for a board nobody sits at."""

# No 0 among them: a formula that refers to an empty cell gives it, and a slip of the hand.
_EMPTY_WORDS: Final = frozenset(("空", "空台", "缺", "缺席", "缺人", "无", "无人", "弃权", "-", "/", "×", "x"))
_HINT: Final = f"请填队员的序号；没有人上场请写“{EMPTY_BOARD}”，该台判负。"


class Vacant(Enum):
    """A board at which no member is named: nobody sits there, or it is not filled in or not understood (told)."""

    EMPTY = EMPTY_BOARD
    UNCLEAR = "不清"


@dataclass(frozen=True, slots=True)
class LineupReading:
    """What a line-up table says: the line-ups that are complete. ``place.rows`` goes by team."""

    number: int
    lineups: tuple[Lineup, ...]
    place: Place
    problems: tuple[Problem, ...]


@dataclass(slots=True)
class _Rows:
    """A round's line-ups while they are read; ``at`` holds the row of every team met so far."""

    number: int
    block: Block
    columns: Mapping[str, int]
    teams: Teams
    squads: Mapping[int, Squad]
    settings: Settings
    problems: list[Problem]
    lineups: list[Lineup] = field(default_factory=list)
    at: dict[int, int] = field(default_factory=dict)

    def where(self, row: int, heading: str) -> str:
        return self.block.where(row, self.columns.get(heading), heading)

    def tell(self, row: int, heading: str, what: str, hint: str, gravity: Gravity = Gravity.ERROR) -> None:
        self.problems.append(Problem(self.where(row, heading), what, hint, gravity))


def read_lineups(
    block: Block, number: int, teams: Teams, squads: Mapping[int, Squad], settings: Settings
) -> LineupReading:
    """Read the line-ups of one round. A team whose row holds nothing has not handed one in yet.

    Rule: T2
    """
    if not block.label:
        block = Block(block.rows, label=lineup_name(number))
    columns = find_columns(block.rows[0] if block.rows else (), LINEUP_WORDS)
    headings = [board_heading(board) for board in range(1, settings.meeting_games + 1)]
    problems = missing_headings(block, columns, ("队号",), ())
    problems += [_short(block, heading) for heading in headings if heading not in columns]
    rows = _Rows(number, block, columns, teams, squads, settings, problems)
    if not problems:
        body, places = padded(block.rows, columns, ("队号", TEAM_HEADING, *headings))
        for row, cells in enumerate(body, start=1):
            _read_row(rows, row, [cells[place] for place in places], headings)
    at = {team: (row,) for team, row in rows.at.items()}
    return LineupReading(number, tuple(rows.lineups), Place(block, columns, at), tuple(rows.problems))


def _short(block: Block, heading: str) -> Problem:
    what = f"没有“{heading}”这一列，而赛事表的“每队台数”要它。"
    return Problem(block.name, what, "请在表格右边加上这一列，或改“每队台数”。")


def _read_row(rows: _Rows, row: int, cells: Sequence[CellValue], headings: Sequence[str]) -> None:
    number_cell, name_cell, *boards = cells
    if all(map(is_blank, cells)):
        return
    if has_error(cells):
        for heading, cell in zip(("队号", TEAM_HEADING, *headings), cells, strict=True):
            if error_code(cell):
                rows.tell(row, heading, *error_told(cell, "请改正或清空。"))
        return
    team = _team(rows, row, number_cell, text_of(name_cell))
    if team is None:
        return
    rows.at[team] = row
    if all(map(is_blank, boards)):
        return
    squad = rows.squads.get(team, {})
    orders = [_order(rows, row, heading, cell, squad) for heading, cell in zip(headings, boards, strict=True)]
    if Vacant.UNCLEAR in orders:
        return
    lineup = Lineup(rows.number, team, tuple(order if isinstance(order, int) else None for order in orders))
    found = fault(lineup, squad, rows.settings)
    if found is None:
        rows.lineups.append(lineup)
    else:
        rows.tell(row, headings[found.board - 1], found.what, found.hint)


def _team(rows: _Rows, row: int, number_cell: CellValue, name: str) -> int | None:
    if is_blank(number_cell):
        found = rows.teams.named(name)
        if len(found) != 1:
            rows.tell(row, "队号", "没有写队号。", "请填名单里的编号。")
            return None
        number = found[0].number
    else:
        typed = pairing_number(number_cell)
        team = rows.teams.numbered(typed) if typed is not None else None
        if team is None:
            rows.tell(row, "队号", f"名单里没有 {shown(number_cell)} 号队。", "请填名单里的编号。")
            return None
        number = team.number
    if number in rows.at:
        rows.tell(
            row, "队号", f"{number} 号队写了两行，另一行是 {rows.where(rows.at[number], '队号')}。", "请只留一行。"
        )
        return None
    return number


def _order(rows: _Rows, row: int, heading: str, cell: CellValue, squad: Squad) -> int | Vacant:
    """The order of the member at a board."""
    if is_blank(cell):
        rows.tell(row, heading, "没有填上场的队员，这一队的名单没有算在内。", _HINT, Gravity.WARNING)
        return Vacant.UNCLEAR
    word = folded(text_of(cell))
    if word in _EMPTY_WORDS:
        return Vacant.EMPTY
    order = pairing_number(cell)
    if order is None:
        named = [member.order for member in squad.values() if folded(member.name) == word]
        if len(named) == 1:
            return named[0]
        rows.tell(row, heading, f"看不懂 {shown(cell)}。", _HINT)
        return Vacant.UNCLEAR
    return order
