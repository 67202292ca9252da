"""Tables that grow and shrink, protection. The XML before and after is written out by hand."""

from pathlib import Path
from typing import Any

import closed_samples as samples
import pytest
from closed_changes import EXCEL, SHEET, change, put, sheet_data, three_sheets

from xlpair.errors import NotSaved, WrongUse
from xlpair.workbook.book import (
    Activate,
    Area,
    Change,
    PrintArea,
    PutBlock,
    PutCells,
    ResizeTable,
    ShowSheet,
)
from xlpair.workbook.closed import ClosedBook


def _with_table(path: Path, table: str, **more: Any) -> Path:
    rows = (
        '<row r="1"><c r="A1" t="str"><v>编号</v></c><c r="B1" t="str"><v>姓名</v></c></row>'
        '<row r="2"><c r="A2" s="3"><v>1</v></c><c r="B2" s="4"/></row>'
        '<row r="3"><c r="A3" s="3"/><c r="B3" s="4"/><c r="C3" s="9"/></row>'
    )
    members = samples.plain_members(rows, **more)
    members["xl/worksheets/_rels/sheet1.xml.rels"] = samples.relationships(("rId1", "table", "../tables/table1.xml"))
    members["xl/tables/table1.xml"] = (
        f'<table xmlns="{samples.MAIN}" id="1" name="x" displayName="名单" {table}</table>'
    )
    return samples.write_zip(path, members)


RULES = (
    '<conditionalFormatting sqref="A2:A3 D2:D3"><cfRule type="duplicateValues" priority="1"/></conditionalFormatting>'
    '<dataValidations count="2"><dataValidation type="list" prompt="a > b" sqref="B2:B3"/>'
    '<dataValidation type="list" sqref="A2:A2 A1:B3"/></dataValidations><extLst><ext xmlns:x14="x" xmlns:xm="m">'
    "<x14:dataValidation><xm:sqref>A3 Z1</xm:sqref></x14:dataValidation></ext></extLst>"
)


def test_a_table_grows_as_it_does_in_excel_and_shrinks_back(tmp_path: Path) -> None:
    """The rules that reached to its last row reach to the new one; new rows look like the last; all of it goes back."""
    path = _with_table(
        tmp_path / "table.xlsx",
        'ref="A1:B3"><autoFilter ref="A1:B3"><sortState ref="A2:B3">'
        '<sortCondition ref="B2:B3"/></sortState></autoFilter>',
        before='<dimension ref="A1:C3"/>',
        after=RULES,
    )
    parts = samples.parts(path)
    change(path, ResizeTable("名单", 4), put(3, 0, [2, "王"]))
    after = samples.parts(path)
    assert after["xl/tables/table1.xml"].count(b':B5"') == 4
    assert sheet_data(path).endswith(
        '<row r=\'4\'><c s="3" r="A4"><v>2</v></c><c s="4" r="B4" t="inlineStr"><is><t>王</t></is></c></row>'
        '<row r=\'5\'><c s="3" r="A5"/><c s="4" r="B5"/></row>'
    )
    sheet = after[SHEET].decode()
    assert '<dimension ref="A1:C5"/>' in sheet
    assert '<conditionalFormatting sqref="A2:A5 D2:D3">' in sheet
    assert 'prompt="a > b" sqref="B2:B5"/>' in sheet
    assert 'sqref="A2:A2 A1:B3"/>' in sheet
    assert "<xm:sqref>A3:A5 Z1</xm:sqref>" in sheet
    assert ClosedBook(path).snapshot().tables[0].area == Area("表", 0, 0, 4, 1)
    change(path, put(3, 0, [None, None]), ResizeTable("名单", 2))
    assert samples.parts(path) == parts


def test_hands_37_a_filter_stays_while_hidden_rows_are_filled(tmp_path: Path) -> None:
    table = 'ref="A1:B3"><autoFilter ref="A1:B3"><filterColumn colId="1"><filters><filter val="王"/></filters>{}'
    end = "</filterColumn></autoFilter>"
    path = _with_table(tmp_path / "table.xlsx", table.format(end))
    parts = samples.parts(path)
    hidden = parts[SHEET].replace(b'<row r="2">', b'<row r="2" hidden="1">')
    samples.write_zip(path, parts | {SHEET: hidden})
    change(path, put(1, 0, [7, "李"], [8, "王"]), ResizeTable("名单", 3))
    rows = ClosedBook(path).snapshot().sheets[0].rows
    assert [row[:2] for row in rows[1:3]] == [(7, "李"), (8, "王")]
    after = samples.parts(path)
    assert table.format(end).replace("B3", "B4") in after["xl/tables/table1.xml"].decode()
    assert b'<row r="2" hidden="1">' in after[SHEET]


