"""积分编排 from round 2 on, rule by rule, worked out by hand; and the real event of 2009.

The worked example (numbers, rows and pairs of rounds 2, 3 and 6) is the one the rules of this project give for
五羊杯 2009; the games are those published (tests/events).
"""

from __future__ import annotations

import pytest
from events import SWISS_2009, event_from, numberings_2009
from swiss_scenes import B, D, Line, R, event_of, pairs, round_of

from xlpair.engine.pairing import next_round
from xlpair.errors import NoPairing
from xlpair.model import Attendance, Event, How, PassedOver, PassReason, Player, Result, Row, Side, SideRule
from xlpair.settings import ClubRule, Settings

WORKED = ["陶汉明", "赵国荣", "徐天红", "柳大华", "洪智", "于幼华", "蒋川", "许银川", "吕钦", "赵鑫鑫"]
SETTINGS_2009 = Settings(rounds=6, last_three=False)


# -- the real event


@pytest.mark.parametrize("numbering", [*numberings_2009(), {who: n for n, who in enumerate(WORKED, 1)}])
def test_wuyangbei_2009_is_paired_as_played(numbering: dict[str, int]) -> None:
    event = event_from(SWISS_2009, numbering, SETTINGS_2009)
    for number in range(2, 7):
        made = next_round(event.upto(number - 1))
        assert set(pairs(made)) == set(pairs(event.rounds[number - 1]))


def test_the_worked_example_tells_its_reasons() -> None:
    """Round 2 of the worked example: 蒋7 goes down and takes 于6; 洪5 passes over 赵鑫10, met in round 1; 徐3-陶1."""
    event = event_from(SWISS_2009, {who: n for n, who in enumerate(WORKED, 1)}, SETTINGS_2009)
    second = {(pairing.red, pairing.black): pairing.reason for pairing in next_round(event.upto(1)).pairings}
    down, shifted = second[6, 7], second[5, 9]
    assert down is not None
    assert (down.how, down.row, down.drawer, down.taken, down.group) == (How.FLOATED, Row.FROM_ABOVE, 7, 6, 1)
    assert shifted is not None
    assert (shifted.how, shifted.row, shifted.drawer) == (How.SHIFTED, Row.WANTS_RED, 5)
    assert shifted.passed_over == (PassedOver(10, PassReason.MET),)
    assert second[4, 10].how is second[2, 8].how is How.SAME_PLACE  # type: ignore[union-attr]
    last = second[3, 1]
    assert last is not None
    assert (last.how, last.drawer, last.taken, last.group) == (How.FLOATED, 1, 3, 0)


def test_the_worked_example_sends_a_player_down_so_that_the_rest_can_be_paired() -> None:
    """Round 6: 于6 and 赵2 have not met, but 陶1 徐3 洪5 柳4 could not be completed; 于 takes 徐 below.

    In group 5 the search of 于 meets only 赵, so what was passed over shows in nobody's reason but his pair is made
    one group lower.
    """
    event = event_from(SWISS_2009, {who: n for n, who in enumerate(WORKED, 1)}, SETTINGS_2009)
    sixth = {(pairing.red, pairing.black): pairing.reason for pairing in next_round(event.upto(5)).pairings}
    assert set(sixth) == {(7, 10), (9, 8), (6, 3), (4, 2), (1, 5)}
    assert sixth[6, 3] is not None
    assert sixth[6, 3].drawer == 6


# -- rows and order (W3, W4, W6, W7)


def test_round_2_pairs_red_players_with_black_players_small_row_draws() -> None:
    """8 players, round 1 all drawn: reds 1 3 5 7 want black, blacks 2 4 6 8 want red, equal rows.

    Round 2 is even: big numbers first, so 要先 8 6 4 2, 要后 7 5 3 1; heads 8 and 7: the bigger draws (W6).
    8 met 7 -> takes 5; 6: 7 free -> takes 7; 4 met 3? 4 takes 3? they met in round 1 -> 1; 2 takes 3 (met 1).
    Everybody who wants red has had black, so red is his (C1).
    """
    event = event_of(8, [(1, 2, D), (3, 4, D), (5, 6, D), (7, 8, D)])
    assert pairs(next_round(event)) == [(8, 5), (6, 7), (4, 1), (2, 3)]


def test_odd_rounds_serve_small_numbers_first() -> None:
    """4 players; 1-2 3-4 drawn, then 4-1 2-3 drawn: all level, balance 0; last game black: 1 and 3 want red.

    Only 1-3 and 2-4 have not met. Round 3 is odd: the rows are 要先 1 3, 要后 2 4; nobody opposite may be met, so each
    row pairs its neighbours (W7): 1-3, sum even -> bigger number red (C3): 3-1; 2-4 likewise: 4-2.
    """
    event = event_of(4, [(1, 2, D), (3, 4, D)], [(4, 1, D), (2, 3, D)], rounds=3)
    made = next_round(event)
    assert pairs(made) == [(3, 1), (4, 2)]
    assert [pairing.reason.how for pairing in made.pairings if pairing.reason] == [How.SAME_ROW, How.SAME_ROW]
    assert [pairing.reason.side_rule for pairing in made.pairings if pairing.reason] == [SideRule.SUM_OF_NUMBERS] * 2


