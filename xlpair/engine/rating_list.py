"""New ratings after an event, by ordinary Elo (:mod:`xlpair.engine.rating`). Never to be called official.

Every game over the board between two rated players counts once: a win 1, a draw ½, whatever the event's points are.
Games by forfeit, byes, cancelled games and games against unrated opponents are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

from xlpair.engine.lineups import Seats, seats, squads
from xlpair.engine.rating import expected, new_rating, performance
from xlpair.engine.roundrobin import cancelled
from xlpair.model import Event, Pairing, Result, Score, Side
from xlpair.settings import Unrated

# Half a win is a whole number then, and sums stay exact.
_WIN: Final = 2

Who: TypeAlias = tuple[int, int]
"""A player's number, or his team's, and his order in the squad: 0 where entrants are persons."""


@dataclass(frozen=True, slots=True)
class Rated:
    """One player's line. ``points`` are those of the ``games`` that count, a win 1; ``expected`` is on the same scale.

    Without a rating before (``old`` None) ``performance`` says what he has played like, and ``new`` is None; both are
    None where no game counts.
    """

    number: int
    order: int
    name: str
    team: str
    old: int | None
    games: int
    points: Score
    expected: float | None
    new: int | None
    performance: int | None


@dataclass(frozen=True, slots=True)
class _Person:
    name: str
    team: str
    rating: int | None


def rating_list(event: Event) -> tuple[Rated, ...]:
    """Everybody's rating after the event, in the order of numbers and squads.

    无等级分者 says whether those who came without a rating are listed with their performance.
    Rule: L1
    """
    people = _people(event)
    met: dict[Who, list[tuple[int, int]]] = {who: [] for who in people}
    for one, other, points in _games(event):
        if one in people and other in people:
            _enter(met[one], people[other].rating, points)
            _enter(met[other], people[one].rating, _WIN - points)
    rows = (_rated(who, person, met[who], event) for who, person in people.items())
    keeps_unrated = event.settings.unrated is Unrated.PERFORMANCE
    return tuple(row for row in rows if row.old is not None or keeps_unrated)


def _enter(games: list[tuple[int, int]], rating: int | None, points: int) -> None:
    if rating is not None:
        games.append((rating, points))


def _people(event: Event) -> dict[Who, _Person]:
    if not event.settings.team_matches:
        return {(one.number, 0): _Person(one.name, one.club, one.rating or None) for one in event.players}
    names = {team.number: team.name for team in event.players}
    return {
        (member.team, member.order): _Person(member.name, names[member.team], member.rating or None)
        for squad in squads(event).values()
        for member in squad.values()
        if member.team in names
    }


_POINTS = {Result.RED_WIN: _WIN, Result.DRAW: _WIN // 2, Result.BLACK_WIN: 0}


def _games(event: Event) -> Iterator[tuple[Who, Who, int]]:
    """Every game played over the board: two players and the points of the first."""
    struck = cancelled(event)
    known = squads(event) if event.settings.team_matches else {}
    for round_ in event.rounds:
        sitting = {team: seats(event, round_.number, team, squad) for team, squad in known.items()}
        for pairing in round_.pairings:
            if pairing.red in struck or pairing.black in struck:
                continue
            for index, game in enumerate(pairing.games):
                points = _POINTS.get(game.result) if game.result is not None else None
                red, black = _sitters(event, pairing, index, sitting)
                if points is not None and red is not None and black is not None:
                    yield red, black, points


def _sitters(
    event: Event, pairing: Pairing, index: int, sitting: Mapping[int, Seats | None]
) -> tuple[Who | None, Who | None]:
    """Who had red and who black in a game; None where a team's line-up is not known."""
    red_first = pairing.side(pairing.red, index) is Side.RED
    red, black = (pairing.red, pairing.black) if red_first else (pairing.black, pairing.red)
    if not event.settings.team_matches:
        return (red, 0), (black, 0)
    return _sitter(sitting.get(red), index), _sitter(sitting.get(black), index)


def _sitter(sitting: Seats | None, index: int) -> Who | None:
    member = sitting[index] if sitting is not None and index < len(sitting) else None
    return None if member is None else (member.team, member.order)


def _rated(who: Who, person: _Person, games: list[tuple[int, int]], event: Event) -> Rated:
    ratings = [rating for rating, _ in games]
    points = sum(won for _, won in games)
    old, new, promised, played_like = person.rating, None, None, None
    if old is not None:
        promised = sum(expected(old, rating) for rating in ratings)
        new = new_rating(old, ratings, points, _WIN, event.settings.rating_k)
    elif ratings:
        played_like = performance(ratings, points, _WIN)
    halves = points // _WIN if points % _WIN == 0 else Fraction(points, _WIN)
    return Rated(*who, person.name, person.team, old, len(games), halves, promised, new, played_like)
