"""Changes made to a workbook that is open in Excel, one after another, and taken back if one of them fails.

Excel's own undo does not reach back over what a program has written; the copy made before a command does.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import xlwings as xw  # noqa: TID251

from xlpair.errors import NotAllowed, WrongUse
from xlpair.workbook.book import (
    Activate,
    Area,
    BreakPages,
    CellValue,
    Change,
    CopySheet,
    MoveName,
    NoPrintArea,
    PrintArea,
    PutBlock,
    PutCells,
    PutName,
    ResizeTable,
    ShowSheet,
    Snapshot,
    address,
)
from xlpair.workbook.layout import CATEGORIES_NAME, RATINGS_NAME, TEAMS_NAME
from xlpair.workbook.live_host import Host, range_of
from xlpair.workbook.live_values import needs_text_cells, to_excel

LONGEST_BLOCK_FORMULA: Final = 255
"""Excel takes no longer array formula through its interface; in the file it may be as long as any."""

SIDE_TABLES: Final = (TEAMS_NAME, CATEGORIES_NAME, RATINGS_NAME)
"""Tables that only some events want, so that a formula may be lacking long after the workbook was made."""


def areas_of(change: Change, snapshot: Snapshot) -> Iterator[Area]:
    """The cells that a change writes to."""
    if isinstance(change, PutCells):
        width = max(map(len, change.rows), default=0)
        if width:
            bottom, right = change.top + len(change.rows) - 1, change.left + width - 1
            yield Area(change.sheet, change.top, change.left, bottom, right)
    elif isinstance(change, PutBlock):
        yield change.area
    elif isinstance(change, ResizeTable):
        table = snapshot.table(change.table)
        if table is not None:
            yield table.area


def check_changes(snapshot: Snapshot, changes: Sequence[Change]) -> None:
    """Raise WrongUse for what the workbook has not, or what has no room, before anything is done."""
    for change in changes:
        if isinstance(change, (CopySheet, MoveName, PutName)):
            raise WrongUse(
                "打开着的工作簿不能增加轮次或扩大表格。请保存并关闭它，再用 xlpair rounds 或 xlpair resize。"
            )
        if isinstance(change, ResizeTable):
            table = snapshot.table(change.table)
            if table is None:
                raise WrongUse(f"工作簿里没有表格「{change.table}」。请检查表格是否被删除或改名。")
            if change.bottom <= table.area.top:
                raise WrongUse(f"表格「{change.table}」至少要有一行，不能改到第 {change.bottom + 1} 行。")
            continue
        sheet = change.area.sheet if isinstance(change, (PutBlock, PrintArea, BreakPages)) else change.sheet
        if snapshot.sheet(sheet) is None:
            raise WrongUse(f"工作簿里没有工作表「{sheet}」。请检查它是否被删除或改名。")
        if isinstance(change, PutBlock):
            height, width = _size(change.area)
            if len(change.rows) > height or any(len(row) > width for row in change.rows):
                raise WrongUse(f"{sheet} {_reference(change.area)} 放不下要写入的内容。请先扩大这块区域。")


@dataclass(frozen=True, slots=True)
class _Printed:
    """Set a sheet's print area to what it was, written as Excel writes it; None where there was none."""

    sheet: str
    reference: str | None


@dataclass(frozen=True, slots=True)
class _Breaks:
    """Let rows of a sheet begin a page, others no more."""

    sheet: str
    new: frozenset[int]
    gone: frozenset[int]

    def turned(self) -> _Breaks:
        """What takes this back."""
        return _Breaks(self.sheet, self.gone, self.new)


@dataclass(frozen=True, slots=True)
class _Step:
    """A change and what takes it back: another change, and the formulas that stood in its cells.

    ``block`` is the array formula that fills the change's area, '' where there is none.
    """

    change: Change
    back: Change | _Printed | _Breaks | None
    block: str = ""
    formulas: tuple[tuple[str, ...], ...] = ()