def test_players_without_a_coloured_game_stand_by_their_number() -> None:
    """Round 1 was all forfeits: no colours (B5), so 1 3 want red and 2 4 want black; the winners 1 and 4 meet.

    1+4 and 2+3 are odd: the smaller number has red (C3). Rows of one each; round 2: the bigger head draws, which is
    black's row of 1-4 and red's row of 2-3 (W6).
    """
    event = event_of(4, [(1, 2, Result.BLACK_FORFEITS), (3, 4, Result.RED_FORFEITS)])
    made = next_round(event)
    assert pairs(made) == [(1, 4), (2, 3)]
    assert [p.reason.row for p in made.pairings if p.reason] == [Row.WANTS_BLACK, Row.WANTS_RED]


def test_boards_follow_the_scores() -> None:
    """hands 12: 2-1-0 scoring, scores 7 6 6 5 -> 7-6 on the first board and 6-5 on the second.

    1: 2 2 2 1 = 7; 2 and 3: 6; 4: 5 is reached with players 5–8 as the others' opponents.
    """
    event = event_of(
        8,
        [(1, 5, R), (6, 2, B), (3, 7, R), (8, 4, B)],
        [(5, 1, B), (2, 6, R), (7, 3, B), (4, 8, R)],
        [(1, 6, R), (5, 2, B), (3, 8, R), (7, 4, D)],
        [(7, 1, D), (2, 8, None), (6, 3, None), (4, 5, None)],
    )
    done = event.rounds[3]
    lines = [(7, 1, D), (8, 2, D), (6, 3, D), (5, 4, D)]
    event = Event(event.settings, event.players, (*event.rounds[:3], round_of(4, lines)))
    made = next_round(event)
    scores = {1: 7, 2: 7, 3: 7, 4: 6}
    tops = [scores.get(p.red, 0) + scores.get(p.black, 0) for p in made.pairings]
    assert tops == sorted(tops, reverse=True)
    assert done.number == 4


# -- W9, W10, W12


def test_hands_09_a_field_of_four_ends_with_the_pairs_left() -> None:
    """A–B C–D, A–C B–D, scores 2 1 1 0 (1 a win): round 3 is A–D, B–C, though the scores ask for A–B or A–C."""
    event = event_of(4, [(1, 2, R), (3, 4, R)], [(1, 3, D), (2, 4, R)], rounds=3)
    made = next_round(event)
    assert {frozenset(pair) for pair in pairs(made)} == {frozenset({1, 4}), frozenset({2, 3})}


def test_hands_08_a_round_that_cannot_be_paired_is_refused_and_names_who_blocks_whom() -> None:
    """1 2 3 have each met 4 5 6 and nobody else: two odd components, each player left with the other two."""
    event = event_of(
        6,
        [(1, 4, R), (2, 5, R), (3, 6, R)],
        [(5, 1, B), (6, 2, B), (4, 3, B)],
        [(1, 6, R), (2, 4, R), (3, 5, R)],
        rounds=4,
    )
    with pytest.raises(NoPairing) as refused:
        next_round(event)
    assert dict(refused.value.left) == {1: (2, 3), 2: (1, 3), 3: (1, 2), 4: (5, 6), 5: (4, 6), 6: (4, 5)}
    assert "1号还能遇 2号、3号" in str(refused.value)


@pytest.mark.parametrize("planned", [4, 5])
def test_hands_08_the_engine_keeps_out_of_that_dead_end(planned: int) -> None:
    """After 1-4 2-5 3-6 and 5-1 6-2 4-3, round 3 must not be 1-6 2-4 3-5 when 4 or more rounds are planned (W12)."""
    event = event_of(6, [(1, 4, R), (2, 5, R), (3, 6, R)], [(5, 1, B), (6, 2, B), (4, 3, B)], rounds=planned)
    third = {frozenset(pair) for pair in pairs(next_round(event))}
    assert third != {frozenset({1, 6}), frozenset({2, 4}), frozenset({3, 5})}


def test_a_forfeited_pairing_counts_as_met() -> None:
    """hands 10: 1 beat 2 by forfeit in round 2; 1 and 2 are level before round 4 and do not meet."""
    event = event_of(
        4,
        [(1, 3, D), (2, 4, D)],
        [(1, 2, Result.BLACK_FORFEITS), (3, 4, D)],
        rounds=3,
    )
    assert {frozenset(pair) for pair in pairs(next_round(event))} == {frozenset({1, 4}), frozenset({2, 3})}


STRAINED = (
    [(1, 3, R), (2, 4, R), (5, 7, R), (6, 8, R)],
    [(1, 4, R), (2, 3, R), (5, 8, Result.BLACK_FORFEITS), (6, 7, Result.BLACK_FORFEITS)],
)


