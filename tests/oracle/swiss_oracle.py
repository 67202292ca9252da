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

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from oracle.history import cards
from oracle.looking_ahead import best_by_weight, look_ahead
from oracle.stepping_back import best_by_trying, step_back
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
