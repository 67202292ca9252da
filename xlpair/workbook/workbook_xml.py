"""The workbook part: which sheets are shown, which is on the screen, what is printed; and the calculation chain.

Attributes are put where the program that wrote the file would put them, so that a change and its undoing give the same
bytes again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from xlpair.errors import NotSaved, WrongUse
from xlpair.workbook.book import Area, address
from xlpair.workbook.contents import is_true, sheet_and_cells
from xlpair.workbook.xml_bytes import (
    Element,
    Part,
    Splice,
    attributes_of,
    escaped,
    spliced,
    whole_number,
    with_attribute,
)

_PRINT_AREA: Final = "_xlnm.Print_Area"
_BEFORE_STATE: Final = ("name", "sheetId")
_BEFORE_ACTIVE_TAB: Final = ("xWindow", "yWindow", "windowWidth", "windowHeight", "tabRatio", "firstSheet")
_BEFORE_TAB_SELECTED: Final = (
    "windowProtection",
    "showFormulas",
    "showGridLines",
    "showRowColHeaders",
    "showZeros",
    "rightToLeft",
)


def refuse_locked_structure(part: Part, what: str) -> None:
    """Raise NotSaved where the arbiter has locked which sheets there are; ``what`` says what that forbids."""
    lock = part.element("workbookProtection")
    if lock and is_true(attributes_of(lock.attributes).get("lockStructure", "0")):
        way = "请在 Excel 里用“审阅→保护工作簿”取消保护，再试一次"
        raise NotSaved(f"工作簿的结构受保护，不能{what}。{way}；原文件没有改动。")


def with_visibility(part: Part, index: int, visible: bool) -> bytes:
    """Show or hide the sheet that stands at ``index`` among all sheets."""
    elements = list(part.elements("sheet"))
    states = [attributes_of(element.attributes).get("state", "") for element in elements]
    if visible == (states[index] in ("", "visible")):
        return part.data
    refuse_locked_structure(part, "显示或隐藏工作表")
    # A program that spells "visible" out for other sheets would for this one.
    state = "hidden" if not visible else "visible" if "visible" in states else None
    written = with_attribute(elements[index].attributes, "state", state, after=_BEFORE_STATE)
    return spliced(part.data, [elements[index].with_attributes(written)])


def very_hidden(part: Part, name: str) -> bytes:
    """Let a sheet that is hidden be one that no menu shows; one that somebody has brought to light stays."""
    for element in part.elements("sheet"):
        found = attributes_of(element.attributes)
        if found.get("name") == name and found.get("state") == "hidden":
            written = with_attribute(element.attributes, "state", "veryHidden", after=_BEFORE_STATE)
            return spliced(part.data, [element.with_attributes(written)])
    return part.data


def visible_sheets(part: Part) -> list[int]:
    """Give the places of the sheets that are shown."""
    states = [attributes_of(element.attributes).get("state", "visible") for element in part.elements("sheet")]
    return [index for index, state in enumerate(states) if state == "visible"]


def active_sheet(part: Part) -> int:
    """Give the place of the sheet that is on the screen."""
    view = part.element("workbookView")
    return whole_number(attributes_of(view.attributes).get("activeTab", ""), 0) if view else 0


def with_active_sheet(part: Part, index: int) -> bytes:
    """Put the sheet at ``index`` on the screen."""
    view = part.element("workbookView")
    if active_sheet(part) == index:
        return part.data
    if view is None:
        sheets = part.element("sheets")
        place = sheets.start if sheets else 0
        p = part.prefix
        new = b'<%bbookViews><%bworkbookView activeTab="%d"/></%bbookViews>' % (p, p, index, p)
        return spliced(part.data, [(place, place, new)])
    spelt_out = attributes_of(view.attributes).get("firstSheet") == "0"
    value = str(index) if index or spelt_out else None
    written = with_attribute(view.attributes, "activeTab", value, after=_BEFORE_ACTIVE_TAB)
    return spliced(part.data, [view.with_attributes(written)])


def with_selected_tab(part: Part, selected: bool) -> bytes:
    """Mark a worksheet part's tab as selected or not. Two selected tabs are a group: what is typed goes into both."""
    splices = []
    for view in part.elements("sheetView"):
        state = attributes_of(view.attributes).get("tabSelected", "")
        if (state in ("1", "true")) == selected:
            continue
        value = {"true": "false", "false": "true"}.get(state, "1" if selected else None)
        written = with_attribute(view.attributes, "tabSelected", value, after=_BEFORE_TAB_SELECTED)
        splices.append(view.with_attributes(written))
    return spliced(part.data, splices)


