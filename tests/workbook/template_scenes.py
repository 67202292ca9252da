"""New workbooks to look at, and how tests get at their parts."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import TypeAlias

import openpyxl
import pictures
import pytest

from xlpair.model import Attendance, Player
from xlpair.settings import Settings, System
from xlpair.workbook.templates import make_workbook

Cells: TypeAlias = dict[str, str | int]

printed = pytest.mark.skipif(bool(pictures.missing_tools()), reason=f"not installed: {pictures.missing_tools()}")

ODD_NAMES = (
    Player(1, "王伟", "A队", 1650),
    Player(2, "=1+1", "@队"),
    Player(3, "+张", "-李", attendance=Attendance(((1, 3), (5, None)))),
    Player(4, "007", "黑龙江省哈尔滨市道里区象棋协会", attendance=Attendance(withdrawn=True), note="3-7"),
    Player(5, "阿依古丽·买买提江", seed=2),
)
SWISS = Settings(name="第三届“棋王”赛")
ROUND_ROBIN = Settings(name="=1+1杯", system=System.ROUND_ROBIN)


def make(folder: Path, settings: Settings = SWISS, players: tuple[Player, ...] = ODD_NAMES, rounds: int = 7) -> Path:
    path = folder / "新.xlsx"
    make_workbook(path, settings, players, rounds=rounds)
    return path


def part(path: Path, name: str) -> str:
    with zipfile.ZipFile(path) as archive:
        return archive.read(name).decode("utf-8")


def sheet_xml(path: Path, sheet: str) -> str:
    place = openpyxl.load_workbook(path).sheetnames.index(sheet) + 1
    return part(path, f"xl/worksheets/sheet{place}.xml")


def areas(path: Path) -> dict[str, str]:
    return {name: defined.attr_text for name, defined in openpyxl.load_workbook(path).defined_names.items()}
