"""One way of the judge: W5–W7 walked once, with a weighted matching before every pair."""

from __future__ import annotations

import heapq

import networkx as nx

from oracle.table import Group, Made, Pair, Table, Value


def best_by_weight(table: Table, made: tuple[Pair, ...], free: frozenset[int], group: Group) -> Value | None:
    """Best, by maximum weight matching; W12 is tried on one complete pairing after the other, the best first."""
    edges = frozenset(frozenset((one, two)) for one in free for two in free if one < two and not table.met(one, two))
    counter = 0
    first = _heaviest(table, edges, free, group)
    heap: list[tuple[int, int, frozenset[Pair], tuple[Pair, ...], frozenset[Pair]]] = []
    if first is not None:
        heap.append((-_weight(table.value(first, group)), counter, first, (), edges))
    while heap:
        _, _, found, kept, allowed = heapq.heappop(heap)
        if table.plays_on((*made, *found)):
            return table.value((*made, *found), group)
        fixed = kept
        for pair in sorted(found - set(kept), key=sorted):
            without = allowed - {pair}
            still = free.difference(*fixed)
            rest = _heaviest(table, without, still, group)
            if rest is not None:
                counter += 1
                whole = rest.union(fixed)
                heapq.heappush(heap, (-_weight(table.value(whole, group)), counter, whole, fixed, without))
            fixed = (*fixed, pair)
    return None


def _weight(value: Value) -> int:
    total = 0
    for part in value:
        total = total * 1000 + part
    return total


def _heaviest(table: Table, edges: frozenset[Pair], free: frozenset[int], group: Group) -> frozenset[Pair] | None:
    graph = nx.Graph()
    graph.add_nodes_from(sorted(free))
    for one, two in sorted(tuple(sorted(pair)) for pair in edges if pair <= free):
        graph.add_edge(one, two, weight=_weight(table.value((frozenset((one, two)),), group)))
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return frozenset(frozenset(pair) for pair in found) if 2 * len(found) == len(free) else None


def look_ahead(table: Table, least: Value) -> list[Made]:
    """Walk once, never back (W2, W5–W8)."""
    made: list[Made] = []
    came: list[int] = []
    for score in sorted({table.cards[number].score for number in table.field}, reverse=True):
        own = [number for number in sorted(table.field) if table.cards[number].score == score]
        came = _Walker(table, least, made, Group(frozenset(own), frozenset(came))).walk()
    assert not came, f"left over below the last group: {came}"
    return made


class _Walker:
    """The walk of one group, looking ahead before every pair."""

    def __init__(self, table: Table, least: Value, made: list[Made], group: Group) -> None:
        self.table = table
        self.made = made
        self.group = group
        self.free = set(group.everybody)
        self.target = self.best_after()
        assert self.target is not None, "the walk must never meet a dead end"
        assert self.target[:2] == least[:2], "the walk must never let more through than the least"

    def best_after(self, *new: Pair) -> Value | None:
        made = (*(one.pair for one in self.made), *new)
        return best_by_weight(self.table, made, self.table.field.difference(*made), self.group)

    def walk(self) -> list[int]:
        came = sorted(self.group.came, key=self.table.order_above)
        reds = sorted((one for one in self.group.own if self.table.cards[one].wants_red), key=self.table.order)
        blacks = sorted((one for one in self.group.own if not self.table.cards[one].wants_red), key=self.table.order)
        for searcher in came:
            other, own = (blacks, reds) if self.table.cards[searcher].wants_red else (reds, blacks)
            self.search(searcher, [*other, *own, *came])
        reds, blacks = self.only_free(reds), self.only_free(blacks)
        drawing, other = (reds, blacks) if self.reds_draw(reds, blacks) else (blacks, reds)
        for searcher in drawing:
            self.search(searcher, other)
        for row in (reds, blacks):
            for place, searcher in enumerate(row):
                self.search(searcher, row[place + 1 :])
        return sorted(self.free)

    def only_free(self, row: list[int]) -> list[int]:
        return [one for one in row if one in self.free]

    def reds_draw(self, reds: list[int], blacks: list[int]) -> bool:
        if len(reds) != len(blacks) or not reds:
            return len(reds) < len(blacks)
        return reds[0] < blacks[0] if self.table.number % 2 else reds[0] > blacks[0]

    def search(self, searcher: int, line: list[int]) -> None:
        if searcher not in self.free:
            return
        second: int | None = None
        for candidate in line:
            if candidate == searcher or candidate not in self.free or self.table.met(searcher, candidate):
                continue
            if self.best_after(frozenset((searcher, candidate))) != self.target:
                continue
            if not self.table.strains(searcher, candidate):
                self.take(Made(searcher, candidate))
                return
            if second is None:
                second = candidate
        if second is not None:
            self.take(Made(searcher, second, forced=True))

    def take(self, made: Made) -> None:
        self.made.append(made)
        self.free -= made.pair
