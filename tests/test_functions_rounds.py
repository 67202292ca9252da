"""XQ_NEXTROUND, XQ_EXPLAIN, XQ_CHECK and XQ_OPEN: what is paired, why, and what stands in the way.

Expected values: the published pairings of 2009 五羊杯, the worked example of the rules for it, and small cases worked
out by hand.
"""

from __future__ import annotations

from typing import Any

import pytest
from function_cells import first_cell, is_sentence, wuyangbei, wuyangbei_tables
from plain_tables import changed, empty_round, round_table, tables_of

from xlpair.api import event as plain_event
from xlpair.functions import XQ_CHECK, XQ_EXPLAIN, XQ_NEXTROUND, XQ_OPEN, XQ_STANDINGS
from xlpair.model import Event

# -- XQ_NEXTROUND


@pytest.mark.parametrize("paired", range(1, 6))
def test_next_round_of_2009_is_what_was_played(paired: int) -> None:
    rows = XQ_NEXTROUND(*wuyangbei_tables(paired))
    assert rows[0][:3] == ("台次", "红方编号", "红方")
    assert rows[0][-4:] == ("黑方单位", "黑方", "黑方编号", "说明")
    played = {(pairing.red, pairing.black) for pairing in wuyangbei().rounds[paired].pairings}
    assert {(row[1], row[8]) for row in rows[1:]} == played
    assert [row[0] for row in rows[1:]] == [1, 2, 3, 4, 5]


def test_next_round_shows_points_and_what_decided() -> None:
    # worked example, round 2: 于 1 point, 蒋 2 points came down; by balance
    first = XQ_NEXTROUND(*wuyangbei_tables(1))[1]
    assert first == (1, 6, "于幼华", "", 1, 2, "", "蒋川", 7, "1分段 下调优先，少先者先走")


def test_next_round_of_a_round_robin_with_its_rest() -> None:
    rows = XQ_NEXTROUND(*tables_of(plain_event(3), {"赛制": "单循环"}, 3))
    assert rows[1:] == (
        (1, 2, "棋手2", "", 0, 0, "", "棋手3", 3, "照表"),
        ("", 1, "棋手1", "", 0, "", "", "轮空", "", ""),
    )


@pytest.fixture
def named() -> Event:
    return plain_event([(1, "甲"), (2, "乙"), (3, "丙"), (4, "丁")], [[(1, 2, "2:0"), (4, 3)]])


def test_hands_22_next_round_is_refused_while_boards_are_open(named: Event) -> None:
    rows = XQ_NEXTROUND(*tables_of(named, {"轮数": 3.0}, 3))
    assert is_sentence(rows)
    assert first_cell(rows).startswith("第1轮第 2 台还没有结果")


def test_hands_08_a_dead_end_is_told_with_who_is_left() -> None:
    lost = plain_event(
        [(number, f"棋手{number}") for number in range(1, 7)],
        [
            [(1, 4, "1:1"), (2, 5, "1:1"), (3, 6, "1:1")],
            [(1, 5, "1:1"), (2, 6, "1:1"), (3, 4, "1:1")],
            [(1, 6, "1:1"), (2, 4, "1:1"), (3, 5, "1:1")],
        ],
    )
    told = first_cell(XQ_NEXTROUND(*tables_of(lost, {"轮数": 5.0}, 5)))
    assert told.startswith("第4轮无法编排")
    assert "1号还能遇 2号、3号" in told


def test_next_round_after_the_last_is_refused() -> None:
    assert first_cell(XQ_NEXTROUND(*wuyangbei_tables(6))).startswith("6 轮已经全部编排")


# -- XQ_EXPLAIN


def test_explain_round_2_of_2009_by_the_worked_example() -> None:
    rows = XQ_EXPLAIN(*wuyangbei_tables(2))
    assert rows[0] == ("台次", "红方", "黑方", "分数段", "行", "方式", "先后依据", "跳过")
    assert rows[1:] == (
        (1, "6号于幼华", "7号蒋川", 1, "下调", "下调优先", "少先者先走", ""),
        (2, "2号赵国荣", "8号许银川", 1, "要先", "同位", "少先者先走", ""),
        (3, "4号柳大华", "10号赵鑫鑫", 1, "要先", "同位", "少先者先走", ""),
        (4, "5号洪智", "9号吕钦", 1, "要先", "错位", "少先者先走", "10号赵鑫鑫（已相遇）"),
        (5, "3号徐天红", "1号陶汉明", 0, "下调", "下调优先", "少先者先走", ""),
    )


