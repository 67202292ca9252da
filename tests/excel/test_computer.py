"""doctor on computers made up for the purpose: every fact is given, every answer told with its mend."""

from __future__ import annotations

import datetime as dt
import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from computers import APP_PATH, CLASS_ID, SECURITY, VERSION, bad, club_pc, configured, only, program
from pyopenvba import ExcelFile

from xlpair.cli.run import run
from xlpair.excel.computer import RegistryValue, System, bits_of, this_computer
from xlpair.excel.doctor import Mark, comes_from_outside, examine
from xlpair.excel.upgrade import upgrade
from xlpair.excel.vba_source import xlwings_version


def test_a_computer_as_it_should_be_has_nothing_to_mend(tmp_path: Path) -> None:
    findings = examine(configured(club_pc(tmp_path)))
    assert bad(findings) == []
    lines = [str(finding) for finding in findings]
    assert "✓ Excel 是 64 位的。" in lines
    assert f"✓ 找到了 xlwings64-{VERSION}.dll。" in lines
    assert "✓ 已设置好。" in lines
    assert all("\n" not in line for line in lines)


def test_no_excel(tmp_path: Path) -> None:
    computer = configured(club_pc(tmp_path, {(APP_PATH, ""): None}))
    assert "没有找到桌面版 Excel" in only(examine(computer), Mark.BAD).what


def test_excel_of_32_bits_needs_the_library_of_32_bits(tmp_path: Path) -> None:
    computer = configured(club_pc(tmp_path, machine=0x014C))
    assert "✓ Excel 是 32 位的。" in [str(finding) for finding in examine(computer)]
    (tmp_path / "xlpair" / f"xlwings32-{VERSION}.dll").unlink()
    assert f"找不到 xlwings32-{VERSION}.dll" in only(examine(computer), Mark.BAD).what


def test_a_library_of_another_version_does_not_do(tmp_path: Path) -> None:
    library = tmp_path / "xlpair" / f"xlwings64-{VERSION}.dll"
    computer = configured(club_pc(tmp_path))
    library.rename(library.with_name("xlwings64-0.33.0.dll"))
    found = only(examine(computer), Mark.BAD)
    assert f"找不到 xlwings64-{VERSION}.dll" in found.what
    assert "安装.bat" in found.mend


@pytest.mark.parametrize(
    "server", [r"C:\Program Files (x86)\Kingsoft\WPS Office\office6\et.exe /Automation", r"C:\wps\ksolaunch.exe"]
)
def test_wps_in_the_place_of_excel(tmp_path: Path, server: str) -> None:
    registry: dict[tuple[str, str], RegistryValue] = {
        (r"HKCR\Excel.Application\CLSID", ""): CLASS_ID,
        (rf"HKCR\CLSID\{CLASS_ID}\LocalServer32", ""): server,
    }
    found = only(examine(configured(club_pc(tmp_path, registry))), Mark.BAD)
    assert "WPS 占用了 Excel 的登记" in found.what
    registry[rf"HKCR\CLSID\{CLASS_ID}\LocalServer32", ""] = r"C:\Program Files\Microsoft Office\EXCEL.EXE /automation"
    assert bad(examine(configured(club_pc(tmp_path, registry)))) == []


def test_python_from_the_store_and_user_installations(tmp_path: Path) -> None:
    computer = club_pc(tmp_path)
    store = tmp_path / "AppData/Local/Microsoft/WindowsApps/python.exe"
    program(store)
    (store.parent / f"xlwings64-{VERSION}.dll").write_bytes(b"")
    found = only(examine(configured(replace(computer, interpreter=store))), Mark.BAD)
    assert "微软商店版" in found.what
    user = replace(computer, library=tmp_path / "AppData/Roaming/Python/Python312/site-packages")
    assert "--user" in only(examine(configured(user)), Mark.BAD).what


def test_a_path_outside_the_code_page(tmp_path: Path) -> None:
    # 𠮷 (U+20BB7) and é are not in GBK; 棋 is.
    computer = club_pc(tmp_path / "棋院")
    assert bad(examine(configured(computer))) == []
    odd = replace(computer, home=tmp_path / "𠮷田")
    found = [finding.what for finding in bad(examine(odd))]
    assert any("用户文件夹里有系统代码页（cp936）没有的字" in what for what in found)
    western = replace(computer, code_page="cp1252")
    assert any("Python 的路径里有系统代码页（cp1252）没有的字" in one.what for one in bad(examine(western)))


@pytest.mark.parametrize(
    ("key", "name", "value", "told"),
    [
        (rf"HKCU\Software\Policies\{SECURITY}", "VBAWarnings", 4, "管理员定的"),
        (rf"HKCU\Software\{SECURITY}", "VBAWarnings", 4, "信任中心"),
        (rf"HKCU\Software\{SECURITY}", "VBAWarnings", 3, "信任中心"),
        (r"HKCU\Software\Policies\Microsoft\Office\16.0\Common", "vbaoff", 1, "找管理员"),
    ],
)
def test_macros_forbidden(tmp_path: Path, key: str, name: str, value: int, told: str) -> None:
    found = only(examine(configured(club_pc(tmp_path, {(key, name): value}))), Mark.BAD)
    assert "宏" in found.what
    assert told in found.mend


@pytest.mark.parametrize("level", [1, 2, None])
def test_macros_allowed_after_a_click(tmp_path: Path, level: int | None) -> None:
    registry: dict[tuple[str, str], RegistryValue] = {(rf"HKCU\Software\{SECURITY}", "VBAWarnings"): level}
    assert bad(examine(configured(club_pc(tmp_path, registry)))) == []


