"""The VBA of a workbook: its text, and what it does when it runs (without Excel, see ``vba_machine``)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from vba_machine import VbaMachine

from xlpair.errors import XlpairError
from xlpair.excel.build_templates import build
from xlpair.excel.project import BUTTONS
from xlpair.excel.texts import SENTENCES
from xlpair.excel.vba_source import RESERVED, check_source, declared_names, modules, xlwings_version
from xlpair.excel.wrapper_source import UDF_MODULE
from xlpair.function_table import CATEGORY, FUNCTIONS, FunctionLine

TARGETS = {
    "XqPair": "pair",
    "XqUndo": "undo",
    "XqCheck": "check",
    "XqRefresh": "refresh",
    "XqExplain": "explain",
    "XqRate": "rate",
}


@pytest.fixture(scope="module")
def workbook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ready workbook for 单循环, under an arbiter's name for it."""
    folder = tmp_path_factory.mktemp("赛场 1")
    return build(folder)[0].rename(folder / "第三届“棋王”赛 (终).xlsm")


@pytest.fixture(scope="module")
def machine(workbook: Path) -> VbaMachine:
    return VbaMachine(workbook)


@pytest.fixture
def own_machine(workbook: Path) -> VbaMachine:
    """One whose state may be spoilt."""
    return VbaMachine(workbook)


# --- the text


def test_every_module_is_ascii_with_the_line_ends_of_vba() -> None:
    found = modules()
    assert list(found) == ["xlwings", "xlwings_udfs", "xq_buttons", "Dictionary"]
    for name, text in found.items():
        assert text.isascii(), name
        assert "\n" not in text.replace("\r\n", ""), name
        assert max(map(len, text.split("\r\n"))) <= 1023, name


def test_no_name_is_a_reserved_word_of_vba() -> None:
    for name, text in modules().items():
        declared = list(declared_names(text))
        assert declared, name
        assert not {word.lower() for word in declared} & RESERVED, name
    names = set(declared_names(modules()["xlwings_udfs"]))
    assert {line.name for line in FUNCTIONS} < names
    assert {argument.name for line in FUNCTIONS for argument in line.arguments} < names


# [MS-VBAL]: VBA Language Specification, Microsoft Open Specifications, 3.3.5.2 "Reserved Identifiers and IDENTIFIER":
# the ten kinds of reserved-identifier, as its grammar lists them (learn.microsoft.com/openspecs, ms-vbal,
# 7df907cb-ab6c-40d3-aa81-272742ce00c3).
SPECIFIED = {
    "statement-keyword": """Call Case Close Const Declare DefBool DefByte DefCur DefDate DefDbl DefInt DefLng DefLngLng
        DefLngPtr DefObj DefSng DefStr DefVar Dim Do Else ElseIf End EndIf Enum Erase Event Exit For Friend Function Get
        Global GoSub GoTo If Implements Input Let Lock Loop LSet Next On Open Option Print Private Public Put RaiseEvent
        ReDim Resume Return RSet Seek Select Set Static Stop Sub Type Unlock Wend While With Write""",
    "rem-keyword": "Rem",
    "marker-keyword": """Any As ByRef ByVal Case Each Else In New Shared Until WithEvents Write Optional ParamArray
        Preserve Spc Tab Then To""",
    "operator-identifier": "AddressOf And Eqv Imp Is Like New Mod Not Or TypeOf Xor",
    "reserved-name": """Abs CBool CByte CCur CDate CDbl CDec CInt CLng CLngLng CLngPtr CSng CStr CVar CVErr Date Debug
        DoEvents Fix Int Len LenB Me PSet Scale Sgn String""",
    "special-form": "Array Circle Input InputB LBound Scale UBound",
    "reserved-type-identifier": """Boolean Byte Currency Date Double Integer Long LongLong LongPtr Single String
        Variant""",
    "literal-identifier": "true false nothing empty null",
    "reserved-for-implementation-use": """Attribute LINEINPUT VB_Base VB_Control VB_Creatable VB_Customizable
        VB_Description VB_Exposed VB_Ext_KEY VB_GlobalNameSpace VB_HelpID VB_Invoke_Func VB_Invoke_Property
        VB_Invoke_PropertyPut VB_Invoke_PropertyPutRef VB_MemberFlags VB_Name VB_PredeclaredId VB_ProcData
        VB_TemplateDerived VB_UserMemId VB_VarDescription VB_VarHelpID VB_VarMemberFlags VB_VarProcData
        VB_VarUserMemId""",
    "future-reserved": "CDecl Decimal DefDec",
}


def test_the_reserved_words_are_those_of_the_language_specification() -> None:
    assert {word.lower() for words in SPECIFIED.values() for word in words.split()} == RESERVED


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Function XQ_X(event, roster)\nEnd Function", "event"),
        ("Function XQ_X(roster, Optional Next)\nEnd Function", "Next"),
        ("Function XQ_X(ParamArray loop())\nEnd Function", "loop"),
        ("Public Sub Stop()\nEnd Sub", "Stop"),
        ("Sub A()\n    Dim Input As Long\nEnd Sub", "Input"),
        ("Sub A()\n    ReDim Preserve type(1)\nEnd Sub", "type"),
        ("' 编排\nSub A()\nEnd Sub", "编"),
        ('Sub A()\n    x = "café"\nEnd Sub', "é"),
        (f"Sub A()\n    x = {'1' * 1100}\nEnd Sub", "1023"),
    ],
)
def test_what_excel_would_not_compile_is_refused(text: str, told: str) -> None:
    with pytest.raises(XlpairError, match=told):
        check_source("m", text)


