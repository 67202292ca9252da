"""The extension installed, replaced and taken out by the commands, as root too; and 新建比赛 from what it brings."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from calc.books import read_back
from calc.conftest import Desk
from calc.office import Calc, host
from xlpair import __version__
from xlpair.calc import installing
from xlpair.calc.extension import build
from xlpair.errors import FileBusy, WrongUse
from xlpair.settings import System, TableUpdate
from xlpair.workbook.closed import ClosedBook

OURS = ["org.xlpair.calc", __version__]


def run(*words: str, **surroundings: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "xlpair", "calc", *words]
    env = os.environ | surroundings
    return subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8", env=env)


def test_install_twice_then_uninstall_twice(tmp_path: Path) -> None:
    host()
    profile = tmp_path / "配置"
    for _ in range(2):  # the second time it takes the place of the first
        done = run("install", "--profile", str(profile))
        assert (done.returncode, done.stderr) == (0, "")
        assert f"扩展 {__version__} 已装好" in done.stdout
    office = Calc(profile)
    try:
        assert office.extensions() == [OURS]
        with pytest.raises(FileBusy, match="LibreOffice 正开着"):
            installing.uninstall(profile)
        assert office.extensions() == [OURS], "the office of somebody at work goes on"
    finally:
        office.end()
    done = run("uninstall", "--profile", str(profile))
    assert done.stdout == f"✓ 扩展 {__version__} 已去掉。\n"
    assert run("uninstall", "--profile", str(profile)).stdout == "没有装过这个扩展，不用去掉。\n"
    office = Calc(profile)
    try:
        assert office.extensions() == []
    finally:
        office.end()


def test_install_from_within_a_virtual_environment(tmp_path: Path) -> None:
    """Activated, its Python is the first in PATH; LibreOffice's own must not take its library from there."""
    office = host()
    ours = Path(sys.executable).parent
    activated = {"VIRTUAL_ENV": str(ours.parent), "PATH": os.pathsep.join((str(ours), os.environ["PATH"]))}
    done = run("install", "--profile", str(tmp_path / "配置"), **activated)
    assert (done.returncode, done.stderr) == (0, "")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (*activated.items(), ("PYTHONHOME", str(ours.parent))):
            patch.setenv(name, value)
        started = office.surroundings()
    assert started["PATH"].split(os.pathsep)[:2] == [str(office.python.parent), str(ours)]
    assert not {"VIRTUAL_ENV", "PYTHONHOME", "PYTHONPATH"} & started.keys()


def test_a_profile_that_is_none_is_told_and_not_made(tmp_path: Path) -> None:
    host()
    file, missing = tmp_path / "文件", tmp_path / "没有"
    file.write_text("x")
    for action in ("install", "uninstall"):
        refused = run(action, "--profile", str(file))
        assert refused.returncode == 2
        assert "是文件，不是文件夹" in refused.stderr
        assert "正开着" not in refused.stderr
    refused = run("uninstall", "--profile", str(missing))
    assert refused.returncode == 2
    assert "没有“" in refused.stderr
    assert list(tmp_path.iterdir()) == [file]


def test_build_writes_the_file_to_hand_on(tmp_path: Path) -> None:
    path = tmp_path / "给别人.oxt"
    done = run("build", "--out", str(path))
    assert done.returncode == 0, done.stderr
    assert path.read_bytes() == build()
    refused = run("build", "--out", str(tmp_path / "没有" / "x.oxt"))
    assert refused.returncode == 2
    assert "写不了" in refused.stderr


def test_without_libreoffice_the_mend_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(installing, "_MAC", tmp_path)
    with pytest.raises(WrongUse, match=r"没有找到 LibreOffice。请先安装 LibreOffice 25\.2 以上"):
        installing.find_office()


def test_an_older_libreoffice_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    old = tmp_path / "soffice"
    old.write_text("#!/bin/sh\necho 'LibreOffice 7.4.7.2 40(Build:2)'\n")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(WrongUse, match=r"是 7\.4，太旧了。请装 25\.2 以上"):
        installing.find_office()


