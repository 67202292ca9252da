"""The VBA of a workbook, run without Excel by the interpreter of pyOpenVBA. Everything is the real text but for:

* ``XLPy``, the door to the library that starts Python: a recorder that notes what it is asked;
* four functions of xlwings that ask Windows for files and environment variables;
* ``Application.Caller``, ``CalculateFull``, ``MacroOptions`` and ``SaveCopyAs``, which the interpreter does not know.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from pyopenvba import ExcelFile
from pyopenvba.apps.excel import ExcelApplication
from pyopenvba.vba import VBAModuleKind

RECORDER = """
Public Function Module(ByVal Wanted)
    Debug.Print "Module " & Wanted
    Set Module = Me
End Function
Public Sub SetAttr(ByVal Owner, ByVal Attribute_, ByVal Value)
    Debug.Print "SetAttr " & Attribute_ & " " & Value.Name
End Sub
Public Sub Exec(ByVal Statement)
    If StatementBroken Then Err.Raise 1000, , BrokenText
    Debug.Print "Exec " & Statement
End Sub
Public Function CallUDF(ByVal ModuleName, ByVal FunctionName, Arguments, ByVal Book, ByVal Caller)
    Dim Line_ As String
    Dim Place
    Line_ = "CallUDF " & ModuleName & " " & FunctionName & " " & Book.Name
    For Place = LBound(Arguments) To UBound(Arguments)
        Line_ = Line_ & "|" & Told(Arguments(Place))
    Next
    Debug.Print Line_
    CallUDF = "called " & FunctionName
End Function
Private Function Told(Optional Argument)
    If IsMissing(Argument) Then
        Told = "missing"
    ElseIf IsObject(Argument) Then
        Told = TypeName(Argument) & ":" & Argument.Address
    ElseIf IsArray(Argument) Then
        Told = "values"
    Else
        Told = TypeName(Argument) & ":" & Argument
    End If
End Function
"""
SWITCHES = """
Public Broken As Boolean
Public BrokenText As String
Public StatementBroken As Boolean
Public HelpBroken As Boolean
Public Sub BreakPython(ByVal Text As String)
    Broken = True
    BrokenText = Text
End Sub
Public Sub BreakStatement(ByVal Text As String)
    StatementBroken = True
    BrokenText = Text
End Sub
Public Sub BreakHelp()
    HelpBroken = True
End Sub
Public Sub SetCalculation(ByVal Mode)
    Application.Calculation = Mode
End Sub
Public Function CallerStandIn() As Range
    Set CallerStandIn = ThisWorkbook.Worksheets(1).Range("B2:D5")
End Function
Public Sub FullCalculation()
    Debug.Print "CalculateFull"
End Sub
Public Sub HelpRecorder(ByVal Macro, ByVal Description, ByVal Category, ArgumentDescriptions)
    If HelpBroken Then Err.Raise 1004, , "Method 'MacroOptions' of object '_Application' failed"
    Debug.Print "MacroOptions " & Macro & "|" & Category & "|" & Description & "|" & Join(ArgumentDescriptions, "|")
End Sub
"""
_STUBS = {
    "ExpandEnvironmentStrings": "Function ExpandEnvironmentStrings(ByVal s As String)\n"
    "    ExpandEnvironmentStrings = s\nEnd Function",
    "GetConfigFilePath": 'Function GetConfigFilePath() As String\n    GetConfigFilePath = "none"\nEnd Function',
    "FileExists": "Function FileExists(ByVal FileSpec As String) As Boolean\n    FileExists = False\nEnd Function",
    "XLPy": "Public Function XLPy()\n    If Broken Then\n"
    # Python has begun to work and dies: screen and calculation are as it left them.
    "        Application.ScreenUpdating = False\n        Application.Calculation = -4135\n"
    "        Err.Raise 1000, , BrokenText\n    End If\n"
    "    Dim r As New XlpyRecorder\n    Set XLPy = r\nEnd Function",
    "KillPy": 'Sub KillPy()\n    Debug.Print "KillPy"\nEnd Sub',
    "WScript": "Function WScript(Optional CreateNew As Boolean) As Object\n"
    "    Dim r As New PopupRecorder\n    Set WScript = r\nEnd Function",
}
_POPUP = """
Public Sub Popup(ByVal Text, ByVal Seconds, ByVal Title, ByVal Kind)
    Debug.Print "Popup " & Title & ": " & Text
End Sub
"""


class VbaMachine:
    """A workbook whose macros run; ``console`` lists what was asked of Python and shown to the user."""

    def __init__(self, path: Path) -> None:
        self.app = ExcelApplication.open(str(path), with_vba=False)
        # The interpreter would drop what it cannot compile in silence: modules are given to it one by one.
        with ExcelFile(path) as file:
            for module in file.vba_project().modules:
                self.app.add_module(_runnable(module.name, module.source), name=module.name, kind=_kind(module))
        self.app.add_module(RECORDER.strip(), name="XlpyRecorder", kind="class")
        self.app.add_module(_POPUP.strip(), name="PopupRecorder", kind="class")
        self.app.add_module(SWITCHES.strip(), name="Switches", kind="standard")

    @property
    def console(self) -> list[str]:
        return list(self.app.console)

    def run(self, macro: str, *arguments: Any) -> list[str]:
        """Run a macro as a button would; gives what it asked and showed."""
        before = len(self.app.console)
        self.app.run(macro, *arguments)
        return list(self.app.console)[before:]

    def evaluate(self, formula: str) -> tuple[Any, list[str]]:
        """Evaluate an expression; gives its value and what was asked meanwhile."""
        before = len(self.app.console)
        value = self.app.evaluate(formula)
        return value, list(self.app.console)[before:]


def _kind(module: Any) -> str:
    if module.kind is VBAModuleKind.standard:
        return "standard"
    return "class" if module.name == "Dictionary" else "document"


def _runnable(name: str, source: str) -> str:
    # The interpreter does not take a comment behind a compiler directive.
    text = re.sub(r"(?m)^(\s*#(?:Const|If|ElseIf|Else|End If)\b[^'\r\n]*?)[ \t]*'[^\r\n]*", r"\1", source)
    if name == "xlwings":
        for function, stub in _STUBS.items():
            pattern = rf"(?ms)^(Public |Private )?(Function|Sub) {function}\(.*?^End (Function|Sub)"
            text, count = re.subn(pattern, lambda _, stub=stub: stub.replace("\n", "\r\n"), text)
            assert count == 1, f"{function}: {count} in xlwings' module"
    if name == "xlwings_udfs":
        text = text.replace("TypeOf Application.Caller Is Range", "True").replace("Application.Caller", "Nothing")
    if name == "xq_buttons":
        text = text.replace("Application.Caller", "CallerStandIn")
        text = text.replace("Application.CalculateFull", "FullCalculation")
        text = text.replace("Application.MacroOptions", "HelpRecorder")
        text = text.replace("ThisWorkbook.SaveCopyAs ", 'Debug.Print "SaveCopyAs " & ')
    return text
