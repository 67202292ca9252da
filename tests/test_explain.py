"""Reasons in words.

The facts of 2009 五羊杯 come from its games (tests/events, published pairings and results) and from walking through
rounds 2–6 by hand with the rules (W, C): who was in which score group and row, who had met, who had which colours.
"""

from __future__ import annotations

from dataclasses import replace

import events
import pytest

from xlpair.api import event as plain_event
from xlpair.engine.pairing import next_round
from xlpair.explain import BY_HAND, explained, pair_sentence, passed_words, round_sentences
from xlpair.model import Event, How, Pairing, PassedOver, PassReason, Reason, Result, Row, SideRule
from xlpair.settings import EqualSides, Settings

NAMES = ("陶汉明", "赵国荣", "徐天红", "柳大华", "洪智", "于幼华", "蒋川", "许银川", "吕钦", "赵鑫鑫")


def wuyangbei() -> Event:
    """The event as played, with the numbers 1 … 10 in the order of NAMES and the last three rounds like all others."""
    numbering = {name: number for number, name in enumerate(NAMES, start=1)}
    return events.event_from(events.SWISS_2009, numbering, Settings(last_three=False, rounds=6))


def sentences_2009(number: int) -> tuple[str, ...]:
    whole = wuyangbei()
    return round_sentences(whole, whole.rounds[number - 1])


# -- 2009, by the worked example


def test_round_2_who_came_down_and_who_was_met_already() -> None:
    # 蒋 alone with 2 points goes down to 于, both by C1: 于 had black, 蒋 red. 洪 met 赵鑫 in round 1, so 吕.
    told = sentences_2009(2)
    assert told[0] == (
        "第1台 6号于幼华（红）对7号蒋川（黑）：7号蒋川有2分，下调到1分段优先配对，选中6号于幼华（下调优先）；"
        "少先者先走（红方多后1次，黑方多先1次）。"
    )
    assert told[3] == (
        "第4台 5号洪智（红）对9号吕钦（黑）：1分段，要先行的5号洪智在另一行选中位置靠后的9号吕钦（错位），"
        "排在前面而没有配的是10号赵鑫鑫（已相遇）；少先者先走（红方多后1次，黑方多先1次）。"
    )


def test_round_3_same_row_and_the_sum_of_the_numbers() -> None:
    # 陶 and 蒋 are left in one row with equal histories: 1+7 is even, so 7 has red; 柳-洪: 4+5 is odd, so 4
    told = sentences_2009(3)
    assert told[2] == (
        "第3台 7号蒋川（红）对1号陶汉明（黑）：2分段，要先行余下的1号陶汉明与7号蒋川相配（同行）；"
        "双方先后手情况完全一样，按两号之和：1＋7＝8 是双数，大号先走。"
    )
    assert "4＋5＝9 是单数，小号先走" in told[4]


def test_round_3_equal_balance_and_the_last_colour() -> None:
    # 吕钦: red, black; 赵国荣: black, red. Balance 0 both, 吕 had black last.
    assert "先后次数一样，连后、上后者先走（红方上局后走，黑方上局先走）" in sentences_2009(3)[1]


def test_round_5_same_place() -> None:
    # 6 points: 蒋 (red, black, red, black) in 要先, 吕 (red, black, red, red) in 要后
    assert sentences_2009(5)[0] == (
        "第1台 7号蒋川（红）对9号吕钦（黑）：6分段，要先行的7号蒋川与另一行同一位置的9号吕钦相配（同位）；"
        "少先者先走（红方先后相当，黑方多先2次）。"
    )


def test_round_6_who_came_down_learns_why_not_above() -> None:
    # worked example: 于-赵 would leave 陶 徐 洪 柳 unpairable; 赵 has met 陶; 赵-洪 would leave 陶-柳, who have met
    told = sentences_2009(6)
    assert told[3].startswith(
        "第4台 4号柳大华（红）对2号赵国荣（黑）：2号赵国荣有5分，下调到2分段优先配对，选中4号柳大华（下调优先），"
        "在上面的分段没有配成的是6号于幼华、5号洪智（否则余下的排不通）、1号陶汉明（已相遇）；"
    )
    assert "在上面的分段没有配成的是2号赵国荣（否则余下的排不通）" in told[2]  # 于-徐
    assert "在上面的分段没有配成的是10号赵鑫鑫（已相遇）" in told[1]  # 吕-许


def test_round_1_was_drawn_otherwise_and_is_called_by_hand() -> None:
    told = sentences_2009(1)
    assert told[0] == "第1台 7号蒋川（红）对3号徐天红（黑）：人工编排：首轮不是按编号“临近”配的。"
    assert "首轮按编号“临近”配对；首轮先后按“单数台小号先”" in told[1]  # 1-2, as the rules have it


