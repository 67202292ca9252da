"""The other way of the judge: a depth-first search over the choices of the walk that takes back what ends badly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from oracle.dead_ends import matchings
from oracle.table import Group, Made, Pair, Table, Value
from xlpair.model import Score


def best_by_trying(table: Table, made: tuple[Pair, ...], free: frozenset[int], group: Group) -> Value | None:
    """Best, by listing every complete pairing."""
    places = sorted(free)
    graph = tuple(
        sum(1 << at for at, two in enumerate(places) if one != two and not table.met(one, two)) for one in places
    )
    every = [
        tuple(frozenset((places[one], places[two])) for one, two in found)
        for found in matchings(graph, (1 << len(places)) - 1)
    ]
    values = {pair: table.value((pair,), group) for found in every for pair in found}
    start = table.value(made, group)
    ranked: dict[Value, list[tuple[Pair, ...]]] = {}
    for found in every:
        total = tuple(map(sum, zip(start, *(values[pair] for pair in found), strict=True)))
        ranked.setdefault(total, []).append(found)
    for total in sorted(ranked, reverse=True):
        if any(table.plays_on((*made, *found)) for found in ranked[total]):
            return total
    return None


@dataclass(frozen=True)
class _Step:
    """A point of the search in one group: ``served`` have searched in vain in the stage at hand."""

    made: tuple[Made, ...]
    stage: str
    rows: tuple[tuple[int, ...], tuple[int, ...]]
    came: tuple[int, ...]
    drawers: tuple[int, ...] = ()
    served: frozenset[int] = frozenset()

    def without(self, made: Made) -> _Step:
        def rest(numbers: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(number for number in numbers if number not in made.pair)

        rows = rest(self.rows[0]), rest(self.rows[1])
        return replace(self, made=(*self.made, made), rows=rows, came=rest(self.came), drawers=rest(self.drawers))


def step_back(table: Table, least: Value) -> list[Made]:
    """Search depth first over the choices of the walk; the first walk that ends well stands."""
    groups = sorted({table.cards[number].score for number in table.field}, reverse=True)
    found = _down(table, least, tuple(groups), frozenset(), ())
    assert found is not None, "some walk must end well"
    return list(found)


def _down(
    table: Table, least: Value, groups: tuple[Score, ...], came: frozenset[int], made: tuple[Made, ...]
) -> tuple[Made, ...] | None:
    if not groups:
        return made if not came else None
    own = frozenset(number for number in table.field if table.cards[number].score == groups[0])
    group = Group(own, came)
    pairs = tuple(one.pair for one in made)
    target = best_by_trying(table, pairs, table.field.difference(*pairs), group)
    if target is None or target[:2] != least[:2]:
        return None
    in_order = sorted(own, key=table.order)
    rows = (
        tuple(number for number in in_order if table.cards[number].wants_red),
        tuple(number for number in in_order if not table.cards[number].wants_red),
    )
    start = _Step(made, "W5", rows, tuple(sorted(came, key=table.order_above)))
    for end in _ends(table, start):
        if _ends_well(table, end, group, target):
            left = frozenset((*end.rows[0], *end.rows[1], *end.came))
            whole = _down(table, least, groups[1:], left, end.made)
            if whole is not None:
                return whole
    return None


def _ends_well(table: Table, end: _Step, group: Group, target: Value) -> bool:
    pairs = tuple(one.pair for one in end.made)
    free = table.field.difference(*pairs)
    gone = group.everybody.difference(*pairs)
    downs = sum(table.cards[number].downs for number in gone) if table.settings.balance_downs else 0
    reached = (*table.value(pairs, group)[2:4], -downs)
    completed = best_by_trying(table, pairs, free, Group())
    return reached == target[2:] and completed is not None and completed[:2] == target[:2]


def _ends(table: Table, step: _Step) -> Iterator[_Step]:
    """Every end of the walk of a group, in the order in which the walk would come to it."""
    searcher, line = _next_search(table, step)
    if searcher is None:
        if step.stage == "W7":
            yield step
        else:
            yield from _ends(table, _next_stage(table, step))
        return
    open_line = [candidate for candidate in line if not table.met(searcher, candidate)]
    easy = [candidate for candidate in open_line if not table.strains(searcher, candidate)]
    hard = [candidate for candidate in open_line if table.strains(searcher, candidate)]
    for candidate in [*easy, *hard]:
        yield from _ends(table, step.without(Made(searcher, candidate, forced=candidate in hard)))
    yield from _ends(table, replace(step, served=step.served | {searcher}))


def _next_search(table: Table, step: _Step) -> tuple[int | None, tuple[int, ...]]:
    """Who searches next and the line he searches, in this stage."""
    if step.stage == "W5":
        for searcher in step.came:
            if searcher not in step.served:
                reds, blacks = step.rows
                both = (*blacks, *reds) if table.cards[searcher].wants_red else (*reds, *blacks)
                return searcher, (*both, *(one for one in step.came if one != searcher))
    elif step.stage == "W6":
        for searcher in step.drawers:
            if searcher not in step.served:
                return searcher, step.rows[1] if searcher in step.rows[0] else step.rows[0]
    else:
        for row in step.rows:
            for place, searcher in enumerate(row):
                if searcher not in step.served:
                    return searcher, row[place + 1 :]
    return None, ()


def _next_stage(table: Table, step: _Step) -> _Step:
    if step.stage == "W6":
        return replace(step, stage="W7", served=frozenset())
    reds, blacks = step.rows
    if not reds or not blacks:
        return replace(step, stage="W7", served=frozenset())
    heads = (reds[0], blacks[0])
    first = min(heads) if table.number % 2 else max(heads)
    drawing = reds if (len(reds), first != reds[0]) < (len(blacks), first != blacks[0]) else blacks
    return replace(step, stage="W6", served=frozenset(), drawers=drawing)
