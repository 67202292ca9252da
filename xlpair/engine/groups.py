"""分组循环: every group is a round robin of its own, and so is every final; a round of the event is a round of all.

A :class:`Section` holds such a part as an event: its own players, its own rounds counted from 1. What is known of round
robins and knock-outs then holds for it without more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from xlpair.engine import fixtures, roundrobin
from xlpair.engine.bracket import size_for
from xlpair.engine.cross_table import cross_rounds
from xlpair.engine.group_draw import draw_groups
from xlpair.errors import BadInput
from xlpair.model import Attendance, Bye, Event, Pairing, Round
from xlpair.settings import FinalForm, Settings, System


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the event that is played and ranked for itself, as an event. ``name`` as shown: ``A组``, ``决赛``."""

    name: str
    event: Event


def is_drawn(event: Event) -> bool:
    """Whether it is known who is in which group: the event has begun, or all groups are typed."""
    numbers = set(fixtures.entrants(event))
    return bool(event.rounds) or all(player.group for player in event.players if player.number in numbers)


def with_groups(event: Event) -> Event:
    """The event with everybody's group filled in, as typed or drawn. Raises what :func:`draw_groups` raises.

    Rule: R7
    """
    numbers = set(fixtures.entrants(event))
    drawn = draw_groups([player for player in event.players if player.number in numbers], event.settings)
    players = (replace(player, group=drawn.get(player.number, player.group)) for player in event.players)
    return replace(event, players=tuple(players))


def group_sections(event: Event) -> tuple[Section, ...]:
    """The groups in order, each with its own rounds.

    Rule: R7
    """
    grouped, numbers = with_groups(event), set(fixtures.entrants(event))
    members: dict[str, list[int]] = {}
    for player in grouped.players:
        if player.number in numbers:
            members.setdefault(player.group, []).append(player.number)
    settings = replace(event.settings, system=System.ROUND_ROBIN)
    return tuple(
        Section(f"{name}组", part_of(grouped, members[name], settings, 1, _rounds_of(len(members[name]))))
        for name in sorted(members, key=_order)
    )


def _order(name: str) -> tuple[bool, int, str]:
    return name.isdecimal(), int(name) if name.isdecimal() else 0, name


def _rounds_of(count: int) -> int:
    return roundrobin.rounds(count) if count > 1 else 0


def part_of(event: Event, members: Collection[int], settings: Settings, first: int, last: int) -> Event:
    """The event of ``members`` alone, over the rounds ``first`` to ``last``, which count from 1 in it."""
    inside = frozenset(members)
    players = (
        replace(player, attendance=_shifted(player.attendance, first - 1))
        for player in event.players
        if player.number in inside
    )
    rounds = tuple(_part_of_round(round_, inside, first) for round_ in event.rounds[first - 1 : last])
    return Event(settings, tuple(players), rounds)


def _part_of_round(round_: Round, inside: frozenset[int], first: int) -> Round:
    pairings = (pairing for pairing in round_.pairings if pairing.red in inside or pairing.black in inside)
    byes = tuple(bye for bye in round_.byes if bye.player in inside)
    return Round(round_.number - first + 1, tuple(pairings), byes)


def _shifted(attendance: Attendance, rounds: int) -> Attendance:
    """参赛轮次 as a part sees it that begins so many rounds later."""
    if not rounds or not attendance.spans:
        return attendance
    spans = tuple(
        (max(first - rounds, 1), None if last is None else last - rounds)
        for first, last in attendance.spans
        if last is None or last > rounds
    )
    return Attendance(spans, attendance.withdrawn or not spans)


def group_rounds(event: Event) -> int:
    """How many rounds the groups take: those of the biggest one.

    Rule: R7
    """
    return max((_rounds_of(len(section.event.players)) for section in group_sections(event)), default=0)


def final_rounds(sizes: Iterable[int], settings: Settings) -> int:
    """How many rounds the final takes after groups of these sizes.

    Rule: R7
    """
    form, most = settings.final_form, settings.group_qualifiers
    going_on = [size if most is None else min(size, most) for size in sizes]
    if form is FinalForm.NONE or len(going_on) < 2 or sum(going_on) < 2:
        return 0
    if form is FinalForm.PLACEMENT:
        together = (sum(size >= place for size in going_on) for place in range(1, max(going_on) + 1))
        return max(map(_rounds_of, together))
    if form is FinalForm.KNOCKOUT:
        return size_for(sum(going_on)).bit_length() - 1
    if settings.carry_results:
        return len(cross_rounds([tuple(range(at * 1000, at * 1000 + size)) for at, size in enumerate(going_on)]))
    return _rounds_of(sum(going_on))


def planned(event: Event) -> int:
    """How many rounds the event takes; as long as the groups cannot be drawn, as if they were even.

    Rule: R7
    """
    count = len(fixtures.entrants(event))
    try:
        sizes = [len(section.event.players) for section in group_sections(event)]
    except BadInput:
        groups = event.settings.groups or 1
        sizes = [count // groups + (at < count % groups) for at in range(groups)]
    return max(map(_rounds_of, sizes), default=0) + final_rounds(sizes, event.settings)


def cancelled(event: Event) -> frozenset[int]:
    """Those who left their group after fewer than half of its games.

    Rule: R8
    """
    if not event.rounds:
        return frozenset()
    return frozenset().union(*(roundrobin.cancelled(section.event) for section in group_sections(event)))


def joined(sections: Iterable[tuple[str, Round]], number: int) -> Round:
    """The rounds of several sections as one round of the event, boards numbered through, the section named at each.

    A section without a name leaves its pairs their own.
    Rule: R7
    """
    pairings: list[Pairing] = []
    byes: list[Bye] = []
    for name, round_ in sections:
        for pairing in round_.pairings:
            pairings.append(replace(pairing, board=len(pairings) + 1, part=name or pairing.part))
        byes += [replace(bye, note="，".join(part for part in (name, bye.note) if part)) for bye in round_.byes]
    return Round(number, tuple(pairings), tuple(sorted(byes, key=lambda bye: bye.player)))
