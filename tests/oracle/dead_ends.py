"""Whether rounds still to come can all be completed (W12): so many perfect matchings without a common edge."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

Graph: TypeAlias = tuple[int, ...]
"""For each place a mask of the places he may still meet."""


@lru_cache(maxsize=400_000)
def rounds_fit(graph: Graph, rounds: int) -> bool:
    """Whether ``rounds`` perfect matchings without a common edge exist, by exhaustion.

    True shortcuts: a place with fewer opponents than rounds stops it; one with as many needs every one of them; and
    with at least half of all left before every one of the rounds each of them can be completed whatever the others
    were (Dirac).
    """
    if rounds == 0:
        return True
    bare = _without_useless(graph, rounds)
    if bare is None:
        return False
    graph = bare
    degrees = [mask.bit_count() for mask in graph]
    least = min(degrees)
    if least < rounds:
        return False
    if least - (rounds - 1) >= max(2, len(graph)) / 2:
        return True
    pivot = degrees.index(least)
    return any(rounds_fit(rest, rounds - 1) for rest in _rests(graph, pivot))


def _without_useless(graph: Graph, rounds: int) -> Graph | None:
    """The graph without meetings that cannot be, as places with no opponent to spare fill their partners' rounds."""
    masks = list(graph)
    while True:
        tight = sum(1 << at for at, mask in enumerate(masks) if mask.bit_count() <= rounds)
        changed = False
        for one, mask in enumerate(masks):
            needed = (mask & tight).bit_count()
            if mask.bit_count() < rounds or needed > rounds:
                return None
            if needed == rounds and mask & ~tight:
                for two in range(len(masks)):
                    if mask & ~tight & 1 << two:
                        masks[two] &= ~(1 << one)
                masks[one] &= tight
                changed = True
        if not changed:
            return tuple(masks)


def _rests(graph: Graph, pivot: int) -> Iterator[Graph]:
    """What is left after each matching; rounds have no order, so the pivot's partners are taken in rising order."""
    for partner in range(len(graph)):
        if not graph[pivot] >> partner & 1:
            continue
        everybody = (1 << len(graph)) - 1
        for matching in matchings(graph, everybody & ~(1 << pivot) & ~(1 << partner)):
            rest = list(graph)
            for one, two in ((pivot, partner), *matching):
                rest[one] &= ~(1 << two)
                rest[two] &= ~(1 << one)
            for earlier in range(partner):
                rest[pivot] &= ~(1 << earlier)
                rest[earlier] &= ~(1 << pivot)
            yield tuple(rest)


def matchings(graph: Graph, places: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every perfect matching of the places in the mask."""
    if not places:
        yield ()
        return
    one = (places & -places).bit_length() - 1
    rest = places & ~(1 << one)
    for two in range(one + 1, len(graph)):
        if rest >> two & 1 and graph[one] >> two & 1:
            for tail in matchings(graph, rest & ~(1 << two)):
                yield ((one, two), *tail)