class Steps:
    """The steps of one command on one book: first :meth:`prepare`, which only looks, then :meth:`make`."""

    def __init__(self, book: xw.Book, host: Host, snapshot: Snapshot) -> None:
        self.left_undone: list[str] = []
        self._book = book
        self._host = host
        self._snapshot = snapshot
        self._steps: tuple[_Step, ...] = ()
        self._made = 0

    def prepare(self, changes: Sequence[Change]) -> None:
        """Look at everything that is going to be changed. Raises NotAllowed for a block that cannot be entered.

        A table beside the main ones stops no command: where its formula cannot be entered its values are written.
        """
        self._steps = tuple(self._step(self._enterable(change)) for change in changes)

    def make(self) -> None:
        """Make the changes in order."""
        for at, step in enumerate(self._steps, start=1):
            self._made = at
            if isinstance(step.back, _Breaks):
                self._break(step.back.turned())
            else:
                self._make(step.change, step.block)

    def take_back(self) -> None:
        """Undo what was made, the last first; the one that failed may have been made in part.

        Excel brings no hidden sheet to the front, and turns to another when the one in front is hidden: so sheets are
        shown first of all and hidden last of all, and the one that was in front comes there in between.
        """
        last_first = self._steps[: self._made][::-1]
        for step in sorted(last_first, key=lambda step: _turn(step.back)):
            if isinstance(step.back, _Printed):
                self._print(step.back.sheet, step.back.reference)
            elif isinstance(step.back, _Breaks):
                self._break(step.back)
            elif step.back is not None:
                self._make(step.back, "")
                self._enter_formulas(step)

    def _enterable(self, change: Change) -> Change:
        """The change, without the formula where that of a side table is too long and not there yet."""
        if not isinstance(change, PutBlock) or change.formula is None or _fits(change.formula):
            return change
        side = change.area in map(self._snapshot.names.get, SIDE_TABLES)
        if not side or _same(self._host.block_formula(change.area), change.formula):
            return change
        self.left_undone.append(
            f"{change.area.sheet} 写入的是数值，不会自动更新（公式太长，打开着的工作簿里不能写入）。"
            "要公式，请保存并关闭工作簿，运行 xlpair refresh，再打开。"
        )
        return replace(change, formula=None)

    def _step(self, change: Change) -> _Step:
        if isinstance(change, PutBlock):
            block = self._block_today(change)
            if change.formula is not None and _same(block, change.formula):
                return _Step(change, None, block)
            back = PutBlock(change.area, self._old(change.area), block or None)
            return _Step(change, back, block, () if block else self._host.formulas(change.area))
        if isinstance(change, PutCells):
            for area in areas_of(change, self._snapshot):
                back_cells = PutCells(area.sheet, area.top, area.left, self._old(area))
                return _Step(change, back_cells, formulas=self._host.formulas(area))
        if isinstance(change, ResizeTable):
            table = self._snapshot.table(change.table)
            assert table is not None
            return _Step(change, ResizeTable(change.table, table.area.bottom))
        if isinstance(change, ShowSheet):
            sheet = self._snapshot.sheet(change.sheet)
            return _Step(change, ShowSheet(change.sheet, sheet is not None and sheet.visible))
        if isinstance(change, Activate):
            return _Step(change, Activate(self._book.sheets.active.name))
        if isinstance(change, (PrintArea, NoPrintArea)):
            return _Step(change, self._printed(change.sheet if isinstance(change, NoPrintArea) else change.area.sheet))
        if isinstance(change, BreakPages):
            today, wanted = self._breaks(change)
            return _Step(change, _Breaks(change.area.sheet, today - wanted, wanted - today))
        return _Step(change, None)

    def _printed(self, sheet: str) -> _Printed | None:
        """How to set the print area back; None where Excel does not tell it, nor will set another."""
        try:
            return _Printed(sheet, self._book.sheets[sheet].page_setup.print_area or None)
        except Exception:
            return None

    def _breaks(self, change: BreakPages) -> tuple[frozenset[int], frozenset[int]]:
        """The rows that begin a page today, and those that are to; none where Excel does not tell."""
        try:
            return self._host.page_breaks(change)
        except Exception:
            return frozenset(), frozenset()

    def _block_today(self, change: PutBlock) -> str:
        """The array formula in a block now. Raises NotAllowed where another one is wanted that is too long."""
        today = self._host.block_formula(change.area)
        wanted = change.formula
        if wanted is not None and not _same(today, wanted) and not _fits(wanted):
            raise NotAllowed(
                f"{change.area.sheet} 的公式太长，打开着的工作簿里不能写入。请把“成绩表更新”改回“数值”，"
                "或保存并关闭它，用 xlpair refresh 写入公式。"
            )
        return today

    def _make(self, change: Change, block: str) -> None:
        if isinstance(change, PutCells):
            self._put(change.sheet, change.top, change.left, change.rows)
        elif isinstance(change, PutBlock):
            self._put_block(change, block)
        elif isinstance(change, ResizeTable):
            self._resize(change)
        elif isinstance(change, ShowSheet):
            self._book.sheets[change.sheet].visible = change.visible
        elif isinstance(change, Activate):
            self._book.sheets[change.sheet].activate()
            if change.cell is not None:
                self._put_cursor(change.sheet, *change.cell)
        elif isinstance(change, PrintArea):
            self._print(change.area.sheet, _reference(change.area, "$"))
        elif isinstance(change, NoPrintArea):
            self._print(change.sheet, None)

    def _break(self, breaks: _Breaks) -> None:
        with contextlib.suppress(Exception):  # where a page breaks is no reason to stop a command
            self._host.break_rows(breaks.sheet, breaks.new, breaks.gone)

    def _put_cursor(self, sheet: str, row: int, column: int) -> None:
        with contextlib.suppress(Exception):  # a round is as well paired with the cursor elsewhere
            range_of(self._book, Area(sheet, row, column, row, column)).select()

    def _put(self, sheet: str, top: int, left: int, rows: Sequence[Sequence[CellValue]]) -> None:
        width = max(map(len, rows), default=0)
        if not width:
            return
        even = [[*row, *[None] * (width - len(row))] for row in rows]
        as_text = [self._is_text(sheet, top, left + at, [row[at] for row in even]) for at in range(width)]
        values = [[to_excel(cell, text) for cell, text in zip(row, as_text, strict=True)] for row in even]
        area = Area(sheet, top, left, top + len(even) - 1, left + width - 1)
        range_of(self._book, area).value = values

    def _is_text(self, sheet: str, top: int, column: int, values: Sequence[CellValue]) -> bool:
        bottom = top + len(values) - 1
        return needs_text_cells(values) and self._host.text_cells(Area(sheet, top, column, bottom, column))

    def _put_block(self, change: PutBlock, today: str) -> None:
        area = change.area
        if change.formula is not None:
            # A formula that is there already computes the values by itself.
            if not _same(today, change.formula):
                range_of(self._book, area).formula_array = f"={change.formula}"
            return
        if today:
            range_of(self._book, area).clear_contents()  # a part of an array cannot be written to
        height, width = _size(area)
        rows = [[*row, *[None] * (width - len(row))] for row in change.rows]
        self._put(area.sheet, area.top, area.left, [*rows, *[[None] * width] * (height - len(rows))])

    def _resize(self, change: ResizeTable) -> None:
        table = self._snapshot.table(change.table)
        assert table is not None
        area = table.area
        cells = range_of(self._book, Area(area.sheet, area.top, area.left, change.bottom, area.right))
        self._book.sheets[area.sheet].tables[change.table].resize(cells)

    def _print(self, sheet: str, reference: str | None) -> None:
        try:
            # The library for Windows hands on None as it is; an empty text sets no area everywhere.
            self._book.sheets[sheet].page_setup.print_area = reference or ""
        except Exception:  # without a printer Excel knows no page
            self.left_undone.append(f"{sheet} 的打印区域没有设上（可能没有打印机），打印前请看一下预览。")

    def _old(self, area: Area) -> list[list[CellValue]]:
        sheet = self._snapshot.sheet(area.sheet)
        rows = sheet.rows if sheet is not None else ()
        found = []
        for at in range(area.top, area.bottom + 1):
            row = rows[at] if at < len(rows) else ()
            cells = list(row[area.left : area.right + 1])
            found.append(cells + [None] * (area.right - area.left + 1 - len(cells)))
        return found

    def _enter_formulas(self, step: _Step) -> None:
        for area in areas_of(step.change, self._snapshot):
            for row, entered in enumerate(step.formulas, area.top):
                for column, text in enumerate(entered, area.left):
                    cell = Area(area.sheet, row, column, row, column)
                    if text.startswith("=") and self._old(cell)[0][0] != text:
                        range_of(self._book, cell).formula = text


