"""Whether a pair leaves a round that can still be completed as the rules want it (W9.3, W9.4).

The walk of W5–W7 asks of each pair: can everybody left still be paired, with as many pairs inside this score group as
can be, and as many of those who came down among them? Asked at every step, the walk never has to go back.

Each way to complete the round has a price: what it gives up in wishes first, then how many of the group go down, then
how many of those are going down again, then (上下调均衡) how often they went down before. A pair is admissible when the
cheapest completion with it is no dearer than the cheapest without. Three things keep this fast. A group with many
players left cannot be spoilt by one pair (Dirac's theorem). With many players below, only the group itself need be
looked at. And the cheapest completion found last usually holds the pair asked for, or does after exchanging partners.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xlpair.engine.later_rounds import LaterRounds
from xlpair.engine.matching import NOBODY, maximum_matching
from xlpair.engine.obstacles import Obstacles
from xlpair.engine.weighted import cheapest_perfect_matching
from xlpair.model import PassReason


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is known before the first pair: what the round costs in wishes, and what the later rounds ask of it.

    ``later`` is given where the rounds to come may run dead (W12); ``known`` is then one way to pair everybody (the
    partner of each) that leaves them possible.
    """

    wish_cost: int
    later: LaterRounds | None
    known: Mapping[int, int]


