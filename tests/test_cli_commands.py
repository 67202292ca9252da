"""The command line: every command from roster to prize-giving, its words, its JSON, its exit codes."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from cli_scenes import BOOK, PLAIN, refused
from command_line import Shell

from xlpair.model import Result
from xlpair.workbook.book import PutCells
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.reader import read_event

# from roster to prize-giving


def test_an_event_from_roster_to_prize_giving(shell: Shell) -> None:
    shell.file("名单.csv", PLAIN, "gb18030")
    made = shell(
        "new", BOOK, "--roster", "名单.csv", "--rounds", "3", "--set", "赛事名称=春季赛", "--set", "地点=文化宫"
    )
    assert made.code == 0
    assert "已新建 春季赛.xlsx：积分编排，6 人，3 轮。" in made.out
    event = read_event(ClosedBook(BOOK).snapshot())
    assert event.event.settings.name == "春季赛"
    assert event.texts["地点"] == "文化宫"
    for number in (1, 2, 3):
        assert f"第{number}轮已编排：3 台。" in shell("pair", BOOK).out
        for board in ("1", "2", "3"):
            assert shell("result", BOOK, str(number), board, "2:0").code == 0
    assert "6 人，编排到第3轮，本轮结果已填齐。" in shell("check", BOOK).out
    standings = shell("standings", BOOK, "--json").value["standings"]
    assert standings["rows"][0]["place"] == 1
    assert sum(row["points"] for row in standings["rows"]) == 9 * 2  # nine games of two points
    assert shell("export", BOOK, "--to", "导出").code == 0
    exported = (shell.folder / "导出" / "成绩表.csv").read_text(encoding="utf-8-sig")
    assert next(csv.DictReader(io.StringIO(exported)))["名次"] == "1"


def test_pair_tells_the_pairs_to_a_program(paired: Shell) -> None:
    for board in ("1", "2", "3"):
        paired("result", BOOK, "1", board, "1:1")
    value = paired("pair", BOOK, "--json").value
    assert value["command"] == "编排下一轮"
    assert value["round"]["round"] == 2
    assert {number for one in value["round"]["boards"] for number in (one["red"], one["black"])} == set(range(1, 7))
    assert value["round"]["open"] == [1, 2, 3]
    assert value["problems"] == []
    assert Path(value["backup"]).exists()


def test_pairs_given_by_hand(shell: Shell) -> None:
    shell.file("名单.csv", PLAIN)
    shell("new", BOOK, "--roster", "名单.csv", "--rounds", "3")
    refused(shell("pair", BOOK, "--pairs", "1-2,3-4"), 2, "漏了 5号 甲5、6号 甲6")
    value = shell("pair", BOOK, "--pairs", "6-1,5-2,4-3", "--json").value
    assert [(one["red"], one["black"]) for one in value["round"]["boards"]] == [(6, 1), (5, 2), (4, 3)]
    assert value["command"] == "人工编排"


def test_open_boards_end_with_1_and_name_the_boards(paired: Shell) -> None:
    paired("result", BOOK, "1", "2", "和")
    refused(paired("pair", BOOK), 1, "第1轮第 1、3 台还没有结果")
    ended = paired("pair", BOOK, "--json")
    assert ended.code == 1
    assert ended.value["kind"] == "OpenBoards"
    assert ended.value["boards"] == [[1, 1], [1, 3]]
    assert ended.value["exit_code"] == 1


@pytest.mark.parametrize(
    ("typed", "written"),
    [("2:0", "2:0"), ("胜", "2:0"), ("-+", "-+"), ("--", "--"), ("+-", "+-"), ("０：２", "0:2"), ("1-0", "2:0")],
)
def test_results_however_typed_dashes_included(typed: str, written: str, paired: Shell) -> None:
    assert paired("result", BOOK, "1", "1", typed).code == 0
    rounds = paired("export", BOOK, "--to", "o", "--json")
    assert rounds.code == 0
    value = json.loads((paired.folder / "o" / "比赛.json").read_text(encoding="utf-8"))
    assert value["rounds"][0]["boards"][0]["result"] == written


# A cell of 结果 reads each of them so: see tests/workbook/test_result_texts.py.
DASHED = [("- +", "-+"), ("-/+", "-+"), ("-:+", "-+"), ("-：-", "--"), ("- -", "--"), ("-/-", "--"), ("－+", "-+")]


@pytest.mark.parametrize(
    ("words", "written"),
    [
        *(([typed], result) for typed, result in DASHED),
        (["--", "-+"], "-+"),
        (["--", "--"], "--"),
        (["--", "2:0"], "2:0"),
        (["--json", "--"], "--"),
        (["--", "--json"], "--"),
        (["-+", "--json"], "-+"),
    ],
    ids=repr,
)
def test_a_result_that_begins_with_a_dash_is_no_option(words: list[str], written: str, paired: Shell) -> None:
    assert paired("result", BOOK, "1", "1", *words).code == 0
    pairing = read_event(ClosedBook(BOOK).snapshot()).event.rounds[0].pairings[0]
    assert pairing.result is {"-+": Result.RED_FORFEITS, "--": Result.BOTH_FORFEIT, "2:0": Result.RED_WIN}[written]


def test_words_of_a_result_behind_two_dashes_are_all_taken_as_they_stand(paired: Shell) -> None:
    assert paired("result", "--", BOOK, "1", "1", "--").code == 0
    assert read_event(ClosedBook(BOOK).snapshot()).event.rounds[0].pairings[0].result is Result.BOTH_FORFEIT


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["- 2:0"], "结果看不懂 “- 2:0”"),
        (["-1:1"], "结果看不懂"),
        (["--jsn"], "没有 --jsn 这个选项（是不是 --json？）"),
        (["2:0", "--"], "多了没有用的内容：--"),
        (["--", "2:0", "1:1"], "多了没有用的内容：1:1"),
    ],
    ids=repr,
)
def test_what_begins_with_a_dash_and_is_no_result_is_told(words: list[str], said: str, paired: Shell) -> None:
    refused(paired("result", BOOK, "1", "1", *words), 2, said)
    assert read_event(ClosedBook(BOOK).snapshot()).event.rounds[0].pairings[0].result is None


@pytest.mark.parametrize("typed", ["-- 晋级 {}", "-:- 晋级 {}"])
def test_who_goes_on_stands_behind_a_result_of_dashes_too(typed: str, shell: Shell) -> None:
    """Neither came, and the arbiter says who goes on (K4): no option of the command line."""
    shell.file("四人.csv", "编号,姓名\n1,甲\n2,乙\n3,丙\n4,丁\n")
    assert shell("new", "杯赛.xlsx", "--roster", "四人.csv", "--system", "单败淘汰").code == 0
    board = shell("pair", "杯赛.xlsx", "--json").value["round"]["boards"][0]
    ended = shell("result", "杯赛.xlsx", "1", "1", typed.format(board["black"]))
    assert ended.code == 0, ended
    (pairing, _) = read_event(ClosedBook("杯赛.xlsx").snapshot()).event.rounds[0].pairings
    assert (pairing.result, pairing.through) == (Result.BOTH_FORFEIT, board["black"])


def test_a_cut_after_no_round_is_unreadable_input(shell: Shell) -> None:
    shell.file("两人.csv", "编号,姓名\n1,甲\n2,乙\n")
    ended = shell("new", "新.xlsx", "--roster", "两人.csv", "--set", "末位淘汰=0轮后少于4分")
    refused(ended, 2, "看不懂 “0轮后少于4分”")


@pytest.mark.parametrize("typed", ["", "-"])
def test_an_empty_result_opens_the_board(typed: str, paired: Shell) -> None:
    paired("result", BOOK, "1", "1", "2:0")
    assert "还没有结果的：第 1、2、3 台" in paired("result", BOOK, "1", "1", typed).out


def test_a_result_that_is_none_ends_with_2(paired: Shell) -> None:
    before = Path(BOOK).read_bytes()
    refused(paired("result", BOOK, "1", "1", "3:0"), 2, "第1轮第1台：结果看不懂 “3:0”")
    refused(paired("result", BOOK, "1", "9", "2:0"), 2, "没有这一台")
    refused(paired("result", BOOK, "2", "1", "2:0"), 1, "第2轮还没有编排")
    refused(paired("result", BOOK, "一", "1", "2:0"), 2, "“轮次”要写 1 以上的整数，现在写的是“一”")
    assert Path(BOOK).read_bytes() == before
    assert paired("result", BOOK, "第1轮", "1台", "2:0").code == 0


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("台次,结果\n1,2:0\n2,1:1\n3,'-+\n", "utf-8"),
        ("台次\t结果\n1\t胜\n2\t和\n3\t红弃权\n", "utf-16"),
        ("\n桌号;姓名;比分\n1;x;2-0\n2;y;1-1\n3;z;-+\n", "gb18030"),
        ("台次,红方,结果\r\n1,甲1,2:0\r\n2,甲 4,1:1\r\n3,甲５,-+\r\n,丁,\r\n", "utf-8-sig"),
    ],
)
def test_results_from_a_file(text: str, encoding: str, paired: Shell) -> None:
    paired.file("结果.csv", text, encoding)
    ended = paired("results", BOOK, "1", "--from", "结果.csv")
    assert ended.code == 0, ended
    assert "第1轮的结果已经填齐。" in ended.out
    event = read_event(ClosedBook(BOOK).snapshot()).event
    assert [one.result.value for one in event.rounds[0].pairings if one.result] == ["红胜", "和", "红弃权"]


def test_results_from_a_file_are_all_or_none(paired: Shell) -> None:
    before = Path(BOOK).read_bytes()
    paired.file("坏.csv", "台次,结果\n1,2:0\n1,1:1\nx,0:2\n,胜\n")
    refused(paired("results", BOOK, "1", "--from", "坏.csv"), 2, "坏.csv 第3行", "坏.csv 第4行", "坏.csv 第5行")
    paired.file("头.csv", "桌,谁\n1,2:0\n")
    refused(paired("results", BOOK, "1", "--from", "头.csv"), 2, "找不到“结果”")
    refused(paired("results", BOOK, "1", "--from", "没有.csv"), 2, "找不到文件")
    refused(paired("results", BOOK, "1", "--from", BOOK), 2, "不是 CSV")
    assert Path(BOOK).read_bytes() == before


def test_results_from_a_file_board_by_board_of_team_matches(paired: Shell) -> None:
    """Four teams of two boards; red of the even boards is of the team named second."""
    rows = "".join(f"{team}{order},{team}队\n" for team in "甲乙丙丁" for order in (1, 2))
    words = ("--roster", paired.file("队.csv", f"姓名,单位\n{rows}"), "--system", "团体单循环")
    assert paired("new", "团.xlsx", *words, "--set", "每队台数=2", "--set", "团体=分台定人").code == 0
    assert paired("pair", "团.xlsx").code == 0
    one, other = (
        (game.red, game.black) for game in read_event(ClosedBook("团.xlsx").snapshot()).event.rounds[0].pairings
    )
    lines = f"1-2,{one[1]},1:1,{one[0]}\n1-1,{one[0]},2:0,{one[1]}\n2.1,{other[0]},0:2,{other[1]}\n2－2,,2:0,\n"
    paired.file("结果.csv", f"台次,红方编号,结果,黑方编号\n{lines}")
    ended = paired("results", "团.xlsx", "1", "--from", "结果.csv")
    assert ended.code == 0, ended
    event = read_event(ClosedBook("团.xlsx").snapshot()).event
    results = [game.result.value for match in event.rounds[0].pairings for game in match.games if game.result]
    assert results == ["红胜", "和", "黑胜", "红胜"]
    paired.file("两.csv", "台次,结果\n1-1,2:0\n1-1,1:1\n2,2:0 2:0\n2-1,1:1\n")
    refused(
        paired("results", "团.xlsx", "1", "--from", "两.csv"), 2, "两.csv 第3行", "第 1-1 台写了两次", "两.csv 第5行"
    )


def test_exported_results_can_be_read_back(paired: Shell) -> None:
    """What ``export`` writes, guarded forfeits included, is what ``results`` takes."""
    paired("results", BOOK, "1", "--from", paired.file("r.csv", "台次,结果\n1,-+\n2,--\n3,0:2\n"))
    paired("export", BOOK, "--to", "o", "--format", "csv")
    paired("result", BOOK, "1", "1", "")
    paired("result", BOOK, "1", "2", "")
    assert paired("results", BOOK, "1", "--from", "o/第1轮.csv").code == 0
    event = read_event(ClosedBook(BOOK).snapshot()).event
    assert [one.result.value for one in event.rounds[0].pairings if one.result] == ["红弃权", "双弃权", "黑胜"]


def test_undo_and_its_question(paired: Shell) -> None:
    paired("result", BOOK, "1", "1", "2:0")
    before = Path(BOOK).read_bytes()
    refused(paired("undo", BOOK), 1, "已经填了 1 个结果", "--yes")
    assert Path(BOOK).read_bytes() == before
    assert "第1轮已撤销" in paired("undo", BOOK, "--yes").out
    refused(paired("undo", BOOK), 1, "没有可以撤销的")


def test_explain_gives_a_line_for_every_pair(paired: Shell) -> None:
    ended = paired("explain", BOOK)
    assert ended.code == 0
    assert [line.split()[0] for line in ended.out.splitlines()] == ["第1台", "第2台", "第3台"]
    assert "临近" in ended.out
    assert paired("explain", BOOK, "1", "--json").value["round"]["round"] == 1
    refused(paired("explain", BOOK, "2"), 1, "第2轮还没有编排")


def test_check_ends_with_1_only_where_errors_stand_in_the_way(paired: Shell) -> None:
    ended = paired("check", BOOK)
    assert (ended.code, ended.err) == (0, "")
    assert "没有问题。" in ended.out
    value = paired("check", BOOK, "--json").value
    assert (value["errors"], value["warnings"]) == (0, 0)
    with ClosedBook.open(BOOK) as book:
        area = next(table.area for table in book.snapshot().tables if table.name == "第1轮")
        book.apply([PutCells(area.sheet, area.top + 1, 5, (("胜胜",),))])
    ended = paired("check", BOOK)
    assert ended.code == 1
    assert "有 1 处错误（改正以后才能编排）" in ended.out
    assert "错误 第1轮!F5：结果看不懂 “胜胜”" in ended.out


def test_import_roster(paired: Shell) -> None:
    paired.file("加.csv", "姓名\n甲1\n晚到\n")
    ended = paired("import-roster", BOOK, "加.csv")
    assert ended.code == 0
    assert "从 加.csv 加入 晚到 1 人；另有 1 人名单里已经有了，没有再加。" in ended.out
    refused(paired("import-roster", BOOK, "加.csv"), 1, "名单里都有了")
    refused(paired("import-roster", BOOK, "没有.csv"), 2, "没有这个文件")


def test_rounds_and_resize(paired: Shell) -> None:
    assert "现在一共 5 轮" in paired("rounds", BOOK, "5").out
    assert "能放下 40 人" in paired("resize", BOOK, "40").out
    refused(paired("rounds", BOOK, "5"), 1, "已经有 5 轮的表")
    refused(paired("resize", BOOK, "x"), 2, "“人数”要写 1 以上的整数")


def test_refresh(paired: Shell) -> None:
    assert "成绩表已更新：6 人，编排到第1轮" in paired("refresh", BOOK).out
