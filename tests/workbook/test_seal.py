"""The number that stands for all results: what Python writes down is what the formula behind the name gives."""

from __future__ import annotations

import datetime as dt
import subprocess
from collections.abc import Sequence
from pathlib import Path

import openpyxl
import pictures
import pytest

from xlpair import actions
from xlpair.model import Player
from xlpair.settings import Settings, TableUpdate, TeamForm
from xlpair.workbook.book import Area, CellValue, ErrorValue, PutBlock, PutCells
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.reader import read_event
from xlpair.workbook.result_texts import _KNOWN
from xlpair.workbook.seal import NO_SEAL, SIGNS, put_seal, results_number, sealed_formula
from xlpair.workbook.templates import make_workbook

NOW = dt.datetime(2026, 3, 1, 9, 30)
PLAYERS = tuple(Player(number, f"棋手{number}") for number in range(1, 9))
calc = pytest.mark.skipif(bool(pictures.missing_tools()), reason=f"not installed: {pictures.missing_tools()}")

# Rounds as hands leave them: red's number and 结果.
TYPED: tuple[tuple[tuple[CellValue, CellValue], ...], ...] = (
    ((3, "2:0"),),
    ((3, "2:0"), (1, "1:1"), (8, "0:2"), (5, "½-½")),
    ((1, "红胜"), (2, " 2:0"), (3, "２：０"), (4, "胜 ")),
    ((1, "看不懂"), (2, None), (3, ""), (4, "w")),
    ((1, 1), (2, 0.5), (3, 2.25), (4, "-")),
    ((1, dt.time(2, 0)), (2, dt.datetime(2024, 1, 2)), (3, dt.time(1, 1)), (4, "1/2")),
    (("1", "2:0"), (2, "0:2"), ("轮空", "1:1"), (None, "--")),
    ((400, "+-"), (399, "-+"), (398, "=1+1"), (397, "比2")),
)


def make(path: Path, rounds: Sequence[Sequence[tuple[CellValue, CellValue]]] = TYPED, **chosen: object) -> Path:
    make_workbook(path, Settings(**chosen), PLAYERS, rounds=len(rounds))  # type: ignore[arg-type]
    with ClosedBook.open(path) as book:
        snapshot = book.snapshot()
        for number, rows in enumerate(rounds, start=1):
            table = snapshot.table(f"第{number}轮")
            assert table is not None
            top, headings = table.area.top, list(snapshot.sheet(table.area.sheet).rows[table.area.top])  # type: ignore[union-attr]
            for heading, values in (("红方编号", [row[0] for row in rows]), ("结果", [row[1] for row in rows])):
                column = headings.index(heading)
                book.apply([PutCells(table.area.sheet, top + 1, column, tuple((value,) for value in values))])
    return path


def number_of(path: Path) -> int:
    with ClosedBook.open(path) as book:
        snapshot = book.snapshot()
        return results_number(snapshot, read_event(snapshot).places.rounds)


def computed_by_calc(path: Path, folder: Path) -> object:
    """What LibreOffice gives for the name in a cell."""
    book = openpyxl.load_workbook(path)
    book["编排卡"]["J1"] = "=已填结果校验"
    probe = folder / "问.xlsx"
    book.save(probe)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = ["soffice", profile, "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir"]
    subprocess.run([*command, folder / "答", probe], check=True, capture_output=True, timeout=120)
    return openpyxl.load_workbook(folder / "答" / "问.xlsx", data_only=True)["编排卡"]["J1"].value


def test_one_result_by_hand(tmp_path: Path) -> None:
    """Red 3 wins in round 1: 2 is the 4th sign and 0 the 2nd; (4 + 64·2 − 65)² = 67² = 4489; ·3 ·1001."""
    assert (SIGNS.index("2") + 1, SIGNS.index("0") + 1) == (4, 2)
    assert number_of(make(tmp_path / "一.xlsx", TYPED[:1])) == 4489 * 3 * 1001 == 13_480_467
    assert number_of(make(tmp_path / "空.xlsx", [((3, None), (4, ""))])) == 0


@calc
def test_calc_gives_the_same_number_for_whatever_hands_type(tmp_path: Path) -> None:
    path = make(tmp_path / "赛.xlsx")
    assert computed_by_calc(path, tmp_path) == number_of(path)


@calc
def test_calc_gives_the_same_number_for_matches_of_teams(tmp_path: Path) -> None:
    path = tmp_path / "团体.xlsx"
    make_workbook(path, Settings(team_form=TeamForm.FIXED_BOARDS, boards_per_team=2), PLAYERS[:4], rounds=2)
    with ClosedBook.open(path) as book:
        table = book.snapshot().table("第1轮")
        assert table is not None
        rows = ((1, 1, 3, None, None, None, "2:0"), (1, 2, 3, None, None, None, "0:2"))
        book.apply([PutCells(table.area.sheet, table.area.top + 1, 0, rows)])
    before = number_of(path)
    # Boards 1 and 2 of team 3's match: 67² and (2 + 64·4 − 65)² = 193².
    assert before == 1001 * (67**2 * 3 * 1 + 193**2 * 3 * 2 - 2 * 99_991) == 1001 * 36_979
    assert computed_by_calc(path, tmp_path) == before
    with ClosedBook.open(path) as book:
        book.apply([PutCells(table.area.sheet, table.area.top + 1, 6, (("0:2",), ("2:0",)))])
    assert number_of(path) != before


