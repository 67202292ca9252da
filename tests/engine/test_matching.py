"""Matchings against networkx, an implementation of its own."""

from __future__ import annotations

import random

import networkx as nx
import pytest

from xlpair.engine.matching import NOBODY, has_perfect_matching, left_over_by_some, maximum_matching
from xlpair.engine.weighted import cheapest_perfect_matching

Costs = list[list[int | None]]


def random_costs(rng: random.Random, count: int, density: float, dearest: int) -> Costs:
    costs: Costs = [[None] * count for _ in range(count)]
    for one in range(count):
        for two in range(one):
            if rng.random() < density:
                costs[one][two] = costs[two][one] = rng.randint(0, dearest)
    return costs


def adjacency(costs: Costs) -> list[int]:
    return [sum(1 << other for other, cost in enumerate(row) if cost is not None) for row in costs]


def graph_of(costs: Costs, weight: object = None) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from(range(len(costs)))
    for one, row in enumerate(costs):
        for two, cost in enumerate(row[:one]):
            if cost is not None:
                graph.add_edge(one, two, weight=-cost)
    return graph


def cases(seed: int, count: int, sizes: tuple[int, ...]) -> list[Costs]:
    rng = random.Random(seed)
    return [
        random_costs(rng, rng.choice(sizes), rng.choice((0.2, 0.3, 0.5, 0.8, 1.0)), rng.choice((0, 1, 2, 5, 100)))
        for _ in range(count)
    ]


def test_cheapest_perfect_matching_costs_what_networkx_finds() -> None:
    missing = 0
    for costs in cases(1, 1500, (2, 4, 6, 8, 10, 12, 16, 24)):
        graph = graph_of(costs)
        other = nx.max_weight_matching(graph, maxcardinality=True)
        found = cheapest_perfect_matching(costs)
        if 2 * len(other) < len(costs):
            missing += 1
            assert found is None
            continue
        assert found is not None
        price, mate = found
        assert price == -sum(graph[one][two]["weight"] for one, two in other)
        assert all(mate[mate[one]] == one and costs[one][mate[one]] is not None for one in range(len(costs)))
        assert price == sum(costs[one][two] or 0 for one, two in enumerate(mate) if one < two)
    assert 100 < missing < 1400


def test_greatest_matching_is_as_great_as_networkx_finds() -> None:
    for costs in cases(2, 1500, (1, 2, 3, 5, 8, 11, 15, 30)):
        graph = graph_of(costs)
        size = len(nx.max_weight_matching(graph, maxcardinality=True))
        mate = maximum_matching(adjacency(costs))
        assert sum(partner != NOBODY for partner in mate) == 2 * size
        assert has_perfect_matching(adjacency(costs)) == (2 * size == len(costs))


def test_greatest_matching_covers_the_heaviest_vertices() -> None:
    rng = random.Random(3)
    for costs in cases(4, 600, (3, 5, 7, 9, 11, 13)):
        weights = [rng.randint(0, 4) for _ in costs]
        order = sorted(range(len(costs)), key=lambda vertex: (-weights[vertex], vertex))
        mate = maximum_matching(adjacency(costs), order)
        covered = sum(weight for weight, partner in zip(weights, mate, strict=True) if partner != NOBODY)
        graph = graph_of(costs)
        for one, two in graph.edges:
            graph[one][two]["weight"] = 1000 + weights[one] + weights[two]
        best = nx.max_weight_matching(graph)
        assert covered == sum(weights[one] + weights[two] for one, two in best)
        assert sum(partner != NOBODY for partner in mate) == 2 * len(best)


def test_left_over_by_some_is_what_removing_a_vertex_shows() -> None:
    for costs in cases(5, 300, (3, 4, 5, 6, 7, 9)):
        graph = graph_of(costs)
        size = len(nx.max_weight_matching(graph, maxcardinality=True))
        found = left_over_by_some(adjacency(costs))
        for vertex in list(graph):
            rest = graph.copy()
            rest.remove_node(vertex)
            missed = len(nx.max_weight_matching(rest, maxcardinality=True)) == size
            assert missed == bool(found >> vertex & 1)


@pytest.mark.parametrize("count", [1, 3, 5])
def test_an_odd_field_has_no_perfect_matching(count: int) -> None:
    costs: Costs = [[None if one == two else 0 for two in range(count)] for one in range(count)]
    assert cheapest_perfect_matching(costs) is None
    assert not has_perfect_matching(adjacency(costs))


def test_nobody_at_all_is_paired_at_no_cost() -> None:
    assert cheapest_perfect_matching([]) == (0, [])