def test_names_in_comments_and_calls_are_no_declarations() -> None:
    text = "' Function Event(Stop)\nSub A(ByVal Reason As String, Optional Count)\n    Call B(Next_)\nEnd Sub"
    assert list(declared_names(text)) == ["A", "Reason", "Count"]
    check_source("m", text)


def test_xlwings_module_is_the_installed_one_but_for_the_name_of_the_configuration() -> None:
    import xlwings

    original = (Path(str(xlwings.__file__)).parent / "xlwings.bas").read_text(encoding="ascii").splitlines()
    ours = modules()["xlwings"].splitlines()
    differing = [(old, new) for old, new in zip(original, ours, strict=True) if old != new]
    assert differing == [
        (
            'Public Const PROJECT_NAME As String = "xlwings"',
            'Public Const PROJECT_NAME As String = "xlpair"',
        )
    ]
    assert f"xlwings64-{xlwings_version()}.dll" in "\n".join(ours)
    assert "Redistributions of source code must retain the above copyright notice" in "\n".join(ours)


def test_every_wrapper_calls_its_function_and_fails_with_a_sentence() -> None:
    text = modules()["xlwings_udfs"]
    for line in FUNCTIONS:
        assert text.count(f'XLPy.CallUDF("{UDF_MODULE}", "{line.name}", ') == 2  # in Excel and elsewhere
        assert f"    {line.name} = XqFailed(Err.Description)" in text
    assert "= Err.Description" not in text


def test_no_module_does_anything_by_itself() -> None:
    # Virus scanners take procedures that Excel calls at opening or changing for a sign of one.
    for text in modules().values():
        assert not re.search(r"(Sub|Function)\s+(Auto_?\w+|Workbook_\w+|Worksheet_\w+)", text, re.IGNORECASE)


def test_every_text_that_vba_asks_for_is_there() -> None:
    code = modules()["xq_buttons"] + modules()["xlwings_udfs"]
    asked = re.findall(r'XqText\("(\w+)"\)|Key = "(\w+)"', code)
    keys = {first or second for first, second in asked}
    assert keys == set(SENTENCES)


# --- running


@pytest.mark.parametrize("macro", TARGETS)
def test_a_button_ends_in_its_python_call_with_its_workbook(machine: VbaMachine, workbook: Path, macro: str) -> None:
    assert machine.run(macro) == [
        "Module xlwings._xlwindows",
        f"SetAttr BOOK_CALLER {workbook.name}",
        f"Exec import xlpair.excel.buttons; xlpair.excel.buttons.{TARGETS[macro]}()",
    ]


def test_every_button_has_a_macro_and_every_macro_a_target() -> None:
    import xlpair.excel.buttons

    assert [button.macro for button in BUTTONS] == [*TARGETS, "XqRestart", "XqRegister"]
    assert [button.caption for button in BUTTONS] == [
        "编排下一轮",
        "撤销本轮",
        "检查",
        "更新成绩表",
        "说明编排",
        "等级分",
        "重启 Python",
        "登记函数说明",
    ]
    names = set(declared_names(modules()["xq_buttons"]))
    assert {button.macro for button in BUTTONS} < names
    for target in TARGETS.values():
        assert callable(getattr(xlpair.excel.buttons, target))


def test_a_copy_is_saved_where_python_says(machine: VbaMachine) -> None:
    # Mac has no other way to save a copy of what is on the screen.
    assert machine.run("XqSaveCopy", "/folder/copy.xlsm") == ["SaveCopyAs /folder/copy.xlsm"]


def test_restart_stops_python_and_calculates_everything_again(machine: VbaMachine) -> None:
    assert machine.run("XqRestart") == ["KillPy", "CalculateFull", f"Popup 象棋编排: {SENTENCES['restarted']}"]


def test_help_is_registered_for_every_function_and_argument(machine: VbaMachine) -> None:
    *told, popup = machine.run("XqRegister")
    assert told == [
        "|".join([f"MacroOptions {line.name}", CATEGORY, line.help, *(one.help for one in line.arguments)])
        for line in FUNCTIONS
    ]
    assert popup == f"Popup 象棋编排: {SENTENCES['registered']}"


def test_configuration_is_found_under_our_name(machine: VbaMachine) -> None:
    assert machine.evaluate('GetConfig("USE UDF SERVER", False)')[0] == "True"
    assert machine.evaluate('GetConfig("ADD_WORKBOOK_TO_PYTHONPATH", "true")')[0] == "False"
    assert machine.evaluate("GetUdfModules(ThisWorkbook)")[0] == UDF_MODULE
    # The interpreter of Python is the user's own matter: no row of the sheet may stand before it.
    assert machine.evaluate('GetConfig("INTERPRETER_WIN", "not on the sheet")')[0] == "not on the sheet"


