"""The functions in formulas given their bare names back, under which alone Calc knows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from xlpair.errors import Gravity, Problem
from xlpair.workbook.book import address

# What Excel may write before the name of a function: [1]! (it lives in an add-in workbook), _xll. (in an XLL),
# _xldudf_ (in an Office.js add-in), _xludf. (unknown to it). A text in quotes is matched first, to be left as it is.
_PREFIXED: Final = re.compile(
    r'"(?:[^"]|"")*"|'
    r"(?:\[\d+\]!|_xll\.|_xldudf_(?:xlpair_)?|_xludf\.|'file:[^']*\.xlam'#\$?)(xq_[a-z0-9_]+)(?=\()",
    re.IGNORECASE,
)
_ERROR: Final = 4
_ANY_RESULT: Final = 1 | 2 | _ERROR
_UNKNOWN: Final = "公式里的函数名带着 Excel 加的前缀，Calc 不认得，显示 #NAME?。"


def bare(formula: str) -> str:
    """The formula with bare names: ``=_xll.XQ_OPEN(A1:C9)`` -> ``=XQ_OPEN(A1:C9)``; what is in quotes is no name."""
    return _PREFIXED.sub(lambda match: match.group(1).upper() if match.group(1) else match.group(), formula)


def make_names_bare(document: Any) -> list[str]:
    """Mend the formulas of cells and of defined names; gives the protected sheets, where they stay as they are."""
    sheets = [document.Sheets.getByIndex(at) for at in range(document.Sheets.Count)]
    for names in (document.NamedRanges, *(sheet.NamedRanges for sheet in sheets)):
        for name in names.ElementNames:
            one = names.getByName(name)
            if bare(one.Content) != one.Content:
                one.setContent(bare(one.Content))
    left = []
    for sheet in sheets:
        for cell in _prefixed_cells(sheet):
            if sheet.isProtected():
                left.append(str(sheet.Name))
                break
            _make_bare(sheet, cell)
    return left


def names_left(document: Any) -> Iterator[Problem]:
    """Tell of the first cell of every sheet whose names are not bare: protected ones, and what was pasted since."""
    for at in range(document.Sheets.Count):
        sheet = document.Sheets.getByIndex(at)
        protected = sheet.isProtected()
        for cell in _prefixed_cells(sheet, _ANY_RESULT if protected else _ERROR):
            place = cell.getCellAddress()
            where = f"{sheet.Name}!{address(place.Row, place.Column)}"
            first = "撤销这张工作表的保护，" if protected else ""
            yield Problem(where, _UNKNOWN, f"请{first}存盘，再重新打开，就会改好。", Gravity.WARNING)
            break


def _prefixed_cells(sheet: Any, results: int = _ANY_RESULT) -> Iterator[Any]:
    # All formulas: where a value is kept in the file, it hides that the name is not known.
    for area in sheet.queryFormulaCells(results).getRangeAddresses():
        cells = sheet.getCellRangeByPosition(area.StartColumn, area.StartRow, area.EndColumn, area.EndRow)
        for down, formulas in enumerate(cells.getFormulaArray()):
            for across, formula in enumerate(formulas):
                if bare(formula) != formula:
                    yield sheet.getCellByPosition(area.StartColumn + across, area.StartRow + down)


def _make_bare(sheet: Any, cell: Any) -> None:
    formula = cell.getFormula()  # asked anew: an array is mended as a whole by its first cell
    mended = bare(formula)
    if mended == formula:
        return
    if formula.startswith("{"):
        cursor = sheet.createCursorByRange(cell)
        cursor.collapseToCurrentArray()
        cursor.setArrayFormula(mended.strip("{}"))
    else:
        cell.setFormula(mended)
