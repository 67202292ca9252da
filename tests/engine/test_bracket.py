"""Brackets: who stands where, how many rounds, who can meet whom when (K1, K3, K5)."""

from __future__ import annotations

import pytest

from xlpair.engine.bracket import Bracket, LoserOf, Part, Position, Source, WinnerOf, double, ranks, single, size_for
from xlpair.errors import WrongUse

SIZES = (2, 4, 8, 16, 32, 64, 128)


def test_the_size_is_the_next_power_of_two() -> None:
    assert [size_for(n) for n in (2, 3, 4, 5, 8, 9, 33, 128)] == [2, 4, 4, 8, 8, 16, 64, 128]
    with pytest.raises(WrongUse, match="至少要 2 人"):
        size_for(1)


def test_ranks_of_eight_as_drawn_by_hand() -> None:
    """1 above all, 2 below all; the first round adds up to 9 everywhere, the second (if the better win) to 5."""
    assert ranks(8) == (1, 8, 5, 4, 3, 6, 7, 2)


@pytest.mark.parametrize("size", SIZES)
def test_the_first_two_meet_in_the_final_the_first_four_in_the_semi_finals(size: int) -> None:
    """K1: of the first 2**k, no two stand in the same one of 2**k equal parts of the bracket."""
    at = {rank: place for place, rank in enumerate(ranks(size))}
    parts = 1
    while parts <= size:
        width = size // parts
        assert {at[rank] // width for rank in range(1, parts + 1)} == set(range(parts))
        parts *= 2


@pytest.mark.parametrize("size", SIZES)
def test_whoever_lacks_an_opponent_is_among_the_best(size: int) -> None:
    """K1: with n players the ranks above n are missing, so rank r rests just when size + 1 - r > n."""
    drawn = ranks(size)
    for place in range(0, size, 2):
        assert drawn[place] + drawn[place + 1] == size + 1


def parts_of(bracket: Bracket, number: int) -> list[tuple[Part, int, int]]:
    """Part and best places of the matches of a round, in the order of the boards."""
    found = (bracket.matches[place] for place in bracket.rounds[number - 1])
    return [(match.part, match.best, match.consolation) for match in found]


@pytest.mark.parametrize("size", SIZES)
def test_a_single_knock_out_has_log2_rounds_and_one_match_less_than_players(size: int) -> None:
    bracket = single(size)
    assert 2 ** len(bracket.rounds) == size
    assert [len(places) for places in bracket.rounds] == [size >> r for r in range(1, len(bracket.rounds) + 1)]
    assert len(bracket.matches) == size - 1


def test_third_place_and_the_places_below() -> None:
    """Eight players: the losers of the quarter-finals play for 5–8 while the others play the semi-finals (K5)."""
    assert parts_of(single(8), 3) == [(Part.MAIN, 1, 2)]
    assert parts_of(single(8, third=True), 3) == [(Part.MAIN, 1, 2), (Part.THIRD, 3, 4)]
    both = single(8, third=True, places=True)
    assert parts_of(both, 2) == [(Part.MAIN, 1, 3), (Part.MAIN, 1, 3), (Part.PLACES, 5, 7), (Part.PLACES, 5, 7)]
    assert parts_of(both, 3) == [(Part.MAIN, 1, 2), (Part.THIRD, 3, 4), (Part.PLACES, 5, 6), (Part.PLACES, 7, 8)]
    assert parts_of(single(8, places=True), 3) == [(Part.MAIN, 1, 2), (Part.PLACES, 5, 6), (Part.PLACES, 7, 8)]


@pytest.mark.parametrize("size", SIZES)
def test_with_all_matches_for_places_everybody_plays_every_round(size: int) -> None:
    """Nobody is ever out, so each of the log2 rounds has size / 2 matches, and the last ones give all places once."""
    bracket = single(size, third=True, places=True)
    assert {len(places) for places in bracket.rounds} == {size // 2}
    last = parts_of(bracket, len(bracket.rounds))
    assert sorted(place for _, best, other in last for place in (best, other)) == list(range(1, size + 1))


@pytest.mark.parametrize("size", SIZES)
def test_a_double_knock_out_sends_everybody_out_by_his_second_loss(size: int) -> None:
    """K3: 2·log2 + 1 rounds; size - 1 first losses, size - 2 second ones among the losers, and the final's."""
    bracket = double(size)
    depth = size.bit_length() - 1
    assert len(bracket.rounds) == 2 * depth + 1
    count = {part: sum(match.part is part for match in bracket.matches) for part in Part}
    assert (count[Part.MAIN], count[Part.LOSERS]) == (size - 1, size - 2)
    assert (count[Part.FINAL], count[Part.SECOND_FINAL]) == (1, 1)
    feeding = [source for match in bracket.matches for source in match.sources if not isinstance(source, Position)]
    assert len(set(feeding)) == len(feeding)
    losers_out = set(range(len(bracket.matches))) - {source.match for source in feeding if isinstance(source, LoserOf)}
    assert {bracket.matches[match].part for match in losers_out} <= {Part.LOSERS, Part.SECOND_FINAL}


def test_who_drops_where_in_a_double_knock_out_of_sixteen() -> None:
    """Worked out by hand: round 2's losers come in from the other end, round 3's with the halves exchanged (K3)."""
    bracket = double(16)
    at = {(match.part, match.stage, match.index): place for place, match in enumerate(bracket.matches)}

    def drops(stage: int) -> list[Source]:
        losers = [match for match in bracket.matches if match.part is Part.LOSERS and match.stage == stage]
        return [match.sources[1] for match in losers]

    assert drops(2) == [LoserOf(at[Part.MAIN, 2, index]) for index in (3, 2, 1, 0)]
    assert drops(4) == [LoserOf(at[Part.MAIN, 3, index]) for index in (1, 0)]
    assert drops(6) == [LoserOf(at[Part.MAIN, 4, 0])]
    assert [bracket.matches[at[Part.LOSERS, stage, 0]].consolation for stage in range(1, 7)] == [13, 9, 7, 5, 4, 3]


@pytest.mark.parametrize("size", SIZES)
def test_a_first_round_pair_does_not_meet_again_before_the_last_two_rounds_of_the_losers(size: int) -> None:
    """K3: follow both players of every first match through the losers' half, wherever they may come in."""
    bracket = double(size)
    stages = max((match.stage for match in bracket.matches if match.part is Part.LOSERS), default=0)
    for first in range(size // 2):
        met = [stage for part, stage in meetings_again(bracket, first) if part is Part.LOSERS]
        assert min(met, default=stages) >= stages - 1


def meetings_again(bracket: Bracket, first: int) -> list[tuple[Part, int]]:
    """The matches in which winner and loser of a first match may sit against each other."""
    may_sit: dict[int, frozenset[str]] = {}

    def of(source: Source) -> frozenset[str]:
        if isinstance(source, Position):
            return frozenset()
        match = bracket.matches[source.match]
        if match.part is Part.MAIN and match.stage == 1:
            both = {WinnerOf: "winner", LoserOf: "loser"}
            return frozenset((both[type(source)],)) if match.index == first else frozenset()
        return may_sit[source.match]

    found = []
    for place in (place for places in bracket.rounds for place in places):
        match = bracket.matches[place]
        one, two = map(of, match.sources)
        may_sit[place] = one | two
        if any({a, b} == {"winner", "loser"} for a in one for b in two):
            found.append((match.part, match.stage))
    return found
