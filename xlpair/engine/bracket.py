"""Knock-out brackets (对阵图) of any size: who meets whom, knowing no players.

The positions of the draw (签位) run from 1 to the bracket's size, a power of two. A match takes its two sides from
positions or from the winners and losers of earlier matches; where nobody stands in a position, whoever should meet him
goes on without a game, and so does whoever should meet the one who never came from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final, TypeAlias

from xlpair.errors import WrongUse

SMALLEST: Final = 2
_LAST_STAGES: Final[Mapping[int, str]] = {1: "决赛", 2: "半决赛"}


class Part(Enum):
    """What a match is part of. In the order of the boards of a round."""

    MAIN = "胜者组"
    LOSERS = "败者组"
    FINAL = "决赛"
    SECOND_FINAL = "决赛第二场"
    THIRD = "三四名"
    PLACES = "名次赛"


@dataclass(frozen=True, slots=True)
class Position:
    """A place of the draw, from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """Whoever wins a match, given by its place in :attr:`Bracket.matches`."""

    match: int


@dataclass(frozen=True, slots=True)
class LoserOf:
    """Whoever loses a match."""

    match: int


Source: TypeAlias = Position | WinnerOf | LoserOf


@dataclass(frozen=True, slots=True)
class Match:
    """One meeting of a bracket.

    ``stage`` counts the rounds of its part from 1, ``width`` is how many matches that stage has, ``index`` its place
    among them from 0. ``best`` is the best final place its winner can still reach, ``consolation`` that of its loser.
    """

    round: int
    part: Part
    stage: int
    width: int
    index: int
    sources: tuple[Source, Source]
    best: int
    consolation: int


@dataclass(frozen=True, slots=True)
class Bracket:
    """All matches; ``rounds`` holds the places of each round's matches in :attr:`matches`, in the order of boards."""

    size: int
    double: bool
    matches: tuple[Match, ...]
    rounds: tuple[tuple[int, ...], ...]


def size_for(entrants: int) -> int:
    """The next power of two.

    Rule: K1
    """
    if entrants < SMALLEST:
        raise WrongUse(f"淘汰赛至少要 {SMALLEST} 人，现在是 {entrants!r} 人。")
    return 1 << (entrants - 1).bit_length()


def ranks(size: int) -> tuple[int, ...]:
    """Which rank stands in each position: 1 at the top, 2 at the bottom, the best as far apart as can be.

    In every half, quarter and so on the strongest meets the weakest; so the ranks that a field is short of leave
    without an opponent just the first ones.
    Rule: K1
    """
    placed = [1]
    while len(placed) < size:
        total = 2 * len(placed) + 1
        placed = [
            one
            for place, rank in enumerate(placed)
            for one in ((rank, total - rank) if place % 2 == 0 else (total - rank, rank))
        ]
    return tuple(placed)


@lru_cache(maxsize=32)
def single(size: int, *, third: bool = False, places: bool = False) -> Bracket:
    """A single knock-out; ``third`` adds the match for 3rd place, ``places`` those for all places from the 5th down.

    Rule: K1, K5
    """
    build = _Builder()
    build.tree([Position(number) for number in range(1, size + 1)], 1, 1, Part.MAIN, _Extras(third, places))
    return build.bracket(size, double=False)


@lru_cache(maxsize=16)
def double(size: int) -> Bracket:
    """A double knock-out: who has lost once goes on in the losers' half, who has lost twice is out.

    The losers of round 1 meet each other; those of each later round of the winners meet the survivors among the losers,
    in reversed order and with the halves exchanged in turn, so that two who have met in round 1 are in different halves
    of the losers until these are joined. The final is played again when the undefeated loses it.
    Rule: K3
    """
    build = _Builder()
    winners = [build.stage([Position(number) for number in range(1, size + 1)], 1, Part.MAIN, 1, (1, 1))]
    depth = size.bit_length() - 1
    for stage in range(2, depth + 1):
        winners.append(build.stage([WinnerOf(one) for one in winners[-1]], 2 * stage - 2, Part.MAIN, stage, (1, 1)))
    best_loser = _losers_half(build, winners, size)
    final = build.stage((WinnerOf(winners[-1][0]), best_loser), 2 * depth, Part.FINAL, 1, (1, 2))[0]
    build.stage((LoserOf(final), WinnerOf(final)), 2 * depth + 1, Part.SECOND_FINAL, 1, (1, 2))
    return build.bracket(size, double=True)


