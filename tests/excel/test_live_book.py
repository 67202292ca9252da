"""A workbook open in Excel, stood in for behind xlwings' engine: read as a closed file is, changed or not at all."""

from __future__ import annotations

import datetime as dt
import io
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from desk import NOW, Desk
from openpyxl.worksheet.formula import ArrayFormula
from stand_in import StandIn, needs_engine, put

from xlpair.errors import NotAllowed, NotSaved, WrongUse
from xlpair.excel import buttons
from xlpair.model import Player
from xlpair.settings import Settings, System, TableUpdate
from xlpair.workbook import live as live_module
from xlpair.workbook.book import (
    Activate,
    Area,
    Change,
    CopySheet,
    ErrorValue,
    PutBlock,
    PutCells,
    ResizeTable,
    ShowSheet,
    Snapshot,
)
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.live import LiveBook
from xlpair.workbook.live_steps import Steps
from xlpair.workbook.templates import make_workbook

pytestmark = needs_engine

PLAYERS = tuple(Player(number, f"棋手{number}", f"{'甲乙丙'[number % 3]}队") for number in range(1, 9))
Change_ = Callable[[StandIn], None]


def new(folder: Path, settings: Settings | None = None, rounds: int = 4, name: str = "赛.xlsx") -> Path:
    path = folder / name
    make_workbook(path, settings or Settings(name="春季赛"), PLAYERS, rounds=rounds)
    return path


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(new(tmp_path), monkeypatch)


def live(excel: StandIn) -> LiveBook:
    return LiveBook(excel.engine_book(), excel.host, clock=lambda: NOW)


def recorded(book: LiveBook) -> list[dict[str, Any]]:
    actions = book.book.json()["actions"]
    assert isinstance(actions, list)
    return actions


def without_blanks(snapshot: Snapshot) -> Snapshot:
    """Empty cells are None or nothing at all, and a moment at midnight is a day: readers take both."""
    sheets = []
    for sheet in snapshot.sheets:
        rows = [tuple(_plain(cell) for cell in row) for row in sheet.rows]
        rows = [row[: max((at for at, cell in enumerate(row, 1) if cell is not None), default=0)] for row in rows]
        while rows and not rows[-1]:
            rows.pop()
        merges = tuple(sorted(sheet.merges, key=str))
        sheets.append(type(sheet)(sheet.name, tuple(rows), sheet.visible, merges))
    return Snapshot(snapshot.title, tuple(sheets), snapshot.tables, snapshot.names)


def _plain(cell: Any) -> Any:
    if isinstance(cell, dt.datetime) and cell.time() == dt.time():
        return cell.date()
    return None if cell == "" else cell


# --- reading


def test_a_live_book_reads_what_the_closed_file_holds(tmp_path: Path) -> None:
    path = new(tmp_path, Settings(name="春季赛", system=System.ROUND_ROBIN), rounds=7)
    with ClosedBook.open(path) as book:
        book.apply(
            [
                PutCells("第1轮", 4, 0, ((1, 3, "棋手3", "甲队", 0.5, "2:0"),)),
                PutCells("名单", 5, 3, ((1650,),)),
                PutCells("编排记录", 4, 0, ((dt.datetime(2026, 3, 1, 9, 30, 15), "检查", 1),)),
                ShowSheet("第1轮", True),
            ]
        )
    assert without_blanks(live(StandIn(path)).snapshot()) == without_blanks(ClosedBook(path).snapshot())


def test_hands_39_error_cells_are_error_values(tmp_path: Path) -> None:
    excel = StandIn(new(tmp_path))
    excel.book["名单"]["B6"].value = "#REF!"
    snapshot = live(excel).snapshot()
    sheet = snapshot.sheet("名单")
    assert sheet is not None
    assert sheet.rows[5][1] == ErrorValue("#REF!")


def test_hands_39_an_error_cell_is_named_and_brought_to_the_screen(desk: Desk) -> None:
    desk.excel.book["名单"]["B6"].value = "#REF!"
    desk.press(buttons.pair)
    assert desk.excel.book["第1轮"].sheet_state == "hidden"
    assert "没有执行“编排下一轮”" in desk.told[0]
    assert "名单!B6" in desk.told[0]
    assert desk.excel.selected == "名单!B6"
    assert "名单!B6" in desk.status()


