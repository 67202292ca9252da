"""The draw of a knock-out: seeds, byes, mates apart, places typed by hand (K1)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlpair.engine.bracket import ranks, size_for
from xlpair.engine.slots import draw_slots
from xlpair.errors import BadInput
from xlpair.model import Player
from xlpair.settings import ClubRule, Settings


def field(n: int, seeds: int = 0, clubs: str = "") -> list[Player]:
    """Players 1 … n, the first ones seeded; ``clubs`` has a letter for each, a blank for none."""
    marks = clubs.ljust(n)
    return [
        Player(number, f"棋手{number}", marks[number - 1].strip(), seed=number if number <= seeds else None)
        for number in range(1, n + 1)
    ]


def meets(one: int, two: int) -> int:
    """The round in which two places meet, by hand: halve until they are in different parts."""
    rounds = 0
    while one != two:
        one, two, rounds = (one + 1) // 2, (two + 1) // 2, rounds + 1
    return rounds


def test_six_players_two_seeds_the_seeds_have_the_byes() -> None:
    """Eight places ranked 1 8 5 4 3 6 7 2: the byes stand opposite ranks 1 and 2, in places 2 and 7."""
    slots = draw_slots(field(6, seeds=2), Settings())
    assert slots[1] == 1
    assert slots[2] == 8
    assert sorted(slots.values()) == [1, 3, 4, 5, 6, 8]


def test_seeds_stand_in_the_order_of_the_column_whatever_numbers_they_have() -> None:
    """Ranks 1 to 4 of eight places are places 1, 8, 5 and 4."""
    players = [replace(one, seed={7: 1, 2: 2, 5: 3, 1: 4}.get(one.number)) for one in field(8)]
    slots = draw_slots(players, Settings())
    assert [slots[number] for number in (7, 2, 5, 1)] == [1, 8, 5, 4]


def test_the_lot_depends_on_the_seed_and_not_on_the_order_of_the_rows() -> None:
    players = field(16)
    assert draw_slots(players, Settings(lot_seed=3)) == draw_slots(players[::-1], Settings(lot_seed=3))
    assert draw_slots(players, Settings(lot_seed=3)) != draw_slots(players, Settings(lot_seed=4))


def test_typed_places_are_kept_and_the_others_drawn_around_them() -> None:
    players = field(8)
    players[2] = replace(players[2], slot=8)
    players[4] = replace(players[4], slot=1)
    slots = draw_slots(players, Settings())
    assert (slots[3], slots[5]) == (8, 1)
    assert sorted(slots.values()) == list(range(1, 9))


def test_a_draw_made_by_hand_stays_as_it_is_byes_included() -> None:
    """Five players, the empty places of the hand's draw are 3, 4 and 6."""
    typed = {1: 2, 2: 1, 3: 5, 4: 8, 5: 7}
    players = [replace(one, slot=typed[one.number]) for one in field(5)]
    assert draw_slots(players, Settings()) == typed


def test_a_place_that_is_not_there_and_one_typed_twice_are_told_together() -> None:
    players = field(5)
    players[0] = replace(players[0], slot=9)
    players[1] = replace(players[1], slot=4)
    players[2] = replace(players[2], slot=4)
    with pytest.raises(BadInput) as told:
        draw_slots(players, Settings())
    assert [problem.where for problem in told.value.problems] == ["名单 1号 棋手1", "名单 3号 棋手3"]
    assert "填 1 到 8" in str(told.value)


def test_mates_stand_in_different_quarters() -> None:
    """Four of A and two of B among eight, no seeds: A one in each quarter, B one in each half."""
    slots = draw_slots(field(8, clubs="AAAABB"), Settings(lot_seed=5))
    assert sorted((slots[number] + 1) // 2 for number in (1, 2, 3, 4)) == [1, 2, 3, 4]
    assert sorted((slots[number] + 3) // 4 for number in (5, 6)) == [1, 2]


def test_without_the_club_rule_the_lot_alone_decides() -> None:
    """Over many seeds two mates then meet in round 1 now and then; with the rule they never do."""
    players = field(4, clubs="AA")
    rounds = {
        rule: {
            meets(slots[1], slots[2])
            for seed in range(30)
            for slots in [draw_slots(players, Settings(lot_seed=seed, club_rule=rule))]
        }
        for rule in (ClubRule.NEVER, ClubRule.FIRST_ROUND)
    }
    assert rounds == {ClubRule.NEVER: {1, 2}, ClubRule.FIRST_ROUND: {2}}


@given(st.integers(2, 40), st.integers(0, 8), st.integers(0, 999))
def test_everybody_has_a_place_of_his_own_and_the_best_have_the_byes(n: int, seeds: int, lot: int) -> None:
    slots = draw_slots(field(n, seeds=min(seeds, n)), Settings(lot_seed=lot))
    size = size_for(n)
    assert sorted(slots) == list(range(1, n + 1))
    places = dict(zip(range(1, size + 1), ranks(size), strict=True))
    assert sorted(places[slot] for slot in slots.values()) == list(range(1, n + 1))
    for number in range(1, min(seeds, n) + 1):
        assert places[slots[number]] == number


def apart(slots: dict[int, int], players: list[Player]) -> list[int]:
    """How many pairs of mates meet in the last round at the earliest, in the one before, …"""
    counts = [0] * (size_for(len(players)).bit_length() - 1)
    for one, two in combinations(players, 2):
        if one.club and one.club == two.club:
            counts[-meets(slots[one.number], slots[two.number])] += 1
    return counts


@pytest.mark.parametrize("seed", range(60))
def test_mates_are_as_far_apart_as_any_draw_can_have_them(seed: int) -> None:
    """Against all draws of small fields: as many mates as possible in different halves, then quarters."""
    chance = Random(seed)
    n = chance.randint(3, 7)
    players = field(n, seeds=chance.choice((0, 2)), clubs="".join(chance.choice(" ABC") for _ in range(n)))
    slots = draw_slots(players, Settings(lot_seed=seed))
    drawn = [player.number for player in players if player.seed is None]
    others = ({**slots, **dict(zip(drawn, way, strict=True))} for way in permutations(slots[one] for one in drawn))
    assert apart(slots, players) == max(apart(way, players) for way in others)


def test_a_club_of_eight_among_a_hundred_stands_one_in_every_eighth() -> None:
    """128 places, eighths of 16."""
    slots = draw_slots(field(100, seeds=8, clubs=" " * 20 + "A" * 8), Settings())
    assert sorted((slots[number] - 1) // 16 for number in range(21, 29)) == list(range(8))
