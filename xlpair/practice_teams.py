"""Teams for practice: invented squads, line-ups by chance, results by the strengths of those who sit at the boards."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from xlpair.engine.lineups import Seats, round_with_forfeits, seats, squads
from xlpair.engine.numbers import draw_numbers
from xlpair.errors import WrongUse
from xlpair.model import Event, Lineup, Member, Pairing, Player, Round
from xlpair.settings import Settings, TeamForm

_PLACES: Final = ("东城", "西城", "南关", "北苑", "河东", "河西", "新港", "古镇", "湖滨", "山前", "铁路", "纺织")
_WHICH: Final = "一二三四五六七八九十"
_RESERVES: Final = 2
_EMPTY_BOARDS: Final = 0.01
MOST_TEAMS: Final = len(_PLACES) * len(_WHICH)


def practice_teams(settings: Settings, count: int, members: Sequence[Player]) -> Event:
    """Invented teams, numbered by lot, and their squads out of ``members``, strongest first."""
    names = [f"{_PLACES[at % len(_PLACES)]}{_second(at, count)}队" for at in range(count)]
    teams = draw_numbers([Player(0, name) for name in names], settings)
    size = squad_size(settings)
    squad: list[Member] = []
    for at, team in enumerate(teams):
        own = sorted(members[at * size : (at + 1) * size], key=lambda player: (-(player.rating or 0), player.number))
        squad += [Member(team.number, order, who.name, who.rating) for order, who in enumerate(own, start=1)]
    return Event(settings, teams, squads=tuple(squad))


def check_teams(count: int) -> None:
    """Refuse a number of teams for which there are no names."""
    if not 2 <= count <= MOST_TEAMS:
        raise WrongUse(f"队数 {count} 不行：请用 2 到 {MOST_TEAMS} 的整数。")


def squad_size(settings: Settings) -> int:
    """How many members an invented squad has: with fixed boards nobody but those who play."""
    return settings.meeting_games + (0 if settings.team_form is TeamForm.FIXED_BOARDS else _RESERVES)


def _second(at: int, count: int) -> str:
    return _WHICH[at // len(_PLACES)] if count > len(_PLACES) else ""


def with_lineups(event: Event, made: Round, seed: int) -> tuple[Event, Round]:
    """The event with line-ups for a round that has just been paired, and the round with the boards these decide.

    Rule: T2
    """
    if event.settings.team_form is TeamForm.FIXED_BOARDS:
        return event, made
    known = squads(event)
    playing = sorted(team for match in made.pairings for team in (match.red, match.black))
    new = []
    for team in playing:
        chance = random.Random(f"{seed}/{made.number}/{team}队")
        new.append(Lineup(made.number, team, _boards(event.settings, len(known[team]), chance)))
    event = replace(event, lineups=(*event.lineups, *new))
    return event, round_with_forfeits(event, made)


def _boards(settings: Settings, size: int, chance: random.Random) -> tuple[int | None, ...]:
    orders = chance.sample(range(1, size + 1), settings.meeting_games)
    if settings.team_form is TeamForm.RESERVES:
        orders.sort()
    return tuple(None if chance.random() < _EMPTY_BOARDS else order for order in orders)


def board_strengths(event: Event, number: int, match: Pairing, usual: int) -> list[tuple[int, int]]:
    """The ratings of those who sit at every board of a match, red first."""
    known = squads(event)
    sitting = [seats(event, number, team, known.get(team, {})) for team in (match.red, match.black)]
    found = []
    for board in range(len(match.games)):
        one, other = (_strength(who, board, usual) for who in sitting)
        found.append((one, other) if board % 2 == 0 else (other, one))
    return found


def _strength(sitting: Seats | None, board: int, usual: int) -> int:
    member = sitting[board] if sitting is not None else None
    return member.rating or usual if member is not None else usual
