"""What each change does to the bytes of a sheet. The XML before and after is written out by hand."""

import datetime as dt
from fractions import Fraction
from pathlib import Path
from typing import Any

import closed_samples as samples
import pytest

from xlpair.errors import BadInput, NotSaved, UnreadableFile, WrongUse
from xlpair.workbook.book import (
    Activate,
    Area,
    CellValue,
    Change,
    ErrorValue,
    PrintArea,
    PutBlock,
    PutCells,
    ResizeTable,
    ShowSheet,
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


def text_cell(name: str, text: str, *, style: str = "", space: str = "") -> str:
    return f'<c r="{name}"{style} t="inlineStr"><is><t{space}>{text}</t></is></c>'


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("2:0", ' t="inlineStr"><is><t>2:0</t></is></c>'),
        ("=1+1", ' t="inlineStr"><is><t>=1+1</t></is></c>'),
        ("007", ' t="inlineStr"><is><t>007</t></is></c>'),
        ("", ' t="inlineStr"><is><t></t></is></c>'),
        ('a<b>&"c"\'', ' t="inlineStr"><is><t>a&lt;b&gt;&amp;&quot;c&quot;\'</t></is></c>'),
        (" 王 ", ' t="inlineStr"><is><t xml:space="preserve"> 王 </t></is></c>'),
        ("甲\n乙", ' t="inlineStr"><is><t xml:space="preserve">甲\n乙</t></is></c>'),
        ("\x07\r", ' t="inlineStr"><is><t xml:space="preserve">_x0007__x000D_</t></is></c>'),
        ("_x0041_", ' t="inlineStr"><is><t>_x005F_x0041_</t></is></c>'),
        (3, "><v>3</v></c>"),
        (-0.5, "><v>-0.5</v></c>"),
        (True, ' t="b"><v>1</v></c>'),
        (ErrorValue("#REF!"), ' t="e"><v>#REF!</v></c>'),
        (float("inf"), ' t="e"><v>#NUM!</v></c>'),
        (dt.date(2009, 10, 3), ' t="inlineStr"><is><t>2009-10-03</t></is></c>'),
        (dt.datetime(2009, 10, 3, 8, 30), ' t="inlineStr"><is><t>2009-10-03 08:30:00</t></is></c>'),
    ],
)
def test_each_kind_of_value_is_written_with_the_style_that_stands_there(
    tmp_path: Path, value: CellValue, written: str
) -> None:
    """And read again as it was, and emptied again without a trace."""
    empty = '<row r="2" spans="1:2"><c r="A2" s="4"/><c r="B2" s="5"/></row>'
    path = samples.plain_workbook(tmp_path / "one.xlsx", empty)
    before = samples.parts(path)
    change(path, put(1, 0, [value]))
    assert sheet_data(path) == f'<row r="2" spans="1:2"><c r="A2" s="4"{written}<c r="B2" s="5"/></row>'
    read = ClosedBook(path).snapshot().sheets[0].rows[1][0]
    if isinstance(value, str):
        assert read == value
    change(path, put(1, 0, [None]))
    assert samples.parts(path) == before


def test_a_date_goes_into_a_cell_of_dates_as_its_number(tmp_path: Path) -> None:
    # Number format 14 shows a day, 22 a day and a clock, 20 a clock. 40089 is 3 October 2009; 06:00 is a quarter.
    # Excel takes 1900 for a leap year: 28 February is day 59, 1 March day 61.
    members = samples.plain_members(
        '<row r="1"><c r="A1" s="1"/><c r="B1" s="2"/><c r="C1" s="3"/><c r="D1" s="1"/></row>'
    )
    rels = str(members["xl/_rels/workbook.xml.rels"]).replace(
        "</Relationships>", f'<Relationship Id="s" Type="{samples.RELS}/styles" Target="styles.xml"/></Relationships>'
    )
    formats = "".join(f'<xf numFmtId="{number}"/>' for number in (0, 14, 22, 20))
    styles = f'<styleSheet xmlns="{samples.MAIN}"><cellXfs>{formats}</cellXfs></styleSheet>'
    changed = {"xl/_rels/workbook.xml.rels": rels, "xl/styles.xml": styles}
    path = samples.write_zip(tmp_path / "dates.xlsx", members | changed)
    values: list[CellValue] = [dt.date(2009, 10, 3), dt.datetime(2009, 10, 3, 6), dt.time(6), dt.date(1900, 2, 28)]
    change(path, put(0, 0, values))
    numbers = [cell.partition("</v>")[0] for cell in sheet_data(path).split("<v>")[1:]]
    assert numbers == ["40089.0", "40089.25", "0.25", "59.0"]
    assert ClosedBook(path).snapshot().sheets[0].rows == (tuple(values),)
    change(path, put(0, 3, [dt.date(1900, 3, 1)]))
    assert "<v>61.0</v>" in sheet_data(path)


