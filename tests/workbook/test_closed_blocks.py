"""Array blocks, shared formulas, the calculation chain. The XML before and after is written out by hand."""

from pathlib import Path

import closed_samples as samples
import pytest
from closed_changes import SHEET, change, put, sheet_data

from xlpair.errors import BadInput
from xlpair.workbook.book import (
    Area,
    Change,
    PutBlock,
)

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