def test_explain_round_3_of_2009_by_the_worked_example() -> None:
    # 赵鑫-于: 吕 met; 蒋-陶 same row, by the sum; 柳-洪 both 要后
    rows = XQ_EXPLAIN(*wuyangbei_tables(3))
    assert rows[1][3:] == (3, "要后", "错位", "连后、上后者先走", "9号吕钦（已相遇）")
    assert rows[3][1:7] == ("7号蒋川", "1号陶汉明", 2, "要先", "同行", "两号之和")
    assert rows[5][1:7] == ("4号柳大华", "5号洪智", 1, "要后", "同行", "两号之和")


def test_explain_tells_who_came_down_why_not_above() -> None:
    # worked example, round 6: 赵 has met 陶; with 于 or 洪 the others could not be completed
    rows = XQ_EXPLAIN(*wuyangbei_tables(6))
    assert rows[4][1:3] == ("4号柳大华", "2号赵国荣")
    assert rows[4][7] == "上段：6号于幼华、5号洪智（否则余下的排不通）、1号陶汉明（已相遇）"
    assert rows[2][7] == "上段：10号赵鑫鑫（已相遇）"


def test_explain_marks_what_the_rules_would_not_pair() -> None:
    # the first round of 2009 was drawn otherwise; 1-2 alone is as by number
    rows = XQ_EXPLAIN(*wuyangbei_tables(1))
    assert [row[5] for row in rows[1:]] == ["人工", "首轮", "人工", "人工", "人工"]


def test_explain_names_rests_and_wishes_let_through() -> None:
    three = plain_event([(1, "甲", "东"), (2, "乙", "东"), (3, "丙", "东")], [[(1, 2), (3,)]])
    rows = XQ_EXPLAIN(*tables_of(three, {"轮数": 3.0}))
    assert rows[1] == (1, "1号甲", "2号乙", "", "", "首轮", "首轮先后", "让步：同单位")
    assert rows[2] == ("", "3号丙", "轮空", "", "", "", "", "")


def test_explain_before_round_1() -> None:
    assert is_sentence(XQ_EXPLAIN(*wuyangbei_tables(0)))


# -- XQ_CHECK


def test_check_of_an_event_in_order() -> None:
    fair = plain_event([(1, "甲"), (2, "乙"), (3, "丙"), (4, "丁")], [[(1, 2, "2:0"), (4, 3, "1:1")], [(3, 1), (2, 4)]])
    assert XQ_CHECK(*tables_of(fair, {"轮数": 3.0})) == (("没有问题",),)


def test_check_lists_places_what_is_wrong_and_what_to_do() -> None:
    again = plain_event(
        [(1, "甲"), (2, "乙"), (3, "丙"), (4, "丁")], [[(1, 2, "2:0"), (4, 3, "1:1")], [(2, 1), (3, 4)]]
    )
    settings, roster, first, second = tables_of(again, {"轮数": 9.0})
    rows = XQ_CHECK(settings, changed(roster, 4, "等级分", "高"), changed(first, 1, "结果", "赢了"), second)
    assert rows[0] == ("位置", "问题", "怎么办")
    assert [row[0] for row in rows[1:]] == [
        "赛事 第2行 内容", "名单 第5行 等级分", "第1轮 第2行 结果", "第2轮第1台", "第2轮第2台",
    ]  # fmt: skip
    assert "最多编排 3 轮" in rows[1][1]
    assert "以前已经相遇" in rows[4][1]
    assert all(row[2] for row in rows[1:])


def test_check_tells_warnings_as_such() -> None:
    rows = XQ_CHECK(*wuyangbei_tables(0))
    assert rows[1][1].startswith("提醒：10 人赛 6 轮")


