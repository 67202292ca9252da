"""A worksheet part's values, from A1 on, and its merged areas. The declared dimension is not asked: programs lie."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TypeAlias

from xlpair.workbook.book import NOT_COMPUTED, Area, CellValue
from xlpair.workbook.cell_values import CellReader
from xlpair.workbook.contents import LAST_COLUMN, LAST_ROW, area_of, column_of
from xlpair.workbook.package import Package, TooBig
from xlpair.workbook.xml_bytes import ATTRIBUTES, Part, attributes_of, text_of, without_sections

_ROW_NUMBER = re.compile(rb"""\sr\s*=\s*["']([0-9]{1,9})["']""")
# The last group of rows_and_cells that matched tells what was found.
_ROW, _USUAL, _ODD = 1, 5, (6, 7)
_TEXT_RESULT = "str"
"""The kind of a formula whose value is text; it has no value where the text is empty."""
_MOST_MET = 100_000

_Written: TypeAlias = tuple[bytes | None, bytes | None, bytes]


class Reading:
    """What goes from sheet to sheet while a workbook's values are read: most values have been met before."""

    __slots__ = ("met", "package", "reader")

    def __init__(self, package: Package, reader: CellReader) -> None:
        self.package = package
        self.reader = reader
        self.met: dict[_Written, CellValue] = {}

    def meet(self, written: _Written) -> CellValue:
        """Read a cell as nearly all are: its style, its kind and what stands in its ``<v>``."""
        self.package.spend(6)
        style, kind, content = written
        value = self.reader.short_value((kind or b"").decode(), (style or b"").decode(), without_sections(content))
        if len(self.met) < _MOST_MET:
            self.met[written] = value
        return value

    def odd_value(self, part: Part, found: Mapping[str, str], place: tuple[int, int]) -> CellValue:
        """Read any other cell from its attributes and the place of its content."""
        self.package.spend(12)
        content = part.data[place[0] : place[1]] if place[0] >= 0 else b""
        kind, style = found.get("t", ""), found.get("s", "")
        if not content:
            return None
        value = self.reader.value(part.prefix, kind, style, content)
        return NOT_COMPUTED if value is None and kind != _TEXT_RESULT and _computes(content, part.prefix) else value


def _computes(content: bytes, prefix: bytes) -> bool:
    """Whether a cell has a formula that gives something: ``=""`` is as blank computed as it is now."""
    if b"<!" in content:
        content = without_sections(content)
    match = re.search(rb"<" + prefix + rb"f(?:\s" + ATTRIBUTES + rb")?(?:/>|>([^<]*+)<)", content)
    return match is not None and text_of(match.group(1) or b"").strip() != '""'


def read_rows(part: Part, reading: Reading) -> tuple[tuple[CellValue, ...], ...]:
    """Give the values of a worksheet, row after row, without what is empty behind the last of a row."""
    rows: list[tuple[CellValue, ...]] = []
    for index, values in _rows(part, reading):
        reading.package.spend(10 + len(values) // 8)
        if values:
            if index >= LAST_ROW:
                raise TooBig(reading.package.title)
            rows.extend([()] * (index + 1 - len(rows)))
            rows[index] = tuple(values)
    return tuple(rows)


def read_merges(part: Part, sheet: str, reading: Reading) -> tuple[Area, ...]:
    """Give the merged areas of a worksheet."""
    merges = []
    for element in part.elements("mergeCell"):
        reading.package.spend(20)
        area = area_of(sheet, attributes_of(element.attributes).get("ref", ""))
        if area:
            merges.append(area)
    return tuple(merges)


@lru_cache(maxsize=16)
def rows_and_cells(prefix: bytes) -> re.Pattern[bytes]:
    """Match a row's start tag or a whole cell.

    Groups: 1 a row's attributes; 2-5 column, style, kind and ``<v>`` of a cell as nearly all are; 6 and 7 attributes
    and content of any other cell.
    """
    row, cell, value = prefix + b"row", prefix + b"c", prefix + b"v"
    return re.compile(
        rb"<(?:" + row + rb"(?=[\s/>])(" + ATTRIBUTES + rb")/?>"
        rb"|" + cell + rb' r="([A-Z]{1,3})[0-9]++"(?: s="([0-9]++)")?(?: t="([A-Za-z]++)")?'
        rb"(?:\s*+/>|><" + value + rb">([^<]*+)</" + value + rb"></" + cell + rb">)"
        rb"|" + cell + rb"(?=[\s/>])(" + ATTRIBUTES + rb")(?:/>|>(.*?)</" + cell + rb"\s*>))",
        re.DOTALL,
    )


def row_index(attributes: bytes, following: int) -> int:
    """Give a row's place, counted from 0; a row that does not say it follows the one before."""
    match = _ROW_NUMBER.search(attributes)
    return max(int(match.group(1)) - 1, 0) if match else following


@lru_cache(maxsize=LAST_COLUMN)
def column_at(letters: bytes) -> int:
    """Give a column's place by its letters; what lies beyond the last column is taken for the last."""
    return min(column_of(letters.decode()), LAST_COLUMN - 1)


def cell_place(found: Mapping[str, str], following: int) -> int:
    """Give a cell's column by its attributes; a cell that does not say it follows the one before."""
    letters = found.get("r", "").rstrip("0123456789").upper().encode()
    return column_at(letters) if letters.isalpha() and len(letters) <= 3 else following


def _rows(part: Part, reading: Reading) -> Iterator[tuple[int, list[CellValue]]]:
    """Give each row's place and its values."""
    body = part.element("sheetData")
    if body is None:
        return
    reading.package.spend((body.closing - body.opened) // 10)
    met, masked = reading.met, part.mask is not part.data
    index, column = -1, -1
    values: list[CellValue] = []
    value: CellValue
    for match in rows_and_cells(part.prefix).finditer(part.mask, body.opened, body.closing):
        shape = match.lastindex
        if shape == _USUAL:
            style, kind, written, letters = match.group(3, 4, 5, 2)
            column = column_at(letters)
            if masked:
                written = part.data[match.start(5) : match.end(5)]
            try:
                value = met[style, kind, written]
            except KeyError:
                value = reading.meet((style, kind, written))
        elif shape == _ROW:
            yield index, values
            index, column, values = row_index(match.group(1), index + 1), -1, []
            continue
        elif shape in _ODD:
            found = attributes_of(match.group(6))
            column = cell_place(found, column + 1)
            value = reading.odd_value(part, found, match.span(7))
        else:
            column = column_at(match.group(2))
            continue
        if value is not None:
            if column >= len(values):
                values.extend([None] * (column + 1 - len(values)))
            values[column] = value
    yield index, values