def test_the_configuration_missing_stale_or_of_another_python(tmp_path: Path) -> None:
    computer = club_pc(tmp_path)
    assert "xlpair setup" in only(examine(computer), Mark.BAD).mend
    assert "不在了" in only(examine(configured(computer, tmp_path / "gone.exe")), Mark.BAD).what
    other = program(tmp_path / "other" / "python.exe")
    assert "另一个 Python" in only(examine(configured(computer, other)), Mark.NOTE).what


# --- a workbook


def marked(file: Path, zone: int) -> None:
    """What Windows notes of where a file came from; here a file of that name beside it."""
    Path(f"{file}:Zone.Identifier").write_text(f"[ZoneTransfer]\r\nZoneId={zone}\r\n", encoding="ascii")


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    from xlpair.excel.project import macros
    from xlpair.settings import Settings
    from xlpair.workbook.templates import make_workbook

    path = tmp_path / "春季赛.xlsm"
    make_workbook(path, Settings(), rounds=2, spare=4, kind=".xlsm", macros=macros(Settings(), 2))
    return path


def test_a_workbook_of_the_same_version(tmp_path: Path, workbook: Path) -> None:
    computer = replace(configured(club_pc(tmp_path)), xlwings=xlwings_version())
    (tmp_path / "xlpair" / f"xlwings64-{xlwings_version()}.dll").write_bytes(b"")
    findings = examine(computer, workbook)
    assert str(findings[-1]) == "✓ 「春季赛.xlsm」的宏是现在的版本。"
    assert bad(findings) == []


def test_a_workbook_of_another_version_of_xlwings(tmp_path: Path, workbook: Path) -> None:
    computer = replace(configured(club_pc(tmp_path)), xlwings="0.40.0")
    (tmp_path / "xlpair" / "xlwings64-0.40.0.dll").write_bytes(b"")
    found = only(examine(computer, workbook), Mark.BAD)
    assert f"给 xlwings {xlwings_version()} 的，这里装的是 0.40.0" in found.what
    assert "xlpair upgrade" in found.mend


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps the mark in a stream of the file itself")
def test_a_downloaded_workbook_is_blocked(tmp_path: Path, workbook: Path) -> None:
    assert not comes_from_outside(workbook)
    marked(workbook, 2)  # trusted
    assert not comes_from_outside(workbook)
    marked(workbook, 3)  # the net
    assert comes_from_outside(workbook)
    found = only(examine(configured(club_pc(tmp_path)), workbook), Mark.BAD)
    assert "解除锁定" in found.mend


def test_files_without_our_macros(tmp_path: Path) -> None:
    import xlsxwriter

    computer = configured(club_pc(tmp_path))
    plain = tmp_path / "无宏.xlsx"
    xlsxwriter.Workbook(str(plain)).close()
    assert "不带宏" in only(examine(computer, plain), Mark.NOTE).what
    renamed = plain.rename(tmp_path / "改名.xlsm")
    assert "没有 xlpair 的宏" in only(examine(computer, renamed), Mark.BAD).what


@pytest.mark.parametrize("module", ["xq_buttons", "xlwings_udfs"])
def test_macros_that_lack_a_module_are_bad_and_upgrade_mends_them(tmp_path: Path, workbook: Path, module: str) -> None:
    """All buttons are in the one, all functions in the other."""
    copy = Path(shutil.copy(workbook, tmp_path / "缺.xlsm"))
    with ExcelFile(copy) as file:
        file.vba_project().delete_module(module)
        file.save()
    computer = configured(club_pc(tmp_path))
    found = only(examine(computer, copy), Mark.BAD)
    assert module in found.what
    assert "xlpair upgrade" in found.mend
    assert upgrade(copy, dt.datetime(2026, 3, 1)).changed == (module,)
    assert not [one for one in examine(computer, copy) if one.mark is not Mark.GOOD]


# --- other systems


def test_linux_and_mac_say_what_is_possible_there(tmp_path: Path) -> None:
    linux = replace(club_pc(tmp_path), system=System.OTHER, code_page="utf-8")
    (found,) = examine(linux)
    assert "命令行都能用" in found.mend
    mac = replace(linux, system=System.MAC)
    told = " ".join(str(finding) for finding in examine(mac))
    assert "按钮能用，单元格里的函数不能用" in told
    assert "“成绩表更新”设为“数值”" in told
    assert "xlpair setup" in told


def test_this_computer_is_looked_at_without_fail() -> None:
    computer = this_computer()
    assert computer.interpreter == Path(sys.executable)
    assert computer.xlwings == xlwings_version()
    assert examine(computer)


def test_programs_tell_their_bits(tmp_path: Path) -> None:
    assert bits_of(program(tmp_path / "a.exe", 0x8664)) == 64
    assert bits_of(program(tmp_path / "b.exe", 0xAA64)) == 64
    assert bits_of(program(tmp_path / "c.exe", 0x014C)) == 32
    (tmp_path / "d.exe").write_bytes(b"#!/bin/sh\n")
    assert bits_of(tmp_path / "d.exe") is None
    assert bits_of(tmp_path / "no.exe") is None


# --- on the command line


@pytest.mark.skipif(sys.platform != "linux", reason="what these say depends on the system")
def test_doctor_and_setup_on_the_command_line(workbook: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", str(workbook)]) == 0
    told = capsys.readouterr().out
    assert "Linux：没有 Excel" in told
    assert "的宏是现在的版本" in told
    assert run(["doctor", "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["command"] == "doctor"
    assert value["findings"][0]["mark"] == "note"
    assert run(["setup"]) == 2
    assert "命令行都能用" in capsys.readouterr().err