@pytest.mark.parametrize(
    ("system", "people", "rounds"),
    [
        (System.SWISS, 24, 9),
        (System.SWISS, 100, 11),
        (System.ROUND_ROBIN, 10, 9),
        (System.ROUND_ROBIN, 32, 31),
        (System.DOUBLE_ROUND_ROBIN, 8, 14),
    ],
)
def test_a_new_event_is_a_workbook_like_the_command_lines(
    system: System, people: int, rounds: int, desk: Desk, tmp_path: Path
) -> None:
    blank = desk.blank()
    place = tmp_path / "春季赛.xlsx"
    words = {"赛事名称": "春季“快棋”赛", "赛制": system.value, "人数": str(people), "文件": str(place)}
    said = blank.command("new", words | {"轮数": str(rounds)})
    assert not said["refused"], said
    document = desk.on_top()
    assert document.state()["title"] == "春季赛.xlsx"
    assert not document.state()["modified"]
    assert document.values("赛事标题")[0][0] == "春季“快棋”赛"
    event = read_back(place)
    assert (event.settings.system, event.settings.name) == (system, "春季“快棋”赛")
    assert event.settings.table_update is TableUpdate.LIVE
    assert event.settings.rounds == (rounds if system is System.SWISS else None)
    snapshot = ClosedBook(place).snapshot()
    tables = {table.name: table.area for table in snapshot.tables}
    assert f"第{rounds}轮" in tables
    roster = tables["名单"]
    assert roster.bottom - roster.top >= people
    for row in range(1, people + 1):
        sheet, top, left = document.cell_of("名单", row, "编号")
        document.put(sheet, top, left, row)
        document.put(sheet, top, left + 1, f'="棋手{row}"')
    document.menu("pair")
    assert document.state()["active"] == "第1轮"
    assert len([number for number in document.column("第1轮", "红方编号") if number]) == people // 2
    assert len(document.filled("成绩表区")) == people + 1


def test_a_new_event_with_plain_values_holds_no_formula_of_ours(desk: Desk, tmp_path: Path) -> None:
    blank = desk.blank()
    place = tmp_path / "数值.xlsx"
    words = {"赛制": "积分编排", "人数": "8", "轮数": "5", "成绩表更新": "数值", "文件": str(place)}
    assert not blank.command("new", words)["refused"]
    document = desk.on_top()
    sheet, top, left, _, _ = document.place("成绩表区")
    assert document.cell(sheet, top, left)["kind"] == "TEXT"
    assert "还没有棋手" in document.values("成绩表区")[0][0]


def test_a_file_that_is_there_is_left_alone(desk: Desk, tmp_path: Path) -> None:
    blank = desk.blank()
    place = tmp_path / "有了.xlsx"
    place.write_bytes(b"not ours")
    said = blank.command("new", {"赛制": "单循环", "人数": "8", "文件": str(place)})
    assert said["refused"]
    assert "已经存在" in said["lines"][0]
    assert place.read_bytes() == b"not ours"


def test_hands_6_more_rounds_than_so_many_can_play_are_told_at_once(desk: Desk, tmp_path: Path) -> None:
    words = {"赛制": "积分编排", "轮数": "9"}
    # Nobody meets anybody twice: six have five others.
    said = desk.blank().command("new", words | {"人数": "6", "文件": str(tmp_path / "六.xlsx")})
    desk.on_top()
    assert not said["refused"]
    assert "6 人最多编排 5 轮，现在定的是 9 轮" in "".join(said["lines"])
    said = desk.blank().command("new", words | {"人数": "10", "文件": str(tmp_path / "十.xlsx")})
    desk.on_top()
    assert "最多编排" not in "".join(said["lines"])


@pytest.mark.parametrize(
    ("typed", "made"), [("赛.xlsm", "赛.xlsx"), ("赛.ods", "赛.xlsx"), ("赛", "赛.xlsx"), ("第1.5届", "第1.5届.xlsx")]
)
def test_a_new_file_has_one_ending(typed: str, made: str, desk: Desk, tmp_path: Path) -> None:
    said = desk.blank().command("new", {"赛制": "单循环", "人数": "8", "文件": str(tmp_path / typed)})
    desk.on_top()
    assert f"已新建 {made}：" in said["lines"][0]
    assert [path.name for path in tmp_path.glob("[!.]*")] == [made]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"赛制": "分组对抗"}, "赛制“分组对抗”不行"),
        ({"赛制": "积分编排", "人数": "八"}, "“人数”要写 1 以上的整数"),
        ({"赛制": "积分编排", "人数": "9999"}, "放不下 9999 人"),
    ],
)
def test_what_cannot_be_made_is_told(words: dict[str, str], told: str, desk: Desk, tmp_path: Path) -> None:
    said = desk.blank().command("new", words | {"文件": str(tmp_path / "不行.xlsx")})
    assert said["refused"]
    assert told in said["lines"][0]
    assert not (tmp_path / "不行.xlsx").exists()


def test_in_a_document_without_an_event_the_menu_is_named(desk: Desk) -> None:
    blank = desk.blank()
    for command in ("pair", "check"):
        said = blank.command(command)
        assert said["refused"]
        assert said["lines"][0].endswith("请用菜单“象棋编排”→“新建比赛”做一个。")
        assert "xlpair" not in said["lines"][0]
