"""A workbook in memory: the Book of tests. It carries changes out as literally as possible and refuses odd ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from xlpair.workbook.book import (
    Activate,
    Area,
    BreakPages,
    CellValue,
    Change,
    CopySheet,
    MoveName,
    NoPrintArea,
    PrintArea,
    PutBlock,
    PutCells,
    PutName,
    ResizeTable,
    Sheet,
    ShowSheet,
    Snapshot,
    Table,
)
from xlpair.workbook.layout import (
    CARD_NAME,
    CARD_NUMBER_NAME,
    CARD_SHEET,
    CROSSTABLE_NAME,
    CROSSTABLE_SHEET,
    LOG_HEADINGS,
    LOG_SHEET,
    LOG_TABLE,
    ROSTER_HEADINGS,
    ROSTER_SHEET,
    ROSTER_TABLE,
    ROUND_HEADINGS,
    SETTINGS_HEADINGS,
    SETTINGS_SHEET,
    SETTINGS_TABLE,
    SPARE_ROWS,
    STANDINGS_NAME,
    STANDINGS_SHEET,
    STATUS_NAME,
    TITLE_NAME,
    round_name,
)
from xlpair.workbook.settings_lines import SETTING_LINES

HEADING_ROW = 3
"""Title, subtitle and a gap stand above every table, as in the real workbook."""


@dataclass
class MemoryBook:
    """Sheets as growing grids; ``formulas``, ``active``, ``backups``, ``applied`` and the rest are for looking."""

    title: str = "比赛.xlsx"
    grids: dict[str, list[list[CellValue]]] = field(default_factory=dict)
    visible: dict[str, bool] = field(default_factory=dict)
    merges: dict[str, tuple[Area, ...]] = field(default_factory=dict)
    tables: dict[str, Area] = field(default_factory=dict)
    names: dict[str, Area] = field(default_factory=dict)
    formulas: dict[Area, str | None] = field(default_factory=dict)
    named_formulas: dict[str, str] = field(default_factory=dict)
    print_areas: dict[str, Area] = field(default_factory=dict)
    breaks: dict[str, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    active: str = ""
    backups: list[str] = field(default_factory=list)
    applied: list[Change] = field(default_factory=list)

    def snapshot(self) -> Snapshot:
        sheets = tuple(
            Sheet(name, tuple(map(tuple, grid)), self.visible[name], self.merges.get(name, ()))
            for name, grid in self.grids.items()
        )
        return Snapshot(self.title, sheets, tuple(Table(*pair) for pair in self.tables.items()), dict(self.names))

    def backup(self, label: str) -> str:
        self.backups.append(label)
        return f"备份/{label}"

    def apply(self, changes: Sequence[Change]) -> None:
        """Carry the changes out in order; nothing is changed when one of them cannot be."""
        before = {name: [list(row) for row in grid] for name, grid in self.grids.items()}
        tables, visible = dict(self.tables), dict(self.visible)
        try:
            for change in changes:
                self._apply(change)
        except BaseException:
            self.grids, self.tables, self.visible = before, tables, visible
            raise
        self.applied += changes

    def _apply(self, change: Change) -> None:
        if isinstance(change, PutCells):
            for down, row in enumerate(change.rows):
                for across, value in enumerate(row):
                    self.put(change.sheet, change.top + down, change.left + across, value)
        elif isinstance(change, PutBlock):
            self._put_block(change)
        elif isinstance(change, ResizeTable):
            area = self.tables[change.table]
            if change.bottom <= area.top:
                raise ValueError(f"table {change.table} would have no rows")
            self.tables[change.table] = replace(area, bottom=change.bottom)
        elif isinstance(change, ShowSheet):
            if change.sheet not in self.visible:
                raise KeyError(change.sheet)
            self.visible[change.sheet] = change.visible
        elif isinstance(change, Activate):
            if not self.visible[change.sheet]:
                raise ValueError(f"sheet {change.sheet} is hidden")
            self.active = change.sheet
        elif isinstance(change, CopySheet):
            self._copy_sheet(change)
        elif isinstance(change, MoveName):
            old = self.names[change.name]
            if (old.sheet, old.top, old.left) != (change.area.sheet, change.area.top, change.area.left):
                raise ValueError(f"{change.name} would begin elsewhere")
            self.names[change.name] = change.area
        elif isinstance(change, PutName):
            self.named_formulas[change.name] = change.formula
        elif isinstance(change, NoPrintArea):
            self.print_areas.pop(change.sheet, None)
        elif isinstance(change, BreakPages):
            if change.area.sheet not in self.grids:
                raise KeyError(change.area.sheet)
            self.breaks[change.area.sheet] = change.starts
        else:
            assert isinstance(change, PrintArea)
            if change.area.sheet not in self.grids:
                raise KeyError(change.area.sheet)
            self.print_areas[change.area.sheet] = change.area

    def _copy_sheet(self, change: CopySheet) -> None:
        if change.new_sheet in self.grids or change.new_table in self.tables:
            raise ValueError(f"{change.new_sheet} is there already")
        area = self.tables[change.table]
        if area.sheet != change.sheet:
            raise ValueError(f"{change.table} stands elsewhere")
        names = list(self.grids)
        at = names.index(change.sheet) + 1
        copied = {change.new_sheet: [list(row) for row in self.grids[change.sheet]]}
        self.grids = {name: self.grids[name] for name in names[:at]} | copied | {n: self.grids[n] for n in names[at:]}
        self.visible[change.new_sheet] = False
        self.tables[change.new_table] = replace(area, sheet=change.new_sheet)

    def _put_block(self, change: PutBlock) -> None:
        area = change.area
        height, width = area.bottom - area.top + 1, area.right - area.left + 1
        if len(change.rows) > height or any(len(row) > width for row in change.rows):
            raise ValueError(f"values do not fit into {area}")
        for down in range(height):
            row = change.rows[down] if down < len(change.rows) else ()
            for across in range(width):
                self.put(area.sheet, area.top + down, area.left + across, row[across] if across < len(row) else None)
        self.formulas[area] = change.formula

    def put(self, sheet: str, row: int, column: int, value: CellValue) -> None:
        """Write one cell, as a hand would."""
        if row < 0 or column < 0:
            raise ValueError(f"no such cell: {row}, {column}")
        grid = self.grids[sheet]
        while len(grid) <= row:
            grid.append([])
        cells = grid[row]
        cells += [None] * (column + 1 - len(cells))
        cells[column] = value

    def get(self, sheet: str, row: int, column: int) -> CellValue:
        grid = self.grids[sheet]
        return grid[row][column] if row < len(grid) and column < len(grid[row]) else None

    def cell(self, table: str, row: int, heading: str) -> tuple[str, int, int]:
        """Sheet, row and column of a table's cell; ``row`` 1 is the first one below the headings."""
        area = self.tables[table]
        headings = self.grids[area.sheet][area.top]
        return area.sheet, area.top + row, headings.index(heading, area.left, area.right + 1)

    def type(self, table: str, row: int, heading: str, value: CellValue) -> None:
        """Type into a table's cell, found by its heading."""
        self.put(*self.cell(table, row, heading), value)

    def read(self, table: str, row: int, heading: str) -> CellValue:
        return self.get(*self.cell(table, row, heading))

    def column(self, table: str, heading: str) -> list[CellValue]:
        """A table's column from its first row to its last."""
        area = self.tables[table]
        return [self.read(table, row, heading) for row in range(1, area.bottom - area.top + 1)]

    def add_sheet(self, name: str, *, visible: bool = True) -> None:
        self.grids[name], self.visible[name] = [], visible

    def add_table(self, sheet: str, name: str, headings: Sequence[str], rows: int, left: int = 0) -> None:
        """Make a table below HEADING_ROW with this many empty rows."""
        for across, heading in enumerate(headings):
            self.put(sheet, HEADING_ROW, left + across, heading)
        self.tables[name] = Area(sheet, HEADING_ROW, left, HEADING_ROW + rows, left + len(headings) - 1)


