"""What stands where in a workbook's package: sheets, tables, defined names, shared strings, styles.

Parts are found by their relationships, never by their customary paths: every program names them in its own way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from xlpair.errors import UnreadableFile
from xlpair.workbook.book import Area
from xlpair.workbook.package import Package
from xlpair.workbook.xml_bytes import Part, attributes_of

LAST_ROW: Final = 1_048_576
LAST_COLUMN: Final = 16_384

_REPAIR_HINT: Final = "请在 Excel 里打开，改好名字另存，或用备份文件夹里的副本。"
_AREA = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})(?::\$?([A-Za-z]{1,3})\$?([0-9]{1,7}))?")
_NAMED_AREA = re.compile(r"(?:'((?:[^']|'')+)'|([^'!()\[\]{},:;]+))!([$A-Za-z0-9:]+)")


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """A worksheet: ``index`` is its place among all sheets, those that are no worksheets counted."""

    name: str
    part: str
    visible: bool
    index: int


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A table, the part that describes it, and whether it ends in a totals row."""

    name: str
    part: str
    area: Area
    totals: bool


@dataclass(frozen=True, slots=True)
class Contents:
    """The places of everything the closed book reads or writes. An empty path = there is no such part."""

    workbook: str
    sheets: tuple[SheetEntry, ...]
    tables: tuple[TableEntry, ...]
    names: Mapping[str, Area]
    strings: str
    styles: str
    calculation_chain: str
    counts_from_1904: bool

    def sheet(self, name: str) -> SheetEntry | None:
        return next((sheet for sheet in self.sheets if sheet.name == name), None)

    def table(self, name: str) -> TableEntry | None:
        return next((table for table in self.tables if table.name == name), None)


def read_contents(package: Package) -> Contents:
    """Find out what stands where, or tell that this is no .xlsx workbook."""
    workbook = next((found.target for found in package.relations("") if found.kind == "officeDocument"), "")
    if not workbook or workbook not in package or not workbook.lower().endswith(".xml"):
        raise UnreadableFile(_other_kind(package, workbook))
    part = package.part(workbook)
    if part.element("workbook") is None:
        raise UnreadableFile(_other_kind(package, workbook))
    relations = package.relations(workbook)
    kinds = {found.kind: found.target for found in reversed(relations) if found.target in package}
    sheets = _sheets(part, {found.identity: found.target for found in relations if found.kind == "worksheet"}, package)
    if not sheets:
        raise UnreadableFile(f"「{package.title}」里没有工作表，不能读取。请用备份文件夹里的副本。")
    _refuse_twins(sheets, package.title)
    properties = part.element("workbookPr")
    dating = attributes_of(properties.attributes).get("date1904", "0") if properties else "0"
    return Contents(
        workbook=workbook,
        sheets=sheets,
        tables=tuple(table for sheet in sheets for table in _tables(package, sheet)),
        names=_names(package, part, sheets),
        strings=kinds.get("sharedStrings", ""),
        styles=kinds.get("styles", ""),
        calculation_chain=kinds.get("calcChain", ""),
        counts_from_1904=is_true(dating),
    )


def is_true(word: str) -> bool:
    return word in ("1", "true", "on")


def area_of(sheet: str, reference: str) -> Area | None:
    """``("名单", "$A$1:G21")`` -> its Area; None if it is not one rectangle of cells within a sheet."""
    match = _AREA.fullmatch(reference)
    if match is None:
        return None
    left, top = column_of(match.group(1)), int(match.group(2)) - 1
    right = column_of(match.group(3)) if match.group(3) else left
    bottom = int(match.group(4)) - 1 if match.group(4) else top
    top, bottom, left, right = min(top, bottom), max(top, bottom), min(left, right), max(left, right)
    if top < 0 or bottom >= LAST_ROW or right >= LAST_COLUMN:
        return None
    return Area(sheet, top, left, bottom, right)


def sheet_and_cells(formula: str) -> tuple[str, str]:
    """``'It''s'!$A$1:$B$2`` -> its sheet's name and ``$A$1:$B$2``; two empty texts if it is anything else."""
    match = _NAMED_AREA.fullmatch(formula.strip().lstrip("="))
    return ((match.group(1) or match.group(2)).replace("''", "'"), match.group(3)) if match else ("", "")


def column_of(letters: str) -> int:
    """``AB`` -> 27."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _sheets(part: Part, targets: Mapping[str, str], package: Package) -> tuple[SheetEntry, ...]:
    entries = []
    for index, element in enumerate(part.elements("sheet")):
        package.spend(20)
        found = attributes_of(element.attributes)
        identity = next((value for name, value in found.items() if name.endswith(":id")), "")
        target = targets.get(identity, "")
        if target in package:
            visible = found.get("state", "visible") == "visible"
            entries.append(SheetEntry(found.get("name", ""), target, visible, index))
    return tuple(entries)


def _refuse_twins(sheets: tuple[SheetEntry, ...], title: str) -> None:
    """Refuse a workbook with two sheets of one name: no program makes one, and nobody could say which is meant."""
    seen: set[str] = set()
    for sheet in sheets:
        name = sheet.name.casefold()
        if name in seen:
            raise UnreadableFile(f"「{title}」里有两张工作表都叫“{sheet.name[:31]}”，不知道该信哪一张。{_REPAIR_HINT}")
        seen.add(name)


def _tables(package: Package, sheet: SheetEntry) -> tuple[TableEntry, ...]:
    entries = []
    for relation in package.relations(sheet.part):
        if relation.kind != "table" or relation.target not in package:
            continue
        element = package.part(relation.target).element("table")
        found = attributes_of(element.attributes) if element else {}
        area = area_of(sheet.name, found.get("ref", ""))
        name = found.get("displayName") or found.get("name", "")
        if area and name:
            totals = found.get("totalsRowCount", "0") != "0"
            entries.append(TableEntry(name, relation.target, area, totals))
    return tuple(entries)


def _names(package: Package, part: Part, sheets: tuple[SheetEntry, ...]) -> dict[str, Area]:
    """Give the workbook-wide names that stand for one area of a worksheet."""
    real = {sheet.name.casefold(): sheet.name for sheet in sheets}
    names: dict[str, Area] = {}
    for element in part.elements("definedName"):
        package.spend(60)
        found = attributes_of(element.attributes)
        sheet, cells = sheet_and_cells(part.text(element))
        area = area_of(real.get(sheet.casefold(), ""), cells)
        if area and area.sheet and "localSheetId" not in found and "name" in found:
            names[found["name"]] = area
    return names


def _other_kind(package: Package, workbook: str) -> str:
    """Say what a zip without a workbook in it is, and what to do."""
    hint = "里打开它，另存为 .xlsx 再用。"
    if "mimetype" in package and b"opendocument" in package.read("mimetype")[:100]:
        return f"「{package.title}」是 LibreOffice 的 .ods 文件，不是 .xlsx。请在 LibreOffice {hint}"
    if workbook.lower().endswith(".bin"):
        return f"「{package.title}」是二进制工作簿 .xlsb，不是 .xlsx。请在 Excel 或 WPS {hint}"
    if "word/document.xml" in package or "ppt/presentation.xml" in package:
        return f"「{package.title}」是 Word 或 PowerPoint 文件，不是工作簿。请换成比赛的 .xlsx 文件。"
    return f"「{package.title}」是压缩包，里面没有 Excel 工作簿。请解压后换成里面的 .xlsx 文件。"
