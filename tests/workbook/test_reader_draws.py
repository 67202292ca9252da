"""What knock-outs and groups add to the tables: who goes on, stages, groups and places in the bracket."""

from __future__ import annotations

from dataclasses import replace

import pytest
from memory_book import MemoryBook, new_book

from xlpair.errors import Gravity, Problem
from xlpair.model import Bye, Game, Pairing, Player, Result, Round
from xlpair.settings import FinalForm, Settings, System
from xlpair.workbook.blocks import Block
from xlpair.workbook.book import CellValue
from xlpair.workbook.decider_rows import split_decider, with_through
from xlpair.workbook.layout import ROSTER_HEADINGS, ROUND_HEADINGS
from xlpair.workbook.reader import read_event, read_roster, read_round
from xlpair.workbook.writer import clear_round, put_deciders, put_draw, put_round

KNOCKOUT = Settings(system=System.KNOCKOUT)
PLAYERS = {3: Player(3, "王伟"), 9: Player(9, "吕钦"), 5: Player(5, "蒋川"), 7: Player(7, "赵伟")}


def round_block(*rows: dict[str, CellValue], extra: tuple[str, ...] = ()) -> Block:
    headings = (*ROUND_HEADINGS, *extra)
    return Block((headings, *(tuple(row.get(heading) for heading in headings) for row in rows)))


def board(
    number: int, red: int, black: int, result: str = "", note: str = "", **more: CellValue
) -> dict[str, CellValue]:
    cells = {"台次": number, "红方编号": red, "黑方编号": black, "结果": result or None, "备注": note or None}
    return {**cells, **more}


def through(note: str, settings: Settings = KNOCKOUT, result: str = "1:1") -> tuple[int | None, tuple[Problem, ...]]:
    reading = read_round(round_block(board(1, 3, 9, result, note)), 1, PLAYERS, settings)
    assert reading.round is not None
    return reading.round.pairings[0].through, reading.problems


@pytest.mark.parametrize(
    "note",
    [
        "晋级 9",
        "晋级9",
        "晋级：9号",
        "９号晋级",
        " 晉級 9 ",
        "9 出线",
        "黑方晋级",
        "晋级 黑",
        "黑胜出",
        "晋级者：吕钦",
        "吕钦晋级",
        "加赛 2:0，晋级 9",
        "晋级 9；超时",
        # What is scored or counted beside the word, or how far somebody goes, is nobody.
        "晋级 9，加赛 2:0",
        "晋级 9，2:0",
        "晋级 9 2:0",
        "晋级 9 2-0",
        "晋级 9，2 比 0",
        "晋级 9，3局快棋",
        "晋级 9 3 局快棋",
        "晋级 黑方，红方超时",
        "晋级 9、黑方",
        "2:0，9号晋级",
        "2-0，9号晋级",
        "1和，9号晋级",
        "1:1 9晋级",
        "晋級 9 號",
        "加赛 1:1 晋级 9",
        "9号晋级8强",
        "9号晋级，晋级 9",
        "9号晋级1/8决赛",
    ],
)
def test_ways_to_say_who_goes_on(note: str) -> None:
    assert through(note) == (9, ())


@pytest.mark.parametrize("note", ["", "加赛", "慢棋", "9"])
def test_other_remarks_say_nothing(note: str) -> None:
    assert through(note) == (None, ())


def test_a_number_of_another_board_is_told() -> None:
    number, problems = through("晋级 5")
    assert number is None
    assert [str(problem) for problem in problems] == [
        "第1轮 第2行 备注：写的是晋级 5 号，这一台是 3 号对 9 号。 请写成“晋级 3”或“晋级 9”。"
    ]
    assert problems[0].gravity is Gravity.ERROR


def test_a_word_without_anybody_is_told() -> None:
    number, problems = through("晋级")
    assert (number, len(problems)) == (None, 1)
    assert "看不出谁晋级" in problems[0].what


@pytest.mark.parametrize(
    "note", ["晋级 3 晋级 9", "3号晋级，9号晋级", "3号晋级9号晋级", "晋级 9（红方晋级）", "出线 9 胜出 3"]
)
def test_two_who_both_go_on_are_told(note: str) -> None:
    number, problems = through(note)
    assert number is None
    assert [str(problem) for problem in problems] == [
        "第1轮 第2行 备注：写了不止一个人晋级。 请写成“晋级 3”或“晋级 9”。"
    ]


