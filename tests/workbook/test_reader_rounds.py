"""Rows of a round read: who plays, who rests, numbers, names and results.

What arbiters have reported of other programs, and variants reasoned here.
"""

from __future__ import annotations

import datetime as dt

import pytest
from short_rounds import BLACK, DRAW, RED, SHORT, Row, pair, places, read, told

from xlpair.errors import Gravity
from xlpair.model import Bye, ByeKind, Player, Result, Round
from xlpair.settings import Scoring, Settings
from xlpair.workbook.blocks import Block
from xlpair.workbook.book import CellValue
from xlpair.workbook.reader import read_round


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