def test_nothing_but_cell_values_is_written(tmp_path: Path) -> None:
    path = samples.plain_workbook(tmp_path / "one.xlsx", '<row r="1"/>')
    before = path.read_bytes()
    with pytest.raises(TypeError, match="Fraction"):
        change(path, put(0, 0, [Fraction(1, 2)]))  # type: ignore[list-item]
    assert path.read_bytes() == before


def test_a_text_too_long_for_a_cell_is_told_with_its_place(tmp_path: Path) -> None:
    # Excel's limit is 32,767 characters, counted as UTF-16 does: 😀 is two.
    path = samples.plain_workbook(tmp_path / "one.xlsx", '<row r="1"/>')
    change(path, put(0, 0, ["棋" * 32767]))
    before = path.read_bytes()
    for text in ("棋" * 32768, "😀" * 16384):
        with pytest.raises(BadInput, match="表 AB3：要写入的文字有"):
            change(path, put(2, 27, [text]))
    assert path.read_bytes() == before


# What stands in sheetData, what is put (row, column, values), what stands there then; emptied, the first comes back.
INSERTIONS = [
    pytest.param(
        '<row r="2"><c r="B2" s="1"/></row>',
        (1, 0, [1, None, 3]),
        '<row r="2"><c s="0" r="A2"><v>1</v></c><c r="B2" s="1"/><c s="0" r="C2"><v>3</v></c></row>',
        id="cells before and behind one that is there",
    ),
    pytest.param(
        '<row r="1"><c r="A1"><v>9</v></c></row><row r="4" ht="30" customHeight="1"/>',
        (1, 1, [2], [], [3], [4]),
        '<row r="1"><c r="A1"><v>9</v></c></row><row r=\'2\'><c s="0" r="B2"><v>2</v></c></row>'
        '<row r="4" ht="30" customHeight="1"><c s="0" r="B4"><v>3</v></c></row>'
        '<row r=\'5\'><c s="0" r="B5"><v>4</v></c></row>',
        id="rows before, in and behind one that is there",
    ),
    pytest.param(
        '<row r="3" s="7" customFormat="1"><c r="B3" s="1"/></row>',
        (2, 0, [1]),
        '<row r="3" s="7" customFormat="1"><c s="7" r="A3"><v>1</v></c><c r="B3" s="1"/></row>',
        id="a cell in a row with a style",
    ),
    pytest.param(
        '<row r="3" s="7"><c r="B3" s="1"/></row>',
        (2, 0, [1]),
        '<row r="3" s="7"><c s="0" r="A3"><v>1</v></c><c r="B3" s="1"/></row>',
        id="a cell in a row whose style is not its cells'",
    ),
    pytest.param(
        '<row r="1"><c r="A1" s="1" /></row>',
        (0, 0, ["x"]),
        '<row r="1"><c r="A1" s="1" t="inlineStr" ><is><t>x</t></is></c></row>',
        id="a blank before the slash",
    ),
    pytest.param(
        "<row><c/><c s='2'/></row>",
        (0, 1, [5]),
        "<row><c/><c s='2'><v>5</v></c></row>",
        id="cells that do not say where they stand",
    ),
    pytest.param(
        '<row r="1"><!-- <c r="A1"/> --><c r="A1" s="1"/><?x <c r="A1"/> ?></row>',
        (0, 0, [5]),
        '<row r="1"><!-- <c r="A1"/> --><c r="A1" s="1"><v>5</v></c><?x <c r="A1"/> ?></row>',
        id="comments that look like cells",
    ),
]


@pytest.mark.parametrize(("before", "cells", "after"), INSERTIONS)
def test_missing_cells_and_rows_are_inserted_and_go_again(
    tmp_path: Path, before: str, cells: tuple[Any, ...], after: str
) -> None:
    path = samples.plain_workbook(tmp_path / "one.xlsx", before)
    parts = samples.parts(path)
    top, left, *rows = cells
    change(path, put(top, left, *rows))
    assert sheet_data(path) == after
    change(path, put(top, left, *([None] * len(row) for row in rows)))
    assert samples.parts(path) == parts