@pytest.mark.parametrize(
    "said", ["3、9", "3，9", "3/9", "3或9", "3和9", "3与9号", "3-9", "3 9", "３号、９号", "3 - 9", "3號，9號"]
)
@pytest.mark.parametrize("form", ["晋级 {}", "晋级：{}；超时"])
def test_two_numbers_said_with_the_word_once_are_told(said: str, form: str) -> None:
    number, problems = through(form.format(said))
    assert (number, [one.what for one in problems]) == (None, ["写了不止一个人晋级。"])


@pytest.mark.parametrize(
    "note",
    [
        "晋级 红 黑",
        "晋级 红或黑",
        "晋级红黑",
        "晋级 红方、黑方",
        "晋级 9 红",
        "3、9号晋级",
        "3和9晋级",
        "红、黑方晋级",
        "红黑晋级",
    ],
)
def test_two_sides_or_a_number_and_the_other_side_are_told(note: str) -> None:
    """Red is 3, black is 9."""
    number, problems = through(note)
    assert (number, [one.what for one in problems]) == (None, ["写了不止一个人晋级。"])


@pytest.mark.parametrize("typed", ["1:1 晋级 7", "1:1晋级7", "1:1晋7", "1:1 晋 7"])
def test_a_typed_result_is_parted_from_who_goes_on(typed: str) -> None:
    """``1:1晋7`` is how 编排记录 says it."""
    results, word = split_decider(typed)
    assert (results, word.replace(" ", "")) == ("1:1", "晋级7")


def test_two_rows_that_send_on_different_people_are_told() -> None:
    rows = (board(1, 3, 9, "1:1", "晋级 3"), board(1, 9, 3, "1:1", "晋级 9"))
    problems = read_round(round_block(*rows), 1, PLAYERS, replace(KNOCKOUT, games_per_meeting=2)).problems
    assert [str(problem) for problem in problems] == [
        "第1轮 第3行 备注：写了不止一个人晋级。 请写成“晋级 3”或“晋级 9”。"
    ]


@pytest.mark.parametrize("note", ["晋级1/8决赛", "晋级 8强"])
def test_how_far_somebody_goes_is_not_who(note: str) -> None:
    number, problems = through(note)
    assert (number, len(problems)) == (None, 1)
    assert "看不出谁晋级" in problems[0].what


def test_a_word_against_the_result_counts_and_is_told() -> None:
    number, problems = through("晋级 9", result="2:0")
    assert number == 9
    assert [(problem.gravity, problem.what) for problem in problems] == [
        (Gravity.ERROR, "按结果是 3 号胜，却写 9 号晋级。")
    ]


def test_it_counts_in_knock_outs_and_their_finals_only() -> None:
    assert through("晋级 9", Settings()) == (None, ())
    assert through("晋级 9", Settings(system=System.GROUPS)) == (None, ())
    assert through("晋级 9", Settings(system=System.GROUPS, final_form=FinalForm.KNOCKOUT)) == (9, ())


def test_of_two_games_any_row_may_say_it_and_red_is_red_of_that_row() -> None:
    """Game 2 has colours changed: red there is 9."""
    rows = (board(1, 3, 9, "2:0"), board(1, 9, 3, "2:0", "红方晋级"))
    reading = read_round(round_block(*rows), 1, PLAYERS, replace(KNOCKOUT, games_per_meeting=2))
    assert reading.problems == ()
    assert reading.round is not None
    assert reading.round.pairings[0].through == 9


def test_the_stage_is_read_where_the_column_is() -> None:
    block = round_block(board(1, 3, 9, 阶段="半决赛"), board(2, 5, 7, 阶段="三四名"), extra=("阶段",))
    made = read_round(block, 1, PLAYERS, KNOCKOUT).round
    assert made is not None
    assert [pairing.part for pairing in made.pairings] == ["半决赛", "三四名"]


def test_words_are_put_beside_other_remarks_exchanged_and_taken_out() -> None:
    assert with_through("", 9) == "晋级 9"
    assert with_through("加赛两局", 9) == "晋级 9，加赛两局"
    assert with_through("加赛两局，晋级 3", 9) == "晋级 9，加赛两局"
    assert with_through("晋级 3，加赛两局", None) == "加赛两局"


# 名单


def roster_block(*rows: tuple[CellValue, ...]) -> Block:
    return Block(((*ROSTER_HEADINGS, "组", "签位"), *rows), label="名单")


