"""A table dragged to the last row of its sheet, with nothing in the rows it took in: every command as ever, in time.

The bound is that of all big files (tests/fuzz): two seconds of the processor and 500 MB a command. What a command must
say and leave is what it does with the same workbook before its table was dragged.
"""

from __future__ import annotations

import shutil
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from clubs import club, the_file, wins_of_red
from halls import NOW, SEED
from hand_edits import other_program

from xlpair import actions
from xlpair.actions import Outcome
from xlpair.model import Event
from xlpair.workbook.book import Book
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.contents import LAST_ROW
from xlpair.workbook.reader import read_event

MOST_SECONDS = 2.0
MOST_MEMORY = 500 << 20

COMMANDS: dict[str, Callable[[Book], Outcome]] = {
    "check": actions.check,
    "explain": actions.explain,
    "standings": actions.standings,
    "refresh": lambda book: actions.refresh(book, now=NOW),
    "result": lambda book: actions.result(book, 2, 1, "1:1", now=NOW),
    "pair": lambda book: actions.pair(book, now=NOW, draw_seed=lambda: SEED),
    "undo": lambda book: actions.undo(book, now=NOW, lose_results=True),
    "rounds": lambda book: actions.rounds(book, 9, now=NOW),
    "resize": lambda book: actions.resize(book, 60, now=NOW),
}


def dragged(path: Path, table: str) -> None:
    """Pull the corner of a table down to the end of the sheet."""
    with other_program(path) as hands:
        found = hands.table(table)[1]
        tall = f"{found.ref.rstrip('0123456789')}{LAST_ROW}"
        found.ref = tall
        if found.autoFilter is not None:
            found.autoFilter.ref = tall


def done(path: Path, command: str) -> tuple[tuple[str, ...], Event]:
    with ClosedBook.open(path, clock=lambda: NOW) as book:
        said = COMMANDS[command](book).done
    return said, read_event(ClosedBook(path).snapshot()).event


@pytest.mark.parametrize("table", ["赛事", "名单", "第1轮", "第2轮", "第3轮", "编排记录"])
def test_a_table_as_high_as_its_sheet_is_as_good_as_any(tmp_path: Path, table: str) -> None:
    found = club(tmp_path, 8)
    found.pair()
    wins_of_red(found, 1)
    found.pair()
    wins_of_red(found, 2)
    plain, tall, work = the_file(found), tmp_path / "高.xlsx", tmp_path / "用.xlsx"
    shutil.copy(plain, tall)
    dragged(tall, table)
    for command in COMMANDS:
        shutil.copy(plain, work)
        expected = done(work, command)
        shutil.copy(tall, work)
        started = time.process_time()
        seen = done(work, command)
        assert time.process_time() - started < MOST_SECONDS, command
        if (command, table) != ("resize", "名单"):  # which then has room for as many as a workbook can hold
            assert seen == expected, command
        if command not in ("refresh", "pair", "undo"):  # the others write less than one of these
            continue
        shutil.copy(tall, work)
        tracemalloc.start()
        done(work, command)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < MOST_MEMORY, command
