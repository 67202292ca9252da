"""What a button tells, and where it goes on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import Desk, content, live, new_book, recorded
from stand_in import StandIn, needs_engine

from xlpair.excel import buttons
from xlpair.workbook.book import (
    Area,
)

pytestmark = needs_engine


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(new_book(tmp_path), monkeypatch)


def test_a_round_without_a_remark_needs_no_message(desk: Desk) -> None:
    desk.press(buttons.pair)
    assert desk.told == []
    assert desk.excel.book.active.title == "第1轮"  # type: ignore[union-attr]
    assert "第1轮已编排：4 台" in desk.status()


def test_open_results_are_told_and_nothing_is_done(desk: Desk) -> None:
    desk.pair()
    before = content(desk.excel)
    desk.press(buttons.pair)
    assert desk.told == ["没有执行“编排下一轮”。\n第1轮第 1、2、3、4 台还没有结果。请先填好结果再编排。"]
    assert "没有执行“编排下一轮”：第1轮第 1、2、3、4 台还没有结果" in desk.status()
    before["cells"]["赛事", "A2"] = desk.status()
    assert content(desk.excel) == before


def test_the_check_lists_problems_and_goes_to_the_first(desk: Desk) -> None:
    desk.pair()
    desk.type("第1轮", 2, "结果", "3:0")
    desk.press(buttons.check)
    assert "第1轮!F6" in desk.told[0]
    assert desk.excel.selected == "第1轮!F6"
    assert "检查：" in desk.status()
    assert {action["func"] for action in desk.recorded} == {"setValues", "activateSheet", "rangeSelect"}


def test_the_check_of_a_good_book_says_so(desk: Desk) -> None:
    desk.pair()
    desk.press(buttons.check)
    assert desk.told[0].startswith("没有问题。")
    assert desk.excel.selected == ""


def test_the_explanation_is_told_page_by_page(desk: Desk) -> None:
    desk.press(buttons.explain)
    assert "还没有编排任何一轮" in desk.told[0]
    desk.told.clear()
    desk.pair()
    desk.press(buttons.explain)
    assert desk.told[0].count("\n") >= 3  # a line for each of the four pairs
    assert "棋手1" in "".join(desk.told)
    assert "已说明第1轮的编排" in desk.status()


def test_an_undo_that_is_not_meant_changes_nothing(desk: Desk) -> None:
    desk.pair()
    desk.type("第1轮", 1, "结果", "2:0")
    before = content(desk.excel)
    desk.excel.host.answer = False
    desk.press(buttons.undo)
    assert content(desk.excel) == before
    assert desk.told == []


def test_a_fault_of_the_program_is_told_in_a_sentence(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a fault")

    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setattr(buttons.actions, "pair", fault, raising=False)
    desk.press(buttons.pair)
    assert desk.recorded == []
    assert "“编排下一轮”没有完成" in desk.told[0]
    assert "Traceback" not in desk.told[0]
    assert "a fault" in (tmp_path / ".xlpair" / "xlpair-error.txt").read_text(encoding="utf-8")


def test_long_lists_come_in_portions() -> None:
    lines = [f"{number} " + "长" * 50 for number in range(30)]
    pages = list(buttons.pages_of(lines))
    assert [line for page in pages for line in page] == lines
    assert all(len(page) <= 12 and sum(map(len, page)) <= 900 for page in pages)
    assert list(buttons.pages_of(["很长" * 600, "短"])) == [["很长" * 600], ["短"]]
    assert list(buttons.pages_of([])) == []


@pytest.mark.parametrize(
    ("where", "cell"),
    [
        ("第2轮!F7", Area("第2轮", 6, 5, 6, 5)),
        ("第2轮(下午)!AB12", Area("第2轮(下午)", 11, 27, 11, 27)),
        ("名单", None),
        ("第3轮第2台", None),
        ("第2轮 第7行", None),
    ],
)
def test_places_of_problems_are_cells_or_not(where: str, cell: Area | None) -> None:
    assert buttons.cell_of(where) == cell


def test_a_hidden_sheet_is_not_gone_to(tmp_path: Path) -> None:
    book = live(StandIn(new_book(tmp_path)))
    assert not book.show(Area("第4轮", 4, 5, 4, 5))
    assert book.show(Area("名单", 4, 1, 4, 1))
    assert [action["func"] for action in recorded(book)] == ["activateSheet", "rangeSelect"]
