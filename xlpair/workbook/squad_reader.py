"""队员 read: the squads of a team event, with every problem of their rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Final

from xlpair.errors import Gravity, Problem
from xlpair.model import Member, Player
from xlpair.workbook.blocks import Block, Place, missing_headings, padded
from xlpair.workbook.book import CellValue
from xlpair.workbook.headings import SQUAD_WORDS, find_columns
from xlpair.workbook.layout import ROSTER_TABLE, SQUAD_HEADINGS, SQUADS_TABLE, TEAM_HEADING
from xlpair.workbook.texts import (
    error_code,
    error_told,
    folded,
    has_error,
    is_blank,
    pairing_number,
    shown,
    text_of,
    whole,
)

_NEEDED: Final = ("序号", "姓名")
_OTHER: Final = ("队号", TEAM_HEADING, "等级分")


@dataclass(frozen=True, slots=True)
class SquadReading:
    """What 队员 says. ``place.rows`` goes by team and holds the rows of its members."""

    members: tuple[Member, ...]
    place: Place
    problems: tuple[Problem, ...]


class Teams:
    """The teams of a roster, to be found by number or by name. Provisional numbers can not be typed by anybody."""

    def __init__(self, players: Sequence[Player], unnumbered: Sequence[int] = ()) -> None:
        self._numbered = {player.number: player for player in players if player.number not in set(unnumbered)}
        self._named: dict[str, list[Player]] = {}
        for player in players:
            self._named.setdefault(folded(player.name), []).append(player)

    def numbered(self, number: int) -> Player | None:
        return self._numbered.get(number)

    def named(self, name: str) -> list[Player]:
        return self._named.get(folded(name), [])


@dataclass(slots=True)
class _Rows:
    """The squads while they are read. ``orders`` holds the row of every order taken, by team."""

    block: Block
    columns: Mapping[str, int]
    teams: Teams
    problems: list[Problem]
    members: list[Member] = field(default_factory=list)
    at: dict[int, list[int]] = field(default_factory=dict)
    orders: dict[int, dict[int, int]] = field(default_factory=dict)
    names: dict[int, set[str]] = field(default_factory=dict)
    last: int | None = None

    def where(self, row: int, heading: str) -> str:
        return self.block.where(row, self.columns.get(heading), heading)

    def tell(self, row: int, heading: str, what: str, hint: str, gravity: Gravity = Gravity.ERROR) -> None:
        self.problems.append(Problem(self.where(row, heading), what, hint, gravity))


def read_squads(block: Block, teams: Teams) -> SquadReading:
    """Read 队员. A row that names no team belongs to the team of the row above; one without 序号 comes next in it."""
    if not block.label:
        block = Block(block.rows, label=SQUADS_TABLE)
    columns = find_columns(block.rows[0] if block.rows else (), SQUAD_WORDS)
    problems = missing_headings(block, columns, _NEEDED, _OTHER)
    rows = _Rows(block, columns, teams, problems)
    if all(heading in columns for heading in _NEEDED):
        body, places = padded(block.rows, columns, SQUAD_HEADINGS)
        pick = itemgetter(*places)
        for row, cells in enumerate(body, start=1):
            _read_row(rows, row, pick(cells))
    members = tuple(sorted(rows.members, key=lambda member: (member.team, member.order)))
    at = {team: tuple(found) for team, found in sorted(rows.at.items())}
    return SquadReading(members, Place(block, columns, at), tuple(rows.problems))


def _read_row(rows: _Rows, row: int, cells: Sequence[CellValue]) -> None:
    number_cell, team_cell, order_cell, name_cell, rating_cell, note_cell = cells
    if all(map(is_blank, cells)):
        return
    if has_error(cells):
        for heading, cell in zip(SQUAD_HEADINGS, cells, strict=True):
            if error_code(cell):
                rows.tell(row, heading, *error_told(cell, "请改正公式或直接填写。"))
        return
    team = _team(rows, row, number_cell, text_of(team_cell))
    rows.last = team
    name = text_of(name_cell)
    if team is None:
        return
    if not name:
        if not (is_blank(order_cell) and is_blank(rating_cell)):
            rows.tell(row, "姓名", "这一行没有姓名，没有算作队员。", "请补上姓名，或清空这一行。", Gravity.WARNING)
        return
    order = _order(rows, row, team, order_cell)
    if order is None:
        return
    if folded(name) in rows.names.setdefault(team, set()):
        rows.tell(row, "姓名", f"{team} 号队里有两个 {name}。", "是同一人请删去一行。", Gravity.WARNING)
    rows.names[team].add(folded(name))
    rows.members.append(Member(team, order, name, _rating(rows, row, rating_cell), text_of(note_cell)))
    rows.at.setdefault(team, []).append(row)


def _team(rows: _Rows, row: int, number_cell: CellValue, name: str) -> int | None:
    """The team of a row: by its number, else by its name, else that of the row above; None where none is certain."""
    if not is_blank(number_cell):
        return _team_by_number(rows, row, number_cell, name)
    if name:
        found = rows.teams.named(name)
        if len(found) == 1:
            return found[0].number
        what = f"名单里叫 {shown(name)} 的有 {len(found)} 队。" if found else f"名单里没有 {shown(name)} 队。"
        rows.tell(row, TEAM_HEADING, what, "请照名单写，或写队号。")
        return None
    if rows.last is None:
        rows.tell(row, "队号", "没有写是哪一队。", "请补上队号或参赛队。")
    return rows.last


def _team_by_number(rows: _Rows, row: int, cell: CellValue, name: str) -> int | None:
    number = pairing_number(cell)
    team = rows.teams.numbered(number) if number is not None else None
    if number is None:
        rows.tell(row, "队号", f"队号看不懂 {shown(cell)}。", "请填名单里的编号。")
    elif team is None:
        hint = f"请改正队号；{ROSTER_TABLE}里还没有编号的，请写参赛队的名称。"
        rows.tell(row, "队号", f"{ROSTER_TABLE}里没有 {number} 号队。", hint)
    elif name and folded(name) != folded(team.name):
        what = f"{number} 号队是 {team.name}，这里写的是 {shown(name)}。"
        rows.tell(row, TEAM_HEADING, what, "以队号为准；队号填错了请改队号。", Gravity.WARNING)
    return team.number if team is not None else None


def _order(rows: _Rows, row: int, team: int, cell: CellValue) -> int | None:
    """A member's place in the squad; the next one where none is typed, None where it is not certain (told)."""
    taken = rows.orders.setdefault(team, {})
    order = max(taken, default=0) + 1 if is_blank(cell) else pairing_number(cell)
    if order is None:
        rows.tell(row, "序号", f"序号看不懂 {shown(cell)}。", "序号要填 1 以上的整数。")
        return None
    if order in taken:
        other = rows.where(taken[order], "序号")
        rows.tell(row, "序号", f"{team} 号队的序号 {order} 重复，{other} 也是 {order}。", "请改成不同的序号。")
        return None
    taken[order] = row
    return order


def _rating(rows: _Rows, row: int, cell: CellValue) -> int | None:
    if is_blank(cell):
        return None
    rating = whole(cell)
    if rating is None:
        rows.tell(row, "等级分", f"等级分看不懂 {shown(cell)}。", "要填整数，没有就空着。")
    return rating
