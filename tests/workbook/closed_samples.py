"""Workbooks for the closed book's tests: built with XlsxWriter, saved again by LibreOffice, and written by hand.

The hand-written ones imitate writers that do everything in another way than Excel: namespace prefix, absolute targets,
other part names, cells that do not say where they stand, blanks inside tags.
"""

import datetime as dt
import os
import shutil
import struct
import subprocess
import zipfile
import zlib
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

ROUND_HEADINGS = (
    "台次",
    "红方编号",
    "红方",
    "红方单位",
    "红方积分",
    "结果",
    "黑方积分",
    "黑方单位",
    "黑方",
    "黑方编号",
)
USER_SHEET = "我的图表"
BLOCK = "XQ_STANDINGS(赛事[#All],名单[#All],第1轮[#All])"


def png(colour: bytes = b"\xc0\x20\x20") -> bytes:
    """An 8 by 8 picture of one colour."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    pixels = b"".join(b"\0" + colour * 8 for _ in range(8))
    header = struct.pack(">2I5B", 8, 8, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b"")


def rich_workbook(path: Path) -> Path:
    """A club's workbook: our tables, and everything of the user's own that a load-and-save would lose."""
    picture = path.with_suffix(".png")
    picture.write_bytes(png())
    book = xlsxwriter.Workbook(str(path))
    boxed = book.add_format({"border": 1})
    text = book.add_format({"border": 1, "num_format": "@", "align": "center"})
    day = book.add_format({"num_format": "yyyy-mm-dd"})

    settings = book.add_worksheet("赛事")
    settings.add_table(0, 0, 4, 2, {"name": "赛事", "columns": [{"header": h} for h in ("项目", "内容", "说明")]})
    settings.write_column(1, 0, ["比赛名称", "轮数", "赛制", "日期"])
    settings.write_column(1, 1, ["“棋王”赛 <决赛> & 表演", 7, "积分编排"])
    settings.write_datetime(4, 1, dt.datetime(2009, 10, 3), day)
    settings.write(6, 1, "还没有开始", boxed)
    book.define_name("状态栏", "=赛事!$B$7")
    settings.insert_button("E2", {"macro": "XQ_PairNext", "caption": "编排下一轮"})
    settings.data_validation("B4", {"validate": "list", "source": ["单循环", "积分编排"]})

    roster = book.add_worksheet("名单")
    heads = ("编号", "姓名", "单位", "等级分")
    roster.add_table(0, 0, 30, 3, {"name": "名单", "columns": [{"header": h} for h in heads]})
    for row in range(1, 31):
        for column in range(4):
            roster.write_blank(row, column, None, text if column == 1 else boxed)
    for number in range(1, 11):
        roster.write(number, 0, number, boxed)
        roster.write(number, 1, f"棋手{number}", text)
        roster.write_formula(number, 2, f'="单位"&{number}', boxed, f"单位{number}")
    roster.data_validation("D2:D31", {"validate": "integer", "criteria": ">", "value": 0})
    roster.conditional_format("A2:A31", {"type": "duplicate", "format": book.add_format({"bg_color": "#FFC7CE"})})
    roster.conditional_format("D2:D31", {"type": "data_bar", "data_bar_2010": True})
    roster.freeze_panes(1, 0)

    for number in (1, 2, 3):
        sheet = book.add_worksheet(f"第{number}轮")
        columns = [{"header": h} for h in ROUND_HEADINGS]
        sheet.add_table(0, 0, 8, 9, {"name": f"第{number}轮", "columns": columns})
        for row in range(1, 9):
            for column in range(10):
                sheet.write_blank(row, column, None, text if column == 5 else boxed)
        sheet.print_area(0, 0, 8, 9)
        if number > 1:
            sheet.hide()

    chart_sheet = book.add_chartsheet("积分图")
    column_chart = book.add_chart({"type": "column"})
    column_chart.add_series({"values": "=名单!$A$2:$A$11"})
    chart_sheet.set_chart(column_chart)

    standings = book.add_worksheet("成绩表")
    standings.set_column("C:C", 12, text)
    standings.set_row(2, 30)
    for row in range(1, 21):
        for column in range(8):
            standings.write_blank(row, column, None, boxed)
    standings.write_array_formula(1, 0, 20, 7, f"{{={BLOCK}}}", boxed, "名次")
    book.define_name("成绩表区", "=成绩表!$A$2:$H$21")

    mine = book.add_worksheet(USER_SHEET)
    mine.insert_image("A1", str(picture))
    chart = book.add_chart({"type": "line"})
    chart.add_series({"values": "=名单!$A$2:$A$11"})
    mine.insert_chart("D2", chart)
    mine.insert_textbox("D20", "公告：第三轮 14:00 开始")
    mine.write_row("A30", [3, 1, 4, 1, 5])
    mine.add_sparkline("F30", {"range": f"{USER_SHEET}!A30:E30"})
    mine.write_comment("A30", "裁判的批注")
    mine.write_formula("G30", "=SUM(A30:E30)", boxed, 14)
    mine.write_array_formula("A40:C40", "{=A30:C30*2}", boxed, 6)
    mine.write_rich_string("A42", "红", book.add_format({"bold": True}), "先", "黑后")
    mine.write_boolean("B42", True)
    mine.write_formula("C42", "=1/0", None, "#DIV/0!")
    mine.merge_range("A44:C45", "合并", boxed)
    mine.conditional_format("A30:E30", {"type": "icon_set", "icon_style": "3_arrows"})
    book.close()
    picture.unlink()
    return path


def soffice() -> str:
    """The LibreOffice program; the test is skipped without it, unless the hosts are required."""
    program = shutil.which("soffice")
    if program is None:
        if os.environ.get("XLPAIR_REQUIRE_HOSTS"):
            pytest.fail("soffice is missing and XLPAIR_REQUIRE_HOSTS is set")
        pytest.skip("soffice is missing: LibreOffice cannot read or write the file")
    return program


def converted(path: Path, kind: str, folder: Path) -> Path:
    """The file as LibreOffice writes it in another kind: ``xlsx``, or a CSV of each sheet."""
    program = soffice()
    folder.mkdir(exist_ok=True)
    command = [program, f"-env:UserInstallation=file://{folder.parent / 'profile'}", "--headless", "--convert-to", kind]
    subprocess.run([*command, "--outdir", str(folder), str(path)], check=True, capture_output=True, timeout=120)
    return folder / f"{path.stem}.{kind.partition(':')[0]}"


def parts(path: Path) -> dict[str, bytes]:
    """Every member of the zip, unpacked."""
    with zipfile.ZipFile(path) as archive:
        return {info.filename: archive.read(info) for info in archive.infolist()}


def write_zip(path: Path, members: dict[str, bytes | str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE_RELS = "http://schemas.openxmlformats.org/package/2006/relationships"
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def relationships(*found: tuple[str, str, str]) -> str:
    lines = "".join(f'<Relationship Id="{i}" Type="{RELS}/{kind}" Target="{target}"/>' for i, kind, target in found)
    return f'{_XML}<Relationships xmlns="{PACKAGE_RELS}">{lines}</Relationships>'


def content_types(*found: tuple[str, str]) -> str:
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    lines = "".join(f'<Override PartName="{part}" ContentType="{kind}.{name}+xml"/>' for part, name in found)
    rels = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    return f'{_XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{rels}{lines}</Types>'


def plain_members(
    sheet_data: str, *, before: str = "", after: str = "", types: tuple[tuple[str, str], ...] = ()
) -> dict[str, bytes | str]:
    """The least that makes a workbook of one sheet, with its sheetData given; Excel-like part names."""
    return {
        "[Content_Types].xml": content_types(
            ("/xl/workbook.xml", "sheet.main"), ("/xl/worksheets/sheet1.xml", "worksheet"), *types
        ),
        "_rels/.rels": relationships(("rId1", "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'{_XML}<workbook xmlns="{MAIN}" xmlns:r="{RELS}"><sheets>'
        '<sheet name="表" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relationships(("rId1", "worksheet", "worksheets/sheet1.xml")),
        "xl/worksheets/sheet1.xml": f'{_XML}<worksheet xmlns="{MAIN}" xmlns:r="{RELS}">{before}'
        f'<sheetData>{sheet_data}</sheetData><pageMargins left="0.7" right="0.7"/>{after}</worksheet>',
    }


def plain_workbook(path: Path, sheet_data: str, **more: Any) -> Path:
    return write_zip(path, plain_members(sheet_data, **more))


def odd_workbook(path: Path) -> Path:
    """A workbook by a writer that does all in its own way, as some .NET and Java libraries do."""
    sheet = f"""<?xml version='1.0' encoding='utf-8' ?>
