"""Sheets shown and hidden, the one on the screen, print areas. The XML is written out by hand."""

from pathlib import Path
from typing import Any

import closed_samples as samples
import pytest
from closed_changes import EXCEL, change, three_sheets

from xlpair.errors import WrongUse
from xlpair.workbook.book import (
    Activate,
    Area,
    NoPrintArea,
    PrintArea,
    ShowSheet,
)
from xlpair.workbook.closed import ClosedBook

CALC = (
    (
        '<sheetView showFormulas="false" tabSelected="true" workbookViewId="0"></sheetView>',
        '<sheetView showFormulas="false" tabSelected="false" workbookViewId="0"></sheetView>',
        '<sheetView showFormulas="false" tabSelected="false" workbookViewId="0"></sheetView>',
    ),
    '<sheet name="甲" sheetId="1" state="visible" r:id="rId1"/>'
    '<sheet name="乙" sheetId="2" state="hidden" r:id="rId2"/>'
    '<sheet name="丙" sheetId="3" state="hidden" r:id="rId3"/>',
    '<bookViews><workbookView firstSheet="0" activeTab="0"/></bookViews>',
)


@pytest.mark.parametrize("writer", [EXCEL, CALC], ids=["Excel", "LibreOffice"])
def test_a_sheet_is_shown_and_put_on_the_screen_and_hidden_again(tmp_path: Path, writer: Any) -> None:
    views, sheets, book_views = writer
    path = three_sheets(tmp_path / "three.xlsx", views, sheets, book_views=book_views)
    parts = samples.parts(path)
    change(path, Activate("乙"), ShowSheet("乙", True))
    assert [sheet.visible for sheet in ClosedBook(path).snapshot().sheets] == [True, True, False]
    after = samples.parts(path)
    assert b'activeTab="1"' in after["xl/workbook.xml"]
    selected = [b'tabSelected="1"' in part or b'tabSelected="true"' in part for part in _sheet_parts(after)]
    assert selected == [False, True, False]
    change(path, ShowSheet("乙", False), Activate("甲"))
    assert samples.parts(path) == parts


def _sheet_parts(parts: dict[str, bytes]) -> list[bytes]:
    return [parts[f"xl/worksheets/sheet{number}.xml"] for number in (1, 2, 3)]


def test_the_attributes_stand_where_excel_puts_them(tmp_path: Path) -> None:
    """Before r:id, before what extensions add, before workbookViewId: the order of the schema."""
    views, sheets, book_views = EXCEL
    path = three_sheets(tmp_path / "three.xlsx", views, sheets, book_views=book_views)
    change(path, ShowSheet("丙", True), Activate("丙"), ShowSheet("甲", False))
    book = samples.parts(path)["xl/workbook.xml"].decode()
    assert '<sheet name="甲" sheetId="1" state="hidden" r:id="rId1"/>' in book
    assert '<sheet name="丙" sheetId="6" r:id="rId3"/>' in book
    assert '<workbookView xWindow="0" windowHeight="9" activeTab="2" xr2:uid="{1}" xmlns:xr2="x"/>' in book
    assert b'<sheetView tabSelected="1" workbookViewId="0"/>' in samples.parts(path)["xl/worksheets/sheet3.xml"]
    change(path, ShowSheet("乙", True), Activate("乙"))
    second = samples.parts(path)["xl/worksheets/sheet2.xml"]
    assert b'<sheetView tabSelected="1" zoomScale="90" workbookViewId="0"><pane ySplit="1"/></sheetView>' in second


def test_of_a_group_of_selected_tabs_only_the_active_one_stays_selected(tmp_path: Path) -> None:
    view = '<sheetView tabSelected="1" workbookViewId="0"/>'
    sheets = "".join(f'<sheet name="{name}" sheetId="{n}" r:id="rId{n}"/>' for n, name in enumerate("甲乙丙", 1))
    path = three_sheets(tmp_path / "three.xlsx", (view, view, view), sheets)
    change(path, Activate("丙"))
    assert [b"tabSelected" in part for part in _sheet_parts(samples.parts(path))] == [False, False, True]
    assert b'<bookViews><workbookView activeTab="2"/></bookViews><sheets>' in samples.parts(path)["xl/workbook.xml"]


