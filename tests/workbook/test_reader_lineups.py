"""Squads and line-ups as hands type them (T2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from squad_scenes import BOARDS, RESERVES, TEAMS, told

from xlpair.errors import Gravity
from xlpair.model import Lineup, Member
from xlpair.settings import Settings, TeamForm
from xlpair.workbook.blocks import Block
from xlpair.workbook.book import CellValue, ErrorValue
from xlpair.workbook.layout import SQUAD_HEADINGS, board_heading, lineup_name, lineup_of_table, round_of_table
from xlpair.workbook.lineup_reader import LineupReading, read_lineups
from xlpair.workbook.squad_reader import SquadReading, Teams, read_squads

# 队员


def squads(*rows: tuple[CellValue, ...], unnumbered: Sequence[int] = ()) -> SquadReading:
    width = len(SQUAD_HEADINGS)
    body = [(*row, *[None] * (width - len(row))) for row in rows]
    return read_squads(Block((SQUAD_HEADINGS, *body)), Teams(TEAMS, unnumbered))


def test_squads_as_they_are_meant() -> None:
    found = squads(
        (2, "上海", 1, "谢靖", 2600, None),
        (1, "广东", 2, "吕钦", None, "教练"),
        (1, "广东", 1, "许银川", 2700, None),
    )
    assert found.members == (
        Member(1, 1, "许银川", 2700),
        Member(1, 2, "吕钦", None, "教练"),
        Member(2, 1, "谢靖", 2600),
    )
    assert found.problems == ()
    assert found.place.rows == {1: (2, 3), 2: (1,)}


def test_a_team_named_once_for_the_rows_below_and_orders_left_blank() -> None:
    """A squad's first row names the team, by number or by name; whoever has no 序号 is the next one."""
    found = squads(
        (1, None, None, "甲"), (None, None, None, "乙"), (None, "上 海", 3, "丙"), (), (None, None, None, "丁")
    )
    assert [(one.team, one.order, one.name) for one in found.members] == [
        (1, 1, "甲"),
        (1, 2, "乙"),
        (2, 3, "丙"),
        (2, 4, "丁"),
    ]
    assert found.problems == ()


def test_what_is_wrong_with_a_squad_is_told_with_its_place() -> None:
    found = squads(
        (None, None, 1, "无队"),
        (9, "", 1, "远"),
        ("甲", "", 1, "字"),
        (1, "广东", 1, "一"),
        (1, "广东", 1, "二"),
        (1, "广东", "头", "三"),
        (1, "上海", 2, "四"),
        (1, "广东", 5, None),
        (None, "天津", 1, "五"),
        (2, "上海", 1, "六", "高"),
        (2, "上海", 2, "六"),
        (2, "上海", ErrorValue("#REF!"), "七"),
    )
    assert told(found.problems) == [
        ("队员 第2行 队号", "没有写是哪一队。"),
        ("队员 第3行 队号", "名单里没有 9 号队。"),
        ("队员 第4行 队号", "队号看不懂 “甲”。"),
        ("队员 第6行 序号", "1 号队的序号 1 重复，队员 第5行 序号 也是 1。"),
        ("队员 第7行 序号", "序号看不懂 “头”。"),
        ("队员 第8行 参赛队", "1 号队是 广东，这里写的是 “上海”。"),
        ("队员 第9行 姓名", "这一行没有姓名，没有算作队员。"),
        ("队员 第10行 参赛队", "名单里没有 “天津” 队。"),
        ("队员 第11行 等级分", "等级分看不懂 “高”。"),
        ("队员 第12行 姓名", "2 号队里有两个 六。"),
        ("队员 第13行 序号", "单元格是错误值 #REF!。"),
    ]
    assert [(one.team, one.order, one.name) for one in found.members] == [
        (1, 1, "一"),
        (1, 2, "四"),
        (2, 1, "六"),
        (2, 2, "六"),
    ]


def test_a_number_nobody_has_typed_yet_names_no_team() -> None:
    """Before the numbers are drawn a team can only be called by its name."""
    found = squads((1, None, 1, "甲"), (None, "广东", 1, "乙"), unnumbered=(1, 2, 3))
    assert told(found.problems) == [("队员 第2行 队号", "名单里没有 1 号队。")]
    assert [(one.team, one.name) for one in found.members] == [(1, "乙")]


def test_missing_columns_are_told() -> None:
    found = read_squads(Block((("队号", "姓名"), (1, "甲"))), Teams(TEAMS))
    assert [(one.what, one.gravity) for one in found.problems if "序号" in one.what] == [
        ("标题行（第1行）里找不到“序号”。", Gravity.ERROR)
    ]
    assert found.members == ()


# 第N轮上场


NAMES = ("赵一", "钱二", "孙三", "李四", "周五", "吴六")
SQUADS: Mapping[int, Mapping[int, Member]] = {
    team: {order: Member(team, order, name) for order, name in enumerate(NAMES, start=1)} for team in (1, 2)
}