<!-- made by hand --><x:worksheet xmlns:x='{MAIN}' xmlns:r="{RELS}" >
 <x:dimension ref="A1:D6" />
 <x:sheetViews><x:sheetView workbookViewId='0' tabSelected='1' /></x:sheetViews>
 <x:sheetData>
  <x:row r='1' ><x:c t="s" ><x:v>0</x:v></x:c>
<x:c t="s"><x:v>1</x:v></x:c>
<x:c r="D1" t='inlineStr'><x:is>
<x:t xml:space="preserve"> 备注 </x:t></x:is></x:c></x:row>
  <x:row ><x:c s='1'><x:v>40089</x:v></x:c>
<x:c s="2" ><x:v>0.0833333333333333</x:v></x:c>
<x:c s="3"><x:v>40089.5</x:v></x:c>
<x:c t="d"><x:v>2009-10-03T08:30:00</x:v></x:c></x:row>
  <x:row r="4" hidden="1" ><x:c r="A4" ><x:v>3.0</x:v></x:c>
<x:c r="B4" t="b"><x:v>1</x:v></x:c>
<x:c r="C4" t="e"><x:v>#REF!</x:v></x:c>
<x:c r="D4" t="str"><x:f>"a"&amp;"&lt;"</x:f><x:v>a&lt;</x:v></x:c></x:row>
  <x:row r="5" ><x:c r="A5" t="str"><x:v><![CDATA[<x:c r="Z9"> & ]]></x:v></x:c>
