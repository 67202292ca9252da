"""编排记录: what was done to the event. Lines are added below the others; hands may sort them."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Final

from xlpair.errors import Problem
from xlpair.workbook.blocks import Block, Place, missing_headings, padded
from xlpair.workbook.book import CellValue
from xlpair.workbook.headings import LOG_WORDS, find_columns
from xlpair.workbook.layout import LOG_HEADINGS
from xlpair.workbook.texts import is_blank, text_of, whole

_FIRST_DAY: Final = dt.datetime(1899, 12, 30)


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line. ``time`` is the clock of the computer that ran the command; a fact that was not logged is None or ''.

    ``fingerprint`` stands for the results the command started from.
    """

    time: dt.datetime | None
    command: str
    round: int | None = None
    seed: int | None = None
    version: str = ""
    fingerprint: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class LogReading:
    """The log in order of its rows; ``place.rows`` counts entries from 0."""

    entries: tuple[LogEntry, ...]
    place: Place
    problems: tuple[Problem, ...]


def read_log(block: Block) -> LogReading:
    """Read the log. It is ours: what cannot be read in it is left out, not told."""
    columns = find_columns(block.rows[0] if block.rows else (), LOG_WORDS)
    body, places = padded(block.rows, columns, LOG_HEADINGS)
    entries: list[LogEntry] = []
    rows: dict[int, tuple[int, ...]] = {}
    for row, cells in enumerate(body, start=1):
        time, command, number, seed, version, fingerprint, note = (cells[place] for place in places)
        if is_blank(time) and is_blank(command) and is_blank(note):
            continue
        rows[len(entries)] = (row,)
        texts = text_of(command), whole(number), whole(seed), text_of(version), text_of(fingerprint), text_of(note)
        entries.append(LogEntry(_moment(time), *texts))
    problems = missing_headings(block, columns, (), LOG_HEADINGS)
    return LogReading(tuple(entries), Place(block, columns, rows), tuple(problems))


def _moment(cell: CellValue) -> dt.datetime | None:
    """A time cell, which a host may hand over as days since 1899-12-30 or as text."""
    if isinstance(cell, dt.datetime):
        return cell.replace(tzinfo=None)
    if isinstance(cell, (int, float)) and not isinstance(cell, bool) and 0 < cell < 100_000:
        return _FIRST_DAY + dt.timedelta(seconds=round(cell * 86_400))
    try:
        return dt.datetime.fromisoformat(text_of(cell)).replace(tzinfo=None)
    except ValueError:
        return None


def row_of(entry: LogEntry) -> tuple[CellValue, ...]:
    """An entry's cells in the order of LOG_HEADINGS."""
    texts = (entry.version or None, entry.fingerprint or None, entry.note or None)
    return (entry.time, entry.command, entry.round, entry.seed, *texts)
