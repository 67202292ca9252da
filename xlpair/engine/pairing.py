"""The next round of an event, whatever its system (W1, F5, R6, W12 and the rest put together)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from xlpair.engine import roundrobin
from xlpair.engine.byes import choose_bye
from xlpair.engine.completions import Completions
from xlpair.engine.first_round import first_round
from xlpair.engine.later_rounds import LaterRounds, may_run_dead
from xlpair.engine.matching import bits, left_over_by_some
from xlpair.engine.obstacles import Obstacles
from xlpair.engine.presence import on_leave, taking_part
from xlpair.engine.records import Record, records
from xlpair.engine.rounds import check_open, most_rounds, planned_rounds
from xlpair.engine.swiss import Walk
from xlpair.errors import NoPairing, NotAllowed
from xlpair.model import Bye, ByeKind, Event, Round
from xlpair.settings import System


def next_round(event: Event) -> Round:
    """Pair the round after the last one; every pair carries its reason.

    Raises OpenBoards while an earlier game is open, NoPairing where the rules allow no complete pairing, NotAllowed
    where all rounds are paired already or too few players are left.
    Rule: R6, W1
    """
    number = len(event.rounds) + 1
    check_open(event)
    if number > planned_rounds(event):
        raise NotAllowed(f"{planned_rounds(event)} 轮已经全部编排，没有下一轮。要加赛请先改赛事表的“轮数”。")
    if event.settings.system.is_round_robin:
        return roundrobin.round_of(event, number)
    if event.settings.system is not System.SWISS:
        raise NotAllowed(f"赛制“{event.settings.system.value}”还不能编排。请在赛事表改用积分编排、单循环或双循环。")
    return _swiss_round(event, number)


def _swiss_round(event: Event, number: int) -> Round:
    history = records(event)
    field = taking_part(event, number, history)
    _check_field(event, number, field)
    obstacles = Obstacles(event, history, number, field)
    last_round = min(planned_rounds(event), most_rounds(len(field), System.SWISS))
    bye = _bye(event, number, field, history, obstacles, last_round)
    playing = [one for one in field if bye is None or one != bye.player]
    wish_cost = obstacles.completion_cost(playing)
    if wish_cost is None:
        raise NoPairing(number, _stuck(obstacles, playing))
    if number == 1:
        pairings = first_round(event, playing)
    else:
        later = None
        if may_run_dead(history, field, number, last_round):
            later = LaterRounds(history, playing, bye.player if bye else None, number, last_round)
        downs = {one: history[one].downs for one in playing} if event.settings.balance_downs else None
        completions = Completions(obstacles, playing, wish_cost, downs, later)
        pairings = Walk(history, completions, event.settings, number, last_round).pairs(playing)
    leave = tuple(Bye(one, ByeKind.LEAVE) for one in on_leave(event, number, field))
    return Round(number, pairings, (*leave, *((bye,) if bye else ())))


def _check_field(event: Event, number: int, field: Sequence[int]) -> None:
    if len(field) < 2:
        raise NotAllowed(f"第{number}轮能参赛的只有 {len(field)} 人，不能编排。请检查名单的“参赛轮次”。")
    most = most_rounds(len(field), System.SWISS)
    if number > most:
        raise NotAllowed(f"{len(field)} 人最多编排 {most} 轮，第{number}轮不能再编排。")


def _bye(
    event: Event,
    number: int,
    field: Sequence[int],
    history: Mapping[int, Record],
    obstacles: Obstacles,
    last_round: int,
) -> Bye | None:
    """The bye of an odd field, one that keeps the rounds to come possible where there is one."""
    if len(field) % 2 == 0:
        return None
    fits = partial(_fit, field, obstacles)
    bye = None
    if number > 1 and may_run_dead(history, field, number, last_round):
        bye = choose_bye(history, field, number, partial(_fit_for_later, field, obstacles, history, number, last_round))
    bye = bye or choose_bye(history, field, number, fits)
    if bye is None:
        raise NoPairing(number, _stuck(obstacles, field))
    return bye


def _fit(field: Sequence[int], obstacles: Obstacles, resting: int) -> int | None:
    return obstacles.completion_cost([one for one in field if one != resting])


def _fit_for_later(
    field: Sequence[int],
    obstacles: Obstacles,
    history: Mapping[int, Record],
    number: int,
    last_round: int,
    resting: int,
) -> int | None:
    """As :func:`_fit`, asking too that the rounds to come can be paired (W12)."""
    playing = [one for one in field if one != resting]
    costs = [[None if one == two else obstacles.cost(one, two) for two in playing] for one in playing]
    plan = LaterRounds(history, playing, resting, number, last_round).cheapest(playing, costs, (), None)
    return None if plan is None else plan[0]


def _stuck(obstacles: Obstacles, numbers: Sequence[int]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Those whom some greatest pairing leaves out, with whom each could still meet."""
    graph = obstacles.graph(numbers, wishes=False)
    return tuple(
        (numbers[index], tuple(numbers[other] for other in bits(graph[index])))
        for index in bits(left_over_by_some(graph))
    )