<x:c r="B5" t="s"><x:v>2</x:v></x:c>
<x:c r="C5" t="s"><x:v>3</x:v></x:c><!-- <x:c r="E5"><x:v>9</x:v></x:c> --></x:row>
  <x:row r="6" ><x:c r="A6" s="0" />
<x:c r="B6">
<x:f t="shared" ref="B6:D6" si="0">A6+1</x:f><x:v>1</x:v></x:c>
<x:c r="C6"><x:f t="shared" si="0" /><x:v>2</x:v></x:c>
<x:c r="D6"><x:f t="shared" si="0" /><x:v>3</x:v></x:c></x:row>
 </x:sheetData>
 <x:mergeCells count="1" ><x:mergeCell ref="A1:B1" /></x:mergeCells>
 <x:tableParts count="1" ><x:tablePart r:id="rId7" /></x:tableParts>
</x:worksheet>"""
    strings = (
        f'<x:sst xmlns:x="{MAIN}"><x:si><x:t>编号</x:t></x:si><x:si><x:t>姓 &amp; 名</x:t></x:si>'
        "<x:si><x:r><x:rPr><x:b /></x:rPr><x:t>红</x:t></x:r><x:r><x:t xml:space='preserve'> 先</x:t></x:r></x:si>"
        '<x:si><x:t>王</x:t><x:rPh sb="0" eb="1"><x:t>ワン</x:t></x:rPh><x:t>_x0041_</x:t></x:si></x:sst>'
    )
    styles = (
        f'<x:styleSheet xmlns:x="{MAIN}"><x:numFmts count="1"><x:numFmt numFmtId="170" '
        'formatCode="[$-804]yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;\\ h:mm" /></x:numFmts>'
        '<x:fonts count="1"><x:font /></x:fonts><x:fills count="1"><x:fill /></x:fills>'
        '<x:borders count="1"><x:border /></x:borders>'
        '<x:cellStyleXfs><x:xf numFmtId="14" /></x:cellStyleXfs><x:cellXfs><x:xf numFmtId="0" /><x:xf numFmtId="14" />'
        '<x:xf numFmtId="20" /><x:xf numFmtId="170" /></x:cellXfs></x:styleSheet>'
    )
    members: dict[str, bytes | str] = {
        "content/book.xml": f'<x:workbook xmlns:x="{MAIN}" xmlns:rel="{RELS}"><x:sheets>'
        '<x:sheet rel:id="a" name="It&apos;s 名单" sheetId="9" /></x:sheets><x:definedNames>'
        "<x:definedName name=\"状态栏\">'It''s 名单'!$A$5</x:definedName>"
        '<x:definedName name="别的">SUM(A1)</x:definedName></x:definedNames></x:workbook>',
        "_rels/.rels": relationships(("r", "officeDocument", "/content/book.xml")),
        "content/_rels/book.xml.rels": relationships(
            ("a", "worksheet", "/content/pages/one.xml"),
            ("b", "sharedStrings", "../texts.xml"),
            ("c", "styles", "looks.xml"),
        ),
        "content/pages/one.xml": sheet,
        "content/pages/_rels/one.xml.rels": relationships(("rId7", "table", "../../lists/t.xml")),
        "lists/t.xml": f'<x:table xmlns:x="{MAIN}" id="1" name="表1" displayName="名单" ref="A1:D6" />',
        "texts.xml": strings,
        "content/looks.xml": styles,
        "[Content_Types].xml": content_types(
            ("/content/book.xml", "sheet.main"),
            ("/content/pages/one.xml", "worksheet"),
            ("/texts.xml", "sharedStrings"),
            ("/content/looks.xml", "styles"),
            ("/lists/t.xml", "table"),
        ),
    }
    return write_zip(path, members)
