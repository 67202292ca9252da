"""A roster, a round and how tests of the writer read a workbook back."""

from __future__ import annotations

from memory_book import MemoryBook

from xlpair.model import Bye, ByeKind, Game, How, Pairing, PassReason, Reason, Round, SideRule
from xlpair.workbook.book import CellValue
from xlpair.workbook.layout import ROUND_HEADINGS
from xlpair.workbook.reader import Reading, read_event

ROSTER = [(1, "甲", "北京"), (2, "乙", "上海"), (3, "丙", ""), (4, "=1+1", "@队"), (5, "戊", "北京"), (6, "己", "天津")]
OPEN = (Game(),)
MADE = Round(
    1,
    (
        Pairing(1, 1, 2, OPEN),
        Pairing(2, 4, 3, OPEN, Reason(How.FIRST_ROUND, SideRule.FIRST_ROUND, let_through=PassReason.SAME_CLUB)),
    ),
    (Bye(6, ByeKind.LEAVE), Bye(5)),
)


def read(book: MemoryBook) -> Reading:
    return read_event(book.snapshot())


def row(book: MemoryBook, table: str, number: int) -> list[CellValue]:
    return [book.read(table, number, heading) for heading in ROUND_HEADINGS]
