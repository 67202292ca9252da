"""Whole workbooks and whole sets of ranges read: tables found by name, gaps, rows under tables, the log."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from memory_book import HEADING_ROW, MemoryBook, new_book

from xlpair.errors import Gravity, UnreadableFile
from xlpair.model import Bye, Game, Pairing, Player, Result, Round
from xlpair.settings import Settings, System
from xlpair.workbook.blocks import Block
from xlpair.workbook.book import Area, CellValue, ErrorValue, ResizeTable
from xlpair.workbook.layout import LOG_HEADINGS, ROSTER_HEADINGS, ROUND_HEADINGS, SETTINGS_HEADINGS
from xlpair.workbook.reader import LogEntry, Reading, read_event, read_log, read_settings, read_tables

ROSTER = [(number, name, "北京") for number, name in enumerate("甲乙丙丁戊", start=1)]


def paired(*rounds: dict[int, tuple[int, int, CellValue]]) -> MemoryBook:
    """A workbook of five with these rounds; a round maps a table row to red, black (0 = bye) and result."""
    book = new_book(ROSTER)
    for number, rows in enumerate(rounds, start=1):
        for row, (red, black, result) in rows.items():
            book.type(f"第{number}轮", row, "红方编号", red)
            book.type(f"第{number}轮", row, "黑方编号", black or None)
            book.type(f"第{number}轮", row, "黑方", None if black else "轮空")
            book.type(f"第{number}轮", row, "结果", result)
    return book


FIRST = {1: (1, 2, "2:0"), 2: (4, 3, "1:1"), 3: (5, 0, None)}
FIRST_ROUND = Round(1, (Pairing(1, 1, 2, (Game(Result.RED_WIN),)), Pairing(2, 4, 3, (Game(Result.DRAW),))), (Bye(5),))


def told(reading: Reading, gravity: Gravity = Gravity.ERROR) -> list[tuple[str, str]]:
    return [(problem.where, problem.what) for problem in reading.problems if problem.gravity is gravity]


def test_a_workbook_as_it_is_meant() -> None:
    reading = read_event(paired(FIRST).snapshot())
    assert reading.event.settings == Settings()
    assert reading.event.players == tuple(Player(number, name, "北京") for number, name, _ in ROSTER)
    assert reading.event.rounds == (FIRST_ROUND,)
    assert reading.problems == ()
    assert reading.growth == ()
    assert sorted(reading.places.rounds) == list(range(1, 8))


def test_settings_and_what_is_only_shown() -> None:
    book = new_book(
        ROSTER,
        settings={
            "赛制": "单循环",
            "赛事名称": "第三届“棋王”赛 (终)",
            "地点": "广州",
            "日期": dt.datetime(2025, 10, 1),
        },
    )
    reading = read_event(book.snapshot())
    assert reading.event.settings == Settings(name="第三届“棋王”赛 (终)", system=System.ROUND_ROBIN)
    assert (reading.texts["地点"], reading.texts["日期"], reading.texts["裁判长"]) == ("广州", "2025-10-01", "")


def test_a_wrong_setting_is_told_with_its_cell() -> None:
    book = new_book(ROSTER, settings={"赛制": "循环"})
    sheet, row, column = book.cell("赛事", 5, "内容")
    ((where, what),) = told(read_event(book.snapshot()))
    assert (sheet, row, column, where) == ("赛事", HEADING_ROW + 5, 2, "赛事!C9")
    assert "“赛制”没有 “循环” 这一种。" in what


@pytest.mark.parametrize("name", ["第1轮(下午)", "初赛", "Sheet9"])
def test_hands_42_a_renamed_sheet_is_found_by_its_table(name: str) -> None:
    book = paired(FIRST)
    for store in (book.grids, book.visible):
        store[name] = store.pop("第1轮")
    book.tables["第1轮"] = replace(book.tables["第1轮"], sheet=name)
    book.type("第1轮", 2, "结果", "x")
    reading = read_event(book.snapshot())
    assert told(reading)[0][0] == f"{name}!F6"
    assert reading.event.rounds[0].numbers() == {1, 2, 3, 4, 5}


def test_hands_42_sheets_in_any_order_and_foreign_ones_between() -> None:
    book = paired(FIRST)
    book.add_sheet("报名")
    book.add_table("报名", "报名表", ("姓名", "编号"), 3)
    book.grids = dict(sorted(book.grids.items(), reverse=True))
    reading = read_event(book.snapshot())
    assert reading.event == read_event(paired(FIRST).snapshot()).event
    assert reading.problems == ()


def test_hands_42_columns_inserted_moved_and_roster_sorted() -> None:
    """A column of the user's before 姓名, 单位 in front, rows sorted by name; nothing is found by letter."""
    book = paired(FIRST)
    area = book.tables["名单"]
    headings = ("单位", "我的", "编号", "姓名", "备注", "等级分", "种子", "参赛轮次")
    rows = [("北京", "x", number, name) for number, name, _ in sorted(ROSTER, reverse=True)]
    book.grids["名单"][area.top :] = [list(headings), *map(list, rows)]
    book.tables["名单"] = replace(area, right=len(headings) - 1)
    reading = read_event(book.snapshot())
    assert reading.event == read_event(paired(FIRST).snapshot()).event
    assert reading.problems == ()


