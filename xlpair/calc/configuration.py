"""What the extension adds to LibreOffice's configuration: functions, menu and toolbar, the toolbar's place, the job."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from xlpair.calc.identity import EXTENSION, FUNCTIONS_SERVICE, OPENED_SERVICE, TITLE
from xlpair.calc.menu import GROUPS, LINES, MenuLine
from xlpair.calc.signatures import CalcArgument, CalcFunction
from xlpair.function_table import CATEGORY

TOOLBAR: Final = f"{EXTENSION}.toolbar"
_CALC: Final = "com.sun.star.sheet.SpreadsheetDocument"
_OFFICE: Final = "org.openoffice.Office"
# English entries are found whatever the language of the user interface and of the functions is.
_EVERY_LANGUAGE: Final = "en-US"
_CATEGORY_OF_ADD_INS: Final = "Add-In"
_EVENTS: Final = ("OnLoad", "OnNew")
_DOCKED_ON_TOP: Final = "0"
_TEXT_ONLY: Final = "1"
_SPACES: Final = (
    'xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
)


def calc_add_ins(functions: tuple[CalcFunction, ...]) -> str:
    """CalcAddIns.xcu: names, help texts and arguments of the functions.

    The compatibility name is the one that stands in .xlsx files, the display name the one that users type.
    """
    listed = _node("AddInFunctions", *map(_function, functions))
    return _file("CalcAddIns", _OFFICE, _node("AddInInfo", _replaced(FUNCTIONS_SERVICE, listed)))


def addons() -> str:
    """Addons.xcu: the menu and the toolbar."""
    menu = _node("OfficeMenuBar", _replaced(f"{EXTENSION}.menu", _text("Title", TITLE), _context(), _submenu()))
    buttons = (_entry(f"t{at:02}", line) for at, line in enumerate(LINES) if line.on_toolbar)
    toolbar = _node("OfficeToolBar", _replaced(TOOLBAR, *buttons))
    return _file("Addons", _OFFICE, _node("AddonUI", menu, toolbar))


def calc_window_state() -> str:
    """CalcWindowState.xcu: name and place of the toolbar; without it, it floats over the cells."""
    state = _replaced(
        f"private:resource/toolbar/addon_{TOOLBAR}",
        _text("UIName", TITLE),
        _value("Docked", "true"),
        _value("DockingArea", _DOCKED_ON_TOP),
        _value("DockPos", "0,3"),
        _value("Visible", "true"),
        _value("Style", _TEXT_ONLY),
    )
    return _file("CalcWindowState", f"{_OFFICE}.UI", _node("UIElements", _node("States", state)))


def jobs() -> str:
    """Jobs.xcu: what is done with every document that has just been opened."""
    name = "XqOpened"
    job = _node("Jobs", _replaced(name, _value("Service", OPENED_SERVICE)))
    events = (_fused(event, _node("JobList", _replaced(name))) for event in _EVENTS)
    return _file("Jobs", _OFFICE, job, _node("Events", *events))


def _function(function: CalcFunction) -> str:
    name = function.line.name
    return _replaced(
        function.method,
        _text("DisplayName", name),
        _text("Description", function.line.help),
        _value("Category", _CATEGORY_OF_ADD_INS),
        _value("CategoryDisplayName", CATEGORY),
        _text("CompatibilityName", name),
        _node("Parameters", *map(_argument, function.arguments)),
    )


def _argument(argument: CalcArgument) -> str:
    return _replaced(argument.name, _text("DisplayName", argument.title), _text("Description", argument.help))


def _submenu() -> str:
    entries: list[str] = []
    for group in GROUPS:
        if entries:
            entries.append(_replaced(f"m{len(entries):02}", _value("URL", "private:separator")))
        entries += [_entry(f"m{at:02}", line) for at, line in enumerate(group, start=len(entries))]
    return _node("Submenu", *entries)


def _entry(name: str, line: MenuLine) -> str:
    target = _value("Target", "_self")
    return _replaced(name, _value("URL", line.url), _text("Title", line.title), target, _context())


def _context() -> str:
    return _value("Context", _CALC)


def _file(name: str, package: str, *children: str) -> str:
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<oor:component-data {_SPACES}'
    return f'{head} oor:name="{name}" oor:package="{package}">\n{_lines(children)}</oor:component-data>\n'


def _lines(children: Iterable[str]) -> str:
    return "".join(f" {line}\n" for child in children for line in child.splitlines())


def _node(name: str, *children: str, operation: str = "") -> str:
    how = f' oor:op="{operation}"' if operation else ""
    return f"<node oor:name={quoteattr(name)}{how}>\n{_lines(children)}</node>"


def _replaced(name: str, *children: str) -> str:
    return _node(name, *children, operation="replace")


def _fused(name: str, *children: str) -> str:
    return _node(name, *children, operation="fuse")


def _value(name: str, text: str) -> str:
    return f"<prop oor:name={quoteattr(name)}><value>{escape(text)}</value></prop>"


def _text(name: str, text: str) -> str:
    """A property that may differ from language to language."""
    value = f'<value xml:lang="{_EVERY_LANGUAGE}">{escape(text)}</value>'
    return f"<prop oor:name={quoteattr(name)}>{value}</prop>"
