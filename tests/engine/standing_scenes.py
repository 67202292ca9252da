"""Standings in short: places, rows by name, four players who are level."""

from __future__ import annotations

from xlpair.engine.standings import Standings
from xlpair.settings import Settings, System

ROUND_ROBIN = Settings(system=System.ROUND_ROBIN)


def places(table: Standings) -> list[tuple[int, int]]:
    return [(row.place, row.player.number) for row in table.rows]


def by(*criteria: str) -> Settings:
    return Settings(criteria=criteria)


# Four players, three rounds, everybody with a win, a draw and a loss: 3 points, so 对手分 9, 小分 3 + 3/2, 胜局 1.
LEVEL_FOUR = ("1<4 2>3", "4<3 1>2", "2=4 3=1")