def test_every_round_of_2009_is_by_the_rules_from_round_2_on() -> None:
    whole = wuyangbei()
    for round_ in whole.rounds[1:]:
        found = explained(whole, round_)
        assert found.by_rules
        assert not found.refusal
        assert all(
            pairing.reason is not None and pairing.reason.how is not How.MANUAL for pairing in found.round.pairings
        )


def test_a_later_correction_makes_the_pairs_it_would_change_manual() -> None:
    # 吕钦 and 于幼华 drew in round 1. Had 于 won, he would have had 2 points and met 蒋 in that group.
    whole = wuyangbei()
    first = whole.rounds[0]
    assert (first.pairings[4].red, first.pairings[4].black) == (9, 6)
    corrected = replace(first, pairings=(*first.pairings[:4], first.pairings[4].with_result(Result.BLACK_WIN)))
    changed = replace(whole, rounds=(corrected, *whole.rounds[1:]))
    told = round_sentences(changed, changed.rounds[1])
    assert any("人工编排，或编排以后成绩有过更正" in sentence for sentence in told)
    assert told[0].startswith("第1台 6号于幼华（红）对7号蒋川（黑）：2分段，")


# -- other systems, byes, wishes


def test_sides_turned_by_hand_keep_the_reason_of_the_pair() -> None:
    begun = plain_event(4, [[(1, 2, "2:0"), (4, 3, "1:1")]], {"轮数": 3})
    made = next_round(begun)
    turned = replace(made.pairings[0], red=made.pairings[0].black, black=made.pairings[0].red, reason=None)
    round_ = replace(made, pairings=(turned, replace(made.pairings[1], reason=None)))
    told = round_sentences(begun, round_)
    assert told[0].startswith("第1台 1号（红）对3号（黑）：1号有2分，下调到1分段")
    assert told[0].endswith("先后手是人工定的，与规则相反。")
    assert "人工" not in told[1]


def test_reasons_that_a_round_carries_are_not_asked_again() -> None:
    begun = plain_event(4, [[(1, 2, "2:0"), (4, 3, "1:1")]], {"轮数": 3})
    made = next_round(begun)
    assert explained(begun, made).round is made


def test_round_robin_says_table_and_who_meets_nobody() -> None:
    # 3 players, round 1 of the printed table: 1-(4) 2-3
    whole = plain_event(3, [[(2, 3), (1,)]], {"赛制": "单循环"})
    assert round_sentences(whole, whole.rounds[0]) == (
        "第1台 2号（红）对3号（黑）：照对局秩序表第1轮；先后手照表。",
        "1号 轮空：照对局秩序表本轮没有对手。",
    )


def test_bye_of_a_swiss_round_and_leave() -> None:
    # 3 has had the bye; of 2 and 5, who have no points, 5 is the bigger number (B2)
    begun = plain_event(5, [[(1, 2, "2:0"), (4, 5, "2:0"), (3,)]], {"轮数": 5})
    told = round_sentences(begun, next_round(begun))
    assert told[-1].startswith("5号 轮空：人数是单数；还没有轮空过的里面")
    other = plain_event(5, [[(1, 2, "2:0"), (4, 5, "2:0"), (3,)], [(4, 1), (3, 5), (2, "轮空")]], {"轮数": 5})
    assert round_sentences(other, other.rounds[1])[-1].startswith("2号 轮空：人工安排")
    away = plain_event(5, [[(1, 2, "2:0"), (4, 5, "2:0"), (3, "请假")]], {"轮数": 5})
    assert round_sentences(away, away.rounds[0])[-1] == "3号 请假。"


def test_same_club_in_round_1_is_told_with_whom_it_was_to_be() -> None:
    # F2: 1-2, 3-4; 1 and 2 are of one club: 2 changes places with 4 (second of the following pair)
    begun = plain_event([(1, "甲", "东"), (2, "乙", "东"), (3, "丙", "西"), (4, "丁", "南")], settings={"轮数": 3})
    told = round_sentences(begun, next_round(begun))
    assert told[0].startswith("第1台 1号甲（红）对4号丁（黑）：首轮按编号“临近”配对，")
    assert "1号甲原该对2号乙（同单位），换成4号丁" in told[0]


def test_a_wish_let_through_is_told() -> None:
    begun = plain_event([(1, "甲", "东"), (2, "乙", "东")], settings={"轮数": 1})
    assert "两人同单位，但没有办法每台都避开，只好让步" in round_sentences(begun, next_round(begun))[0]


