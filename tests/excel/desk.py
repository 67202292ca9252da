"""An arbiter at the desk: a workbook in Excel (stood in for) whose buttons he presses, and its twin on the disk, on
which the command line does the same. In the end both must hold the same."""

from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet
from stand_in import StandIn, put

from xlpair import actions
from xlpair.excel import buttons
from xlpair.model import Player
from xlpair.settings import Settings
from xlpair.workbook import live as live_module
from xlpair.workbook.book import Book, PutCells
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.live import LiveBook
from xlpair.workbook.templates import make_workbook

NOW = dt.datetime(2026, 3, 1, 9, 30)
PLAYERS = tuple(Player(number, f"棋手{number}", f"{'甲乙丙'[number % 3]}队") for number in range(1, 9))
SEED = 20260301


class Desk:
    """Both workbooks. ``press`` a button; ``type`` into a cell of both."""

    def __init__(self, path: Path, patch: pytest.MonkeyPatch, name: str | None = None) -> None:
        self.excel = StandIn(path, name)
        self.twin = Path(shutil.copy(path, path.with_name(f"命令行{path.suffix}")))
        self.recorded: list[dict[str, Any]] = []
        patch.setattr(buttons, "_now", lambda: NOW)
        patch.setattr(buttons, "_draw_seed", lambda: SEED)

    @property
    def told(self) -> list[str]:
        return self.excel.host.told

    def press(self, button: Callable[[], None]) -> None:
        """Press a button: as on Windows, the entry point finds its book through ``Book.caller``."""
        book = self.excel.engine_book()
        book.set_mock_caller()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(live_module, "DesktopHost", lambda _: self.excel.host)
            button()
        self.recorded = book.json()["actions"]
        self.excel.replay(self.recorded)

    def command(self, command: Callable[[Book], object]) -> None:
        """Run a command on the twin."""
        with ClosedBook.open(self.twin, clock=lambda: NOW) as book:
            command(book)

    def pair(self) -> None:
        self.press(buttons.pair)
        self.command(lambda book: actions.pair(book, now=NOW, draw_seed=lambda: SEED))

    def refresh(self) -> None:
        self.press(buttons.refresh)
        self.command(lambda book: actions.refresh(book, now=NOW))

    def undo(self) -> None:
        self.press(buttons.undo)
        self.command(lambda book: actions.undo(book, now=NOW, lose_results=True))

    def type(self, table: str, row: int, heading: str, value: Any) -> None:
        """Type into a table's cell, in both workbooks; row 1 is the first below the headings."""
        sheet, top, column = self.place(table, heading)
        put(self.excel.book[sheet].cell(top + 1 + row, column + 1), value)
        self.command(lambda book: book.apply([PutCells(sheet, top + row, column, ((value,),))]))

    def place(self, table: str, heading: str) -> tuple[str, int, int]:
        """Sheet, heading row and column (from 0) of a table's heading, as they stand in both workbooks."""
        snapshot = ClosedBook(self.twin).snapshot()
        found = snapshot.table(table)
        assert found is not None
        sheet = snapshot.sheet(found.area.sheet)
        assert sheet is not None
        return sheet.name, found.area.top, list(sheet.rows[found.area.top]).index(heading)

    def column(self, table: str, heading: str) -> list[Any]:
        """What a table's column shows in Excel."""
        sheet, top, column = self.place(table, heading)
        bottom = self.excel.book[sheet].max_row
        return [self.excel.value(sheet, row, column + 1) for row in range(top + 2, bottom + 1)]

    def status(self) -> str:
        return str(self.excel.value("赛事", 2, 1))

    def same(self, folder: Path, *, looks: bool = True) -> None:
        """Both workbooks hold the same: values, formulas, tables, what is shown, print areas, formats of cells."""
        ours = openpyxl.load_workbook(self.excel.save(folder / "屏幕.xlsx"))
        theirs = openpyxl.load_workbook(self.twin)
        assert ours.sheetnames == theirs.sheetnames
        assert ours.active.title == theirs.active.title  # type: ignore[union-attr]
        for one, other in zip(ours.worksheets, theirs.worksheets, strict=True):
            assert one.sheet_state == other.sheet_state, one.title
            assert one.tables.items() == other.tables.items(), one.title  # names and references
            assert one.print_area == other.print_area, one.title
            _same_cells(one, other, looks)


def _same_cells(one: Worksheet, other: Worksheet, looks: bool) -> None:
    known: dict[tuple[bool, int], str] = {}
    last = (max(one.max_row, other.max_row), max(one.max_column, other.max_column))
    for row in range(1, last[0] + 1):
        for column in range(1, last[1] + 1):
            left, right = one.cell(row, column), other.cell(row, column)
            where = f"{one.title}!{left.coordinate}"
            assert _plain(left.value) == _plain(right.value), f"{where}: {left.value!r}, {right.value!r}"
            assert not looks or _look(left, True, known) == _look(right, False, known), where


def _look(cell: Any, ours: bool, known: dict[tuple[bool, int], str]) -> str:
    """How a cell looks, as text; there are few looks and many cells."""
    key = (ours, cell.style_id)
    if key not in known:
        parts = (cell.number_format, cell.font, cell.fill, cell.border, cell.alignment)
        known[key] = "\n".join(map(repr, parts))
    return known[key]


def _plain(value: Any) -> Any:
    if isinstance(value, ArrayFormula):
        return value.ref, str(value.text).removeprefix("=")
    return None if value == "" else value


def new_book(folder: Path, settings: Settings | None = None, rounds: int = 4, name: str = "赛.xlsx") -> Path:
    path = folder / name
    make_workbook(path, settings or Settings(name="春季赛"), PLAYERS, rounds=rounds)
    return path


def live(excel: StandIn) -> LiveBook:
    return LiveBook(excel.engine_book(), excel.host, clock=lambda: NOW)


def recorded(book: LiveBook) -> list[dict[str, Any]]:
    actions = book.book.json()["actions"]
    assert isinstance(actions, list)
    return actions


def content(excel: StandIn) -> dict[str, Any]:
    """Everything a command could have changed."""
    cells = {
        (sheet.title, cell.coordinate): cell.value.text if isinstance(cell.value, ArrayFormula) else cell.value
        for sheet in excel.book.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if cell.value not in (None, "")
    }
    states = {
        sheet.title: (
            sheet.sheet_state,
            sheet.tables.items(),
            sheet.print_area,
            [one.id for one in sheet.row_breaks.brk],
        )
        for sheet in excel.book.worksheets
    }
    return {"cells": cells, "states": states, "active": excel.book.active.title}  # type: ignore[union-attr]
