"""名单 read: what arbiters have reported of other programs, and variants reasoned here."""

from __future__ import annotations

import pytest
from memory_book import new_book

from xlpair.errors import Gravity, Problem
from xlpair.model import Attendance, Player
from xlpair.workbook.blocks import Block
from xlpair.workbook.book import Area, CellValue, ErrorValue
from xlpair.workbook.layout import ROSTER_HEADINGS
from xlpair.workbook.reader import Reading, read_event, read_roster


def block(*rows: tuple[CellValue, ...], headings: tuple[CellValue, ...] = ROSTER_HEADINGS) -> Block:
    """A bare range, as a function gets it."""
    return Block((headings, *rows), label="名单")


def told(problems: tuple[Problem, ...], gravity: Gravity = Gravity.ERROR) -> list[tuple[str, str]]:
    return [(problem.where, problem.what) for problem in problems if problem.gravity is gravity]


def test_a_roster_as_it_is_meant() -> None:
    found = read_roster(
        block(
            (2, "吕钦", "广东", 2600, 1, "1-3,5-", "老年、特邀", "特级大师"),
            (1, "许银川", "广东", None, None, None, None, None),
        )
    )
    assert found.players == (
        Player(1, "许银川", "广东"),
        Player(2, "吕钦", "广东", 2600, 1, Attendance(((1, 3), (5, None))), "特级大师", ("老年", "特邀")),
    )
    assert [player.number for player in found.entrants] == [2, 1]
    assert found.problems == ()
    assert found.unnumbered == ()
    assert found.place.rows == {1: (2,), 2: (1,)}


def test_hands_30_one_name_in_two_clubs_is_two_players() -> None:
    found = read_roster(block((1, "王伟", "A队"), (2, "王伟", "B队")))
    assert [player.number for player in found.players] == [1, 2]
    assert found.problems == ()


def test_hands_30_possible_doubles_are_told_not_merged() -> None:
    found = read_roster(block((1, "张三"), (2, "张 三"), (3, "张三　"), (4, "張三")))
    assert [player.number for player in found.players] == [1, 2, 3, 4]
    warnings = told(found.problems, Gravity.WARNING)
    assert [where for where, _ in warnings] == ["名单 第3行 姓名", "名单 第4行 姓名", "名单 第5行 姓名"]
    assert all("可能是同一人" in what for _, what in warnings)
    assert told(found.problems) == []


@pytest.mark.parametrize(
    ("one", "other", "doubtful"),
    [
        (("王伟", "A队"), ("王 伟", "A 队"), True),
        (("王伟", ""), ("王伟", "B队"), True),  # who of the two has no club may be the other
        (("Li Wei", "A"), ("ＬＩ　ＷＥＩ", "a"), True),
        (("王伟", "A队"), ("王玮", "A队"), False),
    ],
)
def test_hands_30_more_of_the_kind(one: tuple[str, str], other: tuple[str, str], doubtful: bool) -> None:
    found = read_roster(block((1, *one), (2, *other)))
    assert bool(told(found.problems, Gravity.WARNING)) is doubtful
    assert len(found.players) == 2


def test_hands_31_a_number_twice_is_told_with_both_places() -> None:
    found = read_roster(block((1, "甲"), (2, "乙"), (2, "丙"), (4, "丁")))
    assert told(found.problems) == [("名单 第4行 编号", "编号 2 重复（丙），名单 第3行 编号 也是 2。")]
    assert [player.name for player in found.players] == ["甲", "乙", "丁"]


@pytest.mark.parametrize("again", ["２", "02", 2.0, "2号"])
def test_hands_31_a_number_twice_however_typed(again: CellValue) -> None:
    found = read_roster(block((2, "乙"), (again, "丙")))
    assert [where for where, _ in told(found.problems)] == ["名单 第3行 编号"]


def test_hands_31_gaps_are_fine() -> None:
    found = read_roster(block((1, "甲"), (2, "乙"), (4, "丙"), (7, "丁")))
    assert [player.number for player in found.players] == [1, 2, 4, 7]
    assert found.problems == ()


def test_hands_32_numbers_of_full_width_and_as_text() -> None:
    found = read_roster(block(("１", "甲", None, "１６５０"), (3.0, "丙", None, 1500.0), ("007", "庚"), (" 5", "戊")))
    assert [(player.number, player.rating) for player in found.players] == [(1, 1650), (3, 1500), (5, None), (7, None)]
    assert found.problems == ()


@pytest.mark.parametrize("bad", ["八", 2.5, True, 0, -1, "1a"])
def test_hands_32_numbers_that_are_none_are_told(bad: CellValue) -> None:
    found = read_roster(block((1, "甲"), (bad, "乙")))
    assert [where for where, _ in told(found.problems)] == ["名单 第3行 编号"]
    assert [player.name for player in found.players] == ["甲"]


