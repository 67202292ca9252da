"""Tables read once as long as they do not change: typing a result changes one of many, and each formula reads them all.

A reading is known again by everything it depends on, to the last sign: the cells of the table, and those of 赛事 and
名单 where they matter. So what is given is what reading anew would give.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, TypeVar, cast

from xlpair.model import Player
from xlpair.settings import Settings
from xlpair.workbook.blocks import Block
from xlpair.workbook.reader import Readers, Reading, read_tables
from xlpair.workbook.roster_reader import RosterReading, read_roster
from xlpair.workbook.round_reader import RoundReading, read_round

_T = TypeVar("_T")
_EVENTS: Final = 4
_TABLES: Final = 200
# Of this format equal values have equal bytes, and 1, 1.0 and True are told apart.
_FORMAT: Final = 2


class KeptReadings:
    """Reads tables of plain ranges, as :func:`~xlpair.workbook.reader.read_tables` does."""

    def __init__(self) -> None:
        self._events = _Kept(_EVENTS)
        self._tables = _Kept(_TABLES)

    def read(self, settings: Block | None, roster: Block, rounds: Mapping[int, Block]) -> Reading:
        """Read an event from its tables, or give what was read of the same tables before."""
        head, entrants = _content(settings.rows if settings else None), _content(roster.rows)
        tables = {number: _content(block.rows) for number, block in rounds.items()}
        if head is None or entrants is None or None in tables.values():
            return read_tables(settings, roster, rounds)
        readers = _Keeping(self._tables, head, entrants, tables)
        key = (head, entrants, *tables.items())
        return self._events.get(key, lambda: read_tables(settings, roster, rounds, by=readers))


class _Kept:
    """What was read, by all it depends on; emptied when it is full."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: dict[tuple[object, ...], object] = {}

    def get(self, key: tuple[object, ...], read: Callable[[], _T]) -> _T:
        """What is kept under the key, or else what is read now."""
        if key in self._found:
            return cast("_T", self._found[key])
        found = read()
        if len(self._found) >= self._most:
            self._found = {}
        self._found[key] = found
        return found


class _Keeping(Readers):
    """Reads roster and rounds, each only when it or what it depends on has changed."""

    def __init__(self, kept: _Kept, settings: bytes, roster: bytes, rounds: Mapping[int, bytes | None]) -> None:
        self._kept = kept
        self._settings = settings
        self._roster = roster
        self._rounds = rounds

    def roster(self, block: Block, after: Callable[[], int]) -> RosterReading:
        found = self._kept.get(("名单", self._roster), lambda: read_roster(block))
        # Somebody without a number gets one that depends on the rounds, too.
        return read_roster(block, after) if found.unnumbered else found

    def round(
        self,
        block: Block,
        number: int,
        players: Mapping[int, Player],
        settings: Settings,
        left_out: Collection[str | int],
    ) -> RoundReading:
        key = (number, self._rounds[number], self._settings, self._roster, *players)
        return self._kept.get(key, lambda: read_round(block, number, players, settings, left_out))


def _content(rows: Any) -> bytes | None:
    """The cells as bytes that only equal cells have; None where a cell is something else than a plain value."""
    try:
        return marshal.dumps(rows, _FORMAT)
    except ValueError:
        return None