def person(number: int, name: str, group: CellValue = None, slot: CellValue = None) -> tuple[CellValue, ...]:
    return (number, name, None, None, None, None, None, None, group, slot)


@pytest.mark.parametrize(
    ("typed", "group"),
    [
        ("A", "A"),
        ("a组", "A"),
        ("Ａ", "A"),
        (" B 组 ", "B"),
        (2, "2"),
        ("第2组", "2"),
        (2.0, "2"),
        ("甲", "甲"),
        (None, ""),
    ],
)
def test_groups_as_hands_type_them(typed: CellValue, group: str) -> None:
    reading = read_roster(roster_block(person(1, "王伟", typed)))
    assert (reading.players[0].group, reading.problems) == (group, ())


def test_places_in_the_bracket_are_whole_numbers() -> None:
    reading = read_roster(roster_block(person(1, "王伟", slot="８"), person(2, "吕钦", slot="上"), person(3, "蒋川")))
    assert [player.slot for player in reading.players] == [8, None, None]
    assert [problem.where for problem in reading.problems] == ["名单 第3行 签位"]


def test_a_roster_without_these_columns_is_nothing_to_tell() -> None:
    reading = read_roster(Block((ROSTER_HEADINGS, (1, "王伟"))))
    assert (reading.problems, reading.players) == ((), (Player(1, "王伟"),))


# written and read back


def book_with(*columns: tuple[str, str], settings: dict[str, CellValue]) -> MemoryBook:
    """A book of four players whose tables have further columns: (table, heading)."""
    book = new_book([(number, player.name) for number, player in sorted(PLAYERS.items())], settings=settings)
    for table, heading in columns:
        area = book.tables[table]
        book.put(area.sheet, area.top, area.right + 1, heading)
        book.tables[table] = replace(area, right=area.right + 1)
    return book


def test_a_round_of_a_knock_out_comes_back_as_it_was_written() -> None:
    book = book_with(("第1轮", "阶段"), settings={"赛制": "单败淘汰"})
    made = Round(1, (Pairing(1, 3, 9, (Game(Result.BOTH_FORFEIT),), through=9, part="半决赛"),), (Bye(5), Bye(7)))
    book.apply(put_round(read_event(book.snapshot()), made, {}))
    reading = read_event(book.snapshot())
    assert reading.problems == ()
    assert reading.event.rounds == (made,)
    assert reading.event.rounds[0].pairings[0].part == "半决赛"
    assert book.read("第1轮", 1, "备注") == "晋级 9"
    book.apply(clear_round(reading, 1))
    assert set(book.column("第1轮", "阶段")) == {None}


def test_without_the_column_the_stage_is_not_written() -> None:
    book = book_with(settings={"赛制": "单败淘汰"})
    book.apply(put_round(read_event(book.snapshot()), Round(1, (Pairing(1, 3, 9, part="决赛"),)), {}))
    assert read_event(book.snapshot()).event.rounds[0].pairings[0].part == ""


def test_a_decider_goes_into_the_first_row_and_leaves_other_remarks() -> None:
    book = book_with(settings={"赛制": "单败淘汰", "每轮局数": 2})
    made = Round(1, (Pairing(1, 3, 9, (Game(Result.RED_WIN), Game(Result.RED_WIN))),))
    book.apply(put_round(read_event(book.snapshot()), made, {}))
    book.type("第1轮", 2, "备注", "加赛，晋级 3")
    book.apply(put_deciders(read_event(book.snapshot()), 1, {1: 9}))
    assert [book.read("第1轮", row, "备注") for row in (1, 2)] == ["晋级 9", "加赛"]
    assert read_event(book.snapshot()).event.rounds[0].pairings[0].through == 9
    book.apply(put_deciders(read_event(book.snapshot()), 1, {1: None}))
    assert [book.read("第1轮", row, "备注") for row in (1, 2)] == [None, "加赛"]


def test_a_draw_is_written_beside_the_right_names() -> None:
    book = book_with(("名单", "签位"), ("名单", "组"), settings={})
    reading = read_event(book.snapshot())
    drawn = [
        replace(player, slot=slot, group=group)
        for player, slot, group in zip(reading.event.players, (4, 1, 3, 2), "ABAB", strict=True)
    ]
    book.apply(put_draw(reading, drawn))
    assert [book.read("名单", row, "签位") for row in (1, 2, 3, 4)] == [4, 1, 3, 2]
    assert [player.group for player in read_event(book.snapshot()).event.players] == ["A", "B", "A", "B"]
