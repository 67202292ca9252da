"""Calc on a real screen: menu, toolbar, windows and typing by keyboard and mouse, and pictures of what is seen.

    XLPAIR_PICTURES=docs/pictures python -m pytest tests/calc/test_screens.py

puts the pictures where the arbiters' manual has them.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from calc.books import book_of, gaoke_1994, read_back, swiss_2009
from calc.office import Calc, Document
from calc.screen import HEIGHT, WIDTH, Screen, need_tools, screen
from xlpair.settings import System

# What Calc shows of cells that have no proper value or no room.
_BAD = ("###", "#NAME?", "#VALUE!", "#REF!", "#N/A", "Err:")
_SHEET_AREA = (40, 150, WIDTH - 60, HEIGHT - 70)


@dataclass
class Seat:
    """Somebody sits at a screen with Calc on it."""

    screen: Screen
    calc: Calc
    pictures: Path

    def open(self, path: Path) -> Document:
        return self.to_front(Document(self.calc, self.calc.open(str(path))))

    def to_front(self, document: Document) -> Document:
        document.full_screen(WIDTH, HEIGHT)
        self.screen.settle()
        return document

    def click(self, *names: str) -> None:
        place = self.calc.where_is(*names)
        assert place is not None, f"{names} is nowhere on the screen"
        self.screen.click(*place)
        self.screen.settle()

    def menu(self, line: int) -> None:
        """Open the menu 象棋编排 by the keyboard and go down to a line of it, the first being 1."""
        # From 文件, the first menu, to the left: 帮助, 窗口, 象棋编排.
        self.screen.keys("F10", "Left", "Left", "Left", *["Down"] * line)
        self.screen.settle()

    def picture(self, name: str, box: tuple[int, int, int, int] = (0, 0, WIDTH, HEIGHT)) -> Path:
        return self.screen.picture(self.pictures / f"calc-{name}.png", box)


@pytest.fixture(scope="module")
def seat(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seat]:
    need_tools()
    folder = tmp_path_factory.mktemp("screen")
    shutil.copytree(installed, folder / "profile")
    wanted = os.environ.get("XLPAIR_PICTURES")
    with screen() as empty:
        calc = Calc(folder / "profile", display=empty.display)
        yield Seat(empty, calc, Path(wanted).resolve() if wanted else folder / "pictures")
        calc.end()


def shown(document: Document, sheet: str, rows: int = 24, columns: int = 14) -> list[list[str]]:
    """What the upper left part of a sheet shows, cell by cell; nothing of it may be an error or cut off."""
    texts: list[list[str]] = document.strings(sheet, 0, 0, rows, columns)
    bad = [text for row in texts for text in row if any(sign in text for sign in _BAD)]
    assert bad == []
    return texts


def test_a_new_event_is_made_by_mouse_and_keyboard(seat: Seat, tmp_path: Path) -> None:
    blank = seat.to_front(Document(seat.calc, seat.calc.blank()))
    seat.menu(1)
    seat.screen.keys("Return")
    seat.screen.settle()
    # There is no window manager here to give a new window the keyboard: a click does.
    seat.click("赛事名称")
    seat.screen.do("type", "Spring Cup")
    seat.screen.settle()
    seat.picture("new")
    seat.click("新建…")
    place = tmp_path / "spring.xlsx"
    seat.click("文件名", "File name")
    seat.screen.keys("ctrl+a")
    seat.screen.do("type", str(place))
    seat.click("保存", "Save")
    document = Document(seat.calc, seat.calc.current())
    assert document.number != blank.number
    assert document.state()["title"] == "spring.xlsx"
    assert document.bars() == ["xlpair.done"]
    event = read_back(place)
    assert (event.settings.name, event.settings.system, event.settings.rounds) == ("Spring Cup", System.SWISS, 7)
    for one in (document, blank):
        one.close()


def test_a_round_is_paired_from_the_menu_and_its_results_are_typed(seat: Seat, tmp_path: Path) -> None:
    document = seat.open(book_of(tmp_path / "五羊杯.xlsx", swiss_2009(5)))
    seat.menu(2)
    seat.picture("menu")
    seat.screen.keys("Return")
    seat.screen.settle()
    assert document.state()["active"] == "第6轮"
    assert document.bars() == ["xlpair.done"]
    document.select(*document.cell_of("第6轮", 1, "结果"))
    for text in ("1:1", "1:1", "0:2"):
        seat.screen.do("type", text)
        seat.screen.keys("Return")
    seat.screen.settle()
    assert document.column("第6轮", "结果")[:3] == ["1:1", "1:1", "0:2"]
    seat.picture("round")
    assert seat.screen.colours(_SHEET_AREA) > 50
    texts = shown(document, "第6轮", rows=10, columns=12)
    assert texts[4][2] == document.column("第6轮", "红方")[0]
    # 成绩表 is right as soon as it is looked at.
    points = {row[2]: row for row in document.filled("成绩表区")[1:]}
    first = texts[4]
    assert points[first[2]][9].endswith(f"{first[9]}红 1")
    seat.screen.keys("ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z")
    seat.screen.settle()
    assert ["第6轮", False] in document.sheets()
    document.close()


def test_the_tables_of_finished_events_are_readable(seat: Seat, tmp_path: Path) -> None:
    swiss = seat.open(book_of(tmp_path / "五羊杯.xlsx", swiss_2009()))
    swiss.select("成绩表", 0, 0)
    seat.screen.settle()
    seat.picture("standings")
    texts = shown(swiss, "成绩表", columns=20)
    assert [row[2] for row in texts[4:7]] == ["吕钦", "蒋川", "赵鑫鑫"]
    swiss.close()
    robin = seat.open(book_of(tmp_path / "高科杯.xlsx", gaoke_1994()))
    robin.select("循环表", 0, 0)
    seat.screen.settle()
    seat.picture("crosstable")
    count = len(gaoke_1994().players)
    shown(robin, "循环表", rows=count + 4, columns=count + 8)
    assert seat.screen.colours(_SHEET_AREA) > 50
    robin.close()


def test_the_toolbar_checks_refuses_and_asks(seat: Seat, tmp_path: Path) -> None:
    document = seat.open(book_of(tmp_path / "五羊杯.xlsx", swiss_2009(4)))
    sheet, row, column = document.cell_of("第4轮", 2, "结果")
    document.type(sheet, row, column, "3:0")
    seat.click("检查")
    seat.picture("check")
    seat.click(f"转到 第4轮!F{row + 1}")
    assert document.selected() == [sheet, row, column]
    document.type(sheet, row, column, "")
    seat.click("编排下一轮")
    seat.picture("refused")
    seat.click("确定", "OK")
    assert ["第5轮", False] in document.sheets()
    seat.click("撤销本轮")
    seat.click("否", "No")
    assert ["第4轮", True] in document.sheets()
    seat.click("撤销本轮")
    seat.click("是", "Yes")
    assert ["第4轮", False] in document.sheets()
    document.close()
