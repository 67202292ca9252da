"""One round as the judge has it before him: who has met whom, what a pair is worth (W9, W12), who has red (C)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from oracle.dead_ends import rounds_fit
from oracle.history import Card
from xlpair.model import Score, Side
from xlpair.settings import EqualSides, Settings

Pair: TypeAlias = frozenset[int]
Value: TypeAlias = tuple[int, ...]
"""Of a set of pairs: −不相遇, −单位, pairs inside the group, floaters paired inside, −sum of 下调 (W9.2, W9.4, W8)."""

NOTHING: Value = (0, 0, 0, 0, 0)
REST = 0


@dataclass(frozen=True)
class Made:
    """A pair and how it came about. ``forced``: it strains somebody and its search held nobody who would not."""

    drawer: int
    taken: int
    forced: bool = False

    @property
    def pair(self) -> Pair:
        return frozenset((self.drawer, self.taken))


@dataclass(frozen=True)
class Group:
    """One score group at work: its own players and those who came down, each in no particular order."""

    own: frozenset[int] = frozenset()
    came: frozenset[int] = frozenset()

    @property
    def everybody(self) -> frozenset[int]:
        return self.own | self.came


@dataclass(frozen=True)
class Table:
    """Everything the judge needs for one round; ``ahead`` says for how many rounds W12 asks, ``bye`` who rests."""

    cards: dict[int, Card]
    number: int
    last: int
    settings: Settings
    ahead: int = 0
    bye: int | None = None
    fits: dict[frozenset[Pair], bool] = field(default_factory=dict)

    @cached_property
    def field(self) -> frozenset[int]:
        """Who is to be paired."""
        return frozenset(self.cards) - {self.bye}

    def met(self, one: int, two: int) -> bool:
        """W9.1."""
        return two in self.cards[one].met

    def breaches(self, one: int, two: int) -> tuple[int, int]:
        """W9.2: whether the pair is a 不相遇 pair, and whether it is a 单位 pair."""
        forbidden = {frozenset(pair) for pair in self.settings.forbidden}
        clubs = self.cards[one].club, self.cards[two].club
        same = clubs[0] == clubs[1] != "" and self.settings.club_apart(self.number)
        return int(frozenset((one, two)) in forbidden), int(same)

    def value(self, pairs: Iterable[Pair], group: Group) -> Value:
        total = NOTHING
        for pair in pairs:
            one, two = sorted(pair)
            inside = len(pair & group.everybody)
            downs = 0
            if inside == 1 and self.settings.balance_downs:
                (left,) = pair & group.everybody
                downs = self.cards[left].downs
            came = len(pair & group.came) if inside == 2 else 0
            forbidden, club = self.breaches(one, two)
            step = (-forbidden, -club, int(inside == 2), came, -downs)
            total = tuple(sum(both) for both in zip(total, step, strict=True))
        return total

    def plays_on(self, pairs: Iterable[Pair]) -> bool:
        """W12: whether after this round, told whole, the rounds to come can all be completed."""
        if not self.ahead:
            return True
        key = frozenset(pairs)
        if key not in self.fits:
            self.fits[key] = self._plays_on(key)
        return self.fits[key]

    def _plays_on(self, pairs: frozenset[Pair]) -> bool:
        places = sorted(self.cards) if self.bye is None else [REST, *sorted(self.cards)]
        taken = set(pairs) if self.bye is None else {*pairs, frozenset((REST, self.bye))}
        graph = []
        for one in places:
            mask = 0
            for at, two in enumerate(places):
                if one != two and not self._met_or_rested(one, two) and frozenset((one, two)) not in taken:
                    mask |= 1 << at
            graph.append(mask)
        return rounds_fit(tuple(graph), self.ahead)

    def _met_or_rested(self, one: int, two: int) -> bool:
        if REST in (one, two):
            return self.cards[max(one, two)].byes > 0
        return self.met(one, two)

    def order(self, number: int) -> tuple[int, int, int]:
        """W4 as a sort key."""
        card = self.cards[number]
        return -abs(card.balance), -abs(card.run), number if self.number % 2 else -number

    def order_above(self, number: int) -> tuple[Score, tuple[int, int, int]]:
        """W5's order of those who came down."""
        return -self.cards[number].score, self.order(number)

    def red(self, one: int, two: int) -> int:
        """Who of the two has red (C4, C1, C2, C3)."""
        mine, his = self.cards[one], self.cards[two]
        high = self._red_by_last_rounds(mine, his)
        if high is not None:
            return high
        if mine.balance != his.balance:
            return one if mine.balance < his.balance else two
        if mine.run != his.run:
            return one if mine.run < his.run else two
        by_sum = self.settings.equal_sides is EqualSides.SUM_OF_NUMBERS
        odd = (one + two) % 2 if by_sum else self.number % 2
        return min(one, two) if odd else max(one, two)

    def _red_by_last_rounds(self, mine: Card, his: Card) -> int | None:
        """C4: who has red by it, None where it is silent."""
        if not self.settings.last_three or self.number < self.last - 2 or mine.score == his.score:
            return None
        high, low = (mine, his) if mine.score > his.score else (his, mine)
        if high.balance == 0:
            return None
        side = Side.RED if high.balance < 0 else Side.BLACK
        if low.strained_by(side.other):
            return None
        return high.number if side is Side.RED else low.number

    def strains(self, one: int, two: int) -> bool:
        """W10, asleep in the last round."""
        if self.number >= self.last:
            return False
        red = self.red(one, two)
        black = two if red == one else one
        return self.cards[red].strained_by(Side.RED) or self.cards[black].strained_by(Side.BLACK)