def with_print_area(part: Part, index: int, area: Area) -> bytes:
    """Set the print area of the sheet at ``index``. How the sheet's name is quoted stays as it is."""
    cells = f"{absolute(area.top, area.left)}:{absolute(area.bottom, area.right)}"
    for element in _print_areas(part, index):
        old = part.text(element)
        sheet, old_cells = sheet_and_cells(old)
        if old_cells == cells and sheet == area.sheet:
            return part.data
        written = old.rpartition("!")[0] if sheet == area.sheet else quoted(area.sheet)
        return spliced(part.data, [(element.opened, element.closing, escaped(f"{written}!{cells}"))])
    tag = part.prefix + b"definedName"
    text = escaped(f"{quoted(area.sheet)}!{cells}")
    new = b'<%b name="%b" localSheetId="%d">%b</%b>' % (tag, _PRINT_AREA.encode(), index, text, tag)
    return spliced(part.data, [_new_name(part, new, index)])


def without_print_area(part: Part, index: int) -> bytes:
    """Take the print area of the sheet at ``index`` away; with the last name their element goes, too."""
    gone = list(_print_areas(part, index))
    names = part.element("definedNames")
    if gone and names is not None and len(list(part.elements("definedName"))) == len(gone):
        gone = [names]
    return spliced(part.data, [(element.start, element.end, b"") for element in gone])


def _print_areas(part: Part, index: int) -> Iterator[Element]:
    for element in part.elements("definedName"):
        found = attributes_of(element.attributes)
        if found.get("name", "").lower() == _PRINT_AREA.lower() and found.get("localSheetId") == str(index):
            yield element


def without_elements(part: Part, name: str, attribute: str, ending: str) -> bytes:
    """Take out the elements whose attribute ends so: a part's relationship, its content type."""
    splices: list[Splice] = [
        (element.start, element.end, b"")
        for element in part.elements(name)
        if attributes_of(element.attributes).get(attribute, "").lower().endswith(ending.lower())
    ]
    return spliced(part.data, splices)


def _new_name(part: Part, written: bytes, index: int) -> Splice:
    """Find the place of a new print area: names stand in order, and Excel sorts those of one name by sheet."""
    names = part.element("definedNames")
    if names is None or names.self_closed:
        tag = part.prefix + b"definedNames"
        new = b"<%b>%b</%b>" % (tag, written, tag)
        if names:
            return names.start, names.end, new
        ends = [e.end for name in ("sheets", "functionGroups", "externalReferences") if (e := part.element(name))]
        if not ends:
            raise WrongUse("工作簿里没有工作表，不能设打印区域。")
        return max(ends), max(ends), new
    for element in part.elements("definedName", names.opened, names.closing):
        found = attributes_of(element.attributes)
        order = (found.get("name", "").lower(), whole_number(found.get("localSheetId", ""), -1))
        if order > (_PRINT_AREA.lower(), index):
            return element.start, element.start, written
    return names.closing, names.closing, written


def absolute(row: int, column: int) -> str:
    name = address(row, column)
    letters = name.rstrip("0123456789")
    return f"${letters}${name[len(letters) :]}"


def quoted(sheet: str) -> str:
    return "'" + sheet.replace("'", "''") + "'"
