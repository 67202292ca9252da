"""The functions of the workbook, on tables as Excel and Calc pass them.

Expected values: the printed tables of the rule book, the published pairings and final of 2009 五羊杯 (tests/events,
http://sports.sina.com.cn/go/2009-02-26/15554240818.shtml), the worked example of the rules for it, and small cases
worked out by hand.
"""

from __future__ import annotations

import datetime as dt
import logging
from pathlib import Path
from typing import Any

import events
import pytest
from plain_tables import (
    as_calc,
    as_lists,
    changed,
    empty_round,
    round_table,
    settings_table,
    tables_of,
)

from xlpair import functions
from xlpair.api import event as plain_event
from xlpair.functions import (
    MOST_ROWS,
    XQ_CARD,
    XQ_CHECK,
    XQ_CROSSTABLE,
    XQ_EXPLAIN,
    XQ_NEXTROUND,
    XQ_OPEN,
    XQ_RATING,
    XQ_ROUNDROBIN,
    XQ_STANDINGS,
)
from xlpair.model import Event
from xlpair.workbook.book import ErrorValue
from xlpair.workbook.layout import ROSTER_HEADINGS, ROUND_HEADINGS, SPARE_STANDINGS_COLUMNS

NAMES = ("陶汉明", "赵国荣", "徐天红", "柳大华", "洪智", "于幼华", "蒋川", "许银川", "吕钦", "赵鑫鑫")
SWISS = {"赛制": "积分编排", "轮数": 6.0, "最后三轮": "否"}
FUNCTIONS_OF_EVENTS = (XQ_STANDINGS, XQ_CROSSTABLE, XQ_NEXTROUND, XQ_EXPLAIN, XQ_CHECK)


def wuyangbei() -> Event:
    numbering = {name: number for number, name in enumerate(NAMES, start=1)}
    return events.event_from(events.SWISS_2009, numbering)


def wuyangbei_tables(rounds: int = 6) -> tuple[Any, ...]:
    """The tables after so many rounds; six round tables in all."""
    return tables_of(wuyangbei().upto(rounds), SWISS, 6)


def first_cell(rows: Any) -> Any:
    return rows[0][0]


def filled_rows(rows: Any) -> list[Any]:
    return [row for row in rows if any(cell != "" for cell in row)]


def column(rows: Any, heading: str) -> list[Any]:
    at = rows[0].index(heading)
    return [row[at] for row in filled_rows(rows)[1:]]


def is_sentence(rows: Any) -> bool:
    """One sentence in the first cell and nothing else."""
    others = [cell for row in rows for cell in row][1:]
    return isinstance(first_cell(rows), str) and first_cell(rows).endswith("。") and not any(others)


# -- XQ_ROUNDROBIN