def test_a_sheet_of_the_users_own_without_end_is_read_as_far_as_it_matters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_module, "MOST_ROWS", 20)
    monkeypatch.setattr(live_module, "MOST_COLUMNS", 30)
    excel = StandIn(new(tmp_path))
    own = excel.book.create_sheet("成员", 0)
    own["A50"].value = "x"
    own["BB1"].value = "y"
    snapshot = live(excel).snapshot()
    sheet, roster = snapshot.sheet("成员"), snapshot.sheet("名单")
    assert sheet is not None
    assert roster is not None
    assert (len(sheet.rows), len(sheet.rows[0])) == (20, 30)
    assert len(roster.rows) == 32  # our tables are read to their end: 4 rows, 8 players, 20 spare ones


# --- writing


def test_text_stays_text_in_cells_of_every_format(tmp_path: Path) -> None:
    excel = StandIn(new(tmp_path))
    texts = (
        "=1+1",
        "+张",
        "-李",
        "@队",
        "2:0",
        "1-1",
        "1/2",
        "007",
        "3月5日",
        "TRUE",
        "May 5",
        "'引号",
        "#REF!",
        "张三",
    )
    general, as_text = (19, 9), (4, 1)  # cells beside the table, and 姓名
    book = live(excel)
    rows = tuple((text,) for text in texts)
    book.apply([PutCells("名单", *general, rows), PutCells("名单", *as_text, rows)])
    excel.replay(recorded(book))
    for top, left in (general, as_text):
        found = [excel.book["名单"].cell(top + 1 + at, left + 1).value for at in range(len(texts))]
        assert found == list(texts)


def test_numbers_moments_and_empty_cells(tmp_path: Path) -> None:
    excel = StandIn(new(tmp_path))
    book = live(excel)
    book.apply([PutCells("编排记录", 4, 0, ((NOW, "检查", 3, None, ""), (NOW, "", 0.5, None)))])
    excel.replay(recorded(book))
    rows = [[cell.value for cell in row] for row in excel.book["编排记录"]["A5:E6"]]
    assert rows == [[NOW, "检查", 3, None, None], [NOW, None, 0.5, None, None]]


BLOCK = Area("成绩表", 3, 0, 32, 19)  # 8 players, 20 spare rows; 4 + 4 rounds + 12 columns


def test_switching_between_values_and_formulas(tmp_path: Path) -> None:
    excel = StandIn(new(tmp_path))
    short = "XQ_STANDINGS(赛事[#All],名单[#All],第1轮[#All])"
    for formula, done in ((short, ["setFormulaArray"]), (short, []), (None, ["rangeClearContents", "setValues"])):
        book = live(excel)
        book.apply([PutBlock(BLOCK, (("名次", "编号"), (1, 7)), formula)])
        assert [action["func"] for action in recorded(book)] == done
        excel.replay(recorded(book))
    assert [excel.book["成绩表"].cell(row, 2).value for row in (4, 5, 6)] == ["编号", 7, None]


def test_a_formula_too_long_for_excel_is_refused_before_anything_is_done(tmp_path: Path) -> None:
    excel = StandIn(new(tmp_path))
    formula = f"XQ_STANDINGS({','.join(f'第{number}轮[#All]' for number in range(1, 40))})"
    book = live(excel)
    with pytest.raises(NotAllowed, match="公式太长"):
        book.apply([PutCells("赛事", 1, 0, (("x",),)), PutBlock(BLOCK, (("名次",),), formula)])
    assert recorded(book) == []
    # Where it stands already, from the file, it is left alone, whatever Excel makes of its spelling.
    excel.book["成绩表"]["A4"].value = ArrayFormula("A4:T33", f"={formula.replace(',', ', ')}")
    book = live(excel)
    book.apply([PutBlock(BLOCK, (("名次",),), formula)])
    assert recorded(book) == []


@pytest.mark.parametrize(
    "change",
    [
        PutCells("没有", 0, 0, (("x",),)),
        ShowSheet("没有", True),
        Activate("没有"),
        ResizeTable("没有", 9),
        ResizeTable("名单", 3),
        PutBlock(Area("成绩表", 3, 0, 3, 1), ((1, 2, 3),)),
        PutBlock(Area("成绩表", 3, 0, 3, 1), ((1,), (2,))),
        CopySheet("第1轮", "第1轮", "第9轮", "第9轮"),
    ],
)
def test_what_cannot_be_done_is_told_before_anything_is(tmp_path: Path, change: Change) -> None:
    book = live(StandIn(new(tmp_path)))
    with pytest.raises(WrongUse):
        book.apply([PutCells("赛事", 1, 0, (("x",),)), change])
    assert recorded(book) == []


