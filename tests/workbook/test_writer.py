"""Changes to the rounds of a workbook: what is written, and that what is written is read back the same."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from memory_book import HEADING_ROW, new_book
from writer_scenes import MADE, OPEN, ROSTER, read, row

from xlpair.errors import NotAllowed, WrongUse
from xlpair.model import Bye, Game, Pairing, Result, Round
from xlpair.workbook.book import Activate, Area, PutCells, ResizeTable, ShowSheet
from xlpair.workbook.layout import ROUND_HEADINGS
from xlpair.workbook.writer import clear_round, put_result, put_results, put_round, refresh_rounds


def test_a_round_is_written_into_its_table() -> None:
    """Points as given, one of them a half; the half needs a fraction that a number can show."""
    book = new_book(ROSTER)
    book.apply(put_round(read(book), MADE, {1: 2, 2: 0, 3: Fraction(1, 2), 4: 1, 5: 0, 6: 0}))
    blank = [None] * 3
    assert row(book, "第1轮", 1) == [1, 1, "甲", "北京", 2, None, 0, "上海", "乙", 2, *blank]
    assert row(book, "第1轮", 2) == [2, 4, "=1+1", "@队", 1, None, 0.5, None, "丙", 3, None, None, "同单位，无法回避"]
    assert row(book, "第1轮", 3) == [None, 6, "己", "天津", 0, None, None, None, "请假", None, *blank]
    assert row(book, "第1轮", 4) == [None, 5, "戊", "北京", 0, None, None, None, "轮空", None, *blank]
    assert row(book, "第1轮", 5) == [None] * 13
    assert read(book).event.rounds == (MADE,)
    assert read(book).problems == ()


def test_a_fresh_round_is_shown_brought_to_the_front_and_printed_as_far_as_filled() -> None:
    book = new_book(ROSTER)
    changes = put_round(read(book), MADE, {})
    assert changes[-2:] == (ShowSheet("第1轮", True), Activate("第1轮", (HEADING_ROW + 1, 5)))  # 结果 of board 1
    book.apply(changes)
    assert book.print_areas["第1轮"] == Area("第1轮", 0, 0, HEADING_ROW + 4, 12)
    assert (book.visible["第1轮"], book.visible["第2轮"], book.active) == (True, False, "第1轮")


def test_rows_left_over_are_emptied() -> None:
    book = new_book(ROSTER)
    book.type("第1轮", 3, "结果", "2:0")
    book.type("第1轮", 7, "备注", "旧")
    book.apply(put_round(read(book), MADE, {}))
    assert row(book, "第1轮", 7) == [None] * 13
    assert read(book).problems == ()


def test_results_that_stand_in_a_round_are_written_with_it() -> None:
    book = new_book(ROSTER, settings={"记分": "3/1/0 3/1/0"})
    played = Round(1, (Pairing(1, 1, 2, (Game(Result.RED_WIN, 0, 2),)), Pairing(2, 3, 4, (Game(Result.BOTH_FORFEIT),))))
    book.apply(put_round(read(book), played, {}))
    assert [row(book, "第1轮", at)[5] for at in (1, 2)] == ["3:0", "--"]
    assert row(book, "第1轮", 1)[10:12] == [None, 2]
    assert read(book).event.rounds == (played,)


def test_games_of_a_meeting_are_written_one_a_row_with_sides_changed() -> None:
    book = new_book(ROSTER, settings={"每轮局数": "2"})
    meeting = Round(1, (Pairing(1, 1, 2, (Game(Result.RED_WIN), Game())),))
    book.apply(put_round(read(book), meeting, {}))
    assert row(book, "第1轮", 1)[:6] == [1, 1, "甲", "北京", None, "2:0"]
    assert row(book, "第1轮", 2)[:6] == [1, 2, "乙", "上海", None, None]
    book.apply(put_result(read(book), 1, 1, Result.DRAW, game=1))
    assert read(book).event.rounds == (Round(1, (Pairing(1, 1, 2, (Game(Result.RED_WIN), Game(Result.DRAW))),)),)


def test_a_table_that_is_too_small_grows() -> None:
    book = new_book(ROSTER, boards=2)
    changes = put_round(read(book), MADE, {})
    assert changes[0] == ResizeTable("第1轮", HEADING_ROW + 4)
    book.apply(changes)
    assert read(book).event.rounds == (MADE,)


def test_a_table_never_grows_over_what_is_not_ours() -> None:
    book = new_book(ROSTER, boards=2)
    book.put("第1轮", HEADING_ROW + 4, 3, "裁判长签名")
    with pytest.raises(NotAllowed) as caught:
        put_round(read(book), MADE, {})
    assert caught.value.message == "第1轮：表格“第1轮”要扩大到第8行，但第8行已有内容。请把表格下面的内容移到别处。"


def test_a_table_does_not_grow_into_another_one() -> None:
    book = new_book(ROSTER, boards=2)
    book.tables["我的"] = Area("第1轮", HEADING_ROW + 4, 3, HEADING_ROW + 6, 4)
    with pytest.raises(NotAllowed):
        put_round(read(book), MADE, {})
    book.tables["我的"] = Area("第1轮", HEADING_ROW + 4, 20, HEADING_ROW + 6, 22)
    book.apply(put_round(read(book), MADE, {}))
    assert read(book).event.rounds == (MADE,)


def test_only_our_columns_are_touched() -> None:
    """Columns moved and two of the user's between ours: his cells stay, whatever is written or emptied."""
    book = new_book(ROSTER)
    headings = ["桌牌", *reversed(ROUND_HEADINGS[:6]), "转播", *ROUND_HEADINGS[6:]]
    area = book.tables["第1轮"]
    for column, heading in enumerate(headings):
        book.put("第1轮", area.top, column, heading)
    book.tables["第1轮"] = replace(area, right=len(headings) - 1)
    for at in range(1, 10):
        book.type("第1轮", at, "桌牌", f"牌{at}")
        book.type("第1轮", at, "转播", ErrorValueOfHis)
    changes = put_round(read(book), MADE, {})
    assert sum(isinstance(change, PutCells) for change in changes) == 2
    book.apply(changes)
    assert read(book).event.rounds == (MADE,)
    book.apply(clear_round(read(book), 1))
    assert book.column("第1轮", "桌牌")[:9] == [f"牌{at}" for at in range(1, 10)]
    assert set(book.column("第1轮", "转播")[:9]) == {ErrorValueOfHis}
    assert read(book).event.rounds == ()


