"""The lines of 末位淘汰: after which round who leaves (E1)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from xlpair.errors import BadInput, Problem
from xlpair.model import Event, Score
from xlpair.settings import Settings

CUTS_ITEM: Final = "末位淘汰"
_CUT: Final = re.compile(r"第?([0-9]{1,3})轮后(?:(?:少于|不足)([0-9]+(?:\.[0-9]+)?)分|取前?([0-9]{1,6})名)")


@dataclass(frozen=True, slots=True)
class Cut:
    """After round ``after`` whoever has fewer than ``points`` leaves, or all but the first ``places``; one is given."""

    after: int
    points: Score | None = None
    places: int | None = None


@lru_cache(maxsize=32)
def cuts_of(settings: Settings) -> tuple[Cut, ...]:
    """The cuts of an event, first to last. Raises BadInput for a line nobody understands, or two for one round.

    Rule: E1
    """
    if not settings.knockout_cuts.strip():
        return ()
    found = [_cut(line.strip()) for line in re.split(r"[、,，;；\n]", settings.knockout_cuts) if line.strip()]
    rounds = [cut.after for cut in found]
    twice = next((after for after in rounds if rounds.count(after) > 1), None)
    if twice is not None:
        raise BadInput((Problem(CUTS_ITEM, f"第{twice}轮后写了两次。", "每轮只写一条。", rule="E1"),))
    return tuple(sorted(found, key=lambda cut: cut.after))


def too_few_hint(event: Event, round_number: int) -> str:
    """What to do where too few are left for a round: end the event, if a cut has sent the others out; or call more.

    Rule: E1
    """
    if any(cut.after < round_number for cut in cuts_of(event.settings)):
        return f"淘汰以后不够编排；可以把“轮数”改成 {round_number - 1}，就此结束。"
    if len(event.players) < 2:
        return f"请在名单里补上{event.settings.entrant}。"
    return "请检查名单的“参赛轮次”。"


def _cut(line: str) -> Cut:
    match = _CUT.fullmatch(line)
    if match is None or "0" in (match.group(1).lstrip("0") or "0", match.group(3)):
        raise BadInput(
            (
                Problem(
                    CUTS_ITEM, f"看不懂“{line}”。", "请写成 5轮后少于4分 或 5轮后取8名，几条之间用顿号隔开。", rule="E1"
                ),
            )
        )
    after, points, places = match.groups()
    if points is None:
        return Cut(int(after), places=int(places))
    exact = Fraction(points)
    return Cut(int(after), points=exact.numerator if exact.denominator == 1 else exact)