def printed() -> dict[int, list[list[str]]]:
    """The printed tables by their greatest number (《象棋竞赛规则》附录二)."""
    tables: dict[int, list[list[str]]] = {}
    text = (Path(__file__).parent / "engine" / "printed_tables.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.endswith("人对局秩序表"):
            rows = tables[int(line.split("或")[1].removesuffix("人对局秩序表"))] = []
        elif line and not line.startswith("#"):
            rows.append(line.split("\t"))
    return tables


def test_every_printed_table_comes_out_with_its_round_numbers() -> None:
    tables = printed()
    assert sorted(tables) == [4, 6, 8, 10, 12, 14, 16, 18, 20]
    for n, rows in tables.items():
        found = XQ_ROUNDROBIN(float(n))
        assert found[0] == ("轮次", *(f"第{board}台" for board in range(1, n // 2 + 1)))
        assert [[str(cell) for cell in row] for row in found[1:]] == rows
        odd = XQ_ROUNDROBIN(float(n - 1))
        assert [[str(cell) for cell in row[:-1]] for row in odd[1:]] == rows
        assert odd[0][-1] == "轮空"


@pytest.mark.parametrize("n", [3, 5])
def test_hands_07_odd_fields_rest_once_a_round_and_once_each(n: int) -> None:
    for rows in (XQ_ROUNDROBIN(n), XQ_ROUNDROBIN([[name] for name in "甲乙丙丁戊"[:n]])):
        resting = column(rows, "轮空")
        assert len(resting) == n
        assert len(set(resting)) == n


@pytest.mark.parametrize(
    "players", [1, 0, -3, 2.5, "八", "", None, True, 1.0, "0", [[]], [[None], [None]], ErrorValue("#REF!")]
)
def test_hands_07_what_is_no_number_of_players_is_told(players: Any) -> None:
    assert is_sentence(XQ_ROUNDROBIN(players))


def test_hands_07_two_players_and_full_width() -> None:
    assert XQ_ROUNDROBIN(2.0) == (("轮次", "第1台"), (1, "1-(2)"))
    assert XQ_ROUNDROBIN("２") == XQ_ROUNDROBIN(2)
    assert XQ_ROUNDROBIN(((2.0,),)) == XQ_ROUNDROBIN(2)


def test_hands_07_blank_in_the_middle_of_seven_names_is_passed_over() -> None:
    names = [["甲"], ["乙"], ["丙"], [None], ["丁"], ["  "], ["戊"], ["己"], ["庚"]]
    rows = XQ_ROUNDROBIN(names)
    # printed table for 7 or 8, round 1: 1-(8) 2-7 3-6 4-5
    assert rows[1] == (1, "乙 - 庚", "丙 - 己", "丁 - 戊", "甲")
    assert len(rows) == 8


def test_names_in_a_row_flat_and_with_the_heading_of_the_roster() -> None:
    expected = (("轮次", "第1台", "轮空"), (1, "乙 - 丙", "甲"), (2, "甲 - 乙", "丙"), (3, "丙 - 甲", "乙"))
    assert XQ_ROUNDROBIN([["甲", "乙", "丙"]]) == expected
    assert XQ_ROUNDROBIN(["甲", "乙", "丙"]) == expected
    assert XQ_ROUNDROBIN([["姓名"], ["甲"], ["乙"], ["丙"]]) == expected
    assert XQ_ROUNDROBIN([["编号", "選手"], [1.0, "甲"], [2.0, "乙"], [3.0, "丙"], [None, ""]]) == expected


def test_several_columns_without_a_heading_are_not_guessed_at() -> None:
    assert "不止一列" in first_cell(XQ_ROUNDROBIN([["甲", "一队"], ["乙", "二队"]]))


def test_error_cell_among_the_names_is_told() -> None:
    assert "#N/A" in first_cell(XQ_ROUNDROBIN([["甲"], ["#N/A"], ["乙"]]))


def test_one_round_has_one_row_a_board() -> None:
    # printed table for 5 or 6, round 2: (6)-4 5-3 1-2
    assert XQ_ROUNDROBIN(6.0, None, 2.0) == (("台次", "红方", "黑方"), (1, 6, 4), (2, 5, 3), (3, 1, 2))
    assert XQ_ROUNDROBIN(5.0, None, "2") == (("台次", "红方", "黑方"), (1, 5, 3), (2, 1, 2), ("", 4, "轮空"))
    assert XQ_ROUNDROBIN(["甲", "乙", "丙"], "", 1) == (("台次", "红方", "黑方"), (1, "乙", "丙"), ("", "甲", "轮空"))


def test_games_of_a_meeting_stand_in_the_same_round_with_sides_changed() -> None:
    # R4; printed table for 3 or 4: 1-(4) 2-3
    rows = XQ_ROUNDROBIN(4, 2)
    assert rows[0] == ("轮次", "局", "第1台", "第2台")
    assert rows[1:3] == ((1, 1, "1-(4)", "2-3"), (1, 2, "(4)-1", "3-2"))
    assert len(rows) == 1 + 3 * 2
    assert XQ_ROUNDROBIN(3, 2, 1) == (
        ("台次", "局", "红方", "黑方"),
        (1, 1, 2, 3),
        (1, 2, 3, 2),
        ("", "", 1, "轮空"),
    )
    assert XQ_ROUNDROBIN(["甲", "乙"], 3)[1:] == ((1, 1, "甲 - 乙"), (1, 2, "乙 - 甲"), (1, 3, "甲 - 乙"))


@pytest.mark.parametrize("games", [-1, 10, 1.5, "双循环", "x"])
def test_no_such_number_of_games(games: Any) -> None:
    assert is_sentence(XQ_ROUNDROBIN(4, games))


@pytest.mark.parametrize(
    ("wanted", "told"), [(4, "只有第 1～3 轮"), (-1, "轮次看不懂"), ("末", "轮次看不懂"), (2.5, "轮次看不懂")]
)
def test_no_such_round(wanted: Any, told: str) -> None:
    rows = XQ_ROUNDROBIN(4, None, wanted)
    assert told in first_cell(rows)
    assert is_sentence(rows)


def test_fields_up_to_400_and_a_sentence_above() -> None:
    rows = XQ_ROUNDROBIN(400)
    assert (len(rows), len(rows[0])) == (400, 201)
    for players in (401, 1e9, [[f"棋手{number}"] for number in range(401)]):
        assert "2 到 400" in first_cell(XQ_ROUNDROBIN(players))


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
    assert "找不到" in first_cell(XQ_OPEN((("自己的表",), ("甲",))))
    assert XQ_OPEN() == (("都有结果",),)
    assert XQ_OPEN((), None, "", 0.0) == (("都有结果",),)


# -- XQ_CARD


def test_card_of_the_winner_of_2009() -> None:
    rows = XQ_CARD(9.0, *wuyangbei_tables())
    assert rows[0][:4] == ("棋手", 9, "吕钦", "")
    assert rows[1] == ("轮次", "对手编号", "对手", "对手单位", "先后", "结果", "积分", "对手分")
    # 吕钦: 1:1 于, 2:0 洪 with black, 1:1 赵国荣, 2:0 赵鑫鑫, 1:1 蒋 with black, 1:1 许; final points of these
    assert rows[2:8] == (
        (1, 6, "于幼华", "", "先", "和", 1, 5),
        (2, 5, "洪智", "", "后", "胜", 3, 5),
        (3, 2, "赵国荣", "", "先", "和", 4, 6),
        (4, 10, "赵鑫鑫", "", "先", "胜", 6, 8),
        (5, 7, "蒋川", "", "后", "和", 7, 8),
        (6, 8, "许银川", "", "先", "和", 8, 7),
    )
    assert rows[8] == ("合计", "", "", "", "", "", 8, 39)
    assert (len(rows), len(rows[0])) == (6 + 8, 8)


@pytest.mark.parametrize("number", [9, "9", "９", "009", "9号", ((9.0,),), [9.0]])
def test_card_takes_a_number_as_typed(number: Any) -> None:
    assert XQ_CARD(number, *wuyangbei_tables())[0][2] == "吕钦"


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (None, "请填"),
        ("", "请填"),
        (0.0, "请填"),
        ("吕钦", "看不懂"),
        (2.5, "看不懂"),
        (99.0, "没有 99 号"),
        ("#REF!", "#REF!"),
    ],
)
def test_card_of_nobody_is_a_sentence_over_the_whole_block(number: Any, told: str) -> None:
    rows = XQ_CARD(number, *wuyangbei_tables())
    assert told in first_cell(rows)
    assert is_sentence(rows)
    assert (len(rows), len(rows[0])) == (14, 8)


def test_card_shows_forfeits_without_a_side_and_rests() -> None:
    # hands.md 19: red by forfeit carries no colour
    whole = plain_event([(1, "甲"), (2, "乙"), (3, "丙")], [[(1, 2, "+-"), (3,)], [(3, 1), (2,)]])
    rows = XQ_CARD(1, *tables_of(whole, {"轮数": 3.0}))
    assert rows[2] == (1, 2, "乙", "", "", "对方弃权", 2, 2)
    assert rows[3] == (2, 3, "丙", "", "后", "–", "", "")
    assert XQ_CARD(3, *tables_of(whole, {"轮数": 3.0}))[2] == (1, "", "", "", "", "轮空", 2, 2)


def test_card_has_a_row_for_every_game_of_a_meeting() -> None:
    # R4: two games in a round, sides changed for the second
    match = plain_event([(1, "甲"), (2, "乙")], [[(1, 2, "2:0")]])
    settings, roster, first = tables_of(match, {"每轮局数": 2.0})
    second_game = list(first[1])
    for heading, value in {"红方编号": 2.0, "红方": "乙", "结果": "1:1", "黑方": "甲", "黑方编号": 1.0}.items():
        second_game[first[0].index(heading)] = value
    rows = XQ_CARD(1, settings, roster, (*first[:2], tuple(second_game)), empty_round())
    assert rows[2:4] == ((1, 2, "乙", "", "先", "胜", 2, 1), (1, 2, "乙", "", "后", "和", 3, ""))
    assert len(rows) == 2 * 2 + 8


# -- XQ_RATING (L1; values as in tests/engine/test_rating.py)


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        ((1600.0, 1600.0, 2.0), 1610),
        ((1600.0, 2000.0, 1.0), 1608),
        ((1600.0, 1600.0, 2.0, 40.0), 1620),
        ((1600.0, 1600.0, 2.0, 0.0), 1610),
        (("１６００", ((1600.0,), (2000.0,)), 3.0), 1618),
        ((1600.0, ((1600.0,), (2000.0,)), ((2.0,), (1.0,))), 1618),
        ((1600.0, ((1600.0,), (None,)), ((2.0,), (2.0,))), 1610),
        ((1600.0, ((1600.0,), (2000.0,)), ((2.0,), ("",))), 1610),
        ((1600.0, [1600.0, 2000.0], [2.0, 1.0]), 1618),
        ((1600.0, "", 2.0), 1600),
        ((None, ((1500.0,), (1700.0,)), 3.0), "表现分 1800"),
        ((0.0, ((1500.0,), (1700.0,)), ((2.0,), (1.0,))), "表现分 1800"),
    ],
)
def test_rating(arguments: tuple[Any, ...], value: Any) -> None:
    assert XQ_RATING(*arguments) == ((value,),)