ErrorValueOfHis = "#REF!"


def test_undoing_a_round_empties_every_cell_we_wrote_and_hides_the_sheet() -> None:
    book = new_book(ROSTER)
    book.apply(put_round(read(book), MADE, {1: 2}))
    before = [list(cells) for cells in book.grids["第2轮"]]
    second = Round(2, (Pairing(1, 1, 3, OPEN), Pairing(2, 2, 4, OPEN)), (Bye(6),))
    book.apply(put_round(read(book), second, {}))
    book.type("第2轮", 1, "结果", "2:0")
    book.apply(clear_round(read(book), 2))
    after = book.grids["第2轮"]
    assert after[: len(before)] == before
    assert not any(map(any, after[len(before) :]))
    assert (book.visible["第2轮"], book.active) == (False, "第1轮")
    assert "第2轮" not in book.print_areas  # LibreOffice prints hidden sheets that have one
    assert read(book).event.rounds == (MADE,)


def test_undoing_the_first_round_shows_the_roster() -> None:
    book = new_book(ROSTER)
    book.apply(put_round(read(book), MADE, {}))
    book.apply(clear_round(read(book), 1))
    assert book.active == "名单"


def test_a_sheet_that_is_hidden_is_never_brought_to_the_front() -> None:
    book = new_book(ROSTER)
    book.apply(put_round(read(book), MADE, {}))
    book.visible["名单"] = False
    book.apply(clear_round(read(book), 1))
    assert book.active == "赛事"


def test_one_result_is_one_cell() -> None:
    book = new_book(ROSTER)
    book.apply(put_round(read(book), MADE, {}))
    changes = put_result(read(book), 1, 2, Result.RED_FORFEITS)
    assert changes == (PutCells("第1轮", HEADING_ROW + 2, 5, (("-+",),)),)
    book.apply(changes)
    assert read(book).event.rounds[0].pairings[1].result is Result.RED_FORFEITS
    book.apply(put_result(read(book), 1, 2, None))
    assert read(book).event.rounds == (MADE,)


def test_results_find_their_board_in_rows_of_any_order() -> None:
    book = new_book(ROSTER)
    book.apply(put_round(read(book), MADE, {}))
    grid = book.grids["第1轮"]
    grid[HEADING_ROW + 1], grid[HEADING_ROW + 2] = grid[HEADING_ROW + 2], grid[HEADING_ROW + 1]
    book.apply(put_results(read(book), 1, {(1, 0): Result.DRAW, (2, 0): Result.BLACK_WIN}))
    assert [pairing.result for pairing in read(book).event.rounds[0].pairings] == [Result.DRAW, Result.BLACK_WIN]


@pytest.mark.parametrize(
    ("number", "board", "told"), [(1, 3, "第1轮没有第 3 台（台次：1 到 2）"), (9, 1, "没有“第9轮”表")]
)
def test_a_board_or_round_that_is_not_there_is_told(number: int, board: int, told: str) -> None:
    book = new_book(ROSTER)
    book.apply(put_round(read(book), MADE, {}))
    with pytest.raises(WrongUse, match=told):
        put_result(read(book), number, board, Result.DRAW)


def test_refresh_puts_names_right_and_touches_nothing_else() -> None:
    book = new_book(ROSTER)
    book.apply(put_round(read(book), MADE, {}))
    assert refresh_rounds(read(book)) == ()
    book.type("名单", 1, "姓名", "甲某")
    book.type("名单", 5, "单位", "河北")
    changes = refresh_rounds(read(book))
    assert changes == (
        PutCells("第1轮", HEADING_ROW + 1, 2, (("甲某",),)),
        PutCells("第1轮", HEADING_ROW + 4, 3, (("河北",),)),
    )


def test_refresh_fills_in_what_hands_left_out() -> None:
    """A pair typed by names only, one by numbers only: numbers, names, 单位 and boards are put beside them."""
    book = new_book(ROSTER)
    book.type("第1轮", 1, "红方", "乙")
    book.type("第1轮", 1, "黑方", "甲")
    book.type("第1轮", 2, "红方编号", 3)
    book.type("第1轮", 2, "黑方编号", 4)
    book.type("第1轮", 3, "黑方", "戊")
    book.type("第1轮", 3, "红方", "轮空")
    book.apply(refresh_rounds(read(book)))
    assert row(book, "第1轮", 1)[:4] + row(book, "第1轮", 1)[7:10] == [1, 2, "乙", "上海", "北京", "甲", 1]
    assert row(book, "第1轮", 2)[:4] + row(book, "第1轮", 2)[7:10] == [2, 3, "丙", None, "@队", "=1+1", 4]
    assert row(book, "第1轮", 3)[:4] + row(book, "第1轮", 3)[7:10] == [None, 5, "戊", "北京", None, "轮空", None]
    reading = read(book)
    assert reading.problems == ()
    assert reading.event.rounds[0].byes == (Bye(5),)
