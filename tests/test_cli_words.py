"""The command line itself: help, wrong words, files that are none, faults, real processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_scenes import BOOK, PLAIN, refused
from command_line import Shell, process

from xlpair import __version__
from xlpair.cli.app import app

# words and help


def test_help_lists_every_command_by_the_time_of_the_event(shell: Shell) -> None:
    ended = shell("--help")
    assert ended.code == 0
    names = set(app.commands)
    listed = {line.split()[0] for line in ended.out.splitlines() if line.startswith("  ")}
    assert names <= listed
    assert ended.out.index("比赛前") < ended.out.index("比赛中") < ended.out.index("练习")


@pytest.mark.parametrize("name", sorted(app.commands))
def test_help_of_every_command_is_chinese(name: str, shell: Shell) -> None:
    ended = shell(name, "--help")
    assert ended.code == 0
    assert ended.out.startswith(f"用法：xlpair {name}")
    for english in ("Usage", "Options", "Show this message", "Arguments", "[required]"):
        assert english not in ended.out
    assert "显示这个说明" in ended.out


@pytest.mark.parametrize("words", [(), ("--",), ("calc",)], ids=repr)
def test_no_command_shows_the_help(words: tuple[str, ...], shell: Shell) -> None:
    ended = shell(*words)
    assert ended.code == 2
    assert ended.out == shell(*(word for word in words if word != "--"), "--help").out


def test_version(shell: Shell) -> None:
    assert shell("--version").out == f"xlpair {__version__}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("peir", BOOK), "没有“peir”这个命令（是不是 pair？）"),
        (("it's",), "没有“it's”这个命令。"),
        (("calc", "instal"), "没有“instal”这个命令（是不是 install？）。请用 xlpair calc --help"),
        (("calc", "install", "x"), "多了没有用的内容：x"),
        (("pair",), "少了“文件”"),
        (("pair", BOOK, "--pear", "1-2"), "没有 --pear 这个选项（是不是 --pairs？）"),
        (("pair", BOOK, "--pairs"), "选项 --pairs 后面少了内容，或不该有内容。请用 xlpair pair --help"),
        (("pair", BOOK, "--json=1"), "选项 --json 后面少了内容，或不该有内容。请用 xlpair pair --help"),
        (("pair", "a", "b"), "多了没有用的内容：b"),
        (("pair", "a", "b)", "(c."), "多了没有用的内容：b) (c.。"),
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


def test_a_command_that_is_stopped_says_so(paired: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    from xlpair.cli import doing

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(doing, "refresh", stop)
    ended = paired("refresh", BOOK)
    assert (ended.code, ended.out) == (130, "")  # as a shell counts a process that SIGINT ended: 128 + 2
    assert ended.err.strip() == f"已停止；「{BOOK}」没有改动。"


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


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no broken pipe")
def test_whoever_stops_reading_is_left_alone(tmp_path: Path) -> None:
    """``xlpair … | head``: more than any buffer holds, and nobody who reads it."""
    words = [sys.executable, "-m", "xlpair", "simulate", "--players", "400", "--rounds", "1", "--json"]
    with subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 0


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