def content(excel: StandIn) -> dict[str, Any]:
    """Everything a command could have changed."""
    cells = {
        (sheet.title, cell.coordinate): cell.value.text if isinstance(cell.value, ArrayFormula) else cell.value
        for sheet in excel.book.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if cell.value not in (None, "")
    }
    states = {sheet.title: (sheet.sheet_state, sheet.tables.items()) for sheet in excel.book.worksheets}
    return {"cells": cells, "states": states, "active": excel.book.active.title}  # type: ignore[union-attr]


@pytest.mark.parametrize("after", [1, 4, 9])
def test_what_was_written_is_taken_back_when_excel_stops_half_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    settings = Settings(name="春季赛", table_update=TableUpdate.LIVE)
    excel = StandIn(new(tmp_path, settings))
    put(excel.book["第1轮"]["C5"], None)
    excel.book["第1轮"]["D5"].value = "=B5&C5"  # a formula of the user's own in one of our columns
    before = content(excel)
    make, made = Steps._make, 0

    def failing(steps: Steps, change: Change, block: str) -> None:
        nonlocal made
        made += 1
        if made == after + 1:
            raise OSError("Excel has gone")
        make(steps, change, block)

    monkeypatch.setattr(Steps, "_make", failing)
    monkeypatch.setattr(buttons, "_now", lambda: NOW)
    book = live(excel)
    buttons.press("编排下一轮", buttons.pair_round, book)
    excel.replay(recorded(book))
    assert "Excel has gone" in excel.host.told[0]
    assert "都收回了" in excel.host.told[0]
    after_it = content(excel)
    # The status line alone may tell of it.
    del before["cells"]["赛事", "A2"]
    del after_it["cells"]["赛事", "A2"]
    assert after_it == before


def test_if_nothing_can_be_taken_back_it_is_told_not_to_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise OSError("Excel has gone")

    monkeypatch.setattr(Steps, "_make", gone)
    book = live(StandIn(new(tmp_path)))
    with pytest.raises(NotSaved, match="请不要保存"):
        book.apply([PutCells("赛事", 1, 0, (("x",),))])


