"""Sheets written down as the members of a zip, directly so that thousands cost little."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Sequence
from functools import cache
from random import Random
from xml.sax.saxutils import escape, quoteattr

from odd_sheets import Sheet, letters
from odd_values import SHARED, Cell

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE_RELS = "http://schemas.openxmlformats.org/package/2006/relationships"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

STYLES = (
    f'{HEAD}<styleSheet xmlns="{MAIN}"><numFmts count="1">'
    '<numFmt numFmtId="170" formatCode="yyyy-mm-dd hh:mm"/></numFmts>'
    '<fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>'
    '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/>'
    '<xf numFmtId="20"/><xf numFmtId="170"/></cellXfs></styleSheet>'
)


LETTERS = tuple(letters(column) for column in range(60))


def cell_xml(row: int, column: int, cell: Cell, strings: dict[str, int]) -> str:
    kind, style, content = cell
    place = f'<c r="{LETTERS[column]}{row + 1}"'
    if kind == SHARED:
        return f'{place} t="s"><v>{strings.setdefault(content, len(strings))}</v></c>'
    if not kind and not style:
        return f"{place}>{content}</c>"
    return f"{place}{f' s={quoteattr(style)}' if style else ''}{f' t={quoteattr(kind)}' if kind else ''}>{content}</c>"


def sheet_xml(sheet: Sheet, strings: dict[str, int]) -> str:
    """A sheet's part; its texts go into the shared strings, as those of most programs do."""
    rows = []
    for at, cells in enumerate(sheet.rows):
        if cells:
            written = "".join(
                cell_xml(at, column, cell, strings) for column, cell in enumerate(cells) if cell is not None
            )
            rows.append(f'<row r="{at + 1}">{written}</row>')
    merges = "".join(f'<mergeCell ref="{merge}"/>' for merge in sheet.merges)
    merged = f'<mergeCells count="{len(sheet.merges)}">{merges}</mergeCells>' if merges else ""
    tables = '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>' if sheet.table else ""
    return (
        f'{HEAD}<worksheet xmlns="{MAIN}" xmlns:r="{RELS}">{sheet.before}<sheetData>{"".join(rows)}{sheet.after}'
        f"</sheetData>{merged}{tables}</worksheet>"
    )


def members_of(sheets: Sequence[Sheet], names: Sequence[tuple[str, str]] = ()) -> dict[str, bytes]:
    """Every part of the workbook."""
    members: dict[str, str] = {}
    listed, relations, types = [], [], []
    strings: dict[str, int] = {}
    for at, sheet in enumerate(sheets, 1):
        listed.append(f'<sheet name={quoteattr(sheet.name)} sheetId="{at}" state="{sheet.state}" r:id="rId{at}"/>')
        relations.append(f'<Relationship Id="rId{at}" Type="{RELS}/worksheet" Target="worksheets/sheet{at}.xml"/>')
        members[f"xl/worksheets/sheet{at}.xml"] = sheet_xml(sheet, strings)
        types.append(f'<Override PartName="/xl/worksheets/sheet{at}.xml" ContentType="{KIND}.worksheet+xml"/>')
        if sheet.table:
            members[f"xl/worksheets/_rels/sheet{at}.xml.rels"] = (
                f'{HEAD}<Relationships xmlns="{PACKAGE_RELS}"><Relationship Id="rId1" Type="{RELS}/table" '
                f'Target="../tables/table{at}.xml"/></Relationships>'
            )
            members[f"xl/tables/table{at}.xml"] = (
                f'{HEAD}<table xmlns="{MAIN}" id="{at}" name={quoteattr(sheet.table)} '
                f"displayName={quoteattr(sheet.table)} ref={quoteattr(sheet.reference)}/>"
            )
    defined = "".join(f"<definedName name={quoteattr(name)}>{escape(where)}</definedName>" for name, where in names)
    members["xl/workbook.xml"] = (
        f'{HEAD}<workbook xmlns="{MAIN}" xmlns:r="{RELS}"><sheets>{"".join(listed)}</sheets>'
        f"<definedNames>{defined}</definedNames></workbook>"
    )
    relations.append(f'<Relationship Id="s" Type="{RELS}/styles" Target="styles.xml"/>')
    relations.append(f'<Relationship Id="t" Type="{RELS}/sharedStrings" Target="sharedStrings.xml"/>')
    members["xl/_rels/workbook.xml.rels"] = (
        f'{HEAD}<Relationships xmlns="{PACKAGE_RELS}">{"".join(relations)}</Relationships>'
    )
    written = "".join(f'<si><t xml:space="preserve">{escape(text)}</t></si>' for text in strings)
    members["xl/styles.xml"], members["xl/sharedStrings.xml"] = STYLES, f'{HEAD}<sst xmlns="{MAIN}">{written}</sst>'
    members["_rels/.rels"] = (
        f'{HEAD}<Relationships xmlns="{PACKAGE_RELS}"><Relationship Id="r" Type="{RELS}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>'
    )
    members["[Content_Types].xml"] = (
        f'{HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" '
        f'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>{"".join(types)}</Types>'
    )
    return {name: text.encode("utf-8", "replace") for name, text in members.items()}


def zipped(members: dict[str, bytes], compression: int = zipfile.ZIP_STORED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content, compression)
    return out.getvalue()


def defined_names(random: Random) -> list[tuple[str, str]]:
    names = [
        ("成绩表区", "成绩表!$A$4:$L$24"),
        ("编排卡区", "编排卡!$A$4:$H$14"),
        ("编排卡编号", "编排卡!$B$2"),
        ("状态栏", "赛事!$A$2"),
    ]
    if random.random() < 0.15:
        at = random.randrange(len(names))
        names[at] = (
            names[at][0],
            random.choice(("#REF!", "没有!$A$1", "成绩表!$A$1", "SUM(A1)", "'成绩表'!$A$4:$XFD$1048576", "")),
        )
    return names


@cache
def packed_spaces(megabytes: int) -> bytes:
    packer = zlib.compressobj(1, zlib.DEFLATED, -15)
    return b"".join(packer.compress(b" " * (1 << 20)) for _ in range(megabytes)) + packer.flush()


def lying_zip(members: dict[str, bytes], target: str, megabytes: int = 64) -> bytes:
    """A part that says it is 4,000 bytes and unpacks to much more."""
    data = bytearray(zipped({**members, target: packed_spaces(megabytes)}))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        local = archive.getinfo(target).header_offset
        central = archive.start_dir
        for info in archive.infolist():
            if info.filename == target:
                break
            central += 46 + len(info.filename.encode()) + len(info.extra) + len(info.comment)
    for place, method in ((local, 8), (central, 10)):
        data[place + method : place + method + 2] = (8).to_bytes(2, "little")
        size = place + method + 14
        data[size : size + 4] = (4000).to_bytes(4, "little")
    return bytes(data)
