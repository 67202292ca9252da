"""Random workbooks, most of them valid zips with our tables in them, written directly so that thousands cost little.

Every case is made from its number and the seed alone. Nothing here knows how the product reads.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from xml.sax.saxutils import escape, quoteattr

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE_RELS = "http://schemas.openxmlformats.org/package/2006/relationships"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

ROSTER = ("编号", "姓名", "单位", "等级分", "种子", "参赛轮次", "备注")
ROUND = (
    "台次", "红方编号", "红方", "红方单位", "红方积分", "结果", "黑方积分", "黑方单位", "黑方", "黑方编号", "红犯规",
    "黑犯规", "备注",
)  # fmt: skip
LOG = ("时间", "命令", "轮次", "抽签种子", "版本", "结果指纹", "说明")
SETTINGS = {
    "版式": ("1", "2", "0", "x"),
    "赛制": ("积分编排", "单循环", "双循环", "分组循环", "单败淘汰", "循环", "swiss"),
    "轮数": ("7", "3", "0", "-1", "99999999999", "七", "1.5"),
    "每轮局数": ("1", "2", "9", "0"),
    "记分": ("2/1/0 2/1/0", "3/1/0", "1/½/0", "1/1/1", "0/0/0", "x/y"),
    "名次顺序": ("积分、对手分", "积分编排 甲", "单循环", "抽签", "没有这个", "、、"),
    "首轮配对": ("临近", "首尾", "拦腰", "随机"),
    "首轮先后": ("单数台小号先", "抽签", "上半区先"),
    "编号方式": ("按名单", "混编", "分区单双", "分区前后"),
    "同单位回避": ("首轮", "不回避", "前3轮", "全程", "前0轮"),
    "不相遇": ("1-2", "1-1", "3-7, 5-9", "a-b"),
    "最后三轮": ("是", "否", "也许"),
    "轮空得分": ("胜", "和", "负"),
    "连弃停排": ("2", "0", "-3"),
    "抽签种子": ("1", "99999999999999999999", "种"),
    "末位淘汰": ("5轮后少于4分", "5轮后取8名", "后"),
    "成绩表更新": ("数值", "实时公式"),
    "双循环接缝": ("照表", "末两轮对调"),
    "等级分K": ("20", "-20", "0"),
}
RESULTS = ("2:0", "1:1", "0:2", "胜", "和", "负", "+-", "-+", "--", "", "-", "２：０", "½-½", "3:0", "x", "红胜")
SHEET_NAMES = (
    "第1轮",
    "第2轮(下午)",
    "第0轮",
    "第99999轮",
    "It's",
    "表",
    "名单",
    "成绩表",
    " ",
    "a" * 31,
    "第１轮",
    "'",
)
NAMES = ("王伟", "张三", "张 三", "張三", "=1+1", "+张", "-李", "@队", "<b>", "&amp;", "", " ", "轮空", "请假", "007")

# A cell as it stands in a sheet: its ``t``, its ``s`` and the XML between its tags.
Cell = tuple[str, str, str]


SHARED = "shared"
"""The ``t`` of a cell whose text is put among the shared strings when the workbook is written."""


def text_cell(text: str) -> Cell:
    return SHARED, "", text


def inline_cell(text: str) -> Cell:
    return "inlineStr", "", f'<is><t xml:space="preserve">{escape(text)}</t></is>'


def number_cell(number: object) -> Cell:
    return "", "", f"<v>{number}</v>"


def odd_text(random: Random) -> str:
    kind = random.randrange(12)
    if kind == 0:
        return "长" * random.choice((33, 255, 5000))
    if kind == 1:
        return "".join(chr(random.randrange(0x20, 0xD7FF)) for _ in range(random.randrange(1, 12)))
    if kind == 2:
        return random.choice(
            ("_x0000_", "_xD800_", "_xFFFF_", "_x0041_", "\u202e倒\u202c", "👨‍👩‍👧", "e\u0301" * 40, "\u3000\u200b")
        )
    if kind == 3:
        return random.choice("０１２３４５６７８９½⅓①㈠Ⅳ") * random.randrange(1, 30)
    if kind == 4:
        return random.choice(("1-", "-1", "3-1", "0-0", "1-3,5-", "退赛", "1-3 退赛", "1~999999999", "第1轮", "，，，"))
    if kind == 5:
        return random.choice(("9" * 400, "1e999", "1/0", "0/0", "1⁄0", "-0", "0x10", "1_000", "٣", "inf", "nan"))
    return random.choice((*NAMES, *RESULTS, *ROSTER, *ROUND))


def odd_cell(random: Random) -> Cell:
    """Anything a cell may hold, and some that none should."""
    kind = random.randrange(16)
    if kind < 3:
        return text_cell(odd_text(random))
    if kind < 5:
        return inline_cell(odd_text(random))
    if kind == 5:
        return number_cell(random.choice((0, 1, 2, 3, -1, 2.5, 3.0, 1e15, 1e300, -0.0, 45658, 0.5, 1 / 24, 2**63)))
    if kind == 6:  # dates, times, both, by the styles 1 to 3
        return (
            "",
            str(random.randrange(1, 4)),
            f"<v>{random.choice((0, 0.083333333, 1, 59, 60, 61, 45658, 46024.25, 2958465, 3e6, -1))}</v>",
        )
    if kind == 7:
        return "e", "", f"<v>{random.choice(('#REF!', '#N/A', '#VALUE!', '#DIV/0!', '#SPILL!', '#', ''))}</v>"
    if kind == 8:
        return "b", "", f"<v>{random.choice(('0', '1', 'true', '2', ''))}</v>"
    if kind == 9:
        return "str", "", f"<f>{escape(random.choice(('报名!B2', 'A1+1', '')))}</f><v>{escape(odd_text(random))}</v>"
    if kind == 10:
        return "s", "", f"<v>{random.choice((0, 1, 2, 3, 7, -1, 99999999999, 'x', ''))}</v>"
    if kind == 11:
        return (
            "d",
            "",
            f"<v>{random.choice(('2025-01-01', '2025-01-01T08:00:00', 'T08:00', '08:00', '2025-13-99', 'x'))}</v>",
        )
    if kind == 12:
        return (
            "",
            "",
            random.choice(
                (
                    "",
                    "<v/>",
                    "<v></v>",
                    "<f>A1</f>",
                    "<v>1E400</v>",
                    "<v>NaN</v>",
                    "<v>1,5</v>",
                    "<v> 3 </v>",
                    f"<v>{'9' * 5000}</v>",
                    "<v>1<!-- x -->2</v>",
                    "<v><![CDATA[7]]></v>",
                )
            ),
        )
    if kind == 13:
        return (
            random.choice(("x", "", "n", "inlineStr")),
            random.choice(("", "999", "x", "-1")),
            "<is><t>A</t></is><v>1</v>",
        )
    if kind == 14:
        return "inlineStr", "", "<is><r><t>王</t></r><rPh sb='0' eb='1'><t>W</t></rPh><r><t>伟</t></r></is>"
    return text_cell("")


@dataclass
class Sheet:
    """A sheet in the making: rows of cells (None = nothing), its table, and raw XML to put beside them."""

    name: str
    rows: list[list[Cell | None]]
    table: str = ""
    reference: str = ""
    state: str = "visible"
    merges: list[str] = field(default_factory=list)
    before: str = ""
    after: str = ""


def letters(column: int) -> str:
    text = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text


def area(top: int, left: int, bottom: int, right: int) -> str:
    return f"{letters(left)}{top + 1}:{letters(right)}{bottom + 1}"


def sheet_of(name: str, table: str, headings: Sequence[str], body: Sequence[Sequence[object]], spare: int) -> Sheet:
    """A sheet with a table under three lines, as ours are."""
    rows: list[list[Cell | None]] = [[text_cell(name)], [], [], [text_cell(heading) for heading in headings]]
    for values in body:
        rows.append([None if v is None else text_cell(v) if isinstance(v, str) else number_cell(v) for v in values])
    bottom = 3 + max(len(body), 1) + spare
    return Sheet(name, rows, table, area(3, 0, bottom, len(headings) - 1))


def event_sheets(random: Random) -> list[Sheet]:
    """An event as a club might have it: pairs and results at random, so that some rules are broken too."""
    count = random.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 9, 10, 12, 16))
    numbers = list(range(1, count + 1))
    if random.random() < 0.2:
        numbers = sorted(random.sample(range(1, 60), count))
    names = {number: random.choice(NAMES) if random.random() < 0.15 else f"棋手{number}" for number in numbers}
    items = [
        (item, random.choice(words) if random.random() < 0.06 else words[0], "") for item, words in SETTINGS.items()
    ]
    roster = [
        (number if random.random() < 0.97 else None, names[number], random.choice(("", "甲队", "乙队")),
         random.choice((None, 1500, 2600)), None, random.choice((None, None, None, None, "1-", "退赛", "2-", "1-1")))
        for number in numbers
    ]  # fmt: skip
    sheets = [
        sheet_of("赛事", "赛事", ("项目", "内容", "说明"), [item for item in items if random.random() < 0.8], 3),
        sheet_of("名单", "名单", ROSTER, roster, 20),
    ]
    played = random.choice((0, 0, 1, 1, 2, 3))
    for at in range(1, random.choice((3, 3, 4, 5))):
        sheets.append(round_sheet(random, at, numbers if at <= played else [], names))
    sheets.append(Sheet("成绩表", [[text_cell("成绩表")], [], [], [None] * 12]))
    sheets.append(Sheet("编排卡", [[text_cell("编排卡")], [None, number_cell(1)], []]))
    sheets.append(log_sheet(random, played))
    return sheets


def round_sheet(random: Random, at: int, numbers: Sequence[int], names: dict[int, str]) -> Sheet:
    order = list(numbers)
    random.shuffle(order)
    body: list[list[object]] = []
    for board in range(len(order) // 2):
        red, black = order[2 * board], order[2 * board + 1]
        result = random.choice(RESULTS[:3]) if random.random() < 0.96 else random.choice(RESULTS)
        body.append([board + 1, red, names[red], "", None, result or None, None, "", names[black], black])
    if len(order) % 2:
        body.append([None, order[-1], names[order[-1]], "", None, None, None, "", "轮空"])
    sheet = sheet_of(f"第{at}轮", f"第{at}轮", ROUND, body, 5)
    sheet.state = "visible" if body else "hidden"
    return sheet


def log_sheet(random: Random, played: int) -> Sheet:
    body: list[list[object]] = []
    for number in range(1, played + 1):
        body.append(
            [45000.5, random.choice(("编排下一轮", "人工编排")), number, 5, "0.1", random.choice(("", "1:0123abcd"))]
        )
        body.append([45000.5, "对阵", number, None, "0.1", "0123abcd", random.choice(("1-2，3-4", "1-2，x", ""))])
        body.append(
            [
                45000.5,
                random.choice(("所据成绩", "撤销本轮", "编号", "x")),
                number,
                None,
                "",
                "0123abcd",
                "第1轮：1-2 2:0",
            ]
        )
    return sheet_of("编排记录", "编排记录", LOG, body, 20)


# --- what hands and chance do to it -----------------------------------------------------------------------------------


def odd_cells(random: Random, sheets: list[Sheet]) -> None:
    for _ in range(random.choice((1, 1, 2, 3, 6, 20))):
        sheet = random.choice(sheets)
        row, column = random.randrange(18), random.randrange(14)
        while len(sheet.rows) <= row:
            sheet.rows.append([])
        cells = sheet.rows[row]
        cells += [None] * (column + 1 - len(cells))
        cells[column] = odd_cell(random)


def odd_headings(random: Random, sheets: list[Sheet]) -> None:
    for _ in range(random.randrange(1, 4)):
        sheet = random.choice(sheets)
        if len(sheet.rows) > 3 and sheet.rows[3]:
            at = random.randrange(len(sheet.rows[3]))
            sheet.rows[3][at] = random.choice(
                (None, text_cell(odd_text(random)), text_cell("結 果 "), odd_cell(random))
            )


def odd_order(random: Random, sheets: list[Sheet]) -> None:
    """Columns and rows in another order, the sheets too."""
    sheet = random.choice(sheets)
    width = max(map(len, sheet.rows), default=0)
    order = list(range(width))
    random.shuffle(order)
    for at, cells in enumerate(sheet.rows[3:], 3):
        padded = cells + [None] * (width - len(cells))
        sheet.rows[at] = [padded[column] for column in order]
    body = sheet.rows[4:]
    random.shuffle(body)
    sheet.rows[4:] = body
    random.shuffle(sheets)


def odd_tables(random: Random, sheets: list[Sheet]) -> None:
    sheet = random.choice(sheets)
    kind = random.randrange(4)
    if kind == 0:
        sheet.table = ""
    elif kind == 1:
        sheet.table = random.choice(("名单", "第1轮", "第2轮", "赛事", "编排记录", "第" + "9" * 5000 + "轮", "表1"))
    elif kind == 2:
        corners = sorted(random.randrange(30) for _ in range(2)), sorted(random.randrange(20) for _ in range(2))
        sheet.reference = area(corners[0][0], corners[1][0], corners[0][1], corners[1][1])
    else:
        sheet.reference = random.choice(
            ("", "A1", "x", "A0:B2", "A1:XFD1048576", "A1:ZZZZ9", "C9:A1", "$A$4:$G$9", "A5:A5", "A1:B2 C3:D4")
        )


def odd_names(random: Random, sheets: list[Sheet]) -> None:
    sheet = random.choice(sheets)
    sheet.name = random.choice((*SHEET_NAMES, "长" * 5000, odd_text(random)))
    random.choice(sheets).state = random.choice(("hidden", "veryHidden", "x"))


def odd_merges(random: Random, sheets: list[Sheet]) -> None:
    sheet = random.choice(sheets)
    for _ in range(random.randrange(1, 5)):
        top, left = random.randrange(30), random.randrange(12)
        merge = area(top, left, top + random.randrange(12), left + random.randrange(3))
        sheet.merges.append(random.choice((merge, merge, "A1:XFD1048576", "B2", "x", "C1:C1048576")))


def odd_places(random: Random, sheets: list[Sheet]) -> None:
    """Cells and rows that say they stand somewhere strange, or nothing at all."""
    sheet = random.choice(sheets)
    sheet.after += random.choice(
        (
            '<row r="1048576"><c r="A1048576"><v>1</v></c></row>',
            '<row r="30"><c r="XFD30" t="inlineStr"><is><t>远</t></is></c></row>',
            "<row><c><v>1</v></c><c><v>2</v></c></row>",
            '<row r="5"><c r="A5"><v>9</v></c></row>',
            '<row r="0"><c r="A0"><v>9</v></c></row>',
            '<row r="-5"/><row r="x"/><row r="99999999"><c r="ZZZ99999999"><v>1</v></c></row>',
            '<row r="20"><c r="B20"><v>1</v></c><c r="A20"><v>2</v></c><c r="B20"><v>3</v></c></row>',
            '<row r="40" hidden="1" ht="x"><c r="a40" t="n"><v>4</v></c></row>',
        )
    )


MUTATIONS: tuple[Callable[[Random, list[Sheet]], None], ...] = (
    odd_cells, odd_cells, odd_cells, odd_headings, odd_order, odd_tables, odd_names, odd_merges, odd_places,
)  # fmt: skip


def odd_event(random: Random) -> list[Sheet]:
    sheets = event_sheets(random)
    for _ in range(random.choice((0, 1, 1, 2, 3, 5))):
        random.choice(MUTATIONS)(random, sheets)
    return sheets


# --- written down -----------------------------------------------------------------------------------------------------

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


# --- kinds of cases ---------------------------------------------------------------------------------------------------


def valid(random: Random) -> bytes:
    """A workbook that opens; what is odd about it are its cells, headings, names, tables."""
    members = members_of(odd_event(random), defined_names(random))
    return zipped(members, random.choice((zipfile.ZIP_STORED, zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)))


def damaged_zip(random: Random) -> bytes:
    data = bytearray(zipped(members_of(event_sheets(random)[:3]), zipfile.ZIP_DEFLATED))
    for _ in range(random.randrange(1, 5)):
        kind, at = random.randrange(5), random.randrange(len(data) or 1)
        if kind == 0:
            data = data[:at]
        elif kind == 1:
            del data[at : at + random.randrange(1, 200)]
        elif kind == 2:
            data[at : at + 4] = random.randbytes(4)
        elif kind == 3:
            data[at:at] = random.randbytes(random.randrange(1, 50))
        else:  # a field of the directory, where offsets and sizes stand
            start = data.rfind(b"PK\1\2")
            place = start + random.randrange(4, 46) if start >= 0 else at
            data[place : place + 2] = random.randbytes(2)
    return bytes(data)


def damaged_parts(random: Random) -> bytes:
    """A sound zip in which one part is not what it should be."""
    members = members_of(odd_event(random), defined_names(random))
    for _ in range(random.choice((1, 1, 2))):
        name = random.choice(sorted(members))
        content = members[name]
        kind, at = random.randrange(9), random.randrange(len(content) or 1)
        if kind == 0:
            del members[name]
        elif kind == 1:
            members[name] = content[:at]
        elif kind == 2:
            members[name] = (
                content[:at]
                + random.choice((b"<", b"&", b"</x>", b"\xff", b"<!--", b"]]>", b"\0", b'"'))
                + content[at:]
            )
        elif kind == 3:
            members[name] = content.replace(
                b'Target="', random.choice((b'Target="/', b'Target="../../', b'TargetMode="External" Target="', b'X="'))
            )
        elif kind == 4:
            members[name] = content.replace(
                HEAD.encode(),
                random.choice(
                    (
                        b"",
                        b"<?xml version='1.0' encoding='GBK'?>",
                        b"\xef\xbb\xbf",
                        b"<?xml version='1.1'?>",
                        b"<!DOCTYPE x [<!ENTITY a 'b'>]>",
                    )
                ),
            )
        elif kind == 5:
            members[name] = content.decode("utf-8", "replace").encode(random.choice(("utf-16", "gb18030", "utf-8-sig")))
        elif kind == 6:
            words = [
                b"r=",
                b"t=",
                b"ref=",
                b"name=",
                b"displayName=",
                b"sheetId=",
                b"state=",
                b"Id=",
                b"Type=",
                b"<row",
                b"<c ",
                b"<v>",
                b"sheetData",
                b"formatCode=",
                b"numFmtId=",
            ]
            members[name] = content.replace(
                random.choice(words), random.choice((b"q=", b"", b"R=")), random.randrange(1, 4)
            )
        elif kind == 7:
            members[name] = random.choice((b"", b"x", b"<a/>", b"<worksheet/>", random.randbytes(100)))
        else:
            members[random.choice(("../x", "/x", "xl\\Workbook.xml", "XL/WORKBOOK.XML", "a" * 3000, "棋"))] = b"x"
    return zipped(members)


def bomb(random: Random) -> bytes:
    """Entities, lying sizes, much of one thing."""
    members = members_of(event_sheets(random), defined_names(random))
    laughs = '<!DOCTYPE w [<!ENTITY a "ha">' + "".join(
        f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(12)
    ) + "]>"  # fmt: skip
    kind = random.randrange(6)
    target = random.choice(
        (
            "xl/worksheets/sheet2.xml",
            "xl/sharedStrings.xml",
            "xl/workbook.xml",
            "xl/styles.xml",
            "xl/tables/table2.xml",
            "_rels/.rels",
        )
    )
    if kind == 0:
        members[target] = f"{laughs}<worksheet>&l;</worksheet>".encode()
    elif kind == 1:
        members[target] = b"<!DOCTYPE w [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><worksheet>&a;</worksheet>"
    elif kind == 2:
        members[target] = b"<!DOCTYPE w SYSTEM 'http://127.0.0.1/x.dtd'><worksheet/>"
    elif kind == 3:
        members[target] = b"<a>" * random.choice((500, 20_000)) + b"</a>" * 500
    elif kind == 4:
        members[target] = b"<w" + b"".join(f' a{n}="1"'.encode() for n in range(3000)) + b"/>"
    else:
        return lying_zip(members, target)
    return zipped(members, zipfile.ZIP_DEFLATED)


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


KINDS: tuple[tuple[int, str, Callable[[Random], bytes]], ...] = (
    (80, "valid", valid),
    (10, "parts", damaged_parts),
    (7, "zip", damaged_zip),
    (3, "bomb", bomb),
)


def case(seed: int, number: int) -> tuple[str, bytes, Random]:
    """A case's kind, its file, and the chance that goes on with it."""
    random = Random(f"{seed}:{number}")
    (_, kind, make) = random.choices(KINDS, [weight for weight, _, _ in KINDS])[0]
    return kind, make(random), random


