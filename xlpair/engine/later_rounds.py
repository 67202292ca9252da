"""Not into a dead end: whether the rounds still to come can be paired after this one (W12).

Rounds to come are disjoint perfect matchings of the graph of those who have not met. An odd field has one vertex more,
the rest, which nobody meets twice. Fields of up to EXACT_FIELD players are looked through to the last round; for larger
ones only the next round is. Every search stops after a fixed number of steps, so that the answer never depends on the
machine; what is not shown in so many steps counts as impossible, and the way already known is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from xlpair.engine.matching import NOBODY, bits, has_perfect_matching
from xlpair.engine.records import Record
from xlpair.engine.weighted import cheapest_perfect_matching

EXACT_FIELD: Final = 14
REST: Final = 0
_STEPS: Final = 20_000

Graph = tuple[int, ...]
Plan = tuple[int, list[int]]


def may_run_dead(records: Mapping[int, Record], field: Sequence[int], round_number: int, last_round: int) -> bool:
    """Whether W12 has to be looked at in this round at all.

    ``field`` is everybody who plays or rests in this round. A complete pairing exists for certain while nobody has
    met half of the others (Dirac), which in an ordinary event is up to round n/2.
    Rule: W12
    """
    if round_number >= last_round:
        return False
    vertices = len(field) + len(field) % 2
    met = max((len(records[number].met) + records[number].byes for number in field), default=0)
    ahead = last_round - round_number if len(field) <= EXACT_FIELD else 1
    return vertices < 2 * (met + 1 + ahead)


class LaterRounds:
    """What this round's pairs leave for the rounds to come.

    ``bye`` is the player who rests in this round, None in an even field.
    """

    def __init__(
        self, records: Mapping[int, Record], field: Sequence[int], bye: int | None, round_number: int, last_round: int
    ) -> None:
        self._vertices = [*field, *(() if bye is None else (bye, REST))]
        self._place = {number: index for index, number in enumerate(self._vertices)}
        exact = len(field) + (bye is not None) <= EXACT_FIELD
        self._ahead = last_round - round_number if exact else 1
        self._graph = self._not_met(records)
        self._known: dict[tuple[Graph, int], bool] = {}
        self._steps = 0
        if bye is not None:
            self.fix(bye, REST)

    def _not_met(self, records: Mapping[int, Record]) -> list[int]:
        graph = [0] * len(self._vertices)
        for index, one in enumerate(self._vertices):
            for other in range(index):
                two = self._vertices[other]
                met = records[two].byes > 0 if one == REST else two in records[one].met
                if not met:
                    graph[index] |= 1 << other
                    graph[other] |= 1 << index
        return graph

    def fix(self, one: int, two: int) -> None:
        """The two meet in this round."""
        first, second = self._place[one], self._place[two]
        self._graph[first] &= ~(1 << second)
        self._graph[second] &= ~(1 << first)

    def cheapest(
        self,
        numbers: Sequence[int],
        costs: Sequence[Sequence[int | None]],
        pair: tuple[int, ...],
        bound: int | None,
    ) -> Plan | None:
        """A cheapest way to pair ``numbers`` that leaves the rounds to come possible, ``pair`` being made besides.

        With ``bound`` any way is good that costs no more. None where there is none (or none was found in time).
        Rule: W12
        """
        plain = cheapest_perfect_matching(costs)
        if plain is None or (bound is not None and plain[0] > bound):
            return None
        places = [self._place[number] for number in numbers]
        edges = [(self._place[pair[0]], self._place[pair[1]])] if pair else []
        self._steps = _STEPS
        if self._leaves(places, plain[1], edges):
            return plain
        best: Plan | None = None
        for price, mate in _matchings(costs):
            self._steps -= 1
            if self._steps < 0:
                break
            if (bound is not None and price > bound) or (best is not None and price >= best[0]):
                continue
            if self._leaves(places, mate, edges):
                best = price, list(mate)
                if price == plain[0] or bound is not None:
                    break
        return best

    def possible(self) -> bool:
        """Whether the rounds to come can be paired as things stand."""
        self._steps = _STEPS
        return self._packs(tuple(self._graph), self._ahead)

    def _leaves(self, places: Sequence[int], mate: Sequence[int], edges: list[tuple[int, int]]) -> bool:
        graph = list(self._graph)
        made = [(places[index], places[other]) for index, other in enumerate(mate) if index < other]
        for first, second in (*made, *edges):
            graph[first] &= ~(1 << second)
            graph[second] &= ~(1 << first)
        return self._packs(tuple(graph), self._ahead)

    def _packs(self, graph: Graph, rounds: int) -> bool:
        """Whether so many disjoint perfect matchings lie in the graph."""
        least = min(map(int.bit_count, graph), default=rounds)
        if rounds == 0 or 2 * (least - rounds + 1) >= len(graph):
            return True
        if least < rounds:
            return False
        if rounds == 1:
            return has_perfect_matching(graph)
        known = self._known.get((graph, rounds))
        if known is None:
            known = self._known[graph, rounds] = self._packs_by_trial(list(graph), rounds)
        return known

    def _packs_by_trial(self, graph: list[int], rounds: int) -> bool:
        """Take the vertex with fewest edges; one of the matchings holds its first edge, or none does."""
        vertex = min(range(len(graph)), key=lambda at: graph[at].bit_count())
        while graph[vertex].bit_count() >= rounds:
            other = next(bits(graph[vertex]))
            for matching in _perfect_matchings(graph, vertex, other):
                self._steps -= 1
                if self._steps < 0:
                    return False
                if self._packs(_without(graph, matching), rounds - 1):
                    return True
            graph[vertex] &= ~(1 << other)
            graph[other] &= ~(1 << vertex)
        return False


def _without(graph: Sequence[int], matching: Sequence[tuple[int, int]]) -> Graph:
    rest = list(graph)
    for one, two in matching:
        rest[one] &= ~(1 << two)
        rest[two] &= ~(1 << one)
    return tuple(rest)


def _perfect_matchings(graph: Sequence[int], one: int, two: int) -> Iterator[list[tuple[int, int]]]:
    """All perfect matchings that hold the edge, in a fixed order."""
    free = ((1 << len(graph)) - 1) & ~(1 << one) & ~(1 << two)
    made = [(one, two)]

    def extend(free: int) -> Iterator[list[tuple[int, int]]]:
        if not free:
            yield made
            return
        vertex = min(bits(free), key=lambda at: ((graph[at] & free).bit_count(), at))
        for other in bits(graph[vertex] & free):
            made.append((vertex, other))
            yield from extend(free & ~(1 << vertex) & ~(1 << other))
            made.pop()

    return extend(free)


def _matchings(costs: Sequence[Sequence[int | None]]) -> Iterator[tuple[int, list[int]]]:
    """All perfect matchings with their prices, partners in order of price for each vertex in turn."""
    count = len(costs)
    mate = [NOBODY] * count
    by_price = [
        [other for _, other in sorted((price, at) for at, price in enumerate(row) if price is not None)]
        for row in costs
    ]

    def extend(vertex: int, price: int) -> Iterator[tuple[int, list[int]]]:
        while vertex < count and mate[vertex] != NOBODY:
            vertex += 1
        if vertex == count:
            yield price, mate
            return
        for other in by_price[vertex]:
            if mate[other] == NOBODY and other != vertex:
                mate[vertex], mate[other] = other, vertex
                yield from extend(vertex + 1, price + (costs[vertex][other] or 0))
                mate[vertex] = mate[other] = NOBODY

    return extend(0, 0)
