"""setup on computers made up for the purpose: what it writes, what it tries, what it refuses."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from computers import VERSION, bad, club_pc, program

from xlpair.errors import NotSaved, WrongUse
from xlpair.excel import setup
from xlpair.excel.computer import System
from xlpair.excel.doctor import examine
from xlpair.excel.setup import configured_interpreter, set_up, try_interpreter
from xlpair.excel.vba_source import xlwings_version


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The interpreters that were tried; a made-up one cannot really start."""
    tried: list[Path] = []

    def trial(interpreter: Path) -> str:
        tried.append(interpreter)
        return VERSION

    monkeypatch.setattr(setup, "try_interpreter", trial)
    return tried


def test_setup_writes_the_interpreter_in_the_code_page_and_tries_it(tmp_path: Path, tried: list[Path]) -> None:
    computer = club_pc(tmp_path / "象棋协会")
    done = set_up(computer)
    assert tried == [computer.interpreter]
    assert done.configuration == computer.home / ".xlpair" / "xlpair.conf"
    # As the macros read it: ANSI lines of two quoted fields.
    assert done.configuration.read_bytes() == f'"INTERPRETER_WIN","{computer.interpreter}"\r\n'.encode("gbk")
    assert configured_interpreter(computer) == str(computer.interpreter)
    assert bad(examine(computer)) == []


def test_setup_again_keeps_rows_of_the_users_own(tmp_path: Path, tried: list[Path]) -> None:
    computer = club_pc(tmp_path)
    computer.configuration.parent.mkdir(parents=True)
    computer.configuration.write_bytes('"ONEDRIVE_WIN","D:\\云盘"\r\n"interpreter_win","C:\\old.exe"\r\n'.encode("gbk"))
    set_up(computer)
    lines = computer.configuration.read_bytes().decode("gbk").splitlines()
    assert lines == ['"ONEDRIVE_WIN","D:\\云盘"', f'"INTERPRETER_WIN","{computer.interpreter}"']


def test_the_users_other_xlwings_projects_are_not_touched(tmp_path: Path, tried: list[Path]) -> None:
    computer = club_pc(tmp_path)
    other = computer.home / ".xlwings" / "xlwings.conf"
    other.parent.mkdir(parents=True)
    other.write_text('"INTERPRETER_WIN","C:\\mine.exe"\n', encoding="ascii")
    set_up(computer)
    assert other.read_text(encoding="ascii") == '"INTERPRETER_WIN","C:\\mine.exe"\n'
    assert sorted(path.name for path in computer.home.iterdir()) == [".xlpair", ".xlwings"]


def test_setup_refuses_a_python_that_excel_cannot_use(tmp_path: Path, tried: list[Path]) -> None:
    computer = club_pc(tmp_path)
    for broken in (
        replace(computer, interpreter=program(tmp_path / "WindowsApps" / "python.exe")),
        replace(computer, library=tmp_path / "Roaming" / "site-packages"),
        replace(computer, interpreter=program(tmp_path / "elsewhere" / "bin" / "python.exe")),
        replace(computer, code_page="cp1252", home=tmp_path / "棋"),
    ):
        with pytest.raises(WrongUse, match="没有写设置"):
            set_up(broken)
        assert not broken.configuration.exists()
    assert tried == []


def test_setup_tells_a_python_that_does_not_start_or_lacks_the_package(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="启动不了 Python"):
        try_interpreter(tmp_path / "no-python")
    script = tmp_path / "python"
    script.write_text(
        "#!/bin/sh\necho \"ModuleNotFoundError: No module named 'xlpair'\" >&2\nexit 1\n", encoding="ascii"
    )
    script.chmod(0o755)
    with pytest.raises(WrongUse, match="No module named 'xlpair'"):
        try_interpreter(script)


def test_this_interpreter_can_do_what_the_macros_will_ask() -> None:
    assert try_interpreter(Path(sys.executable)) == xlwings_version()


def test_a_configuration_that_cannot_be_written_is_told(tmp_path: Path, tried: list[Path]) -> None:
    computer = club_pc(tmp_path)
    computer.home.mkdir()
    (computer.home / ".xlpair").write_text("a file in the way", encoding="ascii")
    with pytest.raises(NotSaved, match="设置没有写成"):
        set_up(computer)


def test_setup_on_mac_installs_the_script_and_writes_where_excel_may_read(tmp_path: Path, tried: list[Path]) -> None:
    mac = replace(club_pc(tmp_path), system=System.MAC, code_page="mac_roman", xlwings=xlwings_version())
    done = set_up(mac)
    assert mac.mac_script.name == f"xlwings-{xlwings_version()}.applescript"
    assert "VbaHandler" in mac.mac_script.read_text(encoding="utf-8", errors="replace")
    assert done.configuration == mac.home / "Library/Containers/com.microsoft.Excel/Data/xlpair.conf"
    assert done.configuration.read_bytes() == f'"INTERPRETER_MAC","{mac.interpreter}"\r\n'.encode("ascii")


def test_setup_without_excel_says_what_is_possible(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="命令行都能用"):
        set_up(replace(club_pc(tmp_path), system=System.OTHER))