def test_hands_24_to_27_and_31_are_told_by_the_check() -> None:
    good = plain_event([(1, "甲"), (2, "乙"), (3, "丙"), (4, "丁"), (5, "戊")], [[(1, 2), (4, 3), (5,)]])
    settings, roster, first = tables_of(good, {"轮数": 3.0})
    twice = (*first[:4], first[1], *first[4:])
    for broken, told in (
        (twice, "两次"),
        (changed(first, 1, "黑方编号", 9.0), "没有 9 号"),
        (changed(first, 1, "黑方编号", 1.0), "不能同自己下"),
        (changed(first, 3, "结果", "2:0"), "却填了结果"),
    ):
        text = "".join(str(cell) for row in XQ_CHECK(settings, roster, broken) for cell in row)
        assert told in text
    rows = XQ_CHECK(settings, changed(roster, 3, "编号", 2.0), first)
    assert rows[1][0] == "名单 第4行 编号"


# -- XQ_OPEN


def test_open_boards_of_several_rounds(named: Event) -> None:
    first = round_table(named, named.rounds[0])
    assert XQ_OPEN(first) == (("轮次", "台次", "红方", "黑方"), (1, 2, "4号丁", "3号丙"))
    assert XQ_OPEN(changed(first, 2, "结果", "1:1"), first, empty_round())[1:] == ((2, 2, "4号丁", "3号丙"),)
    assert XQ_OPEN(changed(first, 2, "结果", "1:1")) == (("都有结果",),)


@pytest.mark.parametrize("blank", [None, "", "  ", "-", "－", "　"])
def test_hands_22_blank_and_a_lone_dash_are_open(named: Event, blank: Any) -> None:
    first = changed(round_table(named, named.rounds[0]), 1, "结果", blank)
    assert [row[1] for row in XQ_OPEN(first)[1:]] == [1, 2]


def test_points_of_any_scoring_and_byes_are_no_open_boards() -> None:
    rest = plain_event([(1, "甲"), (2, "乙"), (3, "丙")], [[(1, 2, "2:0"), (3,)]])
    table = changed(round_table(rest, rest.rounds[0]), 1, "结果", "3:0")
    assert XQ_OPEN(table) == (("都有结果",),)


def test_open_boards_name_error_cells_and_missing_headings(named: Event) -> None:
    first = round_table(named, named.rounds[0])
    assert first_cell(XQ_OPEN(first, changed(first, 1, "结果", "#VALUE!"))).startswith("第2轮 第2行 结果：")
    assert "找不到“结果”" in first_cell(XQ_OPEN((("红方编号", "自己的", "黑方编号"), (1, "", 2))))


@pytest.mark.parametrize("nothing", [(), (None,), ("",), ((), None, "", 0.0)])
def test_open_boards_of_no_table_say_that_nothing_was_chosen(nothing: tuple[Any, ...]) -> None:
    """A blank cell, which one host passes as 0, is no table."""
    assert first_cell(XQ_OPEN(*nothing)).startswith("没有选轮次的表。请选 第1轮[#全部]（Calc 里写 第1轮[#All]），")


def test_a_table_chosen_without_its_heading_row_is_told_as_such(named: Event) -> None:
    """In Excel 第1轮 stands for the rows without the headings, 第1轮[#全部] for all of it."""
    settings, roster, *rounds = tables_of(named, {"轮数": 3.0}, 3)
    lacking = "选的区域里没有标题行。 请连标题行一起选，写成 {0}[#全部]（Calc 里写 {0}[#All]）。"
    assert first_cell(XQ_OPEN(rounds[0][1:])) == "第1轮：" + lacking.format("第1轮")
    assert first_cell(XQ_OPEN(rounds[0], rounds[1][1:])) == "第2轮：" + lacking.format("第2轮")
    assert first_cell(XQ_STANDINGS(settings, roster, rounds[0][1:])) == "第1轮：" + lacking.format("第1轮")
    assert first_cell(XQ_STANDINGS(settings, roster[1:], *rounds)).startswith("名单：" + lacking.format("名单"))
    assert first_cell(XQ_STANDINGS(settings[1:], roster, *rounds)).startswith("赛事：" + lacking.format("赛事"))
