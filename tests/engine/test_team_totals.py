"""队员总分制 (S7, T4): teams counted from individuals. Every sum is worked out by hand beside its test."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sketches import sketch

from xlpair.engine.standings import standings
from xlpair.engine.team_totals import TeamTotals, team_totals
from xlpair.model import Event, Player, Score
from xlpair.settings import Scoring, Settings, TeamCount, TeamForm

USUAL = Scoring()


def counting(size: int | None = None, count: TeamCount = TeamCount.POINTS, scoring: Scoring = USUAL) -> Settings:
    """Placed by 积分 alone, so that places are easily seen to be shared."""
    return Settings(
        criteria=("积分",),
        scoring=scoring,
        team_form=TeamForm.SUM_OF_MEMBERS,
        team_counted=size,
        team_count=count,
    )


def members(*clubs: str) -> list[Player]:
    return [Player(number, f"棋手{number}", club) for number, club in enumerate(clubs, start=1)]


def rows(table: TeamTotals) -> list[tuple[int, str, Score]]:
    return [(row.place, row.team, row.total) for row in table.rows]


def counted(table: TeamTotals) -> list[tuple[int, ...]]:
    return [tuple(one.player.number for one in row.counted) for row in table.rows]


def two_teams(settings: Settings) -> Event:
    """甲 has 1, 2, 3, 乙 has 4 and 5, 6 is nobody's.

    Points 4 3 2 1 0 2, places 1 2 3 5 6 3: 3 and 6 share the third.
    """
    people = members("甲", "甲", "甲", "乙", "乙", "")
    event = sketch(people, "1>4 2>5 3>6", "1>5 2=4 6>3", settings=settings)
    assert [(row.player.number, row.place, row.score) for row in standings(event).rows] == [
        (1, 1, 4),
        (2, 2, 3),
        (3, 3, 2),
        (6, 3, 2),
        (4, 5, 1),
        (5, 6, 0),
    ]
    return event


def test_as_many_are_counted_as_the_smallest_team_has() -> None:
    """乙 has two: 甲 4 + 3, 乙 1 + 0. Who has no 单位 is no team."""
    table = team_totals(two_teams(counting()))
    assert table.size == 2
    assert rows(table) == [(1, "甲", 7), (2, "乙", 1)]
    assert counted(table) == [(1, 2), (4, 5)]
    assert [(row.members, row.best) for row in table.rows] == [(3, 1), (2, 5)]


def test_places_instead_of_points() -> None:
    """甲 1 + 2 = 3, 乙 5 + 6 = 11: fewer is better."""
    assert rows(team_totals(two_teams(counting(count=TeamCount.PLACES)))) == [(1, "甲", 3), (2, "乙", 11)]


def test_a_shared_place_counts_with_the_number_shown() -> None:
    """All three of 甲: 1 + 2 + 3 = 6, though 3 shares the third place with 6."""
    table = team_totals(two_teams(counting(3, TeamCount.PLACES)))
    assert (table.rows[0].team, table.rows[0].total) == ("甲", 6)


def test_only_the_best_are_counted_wherever_they_stand_on_the_roster() -> None:
    """Points of 甲: 0, 2, 1; of 乙: 2, 1, 0. The best two: 3 and 3; the best single place is 1 in both."""
    people = members("甲", "甲", "甲", "乙", "乙", "乙")
    table = team_totals(sketch(people, "4>1 2>6 3=5", settings=counting(2)))
    assert counted(table) == [(2, 3), (4, 5)]
    assert rows(table) == [(1, "甲", 3), (1, "乙", 3)]  # level teams by the smallest number of their members
    assert [row.shared for row in table.rows] == [True, True]


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        # points 甲 4 + 0, 乙 2 + 2: level, and 甲 has the best single place
        (TeamCount.POINTS, [(1, "甲", 4), (2, "乙", 4)]),
        # places 甲 1 + 4, 乙 2 + 2
        (TeamCount.PLACES, [(1, "乙", 4), (2, "甲", 5)]),
    ],
)
def test_level_teams_by_the_best_single_place(count: TeamCount, expected: list[tuple[int, str, int]]) -> None:
    """1 and 2 are 甲's, 3 and 4 乙's; 1 wins twice, 2 loses twice, 3 and 4 win and lose once each."""
    event = sketch(members("甲", "甲", "乙", "乙"), "1>3 4>2", "1>4 3>2", settings=counting(count=count))
    assert rows(team_totals(event)) == expected


def test_three_teams_level_in_part_share_a_place_and_the_next_is_skipped() -> None:
    """甲 and 乙: 2 points and the shared first place; 丙: 1 + 1, both third, so 2 points and behind."""
    people = members("甲", "甲", "乙", "乙", "丙", "丙")
    table = team_totals(sketch(people, "1>2 3>4 5=6", settings=counting()))
    assert [(row.place, row.team, row.total, row.best) for row in table.rows] == [
        (1, "甲", 2, 1),
        (1, "乙", 2, 1),
        (3, "丙", 2, 3),
    ]


def test_teams_that_are_too_small_stand_behind_all_others() -> None:
    """Two are counted. 丙 has one, who won: 2 points; 丁 has one with 0; 甲 has 0 + 1, 乙 1 + 2."""
    people = members("甲", "甲", "乙", "乙", "丙", "丁")
    table = team_totals(sketch(people, "4>1 2=3 5>6", settings=counting(2)))
    assert [(row.place, row.team, row.total, row.complete) for row in table.rows] == [
        (1, "乙", 3, True),
        (2, "甲", 1, True),
        (3, "丙", 2, False),
        (4, "丁", 0, False),
    ]


def test_of_teams_that_are_too_small_those_with_more_members_come_first() -> None:
    """Three are counted. 甲: 0 + 0 of two members, 乙: 2 of one."""
    people = members("甲", "甲", "乙", "丙", "丙", "丙")
    table = team_totals(sketch(people, "4>1 5>2 3>6", settings=counting(3)))
    assert rows(table) == [(1, "丙", 4), (2, "甲", 0), (3, "乙", 2)]


def test_sums_are_exact() -> None:
    """Half points: ½ + ½ is the whole number 1, and ½ alone stays a half."""
    half = Fraction(1, 2)
    scoring = Scoring(1, half, 0, 1, half, 0)
    people = members("甲", "甲", "乙", "乙")
    table = team_totals(sketch(people, "1=3 2=4", settings=counting(scoring=scoring)))
    assert [(row.total, type(row.total)) for row in table.rows] == [(1, int), (1, int)]
    alone = team_totals(sketch(people, "1=3 2=4", settings=counting(1, scoring=scoring)))
    assert [row.total for row in alone.rows] == [half, half]


def test_without_any_club_there_is_no_team() -> None:
    assert team_totals(sketch(2, "1>2", settings=counting())).rows == ()
