"""The independent judge against real events and what hands do, its two ways against each other, and the laws."""

from __future__ import annotations

import itertools
import random

import events
import pytest

from oracle.history import scores
from oracle.laws import CALM, ROUGH, at_random, by_judge, check_laws, random_event
from oracle.scenes import AS_IN_2009, both_ways, event_of
from oracle.swiss_oracle import NothingPairs, judge, oracle_round
from xlpair.settings import Settings, Worth


@pytest.mark.parametrize(
    ("at", "w12"), [*((at, True) for at in range(len(events.numberings_2009()))), *((at, False) for at in range(5))]
)
def test_event_of_2009_is_paired_as_played_under_every_numbering(at: int, w12: bool) -> None:
    event = events.event_from(events.SWISS_2009, events.numberings_2009()[at], AS_IN_2009)
    for number in range(2, 7):
        played = {(pairing.red, pairing.black) for pairing in event.rounds[number - 1].pairings}
        for stepping_back in (False, True):
            verdict = judge(event.upto(number - 1), 6, w12=w12, stepping_back=stepping_back)
            assert set(verdict.boards) == played
            assert verdict.bye is None


@pytest.mark.parametrize(
    ("number", "walk"),
    [
        # The worked example at the end of the rules, who draws whom in which order:
        # 陶1 赵2 徐3 柳4 洪5 于6 蒋7 许8 吕9 赵鑫10.
        (2, [(7, 6), (5, 9), (4, 10), (2, 8), (1, 3)]),
        (3, [(6, 10), (9, 2), (1, 7), (8, 3), (4, 5)]),
        # 赵 finds nobody among 陶 and 洪, so those two are made before 柳 below takes him.
        (6, [(10, 7), (9, 8), (6, 3), (1, 5), (2, 4)]),
    ],
)
def test_walk_is_that_of_the_worked_example(number: int, walk: list[tuple[int, int]]) -> None:
    in_order = ["陶汉明", "赵国荣", "徐天红", "柳大华", "洪智", "于幼华", "蒋川", "许银川", "吕钦", "赵鑫鑫"]
    whole = {who: at for at, who in enumerate(in_order, start=1)}
    event = events.event_from(events.SWISS_2009, whole, AS_IN_2009)
    for stepping_back in (False, True):
        made = judge(event.upto(number - 1), 6, stepping_back=stepping_back).made
        # The example does not always say who drew whom: pairs are compared, in the order of making.
        assert [one.pair for one in made] == [frozenset(pair) for pair in walk]


def test_event_of_2005_has_the_scores_its_games_add_up_to() -> None:
    # 2005 五羊杯 预赛, same source; added up by hand from the games, round by round.
    numbering = {who: at for at, who in enumerate(events.names(events.SWISS_2005), start=1)}
    event = events.event_from(events.SWISS_2005, numbering)
    points = scores(event)
    by_hand = {
        "许银川": 2 + 1 + 2 + 1 + 1,
        "洪智": 2 + 2 + 0 + 1 + 2,
        "汪洋": 2 + 1 + 2 + 1 + 0,
        "赵国荣": 1 + 0 + 2 + 2 + 1,
        "蒋川": 1 + 1 + 1 + 1 + 2,
        "柳大华": 0 + 2 + 1 + 0 + 1,
        "徐天红": 1 + 1 + 0 + 1 + 1,
        "陶汉明": 0 + 1 + 0 + 2 + 1,
        "吕钦": 0 + 1 + 2 + 1 + 0,
        "于幼华": 1 + 0 + 0 + 0 + 1,
    }
    assert {who: points[number] for who, number in numbering.items()} == by_hand


# --- what hands do ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bye_worth", "third"), [(Worth.LOSS, "2:0"), (Worth.LOSS, "1:1"), (Worth.WIN, "2:0")])
def test_hands_02_bye_goes_to_the_third_of_the_lowest_when_two_have_had_theirs(bye_worth: Worth, third: str) -> None:
    event = event_of(
        7,
        "1-5 2:0, 2-6 2:0, 3-4 1:1, 7",
        f"1-7 2:0, 3-5 {third}, 4-2 1:1, 6",
        settings=Settings(bye_worth=bye_worth),
    )
    assert both_ways(event, 5)[1] == 5


