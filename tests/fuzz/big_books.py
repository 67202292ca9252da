"""Workbooks that are big, or say that they are: each is run once."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Sequence
from random import Random

from odd_packages import MAIN, lying_zip, members_of, zipped
from odd_sheets import Sheet, event_sheets, sheet_of
from odd_values import ROSTER, ROUND, odd_text


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
