"""The workbook itself in other hands: filters, columns, sheets, errors, what is the user's own.

Everything is done with another program and checked on the file. Expected values are reasoned in each test.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import openpyxl
import openpyxl.chart
import openpyxl.comments
import openpyxl.formatting.rule
import pytest
from clubs import club, draws, the_file, wins_of_red
from halls import NOW, Hall
from hand_edits import Editor, edit_part, other_program, sheet_part
from openpyxl.worksheet.filters import AutoFilter, FilterColumn, Filters

from xlpair import actions
from xlpair.errors import BadInput, Gravity, UnreadableFile, WrongUse
from xlpair.workbook.closed import ClosedBook


def filtered(hands: Editor, table: str, column: int, kept: str) -> None:
    """Set a filter on a table's column (counted from 0), as the arrow in its heading does: other rows are hidden."""
    sheet, found = hands.table(table)
    found.autoFilter = AutoFilter(ref=found.ref)
    found.autoFilter.filterColumn = [FilterColumn(colId=column, filters=Filters(filter=[kept]))]
    _, top, _, _ = hands.box(table)
    for row, values in enumerate(hands.rows(table), start=1):
        sheet.row_dimensions[top + row].hidden = str(values[column]) != kept


def hidden_rows(found: Hall, sheet: str) -> list[str]:
    part = found.parts()[sheet_part(the_file(found), sheet)].decode()
    return re.findall(r'<row r="(\d+)"[^>]*hidden="1"', part)


@pytest.mark.parametrize(("table", "column", "kept"), [("第1轮", 5, "2:0"), ("第1轮", 2, "甲4"), ("名单", 1, "甲1")])
def test_hands_37_a_filter_stays_and_hidden_rows_count(table: str, column: int, kept: str, tmp_path: Path) -> None:
    """1-2 won, 4-3 drawn, 5-6 lost, 8-7 won by red: the points of all eight, whatever is hidden."""
    found = club(tmp_path, 8)
    found.pair()
    found.results(1, "2:0", "1:1", "0:2", "2:0")
    with other_program(the_file(found)) as hands:
        filtered(hands, table, column, kept)
    before = hidden_rows(found, table)
    assert before
    found.pair()
    found.refresh()
    points = {"甲1": 2, "甲2": 0, "甲3": 1, "甲4": 1, "甲5": 0, "甲6": 2, "甲7": 0, "甲8": 2}
    assert found.standings() == points
    assert sorted(number for pair in found.boards(2) for number in pair) == list(range(1, 9))
    # a result in a hidden row is written, too
    found.result(1, 2, "0:2")
    assert found.standings()["甲3"] == 2
    assert hidden_rows(found, table) == before
    with other_program(the_file(found)) as hands:
        assert hands.table(table)[1].autoFilter.filterColumn[0].filters.filter == [kept]


def test_hands_38_two_groups_at_once(tmp_path: Path) -> None:
    """Both books are open in one process, commands on them in turn: each standing is of its own book."""
    (tmp_path / "男").mkdir()
    (tmp_path / "女").mkdir()
    men = club(tmp_path / "男", [[number, f"男{number}"] for number in range(1, 5)])
    women = club(tmp_path / "女", [[number, f"女{number}"] for number in range(1, 5)], {"记分": "3/1/0"})
    with ClosedBook.open(the_file(men)) as one, ClosedBook.open(the_file(women)) as other:
        for book in (one, other):
            actions.pair(book, now=NOW, draw_seed=lambda: 1)
        actions.result(one, 1, 1, "2:0", now=NOW)
        actions.result(other, 1, 2, "0:3", now=NOW)
        actions.result(one, 1, 2, "1:1", now=NOW)
    assert men.standings() == {"男1": 2, "男3": 1, "男4": 1, "男2": 0}
    assert women.standings() == {"女3": 3, "女1": 0, "女2": 0, "女4": 0}