def test_without_a_printer_the_round_is_made_all_the_same(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from xlwings.pro import _xlremote

    def no_printer(*_: object) -> None:
        raise OSError("Unable to set the PrintArea property of the PageSetup class")

    monkeypatch.setattr(_xlremote.PageSetup, "print_area", property(lambda _: None, no_printer))
    desk.press(buttons.pair)
    assert desk.excel.book["第1轮"].sheet_state == "visible"
    assert "第1轮 的打印区域没有设上" in desk.told[0]


# --- what stands in the way


@pytest.mark.parametrize(
    "refusal", ["「赛.xlsx」是只读打开的，不能改动。", "「赛.xlsx」还没有保存过。", "工作表「第1轮」受保护，不能写入。"]
)
@pytest.mark.parametrize("button", [buttons.pair, buttons.refresh, buttons.undo])
def test_hands_39_hands_41_a_book_that_cannot_be_written_is_left_alone(
    desk: Desk, refusal: str, button: Callable[[], None]
) -> None:
    if button is buttons.undo:
        desk.pair()
    desk.told.clear()
    desk.excel.host.refuses = refusal
    before, copies = content(desk.excel), sorted((desk.twin.parent / "赛-备份").glob("*"))
    desk.press(button)
    assert content(desk.excel) == before
    assert desk.recorded == []
    assert refusal in desk.told[0]
    assert "现在什么也没有改动" in desk.told[0]
    assert sorted((desk.twin.parent / "赛-备份").glob("*")) == copies  # none is made of a book that cannot be changed


def test_no_copy_no_command(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def disk_full() -> bytes:
        raise NotSaved("备份没有存成（磁盘满了），命令没有执行，工作簿没有改动。")

    monkeypatch.setattr(desk.excel.host, "copy", disk_full)
    before = content(desk.excel)
    desk.press(buttons.pair)
    assert "备份没有存成" in desk.told[0]
    status = desk.excel.book["赛事"]["A2"].value
    assert "备份没有存成" in status
    before["cells"]["赛事", "A2"] = status
    assert content(desk.excel) == before


def test_the_copy_is_of_what_is_on_the_screen(desk: Desk, tmp_path: Path) -> None:
    desk.excel.host.whole_copies = True
    desk.excel.book["名单"]["B5"].value = "还没有存盘的名字"
    desk.press(buttons.pair)
    (copy,) = (tmp_path / "赛-备份").iterdir()
    assert copy.name == "赛 2026-03-01 09-30-00 编排第1轮前.xlsx" or copy.name.endswith("编排第1轮前.xlsx")
    saved = openpyxl.load_workbook(io.BytesIO(copy.read_bytes()))
    assert saved["名单"]["B5"].value == "还没有存盘的名字"
    assert saved["第1轮"].sheet_state == "hidden"


def test_hands_41_a_file_at_a_web_address_has_its_copies_at_home(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "家"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "家"))
    desk.excel.host.path = None
    desk.press(buttons.pair)
    assert desk.excel.book["第1轮"].sheet_state == "visible"
    (copy,) = (tmp_path / "家" / "xlpair-备份" / "赛-备份").iterdir()
    assert copy.name.endswith("编排第1轮前.xlsx")


def test_hands_41_odd_names_of_file_and_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "棋 协's 比赛"
    folder.mkdir()
    desk = Desk(new(folder, name="第三届“棋王”赛 (终).xlsx"), monkeypatch)
    desk.pair()
    assert desk.told == []
    (copy,) = (folder / "第三届“棋王”赛 (终)-备份").glob("*编排第1轮前*")
    assert copy.suffix == ".xlsx"
    desk.same(tmp_path)


# --- what hands do


def test_hands_37_filtered_rows_are_written_and_the_filter_stays(desk: Desk, tmp_path: Path) -> None:
    desk.pair()
    for board in range(1, 5):
        desk.type("第1轮", board, "结果", "2:0")
    sheet, table = desk.excel.book["第1轮"], desk.excel.book["第1轮"].tables["第1轮"]
    table.autoFilter.add_filter_column(0, ["1", "2"]) if table.autoFilter else None
    for row in (7, 8):
        sheet.row_dimensions[row].hidden = True
    roster = desk.excel.book["名单"]
    roster.tables["名单"].autoFilter.add_filter_column(2, ["甲队"])
    hidden = [row for row in range(5, 13) if roster.cell(row, 3).value != "甲队"]
    for row in hidden:
        roster.row_dimensions[row].hidden = True
    desk.pair()
    desk.refresh()
    desk.same(tmp_path)
    assert [row for row in range(1, 40) if roster.row_dimensions[row].hidden] == hidden
    assert [row for row in range(1, 40) if sheet.row_dimensions[row].hidden] == [7, 8]
    assert roster.tables["名单"].autoFilter.filterColumn[0].filters.filter == ["甲队"]
    names = [row[2].value for row in desk.excel.book["成绩表"]["A5:H12"]]
    assert sorted(names) == [player.name for player in PLAYERS]


def test_hands_38_two_books_open_at_once_each_gets_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desks = []
    for title, first in (("男子组", "张"), ("女子组", "李")):
        path = tmp_path / title / f"{title}.xlsx"
        path.parent.mkdir()
        players = tuple(Player(number, f"{first}{number}") for number in range(1, 7))
        make_workbook(path, Settings(name=title), players, rounds=3)
        desks.append(Desk(path, monkeypatch))
    for desk in (*desks, *reversed(desks)):
        for board in range(1, 4):
            if desk.excel.book["第1轮"].sheet_state == "visible":
                desk.type("第1轮", board, "结果", "2:0")
        desk.pair()
    for desk, first in zip(desks, "张李", strict=True):
        desk.same(tmp_path)
        names = [row[2].value for row in desk.excel.book["成绩表"]["A5:H10"]]
        assert sorted(str(name)[0] for name in names) == [first] * 6


def swap_columns(excel: StandIn, table: str, one: int, other: int) -> None:
    """Move two columns of a table, with their looks, as hands do."""
    sheet = next(sheet for sheet in excel.book.worksheets if table in sheet.tables)
    found = sheet.tables[table]
    for row in sheet[found.ref]:
        first, second = row[one], row[other]
        first.value, second.value = second.value, first.value
        first._style, second._style = second._style, first._style
    columns = found.tableColumns
    columns[one].name, columns[other].name = columns[other].name, columns[one].name


@pytest.mark.parametrize(
    "moved",
    [
        pytest.param(lambda excel: swap_columns(excel, "名单", 1, 4), id="roster columns moved"),
        pytest.param(lambda excel: swap_columns(excel, "第1轮", 1, 5), id="round columns moved"),
        pytest.param(lambda excel: setattr(excel.book["第1轮"], "title", "第1轮(上午)"), id="sheet renamed"),
        pytest.param(lambda excel: excel.book.move_sheet("成绩表", -5), id="sheets reordered"),
        pytest.param(lambda excel: excel.book.create_sheet("我的表", 2), id="own sheet between"),
    ],
)
def test_hands_42_everything_is_found_wherever_it_has_been_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moved: Change_
) -> None:
    path = new(tmp_path)
    excel = StandIn(path)
    moved(excel)
    desk = Desk(excel.save(tmp_path / "移过.xlsx"), monkeypatch)
    desk.pair()
    for board in range(1, 5):
        desk.type("第1轮", board, "结果", "1:1")
    desk.pair()
    assert desk.told == []
    desk.same(tmp_path)


