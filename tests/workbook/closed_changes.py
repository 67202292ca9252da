"""Changing a workbook in a test, looking at the bytes of its sheet, and a workbook of three sheets to show and hide."""

from pathlib import Path

import closed_samples as samples

from xlpair.workbook.book import (
    CellValue,
    Change,
    PutCells,
)
from xlpair.workbook.closed import ClosedBook

SHEET = "xl/worksheets/sheet1.xml"


def change(path: Path, *changes: Change) -> None:
    with ClosedBook.open(path) as book:
        book.apply(changes)


def sheet_data(path: Path) -> str:
    sheet = samples.parts(path)[SHEET].decode()
    return sheet.partition("<sheetData>")[2].partition("</sheetData>")[0]


def put(top: int, left: int, *rows: list[CellValue]) -> PutCells:
    return PutCells("表", top, left, rows)


def three_sheets(
    path: Path, views: tuple[str, str, str], sheets: str, *, book_views: str = "", names: str = ""
) -> Path:
    members = samples.plain_members("")
    members["xl/workbook.xml"] = (
        f'<workbook xmlns="{samples.MAIN}" xmlns:r="{samples.RELS}">{book_views}'
        f"<sheets>{sheets}</sheets>{names}</workbook>"
    )
    numbers = (1, 2, 3)
    targets = [(f"rId{n}", "worksheet", f"worksheets/sheet{n}.xml") for n in numbers]
    members["xl/_rels/workbook.xml.rels"] = samples.relationships(*targets)
    for number, view in zip(numbers, views, strict=True):
        members[f"xl/worksheets/sheet{number}.xml"] = (
            f'<worksheet xmlns="{samples.MAIN}"><sheetViews>{view}</sheetViews><sheetData/></worksheet>'
        )
    return samples.write_zip(path, members)


EXCEL = (
    (
        '<sheetView showGridLines="0" tabSelected="1" workbookViewId="0"/>',
        '<sheetView zoomScale="90" workbookViewId="0"><pane ySplit="1"/></sheetView>',
        '<sheetView workbookViewId="0"/>',
    ),
    '<sheet name="甲" sheetId="1" r:id="rId1"/><sheet name="乙" sheetId="5" state="hidden" r:id="rId2"/>'
    '<sheet name="丙" sheetId="6" state="veryHidden" r:id="rId3"/>',
    '<bookViews><workbookView xWindow="0" windowHeight="9" xr2:uid="{1}" xmlns:xr2="x"/></bookViews>',
)