def test_a_new_cell_takes_the_style_of_its_column(tmp_path: Path) -> None:
    cols = '<cols><col min="1" max="2" width="9"/><col min="3" max="5" width="9" style="6"/></cols>'
    path = samples.plain_workbook(tmp_path / "one.xlsx", '<row r="1"/>', before=cols)
    parts = samples.parts(path)
    change(path, put(0, 1, [1, 2, 3, 4, 5]))
    styles = [cell.partition('"')[0] for cell in sheet_data(path).split('<c s="')[1:]]
    assert styles == ["0", "6", "6", "6", "0"]
    change(path, put(0, 1, [None] * 5))
    assert samples.parts(path) == parts


@pytest.mark.parametrize(
    ("body", "margins"),
    [
        ("<sheetData/>", '<pageMargins left="0.7"/>'),
        ("<sheetData />", '<pageMargins left="0.7" />'),
        ("<sheetData></sheetData>", '<pageMargins left="0.7"></pageMargins>'),
    ],
)
def test_the_first_cell_of_an_empty_sheet(tmp_path: Path, body: str, margins: str) -> None:
    members = samples.plain_members("")
    members[SHEET] = f'<worksheet xmlns="{samples.MAIN}">{body}{margins}</worksheet>'
    path = samples.write_zip(tmp_path / "one.xlsx", members)
    parts = samples.parts(path)
    change(path, put(0, 0, [1]))
    assert '<row r=\'1\'><c s="0" r="A1"><v>1</v></c></row></sheetData>' in samples.parts(path)[SHEET].decode()
    change(path, put(0, 0, [None]))
    assert samples.parts(path) == parts


def test_a_writer_that_closes_no_tag_in_itself_gets_its_tags_back(tmp_path: Path) -> None:
    """Go's XML writer never writes <c/>."""
    members = samples.plain_members('<row r="1" ht="9"><c r="A1" s="1"></c></row>')
    members[SHEET] = str(members[SHEET]).replace("/>", "></pageMargins>")
    path = samples.write_zip(tmp_path / "one.xlsx", members)
    parts = samples.parts(path)
    change(path, put(0, 0, ["x"]))
    change(path, put(0, 0, [None]))
    assert samples.parts(path) == parts


def test_values_that_stand_there_already_change_nothing_at_all(tmp_path: Path) -> None:
    cells = (
        '<row r="1"><c r="A1" t="str"><v>王</v></c><c r="B1"><v>1.0</v></c>'
        '<c r="C1" t="b"><v>1</v></c><c r="D1"></c></row>'
    )
    path = samples.plain_workbook(tmp_path / "one.xlsx", cells)
    stamp, data = path.stat().st_mtime_ns, path.read_bytes()
    change(path, put(0, 0, ["王", 1, True, None, None], [None]))
    assert (path.stat().st_mtime_ns, path.read_bytes()) == (stamp, data)
    change(path, put(0, 1, [True, 1]))  # 1 is not TRUE
    assert '<c r="B1" t="b"><v>1</v></c><c r="C1"><v>1</v></c>' in sheet_data(path)


def test_a_user_s_value_is_replaced_and_keeps_its_format(tmp_path: Path) -> None:
    path = samples.plain_workbook(
        tmp_path / "one.xlsx", '<row r="1"><c r="A1" s="3" cm="1" t="str" vm="2"><f>B1&amp;"x"</f><v>旧</v></c></row>'
    )
    change(path, put(0, 0, ["新"]))
    assert sheet_data(path) == f'<row r="1">{text_cell("A1", "新", style=" s=" + chr(34) + "3" + chr(34))}</row>'
    change(path, put(0, 0, [None]))
    assert sheet_data(path) == '<row r="1"><c r="A1" s="3"/></row>'


def test_the_declared_dimension_grows_and_shrinks_back(tmp_path: Path) -> None:
    path = samples.plain_workbook(
        tmp_path / "one.xlsx",
        '<row r="2"><c r="B2"><v>1</v></c><c r="D2" s="1"/></row>',
        before='<dimension ref="B2:D2"/>',
    )
    parts = samples.parts(path)
    change(path, put(1, 2, [5]))  # within
    assert b'<dimension ref="B2:D2"/>' in samples.parts(path)[SHEET]
    change(path, put(9, 0, [1]))
    assert b'<dimension ref="A2:D10"/>' in samples.parts(path)[SHEET]
    change(path, put(9, 0, [None]), put(1, 2, [None]))
    assert samples.parts(path) == parts


