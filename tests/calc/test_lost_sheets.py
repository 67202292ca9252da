"""A sheet deleted in the open workbook: what goes on is right, and what cannot is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from calc.books import LIVE, book_of
from calc.conftest import Desk
from calc.office import Document
from calc.test_hands_in_calc import NAMES, points
from xlpair.model import Event, Player
from xlpair.settings import TableUpdate
from xlpair.workbook.book import address


def paired(desk: Desk, folder: Path, update: TableUpdate) -> Document:
    """An event of six and four rounds; in round 1 red has won every game."""
    players = tuple(Player(number, name) for number, name in enumerate(NAMES, start=1))
    event = Event(replace(LIVE, rounds=4, table_update=update), players)
    document = desk.open(book_of(folder / "春季赛.xlsx", event))
    document.command("pair")
    for board in (1, 2, 3):
        document.typed("第1轮", board, "结果", "2:0")
    return document


def computed_errors(document: Document) -> list[str]:
    """Error cells, but for the white one in which 成绩表 keeps what it was made from."""
    sheet, row, column, *_ = document.place("已算对局校验")
    return [one for one in document.errors() if one != f"{sheet}.{address(row, column)}"]


@pytest.mark.parametrize("update", TableUpdate)
@pytest.mark.parametrize("sheet", ["第3轮", "第4轮"])
def test_without_the_sheet_of_a_round_to_come_the_tables_stay_right(
    sheet: str, update: TableUpdate, desk: Desk, tmp_path: Path
) -> None:
    """Round 1 is 1-2, 4-3, 5-6: the three that had red have 2 points each."""
    document = paired(desk, tmp_path, update)
    document.remove_sheet(sheet)
    assert not document.command("refresh")["refused"]
    assert {name for name, score in points(document).items() if score == 2} == {"赵国荣", "蒋川", "洪智"}
    assert document.values("成绩表提示") == [[""]]
    assert computed_errors(document) == []
    assert not document.command("pair")["refused"]
    document.typed("第2轮", 1, "结果", "2:0")
    document.command("refresh")
    assert sum(points(document).values()) == 8  # three games and one, 2 points each
    assert computed_errors(document) == []
    assert [line for line in document.command("check")["lines"] if f"没有{sheet}的表" in line]


@pytest.mark.parametrize("update", TableUpdate)
def test_a_computed_sheet_that_has_been_deleted_is_told(update: TableUpdate, desk: Desk, tmp_path: Path) -> None:
    document = paired(desk, tmp_path, update)
    document.remove_sheet("成绩表")
    done = document.command("refresh")
    assert not done["refused"]
    assert done["lines"][0].startswith("成绩表没有更新，别的已更新")
    for lines in (done["lines"], document.command("check")["lines"]):
        (told,) = [line for line in lines if "成绩表：" in line]
        assert "找不到这张表（可能被删了）" in told
        assert "备份" in told