# --- lists of players and results that are no workbooks ---------------------------------------------------------------

ENCODINGS = ("utf-8", "utf-8-sig", "gb18030", "utf-16", "utf-16-le", "big5", "cp1252")


def list_file(random: Random) -> bytes:
    """A list as text in some encoding, with some separator, perhaps damaged."""
    sign = random.choice((",", "\t", ";", "，", "|"))
    heads = random.choice((ROSTER, ROUND, ("姓名",), ("台次", "结果"), ("选手", "代表队", "积分等级")))
    rows = [heads, *([odd_text(random)[:300] for _ in heads] for _ in range(random.randrange(12)))]
    rows = [*[[odd_text(random)[:40]] for _ in range(random.randrange(3))], *rows]
    text = random.choice(("\n", "\r\n", "\r")).join(sign.join(map(str, row)) for row in rows)
    data = bytearray(text.encode(random.choice(ENCODINGS), "replace"))
    for _ in range(random.choice((0, 0, 1, 5))):
        at = random.randrange(len(data) + 1)
        data[at : at + random.randrange(4)] = random.randbytes(random.randrange(6))
    return bytes(data)


# --- big ones, each run once ------------------------------------------------------------------------------------------


def with_sheet(sheet: Sheet) -> bytes:
    sheets = event_sheets(Random("big"))
    return zipped(members_of([*(one for one in sheets if one.name != sheet.name), sheet]), zipfile.ZIP_DEFLATED)


