"""A whole event put into a new workbook at once: for practice events, demonstrations and tests."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace

from xlpair.actions.desk import put_right, sit_down_to_write, stamp, status_line, write
from xlpair.actions.history import Making, pairing_entries, read_history
from xlpair.actions.log_lines import PAIR
from xlpair.actions.outcome import Outcome
from xlpair.engine.records import records
from xlpair.errors import NotAllowed
from xlpair.explain import round_sentences
from xlpair.model import Event
from xlpair.wording import entrants_text
from xlpair.workbook.book import Book, Change
from xlpair.workbook.layout import round_name
from xlpair.workbook.log import LogEntry
from xlpair.workbook.reader import Reading
from xlpair.workbook.writer import put_round

FILL = "写入全部轮次"


def fill(book: Book, event: Event, *, now: dt.datetime) -> Outcome:
    """Write all rounds of an event whose players stand in the workbook already, as if paired one after another."""
    desk = sit_down_to_write(book)
    if desk.event.rounds or desk.event.players != event.players:
        raise NotAllowed("只能写进还没有编排、名单相同的工作簿。文件没有改动。")
    # Line-ups come with the event, so that who sat at a board is known when its rounds are written.
    desk = replace(desk, reading=replace(desk.reading, event=replace(desk.event, lineups=event.lineups)))
    right = put_right(desk, event)
    done = (f"已写入 {len(event.rounds)} 轮，{entrants_text(event)}。",)
    backup = write(
        desk,
        (*right.changes, *_rounds(desk.reading, event)),
        label="写入前",
        status=status_line(now, done, right.problems),
        entries=_entries(event, now),
    )
    return Outcome(FILL, done, event, right.problems, backup=backup)


def _rounds(reading: Reading, event: Event) -> Iterator[Change]:
    for round_ in event.rounds:
        before = records(event.upto(round_.number - 1))
        yield from put_round(reading, round_, {number: record.score for number, record in before.items()})


def _entries(event: Event, now: dt.datetime) -> Iterator[LogEntry]:
    written: list[LogEntry] = []
    for round_ in event.rounds:
        before = event.upto(round_.number - 1)
        note = f"{round_name(round_.number)}已编排：{len(round_.pairings)} 台。"
        making = Making(before, PAIR, note, round_sentences(before.with_round(round_), round_))
        written += pairing_entries(stamp(now), round_, making, read_history(written))
    yield from written