class Completions:
    """The ways to complete a round, from the walk's present point on.

    ``downs`` holds, under 上下调均衡, how often each player went down before; None without the switch.
    """

    def __init__(
        self,
        obstacles: Obstacles,
        field: Sequence[int],
        outlook: Outlook,
        downs: Mapping[int, int] | None,
    ) -> None:
        self._obstacles = obstacles
        self._wishes_hold = outlook.wish_cost == 0
        self._downs = downs
        self._later = outlook.later
        again = 1 + (sum(downs[number] for number in field) if downs else 0)
        self._again_price = again
        self._down_price = again * (len(field) + 1)
        self._wish_price = self._down_price * (len(field) + 1)
        self._mate: dict[int, int | None] | None = None
        self._before: Mapping[int, int | None] = outlook.known
        self._lower: Sequence[int] = ()
        self._lower_set: frozenset[int] = frozenset()

    def enter_group(self, came_down: Sequence[int], own: Sequence[int], lower: Sequence[int]) -> None:
        """Begin a score group: those who came down, its own players, everybody below."""
        self._left = dict.fromkeys([*came_down, *own])
        self._came_down = set(came_down)
        self._lower = lower
        if self._mate is not None:
            self._before = self._mate
        self._mate = None
        self._target = 0
        self._tried: dict[tuple[int, int], dict[int, int | None]] = {}
        self._going_down, self._wide = self._outlook()

    def hindrance(self, one: int, two: int) -> PassReason | None:
        """Why the two of this group may not be paired now; None = admissible.

        Rule: W9
        """
        why = self._obstacles.between(one, two)
        if why is PassReason.MET or (why is not None and self._wishes_hold):
            return why
        if self._mate is None:
            if self._plenty_left():
                return None
            self._settle()
        return None if self._exchange(one, two) else self._search(one, two)

    def let_through(self, one: int, two: int) -> PassReason | None:
        """The wish that gives way if the two are paired, None where none does."""
        return self._obstacles.between(one, two)

    def take(self, one: int, two: int) -> None:
        """Make a pair that :meth:`hindrance` has just let pass."""
        if self._mate is not None:
            self._target -= self._pair_price(one, two)
            self._mate = self._tried[min(one, two), max(one, two)]
            self._tried = {}
        for number in (one, two):
            del self._left[number]
            self._came_down.discard(number)
        if self._later is not None:
            self._later.fix(one, two)

    # -- how many must go down, and how far one has to look

    def _outlook(self) -> tuple[int, bool]:
        """How many of a large group go down, and whether the players below can take in whoever does.

        Wide: whoever goes down, those below can be completed with them, so the group alone decides.
        """
        most, below = self._obstacles.most, len(self._lower)
        if not self._wishes_hold or self._later is not None:
            return 0, False
        if below >= 2 * most + 2:
            going = len(self._left) % 2 if len(self._left) >= 2 * most + 3 else self._unpaired_in_group()
            if below >= 2 * most + 2 + going:
                return going, True
        if len(self._left) < 2 * most + 3:
            return 0, False
        return maximum_matching(self._obstacles.graph(self._lower)).count(NOBODY), False

    def _unpaired_in_group(self) -> int:
        return maximum_matching(self._obstacles.graph(list(self._left))).count(NOBODY)

    def _plenty_left(self) -> bool:
        """Whether the group is so large that no single pair can spoil anything.

        After the pair the ``going`` players whom those below need can be chosen among players who did not come down,
        each acceptable to his partner, and everybody else may meet at least half of the others (Dirac).
        """
        if not self._wishes_hold or self._later is not None:
            return False
        if self._downs is not None and self._going_down:
            return False
        most, going = self._obstacles.most, self._going_down
        rest = len(self._left) - 2 - going
        stayed = len(self._left) - len(self._came_down) - 2
        return rest >= 2 * most + 2 and stayed >= most + going

    # -- prices

    def _going_price(self, number: int) -> int:
        price = self._down_price
        if number in self._came_down:
            price += self._again_price
        return price + (self._downs[number] if self._downs is not None else 0)

    def _pair_price(self, one: int, two: int) -> int:
        """The price of a pair of players left, those below included; the two may meet if wishes give way."""
        price = 0 if self._wishes_hold else self._wish_price * (self._obstacles.cost(one, two) or 0)
        if one in self._lower_set:
            one, two = two, one
        if two in self._lower_set and one not in self._lower_set:
            price += self._going_price(one)
        return price

    def _price_of(self, mate: Mapping[int, int | None]) -> int:
        return sum(self._pair_price(one, two) for one, two in mate.items() if two is not None and one < two)

    def _may_meet(self, one: int, two: int) -> bool:
        why = self._obstacles.between(one, two)
        return why is None or (why is not PassReason.MET and not self._wishes_hold)

    # -- the cheapest completion

    def _settle(self) -> None:
        """Find a cheapest completion from here and keep its price as the one to hold."""
        self._lower_set = frozenset(self._lower)
        found = self._cheapest(list(self._left), ())
        if found is None and self._before:
            # What was known before this group pairs everybody here too; the search for a cheaper way ran too long.
            found = self._price_of(self._before), dict(self._before)
        if found is None:
            raise AssertionError("a group was entered that cannot be completed")
        self._target, self._mate = found

    def _cheapest(
        self, left: list[int], pair: tuple[int, ...], bound: int | None = None
    ) -> tuple[int, dict[int, int | None]] | None:
        """Price and partners of a cheapest completion of ``left`` (and those below), ``pair`` being made."""
        if self._wide:
            return self._cheapest_inside(left)
        numbers = [*left, *self._lower]
        costs = self._prices(numbers)
        if self._later is not None:
            plan = self._later.cheapest(numbers, costs, pair, bound)
        else:
            plan = cheapest_perfect_matching(costs)
        if plan is None:
            return None
        return plan[0], {numbers[index]: numbers[other] for index, other in enumerate(plan[1])}

    def _prices(self, numbers: Sequence[int]) -> list[list[int | None]]:
        count = len(numbers)
        costs: list[list[int | None]] = [[None] * count for _ in range(count)]
        for index in range(count):
            for other in range(index):
                if self._may_meet(numbers[index], numbers[other]):
                    price = self._pair_price(numbers[index], numbers[other])
                    costs[index][other] = costs[other][index] = price
        return costs

    def _cheapest_inside(self, left: list[int]) -> tuple[int, dict[int, int | None]]:
        """As many pairs inside the group as can be, those whose going down is dearest covered first."""
        order = sorted(range(len(left)), key=lambda index: (-self._going_price(left[index]), index))
        mate = maximum_matching(self._obstacles.graph(left), order)
        price = sum(self._going_price(left[index]) for index, other in enumerate(mate) if other == NOBODY)
        return price, {left[index]: None if other == NOBODY else left[other] for index, other in enumerate(mate)}

    # -- one pair

    def _exchange(self, one: int, two: int) -> bool:
        """Whether the completion in hand holds the pair, or does at the same price once two pairs change partners."""
        assert self._mate is not None
        first, second = self._mate[one], self._mate[two]
        if first == two:
            return self._keep(one, two, self._without(one, two))
        if self._later is not None:
            return False
        before = self._mate_price(one, first) + self._mate_price(two, second)
        if first is not None and second is not None:
            if not self._may_meet(first, second):
                return False
            after = self._pair_price(first, second)
        elif first is None and second is None:
            return False
        else:
            after = self._mate_price(first if second is None else second, None)
        if self._pair_price(one, two) + after != before:
            return False
        changed = self._without(one, two)
        if first is not None:
            changed[first] = second
        if second is not None:
            changed[second] = first
        return self._keep(one, two, changed)

    def _mate_price(self, number: int | None, partner: int | None) -> int:
        if number is None:
            return 0
        return self._going_price(number) if partner is None else self._pair_price(number, partner)

    def _without(self, one: int, two: int) -> dict[int, int | None]:
        assert self._mate is not None
        return {number: mate for number, mate in self._mate.items() if number not in (one, two)}

    def _keep(self, one: int, two: int, mate: dict[int, int | None]) -> bool:
        self._tried[min(one, two), max(one, two)] = mate
        return True

    def _search(self, one: int, two: int) -> PassReason | None:
        left = [number for number in self._left if number not in (one, two)]
        own = self._pair_price(one, two)
        found = self._cheapest(left, (one, two), self._target - own)
        if found is not None and found[0] + own == self._target:
            self._keep(one, two, found[1])
            return None
        return self._why_not(left, own, None if found is None else found[0])

    def _why_not(self, left: list[int], own: int, price: int | None) -> PassReason:
        """Which of the things that a completion's price is made of would be dearer."""
        if self._later is not None:
            plain = cheapest_perfect_matching(self._prices([*left, *self._lower]))
            price = None if plain is None else plain[0]
        if price is None or (own + price) // self._wish_price > self._target // self._wish_price:
            return PassReason.REST_UNPAIRABLE
        if own + price <= self._target:
            return PassReason.LATER_ROUNDS
        uneven = (own + price) // self._again_price == self._target // self._again_price
        return PassReason.UNEVEN_DOWNS if uneven else PassReason.FEWER_PAIRS
