"""How many of the rounds still planned those who are to be present in them can play.

Somebody may be on leave, come late or leave early: every round to come has a field of its own. Only what is certain is
said: a round needs partners who have not met, whoever meets whom in it; a rest comes again where it must (B2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from xlpair.engine.later_rounds import EXACT_FIELD, runs_dead
from xlpair.engine.presence import taking_part
from xlpair.engine.records import Record
from xlpair.model import Event

Field = tuple[int, ...]


def fields_to_come(event: Event, rounds: int, history: Mapping[int, Record]) -> tuple[Field, ...]:
    """Who takes part in each of the next ``rounds`` rounds, as 参赛轮次 stands now.

    Rule: W1
    """
    first = len(event.rounds) + 1
    if not any(player.attendance.spans for player in event.players):
        return (taking_part(event, first, history),) * rounds
    return tuple(taking_part(event, number, history) for number in range(first, first + rounds))


def possible_rounds(history: Mapping[int, Record], fields: Sequence[Field]) -> int:
    """How many of the rounds with these fields may be possible, one after another; the next one is certainly not.

    Rule: W12
    """
    return next((count for count in range(len(fields), 0, -1) if not _certainly_dead(history, fields[:count])), 0)


def _certainly_dead(history: Mapping[int, Record], fields: Sequence[Field]) -> bool:
    """Whether it is certain that these rounds cannot all be paired.

    Rounds with one field are looked through exactly where it is small; of a large field a single round is.
    """
    times = {field: fields.count(field) for field in dict.fromkeys(fields)}
    if any(len(field) < 2 for field in times):
        return True
    if any(runs_dead(history, field, count if len(field) <= EXACT_FIELD else 1) for field, count in times.items()):
        return True
    return any(_pairs_needed(core, times) > _pairs_left(core, history) for core in _cores(times))


def _cores(fields: Collection[Field]) -> Iterator[frozenset[int]]:
    """Those present in a round, and those present in all rounds: they may have to meet each other too often."""
    sets = [frozenset(field) for field in fields]
    yield from sets
    if len(sets) > 1:
        yield frozenset.intersection(*sets)


def _pairs_needed(core: frozenset[int], times: Mapping[Field, int]) -> int:
    """How many pairs the rounds make inside the core at least: the others, and a rest, take one of it each."""
    needed = 0
    for field, count in times.items():
        inside = sum(number in core for number in field)
        alone = inside - (len(field) - inside) - len(field) % 2
        needed += count * (max(alone + 1, 0) // 2)
    return needed


def _pairs_left(core: frozenset[int], history: Mapping[int, Record]) -> int:
    """How many pairs inside the core have not met."""
    met = sum(other in core for number in core for other in history[number].met)
    return (len(core) * (len(core) - 1) - met) // 2
