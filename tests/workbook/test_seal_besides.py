"""What counts in 成绩表 besides the results: opponents, fouls, the word for a bye. The number tells of a change."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import openpyxl
import pytest
from test_seal import NOW, PLAYERS, calc, computed_by_calc, number_of

from xlpair import actions
from xlpair.settings import Settings
from xlpair.workbook.book import CellValue, PutCells
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.seal import NO_SEAL, typed_formulas
from xlpair.workbook.templates import make_workbook

Typed = Mapping[str, CellValue]
GAME: Typed = {"红方编号": 3, "结果": "2:0", "黑方": "乙", "黑方编号": 5, "红犯规": 2, "黑犯规": 1}
REST: Typed = {"红方编号": 4, "黑方": "请假"}


def make(path: Path, rows: Sequence[Typed]) -> Path:
    make_workbook(path, Settings(), PLAYERS, rounds=2)
    write(path, rows)
    return path


def write(path: Path, rows: Sequence[Typed]) -> None:
    with ClosedBook.open(path) as book:
        snapshot = book.snapshot()
        table, sheet = snapshot.table("第1轮"), snapshot.sheet("第1轮")
        assert table is not None
        assert sheet is not None
        top, headings = table.area.top, list(sheet.rows[table.area.top])
        for line, row in enumerate(rows, start=1):
            for heading, value in row.items():
                book.apply([PutCells("第1轮", top + line, headings.index(heading), ((value,),))])


def made_before(path: Path) -> Path:
    """The workbook as it was when only results had a number: other formulas, another name for the cell."""
    old = path.with_name(f"旧{path.name}")
    with zipfile.ZipFile(path) as now, zipfile.ZipFile(old, "w") as before:
        for name in now.namelist():
            text = now.read(name)
            if name == "xl/workbook.xml" or name.startswith("xl/worksheets/sheet"):
                text = text.decode("utf-8").replace("已算对局校验", "已算结果校验").encode("utf-8")
            if name == "xl/workbook.xml":
                formula = typed_formulas(2, False, whole=False)["已填结果校验"].replace("&", "&amp;")
                text = re.sub(r'(name="已填结果校验"[^>]*>)[^<]*', rf"\g<1>{formula}", text.decode("utf-8")).encode(
                    "utf-8"
                )
            before.writestr(name, text)
    return old


def test_one_game_and_one_rest_by_hand(tmp_path: Path) -> None:
    """The result 67²·3; opponents 7·3·5; fouls 31·3·2 and 37·5·1; 请假, the second of the words, 41·2·4."""
    path = make(tmp_path / "赛.xlsx", (GAME, REST))
    assert number_of(path) == 1001 * (67**2 * 3 + 7 * 15 + 31 * 6 + 37 * 5 + 41 * 8) == 1001 * 14_271


@pytest.mark.parametrize(
    ("heading", "value"),
    [("黑方编号", 6), ("红犯规", 1), ("红犯规", None), ("黑犯规", 3), ("黑方", "轮空"), ("结果", "0:2")],
)
def test_whatever_counts_changes_the_number(tmp_path: Path, heading: str, value: CellValue) -> None:
    before = number_of(make(tmp_path / "前.xlsx", (GAME,)))
    assert number_of(make(tmp_path / "后.xlsx", ({**GAME, heading: value},))) != before


def test_fouls_moved_to_the_other_side_change_the_number(tmp_path: Path) -> None:
    before = number_of(make(tmp_path / "前.xlsx", (GAME,)))
    assert number_of(make(tmp_path / "后.xlsx", ({**GAME, "红犯规": 1, "黑犯规": 2},))) != before


def test_a_pairing_alone_is_worth_nothing(tmp_path: Path) -> None:
    """成绩表 is the same before and after; a bye is in it at once."""
    paired = {"红方编号": 3, "黑方": "小兵", "黑方编号": 5}
    assert number_of(make(tmp_path / "排.xlsx", (paired,))) == 0
    assert number_of(make(tmp_path / "空.xlsx", (paired, {"红方编号": 4, "黑方": "轮空"}))) == 1001 * 41 * 4


@calc
def test_calc_gives_the_same_number_for_whatever_hands_type(tmp_path: Path) -> None:
    rows = (
        GAME,
        REST,
        {**GAME, "红方编号": 1, "红犯规": "两次", "黑犯规": ""},
        {**GAME, "红方编号": "2", "黑方编号": "七"},
        {**GAME, "红方编号": 7, "黑方": " 轮空", "黑方编号": None},
        {"红方编号": 8, "黑方": "退赛"},
        {"红方编号": 6, "黑方": 3},
        {"黑方": "未到", "黑犯规": 4},
    )
    path = make(tmp_path / "赛.xlsx", rows)
    assert number_of(path) != NO_SEAL
    assert computed_by_calc(path, tmp_path) == number_of(path)


def test_without_a_column_that_counts_there_is_no_number(tmp_path: Path) -> None:
    """The formula behind the name is an error then, too, which counts as this number."""
    path = make(tmp_path / "赛.xlsx", (GAME,))
    with ClosedBook.open(path) as book:
        sheet, table = book.snapshot().sheet("第1轮"), book.snapshot().table("第1轮")
        assert sheet is not None
        assert table is not None
        book.apply([PutCells("第1轮", table.area.top, list(sheet.rows[table.area.top]).index("红犯规"), (("别的",),))])
    assert number_of(path) == NO_SEAL


@calc
def test_workbooks_made_before_keep_their_number(tmp_path: Path) -> None:
    """Only 67²·3·1001 of the result: what their formula gives, and what commands write down in them."""
    path = made_before(make(tmp_path / "赛.xlsx", (GAME, REST)))
    assert computed_by_calc(path, tmp_path) == number_of(path) == 1001 * 67**2 * 3
    with ClosedBook.open(path) as book:
        actions.rounds(book, 3, now=NOW)
    with ClosedBook.open(path) as book:
        cell = book.snapshot().names["已算结果校验"]
        sheet = book.snapshot().sheet(cell.sheet)
        assert sheet is not None
        assert sheet.rows[cell.top][cell.left] == 1001 * 67**2 * 3
    names = openpyxl.load_workbook(path).defined_names
    assert names["已填结果校验"].value == typed_formulas(3, False, whole=False)["已填结果校验"]
