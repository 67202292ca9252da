"""The orders of S3, each where its later criteria decide, and round robins as published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import events
import pytest
from sketches import sketch
from standing_scenes import LEVEL_FOUR, ROUND_ROBIN, by, places

from xlpair.engine.standings import standings
from xlpair.engine.tiebreaks import PRESETS
from xlpair.settings import Scoring, Settings, System

# The orders of S3, each where its later criteria decide


def wuyangbei(preset: str) -> list[tuple[int, str, int]]:
    """Place, name and points of 五羊杯 2009 in the order of a preset (games and source: tests/events)."""
    event = events.event_from(events.SWISS_2009, events.numberings_2009()[0], by(preset))
    return [(row.place, row.player.name, int(row.score)) for row in standings(event).rows]


# http://sports.sina.com.cn/go/2009-02-26/15554240818.shtml, as quoted in the event's file
PUBLISHED_2009 = {
    "吕钦": 8,
    "蒋川": 8,
    "赵鑫鑫": 8,
    "许银川": 7,
    "徐天红": 6,
    "赵国荣": 6,
    "于幼华": 5,
    "洪智": 5,
    "陶汉明": 4,
    "柳大华": 3,
}


@pytest.mark.parametrize("preset", ["积分编排 甲", "积分编排 2011 甲"])
def test_wuyangbei_2009_as_published(preset: str) -> None:
    """对手分 39, 36 and 35 place the three with 8 points."""
    table = wuyangbei(preset)
    assert table[:3] == [(1, "吕钦", 8), (2, "蒋川", 8), (3, "赵鑫鑫", 8)]
    assert {name: points for _, name, points in table} == PUBLISHED_2009


def test_wuyangbei_2009_opponents_scores_and_running_scores() -> None:
    event = events.event_from(events.SWISS_2009, events.numberings_2009()[0], by("积分", "对手分", "累进分"))
    top = [(row.player.name, row.values) for row in standings(event).rows[:3]]
    assert top == [("吕钦", (8, 39, 29)), ("蒋川", (8, 36, 29)), ("赵鑫鑫", (8, 35, 29))]


@pytest.mark.parametrize("numbering", events.numberings_2009()[1::11])
def test_wuyangbei_2009_does_not_hang_on_the_numbers(numbering: Mapping[str, int]) -> None:
    """No two are level to the end, so the order of names is the same under all numberings."""
    event = events.event_from(events.SWISS_2009, numbering)
    assert [(row.place, row.player.name, row.score) for row in standings(event).rows] == wuyangbei("积分编排 甲")


def test_wuyangbei_2009_by_running_scores() -> None:
    """积分编排 乙, 8 points: 累进分 29 each; 胜局 吕钦 2 (rounds 2, 4), 蒋川 3 (1, 3, 4), 赵鑫鑫 3 (2, 3, 5); no fouls;
    后走胜局 蒋川 1 (round 4), 赵鑫鑫 1 (round 2); without round 1 蒋川 29 − 2 = 27, 赵鑫鑫 29 − 1 = 28.
    """
    assert [name for _, name, _ in wuyangbei("积分编排 乙")[:3]] == ["赵鑫鑫", "蒋川", "吕钦"]


def test_wuyangbei_2009_by_running_scores_of_2011() -> None:
    """积分编排 2011 乙: as 乙 up to 犯规, then 后走局数: 蒋川 in rounds 2, 4; 赵鑫鑫 in 2, 4, 6; 吕钦 in 2, 5."""
    event = events.event_from(events.SWISS_2009, events.numberings_2009()[0], by("积分编排 2011 乙"))
    top = [(row.player.name, row.values) for row in standings(event).rows[:3]]
    assert top == [
        ("赵鑫鑫", (8, 29, 3, 0, 3, None)),
        ("蒋川", (8, 29, 3, 0, 2, None)),
        ("吕钦", (8, 29, 2, 0, 2, None)),
    ]


LEVEL_FOUR_WITH_FOUL = ("1<4/0:1 2>3", "4<3 1>2", "2=4 3=1")


@pytest.mark.parametrize(
    ("preset", "lines", "order"),
    [
        # 后走胜局: 3 (round 2) and 4 (round 1) one each; 后走局数: 3 and 4 two, 1 and 2 one;
        # scores backwards: 4 has 2 2 and 3 has 2 0; 2 has 2 2 and 1 has 2 0
        ("积分编排 甲", LEVEL_FOUR, [4, 3, 2, 1]),
        ("积分编排 2011 甲", LEVEL_FOUR, [4, 3, 2, 1]),
        # 犯规 stands before black: 4 goes behind the others
        ("积分编排 甲", LEVEL_FOUR_WITH_FOUL, [3, 2, 1, 4]),
        ("积分编排 2011 甲", LEVEL_FOUR_WITH_FOUL, [3, 2, 1, 4]),
        # 累进分: 2 and 4 have 2 + 2 + 3 = 7, 1 and 3 have 0 + 2 + 3 = 5; then 后走胜局 4, 3 or 后走局数 4, 3
        ("积分编排 乙", LEVEL_FOUR, [4, 2, 3, 1]),
        ("积分编排 2011 乙", LEVEL_FOUR, [4, 2, 3, 1]),
        ("积分编排 乙", LEVEL_FOUR_WITH_FOUL, [2, 4, 3, 1]),
        ("积分编排 2011 乙", LEVEL_FOUR_WITH_FOUL, [2, 4, 3, 1]),
        # 直胜 says nothing to four; 后走局数 3 and 4 two, 1 and 2 one; 对局时后走: 3 against 4, 2 against 1
        ("单循环", LEVEL_FOUR, [3, 4, 2, 1]),
        ("单循环", LEVEL_FOUR_WITH_FOUL, [3, 2, 1, 4]),
    ],
)
def test_level_to_the_late_criteria(preset: str, lines: tuple[str, ...], order: list[int]) -> None:
    table = standings(sketch(4, *lines, settings=by(preset)))
    assert places(table) == list(enumerate(order, start=1))


def test_round_robin_of_five_where_the_game_of_two_decides() -> None:
    """单循环. 2 and 3 are level up to 胜局, and 3 beat 2 in round 4.

    points   1: 0 1 1 0 = 2   2: 1 2 0 1 = 4   3: 0 1 1 2 = 4   4: 2 2 1 1 = 6   5: 1 1 0 2 = 4
    小分     2: 1's 2 + half of 5's 4 and 4's 6 = 7   3: 2's 4 + half of 5's 4 and 1's 2 = 7
             5: 1's 2 + half of 2's 4 and 3's 4 = 6
    """
    lines = ("2=5 3<4 1", "5=3 1<2 4", "3=1 4>5 2", "1=4 2<3 5", "4=2 5>1 3")
    table = standings(sketch(5, *lines, settings=ROUND_ROBIN))
    assert table.criteria == PRESETS["单循环"]
    assert places(table) == [(1, 4), (2, 3), (3, 2), (4, 5), (5, 1)]
    assert [row.values[:4] for row in table.rows[1:3]] == [(4, 7, 1, 2), (4, 7, 1, 0)]


def test_meetings_of_two_games() -> None:
    """双循环/多局. 2 beats 3 by 4:0, 1 beats 2 by 3:1, 3 beats 1 by 3:1: 场分 2 each; 局分 1: 4, 2: 5, 3: 3."""
    settings = Settings(system=System.ROUND_ROBIN, games_per_meeting=2)
    table = standings(sketch(3, "2>>3 1", "1>=2 3", "3>=1 2", settings=settings))
    assert table.criteria == PRESETS["双循环/多局"]
    assert [(row.player.number, row.values[:2]) for row in table.rows] == [(2, (2, 5)), (1, (2, 4)), (3, (2, 3))]


CYCLES = ("1>2 3>4", "1>3 2>4", "4>1 2>3", "2=1 4=3", "3=1 4=2", "1<4 3<2")
"""A 双循环 of four: 1-2 3:1, 1-3 3:1, 1-4 0:4, 2-3 4:0, 2-4 3:1, 3-4 3:1."""


def test_the_games_of_both_cycles_are_one_meeting() -> None:
    """双循环/多局 [book 14.2, which takes 双循环 for 两局制].

    场分 1: 2 + 2 + 0   2: 0 + 2 + 2   3: 0 + 0 + 2   4: 2 + 0 + 0       局分 1: 6   2: 8   3: 4   4: 6
    """
    table = standings(sketch(4, *CYCLES, settings=Settings(system=System.DOUBLE_ROUND_ROBIN)))
    found = [(row.player.number, row.values[:2]) for row in table.rows]
    assert found == [(2, (4, 8)), (1, (4, 6)), (4, (2, 6)), (3, (2, 4))]


def test_a_meeting_of_two_cycles_counts_when_both_its_games_are_in() -> None:
    """After round 4 only 1-2 and 3-4 are complete, each 3:1.

    局分 1: 2 + 2 + 0 + 1   2: 0 + 2 + 2 + 1   3: 2 + 0 + 0 + 1   4: 0 + 0 + 2 + 1
    """
    table = standings(sketch(4, *CYCLES[:4], settings=Settings(system=System.DOUBLE_ROUND_ROBIN)))
    found = {row.player.number: row.values[:2] for row in table.rows}
    assert found == {1: (2, 5), 2: (0, 5), 3: (2, 3), 4: (0, 3)}


@pytest.mark.parametrize(
    ("lines", "order"),
    [
        (("1>2", "2>1"), [(1, 1), (1, 2)]),  # nothing decides
        (("1>2/1:0", "2>1"), [(1, 2), (2, 1)]),  # 1 has a foul
        (("1=2", "2=1"), [(1, 1), (1, 2)]),
        (("1>2", "1>2"), [(1, 1), (2, 2)]),
    ],
)
def test_hands_29_double_round_robin_of_two(lines: tuple[str, ...], order: list[tuple[int, int]]) -> None:
    """双循环/多局: after a win each 直胜 says 2 to both, and the next criterion decides."""
    table = standings(sketch(2, *lines, settings=Settings(system=System.DOUBLE_ROUND_ROBIN)))
    assert places(table) == order


@pytest.mark.parametrize(("preset", "order"), [("团体 甲", [1, 3, 2, 4]), ("团体 乙", [3, 1, 2, 4])])
def test_team_matches_on_three_boards(preset: str, order: list[int]) -> None:
    """1 wins twice by 4:2; 3 wins by 6:0 and draws with 2 by 3:3.

    场分 1: 4   2: 0 + 1   3: 2 + 1   4: 0        局分 1: 4 + 4   2: 2 + 3   3: 6 + 3   4: 0 + 2
    团体对手分 1: 1 + 0   2: 4 + 3   3: 0 + 1   4: 3 + 4       胜场 2 0 1 0       胜局 4 2 4 1
    """
    event = sketch(4, "1>><2 3>>>4", "1>><4 3><=2", settings=replace(by(preset), games_per_meeting=3))
    table = standings(event)
    assert places(table) == list(enumerate(order, start=1))
    found = {row.player.number: dict(zip(table.criteria, row.values, strict=True)) for row in table.rows}
    assert [found[number]["场分"] for number in (1, 2, 3, 4)] == [4, 1, 3, 0]
    assert [found[number]["局分"] for number in (1, 2, 3, 4)] == [8, 5, 9, 2]
    assert [found[number]["团体对手分"] for number in (1, 2, 3, 4)] == [1, 7, 1, 7]
    assert [found[number]["胜场"] for number in (1, 2, 3, 4)] == [2, 0, 1, 0]


def test_team_matches_level_to_the_last_criterion() -> None:
    """团体 甲, two boards. 1 beats 2 and 3 by 3:1, 3 beats 4 and then 2 beats 4 by 4:0.

    2 and 3: 场分 2, 团体对手分 1's 4 + 4's 0, 局分 1 + 4, 胜场 1, 胜局 2, no fouls; 场分 after round 1 is 0 and 2.
    """
    event = sketch(4, "1>=2 3>>4", "1>=3 2>>4", settings=replace(by("团体 甲"), games_per_meeting=2))
    table = standings(event)
    assert places(table) == [(1, 1), (2, 3), (3, 2), (4, 4)]
    assert [row.values for row in table.rows[1:3]] == [(2, 4, 5, 1, 2, 0, (2,)), (2, 4, 5, 1, 2, 0, (0,))]


# Published round robins


@pytest.mark.parametrize(
    ("name", "published"),
    [
        # https://sports.sohu.com/20070105/n247436966.shtml, as quoted in the events' files (1 / 0.5 / 0 there)
        (
            "2007_wuyangbei27_groupA_roundrobin",
            {"许银川": "4.5", "赵国荣": "3.5", "汪洋": "2.5", "于幼华": "2", "陶汉明": "2", "赵汝权": "0.5"},
        ),
        (
            "2007_wuyangbei27_groupB_roundrobin",
            {"洪智": "4.5", "吕钦": "3.5", "徐天红": "3", "柳大华": "1.5", "李锦欢": "1.5", "李来群": "1"},
        ),
    ],
)
def test_published_points_of_round_robins(name: str, published: dict[str, str]) -> None:
    """The table shows the published points, and nobody stands before somebody with more."""
    halves = Scoring(1, Fraction(1, 2), 0, 1, Fraction(1, 2), 0)
    event = events.event_from(name, events.drawn_numbers(name), replace(ROUND_ROBIN, scoring=halves))
    rows = standings(event).rows
    assert {row.player.name: row.score for row in rows} == {who: Fraction(points) for who, points in published.items()}
    assert [row.score for row in rows] == sorted((Fraction(points) for points in published.values()), reverse=True)


def test_a_rest_earns_nothing_in_a_round_robin_of_five() -> None:
    """第28届五羊杯 A组 (source in its file): each of ten games gives 2 points, the five rests none."""
    name = "2007_wuyangbei28_groupA_roundrobin_bye"
    rows = standings(events.event_from(name, events.drawn_numbers(name), ROUND_ROBIN)).rows
    assert sum(row.score for row in rows) == 20