@pytest.mark.parametrize("none", [0, "0"])
def test_a_seed_below_1_is_none_and_told(none: CellValue) -> None:
    found = read_roster(block((1, "甲", None, None, none), (2, "乙", None, None, 1)))
    assert [player.seed for player in found.players] == [None, 1]
    assert [where for where, _ in told(found.problems, Gravity.WARNING)] == ["名单 第2行 种子"]
    assert told(found.problems) == []


def test_bad_ratings_seeds_and_rounds_are_all_told_at_once() -> None:
    found = read_roster(block((1, "甲", None, "大师", "头号", "不来"), (2, "乙", None, 1500.5)))
    assert [where for where, _ in told(found.problems)] == [
        "名单 第2行 等级分",
        "名单 第2行 种子",
        "名单 第2行 参赛轮次",
        "名单 第3行 等级分",
    ]
    assert len(found.players) == 2


@pytest.mark.parametrize("name", ["=1+1", "+张", "-李", "@队", "00123", "#1"])
def test_hands_34_names_are_text_whatever_they_begin_with(name: str) -> None:
    assert [player.name for player in read_roster(block((1, name))).players] == [name]


def test_hands_34_a_name_that_is_a_number() -> None:
    assert [player.name for player in read_roster(block((1, 123.0), (2, 45))).players] == ["123", "45"]


def test_hands_35_a_club_merged_over_four_team_mates() -> None:
    book = new_book([(number, f"棋手{number}", None) for number in range(1, 7)])
    book.type("名单", 2, "单位", "火车头")
    sheet, row, column = book.cell("名单", 2, "单位")
    book.merges[sheet] = (Area(sheet, row, column, row + 3, column),)
    clubs = [player.club for player in read_event(book.snapshot()).event.players]
    assert clubs == ["", "火车头", "火车头", "火车头", "火车头", ""]


def test_hands_35_merges_reach_into_rows_without_a_player() -> None:
    book = new_book([(1, "甲", "北京"), (2, "乙", None)])
    sheet, row, column = book.cell("名单", 1, "单位")
    book.merges[sheet] = (Area(sheet, row, column, row + 9, column),)
    reading = read_event(book.snapshot())
    assert [player.club for player in reading.event.players] == ["北京", "北京"]
    assert reading.problems == ()


def test_hands_35_merged_names_and_merges_elsewhere_change_nothing() -> None:
    book = new_book([(1, "甲", "北京"), (2, None, None)])
    sheet, row, column = book.cell("名单", 1, "姓名")
    title = Area(sheet, 0, 0, 1, 6)
    book.merges[sheet] = (title, Area(sheet, row, column, row + 1, column))
    assert [player.name for player in read_event(book.snapshot()).event.players] == ["甲"]


def test_hands_36_one_player_only() -> None:
    assert read_roster(block((1, "甲"))).players == (Player(1, "甲"),)


def test_hands_36_a_blank_row_does_not_end_the_roster() -> None:
    found = read_roster(block((1, "甲"), (None, None), ("", "", "", "", "", "", ""), (" ", "　"), (2, "乙")))
    assert [player.number for player in found.players] == [1, 2]
    assert found.problems == ()


def test_hands_36_pre_filled_rows_below() -> None:
    rows = [(1, "甲"), (2, "乙"), *[("",) * 7] * 200]
    assert len(read_roster(block(*rows)).players) == 2


def test_hands_36_rows_numbered_in_advance_are_told_once() -> None:
    found = read_roster(block((1, "甲"), (2, None), (3, ""), (4, " ")))
    assert [player.number for player in found.players] == [1]
    ((where, what),) = told(found.problems, Gravity.WARNING)
    assert where == "名单 第3行 姓名"
    assert "还有 2 行" in what


def test_hands_36_what_has_no_name_but_more_than_a_number_is_told() -> None:
    found = read_roster(block((1, "甲"), (2, None, "北京"), (None, None, None, 1500)))
    assert [where for where, _ in told(found.problems)] == ["名单 第3行 姓名"]
    assert [where for where, _ in told(found.problems, Gravity.WARNING)] == ["名单 第4行 姓名"]


def test_hands_39_error_cells_are_named() -> None:
    found = read_roster(
        block((1, "甲", ErrorValue("#REF!")), (2, ErrorValue("#N/A")), ("#VALUE!", "丙"), (4, "丁", None, "#DIV/0!"))
    )
    assert [where for where, _ in told(found.problems)] == [
        "名单 第2行 单位",
        "名单 第3行 姓名",
        "名单 第4行 编号",
        "名单 第5行 等级分",
    ]
    assert told(found.problems)[0][1] == "单元格是错误值 #REF!。"


