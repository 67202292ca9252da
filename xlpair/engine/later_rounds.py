"""Not into a dead end: whether the rounds still to come can be paired after this one (W12).

Rounds to come are disjoint perfect matchings of the graph of those who have not met. An odd field has one vertex more,
the rest, which nobody meets twice; only what is called certainly impossible is so with second rests, too. Fields of up
to EXACT_FIELD players are looked through to the last round; for larger ones only the next round is. Every search stops
after a fixed number of steps, so that the answer never depends on the machine; what is not shown in so many steps
counts as impossible, and the way already known is kept. One way that fits is looked for first, with few steps for each
candidate: a single hard candidate must not use up the steps of them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from xlpair.engine.matching import NOBODY, bits, has_perfect_matching
from xlpair.engine.records import Record
from xlpair.engine.weighted import cheapest_perfect_matching

EXACT_FIELD: Final = 14
REST: Final = 0
_STEPS: Final = 4_000
_GLANCE: Final = 60

Graph = tuple[int, ...]
Costs = Sequence[Sequence[int | None]]
Plan = tuple[int, list[int]]


def rounds_ahead(records: Mapping[int, Record], field: Sequence[int], round_number: int, last_round: int) -> int:
    """How many rounds after this one W12 has to look at; 0 where nothing can run dead.

    ``field`` is everybody who plays or rests in this round. A complete pairing exists for certain while nobody has
    met half of the others (Dirac), which in an ordinary event is up to round n/2.
    Rule: W12
    """
    vertices = len(field) + len(field) % 2
    met = _most_met(records, field)
    ahead = last_round - round_number if len(field) <= EXACT_FIELD else min(1, last_round - round_number)
    return 0 if ahead <= 0 or vertices >= 2 * (met + 1 + ahead) else ahead


def _most_met(records: Mapping[int, Record], field: Sequence[int]) -> int:
    return max((len(records[number].met) + records[number].byes for number in field), default=0)


def runs_dead(records: Mapping[int, Record], field: Sequence[int], rounds: int) -> bool:
    """Whether it is certain that so many more rounds of the field cannot all be paired.

    Nobody is to rest twice, but where nothing else is left somebody does: a rest alone never makes a round impossible.
    Rule: W12, B2
    """
    odd = (REST,) if len(field) % 2 else ()
    if len(field) + len(odd) >= 2 * (_most_met(records, field) + rounds):
        return False
    left = LaterRounds(records, (*field, *odd), None, rounds)
    if odd:
        left.let_rest_again()
    return left.none_possible()


class LaterRounds:
    """What this round's pairs leave for the ``ahead`` rounds after it.

    ``bye`` is the player who rests in this round, None in an even field.
    """

    def __init__(self, records: Mapping[int, Record], playing: Sequence[int], bye: int | None, ahead: int) -> None:
        self._vertices = [*playing, *(() if bye is None else (bye, REST))]
        self._place = {number: index for index, number in enumerate(self._vertices)}
        self._ahead = ahead
        self._graph = self._not_met(records)
        self._paired: set[int] = set()
        self._known: dict[tuple[Graph, int], bool] = {}
        self._steps = 0
        self._stop_at = 0
        self._resting: int | None = None
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

    def let_rest_again(self) -> None:
        """Everybody may rest in every later round, whether he has rested or not.

        Rule: B2
        """
        self._resting = self._place[REST]
        for index in range(len(self._graph)):
            if index != self._resting:
                self._graph[index] |= 1 << self._resting
                self._graph[self._resting] |= 1 << index

    def none_possible(self) -> bool:
        """Whether the later rounds fit in no way at all, whatever this one is; False where the steps do not show it."""
        self._steps, self._stop_at = _STEPS, 0
        return not self._packs(tuple(self._graph), self._ahead) and self._steps >= 0

    def fix(self, one: int, two: int) -> None:
        """The two meet in this round."""
        first, second = self._place[one], self._place[two]
        _cut(self._graph, first, second)
        self._paired |= {first, second}

    def cheapest(self, numbers: Sequence[int], costs: Costs, pair: tuple[int, ...], bound: int | None) -> Plan | None:
        """A cheapest way to pair ``numbers`` that leaves the rounds to come possible, ``pair`` being made besides.

        With ``bound`` any way is good that costs no more. None where there is none (or none was found in time).
        Rule: W12
        """
        places = [self._place[number] for number in numbers]
        graph = list(self._graph)
        paired = set(self._paired)
        if pair:
            first, second = self._place[pair[0]], self._place[pair[1]]
            _cut(graph, first, second)
            paired |= {first, second}
        needs = [self._ahead + (place not in paired) for place in range(len(graph))]
        if not _keep_needed(graph, needs):
            return None
        possible = _only(costs, places, graph)
        plain = cheapest_perfect_matching(possible)
        if plain is None or (bound is not None and plain[0] > bound):
            return None
        self._steps = _STEPS
        if self._leaves(graph, places, plain[1], _STEPS // 4):
            return plain
        return self._best(graph, places, possible, plain[0], bound)

    def _best(
        self, graph: list[int], places: Sequence[int], costs: Costs, least: int, bound: int | None
    ) -> Plan | None:
        """Some way that fits, found with a glance at each; then the cheapest one, as far as the steps reach."""
        limit = [1 << 200 if bound is None else bound + 1]
        self._steps = _STEPS // 2
        best = next(self._fitting(graph, places, costs, limit, _GLANCE), None)
        if best is not None and (bound is not None or best[0] == least):
            return best
        self._steps = _STEPS
        for plan in self._fitting(graph, places, costs, limit, _STEPS):
            best = plan
            if plan[0] == least or bound is not None:
                break
        return best

    def _fitting(
        self, graph: list[int], places: Sequence[int], costs: Costs, limit: list[int], glance: int
    ) -> Iterator[Plan]:
        """Ways to pair this round that leave the others possible, each cheaper than the one before."""
        for price, mate in _matchings(costs, limit):
            self._steps -= 1
            if self._steps < 0:
                return
            if self._leaves(graph, places, mate, glance):
                limit[0] = price
                yield price, list(mate)

    def _leaves(self, graph: Sequence[int], places: Sequence[int], mate: Sequence[int], glance: int) -> bool:
        """Whether the later rounds fit after this one; False, too, where ``glance`` steps do not show it."""
        self._stop_at = max(self._steps - glance, 0)
        rest = list(graph)
        for index, other in enumerate(mate):
            if index < other:
                _cut(rest, places[index], places[other])
        return self._packs(tuple(rest), self._ahead)

    def _packs(self, graph: Graph, rounds: int) -> bool:
        """Whether so many disjoint perfect matchings lie in the graph."""
        least = min(map(int.bit_count, graph), default=rounds)
        if rounds == 0 or 2 * (least - rounds + 1) >= len(graph):
            return True
        if least < rounds and self._resting is None:
            return False
        if rounds == 1:
            return has_perfect_matching(graph)
        known = self._known.get((graph, rounds))
        if known is None:
            known = self._packs_by_trial(list(graph), rounds)
            if known or self._steps >= self._stop_at:
                self._known[graph, rounds] = known
        return known

    def _packs_by_trial(self, graph: list[int], rounds: int) -> bool:
        """Take the vertex with fewest edges; one of the matchings holds its first edge, or none does."""
        while self._may_pack(graph, rounds):
            vertex = min(range(len(graph)), key=lambda at: graph[at].bit_count())
            other = next(bits(graph[vertex]))
            for matching in _perfect_matchings(graph, vertex, other):
                self._steps -= 1
                if self._steps < self._stop_at:
                    return False
                met = (pair for pair in matching if self._resting not in pair)
                if self._packs(_without(graph, met), rounds - 1):
                    return True
            _cut(graph, vertex, other)
        return False

    def _may_pack(self, graph: list[int], rounds: int) -> bool:
        """False where the graph is seen at once to hold too little; edges to a rest that comes again never run out."""
        if self._resting is None and not _keep_needed(graph, [rounds] * len(graph)):
            return False
        return has_perfect_matching(graph)


def _cut(graph: list[int], one: int, two: int) -> None:
    graph[one] &= ~(1 << two)
    graph[two] &= ~(1 << one)


def _keep_needed(graph: list[int], needs: Sequence[int]) -> bool:
    """Cut edges that no way can use; False where somebody has fewer edges left than he needs.

    Who has just as many edges as he needs will use them all. Whoever has as many of such neighbours as he needs
    himself can use no other edge.
    """
    changed = True
    while changed:
        changed = False
        tight = 0
        for vertex, edges in enumerate(graph):
            if edges.bit_count() < needs[vertex]:
                return False
            if edges.bit_count() == needs[vertex]:
                tight |= 1 << vertex
        for vertex, need in enumerate(needs):
            claimed = graph[vertex] & tight
            if claimed.bit_count() > need:
                return False
            if claimed.bit_count() == need and graph[vertex] != claimed:
                for other in bits(graph[vertex] & ~claimed):
                    _cut(graph, vertex, other)
                changed = True
                break
    return True


def _only(costs: Costs, places: Sequence[int], graph: Sequence[int]) -> list[list[int | None]]:
    """The costs of those pairs whose edge is left in the graph."""
    return [
        [cost if graph[places[one]] >> places[two] & 1 else None for two, cost in enumerate(row)]
        for one, row in enumerate(costs)
    ]


def _without(graph: Sequence[int], matching: Iterable[tuple[int, int]]) -> Graph:
    rest = list(graph)
    for one, two in matching:
        _cut(rest, one, two)
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


def _matchings(costs: Costs, limit: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """All perfect matchings cheaper than ``limit[0]`` (which may fall on the way), cheap partners first."""
    count = len(costs)
    mate = [NOBODY] * count
    by_price = [sorted((price, at) for at, price in enumerate(row) if price is not None) for row in costs]

    def extend(vertex: int, price: int) -> Iterator[tuple[int, list[int]]]:
        while vertex < count and mate[vertex] != NOBODY:
            vertex += 1
        if vertex == count:
            yield price, mate
            return
        for cost, other in by_price[vertex]:
            if price + cost >= limit[0]:
                break
            if mate[other] == NOBODY:
                mate[vertex], mate[other] = other, vertex
                yield from extend(vertex + 1, price + cost)
                mate[vertex] = mate[other] = NOBODY

    return extend(0, 0)