def test_a_dimension_that_had_been_too_wide_is_left_so(tmp_path: Path) -> None:
    path = samples.plain_workbook(
        tmp_path / "one.xlsx", '<row r="1"><c r="A1"><v>1</v></c></row>', before='<dimension ref="A1:Z99"/>'
    )
    parts = samples.parts(path)
    change(path, put(50, 25, [1]))
    change(path, put(50, 25, [None]))
    assert samples.parts(path) == parts


def test_the_odd_writer_s_sheet_comes_back_after_put_and_empty(tmp_path: Path) -> None:
    path = samples.odd_workbook(tmp_path / "odd.xlsx")
    parts = samples.parts(path)
    name = "It's 名单"
    with ClosedBook.open(path) as book:
        book.apply([PutCells(name, 5, 0, [["甲"]]), PutCells(name, 2, 1, [[1, 2]]), PutCells(name, 20, 4, [[3]])])
        assert book.snapshot().sheets[0].rows[5] == ("甲", 1, 2, 3)
        book.apply(
            [PutCells(name, 5, 0, [[None]]), PutCells(name, 2, 1, [[None, None]]), PutCells(name, 20, 4, [[None]])]
        )
    assert samples.parts(path) == parts


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
    path = _three_sheets(tmp_path / "three.xlsx", views, sheets, book_views=lock + book_views)
    before = path.read_bytes()
    with pytest.raises(NotSaved, match="工作簿的结构受保护"):
        change(path, ShowSheet("乙", True))
    assert path.read_bytes() == before
    change(path, ShowSheet("甲", True), Activate("甲"))  # as it is already


# --- array blocks and shared formulas ---------------------------------------------------------------------------------

BLOCK = Area("表", 1, 0, 3, 1)
EMPTY_BLOCK = "".join(f'<row r="{row}"><c r="A{row}" s="1"/><c r="B{row}" s="1"/></row>' for row in (2, 3, 4))


def test_an_array_formula_is_entered_over_its_area_with_its_values_and_taken_out_again(tmp_path: Path) -> None:
    path = samples.plain_workbook(tmp_path / "one.xlsx", EMPTY_BLOCK)
    parts = samples.parts(path)
    change(path, PutBlock(BLOCK, [["名次", 1], ["<二>", None]], "XQ_CARD(A1,赛事[#All])"))
    assert sheet_data(path) == (
        '<row r="2"><c r="A2" s="1" t="str"><f t="array" ref="A2:B4">XQ_CARD(A1,赛事[#All])</f><v>名次</v></c>'
        '<c r="B2" s="1"><v>1</v></c></row>'
        '<row r="3"><c r="A3" s="1" t="str"><v>&lt;二&gt;</v></c><c r="B3" s="1"/></row>'
        '<row r="4"><c r="A4" s="1"/><c r="B4" s="1"/></row>'
    )
    with_formula = samples.parts(path)
    change(path, PutBlock(BLOCK, [["名次", 1], ["<二>", None]], "XQ_CARD(A1,赛事[#All])"))
    assert samples.parts(path) == with_formula
    change(path, PutBlock(BLOCK, []))
    assert samples.parts(path) == parts


def test_a_block_s_values_change_and_its_formula_stays_as_the_program_wrote_it(tmp_path: Path) -> None:
    cells = (
        '<row r="2"><c r="A2" s="1" t="str" cm="1"><f aca="false" t="array" ref="A2:B2">XQ_CARD(1)</f><v>旧</v></c>'
        '<c r="B2" s="1"><v>0</v></c></row>'
    )
    path = samples.plain_workbook(tmp_path / "one.xlsx", cells)
    change(path, PutBlock(Area("表", 1, 0, 1, 1), [[7, "新"]], "XQ_CARD(1)"))
    assert sheet_data(path) == (
        '<row r="2"><c r="A2" s="1" cm="1"><f aca="false" t="array" ref="A2:B2">XQ_CARD(1)</f><v>7</v></c>'
        '<c r="B2" s="1" t="str"><v>新</v></c></row>'
    )


