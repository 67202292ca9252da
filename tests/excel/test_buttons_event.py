"""Whole events driven by the buttons alone, through xlwings' own engine, against the same by command line.

What is compared is what both workbooks hold: values, formulas, tables, what is shown, print areas, formats. The pairs
themselves are those of 2009 五羊杯 (see ``xlpair.demo_event`` for the sources).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from desk import NOW, Desk
from openpyxl.utils import range_boundaries
from openpyxl.worksheet.formula import ArrayFormula
from stand_in import needs_engine
from udf_process import ComRange, UdfProcess

from xlpair import demo_event
from xlpair.excel.project import macros
from xlpair.model import Player
from xlpair.settings import Settings, System, TableUpdate
from xlpair.workbook.templates import make_workbook

pytestmark = needs_engine

WUYANGBEI = tuple(Player(number, name) for number, name in enumerate(demo_event.PLAYERS, start=1))


NUMBERS = {name: number for number, name in enumerate(demo_event.PLAYERS, start=1)}


def new_event(path: Path, settings: Settings, players: tuple[Player, ...], rounds: int) -> Path:
    if path.suffix == ".xlsm":
        make_workbook(path, settings, players, rounds=rounds, kind=".xlsm", macros=macros(settings, rounds))
    else:
        make_workbook(path, settings, players, rounds=rounds)
    return path


def type_pairs(desk: Desk, number: int, pairs: list[tuple[str, str]]) -> None:
    """Put other numbers into the round that has just been paired, as an arbiter may."""
    for board, (red, black) in enumerate(pairs, start=1):
        desk.type(f"第{number}轮", board, "红方编号", NUMBERS[red])
        desk.type(f"第{number}轮", board, "黑方编号", NUMBERS[black])


def pairs_in(desk: Desk, number: int) -> list[tuple[object, object]]:
    red, black = desk.column(f"第{number}轮", "红方"), desk.column(f"第{number}轮", "黑方")
    return [pair for pair in zip(red, black, strict=True) if pair[0]]


def test_six_rounds_by_buttons_are_six_rounds_by_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(name=demo_event.NAME, rounds=6, last_three=False, table_update=TableUpdate.VALUES)
    desk = Desk(new_event(tmp_path / "五羊杯.xlsm", settings, WUYANGBEI, 6), monkeypatch)
    for number in range(1, 7):
        desk.pair()
        played = demo_event.games(number)
        if number == 1:  # the first round was drawn by hand
            type_pairs(desk, 1, [(red, black) for red, _, black in played])
            desk.refresh()
        assert sorted(pairs_in(desk, number)) == sorted((red, black) for red, _, black in played)
        results = {red: result for red, result, _ in played}
        for board, (red, _) in enumerate(pairs_in(desk, number), start=1):
            desk.type(f"第{number}轮", board, "结果", results[str(red)])
        desk.refresh()
        if number in (1, 2, 6):
            desk.same(tmp_path)
    names, points = desk.excel.book["成绩表"]["C"], [cell.value for cell in desk.excel.book["成绩表"][4]].index("积分")
    shown = {cell.value: desk.excel.book["成绩表"].cell(cell.row, points + 1).value for cell in names[4:14]}
    assert shown == demo_event.POINTS
    assert desk.status().startswith(f"{NOW:%Y-%m-%d %H:%M} 成绩表已更新")
    # Nothing but values, the tables' sizes, what is shown, where the cursor is and what is printed was asked of Excel.
    shown_only = {"setSheetVisibility", "activateSheet", "rangeSelect", "setPrintArea"}
    assert set(desk.excel.log) <= {"setValues", "resizeTable"} | shown_only


def test_undo_late_entries_and_a_bye_by_buttons_and_by_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = tuple(Player(0, f"棋手{sign}", f"{sign}队") for sign in "甲乙丙丁戊己庚")
    settings = Settings(name="春季赛", rounds=4)
    desk = Desk(new_event(tmp_path / "赛.xlsx", settings, players, 5), monkeypatch)
    desk.pair()  # numbers are drawn by lot
    for board, result in enumerate(("2:0", "+-", "和"), start=1):
        desk.type("第1轮", board, "结果", result)
    desk.type("名单", 8, "姓名", "=1+1")
    desk.type("名单", 8, "单位", "-李")
    desk.pair()  # the late entry joins with the next number
    desk.same(tmp_path)
    assert "=1+1" in desk.column("第2轮", "红方") + desk.column("第2轮", "黑方")
    desk.type("第2轮", 1, "结果", "0:2")
    desk.undo()
    desk.same(tmp_path)
    assert desk.excel.book["第2轮"].sheet_state == "hidden"
    assert desk.excel.host.asked == ["第2轮已经填了 1 个结果，撤销会一起清掉（备份里还有）。\n确实要撤销吗？"]
    desk.pair()
    desk.same(tmp_path)


def test_a_round_robin_with_its_crosstable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    players = tuple(Player(number, f"棋手{number}") for number in range(1, 6))
    settings = Settings(name="循环赛", system=System.ROUND_ROBIN)
    desk = Desk(new_event(tmp_path / "赛.xlsm", settings, players, 5), monkeypatch)
    for number in range(1, 6):
        desk.pair()
        for board in (1, 2):
            desk.type(f"第{number}轮", board, "结果", ("2:0", "1:1")[board - 1])
    desk.refresh()
    desk.same(tmp_path)


def test_with_formulas_excel_calculates_what_the_command_line_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(name=demo_event.NAME, rounds=6, last_three=False, table_update=TableUpdate.LIVE)
    desk = Desk(new_event(tmp_path / "五羊杯.xlsm", settings, WUYANGBEI, 6), monkeypatch)
    with UdfProcess() as functions:
        for number in range(1, 4):
            desk.pair()
            calculate(desk, functions)
            assert shown_blocks(desk) == cached_blocks(desk)
            for board in range(1, 6):
                desk.type(f"第{number}轮", board, "结果", ("2:0", "1:1", "0:2", "+-", "2:0")[board - 1])
            calculate(desk, functions)  # Excel does so by itself; the file's values lag behind until the command
            assert shown_blocks(desk) != cached_blocks(desk)
            desk.refresh()
            assert shown_blocks(desk) == cached_blocks(desk)
    desk.same(tmp_path)
    # The formulas were left alone: Excel would not take longer ones again.
    assert not {"setFormulaArray", "rangeClearContents"} & set(desk.excel.log)


def calculate(desk: Desk, functions: UdfProcess) -> None:
    """Calculate every array formula, ours through xlwings as Excel would."""
    for sheet in desk.excel.book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if isinstance(cell.value, ArrayFormula) and "XQ_" in cell.value.text:
                    _calculate_block(desk, functions, sheet.title, cell.value)
    # The cells above the blocks: the sentence that stands alone in a block, the hint above the card.
    for sheet, row, column in (("成绩表", 3, 1), ("编排卡", 3, 3)):
        first, second = (desk.excel.value(sheet, 4, at) for at in (1, 2))
        alone = first if first and not second else None
        desk.excel.calculated(sheet, row, column, alone or ("← 在这里填棋手的编号" if sheet == "编排卡" else None))


def _calculate_block(desk: Desk, functions: UdfProcess, sheet: str, formula: ArrayFormula) -> None:
    match = re.fullmatch(r"=?(XQ_[A-Z]+)\((.*)\)", formula.text)
    assert match is not None
    arguments = [_argument(desk, text) for text in match.group(2).split(",")]
    names = 3 if match.group(1) == "XQ_CARD" else 2
    ranges = [ComRange(one) if isinstance(one, tuple) else one for one in arguments[:names]]
    result = functions.call(match.group(1), *ranges, *arguments[names:])
    left, top, right, bottom = range_boundaries(formula.ref)
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            desk.excel.calculated(sheet, row, column, result[row - top][column - left] or None)
            if result[row - top][column - left] == 0:
                desk.excel.calculated(sheet, row, column, 0)


def _argument(desk: Desk, text: str) -> Any:
    if text == "编排卡编号":
        return float(desk.excel.value("编排卡", 3, 2))
    table = text.removesuffix("[#All]")
    sheet = next(one for one in desk.excel.book.worksheets if table in one.tables)
    left, top, right, bottom = range_boundaries(sheet.tables[table].ref)
    values = [
        [desk.excel.value(sheet.title, row, column) for column in range(left, right + 1)]
        for row in range(top, bottom + 1)
    ]
    return tuple(tuple(float(one) if type(one) is int else one for one in row) for row in values)


BLOCKS = {"成绩表": "A3:V34", "编排卡": "A3:H17"}


def shown_blocks(desk: Desk) -> dict[str, list[Any]]:
    return {
        sheet: [desk.excel.value(sheet, cell.row, cell.column) for row in desk.excel.book[sheet][area] for cell in row]
        for sheet, area in BLOCKS.items()
    }


def cached_blocks(desk: Desk) -> dict[str, list[Any]]:
    book = openpyxl.load_workbook(desk.twin, data_only=True)
    return {
        sheet: [cell.value if cell.value != "" else None for row in book[sheet][area] for cell in row]
        for sheet, area in BLOCKS.items()
    }
