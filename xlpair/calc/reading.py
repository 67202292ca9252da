"""A Calc document read: values, tables, names, merged cells, what is shown."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from xlpair.calc.bare_names import names_left
from xlpair.calc.error_cells import error_codes
from xlpair.workbook.book import Area, CellValue, ErrorValue, Sheet, Snapshot, Table

# com.sun.star.sheet.CellFlags: VALUE, DATETIME, STRING, FORMULA; com.sun.star.util.NumberFormat: DATE, TIME, LOGICAL.
_CONTENT: Final = 1 | 2 | 4 | 16
_DATE: Final = 2
_TIME: Final = 4
_LOGICAL: Final = 1024
_LAST_SERIAL: Final = 2_958_466
_DAY: Final = 86_400_000
_LOST: Final = "#REF!"


def read_document(document: Any, title: str) -> Snapshot:
    """Read everything the reader looks at."""
    sheets = [document.Sheets.getByIndex(at) for at in range(document.Sheets.Count)]
    names = [str(sheet.Name) for sheet in sheets]
    formats = _Formats(document)
    return Snapshot(
        title,
        tuple(_sheet(sheet, formats) for sheet in sheets),
        tuple(_tables(document, names)),
        dict(_names(document, names)),
        errors_stop_formulas=True,
        problems=tuple(names_left(document)),
    )


class _Formats:
    """Which number formats show dates, times or truth values, and how the document counts days."""

    def __init__(self, document: Any) -> None:
        null = document.NullDate
        self.first_day = dt.datetime(null.Year, null.Month, null.Day)
        self._formats = document.NumberFormats
        self._kinds: dict[int, int] = {}

    def kind(self, key: int) -> int:
        """The kind of a number format: some of DATE, TIME, LOGICAL, or 0."""
        if key not in self._kinds:
            self._kinds[key] = self._formats.getByKey(key).Type & (_DATE | _TIME | _LOGICAL)
        return self._kinds[key]

    def value(self, number: float, kind: int) -> CellValue:
        """What a number shows as."""
        if kind & _LOGICAL and number in (0, 1):
            return bool(number)
        if not kind & (_DATE | _TIME) or not 0 <= number < _LAST_SERIAL:
            return whole(number)
        milliseconds = round((number % 1) * _DAY)
        if number < 1 and milliseconds < _DAY:
            return (dt.datetime.min + dt.timedelta(milliseconds=milliseconds)).time() if kind & _TIME else whole(number)
        moment = self.first_day + dt.timedelta(days=int(number), milliseconds=milliseconds)
        return moment if kind & _TIME or milliseconds else moment.date()


def whole(number: float) -> int | float:
    """A number without a fraction as a whole one."""
    return int(number) if number.is_integer() else number


def _sheet(sheet: Any, formats: _Formats) -> Sheet:
    name = str(sheet.Name)
    bottom, right = _ends(sheet)
    visible = bool(sheet.IsVisible)
    if bottom < 0:
        return Sheet(name, (), visible)
    cells = sheet.getCellRangeByPosition(0, 0, right, bottom)
    rows = [[_plain(value) for value in row] for row in cells.getDataArray()]
    merges = _put_kinds(cells, rows, formats)
    for (row, column), code in error_codes(cells).items():
        rows[row][column] = ErrorValue(code)
    return Sheet(name, rows, visible, tuple(_merged_areas(sheet, name, merges)))


def _plain(value: Any) -> CellValue:
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    return value if value != "" else None


def _ends(sheet: Any) -> tuple[int, int]:
    """The last row and column that hold anything; formats alone do not count."""
    areas = sheet.queryContentCells(_CONTENT).getRangeAddresses()
    return max((area.EndRow for area in areas), default=-1), max((area.EndColumn for area in areas), default=-1)


def _put_kinds(cells: Any, rows: list[list[CellValue]], formats: _Formats) -> list[Any]:
    """Turn numbers into the dates, times and truth values they show as; gives the areas that hold merged cells."""
    merged = []
    groups = cells.UniqueCellFormatRanges
    for at in range(groups.Count):
        group = groups.getByIndex(at)
        kind = formats.kind(group.NumberFormat)
        if kind:
            for area in group.getRangeAddresses():
                _put_kind(area, rows, partial(formats.value, kind=kind))
        if group.getByIndex(0).getIsMerged():
            merged += group.getRangeAddresses()
    return merged


def _put_kind(area: Any, rows: list[list[CellValue]], value: Any) -> None:
    for row in range(area.StartRow, area.EndRow + 1):
        cells = rows[row]
        for column in range(area.StartColumn, area.EndColumn + 1):
            number = cells[column]
            if isinstance(number, (int, float)):
                cells[column] = value(float(number))


def _merged_areas(sheet: Any, name: str, places: list[Any]) -> Iterator[Area]:
    for place in places:
        for row in range(place.StartRow, place.EndRow + 1):
            for column in range(place.StartColumn, place.EndColumn + 1):
                cursor = sheet.createCursorByRange(sheet.getCellByPosition(column, row))
                cursor.collapseToMergedArea()
                yield area_of(cursor.getRangeAddress(), name)


def area_of(address: Any, sheet: str) -> Area:
    """A range address as an area."""
    return Area(sheet, address.StartRow, address.StartColumn, address.EndRow, address.EndColumn)


def _tables(document: Any, sheets: list[str]) -> Iterator[Table]:
    """The tables: Calc calls them database ranges."""
    ranges = document.DatabaseRanges
    for name in ranges.ElementNames:
        address = ranges.getByName(name).getDataArea()
        yield Table(str(name), area_of(address, sheets[address.Sheet]))


def _names(document: Any, sheets: list[str]) -> Iterator[tuple[str, Area]]:
    names = document.NamedRanges
    for name in names.ElementNames:
        named = names.getByName(name)
        # The place of a name whose cells have been deleted is told as a place on another sheet.
        cells = None if _LOST in named.Content else named.getReferredCells()
        if cells is not None:
            address = cells.getRangeAddress()
            yield str(name), area_of(address, sheets[address.Sheet])
