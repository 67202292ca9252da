"""Who rests when the field is odd (B1, B2, F5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from xlpair.engine.records import Record
from xlpair.model import Bye, ByeKind

Fit = Callable[[int], int | None]


def bye_order(records: Mapping[int, Record], candidates: Iterable[int]) -> list[int]:
    """Lowest score first, inside it the biggest number.

    Rule: B2
    """
    return sorted(candidates, key=lambda number: (records[number].score, -number))


def choose_bye(records: Mapping[int, Record], field: Sequence[int], round_number: int, fits: Fit) -> Bye | None:
    """The one who rests, among those who have not rested; None where the others can be paired without none of them.

    ``fits(number)`` tells what the others' pairing gives up in wishes when ``number`` rests, None = cannot be paired.
    The fewest wishes are given up; who joins in this round rests only when no other does as well.
    Rule: B1, B2, W9.2
    """
    fresh = [number for number in field if not records[number].byes]
    joining = {number for number in fresh if round_number > 1 and not records[number].appeared}
    order = [*bye_order(records, set(fresh) - joining), *bye_order(records, joining)]
    found = _first(order, fits)
    return None if found is None else Bye(found)


def choose_second_bye(records: Mapping[int, Record], field: Sequence[int], round_number: int, fits: Fit) -> Bye | None:
    """The one who rests again where nobody else can: who has rested least often.

    Rule: B1, B2
    """
    for count in sorted({records[number].byes for number in field} - {0}):
        found = _first(bye_order(records, [number for number in field if records[number].byes == count]), fits)
        if found is not None:
            return Bye(found, ByeKind.BYE, f"第{count + 1}次轮空：没有别人可以轮空")
    return None


def _first(order: Sequence[int], fits: Fit) -> int | None:
    """The first of those who give up least."""
    best: tuple[int, int] | None = None
    for number in order:
        cost = fits(number)
        if cost == 0:
            return number
        if cost is not None and (best is None or cost < best[0]):
            best = cost, number
    return None if best is None else best[1]