def test_the_number_depends_on_what_is_typed_and_not_on_the_order_of_rows(tmp_path: Path) -> None:
    one = ((3, "2:0"), (1, "1:1"), (8, "0:2"), (5, "+-"))
    number = number_of(make(tmp_path / "一.xlsx", [one]))
    assert number_of(make(tmp_path / "序.xlsx", [one[::-1]])) == number
    others = [
        ((3, "0:2"), (1, "1:1"), (8, "2:0"), (5, "+-")),  # two results mixed up
        ((3, "2:0"), (1, "1:1"), (8, "0:2"), (5, "-+")),
        ((3, "2:0"), (1, "1:1"), (8, "0:2"), (5, "2:0")),
        ((3, "2:0"), (1, "1:1"), (8, "0:2"), (5, None)),
        ((3, "2:0"), (1, "0:2"), (8, "1:1"), (5, "+-")),
        ((5, "2:0"), (1, "1:1"), (8, "0:2"), (3, "+-")),  # other pairs
    ]
    numbers = [number_of(make(tmp_path / f"{at}.xlsx", [other])) for at, other in enumerate(others)]
    assert len({number, *numbers}) == 1 + len(others)


def test_results_of_two_rounds_mixed_up_are_noticed(tmp_path: Path) -> None:
    first, second = ((2, "2:0"), (1, "0:2")), ((2, "0:2"), (1, "2:0"))
    assert number_of(make(tmp_path / "一.xlsx", [first, second])) != number_of(
        make(tmp_path / "二.xlsx", [second, first])
    )


def test_the_signs_of_every_writing_we_know_are_told_apart() -> None:
    known = [word for word, result in _KNOWN.items() if result is not None]
    assert {sign for word in known for sign in (word[0], word[-1])} <= set(SIGNS)
    assert len(set(SIGNS)) == len(SIGNS) < 100


def test_commands_write_the_number_of_what_they_leave_behind(tmp_path: Path) -> None:
    path = tmp_path / "赛.xlsx"
    make_workbook(path, Settings(), PLAYERS, rounds=3)

    def kept() -> CellValue:
        with ClosedBook.open(path) as book:
            snapshot = book.snapshot()
            cell = snapshot.names["已算对局校验"]
            sheet = snapshot.sheet(cell.sheet)
            assert sheet is not None
            return sheet.rows[cell.top][cell.left]

    assert kept() == number_of(path) == 0
    steps = (
        lambda book: actions.pair(book, now=NOW, draw_seed=lambda: 5),
        lambda book: actions.results(book, 1, {1: "2:0", 2: "1:1", 3: "+-", 4: "0:2"}, now=NOW),
        lambda book: actions.pair(book, now=NOW, draw_seed=lambda: 5),
        lambda book: actions.rounds(book, 5, now=NOW),
        lambda book: actions.resize(book, 40, now=NOW),
        lambda book: actions.undo(book, now=NOW),
        lambda book: actions.refresh(book, now=NOW),
    )
    seen = []
    for step in steps:
        with ClosedBook.open(path) as book:
            step(book)
        assert kept() == number_of(path)
        seen.append(kept())
    assert seen[0] == 0
    assert 0 < seen[1] == seen[-1]  # type: ignore[operator]


def test_with_formulas_the_cell_is_one_that_is_calculated_with_the_table(tmp_path: Path) -> None:
    path = tmp_path / "赛.xlsx"
    make_workbook(path, Settings(table_update=TableUpdate.LIVE), PLAYERS, rounds=3)
    snapshot = ClosedBook(path).snapshot()
    area, cell = snapshot.names["成绩表区"], snapshot.names["已算对局校验"]
    rounds = read_event(snapshot).places.rounds
    table = PutBlock(area, (("名次", "编号"), (1, 3)), "XQ_STANDINGS(赛事[#All])")
    formula = "IFERROR(IF(LEN(B4)>0,已填结果校验,0),-1)"
    assert sealed_formula(area) == formula
    assert put_seal(snapshot, rounds, [table]) == (PutBlock(cell, ((0,),), formula),)
    # A message instead of a table holds no results.
    result = PutCells("第1轮", 4, 1, ((3, None, None, None, "2:0"),))
    told = PutBlock(area, (("没有棋手。", ""),), "XQ_STANDINGS(赛事[#All])")
    assert put_seal(snapshot, rounds, [result, told]) == (PutBlock(cell, ((0,),), formula),)
    assert put_seal(snapshot, rounds, [result, table]) == (PutBlock(cell, ((13_480_467,),), formula),)
    assert put_seal(snapshot, rounds, [result]) == ()  # the table is not computed anew
    other = PutBlock(Area(area.sheet, 99, 0, 99, 1), (), None)
    assert put_seal(snapshot, rounds, [other]) == ()


def test_an_error_among_the_results_has_no_number(tmp_path: Path) -> None:
    path = make(tmp_path / "赛.xlsx", [((3, ErrorValue("#REF!")),)])
    assert number_of(path) == NO_SEAL
