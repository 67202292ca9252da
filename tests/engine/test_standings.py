"""Standings: shared places (S5), live tables (S6), withdrawal (B7, R8), and laws of all orders."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sketches import sketch
from standing_scenes import LEVEL_FOUR, ROUND_ROBIN, by, places

from xlpair.engine.roundrobin import round_of
from xlpair.engine.standings import crosstable, standings
from xlpair.engine.tiebreaks import PRESETS
from xlpair.model import Attendance, Bye, ByeKind, Event, Game, Pairing, Player, Result, Round, Side

# Shared places


def test_equal_to_the_end_is_the_same_place_and_the_next_is_skipped() -> None:
    """1 and 3 have won, 2 and 4 have lost, 5 and 6 have drawn."""
    table = standings(sketch(6, "3>4 1>2 5=6", settings=by("积分")))
    assert places(table) == [(1, 1), (1, 3), (3, 5), (3, 6), (5, 2), (5, 4)]
    assert [row.shared for row in table.rows] == [True] * 6


def test_hands_12_points_7_6_6_5_are_places_1_2_2_4() -> None:
    """All games of a double round robin drawn, but 1 beat 4 once: 1 + 6·1 = 7, 6, 6, 5·1 = 5."""
    lines = ("1>4 2=3", "1=2 3=4", "1=3 2=4", "4=1 3=2", "2=1 4=3", "3=1 4=2")
    table = standings(sketch(4, *lines, settings=by("积分")))
    assert [(row.place, row.player.number, row.score) for row in table.rows] == [
        (1, 1, 7),
        (2, 2, 6),
        (2, 3, 6),
        (4, 4, 5),
    ]
    assert [row.shared for row in table.rows] == [False, True, True, False]


def test_before_the_first_round_all_share_the_first_place() -> None:
    table = standings(sketch(3))
    assert places(table) == [(1, 1), (1, 2), (1, 3)]
    assert table.rounds == ()
    assert standings(sketch(0)).rows == ()


# Live tables


def test_an_open_board_is_told() -> None:
    table = standings(sketch(4, "1>2 3=4", "1?3 4>2"))
    assert (table.rounds, table.open_rounds) == ((1, 2), (2,))


@pytest.mark.parametrize("preset", PRESETS)
def test_hands_28_a_round_just_paired_changes_no_place_and_no_value(preset: str) -> None:
    before = standings(sketch(4, *LEVEL_FOUR[:2], settings=by(preset)))
    after = standings(sketch(4, *LEVEL_FOUR[:2], "2?4 3?1", settings=by(preset)))
    assert places(after) == places(before)
    assert [row.values for row in after.rows] == [row.values for row in before.rows]


def test_hands_28_half_a_round_entered() -> None:
    """LEVEL_FOUR after 2-4 was drawn, 3-1 open: points 2 3 2 3.

    对手分   1: 4's 3 + 2's 3 = 6   2: 3's 2 + 1's 2 + 4's 3 = 7   3: 2's 3 + 4's 3 = 6   4: 1's 2 + 3's 2 + 2's 3 = 7
    后走胜局 4 one, 2 none; 3 one, 1 none
    """
    table = standings(sketch(4, *LEVEL_FOUR[:2], "2=4 3?1"))
    assert places(table) == [(1, 4), (2, 2), (3, 3), (4, 1)]
    assert [row.values[:2] for row in table.rows] == [(3, 7), (3, 7), (2, 6), (2, 6)]


def test_hands_28_who_loses_does_not_pass_somebody_whose_board_is_open() -> None:
    """积分编排 乙, six players. After two rounds 1 has 2 2, 2 has 0 2, both 2 points; 2 loses, 1 is still playing.

    累进分 1: 2 + 2 + 2 = 6, 2: 0 + 2 + 2 = 4.
    """
    event = sketch(6, "1>2 3>4 5>6", "3>1 2>4 5=6", "1?5 3>2 6>4", settings=by("积分编排 乙"))
    rows = {row.player.number: row for row in standings(event).rows}
    assert [rows[number].values[:2] for number in (1, 2)] == [(2, 6), (2, 4)]
    assert rows[1].place < rows[2].place


# Withdrawal


def test_hands_16_who_left_keeps_his_points_and_his_place() -> None:
    """5 left after two rounds with bye 2 + 1 = 3; 1: 6, 2: 0 + 1 + 0 = 1, 3: 2 + 0 + 1 = 3, 4: 0 + leave 0 + 1 = 1."""
    table = standings(sketch(5, "1>2 3>4 5", "1>3 5=2 4L", "1>2 3=4", settings=by("积分"), left=[5]))
    assert [(row.player.number, row.withdrawn) for row in table.rows] == [
        (1, False),
        (3, False),
        (5, True),
        (2, False),
        (4, False),
    ]
    assert [row.score for row in table.rows] == [6, 3, 3, 1, 1]


def test_who_left_without_a_game_is_last_whatever_he_has() -> None:
    """3 rested in round 1 (2 points) and left; 4 was given a forfeit (2 points) and left; 2 has lost everything."""
    table = standings(sketch(5, "1>2 4+5 3", "1>2 5", settings=by("积分"), left=[3, 4]))
    assert places(table) == [(1, 1), (2, 5), (3, 2), (4, 3), (4, 4)]


def test_who_left_after_a_round_by_his_rounds_is_marked_from_the_next_on() -> None:
    players = [Player(1), Player(2), Player(3, attendance=Attendance(((1, 1),)))]
    marks = [
        [row.player.number for row in standings(sketch(players, *lines)).rows if row.withdrawn]
        for lines in (("1>2 3",), ("1>3 2", "1>2"))
    ]
    assert marks == [[], [3]]


def test_who_left_before_the_start_is_last_in_a_swiss_and_not_in_a_round_robin() -> None:
    swiss = sketch(3, "1>2", left=[3])
    assert places(standings(swiss)) == [(1, 1), (2, 2), (3, 3)]
    assert places(standings(replace(swiss, settings=ROUND_ROBIN))) == [(1, 1), (2, 2)]
    assert len(crosstable(replace(swiss, settings=ROUND_ROBIN)).rows) == 2


def reds_win(event: Event, rounds: int) -> Event:
    """Play that many rounds of a round robin more: red wins every game that is open."""
    for number in range(len(event.rounds) + 1, len(event.rounds) + rounds + 1):
        paired = round_of(event, number)
        boards = tuple(one if one.result else one.with_result(Result.RED_WIN) for one in paired.pairings)
        event = event.with_round(replace(paired, pairings=boards))
    return event


def round_robin_of_eight_that_5_leaves_after(rounds: int, by_rounds: bool = False) -> Event:
    """``by_rounds``: told by 参赛轮次 (``1-4``) instead of 退赛."""
    started = reds_win(sketch(8, settings=ROUND_ROBIN), rounds)
    leaving = Attendance(((1, rounds),)) if by_rounds else Attendance(withdrawn=True)
    gone = tuple(replace(player, attendance=leaving) if player.number == 5 else player for player in started.players)
    return reds_win(replace(started, players=gone), 7 - rounds)


@pytest.mark.parametrize("by_rounds", [False, True])
def test_hands_17_left_after_3_of_7_counts_for_nobody(by_rounds: bool) -> None:
    """The 21 games of the other seven give 2 points each; 5 is last with nothing, his three games are shown."""
    table = standings(round_robin_of_eight_that_5_leaves_after(3, by_rounds))
    last = table.rows[-1]
    assert (last.place, last.player.number, last.score, last.withdrawn, last.cancelled) == (8, 5, 0, True, True)
    assert sum(row.score for row in table.rows) == 42
    assert [cell[0].cancelled for cell in last.cells[:3]] == [True, True, True]
    assert sum(entry.cancelled for row in table.rows[:-1] for cell in row.cells for entry in cell) == 3


@pytest.mark.parametrize("by_rounds", [False, True])
def test_hands_17_left_after_4_of_7_stands_and_the_rest_is_forfeited(by_rounds: bool) -> None:
    """All 28 games give 2 points; 5 has what he won in four rounds.

    The printed table for 7或8人 has 4-5, 8-5, 5-6 and 7-5 in rounds 1 to 4: 5 has red only against 6, 2 points, and
    loses the three games with black. The games left are against 1, 2 and 3.
    """
    table = standings(round_robin_of_eight_that_5_leaves_after(4, by_rounds))
    row = next(row for row in table.rows if row.player.number == 5)
    assert (row.score, row.withdrawn, row.cancelled) == (2, True, False)
    assert sum(one.score for one in table.rows) == 56
    assert [cell[0].opponent for cell in row.cells] == [4, 8, 6, 7, 1, 2, 3]
    assert [cell[0].points for cell in row.cells] == [0, 0, 2, 0, 0, 0, 0]
    assert [cell[0].side for cell in row.cells[4:]] == [None, None, None]


def test_a_forfeit_within_his_rounds_does_not_mark_him_as_gone() -> None:
    players = [Player(1), Player(2, attendance=Attendance(((1, 2),)))]
    assert not any(row.withdrawn for row in standings(sketch(players, "1+2", "2-1")).rows)
    assert [row.withdrawn for row in standings(sketch(players, "1>2", "2>1", "1>2")).rows] == [False, False]


# Laws


@st.composite
def random_events(draw: st.DrawFn, *, results: tuple[Result | None, ...] = (None, *Result)) -> Event:
    """Any rounds of any pairs, met before or not: placing does not ask. Who is left over is on leave, worth 0."""
    count = draw(st.integers(1, 9))
    rounds = []
    for number in range(1, draw(st.integers(0, 6)) + 1):
        seats = draw(st.permutations(range(1, count + 1)))
        games = draw(st.lists(st.sampled_from(results), min_size=count // 2, max_size=count // 2))
        pairs = zip(seats[::2], seats[1::2], games, strict=False)
        boards = tuple(Pairing(board, one, two, (Game(got),)) for board, (one, two, got) in enumerate(pairs, start=1))
        rests = tuple(Bye(left_over, ByeKind.LEAVE) for left_over in seats[2 * len(boards) :])
        rounds.append(Round(number, boards, rests))
    preset = draw(st.sampled_from(sorted(PRESETS)))
    return Event(by(preset), tuple(Player(number) for number in range(1, count + 1)), tuple(rounds))


@given(random_events(), st.randoms(use_true_random=False))
def test_order_of_entry_changes_nothing(event: Event, chance: random.Random) -> None:
    players = chance.sample(event.players, len(event.players))
    rounds = tuple(replace(one, pairings=tuple(chance.sample(one.pairings, len(one.pairings)))) for one in event.rounds)
    assert standings(Event(event.settings, tuple(players), rounds)) == standings(event)


@given(random_events(results=(Result.RED_WIN, Result.DRAW, Result.BLACK_WIN)))
def test_played_games_give_two_points_each(event: Event) -> None:
    games = sum(len(round_.pairings) for round_ in event.rounds)
    assert sum(row.score for row in standings(event).rows) == 2 * games


@given(random_events())
def test_places_are_shared_exactly_by_those_level_to_the_end(event: Event) -> None:
    table = standings(event)
    for index, row in enumerate(table.rows):
        level = [other for other in table.rows if other.values == row.values]
        assert {other.place for other in level} == {row.place}
        assert [other.player.number for other in level] == sorted(other.player.number for other in level)
        assert row.shared is (len(level) > 1)
        assert row.place == index + 1 - level.index(row)


def plain_values(event: Event, number: int) -> tuple[int, ...]:
    """积分, 累进分, 胜局 and 后走局数 the slow way, straight from the rounds of an event without byes."""
    score = running = wins = blacks = 0
    for round_ in event.rounds:
        for pairing, side in itertools.product(round_.pairings, Side):
            if number != (pairing.red if side is Side.RED else pairing.black) or pairing.result is None:
                continue
            score += 2 * (pairing.result.winner is side) + (pairing.result is Result.DRAW)
            wins += pairing.result.winner is side
            blacks += pairing.result.played and side is Side.BLACK
        running += score if any(pairing.result for pairing in round_.pairings) else 0
    return score, running, wins, blacks


@given(random_events())
def test_agrees_with_counting_the_slow_way(event: Event) -> None:
    event = replace(event, settings=by("积分", "累进分", "胜局", "后走局数"))
    table = standings(event)
    expected = {number: plain_values(event, number) for number in event.by_number()}
    assert {row.player.number: row.values for row in table.rows} == expected
    assert [row.player.number for row in table.rows] == sorted(
        expected, key=lambda number: (*(-value for value in expected[number]), number)
    )