def test_hands_08_two_triangles_are_refused() -> None:
    event = event_of(6, "1-4 2:0, 2-5 2:0, 3-6 2:0", "1-5 1:1, 2-6 1:1, 3-4 1:1", "1-6 1:1, 2-4 1:1, 3-5 1:1")
    for stepping_back in (False, True):
        with pytest.raises(NothingPairs):
            judge(event, 5, stepping_back=stepping_back)


def test_hands_08_two_triangles_are_never_run_into_when_more_rounds_are_planned() -> None:
    # After 1-4 2-5 3-6 and 1-5 2-6 3-4, the pairs 1-6 2-4 3-5 would leave 1 2 3 and 4 5 6 each among themselves.
    trap = {frozenset(pair) for pair in ((1, 6), (2, 4), (3, 5))}
    caught = 0
    every = list(itertools.product(("2:0", "1:1", "0:2"), repeat=6))
    for six in every[::5]:
        event = event_of(
            6,
            "1-4 {}, 2-5 {}, 3-6 {}".format(*six[:3]),
            "1-5 {}, 2-6 {}, 3-4 {}".format(*six[3:]),
        )
        for last in (4, 5):
            assert {frozenset(pair) for pair in oracle_round(event, last)[0]} != trap
        caught += {frozenset(pair) for pair in oracle_round(event, 3)[0]} == trap
    assert caught, "with three rounds planned nothing is in the way of that round"


def test_hands_09_four_players_third_round() -> None:
    # A1 B2 C3 D4 with 2 1 1 0 games won, here 4 2 2 0 points.
    event = event_of(4, "1-2 2:0, 3-4 2:0", "3-1 0:2, 4-2 0:2")
    assert scores(event) == {1: 4, 2: 2, 3: 2, 4: 0}
    pairs = {frozenset(pair) for pair in both_ways(event, 3)[0]}
    assert pairs == {frozenset((1, 4)), frozenset((2, 3))}


@pytest.mark.parametrize(("met", "meets"), [(True, False), (False, True)])
def test_hands_10_a_forfeited_pairing_counts_as_met(met: bool, meets: bool) -> None:
    # 1 wins against 2 by forfeit in round 2; before round 4 both stand alone at the top with 4 points. Without the
    # forfeit 1-2 leaves 3-6 and 4-5, so nothing but W9.1 keeps them apart.
    event = event_of(
        6,
        "1-3 1:1, 2-4 2:0, 6-5 2:0",
        "1-2 +-, 3-5 1:1, 4-6 1:1",
        "5-1 1:1, 6-2 0:2, 4-3 1:1",
        settings=Settings(forfeit_is_met=met),
    )
    assert scores(event) == {1: 4, 2: 4, 3: 3, 6: 3, 4: 2, 5: 2}
    assert (frozenset((1, 2)) in map(frozenset, both_ways(event, 4)[0])) is meets


# --- the two ways, and the laws ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("events_played", "most"), [(240, 8), (60, 10)])
def test_looking_ahead_and_stepping_back_end_alike(events_played: int, most: int) -> None:
    rounds_compared = refused = 0
    for seed in range(events_played):
        rng = random.Random(seed)
        n = rng.randint(3, most)
        rounds = rng.randint(2, n - 1 + n % 2)
        pair = at_random(seed) if seed % 2 else by_judge
        try:
            for position in random_event(
                n, rounds, seed, pair=pair, first=at_random(seed), chances=ROUGH if seed % 3 else CALM
            ):
                if position.made.number > 1:
                    assert judge(position.before, rounds) == judge(position.before, rounds, stepping_back=True)
                    rounds_compared += 1
        except NothingPairs:
            refused += 1
    assert rounds_compared > 2 * events_played
    assert refused < events_played / 5


def test_judge_keeps_the_laws() -> None:
    strained = 0
    for seed in range(60):
        n = 4 + seed % 7
        report = check_laws(random_event(n, (n + 1) // 2, seed, pair=by_judge, first=at_random(seed)))
        assert report.faults == ()
        assert report.rounds == (n + 1) // 2
        strained += report.strained_pairs
    assert strained, "some strain is never to be avoided"
