"""The functions as Excel calls them, through xlwings: one thin wrapper for each line of the function table.

The VBA wrappers in a workbook name this module and these functions. Outside Windows xlwings' decorators do nothing, and
the wrappers are plain functions.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final

import xlwings as xw  # noqa: TID251

from xlpair.function_table import CATEGORY, FUNCTIONS, FunctionArgument, FunctionLine
from xlpair.table_rows import Rows

# Error cells come as these integers, ordinary numbers always as floats. xlwings knows the oldest seven.
_ERROR_CODES: Final = range(-2146826288, -2146826200)
_UNKNOWN_ERROR: Final = "#VALUE!"


def given(argument: Any) -> Any:
    """An argument as the functions take it: a scalar for one cell, else rows; currency as a number, errors as text."""
    if not isinstance(argument, (list, tuple)):
        return _cell(argument)
    rows = [[_cell(cell) for cell in row] if isinstance(row, (list, tuple)) else _cell(row) for row in argument]
    return rows[0][0] if len(rows) == 1 and isinstance(rows[0], list) and len(rows[0]) == 1 else rows


def _cell(value: Any) -> Any:
    if isinstance(value, Decimal):
        return float(value)
    if type(value) is int and value in _ERROR_CODES:
        return _UNKNOWN_ERROR
    return value


def wrapper(line: FunctionLine) -> Callable[..., Rows]:
    """Give the function of one line, as xlwings' decorators expect it: its name, its help, its arguments."""

    def called(*arguments: Any) -> Rows:
        return line.compute(*map(given, arguments))

    called.__name__ = called.__qualname__ = line.name
    called.__doc__ = line.help
    called.__annotations__ = {}  # xlwings would convert by them
    vars(called)["__signature__"] = inspect.Signature([_parameter(argument) for argument in line.arguments])
    for argument in line.arguments:
        called = xw.arg(argument.name, ndim=2, err_to_str=True, doc=argument.help)(called)
    # Last: every decorator before it would set the category back.
    return xw.func(category=CATEGORY)(called)


def _parameter(argument: FunctionArgument) -> inspect.Parameter:
    if argument.repeats:
        return inspect.Parameter(argument.name, inspect.Parameter.VAR_POSITIONAL)
    default = None if argument.optional else inspect.Parameter.empty
    return inspect.Parameter(argument.name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default)


for _line in FUNCTIONS:
    globals()[_line.name] = wrapper(_line)