def test_hands_42_a_table_moved_on_its_sheet() -> None:
    book = paired(FIRST)
    grid = book.grids["第1轮"]
    book.grids["第1轮"] = [[], [], *[[None, None, *row] for row in grid]]
    area = book.tables["第1轮"]
    book.tables["第1轮"] = Area("第1轮", area.top + 2, area.left + 2, area.bottom + 2, area.right + 2)
    book.put("第1轮", area.top + 2, 0, "结果")  # a word of ours outside the table is not ours
    book.type("第1轮", 1, "结果", "x")
    reading = read_event(book.snapshot())
    assert told(reading)[0][0] == "第1轮!H7"
    assert reading.event.rounds[0].pairings[1] == FIRST_ROUND.pairings[1]


def test_a_gap_between_rounds_is_told_and_what_follows_left_out() -> None:
    reading = read_event(paired(FIRST, {}, {1: (1, 3, None)}).snapshot())
    assert told(reading) == [("第3轮", "第2轮还没有编排，第3轮却已有棋手。")]
    assert reading.event.rounds == (FIRST_ROUND,)


def test_a_round_table_that_is_missing_is_a_gap_too() -> None:
    book = paired(FIRST, {1: (1, 3, None)}, {1: (1, 4, None)})
    del book.tables["第2轮"], book.grids["第2轮"], book.visible["第2轮"]
    reading = read_event(book.snapshot())
    assert told(reading) == [("第3轮", "第2轮还没有编排，第3轮却已有棋手。")]


def test_hands_47_a_player_typed_under_the_roster_is_in() -> None:
    book = paired(FIRST)
    area = book.tables["名单"]
    book.tables["名单"] = replace(area, bottom=area.top + 5)
    book.put("名单", area.top + 6, 0, 13)
    book.put("名单", area.top + 6, 1, "十三")
    book.put("名单", area.top + 7, 1, "十四")
    reading = read_event(book.snapshot())
    assert [player.number for player in reading.event.players] == [1, 2, 3, 4, 5, 13, 14]
    assert told(reading) == []
    assert told(reading, Gravity.WARNING)[0] == ("名单", "第10到11行写在表格“名单”下面，也算在内。")
    assert reading.growth == (ResizeTable("名单", area.top + 7),)


def test_hands_47_a_result_typed_under_the_round_is_told() -> None:
    book = paired(FIRST)
    area = book.tables["第1轮"]
    book.put("第1轮", area.bottom + 1, 5, "2:0")
    reading = read_event(book.snapshot())
    assert told(reading) == [(f"第1轮!F{area.bottom + 2}", "这一行有结果 “2:0”，但没有棋手。")]


def test_hands_47_a_pair_typed_under_the_round_is_in() -> None:
    book = new_book([*ROSTER, (6, "己", "北京")], boards=2)
    for row, (red, black) in enumerate([(1, 2), (3, 4), (5, 6)], start=1):
        book.put("第1轮", HEADING_ROW + row, 1, red)
        book.put("第1轮", HEADING_ROW + row, 9, black)
    reading = read_event(book.snapshot())
    assert [pairing.board for pairing in reading.event.rounds[0].pairings] == [1, 2, 3]
    assert reading.growth == (ResizeTable("第1轮", HEADING_ROW + 3),)


