"""The cells that functions give, and the event of 2009 五羊杯 as the tables that they take.

The games are those in tests/events (http://sports.sina.com.cn/go/2009-02-26/15554240818.shtml).
"""

from __future__ import annotations

from typing import Any

import events
from plain_tables import tables_of

from xlpair.functions import XQ_CHECK, XQ_CROSSTABLE, XQ_EXPLAIN, XQ_NEXTROUND, XQ_STANDINGS
from xlpair.model import Event

NAMES = ("陶汉明", "赵国荣", "徐天红", "柳大华", "洪智", "于幼华", "蒋川", "许银川", "吕钦", "赵鑫鑫")
SWISS = {"赛制": "积分编排", "轮数": 6.0, "最后三轮": "否"}
FUNCTIONS_OF_EVENTS = (XQ_STANDINGS, XQ_CROSSTABLE, XQ_NEXTROUND, XQ_EXPLAIN, XQ_CHECK)


def wuyangbei() -> Event:
    numbering = {name: number for number, name in enumerate(NAMES, start=1)}
    return events.event_from(events.SWISS_2009, numbering)


def wuyangbei_tables(rounds: int = 6) -> tuple[Any, ...]:
    """The tables after so many rounds; six round tables in all."""
    return tables_of(wuyangbei().upto(rounds), SWISS, 6)


def first_cell(rows: Any) -> Any:
    return rows[0][0]


def filled_rows(rows: Any) -> list[Any]:
    return [row for row in rows if any(cell != "" for cell in row)]


def column(rows: Any, heading: str) -> list[Any]:
    at = rows[0].index(heading)
    return [row[at] for row in filled_rows(rows)[1:]]


def is_sentence(rows: Any) -> bool:
    """One sentence in the first cell and nothing else."""
    others = [cell for row in rows for cell in row][1:]
    return isinstance(first_cell(rows), str) and first_cell(rows).endswith("。") and not any(others)
