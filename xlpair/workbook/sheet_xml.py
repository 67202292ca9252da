"""Changing cells of a worksheet part by byte ranges: rows and cells that are not meant stay as they are.

What is put and emptied again leaves the part as it was: inserted cells and rows go, and the dimension that had to grow
for them shrinks back.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from xlpair.errors import NotSaved
from xlpair.workbook.book import Area, CellValue, address
from xlpair.workbook.cell_values import CellReader
from xlpair.workbook.cell_xml import CellWriter, Put, is_inserted
from xlpair.workbook.contents import area_of, is_true
from xlpair.workbook.sheet_values import cell_place, row_index
from xlpair.workbook.xml_bytes import Element, Part, Splice, attributes_of, spliced, whole_number, with_attribute

# A row that was not there before is inserted like this, with the quotes that spreadsheet programs do not write.
_INSERTED_ROW = re.compile(rb" r='[0-9]+'")
_BEYOND: Final = 1 << 30
_NOTHING: Final = Put(None)


@dataclass(slots=True)
class SheetEdits:
    """What shall change in a worksheet's cells.

    ``puts`` and ``styles`` go by row and column. A style is given only to a cell that has none of its own. ``vacated``:
    areas a table gave up, where empty cells that had been inserted for it go again. ``splices``: other ranges to
    replace, outside the cells that are put.
    """

    puts: dict[int, dict[int, Put]] = field(default_factory=dict)
    styles: dict[int, dict[int, str]] = field(default_factory=dict)
    vacated: list[Area] = field(default_factory=list)
    splices: list[Splice] = field(default_factory=list)

    def put(self, row: int, column: int, put: Put) -> None:
        self.puts.setdefault(row, {})[column] = put

    def rows(self) -> list[int]:
        vacated = {row for area in self.vacated for row in range(area.top, area.bottom + 1)}
        return sorted(vacated | set(self.puts) | set(self.styles))

    def is_vacated(self, row: int, column: int) -> bool:
        return any(a.top <= row <= a.bottom and a.left <= column <= a.right for a in self.vacated)


@dataclass(frozen=True, slots=True)
class EditedSheet:
    """A worksheet part with its new cells. ``formulas_changed``: a formula came or went, so calcChain is wrong now."""

    data: bytes
    formulas_changed: bool


class SheetRow(NamedTuple):
    """A row that is there."""

    row: int
    element: Element


class SheetCell(NamedTuple):
    """A cell that is there."""

    row: int
    column: int
    element: Element
    attributes: dict[str, str]


def sheet_rows(part: Part) -> Iterator[SheetRow]:
    """Find the rows of a worksheet part, in the order they stand."""
    body = part.element("sheetData")
    index = -1
    for element in part.elements("row", body.opened, body.closing) if body else ():
        index = row_index(element.attributes, index + 1)
        yield SheetRow(index, element)


def row_cells(part: Part, row: SheetRow) -> Iterator[SheetCell]:
    """Find the cells of a row, in the order they stand."""
    column = -1
    for element in part.elements("c", row.element.opened, row.element.closing):
        attributes = attributes_of(element.attributes)
        column = cell_place(attributes, column + 1)
        yield SheetCell(row.row, column, element, attributes)


def edited_cells(part: Part, sheet: str, edits: SheetEdits, reader: CellReader) -> EditedSheet:
    """Change the cells. Blocks of array and shared formulas must have been settled before."""
    body = part.element("sheetData")
    if body is None:
        return EditedSheet(part.data, False)
    editor = _Editor(part, CellWriter(sheet, part.prefix, part.closes_itself, reader), edits)
    editor.edit(body)
    return EditedSheet(spliced(part.data, editor.splices), editor.formulas_changed)


class LockedSheet(NotSaved):
    """Sheets are protected; ``cells`` names each of them, and in it the first cell that would have been written."""

    def __init__(self, cells: tuple[tuple[str, str], ...]) -> None:
        self.cells = cells
        listed = "；".join(f"「{sheet}」受保护，{cell} 不能写入" for sheet, cell in cells)
        super().__init__(f"{listed}。请在 Excel 里用“审阅→撤消工作表保护”取消保护，再试一次；原文件没有改动。")


class _Editor:
    """The splices that one part needs, as they come together."""

    def __init__(self, part: Part, writer: CellWriter, edits: SheetEdits) -> None:
        self.part = part
        self.writer = writer
        self.edits = edits
        self.splices: list[Splice] = list(edits.splices)
        self.formulas_changed = False
        self.added: set[tuple[int, int]] = set()
        self.removed: set[tuple[int, int]] = set()
        self._column_styles = _column_styles(part)
        protection = part.element("sheetProtection")
        self._protected = protection is not None and is_true(attributes_of(protection.attributes).get("sheet", "0"))

    def edit(self, body: Element) -> None:
        waiting = self.edits.rows()
        waiting.reverse()
        inserted, left = b"", 0
        end = Element(body.closing, body.closing, body.closing, body.closing, b"")
        for row in (*sheet_rows(self.part), SheetRow(_BEYOND, end)):
            new = b""
            while waiting and waiting[-1] < row.row:
                new += self._new_row(waiting.pop())
            if new and not body.self_closed:
                self.splices.append((row.element.start, row.element.start, new))
            inserted += new
            if row.row == _BEYOND:
                break
            left += 1
            if waiting and waiting[-1] == row.row:
                waiting.pop()
                left -= self._change_row(row)
        self._open_or_close(body, inserted, left)
        self._fit_dimension()

    def _open_or_close(self, body: Element, inserted: bytes, left: int) -> None:
        """Open a self-closed ``<sheetData/>`` for its first row; close it when its last one goes."""
        name = self.part.prefix + b"sheetData"
        if body.self_closed and inserted:
            opened = b"<" + name + body.attributes + b">" + inserted + b"</" + name + b">"
            self.splices.append((body.start, body.end, opened))
        elif self.removed and not left and not inserted and self._closes_rows:
            self.splices = [splice for splice in self.splices if not body.start <= splice[0] < body.end]
            self.splices.append((body.start, body.end, b"<" + name + body.attributes + b"/>"))

    @property
    def _closes_rows(self) -> bool:
        """LibreOffice writes ``<c/>`` but ``<row …></row>`` and ``<sheetData></sheetData>``."""
        return self.part.closes_itself and not self.part.spells_defaults

    def _new_row(self, index: int) -> bytes:
        written = self._new_cells(index, self._wanted(index), b"")
        tag = self.part.prefix + b"row"
        opening = b"<" + tag + b" r='" + str(index + 1).encode() + b"'>"
        return opening + written + b"</" + tag + b">" if written else b""

    def _wanted(self, index: int) -> list[int]:
        return sorted(self.edits.puts.get(index, {}).keys() | self.edits.styles.get(index, {}).keys())

    def _new_cells(self, row: int, columns: list[int], row_attributes: bytes) -> bytes:
        """Write cells that were not there; a cell without value and without a style of its own is none."""
        written = b""
        for column in columns:
            put = self.edits.puts.get(row, {}).get(column, Put(None))
            style = self.edits.styles.get(row, {}).get(column, "")
            if put.value is not None or put.formula or style:
                self.formulas_changed |= bool(put.formula)
                self.added.add((row, column))
                style = style or self._inherited_style(row_attributes, column)
                self._mind_protection(row, column, style)
                written += self.writer.inserted(row, column, style, put)
        return written

    def _change_row(self, row: SheetRow) -> bool:
        """Change the cells of a row that is there; tells whether the row is gone."""
        element, name = row.element, self.part.prefix + b"row"
        columns = self._wanted(row.row)
        splices: list[Splice] = []
        gone, new = 0, b""
        for cell in row_cells(self.part, row):
            start, end = cell.element.start, cell.element.end
            before = [column for column in columns if column < cell.column]
            columns = [column for column in columns if column > cell.column]
            inserted = self._new_cells(row.row, before, element.attributes)
            changed = self._changed_cell(cell, element.attributes)
            if inserted or changed != self.part.data[start:end]:
                splices.append((start, end, inserted + changed))
            gone += 0 if changed else end - start
            new += inserted
        last = self._new_cells(row.row, columns, element.attributes)
        if element.self_closed:
            opened = b"<" + name + element.attributes + b">" + last + b"</" + name + b">"
            self.splices += [(element.start, element.end, opened)] if last else []
            return False
        if gone and not new and not last and gone == element.closing - element.opened:
            return self._close_row(element)
        self.splices += [*splices, (element.closing, element.closing, last)]
        return False

    def _close_row(self, element: Element) -> bool:
        """Leave of a row without cells its tag, or nothing if it had been inserted; tells whether it is gone."""
        name = self.part.prefix + b"row"
        inserted = _INSERTED_ROW.fullmatch(element.attributes) is not None
        ending = b"/>" if self._closes_rows else b"></" + name + b">"
        self.splices.append(
            (element.start, element.end, b"" if inserted else b"<" + name + element.attributes + ending)
        )
        return inserted

    def _changed_cell(self, cell: SheetCell, row_attributes: bytes) -> bytes:
        """Give the cell's new bytes: its old ones where nothing changes, none where it goes."""
        data, element = self.part.data, cell.element
        put = self.edits.puts.get(cell.row, {}).get(cell.column)
        if element.self_closed and put == _NOTHING and not is_inserted(element.attributes) and not self.edits.styles:
            return data[element.start : element.end]  # empty before and after, as most cells of spare rows
        formula = None if element.self_closed else self.part.element("f", element.opened, element.closing)
        if self._goes(cell, put, row_attributes):
            self._mind_protection(cell.row, cell.column, cell.attributes.get("s", ""))
            self.removed.add((cell.row, cell.column))
            self.formulas_changed |= formula is not None
            return b""
        attributes = self._styled(cell)
        if put is None and (formula or attributes == element.attributes):
            return data[element.start : element.end]
        if put is None:
            start, end, _ = element.with_attributes(attributes)
            return data[element.start : start] + attributes + data[end : element.end]
        kept = self._kept_formula(put, formula)
        unmoved = bool(kept) if put.formula else formula is None
        if unmoved and attributes == element.attributes and same_value(self._value(cell), put.value):
            return data[element.start : element.end]
        self._mind_protection(cell.row, cell.column, cell.attributes.get("s", ""))
        self.formulas_changed |= bool(put.formula) != (formula is not None)
        return self.writer.filled(cell.row, cell.column, attributes, put, kept)

    def _mind_protection(self, row: int, column: int, style: str) -> None:
        """Refuse to write where the arbiter locked the sheet, as the open workbook would."""
        if self._protected and (style or "0") not in self.writer.reader.unlocked:
            raise LockedSheet(((self.writer.sheet, address(row, column)),))

    def _goes(self, cell: SheetCell, put: Put | None, row_attributes: bytes) -> bool:
        """Tell whether the cell was inserted once and is to be empty again, with nothing in its format to keep."""
        attributes = cell.element.attributes
        if not is_inserted(attributes) or (put and (put.value is not None or put.formula)):
            return False
        if self.edits.is_vacated(cell.row, cell.column):
            return put is not None or cell.element.opened == cell.element.closing
        inherited = self._inherited_style(row_attributes, cell.column) or "0"
        return put is not None and cell.attributes.get("s") == inherited

    def _value(self, cell: SheetCell) -> CellValue:
        content = self.part.data[cell.element.opened : cell.element.closing]
        kind, style = cell.attributes.get("t", ""), cell.attributes.get("s", "")
        return self.writer.reader.value(self.part.prefix, kind, style, content)

    def _kept_formula(self, put: Put, element: Element | None) -> bytes:
        """Give the array formula that stands in the cell if it is the one to be put."""
        if element is None or not put.formula:
            return b""
        found = attributes_of(element.attributes)
        if found.get("t") != "array" or found.get("ref") != put.reference or self.part.text(element) != put.formula:
            return b""
        return self.part.data[element.start : element.end]

    def _styled(self, cell: SheetCell) -> bytes:
        """Give the cell's attributes, with the style meant for it if it has none of its own."""
        attributes = cell.element.attributes
        style = self.edits.styles.get(cell.row, {}).get(cell.column, "")
        own = cell.attributes.get("s", "0") if style else ""
        return with_attribute(attributes, "s", style, after=("r",)) if own == "0" else attributes

    def _inherited_style(self, row_attributes: bytes, column: int) -> str:
        """Give the style that a cell shows where none is: its row's, else its column's."""
        row = attributes_of(row_attributes)
        if is_true(row.get("customFormat", "0")):
            return row.get("s", "")
        return next((style for first, last, style in self._column_styles if first <= column + 1 <= last), "")

    def _fit_dimension(self) -> None:
        """Let the declared dimension grow for added cells, and shrink for removed ones if it had fitted exactly."""
        element = self.part.element("dimension")
        declared = area_of("", attributes_of(element.attributes).get("ref", "")) if element else None
        if element is None or declared is None:
            return
        area = _around([(declared.top, declared.left), (declared.bottom, declared.right), *self.added])
        if any(row in (area.top, area.bottom) or column in (area.left, area.right) for row, column in self.removed):
            there = {(cell.row, cell.column) for row in sheet_rows(self.part) for cell in row_cells(self.part, row)}
            if _around(there) == declared:
                area = _around((there - self.removed) | self.added)
        if area != declared:
            attributes = with_attribute(element.attributes, "ref", reference(area))
            self.splices.append(element.with_attributes(attributes))


def _column_styles(part: Part) -> tuple[tuple[int, int, str], ...]:
    """Give the first and last column (counted from 1) and the style of each ``<col>`` that has one."""
    body = part.element("cols")
    columns = (attributes_of(col.attributes) for col in part.elements("col", body.opened, body.closing)) if body else ()
    return tuple(
        (whole_number(found.get("min", ""), 0), whole_number(found.get("max", ""), 0), found["style"])
        for found in columns
        if "style" in found
    )


def reference(area: Area) -> str:
    """Write an area as a range, a single cell as one: ``A1:G21``, ``A1``."""
    first, last = address(area.top, area.left), address(area.bottom, area.right)
    return first if first == last else f"{first}:{last}"


def same_value(one: CellValue, other: CellValue) -> bool:
    """Tell whether two values are the same in kind, too: 1 is not TRUE."""
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def _around(places: Collection[tuple[int, int]]) -> Area:
    """Give the smallest area that holds all places, A1 if there is none."""
    rows = [row for row, _ in places] or [0]
    columns = [column for _, column in places] or [0]
    return Area("", min(rows), min(columns), max(rows), max(columns))
