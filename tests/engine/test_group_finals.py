"""Finals of 分组循环 (R7): who goes on, every kind of final, lots between the level, who leaves."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from group_scenes import DRAW, field, grouped, leaves, pairs, places, play

from xlpair.engine.audit import audit
from xlpair.engine.cross_table import cross_rounds
from xlpair.engine.group_finals import lots_between, planned, qualified
from xlpair.engine.pairing import next_round
from xlpair.engine.standings import standings
from xlpair.errors import NotAllowed, Undecided
from xlpair.model import Event, Pairing, Result, Round
from xlpair.settings import FinalForm, Settings, System


def test_without_a_final_the_groups_stand_one_below_the_other() -> None:
    event = play(grouped((1, 3, 5, 7), (2, 4, 6, 8)))
    assert places(event) == [(1, 1), (2, 3), (3, 5), (4, 7), (1, 2), (2, 4), (3, 6), (4, 8)]


def test_final_of_the_first_two_without_their_results() -> None:
    """1 3 of A and 2 4 of B play a whole round robin by the table of four: 1-(4) 2-3, numbers 1 2 3 4."""
    event = grouped((1, 3, 5, 7), (2, 4, 6, 8), final_form=FinalForm.ROUND_ROBIN, group_qualifiers=2)
    assert planned(event) == 3 + 3
    event = play(event, 3)
    fourth = next_round(event)
    assert pairs(fourth) == [(1, 4), (2, 3)]
    assert {one.part for one in fourth.pairings} == {"决赛"}
    # In the final the bigger number wins; the others stay in the order of their groups, thirds and fourths level.
    event = play(event, strength={1: 1, 2: 2, 3: 3, 4: 4})
    assert places(event) == [(1, 4), (2, 3), (3, 2), (4, 1), (5, 5), (5, 6), (7, 7), (7, 8)]
    assert [row.score for row in standings(event).rows[:4]] == [6, 4, 2, 0]
    assert all(found.same for found in audit(event))


def test_final_with_the_results_carried_over_plays_across_only() -> None:
    """1 has beaten 3 and 2 has beaten 4 in the groups; now 4 beats 1, 3 beats 2, the other two games are draws."""
    event = grouped(
        (1, 3, 5, 7), (2, 4, 6, 8), final_form=FinalForm.ROUND_ROBIN, group_qualifiers=2, carry_results=True
    )
    assert planned(event) == 3 + 2
    event = play(play(event, 3), strength={1: 1, 2: 1, 3: 2, 4: 2})
    final = [pair for made in event.rounds[3:] for pair in pairs(made)]
    assert {frozenset(pair) for pair in final} == {frozenset(pair) for pair in ((1, 2), (1, 4), (2, 3), (3, 4))}
    # 1 and 2: 2 carried over, a draw and a loss; 3 and 4: 0 carried over, a win and a draw.
    assert [row.score for row in standings(event).rows[:4]] == [3, 3, 3, 3]
    assert all(found.same for found in audit(event))


def test_a_plan_there_is_while_nobody_has_said_how_many_groups() -> None:
    """Seven players, as if in one group: seven rounds."""
    event = Event(Settings(system=System.GROUPS), tuple(field(7)))
    assert planned(event) == 7


@pytest.mark.parametrize(
    ("carried", "all_stay", "as_they_are", "pairs_left"),
    [
        # Three of each play across in three rounds; of 1, 3 and 2 only 1-2 and 3-2 have not been played.
        (True, 3 + 3, 3 + 2, {(1, 2), (2, 3)}),
        # Six play five rounds, three play three.
        (False, 3 + 5, 3 + 3, {(1, 2), (2, 3), (1, 3)}),
    ],
)
def test_a_final_is_as_long_as_those_need_who_are_left_for_it(
    carried: bool, all_stay: int, as_they_are: int, pairs_left: set[tuple[int, int]]
) -> None:
    """Groups of three, all go on; after the groups 5, 4 and 6 leave."""
    event = grouped((1, 3, 5), (2, 4, 6), final_form=FinalForm.ROUND_ROBIN, group_qualifiers=3, carry_results=carried)
    event = play(event, 3)
    assert planned(event) == all_stay
    for number in (4, 5, 6):
        event = leaves(event, number)
    assert planned(event) == as_they_are
    event = play(event)
    final = [tuple(sorted(pair)) for made in event.rounds[3:] for pair in pairs(made)]
    assert len(final) == len(pairs_left)
    assert set(final) == pairs_left
    assert all(made.pairings for made in event.rounds)
    with pytest.raises(NotAllowed, match=f"{as_they_are} 轮已经全部编排"):
        next_round(event)
    assert all(found.same for found in audit(event))


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [((2, 2), 2), ((4, 4), 4), ((3, 3), 3), ((2, 2, 2), 4), ((2, 2, 2, 2), 6), ((3, 3, 3, 3), 9), ((1, 1, 1), 3)],
)
def test_cross_rounds_pair_everybody_with_all_others_once(sizes: tuple[int, ...], rounds: int) -> None:
    """As many rounds as opponents, where the table allows it: (g - 1)·k; three single players need three rounds."""
    numbers = iter(range(1, sum(sizes) + 1))
    groups = [tuple(next(numbers) for _ in range(size)) for size in sizes]
    made = cross_rounds(groups)
    assert len(made) == rounds
    for pairs_now in made:
        seated = [one for pair in pairs_now for one in pair]
        assert len(set(seated)) == len(seated)
    met = Counter(frozenset(pair) for pairs_now in made for pair in pairs_now)
    group_of = {one: at for at, group in enumerate(groups) for one in group}
    expected = {frozenset((one, two)) for one in group_of for two in group_of if group_of[one] != group_of[two]}
    assert met == dict.fromkeys(expected, 1)
    balance = Counter(red for pairs_now in made for red, _ in pairs_now)
    balance.subtract(black for pairs_now in made for _, black in pairs_now)
    assert all(abs(balance[one]) <= 1 for one in group_of)


def test_who_goes_on_plays_once_more_against_the_same_club_of_four() -> None:
    """Two groups of four who all go on: 1-1 2-2 3-3 4-4, then every one against the next, A first with red."""
    made = cross_rounds([(1, 2, 3, 4), (5, 6, 7, 8)])
    assert made[0] == ((1, 5), (2, 6), (3, 7), (4, 8))
    assert made[1] == ((6, 1), (7, 2), (8, 3), (5, 4))


def test_placement_groups_give_a_full_order() -> None:
    """Three groups of three: winners 1 2 3, seconds 4 5 6, thirds 7 8 9, each three a table of three."""
    event = grouped((1, 4, 7), (2, 5, 8), (3, 6, 9), final_form=FinalForm.PLACEMENT)
    assert planned(event) == 3 + 3
    event = play(event, 3)
    fourth = next_round(event)
    assert {one.part for one in fourth.pairings} == {"第1名组", "第2名组", "第3名组"}
    assert [bye.player for bye in fourth.byes] == [1, 4, 7]
    event = play(event, strength={one: one for one in range(1, 10)})
    assert places(event) == [(1, 3), (2, 2), (3, 1), (4, 6), (5, 5), (6, 4), (7, 9), (8, 8), (9, 7)]
    assert all(found.same for found in audit(event))


def test_placement_groups_of_the_first_k_only() -> None:
    event = grouped((1, 4, 7), (2, 5, 8), (3, 6, 9), final_form=FinalForm.PLACEMENT, group_qualifiers=1)
    event = play(event)
    assert places(event) == [(1, 1), (2, 2), (3, 3), (4, 4), (4, 5), (4, 6), (7, 7), (7, 8), (7, 9)]


def test_a_placement_group_of_one_has_its_place_without_a_game() -> None:
    """Groups of 3 and 2: the third of A is fifth; 1-2 and 3-4 play one round for 1st and 3rd place."""
    event = grouped((1, 3, 5), (2, 4), final_form=FinalForm.PLACEMENT)
    event = play(event, 3)
    assert {one.part for one in next_round(event).pairings} == {"第1名组", "第2名组"}
    assert places(play(event)) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]


def test_knock_out_final_winners_are_seeds_and_group_mates_apart() -> None:
    """Four groups of three, two of each go on: nobody meets a mate of his group before the final."""
    event = grouped(
        *((one, one + 4, one + 8) for one in range(1, 5)),
        final_form=FinalForm.KNOCKOUT,
        group_qualifiers=2,
        third_place=True,
    )
    assert planned(event) == 3 + 3
    event = play(event, 3)
    quarter = next_round(event)
    # Winners 1 2 3 4 are the seeds of four different quarters, each against somebody else's second.
    assert [len({one.red, one.black} & {1, 2, 3, 4}) for one in quarter.pairings] == [1, 1, 1, 1]
    assert {one.part for one in quarter.pairings} == {"8进4"}
    for one in quarter.pairings:
        assert (one.red - 1) % 4 != (one.black - 1) % 4
    event = play(event, 2)
    last = next_round(event)
    assert [one.part for one in last.pairings] == ["决赛", "三四名"]
    event = play(event)
    assert places(event)[:4] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert places(event)[8:] == [(9, 9), (9, 10), (9, 11), (9, 12)]
    assert all(found.same for found in audit(event))


def test_a_draw_in_the_knock_out_final_needs_a_decider() -> None:
    event = grouped((1, 3), (2, 4), final_form=FinalForm.KNOCKOUT, group_qualifiers=2)
    event = play(event, 1)
    semi = next_round(event)
    draws = tuple(one.with_result(DRAW) for one in semi.pairings)
    with pytest.raises(Undecided, match="第2轮第1台、第2轮第2台打平"):
        next_round(event.with_round(replace(semi, pairings=draws)))


def test_a_shared_place_is_parted_by_lot_and_told() -> None:
    """A: 3 and 5 level behind 1 to the last criterion but the mutual black (a draw): only one of them can go on."""
    event = grouped((1, 3, 5), (2, 4, 6), final_form=FinalForm.ROUND_ROBIN, group_qualifiers=2, criteria=("积分",))
    event = play(event, 3, strength={1: 9, 3: 5, 5: 5, 2: 9, 4: 5, 6: 4})
    going_on = qualified(event)
    assert [one.group for one in going_on] == ["A组", "B组"]
    assert going_on[0].numbers in ((1, 3), (1, 5))
    assert going_on[1].numbers == (2, 4)
    told = [str(problem) for problem in lots_between(event)]
    assert len(told) == 1
    assert f"A组：第2名有 2 人并列，抽签定出{going_on[0].numbers[1]}号出线" in told[0]
    others = {
        qualified(replace(event, settings=replace(event.settings, lot_seed=seed)))[0].numbers for seed in range(9)
    }
    assert others == {(1, 3), (1, 5)}


def test_who_has_left_does_not_go_on_and_the_next_does() -> None:
    event = grouped((1, 3, 5), (2, 4, 6), final_form=FinalForm.ROUND_ROBIN, group_qualifiers=1)
    event = leaves(play(event, 3), 1)
    assert [one.numbers for one in qualified(event)] == [(3,), (2,)]


def test_who_leaves_the_final_stays_in_it() -> None:
    """Four in the final; 1 leaves after two of three games: more than half, so his last one is a forfeit."""
    event = grouped((1, 3, 5, 7), (2, 4, 6, 8), final_form=FinalForm.ROUND_ROBIN, group_qualifiers=2)
    event = leaves(play(event, 5), 1)
    last = next_round(event)
    forfeit = next(one for one in last.pairings if 1 in (one.red, one.black))
    assert forfeit.result in (Result.RED_FORFEITS, Result.BLACK_FORFEITS)


def test_the_final_needs_its_number() -> None:
    event = grouped((1, 3), (2, 4), final_form=FinalForm.ROUND_ROBIN)
    with pytest.raises(NotAllowed, match="每组出线"):
        next_round(play(event, 1))


def test_the_audit_sees_a_pair_that_is_not_in_the_table() -> None:
    event = grouped(range(1, 5), range(5, 9))
    by_hand = Round(1, (Pairing(1, 1, 5), Pairing(2, 2, 3), Pairing(3, 4, 8), Pairing(4, 6, 7)))
    found = audit(event.with_round(by_hand))[0]
    assert not found.same
    assert [problem.where for problem in found.problems if problem.rule == "R1"] == ["第1轮第1台", "第1轮第3台"]
