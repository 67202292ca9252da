"""The workbooks in workbook_templates/ are what the two commands make that build them, byte for byte.

``python -m xlpair.workbook.build_templates`` makes those without macros, ``python -m xlpair.excel.build_templates``
their twins with macros.
"""

from __future__ import annotations

import datetime as dt
import struct
import subprocess
import sys
import zipfile
import zlib
from dataclasses import replace
from pathlib import Path

import openpyxl
import pictures
import pytest
import xlsxwriter

from xlpair.actions import check, pair
from xlpair.errors import Gravity, NotAllowed
from xlpair.excel import build_templates as with_macros
from xlpair.formats import FORMATS as TABLE
from xlpair.formats import OTHER_NAMES
from xlpair.settings import Settings, System, TeamForm
from xlpair.workbook.build_templates import build
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.reader import read_event

KEPT = Path(__file__).parents[2] / "workbook_templates"
REBUILD = "build them again with python -m xlpair.workbook.build_templates and python -m xlpair.excel.build_templates"
FORMATS = (
    "单循环",
    "双循环",
    "积分编排",
    "两局制单循环",
    "分组循环",
    "单败淘汰",
    "双败淘汰",
    "积分末位淘汰",
    "队员总分制",
    "团体单循环",
    "团体积分编排",
)
TEAM_MATCHES = ("团体单循环", "团体积分编排")
NAMES = [f"{name}.xlsx" for name in FORMATS]
WITH_MACROS = [f"{name}.xlsm" for name in FORMATS]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    build(folder)
    with_macros.build(folder)
    return folder


