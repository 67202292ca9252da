"""The command line: every command from roster to prize-giving, its words, its JSON, its exit codes."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from command_line import Ended, Shell, process
from typer.testing import CliRunner

from xlpair import __version__
from xlpair.cli import doing
from xlpair.cli.app import app
from xlpair.workbook.book import PutCells
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.reader import read_event

# F2, F4: neighbours, odd boards the small number first, even boards the big one: 1-2, 4-3, 5-6.
PLAIN = "编号,姓名\n" + "".join(f"{number},甲{number}\n" for number in range(1, 7))
BOOK = "春季赛.xlsx"


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    monkeypatch.chdir(tmp_path)
    return Shell(tmp_path, capsys)


@pytest.fixture
def paired(shell: Shell) -> Shell:
    """An event of six whose first round is paired: 1-2, 4-3, 5-6."""
    shell.file("名单.csv", PLAIN)
    assert shell("new", BOOK, "--roster", "名单.csv", "--rounds", "3").code == 0
    assert shell("pair", BOOK).code == 0
    return shell


def refused(ended: Ended, code: int, *words: str) -> None:
    assert ended.code == code, ended
    assert ended.out == ""
    for word in words:
        assert word in ended.err
    assert "Traceback" not in ended.err


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
        ("台次,红方,结果\r\n1,甲,2:0\r\n2,乙,1:1\r\n3,丙,-+\r\n,丁,\r\n", "utf-8-sig"),
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


# a new workbook


def test_new_never_overwrites(paired: Shell) -> None:
    before = Path(BOOK).read_bytes()
    refused(paired("new", BOOK), 2, "已经存在，没有改动它")
    assert Path(BOOK).read_bytes() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("赛.xls",), "请用 .xlsx"),
        (("赛",), "没有扩展名"),
        (("没有/赛.xlsx",), "没有文件夹"),
        (("赛.xlsx", "--roster", "没有.csv"), "没有这个文件"),
        (("赛.xlsx", "--set", "赛致=单循环"), "是不是“赛制”？"),
        (("赛.xlsx", "--set", "赛制=单循坏"), "是不是“单循环”？"),
        (("赛.xlsx", "--system", "瑞士"), "没有 “瑞士” 这一种"),
        (("赛.xlsx", "--set", "单循环"), "项目=内容"),
        (("赛.xlsx", "--rounds", "零"), "轮数"),
    ],
)
def test_new_tells_what_is_wrong_and_writes_nothing(words: tuple[str, ...], said: str, shell: Shell) -> None:
    refused(shell("new", *words), 2, said)
    assert list(shell.folder.iterdir()) == []


def test_new_tells_all_lines_at_once(shell: Shell) -> None:
    ended = shell("new", "赛.xlsx", "--set", "赛致=x", "--set", "最后三轮=也许", "--rounds", "0")
    refused(ended, 2, "有 3 处需要改正", "赛致", "最后三轮", "轮数")


def test_new_refuses_more_rounds_than_can_be_played(shell: Shell) -> None:
    shell.file("名单.csv", PLAIN)
    refused(shell("new", "赛.xlsx", "--roster", "名单.csv", "--rounds", "6"), 1, "6 人最多编排 5 轮")
    ended = shell("new", "赛.xlsx", "--roster", "名单.csv", "--rounds", "5")
    assert ended.code == 0
    assert "提醒 轮数：6 人赛 5 轮，超过人数的一半" in ended.out


def test_new_with_macros_has_live_tables_and_everything_works(shell: Shell) -> None:
    shell.file("名单.csv", PLAIN)
    assert shell("new", "赛.xlsm", "--roster", "名单.csv", "--rounds", "2").code == 0
    assert read_event(ClosedBook("赛.xlsm").snapshot()).event.settings.table_update.value == "实时公式"
    assert shell("pair", "赛.xlsm").code == 0
    assert shell("result", "赛.xlsm", "1", "1", "2:0").code == 0
    assert shell("undo", "赛.xlsm", "--yes").code == 0
    assert shell("new", "数值.xlsm", "--roster", "名单.csv", "--set", "成绩表更新=数值").code == 0
    assert read_event(ClosedBook("数值.xlsm").snapshot()).event.settings.table_update.value == "数值"


@pytest.mark.parametrize(("platform", "update"), [("win32", "实时公式"), ("linux", "实时公式"), ("darwin", "数值")])
def test_new_with_macros_counts_on_functions_where_excel_has_them(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, platform: str, update: str
) -> None:
    """xlwings: functions in cells are on Windows alone. Linux makes workbooks for somebody else's Excel."""
    monkeypatch.setattr(doing, "sys", SimpleNamespace(platform=platform, stdin=sys.stdin, stdout=sys.stdout))
    ended = shell("new", "赛.xlsm", "--rounds", "2")
    assert read_event(ClosedBook("赛.xlsm").snapshot()).event.settings.table_update.value == update
    assert ("“成绩表更新”已设为“数值”" in ended.out) == (platform == "darwin")
    told = shell("new", "公式.xlsm", "--rounds", "2", "--set", "成绩表更新=实时公式").out
    assert read_event(ClosedBook("公式.xlsm").snapshot()).event.settings.table_update.value == "实时公式"
    assert ("请把“成绩表更新”改成“数值”" in told) == (platform == "darwin")
    assert "Mac" not in shell("new", "无宏.xlsx", "--rounds", "2").out


