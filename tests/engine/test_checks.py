"""The plan of an event: field, rounds (W12) and criteria (S3), told before and while it is played."""

from __future__ import annotations

import pytest

from xlpair.api import event
from xlpair.engine.checks import NEWCOMERS, check, plan_problems
from xlpair.engine.pairing import next_round
from xlpair.errors import Gravity, NotAllowed, Problem
from xlpair.model import Attendance, Event, Player
from xlpair.settings import Settings, System


def only(found: tuple[Problem, ...]) -> Problem:
    assert len(found) == 1, [str(problem) for problem in found]
    return found[0]


def test_a_plan_within_half_the_field_has_no_problem() -> None:
    assert check(event(14, settings={"轮数": 7})) == ()
    assert check(event(13, settings={"轮数": 7})) == ()  # the rest is one more opponent


def test_hands_06_more_rounds_than_opponents_are_told_at_the_start() -> None:
    # 5 players: four opponents and one rest each make 5 rounds, 7 are asked for
    problem = only(check(event(5, settings={"轮数": 7})))
    assert problem.gravity is Gravity.ERROR
    assert problem.where == "轮数"
    assert "最多编排 5 轮" in problem.what


def test_more_rounds_than_half_the_field_is_a_warning_before_round_1() -> None:
    problem = only(check(event(10, settings={"轮数": 6})))
    assert (problem.gravity, problem.rule) == (Gravity.WARNING, "W12")
    assert "10 人赛 6 轮" in problem.what
    begun = event(10, [[(1, 2), (4, 3), (5, 6), (8, 7), (9, 10)]], {"轮数": 6})
    assert check(begun) == ()


def test_rounds_nobody_asked_for_are_no_reason_to_warn() -> None:
    assert check(event(10)) == ()


def test_round_robins_are_as_long_as_they_are() -> None:
    assert check(event(4, settings={"赛制": "双循环", "轮数": 99})) == ()


def test_nobody_and_nobody_left() -> None:
    assert only(plan_problems(event(0))).where == "名单"
    gone = tuple(Player(number, attendance=Attendance(withdrawn=True)) for number in (1, 2, 3))
    problem = only(plan_problems(Event(Settings(rounds=3), gone)))
    assert problem.where == "第1轮"
    assert "只有 0 人" in problem.what


def test_rounds_beyond_the_plan_are_told() -> None:
    done = event(4, [[(1, 2, "2:0"), (4, 3, "1:1")], [(3, 1, "1:1"), (2, 4, "0:2")]], {"轮数": 1})
    assert only(plan_problems(done)).what.startswith("已经编排了 2 轮")


def test_a_criterion_nobody_knows_is_told_by_name() -> None:
    unknown = Event(Settings(system=System.ROUND_ROBIN, criteria=("积分", "运气")), (Player(1), Player(2)))
    assert "运气" in only(plan_problems(unknown)).what


def test_a_pair_that_may_not_meet_and_is_not_there_is_told() -> None:
    """3-4 is right, 2-77 and 98-99 name three numbers that six players have not; the round is paired all the same."""
    planned = event(6, settings={"轮数": 3, "不相遇": "3-4, 2-77, 99-98"})
    problem = only(plan_problems(planned))
    assert (problem.where, problem.gravity, problem.rule) == ("不相遇", Gravity.WARNING, "W9.2")
    assert problem.what == "名单里没有 77 号、98 号、99 号，2-77、98-99 不起作用。"
    assert problem.hint == "请改成名单里的编号（最大是 6 号），或删去。"
    assert len(next_round(planned).pairings) == 3
    assert plan_problems(event(6, settings={"轮数": 3, "不相遇": "3-4"})) == ()


def test_many_numbers_that_are_not_there_are_one_warning() -> None:
    pairs = ", ".join(f"1-{number}" for number in range(50, 60))
    problem = only(plan_problems(event(6, settings={"轮数": 3, "不相遇": pairs})))
    assert "55 号等 10 个编号，1-50、1-51、1-52、1-53、1-54、1-55 等 不起作用" in problem.what


def test_what_the_replay_finds_follows() -> None:
    # two rounds with the same pairs
    rematch = event(4, [[(1, 2, "2:0"), (4, 3, "1:1")], [(2, 1), (3, 4)]], {"轮数": 2})
    assert [problem.where for problem in check(rematch) if problem.rule == "W9.1"] == ["第2轮第1台", "第2轮第2台"]


def test_who_is_left_out_of_the_last_round_is_told() -> None:
    """Four players; round 2 holds only 1-3: 2 and 4, who played round 1 and have not withdrawn, are left out."""
    short = event(4, rounds=[[(1, 2, "2:0"), (3, 4, "2:0")], [(1, 3, "2:0")]], settings={"轮数": 3})
    told = [str(problem) for problem in check(short)]
    assert any("漏排了 2号" in line for line in told)
    assert any("漏排了 4号" in line for line in told)


