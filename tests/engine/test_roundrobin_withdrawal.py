"""R8: what withdrawal, absence and late entry do to the table of a round robin."""

from __future__ import annotations

from dataclasses import replace

import pytest
from roundrobin_scenes import DOUBLE, SINGLE, event_of, played

from xlpair.engine import roundrobin
from xlpair.errors import NotAllowed
from xlpair.model import Attendance, Bye, Event, Game, Pairing, Player, Result, Round
from xlpair.settings import Settings


def leaving(event: Event, *numbers: int) -> Event:
    """The same event, these players marked 退赛."""
    return replace(
        event,
        players=tuple(
            replace(player, attendance=Attendance(withdrawn=True)) if player.number in numbers else player
            for player in event.players
        ),
    )


# -- withdrawal and absence


def test_withdrawn_before_the_start_is_as_never_entered() -> None:
    # Six on the roster, number 3 gone: five play, 1 2 4 5 6 bear table numbers 1–5. Round 1: 1 rests, 2-6, 4-5.
    event = event_of(6, p3=Attendance(withdrawn=True))
    assert roundrobin.entrants(event) == (1, 2, 4, 5, 6)
    assert roundrobin.round_of(event, 1) == Round(1, (Pairing(1, 2, 6), Pairing(2, 4, 5)), (Bye(1),))
    assert roundrobin.cancelled(event) == frozenset()


def test_hands_17_leaving_after_three_of_seven_cancels_everything() -> None:
    event = leaving(played(event_of(8), 3), 5)
    assert roundrobin.cancelled(event) == {5}
    # Printed table 7/8, round 4: (8)-6 7-5 1-4 2-3. The game 7-5 is not played, 7 rests.
    round_ = roundrobin.round_of(event, 4)
    assert round_ == Round(4, (Pairing(1, 8, 6), Pairing(2, 1, 4), Pairing(3, 2, 3)), (Bye(7),))
    assert "5号" in round_.byes[0].note


def test_hands_17_leaving_after_four_of_seven_forfeits_the_rest() -> None:
    event = leaving(played(event_of(8), 4), 5)
    assert roundrobin.cancelled(event) == frozenset()
    # Printed table 7/8: round 5 is 3-(8) 4-2 5-1 6-7, round 6 (8)-7 1-6 2-5 3-4, round 7 4-(8) 5-3 6-2 7-1.
    event = played(event, 7)
    mine = [next(board for board in round_.pairings if 5 in (board.red, board.black)) for round_ in event.rounds[4:]]
    assert mine == [
        Pairing(3, 5, 1, (Game(Result.RED_FORFEITS),)),
        Pairing(3, 2, 5, (Game(Result.BLACK_FORFEITS),)),
        Pairing(2, 5, 3, (Game(Result.RED_FORFEITS),)),
    ]
    assert roundrobin.cancelled(event) == frozenset()


def test_exactly_half_is_half() -> None:
    # Five players, four opponents each. Number 4 rests in round 2: after round 2 he has met one, after round 3 two.
    assert roundrobin.cancelled(leaving(played(event_of(5), 2), 4)) == {4}
    assert roundrobin.cancelled(leaving(played(event_of(5), 3), 4)) == frozenset()


def test_forfeited_meetings_count_as_met_and_rests_do_not() -> None:
    # Four players, three opponents: two met are more than half, also when both were forfeited.
    event = played(event_of(4), 2, Result.BOTH_FORFEIT)
    assert roundrobin.cancelled(leaving(event, 1)) == frozenset()
    # Three players: number 1 rests in round 1 (1-(4)), so he has met nobody of two.
    assert roundrobin.cancelled(leaving(played(event_of(3), 1), 1)) == {1}


def test_in_a_double_round_robin_games_are_counted() -> None:
    # Four players play six games each: after two rounds 2 of 6, after three 3 of 6.
    assert roundrobin.cancelled(leaving(played(event_of(4, DOUBLE), 2), 1)) == {1}
    assert roundrobin.cancelled(leaving(played(event_of(4, DOUBLE), 3), 1)) == frozenset()


