"""The next round of an event, whatever its system."""

from __future__ import annotations

from xlpair.engine import group_finals, knockout, roundrobin
from xlpair.engine.lineups import round_with_forfeits
from xlpair.engine.overtaken import refuse_overtaken
from xlpair.engine.rounds import check_open, first_knockout_round, planned_rounds
from xlpair.engine.swiss_round import swiss_round
from xlpair.errors import NotAllowed
from xlpair.model import Event, Round
from xlpair.settings import System


def next_round(event: Event) -> Round:
    """Pair the round after the last one; every pair carries its reason.

    Boards that the line-ups of a team match have decided beforehand bear their forfeits.
    Raises OpenBoards while an earlier game is open, Undecided while a knock-out does not know who goes on, Overtaken
    where corrected results do not lead to the rounds paired after them, NoPairing where the rules allow no complete
    pairing, NotAllowed where all rounds are paired already or too few players are left.
    Rule: R6, T2
    """
    number = len(event.rounds) + 1
    check_open(event)
    knockout.refuse_undecided(event, first_knockout_round(event))
    refuse_overtaken(event)
    planned = planned_rounds(event)
    if number > planned:
        raise NotAllowed(_nothing_left(event, planned))
    return round_with_forfeits(event, _round_of(event, number))


def _round_of(event: Event, number: int) -> Round:
    system = event.settings.system
    if system.is_round_robin:
        return roundrobin.round_of(event, number)
    if system is System.GROUPS:
        return group_finals.round_of(event, number)
    return knockout.round_of(event, number) if system.is_knockout else swiss_round(event, number)


def _nothing_left(event: Event, planned: int) -> str:
    if not planned:
        return f"还不能编排：没有退赛的不足 2 {event.settings.unit}。请核对名单的“参赛轮次”。"
    more = "要加赛请先改赛事表的“轮数”。" if event.settings.system is System.SWISS else "请看“成绩表”。"
    return f"{planned} 轮已经全部编排，没有下一轮。{more}"
