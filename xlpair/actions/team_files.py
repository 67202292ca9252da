"""A roster file read for a team event: a list of teams, or of players with their teams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from xlpair.model import Event, Member, Player
from xlpair.workbook.book import CellValue
from xlpair.workbook.roster_files import RosterFile
from xlpair.workbook.texts import pairing_number

_ORDER_HEADINGS: Final = ("序号", "台序", "台次", "队内序号")


@dataclass(frozen=True, slots=True)
class Squad:
    """A team as a file has it, and its members in the order of their rows. Nobody has a number yet."""

    team: Player
    members: tuple[Member, ...] = ()


def squads_in(entrants: Sequence[Player], found: RosterFile) -> tuple[Squad, ...]:
    """The teams of a file whose rows are ``entrants``.

    Where 单位 stands at several rows, the rows are players and the 单位 their teams; a blank one is that of the row
    above. Otherwise every row is a team of its own.
    """
    clubs = Counter(player.club for player in entrants if player.club)
    if max(clubs.values(), default=0) < 2:
        return tuple(Squad(player) for player in entrants)
    rows: dict[str, list[tuple[Player, Mapping[str, CellValue]]]] = {}
    club = ""
    for player, row in zip(entrants, found.rows, strict=True):
        club = player.club or club
        rows.setdefault(club, []).append((player, row))
    return tuple(Squad(Player(0, team), tuple(_members(members))) for team, members in rows.items() if team)


def _members(rows: Sequence[tuple[Player, Mapping[str, CellValue]]]) -> Iterator[Member]:
    """The members of one team: in the order the file numbers them, where it numbers all of them, else of its rows."""
    orders = [_order(row) for _, row in rows]
    if None in orders or len(set(orders)) < len(orders):
        orders = list(range(1, len(rows) + 1))
    for (player, _), order in zip(rows, orders, strict=True):
        yield Member(0, order or 0, player.name, player.rating, player.note)


def _order(row: Mapping[str, CellValue]) -> int | None:
    return next((pairing_number(row[heading]) for heading in _ORDER_HEADINGS if heading in row), None)


def numbered_members(squads: Sequence[Squad]) -> tuple[Member, ...]:
    """The members of all squads, the teams numbered in their order."""
    return tuple(
        replace(member, team=number) for number, squad in enumerate(squads, start=1) for member in squad.members
    )


def squads_of(event: Event) -> tuple[Squad, ...]:
    """The squads of an event."""
    return tuple(
        Squad(team, tuple(member for member in event.squads if member.team == team.number)) for team in event.players
    )
