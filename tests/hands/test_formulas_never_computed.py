"""Formulas that a program wrote without a value: their cells are named, with what to do; nothing is dropped.

Written with openpyxl, which stores formulas without values, as programs do that fill in workbooks.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from clubs import club, lines, the_file, wins_of_red
from hand_edits import other_program, put_formula

import xlpair
from xlpair.errors import BadInput

TOLD = "公式还没有算出值。 请在 Excel（或 WPS、LibreOffice）里打开、保存一次再用。"


@pytest.mark.parametrize(
    ("table", "row", "heading", "formula", "where"),
    [
        ("名单", 3, "姓名", '="新"&"人"', "名单!B7"),
        ("名单", 7, "姓名", '="新"&"人"', "名单!B11"),
        ("名单", 3, "编号", "=1+2", "名单!A7"),
        ("名单", 3, "单位", "=B4", "名单!C7"),
        ("名单", 3, "等级分", "=1600+50", "名单!D7"),
        ("名单", 3, "参赛轮次", '="退"&"赛"', "名单!F7"),
        ("第1轮", 1, "结果", '="2:0"', "第1轮!F5"),
        ("第1轮", 2, "红方编号", "=1+1", "第1轮!B6"),
        ("第1轮", 2, "台次", "=1+1", "第1轮!A6"),
        ("第1轮", 3, "红犯规", "=1+1", "第1轮!K7"),
        ("赛事", 6, "内容", "=3+4", "赛事!C10"),
    ],
)
def test_a_formula_without_a_value_is_named(
    table: str, row: int, heading: str, formula: str, where: str, tmp_path: Path
) -> None:
    found = club(tmp_path, 6)
    found.pair()
    with other_program(the_file(found)) as hands:
        hands.cell(table, row, heading).value = formula
    before = the_file(found).read_bytes()
    for command in (found.refresh, found.pair):
        with pytest.raises(BadInput) as refused:
            command()
        assert f"{where}：{TOLD}" in lines(refused.value.problems)
    with pytest.raises(BadInput, match="公式还没有算出值"):
        xlpair.load(the_file(found))
    assert the_file(found).read_bytes() == before


def test_the_result_of_a_bye_by_a_formula_without_a_value(tmp_path: Path) -> None:
    found = club(tmp_path, 5)
    found.pair()
    with other_program(the_file(found)) as hands:
        hands.cell("第1轮", 3, "结果").value = '="轮空"'
    with pytest.raises(BadInput) as refused:
        found.refresh()
    assert lines(refused.value.problems) == [f"第1轮!F7：{TOLD}"]


def test_who_goes_on_by_a_formula_without_a_value(tmp_path: Path) -> None:
    """K4: the note decides only where the games were level, so it is told but does not stop what needs it not."""
    found = club(tmp_path, 4, {"赛制": "单败淘汰"})
    found.pair()
    with other_program(the_file(found)) as hands:
        hands.cell("第1轮", 1, "备注").value = '="晋级 "&1'
    assert f"第1轮!N5：{TOLD}" in lines(found.check().problems)


@pytest.mark.parametrize("formula", ['=""', '= "" '])
def test_hands_36_formulas_that_give_nothing_are_blank_computed_or_not(formula: str, tmp_path: Path) -> None:
    found = club(tmp_path, 6)
    with other_program(the_file(found)) as hands:
        for row in range(7, 12):
            for heading in ("编号", "姓名", "单位"):
                hands.cell("名单", row, heading).value = formula
    assert not found.check().errors
    found.pair()
    assert found.event().rounds[0].numbers() == {1, 2, 3, 4, 5, 6}


def test_a_formula_with_a_value_is_read(tmp_path: Path) -> None:
    found = club(tmp_path, 6)
    found.pair()
    with other_program(the_file(found)) as hands:
        hands.type("第1轮", 1, "结果", "x")
    put_formula(the_file(found), "第1轮", "F5", '"2:"&amp;0', "2:0")
    put_formula(the_file(found), "名单", "B7", 'IF(1,"","")', "")
    assert found.event().rounds[0].pairings[0].result is xlpair.Result.RED_WIN
    assert [player.number for player in found.event().players] == [1, 2, 4, 5, 6]


@pytest.mark.parametrize("update", ["数值", "实时公式"])
def test_our_own_formulas_without_values_hinder_nothing(update: str, tmp_path: Path) -> None:
    """openpyxl saves the whole book, and with it our titles and computed tables, without values."""
    found = club(tmp_path, 6, {"成绩表更新": update})
    found.pair()
    wins_of_red(found, 1)
    found.refresh()
    with other_program(the_file(found)):
        pass
    assert not found.check().errors
    found.pair()
    assert len(found.event().rounds) == 2


def test_formulas_of_the_users_own_columns_are_no_matter(tmp_path: Path) -> None:
    found = club(tmp_path, 6)
    with other_program(the_file(found)) as hands:
        left, top, right, bottom = hands.box("名单")
        sheet, _ = hands.table("名单")
        headings = [sheet.cell(top, column).value for column in range(left, right + 1)]
        hands.order_columns("名单", [*headings, "学校"])
        sheet.cell(top + 1, right + 1).value = '="第一"&"中学"'
        sheet.cell(bottom + 3, right + 3).value = "=1+1"
    assert not found.check().errors
    found.pair()