def test_hiding_the_sheet_on_the_screen_puts_another_there(tmp_path: Path) -> None:
    views, sheets, book_views = EXCEL
    path = three_sheets(tmp_path / "three.xlsx", views, sheets, book_views=book_views)
    change(path, ShowSheet("乙", True), ShowSheet("甲", False))
    after = samples.parts(path)
    assert b'activeTab="1"' in after["xl/workbook.xml"]
    assert b"tabSelected" in after["xl/worksheets/sheet2.xml"]
    with pytest.raises(WrongUse, match="「丙」隐藏着"):
        change(path, Activate("丙"))


@pytest.mark.parametrize(
    ("names", "after"),
    [
        ("", "<definedNames>{}</definedNames>"),
        ("<definedNames/>", "<definedNames>{}</definedNames>"),
        (
            '<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">甲!$A$1</definedName>'
            '<definedName name="_xlnm.Print_Titles" localSheetId="1">乙!$1:$1</definedName></definedNames>',
            '<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">甲!$A$1</definedName>{}'
            '<definedName name="_xlnm.Print_Titles" localSheetId="1">乙!$1:$1</definedName></definedNames>',
        ),
        (
            '<definedNames><definedName name="Print" localSheetId="0">甲!$A$1</definedName></definedNames>',
            '<definedNames>{}<definedName name="Print" localSheetId="0">甲!$A$1</definedName></definedNames>',
        ),
        (
            '<definedNames><definedName name="_a">甲!$A$1</definedName></definedNames>',
            '<definedNames><definedName name="_a">甲!$A$1</definedName>{}</definedNames>',
        ),
    ],
)
def test_a_print_area_is_added_in_its_place(tmp_path: Path, names: str, after: str) -> None:
    views, sheets, book_views = EXCEL
    path = three_sheets(tmp_path / "three.xlsx", views, sheets, book_views=book_views, names=names)
    change(path, PrintArea(Area("乙", 0, 0, 30, 27)))
    new = '<definedName name="_xlnm.Print_Area" localSheetId="1">\'乙\'!$A$1:$AB$31</definedName>'
    assert "</sheets>" + after.format(new) + "</workbook>" in samples.parts(path)["xl/workbook.xml"].decode()


@pytest.mark.parametrize(
    ("old", "new", "back"),
    [
        ("乙!$A$1:$B$9", "乙!$A$1:$B$31", True),
        ("'乙'!$A$1:$B$9", "'乙'!$A$1:$B$31", True),
        ("乙!$A$1:$B$9,乙!$D$1:$E$9", "'乙'!$A$1:$B$31", False),
        ("#REF!", "'乙'!$A$1:$B$31", False),
    ],
)
def test_a_print_area_is_changed_and_changed_back(tmp_path: Path, old: str, new: str, back: bool) -> None:
    views, sheets, book_views = EXCEL
    attributes = 'localSheetId="1" name="_xlnm.Print_Area" vbProcedure="false"'
    names = f"<definedNames><definedName {attributes}>{old}</definedName></definedNames>"
    path = three_sheets(tmp_path / "three.xlsx", views, sheets, book_views=book_views, names=names)
    parts = samples.parts(path)
    change(path, PrintArea(Area("乙", 0, 0, 30, 1)))
    assert f"<definedName {attributes}>{new}</definedName>" in samples.parts(path)["xl/workbook.xml"].decode()
    change(path, PrintArea(Area("乙", 0, 0, 8, 1)))
    assert (samples.parts(path) == parts) is back


@pytest.mark.parametrize(
    "names",
    [
        "",
        '<definedNames><definedName name="_xlnm.Print_Titles" localSheetId="1">乙!$1:$1</definedName></definedNames>',
        '<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">甲!$A$1</definedName></definedNames>',
    ],
)
def test_a_print_area_that_was_added_is_taken_away_again(tmp_path: Path, names: str) -> None:
    views, sheets, book_views = EXCEL
    path = three_sheets(tmp_path / "three.xlsx", views, sheets, book_views=book_views, names=names)
    parts = samples.parts(path)
    change(path, PrintArea(Area("乙", 0, 0, 30, 1)))
    assert samples.parts(path) != parts
    change(path, NoPrintArea("乙"))
    assert samples.parts(path) == parts
    change(path, NoPrintArea("乙"))  # there is none
    assert samples.parts(path) == parts