@pytest.mark.parametrize(
    "formula",
    ["XQ_CARD(A1)", "_xll.XQ_CARD(A1)", "[1]!XQ_CARD(A1)", "{xq_card(A1)}", "ORG.XLPAIR.CALC.XQFUNCTIONS.XQCARD(A1)"],
)
def test_an_old_block_of_ours_goes_whole_when_a_smaller_one_comes(tmp_path: Path, formula: str) -> None:
    cells = EMPTY_BLOCK.replace(
        '<c r="A2" s="1"/>', f'<c r="A2" s="1"><f t="array" ref="A2:B4">{formula}</f><v>1</v></c>'
    ).replace('<c r="B4" s="1"/>', '<c r="B4" s="1"><v>9</v></c>')
    path = samples.plain_workbook(tmp_path / "one.xlsx", cells)
    change(path, PutBlock(Area("表", 1, 0, 2, 1), [[1, 2], [3, 4]]))
    assert sheet_data(path) == (
        '<row r="2"><c r="A2" s="1"><v>1</v></c><c r="B2" s="1"><v>2</v></c></row>'
        '<row r="3"><c r="A3" s="1"><v>3</v></c><c r="B3" s="1"><v>4</v></c></row>'
        '<row r="4"><c r="A4" s="1"/><c r="B4" s="1"/></row>'
    )


@pytest.mark.parametrize("kind", ['t="array"', 't="dataTable" dt2D="1"'])
def test_somebody_else_s_block_is_not_cut(tmp_path: Path, kind: str) -> None:
    cells = EMPTY_BLOCK.replace('<c r="A3" s="1"/>', f'<c r="A3" s="1"><f {kind} ref="A3:B4">D3:E4*2</f><v>1</v></c>')
    path = samples.plain_workbook(tmp_path / "one.xlsx", cells)
    before = path.read_bytes()
    for cut in (put(2, 0, [5]), put(3, 1, [None])):
        with pytest.raises(BadInput, match=r"表 [AB][34]：这里属于 A3:B4 的数组公式"):
            change(path, cut)
    with pytest.raises(BadInput, match="表 A3：这里属于 A3:B4"):
        change(path, PutBlock(Area("表", 0, 0, 2, 1), [], "XQ_CARD(1)"))
    assert path.read_bytes() == before
    change(path, put(2, 0, [1, 2], [3, 4]))  # covered whole, as Excel allows
    assert "<f" not in sheet_data(path)


def test_a_shared_formula_whose_first_cell_is_overwritten_moves_on(tmp_path: Path) -> None:
    shared = (
        '<row r="1"><c r="A1"><f t="shared" ref="A1:A3" si="4">B1&amp;$C$1</f><v>1</v></c></row>'
        '<row r="2"><c r="A2"><f t="shared" si="4"/><v>2</v></c></row>'
        '<row r="3"><c r="A3"><f t="shared" si="4"/><v>3</v></c><c r="D3"><f t="shared" si="5" ref="D3">1</f></c></row>'
    )
    path = samples.plain_workbook(tmp_path / "one.xlsx", shared)
    change(path, put(0, 0, [7]))
    assert sheet_data(path) == (
        '<row r="1"><c r="A1"><v>7</v></c></row>'
        '<row r="2"><c r="A2"><f t="shared" ref="A2:A3" si="4">B2&amp;$C$1</f><v>2</v></c></row>'
        '<row r="3"><c r="A3"><f t="shared" si="4"/><v>3</v></c><c r="D3"><f t="shared" si="5" ref="D3">1</f></c></row>'
    )
    change(path, put(0, 0, [7], [8], [9]))
    assert 'si="4"' not in sheet_data(path)


def test_a_shared_formula_that_cannot_move_on_is_told(tmp_path: Path) -> None:
    """One column to the left of column A there is nothing."""
    shared = (
        '<row r="1"><c r="B1"><f t="shared" ref="A2:B1" si="0">A1+1</f><v>1</v></c></row>'
        '<row r="2"><c r="A2"><f t="shared" si="0"/><v>2</v></c></row>'
    )
    path = samples.plain_workbook(tmp_path / "one.xlsx", shared)
    before = path.read_bytes()
    with pytest.raises(BadInput, match="表 B1：这里的公式由 A2 共用"):
        change(path, put(0, 1, [7]))
    assert path.read_bytes() == before


# --- the calculation chain --------------------------------------------------------------------------------------------


def _with_chain(path: Path) -> Path:
    members = samples.plain_members(
        '<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1" s="1"/></row>',
        types=(("/xl/calcChain.xml", "calcChain"),),
    )
    members["xl/_rels/workbook.xml.rels"] = samples.relationships(
        ("rId1", "worksheet", "worksheets/sheet1.xml"), ("rId9", "calcChain", "calcChain.xml")
    )
    members["xl/calcChain.xml"] = f'<calcChain xmlns="{samples.MAIN}"><c r="A1" i="1"/></calcChain>'
    book = str(members["xl/workbook.xml"]).replace("</workbook>", '<calcPr calcId="1" fullCalcOnLoad="1"/></workbook>')
    return samples.write_zip(path, members | {"xl/workbook.xml": book})


