"""The tables of teams, prize groups and ratings as cells (S7, T1, L1), and the functions that give them.

Sums are worked out by hand beside each test.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from plain_tables import roster_table, round_table, settings_table
from sketches import sketch

from xlpair.category_rows import category_rows
from xlpair.errors import WrongUse
from xlpair.functions import XQ_CARD, XQ_CATEGORIES, XQ_CROSSTABLE, XQ_RATINGS, XQ_STANDINGS, XQ_TEAMS
from xlpair.model import Attendance, Event, Lineup, Member, Player
from xlpair.rating_rows import rating_rows
from xlpair.settings import Settings, System, TeamCount, TeamForm, Unrated
from xlpair.table_rows import crosstable_rows, standings_rows
from xlpair.team_rows import card_of, team_rows
from xlpair.workbook.settings_lines import settings_text

TEAMS = Settings(team_form=TeamForm.RESERVES, boards_per_team=4)
NAMED = [Player(1, "广东"), Player(2, "上海"), Player(3, "北京")]


def tables(event: Event) -> tuple[Any, ...]:
    """The event as its tables stand in cells."""
    rounds = [round_table(event, round_) for round_ in event.rounds]
    return (settings_table(dict(settings_text(event.settings))), roster_table(event), *rounds)


def without_blanks(rows: Any) -> list[list[Any]]:
    found = [list(row) for row in rows]
    for row in found:
        while row and row[-1] == "":
            row.pop()
    while found and not found[-1]:
        found.pop()
    return found


# team matches


def match_cells(*lines: str, team: int, settings: Settings = TEAMS) -> list[str]:
    event = sketch(NAMED, *lines, settings=settings)
    row = next(row for row in standings_rows(event)[1:] if row[1] == team)
    return [str(cell) for cell in row[4 : 4 + len(lines)]]


@pytest.mark.parametrize(
    ("line", "team", "text"),
    [
        ("1>=<=2 3", 1, "2红 4:4"),
        ("1>>=<2 3", 1, "2红 5:3"),
        ("1>>=<2 3", 2, "1黑 3:5"),
        ("1>=??2 3", 1, "2红 3:1––"),
        ("1????2 3", 2, "1黑 ––––"),
        ("1++++2 3", 1, "2弃 8:0"),
        ("1xxxx2 3", 1, "2弃 0:0"),
        ("1+>==2 3", 1, "2红 6:2"),  # board 1 was not played: board 2, with black, tells the colour of board 1
        ("1+>==2 3", 2, "1黑 2:6"),
        ("1>=<=2 3", 3, "轮空 8:0"),
        ("1>=<=2 3L", 3, "请假"),
    ],
)
def test_a_match_in_the_standings(line: str, team: int, text: str) -> None:
    """The opponent, the colour of board 1, 局分; a dash for every board still open."""
    assert match_cells(line, team=team) == [text]


def test_a_rest_in_a_round_robin_and_a_cancelled_match() -> None:
    """R8: of five teams 3 leaves after one of four matches, fewer than half: shown, but for nobody."""
    robin = replace(TEAMS, system=System.ROUND_ROBIN)
    assert match_cells("2====3 1", team=1, settings=robin) == ["轮空"]
    gone = Player(3, attendance=Attendance(withdrawn=True))
    event = sketch([Player(1), Player(2), gone, Player(4), Player(5)], "2>>>>5 3<<<<4 1", settings=robin)
    rows = {row[1]: row[4] for row in standings_rows(event)[1:]}
    assert (rows[3], rows[4], rows[2]) == ("(4红 0:8)", "(3黑 8:0)", "5红 8:0")


def test_standings_of_teams() -> None:
    """团体 甲. 1 beats 2 by 5:3, 3 rests: 场分 2 0 2; 团体对手分 1: 0, 2: 2, 3: the lowest with points, 2.

    局分 5 3 8, 胜场 1 0 1, 胜局 1: 2, 2: 1, 3: 4 (every board of the bye). Nothing before the last round, so 倒轮场分
    says nothing.
    """
    event = sketch(NAMED, "1>>=<2 3", settings=TEAMS)
    assert standings_rows(event) == (
        ("名次", "编号", "参赛队", "单位", "第1轮", "场分", "团体对手分", "局分", "胜场", "胜局", "犯规", "倒轮场分"),
        (1, 3, "北京", "", "轮空 8:0", 2, 2, 8, 1, 4, 0, ""),
        (2, 1, "广东", "", "2红 5:3", 2, 0, 5, 1, 2, 0, ""),
        (3, 2, "上海", "", "1黑 3:5", 0, 2, 3, 0, 1, 0, ""),
    )
    assert team_rows(event) == standings_rows(event)


def test_crosstable_of_teams_shows_board_points_of_both_matches_of_a_double_round_robin() -> None:
    settings = replace(TEAMS, system=System.DOUBLE_ROUND_ROBIN, boards_per_team=2)
    rows = crosstable_rows(sketch([Player(1, "广东"), Player(2, "上海")], "1>=2", "2?>1", settings=settings))
    assert rows[0][:6] == ("名次", "编号", "参赛队", "单位", 1, 2)
    assert [row[1:6] for row in rows[1:]] == [(1, "广东", "", "—", "3:1 0:2–"), (2, "上海", "", "1:3 2:0–", "—")]


def test_the_card_of_a_team_has_a_row_for_every_match() -> None:
    """1 beats 2 by 5:3, is beaten by 3 with 3:5, rests, and plays on.

    场分 2 2 4; the opponents: 2 has 0, 3 has 2 + 2 (the bye of round 1) and a bye the lowest with points.
    """
    event = sketch(NAMED, "1>>=<2 3", "3>>=<1 2", "2>>>>3 1", "1???>2 3", settings=replace(TEAMS, rounds=4))
    assert without_blanks(card_of(event, 1)) == [
        ["参赛队", 1, "广东"],
        ["轮次", "对手编号", "对手", "局分", "先后", "结果", "场分", "团体对手分"],
        # 场分: 1: 2 + 0 + 2 = 4; 2: 0 + 2 + 2 = 4; 3: 2 + 2 + 0 + 2 = 6, so the bye stands for 4
        [1, 2, "上海", "5:3", "先", "胜", 2, 4],
        [2, 3, "北京", "3:5", "后", "负", 2, 6],
        [3, "", "", "", "", "轮空", 4, 4],
        [4, 2, "上海", "2:0–––", "先", "–", "", 4],
        ["合计", "", "", 18, "", "", 4, 18],
    ]


# 队员总分


def people(*clubs: str) -> list[Player]:
    return [Player(number, f"棋手{number}", club) for number, club in enumerate(clubs, start=1)]


def counting(size: int | None = None, count: TeamCount = TeamCount.POINTS) -> Settings:
    form = TeamForm.SUM_OF_MEMBERS
    return Settings(criteria=("积分",), team_form=form, team_counted=size, team_count=count)


def test_team_totals_name_the_members_that_are_counted() -> None:
    """Points 2 2 1 1 0 0 of 甲 乙 甲 乙 甲 丙; two are counted: 甲 2 + 1, 乙 2 + 1, and 丙 has one member."""
    event = sketch(people("甲队", "乙队", "甲队", "乙队", "甲队", "丙队"), "1>5 2>6 3=4", settings=counting(2))
    assert team_rows(event) == (
        ("名次", "单位", "总分", "最好名次", "人数", "第1人", "第2人", "备注"),
        (1, "甲队", 3, 1, 3, "棋手1 2", "棋手3 1", ""),
        (1, "乙队", 3, 1, 2, "棋手2 2", "棋手4 1", ""),
        (3, "丙队", 0, 5, 1, "棋手6 0", "", "不足 2 人"),
    )


def test_team_totals_by_places() -> None:
    """Places 1 1 3 3: 甲 has 1 and 3, 乙 too."""
    event = sketch(people("甲队", "乙队", "甲队", "乙队"), "1>3 2>4", settings=counting(count=TeamCount.PLACES))
    assert team_rows(event)[1:] == (
        (1, "甲队", 4, 1, 2, "棋手1 1", "棋手3 3"),
        (1, "乙队", 4, 1, 2, "棋手2 1", "棋手4 3"),
    )


def test_without_clubs_the_arbiter_is_told_what_to_fill_in() -> None:
    with pytest.raises(WrongUse, match="单位"):
        team_rows(sketch(2, "1>2", settings=counting()))


# 组别


def test_prize_groups_stand_one_below_the_other() -> None:
    """Places 1 1 3 3 by points alone; 3 has left."""
    gone = Attendance(withdrawn=True)
    entrants = [
        Player(1, "甲", "东城", categories=("女子",)),
        Player(2, "乙"),
        Player(3, "丙", categories=("女子", "少年"), attendance=gone),
        Player(4, "丁", categories=("少年",)),
    ]
    event = sketch(entrants, "1>3 2>4", settings=Settings(criteria=("积分",)))
    assert category_rows(event) == (
        ("组别", "女子", "2 人"),
        ("组内名次", "总名次", "编号", "姓名", "单位", "积分", "备注"),
        (1, 1, 1, "甲", "东城", 2, ""),
        (2, 3, 3, "丙", "", 0, "退赛"),
        (),
        ("组别", "少年", "2 人"),
        ("组内名次", "总名次", "编号", "姓名", "单位", "积分", "备注"),
        (1, 3, 3, "丙", "", 0, "退赛"),
        (1, 3, 4, "丁", "", 0, ""),
    )


def test_all_prize_groups_have_the_same_headings() -> None:
    """Only in 少年 somebody has left; of teams 队 are counted."""
    entrants = [
        Player(1, "甲", categories=("女子",)),
        Player(2, "乙", categories=("少年",), attendance=Attendance(withdrawn=True)),
    ]
    rows = category_rows(sketch(entrants, "1>2", settings=Settings(criteria=("积分",))))
    heads = [row for row in rows if row and row[0] == "组内名次"]
    assert len(heads) == 2
    assert heads[0] == heads[1]
    assert heads[0][-1] == "备注"
    teams = Settings(team_form=TeamForm.FIXED_BOARDS, boards_per_team=1)
    assert category_rows(sketch(entrants, "1>2", settings=teams))[0] == ("组别", "女子", "1 队")


def test_without_a_group_the_arbiter_is_told_what_to_fill_in() -> None:
    with pytest.raises(WrongUse, match="组别"):
        category_rows(sketch(2, "1>2"))


# 等级分


def rated(*ratings: int | None) -> list[Player]:
    return [Player(number, f"棋手{number}", "东城", rating) for number, rating in enumerate(ratings, start=1)]


def test_new_ratings() -> None:
    """1600 beats 2000: 1600 + 20·10/11 = 1618.18, a share of 0.09 expected. 3 loses to 1600 in round 2: 1600 − 400."""
    event = sketch(rated(1600, 2000, None), "1>2 3", "1>3 2")
    assert rating_rows(event) == (
        ("编号", "姓名", "单位", "原等级分", "局数", "得分", "期望得分", "变化", "新等级分", "备注"),
        (1, "棋手1", "东城", 1600, 1, 1, 0.09, 18, 1618, ""),
        (2, "棋手2", "东城", 2000, 1, 0, 0.91, -18, 1982, ""),
        (3, "棋手3", "东城", "", 1, 0, "", "", "", "表现分 1200"),
    )


def test_half_points_and_those_left_out() -> None:
    event = sketch(rated(1800, 1800, None), "1=2 3", settings=Settings(unrated=Unrated.LEFT_OUT))
    assert [row[4:9] for row in rating_rows(event)[1:]] == [(1, 0.5, 0.5, 0, 1800), (1, 0.5, 0.5, 0, 1800)]


def test_new_ratings_of_the_members_of_teams() -> None:
    squads = (Member(1, 1, "甲", 1600), Member(2, 1, "乙", 2000))
    settings = replace(TEAMS, boards_per_team=1)
    event = sketch([Player(1, "广东"), Player(2, "上海")], "1>2", settings=settings)
    whole = replace(event, squads=squads, lineups=(Lineup(1, 1, (1,)), Lineup(1, 2, (1,))))
    assert rating_rows(whole)[:2] == (
        ("队号", "序号", "姓名", "参赛队", "原等级分", "局数", "得分", "期望得分", "变化", "新等级分", "备注"),
        (1, 1, "甲", "广东", 1600, 1, 1, 0.09, 18, 1618, ""),
    )


def test_without_a_rating_the_arbiter_is_told_what_to_fill_in() -> None:
    with pytest.raises(WrongUse, match="等级分"):
        rating_rows(sketch(2, "1>2"))


# the functions


def test_the_functions_give_these_rows_filled_up_to_their_blocks() -> None:
    event = sketch(people("甲队", "乙队", "甲队", "乙队"), "1>3 2>4", settings=counting())
    found = XQ_TEAMS(*tables(event))
    assert without_blanks(found) == [list(row) for row in team_rows(event)]
    assert (len(found), len(found[0])) == (8, 18)  # a heading, four players and three spare rows
    ratings = XQ_RATINGS(*tables(sketch(rated(1600, 2000), "1>2")))
    assert without_blanks(ratings)[1] == [1, "棋手1", "东城", 1600, 1, 1, 0.09, 18, 1618]
    assert (len(ratings), len(ratings[0])) == (6, 11)


def test_the_functions_read_team_matches_from_their_rows() -> None:
    """The rows of a match, sides changing from board to board, are one match to every function."""
    event = sketch(NAMED, "1>>=<2 3", settings=TEAMS)
    rounds = [team_round_rows()]
    head = tables(event)[:2]
    assert without_blanks(XQ_STANDINGS(*head, *rounds))[1][:6] == [1, 3, "北京", "", "轮空 8:0", 2]
    assert XQ_TEAMS(*head, *rounds) == XQ_STANDINGS(*head, *rounds)
    assert XQ_CROSSTABLE(*head, *rounds)[0][2] == "参赛队"
    assert without_blanks(XQ_CARD(1, *head, *rounds))[2] == [1, 2, "上海", "5:3", "先", "胜", 2, 0]
    assert "更新成绩表" in str(XQ_RATINGS(*head, *rounds)[0][0])


def team_round_rows() -> tuple[tuple[Any, ...], ...]:
    """1-2 on four boards, 2:0, 0:2, 1:1 and 2:0 from red's side: 1 wins boards 1 and 2, draws 3, loses 4."""
    headings = ("台次", "分台", "红方编号", "红方", "结果", "黑方", "黑方编号")
    rows = [
        (1.0, 1.0, 1.0, "广东", "2:0", "上海", 2.0),
        (1.0, 2.0, 2.0, "上海", "0:2", "广东", 1.0),
        (1.0, 3.0, 1.0, "广东", "1:1", "上海", 2.0),
        (1.0, 4.0, 2.0, "上海", "2:0", "广东", 1.0),
        (None, None, 3.0, "北京", None, "轮空", None),
    ]
    return (headings, *rows)


def test_groups_and_messages_come_as_cells() -> None:
    settings, roster, first = tables(sketch([Player(1, "甲", categories=("女子",)), Player(2, "乙")], "1>2"))
    assert without_blanks(XQ_CATEGORIES(settings, roster, first))[0] == ["组别", "女子", "1 人"]
    assert "等级分" in str(XQ_RATINGS(settings, roster, first)[0][0])
    settings, roster, first = tables(sketch(2, "1>2"))
    assert XQ_CATEGORIES(settings, roster, first)[0][0] == "名单的“组别”一列空着，没有要另外录取名次的组。"
    assert "单位" in str(XQ_TEAMS(settings, roster, first)[0][0])
