"""The table of a round read: copied rows, boards, error cells, columns and headings, games of a meeting; and laws.

What arbiters have reported of other programs, and variants reasoned here.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from short_rounds import BLACK, DRAW, NAMES, PLAYERS, RED, SHORT, Row, pair, places, read, told

from xlpair.errors import Gravity, Problem
from xlpair.model import Bye, Game, Pairing, Round
from xlpair.settings import Settings
from xlpair.workbook.blocks import Block
from xlpair.workbook.book import CellValue, ErrorValue
from xlpair.workbook.layout import ROUND_HEADINGS
from xlpair.workbook.reader import read_round

# 24: the copied row


def test_hands_24_a_row_copied_below_the_last_is_told_once() -> None:
    row = (2, 3, "丙", "2:0", "丁", 4)
    found = read((1, 1, "甲", "2:0", "乙", 2), row, row)
    assert told(found) == [("第2轮 第4行 红方编号", "3 号对 4 号在本轮写了两次，另一处是 第2轮 第3行 红方编号。")]
    assert found.round.pairings == (pair(1, 1, 2, RED), pair(2, 3, 4, RED))


def test_hands_24_the_same_pair_with_sides_changed_is_told() -> None:
    found = read((1, 1, "甲", "2:0", "乙", 2), (2, 2, "乙", None, "甲", 1))
    assert places(found) == ["第2轮 第3行 红方编号"]


def test_hands_24_a_bye_copied_is_told() -> None:
    found = read((1, 1, "甲", "2:0", "乙", 2), (None, 5, "戊", None, "轮空"), (None, 5, "戊", None, "轮空"))
    assert places(found) == ["第2轮 第4行 红方编号"]
    assert found.round.byes == (Bye(5),)


# 26: boards


def test_boards_are_kept_as_typed_and_blank_ones_numbered_in_order() -> None:
    found = read(
        (3, 1, "甲", None, "乙", 2),
        (None, 3, "丙", None, "丁", 4),
        (1, 5, "戊", None, "己", 6),
        ("", 7, "庚", None, "辛", 8),
    )
    assert found.round.pairings == (pair(1, 5, 6), pair(2, 7, 8), pair(3, 1, 2), pair(4, 3, 4))
    assert found.place.rows == {3: (1,), 4: (2,), 1: (3,), 2: (4,)}
    assert found.problems == ()


@pytest.mark.parametrize("typed", ["2", "第2台", "２", 2.0, "2桌"])
def test_hands_26_boards_however_typed(typed: CellValue) -> None:
    assert read((typed, 1, "甲", None, "乙", 2)).round.pairings == (pair(2, 1, 2),)


def test_hands_26_a_board_twice_or_unclear_is_told() -> None:
    found = read((1, 1, "甲", None, "乙", 2), (1, 3, "丙", None, "丁", 4), ("A", 5, "戊", None, "己", 6))
    assert places(found) == ["第2轮 第4行 台次", "第2轮 第3行 台次"]
    assert [pairing.board for pairing in found.round.pairings] == [1, 2, 3]


def test_fouls() -> None:
    found = read((1, 1, "甲", "2:0", "乙", 2, "１", 2.0), (2, 3, "丙", "2:0", "丁", 4, "", "两次"))
    assert found.round.pairings == (pair(1, 1, 2, RED, 1, 2), pair(2, 3, 4, RED))
    assert told(found) == [("第2轮 第3行 黑犯规", "黑犯规看不懂 “两次”。")]


# 39: errors


@pytest.mark.parametrize(("column", "heading"), list(enumerate(SHORT[:8])))
def test_hands_39_an_error_cell_is_named(column: int, heading: str) -> None:
    row: list[CellValue] = [1, 1, "甲", "2:0", "乙", 2, None, None]
    row[column] = ErrorValue("#REF!")
    found = read((2, 3, "丙", "2:0", "丁", 4), tuple(row))
    ((where, what),) = told(found)
    assert where == f"第2轮 第3行 {heading}"
    assert "#REF!" in what


@pytest.mark.parametrize(
    "row", [(ErrorValue("#N/A"), None), (None, None, None, "#N/A"), (None, 3, ErrorValue("#N/A"), None, "丁", 4)]
)
def test_hands_39_more_error_cells(row: Row) -> None:
    found = read((1, 1, "甲", "2:0", "乙", 2), row)
    assert len(told(found)) == 1


# 42, 43: columns and headings


def test_hands_42_columns_anywhere_and_rows_in_any_order() -> None:
    headings = ("黑方编号", "我的", "结果", "红方编号", "台次", "黑方", "红方")
    rows = ((4, "x", "0:2", 3, 2, "丁", "丙"), (2, ErrorValue("#REF!"), "2:0", 1, 1, "乙", "甲"))
    found = read(*rows, headings=headings)
    assert found.round == Round(2, (pair(1, 1, 2, RED), pair(2, 3, 4, BLACK)))
    assert told(found) == []


@pytest.mark.parametrize("heading", ["结 果", "结 果 ", "結果", "　结果", "比赛结果"])
def test_hands_43_damaged_headings(heading: str) -> None:
    headings = tuple(heading if word == "结果" else word for word in SHORT)
    assert read((1, 1, "甲", "2:0", "乙", 2), headings=headings).round.pairings == (pair(1, 1, 2, RED),)


@pytest.mark.parametrize("gone", ["红方编号", "黑方编号", "结果"])
def test_hands_43_a_heading_that_is_gone(gone: str) -> None:
    headings = tuple(None if word == gone else word for word in SHORT)
    found = read((1, 1, "甲", "2:0", "乙", 2), headings=headings)
    assert told(found) == [("第2轮", f"标题行（第1行）里找不到“{gone}”。")]
    assert found.round is None


@pytest.mark.parametrize("gone", ["台次", "红方", "黑犯规"])
def test_hands_43_a_heading_we_can_do_without(gone: str) -> None:
    place = SHORT.index(gone)
    row = (1, 1, "甲", "2:0", "乙", 2, None, None, None)
    found = read(row[:place] + row[place + 1 :], headings=SHORT[:place] + SHORT[place + 1 :])
    assert found.round.pairings == (pair(1, 1, 2, RED),)
    assert [what for _, what in told(found, Gravity.WARNING)] == [f"标题行（第1行）里找不到“{gone}”。"]


def test_cells_are_named_by_sheet_where_it_is_known() -> None:
    rows = (SHORT, (1, 1, "甲", "x", "乙", 2))
    found = read_round(Block(rows, "第2轮(下午)", top=3, left=1), 2, PLAYERS, Settings())
    assert [problem.where for problem in found.problems if problem.gravity is Gravity.ERROR] == ["第2轮(下午)!E5"]


# several games a meeting (R4)


def test_games_of_a_meeting_are_rows_of_their_own() -> None:
    found = read(
        (1, 1, "甲", "2:0", "乙", 2),
        (1, 2, "乙", "1:1", "甲", 1),
        (2, 3, "丙", None, "丁", 4),
        settings=Settings(games_per_meeting=2),
    )
    assert found.round.pairings == (
        Pairing(1, 1, 2, (Game(RED), Game(DRAW))),
        Pairing(2, 3, 4, (Game(), Game())),
    )
    assert found.place.rows == {1: (1, 2), 2: (3,)}
    assert told(found) == []


def test_games_of_a_meeting_with_the_same_sides_are_told() -> None:
    row = (1, 1, "甲", "2:0", "乙", 2)
    found = read(row, row, settings=Settings(games_per_meeting=2))
    assert told(found) == [("第2轮 第3行 红方编号", "第 2 局没有换先后手。")]


def test_more_games_than_a_meeting_has_are_told() -> None:
    rows = [(1, 1, "甲", "2:0", "乙", 2), (1, 2, "乙", "2:0", "甲", 1), (1, 1, "甲", "2:0", "乙", 2)]
    assert places(read(*rows, settings=Settings(games_per_meeting=2))) == ["第2轮 第4行 红方编号"]


# laws

CELLS = (
    st.none()
    | st.sampled_from(["", " ", "轮空", "2:0", "1:1", "x", "甲", "乙", "#REF!", "请假", "1", "２", "-"])
    | st.integers(-1, 12)
    | st.floats(allow_nan=True)
    | st.booleans()
    | st.builds(ErrorValue, st.just("#N/A"))
    | st.datetimes(min_value=dt.datetime(1900, 1, 1))
    | st.times()
    | st.text(max_size=4)
)
ROWS = st.lists(st.lists(CELLS, max_size=10).map(tuple), max_size=8)


@given(ROWS, st.integers(1, 2))
def test_law_any_cells_give_a_sound_round_and_problems(rows: list[Row], games: int) -> None:
    found = read(*rows, settings=Settings(games_per_meeting=games))
    assert all(isinstance(problem, Problem) and problem.where for problem in found.problems)
    if found.round is None:
        return
    numbers = [number for pairing in found.round.pairings for number in (pairing.red, pairing.black)]
    numbers += [bye.player for bye in found.round.byes]
    boards = [pairing.board for pairing in found.round.pairings]
    assert len(numbers) == len(set(numbers))
    assert boards == sorted(set(boards))
    assert min(numbers, default=1) >= 1
    assert all(len(pairing.games) == games for pairing in found.round.pairings)


@given(st.permutations(range(10)), st.permutations(range(9)), st.booleans())
def test_law_order_of_rows_and_columns_changes_nothing(rows: list[int], columns: list[int], as_floats: bool) -> None:
    table: list[Row] = [
        (board, 2 * board - 1, NAMES[2 * board - 1], result, NAMES[2 * board], 2 * board, None, 1, None)
        for board, result in zip(range(1, 5), ["2:0", "1:1", None, "+-"], strict=True)
    ]
    table += [
        (None, 9, "壬", None, "请假", None, None, None, None),
        (None, 10, "癸", None, "轮空", None, None, None, "注"),
    ]
    table += [(None,) * 9] * 4
    expected = read(*table)
    moved = [tuple(table[row][column] for column in columns) for row in rows]
    if as_floats:  # as Calc hands ranges over: numbers are floats, blanks are empty texts
        moved = [tuple(float(c) if isinstance(c, int) else "" if c is None else c for c in row) for row in moved]
    found = read(*moved, headings=tuple(SHORT[column] for column in columns))
    assert found.round == expected.round
    assert found.problems == expected.problems == ()


def test_the_short_headings_are_headings_of_the_layout() -> None:
    assert set(SHORT) <= set(ROUND_HEADINGS)
    assert replace(PLAYERS[1], number=2) != PLAYERS[2]
