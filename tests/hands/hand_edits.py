"""Hands in another program: a workbook opened with openpyxl, changed as Excel or WPS would, and saved again.

openpyxl stands for every program that is not ours: it writes all parts anew in its own way.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.utils import get_column_letter, range_boundaries
from openpyxl.worksheet.table import Table, TableColumn
from openpyxl.worksheet.worksheet import Worksheet


class Editor:
    """An open workbook; tables are found by name, cells by row (1 = first below the headings) and heading."""

    def __init__(self, book: openpyxl.Workbook) -> None:
        self.book = book

    def table(self, name: str) -> tuple[Worksheet, Table]:
        for sheet in self.book.worksheets:
            if name in sheet.tables:
                return sheet, sheet.tables[name]
        raise KeyError(name)

    def box(self, name: str) -> tuple[int, int, int, int]:
        """Left, top, right, bottom of a table, counted from 1."""
        left, top, right, bottom = range_boundaries(self.table(name)[1].ref)
        return left, top, right, bottom

    def cell(self, table: str, row: int, heading: str) -> Any:
        sheet, _ = self.table(table)
        left, top, right, _ = self.box(table)
        headings = [sheet.cell(top, column).value for column in range(left, right + 1)]
        return sheet.cell(top + row, left + headings.index(heading))

    def type(self, table: str, row: int, heading: str, value: Any, number_format: str | None = None) -> None:
        """Type a value; a number format stands for what the program makes of a cell as it takes it for a date."""
        cell = self.cell(table, row, heading)
        cell.value = value
        if isinstance(value, str):
            cell.data_type = "s"  # text, whatever it begins with
        if number_format is not None:
            cell.number_format = number_format

    def rows(self, table: str) -> list[list[Any]]:
        """The values below the headings."""
        sheet, _ = self.table(table)
        left, top, right, bottom = self.box(table)
        return [
            [sheet.cell(row, column).value for column in range(left, right + 1)] for row in range(top + 1, bottom + 1)
        ]

    def put_rows(self, table: str, rows: Sequence[Sequence[Any]]) -> None:
        sheet, _ = self.table(table)
        left, top, _, _ = self.box(table)
        for at, values in enumerate(rows, top + 1):
            for column, value in enumerate(values, left):
                sheet.cell(at, column).value = value

    def sort(self, table: str, heading: str, key: Callable[[Any], Any] = lambda value: str(value or "～")) -> None:
        """Sort a table by one column, as the arrow in its heading does."""
        sheet, _ = self.table(table)
        left, top, right, _ = self.box(table)
        column = [sheet.cell(top, at).value for at in range(left, right + 1)].index(heading)
        self.put_rows(table, sorted(self.rows(table), key=lambda row: key(row[column])))

    def order_columns(self, table: str, order: Sequence[str]) -> None:
        """Put the columns into this order; headings the table has not are new, empty columns of the user's own."""
        sheet, found = self.table(table)
        left, top, right, bottom = self.box(table)
        old = [sheet.cell(top, at).value for at in range(left, right + 1)]
        body = self.rows(table)
        formats = [sheet.cell(top + 1, left + at).number_format for at in range(len(old))]
        for at, heading in enumerate(order):
            sheet.cell(top, left + at).value = heading
            for row, values in enumerate(body, top + 1):
                cell = sheet.cell(row, left + at)
                cell.value = values[old.index(heading)] if heading in old else None
                cell.number_format = formats[old.index(heading)] if heading in old else "General"
        found.ref = f"{get_column_letter(left)}{top}:{get_column_letter(left + len(order) - 1)}{bottom}"
        found.tableColumns = [TableColumn(id=at, name=heading) for at, heading in enumerate(order, 1)]
        if found.autoFilter is not None:
            found.autoFilter.ref = found.ref

    def rename_sheet(self, old: str, new: str) -> None:
        self.book[old].title = new
        for name in self.book.defined_names.values():
            name.attr_text = name.attr_text.replace(f"{old}!", f"'{new}'!").replace(f"'{old}'!", f"'{new}'!")


@contextmanager
def other_program(path: Path) -> Iterator[Editor]:
    """Open the file, let the hands do what they do, save it."""
    book = openpyxl.load_workbook(path)
    yield Editor(book)
    book.save(path)


def edit_part(path: Path, part: str, change: Callable[[str], str]) -> None:
    """Change the XML of one part, where no program at hand makes what Excel would."""
    with zipfile.ZipFile(path) as archive:
        members = [(info, archive.read(info)) for info in archive.infolist()]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for info, content in members:
            archive.writestr(info.filename, _changed(content, change) if info.filename == part else content)


def _changed(content: bytes, change: Callable[[str], str]) -> bytes:
    text = content.decode("utf-8")
    changed = change(text)
    assert changed != text, "nothing was changed"
    return changed.encode("utf-8")


def sheet_part(path: Path, sheet: str) -> str:
    """The part of a sheet, found by the workbook's relationships."""
    with zipfile.ZipFile(path) as archive:
        book = archive.read("xl/workbook.xml").decode("utf-8")
        relations = archive.read("xl/_rels/workbook.xml.rels").decode("utf-8")
    entry = next(tag for tag in re.findall(r"<sheet [^>]*>", book) if f'name="{sheet}"' in tag)
    identity = re.search(r'r:id="([^"]*)"', entry).group(1)  # type: ignore[union-attr]
    relation = next(tag for tag in re.findall(r"<Relationship [^>]*>", relations) if f'Id="{identity}"' in tag)
    target = re.search(r'Target="([^"]*)"', relation).group(1)  # type: ignore[union-attr]
    return f"xl/{target.removeprefix('/xl/')}"


def put_formula(path: Path, sheet: str, address: str, formula: str, value: str, kind: str = "str") -> None:
    """Put a formula with the value a spreadsheet has computed for it into a cell that is there."""

    def change(text: str) -> str:
        cell = re.compile(rf'<c r="{address}"( s="\d+")?[^>]*?(?:/>|>.*?</c>)', re.DOTALL)
        return cell.sub(rf'<c r="{address}"\1 t="{kind}"><f>{formula}</f><v>{value}</v></c>', text, count=1)

    edit_part(path, sheet_part(path, sheet), change)
