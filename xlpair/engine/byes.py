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
    """The one who rests; None where nobody can be left out so that the others can be paired.

    ``fits(number)`` tells what the others' pairing gives up in wishes when ``number`` rests, None = cannot be paired.
    Who has rested is a candidate only when nobody else fits even with wishes given up; who joins in this round only
    when no other of those fits.
    Rule: B1, B2, W9.2
    """
    fresh = [number for number in field if not records[number].byes]
    joining = {number for number in fresh if round_number > 1 and not records[number].appeared}
    costs: dict[int, int | None] = {}

    def first(candidates: Iterable[int], *, free: bool) -> int | None:
        best: tuple[int, int] | None = None
        for number in bye_order(records, candidates):
            if number not in costs:
                costs[number] = fits(number)
            cost = costs[number]
            if cost == 0:
                return number
            if cost is not None and not free and (best is None or cost < best[0]):
                best = cost, number
        return None if best is None else best[1]

    stay = [number for number in fresh if number not in joining]
    for candidates, free in ((stay, True), (joining, True), (stay, False), (joining, False)):
        found = first(candidates, free=free)
        if found is not None:
            return Bye(found)
    return _second_bye(records, field, first)


def _second_bye(records: Mapping[int, Record], field: Sequence[int], first: Callable[..., int | None]) -> Bye | None:
    counts = sorted({records[number].byes for number in field} - {0})
    for count in counts:
        candidates = [number for number in field if records[number].byes == count]
        for free in (True, False):
            found = first(candidates, free=free)
            if found is not None:
                return Bye(found, ByeKind.BYE, f"第{count + 1}次轮空：没有别人可以轮空")
    return None
