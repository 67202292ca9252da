"""Cheapest perfect matchings of small graphs. Knows no players.

The primal-dual form of Edmonds' algorithm with dense tables, O(n³): a *node* is a vertex (0 … n−1) or a blossom
(n … 2n−1) shrunk from an odd circle of nodes. Every vertex has a dual, every blossom too; an edge is tight when its
two duals are just its weight. The matching grows along tight edges; when it cannot, the duals move until it can.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

NONE: Final = -1
FREE, EVEN, ODD = range(3)
_FAR: Final = 1 << 200


def cheapest_perfect_matching(costs: Sequence[Sequence[int | None]]) -> tuple[int, list[int]] | None:
    """The smallest total cost of a perfect matching and each vertex's partner; None where there is none.

    ``costs`` is square and symmetric, whole numbers from 0; None = may not be joined.
    """
    count = len(costs)
    if count % 2:
        return None
    dearest = max((cost for row in costs for cost in row if cost is not None), default=0)
    lift = (count // 2 + 1) * (dearest + 1)
    weights = [[0 if cost is None else lift - cost for cost in row] for row in costs]
    mate = _Search(weights).run()
    if NONE in mate:
        return None
    total = 0
    for vertex, partner in enumerate(mate):
        cost = costs[vertex][partner]
        if vertex < partner and cost is not None:
            total += cost
    return total, mate


class _Search:
    """One run. ``best[p][x]`` is the tightest edge between nodes p and x as (vertex in p, vertex in x)."""

    def __init__(self, weights: list[list[int]]) -> None:
        self.weights = weights
        self.count = count = len(weights)
        self.nodes = count
        size = count * 2
        self.best: list[list[tuple[int, int] | None]] = [[None] * size for _ in range(size)]
        for u in range(count):
            for v in range(count):
                if weights[u][v]:
                    self.best[u][v] = (u, v)
        self.dual = [max(map(max, weights), default=0)] * count + [0] * count
        self.mate = [NONE] * size
        self.top: list[int] = [*range(count), *([NONE] * count)]
        self.petals: list[list[int]] = [[] for _ in range(size)]
        self.within: list[list[int]] = [[NONE] * count for _ in range(size)]
        for v in range(count):
            self.within[v][v] = v
        self.label = [FREE] * size
        self.entry = [NONE] * size
        self.nearest = [NONE] * size
        self.queue: list[int] = []

    def run(self) -> list[int]:
        while self._phase():
            pass
        return self.mate[: self.count]

    def _slack(self, edge: tuple[int, int]) -> int:
        u, v = edge
        return self.dual[u] + self.dual[v] - 2 * self.weights[u][v]

    def _phase(self) -> bool:
        """Grow trees from all exposed nodes until one more pair is joined; False when nothing more can be."""
        size = len(self.top)
        self.label = [FREE] * size
        self.nearest = [NONE] * size
        self.entry = [NONE] * size
        self.queue = []
        for x in range(self.nodes):
            if self.top[x] == x and self.mate[x] == NONE:
                self.label[x] = EVEN
                self._enqueue(x)
        if not self.queue:
            return False
        while True:
            if self._scan():
                return True
            if not self._move_duals():
                return False
            if self._use_tight():
                return True
            self._open_spent_blossoms()

    def _scan(self) -> bool:
        while self.queue:
            u = self.queue.pop()
            if self.label[self.top[u]] == ODD:
                continue
            for v in range(self.count):
                if not self.weights[u][v] or self.top[u] == self.top[v]:
                    continue
                if self._slack((u, v)) == 0:
                    if self._join((u, v)):
                        return True
                else:
                    self._note_nearest(u, self.top[v])
        return False

    def _move_duals(self) -> bool:
        """Move all duals by the largest step that keeps the edges' rule; False when no even vertex may go lower."""
        step = _FAR
        for b in range(self.count, self.nodes):
            if self.top[b] == b and self.label[b] == ODD:
                step = min(step, self.dual[b] // 2)
        for x in range(self.nodes):
            edge = self._nearest_edge(x)
            if edge is not None and self.label[x] != ODD:
                step = min(step, self._slack(edge) // (2 if self.label[x] == EVEN else 1))
        lowest = min((self.dual[v] for v in range(self.count) if self.label[self.top[v]] == EVEN), default=_FAR)
        if lowest <= step:
            return False
        for v in range(self.count):
            label = self.label[self.top[v]]
            self.dual[v] += step if label == ODD else -step if label == EVEN else 0
        for b in range(self.count, self.nodes):
            if self.top[b] == b:
                self.dual[b] += 2 * step if self.label[b] == EVEN else -2 * step if self.label[b] == ODD else 0
        return True

    def _nearest_edge(self, x: int) -> tuple[int, int] | None:
        if self.top[x] != x or self.nearest[x] == NONE:
            return None
        return self.best[self.nearest[x]][x]

    def _use_tight(self) -> bool:
        self.queue = []
        for x in range(self.nodes):
            edge = self._nearest_edge(x)
            if edge is not None and self.top[self.nearest[x]] != x and self._slack(edge) == 0 and self._join(edge):
                return True
        return False

    def _open_spent_blossoms(self) -> None:
        for b in range(self.count, self.nodes):
            if self.top[b] == b and self.label[b] == ODD and self.dual[b] == 0:
                self._expand(b)

    def _note_nearest(self, u: int, x: int) -> None:
        new, old = self.best[u][x], self._nearest_edge(x)
        if new is not None and (old is None or self._slack(new) < self._slack(old)):
            self.nearest[x] = u

    def _find_nearest(self, x: int) -> None:
        self.nearest[x] = NONE
        for u in range(self.count):
            if self.best[u][x] is not None and self.top[u] != x and self.label[self.top[u]] == EVEN:
                self._note_nearest(u, x)

    def _enqueue(self, x: int) -> None:
        if x < self.count:
            self.queue.append(x)
        else:
            for petal in self.petals[x]:
                self._enqueue(petal)

    def _set_top(self, x: int, top: int) -> None:
        self.top[x] = top
        for petal in self.petals[x]:
            self._set_top(petal, top)

    def _join(self, edge: tuple[int, int]) -> bool:
        """Use a tight edge out of an even node; True when the matching has grown."""
        u, v = self.top[edge[0]], self.top[edge[1]]
        if self.label[v] == FREE:
            self.entry[v] = edge[0]
            self.label[v] = ODD
            following = self.top[self.mate[v]]
            self.nearest[v] = self.nearest[following] = NONE
            self.label[following] = EVEN
            self._enqueue(following)
        elif self.label[v] == EVEN:
            meeting = self._meeting(u, v)
            if meeting == NONE:
                self._augment(u, v)
                self._augment(v, u)
                return True
            self._shrink(u, meeting, v)
        return False

    def _step_up(self, x: int) -> int:
        """The even node two steps nearer to the root, NONE at the root."""
        if self.mate[x] == NONE:
            return NONE
        return self.top[self.entry[self.top[self.mate[x]]]]

    def _meeting(self, u: int, v: int) -> int:
        seen = set()
        while u != NONE or v != NONE:
            if u != NONE:
                if u in seen:
                    return u
                seen.add(u)
                u = self._step_up(u)
            u, v = v, u
        return NONE

    def _shrink(self, u: int, stem: int, v: int) -> None:
        b = next((b for b in range(self.count, self.nodes) if self.top[b] == NONE), self.nodes)
        self.nodes = max(self.nodes, b + 1)
        self.dual[b] = 0
        self.label[b] = EVEN
        self.mate[b] = self.mate[stem]
        self.petals[b] = [stem, *reversed(self._side(u, stem)), *self._side(v, stem)]
        self._set_top(b, b)
        self._merge_tables(b)
        self._find_nearest(b)

    def _side(self, x: int, stem: int) -> list[int]:
        """The nodes from ``x`` up to, not including, ``stem``; the odd ones become even."""
        side = []
        while x != stem:
            odd = self.top[self.mate[x]]
            side += [x, odd]
            self._enqueue(odd)
            x = self._step_up(x)
        return side

    def _merge_tables(self, b: int) -> None:
        for x in range(len(self.top)):
            self.best[b][x] = self.best[x][b] = None
        self.within[b] = [NONE] * self.count
        for petal in self.petals[b]:
            for x in range(self.nodes):
                new, old = self.best[petal][x], self.best[b][x]
                if new is not None and (old is None or self._slack(new) < self._slack(old)):
                    self.best[b][x] = new
                    self.best[x][b] = (new[1], new[0])
            for v in range(self.count):
                if self.within[petal][v] != NONE:
                    self.within[b][v] = petal

    def _turn(self, b: int, petal: int) -> int:
        """The even position of a petal, the circle being turned round where it stands at an odd one."""
        at = self.petals[b].index(petal)
        if at % 2 == 0:
            return at
        self.petals[b][1:] = reversed(self.petals[b][1:])
        return len(self.petals[b]) - at

    def _set_mate(self, x: int, y: int) -> None:
        edge = self.best[x][y]
        assert edge is not None
        self.mate[x] = edge[1]
        if x < self.count:
            return
        petal = self.within[x][edge[0]]
        at = self._turn(x, petal)
        for i in range(at):
            self._set_mate(self.petals[x][i], self.petals[x][i ^ 1])
        self._set_mate(petal, y)
        self.petals[x] = self.petals[x][at:] + self.petals[x][:at]

    def _augment(self, x: int, y: int) -> None:
        while True:
            before = self.mate[x]
            following = NONE if before == NONE else self.top[before]
            self._set_mate(x, y)
            if following == NONE:
                return
            x, y = self.top[self.entry[following]], following
            self._set_mate(y, x)

    def _expand(self, b: int) -> None:
        """Open an odd blossom whose dual is spent: its even path stays in the tree, the rest is free."""
        for petal in self.petals[b]:
            self._set_top(petal, petal)
        edge = self.best[b][self.entry[b]]
        assert edge is not None
        first = self.within[b][edge[0]]
        at = self._turn(b, first)
        for i in range(0, at, 2):
            inner, outer = self.petals[b][i], self.petals[b][i + 1]
            link = self.best[outer][inner]
            assert link is not None
            self.entry[inner] = link[0]
            self.label[inner], self.label[outer] = ODD, EVEN
            self.nearest[inner] = NONE
            self._find_nearest(outer)
            self._enqueue(outer)
        self.label[first], self.entry[first] = ODD, self.entry[b]
        for petal in self.petals[b][at + 1 :]:
            self.label[petal] = FREE
            self._find_nearest(petal)
        self.top[b] = NONE
        self.petals[b] = []
