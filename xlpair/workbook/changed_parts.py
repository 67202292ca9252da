"""A list of changes, turned into new bytes of the parts concerned and a new package around them."""

from __future__ import annotations

from collections.abc import Sequence

from xlpair.errors import WrongUse
from xlpair.workbook.block_xml import settle_blocks
from xlpair.workbook.book import (
    Activate,
    Area,
    BreakPages,
    Change,
    CopySheet,
    MoveName,
    NoPrintArea,
    PrintArea,
    PutBlock,
    PutCells,
    PutName,
    ResizeTable,
    ShowSheet,
)
from xlpair.workbook.break_xml import with_page_breaks
from xlpair.workbook.cell_values import CellReader, cell_reader
from xlpair.workbook.cell_xml import Put
from xlpair.workbook.contents import LAST_COLUMN, LAST_ROW, Contents, SheetEntry, TableEntry, read_contents
from xlpair.workbook.moved_names import with_moved_name, with_put_name
from xlpair.workbook.new_sheets import with_copied_sheet
from xlpair.workbook.package import Package, relations_part
from xlpair.workbook.sheet_modules import with_sheet_modules
from xlpair.workbook.sheet_xml import LockedSheet, SheetEdits, edited_cells, reference
from xlpair.workbook.table_xml import resize_in_sheet, resized_table
from xlpair.workbook.workbook_xml import (
    active_sheet,
    visible_sheets,
    with_active_sheet,
    with_print_area,
    with_selected_tab,
    with_visibility,
    without_elements,
    without_print_area,
)
from xlpair.workbook.xml_bytes import Part

_CONTENT_TYPES = "[Content_Types].xml"


def changed_package(package: Package, contents: Contents, reader: CellReader, changes: Sequence[Change]) -> bytes:
    """Give the workbook's new bytes; its old ones if nothing changes."""
    for change in changes:
        if isinstance(change, (CopySheet, MoveName, PutName)):
            package = Package(_restructured(package, contents, reader, change), package.title)
            contents = read_contents(package)
            reader = cell_reader(package, contents)
    copies = {change.new_sheet: change.sheet for change in changes if isinstance(change, CopySheet)}
    package = Package(with_sheet_modules(package, contents, copies), package.title)
    draft = _Draft(package, contents)
    for change in changes:
        draft.note(change)
    draft.settle_sheets(reader)
    draft.settle_workbook()
    for data in draft.parts.values():
        Part(data, package.title)  # a part that is no XML any more must never reach the disk
    return package.rebuilt(draft.parts, draft.dropped) if draft.parts else package.data


def _restructured(
    package: Package, contents: Contents, reader: CellReader, change: CopySheet | MoveName | PutName
) -> bytes:
    if isinstance(change, CopySheet):
        return with_copied_sheet(package, contents, change)
    if isinstance(change, PutName):
        return with_put_name(package, contents, change)
    return with_moved_name(package, contents, reader, change)


