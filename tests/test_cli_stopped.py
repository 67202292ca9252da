"""Commands stopped by Ctrl-C, or whose output nobody takes: what they say of the file is true of the file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from command_line import process

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a process there cannot send itself Ctrl-C alone")

_ENDED_BY_CTRL_C = 130

# Sends the command Ctrl-C before or after the given replacing of a file; the first one is the backup's (of a
# new workbook: where it is made).
_AT_A_REPLACING = """
import os, signal, sys
replace, count = os.replace, 0
def stopped(source, target):
    global count
    count += 1
    if count == {turn} and {early}:
        os.kill(os.getpid(), signal.SIGINT)
    replace(source, target)
    if count == {turn}:
        os.kill(os.getpid(), signal.SIGINT)
os.replace = stopped
from xlpair.cli import main
main()
"""

_AT_AN_IMPORT = """
import builtins, os, signal
original = builtins.__import__
def stopped(name, *more):
    if name == "xlpair.cli.run":
        os.kill(os.getpid(), signal.SIGINT)
    return original(name, *more)
builtins.__import__ = stopped
from xlpair.cli import main
main()
"""


@pytest.fixture
def paired(tmp_path: Path) -> Path:
    (tmp_path / "名单.csv").write_text("姓名\n甲\n乙\n丙\n丁\n", encoding="utf-8")
    assert process(tmp_path, ["new", "a.xlsx", "--roster", "名单.csv"]).returncode == 0
    assert process(tmp_path, ["pair", "a.xlsx"]).returncode == 0
    return tmp_path / "a.xlsx"


def stopped(folder: Path, code: str, *words: str) -> str:
    """What a command says that is stopped by Ctrl-C."""
    ended = subprocess.run(
        [sys.executable, "-c", code, *words], cwd=folder, capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    assert ended.returncode == _ENDED_BY_CTRL_C, ended.stderr
    return ended.stderr


@pytest.mark.parametrize(("turn", "early"), [(1, True), (1, False), (2, True), (2, False)])
def test_a_stopped_command_says_truly_whether_the_file_was_saved(turn: int, early: bool, paired: Path) -> None:
    before = paired.read_bytes()
    said = stopped(paired.parent, _AT_A_REPLACING.format(turn=turn, early=early), "result", "a.xlsx", "1", "1", "1:1")
    saved = (turn, early) == (2, False)
    assert (paired.read_bytes() != before) is saved
    assert said == ("\n已停止；「a.xlsx」已经存好，不用再做一次。\n" if saved else "\n已停止；「a.xlsx」没有改动。\n")


@pytest.mark.parametrize("early", [True, False])
def test_a_stopped_new_event_is_there_or_not_as_it_says(early: bool, tmp_path: Path) -> None:
    said = stopped(tmp_path, _AT_A_REPLACING.format(turn=2, early=early), "new", "b.xlsx")
    assert (tmp_path / "b.xlsx").exists() is not early
    assert said == ("\n已停止。\n" if early else "\n已停止；「b.xlsx」已经存好，不用再做一次。\n")


def test_ctrl_c_while_the_program_is_loaded_shows_no_traceback(tmp_path: Path) -> None:
    assert stopped(tmp_path, _AT_AN_IMPORT, "check", "a.xlsx") == "\n已停止。\n"


@pytest.mark.parametrize(
    ("words", "closed"),
    [
        ("standings a.xlsx --json", ">&-"),
        ("standings a.xlsx", "<&- >&- 2>&-"),
        ("check a.xlsx", ">&- 2>&-"),
        ("nonsense", ">&- 2>&-"),
    ],
)
def test_a_closed_output_is_no_fault(words: str, closed: str, paired: Path) -> None:
    line = f'exec "$0" -m xlpair {words} {closed}'
    ended = subprocess.run(
        ["sh", "-c", line, sys.executable],
        cwd=paired.parent,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (2 if words == "nonsense" else 0, "")
