"""Cells as Excel's programming interface hands them over and takes them.

Numbers come as floats, currency as decimals, errors as texts or (those xlwings does not know) as whole numbers, a time
of day as a moment of 1899. A text that is handed over is treated as if somebody had typed it: ``2:0`` becomes a time,
``=1+1`` a formula. Only in cells whose format is Text it stays what it is; elsewhere an apostrophe keeps it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

from xlpair.workbook.book import CellValue, ErrorValue
from xlpair.workbook.texts import error_code

TEXT_FORMAT: Final = "@"

# xlwings turns the seven oldest errors into text; whole numbers of this range are the others.
_ERROR_NUMBERS: Final = range(-2146826288, -2146826200)
_NEW_ERROR: Final = ErrorValue("#VALUE!")
_FIRST_YEAR: Final = 1900
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_SWITCHES: Final = ("true", "false")
_APOSTROPHE: Final = "'"


def from_excel(value: Any) -> CellValue:
    """A cell's value as the reader takes it."""
    if isinstance(value, str):
        return ErrorValue(value) if error_code(value) else value
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, (float, Decimal)):
        number = float(value)
        return int(number) if number.is_integer() else number
    if isinstance(value, int):
        return _NEW_ERROR if value in _ERROR_NUMBERS else value
    if isinstance(value, dt.datetime):
        moment = value.replace(tzinfo=None)
        return moment.time() if moment.year < _FIRST_YEAR else moment
    return value if isinstance(value, (dt.date, dt.time)) else str(value)


def is_safe(text: str) -> bool:
    """Whether Excel leaves a text alone in any cell: it begins with a letter or sign of writing, and is no month."""
    start = text[:5].lower()
    return text[:1].isalpha() and not start.startswith((*_MONTHS, *_SWITCHES))


def to_excel(value: CellValue, text_cell: bool) -> Any:
    """A value as Excel takes it; ``text_cell``: the cell's format is Text."""
    if isinstance(value, str) and value:
        if value.startswith(_APOSTROPHE):
            return _APOSTROPHE + value
        return value if text_cell or is_safe(value) else _APOSTROPHE + value
    if isinstance(value, ErrorValue):
        return value.code
    return value


def needs_text_cells(values: Sequence[CellValue]) -> bool:
    """Whether it matters for any of these values that the cells' format is Text."""
    return any(isinstance(value, str) and value and not is_safe(value) for value in values)
