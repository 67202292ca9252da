"""What a button tells, and where it goes on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import NOW, PLAYERS, Desk, content, live, new_book, recorded
from stand_in import StandIn, needs_engine

from xlpair import actions
from xlpair.excel import buttons
from xlpair.excel.project import macros
from xlpair.settings import Settings
from xlpair.workbook.book import Area
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.templates import make_workbook

pytestmark = needs_engine


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(new_book(tmp_path), monkeypatch)


def test_a_round_without_a_remark_needs_no_message(desk: Desk) -> None:
    desk.press(buttons.pair)
    assert desk.told == []
    assert desk.excel.book.active.title == "第1轮"  # type: ignore[union-attr]
    assert desk.excel.selected == "第1轮!F5"  # the first result, ready to be typed
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


def test_the_check_of_a_good_book_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(new_book(tmp_path, Settings(name="春季赛", rounds=4)), monkeypatch)
    desk.pair()
    desk.press(buttons.check)
    assert desk.told[0].startswith("没有问题。")
    assert "rangeSelect" not in {action["func"] for action in desk.recorded}


def test_the_explanation_is_told_page_by_page(desk: Desk) -> None:
    desk.press(buttons.explain)
    assert "还没有编排任何一轮" in desk.told[0]
    desk.told.clear()
    desk.pair()
    desk.press(buttons.explain)
    assert desk.told[0].count("\n") >= 3  # a line for each of the four pairs
    assert "棋手1" in "".join(desk.told)
    assert "已说明第1轮的编排" in desk.status()


def test_ratings_are_shown_or_it_is_told_that_nobody_has_one(desk: Desk) -> None:
    """1-2: 1800 beats 1800, expected a half: 20 times a half more and less."""
    desk.pair()
    desk.press(buttons.rate)
    assert "算不出新的等级分" in desk.told[0]
    desk.told.clear()
    for row in (1, 2):
        desk.type("名单", row, "等级分", 1800)
    desk.type("第1轮", 1, "结果", "2:0")
    desk.press(buttons.rate)
    assert "不是官方等级分" in "".join(desk.told)
    sheet = desk.excel.book["等级分"]
    assert (sheet.sheet_state, desk.excel.book.active.title) == ("visible", "等级分")
    rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=4, max_row=6)]
    new = rows[0].index("新等级分")
    assert [row[new] for row in rows[1:]] == [1810, 1790]


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


def play(desk: Desk, number: int) -> None:
    desk.press(buttons.pair)
    desk.command(lambda book: actions.pair(book, now=NOW, draw_seed=lambda: 20260301))
    for board in range(1, 5):
        desk.type(f"第{number}轮", board, "结果", "1:1")


def test_a_round_too_many_says_what_to_do_and_goes_on_after_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The open book cannot be given sheets: save, close, one command, open; then the button pairs."""
    path = tmp_path / "春季赛.xlsm"
    settings = Settings(name="春季赛", rounds=3)
    make_workbook(path, settings, PLAYERS, rounds=2, kind=".xlsm", macros=macros(settings, 2))
    desk = Desk(path, monkeypatch)
    play(desk, 1)
    play(desk, 2)
    before = content(desk.excel)
    desk.press(buttons.pair)
    sentence = "工作簿里没有“第3轮”表。请保存并关闭工作簿，运行 xlpair rounds 文件名 3，再打开。"
    assert desk.told == [f"没有执行“编排下一轮”。\n{sentence}"]
    assert desk.status() == f"2026-03-01 09:30 没有执行“编排下一轮”：{sentence}"
    before["cells"]["赛事", "A2"] = desk.status()
    assert content(desk.excel) == before
    with ClosedBook.open(desk.twin, clock=lambda: NOW) as book:
        actions.rounds(book, 3, now=NOW)
    again = Desk(desk.twin.rename(tmp_path / "再打开.xlsm"), monkeypatch)
    again.pair()
    assert again.told == []
    assert again.excel.book.active.title == "第3轮"  # type: ignore[union-attr]
    again.same(tmp_path)


def test_more_entries_than_rows_say_what_to_do(desk: Desk) -> None:
    """8 players and 20 spare rows; 23 more come: 31 do not fit, and 40 will."""
    for number in range(9, 32):
        desk.type("名单", number, "编号", number)
        desk.type("名单", number, "姓名", f"棋手{number}")
    desk.pair()
    told = '请保存并关闭工作簿，运行 xlpair resize "赛.xlsx" 40，再打开。'
    assert any("成绩表" in line and line.endswith(told) for line in desk.told[0].splitlines())
    with ClosedBook.open(desk.twin, clock=lambda: NOW) as book:
        assert actions.resize(book, 40, now=NOW).problems == ()