def given(line: FunctionLine, optional: bool, rounds: int) -> tuple[str, str]:
    """Arguments for a function as one writes them in VBA, and as Python is to be handed them.

    Ranges among the first arguments stay ranges; those that repeat come as values; what is left out is missing.
    """
    written, handed = [], []
    for place, argument in enumerate(line.arguments, start=1):
        if argument.repeats:
            written += [f'ThisWorkbook.Worksheets({sheet}).Range("A4:M20")' for sheet in range(3, 3 + rounds)]
            handed += ["values"] * rounds
        elif optional or not argument.optional:
            written.append(f'ThisWorkbook.Worksheets({place}).Range("A{place}:B9")')
            handed.append(f"Range:$A${place}:$B$9")
        else:
            handed.append("missing")
    return ", ".join(written), "|".join(handed)


@pytest.mark.parametrize("rounds", [0, 1, 19])  # 19 as in the ready workbook for 20 players
@pytest.mark.parametrize("optional", [False, True])
@pytest.mark.parametrize("line", FUNCTIONS, ids=lambda line: line.name)
def test_a_wrapper_hands_its_arguments_to_its_function(
    machine: VbaMachine, workbook: Path, line: FunctionLine, optional: bool, rounds: int
) -> None:
    written, handed = given(line, optional, rounds)
    if not written:
        assert machine.evaluate(f"{line.name}()") == (SENTENCES["no_rounds"], [])
        return
    value, console = machine.evaluate(f"{line.name}({written})")
    assert value == f"called {line.name}"
    assert console == [f"CallUDF {UDF_MODULE} {line.name} {workbook.name}{'|' if handed else ''}{handed}"]


def test_numbers_and_texts_are_handed_on_as_they_are(machine: VbaMachine) -> None:
    _, console = machine.evaluate('XQ_ROUNDROBIN(8, "2")')
    assert console[0].endswith("|Integer:8|String:2|missing")


@pytest.mark.parametrize(
    ("error", "key", "last"),
    [
        (
            "Could not load xlwings64-0.37.8.dll from either of the following folders: \r\nC:\\a\r\n, C:\\b",
            "no_library",
            ", C:\\b",
        ),
        ("Unexpected Python Error: Traceback\n  File x\nModuleNotFoundError: No module named 'xlpair'\n", "no_package",
         "ModuleNotFoundError: No module named 'xlpair'"),
        ("The Python process exited before it was possible to create the interface object.", "no_python",
         "The Python process exited before it was possible to create the interface object."),
    ],
)  # fmt: skip
def test_without_python_cells_and_buttons_say_so_in_a_sentence(
    own_machine: VbaMachine, error: str, key: str, last: str
) -> None:
    own_machine.run("BreakPython", error)
    sentence = f"{SENTENCES[key]} ({last})"
    block, _ = own_machine.evaluate("XQ_STANDINGS(1, 2)")
    # The block the function stands in is B2:D5 here: the sentence once, blanks beside and below it.
    assert block == [[sentence, "", ""], ["", "", ""], ["", "", ""], ["", "", ""]]
    assert own_machine.run("XqPair") == [f"Popup 象棋编排: {sentence}"]


TRACEBACK = "Unexpected Python Error: Traceback (most recent call last):\n  File x\n"
NO_BOOK = "找不到按下按钮的工作簿（Excel 报告：gone）。"


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (f"{TRACEBACK}ModuleNotFoundError: No module named 'xlpair'\n",
         f"{SENTENCES['no_package']} (ModuleNotFoundError: No module named 'xlpair')"),
        (f"{TRACEBACK}xlpair.errors.XlpairError: {NO_BOOK}\n", NO_BOOK),
    ],
)  # fmt: skip
def test_a_button_that_python_breaks_off_says_so_in_a_sentence(own_machine: VbaMachine, error: str, told: str) -> None:
    """Python is there and fails in what it is told to do: xlwings' RunPython would show the traceback."""
    own_machine.run("BreakStatement", error)
    assert own_machine.run("XqPair")[-1] == f"Popup 象棋编排: {told}"


def test_help_that_cannot_be_registered_is_told(own_machine: VbaMachine) -> None:
    own_machine.run("BreakHelp")
    (popup,) = own_machine.run("XqRegister")
    assert popup.startswith(f"Popup 象棋编排: {SENTENCES['not_registered']} (Method 'MacroOptions'")


@pytest.mark.parametrize("before", [-4105, -4135, 2])  # automatic, manual, automatic but for tables
def test_a_broken_button_leaves_screen_and_calculation_as_they_were(own_machine: VbaMachine, before: int) -> None:
    own_machine.run("SetCalculation", before)
    own_machine.run("BreakPython", "gone")
    own_machine.run("XqPair")
    assert own_machine.evaluate("Application.ScreenUpdating")[0] is True
    assert own_machine.evaluate("Application.Calculation")[0] == before