def lineups(*rows: tuple[CellValue, ...], settings: Settings = RESERVES) -> LineupReading:
    return read_lineups(Block((("队号", "参赛队", *BOARDS), *rows)), 3, Teams(TEAMS), SQUADS, settings)


def test_line_ups_as_they_are_meant() -> None:
    found = lineups(
        (1, "广东", 1, 2, 3, 5), (2.0, "上海", "3", "４", "空", "吴六"), (3, "北京", None, None, None, None)
    )
    assert found.lineups == (Lineup(3, 1, (1, 2, 3, 5)), Lineup(3, 2, (3, 4, None, 6)))
    assert found.problems == ()
    assert found.place.rows == {1: (1,), 2: (2,), 3: (3,)}


@pytest.mark.parametrize("word", ["空", "缺", "缺席", "－", "-", "——", "弃权", "空台"])
def test_words_for_an_empty_board(word: CellValue) -> None:
    assert lineups((1, None, 1, 2, 3, word)).lineups == (Lineup(3, 1, (1, 2, 3, None)),)


@pytest.mark.parametrize(("cell", "shown"), [(0, "0"), (0.0, "0"), ("0", "“0”"), ("０", "“０”"), ("0号", "“0号”")])
def test_nought_is_nobody_and_no_empty_board(cell: CellValue, shown: str) -> None:
    found = lineups((1, "广东", 1, 2, cell, 4))
    (problem,) = found.problems
    assert (problem.gravity, problem.where) == (Gravity.ERROR, "第3轮上场 第2行 三台")
    assert problem.what == f"看不懂 {shown}。"
    assert "没有人上场请写“空”" in problem.hint
    assert found.lineups == ()


def test_a_line_up_out_of_order_is_refused_with_the_first_two_names() -> None:
    """The guide's 1-4-2-5."""
    found = lineups((1, "广东", 1, 4, 2, 5))
    (problem,) = found.problems
    assert problem.gravity is Gravity.ERROR
    assert problem.where == "第3轮上场 第2行 三台"
    assert problem.what == "李四（序号 4）排在钱二（序号 2）前面，上场次序与序号不符。"
    assert found.lineups == ()


def test_a_board_left_blank_is_asked_for_and_forfeits_nothing_yet() -> None:
    found = lineups((1, "广东", 1, 2, 3, None))
    (problem,) = found.problems
    assert (problem.where, problem.gravity) == ("第3轮上场 第2行 四台", Gravity.WARNING)
    assert "空" in problem.hint
    assert found.lineups == ()


def test_what_is_wrong_with_line_ups_is_told_with_its_place() -> None:
    found = lineups(
        (9, None, 1, 2, 3, 4),
        (None, "天津", 1, 2, 3, 4),
        (1, None, 1, 2, 2, 4),
        (1, None, 1, 2, 3, 4),
        (2, None, 1, "王七", 3, 4),
        (3, None, 1, 2, 3, 4),
        (None, "广东", ErrorValue("#N/A"), 2, 3, 4),
    )
    assert told(found.problems) == [
        ("第3轮上场 第2行 队号", "名单里没有 9 号队。"),
        ("第3轮上场 第3行 队号", "没有写队号。"),
        ("第3轮上场 第4行 三台", "钱二（序号 2）已经在第 2 台。"),
        ("第3轮上场 第5行 队号", "1 号队写了两行，另一行是 第3轮上场 第4行 队号。"),
        ("第3轮上场 第6行 二台", "看不懂 “王七”。"),
        ("第3轮上场 第7行 一台", "这一队没有序号 1 的队员。"),
        ("第3轮上场 第8行 一台", "单元格是错误值 #N/A。"),
    ]
    assert found.lineups == ()


def test_fewer_columns_than_boards_are_told_and_more_are_no_matter() -> None:
    five = Settings(team_form=TeamForm.RESERVES, boards_per_team=5)
    assert told(lineups((1, None, 1, 2, 3, 4), settings=five).problems) == [
        ("第3轮上场", "没有“五台”这一列，而赛事表的“每队台数”要它。")
    ]
    three = Settings(team_form=TeamForm.RESERVES, boards_per_team=3)
    assert lineups((1, None, 1, 2, 3, 4), settings=three).lineups == (Lineup(3, 1, (1, 2, 3)),)


@pytest.mark.parametrize(
    ("board", "heading"), [(1, "一台"), (9, "九台"), (10, "十台"), (12, "十二台"), (20, "二十台"), (99, "九十九台")]
)
def test_headings_of_boards(board: int, heading: str) -> None:
    assert board_heading(board) == heading


def test_line_up_tables_and_round_tables_are_told_apart() -> None:
    assert lineup_name(3) == "第3轮上场"
    assert (lineup_of_table("第3轮上场"), round_of_table("第3轮上场")) == (3, None)
    assert (lineup_of_table("第3轮"), round_of_table("第3轮")) == (None, 3)
