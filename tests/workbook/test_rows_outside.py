"""Rows typed below a table with a gap, or so that they are not certainly its own: told, never dropped without a word.

What people note below a table for themselves stays theirs. Every row is what an arbiter types or notes there.
"""

from __future__ import annotations

import pytest
from memory_book import MemoryBook, new_book

from xlpair.errors import Gravity, Problem
from xlpair.workbook.book import NOT_COMPUTED, Area, CellValue, ErrorValue
from xlpair.workbook.layout import LINEUP_HEADINGS, SQUAD_HEADINGS, board_heading
from xlpair.workbook.reader import read_event
from xlpair.workbook.tables import find_team_tables

Cells = dict[str, CellValue]

ROSTER = [(number, name, "北京") for number, name in enumerate("甲乙丙丁", start=1)]


def event_book() -> MemoryBook:
    return new_book(ROSTER, rounds=2)


def team_book() -> MemoryBook:
    book = MemoryBook()
    for table, headings in (("队员", SQUAD_HEADINGS), ("第1轮上场", (*LINEUP_HEADINGS, *map(board_heading, (1, 2))))):
        book.add_sheet(table)
        book.add_table(table, table, headings, 4)
    return book


def type_below(book: MemoryBook, table: str, gap: int, cells: Cells) -> int:
    """Type a row below a table with ``gap`` blank rows between; gives its number as the program shows it."""
    area = book.tables[table]
    for heading, value in cells.items():
        sheet, _, column = book.cell(table, 1, heading)
        book.put(sheet, area.bottom + 1 + gap, column, value)
    return area.bottom + 2 + gap


def outside(problems: tuple[Problem, ...]) -> list[tuple[str, str]]:
    assert all(problem.gravity is Gravity.WARNING for problem in problems)
    return [(problem.where, problem.what) for problem in problems]


@pytest.mark.parametrize("gap", [1, 2, 39])
@pytest.mark.parametrize(
    ("table", "cells"),
    [
        ("名单", {"姓名": "王五"}),
        ("名单", {"姓名": "王五", "单位": "广东"}),
        ("名单", {"姓名": "王五", "等级分": 1650}),
        ("名单", {"编号": 13, "姓名": "王五"}),
        ("名单", {"编号": "13a", "姓名": "王五"}),
        ("名单", {"编号": 13, "单位": "广东"}),
        ("名单", {"姓名": NOT_COMPUTED}),
        ("名单", {"编号": NOT_COMPUTED, "姓名": "王五"}),
        ("名单", {"姓名": ErrorValue("#REF!"), "单位": "广东"}),
        ("第1轮", {"红方编号": 3, "黑方编号": 4}),
        ("第1轮", {"红方": "丙", "黑方": "丁"}),
        ("第1轮", {"红方编号": 3, "黑方": "轮空"}),
        ("第1轮", {"红方编号": 3, "结果": "轮空"}),
        ("第1轮", {"台次": 2, "黑方编号": 3}),
        ("第1轮", {"结果": "2:0"}),
        ("第1轮", {"结果": "红胜"}),
        ("赛事", {"项目": "轮数", "内容": 9}),
    ],
)
def test_what_looks_like_a_row_of_the_table_is_told(table: str, cells: Cells, gap: int) -> None:
    book = event_book()
    row = type_below(book, table, gap, cells)
    reading = read_event(book.snapshot())
    assert outside(reading.problems) == [(table, f"第{row}行写在表格“{table}”外面，没有算在内。")]
    assert len(reading.event.players) == 4


@pytest.mark.parametrize("gap", [1, 3])
@pytest.mark.parametrize(
    ("table", "cells"),
    [
        ("队员", {"姓名": "王五"}),
        ("队员", {"参赛队": "广东", "姓名": "王五"}),
        ("队员", {"队号": 1, "序号": 5, "等级分": 1650}),
        ("队员", {"姓名": NOT_COMPUTED}),
        ("第1轮上场", {"队号": 2}),
        ("第1轮上场", {"参赛队": "广东", "一台": 1, "二台": 2}),
    ],
)
def test_what_looks_like_a_row_of_a_team_table_is_told(table: str, cells: Cells, gap: int) -> None:
    book = team_book()
    row = type_below(book, table, gap, cells)
    found = find_team_tables(book.snapshot())
    assert outside(found.problems) == [(table, f"第{row}行写在表格“{table}”外面，没有算在内。")]


