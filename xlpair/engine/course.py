"""The course of a knock-out: its bracket filled with what has been played.

The match of a bracket and the pair of a round find each other by board: in each round the boards go through the
matches in order, those without two players left out. So an arbiter may put other players at a board; whoever wins
there goes on from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, TypeAlias

from xlpair.engine import fixtures
from xlpair.engine.bracket import Bracket, Match, Part, Position, Source, WinnerOf, double, single, size_for
from xlpair.engine.points import game_points
from xlpair.engine.slots import draw_slots
from xlpair.model import ByeKind, Event, Pairing, Player, Round, Score
from xlpair.settings import Settings, System

_WITH_BYES: Final = (Part.MAIN, Part.LOSERS)


class Vacant(Enum):
    """A seat without a player: nobody will ever sit there, or it is not known yet who."""

    NOBODY = "无人"
    OPEN = "未定"


Seat: TypeAlias = int | Vacant


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match of the bracket as far as it is known. ``pairing`` is how it stands in its round, None = not paired."""

    match: Match
    seats: tuple[Seat, Seat]
    winner: Seat
    loser: Seat
    pairing: Pairing | None = None

    @property
    def contested(self) -> bool:
        """Whether it has, or will have, two players."""
        return Vacant.NOBODY not in self.seats


@dataclass(frozen=True, slots=True)
class Course:
    """A bracket and how far it has been played. ``slots`` holds each number's position; ``meetings`` goes by match."""

    bracket: Bracket
    slots: Mapping[int, int]
    meetings: tuple[Meeting, ...]

    def of_round(self, number: int) -> list[Meeting]:
        """The round's meetings with two players, in the order of the boards."""
        return [one for one in map(self.meetings.__getitem__, self._ids(number)) if one.contested]

    def resting(self, number: int) -> list[int]:
        """Those who go on in a round without an opponent, in the order of the bracket."""
        walkovers = (one for one in map(self.meetings.__getitem__, self._ids(number)) if not one.contested)
        return [one.winner for one in walkovers if isinstance(one.winner, int) and one.match.part in _WITH_BYES]

    def _ids(self, number: int) -> Sequence[int]:
        return self.bracket.rounds[number - 1] if 1 <= number <= len(self.bracket.rounds) else ()


def bracket_of(settings: Settings, entrants_count: int) -> Bracket:
    """The bracket for so many, as 赛制, 三四名 and 附加赛 have it.

    Rule: K1, K3, K5
    """
    size = size_for(entrants_count)
    if settings.system is System.DOUBLE_KNOCKOUT:
        return double(size)
    return single(size, third=settings.third_place, places=settings.placement_matches)


def course(event: Event) -> Course:
    """The bracket of an event with all results so far.

    Rule: K1, K3
    """
    known, numbers = event.by_number(), fixtures.entrants(event)
    bracket = bracket_of(event.settings, len(numbers))
    slots = draw_slots([known.get(number, Player(number)) for number in numbers], event.settings)
    play = _Play(bracket, slots, event.settings)
    for number in range(1, len(bracket.rounds) + 1):
        play.round(number, event.rounds[number - 1] if number <= len(event.rounds) else None)
    return Course(bracket, slots, tuple(play.meetings[place] for place in range(len(bracket.matches))))


