"""等级分 after an event (L1): which games count, and what comes out. Worked out by hand with K 20 unless told.

At equal ratings half a point is expected; against somebody 400 higher 1/11 = 0.0909, 400 lower 10/11 = 0.9091.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from sketches import sketch

from xlpair.engine.rating_list import rating_list
from xlpair.model import Event, Lineup, Member, Player
from xlpair.settings import Scoring, Settings, System, TeamForm, Unrated


def rated(*ratings: int | None) -> list[Player]:
    return [Player(number, f"棋手{number}", rating=rating) for number, rating in enumerate(ratings, start=1)]


def new(event: Event) -> list[int | None]:
    return [row.new for row in rating_list(event)]


def test_one_game_each() -> None:
    """1 (1600) beats 2 (2000): 1600 + 20·(1 − 1/11) = 1618.18, 2000 − 18.18 = 1981.82. 3 and 4 draw."""
    event = sketch(rated(1600, 2000, 1800, 1800), "1>2 3=4")
    assert new(event) == [1618, 1982, 1800, 1800]
    first = rating_list(event)[0]
    assert (first.games, first.points, first.old, first.performance) == (1, 1, 1600, None)
    assert first.expected == pytest.approx(1 / 11)


def test_games_add_up_from_the_rating_before_the_event() -> None:
    """1 (1600): wins against 2 (2000) and draws with 3 (1600): 1600 + 20·(1.5 − 1/11 − 1/2) = 1618.18."""
    event = sketch(rated(1600, 2000, 1600), "1>2 3", "3=1 2")
    assert rating_list(event)[0].points == Fraction(3, 2)
    assert new(event)[0] == 1618


def test_k_is_a_switch() -> None:
    """Twice the K, twice the step: 1600 + 40·10/11 = 1636.36."""
    assert new(sketch(rated(1600, 2000), "1>2", settings=Settings(rating_k=40)))[0] == 1636


def test_a_draw_is_half_a_win_whatever_the_events_points_are() -> None:
    scoring = Scoring(3, 1, 0, 3, 1, 0)
    assert new(sketch(rated(1800, 1800), "1=2", settings=Settings(scoring=scoring))) == [1800, 1800]


def test_forfeits_byes_and_open_games_are_left_out() -> None:
    event = sketch(rated(1800, 1800, 1800, 1800, 1800), "1+2 3?4 5", "1x3 5-2 4")
    assert new(event) == [1800] * 5
    assert [row.games for row in rating_list(event)] == [0] * 5


def test_whoever_came_without_a_rating_is_shown_with_a_performance_and_counts_for_nobody() -> None:
    """3 beats 1 (1600) and loses to 2 (2000): 1800 + 400·(2·1/2 − 1) = 1800. 1 and 2 keep what they had."""
    event = sketch(rated(1600, 2000, None), "3>1 2", "2>3 1")
    assert new(event) == [1600, 2000, None]
    assert [row.performance for row in rating_list(event)] == [None, None, 1800]
    assert [row.games for row in rating_list(event)] == [0, 0, 2]


def test_two_without_a_rating_tell_nothing_of_each_other() -> None:
    row = rating_list(sketch(rated(None, None), "1>2"))[0]
    assert (row.new, row.performance, row.games) == (None, None, 0)


def test_those_without_a_rating_may_be_left_out_of_the_list() -> None:
    event = sketch(rated(1600, None), "1>2", settings=Settings(unrated=Unrated.LEFT_OUT))
    assert [row.number for row in rating_list(event)] == [1]


def test_every_game_of_a_meeting_counts() -> None:
    """Two games, won and drawn at equal ratings: 1800 + 20·(1.5 − 1) = 1810."""
    event = sketch(rated(1800, 1800), "1>=2", settings=Settings(games_per_meeting=2))
    assert new(event) == [1810, 1790]


def test_cancelled_results_count_for_nobody() -> None:
    """R8: 4 leaves a round robin of five after one of four games; its result is cancelled."""
    settings = Settings(system=System.ROUND_ROBIN)
    event = sketch(rated(1800, 1800, 1800, 1800, 1800), "2>5 3=4 1", settings=settings)
    gone = replace(event.players[3], attendance=replace(event.players[3].attendance, withdrawn=True))
    assert new(event) == [1800, 1810, 1800, 1800, 1790]
    left = replace(event, players=(*event.players[:3], gone, event.players[4]))
    assert [row.games for row in rating_list(left)] == [0, 1, 0, 0, 1]


TEAMS = Settings(team_form=TeamForm.RESERVES, boards_per_team=2)


def test_of_teams_the_members_who_sat_at_the_boards_are_rated() -> None:
    """Team 1 puts up its members 1 and 3, team 2 its 1 and 2. Team 1 wins board 1 (red) and draws board 2 (black).

    甲1 1600 + 20·10/11 = 1618.18; 甲3 and 乙2 draw at 1800 each; 甲2 did not play.
    """
    squads = (
        Member(1, 1, "甲1", 1600),
        Member(1, 2, "甲2", 1700),
        Member(1, 3, "甲3", 1800),
        Member(2, 1, "乙1", 2000),
        Member(2, 2, "乙2", 1800),
    )
    event = sketch([Player(1, "甲队"), Player(2, "乙队")], "1>=2", settings=TEAMS)
    whole = replace(event, squads=squads, lineups=(Lineup(1, 1, (1, 3)), Lineup(1, 2, (1, 2))))
    assert [(row.name, row.team, row.games, row.new) for row in rating_list(whole)] == [
        ("甲1", "甲队", 1, 1618),
        ("甲2", "甲队", 0, 1700),
        ("甲3", "甲队", 1, 1800),
        ("乙1", "乙队", 1, 1982),
        ("乙2", "乙队", 1, 1800),
    ]


def test_boards_without_a_line_up_are_left_out() -> None:
    squads = (Member(1, 1, "甲1", 1600), Member(2, 1, "乙1", 2000))
    event = replace(sketch(2, "1>=2", settings=TEAMS), squads=squads, lineups=(Lineup(1, 1, (1, None)),))
    assert [row.games for row in rating_list(event)] == [0, 0]
