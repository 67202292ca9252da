"""What the disk refuses and what is written empty: told in Chinese with what to do, exit code 2, nothing changed."""

from __future__ import annotations

import errno
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import Ended, Shell, process

from xlpair.workbook import disk_words

BOOK = "赛.xlsx"
LONG = "长" * 200
# The words in which systems tell of these: nobody is to read them.
ENGLISH = re.compile(
    r"Errno|No such|file exists|directory|denied|too long|No space|Error|Input/output|read-only", re.IGNORECASE
)


@pytest.fixture
def shell(shell: Shell) -> Shell:
    shell.file("名单.csv", "编号,姓名\n1,甲\n2,乙\n3,丙\n4,丁\n")
    assert shell("new", BOOK, "--roster", "名单.csv", "--rounds", "2").code == 0
    assert shell("pair", BOOK).code == 0
    (shell.folder / "文件夹").mkdir()
    shell.file("是文件", "x")
    return shell


def told(ended: Ended, *words: str) -> None:
    """One sentence of cause and one of advice at least, in Chinese, on one line."""
    assert ended.code == 2, ended
    assert ended.out == ""
    assert ENGLISH.search(re.sub(r"「[^」]*」", "", ended.err)) is None, ended.err
    assert ended.err.startswith("✗ ")
    assert len(ended.err.splitlines()) == 1
    assert "请" in ended.err
    for word in words:
        assert word in ended.err, ended.err


NEW_FILES = (("new",), ("simulate", "--players", "6", "--out"), ("demo", "--out"), ("calc", "build", "--out"))
BOOKS = (("pair",), ("check",), ("standings",), ("refresh",), ("undo",), ("export", "--to", "出"), ("upgrade",))


@pytest.mark.parametrize("words", NEW_FILES, ids=" ".join)
@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("没有/x.xlsx", "没有"),
        ("是文件/x.xlsx", "不是文件夹"),
        (f"{LONG}.xlsx", "太长"),
        (f"{LONG}/x.xlsx", ""),
        ("文件夹", ""),
    ],
)
def test_places_for_a_new_file(words: tuple[str, ...], place: str, why: str, shell: Shell) -> None:
    before = sorted(shell.folder.rglob("*"))
    if words[0] == "calc":
        why = "" if why != "太长" else why
    told(shell(*words, place), why)
    assert sorted(shell.folder.rglob("*")) == before


