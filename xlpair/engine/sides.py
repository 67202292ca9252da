"""Who has red in a pair of round 2 and later (C1–C4), and when a side would be too much of the same (W10)."""

from __future__ import annotations

from xlpair.engine.records import Record
from xlpair.model import Side, SideRule
from xlpair.settings import EqualSides, Settings


def give_sides(
    a: Record, b: Record, *, settings: Settings, round_number: int, last_round: int
) -> tuple[int, int, SideRule]:
    """Red's number, black's number, and the rule that decided. The order of ``a`` and ``b`` does not matter.

    ``last_round`` is the planned number of rounds.
    Rule: C1, C2, C3, C4
    """
    if settings.last_three and round_number > last_round - 3 and a.score != b.score:
        high, low = (a, b) if a.score > b.score else (b, a)
        if high.balance < 0 and not strains(low, Side.BLACK):
            return high.number, low.number, SideRule.LAST_ROUNDS
        if high.balance > 0 and not strains(low, Side.RED):
            return low.number, high.number, SideRule.LAST_ROUNDS
    if a.balance != b.balance:
        rule, first = SideRule.FEWER_REDS, a.balance < b.balance
    elif a.run != b.run:
        rule, first = SideRule.RUN, a.run < b.run
    else:
        by_sum = settings.equal_sides is EqualSides.SUM_OF_NUMBERS
        small_red = (a.number + b.number if by_sum else round_number) % 2 == 1
        rule = SideRule.SUM_OF_NUMBERS if by_sum else SideRule.ROUND_PARITY
        first = (a.number < b.number) is small_red
    return (a.number, b.number, rule) if first else (b.number, a.number, rule)


def strains(record: Record, side: Side) -> bool:
    """Whether one more game on ``side`` is the third or later equal colour running, or leads to a balance beyond ±2.

    A step back towards balance is no strain, however far off the balance still is.
    Rule: W10, C4
    """
    step = 1 if side is Side.RED else -1
    return record.run * step >= 2 or record.balance * step >= 2
