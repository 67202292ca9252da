"""Changes made to a Calc document, each as hands would make it, so that every one stands in the undo list.

Cells are written one by one: writing a whole range at once leaves a step in the undo list that undoes nothing.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Any, Final

from xlpair.calc.formula_text import from_calc, to_calc
from xlpair.calc.page_styles import break_pages
from xlpair.errors import NotSaved, WrongUse
from xlpair.workbook.book import (
    Activate,
    Area,
    BreakPages,
    CellValue,
    Change,
    ErrorValue,
    NoPrintArea,
    PrintArea,
    PutBlock,
    PutCells,
    ResizeTable,
    ShowSheet,
)

# com.sun.star.sheet.CellFlags: VALUE, DATETIME, STRING, FORMULA
_CONTENT: Final = 1 | 2 | 4 | 16
# com.sun.star.sheet.FormulaResult: VALUE, STRING, ERROR
_ANY_RESULT: Final = 1 | 2 | 4
_UNPROTECT: Final = "请先取消保护（菜单“工具”→“保护工作表”），再试一次；什么都没有改动。"
# What a row that joins a table takes over from the row above it.
_LOOKS: Final = (
    "CellStyle",
    "NumberFormat",
    "CharHeight",
    "CharHeightAsian",
    "CharWeight",
    "CharWeightAsian",
    "CharColor",
    "CellBackColor",
    "HoriJustify",
    "VertJustify",
    "IsTextWrapped",
    "ShrinkToFit",
    "TopBorder2",
    "BottomBorder2",
    "LeftBorder2",
    "RightBorder2",
)


def check_changes(document: Any, changes: Sequence[Change], title: str) -> None:
    """Raise before anything is touched where a change cannot be made."""
    if document.isReadonly():
        raise NotSaved(f"「{title}」是只读打开的，不能改动。请另存一份，或用可以编辑的方式打开，再试一次。")
    for change in changes:
        if isinstance(change, ResizeTable):
            _check_table(document, change)
        if isinstance(change, ShowSheet) and document.isProtected():
            raise NotSaved(
                f"「{title}」的结构受保护，不能显示或隐藏工作表。{_UNPROTECT.replace('工作表', '工作簿结构')}"
            )
    _check_sheets(document, [area for change in changes for area in _touched(document, change)])


def make_change(document: Any, change: Change) -> None:
    """Make one change."""
    if isinstance(change, PutCells):
        _put_cells(document, change)
    elif isinstance(change, PutBlock):
        _put_block(document, change)
    elif isinstance(change, ResizeTable):
        _resize(document, change)
    elif isinstance(change, ShowSheet):
        sheet = _sheet(document, change.sheet)
        if bool(sheet.IsVisible) != change.visible:
            sheet.IsVisible = change.visible
    elif isinstance(change, Activate):
        if document.CurrentController is not None:
            document.CurrentController.setActiveSheet(_sheet(document, change.sheet))
    elif isinstance(change, (PrintArea, NoPrintArea, BreakPages)):
        _print(document, change)
    else:
        raise WrongUse(
            "打开着的工作簿不能加表、扩大区域。请保存并关闭文件，再用命令行 xlpair rounds 或 xlpair resize。"
        )


def _sheet(document: Any, name: str) -> Any:
    if not document.Sheets.hasByName(name):
        raise WrongUse(f"工作簿里没有工作表「{name}」。请检查它是否被删除或改名。")
    return document.Sheets.getByName(name)


def _check_table(document: Any, change: ResizeTable) -> None:
    if not document.DatabaseRanges.hasByName(change.table):
        raise WrongUse(f"工作簿里没有表格「{change.table}」。请检查表格是否被删除或改名。")
    table = document.DatabaseRanges.getByName(change.table)
    if table.TotalsRow and table.getDataArea().EndRow != change.bottom:
        raise WrongUse(f"表格「{change.table}」带着汇总行，不能改大小。请去掉汇总行，再试一次。")


def _touched(document: Any, change: Change) -> Iterator[Area]:
    """The cells a change writes to."""
    if isinstance(change, PutCells):
        height, width = len(change.rows), max(map(len, change.rows), default=0)
        if height and width:
            yield Area(change.sheet, change.top, change.left, change.top + height - 1, change.left + width - 1)
    elif isinstance(change, PutBlock):
        if len(change.rows) > change.area.bottom - change.area.top + 1 or any(
            len(row) > change.area.right - change.area.left + 1 for row in change.rows
        ):
            raise WrongUse(f"{change.area.sheet} 放不下要写入的内容。请先扩大这块区域。")
        yield change.area
    elif isinstance(change, ResizeTable):
        area = document.DatabaseRanges.getByName(change.table).getDataArea()
        yield Area(
            document.Sheets.getByIndex(area.Sheet).Name, area.StartRow, area.StartColumn, area.EndRow, area.EndColumn
        )


def _check_sheets(document: Any, areas: Sequence[Area]) -> None:
    """Raise where sheets are protected, each of them named."""
    locked = []
    for area in areas:
        sheet = _sheet(document, area.sheet)
        if area.sheet not in locked and sheet.isProtected() and _is_locked(_range(sheet, area)):
            locked.append(area.sheet)
    if locked:
        raise NotSaved(f"工作表「{'」「'.join(locked)}」受保护，不能写入。{_UNPROTECT}")


def _is_locked(cells: Any) -> bool:
    """Whether protection holds for any of the cells. (Writing through UNO would go through it without a word.)"""
    if cells.getPropertyState("CellProtection").value == "AMBIGUOUS_VALUE":
        return True
    return bool(cells.CellProtection.IsLocked)


def _range(sheet: Any, area: Area) -> Any:
    return sheet.getCellRangeByPosition(area.left, area.top, area.right, area.bottom)


def _put_cells(document: Any, change: PutCells) -> None:
    sheet = _sheet(document, change.sheet)
    null = document.NullDate
    first_day = dt.datetime(null.Year, null.Month, null.Day)
    for row, values in enumerate(change.rows, change.top):
        for column, value in enumerate(values, change.left):
            _put(sheet.getCellByPosition(column, row), value, first_day)


def _put(cell: Any, value: CellValue, first_day: dt.datetime) -> None:
    """Write one cell, unless it holds the value already."""
    kind = cell.Type.value
    if isinstance(value, ErrorValue):
        value = value.code
    if value is None or value == "":
        if kind != "EMPTY":
            cell.clearContents(_CONTENT)
    elif isinstance(value, str):
        if kind != "TEXT" or cell.getString() != value:
            cell.setString(value)
    else:
        number = _number(value, first_day)
        if kind != "VALUE" or cell.getValue() != number:
            cell.setValue(number)


def _number(value: int | float | dt.datetime | dt.date | dt.time, first_day: dt.datetime) -> float:
    """A number as the cell holds it."""
    if isinstance(value, (int, float)):
        return float(value)
    if isinstance(value, dt.time):
        value = dt.datetime.combine(first_day.date(), value)
    elif not isinstance(value, dt.datetime):
        value = dt.datetime.combine(value, dt.time())
    return (value - first_day) / dt.timedelta(days=1)


def _put_block(document: Any, block: PutBlock) -> None:
    area = block.area
    cells = _range(_sheet(document, area.sheet), area)
    if block.formula is not None and block_formula(cells) == block.formula:
        return
    if block.formula is not None or cells.queryFormulaCells(_ANY_RESULT).Count:
        cells.clearContents(_CONTENT)
    if block.formula is not None:
        cells.setArrayFormula(to_calc(block.formula))
        return
    blank: tuple[CellValue, ...] = (None,) * (area.right - area.left + 1)
    rows = [(*row, *blank[len(row) :]) for row in block.rows]
    rows += [blank] * (area.bottom - area.top + 1 - len(rows))
    _put_cells(document, PutCells(area.sheet, area.top, area.left, rows))


def block_formula(cells: Any) -> str:
    """The formula over just these cells, as the file has it, without ``=``; '' where there is none."""
    first = cells.getCellByPosition(0, 0)
    is_one = cells.Rows.Count == cells.Columns.Count == 1
    if cells.getArrayFormula() or (is_one and first.Type.value == "FORMULA"):
        return from_calc(str(first.getFormula()))
    return ""


def _resize(document: Any, change: ResizeTable) -> None:
    table = document.DatabaseRanges.getByName(change.table)
    area = table.getDataArea()
    bottom = area.EndRow
    if bottom == change.bottom:
        return
    area.EndRow = change.bottom
    # Looks first: if they are undone before the table, Calc takes the row under it in again when its sheet comes up.
    if change.bottom > bottom:
        _take_over_looks(document.Sheets.getByIndex(area.Sheet), area, bottom)
    table.setDataArea(area)


def _take_over_looks(sheet: Any, area: Any, bottom: int) -> None:
    """Let the rows below ``bottom`` look like it."""
    for column in range(area.StartColumn, area.EndColumn + 1):
        model = sheet.getCellByPosition(column, bottom)
        joining = sheet.getCellRangeByPosition(column, bottom + 1, column, area.EndRow)
        for look in _LOOKS:
            setattr(joining, look, getattr(model, look))
    height = sheet.Rows.getByIndex(bottom).Height
    for row in range(bottom + 1, area.EndRow + 1):
        sheet.Rows.getByIndex(row).Height = height


def _print(document: Any, change: PrintArea | NoPrintArea | BreakPages) -> None:
    """Set what is printed of a sheet, and where its pages break."""
    if isinstance(change, NoPrintArea):
        _sheet(document, change.sheet).setPrintAreas(())
        return
    sheet = _sheet(document, change.area.sheet)
    if isinstance(change, BreakPages):
        break_pages(document, sheet, change)
    else:
        sheet.setPrintAreas((_range(sheet, change.area).getRangeAddress(),))
