"""What is too much for a workbook, told in Calc before anything is done."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from calc.books import LIVE, book_of
from calc.conftest import Desk
from xlpair.model import Event, Player


def test_more_people_than_a_workbook_holds_are_not_paired(desk: Desk, tmp_path: Path) -> None:
    """3000 is the limit that new, resize and import have."""
    players = tuple(Player(number, f"棋手{number}") for number in range(1, 3_001))
    document = desk.open(book_of(tmp_path / "春季赛.xlsx", Event(replace(LIVE, rounds=3), players)))
    document.put(*document.cell_of("名单", 3_001, "姓名"), "棋手3001")
    refused = document.command("pair")
    assert refused["refused"]
    assert refused["lines"] == ["名单：有 3001 人，一个工作簿最多 3000 人，不能编排。 请按组别分开，各用一个工作簿。"]
    assert [line for line in document.command("check")["lines"] if line in f"错误  {refused['lines'][0]}"]
