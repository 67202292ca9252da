"""The sentence above a computed table, and the mark where results are missing in it: as LibreOffice draws them.

LibreOffice has no XQ_ functions here. Where a table's formula is to give something, the array formula is replaced by an
array constant of what the function would give, which is drawn in the same way: empty texts in the cells beside.
"""

from __future__ import annotations

import datetime as dt
import re
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pictures
import pytest

from xlpair import actions
from xlpair.model import Player
from xlpair.settings import Settings, System, TableUpdate
from xlpair.table_rows import standings_rows
from xlpair.workbook.book import NOT_COMPUTED, Area, PutBlock, PutCells
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.notices import (
    CARD_HINT,
    LAGGING,
    NO_FUNCTIONS,
    message_of,
    notice_formula,
    notice_text,
    put_notice,
)
from xlpair.workbook.reader import read_event
from xlpair.workbook.seal import typed_formulas
from xlpair.workbook.template_formats import CLASH
from xlpair.workbook.templates import Computed, make_workbook

NOW = dt.datetime(2026, 3, 1, 9, 30)
PLAYERS = tuple(Player(number, f"棋手{number}", f"队{number % 3}") for number in range(1, 9))
SENTENCE = "第1轮第3台：红方编号 99 不在名单里。请改正编号，或先把他补进名单。第2轮第5台：棋手 3 写了两次。"
MESSAGE = ((SENTENCE,),)
NOTHING = Computed()

printed = pytest.mark.skipif(bool(pictures.missing_tools()), reason=f"not installed: {pictures.missing_tools()}")


def make(folder: Path, update: TableUpdate, computed: Computed = NOTHING, system: System = System.SWISS) -> Path:
    path = folder / "赛.xlsx"
    chosen = Settings(name="春季赛", table_update=update, system=system)
    make_workbook(path, chosen, PLAYERS, rounds=3, computed=computed)
    return path


