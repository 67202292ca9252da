"""The next round of an event, whatever its system."""

from __future__ import annotations

from xlpair.engine import roundrobin
from xlpair.engine.rounds import check_open, planned_rounds
from xlpair.engine.swiss_round import swiss_round
from xlpair.errors import NotAllowed
from xlpair.model import Event, Round
from xlpair.settings import System


def next_round(event: Event) -> Round:
    """Pair the round after the last one; every pair carries its reason.

    Raises OpenBoards while an earlier game is open, NoPairing where the rules allow no complete pairing, NotAllowed
    where all rounds are paired already or too few players are left.
    Rule: R6
    """
    number = len(event.rounds) + 1
    check_open(event)
    if number > planned_rounds(event):
        raise NotAllowed(f"{planned_rounds(event)} 轮已经全部编排，没有下一轮。要加赛请先改赛事表的“轮数”。")
    if event.settings.system.is_round_robin:
        return roundrobin.round_of(event, number)
    if event.settings.system is not System.SWISS:
        raise NotAllowed(f"赛制“{event.settings.system.value}”还不能编排。请在赛事表改用积分编排、单循环或双循环。")
    return swiss_round(event, number)
