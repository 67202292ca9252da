"""The type library of the functions, as the plain text that LibreOffice reads like a compiled one."""

from __future__ import annotations

from typing import Final

from xlpair.calc.identity import FUNCTIONS_INTERFACE, FUNCTIONS_MODULES
from xlpair.calc.signatures import CalcFunction

TABLE_TYPE: Final = "sequence< sequence< any > >"


def type_library(functions: tuple[CalcFunction, ...]) -> str:
    """Give the text: one interface, one method a function; each gives a table."""
    opened = " ".join(f"module {name} {{" for name in FUNCTIONS_MODULES)
    closed = " ".join("};" for _ in FUNCTIONS_MODULES)
    methods = "".join(_method(function) for function in functions)
    body = f"interface {FUNCTIONS_INTERFACE} : com::sun::star::uno::XInterface\n{{\n{methods}}};"
    return f"{opened}\n\n{body}\n\n{closed}\n"


def _method(function: CalcFunction) -> str:
    arguments = ", ".join(f"[in] {argument.passed_as.value} {argument.name}" for argument in function.arguments)
    return f"    {TABLE_TYPE} {function.method}( {arguments} );\n"