class _Draft:
    """The new parts as they come together."""

    def __init__(self, package: Package, contents: Contents) -> None:
        self.package = package
        self.contents = contents
        self.parts: dict[str, bytes] = {}
        self.dropped: tuple[str, ...] = ()
        self.edits: dict[SheetEntry, SheetEdits] = {}
        self.bottoms: dict[TableEntry, int] = {}
        self.shown: dict[SheetEntry, bool] = {}
        self.printed: dict[SheetEntry, Area | None] = {}
        self.broken: dict[SheetEntry, BreakPages] = {}
        self.active: SheetEntry | None = None

    def note(self, change: Change) -> None:
        """Sort a change in; of two that concern the same place the later one holds."""
        match change:
            case PutCells():
                self._note_cells(change)
            case PutBlock():
                self._note_block(change)
            case ResizeTable():
                self._note_table(change)
            case ShowSheet():
                self.shown[self._sheet(change.sheet)] = change.visible
            case Activate():
                self.active = self._sheet(change.sheet)
            case PrintArea():
                self.printed[self._sheet(change.area.sheet)] = change.area
            case NoPrintArea():
                self.printed[self._sheet(change.sheet)] = None
            case BreakPages():
                self.broken[self._sheet(change.area.sheet)] = change
            case CopySheet() | MoveName() | PutName():
                pass  # made before all others

    def settle_sheets(self, reader: CellReader) -> None:
        """Write the sheets and tables that change."""
        for table, bottom in self.bottoms.items():
            self._set(table.part, resized_table(self._part(table.part), table.area, bottom))
            sheet = self._sheet(table.area.sheet)
            resize_in_sheet(self._part(sheet.part), table.area, bottom, self._edits(sheet))
        formulas_changed = False
        locked: list[tuple[str, str]] = []
        for sheet, edits in self.edits.items():
            part = self._part(sheet.part)
            settle_blocks(part, sheet.name, edits)
            try:
                edited = edited_cells(part, sheet.name, edits, reader)
            except LockedSheet as refused:
                locked += refused.cells
                continue
            formulas_changed |= edited.formulas_changed
            self._set(sheet.part, edited.data)
        if locked:
            raise LockedSheet(tuple(locked))
        for sheet, change in self.broken.items():
            self._set(sheet.part, with_page_breaks(self._part(sheet.part), change))
        if formulas_changed and self.contents.calculation_chain:
            self._drop_chain(self.contents.calculation_chain)

    def settle_workbook(self) -> None:
        """Write what is shown, what is on the screen, what is printed."""
        book = self.contents.workbook
        for sheet, visible in self.shown.items():
            self._set(book, with_visibility(self._part(book), sheet.index, visible))
        if self.shown or self.active:
            self._settle_screen()
        for sheet, area in self.printed.items():
            part = self._part(book)
            printed = with_print_area(part, sheet.index, area) if area else without_print_area(part, sheet.index)
            self._set(book, printed)

    def _note_cells(self, change: PutCells) -> None:
        edits = self._edits(self._sheet(change.sheet))
        for row, values in enumerate(change.rows, change.top):
            for column, value in enumerate(values, change.left):
                _within_sheet(change.sheet, row, column)
                edits.put(row, column, Put(value))

    def _note_block(self, change: PutBlock) -> None:
        area, formula = change.area, change.formula or ""
        height, width = area.bottom - area.top + 1, area.right - area.left + 1
        if len(change.rows) > height or any(len(values) > width for values in change.rows):
            raise WrongUse(f"{area.sheet} {reference(area)} 放不下要写入的内容。请先扩大这块区域。")
        _within_sheet(area.sheet, area.bottom, area.right)
        edits = self._edits(self._sheet(area.sheet))
        for down in range(height):
            values = change.rows[down] if down < len(change.rows) else ()
            for right in range(width):
                value = values[right] if right < len(values) else None
                edits.put(area.top + down, area.left + right, Put(value, computed=bool(formula)))
        if formula:
            first = edits.puts[area.top][area.left].value
            edits.put(area.top, area.left, Put(first, True, formula, reference(area)))

    def _note_table(self, change: ResizeTable) -> None:
        table = self.contents.table(change.table)
        if table is None:
            raise WrongUse(f"工作簿里没有表格「{change.table}」。请检查表格是否被删除或改名。")
        if change.bottom <= table.area.top or change.bottom >= LAST_ROW:
            raise WrongUse(f"表格「{change.table}」至少要有一行，不能改到第 {change.bottom + 1} 行。")
        if table.totals and change.bottom != table.area.bottom:
            raise WrongUse(
                f"表格「{change.table}」带着汇总行，不能改大小。请在 Excel 的“表设计”里去掉“汇总行”，再试一次。"
            )
        self.bottoms[table] = change.bottom

    def _settle_screen(self) -> None:
        """Let a sheet that is shown be the one on the screen, and only its tab be selected."""
        part = self._part(self.contents.workbook)
        visible = visible_sheets(part)
        if not visible:
            raise WrongUse("至少要有一张工作表显示着，不能全部隐藏。")
        index = self.active.index if self.active else active_sheet(part)
        if index not in visible:
            if self.active:
                raise WrongUse(f"工作表「{self.active.name}」隐藏着，不能切换过去。")
            index = visible[0]
        elif not self.active:
            return
        self._set(self.contents.workbook, with_active_sheet(part, index))
        for sheet in self.contents.sheets:
            if sheet.index != index and b"tabSelected" not in self._data(sheet.part):
                continue
            self._set(sheet.part, with_selected_tab(self._part(sheet.part), sheet.index == index))

    def _drop_chain(self, chain: str) -> None:
        """Drop the order of calculation, which Excel makes anew, with all that points to it."""
        self.dropped = (chain,)
        rels = relations_part(self.contents.workbook)
        self._set(rels, without_elements(self._part(rels), "Relationship", "Type", "/calcChain"))
        self._set(_CONTENT_TYPES, without_elements(self._part(_CONTENT_TYPES), "Override", "PartName", f"/{chain}"))

    def _sheet(self, name: str) -> SheetEntry:
        sheet = self.contents.sheet(name)
        if sheet is None:
            raise WrongUse(f"工作簿里没有工作表「{name}」。请检查它是否被删除或改名。")
        return sheet

    def _edits(self, sheet: SheetEntry) -> SheetEdits:
        return self.edits.setdefault(sheet, SheetEdits())

    def _data(self, name: str) -> bytes:
        return self.parts[name] if name in self.parts else self.package.read(name)

    def _part(self, name: str) -> Part:
        return Part(self._data(name), self.package.title)

    def _set(self, name: str, data: bytes) -> None:
        if data != self._data(name):
            self.parts[name] = data


def _within_sheet(sheet: str, row: int, column: int) -> None:
    if not (0 <= row < LAST_ROW and 0 <= column < LAST_COLUMN):
        raise WrongUse(f"{sheet} 没有第 {row + 1} 行第 {column + 1} 列，不能写入。")
