"""What stands around a workbook in real Excel, against a hand-made object model of Excel: which question is asked of
it, what each answer means, what is put back. Whether Excel answers so is for the checklist."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from xlpair.errors import NotSaved
from xlpair.workbook.book import Area, BreakPages, CellValue, ErrorValue
from xlpair.workbook.live_host import DesktopHost, told
from xlpair.workbook.live_values import from_excel, is_safe, to_excel


class Busy(Exception):
    """A call Excel rejects because a cell is being edited, as pywin32 raises it."""

    hresult = -2147418111


class App:
    """Excel's application: notes what is set, in order."""

    def __init__(self, calculation: str = "automatic") -> None:
        self.calculation, self.screen_updating, self.enable_events = calculation, True, True
        self.calculated = 0
        self.alerts: list[tuple[str, ...]] = []
        self.answer = "yes"

    def calculate(self) -> None:
        self.calculated += 1

    def alert(self, *words: str) -> str:
        self.alerts.append(words)
        return self.answer


class Sheets(dict[str, Any]):
    pass


class ExcelBook:
    """A workbook as xlwings gives it on Windows."""

    def __init__(self, folder: Path, **native: Any) -> None:
        self.name = "赛.xlsm"
        self.fullname = str(folder / self.name)
        self.app = App()
        answers = {"Path": str(folder), "ReadOnly": False, "ProtectStructure": False, "SaveCopyAs": self.save_copy}
        self.api = SimpleNamespace(**{**answers, **native})
        self.sheets = Sheets(
            赛事=SimpleNamespace(api=SimpleNamespace(ProtectContents=False, ProtectionMode=False)),
            锁住=SimpleNamespace(api=SimpleNamespace(ProtectContents=True, ProtectionMode=False)),
            宏可写=SimpleNamespace(api=SimpleNamespace(ProtectContents=True, ProtectionMode=True)),
        )
        self.saved: list[str] = []

    def save_copy(self, path: str) -> None:
        self.saved.append(path)
        Path(path).write_bytes(b"what is on the screen")


@pytest.fixture
def book(tmp_path: Path) -> ExcelBook:
    return ExcelBook(tmp_path)


def host(book: ExcelBook) -> DesktopHost:
    return DesktopHost(book)  # type: ignore[arg-type]


def test_an_ordinary_book_may_be_written(book: ExcelBook) -> None:
    assert host(book).refusal(("赛事", "宏可写"), structure=True) == ""


@pytest.mark.parametrize(
    ("native", "sheets", "structure", "told_"),
    [
        ({"Path": ""}, (), False, "还没有保存过。请先保存（Ctrl+S）"),
        ({"ReadOnly": True}, (), False, "只读打开的，不能改动。请另存为"),
        ({"ProtectStructure": True}, (), True, "工作簿结构受保护"),
        ({}, ("赛事", "锁住"), False, "工作表「锁住」受保护"),
    ],
)
def test_hands_39_hands_41_what_stands_in_the_way_is_told_with_what_to_do(
    tmp_path: Path, native: dict[str, Any], sheets: tuple[str, ...], structure: bool, told_: str
) -> None:
    assert told_ in host(ExcelBook(tmp_path, **native)).refusal(sheets, structure)


def test_a_protected_structure_matters_only_where_sheets_are_shown_or_hidden(tmp_path: Path) -> None:
    assert host(ExcelBook(tmp_path, ProtectStructure=True)).refusal(("赛事",), structure=False) == ""


def test_hands_41_a_cell_being_edited_is_told(tmp_path: Path) -> None:
    class Rejecting:
        def __getattr__(self, name: str) -> Any:
            raise Busy("Call was rejected by callee.")

    book = ExcelBook(tmp_path)
    book.api = Rejecting()  # type: ignore[assignment]
    assert "可能有一格还在编辑" in host(book).refusal((), False)
    assert "可能有一格还在编辑" in told(Busy("Call was rejected by callee."))
    assert told(OSError("gone")) == "Excel 报告：gone"


def test_hands_41_a_web_address_is_no_place_on_this_computer(book: ExcelBook) -> None:
    assert host(book).place() == Path(book.fullname)
    book.fullname = "https://d.docs.live.net/abc/赛.xlsm"
    assert host(book).place() is None


