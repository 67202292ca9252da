"""Changes to roster, settings, log, status and computed areas: what is written, and that it is read back."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from fractions import Fraction

import pytest
from memory_book import HEADING_ROW, new_book
from writer_scenes import ROSTER, read

from xlpair.errors import Gravity, WrongUse
from xlpair.model import Player
from xlpair.workbook.area_writer import put_area, put_status, shortage
from xlpair.workbook.book import Area, PrintArea, PutCells
from xlpair.workbook.layout import STANDINGS_NAME, STATUS_NAME
from xlpair.workbook.reader import LogEntry
from xlpair.workbook.writer import grow_tables, print_roster, put_entrants, put_log, put_numbers, put_settings


def test_drawn_numbers_go_to_their_players() -> None:
    """Two with the same name and club are the same to everybody: each of them gets one of their numbers."""
    book = new_book([(None, "王伟", "A"), (None, "乙"), (None, "王伟", "B"), (None, "王伟", "A")])
    drawn = (Player(1, "乙"), Player(2, "王伟", "A"), Player(3, "王伟", "B"), Player(4, "王伟", "A"))
    book.apply(put_numbers(read(book), drawn))
    assert book.column("名单", "编号")[:5] == [2, 1, 3, 4, None]
    assert read(book).event.players == drawn


def test_drawing_anew_replaces_numbers_and_leaves_equal_ones_alone() -> None:
    book = new_book([(1, "甲"), (2, "乙"), (3, "丙")])
    changes = put_numbers(read(book), (Player(1, "甲"), Player(3, "乙"), Player(2, "丙")))
    assert changes == (PutCells("名单", HEADING_ROW + 2, 0, ((3,), (2,))),)


def test_numbers_of_strangers_are_refused() -> None:
    with pytest.raises(WrongUse, match="丁"):
        put_numbers(read(new_book([(None, "甲")])), (Player(1, "丁"),))


def test_entrants_are_added_below_the_last_one() -> None:
    book = new_book(ROSTER)
    area = book.tables["名单"]
    book.put("名单", area.top, 7, "电话")
    book.tables["名单"] = replace(area, right=7)
    rows = [{"姓名": "庚", "单位": "江苏", "电话": "013800138000"}, {"编号": 8, "姓名": "辛", "身份证": "x"}]
    book.apply(put_entrants(read(book), rows))
    assert [book.read("名单", 7, heading) for heading in ("编号", "姓名", "单位", "电话")] == [
        None,
        "庚",
        "江苏",
        "013800138000",
    ]
    assert [book.read("名单", 8, heading) for heading in ("编号", "姓名", "单位", "电话")] == [8, "辛", None, None]
    assert "x" not in {cell for cells in book.grids["名单"] for cell in cells}


def test_more_entrants_than_spare_rows_let_the_roster_grow() -> None:
    book = new_book(ROSTER)
    book.apply(put_entrants(read(book), [{"姓名": f"新{number}"} for number in range(30)]))
    assert book.tables["名单"].bottom == HEADING_ROW + 36
    assert len(read(book).event.players) == 36


def test_the_rosters_print_area_follows_what_is_filled() -> None:
    assert print_roster(read(new_book(ROSTER))) == (PrintArea(Area("名单", 0, 0, HEADING_ROW + 6, 7)),)


def test_settings_are_written_where_they_stand_and_added_where_not() -> None:
    book = new_book(ROSTER)
    sheet, at, _ = book.cell("赛事", 6, "内容")
    assert put_settings(read(book), {"轮数": "9"}) == (PutCells(sheet, at, 2, (("9",),)),)
    book.type("赛事", 6, "项目", None)
    book.type("赛事", 6, "说明", None)
    book.apply(put_settings(read(book), {"轮数": "9", "抽签种子": "123"}))
    settings = read(book).event.settings
    assert (settings.rounds, settings.lot_seed) == (9, 123)


def test_the_log_is_oldest_first_and_grows() -> None:
    book = new_book(ROSTER)
    area = book.tables["编排记录"]
    book.tables["编排记录"] = replace(area, bottom=area.top + 2)
    entries = [
        LogEntry(dt.datetime(2025, 10, 1, 9, minute), f"命令{minute}", 1, 7, "0.1.0", "abc", "说明")
        for minute in range(4)
    ]
    for entry in entries:
        book.apply(put_log(read(book), entry))
    assert list(read(book).log) == entries
    assert book.tables["编排记录"].bottom == area.top + 4


def test_reasons_too_long_for_a_cell_are_cut() -> None:
    book = new_book(ROSTER)
    book.apply(put_log(read(book), LogEntry(None, "编排下一轮", note="长" * 40_000)))
    note = book.read("编排记录", 1, "说明")
    assert isinstance(note, str)
    assert len(note) <= 32_767
    assert note.endswith("长…")


def test_hands_47_tables_grow_over_rows_typed_under_them() -> None:
    book = new_book(ROSTER)
    area = book.tables["名单"]
    book.tables["名单"] = replace(area, bottom=area.top + 4)
    assert len(read(book).event.players) == 6
    book.apply(grow_tables(read(book)))
    assert book.tables["名单"].bottom == area.top + 6
    assert read(book).problems == ()


def test_the_status_line() -> None:
    book = new_book(ROSTER)
    book.apply(put_status(book.snapshot().names, "已编排第1轮。"))
    area = book.names[STATUS_NAME]
    assert book.get(area.sheet, area.top, area.left) == "已编排第1轮。"
    assert put_status({}, "x") == ()


def test_computed_areas_are_filled_whole_and_printed_as_far_as_filled() -> None:
    book = new_book(ROSTER)
    area = book.names[STANDINGS_NAME]
    book.put(area.sheet, area.bottom, area.left, "旧")
    rows = [("名次", "编号", "积分"), (1, 3, Fraction(5, 2)), (2, 1, 2), ("", "", "")]
    book.apply(put_area(book.snapshot(), STANDINGS_NAME, rows, "XQ_STANDINGS(a)"))
    assert [book.get(area.sheet, area.top + 1, column) for column in range(4)] == [1, 3, 2.5, None]
    assert book.get(area.sheet, area.bottom, area.left) is None
    assert book.formulas[area] == "XQ_STANDINGS(a)"
    assert book.print_areas[area.sheet] == Area(area.sheet, 0, 0, area.top + 2, 2)
    assert shortage(book.snapshot(), STANDINGS_NAME, rows, 33) is None


def test_print_areas_never_cut_the_title() -> None:
    book = new_book(ROSTER)
    area = book.names[STANDINGS_NAME]
    book.merges[area.sheet] = (Area(area.sheet, 0, 0, 0, 9),)
    book.apply(put_area(book.snapshot(), STANDINGS_NAME, [("名次", "编号"), (1, 3)]))
    assert book.print_areas[area.sheet].right == 9
    assert book.formulas[area] is None


@pytest.mark.parametrize("rows", [[("x",)] * 28, [("x",) * 24]])
def test_an_area_that_is_too_small_is_told_and_filled_as_far_as_it_goes(rows: list[tuple[str, ...]]) -> None:
    """Six players and twenty spare rows: 27 rows with the headings; 7 rounds and 16 columns: 23."""
    book = new_book(ROSTER)
    problem = shortage(book.snapshot(), STANDINGS_NAME, rows, 33)
    assert (problem.where, problem.gravity) == ("成绩表", Gravity.WARNING)
    assert "27 行 23 列" in problem.what
    assert problem.hint == '请保存并关闭工作簿，运行 xlpair resize "比赛.xlsx" 40，再打开。'  # 33 and some to come
    book.apply(put_area(book.snapshot(), STANDINGS_NAME, rows))


def test_an_area_whose_name_is_gone_is_told() -> None:
    book = new_book(ROSTER)
    del book.names[STANDINGS_NAME]
    assert put_area(book.snapshot(), STANDINGS_NAME, [("x",)]) == ()
    assert shortage(book.snapshot(), STANDINGS_NAME, [("x",)], 33).where == "成绩表"