def _losers_half(build: _Builder, winners: Sequence[Sequence[int]], size: int) -> Source:
    """Build the losers' half; gives who comes out of it."""
    seats: list[Source] = [LoserOf(match) for match in winners[0]]
    out = size + 1  # the best place of those who go out next
    for stage in range(1, 2 * len(winners) - 1):
        if stage % 2 == 0:
            dropping = _crossed([LoserOf(match) for match in winners[stage // 2]], stage // 2)
            seats = [one for pair in zip(seats, dropping, strict=True) for one in pair]
        out -= len(seats) // 2
        seats = [WinnerOf(match) for match in build.stage(seats, stage + 1, Part.LOSERS, stage, (1, out))]
    return seats[0]


def _crossed(dropping: list[LoserOf], turn: int) -> list[LoserOf]:
    """Those who come into the losers' half, reversed and with the halves exchanged in turn.

    Rule: K3
    """
    half = len(dropping) // 2
    return dropping[::-1] if turn % 2 else [*dropping[half:], *dropping[:half]]


@dataclass(frozen=True, slots=True)
class _Extras:
    """Which matches besides those for the first two places are played."""

    third: bool
    places: bool


_ORDER: Final = {part: place for place, part in enumerate(Part)}


class _Builder:
    """Collects matches; a match is known by its place in the list."""

    def __init__(self) -> None:
        self._matches: list[Match] = []

    def stage(self, seats: Sequence[Source], round_: int, part: Part, stage: int, reach: tuple[int, int]) -> list[int]:
        """Let neighbours meet; ``reach`` holds the best places that winners and losers can still have."""
        width, first = len(seats) // 2, len(self._matches)
        self._matches += [
            Match(round_, part, stage, width, at, (seats[2 * at], seats[2 * at + 1]), *reach) for at in range(width)
        ]
        return list(range(first, first + width))

    def tree(self, seats: Sequence[Source], round_: int, best: int, part: Part, extras: _Extras) -> None:
        """Let all play for the places from ``best`` on.

        Rule: K1, K5
        """
        stage = 1
        while len(seats) > 1:
            made = self.stage(seats, round_, part, stage, (best, best + len(seats) // 2))
            round_, stage = round_ + 1, stage + 1
            losers: list[Source] = [LoserOf(match) for match in made]
            if len(losers) == 2 and (extras.third or part is Part.PLACES):
                self.tree(losers, round_, best + 2, Part.THIRD if part is Part.MAIN else Part.PLACES, extras)
            elif len(losers) > 2 and extras.places:
                self.tree(losers, round_, best + len(losers), Part.PLACES, extras)
            seats = [WinnerOf(match) for match in made]

    def bracket(self, size: int, *, double: bool) -> Bracket:
        last = max(match.round for match in self._matches)
        rounds: list[list[int]] = [[] for _ in range(last)]
        for place, match in enumerate(self._matches):
            rounds[match.round - 1].append(place)
        for places in rounds:
            places.sort(key=lambda place: (_ORDER[self._matches[place].part], self._matches[place].best, place))
        return Bracket(size, double, tuple(self._matches), tuple(map(tuple, rounds)))


def stage_name(match: Match, bracket: Bracket) -> str:
    """What a match is called: ``16进8``, ``半决赛``, ``败者组第2轮``, ``5至8名``."""
    if match.part is Part.PLACES:
        return f"{match.best}至{match.best + 2 * match.width - 1}名"
    if match.part in (Part.FINAL, Part.SECOND_FINAL, Part.THIRD):
        return str(match.part.value)
    if bracket.double:
        return f"{match.part.value}第{match.stage}轮"
    return _LAST_STAGES.get(match.width, f"{2 * match.width}进{match.width}")