def test_hands_41_a_web_address_xlwings_cannot_resolve() -> None:
    class Unresolved:
        @property
        def fullname(self) -> str:
            raise FileNotFoundError("Couldn't find your local OneDrive file")

    assert DesktopHost(Unresolved()).place() is None  # type: ignore[arg-type]


def test_a_copy_is_saved_apart_and_leaves_nothing_behind(book: ExcelBook) -> None:
    assert host(book).copy() == b"what is on the screen"
    (path,) = book.saved
    assert path.endswith(".xlsm")
    assert not Path(path).parent.exists()


def test_a_copy_that_cannot_be_saved_stops_the_command(tmp_path: Path) -> None:
    def full(_: str) -> None:
        raise OSError("disk full")

    with pytest.raises(NotSaved, match="备份没有存成（Excel 报告：disk full），命令没有执行"):
        host(ExcelBook(tmp_path, SaveCopyAs=full)).copy()


@pytest.mark.parametrize("calculation", ["automatic", "semiautomatic", "manual"])
@pytest.mark.parametrize("broken", [False, True])
def test_nothing_is_drawn_or_calculated_meanwhile_and_all_is_put_back(
    book: ExcelBook, calculation: str, broken: bool
) -> None:
    app = book.app = App(calculation)
    try:
        with host(book).calm():
            assert (app.screen_updating, app.calculation, app.enable_events) == (False, "manual", False)
            if broken:
                raise OSError
    except OSError:
        assert broken
    assert (app.screen_updating, app.calculation, app.enable_events) == (True, calculation, True)
    # With calculation on manual nobody else would bring the tables up to date.
    assert app.calculated == (1 if calculation == "manual" else 0)


def test_messages_and_questions(book: ExcelBook) -> None:
    host(book).tell("完成")
    assert host(book).ask("确定吗？")
    book.app.answer = "no"
    assert not host(book).ask("确定吗？")
    assert book.app.alerts[:2] == [("完成", "象棋编排", "ok", "info"), ("确定吗？", "象棋编排", "yes_no", "info")]


class Printed:
    """A sheet as xlwings gives it on Windows: A4 upright, rows 20 points high, columns 50 wide, breaks at some rows."""

    def __init__(self, *rows: int) -> None:
        # PageBreak is xlPageBreakManual, -4135, or xlPageBreakNone, -4142, of rows counted from 1.
        self.rows = {row: SimpleNamespace(PageBreak=-4135 if row in rows else -4142) for row in range(1, 100)}
        margins = {"LeftMargin": 40.0, "RightMargin": 40.0, "TopMargin": 40.0, "BottomMargin": 40.0}
        self.api = SimpleNamespace(
            PageSetup=SimpleNamespace(PaperSize=9, Orientation=1, **margins), Rows=self.rows.__getitem__
        )

    def range(self, first: tuple[int, int], last: tuple[int, int] | None = None) -> Any:
        columns = (last or first)[1] - first[1] + 1
        return SimpleNamespace(top=20.0 * (first[0] - 1), width=50.0 * columns)

    def broken(self) -> list[int]:
        return [row for row, one in self.rows.items() if one.PageBreak == -4135]