@pytest.mark.parametrize(
    ("table", "row", "heading", "where"),
    [
        ("名单", 3, "单位", "名单!C7"),
        ("名单", 3, "姓名", "名单!B7"),
        ("第1轮", 2, "结果", "第1轮!F6"),
        ("第1轮", 2, "红方编号", "第1轮!B6"),
        ("第1轮", 1, "黑方", "第1轮!I5"),
        ("赛事", 5, "内容", "赛事!C9"),
    ],
)
@pytest.mark.parametrize("code", ["#REF!", "#N/A"])
def test_hands_39_an_error_value_is_named_by_every_command(
    table: str, row: int, heading: str, where: str, code: str, tmp_path: Path
) -> None:
    found = club(tmp_path, 6)
    found.pair()
    wins_of_red(found, 1)
    with other_program(the_file(found)) as hands:
        cell = hands.cell(table, row, heading)
        cell.value = code
        cell.data_type = "e"
    before = the_file(found).read_bytes()
    for command in (found.pair, found.refresh, found.explain, lambda: found.result(1, 1, "1:1")):
        with pytest.raises(BadInput) as refused:
            command()
        told = refused.value.problems[0]
        assert told.where == where
        assert code in told.what
        assert told.hint.startswith("请")
    errors = [problem for problem in found.check().problems if problem.gravity is Gravity.ERROR]
    assert errors[0].where == where
    assert the_file(found).read_bytes() == before


def error_in_the_rounds_own_columns(found: Hall, heading: str) -> str:
    """An error cell where nothing is read from: 备注, or a column of the arbiter's own; gives its place."""
    with other_program(the_file(found)) as hands:
        left, top, right, _ = hands.box("第1轮")
        sheet, _ = hands.table("第1轮")
        headings = [sheet.cell(top, at).value for at in range(left, right + 1)]
        if heading not in headings:
            hands.order_columns("第1轮", [*headings, heading])
        cell = hands.cell("第1轮", 2, heading)
        cell.value = "#DIV/0!"
        cell.data_type = "e"
        return f"第1轮!{cell.coordinate}"


@pytest.mark.parametrize("heading", ["备注", "裁判"])
@pytest.mark.parametrize("update", ["实时公式", "数值"])
def test_hands_39_an_error_in_a_column_nothing_is_read_from_is_only_mentioned_in_a_closed_file(
    heading: str, update: str, tmp_path: Path
) -> None:
    """Excel computes 成绩表 all the same; what it means for formulas in Calc is said."""
    found = club(tmp_path, 6, {"成绩表更新": update})
    found.pair()
    wins_of_red(found, 1)
    where = error_in_the_rounds_own_columns(found, heading)
    (told,) = [problem for problem in found.check().problems if problem.where == where]
    assert told.gravity is Gravity.WARNING
    assert "#DIV/0!" in told.what
    assert ("Calc" in told.what) == (update == "实时公式")
    assert told.hint == "请改正或清空。"
    assert where in {problem.where for problem in found.refresh().problems}
    assert found.standings()["甲1"] == 2
    found.pair()


@pytest.mark.parametrize(
    "address",
    [
        "https://d.docs.live.net/0123/比赛.xlsx",
        "http://club.example/比赛.xlsx",
        "file:///C:/比赛.xlsx",
    ],
)
def test_hands_41_a_web_address_is_no_file(address: str, tmp_path: Path) -> None:
    with pytest.raises((UnreadableFile, WrongUse)) as refused:
        ClosedBook(address)
    assert "请" in str(refused.value)
    with pytest.raises((UnreadableFile, WrongUse)) as refused:
        actions.new(Path(address), now=NOW, draw_seed=lambda: 1)
    assert "请" in str(refused.value)


def test_hands_42_everything_moved_renamed_and_sorted(tmp_path: Path) -> None:
    """Columns in another order with own ones between, rows sorted, sheets renamed, turned round, one of the user's own.

    The event is the same, the next rounds go where they belong, own columns stay, and undo finds them all again.
    """
    found = club(tmp_path, [[number, f"甲{number}", f"队{number % 3}"] for number in range(1, 7)])
    found.pair()
    found.results(1, "2:0", "1:1", "0:2")
    before, standings = found.event(), found.standings()
    with other_program(the_file(found)) as hands:
        hands.order_columns("名单", ["单位", "电话", "编号", "等级分", "姓名", "备注", "种子", "参赛轮次", "自己"])
        for row in range(1, 7):
            hands.type("名单", row, "电话", f"0138000{row}")
        hands.sort("名单", "单位")
        heads = ["黑方编号", "黑方", "自己", "结果", "红方", "红方编号", "台次", "红方单位", "红方积分", "黑方积分"]
        hands.order_columns("第1轮", [*heads, "黑方单位", "红犯规", "黑犯规", "备注"])
        hands.sort("第1轮", "结果")
        hands.rename_sheet("第2轮", "第2轮(下午)")
        hands.rename_sheet("第1轮", "初赛 一")
        mine = hands.book.create_sheet("我的", 1)
        mine["A1"], mine["B1"], mine["A2"] = "姓名", "编号", "=1+2"
        hands.book._sheets.reverse()
    assert found.event() == before
    assert found.check().problems == ()
    found.pair()
    assert "第2轮(下午)" in found.shown()
    draws(found, 2)
    # a draw gives everybody one point more
    assert found.standings() == {name: points + 1 for name, points in standings.items()}  # type: ignore[operator]
    phones = dict(zip(found.column("名单", "编号"), found.column("名单", "电话"), strict=True))
    assert len({phones[number] for number in range(1, 7)}) == 6
    with other_program(the_file(found)) as hands:
        assert hands.book["我的"]["A2"].value == "=1+2"
    with other_program(the_file(found)) as hands:
        hands.type("第2轮", 2, "结果", "胜胜")
    with pytest.raises(BadInput, match=r"第2轮\(下午\)!F6：结果看不懂"):
        found.refresh()
    found.undo(lose_results=True)
    assert "第2轮(下午)" not in found.shown()
    assert found.event() == before