def test_hands_39_error_cells_of_the_users_own_columns_are_his() -> None:
    found = read_roster(block((1, "甲", ErrorValue("#REF!")), headings=("编号", "姓名", "付款")))
    assert told(found.problems) == []


def test_hands_42_columns_anywhere_and_own_ones_between() -> None:
    found = read_roster(
        block(
            ("女", "广东", "13800138000", "吕钦", 2, 2600),
            ("女", "上海", "13900139000", "胡荣华", 1, 2500),
            headings=("性别", "单位", "电话", "姓名", "编号", "等级分"),
        )
    )
    assert found.players == (Player(1, "胡荣华", "上海", 2500), Player(2, "吕钦", "广东", 2600))


@pytest.mark.parametrize("heading", ["姓 名", "姓名 ", "　姓　名　", "选手", "名字", "姓\n名"])
def test_hands_43_damaged_headings_are_found(heading: str) -> None:
    found = read_roster(block((1, "甲"), headings=("编 号", heading, "單位", "等級分", "種子", "參賽輪次")))
    assert found.players == (Player(1, "甲"),)
    assert found.problems == ()


def test_hands_43_a_heading_that_is_gone_is_told() -> None:
    found = read_roster(block((1, "甲", "北京"), headings=("编号", None, "单位", "等级分", "种子", "参赛轮次")))
    assert told(found.problems) == [("名单", "标题行（第1行）里找不到“姓名”。")]
    assert found.players == ()


def test_hands_43_a_heading_we_can_do_without_is_a_warning() -> None:
    found = read_roster(block((1, "甲"), headings=("编号", "姓名", "单位", "等级分", "种子")))
    assert told(found.problems, Gravity.WARNING) == [("名单", "标题行（第1行）里找不到“参赛轮次”。")]
    assert found.players == (Player(1, "甲"),)


def test_both_words_for_a_heading_and_the_own_one_wins() -> None:
    found = read_roster(block((1, "队长", "甲"), headings=("编号", "选手", "姓名")))
    assert [player.name for player in found.players] == ["甲"]


def test_nobody_numbered_yet_gives_provisional_numbers_in_row_order() -> None:
    found = read_roster(block((None, "丙"), ("", "甲"), (" ", "乙")))
    assert [(player.number, player.name) for player in found.players] == [(1, "丙"), (2, "甲"), (3, "乙")]
    assert [player.number for player in found.entrants] == [0, 0, 0]
    assert found.unnumbered == (1, 2, 3)
    assert found.problems == ()


def test_hands_15_late_entries_without_a_number_get_the_next_ones() -> None:
    found = read_roster(block((12, "十二"), (None, "新一"), (3, "三"), (None, "新二")))
    assert [(player.number, player.name) for player in found.players][2:] == [(13, "新一"), (14, "新二")]
    assert found.unnumbered == (13, 14)
    assert told(found.problems, Gravity.WARNING) == [
        ("名单 第3行 编号", "新一 没有编号，暂按 13 号。"),
        ("名单 第5行 编号", "新二 没有编号，暂按 14 号。"),
    ]


def read_with_round(roster: list[tuple[CellValue, ...]], *boards: tuple[int, str, int, str]) -> Reading:
    book = new_book(roster)
    for row, (red, red_name, black, black_name) in enumerate(boards, start=1):
        for heading, value in {"红方编号": red, "红方": red_name, "黑方编号": black, "黑方": black_name}.items():
            book.type("第1轮", row, heading, value)
    return read_event(book.snapshot())


def test_hands_14_nobody_inherits_the_games_of_a_deleted_player() -> None:
    """Number 4 was deleted; a late entry without number must not become 4."""
    reading = read_with_round([(1, "甲"), (2, "乙"), (3, "丙"), (None, "新")], (1, "甲", 2, "乙"), (3, "丙", 4, "丁"))
    assert reading.roster.unnumbered == (5,)
    assert [(p.where, p.what) for p in reading.errors] == [("第1轮!J6", "名单里没有 4 号（丁）。")]


def test_all_numbers_lost_after_pairing_is_an_error() -> None:
    reading = read_with_round([(None, "甲"), (None, "乙")], (1, "甲", 2, "乙"))
    assert any(problem.where == "名单!A5" and "没有一个编号" in problem.what for problem in reading.errors)


@pytest.mark.parametrize(("name", "what"), [(ErrorValue("#N/A"), "单元格是错误值 #N/A。"), (None, "编号 3 没有姓名。")])
def test_what_follows_from_an_unclear_name_is_not_told_again(name: CellValue, what: str) -> None:
    roster = [(1, "甲"), (2, "乙"), (3, name, "广东", 2400)]
    reading = read_with_round(roster, (1, "甲", 2, "乙"), (3, "丙", 4, "丁"))
    assert told(reading.errors) == [("名单!B7", what), ("第1轮!J6", "名单里没有 4 号（丁）。")]
