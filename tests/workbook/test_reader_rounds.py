"""Round tables read: what arbiters have reported of other programs, and variants reasoned here."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlpair.errors import Gravity, Problem
from xlpair.model import Bye, ByeKind, Game, Pairing, Player, Result, Round
from xlpair.settings import Scoring, Settings
from xlpair.workbook.blocks import Block
from xlpair.workbook.book import CellValue, ErrorValue
from xlpair.workbook.layout import ROUND_HEADINGS
from xlpair.workbook.reader import RoundReading, read_round

NAMES = dict(enumerate("甲乙丙丁戊己庚辛壬癸", start=1))
PLAYERS = {number: Player(number, name) for number, name in NAMES.items()}
DEFAULTS = Settings()
RED, DRAW, BLACK = Result.RED_WIN, Result.DRAW, Result.BLACK_WIN

# Rows are written short in this file, as they stand in a sheet from left to right without points and clubs.
SHORT = ("台次", "红方编号", "红方", "结果", "黑方", "黑方编号", "红犯规", "黑犯规", "备注")
Row = tuple[CellValue, ...]


def read(*rows: Row, headings: Row = SHORT, settings: Settings = DEFAULTS) -> RoundReading:
    return read_round(Block((headings, *rows)), 2, PLAYERS, settings)


def told(found: RoundReading, gravity: Gravity = Gravity.ERROR) -> list[tuple[str, str]]:
    return [(problem.where, problem.what) for problem in found.problems if problem.gravity is gravity]


def places(found: RoundReading) -> list[str]:
    return [where for where, _ in told(found)]


def pair(board: int, red: int, black: int, result: Result | None = None, *fouls: int) -> Pairing:
    return Pairing(board, red, black, (Game(result, *fouls),))


def test_a_round_as_it_is_meant() -> None:
    found = read(
        (1, 3, "丙", "2:0", "甲", 1, None, 1, None),
        (2, 2, "乙", None, "丁", 4, None, None, None),
        (None, 5, "戊", None, "轮空", None, None, None, "第二次"),
    )
    assert found.round == Round(2, (pair(1, 3, 1, RED, 0, 1), pair(2, 2, 4)), (Bye(5),))
    assert found.round.byes[0].note == "第二次"
    assert found.problems == ()
    assert found.place.rows == {1: (1,), 2: (2,)}
    assert found.place.byes == {5: 3}


def test_an_empty_table_is_no_round_yet() -> None:
    assert read().round is None
    assert read((None,) * 9, ("", " ", "　") + ("",) * 6, (1, None, None), (2, None, None)).round is None


# 1: the bye typed by hand


@pytest.mark.parametrize(
    "word", ["轮空", " 轮空 ", "轮 空", "BYE", "bye", None, "", "　", "輪空", "ＢＹＥ", "轮　空", "轮休"]
)
def test_hands_01_a_bye_however_typed(word: CellValue) -> None:
    found = read((1, 1, "甲", "2:0", "乙", 2), (2, 5, "戊", None, word, None))
    assert found.round == Round(2, (pair(1, 1, 2, RED),), (Bye(5),))
    assert found.problems == ()


@pytest.mark.parametrize(
    "row",
    [
        (None, 5, "戊", None, None, "轮空"),
        (None, 5, None, "轮空", None, None),
        (None, None, "轮空", None, "戊", 5),
        (None, "轮空", None, None, None, 5),
        (None, None, "戊", "-", "BYE", None),
    ],
)
def test_hands_01_a_bye_wherever_typed(row: Row) -> None:
    found = read((1, 1, "甲", "2:0", "乙", 2), row)
    assert found.round.byes == (Bye(5),)
    assert told(found) == []


def test_hands_04_leave_is_not_a_bye() -> None:
    found = read(
        (1, 1, "甲", None, "乙", 2),
        (None, 4, "丁", None, "请假"),
        (None, 3, "丙", None, "請 假"),
        (None, 5, "戊", None, "轮空"),
    )
    assert found.round.byes == (Bye(3, ByeKind.LEAVE), Bye(4, ByeKind.LEAVE), Bye(5))
    assert told(found) == []


def test_other_words_for_who_does_not_play() -> None:
    found = read((None, 4, "丁", None, "退赛"), (None, 3, "丙", None, "未到"), (1, 1, "甲", None, "乙", 2))
    assert set(found.round.byes) == {Bye(3, ByeKind.LATE), Bye(4, ByeKind.OUT)}


def test_two_rows_without_a_black_side_are_told_not_taken_for_byes() -> None:
    found = read((1, 1, "甲"), (2, 2, "乙"), (3, 3, "丙", None, "丁", 4))
    assert places(found) == ["第2轮 第2行 黑方编号", "第2轮 第3行 黑方编号"]
    assert found.round.byes == ()


def test_an_empty_black_side_beside_a_named_bye_is_told() -> None:
    found = read((1, 1, "甲"), (2, 2, "乙", None, "轮空"))
    assert places(found) == ["第2轮 第2行 黑方编号"]
    assert found.round.byes == (Bye(2),)


def test_a_number_on_the_black_side_only_is_told() -> None:
    found = read((1, None, None, None, "甲", 1), (2, 3, "丙", None, "丁", 4))
    assert told(found) == [("第2轮 第2行 红方编号", "只有黑方编号 1，红方空着。")]


def test_a_bye_of_nobody_is_told() -> None:
    assert places(read((1, None, None, None, "轮空"), (2, 3, "丙", None, "丁", 4))) == ["第2轮 第2行 红方编号"]


# 14, 25: numbers that are not right


def test_hands_14_a_player_deleted_from_the_roster_is_told() -> None:
    found = read((1, 1, "甲", None, "某人", 99))
    assert told(found) == [("第2轮 第2行 黑方编号", "名单里没有 99 号（某人）。")]
    assert "退赛" in found.problems[0].hint


@pytest.mark.parametrize(
    ("row", "where", "what"),
    [
        ((1, 1, "甲", None, "甲", 1), "黑方编号", "1 号不能同自己下。"),
        ((1, "一", "甲", None, "乙", 2), "红方编号", "编号看不懂 “一”。"),
        ((1, 1, "甲", None, "乙", 2.5), "黑方编号", "编号看不懂 2.5。"),
        ((1, 1, "甲", None, "乙", True), "黑方编号", "编号看不懂 TRUE。"),
        ((1, 0, "甲", None, "乙", 2), "红方编号", "编号看不懂 0。"),
        ((1, 1, "甲", None, "", 11), "黑方编号", "名单里没有 11 号。"),
    ],
)
def test_hands_25_a_wrong_number_is_told_with_its_cell(row: Row, where: str, what: str) -> None:
    found = read(row)
    assert told(found) == [(f"第2轮 第2行 {where}", what)]


def test_hands_25_a_number_changed_on_one_side_only_stands_twice() -> None:
    found = read((1, 1, "甲", None, "乙", 2), (2, 3, "丙", None, "丁", 2))
    assert told(found) == [("第2轮 第3行 黑方编号", "2 号在本轮出现了两次，另一处在 第2轮 第2行 红方编号 那一行。")]
    assert told(found, Gravity.WARNING) == [("第2轮 第3行 黑方", "2 号是 乙，这里写的是 “丁”。")]
    assert found.round.pairings == (pair(1, 1, 2),)


def test_hands_25_somebody_paired_and_resting_is_told() -> None:
    found = read((1, 1, "甲", None, "乙", 2), (None, 2, "乙", None, "轮空"))
    assert places(found) == ["第2轮 第3行 红方编号"]
    assert found.round == Round(2, (pair(1, 1, 2),))


def test_numbers_are_the_truth_and_other_names_are_a_warning() -> None:
    found = read((1, 1, "甲", None, "丙", 2))
    assert found.round.pairings == (pair(1, 1, 2),)
    assert told(found) == []
    assert told(found, Gravity.WARNING) == [("第2轮 第2行 黑方", "2 号是 乙，这里写的是 “丙”。")]


@pytest.mark.parametrize(("red", "black"), [("１", "2号"), (1.0, "002"), (" 1", "2.0"), ("1", 2)])
def test_hands_32_numbers_however_typed(red: CellValue, black: CellValue) -> None:
    found = read((1, red, "甲", None, "乙", black))
    assert found.round.pairings == (pair(1, 1, 2),)
    assert found.problems == ()


def test_names_that_differ_in_blanks_only_are_the_same() -> None:
    players = {1: Player(1, "张三"), 2: Player(2, "李 四")}
    rows = (SHORT, (1, 1, " 张 三　", None, "李四", 2))
    assert read_round(Block(rows), 1, players, Settings()).problems == ()


def test_a_name_alone_is_enough_where_it_is_unique() -> None:
    found = read((1, None, "甲", "1:1", "乙 ", None), (2, 3, None, None, "丁", None))
    assert found.round.pairings == (pair(1, 1, 2, DRAW), pair(2, 3, 4))
    assert told(found) == []
    assert told(found, Gravity.WARNING)[0] == ("第2轮 第2行 红方", "甲 没有写编号，按姓名认作 1 号。")
    assert len(told(found, Gravity.WARNING)) == 3


def test_a_name_alone_that_is_not_unique_or_unknown_is_told() -> None:
    players = {1: Player(1, "王伟", "A队"), 2: Player(2, "王伟", "B队"), 3: Player(3, "丙")}
    rows = (SHORT, (1, None, "王伟", None, "丙", 3), (2, None, "某人", None, "丙", 3))
    found = read_round(Block(rows), 1, players, Settings())
    assert [problem.what for problem in found.problems] == [
        "王伟 没有写编号，名单里同名的有 1、2 号。",
        "名单里没有 “某人”。",
    ]
    assert found.round == Round(1, ())


# 19, 20, 21, 22: results


@pytest.mark.parametrize(
    ("typed", "result"),
    [
        ("2:0", RED),
        ("１：１", DRAW),
        ("黑胜", BLACK),
        ("+-", Result.BLACK_FORFEITS),
        (dt.time(1, 1), DRAW),
        (2 / 24, RED),
    ],
)
def test_hands_20_21_results_in_a_round(typed: CellValue, result: Result) -> None:
    assert read((1, 1, "甲", typed, "乙", 2)).round.pairings == (pair(1, 1, 2, result),)


@pytest.mark.parametrize("typed", ["3:0", "胜胜", "x", 2, dt.datetime(2025, 1, 2), "弃权"])
def test_hands_20_21_results_that_are_told_with_their_cell(typed: CellValue) -> None:
    found = read((1, 1, "甲", typed, "乙", 2))
    assert places(found) == ["第2轮 第2行 结果"]
    assert found.round.open_boards == (1,)


def test_hands_20_results_follow_the_events_points() -> None:
    three = Settings(scoring=Scoring(3, 1, 0, 3, 1, 0))
    assert read((1, 1, "甲", "3:0", "乙", 2), settings=three).round.pairings[0].result is RED


@pytest.mark.parametrize("typed", [None, " ", "-", "", "　", "—"])
def test_hands_22_open_boards(typed: CellValue) -> None:
    found = read((1, 1, "甲", "2:0", "乙", 2), (2, 3, "丙", typed, "丁", 4))
    assert found.round.open_boards == (2,)
    assert found.problems == ()


@pytest.mark.parametrize("word", ["轮空", None])
@pytest.mark.parametrize("result", ["2:0", "+-", 2, "胜"])
def test_hands_27_a_result_for_a_bye_is_told(word: str | None, result: CellValue) -> None:
    found = read((1, 1, "甲", "2:0", "乙", 2), (2, 5, "戊", result, word, None))
    ((where, what),) = told(found)
    assert where == "第2轮 第3行 结果"
    assert "5 号本轮轮空，却填了结果" in what
    assert found.round.byes == (Bye(5),)


@pytest.mark.parametrize("result", ["-", " ", "轮空", None])
def test_hands_27_what_is_no_result_for_a_bye(result: CellValue) -> None:
    assert read((2, 5, "戊", result, "轮空", None)).problems == ()


def test_hands_47_a_result_without_players_is_told() -> None:
    found = read((1, 1, "甲", "2:0", "乙", 2), (None, None, None, "1:1"), (3, None, None, "-"))
    assert told(found) == [("第2轮 第3行 结果", "这一行有结果 “1:1”，但没有棋手。")]


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