def test_hands_42_sorted_rows_are_read_by_their_numbers(desk: Desk, tmp_path: Path) -> None:
    desk.pair()
    for board, result in enumerate(("0:2", "1:1", "2:0", "2:0"), start=1):
        desk.type("第1轮", board, "结果", result)
    sheet = desk.excel.book["第1轮"]
    rows = [[cell.value for cell in row] for row in sheet["A5:M8"]]
    for row, values in zip(sheet["A5:M8"], sorted(rows, key=lambda one: str(one[5])), strict=True):
        for cell, value in zip(row, values, strict=True):
            cell.value = value
    desk.command(
        lambda book: book.apply([PutCells("第1轮", 4, 0, tuple(map(tuple, sorted(rows, key=lambda r: str(r[5])))))])
    )
    desk.pair()
    desk.same(tmp_path)


def test_hands_44_nothing_of_the_users_own_is_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = new(tmp_path)
    excel = StandIn(path)
    own = excel.book.create_sheet("统计", 1)
    own["A1"].value, own["B2"].value = "我的", "=SUM(A2:A9)"
    excel.book["名单"]["J5"].value, excel.book["第1轮"]["T5"].value = "别动", "=A5*2"
    excel.book["赛事"]["F3"].value = "备忘"
    desk = Desk(excel.save(tmp_path / "自己的.xlsx"), monkeypatch)
    for number in (1, 2):
        desk.pair()
        for board in range(1, 5):
            desk.type(f"第{number}轮", board, "结果", "2:0")
    desk.refresh()
    desk.same(tmp_path)
    ours = {
        "赛事": lambda row, column: (row, column) == (2, 1),
        "名单": lambda row, column: 5 <= row <= 32 and column <= 7,
        "成绩表": lambda row, column: (4 <= row <= 33 and column <= 20) or (row, column) == (3, 1),
        "编排卡": lambda row, column: (4 <= row <= 16 and column <= 8) or (row, column) == (3, 5),
        "编排记录": lambda row, column: row >= 5 and column <= 7,
        **{f"第{number}轮": (lambda row, column: 5 <= row <= 25 and column <= 13) for number in (1, 2)},
    }
    foreign = {place for place in desk.excel.touched if not ours.get(place[0], lambda *_: False)(*place[1:])}
    assert foreign == set()
    assert desk.excel.book["统计"]["B2"].value == "=SUM(A2:A9)"
    assert desk.excel.book["第1轮"]["T5"].value == "=A5*2"


def test_hands_47_a_late_entry_below_the_table_is_in_and_the_table_grows(desk: Desk, tmp_path: Path) -> None:
    for row in range(9, 29):
        desk.type("名单", row, "姓名", f"后来{row}")
    below = (33, 2)
    desk.excel.book["名单"].cell(*below).value = "在表下面"
    desk.command(lambda book: book.apply([PutCells("名单", 32, 1, (("在表下面",),))]))
    desk.pair()
    # The looks of a new row are Excel's own doing there: it carries a column's format on.
    desk.same(tmp_path, looks=False)
    assert desk.excel.book["名单"].tables["名单"].ref.endswith("33")  # it ended in row 32: 4 rows, 8 players, 20 more
    assert "resizeTable" in desk.excel.log


# --- what is told