class _Play:
    """Fills a bracket round by round."""

    def __init__(self, bracket: Bracket, slots: Mapping[int, int], settings: Settings) -> None:
        self._bracket = bracket
        self._settings = settings
        self._holders = {place: number for number, place in slots.items()}
        self._lost_once: set[int] = set()
        self.meetings: dict[int, Meeting] = {}

    def round(self, number: int, played: Round | None) -> None:
        places = self._bracket.rounds[number - 1]
        boards = {pairing.board: pairing for pairing in played.pairings} if played is not None else {}
        board = 0
        alone: list[int] = []
        for place in places:
            match = self._bracket.matches[place]
            seats = self._seats(match, began=bool(boards))
            pairing = None
            if Vacant.NOBODY not in seats:
                board += 1
                pairing = boards.get(board)
            elif any(isinstance(seat, int) for seat in seats) and match.part in _WITH_BYES:
                alone.append(place)
            self.meetings[place] = self._meeting(match, seats, pairing)
            if match.part is Part.LOSERS:
                self._lost_once |= {seat for seat in self.meetings[place].seats if isinstance(seat, int)}
        self._exchange_resting(alone, played)

    def _seats(self, match: Match, *, began: bool) -> tuple[Seat, Seat]:
        """Who should meet. A second final that has been paired stays, whatever is said of the first one by now."""
        if match.part is Part.SECOND_FINAL and not began and not self._final_lost_by_undefeated(match):
            return Vacant.NOBODY, Vacant.NOBODY
        one, two = map(self._seat, match.sources)
        return one, two

    def _seat(self, source: Source) -> Seat:
        if isinstance(source, Position):
            return self._holders.get(source.number, Vacant.NOBODY)
        meeting = self.meetings[source.match]
        return meeting.winner if isinstance(source, WinnerOf) else meeting.loser

    def _final_lost_by_undefeated(self, match: Match) -> bool:
        """Whether the final has to be played again; also where that is not known yet.

        Rule: K3
        """
        source = match.sources[0]
        assert not isinstance(source, Position)
        final = self.meetings[source.match]
        return final.winner is Vacant.OPEN or final.winner != final.seats[0]

    def _meeting(self, match: Match, seats: tuple[Seat, Seat], pairing: Pairing | None) -> Meeting:
        if Vacant.NOBODY in seats:
            goes_on = seats[1] if seats[0] is Vacant.NOBODY else seats[0]
            return Meeting(match, seats, goes_on, Vacant.NOBODY)
        if pairing is None:
            return Meeting(match, seats, Vacant.OPEN, Vacant.OPEN)
        if set(seats) != {pairing.red, pairing.black}:
            seats = _seated(seats, pairing)
            if match.part is Part.FINAL and seats[0] in self._lost_once and seats[1] not in self._lost_once:
                seats = seats[1], seats[0]  # who comes from the losers sits below
        won = winner_of(pairing, self._settings)
        if won is None:
            return Meeting(match, seats, Vacant.OPEN, Vacant.OPEN, pairing)
        return Meeting(match, seats, won, pairing.other(won), pairing)

    def _exchange_resting(self, alone: Sequence[int], played: Round | None) -> None:
        """Where others rest than the draw has it, they take the places of those who do not."""
        if played is None:
            return
        rests = [bye.player for bye in played.byes if bye.kind is ByeKind.BYE]
        expected = [self.meetings[place].winner for place in alone]
        others = [number for number in rests if number not in expected]
        for place in alone:
            meeting = self.meetings[place]
            if others and meeting.winner not in rests:
                self.meetings[place] = replace(meeting, winner=others.pop(0))


def _seated(seats: tuple[Seat, Seat], pairing: Pairing) -> tuple[Seat, Seat]:
    """The players of a board, whoever was expected in his own seat."""
    if pairing.black == seats[0] or pairing.red == seats[1]:
        return pairing.black, pairing.red
    return pairing.red, pairing.black


def winner_of(pairing: Pairing, settings: Settings) -> int | None:
    """Who goes on from a meeting: by the arbiter's word, else by the points of its games; None = not decided.

    Rule: K4
    """
    return pairing.through if pairing.through in (pairing.red, pairing.black) else winner_by_games(pairing, settings)


def winner_by_games(pairing: Pairing, settings: Settings) -> int | None:
    """Who has more points from the games of a meeting; None = level, or not all played.

    Rule: K4
    """
    if pairing.open:
        return None
    red, black = (meeting_points(pairing, number, settings) for number in (pairing.red, pairing.black))
    if red == black:
        return None
    return pairing.red if red > black else pairing.black


def meeting_points(pairing: Pairing, number: int, settings: Settings) -> Score:
    """A player's points in the games of a meeting that have a result."""
    return sum(
        game_points(settings, game.result, pairing.side(number, index))
        for index, game in enumerate(pairing.games)
        if game.result is not None
    )
