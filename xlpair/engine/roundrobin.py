"""Round robins (循环赛): the table in closed form, and one round of it for the entrants of an event.

Table numbers run from 1 to the greatest number (最大号) N, which is even: with an odd field nobody bears N, and whoever
meets it rests. The entrant with the k-th smallest number has table number k, so gaps in the numbers do no harm.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from xlpair.engine import fixtures
from xlpair.errors import NotAllowed, WrongUse
from xlpair.model import Bye, Event, How, Pairing, Reason, Round, SideRule
from xlpair.settings import Seam, System

Meeting: TypeAlias = tuple[int | None, int | None]

_REASON = Reason(How.TABLE, SideRule.TABLE)


def rounds(n: int) -> int:
    """How many rounds a single round robin of ``n`` takes.

    Rule: R1
    """
    return _greatest(n) - 1


def pairs(n: int, round_number: int) -> tuple[tuple[int, int], ...]:
    """One round of the table as table numbers, red first, in table order.

    The pair with N stands first, also where nobody bears N. Every step goes round the circle 1 … N−1 in both
    directions from the one who meets N.
    Rule: R1, R2
    """
    greatest = _greatest(n)
    circle = greatest - 1
    if not 1 <= round_number <= circle:
        raise WrongUse(f"{n} 人单循环只有第 1～{circle} 轮，没有第 {round_number!r} 轮。")
    if round_number % 2:
        centre = (round_number + 1) // 2
        first = (centre, greatest)
    else:
        centre = (greatest + round_number) // 2
        first = (greatest, centre)
    others = (((centre + step - 1) % circle + 1, (centre - step - 1) % circle + 1) for step in range(1, greatest // 2))
    return (first, *others)


def printed_table(n: int) -> tuple[tuple[str, ...], ...]:
    """All rounds as rule books print them, N in brackets: ``1-(6)  2-5  3-4``.

    Rule: R3
    """
    greatest = _greatest(n)

    def shown(number: int) -> str:
        return f"({number})" if number == greatest else str(number)

    return tuple(
        tuple(f"{shown(red)}-{shown(black)}" for red, black in pairs(n, number)) for number in range(1, greatest)
    )


def table_round(n: int, round_number: int, seam: Seam | None = None) -> tuple[int, bool]:
    """The round of the table that is played as ``round_number``, and whether sides are swapped (second cycle).

    ``seam`` None = single round robin. SWAP_LAST_TWO lets the last two rounds of the first cycle change places.
    Rule: R4
    """
    cycle = rounds(n)
    total = cycle if seam is None else cycle * 2
    if not 1 <= round_number <= total:
        raise WrongUse(f"{n} 人循环赛只有第 1～{total} 轮，没有第 {round_number!r} 轮。")
    if round_number > cycle:
        return round_number - cycle, True
    if seam is Seam.SWAP_LAST_TWO and cycle > 1 and round_number >= cycle - 1:
        return 2 * cycle - 1 - round_number, False
    return round_number, False


def entrants(event: Event) -> tuple[int, ...]:
    """The numbers that have a place in the table, smallest first.

    Before round 1 all who have not withdrawn; from then on those who stood in a round, so that the table never changes
    under way.
    Rule: R8
    """
    return tuple(sorted(fixtures.stood(event) or fixtures.staying(event, 1)))


def cancelled(event: Event) -> frozenset[int]:
    """Those who withdrew after fewer than half of their games: none of their results counts for anybody.

    Meetings paired count, forfeited ones too, rests do not. Empty in other systems than round robins.
    Rule: R8
    """
    if not event.settings.system.is_round_robin:
        return frozenset()
    met: dict[int, int] = {}
    for round_ in event.rounds:
        for pairing in round_.pairings:
            for number in (pairing.red, pairing.black):
                met[number] = met.get(number, 0) + 1
    cycles = 2 if event.settings.system is System.DOUBLE_ROUND_ROBIN else 1
    to_meet = cycles * (len(entrants(event)) - 1)
    left = fixtures.stood(event) - fixtures.staying(event, _next_round(event))
    return frozenset(number for number in left if 2 * met.get(number, 0) < to_meet)


def round_of(event: Event, round_number: int) -> Round:
    """Pair one round by the table, sides as the table has them. ``event`` holds the rounds before this one.

    Refuses where the table no longer fits the roster.
    Rule: R1, R2, R4, R8
    """
    _refuse_misfit(event, round_number)
    return seated(event, meetings_of(event, round_number), round_number)


def meetings_of(event: Event, round_number: int) -> tuple[Meeting, ...]:
    """One round of the table by number, red first; None = nobody bears N.

    Rule: R1, R4
    """
    numbers = entrants(event)
    double = event.settings.system is System.DOUBLE_ROUND_ROBIN
    table, swapped = table_round(len(numbers), round_number, event.settings.seam if double else None)
    placed = ((black, red) if swapped else (red, black) for red, black in pairs(len(numbers), table))
    return tuple((_bearer(numbers, red), _bearer(numbers, black)) for red, black in placed)


def seated(event: Event, meetings: Iterable[Meeting], round_number: int) -> Round:
    """Seat the meetings of a round.

    Who meets nobody, or somebody whose results are cancelled, rests. Who withdrew later than that, or is absent in this
    round, still stands at his board, the forfeit filled in.
    Rule: R2, R8
    """
    away = fixtures.away(event, frozenset(entrants(event)), round_number)
    struck = cancelled(event)
    pairings: list[Pairing] = []
    byes: list[Bye] = []
    for red, black in meetings:
        if red is None or black is None or red in struck or black in struck:
            byes += _rests((red, black), struck)
        else:
            games = fixtures.games(event.settings.meeting_games, fixtures.forfeit(red in away, black in away))
            pairings.append(Pairing(len(pairings) + 1, red, black, games, _REASON))
    return Round(round_number, tuple(pairings), tuple(sorted(byes, key=lambda bye: bye.player)))


def _greatest(n: int) -> int:
    if n < 2:
        raise WrongUse(f"循环赛至少要 2 人，现在是 {n!r} 人。")
    return n + n % 2


def _bearer(numbers: tuple[int, ...], place: int) -> int | None:
    """Who has a table number; None for N of an odd field."""
    return numbers[place - 1] if place <= len(numbers) else None


def _refuse_misfit(event: Event, round_number: int) -> None:
    """Refuse where somebody on the roster has no place in the table, or where too few are left to play."""
    staying = fixtures.staying(event, round_number)
    fixtures.refuse_late(event, entrants(event))
    if len(staying) < 2:
        raise NotAllowed(f"第{round_number}轮无法编排：没有退赛的不足 2 {event.settings.unit}。请核对名单的参赛轮次。")


def _next_round(event: Event) -> int:
    """The round being played; the one after it as soon as all its results are in."""
    if not event.rounds:
        return 1
    last = event.rounds[-1]
    return last.number if last.open_boards else last.number + 1


def _rests(met: Meeting, struck: frozenset[int]) -> list[Bye]:
    out = [number for number in met if number in struck]
    note = f"{out[0]}号已退赛" if out else ""
    return [Bye(number, note=note) for number in met if number is not None and number not in struck]