def own_sheet(hands: Editor) -> None:
    sheet = hands.book.create_sheet("收费", 2)
    sheet.append(["姓名", "编号", "结果"])
    sheet.append(["=名单!B5", 1, "2:0"])
    sheet.protection.sheet = True
    sheet.sheet_properties.tabColor = "FF0000"
    sheet.print_area = "A1:C2"


def own_comment(hands: Editor) -> None:
    sheet = hands.book["名单"]
    sheet["J1"].comment = openpyxl.comments.Comment("裁判的批注", "裁判")
    sheet["J2"] = "=COUNTA(B5:B30)"


def own_chart(hands: Editor) -> None:
    sheet = hands.book["成绩表"]
    chart = openpyxl.chart.BarChart()
    chart.add_data(openpyxl.chart.Reference(hands.book["名单"], min_col=1, min_row=5, max_row=10))
    sheet.add_chart(chart, "Z40")


def own_rules(hands: Editor) -> None:
    sheet = hands.book["第1轮"]
    sheet.conditional_formatting.add("Q1:Q9", openpyxl.formatting.rule.CellIsRule(operator="equal", formula=["1"]))
    sheet["Q1"].hyperlink = "https://club.example/"
    sheet.column_dimensions["Q"].width = 33


@pytest.mark.parametrize("own", [own_sheet, own_comment, own_chart, own_rules])
def test_hands_44_what_is_the_users_own_stays(own: Callable[[Editor], None], tmp_path: Path) -> None:
    """After a pairing, results, an undo and a refresh every part of the file that is not ours has its bytes.

    Of our sheets only cells, the selected tab, the reach of print areas and tables may change.
    """
    found = club(tmp_path, 6)
    with other_program(the_file(found)) as hands:
        own(hands)
    before = found.parts()
    found.pair()
    found.results(1, "2:0", "1:1", "0:2")
    found.pair()
    found.undo()
    found.refresh()
    after = found.parts()
    assert list(after) == list(before)
    ours = {
        sheet_part(the_file(found), name) for name in ("赛事", "名单", "第1轮", "第2轮", "成绩表", "编排卡", "编排记录")
    }
    changed = {name for name in before if before[name] != after[name]}
    assert changed <= ours | {"xl/workbook.xml"}, changed

    def rest(part: bytes) -> bytes:
        for pattern in (rb"<sheetData.*</sheetData>", rb"<dimension[^>]*>", rb' tabSelected="[^"]*"'):
            part = re.sub(pattern, b"", part, flags=re.DOTALL)
        return part

    for name in ours:
        assert rest(after[name]) == rest(before[name]), name


@pytest.mark.parametrize("kind", ["sheets", "tables"])
def test_two_of_one_name_are_told(kind: str, tmp_path: Path) -> None:
    """No program makes them, a tool that edits the file may: nothing is written, and the way out is named."""
    found = club(tmp_path, 6)
    if kind == "sheets":
        edit_part(the_file(found), "xl/workbook.xml", lambda text: text.replace('name="第2轮"', 'name="第1轮"'))
    else:
        part = next(
            name for name, data in found.parts().items() if 'name="第2轮"'.encode() in data and "tables" in name
        )
        edit_part(the_file(found), part, lambda text: text.replace('ame="第2轮"', 'ame="第1轮"'))
    before = the_file(found).read_bytes()
    with pytest.raises((UnreadableFile, BadInput)) as refused:
        found.pair()
    assert "第1轮" in str(refused.value)
    assert "请" in str(refused.value)
    assert the_file(found).read_bytes() == before
