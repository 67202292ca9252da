"""One Ctrl+Z takes a whole command back, however many boards the round has.

From 15 boards on a round is more than a hundred cells, as many steps as LibreOffice lets a user take back.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from calc.books import book_of
from calc.conftest import Desk
from calc.office import Document
from xlpair.model import Event, Player
from xlpair.settings import Settings


def everything(document: Document) -> list[Any]:
    tables = ["名单", "第1轮", "第2轮", "编排记录", "成绩表区", "状态栏"]
    return [document.sheets(), *map(document.values, tables)]


def many(desk: Desk, folder: Path, count: int) -> Document:
    players = tuple(Player(number, f"棋手{number}") for number in range(1, count + 1))
    return desk.open(book_of(folder / "春季赛.xlsx", Event(Settings(rounds=4), players)))


def test_a_round_of_many_boards_is_taken_back_and_brought_again(desk: Desk, tmp_path: Path) -> None:
    document = many(desk, tmp_path, 40)
    before = everything(document)
    assert not document.command("pair")["refused"]
    after = everything(document)
    assert len([one for one in document.column("第1轮", "红方编号") if one]) == 20
    document.undo()
    assert everything(document) == before
    document.redo()
    assert everything(document) == after
    document.undo()
    assert everything(document) == before


def test_boards_and_results_of_a_round_taken_back_all_come_again(desk: Desk, tmp_path: Path) -> None:
    """20 boards with their results: the sheet that is in front is hidden by the command."""
    document = many(desk, tmp_path, 40)
    document.command("pair")
    for row in range(1, 21):
        document.typed("第1轮", row, "结果", "2:0")
    before = everything(document)
    assert not document.command("undo", {"yes": ""})["refused"]
    assert not any(document.column("第1轮", "红方编号"))
    document.undo()
    assert everything(document) == before


def test_a_roster_that_has_grown_is_as_long_as_before(desk: Desk, tmp_path: Path) -> None:
    """Ten names typed below the table join it when round 1 is paired, and are below it again afterwards."""
    document = many(desk, tmp_path, 20)
    rows = len(document.values("名单"))
    sheet, top, column = document.cell_of("名单", rows - 1, "姓名")
    for step in range(1, 11):
        document.put(sheet, top + step, column, f"新人{step}")
    document.command("pair")
    assert len(document.values("名单")) == rows + 10
    document.undo()
    assert len(document.values("名单")) == rows
