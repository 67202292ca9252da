"""Who may not be paired with whom in a round, and how strongly (W9.1, W9.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from xlpair.engine.matching import has_perfect_matching
from xlpair.engine.records import Record
from xlpair.engine.weighted import cheapest_perfect_matching
from xlpair.model import Event, PassReason


class Obstacles:
    """The meetings that are ruled out for a field of players in one round.

    ``most`` bounds how many of the field any one player may not meet. Having met is never given up; a wish (不相遇,
    同单位回避) may be, at a cost: ``cost`` counts a 单位 pair as ``club_cost`` and a 不相遇 pair as ``forbidden_cost``,
    which is more than all 单位 pairs of a round together.
    Rule: W9.1, W9.2
    """

    def __init__(self, event: Event, records: Mapping[int, Record], round_number: int, field: Sequence[int]) -> None:
        self._met = {number: records[number].met for number in field}
        self._forbidden: dict[int, set[int]] = {number: set() for number in field}
        for one, two in sorted(event.settings.forbidden):
            if one in self._forbidden and two in self._forbidden:
                self._forbidden[one].add(two)
                self._forbidden[two].add(one)
        apart = event.settings.club_apart(round_number)
        clubs = {player.number: player.club for player in event.players if player.club} if apart else {}
        self._club = {number: clubs[number] for number in field if number in clubs}
        self.wishes = bool(self._club) or any(self._forbidden.values())
        largest_club = max(Counter(self._club.values()).values(), default=1)
        self.most = (
            max(map(len, self._met.values()), default=0)
            + max(map(len, self._forbidden.values()), default=0)
            + largest_club
            - 1
        )
        self.club_cost = 1
        self.forbidden_cost = len(field)

    def between(self, one: int, two: int) -> PassReason | None:
        """Why the two may not meet, the strongest reason first; None where nothing stands between them."""
        if two in self._met[one]:
            return PassReason.MET
        if not self.wishes:
            return None
        if two in self._forbidden[one]:
            return PassReason.FORBIDDEN
        club = self._club.get(one)
        return PassReason.SAME_CLUB if club is not None and club == self._club.get(two) else None

    def cost(self, one: int, two: int) -> int | None:
        """What a pair costs in given-up wishes, both kinds where it is both; None = has met."""
        if two in self._met[one]:
            return None
        if not self.wishes:
            return 0
        club = self._club.get(one)
        together = club is not None and club == self._club.get(two)
        return self.forbidden_cost * (two in self._forbidden[one]) + self.club_cost * together

    def graph(self, numbers: Sequence[int], *, wishes: bool = True) -> list[int]:
        """Bit masks of who may meet whom among ``numbers``; with ``wishes`` False only having met counts."""
        place = {number: index for index, number in enumerate(numbers)}
        everybody = (1 << len(numbers)) - 1
        return [everybody & ~self._ruled_out(number, place, wishes) for number in numbers]

    def _ruled_out(self, number: int, place: Mapping[int, int], wishes: bool) -> int:
        ruled_out = 1 << place[number]
        for other in self._met[number]:
            if other in place:
                ruled_out |= 1 << place[other]
        if wishes and self.wishes:
            for other in place:
                if self.between(number, other) is not None:
                    ruled_out |= 1 << place[other]
        return ruled_out

    def completion_cost(self, numbers: Sequence[int]) -> int | None:
        """The least that a complete pairing of ``numbers`` gives up in wishes; None where there is none.

        A graph in which everybody may meet at least half of the vertices has a perfect matching (Dirac), so large
        fields need no search.
        Rule: W9.2, W9.3
        """
        count = len(numbers)
        if count % 2:
            return None
        if count >= 2 * self.most + 2 or has_perfect_matching(self.graph(numbers)):
            return 0
        if not self.wishes or not has_perfect_matching(self.graph(numbers, wishes=False)):
            return None
        costs = [[None if one == two else self.cost(one, two) for two in numbers] for one in numbers]
        cheapest = cheapest_perfect_matching(costs)
        return None if cheapest is None else cheapest[0]