@pytest.mark.parametrize(
    ("table", "cells"),
    [
        ("名单", {"编号": "13a", "姓名": "王五"}),
        ("名单", {"姓名": NOT_COMPUTED}),
        ("第1轮", {"红方": "丙", "黑方": "丁"}),
    ],
)
def test_a_row_directly_below_that_cannot_count_is_told(table: str, cells: Cells) -> None:
    """Whether it is meant for the table is not certain enough to stop a command, but nothing is dropped silently."""
    book = event_book()
    row = type_below(book, table, 0, cells)
    reading = read_event(book.snapshot())
    assert outside(reading.problems) == [(table, f"第{row}行写在表格“{table}”外面，没有算在内。")]


@pytest.mark.parametrize("gap", [0, 1, 5])
@pytest.mark.parametrize(
    ("table", "cells"),
    [
        ("名单", {"姓名": "裁判长签名："}),
        ("名单", {"编号": "裁判长", "姓名": "王五"}),
        ("名单", {"编号": "裁判长：", "姓名": "王五"}),
        ("名单", {"姓名": "合计 12 人"}),
        ("名单", {"编号": "合计", "姓名": 12}),
        ("名单", {"单位": "共 4 队"}),
        ("名单", {"备注": "名单截止到 8 月 1 日"}),
        ("名单", {"姓名": "以上名单已核对。"}),
        ("第1轮", {"红方": "裁判长签名："}),
        ("第1轮", {"红方": "裁判长：", "黑方": "记录员："}),
        ("第1轮", {"红方": "王五"}),
        ("第1轮", {"结果": "裁判长签名："}),
        ("第1轮", {"备注": "下午两点开赛"}),
        ("赛事", {"项目": "裁判人数", "内容": 3}),
        ("赛事", {"说明": "轮数"}),
    ],
)
def test_notes_below_a_table_stay_the_users_own(table: str, cells: Cells, gap: int) -> None:
    book = event_book()
    type_below(book, table, gap, cells)
    reading = read_event(book.snapshot())
    assert reading.problems == ()
    assert len(reading.event.players) == 4
    assert reading.growth == ()


@pytest.mark.parametrize(
    ("table", "cells"),
    [("队员", {"姓名": "领队签名："}), ("队员", {"备注": "已核对"}), ("第1轮上场", {"参赛队": "裁判长签名："})],
)
def test_notes_below_a_team_table_stay_the_users_own(table: str, cells: Cells) -> None:
    book = team_book()
    type_below(book, table, 0, cells)
    type_below(book, table, 2, cells)
    found = find_team_tables(book.snapshot())
    assert found.problems == ()
    assert (found.squads and found.squads.under, found.lineups[1].under) == (0, 0)


def test_many_rows_are_told_in_one_sentence() -> None:
    book = event_book()
    first, *_ = [type_below(book, "名单", gap, {"姓名": f"新{gap}"}) for gap in (1, 3, 4, 5)]
    (problem,) = read_event(book.snapshot()).problems
    assert problem.what == f"第{first}、{first + 2}到{first + 4}行写在表格“名单”外面，没有算在内。"
    assert problem.hint == "请移到表格里，或紧接在表格下面；是自己的内容就不用管。"


def test_another_table_below_is_not_searched() -> None:
    book = event_book()
    last = book.tables["名单"].bottom
    for at, name in enumerate(("姓名", "王五", "赵六")):
        book.put("名单", last + 1 + at, 1, name)
    book.tables["裁判员"] = Area("名单", last + 1, 1, last + 3, 1)
    reading = read_event(book.snapshot())
    assert reading.problems == ()
    assert len(reading.event.players) == 4
