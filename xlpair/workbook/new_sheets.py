"""A sheet and its table copied within the package: new parts beside the old ones, nothing of the user's touched.

The copy takes the sheet's cells, rules, widths, print set-up and buttons with it, so that a new round looks like the
one it was copied from, whatever the arbiter has made of that. What else hangs on a sheet by a relationship (pictures,
comments, other tables, printer settings) stays with the original.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from xlpair.errors import WrongUse
from xlpair.workbook.book import CopySheet
from xlpair.workbook.button_drawing import copied_buttons, has_buttons
from xlpair.workbook.contents import Contents, SheetEntry, TableEntry
from xlpair.workbook.package import Package, relations_part
from xlpair.workbook.workbook_xml import quoted, refuse_locked_structure
from xlpair.workbook.xml_bytes import Element, Part, Splice, attributes_of, escaped, spliced, with_attribute

CONTENT_TYPES: Final = "[Content_Types].xml"
_HANGING: Final = (
    "customProperties",
    "hyperlinks",
    "drawing",
    "legacyDrawing",
    "legacyDrawingHF",
    "picture",
    "oleObjects",
    "controls",
    "webPublishItems",
)
_EXTENSION: Final = re.compile(rb"<[^\s/>]*ext(?=\s).*?</[^\s/>]*ext\s*>", re.DOTALL)
_RELATED: Final = re.compile(rb"""\s[^\s=:]+:id\s*=\s*["']""")
_UNIQUE: Final = re.compile(rb"""\s+[^\s=:]+:uid\s*=\s*(?:"[^"]*"|'[^']*')""")
_RELATION_ID: Final = re.compile(rb"""(\s+[^\s=:]+:id\s*=\s*)(?:"[^"]*"|'[^']*')""")
_ALTERNATIVE: Final = re.compile(rb"<(/?)[^\s/>]*AlternateContent(?=[\s>])[^>]*>")
_TYPES: Final = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)


def with_copied_sheet(package: Package, contents: Contents, change: CopySheet) -> bytes:
    """Give the package with the copy in it, hidden, right behind the sheet it was copied from.

    Raises NotSaved where the structure of the workbook is locked.
    """
    refuse_locked_structure(package.part(contents.workbook), "增加工作表")
    plan = _Plan.of(package, contents, change)
    added = {
        plan.sheet_part: _copied_sheet(package.part(plan.sheet.part), plan),
        relations_part(plan.sheet_part): _sheet_relations(plan),
        plan.table_part: _copied_table(package.part(plan.table.part), plan.new.new_table, plan.table_id),
    }
    changed = {
        contents.workbook: _with_sheet(package.part(contents.workbook), plan),
        relations_part(contents.workbook): _with_relation(package, contents, plan),
        CONTENT_TYPES: _with_types(package.part(CONTENT_TYPES), plan),
    }
    for data in (*added.values(), *changed.values()):
        Part(data, package.title)  # nothing that is no XML may reach the disk
    if plan.buttons is not None:
        added[plan.buttons.new_part] = copied_buttons(package, plan.buttons.part)
    return _with_members(package.rebuilt(changed), added)


@dataclass(frozen=True, slots=True)
class _Buttons:
    """The old-style drawing with a sheet's buttons, and the copy's."""

    identity: str
    part: str
    new_part: str

    @classmethod
    def of(cls, package: Package, sheet: SheetEntry) -> _Buttons | None:
        """The buttons of a sheet; None where it has none."""
        found = next((one for one in package.relations(sheet.part) if one.kind == "vmlDrawing"), None)
        if found is None or found.target not in package or not has_buttons(package.read(found.target)):
            return None
        return cls(found.identity, found.target, _free_part(package, found.target))


@dataclass(frozen=True, slots=True)
class _Plan:
    """The copy's names and numbers.

    ``relation_id`` is the table's identity in the sheet, ``book_id`` the sheet's in the workbook; ``buttons`` None =
    none are copied.
    """

    new: CopySheet
    sheet: SheetEntry
    table: TableEntry
    sheet_part: str
    table_part: str
    table_id: int
    sheet_id: int
    relation_id: str
    book_id: str
    buttons: _Buttons | None

    @classmethod
    def of(cls, package: Package, contents: Contents, change: CopySheet) -> _Plan:
        sheet, table = contents.sheet(change.sheet), contents.table(change.table)
        if sheet is None or table is None or table.area.sheet != sheet.name:
            raise WrongUse(f"工作簿里没有工作表「{change.sheet}」或它的表格「{change.table}」，不能照它增加。")
        taken = {one.name.lower() for one in contents.sheets} | {one.name.lower() for one in contents.tables}
        for name in (change.new_sheet, change.new_table):
            if name.lower() in taken:
                raise WrongUse(f"工作簿里已经有「{name}」了，没有改动。请给它改个名再试。")
        relation = next(one for one in package.relations(sheet.part) if one.target == table.part)
        book_ids = {one.identity for one in package.relations(contents.workbook)}
        return cls(
            change,
            sheet,
            table,
            _free_part(package, sheet.part),
            _free_part(package, table.part),
            max(_table_ids(package, contents)) + 1,
            max(_sheet_ids(package.part(contents.workbook))) + 1,
            relation.identity,
            next(name for name in (f"rIdX{number}" for number in range(1, 10_000)) if name not in book_ids),
            _Buttons.of(package, sheet),
        )


