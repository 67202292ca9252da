"""等级分: the new ratings brought up to date, and their sheet shown, whether or not the event is over."""

from __future__ import annotations

import datetime as dt
from typing import Final

from xlpair.actions.desk import once_written, put_right, sit_down_to_write, status_line, write
from xlpair.actions.outcome import Outcome
from xlpair.engine.rating_list import rating_list
from xlpair.engine.rounds import is_finished
from xlpair.errors import NotAllowed, WrongUse
from xlpair.rating_rows import rating_rows
from xlpair.workbook.book import Activate, Book
from xlpair.workbook.layout import RATINGS_NAME

RATE: Final = "等级分"


def ratings(book: Book, *, now: dt.datetime) -> Outcome:
    """Write everybody's new rating into the sheet 等级分. Raises NotAllowed where nobody has a rating.

    Rule: L1
    """
    desk = sit_down_to_write(book)
    event = desk.event
    try:
        rating_rows(event)
    except WrongUse as none:
        raise NotAllowed(str(none)) from none
    right = put_right(desk, event, show=(RATINGS_NAME,))
    area = desk.snapshot.names.get(RATINGS_NAME)
    shown = (Activate(area.sheet),) if area is not None and desk.snapshot.sheet(area.sheet) is not None else ()
    listed = rating_list(event)
    games = sum(row.games for row in listed)
    state = "比赛已经结束" if is_finished(event) else "比赛还没有结束，以后还会变"
    done = (
        f"等级分已算好：{len(listed)} 人，计分的对局共 {games} 局次，K＝{event.settings.rating_k}（{state}）。",
        "这是按通用的埃洛公式算的，不是官方等级分。",
    )
    problems = once_written((*desk.reading.warnings, *right.problems))
    backup = write(desk, (*right.changes, *shown), label="算等级分前", status=status_line(now, done, problems))
    return Outcome(RATE, done, event, problems, backup=backup)