def test_new_without_a_roster(shell: Shell) -> None:
    assert "备好 9 轮的表" in shell("new", "空.xlsx").out
    refused(shell("pair", "空.xlsx"), 1, "还没有棋手")


def test_new_round_robin_has_as_many_rounds_as_the_table(shell: Shell) -> None:
    shell.file("名单.csv", PLAIN)
    assert "单循环，6 人，5 轮" in shell("new", "赛.xlsx", "--roster", "名单.csv", "--system", "单循环").out
    assert "双循环，6 人，10 轮" in shell("new", "双.xlsx", "--roster", "名单.csv", "--system", "双循环").out


def test_hands_32_numbers_and_other_columns_of_a_roster(shell: Shell) -> None:
    """Full-width ratings and numbers are numbers; an ID number and a phone number stay text, digit for digit."""
    shell.file(
        "名单.csv", "编号,姓名,等级分,身份证号,电话\n１,甲,１６５０,440101199001011234,013800138000\n007,乙,,,\n"
    )
    assert shell("new", "赛.xlsx", "--roster", "名单.csv", "--rounds", "1").code == 0
    snapshot = ClosedBook("赛.xlsx").snapshot()
    players = read_event(snapshot).event.players
    assert [(player.number, player.rating) for player in players] == [(1, 1650), (7, None)]
    sheet = snapshot.sheet("名单")
    assert sheet is not None
    cells = [cell for row in sheet.rows for cell in row]
    assert "440101199001011234" in cells
    assert "013800138000" in cells


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("姓名,单位,等级分\n张三,A队,1650\n李四,B队,1700\n", "gb18030"),
        ("姓名,单位,等级分\n张三,A队,1650\n李四,B队,1700\n", "utf-8"),
        ("姓名,单位,等级分\n张三,A队,1650\n李四,B队,1700\n", "utf-8-sig"),
        ("姓名\t单位\t等级分\n张三\tA队\t1650\n李四\tB队\t1700\n", "utf-8"),
        ("姓名;单位;等级分\n张三;A队;1650\n李四;B队;1700\n", "gb18030"),
        ("\n\n选手,代表队,积分等级\n张三,A队,1650\n李四,B队,1700\n", "utf-8"),
        ("名字,俱乐部,等级分\n张三,A队,１６５０\n\n李四,B队,1700\n", "utf-8-sig"),
    ],
)
def test_hands_33_the_same_roster_from_every_file(text: str, encoding: str, shell: Shell) -> None:
    shell.file("名单.csv", text, encoding)
    assert shell("new", "赛.xlsx", "--roster", "名单.csv", "--rounds", "1").code == 0
    found = read_event(ClosedBook("赛.xlsx").snapshot()).roster.entrants
    assert [(one.name, one.club, one.rating) for one in found] == [("张三", "A队", 1650), ("李四", "B队", 1700)]


