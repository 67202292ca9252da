"""Which columns of a table stand where on a screen of so many signs, so that none goes missing without a word.

What need not be seen is dropped first, the earliest column before the later ones. Where the rest is still too wide, the
table goes on in further blocks below, and the key columns stand in each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

_BETWEEN: Final = 3
_FRAME: Final = 1


class Weight(Enum):
    """What becomes of a column where room is short."""

    KEY = "in every block"
    NEEDED = "in one block"
    IF_ROOM = "dropped"


@dataclass(frozen=True, slots=True)
class Room:
    """What a column takes: ``natural`` shows all on one line, ``least`` with its cells folded."""

    natural: int
    least: int
    weight: Weight = Weight.NEEDED


Block: TypeAlias = tuple[tuple[int, int], ...]
"""Columns by their index, each with the width it gets, in order."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The blocks of a table, the columns that are left out, and how wide a screen shows them all."""

    blocks: tuple[Block, ...]
    dropped: tuple[int, ...]
    whole: int


def fit(columns: Sequence[Room], width: int) -> Fit:
    """Give every column its place on a screen of ``width`` signs."""
    everything = range(len(columns))
    keys = [at for at in everything if columns[at].weight is Weight.KEY]
    needed = [at for at in everything if columns[at].weight is not Weight.IF_ROOM]
    extra = [at for at in everything if columns[at].weight is Weight.IF_ROOM]
    blocks = _in_blocks(columns, keys, needed, width)
    kept = _latest(columns, blocks[-1], extra, width)
    blocks[-1] = sorted([*blocks[-1], *kept])
    return Fit(
        blocks=tuple(_widened(columns, block, width) for block in blocks),
        dropped=tuple(at for at in extra if at not in kept),
        whole=_taken(column.least for column in columns),
    )


def _taken(widths: Iterable[int]) -> int:
    listed = list(widths)
    return sum(listed) + _BETWEEN * len(listed) + _FRAME


def _in_blocks(columns: Sequence[Room], keys: Sequence[int], needed: Sequence[int], width: int) -> list[list[int]]:
    """Fill block after block; each holds at least one column besides the keys."""
    blocks: list[list[int]] = [list(keys)]
    for at in needed:
        if at in keys:
            continue
        filled = [*blocks[-1], at]
        if _taken(columns[one].least for one in filled) > width and len(blocks[-1]) > len(keys):
            filled = [*keys, at]
            blocks.append(filled)
        blocks[-1] = filled
    return [sorted(block) for block in blocks]


def _latest(columns: Sequence[Room], block: Sequence[int], extra: Sequence[int], width: int) -> list[int]:
    """The last columns that still fit beside a block."""
    kept: list[int] = []
    for at in reversed(extra):
        if _taken(columns[one].least for one in (*block, *kept, at)) > width:
            break
        kept.append(at)
    return kept


def _widened(columns: Sequence[Room], block: Sequence[int], width: int) -> Block:
    """Share what is left among the columns that are folded, the first ones first."""
    left = width - _taken(columns[at].least for at in block)
    given = []
    for at in block:
        more = max(0, min(left, columns[at].natural - columns[at].least))
        left -= more
        given.append((at, columns[at].least + more))
    return tuple(given)