def big_roster(**more: str) -> Sheet:
    sheet = sheet_of("名单", "名单", ROSTER, [(number, f"棋手{number}") for number in range(1, 9)], 20)
    for name, value in more.items():
        setattr(sheet, name, value)
    return sheet


def many_sheets(count: int, *, tables: bool) -> bytes:
    sheets = event_sheets(Random("big"))
    names = [f"第{at}轮" if tables else f"表{at}" for at in range(10, 10 + count)]
    return zipped(members_of([*sheets, *(Sheet(name, [], name if tables else "", "A1:B3") for name in names)]))


def round_of(body: Sequence[Sequence[object]]) -> bytes:
    return with_sheet(sheet_of("第1轮", "第1轮", ROUND, body, 3))


BIG: dict[str, Callable[[], bytes]] = {
    "a dimension of ten million rows": lambda: with_sheet(big_roster(before='<dimension ref="A1:XFD10000000"/>')),
    "a table of ten million rows": lambda: with_sheet(big_roster(reference="A4:G10000000")),
    "a table as high as a sheet": lambda: with_sheet(big_roster(reference="A4:G1048576")),
    "a table as big as a sheet": lambda: with_sheet(big_roster(reference="A4:XFD1048576")),
    "ten million empty rows": lambda: with_sheet(big_roster(after="<row/>" * 10_000_000)),
    "a million empty rows": lambda: with_sheet(big_roster(after="<row/>" * 1_000_000)),
    "a cell in the last corner": lambda: with_sheet(
        big_roster(after='<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')
    ),
    "plain cells with one in the last corner": lambda: with_sheet(
        big_roster(table="", after='<row r="1048576"><c r="A1048576"><v>1</v></c></row>')
    ),
    "a high table with a cell in its last row": lambda: with_sheet(
        big_roster(reference="A4:G1048576", after='<row r="1048576"><c r="A1048576"><v>1</v></c></row>')
    ),
    "a hundred cells in the last column": lambda: with_sheet(
        big_roster(after="".join(f'<row r="{r}"><c r="XFD{r}"><v>1</v></c></row>' for r in range(30, 130)))
    ),
    "every row of the sheet in the last column": lambda: with_sheet(
        big_roster(after="".join(f'<row r="{r}"><c r="XFD{r}"><v>1</v></c></row>' for r in range(30, 60_000)))
    ),
    "a name of 5,000 characters": lambda: with_sheet(
        sheet_of("名单", "名单", ROSTER, [(number, "长" * 5000, "队" * 5000) for number in range(1, 9)], 20)
    ),
    "a name of 32,767 emoji": lambda: with_sheet(
        sheet_of("名单", "名单", ROSTER, [(number, "👨‍👩‍👧" * 6000) for number in range(1, 9)], 20)
    ),
    "names that fold alike": lambda: with_sheet(
        sheet_of("名单", "名单", ROSTER, [(number, "张" + " " * number + "三") for number in range(1, 3000)], 20)
    ),
    "one number for everybody": lambda: with_sheet(
        sheet_of("名单", "名单", ROSTER, [(1, f"棋手{number}") for number in range(1, 3000)], 20)
    ),
    "two thousand players": lambda: with_sheet(
        sheet_of("名单", "名单", ROSTER, [(number, f"棋手{number}") for number in range(1, 2001)], 20)
    ),
    "a round of nonsense": lambda: round_of([[odd_text(Random(f"{r}:{c}")) for c in range(13)] for r in range(3000)]),
    "a round of one pair": lambda: round_of([[1, 1, "", "", None, "2:0", None, "", "", 2]] * 3000),
    "5,000 sheets": lambda: many_sheets(5000, tables=False),
    "5,000 sheets with tables": lambda: many_sheets(5000, tables=True),
    "a sheet's name of 5,000 characters": lambda: zipped(
        members_of([*event_sheets(Random("big")), Sheet("长" * 5000, [], "第" + "9" * 5000 + "轮", "A1:B2")])
    ),
    "a hundred thousand merges": lambda: with_sheet(
        Sheet("名单", big_roster().rows, "名单", "A4:G32", merges=[f"C{r}:C{r + 9}" for r in range(5, 100_000)])
    ),
    "a merge as big as a sheet": lambda: with_sheet(
        Sheet("名单", big_roster().rows, "名单", "A4:G1048576", merges=["C5:C1048576"])
    ),
    "a hundred thousand names": lambda: zipped(
        members_of(event_sheets(Random("big")), [(f"n{at}", "名单!$A$1") for at in range(100_000)])
    ),
    "a million strings": lambda: zipped(
        {
            **members_of(event_sheets(Random("big"))),
            "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{"<si><t>a</t></si>" * 1_000_000}</sst>'.encode(),
        },
        zipfile.ZIP_DEFLATED,
    ),
    "a string of thirty megabytes": lambda: zipped(
        {
            **members_of(event_sheets(Random("big"))),
            "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}"><si><t>{"ab" * 15_000_000}</t></si></sst>'.encode(),
        },
    ),
    "a part that lies about 512 MB": lambda: lying_zip(
        members_of(event_sheets(Random("big"))), "xl/worksheets/sheet2.xml", 512
    ),
    "brackets a million deep": lambda: zipped(
        {**members_of(event_sheets(Random("big"))), "xl/worksheets/sheet2.xml": b"<a>" * 1_000_000},
    ),
    "attributes without end": lambda: zipped(
        {
            **members_of(event_sheets(Random("big"))),
            "xl/worksheets/sheet2.xml": b"<w " + b" ".join(b'a%d=""' % n for n in range(200_000)) + b"/>",
        },
    ),
}