def test_pages_break_in_front_of_sections(book: ExcelBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """841.9 less 80 points less 3 in 100 are 36 rows, 3 of which stand above the sections: 33 for these."""
    monkeypatch.setattr("sys.platform", "win32")
    book.sheets["循环表"] = sheet = Printed(14, 41)
    change = BreakPages(Area("循环表", 3, 0, 62, 3), 99, ((13, 23, 33, 53),))
    today, wanted = host(book).page_breaks(change)
    assert (today, wanted) == ({13}, {33}), "row 41 begins no section: its break is the arbiter's"
    host(book).break_rows("循环表", wanted - today, today - wanted)
    assert sheet.broken() == [34, 41]


def test_on_a_mac_pages_are_left_alone(book: ExcelBook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    change = BreakPages(Area("赛事", 3, 0, 62, 3), 99, ((13, 23, 33, 53),))
    assert host(book).page_breaks(change) == (frozenset(), frozenset())


class Grid:
    """A sheet whose cells are merged here and there; counts how often it is asked."""

    def __init__(self, merged: list[Area]) -> None:
        self.merged = merged
        self.asked = 0

    def range(self, first: tuple[int, int], last: tuple[int, int] | None = None) -> Any:
        top, left = first[0] - 1, first[1] - 1
        bottom, right = (last[0] - 1, last[1] - 1) if last else (top, left)
        return _Cells(self, Area("表", top, left, bottom, right))


class _Cells:
    def __init__(self, grid: Grid, area: Area) -> None:
        self.grid, self.area = grid, area

    @property
    def merge_cells(self) -> bool | None:
        """As Excel: all, none, or (None) some."""
        self.grid.asked += 1
        cells = {(row, column) for one in self.grid.merged for row, column in _places(one)}
        found = [place in cells for place in _places(self.area)]
        return True if all(found) else None if any(found) else False

    @property
    def merge_area(self) -> Any:
        place = (self.area.top, self.area.left)
        one = next(area for area in self.grid.merged if place in set(_places(area)))
        height, width = one.bottom - one.top + 1, one.right - one.left + 1
        return SimpleNamespace(
            row=one.top + 1,
            column=one.left + 1,
            rows=SimpleNamespace(count=height),
            columns=SimpleNamespace(count=width),
        )


def _places(area: Area) -> list[tuple[int, int]]:
    return [(row, column) for row in range(area.top, area.bottom + 1) for column in range(area.left, area.right + 1)]


@pytest.mark.parametrize(
    "merged",
    [
        [],
        [Area("表", 0, 0, 0, 12)],
        [Area("表", 0, 0, 0, 12), Area("表", 1, 0, 1, 12)],
        [Area("表", 5, 2, 8, 2), Area("表", 9, 2, 10, 2), Area("表", 20, 4, 21, 7)],
        [Area("表", 59, 12, 59, 12)],
    ],
)
def test_merged_cells_are_found_by_halves(merged: list[Area]) -> None:
    grid = Grid(merged)
    book = SimpleNamespace(sheets={"表": grid})
    found = DesktopHost(book).merges("表", Area("表", 0, 0, 59, 12))  # type: ignore[arg-type]
    assert sorted(found, key=str) == sorted(merged, key=str)
    assert grid.asked < 150  # of 780 cells


# --- values


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        (3.0, 3),
        (2.5, 2.5),
        (Decimal("12.50"), 12.5),
        (Decimal("7"), 7),
        ("张三", "张三"),
        ("#REF!", ErrorValue("#REF!")),
        (-2146826243, ErrorValue("#VALUE!")),  # a newer error than xlwings knows
        (True, True),
        (None, None),
        (dt.datetime(1899, 12, 30, 2, 0), dt.time(2, 0)),  # 2:0 turned into a time
        (dt.datetime(2026, 1, 1), dt.datetime(2026, 1, 1)),
        (dt.datetime(2026, 1, 1, tzinfo=dt.timezone.utc), dt.datetime(2026, 1, 1)),
    ],
)
def test_cells_as_excel_hands_them_over(given: Any, taken: CellValue) -> None:
    found = from_excel(given)
    assert found == taken
    assert type(found) is type(taken)


@pytest.mark.parametrize("text", ["张三", "第1轮 已编排：4 台", "abc", "甲队", "W", "Österreich"])
def test_words_are_safe_in_any_cell(text: str) -> None:
    assert is_safe(text)
    assert to_excel(text, text_cell=False) == text


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+张", "-李", "@队", "2:0", "1-1", "1/2", "1⁄3", "007", "½", "１：０", "3月5日", "TRUE", "false", "May 5",
     "jan", "#N/A", "￥5", "(3)", " 3", "——", "．5"],
)  # fmt: skip
def test_what_excel_might_turn_into_something_else_is_kept_by_an_apostrophe(text: str) -> None:
    assert to_excel(text, text_cell=False) == f"'{text}"
    assert to_excel(text, text_cell=True) == text


def test_an_apostrophe_of_the_text_itself_is_kept_too() -> None:
    assert to_excel("'引号", text_cell=True) == to_excel("'引号", text_cell=False) == "''引号"


def test_other_values_go_as_they_are() -> None:
    moment = dt.datetime(2026, 3, 1, 9, 30)
    assert [to_excel(value, False) for value in (None, "", 3, 0.5, True, moment)] == [None, "", 3, 0.5, True, moment]
    assert to_excel(ErrorValue("#REF!"), False) == "#REF!"