def test_what_hands_typed_below_a_table_stays_when_the_table_takes_it_in(tmp_path: Path) -> None:
    path = _with_table(tmp_path / "table.xlsx", 'ref="A1:B2"><autoFilter ref="A1:B2"/>')
    change(path, put(2, 0, [13, "新来的"]))
    change(path, ResizeTable("名单", 2))
    assert ClosedBook(path).snapshot().sheets[0].rows[2][:2] == (13, "新来的")
    change(path, ResizeTable("名单", 1))  # nothing that is filled goes with it
    assert ClosedBook(path).snapshot().sheets[0].rows[2][:2] == (13, "新来的")


@pytest.mark.parametrize(
    ("table", "bottom", "told"),
    [
        ('ref="A1:B3" totalsRowCount="1">', 5, "带着汇总行"),
        ('ref="A1:B3">', 0, "至少要有一行"),
        ('ref="A1:B3">', 1_048_576, "至少要有一行"),
    ],
)
def test_a_table_that_cannot_take_its_new_size_is_told(tmp_path: Path, table: str, bottom: int, told: str) -> None:
    path = _with_table(tmp_path / "table.xlsx", table)
    before = path.read_bytes()
    with pytest.raises(WrongUse, match=told):
        change(path, put(0, 0, ["x"]), ResizeTable("名单", bottom))
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "wrong",
    [
        ResizeTable("没有", 3),
        ShowSheet("没有", True),
        Activate("没有"),
        PutCells("没有", 0, 0, [[1]]),
        PrintArea(Area("没有", 0, 0, 1, 1)),
        PutCells("表", 1_048_576, 0, [[1]]),
        PutCells("表", 0, 16_384, [[1]]),
        PutBlock(Area("表", 0, 0, 0, 0), [[1, 2]]),
        PutBlock(Area("表", 0, 0, 0, 0), [[1], [2]]),
        ShowSheet("表", False),
    ],
)
def test_one_change_that_cannot_be_made_stops_all(tmp_path: Path, wrong: Change) -> None:
    path = samples.plain_workbook(tmp_path / "one.xlsx", '<row r="1"/>')
    before = path.read_bytes()
    with pytest.raises(WrongUse, match=r"。$"):
        change(path, put(0, 0, [1]), wrong)
    assert path.read_bytes() == before


PROTECTED = '<sheetProtection sheet="1" objects="1" scenarios="1"/>'


def _protected(path: Path, protection: str) -> Path:
    """A sheet whose style 1 is unlocked, as the cells for results may be."""
    cells = '<row r="1"><c r="A1" s="0"><v>1</v></c><c r="B1" s="1"/></row>'
    members = samples.plain_members(cells, after=protection)
    rels = str(members["xl/_rels/workbook.xml.rels"]).replace(
        "</Relationships>", f'<Relationship Id="s" Type="{samples.RELS}/styles" Target="styles.xml"/></Relationships>'
    )
    styles = (
        f'<styleSheet xmlns="{samples.MAIN}"><cellXfs><xf numFmtId="0"/>'
        '<xf numFmtId="0" applyProtection="1"><protection locked="0"/></xf></cellXfs></styleSheet>'
    )
    return samples.write_zip(path, members | {"xl/_rels/workbook.xml.rels": rels, "xl/styles.xml": styles})


@pytest.mark.parametrize("cells", [put(0, 0, [2]), put(0, 0, [None]), put(0, 2, [1]), put(4, 0, [1])])
def test_hands_39_a_protected_sheet_is_told(tmp_path: Path, cells: PutCells) -> None:
    path = _protected(tmp_path / "one.xlsx", PROTECTED)
    before = path.read_bytes()
    with pytest.raises(NotSaved, match=r"「表」受保护，[AC][15] 不能写入"):
        change(path, cells)
    assert path.read_bytes() == before
    change(path, put(0, 0, [1, "2:0"]))  # what changes is unlocked
    assert ClosedBook(path).snapshot().sheets[0].rows == ((1, "2:0"),)
    open_again = _protected(tmp_path / "open.xlsx", PROTECTED.replace('sheet="1" ', ""))
    change(open_again, cells)


def test_hands_39_a_protected_workbook_is_told(tmp_path: Path) -> None:
    views, sheets, book_views = EXCEL
    lock = '<workbookProtection lockStructure="1"/>'
    path = three_sheets(tmp_path / "three.xlsx", views, sheets, book_views=lock + book_views)
    before = path.read_bytes()
    with pytest.raises(NotSaved, match="工作簿的结构受保护"):
        change(path, ShowSheet("乙", True))
    assert path.read_bytes() == before
    change(path, ShowSheet("甲", True), Activate("甲"))  # as it is already
