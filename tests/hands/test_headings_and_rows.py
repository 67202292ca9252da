"""Headings damaged, rows typed under the tables, ten rounds that keep what makes the sheets handy.

Everything is done with another program and checked on the file. Expected values are reasoned in each test.
"""

from __future__ import annotations

from pathlib import Path

import openpyxl
import openpyxl.chart
import openpyxl.comments
import openpyxl.formatting.rule
import pytest
from clubs import club, draws, lines, standing, the_file, wins_of_red
from hand_edits import Editor, other_program

from xlpair.errors import BadInput


def rename_heading(hands: Editor, table: str, old: str, new: str | None) -> None:
    sheet, found = hands.table(table)
    left, top, right, _ = hands.box(table)
    for column in range(left, right + 1):
        if sheet.cell(top, column).value == old:
            sheet.cell(top, column).value = new
    for column_of in found.tableColumns:
        if column_of.name == old:
            column_of.name = new or "列1"


@pytest.mark.parametrize(
    ("table", "old", "new"),
    [
        ("名单", "姓名", "姓 名"),
        ("名单", "单位", "單位"),
        ("名单", "编号", "参赛编号"),
        ("第1轮", "结果", "结 果 "),
        ("第1轮", "结果", "結果"),
        ("第1轮", "红方编号", "紅方編號"),
        ("赛事", "内容", " 内　容"),
    ],
)
def test_hands_43_a_damaged_heading_is_found(table: str, old: str, new: str, tmp_path: Path) -> None:
    found = club(tmp_path, [[number, f"甲{number}", "队"] for number in range(1, 7)])
    found.pair()
    before = found.event()
    with other_program(the_file(found)) as hands:
        rename_heading(hands, table, old, new)
    assert found.event() == before
    assert not found.check().errors
    wins_of_red(found, 1)
    found.pair()
    assert any(found.column(table, new))  # the heading stays as the user has it


@pytest.mark.parametrize(
    ("table", "gone"), [("名单", "姓名"), ("名单", "编号"), ("第1轮", "结果"), ("第1轮", "黑方编号"), ("赛事", "项目")]
)
def test_hands_43_a_heading_that_is_gone_is_told_once(table: str, gone: str, tmp_path: Path) -> None:
    """Two rounds are there: that round 1 cannot be read is said of round 1, not that it has not been paired yet."""
    found = club(tmp_path, 6)
    found.pair()
    wins_of_red(found, 1)
    found.pair()
    with other_program(the_file(found)) as hands:
        rename_heading(hands, table, gone, "列1")
    before = the_file(found).read_bytes()
    for command in (found.pair, found.refresh, lambda: found.result(2, 1, "2:0")):
        with pytest.raises(BadInput) as refused:
            command()
        first = refused.value.problems[0]
        assert (first.where, first.what) == (table, f"标题行（第4行）里找不到“{gone}”。")
        assert first.hint == "请把这一列的标题改回来。"
        if table != "赛事":
            assert len([p for p in refused.value.problems if "找不到" in p.what or "还没有编排" in p.what]) == 1
    assert the_file(found).read_bytes() == before


@pytest.mark.parametrize("system", ["积分编排", "单循环"])
def test_hands_45_ten_rounds_by_command_line_keep_what_makes_the_sheets_handy(system: str, tmp_path: Path) -> None:
    """Drop-downs, conditional formats, frozen panes and print set-up of every round, as another program sees them."""

    def handy(path: Path) -> dict[str, tuple[object, ...]]:
        book = openpyxl.load_workbook(path)
        return {
            sheet.title: (
                [(one.formula1, str(one.sqref)) for one in sheet.data_validations.dataValidation],
                sorted(str(area.sqref) for area in sheet.conditional_formatting),
                sheet.freeze_panes,
                (sheet.page_setup.orientation, sheet.page_setup.paperSize, sheet.print_title_rows),
                str(sheet.oddFooter.center.text),
            )
            for sheet in book
        }

    found = club(tmp_path, 12, {"赛制": system, "轮数": "10"}, rounds=11)
    with other_program(the_file(found)):
        pass  # saved once by another program
    before = handy(the_file(found))
    assert before["第10轮"][0]
    for number in range(1, 11):
        found.pair()
        draws(found, number)
    assert handy(the_file(found)) == before
    for number in range(1, 11):
        assert found.boards(number)
        areas = openpyxl.load_workbook(the_file(found))[f"第{number}轮"].print_area
        assert areas.endswith("$M$10")  # heading in row 4, six boards below


@pytest.mark.parametrize("headings", [("编号", "姓名"), ("姓名",)])
def test_hands_47_a_player_typed_under_the_table(headings: tuple[str, ...], tmp_path: Path) -> None:
    """In the row below the last one of 名单, with a number or without: he is in, and the table reaches over him."""
    found = club(tmp_path, 6)
    found.pair()
    wins_of_red(found, 1)
    with other_program(the_file(found)) as hands:
        sheet, _ = hands.table("名单")
        left, _, _, bottom = hands.box("名单")
        for at, heading in enumerate(("编号", "姓名")):
            if heading in headings:
                sheet.cell(bottom + 1, left + at).value = (13, "十三")[at]
    number = 13 if "编号" in headings else 7
    checked = lines(found.check().problems)
    assert any(f"第{bottom + 1}行写在表格“名单”下面，也算在内" in line for line in checked)
    assert any(line.endswith("下次用命令时表格会自动扩大。") for line in checked)
    # the command that has let the table grow says so, and does not speak of a next time
    said = [line for line in lines(found.pair().problems) if "写在表格" in line]
    assert [line.endswith("也算在内。 表格已经扩大到这里。") for line in said] == [True]
    assert not [line for line in lines(found.check().problems) if "写在表格" in line]
    assert number in found.event().rounds[1].numbers()
    with other_program(the_file(found)) as hands:
        assert hands.box("名单")[3] == bottom + 1
    assert standing(found, "十三")["编号"] == number


@pytest.mark.parametrize("typed", ["2:0", "胜", "1:1"])
def test_hands_47_a_result_typed_under_the_round_table(typed: str, tmp_path: Path) -> None:
    found = club(tmp_path, 6)
    found.pair()
    with other_program(the_file(found)) as hands:
        sheet, _ = hands.table("第1轮")
        left, _, _, bottom = hands.box("第1轮")
        sheet.cell(bottom + 1, left + 5).value = typed
    before = the_file(found).read_bytes()
    with pytest.raises(BadInput) as refused:
        found.refresh()
    (told,) = refused.value.problems
    assert told.where == f"第1轮!F{bottom + 1}"
    assert told.what == f"这一行有结果 “{typed}”，但没有棋手。"
    assert the_file(found).read_bytes() == before
