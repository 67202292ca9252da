"""Workbooks for tests in Calc, made as the command line makes them, and their tables as functions take them."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path
from typing import Any

import events

from xlpair import actions
from xlpair.model import Event
from xlpair.settings import Settings, System, TableUpdate
from xlpair.workbook.book import Snapshot
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.reader import read_event

NOW = dt.datetime(2026, 3, 1, 9, 30)
LIVE = Settings(table_update=TableUpdate.LIVE)


def swiss_2009(rounds: int = 6) -> Event:
    """第29届五羊杯 2009 with one of the numberings under which the rules give its rounds 2-6 as played."""
    settings = replace(LIVE, name="第29届五羊杯", rounds=6)
    return events.event_from(events.SWISS_2009, events.numberings_2009()[0], settings).upto(rounds)


def gaoke_1994() -> Event:
    """1994 高科杯, a round robin, with its draw numbers."""
    name = "1994_gaokebei_roundrobin"
    settings = replace(LIVE, name="高科杯", system=System.ROUND_ROBIN)
    return events.event_from(name, events.drawn_numbers(name), settings)


def book_of(path: Path, event: Event) -> Path:
    """A workbook of the event, as ``xlpair`` writes one."""
    actions.new_with(path, event, now=NOW)
    return path


def read_back(path: Path) -> Event:
    """The event of a file, read as a closed one."""
    reading = read_event(ClosedBook(path).snapshot())
    assert not reading.errors, reading.errors
    return reading.event


def tables_of(path: Path) -> dict[str, tuple[tuple[Any, ...], ...]]:
    """Every table of a file as Calc hands it over: whole, numbers as floats, blank cells as empty texts."""
    snapshot = ClosedBook(path).snapshot()
    return {table.name: _cells(snapshot, table.area) for table in snapshot.tables}


def _cells(snapshot: Snapshot, area: Any) -> tuple[tuple[Any, ...], ...]:
    sheet = snapshot.sheet(area.sheet)
    assert sheet is not None
    rows = [*sheet.rows, *[()] * (area.bottom + 1 - len(sheet.rows))]
    width = area.right + 1
    padded = [[*row[:width], *[None] * (width - len(row))][area.left :] for row in rows[area.top : area.bottom + 1]]
    return tuple(tuple(_as_calc(cell) for cell in row) for row in padded)


def _as_calc(cell: Any) -> Any:
    if cell is None:
        return ""
    return float(cell) if isinstance(cell, int) and not isinstance(cell, bool) else cell
