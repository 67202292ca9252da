"""Prize groups (组别): the standings again for the women, the juniors …, in the order of the whole standings.

No rule of their own places them: whoever has a better place than somebody in the whole standings stands before him in
the group. Where the parts of 分组循环 are still ranked apart, places of several parts are as good as each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xlpair.engine.standings import Standing, Standings
from xlpair.model import Event


@dataclass(frozen=True, slots=True)
class Placed:
    """One of a group: his place inside it, and his row of the whole standings."""

    place: int
    standing: Standing
    shared: bool


@dataclass(frozen=True, slots=True)
class PrizeGroup:
    """One group in order of places."""

    name: str
    rows: tuple[Placed, ...]


def prize_groups(event: Event, table: Standings) -> tuple[PrizeGroup, ...]:
    """Every group of the roster, in the order in which the players' numbers first name it.

    Places count inside the group; who has the same place in the whole standings has the same here too.
    Rule: S5, R7
    """
    names = dict.fromkeys(name for player in event.players for name in player.categories)
    return tuple(
        PrizeGroup(name, _placed([row for row in table.rows if name in row.player.categories])) for name in names
    )


def _placed(members: Sequence[Standing]) -> tuple[Placed, ...]:
    rows = sorted(members, key=lambda row: (row.place, row.player.number))
    places = [row.place for row in rows]
    return tuple(Placed(places.index(row.place) + 1, row, places.count(row.place) > 1) for row in rows)