def test_a_third_equal_colour_is_passed_over_while_there_is_another() -> None:
    """1 and 2 have had red twice, 5 and 6 once (and a forfeit without colour); all have 4 points, all want black.

    In the row 1 2 5 6, 1 passes over 2 (one of them would get a third red) and takes 5, who has had fewer reds and
    gets red; 2 takes 6 likewise.
    """
    made = next_round(event_of(8, *STRAINED))
    assert pairs(made)[:2] == [(5, 1), (6, 2)]
    reason = made.pairings[0].reason
    assert reason is not None
    assert (reason.how, reason.drawer) == (How.SAME_ROW, 1)
    assert reason.passed_over == (PassedOver(2, PassReason.THREE_IN_A_ROW),)


def test_the_last_round_does_not_look_at_three_in_a_row() -> None:
    """As before, but round 3 is the last: 1 takes 2, both with two reds; 1+2 odd, so 1 has red again; 5-6 likewise."""
    assert pairs(next_round(event_of(8, *STRAINED, rounds=3)))[:2] == [(1, 2), (5, 6)]


def test_who_went_down_less_often_goes_down_now() -> None:
    """1 wants red, 2 and 3 want black, all 2 points; 4 has 0, the others have left. 3 went down in round 2 (2 points
    before, against 9 with 1), nobody else did.

    Without 上下调均衡 1 takes 2 and 3 goes down once more. With it 1 passes over 2 and takes 3, and 2 goes down.
    """
    roster = [Player(n, attendance=Attendance(withdrawn=n > 4)) for n in range(1, 11)]
    rounds: tuple[list[Line | int], ...] = (
        [(1, 5, D), (6, 2, D), (8, 3, B), (7, 4, R), (9, 10, D)],
        [(3, 9, B), (6, 1, D), (2, 5, D), (4, 8, B), (7, 10, D)],
    )
    plain = next_round(event_of(roster, *rounds))
    assert {frozenset(pair) for pair in pairs(plain)} == {frozenset({1, 2}), frozenset({3, 4})}
    even = next_round(event_of(roster, *rounds, balance_downs=True))
    assert {frozenset(pair) for pair in pairs(even)} == {frozenset({1, 3}), frozenset({2, 4})}
    reason = even.pairings[0].reason
    assert reason is not None
    assert reason.passed_over == (PassedOver(2, PassReason.UNEVEN_DOWNS),)


# -- wishes (W9.2)


def test_forbidden_pairs_keep_apart_in_every_round() -> None:
    """Winners 1 and 3 would meet in round 2; 1-3 is forbidden, so each takes one of 2 and 4."""
    event = event_of(4, [(1, 2, R), (3, 4, R)], forbidden=frozenset({(1, 3)}), rounds=3)
    made = {frozenset(pair) for pair in pairs(next_round(event))}
    assert made == {frozenset({1, 4}), frozenset({2, 3})}


def test_a_wish_gives_way_where_no_round_could_be_paired() -> None:
    """After 1-2 3-4 and 1-4 2-3 only 1-3 2-4 are left; 1-3 is forbidden and gives way, told in the reason."""
    event = event_of(4, [(1, 2, D), (3, 4, D)], [(4, 1, D), (2, 3, D)], forbidden=frozenset({(1, 3)}), rounds=3)
    made = {frozenset((p.red, p.black)): p.reason for p in next_round(event).pairings}
    assert set(made) == {frozenset({1, 3}), frozenset({2, 4})}
    told = made[frozenset({1, 3})]
    assert told is not None
    assert told.let_through is PassReason.FORBIDDEN


def test_a_club_pair_gives_way_before_a_forbidden_pair() -> None:
    """1-3 is forbidden, 2-3 one club (全程); 1 has met 4, 2 has met... left: 1-2 3-4 met in round 1.

    Left are 1-3 2-4 (one forbidden) and 1-4 2-3 (one club pair): the club pair gives way.
    """
    roster = [Player(1), Player(2, club="甲"), Player(3, club="甲"), Player(4)]
    event = event_of(
        roster,
        [(1, 2, R), (3, 4, R)],
        forbidden=frozenset({(1, 3)}),
        club_rule=ClubRule.ALWAYS,
        rounds=3,
    )
    made = {frozenset((p.red, p.black)): p.reason for p in next_round(event).pairings}
    assert set(made) == {frozenset({1, 4}), frozenset({2, 3})}
    told = made[frozenset({2, 3})]
    assert told is not None
    assert told.let_through is PassReason.SAME_CLUB


def test_sides_never_depend_on_the_order_of_the_roster() -> None:
    event = event_of(8, [(1, 2, D), (3, 4, R), (5, 6, B), (7, 8, D)])
    turned = Event(event.settings, tuple(reversed(event.players)), event.rounds)
    assert next_round(turned) == next_round(event)
    assert next_round(event).pairings[0].side(next_round(event).pairings[0].red) is Side.RED