@pytest.mark.parametrize(
    "arguments",
    [
        ("高", 1600.0, 2.0),
        (1600.0, "高", 2.0),
        (1600.0, 1600.0, "赢"),
        (1600.0, 1600.0, 3.0),
        (1600.0, 1600.0, 2.0, "x"),
        (1600.0, ((1600.0,), (None,)), 2.0),
        (1600.0, ((1600.0,), (1700.0,)), ((2.0,), (1.0,), (1.0,))),
        (1600.0, (), 2.0),
        (None, None, 2.0),
        (ErrorValue("#REF!"), 1600.0, 2.0),
        (1600.0, 1600.0, "#N/A"),
    ],
)
def test_rating_of_what_is_no_rating_is_a_sentence(arguments: tuple[Any, ...]) -> None:
    assert is_sentence(XQ_RATING(*arguments))


# -- nothing is ever raised


def test_a_fault_of_the_program_is_a_sentence_and_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(event: Event) -> Any:
        raise ZeroDivisionError("分母")

    monkeypatch.setattr(functions, "standings_rows", broken)
    with caplog.at_level(logging.ERROR):
        rows = XQ_STANDINGS(*wuyangbei_tables())
    assert is_sentence(rows)
    assert "ZeroDivisionError" in first_cell(rows)
    assert "检查" in first_cell(rows)
    assert (len(rows), len(rows[0])) == (14, 4 + 6 + SPARE_STANDINGS_COLUMNS)
    assert "XQ_STANDINGS failed" in caplog.text