@pytest.mark.parametrize(
    ("column", "text", "gap"),
    [(5, "裁判长签名：", 0), (2, "赵六", 0), (0, "合计", 0), (1, "裁判长签名：", 1), (1, 12, 1), (2, "广州市棋院", 1)],
)
def test_hands_47_what_is_not_ours_under_a_table_is_left_alone(column: int, text: str, gap: int) -> None:
    """A signature line under a round and under the roster, a name without a number under a round, sums, a place."""
    book = paired(FIRST)
    sheet = "名单" if gap else "第1轮"
    book.put(sheet, book.tables[sheet].bottom + 1 + gap, column, text)
    reading = read_event(book.snapshot())
    assert reading.problems == ()
    assert len(reading.event.players) == 5


def test_hands_47_a_player_typed_farther_down_is_told() -> None:
    book = paired(FIRST)
    area = book.tables["名单"]
    book.put("名单", area.bottom + 3, 0, 13)
    book.put("名单", area.bottom + 3, 1, "十三")
    reading = read_event(book.snapshot())
    assert len(reading.event.players) == 5
    assert told(reading, Gravity.WARNING) == [("名单", f"第{area.bottom + 4}行写在表格“名单”外面，没有算在内。")]


def test_hands_37_hidden_sheets_and_rows_are_read() -> None:
    """A snapshot holds every row, shown or not; sheets are found whether they are shown or hidden."""
    book = paired(FIRST)
    book.visible = dict.fromkeys(book.visible, False)
    assert read_event(book.snapshot()).event.rounds == (FIRST_ROUND,)


def test_a_table_turned_into_plain_cells_is_read_and_told() -> None:
    book = paired(FIRST)
    del book.tables["第1轮"]
    reading = read_event(book.snapshot())
    assert reading.event.rounds == (FIRST_ROUND,)
    assert told(reading, Gravity.WARNING) == [("第1轮", "“第1轮”已不是表格（可能转换成了区域）。")]


def test_a_foreign_workbook_is_told_in_one_sentence() -> None:
    book = MemoryBook("工资.xlsx")
    book.add_sheet("Sheet1")
    with pytest.raises(UnreadableFile, match=r"工资\.xlsx 不是象棋编排的比赛文件") as caught:
        read_event(book.snapshot())
    assert "xlpair new" in caught.value.message


def test_a_workbook_without_its_roster_or_settings() -> None:
    book = paired(FIRST)
    del book.tables["赛事"], book.grids["赛事"], book.visible["赛事"]
    assert told(read_event(book.snapshot())) == [("赛事", "找不到“赛事”表。")]
    book = paired(FIRST)
    del book.tables["名单"], book.grids["名单"], book.visible["名单"]
    with pytest.raises(UnreadableFile, match="找不到“名单”表"):
        read_event(book.snapshot())


def test_a_newer_layout_is_refused() -> None:
    with pytest.raises(UnreadableFile, match="版式是 7"):
        read_event(new_book(ROSTER, settings={"版式": 7}).snapshot())


def test_hands_39_every_problem_of_a_workbook_is_collected() -> None:
    book = paired(FIRST, {1: (1, 99, "x")})
    book.type("名单", 2, "等级分", ErrorValue("#N/A"))
    book.type("赛事", 6, "内容", "七")
    where = [place for place, _ in told(read_event(book.snapshot()))]
    assert where == ["赛事!C10", "名单!D6", "第2轮!J5", "第2轮!F5"]


def test_the_log_is_read_in_the_order_of_its_rows() -> None:
    block = Block(
        (
            LOG_HEADINGS,
            (dt.datetime(2025, 10, 1, 9, 30), "编排下一轮", 1, 77, "0.1.0", "3f9a12bc", "1-2"),
            (45931.5, "撤销本轮", 1.0, None, "0.1.0", None, ""),
            ("2025-10-01 14:00", "编排下一轮", "1", "77", "0.1.0", None, None),
            (None, None, None),
        ),
        label="编排记录",
    )
    assert read_log(block).entries == (
        LogEntry(dt.datetime(2025, 10, 1, 9, 30), "编排下一轮", 1, 77, "0.1.0", "3f9a12bc", "1-2"),
        LogEntry(dt.datetime(2025, 10, 1, 12, 0), "撤销本轮", 1, None, "0.1.0"),
        LogEntry(dt.datetime(2025, 10, 1, 14, 0), "编排下一轮", 1, 77, "0.1.0"),
    )