def members(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed_by_this_zlib(path: Path) -> bool:
    """Whether packing the members again on this machine gives the bytes that stand in the file."""
    stored = path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        for entry in archive.infolist():
            name_length, extra_length = struct.unpack_from("<HH", stored, entry.header_offset + 26)
            start = entry.header_offset + 30 + name_length + extra_length
            packer = zlib.compressobj(zlib.Z_DEFAULT_COMPRESSION, zlib.DEFLATED, -15)
            packed = packer.compress(archive.read(entry)) + packer.flush()
            if packed != stored[start : start + entry.compress_size]:
                return False
    return True


def test_the_folder_holds_the_ready_workbooks_and_nothing_else() -> None:
    assert sorted(path.name for path in KEPT.iterdir()) == sorted(NAMES + WITH_MACROS)
    assert sorted(ready.name for ready in TABLE) == sorted(FORMATS)


@pytest.mark.parametrize("name", NAMES + WITH_MACROS)
def test_a_ready_workbook_is_rebuilt(built: Path, name: str) -> None:
    # The members have to be equal everywhere. Different versions of zlib pack the same member differently, so the file
    # as a whole can only be compared on a machine whose zlib packs as the one did that made the file.
    assert members(built / name) == members(KEPT / name), f"XlsxWriter {xlsxwriter.__version__}: {REBUILD}"
    if packed_by_this_zlib(KEPT / name):
        assert (built / name).read_bytes() == (KEPT / name).read_bytes()


def test_building_twice_gives_the_same_bytes(built: Path, tmp_path: Path) -> None:
    # The macros in a process of their own: here they have been made before.
    subprocess.run([sys.executable, "-m", "xlpair.excel.build_templates", tmp_path], check=True, capture_output=True)
    build(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(NAMES + WITH_MACROS)
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (built / path.name).read_bytes()


@pytest.mark.parametrize("kind", [".xlsx", ".xlsm"])
@pytest.mark.parametrize(
    ("name", "rounds", "roster", "system"),
    [
        ("单循环", 19, "A4:H24", "单循环"),  # 20 players, N - 1 rounds (R1)
        ("双循环", 18, "A4:H14", "双循环"),  # 10 players, 2 N - 2 rounds (R4)
        ("积分编排", 11, "A4:H64", "积分编排"),  # 40 players and 20 spare rows
        ("两局制单循环", 11, "A4:H16", "单循环"),  # 12 players
        ("分组循环", 12, "A4:I36", "分组循环"),  # 32 players, 组 beside ours; 7 rounds of groups of 8, 3 of 8 finalists
        ("单败淘汰", 6, "A4:I68", "单败淘汰"),  # 64 players, 签位 beside ours (K1)
        ("双败淘汰", 11, "A4:I36", "双败淘汰"),  # 32 players, 2·5 + 1 rounds (K3)
        ("积分末位淘汰", 9, "A4:H64", "积分编排"),
        ("队员总分制", 11, "A4:H64", "积分编排"),
        ("团体单循环", 11, "A4:H16", "单循环"),  # 12 teams
        ("团体积分编排", 9, "A4:H36", "积分编排"),
    ],
)
def test_ready_workbooks_have_their_sizes_and_empty_rosters(
    name: str, rounds: int, roster: str, system: str, kind: str
) -> None:
    book = openpyxl.load_workbook(KEPT / f"{name}{kind}")
    hidden = [sheet.title for sheet in book if sheet.sheet_state == "hidden" and sheet.title.startswith("第")]
    assert len([name for name in hidden if name.endswith("轮")]) == rounds
    assert len([name for name in hidden if name.endswith("轮上场")]) == (rounds if name in TEAM_MATCHES else 0)
    assert f"第{rounds}轮" in book.sheetnames
    sheet = book["名单"]
    assert sheet.tables["名单"].ref == roster
    assert {cell.value for row in sheet[roster][1:] for cell in row} == {None}
    settings = {row[1].value: row[2].value for row in book["赛事"].iter_rows(min_row=5)}
    assert settings["赛制"] == system
    assert settings["成绩表更新"] == {".xlsx": "数值", ".xlsm": "实时公式"}[kind]


@pytest.mark.parametrize("name", NAMES + WITH_MACROS)
def test_every_ready_workbook_is_read_with_the_settings_of_its_format(name: str) -> None:
    reading = read_event(ClosedBook(KEPT / name).snapshot())
    assert reading.problems == ()
    assert reading.event.players == ()
    wanted = next(one.settings for one in TABLE if one.name == Path(name).stem)
    found = reading.event.settings
    assert replace(found, table_update=wanted.table_update) == wanted


def test_the_formats_are_made_of_these_switches() -> None:
    found = {one.name: one.settings for one in TABLE}
    assert {name for name in found if found[name].team_matches} == set(TEAM_MATCHES)
    assert found["队员总分制"] == Settings(team_form=TeamForm.SUM_OF_MEMBERS)
    assert found["团体单循环"] == Settings(system=System.ROUND_ROBIN, team_form=TeamForm.RESERVES, boards_per_team=4)
    assert found["积分末位淘汰"] == Settings(rounds=9, knockout_cuts="5轮后取20名")
    assert {one.settings.system for one in TABLE} == set(System)
    assert set(OTHER_NAMES) == set(FORMATS) - {system.value for system in System}


@pytest.mark.skipif(bool(pictures.missing_tools()), reason=f"not installed: {pictures.missing_tools()}")
@pytest.mark.parametrize("name", NAMES)
def test_ready_workbooks_print_without_errors(name: str) -> None:
    text = pictures.pdf_text(KEPT / name)
    for wrong in ("###", "#NAME?", "#REF!", "#VALUE!", "Err:"):
        assert wrong not in text
    assert "象棋比赛" in text


@pytest.mark.parametrize("name", FORMATS)
def test_the_roster_speaks_of_those_who_stand_in_it(name: str) -> None:
    """Where teams play teams a line of 名单 is a team, everywhere else a player."""
    sheet = ClosedBook(KEPT / f"{name}.xlsx").snapshot().sheet("名单")
    assert sheet is not None
    said = {cell for row in sheet.rows for cell in row if isinstance(cell, str)}
    teams = "参赛队相同：同名的两队请用单位分清" in said
    assert teams == (name in TEAM_MATCHES)
    assert ("姓名相同：同名的两人请用单位分清" in said) != teams
    assert any("一位棋手" in text for text in said) != teams


@pytest.mark.parametrize("name", NAMES + WITH_MACROS)
def test_an_empty_one_says_that_nobody_is_entered_yet(name: str) -> None:
    """The workbooks are only read: checking changes nothing, and there is nobody to pair."""
    book = ClosedBook(KEPT / name)
    nobody = (
        "名单：还没有参赛队。 请填编号和队名。"
        if Path(name).stem in TEAM_MATCHES
        else "名单：还没有棋手。 请填编号和姓名。"
    )
    assert [str(one) for one in check(book).problems if one.gravity is Gravity.ERROR] == [nobody]
    with pytest.raises(NotAllowed) as refused:
        pair(book, now=dt.datetime(2026, 5, 1), draw_seed=lambda: 1)
    assert str(refused.value) == nobody
