"""The table of functions agrees with the functions, and every host can take what it says."""

from __future__ import annotations

import inspect
import re

import pytest

from xlpair import functions
from xlpair.function_table import CATEGORY, FUNCTIONS, FunctionLine
from xlpair.workbook.formulas import card_formula, crosstable_formula, standings_formula

# learn.microsoft.com, VBA language reference: keywords; reserved identifiers of the language specification (MS-VBAL
# 3.3.5.2), in small letters.
VBA_RESERVED = frozenset(
    re.findall(
        r"\w+",
        """
    abs addressof alias and any as attribute base binary boolean byref byte byval call case cbool cbyte ccur cdate cdbl
    cdecl cdec cint circle class clng clnglng clngptr close compare const csng cstr currency cvar cverr date debug
    decimal declare defbool defbyte defcur defdate defdbl defdec defint deflng deflnglng deflngptr defobj defsng defstr
    defvar dim do doevents double each else elseif empty end endif enum eqv erase error event exit explicit false fix
    for friend function get global go gosub goto if imp implements in input inputb int integer is lbound len lenb let
    lib like line linput local lock long longlong longptr loop lset me mid midb mod module new next not nothing null
    object on open option optional or output paramarray preserve print private property pset public put raiseevent
    random randomize read redim rem reset resume return rset scale seek select self set sgn shared single spc static
    step stop string sub tab text then to true type typeof ubound unlock until variant vb_name wend while width with
    withevents write xor
    """,
    )
)
EXCEL_REFERENCE = re.compile(r"[A-Za-z]{1,3}[0-9]+|[Rr][0-9]*[Cc][0-9]*|[RrCc]")
IDENTIFIER = re.compile(r"[a-z][a-z0-9_]{0,30}")

each = pytest.mark.parametrize("line", FUNCTIONS, ids=lambda line: line.name)


def test_the_functions_are_all_there() -> None:
    assert [line.name for line in FUNCTIONS] == [
        "XQ_ROUNDROBIN",
        "XQ_KNOCKOUT",
        "XQ_STANDINGS",
        "XQ_CROSSTABLE",
        "XQ_NEXTROUND",
        "XQ_EXPLAIN",
        "XQ_CHECK",
        "XQ_OPEN",
        "XQ_CARD",
        "XQ_TEAMS",
        "XQ_CATEGORIES",
        "XQ_RATINGS",
        "XQ_RATING",
    ]
    assert CATEGORY == "象棋编排"


def test_no_function_is_missing_in_the_table() -> None:
    public = {name for name, value in vars(functions).items() if name.startswith("XQ_") and callable(value)}
    assert public == {line.name for line in FUNCTIONS}


@each
def test_name_and_arguments_are_those_of_the_python_function(line: FunctionLine) -> None:
    assert line.compute is getattr(functions, line.name)
    assert line.compute.__name__ == line.name
    parameters = list(inspect.signature(line.compute).parameters.values())
    assert len(parameters) == len(line.arguments)
    for argument, parameter in zip(line.arguments, parameters, strict=True):
        repeats = parameter.kind is inspect.Parameter.VAR_POSITIONAL
        assert argument.repeats is repeats
        assert argument.optional is (repeats or parameter.default is None)
        assert repeats or argument.name == parameter.name


@each
def test_optional_arguments_come_last_and_only_the_last_repeats(line: FunctionLine) -> None:
    optional = [argument.optional for argument in line.arguments]
    assert optional == sorted(optional)
    assert not any(argument.repeats for argument in line.arguments[:-1])


@each
def test_names_are_identifiers_in_every_host(line: FunctionLine) -> None:
    assert re.fullmatch(r"XQ_[A-Z]+", line.name)
    names = [argument.name for argument in line.arguments]
    assert len(set(names)) == len(names)
    for name in names:
        assert IDENTIFIER.fullmatch(name)
        assert name not in VBA_RESERVED
        # a host numbers what repeats: round_table1, round_table2, …
        assert not any(argument.repeats and EXCEL_REFERENCE.fullmatch(f"{name}1") for argument in line.arguments)


@each
def test_helps_are_chinese_sentences_of_at_most_255_characters(line: FunctionLine) -> None:
    for help_text in (line.help, *(argument.help for argument in line.arguments)):
        assert 0 < len(help_text) <= 255
        assert re.search("[\u4e00-\u9fff]", help_text)
        assert help_text.endswith("。")
        assert "\n" not in help_text


@each
def test_every_function_has_a_docstring_in_python(line: FunctionLine) -> None:
    assert line.compute.__doc__


def test_the_formulas_of_the_workbook_call_functions_of_the_table() -> None:
    by_name = {line.name: line for line in FUNCTIONS}
    for formula in (standings_formula(3), crosstable_formula(3), card_formula(3)):
        name, _, arguments = formula.rstrip(")").partition("(")
        fixed = [argument for argument in by_name[name].arguments if not argument.repeats]
        assert arguments.count(",") + 1 == len(fixed) + 3
