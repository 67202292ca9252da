"""C1–C4 and the limits of W10, each line of the rule by a case worked out by hand.

Source of the lines: 高海明, 象棋比赛的积分编排制, 4. 确定先后手 and 5. 最后三轮编排的特殊情况处理.
"""

from __future__ import annotations

from dataclasses import replace

import events
import pytest

from xlpair.engine.records import Record, records
from xlpair.engine.sides import give_sides, strains
from xlpair.model import Score, Side, SideRule
from xlpair.settings import EqualSides, Settings

PLAIN = Settings(last_three=False)


def player(number: int, balance: int = 0, run: int = 0, score: Score = 0) -> Record:
    return Record(number, score=score, balance=balance, run=run)


def red_of(
    a: Record, b: Record, settings: Settings = PLAIN, round_number: int = 4, last_round: int = 9
) -> tuple[int, SideRule]:
    """Who has red, and why; both orders of asking must agree."""
    given = give_sides(a, b, settings=settings, round_number=round_number, last_round=last_round)
    assert given == give_sides(b, a, settings=settings, round_number=round_number, last_round=last_round)
    red, black, rule = given
    assert {red, black} == {a.number, b.number}
    return red, rule


# -- C1


@pytest.mark.parametrize(("fewer", "more"), [(-1, 1), (-1, 0), (0, 1), (-2, -1), (1, 2), (-2, 2)])
def test_fewer_reds_goes_first(fewer: int, more: int) -> None:
    # 少先-多先，少先的先走. The other one's longer run of blacks and smaller number do not matter.
    assert red_of(player(8, fewer, run=1), player(3, more, run=-2)) == (8, SideRule.FEWER_REDS)


# -- C2: equal balance, 连后多 > 连后 > 上后 > 上先 > 连先 > 连先多


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (-2, 2),  # 平先连后-连先，连后的先走
        (-3, -2),  # 平先连后-连后，连后多的先走
        (2, 3),  # 平先连先-连先，连先少的先走
        (-2, -1),  # 平先上后-连后，连后的先走
        (1, 2),  # 平先上先-连先，上先的先走
        (-1, 1),  # 平先上后-上先，上后的先走
        (-2, 1),
        (-1, 2),
        (-1, 0),  # nobody's last game had a colour: between one black and one red
        (0, 1),
    ],
)
@pytest.mark.parametrize("balance", [-1, 0, 1])
def test_equal_balance_the_run_decides(first: int, second: int, balance: int) -> None:
    assert red_of(player(8, balance, first), player(3, balance, second)) == (8, SideRule.RUN)


# -- C3


@pytest.mark.parametrize(
    ("one", "two", "red"),
    [
        (3, 8, 3),  # 11 odd: smaller first
        (4, 5, 4),  # 9 odd
        (1, 7, 7),  # 8 even: bigger first (五羊杯 2009 round 3, 陶汉明1 蒋川7: 蒋川 has red)
        (2, 8, 8),  # 10 even
    ],
)
@pytest.mark.parametrize("round_number", [4, 5])
def test_equal_histories_the_sum_of_the_numbers_decides(one: int, two: int, red: int, round_number: int) -> None:
    assert red_of(player(one, 1, 2), player(two, 1, 2), round_number=round_number) == (red, SideRule.SUM_OF_NUMBERS)


@pytest.mark.parametrize(("round_number", "red"), [(3, 3), (5, 3), (2, 8), (4, 8)])
@pytest.mark.parametrize("offset", [0, 1])
def test_equal_histories_by_the_round_when_the_event_says_so(round_number: int, red: int, offset: int) -> None:
    # 单数轮次小号先走，双数轮次大号先走, whatever the sum of the numbers is.
    settings = replace(PLAIN, equal_sides=EqualSides.ROUND_PARITY)
    given = red_of(player(3 + offset), player(8), settings, round_number)
    assert given == (red + offset if red == 3 else red, SideRule.ROUND_PARITY)


# -- C4


def test_last_three_rounds_who_has_more_points_gets_the_red_he_lacks() -> None:
    # Both lack one red; by C2 number 3, whose last game was black, would have it. 缺先补先 for the one with 7 points.
    high, low = player(8, -1, run=1, score=7), player(3, -1, run=-1, score=6)
    assert red_of(high, low, PLAIN, 7) == (3, SideRule.RUN)
    assert red_of(high, low, Settings(), 7) == (8, SideRule.LAST_ROUNDS)