def test_who_is_left_out_and_never_comes_back_is_told_in_every_round() -> None:
    """Six players: 5 and 6 stand in round 1 and then nowhere, though nothing says that they have left."""
    first = [(1, 2, "2:0"), (4, 3, "2:0"), (5, 6, "1:1")]
    short = event(6, [first, [(1, 4, "2:0"), (2, 3, "2:0")], [(1, 3, "2:0"), (2, 4, "2:0")]], {"轮数": 5})
    left_out = {problem.where for problem in check(short) if "漏排了 6号" in problem.what}
    assert left_out == {"第2轮", "第3轮"}


def test_whoever_left_is_not_left_out() -> None:
    """The same, but 5 and 6 have withdrawn after round 1 (参赛轮次 1)."""
    first = [(1, 2, "2:0"), (4, 3, "2:0"), (5, 6, "1:1")]
    short = event(6, [first, [(1, 4, "2:0"), (2, 3, "2:0")]], {"轮数": 3})
    only_first = Attendance(((1, 1),))
    players = (*short.players[:4], *(Player(number, attendance=only_first) for number in (5, 6)))
    assert not [problem for problem in check(Event(short.settings, players, short.rounds)) if "漏排" in problem.what]


def test_who_stands_in_no_round_yet_is_told_once_and_no_longer_when_he_plays() -> None:
    """Round 1 of four lacks 3 and 4: left out or entered since; after round 2 they simply came late."""
    new = [problem for problem in check(event(4, [[(1, 2, "2:0")]], {"轮数": 3})) if problem.rule == NEWCOMERS]
    assert [problem.where for problem in new] == ["第1轮"]
    assert "3号、4号" in new[0].what
    assert new[0].gravity is Gravity.WARNING
    later = event(4, [[(1, 2, "2:0")], [(3, 1, "2:0"), (2, 4, "2:0")]], {"轮数": 3})
    assert not [problem for problem in check(later) if problem.rule == NEWCOMERS or "漏排" in problem.what]


@pytest.mark.parametrize(
    ("system", "where"),
    [("单循环", "对局秩序表"), ("双循环", "对局秩序表"), ("单败淘汰", "对阵图"), ("双败淘汰", "对阵图")],
)
def test_an_entry_after_the_schedule_is_told_before_pairing_refuses_it(system: str, where: str) -> None:
    late = event(5, [[(1, 4, "2:0"), (2, 3, "2:0")]], {"赛制": system})
    told = [problem for problem in check(late) if "不能加人" in problem.what]
    assert [problem.where for problem in told] == ["名单"]
    assert f"5号不在{where}里" in told[0].what
    with pytest.raises(NotAllowed, match="不能加人：5号"):
        next_round(late)


def test_what_is_played_cannot_be_an_error_any_more() -> None:
    """A rematch on the boards can still be mended; once its games are in it is only told."""
    first = [(1, 2, "2:0"), (4, 3, "1:1")]
    going_on = event(4, [first, [(2, 1), (3, 4, "1:1")]], {"轮数": 3})
    played = event(4, [first, [(2, 1, "1:1"), (3, 4, "1:1")]], {"轮数": 3})
    assert {problem.gravity for problem in check(going_on) if problem.rule == "W9.1"} == {Gravity.ERROR}
    assert {problem.gravity for problem in check(played) if problem.rule == "W9.1"} == {Gravity.WARNING}


SIDES_MEET = (((1, 4), (2, 5), (3, 6)), ((5, 1), (6, 2), (4, 3)), ((1, 6), (2, 4), (3, 5)))
"""1, 2, 3 have met 4, 5, 6, each of them once: what is left is two threes, and three cannot be paired."""


def test_a_dead_end_is_told_when_it_has_become_unavoidable() -> None:
    rounds = [[(red, black, "1:1") for red, black in pairs] for pairs in SIDES_MEET]
    told = [problem for problem in check(event(6, rounds, {"轮数": 5})) if problem.rule == "W12"]
    assert [problem.where for problem in told] == ["第3轮"]
    assert "下一轮排不出来" in told[0].what
    assert "改成 3" in told[0].hint
    # one round before, the prism that is left still makes three rounds
    assert not [problem for problem in check(event(6, rounds[:2], {"轮数": 5})) if problem.rule == "W12"]


def test_halves_that_have_met_go_on_where_they_are_even_and_not_where_they_are_odd() -> None:
    """Two fours whose players have all met across make three more rounds among themselves; two fives make none."""
    cycle = [[(one, 5 + (one - 1 + turn) % 4, "1:1") for one in range(1, 5)] for turn in range(4)]
    assert not [problem for problem in check(event(8, cycle, {"轮数": 7})) if problem.rule == "W12"]
    ten = [[(one, 6 + (one - 1 + turn) % 5, "1:1") for one in range(1, 6)] for turn in range(5)]
    told = [problem for problem in check(event(10, ten, {"轮数": 9})) if problem.rule == "W12"]
    assert "下一轮排不出来" in told[0].what