def test_a_round_the_rules_cannot_make_says_so_last() -> None:
    # hands.md 8: three rounds after which everybody's remaining opponents form an odd circle
    lost = plain_event(
        6,
        [
            [(1, 4, "1:1"), (2, 5, "1:1"), (3, 6, "1:1")],
            [(1, 5, "1:1"), (2, 6, "1:1"), (3, 4, "1:1")],
            [(1, 6, "1:1"), (2, 4, "1:1"), (3, 5, "1:1")],
            [(1, 2), (4, 5), (3, 6)],
        ],
        {"轮数": 5},
    )
    told = round_sentences(lost, lost.rounds[3])
    assert len(told) == 4
    assert all("人工" in sentence for sentence in told[:3])
    assert told[3].startswith("按现有成绩，规则排不出这一轮：第4轮无法编排")


# -- single sentences


def sentence(reason: Reason, settings: Settings | None = None) -> str:
    """A pair 5 (red) – 8 of round 3: 5 had black twice, 8 had red twice."""
    before = plain_event(
        8,
        [[(1, 5, "0:2"), (8, 2, "2:0"), (3, 4), (6, 7)], [(4, 5, "0:2"), (8, 6, "1:1"), (1, 3), (2, 7)]],
        settings or {"轮数": 3},
    )
    return pair_sentence(Pairing(1, 5, 8, reason=reason), before)


def test_last_rounds_tell_both_scores_and_what_is_lacking() -> None:
    # 5 has 4 points and two blacks, 8 has 3 points
    told = sentence(Reason(How.SAME_PLACE, SideRule.LAST_ROUNDS, 5, 8, 4, Row.WANTS_RED))
    assert told.endswith("最后三轮高分者补缺（红方4分，高于3分，多后2次，缺先补先）。")


def test_last_rounds_for_black() -> None:
    before = plain_event(4, [[(1, 3, "2:0"), (2, 4, "1:1")]], {"轮数": 3})
    told = pair_sentence(Pairing(1, 2, 1, reason=Reason(How.FLOATED, SideRule.LAST_ROUNDS, 1, 2, 1)), before)
    assert told.endswith("最后三轮高分者补缺（黑方2分，高于1分，多先1次，缺后补后）。")


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (SideRule.FEWER_REDS, "少先者先走（红方多后2次，黑方多先2次）"),
        (SideRule.RUN, "先后次数一样，连后、上后者先走（红方连后2局，黑方连先2局）"),
        (SideRule.SUM_OF_NUMBERS, "按两号之和：5＋8＝13 是单数，小号先走"),
        (SideRule.ROUND_PARITY, "按单双轮：第3轮是单数轮，小号先走"),
    ],
)
def test_side_rules_with_their_facts(rule: SideRule, words: str) -> None:
    told = sentence(Reason(How.SAME_PLACE, rule, 5, 8, 4, Row.WANTS_RED), Settings(equal_sides=EqualSides.ROUND_PARITY))
    assert words in told


def test_somebody_who_has_not_played_yet() -> None:
    before = plain_event(4, [[(1, 2, "+-"), (3, 4, "-+")]], {"轮数": 3})
    assert "红方还没有下过，黑方还没有下过" in pair_sentence(
        Pairing(1, 1, 4, reason=Reason(How.SAME_PLACE, SideRule.RUN, 1, 4, 2, Row.WANTS_RED)), before
    )


def test_passed_over_are_told_by_reason() -> None:
    passed = (
        PassedOver(3, PassReason.MET),
        PassedOver(7, PassReason.REST_UNPAIRABLE),
        PassedOver(5, PassReason.MET),
    )
    assert passed_words(passed, "{}号".format) == "3号、5号（已相遇）、7号（否则余下的排不通）"


def test_a_pair_is_looked_up_in_the_round_it_stands_in() -> None:
    whole = wuyangbei()
    assert pair_sentence(whole.rounds[2].pairings[2], whole) == sentences_2009(3)[2]


def test_a_pair_nobody_knows_a_reason_for_is_by_hand() -> None:
    before = plain_event(4, [[(1, 2, "2:0"), (4, 3, "1:1")]], {"轮数": 3})
    assert pair_sentence(Pairing(1, 1, 2), before) == pair_sentence(Pairing(1, 1, 2, reason=BY_HAND), before)
    assert "人工" in pair_sentence(Pairing(1, 1, 2), before)


def test_numbers_that_are_not_on_the_roster_still_have_a_sentence() -> None:
    whole = wuyangbei()
    gone = replace(whole, players=tuple(player for player in whole.players if player.number != 7))
    assert any("7号（" in told for told in round_sentences(gone, gone.rounds[4]))