def _turn(back: Change | _Printed | _Breaks | None) -> int:
    """When something is taken back: what shows a sheet first, what hides one last, before that what turns to one."""
    if isinstance(back, ShowSheet):
        return 0 if back.visible else 3
    return 2 if isinstance(back, Activate) else 1


def _same(today: str, wanted: str) -> bool:
    """Whether a block holds the formula, however Excel writes it; one too long to be entered again is left alone."""
    plain, other = (formula.replace(" ", "").upper() for formula in (today, wanted))
    if plain == other:
        return True
    return bool(today) and not _fits(wanted) and plain.partition("(")[0] == other.partition("(")[0]


def _fits(formula: str) -> bool:
    """Whether Excel takes a formula, ``=`` before it, as an array through its interface."""
    return len(formula) + 1 <= LONGEST_BLOCK_FORMULA


def _size(area: Area) -> tuple[int, int]:
    return area.bottom - area.top + 1, area.right - area.left + 1


def _reference(area: Area, sign: str = "") -> str:
    """``A4:W29``, or with ``$`` the absolute one."""
    cells = (address(area.top, area.left), address(area.bottom, area.right))
    if not sign:
        return ":".join(cells)
    return ":".join(f"${cell.rstrip('0123456789')}${cell.lstrip('ABCDEFGHIJKLMNOPQRSTUVWXYZ')}" for cell in cells)
