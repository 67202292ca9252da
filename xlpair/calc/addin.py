"""The functions in cells, inside LibreOffice: a component with one method for every line of the function table."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import unohelper
from com.sun.star.lang import XServiceInfo, XServiceName
from org.xlpair.calc import XXqFunctions

from xlpair.calc.error_cells import error_codes
from xlpair.calc.identity import FUNCTIONS_SERVICE
from xlpair.calc.signatures import CalcFunction, PassedAs, calc_functions
from xlpair.functions import MOST_ROWS
from xlpair.table_rows import Cell, Rows
from xlpair.workbook.book import ErrorValue

_log: Final = logging.getLogger("xlpair.calc")
_BIGGEST_LONG: Final = 2**31


class Functions(unohelper.Base, XXqFunctions, XServiceName, XServiceInfo):  # type: ignore[misc]
    """The component. Its methods are put in below, from the table."""

    def __init__(self, _context: Any) -> None:
        super().__init__()

    def getServiceName(self) -> str:
        return FUNCTIONS_SERVICE

    def getImplementationName(self) -> str:
        return FUNCTIONS_SERVICE

    def supportsService(self, name: str) -> bool:
        return name == FUNCTIONS_SERVICE

    def getSupportedServiceNames(self) -> tuple[str, ...]:
        return (FUNCTIONS_SERVICE,)


def implementations() -> Any:
    """What LibreOffice's Python loader asks a component's file for."""
    helper = unohelper.ImplementationHelper()
    helper.addImplementation(Functions, FUNCTIONS_SERVICE, (FUNCTIONS_SERVICE,))
    return helper


_NEVER_ZERO = "k"
"""Calc hands on a blank cell as 0, so that 0 for this argument means that there is none."""


def _method(function: CalcFunction) -> Callable[..., Rows]:
    ranges = [argument.passed_as is PassedAs.RANGE for argument in function.arguments]
    needed = sum(not argument.repeats for argument in function.line.arguments)

    def called(_self: Functions, *arguments: Any) -> Rows:
        start = time.perf_counter()
        count = max(_given(arguments), needed)
        passed = [
            _rows(value) if is_range else value for value, is_range in zip(arguments[:count], ranges, strict=False)
        ]
        for at, argument in enumerate(function.line.arguments[: len(passed)]):
            if argument.name == _NEVER_ZERO and passed[at] == 0:
                passed[at] = None
        rows = function.line.compute(*passed)
        _log.debug("%s %.1f ms", function.line.name, (time.perf_counter() - start) * 1000)
        return _for_calc(rows)

    called.__name__ = function.method
    called.__doc__ = function.line.help
    return called


def _given(arguments: Sequence[Any]) -> int:
    """How many arguments there are before those left out at the end."""
    count = len(arguments)
    while count and arguments[count - 1] is None:
        count -= 1
    return count


def _rows(cells: Any) -> Any:
    """The values of a range; an error cell is an ErrorValue. None where nothing was given."""
    if cells is None:
        return None
    place = cells.getRangeAddress()
    height = place.EndRow - place.StartRow + 1
    if height > MOST_ROWS:
        return ((),) * height  # the function will say that these are too many
    rows = cells.getDataArray()
    if not any(None in row for row in rows):
        return rows
    codes = error_codes(cells)
    return tuple(
        tuple(
            ErrorValue(codes.get((place.StartRow + down, place.StartColumn + across), "#VALUE!"))
            if cell is None
            else cell
            for across, cell in enumerate(row)
        )
        for down, row in enumerate(rows)
    )


def _for_calc(rows: Rows) -> Rows:
    """The rows as Calc takes them: whole numbers of more than 32 bits would be empty cells."""
    if all(type(cell) is not int or -_BIGGEST_LONG <= cell < _BIGGEST_LONG for row in rows for cell in row):
        return rows
    return tuple(tuple(_cell(cell) for cell in row) for row in rows)


def _cell(cell: Cell) -> Cell:
    return float(cell) if type(cell) is int else cell


for _function in calc_functions():
    setattr(Functions, _function.method, _method(_function))
