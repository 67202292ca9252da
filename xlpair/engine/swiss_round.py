"""A round of 积分编排 from its field to its boards: who plays, who rests, how far ahead to look, the walk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from xlpair.engine.byes import choose_bye, choose_second_bye
from xlpair.engine.completions import Completions, Outlook
from xlpair.engine.cuts import too_few_hint
from xlpair.engine.first_round import first_round
from xlpair.engine.later_rounds import LaterRounds, rounds_ahead
from xlpair.engine.matching import bits, left_over_by_some
from xlpair.engine.obstacles import Obstacles
from xlpair.engine.presence import ever_playing, on_leave, taking_part
from xlpair.engine.records import Record, records
from xlpair.engine.rounds import most_rounds, planned_rounds
from xlpair.engine.swiss import Walk
from xlpair.errors import NoPairing, NotAllowed
from xlpair.model import Bye, ByeKind, Event, Round
from xlpair.settings import System


def swiss_round(event: Event, number: int) -> Round:
    """Pair round ``number`` of a 积分编排 event.

    Rule: W1, F5
    """
    history = records(event)
    field = taking_part(event, number, history)
    last_round = _last_round(event, number, history, field)
    ahead = rounds_ahead(history, field, number, last_round) if number > 1 else 0
    start = _Start(Obstacles(event, history, number, field), history, field, number, ahead)
    bye = start.bye()
    playing = [one for one in field if bye is None or one != bye.player]
    outlook = start.outlook(playing, bye)
    if number == 1:
        pairings = first_round(event, playing)
    else:
        downs = {one: history[one].downs for one in playing} if event.settings.balance_downs else None
        completions = Completions(start.obstacles, playing, outlook, downs)
        pairings = Walk(history, completions, event.settings, number, last_round).pairs(playing)
    leave = tuple(Bye(one, ByeKind.LEAVE) for one in on_leave(event, number, field))
    return Round(number, pairings, (*leave, *((bye,) if bye else ())))


def _last_round(event: Event, number: int, history: Mapping[int, Record], field: Sequence[int]) -> int:
    """The last round that will be played: as planned, and no more than all who ever take part can meet in.

    Rule: W12
    """
    if len(field) < 2:
        raise NotAllowed(
            f"第{number}轮能参赛的只有 {len(field)} {event.settings.unit}，不能编排。" + too_few_hint(event, number)
        )
    planned = planned_rounds(event)
    everybody = ever_playing(event, max(planned, number), history)
    most = most_rounds(len(everybody), System.SWISS)
    if number > most:
        raise NotAllowed(f"{len(everybody)} {event.settings.unit}最多编排 {most} 轮，第{number}轮不能再编排。")
    return min(planned, most)


class _Start:
    """What has to be settled before the first pair: who rests, which wishes give way, how far ahead all fits."""

    def __init__(
        self, obstacles: Obstacles, history: Mapping[int, Record], field: Sequence[int], number: int, ahead: int
    ) -> None:
        self.obstacles = obstacles
        self._history = history
        self._field = field
        self._number = number
        self._ahead = ahead
        self._found: dict[tuple[int | None, int], Outlook | None] = {}

    def bye(self) -> Bye | None:
        """Who rests, None in an even field: as many of the rounds to come as can be are kept possible.

        A second bye is given only where nobody without one can rest at all.
        Rule: B2, W12
        """
        if len(self._field) % 2 == 0:
            return None
        for choose in (choose_bye, choose_second_bye):
            for ahead in range(self._ahead, -1, -1):
                found = choose(self._history, self._field, self._number, partial(self._fit, ahead))
                if found is not None:
                    return found
        raise NoPairing(self._number, self._stuck(self._field))

    def _fit(self, ahead: int, resting: int) -> int | None:
        playing = [one for one in self._field if one != resting]
        if not ahead:
            return self.obstacles.completion_cost(playing)
        found = self._look_ahead(playing, resting, ahead)
        return None if found is None else found.wish_cost

    def _look_ahead(self, playing: Sequence[int], resting: int | None, ahead: int) -> Outlook | None:
        """A cheapest way to pair the round that leaves so many rounds after it possible, looked for once."""
        asked = resting, ahead
        if asked not in self._found:
            later = LaterRounds(self._history, playing, resting, ahead)
            costs = [[None if one == two else self.obstacles.cost(one, two) for two in playing] for one in playing]
            plan = later.cheapest(playing, costs, (), None)
            known = {} if plan is None else {playing[at]: playing[other] for at, other in enumerate(plan[1])}
            self._found[asked] = None if plan is None else Outlook(plan[0], later, known)
        return self._found[asked]

    def outlook(self, playing: Sequence[int], bye: Bye | None) -> Outlook:
        """What must be given up in wishes so that this round and as many as can be of the later ones fit.

        Rule: W9.2, W12
        """
        for ahead in range(self._ahead, 0, -1):
            found = self._look_ahead(playing, bye.player if bye else None, ahead)
            if found is not None:
                return found
        cost = self.obstacles.completion_cost(playing)
        if cost is None:
            raise NoPairing(self._number, self._stuck(playing))
        return Outlook(cost, None, {})

    def _stuck(self, numbers: Sequence[int]) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Those whom some greatest pairing leaves out, with whom each could still meet."""
        graph = self.obstacles.graph(numbers, wishes=False)
        return tuple(
            (numbers[index], tuple(numbers[other] for other in bits(graph[index])))
            for index in bits(left_over_by_some(graph))
        )
