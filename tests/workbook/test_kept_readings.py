"""Readings that are kept are what reading anew would give: after any edit, in any order, of several events in turn."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_tables import as_calc, changed, tables_of

from xlpair.engine.pairing import next_round
from xlpair.model import Event, Player, Result, Round
from xlpair.settings import Settings
from xlpair.workbook import kept_readings
from xlpair.workbook.kept_readings import KeptReadings
from xlpair.workbook.layout import round_name
from xlpair.workbook.reader import Block, Reading, read_tables
from xlpair.workbook.round_reader import RoundReading, read_round

Tables = tuple[Any, ...]


def played(count: int, rounds: int) -> Event:
    event = Event(Settings(rounds=5), tuple(Player(number, f"棋手{number}") for number in range(1, count + 1)))
    for _ in range(rounds):
        event = event.with_round(won_by_red(next_round(event)))
    return event


def won_by_red(round_: Round) -> Round:
    return replace(round_, pairings=tuple(pairing.with_result(Result.RED_WIN) for pairing in round_.pairings))


TABLES: Tables = tuple(map(as_calc, tables_of(played(7, 3), {"轮数": 5, "抽签种子": 3}, 4)))
OTHERS: Tables = tuple(map(as_calc, tables_of(played(4, 2), {"轮数": 3}, 3)))


def blocks(tables: Tables) -> tuple[Block, Block, dict[int, Block]]:
    head, roster, *rounds = tables
    numbered = {at: Block(rows, label=round_name(at)) for at, rows in enumerate(rounds, start=1)}
    return Block(head, label="赛事"), Block(roster, label="名单"), numbered


def read_anew(tables: Tables) -> Reading:
    return read_tables(*blocks(tables))


Edit = tuple[int, int, str, Any]
EDITS: st.SearchStrategy[Edit] = st.one_of(
    st.tuples(st.integers(2, 5), st.integers(1, 5), st.just("结果"), st.sampled_from(["2:0", "1:1", "", "x", "-+"])),
    st.tuples(st.integers(2, 5), st.integers(1, 5), st.just("红方编号"), st.sampled_from([1.0, True, "1", 9.0, ""])),
    st.tuples(st.just(1), st.integers(1, 9), st.just("编号"), st.sampled_from(["", 2.0, 8.0, True, "3"])),
    st.tuples(st.just(1), st.integers(1, 9), st.just("姓名"), st.sampled_from(["", "张三", "棋手2"])),
    st.tuples(st.just(0), st.just(1), st.just("内容"), st.sampled_from([4.0, 5.0, "", "五"])),
)


@settings(max_examples=60)
@given(st.lists(st.tuples(st.booleans(), EDITS), max_size=8))
def test_after_every_edit_of_two_events_in_turn_the_reading_is_the_one_read_anew(
    edits: Sequence[tuple[bool, Edit]],
) -> None:
    kept, events = KeptReadings(), {True: TABLES, False: OTHERS}
    for which, (table, row, heading, value) in edits:
        tables = list(events[which])
        if table < len(tables) and row < len(tables[table]):
            tables[table] = changed(tables[table], row, heading, value)
        events[which] = tuple(tables)
        assert kept.read(*blocks(events[which])) == read_anew(events[which])


@pytest.fixture
def read_rounds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the rounds that are really read."""
    found: list[int] = []

    def reading(block: Block, number: int, *rest: Any) -> RoundReading:
        found.append(number)
        return read_round(block, number, *rest)

    monkeypatch.setattr(kept_readings, "read_round", reading)
    return found


def edited(table: int, row: int, heading: str, value: Any) -> Tables:
    return tuple(changed(rows, row, heading, value) if at == table else rows for at, rows in enumerate(TABLES))


def test_of_a_result_typed_its_round_alone_is_read(read_rounds: list[int]) -> None:
    kept = KeptReadings()
    kept.read(*blocks(TABLES))
    assert read_rounds == [1, 2, 3, 4]
    kept.read(*blocks(edited(3, 1, "结果", "1:1")))
    assert read_rounds == [1, 2, 3, 4, 2]
    # The second formula of the same sheet, and the edit taken back.
    kept.read(*blocks(edited(3, 1, "结果", "1:1")))
    kept.read(*blocks(TABLES))
    assert read_rounds == [1, 2, 3, 4, 2]


def test_a_name_corrected_in_the_roster_is_read_in_every_round(read_rounds: list[int]) -> None:
    kept = KeptReadings()
    kept.read(*blocks(TABLES))
    renamed = edited(1, 2, "姓名", "王五")
    reading = kept.read(*blocks(renamed))
    assert read_rounds == [1, 2, 3, 4] * 2
    assert reading == read_anew(renamed)
    assert [problem for problem in reading.problems if "王五" in str(problem)], "the rounds still have the old name"


def test_what_is_equal_but_not_the_same_is_read_again() -> None:
    kept = KeptReadings()
    for value in (1.0, True, 1, "1"):
        tables = edited(2, 1, "红方编号", value)
        assert kept.read(*blocks(tables)) == read_anew(tables)


def test_a_date_in_a_cell_is_read_anew_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    dated = edited(2, 1, "结果", dt.datetime(2026, 1, 1))
    kept = KeptReadings()
    assert kept.read(*blocks(dated)) == kept.read(*blocks(dated)) == read_anew(dated)
    monkeypatch.setattr(kept_readings, "read_tables", lambda *_: "read")
    assert kept.read(*blocks(dated)) == "read"
