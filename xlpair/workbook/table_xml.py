"""A table's new last row: in its own part, and in what of the sheet goes with it.

As in Excel, drop-downs and conditional formats that reached to the table's last row reach to the new one, and new rows
look like the row above them.
"""

from __future__ import annotations

import re
from dataclasses import replace

from xlpair.workbook.book import Area
from xlpair.workbook.contents import area_of
from xlpair.workbook.sheet_xml import SheetEdits, reference, row_cells, sheet_rows
from xlpair.workbook.xml_bytes import ATTRIBUTES, Part, Splice, attributes_of, escaped, spliced, with_attribute

_RULE = re.compile(rb"<[^\s/>]*(?:dataValidation|conditionalFormatting)(?=\s)(" + ATTRIBUTES + rb")/?>")
_RULE_PLACES = re.compile(rb"(<[^\s/>]*:sqref>)([^<]+)(?=</)")


def resized_table(part: Part, old: Area, bottom: int) -> bytes:
    """Give the table's part with its references ending at the new last row."""
    splices: list[Splice] = []
    for name in ("table", "autoFilter", "sortState", "sortCondition"):
        for element in part.elements(name):
            area = area_of(old.sheet, attributes_of(element.attributes).get("ref", ""))
            if area and area.bottom == old.bottom:
                written = with_attribute(element.attributes, "ref", reference(replace(area, bottom=bottom)))
                splices.append(element.with_attributes(written))
    return spliced(part.data, splices)


def resize_in_sheet(part: Part, old: Area, bottom: int, edits: SheetEdits) -> None:
    """Let rules and looks follow the table's new last row."""
    edits.splices += _rule_splices(part, old, bottom)
    if bottom < old.bottom:
        edits.vacated.append(replace(old, top=bottom + 1))
    elif bottom > old.bottom:
        looks = _looks(part, old)
        for row in range(old.bottom + 1, bottom + 1):
            edits.styles.setdefault(row, {}).update(looks)


def _looks(part: Part, old: Area) -> dict[int, str]:
    """Give the style of each column in the table's last row."""
    row = next((row for row in sheet_rows(part) if row.row == old.bottom), None)
    cells = row_cells(part, row) if row else ()
    styles = {cell.column: cell.attributes.get("s", "0") for cell in cells}
    return {column: style for column, style in styles.items() if old.left <= column <= old.right and style != "0"}


def _rule_splices(part: Part, old: Area, bottom: int) -> list[Splice]:
    splices: list[Splice] = []
    for match in _RULE.finditer(part.mask):
        places = attributes_of(match.group(1)).get("sqref", "")
        moved = _moved_places(places, old, bottom)
        if moved != places:
            splices.append((match.start(1), match.end(1), with_attribute(match.group(1), "sqref", moved)))
    for match in _RULE_PLACES.finditer(part.mask):
        places = match.group(2).decode("utf-8", "replace")
        moved = _moved_places(places, old, bottom)
        if moved != places:
            splices.append((match.start(2), match.end(2), escaped(moved)))
    return splices


def _moved_places(places: str, old: Area, bottom: int) -> str:
    """Let each area that lies in the table and ends with it end at the new last row."""
    return " ".join(_moved_place(place, old, bottom) for place in places.split(" "))


def _moved_place(place: str, old: Area, bottom: int) -> str:
    area = area_of(old.sheet, place)
    if area is None or area.bottom != old.bottom or not old.top < area.top <= bottom:
        return place
    inside = old.left <= area.left and area.right <= old.right
    return reference(replace(area, bottom=bottom)) if inside else place
