"""The lines of 编排记录 that tell how rounds came about, and the order they were written in, however they stand now.

The table has arrows for sorting. Its rows are taken as they stand while that makes sense: each round after the one
before it, each detail behind its command. Else the clock decides, and of the same second what must have come first.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from xlpair.workbook.log import LogEntry

PAIR: Final = "编排下一轮"
PAIR_BY_HAND: Final = "人工编排"
UNDO: Final = "撤销本轮"
SEED: Final = "抽签种子"
NUMBERS: Final = "编号"
DRAW: Final = "抽签定位"
PAIRS: Final = "对阵"
PAIRS_CHANGED: Final = "对阵更改"
PAIRS_ADOPTED: Final = "对阵补记"
RESULTS: Final = "所据成绩"
REASONS: Final = "编排依据"

PAIRINGS: Final = (PAIR, PAIR_BY_HAND)
_DETAILS: Final = (SEED, NUMBERS, DRAW, PAIRS, RESULTS, REASONS)
_LATER: Final = (PAIRS_CHANGED, PAIRS_ADOPTED)


class _Line(NamedTuple):
    """A line with the round it is about and the time that counts for it."""

    time: dt.datetime
    round: int
    entry: LogEntry


def as_written(entries: Iterable[LogEntry]) -> Sequence[LogEntry]:
    """The lines about rounds, as they were written one after the other."""
    told = [entry for entry in entries if entry.round and entry.command in (*PAIRINGS, UNDO, *_DETAILS, *_LATER)]
    return told if _makes_sense(told) else _by_clock(told)


def _makes_sense(entries: Iterable[LogEntry]) -> bool:
    """Whether the lines can have been written in this order; two computers' clocks need not agree."""
    last, paired = 0, 0
    for entry in entries:
        number = entry.round or 0
        if entry.command in PAIRINGS:
            if number != last + 1:
                return False
            last = paired = number
        elif entry.command == UNDO:
            if number != last:
                return False
            last, paired = number - 1, 0
        elif entry.command == PAIRS_ADOPTED:
            last, paired = max(last, number), 0
        elif entry.command == PAIRS_CHANGED:
            if number > last:
                return False
            paired = 0
        elif number != paired:
            return False
    return True


def _by_clock(entries: Sequence[LogEntry]) -> Sequence[LogEntry]:
    lines = sorted(_with_their_commands(_timed(entries)), key=attrgetter("time"))
    stand: Counter[int] = Counter()
    ordered: list[LogEntry] = []
    for _, found in groupby(lines, key=attrgetter("time")):
        ordered += (line.entry for line in _of_one_moment(list(found), stand))
    return ordered


def _timed(entries: Sequence[LogEntry]) -> list[_Line]:
    """The lines with their times; one whose time is gone goes by the line above it, the first by those below."""
    last = next((entry.time for entry in entries if entry.time is not None), dt.datetime.min)
    lines = []
    for entry in entries:
        last = entry.time or last
        lines.append(_Line(last, entry.round or 0, entry))
    return lines


def _with_their_commands(lines: Sequence[_Line]) -> Iterator[_Line]:
    """Bring lines of one command whose times have been edited together again: 对阵 tells when a round was paired."""
    paired = {(line.round, line.time) for line in lines if line.entry.command == PAIRS}
    commands = {(line.round, line.time) for line in lines if line.entry.command in PAIRINGS}
    without = sorted(paired - commands)
    moved: dict[tuple[int, dt.datetime], dt.datetime] = {}
    for number, time in sorted(commands - paired):
        near = min((one for one in without if one[0] == number), key=lambda one: abs(one[1] - time), default=None)
        if near is not None:
            without.remove(near)
            moved[number, time] = near[1]
    starts = {(number, moved.get((number, time), time)) for number, time in commands}
    for line in lines:
        if line.entry.command in PAIRINGS:
            yield line._replace(time=moved.get((line.round, line.time), line.time))
        elif line.entry.command in _DETAILS:
            yield line._replace(time=_start(line, sorted(time for number, time in starts if number == line.round)))
        else:
            yield line


def _start(line: _Line, starts: Sequence[dt.datetime]) -> dt.datetime:
    """When the command ran that a detail came with: the last one before it, else the first."""
    before = [time for time in starts if time <= line.time]
    return before[-1] if before else next(iter(starts), line.time)


def _of_one_moment(lines: Sequence[_Line], stand: Counter[int]) -> list[_Line]:
    """Lines of the same second: each round paired as often as it stands, or was undone, in the end."""
    for line in lines:
        stand[line.round] += (line.entry.command in PAIRINGS) - (line.entry.command == UNDO)

    def turn(line: _Line) -> tuple[int, int, int]:
        if line.entry.command == UNDO:
            return (0 if stand[line.round] > 0 else 2, -line.round, 0)
        kind = 0 if line.entry.command in PAIRINGS else 2 if line.entry.command in _LATER else 1
        return (1, line.round, kind)

    return sorted(lines, key=turn)
