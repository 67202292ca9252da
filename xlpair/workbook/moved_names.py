"""Workbook-wide names: for a bigger area, with the looks and rules of its sheet, or for another formula."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from xlpair.errors import WrongUse
from xlpair.workbook.book import Area, MoveName, PutName
from xlpair.workbook.cell_values import CellReader
from xlpair.workbook.contents import Contents, area_of
from xlpair.workbook.package import Package
from xlpair.workbook.sheet_xml import SheetEdits, edited_cells, reference, row_cells, sheet_rows
from xlpair.workbook.table_xml import resize_in_sheet
from xlpair.workbook.workbook_xml import absolute, quoted
from xlpair.workbook.xml_bytes import ATTRIBUTES, Part, Splice, attributes_of, escaped, spliced, with_attribute

_RULE: Final = re.compile(rb"<[^\s/>]*(?:dataValidation|conditionalFormatting)(?=\s)(" + ATTRIBUTES + rb")/?>")


def with_moved_name(package: Package, contents: Contents, reader: CellReader, change: MoveName) -> bytes:
    """Give the package in which the name stands for the new area."""
    old = contents.names.get(change.name)
    sheet = contents.sheet(change.area.sheet)
    same_start = old is not None and (old.sheet, old.top, old.left) == (
        change.area.sheet,
        change.area.top,
        change.area.left,
    )
    if old is None or sheet is None or not same_start:
        raise WrongUse(f"工作簿里的名称「{change.name}」不能改到那里，没有改动。")
    book = package.part(contents.workbook)
    # The wider area's rules first, then the longer one's: each looks at the references as they stand.
    part = package.part(sheet.part)
    widened = Part(_widened(part, old, change.area.right, reader), package.title)
    edits = SheetEdits()
    # Unlike a table it has no heading row: rules may begin with its first row.
    whole = replace(old, top=old.top - 1, right=change.area.right)
    resize_in_sheet(widened, whole, max(old.bottom, change.area.bottom), edits)
    data = edited_cells(widened, sheet.name, edits, reader).data
    Part(data, package.title)
    return package.rebuilt({contents.workbook: _renamed(book, change.name, _reference(change.area)), sheet.part: data})


def with_put_name(package: Package, contents: Contents, change: PutName) -> bytes:
    """Give the package in which the name stands for the formula."""
    part = package.part(contents.workbook)
    book = _renamed(part, change.name, change.formula)
    names = part.element("definedNames")
    if names is not None and not _is_there(part, change.name):
        tag = part.prefix + b"definedName"
        written = b'<%b name="%b">%b</%b>' % (tag, escaped(change.name), escaped(change.formula), tag)
        book = spliced(part.data, [(names.closing, names.closing, written)])
    Part(book, package.title)
    return package.rebuilt({contents.workbook: book})


def _is_there(book: Part, name: str) -> bool:
    found = (attributes_of(element.attributes) for element in book.elements("definedName"))
    return any(one.get("name") == name and "localSheetId" not in one for one in found)


def _renamed(book: Part, name: str, formula: str) -> bytes:
    for element in book.elements("definedName"):
        found = attributes_of(element.attributes)
        if found.get("name") == name and "localSheetId" not in found:
            return spliced(book.data, [(element.opened, element.closing, escaped(formula))])
    return book.data


def _reference(area: Area) -> str:
    return f"{quoted(area.sheet)}!{absolute(area.top, area.left)}:{absolute(area.bottom, area.right)}"


def _widened(part: Part, old: Area, right: int, reader: CellReader) -> bytes:
    """Let looks, rules and column widths reach to the new last column."""
    if right <= old.right:
        return part.data
    edits = SheetEdits(splices=[*_rules(part, old, right), *_widths(part, old, right)])
    for row in sheet_rows(part):
        if old.top <= row.row <= old.bottom:
            last = next((cell for cell in row_cells(part, row) if cell.column == old.right), None)
            style = attributes_of(last.element.attributes).get("s", "0") if last else "0"
            if style != "0":
                edits.styles[row.row] = dict.fromkeys(range(old.right + 1, right + 1), style)
    return edited_cells(part, old.sheet, edits, reader).data


def _rules(part: Part, old: Area, right: int) -> Iterator[Splice]:
    for match in _RULE.finditer(part.mask):
        places = attributes_of(match.group(1)).get("sqref", "")
        moved = " ".join(_moved(place, old, right) for place in places.split(" "))
        if moved != places:
            yield match.start(1), match.end(1), with_attribute(match.group(1), "sqref", moved)


def _moved(place: str, old: Area, right: int) -> str:
    """Let an area that lies in the old one and ends with it at the right end at the new last column."""
    area = area_of(old.sheet, place)
    if area is None or area.right != old.right or area.left < old.left or area.top < old.top:
        return place
    return reference(replace(area, right=right)) if area.bottom <= old.bottom else place


def _widths(part: Part, old: Area, right: int) -> Iterator[Splice]:
    """Give new columns the width of the last one, unless they have their own."""
    for element in part.elements("col"):
        found = attributes_of(element.attributes)
        if found.get("max") == str(old.right + 1):
            following = [attributes_of(other.attributes) for other in part.elements("col", element.end)]
            free = min([int(other.get("min", "0")) - 1 for other in following], default=right + 1)
            if free > old.right:
                yield element.with_attributes(with_attribute(element.attributes, "max", str(min(free, right + 1))))
