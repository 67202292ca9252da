"""Excel stood in for: a workbook in memory that xlwings' own remote engine reads and whose recorded actions it takes.

The engine is the real one, with its conversions and checks; it records what is to be done in Excel. Here it is done to
a workbook of openpyxl, as literally as Excel does it: a text that Excel would take for a number, a date or a formula
is refused unless the cell's format is Text or an apostrophe stands before it; an action nobody has thought of fails.

The engine belongs to xlwings.pro (free for noncommercial use): it is there only with XLWINGS_LICENSE_KEY set.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import io
import os
import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlwings as xw
from openpyxl.utils import get_column_letter, range_boundaries
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.cell_range import CellRange
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.pagebreak import Break, RowBreak
from openpyxl.worksheet.worksheet import Worksheet

from xlpair.workbook.book import Area, BreakPages

KEY = "XLWINGS_LICENSE_KEY"
needs_engine = pytest.mark.skipif(
    not os.environ.get(KEY) and not os.environ.get("XLPAIR_REQUIRE_HOSTS"),
    reason=f"xlwings' remote engine is licensed apart: set {KEY}=noncommercial if that is what your use is",
)

_MOMENT = re.compile(r"\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?")
# What Excel makes something else of, typed into a cell that is not formatted as Text.
_CHANGED = re.compile(
    r"[=+\-@].*|#.+!|[\d.,]+%?|\d+\s*[-/:.年月]\s*\d+.*|\d+\s+\d+/\d+|[¥$€£].*|\(\d+\)|\d+[eE][+-]?\d+|(true|false)"
    r"|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ -]?\d+",
    re.IGNORECASE,
)


class StandIn:
    """An open workbook. ``host`` is what stands around it; ``log`` lists the names of all actions taken."""

    def __init__(self, path: Path, name: str | None = None) -> None:
        self.book: Workbook = openpyxl.load_workbook(path)
        self.name = name or path.name
        self.host = StandInHost(self, path)
        self.log: list[str] = []
        self.touched: set[tuple[str, int, int]] = set()
        self.selected = ""
        self._values = _cached(path)

    def engine_book(self) -> xw.Book:
        """The workbook as the engine sees it now."""
        return xw.Book(json=self.payload())

    def payload(self) -> dict[str, Any]:
        sheets = [self._sheet(sheet) for sheet in self.book.worksheets]
        active = self.book.worksheets.index(self.book.active)  # type: ignore[arg-type]
        return {
            "client": "Office.js",
            "version": xw.__version__,
            "names": [_name(self.book, name, str(found.attr_text)) for name, found in self.book.defined_names.items()],
            "sheets": sheets,
            "book": {"name": self.name, "active_sheet_index": active, "selection": "A1"},
        }

    def value(self, sheet: str, row: int, column: int) -> Any:
        """What a cell shows; rows and columns count from 1."""
        cell = self.book[sheet].cell(row, column)
        is_formula = isinstance(cell.value, ArrayFormula) or cell.data_type == "f"
        return self._values.get((sheet, row, column)) if is_formula else cell.value

    def calculated(self, sheet: str, row: int, column: int, value: Any) -> None:
        """Let a cell of a formula show a value, as a calculation would."""
        cell = self.book[sheet].cell(row, column)
        if isinstance(cell.value, ArrayFormula):
            self._values[sheet, row, column] = value
        else:
            cell.value = value

    def replay(self, actions: Sequence[dict[str, Any]]) -> None:
        """Do what the engine has recorded."""
        for action in actions:
            self.log.append(action["func"])
            place = action["sheet_position"]
            sheet = self.book.worksheets[place] if place is not None else None
            done = getattr(self, f"_do_{action['func']}", None)
            assert done is not None, f"nobody expects {action['func']}"
            done(sheet, action)

    def save(self, path: Path) -> Path:
        self.book.save(path)
        return path

    def _sheet(self, sheet: Worksheet) -> dict[str, Any]:
        rows = [
            [_as_payload(self.value(sheet.title, row, column)) for column in range(1, sheet.max_column + 1)]
            for row in range(1, sheet.max_row + 1)
        ]
        return {
            "name": sheet.title,
            "values": rows,
            "pictures": [],
            "shapes": [],
            "charts": [],
            "notes": [],
            "tables": [_table(table.name, table.ref) for table in sheet.tables.values()],
            "pivot_tables": [],
            "show_gridlines": True,
            "print_area": re.sub(r"('[^']*'|[^',!]+)!", "", sheet.print_area) or None,
            "visibility": "Visible" if sheet.sheet_state == "visible" else "Hidden",
        }

    # --- what Excel does

    def _cells(self, sheet: Worksheet, action: dict[str, Any]) -> Iterator[tuple[int, int, Any]]:
        for down in range(action["row_count"]):
            for across in range(action["column_count"]):
                row, column = action["start_row"] + down + 1, action["start_column"] + across + 1
                self.touched.add((sheet.title, row, column))
                yield down, across, sheet.cell(row, column)

    def _do_setValues(self, sheet: Worksheet, action: dict[str, Any]) -> None:
        arrays = list(_arrays(sheet))
        for down, across, cell in self._cells(sheet, action):
            inside = any(
                one.min_row <= cell.row <= one.max_row and one.min_col <= cell.column <= one.max_col for one in arrays
            )
            assert not inside, f"{cell.coordinate}: a part of an array cannot be changed"
            put(cell, entered(action["values"][down][across], cell.number_format))

    def _do_rangeClearContents(self, sheet: Worksheet, action: dict[str, Any]) -> None:
        area = _area(action)
        for merged in sheet.merged_cells.ranges:
            whole = merged.isdisjoint(area) or merged.issubset(area)
            assert whole, f"{merged.coord}: a part of merged cells cannot be cleared"
        for _, _, cell in self._cells(sheet, action):
            cell.value = None

    def _do_setFormulaArray(self, sheet: Worksheet, action: dict[str, Any]) -> None:
        (formula,) = action["args"]
        assert len(formula) <= 255, "Excel takes no longer array formula"
        for merged in sheet.merged_cells.ranges:
            assert merged.isdisjoint(_area(action)), f"{merged.coord}: merged cells take no array formula"
        for _, _, cell in self._cells(sheet, action):
            cell.value = None
        top, left = action["start_row"] + 1, action["start_column"] + 1
        corner = f"{get_column_letter(left)}{top}"
        end = f"{get_column_letter(left + action['column_count'] - 1)}{top + action['row_count'] - 1}"
        sheet[corner].value = ArrayFormula(corner if corner == end else f"{corner}:{end}", formula)

    def _do_setFormula(self, sheet: Worksheet, action: dict[str, Any]) -> None:
        for down, across, cell in self._cells(sheet, action):
            cell.value = action["values"][down][across]

    def _do_resizeTable(self, sheet: Worksheet, action: dict[str, Any]) -> None:
        place, reference = action["args"]
        list(sheet.tables.values())[place].ref = reference.replace("$", "")

    def _do_setSheetVisibility(self, sheet: Worksheet, action: dict[str, Any]) -> None:
        sheet.sheet_state = action["args"][0].lower()
        shown = [at for at, one in enumerate(self.book.worksheets) if one.sheet_state == "visible"]
        assert shown
        place = self.book.worksheets.index(sheet)
        if sheet is self.book.active and place not in shown:  # Excel turns to the next one by itself
            self.book.active = next((at for at in shown if at > place), shown[-1])

    def _do_activateSheet(self, _: Worksheet, action: dict[str, Any]) -> None:
        sheet = self.book.worksheets[action["args"][0]]
        assert sheet.sheet_state == "visible", "a hidden sheet cannot be activated"
        self.book.active = action["args"][0]

    def _do_setPrintArea(self, sheet: Worksheet, action: dict[str, Any]) -> None:
        sheet.print_area = action["args"][0] or ""

    def _do_rangeSelect(self, sheet: Worksheet, action: dict[str, Any]) -> None:
        assert sheet is self.book.active, "only cells of the active sheet can be selected"
        self.selected = f"{sheet.title}!{get_column_letter(action['start_column'] + 1)}{action['start_row'] + 1}"


class StandInHost:
    """What xlwings has no call for: told to the test, and answered as the test wants."""

    def __init__(self, excel: StandIn, path: Path) -> None:
        self.excel = excel
        self.path: Path | None = path
        self.refuses = ""
        self.answer = True
        self.told: list[str] = []
        self.asked: list[str] = []
        self.calms = 0
        self.whole_copies = False
        self.checked: list[tuple[tuple[str, ...], bool]] = []

    def place(self) -> Path | None:
        return self.path

    def refusal(self, sheets: Collection[str], structure: bool) -> str:
        self.checked.append((tuple(sheets), structure))
        return self.refuses

    def merges(self, sheet: str, used: Area) -> tuple[Area, ...]:
        found = self.excel.book[sheet].merged_cells.ranges
        return tuple(
            Area(sheet, one.min_row - 1, one.min_col - 1, one.max_row - 1, one.max_col - 1)
            for one in sorted(found, key=str)
        )

    def text_cells(self, area: Area) -> bool:
        return all(cell.number_format == "@" for row in self._cells(area) for cell in row)

    def formulas(self, area: Area) -> tuple[tuple[str, ...], ...]:
        return tuple(
            tuple(str(cell.value) if cell.data_type == "f" else "" for cell in row) for row in self._cells(area)
        )

    def block_formula(self, area: Area) -> str:
        value = self.excel.book[area.sheet].cell(area.top + 1, area.left + 1).value
        if not isinstance(value, ArrayFormula):
            return ""
        left, top, right, bottom = range_boundaries(value.ref)
        assert (top, left, bottom, right) == (area.top + 1, area.left + 1, area.bottom + 1, area.right + 1)
        return str(value.text).removeprefix("=")

    def page_breaks(self, change: BreakPages) -> tuple[frozenset[int], frozenset[int]]:
        """Every row where one may be wanted is to begin a page."""
        today = frozenset(one.id for one in self.excel.book[change.area.sheet].row_breaks.brk)
        return today, frozenset(row for rows in change.starts for row in rows if row > change.area.top)

    def break_rows(self, sheet: str, new: Collection[int], gone: Collection[int]) -> None:
        there = self.excel.book[sheet]
        kept = [one for one in there.row_breaks.brk if one.id not in gone]
        there.row_breaks = RowBreak(brk=[*kept, *(Break(id=row) for row in sorted(new))])

    def copy(self) -> bytes:
        """The workbook as it is on the screen; ``whole_copies`` off, only a word in its place, which takes no time."""
        if not self.whole_copies:
            return b"a copy"
        content = io.BytesIO()
        self.excel.book.save(content)
        return content.getvalue()

    @contextlib.contextmanager
    def calm(self) -> Iterator[None]:
        self.calms += 1
        yield

    def tell(self, text: str) -> None:
        self.told.append(text)

    def ask(self, text: str) -> bool:
        self.asked.append(text)
        return self.answer

    def _cells(self, area: Area) -> Iterator[tuple[Any, ...]]:
        sheet = self.excel.book[area.sheet]
        yield from sheet.iter_rows(area.top + 1, area.bottom + 1, area.left + 1, area.right + 1)


def _area(action: dict[str, Any]) -> CellRange:
    top, left = action["start_row"] + 1, action["start_column"] + 1
    bottom, right = top + action["row_count"] - 1, left + action["column_count"] - 1
    return CellRange(min_row=top, min_col=left, max_row=bottom, max_col=right)


def _arrays(sheet: Worksheet) -> Iterator[CellRange]:
    """The areas of a sheet that array formulas fill."""
    for row in sheet.iter_rows():
        for cell in row:
            if isinstance(cell.value, ArrayFormula):
                yield CellRange(cell.value.ref)


def put(cell: Any, value: Any) -> None:
    """Let a cell hold a value as it is; openpyxl would take a text that begins with = for a formula."""
    cell.value = value
    if isinstance(value, str) and value.startswith("="):
        cell.data_type = "s"


def entered(value: Any, number_format: str) -> Any:
    """What a cell holds after a value has been handed to it, as Excel takes it."""
    if not isinstance(value, str):
        return value
    if value.startswith("'"):
        return value[1:]
    if value == "":
        return None
    if number_format == "@":
        return value
    if _MOMENT.fullmatch(value) and "h" in number_format:
        return dt.datetime.fromisoformat(value)  # the engine sends moments in this form
    assert not _CHANGED.fullmatch(value), f"Excel would make something else of {value!r} in a cell of {number_format}"
    return value


def _as_payload(value: Any) -> Any:
    """A cell as Excel sends it: numbers are floats, moments ISO texts, a time a moment of 1899."""
    if value is None:
        return ""
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, (int, float)):
        return float(value)
    if isinstance(value, dt.time):
        value = dt.datetime.combine(dt.date(1899, 12, 30), value)
    if isinstance(value, dt.datetime):
        return value.isoformat(timespec="milliseconds") + "Z"
    if isinstance(value, dt.date):
        return value.isoformat() + "T00:00:00.000Z"
    return str(value)


def _table(name: str, reference: str) -> dict[str, Any]:
    left, top, right, bottom = range_boundaries(reference)
    first, last = get_column_letter(left), get_column_letter(right)
    return {
        "name": name,
        "range_address": reference,
        "row_count": bottom - top + 1,
        "column_count": right - left + 1,
        "header_row_range_address": f"{first}{top}:{last}{top}",
        "data_body_range_address": f"{first}{top + 1}:{last}{bottom}",
        "total_row_range_address": None,
        "show_headers": True,
        "show_totals": False,
        "show_autofilter": True,
        "table_style": "",
    }


def _name(book: Workbook, name: str, formula: str) -> dict[str, Any]:
    match = re.fullmatch(r"'?([^'!]+)'?!\$?([A-Z]+)\$?(\d+)(?::\$?([A-Z]+)\$?(\d+))?", formula)
    known = match is not None and match.group(1) in book.sheetnames
    return {
        "name": name,
        "refers_to": f"={formula}",
        "book_scope": True,
        "scope_sheet_name": None,
        "scope_sheet_index": None,
        "sheet_index": book.sheetnames.index(match.group(1)) if match and known else None,
        "address": formula.split("!")[1].replace("$", "") if known else None,
    }


def _cached(path: Path) -> dict[tuple[str, int, int], Any]:
    """The values of all cells as they stand in the file."""
    book = openpyxl.load_workbook(path, data_only=True)
    return {
        (sheet.title, cell.row, cell.column): cell.value
        for sheet in book.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    }
