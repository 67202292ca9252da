"""Workbooks of team events, and of events with lists, in memory or as closed files; made as a club's are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from halls import NOW, Hall
from memory_book import MemoryBook

from xlpair.model import Member, Player
from xlpair.workbook.book import CellValue, Snapshot
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.settings_lines import parse_settings
from xlpair.workbook.template_teams import SquadRow
from xlpair.workbook.templates import make_workbook

TEAMS = ("广东", "上海", "北京", "浙江")
RESERVES = {"团体": "分台换人", "每队台数": "4", "轮数": "3"}


def in_memory(snapshot: Snapshot) -> MemoryBook:
    """The same workbook in memory."""
    return MemoryBook(
        title=snapshot.title,
        grids={sheet.name: [list(row) for row in sheet.rows] for sheet in snapshot.sheets},
        visible={sheet.name: sheet.visible for sheet in snapshot.sheets},
        merges={sheet.name: sheet.merges for sheet in snapshot.sheets},
        tables={table.name: table.area for table in snapshot.tables},
        names=dict(snapshot.names),
        active=snapshot.sheets[0].name,
    )


def hall(
    kind: str,
    folder: Path,
    settings: Mapping[str, str],
    players: Sequence[Player],
    squads: Sequence[SquadRow] = (),
    rounds: int = 3,
) -> Hall:
    """A new event in a workbook of the kind."""
    read, problems = parse_settings([(item, value, item) for item, value in settings.items()])
    assert not problems
    path = folder / "比赛.xlsx"
    shown = {"抽签种子": settings.get("抽签种子", "")}
    make_workbook(path, read, players, rounds=rounds, squads=squads, shown=shown)
    if kind == "closed":
        return Hall(None, path)
    return Hall(in_memory(ClosedBook(path).snapshot()), None)


def members(team: int, name: str, count: int, rating: int | None = None, number: bool = True) -> list[SquadRow]:
    """A squad whose members are called 广东1, 广东2, …"""
    return [
        SquadRow(team if number else None, name, Member(team, order, f"{name}{order}", rating))
        for order in range(1, count + 1)
    ]


def team_hall(
    kind: str,
    folder: Path,
    settings: Mapping[str, str] = RESERVES,
    *,
    teams: Sequence[str] = TEAMS,
    size: int = 6,
    rating: int | None = None,
    numbered: bool = True,
    rounds: int = 3,
) -> Hall:
    """Teams 1 … with squads of ``size``; without numbers the squads know their teams by name alone."""
    players = [Player(number if numbered else 0, name) for number, name in enumerate(teams, start=1)]
    squads = [row for team, name in enumerate(teams, start=1) for row in members(team, name, size, rating, numbered)]
    return hall(kind, folder, settings, players, squads, rounds)


def type_lineup(hall: Hall, number: int, team: int, *orders: CellValue) -> None:
    """Type a team's line-up into its row."""
    table = f"第{number}轮上场"
    row = hall.column(table, "队号").index(team) + 1
    for heading, order in zip("一二三四五", orders, strict=False):
        hall.type(table, row, f"{heading}台", order)


def visible(hall: Hall, sheet: str) -> bool:
    found = hall.snapshot().sheet(sheet)
    assert found is not None
    return found.visible


__all__ = ["NOW", "RESERVES", "TEAMS", "hall", "in_memory", "members", "team_hall", "type_lineup", "visible"]
