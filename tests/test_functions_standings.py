"""XQ_STANDINGS and XQ_CROSSTABLE, on tables as Excel and Calc pass them.

Expected values: the published final of 2009 五羊杯 and small cases worked out by hand.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

import events
import pytest
from function_cells import FUNCTIONS_OF_EVENTS, SWISS, column, filled_rows, first_cell, is_sentence, wuyangbei_tables
from plain_tables import as_calc, as_lists, changed, empty_round, settings_table, tables_of

from xlpair.api import event as plain_event
from xlpair.functions import MOST_ROWS, XQ_CARD, XQ_CHECK, XQ_CROSSTABLE, XQ_OPEN, XQ_ROUNDROBIN, XQ_STANDINGS
from xlpair.workbook.book import ErrorValue
from xlpair.workbook.layout import ROSTER_HEADINGS, SPARE_STANDINGS_COLUMNS

# -- XQ_STANDINGS


def test_published_final_of_2009() -> None:
    rows = XQ_STANDINGS(*wuyangbei_tables())
    assert rows[0][:12] == (
        "名次",
        "编号",
        "姓名",
        "单位",
        "第1轮",
        "第2轮",
        "第3轮",
        "第4轮",
        "第5轮",
        "第6轮",
        "积分",
        "对手分",
    )
    top = [(row[0], row[2], row[10], row[11]) for row in rows[1:4]]
    assert top == [(1, "吕钦", 8, 39), (2, "蒋川", 8, 36), (3, "赵鑫鑫", 8, 35)]
    points = dict(zip(column(rows, "姓名"), column(rows, "积分"), strict=True))
    assert points == {
        "吕钦": 8, "蒋川": 8, "赵鑫鑫": 8, "许银川": 7, "徐天红": 6,
        "赵国荣": 6, "于幼华": 5, "洪智": 5, "陶汉明": 4, "柳大华": 3,
    }  # fmt: skip
    # 吕钦's games as published: with red 1:1 于幼华(6), with black 2 洪智(5), …
    assert rows[1][4:10] == ("6红 1", "5黑 2", "2红 1", "10红 2", "7黑 1", "8红 1")


def test_criteria_in_use_stand_behind_the_rounds_in_order() -> None:
    tables = wuyangbei_tables()
    order = ("积分", "对手分", "胜局", "犯规", "后走胜局", "后走局数", "倒轮积分")  # S3, 积分编排 甲
    assert XQ_STANDINGS(*tables)[0][10:17] == order
    chosen = (settings_table({**SWISS, "名次顺序": "积分、直胜"}), *tables[1:])
    assert [cell for cell in XQ_STANDINGS(*chosen)[0][10:] if cell] == ["积分", "直胜"]


def test_the_headings_of_another_round_are_a_round_to_come() -> None:
    settings, roster, *rounds = wuyangbei_tables()
    expected = XQ_STANDINGS(settings, roster, *rounds, empty_round())
    for headings in (rounds[0][:1], rounds[0][0]):  # some hosts pass a single row as a plain list
        assert XQ_STANDINGS(settings, roster, *rounds, headings) == expected


def test_excel_and_calc_and_lists_give_the_same_table() -> None:
    tables = wuyangbei_tables(4)
    calc = tuple(map(as_calc, tables))
    for function in FUNCTIONS_OF_EVENTS:
        expected = function(*tables)
        assert function(*calc) == expected
        assert function(*map(as_lists, tables)) == expected
        assert function(*map(as_lists, calc)) == expected


def test_block_is_filled_up_to_the_roster_and_the_rounds() -> None:
    settings, roster, *rounds = wuyangbei_tables(2)
    rows = XQ_STANDINGS(settings, roster, *rounds)
    # 10 players and 3 spare rows below the headings; place, number, name, club, 6 rounds, spare columns
    assert len(rows) == 14
    assert {len(row) for row in rows} == {4 + 6 + SPARE_STANDINGS_COLUMNS}
    assert set(rows[-1]) == {""}
    broken = XQ_STANDINGS(settings, changed(roster, 1, "编号", 2.0), *rounds)
    assert (len(broken), len(broken[0])) == (len(rows), len(rows[0]))
    assert is_sentence(broken)


def test_rounds_left_out_at_the_end_do_not_widen_the_block() -> None:
    settings, roster, *rounds = wuyangbei_tables(2)
    assert XQ_STANDINGS(settings, roster, *rounds, *[None] * 114) == XQ_STANDINGS(settings, roster, *rounds)


def test_no_rounds_yet_shares_the_first_place() -> None:
    rows = XQ_STANDINGS(*wuyangbei_tables(0))
    assert column(rows, "名次") == [1] * 10
    assert column(rows, "编号") == list(range(1, 11))


def test_hands_28_half_a_round_counts_only_what_is_there() -> None:
    # round 2 of four players: 3-1 is over, 2-4 still open
    half = plain_event(4, [[(1, 2, "2:0"), (4, 3, "1:1")], [(3, 1, "2:0"), (2, 4)]])
    rows = XQ_STANDINGS(*tables_of(half, {"轮数": 3.0}))
    assert rows[0][4:6] == ("第1轮", "第2轮未完")
    shown = {row[1]: (row[5], row[6]) for row in filled_rows(rows)[1:]}
    assert shown == {3: ("1红 2", 3), 1: ("3黑 0", 2), 4: ("2黑 –", 1), 2: ("4红 –", 0)}


def test_half_points_are_numbers_and_thirds_are_text() -> None:
    drawn = plain_event(2, [[(1, 2, "和")]], {"记分": "1/0.5/0"})
    assert column(XQ_STANDINGS(*tables_of(drawn, {"记分": "1/0.5/0"})), "积分") == [0.5, 0.5]
    thirds = plain_event(2, [[(1, 2, "和")]])
    assert column(XQ_STANDINGS(*tables_of(thirds, {"记分": "1/1⁄3/0"})), "积分") == ["1⁄3", "1⁄3"]


def test_who_withdrew_is_marked_behind_the_criteria() -> None:
    played = plain_event(4, [[(1, 2, "2:0"), (4, 3, "1:1")]])
    settings, roster, first = tables_of(played, {"轮数": 3.0})
    assert "备注" not in XQ_STANDINGS(settings, roster, first)[0]
    rows = XQ_STANDINGS(settings, changed(roster, 2, "参赛轮次", "退赛"), first)
    assert dict(zip(column(rows, "编号"), column(rows, "备注"), strict=True)) == {1: "", 2: "退赛", 3: "", 4: ""}


def test_hands_30_two_of_one_name_are_two_players() -> None:
    two = plain_event([(1, "王伟", "A队"), (2, "王伟", "B队")], [[(1, 2, "2:0")]])
    assert [row[1:4] for row in XQ_STANDINGS(*tables_of(two, {}))[1:3]] == [(1, "王伟", "A队"), (2, "王伟", "B队")]


def test_hands_34_text_that_begins_like_a_formula_stays_text() -> None:
    odd = plain_event([(1, "=1+1"), (2, "+张"), (3, "-李"), (4, "@队")], [[(1, 2, "2:0"), (4, 3, "2:0")]])
    tables = tables_of(odd, {"轮数": 3.0})
    assert sorted(column(XQ_STANDINGS(*tables), "姓名")) == ["+张", "-李", "=1+1", "@队"]
    assert XQ_CARD(2.0, *tables)[2][2] == "=1+1"


def test_hands_35_names_that_formulas_give() -> None:
    # =报名!B2 gives text; below the last entrant ="" gives empty text; the numbers are =ROW()-1
    roster = (("编号", "姓名", "单位"), (1.0, "甲", "东"), (2.0, "乙 ", ""), ("", "", ""), ("", "", ""))
    rows = XQ_STANDINGS(None, roster)
    assert column(rows, "姓名") == ["甲", "乙"]


def test_hands_36_blank_rows_do_not_end_the_roster_and_one_player_is_enough() -> None:
    roster = (("编号", "姓名"), (1.0, "甲"), *[("", "")] * 200, (2.0, "乙"), *[(None, None)] * 200)
    assert column(XQ_STANDINGS(None, roster), "姓名") == ["甲", "乙"]
    assert column(XQ_STANDINGS(None, roster[:2]), "姓名") == ["甲"]


def test_hands_38_two_events_at_once_keep_apart() -> None:
    men = tables_of(plain_event([(1, "男一"), (2, "男二")], [[(1, 2, "2:0")]]), {})
    women = tables_of(plain_event([(1, "女一"), (2, "女二")], [[(1, 2, "0:2")]]), {})
    for _ in range(3):
        assert column(XQ_STANDINGS(*men), "姓名") == ["男一", "男二"]
        assert column(XQ_STANDINGS(*women), "姓名") == ["女二", "女一"]


@pytest.mark.parametrize("error", [ErrorValue("#REF!"), "#REF!"])
@pytest.mark.parametrize("function", FUNCTIONS_OF_EVENTS)
def test_hands_39_error_cells_are_named(function: Any, error: Any) -> None:
    settings, roster, *rounds = wuyangbei_tables()
    in_roster = function(settings, changed(roster, 3, "姓名", error), *rounds)
    in_round = function(settings, roster, rounds[0], changed(rounds[1], 2, "结果", error), *rounds[2:])
    text = ["".join(map(str, (cell for row in rows for cell in row))) for rows in (in_roster, in_round)]
    assert "名单 第4行 姓名" in text[0]
    assert "第2轮 第3行 结果" in text[1]
    assert all("#REF!" in found for found in text)


def test_hands_42_columns_and_rows_moved_change_nothing() -> None:
    settings, roster, *rounds = wuyangbei_tables()
    turned = tuple(tuple(reversed(row)) for row in roster)
    sorted_roster = (roster[0], *reversed(roster[1:]))
    sorted_round = (rounds[0][0], *reversed(rounds[0][1:]))
    wider = tuple(("自己的列", *row) for row in rounds[1])
    expected = XQ_STANDINGS(settings, roster, *rounds)
    assert XQ_STANDINGS(settings, turned, *rounds) == expected
    assert XQ_STANDINGS(settings, sorted_roster, sorted_round, wider, *rounds[2:]) == expected


def test_hands_43_damaged_headings_are_found_and_missing_ones_told() -> None:
    settings, roster, *rounds = wuyangbei_tables()
    traditional = ((*(cell.replace("结果", "結 果 ") for cell in rounds[0][0]),), *rounds[0][1:])
    expected = XQ_STANDINGS(settings, roster, *rounds)
    assert XQ_STANDINGS(settings, roster, traditional, *rounds[1:]) == expected
    gone = ((*(cell.replace("结果", "甲乙") for cell in rounds[0][0]),), *rounds[0][1:])
    rows = XQ_STANDINGS(settings, roster, gone, *rounds[1:])
    assert is_sentence(rows)
    assert "第1轮" in first_cell(rows)
    assert "找不到“结果”" in first_cell(rows)


@pytest.mark.parametrize(
    ("typed", "points"),
    [
        ("2:0", 2), ("２－０", 2), ("1-0", 2), ("胜", 2), ("红胜", 2), ("W", 2), ("+-", 2), (" 2 : 0　", 2),
        (dt.time(2, 0), 2), (2 / 24, 2), ("1:1", 1), ("½-½", 1), ("和", 1), (0.5, 1), (dt.datetime(2026, 1, 1), 1),
        ("0:2", 0), ("负", 0), ("-+", 0), ("双弃", 0), ("--", 0),
    ],
)  # fmt: skip
def test_hands_20_and_21_typed_results_are_read(typed: Any, points: int) -> None:
    settings, roster, first = tables_of(plain_event(2, [[(1, 2)]]), {})
    rows = XQ_STANDINGS(settings, roster, changed(first, 1, "结果", typed))
    assert dict(zip(column(rows, "编号"), column(rows, "积分"), strict=True))[1] == points


@pytest.mark.parametrize("typed", ["3:0", "胜胜", "x", dt.date(2026, 2, 3)])
def test_hands_20_results_that_say_nothing_are_told_with_their_cell(typed: Any) -> None:
    settings, roster, first = tables_of(plain_event(2, [[(1, 2)]]), {})
    rows = XQ_STANDINGS(settings, roster, changed(first, 1, "结果", typed))
    assert is_sentence(rows)
    assert first_cell(rows).startswith("第1轮 第2行 结果：")


def test_many_problems_show_the_first_and_how_many_there_are() -> None:
    settings, roster, first = tables_of(plain_event(10, [[(1, 2), (4, 3), (5, 6), (8, 7), (9, 10)]]), {})
    for row in range(1, 6):
        first = changed(first, row, "结果", "x")
    told = first_cell(XQ_STANDINGS(settings, roster, first))
    assert told.count("结果看不懂") == 3
    assert "共有 5 处" in told
    assert len(filled_rows(XQ_CHECK(settings, roster, first))) == 1 + 5


def test_settings_left_out_are_the_defaults() -> None:
    settings, roster, *rounds = tables_of(plain_event(4, [[(1, 2, "2:0"), (4, 3, "1:1")]]), {})
    expected = XQ_STANDINGS(settings, roster, *rounds)
    for nothing in (None, "", 0.0, [], ((None,),)[:0]):
        assert XQ_STANDINGS(nothing, roster, *rounds) == expected


@pytest.mark.parametrize("roster", [None, "", 0.0, ()])
def test_a_roster_left_out_is_told(roster: Any) -> None:
    for function in FUNCTIONS_OF_EVENTS:
        assert "没有选名单" in first_cell(function(None, roster))


def test_an_empty_roster_is_told() -> None:
    assert "还没有棋手" in first_cell(XQ_STANDINGS(None, (ROSTER_HEADINGS, *[(None,) * 7] * 20)))


def test_whole_columns_are_refused_with_a_sentence() -> None:
    column_of_a_sheet = (("姓名",),) * (MOST_ROWS + 1)
    for rows in (XQ_STANDINGS(None, column_of_a_sheet), XQ_ROUNDROBIN(column_of_a_sheet), XQ_OPEN(column_of_a_sheet)):
        assert is_sentence(rows)
        assert "不要选整列" in first_cell(rows)


def test_an_unknown_setting_is_told_with_the_nearest_one() -> None:
    _, roster, *rounds = wuyangbei_tables()
    told = first_cell(XQ_STANDINGS(settings_table({"赛制": "单循坏"}), roster, *rounds))
    assert told.startswith("赛事 第2行 赛制：")
    assert "是不是“单循环”" in told


def test_a_round_before_another_that_is_empty_is_told() -> None:
    settings, roster, first, second, *_ = wuyangbei_tables()
    rows = XQ_STANDINGS(settings, roster, first, empty_round(), second)
    assert is_sentence(rows)
    assert "第2轮还没有编排" in first_cell(rows)


# -- XQ_CROSSTABLE


def test_crosstable_of_a_round_robin() -> None:
    # 2007 五羊杯 A组, five players; numbers and games as published (tests/events)
    name = "2007_wuyangbei28_groupA_roundrobin_bye"
    whole = events.event_from(name, events.drawn_numbers(name))
    rows = XQ_CROSSTABLE(*tables_of(whole, {"赛制": "单循环"}))
    assert rows[0][:9] == ("名次", "编号", "姓名", "单位", 1, 2, 3, 4, 5)
    assert column(rows, "姓名") == ["徐天红", "吕钦", "赵鑫鑫", "李来群", "许银川"]
    assert rows[1][4:9] == ("—", "1", "0", "0", "0")
    assert rows[3][4:9] == ("2", "2", "—", "2", "1")
    # 5 players and 3 spare rows, each a row and a column
    assert (len(rows), len(rows[0])) == (9, 4 + 8 + SPARE_STANDINGS_COLUMNS)
    points = dict(zip(column(rows, "姓名"), column(rows, "积分"), strict=True))
    assert points == {"徐天红": 1, "吕钦": 3, "赵鑫鑫": 7, "李来群": 3, "许银川": 6}