def test_a_roster_with_errors_is_told_line_by_line(shell: Shell) -> None:
    shell.file("名单.csv", "编号,姓名,等级分\n1,甲,高\n1,乙,1500\n")
    refused(shell("new", "赛.xlsx", "--roster", "名单.csv"), 2, "名单.csv 第2行", "名单.csv 第3行")


def test_the_seed_of_lots_is_drawn_once_and_kept(shell: Shell) -> None:
    shell.file("名单.csv", "姓名\n甲\n乙\n丙\n丁\n戊\n己\n")
    shell("new", BOOK, "--roster", "名单.csv", "--rounds", "3")
    seed = read_event(ClosedBook(BOOK).snapshot()).event.settings.lot_seed
    first = shell("pair", BOOK, "--json").value
    assert first["seed"] == seed
    shell("undo", BOOK)
    again = shell("pair", BOOK, "--json").value
    assert again["round"] == first["round"]


# words and help


def test_help_lists_every_command_by_the_time_of_the_event(shell: Shell) -> None:
    ended = shell("--help")
    assert ended.code == 0
    names = {command.name for command in app.registered_commands}
    listed = {line.split()[0] for line in ended.out.splitlines() if line.startswith("  ")}
    assert names <= listed
    assert ended.out.index("比赛前") < ended.out.index("比赛中") < ended.out.index("练习")


@pytest.mark.parametrize("name", sorted(str(command.name) for command in app.registered_commands))
def test_help_of_every_command_is_chinese(name: str, shell: Shell) -> None:
    ended = shell(name, "--help")
    assert ended.code == 0
    assert ended.out.startswith(f"用法：xlpair {name}")
    for english in ("Usage", "Options", "Show this message", "Arguments", "[required]"):
        assert english not in ended.out
    assert "显示这个说明" in ended.out


def test_no_words_show_the_help(shell: Shell) -> None:
    ended = shell()
    assert ended.code == 2
    assert "用法：xlpair" in ended.out


def test_version(shell: Shell) -> None:
    assert shell("--version").out == f"xlpair {__version__}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("peir", BOOK), "没有“peir”这个命令（是不是 pair？）"),
        (("pair",), "少了“文件”"),
        (("pair", BOOK, "--pear", "1-2"), "没有 --pear 这个选项（是不是 --pairs？）"),
        (("pair", BOOK, "--pairs"), "选项 --pairs 后面少了内容"),
        (("pair", "a", "b"), "多了没有用的内容：b"),
        (("results", BOOK, "1"), "少了“--from <结果文件>”"),
        (("result", BOOK, "1", "2"), "少了“结果”"),
        (("simulate",), "少了“--players <人数>”"),
    ],
)
def test_wrong_words_are_told_in_chinese(words: tuple[str, ...], said: str, shell: Shell) -> None:
    refused(shell(*words), 2, said, "--help 看用法")


def test_wrong_words_are_told_to_a_program_too(shell: Shell) -> None:
    ended = shell("pair", "--json")
    assert ended.code == 2
    assert ended.value["kind"] == "WrongUse"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("空.xlsx", b"", "空文件"),
        ("网页.xlsx", b"<html><table></table></html>", "网页"),
        ("旧.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, ".xls"),
        ("文本.xlsx", "姓名,单位\n".encode(), "文本"),
        ("坏.xlsx", b"PK\3\4" + b"x" * 100, "损坏"),
    ],
)
@pytest.mark.parametrize("command", ["pair", "check", "standings", "undo", "refresh"])
def test_files_that_are_no_workbook(command: str, name: str, content: bytes, said: str, shell: Shell) -> None:
    Path(name).write_bytes(content)
    refused(shell(command, name), 2, said)
    assert Path(name).read_bytes() == content
    assert [path.name for path in shell.folder.iterdir()] == [name]


