"""Formulas that reach over several cells, settled before some of these cells get values.

A worksheet whose array block is cut, or whose shared formula has lost the cell that holds its text, is a damaged file
to Excel. So: blocks of ours are removed whole; into a block of somebody else's nothing is put unless it is covered
whole; a shared formula whose first cell is overwritten moves to its next one.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from xlpair.errors import BadInput, Problem
from xlpair.workbook.book import Area, address
from xlpair.workbook.cell_xml import Put
from xlpair.workbook.contents import area_of
from xlpair.workbook.sheet_xml import SheetEdits, reference, row_cells, sheet_rows
from xlpair.workbook.xml_bytes import Element, Part, attributes_of, escaped

_WIDE: Final = re.compile(rb"""\st\s*=\s*["'](?:array|shared|dataTable)["']""")
# LibreOffice may have written our functions with the add-in's full name, Excel with a prefix: _xll.XQ_CARD.
_OURS: Final = re.compile(r"(?<![A-Za-z0-9])XQ_[A-Z]+\(|XQFUNCTIONS\.XQ_?[A-Z]+\(", re.IGNORECASE)


class _Formula(NamedTuple):
    """A formula that reaches over several cells, or one cell of a shared one (``area`` None)."""

    row: int
    column: int
    element: Element
    kind: str
    area: Area | None
    group: str
    text: str


def settle_blocks(part: Part, sheet: str, edits: SheetEdits) -> None:
    """Complete the edits so that no formula block is cut, or refuse them where they would cut somebody else's."""
    if not _WIDE.search(part.mask):
        return
    formulas = _formulas(part)
    for formula in formulas:
        if formula.kind in ("array", "dataTable") and formula.area:
            _settle_block(formula, formula.area, sheet, edits)
    for formula in formulas:
        if formula.kind == "shared" and formula.text and _is_put(formula, edits):
            _move_shared(part, sheet, formula, formulas, edits)


def _formulas(part: Part) -> list[_Formula]:
    found = []
    for row in sheet_rows(part):
        if b"<" + part.prefix + b"f" not in part.mask[row.element.opened : row.element.closing]:
            continue
        for cell in row_cells(part, row):
            element = part.element("f", cell.element.opened, cell.element.closing)
            kinds = attributes_of(element.attributes) if element else {}
            if element and kinds.get("t") in ("array", "shared", "dataTable"):
                area = area_of("", kinds.get("ref", ""))
                place = (cell.row, cell.column)
                found.append(_Formula(*place, element, kinds["t"], area, kinds.get("si", ""), part.text(element)))
    return found


def _is_put(formula: _Formula, edits: SheetEdits) -> bool:
    return formula.column in edits.puts.get(formula.row, {})


def _settle_block(formula: _Formula, area: Area, sheet: str, edits: SheetEdits) -> None:
    inside = [
        (row, column)
        for row, puts in edits.puts.items()
        if area.top <= row <= area.bottom
        for column in puts
        if area.left <= column <= area.right
    ]
    size = (area.bottom - area.top + 1) * (area.right - area.left + 1)
    if not inside or len(inside) == size:
        return
    if not _OURS.search(formula.text):
        place = address(*min(inside))
        what = f"这里属于 {reference(area)} 的数组公式或模拟运算表，只改其中一部分会损坏文件。"
        raise BadInput((Problem(f"{sheet} {place}", what, "请先把那个公式移到别处，再试一次；文件没有改动。"),))
    for row in range(area.top, area.bottom + 1):
        for column in range(area.left, area.right + 1):
            if column not in edits.puts.get(row, {}):
                edits.put(row, column, Put(None))


def _move_shared(part: Part, sheet: str, first: _Formula, formulas: list[_Formula], edits: SheetEdits) -> None:
    """Let the next cell of a shared formula hold its text."""
    rest = [
        formula
        for formula in formulas
        if formula.kind == "shared" and formula.group == first.group and not _is_put(formula, edits)
    ]
    if not rest or any(formula.text for formula in rest):
        return
    heir = rest[0]
    rows, columns = [formula.row for formula in rest], [formula.column for formula in rest]
    area = Area("", min(rows), min(columns), max(rows), max(columns))
    tag = part.prefix + b"f"
    opening = b'<%b t="shared" ref="%b" si="%b">' % (tag, reference(area).encode(), escaped(first.group))
    moved = _moved(first.text, address(first.row, first.column), address(heir.row, heir.column))
    if moved is None:
        what = f"这里的公式由 {reference(area)} 共用，改写后那里的公式无法接着用。"
        place = f"{sheet} {address(first.row, first.column)}"
        raise BadInput((Problem(place, what, "请先把那些公式改成数值，再试一次；文件没有改动。"),))
    edits.splices.append((heir.element.start, heir.element.end, opening + escaped(moved) + b"</" + tag + b">"))


def _moved(formula: str, origin: str, target: str) -> str | None:
    """Write a formula as it reads after it was copied from one cell to another; None if it would leave the sheet."""
    from openpyxl.formula.translate import Translator, TranslatorError  # noqa: TID251  (slow to import, hardly needed)

    try:
        moved: str = Translator(f"={formula}", origin).translate_formula(target)
    except (TranslatorError, ValueError, IndexError):
        return None
    return moved.removeprefix("=")