def test_last_three_rounds_who_has_more_points_gets_the_black_he_lacks() -> None:
    # Both lack one black; by C2 number 8, whose last game was black, would have red again. 缺后补后 for him: 3 has red
    # and comes to balance 2, which is allowed.
    assert red_of(player(8, 1, -1, 7), player(3, 1, 1, 6), PLAIN, 8) == (8, SideRule.RUN)
    assert red_of(player(8, 1, -1, 7), player(3, 1, 1, 6), Settings(), 8) == (3, SideRule.LAST_ROUNDS)


@pytest.mark.parametrize(
    ("round_number", "rule"),
    [(6, SideRule.RUN), (7, SideRule.LAST_ROUNDS), (8, SideRule.LAST_ROUNDS), (9, SideRule.LAST_ROUNDS)],
)
def test_last_three_rounds_begin_with_the_third_last(round_number: int, rule: SideRule) -> None:
    # Of nine rounds: 7, 8, 9.
    assert red_of(player(8, 1, -1, 7), player(3, 1, 1, 6), Settings(), round_number)[1] is rule


def test_last_three_rounds_equal_points_change_nothing() -> None:
    assert red_of(player(8, 1, -1, 7), player(3, 1, 1, 7), Settings(), 9) == (8, SideRule.RUN)


def test_last_three_rounds_do_nothing_for_a_balance_of_nought() -> None:
    assert red_of(player(8, 0, 1, 7), player(3, -1, -1, 6), Settings(), 9) == (3, SideRule.FEWER_REDS)


@pytest.mark.parametrize(
    ("high", "low", "expected"),
    [
        # 8 lacks red; 3 would have black for the third time running.
        (player(8, -1, 1, 7), player(3, -1, -2, 6), (3, SideRule.RUN)),
        # 8 lacks red; 3 would come to balance -3.
        (player(8, -1, -2, 7), player(3, -2, -1, 6), (3, SideRule.FEWER_REDS)),
        # 8 lacks black; 3 would have red for the third time running.
        (player(8, 1, -1, 7), player(3, 1, 2, 6), (8, SideRule.RUN)),
        # 8 lacks black; 3 would come to balance 3.
        (player(8, 2, 1, 7), player(3, 2, 1, 6), (3, SideRule.SUM_OF_NUMBERS)),
        # 8 himself has had two reds running and lacks red: nothing said of him, he gets it.
        (player(8, -1, 2, 7), player(3, -1, -1, 6), (8, SideRule.LAST_ROUNDS)),
    ],
)
def test_last_three_rounds_ask_no_third_colour_and_no_third_step_of_the_other(
    high: Record, low: Record, expected: tuple[int, SideRule]
) -> None:
    assert red_of(high, low, Settings(), 9) == expected


# -- W10


@pytest.mark.parametrize(
    ("balance", "run", "red", "black"),
    [
        (0, 0, False, False),
        (1, 1, False, False),
        (0, 2, True, False),  # a third red
        (0, -2, False, True),  # a third black
        (1, 3, True, False),  # a fourth red
        (2, 1, True, False),  # balance 3
        (-2, -1, False, True),  # balance -3
        (2, -1, True, False),
        (-2, 1, False, True),
        (2, -2, True, True),  # red: balance 3; black: a third black
        (4, 1, True, False),  # black leads back, though only to 3
    ],
)
def test_strain_is_a_third_colour_running_or_a_balance_beyond_two(
    balance: int, run: int, red: bool, black: bool
) -> None:
    record = player(1, balance, run)
    assert (strains(record, Side.RED), strains(record, Side.BLACK)) == (red, black)


# -- a real event


@pytest.mark.parametrize("numbering", events.numberings_2009(), ids=lambda numbering: "-".join(numbering)[:20])
def test_colours_of_the_event_of_2009_are_as_played(numbering: dict[str, int]) -> None:
    """五羊杯 2009, rounds 2–6: of every pair that met, the rules give red to the one who had it.

    The event was played without 最后三轮 (events/2009_wuyangbei_numberings.txt).
    """
    event = events.event_from(events.SWISS_2009, numbering, PLAIN)
    for round_ in event.rounds[1:]:
        before = records(event.upto(round_.number - 1))
        for board in round_.pairings:
            given = give_sides(
                before[board.red], before[board.black], settings=PLAIN, round_number=round_.number, last_round=6
            )
            assert given[:2] == (board.red, board.black)
