"""Calc on a real screen: menu, toolbar, windows and typing by mouse and keyboard, and what is to be seen of it all."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from calc.books import book_of, gaoke_1994, read_back, swiss_2009
from calc.office import Document
from calc.seat import Seat, seat, until
from xlpair.calc.menu import LINES
from xlpair.settings import System
from xlpair.workbook.template_formats import LINE, MEDALS, OPEN, TEAL

# What Calc shows of cells that have no proper value or no room.
_BAD = ("###", "#NAME?", "#VALUE!", "#REF!", "#N/A", "Err:")


@pytest.fixture(scope="module")
def at(installed: Path) -> Iterator[Seat]:
    with seat(installed) as place:
        yield place


def shown(document: Document, sheet: str, rows: int = 24, columns: int = 14) -> list[list[str]]:
    """What the upper left part of a sheet shows, cell by cell; nothing of it may be an error or cut off."""
    texts: list[list[str]] = document.strings(sheet, 0, 0, rows, columns)
    assert [text for row in texts for text in row if any(sign in text for sign in _BAD)] == []
    return texts


def test_a_round_is_paired_from_the_menu_and_its_results_are_typed(at: Seat, tmp_path: Path) -> None:
    document = at.open(book_of(tmp_path / "五羊杯.xlsx", swiss_2009(5)))
    before = at.screen.colours()
    at.open_menu()
    for line in LINES:
        assert at.calc.where_is("MENU_ITEM", line.title), line.title
    at.screen.settle()
    assert at.screen.colours() != before, "the menu covers a part of the screen"
    at.click("MENU_ITEM", "编排下一轮")
    until(lambda: document.state()["active"] == "第6轮", "第6轮")
    until(lambda: document.bars() == ["xlpair.done"], "the bar above the sheet")
    at.screen.settle()
    # Five boards are open, their cells yellow; two are typed into with the keyboard.
    still_open = at.screen.colours()[OPEN]
    assert document.selected() == list(document.cell_of("第6轮", 1, "结果"))
    for text in ("1:1", "0:2"):
        at.screen.type(text)
        at.screen.keys("Return")
    until(lambda: document.column("第6轮", "结果")[:2] == ["1:1", "0:2"], "two results in the cells")
    at.screen.settle()
    assert 0.5 < at.screen.colours()[OPEN] / still_open < 0.7
    texts = shown(document, "第6轮", rows=10, columns=12)
    assert texts[4][2] == document.column("第6轮", "红方")[0]
    # 成绩表 is right as soon as it is looked at.
    cards = {row[2]: row for row in document.filled("成绩表区")[1:]}
    assert cards[texts[4][2]][9].endswith(f"{texts[4][9]}红 1")
    at.screen.keys("ctrl+z", "ctrl+z", "ctrl+z")
    until(lambda: ["第6轮", False] in document.sheets(), "the round taken back by Ctrl+Z")
    document.close()


@pytest.mark.parametrize("stood", ["1:1", ""])
def test_a_result_still_being_typed_counts_when_the_next_round_is_paired(at: Seat, tmp_path: Path, stood: str) -> None:
    document = at.open(book_of(tmp_path / "五羊杯.xlsx", swiss_2009(5)))
    document.typed("第5轮", 1, "结果", "0:2")
    assert not document.command("pair")["refused"]
    numbers = [document.column("第6轮", heading) for heading in ("红方编号", "黑方编号")]
    document.undo()
    document.typed("第5轮", 1, "结果", stood)
    _type_without_enter(at, document, "第5轮", "0:2")
    at.press("编排下一轮")
    until(lambda: document.state()["active"] == "第6轮", "第6轮")
    at.screen.keys("Return")
    assert document.column("第5轮", "结果")[0] == "0:2"
    assert not any(document.column("第6轮", "结果"))
    assert [document.column("第6轮", heading) for heading in ("红方编号", "黑方编号")] == numbers
    document.close()


def test_a_result_still_being_typed_is_entered_before_every_other_command(at: Seat, tmp_path: Path) -> None:
    document = at.open(book_of(tmp_path / "五羊杯.xlsx", swiss_2009(5)))
    others = document.column("第4轮", "结果")
    _type_without_enter(at, document, "第5轮", "2:0")
    at.press("更新成绩表")
    until(lambda: document.bars() == ["xlpair.done"], "the bar above the sheet")
    assert document.column("第5轮", "结果")[0] == "2:0"
    # A formula that Calc cannot read is not entered: nothing is done without it.
    _type_without_enter(at, document, "第5轮", "=1+)(")
    at.ask("编排下一轮", "OK", "确定")
    assert ["第6轮", False] in document.sheets()
    # A cell that is opened to change what stands in it, too.
    document.go_to(*document.cell_of("第5轮", 1, "结果"))
    at.screen.keys("F2", "ctrl+a")
    at.screen.type("0:2")
    at.screen.settle()
    at.ask("撤销本轮", "Yes", "是")
    until(lambda: ["第5轮", False] in document.sheets(), "the round taken back")
    at.screen.keys("Return")
    assert document.column("第4轮", "结果") == others
    document.undo()
    assert document.column("第5轮", "结果")[0] == "0:2"
    document.close()


@pytest.mark.parametrize("kind", ["xlsx", "xlsm"])
def test_hands_20_what_the_drop_down_does_not_offer_is_asked_about_and_taken(
    at: Seat, tmp_path: Path, kind: str
) -> None:
    document = at.open(book_of(tmp_path / f"五羊杯.{kind}", swiss_2009(5)))
    assert not document.state()["modified"]
    for row, (text, stood) in enumerate((("1-0", "1:1"), ("W", "")), start=1):
        document.typed("第5轮", row, "结果", stood)
        document.go_to(*document.cell_of("第5轮", row, "结果"))
        at.screen.type(text)
        at.screen.keys("Return")
        at.answer("OK", "确定")
    until(lambda: document.column("第5轮", "结果")[:2] == ["1-0", "W"], "both as they were typed")
    document.close()


def _type_without_enter(at: Seat, document: Document, table: str, text: str) -> None:
    """Type into the first result of a round, and leave the cell open."""
    document.go_to(*document.cell_of(table, 1, "结果"))
    at.screen.type(text)
    at.screen.settle()


def test_the_tables_of_finished_events_are_drawn(at: Seat, tmp_path: Path) -> None:
    swiss = at.open(book_of(tmp_path / "五羊杯.xlsx", swiss_2009()))
    at.show(swiss, "成绩表")
    assert swiss.state()["active"] == "成绩表"
    assert [row[2] for row in shown(swiss, "成绩表", columns=20)[4:7]] == ["吕钦", "蒋川", "赵鑫鑫"]
    seen = at.screen.colours()
    # The headings, and the tints of the first three places: conditional formats on what the function gives.
    assert seen[TEAL] > 5000
    assert all(seen[medal] > 1000 for medal in MEDALS), seen.most_common(12)
    swiss.close()
    robin = at.open(book_of(tmp_path / "高科杯.xlsx", gaoke_1994()))
    at.show(robin, "循环表")
    count = len(gaoke_1994().players)
    shown(robin, "循环表", rows=count + 4, columns=count + 8)
    seen = at.screen.colours()
    assert seen[TEAL] > 5000
    assert seen[LINE] > 1000, "the diagonal is grey"
    robin.close()


def test_the_toolbar_checks_refuses_and_asks(at: Seat, tmp_path: Path) -> None:
    document = at.open(book_of(tmp_path / "五羊杯.xlsx", swiss_2009(4)))
    sheet, row, column = document.cell_of("第4轮", 2, "结果")
    document.type(sheet, row, column, "3:0")
    document.go_to(sheet, 0, 0)
    at.ask("检查", f"转到 第4轮!F{row + 1}")
    until(lambda: document.selected() == [sheet, row, column], "the cell of the problem selected")
    # Enter leaves it, as it does a cell that a person has gone to.
    at.screen.type("0:2")
    at.screen.keys("Return")
    until(lambda: document.selected() == [sheet, row + 1, column], "the next board")
    assert document.column("第4轮", "结果")[1] == "0:2"
    document.type(sheet, row, column, "")
    at.ask("编排下一轮", "OK", "确定")
    assert ["第5轮", False] in document.sheets()
    at.ask("撤销本轮", "No", "否")
    assert ["第4轮", True] in document.sheets()
    at.ask("撤销本轮", "Yes", "是")
    until(lambda: ["第4轮", False] in document.sheets(), "the round taken back")
    document.close()


def test_escape_closes_every_window_of_the_menu_and_does_nothing_else(at: Seat, tmp_path: Path) -> None:
    document = at.open(book_of(tmp_path / "五羊杯.xlsx", swiss_2009(5)))
    before = document.sheets()
    document.type(*document.cell_of("第5轮", 2, "结果"), "3:0")
    steps = document.state()["undo"]
    windows = {
        "检查": ("关闭",),
        "说明编排": ("关闭", "OK", "确定"),
        "关于": ("关闭",),
        "编排下一轮": ("OK", "确定"),  # refused: 3:0 is no result
        "撤销本轮": ("Yes", "是"),  # asks, because there are results
        "新建比赛…": ("新建…",),
    }
    for line, buttons in windows.items():
        at.choose(line)
        at.escape(*buttons)
        at.to_front(document)
        assert (document.sheets(), document.state()["undo"]) == (before, steps), line
    document.close()


def test_a_new_event_is_made_by_mouse_and_keyboard(at: Seat, tmp_path: Path) -> None:
    at.to_front(Document(at.calc, at.calc.blank()))
    at.choose("新建比赛…")
    at.click("TEXT", "赛事名称")
    at.screen.type("Spring Cup")
    until(lambda: at.calc.where_is("TEXT", "Spring Cup"), "the name in its field")
    at.press("新建…")
    place = tmp_path / "spring.xlsx"
    at.click("TEXT", "Spring Cup.xlsx")
    at.screen.keys("ctrl+a")
    at.screen.type(str(place))
    until(lambda: at.calc.where_is("TEXT", str(place)), "the place in its field")
    at.screen.keys("Return")
    until(place.exists, "the new file")
    document = until(lambda: in_front(at, "spring.xlsx"), "the new workbook in front")
    until(lambda: document.bars() == ["xlpair.done"], "the bar above the sheet")
    event = read_back(place)
    assert (event.settings.name, event.settings.system, event.settings.rounds) == ("Spring Cup", System.SWISS, 7)
    document.close()


def test_a_new_event_that_is_too_big_is_told_before_a_place_is_asked_for(at: Seat) -> None:
    """The seventh format is 双败淘汰; its biggest ready workbook is for 32."""
    at.to_front(Document(at.calc, at.calc.blank()))
    at.choose("新建比赛…")
    at.click("TEXT", "赛事名称")
    at.screen.type("Spring Cup")
    at.screen.keys("Tab", *["Down"] * 6, "Tab", "ctrl+a")
    at.screen.type("33")
    at.screen.keys("Tab")
    at.ask("新建…", "OK", "确定")
    # The window is there again, with what was filled in: it is too much as before.
    at.ask("新建…", "OK", "确定")
    at.click("TEXT", "Spring Cup")
    at.screen.keys("Tab", "Tab", "ctrl+a")
    at.screen.type("32")
    at.screen.keys("Tab")
    at.press("新建…")
    at.find("TEXT", "Spring Cup.xlsx")
    at.screen.keys("Escape")
    until(lambda: at.calc.where_is("TEXT", "Spring Cup.xlsx") is None, "the window for the place closed")


def in_front(at: Seat, title: str) -> Document | None:
    """The document of this title, once it is open and in front."""
    with contextlib.suppress(RuntimeError):  # between two documents there may be none
        document = Document(at.calc, at.calc.current())
        return document if document.state()["title"] == title else None
    return None
