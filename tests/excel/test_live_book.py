"""A workbook open in Excel, stood in for behind xlwings' engine: read as a closed file is, changed or not at all."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from desk import NOW, Desk, content, live, new_book, recorded
from openpyxl.worksheet.formula import ArrayFormula
from stand_in import StandIn, needs_engine, put

from xlpair.errors import NotAllowed, NotSaved, WrongUse
from xlpair.excel import buttons
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
from xlpair.workbook.live_steps import Steps

pytestmark = needs_engine


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(new_book(tmp_path), monkeypatch)


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
    path = new_book(tmp_path, Settings(name="春季赛", system=System.ROUND_ROBIN), rounds=7)
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
    excel = StandIn(new_book(tmp_path))
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
    excel = StandIn(new_book(tmp_path))
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
    excel = StandIn(new_book(tmp_path))
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
    excel = StandIn(new_book(tmp_path))
    book = live(excel)
    book.apply([PutCells("编排记录", 4, 0, ((NOW, "检查", 3, None, ""), (NOW, "", 0.5, None)))])
    excel.replay(recorded(book))
    rows = [[cell.value for cell in row] for row in excel.book["编排记录"]["A5:E6"]]
    assert rows == [[NOW, "检查", 3, None, None], [NOW, None, 0.5, None, None]]


BLOCK = Area("成绩表", 3, 0, 32, 19)  # 8 players, 20 spare rows; 4 + 4 rounds + 12 columns


def test_switching_between_values_and_formulas(tmp_path: Path) -> None:
    excel = StandIn(new_book(tmp_path))
    short = "XQ_STANDINGS(赛事[#All],名单[#All],第1轮[#All])"
    for formula, done in ((short, ["setFormulaArray"]), (short, []), (None, ["rangeClearContents", "setValues"])):
        book = live(excel)
        book.apply([PutBlock(BLOCK, (("名次", "编号"), (1, 7)), formula)])
        assert [action["func"] for action in recorded(book)] == done
        excel.replay(recorded(book))
    assert [excel.book["成绩表"].cell(row, 2).value for row in (4, 5, 6)] == ["编号", 7, None]


def test_the_tables_of_a_whole_book_switch_by_button(desk: Desk, tmp_path: Path) -> None:
    row = desk.column("赛事", "项目").index("成绩表更新") + 1
    for update in (TableUpdate.LIVE, TableUpdate.VALUES):
        desk.type("赛事", row, "内容", update.value)
        desk.refresh()
        assert "setFormulaArray" in desk.excel.log
    desk.same(tmp_path)
    assert desk.excel.log.count("rangeClearContents") > 3


def test_a_formula_too_long_for_excel_is_refused_before_anything_is_done(tmp_path: Path) -> None:
    excel = StandIn(new_book(tmp_path))
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
    book = live(StandIn(new_book(tmp_path)))
    with pytest.raises(WrongUse):
        book.apply([PutCells("赛事", 1, 0, (("x",),)), change])
    assert recorded(book) == []


@pytest.mark.parametrize("after", [1, 4, 9])
def test_what_was_written_is_taken_back_when_excel_stops_half_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    settings = Settings(name="春季赛", table_update=TableUpdate.LIVE)
    excel = StandIn(new_book(tmp_path, settings))
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


@pytest.mark.parametrize("front", ["赛事", "第1轮", "第2轮"])
def test_undo_is_taken_back_whole_after_every_step_from_every_sheet(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, front: str
) -> None:
    desk.press(buttons.pair)
    for row, result in enumerate(("2:0", "1:1", "0:2", "2:0"), start=1):
        desk.type("第1轮", row, "结果", result)
    desk.press(buttons.pair)
    assert desk.excel.book["第2轮"].sheet_state == "visible"
    desk.excel.book.active = desk.excel.book.sheetnames.index(front)
    # An area of the arbiter's own, in two parts, and none at all.
    desk.excel.book["第2轮"].print_area = "$A$1:$F$9,$H$1:$I$3"
    desk.excel.book["成绩表"].print_area = ""
    path = desk.excel.save(tmp_path / "两轮.xlsx")
    before = content(StandIn(path))
    del before["cells"]["赛事", "A2"]
    make, after, done = Steps._make, 0, False
    while not done:
        after, made, excel = after + 1, 0, StandIn(path)

        def failing(steps: Steps, change: Change, block: str, last: int = after) -> None:
            nonlocal made
            made += 1
            make(steps, change, block)
            if made == last:
                raise OSError("Excel has gone")

        monkeypatch.setattr(Steps, "_make", failing)
        book = live(excel)
        buttons.press("撤销本轮", buttons.undo_round, book)
        monkeypatch.setattr(Steps, "_make", make)
        excel.replay(recorded(book))
        done = made < after
        if not done:
            assert "都收回了" in excel.host.told[-1], after
            found = content(excel)
            found["cells"].pop(("赛事", "A2"), None)
            assert found == before, after
    assert after > 10  # so many steps there are, and the last time none failed
    assert excel.book["第2轮"].sheet_state == "hidden"


def test_if_nothing_can_be_taken_back_it_is_told_not_to_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise OSError("Excel has gone")

    monkeypatch.setattr(Steps, "_make", gone)
    book = live(StandIn(new_book(tmp_path)))
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
    desk = Desk(new_book(folder, name="第三届“棋王”赛 (终).xlsx"), monkeypatch)
    desk.pair()
    assert desk.told == []
    (copy,) = (folder / "第三届“棋王”赛 (终)-备份").glob("*编排第1轮前*")
    assert copy.suffix == ".xlsx"
    desk.same(tmp_path)