def with_functions(path: Path, rows: Sequence[Sequence[object]]) -> Path:
    """The workbook with an array constant in place of every XQ_ formula, as large as the largest of its blocks."""
    height, width = 4 + 8 + 20, 4 + 28 + 12
    wide = [[*row, *[""] * (width - len(row))] for row in rows] + [[""] * width] * (height - len(rows))
    constant = ";".join(",".join(f'"{cell}"' if isinstance(cell, str) else str(cell) for cell in row) for row in wide)
    done = path.with_name(f"{path.stem}-算好.xlsx")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(done, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            if name.startswith("xl/worksheets/sheet"):
                pattern = r'(<f t="array"[^>]*>)XQ_[^<]*</f>'
                text = re.sub(pattern, rf"\g<1>{{{constant}}}</f>", text.decode("utf-8")).encode("utf-8")
            new.writestr(name, text)
    return done


def not_calculated(path: Path) -> Path:
    """The workbook with the number that its cell holds in place of the formula: as if nothing were calculated."""
    done = path.with_name(f"{path.stem}-手动.xlsx")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(done, "w") as new:
        for name in old.namelist():
            pattern = rb"<f t=\"array\"[^>]*>IFERROR\(IF\(LEN\(B4\)(?:>|&gt;)0,[^<,]*,0\)[^<]*</f>"
            new.writestr(name, re.sub(pattern, b"", old.read(name)))
    assert done.stat().st_size < path.stat().st_size
    return done


def page_of(path: Path, title: str) -> int:
    """The printed page whose footer names the sheet."""
    texts = pictures.pdf_text(path).split("\f")
    return next(at for at, text in enumerate(texts) if re.search(rf"^ *{title} +第 \d+ 页", text, re.MULTILINE))


def tells(path: Path, title: str, sentence: str) -> bool:
    """Whether the sheet's page has every clause of the sentence; lines may break it and stand beside other cells."""
    text = "".join(pictures.pdf_text(path).split("\f")[page_of(path, title)].split())
    return all("".join(clause.split()) in text for clause in re.split("(?<=[。，：])", sentence))


def shows_mark(path: Path) -> bool:
    return CLASH in pictures.colours(path)[page_of(path, "成绩表")]


def paired(path: Path) -> None:
    with ClosedBook.open(path) as book:
        actions.pair(book, now=NOW, draw_seed=lambda: 5)


def typed(path: Path, *results: str) -> None:
    """Type results of boards 1, 2, … of round 1, as a hand would, with no command after it."""
    with ClosedBook.open(path) as book:
        table = book.snapshot().table("第1轮")
        assert table is not None
        book.apply([PutCells(table.area.sheet, table.area.top + 1, 5, tuple((text,) for text in results))])


def refreshed(path: Path) -> None:
    with ClosedBook.open(path) as book:
        actions.refresh(book, now=NOW)


def said_above(path: Path, name: str) -> object:
    with ClosedBook.open(path) as book:
        area = book.snapshot().names[name]
        sheet = book.snapshot().sheet(area.sheet)
        assert sheet is not None
        row = sheet.rows[area.top]
        return row[area.left] if area.left < len(row) else None


def test_a_message_is_what_stands_alone_in_the_first_cell() -> None:
    assert message_of(MESSAGE) == SENTENCE
    assert message_of(((SENTENCE, "", None), ("", ""))) == SENTENCE
    assert message_of((("名次", "编号"), (1, 7))) == ""
    assert message_of(()) == message_of((("", ""),)) == message_of(((None,),)) == ""
    assert notice_text("成绩表区", ()) == ""
    assert notice_text("编排卡区", (("棋手", 3),)) == CARD_HINT


def test_the_cell_above_a_block_has_a_formula_with_formulas_and_a_text_with_values() -> None:
    names = {"成绩表区": Area("成绩表", 3, 0, 9, 20), "成绩表提示": Area("成绩表", 2, 0, 2, 0)}
    (live,) = put_notice(names, "成绩表区", MESSAGE, live=True)
    told = f'IFERROR(IF(LEN(B4)=0,IF(LEN(A4)>0,A4,""),""),"{NO_FUNCTIONS}")'
    assert live == PutBlock(names["成绩表提示"], ((SENTENCE,),), told)
    assert notice_formula("成绩表区", names["成绩表区"]) == told
    (plain,) = put_notice(names, "成绩表区", (("名次", "编号"),), live=False)
    assert plain == PutBlock(names["成绩表提示"], ((None,),), None)
    assert put_notice({"成绩表区": names["成绩表区"]}, "成绩表区", MESSAGE, live=True) == ()  # a file from before


@pytest.mark.parametrize("update", TableUpdate)
def test_a_table_that_is_cut_off_says_so_until_there_is_room(tmp_path: Path, update: TableUpdate) -> None:
    """8 players and 20 rows to spare are room for 28: with 40 names 12 rows of 成绩表 have none."""
    path = make(tmp_path, update)
    with ClosedBook.open(path) as book:
        roster = book.snapshot().table("名单")
        assert roster is not None
        names = tuple((number, f"棋手{number}") for number in range(1, 41))
        book.apply([PutCells(roster.area.sheet, roster.area.top + 1, 0, names)])
    refreshed(path)
    assert said_above(path, "成绩表提示") == "注意：本表还有 12 行放不下，没有列出。怎样扩大请看“检查”。"
    with ClosedBook.open(path) as book:
        (told,) = [one for one in actions.check(book).problems if one.where == "成绩表"]
        assert "xlpair resize" in told.hint
        actions.resize(book, 40, now=NOW)
    assert said_above(path, "成绩表提示") in (None, NOT_COMPUTED)


@printed
@pytest.mark.parametrize("update", TableUpdate)
def test_a_message_is_read_whole_with_values_and_with_formulas(tmp_path: Path, update: TableUpdate) -> None:
    # 49 signs in a column three signs wide: cut off by its neighbours, nearly all of it would be gone.
    path = make(tmp_path, update, Computed(MESSAGE, MESSAGE, MESSAGE), system=System.ROUND_ROBIN)
    if update is TableUpdate.LIVE:
        path = with_functions(path, MESSAGE)
    for sheet in ("成绩表", "循环表", "编排卡"):
        assert tells(path, sheet, SENTENCE), sheet


@printed
def test_without_functions_it_is_told_what_is_missing(tmp_path: Path) -> None:
    path = make(tmp_path, TableUpdate.LIVE)
    for sheet in ("成绩表", "编排卡"):
        assert tells(path, sheet, NO_FUNCTIONS), sheet
    assert shows_mark(path)


@printed
def test_a_card_without_a_message_says_where_the_number_goes(tmp_path: Path) -> None:
    assert tells(make(tmp_path, TableUpdate.VALUES), "编排卡", CARD_HINT)


@printed
def test_values_that_lag_behind_the_results_say_so_until_the_command(tmp_path: Path) -> None:
    path = make(tmp_path, TableUpdate.VALUES)
    paired(path)
    assert not shows_mark(path)  # four open games are no results
    typed(path, "2:0", "-")
    assert shows_mark(path)
    assert tells(path, "成绩表", LAGGING)
    typed(path, "2:0", "-+", "--", " ")
    refreshed(path)
    assert not shows_mark(path)  # one board is still open


@printed
@pytest.mark.parametrize("update", TableUpdate)
def test_a_corrected_result_is_noticed_though_there_are_no_more_of_them(tmp_path: Path, update: TableUpdate) -> None:
    """With values, or with formulas and calculation on manual, the table holds what it held before the correction."""
    path = make(tmp_path, update)
    paired(path)
    typed(path, "2:0", "1:1", "0:2", "2:0")
    refreshed(path)
    with ClosedBook.open(path) as book:
        old = standings_rows(read_event(book.snapshot()).event)

    def seen() -> Path:
        return not_calculated(with_functions(path, old)) if update is TableUpdate.LIVE else path

    assert not shows_mark(seen())
    typed(path, "0:2", "1:1", "2:0", "2:0")  # boards 1 and 3 were mixed up: the same results, elsewhere
    assert shows_mark(seen())
    refreshed(path)
    with ClosedBook.open(path) as book:
        old = standings_rows(read_event(book.snapshot()).event)
    assert not shows_mark(seen())


@printed
def test_two_games_a_meeting_byes_and_leave_are_counted_right(tmp_path: Path) -> None:
    path = tmp_path / "赛.xlsx"
    players = (*PLAYERS[:6], Player(7, "棋手7"))
    make_workbook(path, Settings(games_per_meeting=2), players, rounds=3)
    paired(path)  # three boards of two rows, one bye
    typed(path, "2:0", "1:1", "0:2", "")
    refreshed(path)
    assert not shows_mark(path)
    typed(path, "2:0", "1:1", "0:2", "2:0")
    assert shows_mark(path)


def test_no_name_holds_more_than_excel_takes() -> None:
    """ "A formula has at most 8192 signs" (Excel specifications and limits); 200 rounds are the most of a workbook."""
    for boards in (False, True):
        formulas = typed_formulas(200, boards)
        assert all(len(f"={formula}") <= 8192 for formula in formulas.values())
        counted = "".join(formulas.values())
        assert [number for number in range(1, 201) if f"第{number}轮[结果]" not in counted] == []


@printed
def test_the_mark_is_right_however_far_a_workbook_grows(tmp_path: Path) -> None:
    path = make(tmp_path, TableUpdate.VALUES)
    for count in (45, 60):
        with ClosedBook.open(path) as book:
            actions.rounds(book, count, now=NOW)
    paired(path)
    typed(path, "2:0", "1:1")
    assert shows_mark(path)
    refreshed(path)
    assert not shows_mark(path)
    with ClosedBook.open(path) as book:
        table = book.snapshot().table("第60轮")
        assert table is not None
        heading = book.snapshot().sheet("第60轮").rows[table.area.top]  # type: ignore[union-attr]
        for text, value in (("红方编号", 1), ("结果", "2:0")):
            book.apply([PutCells("第60轮", table.area.top + 1, list(heading).index(text), ((value,),))])
    assert shows_mark(path)
