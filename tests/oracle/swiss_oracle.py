"""The independent judge of the Swiss engine: rules W1–W12, C1–C4, B1, B2 and B6, as literally as the text allows.

It shares nothing with the engine but the model, and it does every round twice:

* ``look_ahead``: the walk of W5–W7 once through; before every pair a weighted matching (networkx) tells whether 3 and
  4 of W9 still hold after it. W12 is no weight: complete pairings are taken from the best downward (Murty) until one
  leaves the rounds to come possible.
* ``step_back``: the walk as a depth-first search over its choices; whatever turns out not to end in what 3 and 4 ask
  for is taken back, and the first complete walk stands. What 3 and 4 ask for is found by trying every pairing.

Readings where the rules leave a doubt (see also :mod:`oracle.history`):

* W9.2 – of what gives way the number of 不相遇 pairs is the smallest first, then that of 单位 pairs, over the whole
  round; a pair that is both counts as both. Which pairs they are is left to the walk.
* W9.2, W12 – "3 impossible from the start" includes W12: wishes give way before W12 does. The rounds to come are looked
  at under 1 alone. Where they cannot all be completed, as many of them as can be are asked for, down to none.
* W12, B2 – in an odd field the rest is met by whoever had a bye, and the present round counts: a second bye is given
  only after W12 has been dropped whole. n is the present field, the rounds to come are those planned, whether the
  present field could play so many or not; W12 sleeps while the rounds planned are at most half of n (n + 1 when odd).
* B2 – the order of all that gives way: fewer rounds to come, more byes, more 不相遇 pairs, more 单位 pairs, a latecomer
  in his first round, a higher score, a smaller number.
* W9.4 – counted over the players of this score and those who came down, over all complete pairings that 3 allows;
  two of those who came down paired with each other count as two. W8's sum (switch) comes after both and counts
  everybody of the group who is left over, those who came down before included.
* W5 – those who came down stand in one order: score, then W4 whatever they lean to; the "other" row is the one opposite
  to what W3 says of the searcher. Whoever finds nobody is left over for W8: he is in no row.
* W6 – which row draws is settled once, after W5; a row that is empty or draws in vain leaves its players to W7.
* W10 – first of one search is whoever is admissible and strains nobody, else the first admissible. A balance goes
  beyond ±2 only in the direction of the colour got: from +4 to +3 is no strain. The same is the test of C4's exception,
  in the last round too.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

import networkx as nx

from oracle.dead_ends import matchings
from oracle.history import cards
from oracle.table import Group, Made, Pair, Table, Value
from xlpair.model import Event, Score


class NothingPairs(Exception):
    """The judge's refusal: under W9.1 alone the round has no complete pairing."""


@dataclass(frozen=True)
class Verdict:
    """A round as the judge makes it: pairs as (red, black) in board order, the order of making, the bye."""

    boards: tuple[tuple[int, int], ...]
    made: tuple[Made, ...]
    bye: int | None
    let_through: tuple[int, int]
    ahead: int


Best: TypeAlias = Callable[[Table, tuple[Pair, ...], frozenset[int], Group], Value | None]
"""The best value of a whole round that holds the pairs made and completes the rest as W9.3 asks, None if none does."""

Walk: TypeAlias = Callable[[Table, Value], list[Made]]


# --- one way: matchings by weight -------------------------------------------------------------------------------------


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


# --- the other way: try, and step back --------------------------------------------------------------------------------


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


# --- the round --------------------------------------------------------------------------------------------------------


def settle(table: Table, best: Best, *, w12: bool) -> tuple[Table, Value]:
    """Give the bye (B1, B2) and say what has to give way: the table to pair at, and the least let through."""
    if len(table.cards) < 2:
        raise NothingPairs
    size = len(table.cards) + len(table.cards) % 2
    to_come = table.last - table.number if w12 and table.last > size / 2 else 0
    for ahead in range(to_come, -1, -1):
        asked = replace(table, ahead=ahead, fits={})
        found = _with_bye(asked, best) if len(table.cards) % 2 else _without_bye(asked, best)
        if found is not None:
            return found
    raise NothingPairs


def _without_bye(table: Table, best: Best) -> tuple[Table, Value] | None:
    least = best(table, (), table.field, Group())
    return None if least is None else (table, least)


def _with_bye(table: Table, best: Best) -> tuple[Table, Value] | None:
    choices = []
    for number, card in table.cards.items():
        resting = replace(table, bye=number, fits={})
        if table.ahead and card.byes:
            continue
        least = best(resting, (), resting.field, Group())
        if least is not None:
            key = (card.byes, -least[0], -least[1], card.late, card.score, -number)
            choices.append((key, resting, least))
    if not choices:
        return None
    _, chosen, least = min(choices, key=lambda choice: choice[0])
    return chosen, least


def judge(event: Event, last_round: int, *, w12: bool = True, stepping_back: bool = False) -> Verdict:
    """The next round of an event of individuals, round 2 or later, by either way."""
    number = len(event.rounds) + 1
    assert 2 <= number <= last_round
    best = best_by_trying if stepping_back else best_by_weight
    walk = step_back if stepping_back else look_ahead
    table, least = settle(Table(cards(event), number, last_round, event.settings), best, w12=w12)
    made = walk(table, least)
    value = table.value((one.pair for one in made), Group())
    assert value[:2] == least[:2]

    def board(at: int) -> tuple[Score, Score, int]:
        """W11."""
        low, high = sorted(Fraction(table.cards[one].score) for one in made[at].pair)
        return -high, -low, at

    boards = []
    for at in sorted(range(len(made)), key=board):
        red = table.red(made[at].drawer, made[at].taken)
        boards.append((red, next(iter(made[at].pair - {red}))))
    return Verdict(tuple(boards), tuple(made), table.bye, (-least[0], -least[1]), table.ahead)


def oracle_round(event: Event, last_round: int, *, w12: bool = True) -> tuple[list[tuple[int, int]], int | None]:
    """The next round as (red, black) in board order, and who has the bye."""
    verdict = judge(event, last_round, w12=w12)
    return list(verdict.boards), verdict.bye
