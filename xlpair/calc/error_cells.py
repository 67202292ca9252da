"""Error cells of a sheet: which they are, and the code each shows in every program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

# com.sun.star.sheet.FormulaResult.ERROR
_ERRORS: Final = 4
_CODES: Final[Mapping[int, str]] = {
    503: "#NUM!",
    519: "#VALUE!",
    524: "#REF!",
    525: "#NAME?",
    532: "#DIV/0!",
    533: "#NULL!",
    32767: "#N/A",
}
# So many cells of one area are looked at one by one; beyond, they are one array and show the same.
_LOOKED_AT: Final = 500


def error_codes(cells: Any) -> dict[tuple[int, int], str]:
    """The error cells of a range or sheet: their code by row and column."""
    found: dict[tuple[int, int], str] = {}
    for area in cells.queryFormulaCells(_ERRORS).getRangeAddresses():
        sheet = cells.getSpreadsheet()
        places = [
            (row, column)
            for row in range(area.StartRow, area.EndRow + 1)
            for column in range(area.StartColumn, area.EndColumn + 1)
        ]
        code = ""
        for at, (row, column) in enumerate(places):
            if at < _LOOKED_AT:
                code = error_code(sheet.getCellByPosition(column, row))
            found[row, column] = code
    return found


def error_code(cell: Any) -> str:
    """``#REF!`` of a cell, whatever the language of the user interface; Calc's own errors as it shows them."""
    number = cell.getError()
    return _CODES.get(number, f"Err:{number}")