ODD_VALUES = (
    None, "", 0.0, -1.0, 1e300, float("nan"), float("inf"), True, "甲", "#REF!", ErrorValue("#N/A"),
    dt.date(2026, 1, 1), dt.datetime(2026, 1, 1, 2, 3),
    (), [], ((),), [[]], (None,), ((None,),), ((ErrorValue("#N/A"),),), ROUND_HEADINGS, (ROUND_HEADINGS,),
    (ROSTER_HEADINGS, (1.0,)), (ROUND_HEADINGS, (1.0, 1.0)), ((1.0, 2.0), (3.0,)), ((dt.time(2, 0),), (True, False)),
)  # fmt: skip


@pytest.mark.parametrize("odd", ODD_VALUES, ids=repr)
def test_odd_values_in_any_argument_give_a_rectangle_of_cells(odd: Any, caplog: pytest.LogCaptureFixture) -> None:
    settings, roster, *rounds = wuyangbei_tables(2)
    answers = [
        *(function(odd, roster, *rounds) for function in FUNCTIONS_OF_EVENTS),
        *(function(settings, odd, *rounds) for function in FUNCTIONS_OF_EVENTS),
        *(function(settings, roster, odd, rounds[1]) for function in FUNCTIONS_OF_EVENTS),
        *(function(odd, odd, odd) for function in FUNCTIONS_OF_EVENTS),
        XQ_CARD(odd, settings, roster, *rounds),
        XQ_CARD(1.0, odd, odd, odd),
        XQ_OPEN(odd, rounds[0]),
        XQ_ROUNDROBIN(odd),
        XQ_ROUNDROBIN(4, odd, odd),
        XQ_RATING(odd, odd, odd, odd),
        XQ_RATING(1600.0, 1600.0, odd, odd),
    ]
    for rows in answers:
        assert rows
        assert len({len(row) for row in rows}) == 1
        assert all(isinstance(cell, (str, int, float)) and not isinstance(cell, bool) for row in rows for cell in row)
    assert not caplog.records, "a fault of the program, not of the input"


def test_blocks_of_the_template_have_the_size_the_functions_fill() -> None:
    from xlpair.workbook import layout, template_blocks

    assert (layout.CARD_COLUMNS, layout.CARD_EXTRA_ROWS) == (
        template_blocks.CARD_COLUMNS,
        template_blocks.CARD_EXTRA_ROWS,
    )
