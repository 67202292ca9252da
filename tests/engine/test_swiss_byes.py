"""Byes (B1, B2), leave, withdrawal and late entries in 积分编排, worked out by hand."""

from __future__ import annotations

import pytest
from swiss_scenes import B, D, R, event_of, resting

from xlpair.engine.pairing import next_round
from xlpair.errors import NotAllowed, OpenBoards
from xlpair.model import Attendance, ByeKind, Event, Player, Result, Round
from xlpair.settings import Settings, Worth


def test_hands_02_the_bye_goes_to_the_biggest_number_without_one() -> None:
    """7 players, byes P7 and P6, P5–P7 lowest -> the bye is P5's: the lowest group has somebody without a bye."""
    event = event_of(
        7,
        [(1, 4, R), (2, 5, R), (3, 6, R), 7],
        [(5, 1, B), (4, 2, B), (7, 3, B), 6],
        bye_worth=Worth.LOSS,
    )
    assert resting(next_round(event)) == [5]


def test_hands_03_a_bye_worth_a_draw_is_still_a_bye() -> None:
    """5 players, 4 rounds, a bye scores 1: four different players rest and nobody rests twice."""
    event = event_of(5, rounds=4, bye_worth=Worth.DRAW)
    rested = []
    for number in range(1, 5):
        made = next_round(event)
        rested += resting(made)
        event = event.with_round(Round(number, tuple(p.with_result(D) for p in made.pairings), made.byes))
    assert len(rested) == len(set(rested)) == 4


def test_hands_04_two_on_leave_make_no_three_byes() -> None:
    """7 players, two 请假 in round 4: both rest, the other five get one bye."""
    roster = [
        Player(n, attendance=Attendance(((1, 3), (5, None))) if n in (2, 3) else Attendance()) for n in range(1, 8)
    ]
    event = Event(Settings(rounds=7), tuple(roster))
    for number in range(1, 4):
        made = next_round(event)
        event = event.with_round(Round(number, tuple(p.with_result(D) for p in made.pairings), made.byes))
    fourth = next_round(event)
    assert sorted(bye.player for bye in fourth.byes if bye.kind is ByeKind.LEAVE) == [2, 3]
    assert len(resting(fourth)) == 1
    assert len(fourth.pairings) == 2


def test_hands_05_one_on_leave_of_five_leaves_no_bye() -> None:
    roster = [Player(n, attendance=Attendance(((2, None),)) if n == 3 else Attendance()) for n in range(1, 6)]
    first = next_round(Event(Settings(rounds=5), tuple(roster)))
    assert len(first.pairings) == 2
    assert resting(first) == []


def test_hands_06_five_players_can_play_five_rounds_and_no_sixth() -> None:
    """An odd field of 5 meets everybody and rests once in 5 rounds (W12)."""
    event = event_of(5, rounds=7)
    for number in range(1, 6):
        made = next_round(event)
        event = event.with_round(Round(number, tuple(p.with_result(R) for p in made.pairings), made.byes))
    with pytest.raises(NotAllowed, match="最多编排 5 轮"):
        next_round(event)


def test_hands_11_nobody_or_one_left_is_refused() -> None:
    gone = Attendance(withdrawn=True)
    everybody = Event(Settings(rounds=5), tuple(Player(n, attendance=gone) for n in range(1, 5)))
    one = Event(Settings(rounds=5), (Player(1), *(Player(n, attendance=gone) for n in range(2, 5))))
    with pytest.raises(NotAllowed, match="只有 0 人"):
        next_round(everybody)
    with pytest.raises(NotAllowed, match="只有 1 人"):
        next_round(one)


def test_hands_13_a_loser_who_leaves_is_not_paired_and_the_field_is_odd() -> None:
    """6 players, 1 beat 4 in round 1, 4 then withdrew: five left, one bye, 4 nowhere."""
    event = event_of(6, [(1, 4, R), (5, 2, D), (3, 6, D)], rounds=5)
    roster = tuple(Player(p.number, attendance=Attendance(withdrawn=p.number == 4)) for p in event.players)
    made = next_round(Event(event.settings, roster, event.rounds))
    assert 4 not in made.numbers()
    assert len(made.pairings) == 2
    assert len(resting(made)) == 1


def test_hands_15_a_late_entry_joins_with_the_points_of_missed_rounds() -> None:
    """12 players, P13 after round 3: in from round 4 with 0 points; the odd field's bye is not his first round's."""
    event = event_of(12, rounds=7)
    for number in range(1, 4):
        made = next_round(event)
        event = event.with_round(Round(number, tuple(p.with_result(R) for p in made.pairings), made.byes))
    joined = Event(event.settings, (*event.players, Player(13)), event.rounds)
    fourth = next_round(joined)
    assert 13 in {n for p in fourth.pairings for n in (p.red, p.black)}
    assert len(resting(fourth)) == 1
    assert resting(fourth) != [13]


def test_whoever_forfeits_twice_running_is_no_longer_paired() -> None:
    """B6, default 2: 4 did not come in rounds 1 and 2; in round 3 only 1 2 3 are left, one of whom rests."""
    event = event_of(4, [(1, 4, Result.BLACK_FORFEITS), (2, 3, D)], [(4, 2, Result.RED_FORFEITS), (3, 1, D)], rounds=3)
    assert 4 not in next_round(event).numbers()
    patient = Event(Settings(rounds=3, forfeits_stop=0), event.players, event.rounds)
    assert 4 in next_round(patient).numbers()


def test_open_boards_are_named() -> None:
    event = event_of(4, [(1, 2, R), (3, 4, None)])
    with pytest.raises(OpenBoards, match="第1轮第 2 台还没有结果"):
        next_round(event)


def test_no_round_after_the_last() -> None:
    event = event_of(4, [(1, 2, R), (3, 4, R)], rounds=1)
    with pytest.raises(NotAllowed, match="没有下一轮"):
        next_round(event)
