"""Standings, crosstable and card: the orders of S3, shared places (S5), live tables (S6), withdrawal (B7, R8)."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import events
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sketches import sketch

from xlpair.engine.roundrobin import round_of
from xlpair.engine.standings import Standings, card, crosstable, standings
from xlpair.engine.tiebreaks import PRESETS
from xlpair.errors import WrongUse
from xlpair.model import Attendance, Bye, ByeKind, Event, Game, Pairing, Player, Result, Round, Side
from xlpair.settings import Scoring, Settings, System

ROUND_ROBIN = Settings(system=System.ROUND_ROBIN)


def places(table: Standings) -> list[tuple[int, int]]:
    return [(row.place, row.player.number) for row in table.rows]


def by(*criteria: str) -> Settings:
    return Settings(criteria=criteria)


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


# Four players, three rounds, everybody with a win, a draw and a loss: 3 points, so 对手分 9, 小分 3 + 3/2, 胜局 1.
LEVEL_FOUR = ("1<4 2>3", "4<3 1>2", "2=4 3=1")
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


# Crosstable and card


def test_crosstable_holds_every_game_in_its_field() -> None:
    """LEVEL_FOUR: 1<4 2>3, 4<3 1>2, 2=4 3=1."""
    table = crosstable(sketch(4, *LEVEL_FOUR, settings=ROUND_ROBIN))
    assert [row.standing.player.number for row in table.rows] == [1, 2, 3, 4]
    assert [row.standing.place for row in table.rows] == [4, 3, 1, 2]
    assert [[[entry.points for entry in cell] for cell in row.against] for row in table.rows] == [
        [[], [2], [1], [0]],
        [[0], [], [2], [1]],
        [[1], [0], [], [2]],
        [[2], [1], [0], []],
    ]


def test_crosstable_of_a_double_round_robin_joins_both_games() -> None:
    settings = Settings(system=System.DOUBLE_ROUND_ROBIN)
    table = crosstable(sketch(3, "2>3 1", "3>1 2", "1?2 3", "3=2 1", settings=settings))
    assert [[[entry.points for entry in cell] for cell in row.against] for row in table.rows] == [
        [[], [None], [0]],
        [[None], [], [2, 1]],
        [[2], [0, 1], []],
    ]


def test_card_shows_every_round_with_sums() -> None:
    """1 of the club evening: beat 2 (4 points now), drew with 3 (4), did not come against 4 (5): 13."""
    found = card(sketch(5, "1>2 3=4 5", "3=1 5<4 2", "4+1 2>5 3"), 1)
    assert [(row.entry.round, row.opponent, row.score, row.opponent_score) for row in found.rows] == [
        (1, Player(2), 2, 4),
        (2, Player(3), 3, 4),
        (3, Player(4), 3, 5),
    ]
    assert (found.player, found.score, found.opponents_score) == (Player(1), 3, 13)


def test_card_with_bye_leave_open_game_and_withdrawal() -> None:
    """5: bye (2, stands for the lowest with points, 4's 1), leave, then open against 3; 3 has 1 + 2 = 3."""
    lines = ("1>2 3=4 5", "1>4 3>2 5L", "5?3 1>4 2")
    rows = card(sketch(5, *lines), 5).rows
    assert [(row.opponent, row.score, row.opponent_score) for row in rows] == [
        (None, 2, 1),
        (None, 2, None),
        (Player(3), None, None),
    ]


def test_card_gives_the_opponents_score_once_a_meeting() -> None:
    rows = card(sketch(2, "1>=2", settings=Settings(games_per_meeting=2)), 1).rows
    assert [(row.score, row.opponent_score) for row in rows] == [(2, 1), (3, None)]


def test_card_of_an_opponent_off_the_roster() -> None:
    assert card(sketch(1, "1>9"), 1).rows[0].opponent == Player(9)


def test_card_of_a_number_nobody_has() -> None:
    with pytest.raises(WrongUse, match="没有 7 号"):
        card(sketch(2), 7)


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