def test_a_demo_and_a_simulation_fail_before_they_are_played(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for an event that cannot be kept."""

    def never(*_: Any, **__: Any) -> Any:
        raise AssertionError("played")

    monkeypatch.setattr("xlpair.demo.actions.new", never)
    told(shell("demo", "--out", "没有/x.xlsx"), "没有文件夹「没有」")
    monkeypatch.setattr("xlpair.cli.practice.played_rounds", never)
    told(shell("simulate", "--players", "6", "--out", "没有/x.xlsx"), "没有文件夹「没有」")
    ended = shell("simulate", "--players", "4000", "--rounds", "5", "--out", "x.xlsx")
    assert ended.code == 1
    assert "最多放 3000 人" in ended.err


@pytest.mark.parametrize("words", BOOKS, ids=" ".join)
@pytest.mark.parametrize("place", ["没有.xlsx", "没有/x.xlsx", "是文件/x.xlsx", f"{LONG}.xlsx", "文件夹", "是文件"])
def test_places_of_a_workbook(words: tuple[str, ...], place: str, shell: Shell) -> None:
    told(shell(words[0], place, *words[1:]))


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("没有.csv", "没有这个文件"),
        ("没有/x.csv", "没有这个文件"),
        ("是文件/x.csv", "不是文件夹"),
        (f"{LONG}.csv", "太长"),
        ("文件夹", "文件夹"),
    ],
)
def test_places_of_rosters_and_results(place: str, why: str, shell: Shell) -> None:
    told(shell("new", "新.xlsx", "--roster", place), why)
    told(shell("import-roster", BOOK, place), why)
    told(shell("results", BOOK, "1", "--from", place), "找不到文件" if why == "没有这个文件" else why)
    assert not Path("新.xlsx").exists()


@pytest.mark.parametrize("place", ["是文件", "是文件/出", LONG, f"文件夹/{LONG}"])
def test_places_to_export_to(place: str, shell: Shell) -> None:
    told(shell("export", BOOK, "--to", place))
    assert Path("是文件").read_text(encoding="utf-8") == "x"


def test_export_into_a_file_says_what_it_is(shell: Shell) -> None:
    told(shell("export", BOOK, "--to", "是文件"), "「是文件」是文件，不是文件夹。请换一个文件夹名。")


@pytest.mark.parametrize("name", ["EACCES", "EROFS", "ENOSPC", "EIO", "ENAMETOOLONG", "EBUSY", "ESTALE", "ENOTTY"])
def test_whatever_the_disk_says_on_reading_and_writing(
    name: str, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = getattr(errno, name)

    def refuse(path: Any, *_: Any, **__: Any) -> Any:
        raise OSError(number, os.strerror(number), str(path))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", refuse)
        told(shell("export", BOOK, "--to", "出"), "写不了")
        told(shell("calc", "build", "--out", "x.oxt"), "写不了")
    with monkeypatch.context() as patch:
        patch.setattr("xlpair.workbook.closed.read_file", refuse)
        told(shell("standings", BOOK), "读不出来")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", refuse)
        told(shell("new", "新.xlsx", "--roster", "名单.csv"), "打不开 名单.csv")
        told(shell("results", BOOK, "1", "--from", "名单.csv"), "读不出来")
    with monkeypatch.context() as patch:
        patch.setattr("xlpair.workbook.saving._write_all", refuse)
        before = Path(BOOK).read_bytes()
        told(shell("result", BOOK, "1", "1", "2:0"), "没有存盘")
        assert Path(BOOK).read_bytes() == before
        told(shell("new", "新.xlsx"), "没有存盘")
    with monkeypatch.context() as patch:  # whatever no command expects
        patch.setattr("xlpair.cli.doing.ClosedBook", refuse)
        told(shell("check", BOOK), f"「{BOOK}」用不了")


def test_a_folder_nobody_may_write_in(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("xlpair.workbook.saving.os.access", lambda *_: False)
    told(shell("new", "文件夹/x.xlsx"), "没有写入权限")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
def test_a_list_that_cannot_be_printed(shell: Shell) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        import subprocess

        done = subprocess.run(
            [sys.executable, "-m", "xlpair", "standings", BOOK],
            cwd=shell.folder,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            encoding="utf-8",
            timeout=60,
        )
    told(Ended(done.returncode, "", done.stderr), "结果没有输出完：磁盘满了")


@pytest.mark.parametrize("words_of", [disk_words.why_refused, disk_words.why_unwritten])
def test_every_error_of_the_system_has_our_words(words_of: Any) -> None:
    for number in errno.errorcode:
        text = words_of(OSError(number, os.strerror(number)))
        assert "。请" in text, number
        assert ENGLISH.search(text) is None
        assert not text.endswith("。")


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("pair", BOOK, "--pairs", ""), "--pairs <对阵>"),
        (("pair", BOOK, "--pairs", "  "), "--pairs <对阵>"),
        (("new", "新.xlsx", "--set", ""), "--set <项目=内容>"),
        (("new", "新.xlsx", "--set", "赛事名称=春季赛", "--set", ""), "--set <项目=内容>"),
        (("new", "新.xlsx", "--roster", ""), "--roster <名单文件>"),
        (("new", "新.xlsx", "--system", ""), "--system <赛制>"),
        (("new", "新.xlsx", "--rounds", ""), "--rounds <轮数>"),
        (("new", ""), "文件"),
        (("pair", ""), "文件"),
        (("import-roster", BOOK, ""), "名单文件"),
        (("result", BOOK, "", "1", "2:0"), "轮次"),
        (("result", BOOK, "1", "", "2:0"), "台次"),
        (("results", BOOK, "1", "--from", ""), "--from <结果文件>"),
        (("explain", BOOK, ""), "轮次"),
        (("export", BOOK, "--to", ""), "--to <文件夹>"),
        (("export", BOOK, "--to", "出", "--format", ""), "--format <格式>"),
        (("simulate", "--players", ""), "--players <人数>"),
        (("simulate", "--players", "6", "--seed", ""), "--seed <种子>"),
        (("simulate", "--players", "6", "--out", ""), "--out <文件>"),
        (("demo", "--out", ""), "--out <文件>"),
        (("resize", BOOK, ""), "人数"),
        (("rounds", BOOK, ""), "轮数"),
        (("offline", ""), "文件夹"),
        (("calc", "build", "--out", ""), "--out <文件>"),
    ],
)
def test_what_is_written_empty_is_told(words: tuple[str, ...], name: str, shell: Shell) -> None:
    before = {path: path.read_bytes() for path in shell.folder.rglob("*") if path.is_file()}
    told(shell(*words), f"“{name}”是空的。请写上内容")
    assert {path: path.read_bytes() for path in shell.folder.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("words", [("--pairs", ","), ("--pairs", "，、")])
def test_pairs_of_signs_alone_are_no_pairs(words: tuple[str, ...], shell: Shell) -> None:
    for board in ("1", "2"):
        shell("result", BOOK, "1", board, "2:0")
    ended = shell("pair", BOOK, *words)
    assert ended.code == 2
    assert "请写成 7-3,10-5 的样子" in ended.err


def test_an_unknown_or_missing_format_is_told(shell: Shell) -> None:
    told(shell("export", BOOK, "--to", "出", "--format", ","), "csv、json、html，几种用逗号隔开")
    assert not Path("出").exists()


def test_an_empty_result_still_opens_the_board(shell: Shell) -> None:
    shell("result", BOOK, "1", "1", "2:0")
    assert shell("result", BOOK, "1", "1", "").code == 0
    assert "第1轮第 1、2 台还没有结果" in shell("pair", BOOK).err


def test_an_empty_roster_file_says_what_to_do(shell: Shell) -> None:
    Path("空.csv").write_bytes(b"")
    told(shell("new", "新.xlsx", "--roster", "空.csv"), "空.csv 是空文件。请检查是不是选错了文件")
    told(shell("import-roster", BOOK, "空.csv"), "请检查是不是选错了文件")


def test_help_says_how_to_send_somebody_through(shell: Shell) -> None:
    """The example of the help page is one that works."""
    page = process(shell.folder, ("result", "--help")).stdout
    assert "晋级" in page
    example = re.search(r"“?\"(1:1 晋级 )7\"", page.replace("\n", ""))
    assert example is not None
    assert shell("new", "淘汰赛.xlsx", "--system", "单败淘汰", "--roster", "名单.csv").code == 0
    value = shell("pair", "淘汰赛.xlsx", "--json").value
    red = value["round"]["boards"][0]["red"]
    assert shell("result", "淘汰赛.xlsx", "1", "1", f"{example.group(1)}{red}").code == 0
    assert shell("result", "淘汰赛.xlsx", "1", "2", "2:0").code == 0
    assert shell("export", "淘汰赛.xlsx", "--to", "出", "--format", "json", "--json").code == 0
    assert f'"through": {red}' in Path("出", "比赛.json").read_text(encoding="utf-8")