def test_a_round_without_a_remark_needs_no_message(desk: Desk) -> None:
    desk.press(buttons.pair)
    assert desk.told == []
    assert desk.excel.book.active.title == "第1轮"  # type: ignore[union-attr]
    assert "第1轮已编排：4 台" in desk.status()


def test_open_results_are_told_and_nothing_is_done(desk: Desk) -> None:
    desk.pair()
    before = content(desk.excel)
    desk.press(buttons.pair)
    assert desk.told == ["没有执行“编排下一轮”。\n第1轮第 1、2、3、4 台还没有结果。请先填好结果再编排。"]
    assert "没有执行“编排下一轮”：第1轮第 1、2、3、4 台还没有结果" in desk.status()
    before["cells"]["赛事", "A2"] = desk.status()
    assert content(desk.excel) == before


def test_the_check_lists_problems_and_goes_to_the_first(desk: Desk) -> None:
    desk.pair()
    desk.type("第1轮", 2, "结果", "3:0")
    desk.press(buttons.check)
    assert "第1轮!F6" in desk.told[0]
    assert desk.excel.selected == "第1轮!F6"
    assert "检查：" in desk.status()
    assert {action["func"] for action in desk.recorded} == {"setValues", "activateSheet", "rangeSelect"}


def test_the_check_of_a_good_book_says_so(desk: Desk) -> None:
    desk.pair()
    desk.press(buttons.check)
    assert desk.told[0].startswith("没有问题。")
    assert desk.excel.selected == ""


def test_the_explanation_is_told_page_by_page(desk: Desk) -> None:
    desk.press(buttons.explain)
    assert "还没有编排任何一轮" in desk.told[0]
    desk.told.clear()
    desk.pair()
    desk.press(buttons.explain)
    assert desk.told[0].count("\n") >= 3  # a line for each of the four pairs
    assert "棋手1" in "".join(desk.told)
    assert "已说明第1轮的编排" in desk.status()


def test_an_undo_that_is_not_meant_changes_nothing(desk: Desk) -> None:
    desk.pair()
    desk.type("第1轮", 1, "结果", "2:0")
    before = content(desk.excel)
    desk.excel.host.answer = False
    desk.press(buttons.undo)
    assert content(desk.excel) == before
    assert desk.told == []


def test_a_fault_of_the_program_is_told_in_a_sentence(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a fault")

    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setattr(buttons.actions, "pair", fault, raising=False)
    desk.press(buttons.pair)
    assert desk.recorded == []
    assert "“编排下一轮”没有完成" in desk.told[0]
    assert "Traceback" not in desk.told[0]
    assert "a fault" in (tmp_path / ".xlpair" / "xlpair-error.txt").read_text(encoding="utf-8")


def test_long_lists_come_in_portions() -> None:
    lines = [f"{number} " + "长" * 50 for number in range(30)]
    pages = list(buttons.pages_of(lines))
    assert [line for page in pages for line in page] == lines
    assert all(len(page) <= 12 and sum(map(len, page)) <= 900 for page in pages)
    assert list(buttons.pages_of(["很长" * 600, "短"])) == [["很长" * 600], ["短"]]
    assert list(buttons.pages_of([])) == []


@pytest.mark.parametrize(
    ("where", "cell"),
    [
        ("第2轮!F7", Area("第2轮", 6, 5, 6, 5)),
        ("第2轮(下午)!AB12", Area("第2轮(下午)", 11, 27, 11, 27)),
        ("名单", None),
        ("第3轮第2台", None),
        ("第2轮 第7行", None),
    ],
)
def test_places_of_problems_are_cells_or_not(where: str, cell: Area | None) -> None:
    assert buttons.cell_of(where) == cell


def test_a_hidden_sheet_is_not_gone_to(tmp_path: Path) -> None:
    book = live(StandIn(new(tmp_path)))
    assert not book.show(Area("第4轮", 4, 5, 4, 5))
    assert book.show(Area("名单", 4, 1, 4, 1))
    assert [action["func"] for action in recorded(book)] == ["activateSheet", "rangeSelect"]


def test_a_copy_of_the_file_may_lie_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """hands.md 46 needs both copies readable; the live book never looks at another file."""
    path = new(tmp_path)
    shutil.copy(path, tmp_path / "赛 - 副本.xlsx")
    desk = Desk(path, monkeypatch)
    desk.pair()
    assert without_blanks(ClosedBook(tmp_path / "赛 - 副本.xlsx").snapshot()) != without_blanks(
        ClosedBook(desk.twin).snapshot()
    )
