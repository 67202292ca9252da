"""Formulas as a file has them and as Calc has them: separators, and the names of our functions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from xlpair.calc.identity import FUNCTIONS_SERVICE
from xlpair.calc.signatures import calc_functions

_LONG_NAMES: Final[Mapping[str, str]] = {
    f"{FUNCTIONS_SERVICE}.{function.method}".upper(): function.line.name for function in calc_functions()
}
_LONG_NAME: Final = re.compile(rf"{re.escape(FUNCTIONS_SERVICE)}\.[a-z0-9]+(?=\()", re.IGNORECASE)
_TEXTS: Final = re.compile(r'("(?:[^"]|"")*")')


def to_calc(formula: str) -> str:
    """A formula of the file (without ``=``) as Calc takes it."""
    return f"={_separated(formula, ',', ';')}"


def from_calc(formula: str) -> str:
    """A formula as Calc gives it, in a file's form; the braces of an array are left out."""
    plain = formula.removeprefix("{").removesuffix("}").removeprefix("=")
    return _separated(_LONG_NAME.sub(lambda match: _LONG_NAMES[match.group().upper()], plain), ";", ",")


def _separated(formula: str, old: str, new: str) -> str:
    """The formula with other separators; what stands in quotes stays as it is."""
    parts = _TEXTS.split(formula)
    return "".join(part if at % 2 else part.replace(old, new) for at, part in enumerate(parts))
