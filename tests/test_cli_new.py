"""The command line: a new workbook, its roster, its lots, and what stands in the way."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from cli_scenes import BOOK, PLAIN, refused
from command_line import Shell

from xlpair.cli import doing
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.reader import read_event

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


def test_squads_too_small_for_the_boards_are_told_at_once(shell: Shell) -> None:
    """Two teams of two members: three boards leave one empty, two do not."""
    shell.file("队.csv", "姓名,单位\n甲,东\n乙,东\n丙,西\n丁,西\n")
    words = ("--roster", "队.csv", "--system", "团体单循环", "--set")
    ended = shell("new", "三台.xlsx", *words, "每队台数=3")
    assert ended.code == 0
    assert "每队 3 台，“队员”表里人数不够的：1号 东 2 人、2号 西 2 人。" in ended.out + ended.err
    ended = shell("new", "两台.xlsx", *words, "每队台数=2")
    assert "人数不够" not in ended.out + ended.err


def test_rounds_given_where_the_field_decides_are_told(shell: Shell) -> None:
    """R1: eight players meet in 7 rounds, or in 14; --rounds 3 changes nothing, and 7 is just what it is."""
    shell.file("八人.csv", "姓名\n" + "\n".join(f"棋手{number}" for number in range(1, 9)))
    for system, rounds in (("单循环", 7), ("双循环", 14)):
        made = shell("new", f"{system}.xlsx", "--roster", "八人.csv", "--system", system, "--rounds", "3")
        assert made.code == 0
        assert f"{system}赛几轮由人数决定，是 {rounds} 轮；写的 3 轮不起作用。" in made.out
    fitting = shell("new", "刚好.xlsx", "--roster", "八人.csv", "--system", "单循环", "--rounds", "7")
    assert "不起作用" not in fitting.out
