"""In which order of the groups a final has been paired: it stays as it was, whatever is corrected in the groups (R7).

Where the places in the groups say who meets whom in a final, the rounds already paired say in turn which places they
were made from. So a corrected result does not make the final another one. A bracket's byes tell no
places: only the log does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import factorial, prod
from typing import Final, TypeAlias

from xlpair.engine import roundrobin
from xlpair.engine.cross_table import cross_rounds
from xlpair.model import Round
from xlpair.settings import FinalForm, Settings

Order: TypeAlias = tuple[tuple[int, ...], ...]
"""Who goes on from each group, best first."""

_MOST_TRIED: Final = 2000


def order_as_paired(settings: Settings, now: Order, played: Sequence[Round]) -> Order | None:
    """The order that the rounds of a final were paired from: ``now`` if it fits them, else the nearest that does.

    None = no order of these members gives these rounds. Every order fits a final whose table does not ask for places.
    Rule: R7
    """
    if not _asks_for_places(settings):
        return now
    paired = [[frozenset((one.red, one.black)) for one in round_.pairings] for round_ in played]
    return next((order for order in _orders(now) if _fits(settings, order, paired)), None)


def _asks_for_places(settings: Settings) -> bool:
    carried = settings.final_form is FinalForm.ROUND_ROBIN and settings.carry_results
    return carried or settings.final_form is FinalForm.PLACEMENT


def placed_together(order: Order) -> list[list[int]]:
    """The members of the placement groups: all winners, all seconds, …

    Rule: R7
    """
    most = max(map(len, order), default=0)
    return [[numbers[place] for numbers in order if place < len(numbers)] for place in range(most)]


def _fits(settings: Settings, order: Order, paired: Sequence[Sequence[frozenset[int]]]) -> bool:
    """Whether all that was paired stands in the table of this order; who has left may be missing from it."""
    if settings.final_form is FinalForm.PLACEMENT:
        tables = [_table(sorted(members)) for members in placed_together(order)]
        made = [[pair for table in tables for pair in table[at : at + 1]] for at in range(len(paired))]
        rounds = [{one for pairs in part for one in pairs} for part in made]
    else:
        rounds = [{frozenset(pair) for pair in pairs} for pairs in cross_rounds(order)]
    return len(paired) <= len(rounds) and all(then <= now for then, now in zip(map(set, paired), rounds, strict=False))


def _table(members: Sequence[int]) -> list[list[frozenset[int]]]:
    """The round robin of a placement group, round by round."""
    count = len(members)
    if count < 2:
        return []
    return [
        [
            frozenset((members[one - 1], members[two - 1]))
            for one, two in roundrobin.pairs(count, number)
            if max(one, two) <= count
        ]
        for number in range(1, roundrobin.rounds(count) + 1)
    ]


def _orders(now: Order) -> Iterator[Order]:
    """The order as it is now, then those in which one group stands otherwise, then all, as far as that can be tried."""
    yield now
    for at, numbers in enumerate(now):
        if factorial(len(numbers)) <= _MOST_TRIED:
            yield from ((*now[:at], other, *now[at + 1 :]) for other in permutations(numbers))
    if prod(factorial(len(numbers)) for numbers in now) <= _MOST_TRIED:
        yield from product(*(permutations(numbers) for numbers in now))