@pytest.mark.parametrize(
    "gone", [put(0, 0, [2]), put(0, 0, [None]), PutBlock(Area("表", 0, 1, 0, 1), [[1]], "XQ_CARD(1)")]
)
def test_the_calculation_chain_goes_when_a_formula_comes_or_goes(tmp_path: Path, gone: Change) -> None:
    path = _with_chain(tmp_path / "chain.xlsx")
    before = samples.parts(path)
    change(path, gone)
    after = samples.parts(path)
    assert set(before) - set(after) == {"xl/calcChain.xml"}
    assert b"calcChain" not in after["[Content_Types].xml"] + after["xl/_rels/workbook.xml.rels"]
    assert b"worksheets/sheet1.xml" in after["xl/_rels/workbook.xml.rels"]
    assert after["xl/workbook.xml"] == before["xl/workbook.xml"]


def test_the_calculation_chain_stays_when_values_change(tmp_path: Path) -> None:
    path = _with_chain(tmp_path / "chain.xlsx")
    before = samples.parts(path)
    change(path, put(0, 1, ["x"]))
    after = samples.parts(path)
    assert [name for name in before if before[name] != after.get(name)] == [SHEET]


# --- tables -----------------------------------------------------------------------------------------------------------


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


# --- the workbook part ------------------------------------------------------------------------------------------------


def _three_sheets(
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
    path = _three_sheets(tmp_path / "three.xlsx", views, sheets, book_views=book_views)
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
    path = _three_sheets(tmp_path / "three.xlsx", views, sheets, book_views=book_views)
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
    path = _three_sheets(tmp_path / "three.xlsx", (view, view, view), sheets)
    change(path, Activate("丙"))
    assert [b"tabSelected" in part for part in _sheet_parts(samples.parts(path))] == [False, False, True]
    assert b'<bookViews><workbookView activeTab="2"/></bookViews><sheets>' in samples.parts(path)["xl/workbook.xml"]


def test_hiding_the_sheet_on_the_screen_puts_another_there(tmp_path: Path) -> None:
    views, sheets, book_views = EXCEL
    path = _three_sheets(tmp_path / "three.xlsx", views, sheets, book_views=book_views)
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
    path = _three_sheets(tmp_path / "three.xlsx", views, sheets, book_views=book_views, names=names)
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
    path = _three_sheets(tmp_path / "three.xlsx", views, sheets, book_views=book_views, names=names)
    parts = samples.parts(path)
    change(path, PrintArea(Area("乙", 0, 0, 30, 1)))
    assert f"<definedName {attributes}>{new}</definedName>" in samples.parts(path)["xl/workbook.xml"].decode()
    change(path, PrintArea(Area("乙", 0, 0, 8, 1)))
    assert (samples.parts(path) == parts) is back


def test_the_later_of_two_changes_holds(tmp_path: Path) -> None:
    path = samples.plain_workbook(tmp_path / "one.xlsx", '<row r="1"><c r="A1" s="1"/></row>')
    change(path, PutBlock(Area("表", 0, 0, 0, 0), [["先"]]), put(0, 0, ["后"]))
    assert ClosedBook(path).snapshot().sheets[0].rows == (("后",),)


def test_a_book_that_was_only_opened_to_read_changes_nothing(tmp_path: Path) -> None:
    path = samples.plain_workbook(tmp_path / "one.xlsx", '<row r="1"/>')
    with pytest.raises(WrongUse, match="不能改动"):
        ClosedBook(path).apply([put(0, 0, [1])])
    with pytest.raises(WrongUse, match="不能改动"):
        ClosedBook(path).backup("x")
    with ClosedBook.open(path) as book:
        pass
    with pytest.raises(WrongUse, match="不能改动"):
        book.apply([put(0, 0, [1])])


def test_a_broken_part_never_reaches_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = samples.plain_workbook(tmp_path / "one.xlsx", '<row r="1"/>')
    before = path.read_bytes()
    monkeypatch.setattr("xlpair.workbook.cell_xml.escaped", lambda text: text.encode())
    with pytest.raises(UnreadableFile):
        change(path, put(0, 0, ["<"]))
    assert path.read_bytes() == before