def test_a_file_that_is_open_in_excel_is_told(paired: Shell) -> None:
    Path(f"~${BOOK}").write_bytes(b"\x05Wang" + b" " * 160)
    refused(paired("pair", BOOK), 2, "Excel", "关闭")
    assert paired("check", BOOK).code == 0  # what only looks does not mind


def test_an_unexpected_fault_is_one_sentence_and_a_file(
    paired: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from xlpair.cli import doing

    def fail(*_: object) -> None:
        raise ZeroDivisionError("nothing is divided by nothing")

    monkeypatch.setattr(doing, "refresh", fail)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    ended = paired("refresh", BOOK)
    refused(ended, 3, "程序出错（ZeroDivisionError", "详情写在")
    details = [path for path in tmp_path.iterdir() if path.name.startswith("xlpair-")]
    assert len(details) == 1
    assert "Traceback" in details[0].read_text(encoding="utf-8")


def test_the_typer_app_runs_by_itself() -> None:
    assert CliRunner().invoke(app, ["--help"]).exit_code == 0
    assert CliRunner().invoke(app, ["pair"]).exit_code == 2


# real processes


def test_a_process_ends_with_the_right_codes(tmp_path: Path) -> None:
    (tmp_path / "名单.csv").write_text(PLAIN, encoding="utf-8")
    assert process(tmp_path, ["new", BOOK, "--roster", "名单.csv", "--rounds", "3"]).returncode == 0
    assert process(tmp_path, ["pair", BOOK]).returncode == 0
    open_boards = process(tmp_path, ["pair", BOOK])
    assert (open_boards.returncode, open_boards.stdout) == (1, "")
    assert process(tmp_path, ["pair", "没有.xlsx"]).returncode == 2
    value = json.loads(process(tmp_path, ["standings", BOOK, "--json"]).stdout)
    assert len(value["standings"]["rows"]) == 6


def test_a_console_that_knows_no_chinese_does_not_fail(tmp_path: Path) -> None:
    (tmp_path / "名单.csv").write_text(PLAIN, encoding="utf-8")
    ended = process(tmp_path, ["new", BOOK, "--roster", "名单.csv"], env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert ended.returncode == 0
    assert "Traceback" not in ended.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there is no rusage of children on Windows")
def test_help_comes_at_once(tmp_path: Path) -> None:
    """A quarter of a second for the whole process: its processor time, which other work on the machine leaves alone."""
    import resource

    times = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        process(tmp_path, ["--help"])
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(times) <= 0.25


def test_help_imports_nothing_heavy(tmp_path: Path) -> None:
    code = (
        "import sys; from xlpair.cli.run import run; run(['--help']); "
        "heavy = ('openpyxl', 'pandas', 'xlsxwriter', 'xlwings', 'rich', 'pydantic', 'xlpair.engine');"
        "print([name for name in sys.modules if name.startswith((*heavy, 'xlpair.workbook'))], file=sys.stderr)"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stderr.strip() == "[]"


def test_numbers_under_forbidden_that_nobody_has_are_told_with_their_cell(shell: Shell) -> None:
    """Before the lot, and after it; pairing goes on."""
    shell.file("名单.csv", "姓名\n甲\n乙\n丙\n丁\n")
    made = shell("new", BOOK, "--roster", "名单.csv", "--rounds", "2", "--set", "不相遇=1-2, 3-9")
    assert made.code == 0
    said = "名单里没有 9 号，3-9 不起作用。 请改成名单里的编号（最大是 4 号），或删去。"
    assert said in made.out
    for _ in range(2):
        checked = shell("check", BOOK)
        assert checked.code == 0
        assert re.search(r"提醒 赛事!C\d+：" + re.escape(said), checked.out)
        shell("pair", BOOK)