def new_book(
    roster: Sequence[Sequence[CellValue]] = (),
    rounds: int = 7,
    settings: Mapping[str, CellValue] | None = None,
    boards: int | None = None,
) -> MemoryBook:
    """A new event's workbook: ``roster`` rows in the order of ROSTER_HEADINGS, pre-made hidden round sheets.

    ``settings`` maps 项目 to 内容 where it is not the default.
    """
    book = MemoryBook()
    book.add_sheet(SETTINGS_SHEET)
    book.add_table(SETTINGS_SHEET, SETTINGS_TABLE, SETTINGS_HEADINGS, len(SETTING_LINES), left=1)
    typed = dict(settings or {})
    for row, line in enumerate(SETTING_LINES, start=1):
        book.type(SETTINGS_TABLE, row, "项目", line.item)
        book.type(SETTINGS_TABLE, row, "内容", typed.pop(line.item, line.default) or None)
        book.type(SETTINGS_TABLE, row, "说明", line.explanation)
    assert not typed, f"no such 项目: {list(typed)}"
    book.names[TITLE_NAME] = Area(SETTINGS_SHEET, 0, 1, 0, 1)
    book.names[STATUS_NAME] = Area(SETTINGS_SHEET, 1, 1, 1, 1)
    book.add_sheet(ROSTER_SHEET)
    book.add_table(ROSTER_SHEET, ROSTER_TABLE, ROSTER_HEADINGS, len(roster) + SPARE_ROWS)
    for row, values in enumerate(roster, start=1):
        for heading, value in zip(ROSTER_HEADINGS, values, strict=False):
            book.type(ROSTER_TABLE, row, heading, value)
    for number in range(1, rounds + 1):
        book.add_sheet(round_name(number), visible=False)
        rows = boards if boards is not None else (len(roster) + 1) // 2 + 6
        book.add_table(round_name(number), round_name(number), ROUND_HEADINGS, rows)
    _add_computed(book, len(roster) + SPARE_ROWS, rounds)
    book.add_sheet(LOG_SHEET)
    book.add_table(LOG_SHEET, LOG_TABLE, LOG_HEADINGS, 50)
    book.active = SETTINGS_SHEET
    return book


def _add_computed(book: MemoryBook, people: int, rounds: int) -> None:
    for sheet, name, height, width in (
        (STANDINGS_SHEET, STANDINGS_NAME, people + 1, rounds + 16),
        (CROSSTABLE_SHEET, CROSSTABLE_NAME, people + 1, people + 16),
        (CARD_SHEET, CARD_NAME, rounds + 4, 8),
    ):
        book.add_sheet(sheet)
        book.names[name] = Area(sheet, HEADING_ROW, 0, HEADING_ROW + height - 1, width - 1)
    book.names[CARD_NUMBER_NAME] = Area(CARD_SHEET, 1, 1, 1, 1)
