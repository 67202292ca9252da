"""What a workbook is to the commands: a snapshot to read, and a list of changes to make, whoever holds the file.

Rows and columns count from 0 here; :func:`address` gives the name an arbiter sees.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from xlpair.errors import Problem


@dataclass(frozen=True, slots=True)
class ErrorValue:
    """An error cell, ``code`` as shown: ``#REF!``."""

    code: str


NOT_COMPUTED = ErrorValue("（公式还没有算出值）")
"""What a formula cell holds that no spreadsheet has computed yet: a program wrote it and stored no value."""

CellValue: TypeAlias = str | int | float | bool | dt.datetime | dt.date | dt.time | ErrorValue | None
Rows: TypeAlias = Sequence[Sequence[CellValue]]


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of a sheet, both ends included."""

    sheet: str
    top: int
    left: int
    bottom: int
    right: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet's values from A1 on (short rows allowed), its merged areas, and whether it is shown."""

    name: str
    rows: Rows
    visible: bool = True
    merges: tuple[Area, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table (ListObject); ``area.top`` is its heading row."""

    name: str
    area: Area


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything the reader looks at. ``names`` maps workbook-wide defined names to their areas.

    ``errors_stop_formulas``: the program that has the workbook open calls no function of ours whose ranges hold an
    error cell. Calc is one. ``problems`` are what is wrong with the workbook in that program.
    """

    title: str
    sheets: tuple[Sheet, ...]
    tables: tuple[Table, ...]
    names: dict[str, Area]
    errors_stop_formulas: bool = False
    problems: tuple[Problem, ...] = ()

    def sheet(self, name: str) -> Sheet | None:
        return next((sheet for sheet in self.sheets if sheet.name == name), None)

    def table(self, name: str) -> Table | None:
        return next((table for table in self.tables if table.name == name), None)


@dataclass(frozen=True, slots=True)
class PutCells:
    """Write values; None empties the cell. Formats stay. Text is text, whatever it begins with."""

    sheet: str
    top: int
    left: int
    rows: Rows


@dataclass(frozen=True, slots=True)
class PutBlock:
    """Fill a computed area whole (None and missing = empty).

    ``formula`` None: plain values. Otherwise one array formula over the area, without ``=``, with these values cached.
    """

    area: Area
    rows: Rows
    formula: str | None = None


@dataclass(frozen=True, slots=True)
class ResizeTable:
    """Move a table's last row to ``bottom`` (same sheet, same columns)."""

    table: str
    bottom: int


@dataclass(frozen=True, slots=True)
class ShowSheet:
    """Show or hide a sheet."""

    sheet: str
    visible: bool


@dataclass(frozen=True, slots=True)
class Activate:
    """Make a sheet the one on the screen. ``cell``: its row and column, to put the cursor on in an open workbook."""

    sheet: str
    cell: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class PrintArea:
    """Set a sheet's print area."""

    area: Area


@dataclass(frozen=True, slots=True)
class NoPrintArea:
    """Take a sheet's print area away. LibreOffice prints hidden sheets that have one with the whole workbook."""

    sheet: str


@dataclass(frozen=True, slots=True)
class BreakPages:
    """Let printed pages break where sections begin, wherever that keeps a section whole.

    ``area`` is what is printed of the sections, ``starts`` the rows where they begin; where sections are made of parts,
    these are in the next of ``starts``, and so on. Breaks that stand in the rows from the area's first one to ``reach``
    are ours and go; others stay.
    """

    area: Area
    reach: int
    starts: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class CopySheet:
    """Copy a sheet and one of its tables, with what stands in the cells, to a hidden sheet right behind it.

    The copy bears the new names. Pictures, comments and other tables of the sheet are not copied. Of a list of changes
    the copies and moved names are made before everything else.
    """

    sheet: str
    table: str
    new_sheet: str
    new_table: str


@dataclass(frozen=True, slots=True)
class MoveName:
    """Let a workbook-wide name stand for a bigger area that begins at the same cell.

    Rules and looks that reached to the old area's last row and column reach to the new one's.
    """

    name: str
    area: Area


@dataclass(frozen=True, slots=True)
class PutName:
    """Let a workbook-wide name stand for a formula, without ``=``, whether it is there already or not."""

    name: str
    formula: str


Change: TypeAlias = (
    PutCells
    | PutBlock
    | ResizeTable
    | ShowSheet
    | Activate
    | PrintArea
    | NoPrintArea
    | BreakPages
    | CopySheet
    | MoveName
    | PutName
)


class Book(Protocol):
    """An event's workbook in somebody's hands: a closed file, Excel, Calc."""

    @property
    def title(self) -> str:
        """The file's name for messages."""

    def snapshot(self) -> Snapshot:
        """Read everything, hidden rows and filtered rows too."""

    def backup(self, label: str) -> str:
        """Put a dated copy into the folder beside the file; gives its path, or '' where there is none to copy."""

    def apply(self, changes: Sequence[Change]) -> None:
        """Make all changes or none."""


def address(row: int, column: int) -> str:
    """``(0, 27)`` -> ``AB1``."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row + 1}"