def test_a_span_that_has_ended_is_a_withdrawal() -> None:
    # 1-3 of 7 rounds = left after round 3; while round 3 is being played he is still in.
    event = event_of(8, p5=Attendance(((1, 3),)))
    assert roundrobin.cancelled(played(event, 2)) == frozenset()
    half_entered = played(event, 2).with_round(roundrobin.round_of(played(event, 2), 3))
    assert roundrobin.cancelled(half_entered) == frozenset()
    assert roundrobin.cancelled(played(event, 3)) == {5}
    assert roundrobin.round_of(played(event, 3), 4).byes == (Bye(7),)


def test_two_who_left_late_forfeit_both() -> None:
    # Printed table 7/8, round 5: 3-(8) 4-2 5-1 6-7.
    round_ = roundrobin.round_of(leaving(played(event_of(8), 4), 1, 5, 6), 5)
    assert [board.result for board in round_.pairings] == [
        None,
        None,
        Result.BOTH_FORFEIT,
        Result.RED_FORFEITS,
    ]


def test_two_whose_results_are_cancelled_leave_an_empty_board() -> None:
    # Printed table 7/8, round 2: (8)-5 6-4 7-3 1-2; 6 and 4 left after one round.
    round_ = roundrobin.round_of(leaving(played(event_of(8), 1), 4, 6), 2)
    assert round_ == Round(2, (Pairing(1, 8, 5), Pairing(2, 7, 3), Pairing(3, 1, 2)))


def test_absence_forfeits_every_game_of_the_meeting() -> None:
    # 4 misses round 2 only: 4-3 with red in game 1, black in game 2 (printed table 3/4: (4)-3 1-2).
    settings = replace(SINGLE, games_per_meeting=2)
    event = event_of(4, settings, p4=Attendance(((1, 1), (3, None))))
    first, second = roundrobin.round_of(played(event, 1), 2).pairings
    assert (first.red, first.black) == (4, 3)
    assert [game.result for game in first.games] == [Result.RED_FORFEITS, Result.BLACK_FORFEITS]
    assert second.games == (Game(), Game())


def test_who_comes_late_has_his_place_and_forfeits_until_then() -> None:
    # Printed table 3/4, round 1: 1-(4) 2-3.
    event = event_of(4, p4=Attendance(((2, None),)))
    assert roundrobin.round_of(event, 1).pairings == (
        Pairing(1, 1, 4, (Game(Result.BLACK_FORFEITS),)),
        Pairing(2, 2, 3),
    )


def test_nobody_joins_the_table_under_way() -> None:
    event = played(event_of(6), 1)
    joined = replace(event, players=(*event.players, Player(7), Player(8)))
    with pytest.raises(NotAllowed, match="7号、8号"):
        roundrobin.round_of(joined, 2)
    assert roundrobin.entrants(joined) == (1, 2, 3, 4, 5, 6)


def test_who_was_taken_off_the_roster_keeps_his_place_in_the_table() -> None:
    # Printed table 5/6: rounds 1–3 played, row of number 6 deleted; round 4: (6)-5 1-4 2-3 and 6 does not come.
    event = played(event_of(6), 3)
    event = replace(event, players=event.players[:-1])
    assert roundrobin.round_of(event, 4).pairings == (
        Pairing(1, 6, 5, (Game(Result.RED_FORFEITS),)),
        Pairing(2, 1, 4),
        Pairing(3, 2, 3),
    )


@pytest.mark.parametrize("gone", [(1, 2, 3, 4), (1, 2, 3)])
def test_hands_11_nobody_or_one_left_is_refused(gone: tuple[int, ...]) -> None:
    with pytest.raises(NotAllowed, match="不足 2 人"):
        roundrobin.round_of(leaving(event_of(4), *gone), 1)
    with pytest.raises(NotAllowed, match="不足 2 人"):
        roundrobin.round_of(leaving(played(event_of(4), 1), *gone), 2)


def test_other_systems_cancel_nothing() -> None:
    swiss = replace(leaving(played(event_of(8), 1), 5), settings=Settings())
    assert roundrobin.cancelled(swiss) == frozenset()


def test_order_of_the_roster_changes_nothing() -> None:
    event = event_of(7)
    turned = Event(SINGLE, tuple(reversed(event.players)))
    assert roundrobin.round_of(event, 1) == roundrobin.round_of(turned, 1)
