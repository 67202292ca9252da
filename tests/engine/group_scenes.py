"""Events in groups, in short: typed groups, rounds played so that the smaller number or the better wins, places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from xlpair.engine.group_draw import group_names
from xlpair.engine.group_finals import planned
from xlpair.engine.pairing import next_round
from xlpair.engine.standings import standings
from xlpair.model import Attendance, Event, Player, Result, Round
from xlpair.settings import Settings, System

RED, DRAW, BLACK = Result.RED_WIN, Result.DRAW, Result.BLACK_WIN


def field(n: int, seeds: int = 0, clubs: str = "") -> list[Player]:
    """Players 1 … n, the first ones seeded; ``clubs`` has a letter for each, a blank for none."""
    marks = clubs.ljust(n)
    return [
        Player(number, f"棋手{number}", marks[number - 1].strip(), seed=number if number <= seeds else None)
        for number in range(1, n + 1)
    ]


def grouped(*groups: Iterable[int], **switches: object) -> Event:
    """An event whose groups A, B, … are typed."""
    players = [
        Player(number, f"棋手{number}", group=name)
        for name, members in zip(group_names(len(groups)), groups, strict=True)
        for number in members
    ]
    settings = replace(Settings(system=System.GROUPS, groups=len(groups)), **switches)  # type: ignore[arg-type]
    return Event(settings, tuple(players))


def better_wins(made: Round, strength: Mapping[int, int] | None = None) -> Round:
    """The round played: the smaller number wins, or the one of more ``strength``; of equal strength it is a draw."""
    pairings = []
    for pairing in made.pairings:
        red, black = (strength[one] if strength else -one for one in (pairing.red, pairing.black))
        pairings.append(pairing.with_result(DRAW if red == black else RED if red > black else BLACK))
    return replace(made, pairings=tuple(pairings))


def play(event: Event, rounds: int | None = None, strength: Mapping[int, int] | None = None) -> Event:
    """Pair and play so many rounds, or all that are left."""
    for _ in range(planned(event) - len(event.rounds) if rounds is None else rounds):
        event = event.with_round(better_wins(next_round(event), strength))
    return event


def pairs(made: Round, part: str = "") -> list[tuple[int, int]]:
    return [(one.red, one.black) for one in made.pairings if not part or one.part == part]


def places(event: Event) -> list[tuple[int, int]]:
    """Place and number of every row of the table."""
    return [(row.place, row.player.number) for row in standings(event).rows]


def leaves(event: Event, number: int) -> Event:
    players = tuple(
        replace(one, attendance=Attendance(withdrawn=True)) if one.number == number else one for one in event.players
    )
    return replace(event, players=players)
