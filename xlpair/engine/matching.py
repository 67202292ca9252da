"""Matchings of small graphs: as many vertices covered as possible, the heavier ones first.

Knows no players. A graph is a list of bit masks: bit ``j`` of ``adjacency[i]`` says that ``i`` and ``j`` may be joined.
The search is Edmonds' blossom algorithm, one alternating tree at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

NOBODY = -1


def bits(mask: int) -> Iterator[int]:
    """The positions of the set bits, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def maximum_matching(adjacency: Sequence[int], order: Sequence[int] | None = None) -> list[int]:
    """Each vertex's partner, or NOBODY, in a matching of greatest size.

    Among those it covers a set that is best for ``order`` (heaviest first, all vertices): a vertex is left out only
    where no matching covers it together with all earlier ones that are covered. The sets that matchings can cover form
    a matroid, so this greedy choice leaves out the smallest total weight as well.
    """
    search = AlternatingTree(adjacency)
    kept = 0
    for vertex in range(len(adjacency)) if order is None else order:
        if search.mate[vertex] != NOBODY or search.cover(vertex, kept):
            kept |= 1 << vertex
    return search.mate


def has_perfect_matching(adjacency: Sequence[int]) -> bool:
    """Whether everybody can be joined with somebody at the same time."""
    if len(adjacency) % 2:
        return False
    search = AlternatingTree(adjacency)
    return all(search.mate[vertex] != NOBODY or search.augment(vertex) for vertex in range(len(adjacency)))


def left_over_by_some(adjacency: Sequence[int]) -> int:
    """The vertices that at least one greatest matching leaves out, as a mask (Gallai–Edmonds' D)."""
    search = AlternatingTree(adjacency)
    for vertex in range(len(adjacency)):
        if search.mate[vertex] == NOBODY:
            search.augment(vertex)
    found = 0
    for vertex in range(len(adjacency)):
        if search.mate[vertex] == NOBODY:
            search.grow(vertex)
            found |= search.outer
    return found


class AlternatingTree:
    """A matching and the alternating tree that grows in it.

    ``outer`` (a mask) are the vertices at even distance from the root, those in shrunken blossoms included; ``parent``
    leads from a vertex to the outer vertex before it; ``base`` is the blossom a vertex is shrunk into.
    """

    __slots__ = ("adjacency", "base", "mate", "outer", "parent")

    def __init__(self, adjacency: Sequence[int]) -> None:
        self.adjacency = adjacency
        self.mate = [NOBODY] * len(adjacency)
        self.parent = [NOBODY] * len(adjacency)
        self.base = list(range(len(adjacency)))
        self.outer = 0

    def cover(self, root: int, kept: int) -> bool:
        """Cover ``root``, everybody in ``kept`` staying covered; False where no matching does that.

        Joins one more pair where possible, else gives up a covered vertex that is not in ``kept``.
        """
        if self.augment(root):
            return True
        for vertex in bits(self.outer & ~kept & ~(1 << root)):
            partner = self.mate[vertex]
            self.mate[vertex] = NOBODY
            self._flip(partner)
            return True
        return False

    def augment(self, root: int) -> bool:
        """Join one more pair, ``root`` among them, giving up nobody; False where that cannot be."""
        end = self.grow(root)
        if end == NOBODY:
            return False
        self._flip(end)
        return True

    def grow(self, root: int) -> int:
        """Grow a tree from the exposed ``root``; gives an exposed vertex it reaches, or NOBODY."""
        count = len(self.adjacency)
        self.parent = [NOBODY] * count
        self.base = list(range(count))
        self.outer = 1 << root
        queue = [root]
        for vertex in queue:
            for other in bits(self.adjacency[vertex]):
                if self.base[vertex] == self.base[other] or self.mate[vertex] == other:
                    continue
                if self.outer >> other & 1:
                    self._shrink(vertex, other, queue)
                elif self.parent[other] == NOBODY:
                    self.parent[other] = vertex
                    partner = self.mate[other]
                    if partner == NOBODY:
                        return other
                    self.outer |= 1 << partner
                    queue.append(partner)
        return NOBODY

    def _flip(self, vertex: int) -> None:
        """Exchange joined and unjoined edges on the way from ``vertex`` back to the root."""
        while vertex != NOBODY:
            before = self.parent[vertex]
            following = self.mate[before]
            self.mate[vertex], self.mate[before] = before, vertex
            vertex = following

    def _shrink(self, one: int, two: int, queue: list[int]) -> None:
        """Two outer vertices are adjacent: everything on the circle they close becomes one outer vertex."""
        stem = self._common_base(one, two)
        circle: set[int] = set()
        self._mark(one, stem, two, circle)
        self._mark(two, stem, one, circle)
        for vertex in range(len(self.adjacency)):
            if self.base[vertex] in circle:
                self.base[vertex] = stem
                if not self.outer >> vertex & 1:
                    self.outer |= 1 << vertex
                    queue.append(vertex)

    def _common_base(self, one: int, two: int) -> int:
        seen = set()
        while True:
            one = self.base[one]
            seen.add(one)
            if self.mate[one] == NOBODY:
                break
            one = self.parent[self.mate[one]]
        while self.base[two] not in seen:
            two = self.parent[self.mate[self.base[two]]]
        return self.base[two]

    def _mark(self, vertex: int, stem: int, child: int, circle: set[int]) -> None:
        while self.base[vertex] != stem:
            partner = self.mate[vertex]
            circle |= {self.base[vertex], self.base[partner]}
            self.parent[vertex] = child
            child = partner
            vertex = self.parent[partner]
