"""How Calc sees the functions of the table: method and argument names, and what an argument is passed as.

Repeating arguments become a fixed number of optional ones. Calc has variable arguments of its own, but computes an
array formula that has two of them once for every cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from xlpair.calc.identity import MOST_ROUNDS
from xlpair.function_table import FUNCTIONS, FunctionArgument, FunctionLine


class PassedAs(Enum):
    """The type of an argument in the type library.

    ``VALUES``: whatever it is, as values; may be left out. Calc refuses the call by itself where a cell is an error,
    and takes seconds to hand over whole columns, a second for 13 of them before Python sees any.
    ``RANGE``: the range itself, from which error cells and whole columns can be told; may only be left empty. Calc
    refuses the call by itself where it is left out at the end, which rounds must be able to be, or is no range.
    """

    VALUES = "any"
    RANGE = "com::sun::star::table::XCellRange"


_RANGES = frozenset(("settings", "roster"))


@dataclass(frozen=True, slots=True)
class CalcArgument:
    """An argument as Calc sees it; ``title`` and ``help`` are what the function wizard shows."""

    name: str
    title: str
    help: str
    passed_as: PassedAs


@dataclass(frozen=True, slots=True)
class CalcFunction:
    """A function as Calc sees it: the method of the component, and its arguments."""

    method: str
    line: FunctionLine
    arguments: tuple[CalcArgument, ...]


def calc_functions() -> tuple[CalcFunction, ...]:
    """Every function of the table."""
    return tuple(CalcFunction(method_name(line.name), line, tuple(_arguments(line))) for line in FUNCTIONS)


def method_name(name: str) -> str:
    """``XQ_NEXTROUND`` -> ``xqNextround``."""
    first, *others = name.lower().split("_")
    return first + "".join(map(str.capitalize, others))


def _arguments(line: FunctionLine) -> Iterator[CalcArgument]:
    for argument in line.arguments:
        name = _argument_name(argument)
        if argument.repeats:
            for number in range(1, MOST_ROUNDS + 1):
                yield CalcArgument(f"{name}{number}", f"{argument.name}{number}", argument.help, PassedAs.VALUES)
        else:
            passed_as = PassedAs.RANGE if argument.name in _RANGES else PassedAs.VALUES
            yield CalcArgument(name, argument.name, argument.help, passed_as)


def _argument_name(argument: FunctionArgument) -> str:
    """``round_number`` -> ``roundNumber``: the type library takes no underscores."""
    first, *others = argument.name.split("_")
    return first + "".join(map(str.capitalize, others))
