"""An event of so many rounds that Excel takes no formula over all of them through its interface (255 signs).

The workbook was made with its main formulas in the file. A table that comes later has its values instead, which every
command writes anew, and the arbiter is told how to get the formula.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest
from desk import NOW, Desk
from openpyxl.worksheet.formula import ArrayFormula
from stand_in import needs_engine

from xlpair import actions
from xlpair.excel import buttons
from xlpair.model import Player
from xlpair.settings import Settings, System, TableUpdate, TeamForm
from xlpair.workbook.templates import make_workbook

pytestmark = needs_engine

ROUNDS = 23
PLAYERS = tuple(Player(number, f"棋手{number}", f"{number % 3}队", 1500 + number) for number in range(1, 25))


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    path = tmp_path / "循环.xlsx"
    settings = Settings(name="循环赛", system=System.ROUND_ROBIN, table_update=TableUpdate.LIVE)
    make_workbook(path, settings, PLAYERS, rounds=ROUNDS)
    return Desk(path, monkeypatch)


def shown(book: openpyxl.Workbook, sheet: str) -> list[list[Any]]:
    rows = book[sheet].iter_rows(min_row=4, values_only=True)
    found = [[None if cell == "" else cell for cell in row] for row in rows]
    return [row for row in found if any(cell is not None for cell in row)]


def is_formula(book: openpyxl.Workbook, sheet: str) -> bool:
    return isinstance(book[sheet]["A4"].value, ArrayFormula)


def same_values(desk: Desk, sheet: str) -> None:
    """What stands in Excel is what the command line puts into the closed file; there it is a formula's value."""
    assert is_formula(openpyxl.load_workbook(desk.twin), sheet)
    assert not is_formula(desk.excel.book, sheet)
    assert shown(desk.excel.book, sheet) == shown(openpyxl.load_workbook(desk.twin, data_only=True), sheet)


def one_warning(desk: Desk, sheet: str, since: int) -> None:
    told = [line for text in desk.told[since:] for line in text.splitlines() if line.startswith(f"{sheet} ")]
    assert len(told) == 1
    assert "数值" in told[0]
    assert "保存并关闭" in told[0]
    assert "xlpair refresh" in told[0]


def test_prize_groups_that_come_later_stop_no_command(desk: Desk) -> None:
    for number in (1, 4, 5, 8):
        desk.type("名单", number, "组别", "女子")
    desk.pair()
    assert desk.excel.book["第1轮"].sheet_state == desk.excel.book["组别成绩"].sheet_state == "visible"
    one_warning(desk, "组别成绩", 0)
    same_values(desk, "组别成绩")
    before = shown(desk.excel.book, "组别成绩")
    for board in range(1, 13):
        desk.type("第1轮", board, "结果", "2:0")
    told = len(desk.told)
    desk.refresh()
    one_warning(desk, "组别成绩", told)
    same_values(desk, "组别成绩")
    assert shown(desk.excel.book, "组别成绩") != before
    desk.pair()
    desk.undo()
    same_values(desk, "组别成绩")


def test_totals_of_members_that_come_later_stop_no_command(desk: Desk) -> None:
    row = desk.column("赛事", "项目").index("团体") + 1
    desk.type("赛事", row, "内容", TeamForm.SUM_OF_MEMBERS.value)
    desk.pair()
    one_warning(desk, "团体成绩", 0)
    same_values(desk, "团体成绩")


def test_ratings_are_written_and_the_file_takes_their_formula_later(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.pair()
    told = len(desk.told)
    desk.press(buttons.rate)
    desk.command(lambda book: actions.ratings(book, now=NOW))
    one_warning(desk, "等级分", told)
    same_values(desk, "等级分")
    # The advice holds: saved and closed, refresh writes the formula; opened again, Excel leaves it alone.
    saved = desk.excel.save(tmp_path / "存.xlsx")
    later = Desk(Path(saved), monkeypatch)
    later.command(lambda book: actions.refresh(book, now=NOW))
    assert is_formula(openpyxl.load_workbook(later.twin), "等级分")
    again = Desk(later.twin.rename(tmp_path / "再开.xlsx"), monkeypatch)
    again.press(buttons.refresh)
    assert is_formula(again.excel.book, "等级分")
    assert not any("等级分 写入的是数值" in text for text in again.told)
