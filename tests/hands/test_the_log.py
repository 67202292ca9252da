"""编排记录 has arrows for sorting and rows that can be deleted: what it says counts, not where it stands.

Hand 42, for the log. Expected values follow from what was done to the event before hands came to the log.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import halls
import pytest
from clubs import club, lines, the_file, wins_of_red
from halls import Hall
from hand_edits import Editor, other_program

from xlpair.actions.history import read_history, rounds_made
from xlpair.actions.log_lines import PAIR, PAIRS, PAIRS_CHANGED, UNDO
from xlpair.workbook.layout import LOG_HEADINGS
from xlpair.workbook.log import LogEntry

TIME, COMMAND, ROUND = (LOG_HEADINGS.index(heading) for heading in ("时间", "命令", "轮次"))
Row = list[Any]

SORTED: dict[str, Callable[[list[Row]], list[Row]]] = {
    "newest first": lambda rows: sorted(rows, key=lambda row: row[TIME], reverse=True),
    "last round first": lambda rows: sorted(rows, key=lambda row: row[ROUND] or 0, reverse=True),
    "by command": lambda rows: sorted(rows, key=lambda row: str(row[COMMAND])),
    "turned round": lambda rows: rows[::-1],
}


def seen(event: Hall, monkeypatch: pytest.MonkeyPatch, *steps: Callable[[Hall], object]) -> None:
    """Commands, each an hour after the one before it."""
    for step in steps:
        monkeypatch.setattr(halls, "NOW", halls.NOW + dt.timedelta(hours=1))
        step(event)


def log_rows(hands: Editor) -> list[Row]:
    return [row for row in hands.rows("编排记录") if any(cell is not None for cell in row)]


def put_log(hands: Editor, rows: list[Row]) -> None:
    blank = [[None] * len(LOG_HEADINGS)] * (len(hands.rows("编排记录")) - len(rows))
    hands.put_rows("编排记录", [*rows, *blank])


def swap(hands: Editor, number: int) -> None:
    """Exchange the black players of boards 1 and 2."""
    for heading in ("黑方编号", "黑方"):
        one, two = (hands.cell(f"第{number}轮", board, heading).value for board in (1, 2))
        hands.type(f"第{number}轮", 1, heading, two)
        hands.type(f"第{number}轮", 2, heading, one)


def three_rounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """Round 2 undone and paired again, round 3 paired: the log knows three rounds."""
    found = club(tmp_path, 8, {"轮数": "5"})
    seen(found, monkeypatch, Hall.pair)
    wins_of_red(found, 1)
    seen(found, monkeypatch, Hall.pair, Hall.undo, Hall.pair)
    wins_of_red(found, 2)
    seen(found, monkeypatch, Hall.pair)
    assert found.check().problems == ()
    return found


@pytest.mark.parametrize("order", SORTED)
def test_a_sorted_log_says_what_it_said(order: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is wrong while nothing is changed; a result and pairs changed later are told as ever."""
    found = three_rounds(tmp_path, monkeypatch)
    with other_program(the_file(found)) as hands:
        put_log(hands, SORTED[order](log_rows(hands)))
    assert found.check().problems == ()
    with other_program(the_file(found)) as hands:
        hands.type("第1轮", 1, "结果", "0:2")
        swap(hands, 2)
    told = lines(found.check().problems)
    assert [line for line in told if line.startswith("第1轮：编排第2、3轮以后，成绩有改动（第1台")]
    assert [line for line in told if line.startswith("第2轮：对阵与编排记录不同")]
    assert not [line for line in told if line.startswith("编排记录")]