def _free_part(package: Package, part: str) -> str:
    """``xl/tables/table3.xml`` -> the next name of that kind that is free."""
    stem, suffix = posixpath.splitext(part)
    stem = stem.rstrip("0123456789")
    names = (f"{stem}{number}{suffix}" for number in range(1, 100_000))
    return next(name for name in names if name not in package)


def _table_ids(package: Package, contents: Contents) -> Iterator[int]:
    for table in contents.tables:
        element = package.part(table.part).element("table")
        found = attributes_of(element.attributes).get("id", "") if element else ""
        yield int(found) if found.isdecimal() else 0


def _sheet_ids(book: Part) -> Iterator[int]:
    for element in book.elements("sheet"):
        found = attributes_of(element.attributes).get("sheetId", "")
        yield int(found) if found.isdecimal() else 0


def _copied_sheet(part: Part, plan: _Plan) -> bytes:
    dropped = [name for name in _HANGING if plan.buttons is None or name != "legacyDrawing"]
    splices = [*_without_hanging(part, dropped), *_for_one_table(part, plan.relation_id)]
    for name in ("worksheet", "sheetPr", "pageSetup"):
        element = part.element(name)
        if element is not None:
            raw = _UNIQUE.sub(b"", _RELATION_ID.sub(b"", element.attributes))
            splices.append(element.with_attributes(with_attribute(raw, "codeName", None)))
    for view in part.elements("sheetView"):
        splices.append(view.with_attributes(with_attribute(view.attributes, "tabSelected", None)))
    return spliced(part.data, splices)


def _without_hanging(part: Part, names: Iterable[str]) -> Iterator[Splice]:
    """Take out what needs a relationship that the copy has not."""
    inside = [span for span in _alternatives(part.mask) if _RELATED.search(part.mask, *span)]
    extensions = part.element("extLst")
    if extensions is not None:
        found = _EXTENSION.finditer(part.mask, extensions.opened, extensions.closing)
        inside += [match.span() for match in found if _RELATED.search(match.group())]
    yield from ((start, end, b"") for start, end in inside)
    for name in names:
        for element in part.elements(name):
            covered = any(start <= element.start < end for start, end in inside)
            if not covered and _hangs(part, name, element):
                yield element.start, element.end, b""


def _alternatives(mask: bytes) -> Iterator[tuple[int, int]]:
    """The outermost contents for several versions: a sheet's controls stand in one, and each of them in its own."""
    depth = start = 0
    for match in _ALTERNATIVE.finditer(mask):
        if not match.group(1):
            start = start if depth else match.start()
            depth += 0 if match.group().endswith(b"/>") else 1
        elif depth == 1:
            yield start, match.end()
            depth = 0
        else:
            depth -= 1


def _hangs(part: Part, name: str, element: Element) -> bool:
    """Links to places in the workbook hang on nothing and stay."""
    return name != "hyperlinks" or bool(_RELATED.search(part.mask[element.start : element.end]))


def _for_one_table(part: Part, relation_id: str) -> Iterator[Splice]:
    """Keep the reference to the one table, under the identity it has already."""
    tables = part.element("tableParts")
    if tables is None:
        return
    yield tables.with_attributes(with_attribute(tables.attributes, "count", "1"))
    for element in part.elements("tablePart", tables.opened, tables.closing):
        if relation_id not in attributes_of(element.attributes).values():
            yield element.start, element.end, b""


def _sheet_relations(plan: _Plan) -> bytes:
    """What the copy points to, under the identities that its original uses."""
    links = [(plan.relation_id, "table", plan.table_part)]
    if plan.buttons is not None:
        links.append((plan.buttons.identity, "vmlDrawing", plan.buttons.new_part))
    folder = posixpath.dirname(plan.sheet_part)
    written = b"".join(
        b'<Relationship Id="%b" Type="%b%b" Target="%b"/>'
        % (escaped(identity), _TYPES, kind.encode(), escaped(posixpath.relpath(part, folder)))
        for identity, kind, part in links
    )
    return (
        b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">%b</Relationships>'
        % written
    )


