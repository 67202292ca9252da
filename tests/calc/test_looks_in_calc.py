"""What formulas compute looks in Calc as plain values do: headings, borders, stripes, tints, messages above tables.

LibreOffice 25.2 holds a text out of an add-in's array equal to no other text: conditions have to be written for that.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pictures
import pytest

from calc.books import LIVE, book_of, swiss_2009
from calc.conftest import Desk
from calc.office import Document
from xlpair.formats import FORMATS
from xlpair.model import Event, Player
from xlpair.settings import TableUpdate
from xlpair.simulate import played_rounds, practice_event
from xlpair.workbook.template_formats import MEDALS, TEAL

SIZES = {"积分编排": 9, "双循环": 4, "分组循环": 8, "队员总分制": 8, "团体单循环": 4}


def whole_event(name: str) -> Event:
    """An event of a ready format, played to its end."""
    settings = next(one.settings for one in FORMATS if one.name == name)
    *_, event = played_rounds(practice_event(settings, SIZES[name], 3), 3)
    return replace(event, settings=replace(event.settings, name="练习赛"))


def printed(document: Document, folder: Path) -> list[Counter[str]]:
    """The colours of every page as Calc prints the open document."""
    path = folder / "印.pdf"
    document.save_as(str(path), "calc_pdf_Export")
    return pictures.colours(path)


def with_update(event: Event, update: TableUpdate) -> Event:
    return replace(event, settings=replace(event.settings, table_update=update))


@pytest.mark.parametrize("name", SIZES)
def test_a_table_of_formulas_is_printed_as_one_of_values(name: str, desk: Desk, tmp_path: Path) -> None:
    event = whole_event(name)
    live = desk.open(book_of(tmp_path / "公式.xlsx", with_update(event, TableUpdate.LIVE)))
    plain = desk.open(book_of(tmp_path / "数值.xlsx", with_update(event, TableUpdate.VALUES)))
    for document in (live, plain):
        document.put("编排卡", *document.place("编排卡编号")[1:3], 1)
        document.command("refresh")
    pages, others = printed(live, tmp_path), printed(plain, tmp_path)
    assert len(pages) == len(others)
    # The first page is 赛事, which says 实时公式 on the one and 数值 on the other; the last the log.
    different = [at for at, (page, other) in enumerate(zip(pages[1:-1], others[1:-1], strict=True), 2) if page != other]
    assert different == []
    everything = sum(pages, Counter[str]())
    assert everything[TEAL] > 1000
    assert all(everything[medal] > 100 for medal in MEDALS)


def test_a_message_stands_above_the_table_and_goes_when_all_is_right(desk: Desk, tmp_path: Path) -> None:
    document = desk.open(book_of(tmp_path / "春季赛.xlsx", with_update(swiss_2009(2), TableUpdate.LIVE)))
    assert document.values("成绩表提示") == [[""]]
    document.typed("第2轮", 1, "结果", "3:0")
    ((said,),) = document.values("成绩表提示")
    assert "“3:0”" in said
    document.typed("第2轮", 1, "结果", "2:0")
    assert document.values("成绩表提示") == [[""]]


def test_an_own_lookup_finds_a_name_in_the_way_the_manual_tells(desk: Desk, tmp_path: Path) -> None:
    live = desk.open(book_of(tmp_path / "公式.xlsx", with_update(swiss_2009(), TableUpdate.LIVE)))
    plain = desk.open(book_of(tmp_path / "数值.xlsx", with_update(swiss_2009(), TableUpdate.VALUES)))
    third = '=MATCH("赵鑫鑫";$成绩表.C5:C40{};0)'  # behind 吕钦 and 蒋川
    for document, formula in ((live, third.format('&""')), (plain, third.format(""))):
        document.insert_sheet("我的表", 0)
        document.put_array("我的表", 0, 0, 0, 0, formula)
        assert document.cell("我的表", 0, 0)["value"] == 3


@pytest.mark.parametrize("update", TableUpdate)
def test_a_table_without_room_for_everybody_says_so_above(update: TableUpdate, desk: Desk, tmp_path: Path) -> None:
    """A file made for 6 players has 20 rows to spare: of 40 players 成绩表 lists 26 and lacks 14."""
    players = tuple(Player(number, f"棋手{number}") for number in range(1, 7))
    document = desk.open(
        book_of(tmp_path / "春季赛.xlsx", Event(replace(LIVE, rounds=3, table_update=update), players))
    )
    sheet, row, column = document.cell_of("名单", 1, "姓名")
    for number in range(7, 41):
        document.put(sheet, row + number - 1, column, f"棋手{number}")
    assert not document.command("pair")["refused"]
    assert document.values("成绩表提示") == [["注意：本表还有 14 行放不下，没有列出。怎样扩大请看“检查”。"]]
    assert len(document.filled("成绩表区")) == 1 + 26
    assert [line for line in document.command("check")["lines"] if "成绩表：" in line and "xlpair resize" in line]
