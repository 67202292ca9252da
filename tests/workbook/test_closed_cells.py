"""What putting values does to the bytes of a sheet. The XML before and after is written out by hand."""

import datetime as dt
from fractions import Fraction
from pathlib import Path
from typing import Any

import closed_samples as samples
import pytest
from closed_changes import SHEET, change, put, sheet_data

from xlpair.errors import BadInput, UnreadableFile, WrongUse
from xlpair.workbook.book import (
    Area,
    CellValue,
    ErrorValue,
    PutBlock,
    PutCells,
)
from xlpair.workbook.closed import ClosedBook


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