def _copied_table(part: Part, name: str, identity: int) -> bytes:
    element = part.element("table")
    if element is None:
        return part.data
    raw = _UNIQUE.sub(b"", element.attributes)
    for attribute, value in (("id", str(identity)), ("name", name), ("displayName", name)):
        raw = with_attribute(raw, attribute, value)
    return spliced(part.data, [element.with_attributes(raw)])


def _with_sheet(part: Part, plan: _Plan) -> bytes:
    """List the copy behind its original, and let everything that counts sheets count on."""
    elements = list(part.elements("sheet"))
    index = plan.sheet.index
    original = elements[index]
    raw = _RELATION_ID.sub(rb'\1"%b"' % escaped(plan.book_id), original.attributes)
    for name, value in (("name", plan.new.new_sheet), ("sheetId", str(plan.sheet_id)), ("state", "hidden")):
        raw = with_attribute(raw, name, value, after=("name", "sheetId"))
    tag = part.prefix + b"sheet"
    copied = b"<%b%b/>" % (tag, raw.rstrip())
    splices: list[Splice] = [(original.end, original.end, copied)]
    splices += _counted_on(part, index)
    splices += _copied_names(part, plan)
    return spliced(part.data, splices)


def _counted_on(part: Part, index: int) -> Iterator[Splice]:
    for view in part.elements("workbookView"):
        raw = view.attributes
        for name in ("activeTab", "firstSheet"):
            raw = _shifted(raw, name, index)
        yield view.with_attributes(raw)
    for element in part.elements("definedName"):
        yield element.with_attributes(_shifted(element.attributes, "localSheetId", index))


def _shifted(raw: bytes, name: str, index: int) -> bytes:
    found = attributes_of(raw).get(name, "")
    return with_attribute(raw, name, str(int(found) + 1)) if found.isdecimal() and int(found) > index else raw


def _copied_names(part: Part, plan: _Plan) -> Iterator[Splice]:
    """Copy the original's print area and the rows it repeats on every page; a filter is not copied."""
    for element in part.elements("definedName"):
        found = attributes_of(element.attributes)
        if found.get("localSheetId") != str(plan.sheet.index) or "filter" in found.get("name", "").lower():
            continue
        text = part.text(element)
        for old in (quoted(plan.sheet.name), plan.sheet.name):
            text = text.replace(f"{old}!", f"{quoted(plan.new.new_sheet)}!")
        raw = with_attribute(element.attributes, "localSheetId", str(plan.sheet.index + 1))
        tag = part.prefix + b"definedName"
        yield element.end, element.end, b"<%b%b>%b</%b>" % (tag, raw, escaped(text), tag)


def _with_relation(package: Package, contents: Contents, plan: _Plan) -> bytes:
    part = package.part(relations_part(contents.workbook))
    return _with_like(
        part,
        "Relationship",
        {one.identity for one in package.relations(contents.workbook) if one.target == plan.sheet.part},
        "Id",
        {"Id": plan.book_id, "Target": posixpath.relpath(plan.sheet_part, posixpath.dirname(contents.workbook))},
    )


def _with_types(part: Part, plan: _Plan) -> bytes:
    copied = [(plan.sheet.part, plan.sheet_part), (plan.table.part, plan.table_part)]
    if plan.buttons is not None:  # a type of its own, unless all drawings of the kind have one together
        copied.append((plan.buttons.part, plan.buttons.new_part))
    for old, new in copied:
        data = _with_like(part, "Override", {f"/{old}"}, "PartName", {"PartName": f"/{new}"})
        part = Part(data, "")
    return part.data


def _with_like(part: Part, name: str, originals: Iterable[str], key: str, new: Mapping[str, str]) -> bytes:
    """Add an element like the one whose ``key`` is among ``originals``, with some attributes of its own."""
    wanted = {original.lower() for original in originals}
    for element in part.elements(name):
        if attributes_of(element.attributes).get(key, "").lower() in wanted:
            raw = element.attributes
            for attribute, value in new.items():
                raw = with_attribute(raw, attribute, value)
            return spliced(part.data, [(element.end, element.end, b"<%b%b/>" % (part.prefix + name.encode(), raw))])
    return part.data


def _with_members(data: bytes, added: Mapping[str, bytes]) -> bytes:
    """Add members to a zip behind those that are there; what is packed stays as it is."""
    file = io.BytesIO(data)
    with zipfile.ZipFile(file, "a") as archive:
        for name, content in added.items():
            info = zipfile.ZipInfo(name, _LONG_AGO)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return file.getvalue()