def ranges(book: MemoryBook, name: str) -> Block:
    """A table as Calc hands it to a function: numbers are floats, blanks are empty texts, no sheet is known."""
    area = book.tables[name]
    grid = []
    for row in range(area.top, area.bottom + 1):
        cells = [book.get(area.sheet, row, column) for column in range(area.left, area.right + 1)]
        grid.append(tuple(float(c) if isinstance(c, int) else "" if c is None else c for c in cells))
    return Block(tuple(grid), label=name)


def test_ranges_and_workbooks_give_the_same_event() -> None:
    book = paired(FIRST, {1: (1, 3, "2:0"), 2: (5, 4, "0:2"), 3: (2, 0, None)})
    rounds = {number: ranges(book, f"第{number}轮") for number in range(1, 8)}
    reading = read_tables(ranges(book, "赛事"), ranges(book, "名单"), rounds)
    assert reading.event == read_event(book.snapshot()).event
    assert reading.problems == ()


def test_places_in_ranges_are_named_by_round_row_and_heading() -> None:
    rows = (("编号", "姓名"), (1, "甲"), (2, "乙"))
    board = (ROUND_HEADINGS, (1, 1, "甲", "", "", "x", "", "", "乙", 2))
    reading = read_tables(None, Block(rows, label="名单"), {1: Block(board)})
    assert [where for where, _ in told(reading)] == ["第1轮 第2行 结果"]


def test_settings_of_a_range_without_headings() -> None:
    found = read_settings(Block((("a", "b"), ("赛制", "单循环")), label="赛事"))
    assert [problem.what for problem in found.problems] == ["选的区域里没有标题行。"]
    found = read_settings(Block((("a", "内容"), ("赛制", "单循环")), label="赛事"))
    assert [problem.what for problem in found.problems] == ["标题行（第1行）里找不到“项目”。"]
    assert found.settings == Settings()


def test_empty_ranges_are_told_not_tripped_over() -> None:
    reading = read_tables(Block(()), Block(()), {1: Block(()), 2: Block(((),))}, Block(()))
    assert reading.event.players == ()
    assert reading.errors


CELLS = (
    st.none()
    | st.sampled_from(["", "轮空", "2:0", "x", "1", "２", "赛制", "版式", "积分编排", "1-3 退赛", "甲", "#REF!"])
    | st.integers(-1, 9)
    | st.floats()
    | st.booleans()
    | st.just(ErrorValue("#N/A"))
    | st.datetimes()
    | st.dates()
    | st.times()
    | st.text(max_size=4)
    | st.just("长" * 5000)
)
PLACES = st.tuples(
    st.sampled_from(["赛事", "名单", "第1轮", "第2轮", "编排记录"]), st.integers(0, 16), st.integers(0, 13)
)
AREAS = st.builds(Area, st.sampled_from(["名单", "第1轮", "没有"]), *[st.integers(0, 30)] * 4)


@given(
    st.dictionaries(PLACES, CELLS, max_size=12),
    st.dictionaries(st.sampled_from(["名单", "第1轮", "第2轮", "第0轮", "第" + "9" * 5000 + "轮"]), AREAS, max_size=2),
    st.lists(AREAS, max_size=3),
)
def test_law_any_workbook_gives_an_event_or_one_sentence(
    cells: dict[tuple[str, int, int], CellValue], tables: dict[str, Area], merges: list[Area]
) -> None:
    book = paired(FIRST)
    for (sheet, row, column), value in cells.items():
        book.put(sheet, row, column, value)
    book.tables |= tables
    book.merges["名单"] = tuple(merges)
    try:
        reading = read_event(book.snapshot())
    except UnreadableFile:
        return
    assert all(len(str(problem)) < 400 for problem in reading.problems)
    numbers = [player.number for player in reading.event.players]
    assert len(numbers) == len(set(numbers))
    assert [round_.number for round_ in reading.event.rounds] == list(range(1, len(reading.event.rounds) + 1))


def test_headings_are_those_of_the_layout() -> None:
    book = new_book(ROSTER)
    for table, headings in {"名单": ROSTER_HEADINGS, "赛事": SETTINGS_HEADINGS, "第1轮": ROUND_HEADINGS}.items():
        area = book.tables[table]
        assert tuple(book.grids[area.sheet][area.top][area.left :]) == headings