@pytest.mark.parametrize("order", SORTED)
def test_what_comes_after_sorting_is_logged_as_ever(
    order: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Changed pairs go into the log as changed, not as unknown; a round undone then is forgotten."""
    found = three_rounds(tmp_path, monkeypatch)
    wins_of_red(found, 3)
    with other_program(the_file(found)) as hands:
        put_log(hands, SORTED[order](log_rows(hands)))
        swap(hands, 2)
    seen(found, monkeypatch, Hall.pair)
    assert found.log("对阵补记") == []
    assert len(found.log("对阵更改")) == 1
    with other_program(the_file(found)) as hands:
        put_log(hands, SORTED[order](log_rows(hands)))
    assert not [line for line in lines(found.check().problems) if "编排记录" in line]
    seen(found, monkeypatch, Hall.undo)
    with other_program(the_file(found)) as hands:
        put_log(hands, SORTED[order](log_rows(hands)))
    assert not [line for line in lines(found.check().problems) if "编排记录" in line]


@pytest.mark.parametrize("edited", ["the command's", "the pairs'", "all but one", "all"])
def test_times_that_were_edited_or_emptied_do_not_take_a_round_from_the_log(
    edited: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Round 2's lines get another day, or none; the log is sorted newest first after that."""
    found = three_rounds(tmp_path, monkeypatch)
    with other_program(the_file(found)) as hands:
        rows = log_rows(hands)
        ours = [row for row in rows if row[ROUND] == 2 and row[TIME] == max(r[TIME] for r in rows if r[ROUND] == 2)]
        later = rows[-1][TIME] + dt.timedelta(days=1)
        for row in ours if edited != "all" else rows:
            if edited == "all":
                row[TIME] = None
            elif edited == "all but one" or row[COMMAND] == (PAIR if edited == "the command's" else PAIRS):
                row[TIME] = later if row is not ours[-1] else row[TIME]
        put_log(hands, rows if edited == "all" else SORTED["newest first"](rows))
        swap(hands, 2)
    told = lines(found.check().problems)
    assert [line for line in told if line.startswith("第2轮：对阵与编排记录不同")]
    assert not [line for line in told if line.startswith("编排记录")]


def test_the_order_within_one_second_does_not_matter() -> None:
    """A round paired, changed, and the next one paired, all in one second: whatever the order, it is what it was."""
    now = dt.datetime(2026, 3, 1, 9, 30)
    first = [LogEntry(now, PAIR, 1), LogEntry(now, PAIRS, 1, fingerprint="a", note="1-2，3-4")]
    second = [LogEntry(now, PAIR, 2), LogEntry(now, PAIRS, 2, fingerprint="b", note="1-3，4-2")]
    changed = LogEntry(now, PAIRS_CHANGED, 1, fingerprint="c", note="2-1，3-4")
    for entries in permutations([*first, changed, *second]):
        made = read_history(entries).made
        assert (made[1].pairs_print, made[2].pairs_print) == ("c", "b")
        assert (made[1].by_hand, made[2].by_hand) == (True, False)


def test_a_round_undone_and_paired_again_within_one_second_stands() -> None:
    """Twice paired and once undone leaves it paired, once and once leaves it undone."""
    now = dt.datetime(2026, 3, 1, 9, 30)
    first = [LogEntry(now - dt.timedelta(hours=1), PAIR, 1)]
    steps = [LogEntry(now, PAIR, 2), LogEntry(now, UNDO, 2), LogEntry(now, PAIR, 2)]
    for entries in permutations([*first, *steps]):
        assert rounds_made(entries) == (1, 2)
    for entries in permutations([*first, *steps[:2]]):
        assert rounds_made(entries) == (1,)


def test_clocks_that_do_not_agree_leave_the_order_of_the_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Round 2 is undone on another computer whose clock is a day behind: it is undone all the same."""
    found = club(tmp_path, 8, {"轮数": "5"})
    seen(found, monkeypatch, Hall.pair)
    wins_of_red(found, 1)
    seen(found, monkeypatch, Hall.pair)
    monkeypatch.setattr(halls, "NOW", halls.NOW - dt.timedelta(days=1))
    found.undo()
    assert found.check().problems == ()


def test_the_pairs_of_a_round_deleted_from_the_log_are_told_and_made_up_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command's line still stands, so the round is known, but not what its pairs were."""
    found = three_rounds(tmp_path, monkeypatch)
    wins_of_red(found, 3)
    with other_program(the_file(found)) as hands:
        put_log(hands, [row for row in log_rows(hands) if (row[COMMAND], row[ROUND]) != (PAIRS, 2)])
    (told,) = lines(found.check().problems)
    assert told.startswith("编排记录：里没有第2轮的对阵（“对阵”的行被删了），对阵有没有改动无法核对。")
    assert "备份" in told
    seen(found, monkeypatch, Hall.pair)
    assert found.log("对阵补记")
    assert found.check().problems == ()
    with other_program(the_file(found)) as hands:
        swap(hands, 2)
    assert [line for line in lines(found.check().problems) if line.startswith("第2轮：对阵与编排记录不同")]
