"""The rounds of a 分组循环: those of the groups, who goes on from them, and the finals (R7)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from xlpair.engine import fixtures, groups, knockout, roundrobin
from xlpair.engine.cross_table import cross_rounds
from xlpair.engine.final_order import order_as_paired, placed_together
from xlpair.engine.groups import Section, group_rounds, group_sections, is_drawn, joined, part_of
from xlpair.engine.lots import lot
from xlpair.engine.standings import standings
from xlpair.errors import BadInput, Gravity, NotAllowed, Problem
from xlpair.model import Attendance, Bye, Event, Player, Round
from xlpair.settings import FinalForm, Settings, System

FINAL: str = "决赛"


@dataclass(frozen=True, slots=True)
class Qualified:
    """Who goes on from a group, best first."""

    group: str
    numbers: tuple[int, ...]


def round_of(event: Event, number: int) -> Round:
    """Pair one round of all groups, or of the final; ``event`` holds the rounds before it, all their results in.

    Rule: R7
    """
    fixtures.refuse_late(event, fixtures.entrants(event))
    last = group_rounds(event)
    if number > last:
        refuse_without_number(event.settings)
        return joined(_final_round(event, last, number - last), number)
    return joined(_group_round(event, number), number)


def _group_round(event: Event, number: int) -> Iterator[tuple[str, Round]]:
    """The groups that still play in the round: small ones finish earlier."""
    for section in group_sections(event):
        if number <= roundrobin.rounds(len(section.event.players)):
            meetings = roundrobin.meetings_of(section.event, number)
            yield section.name, roundrobin.seated(section.event, meetings, number)


def _final_round(event: Event, before: int, number: int) -> Iterator[tuple[str, Round]]:
    """One round of the final, or of all placement groups that still play."""
    settings = event.settings
    for section in final_sections(event):
        part = section.event
        if settings.final_form is FinalForm.KNOCKOUT:
            yield "", knockout.round_of(part, number)
        elif settings.final_form is FinalForm.ROUND_ROBIN and settings.carry_results:
            pairs = cross_rounds([one.numbers for one in qualified(event)])[number - 1]
            resting = sorted({player.number for player in part.players} - {one for pair in pairs for one in pair})
            meetings = (*pairs, *((one, None) for one in resting))
            yield section.name, roundrobin.seated(part, meetings, before + number)
        elif len(part.players) > 1 and number <= roundrobin.rounds(len(part.players)):
            yield section.name, roundrobin.seated(part, roundrobin.meetings_of(part, number), number)


def qualified(event: Event) -> tuple[Qualified, ...]:
    """Who goes on from each group, in the order of the groups; all of them where 每组出线 is empty.

    Who has left does not go on. Once the final has begun those go on who stand in it, in the order it was paired from,
    whatever has been corrected in the groups since, and whoever has left it.
    Rule: R7, R8
    """
    most = event.settings.group_qualifiers
    ranked, played = ranked_groups(event), event.rounds[group_rounds(event) :]
    if not played:
        return tuple(replace(one, numbers=one.numbers[:most]) for one in ranked)
    begun = finalists(event, ranked)
    now = tuple(tuple(number for number in one.numbers if number in begun)[:most] for one in ranked)
    order = order_as_paired(event.settings, now, played) or now
    return tuple(replace(one, numbers=numbers) for one, numbers in zip(ranked, order, strict=True))


def finalists(event: Event, ranked: Sequence[Qualified]) -> frozenset[int]:
    """All who are in the final that has begun: who stands in its first round, and who has a placement group to himself.

    Rule: R7
    """
    begun = _begun(event)
    if event.settings.final_form is not FinalForm.PLACEMENT or len(ranked) < 2:
        return begun
    most = event.settings.group_qualifiers
    longest = sorted(ranked, key=lambda one: len(one.numbers[:most]))
    alone = len(longest[-1].numbers[:most]) - len(longest[-2].numbers[:most])
    unpaired = [number for number in longest[-1].numbers[:most] if number not in begun]
    return begun | frozenset(unpaired[:alone])


def ranked_groups(event: Event) -> tuple[Qualified, ...]:
    """All of each group who may go on, as the results stand now: those who have not left, and who stand in the final.

    Of those who share a place the lot says who is first (:func:`~xlpair.engine.lots.lot`, ``R7/group``); all of them
    are in it, also who has left, so that nobody's leaving changes the order of the others.
    Rule: R7
    """
    left = _left_before(event)
    return tuple(
        replace(one, numbers=tuple(number for number in one.numbers if number not in left)) for one in _orders(event)
    )


def _orders(event: Event) -> Iterator[Qualified]:
    """Each group from the best to the last, with those who have left."""
    begun = _begun(event)
    for section in group_sections(event):
        ranked: list[int] = []
        for _, level in groupby(standings(_to_the_end(section.event, begun)).rows, key=lambda row: row.place):
            ranked += _in_lot_order(event.settings, section.name, [row.player.number for row in level])
        yield Qualified(section.name, tuple(ranked))


def _begun(event: Event) -> frozenset[int]:
    """Who stands in the first round of the final; nobody before it is paired."""
    last = group_rounds(event)
    return event.rounds[last].numbers() if len(event.rounds) > last else frozenset()


def _left_before(event: Event) -> frozenset[int]:
    """Who has left before the final."""
    first = group_rounds(event) + 1
    return frozenset(one.number for one in event.players if fixtures.has_left(one, first)) - _begun(event)


@dataclass(frozen=True, slots=True)
class SteppedIn:
    """Those of a group who would go on to the final and have left, and those who go on because of that."""

    group: str
    left: tuple[int, ...]
    instead: tuple[int, ...]


def stepped_in(event: Event) -> Iterator[SteppedIn]:
    """Every group of which somebody does not come to the final because he has left; none where all go on.

    Rule: R7, R8
    """
    most = event.settings.group_qualifiers
    if most is None:
        return
    gone = _left_before(event)
    for one in _orders(event):
        best, here = one.numbers[:most], [number for number in one.numbers if number not in gone][:most]
        left = tuple(number for number in best if number in gone)
        if left:
            yield SteppedIn(one.group, left, tuple(number for number in here if number not in best))


def _to_the_end(part: Event, begun: Collection[int]) -> Event:
    """A group in which nobody has left who stands in the final: he left that, not his group.

    Rule: R8
    """
    players = (
        replace(player, attendance=Attendance()) if player.number in begun else player for player in part.players
    )
    return replace(part, players=tuple(players))


def planned(event: Event) -> int:
    """How many rounds the event takes: once the groups are over, as many as those need who do go on.

    As long as the groups cannot be drawn, as if they were even.
    Rule: R7
    """
    try:
        over = _groups_are_over(event)
    except BadInput:
        over = False
    if not over:
        return groups.planned(event)
    going_on = [len(one.numbers) for one in qualified(event)]
    last = group_rounds(event)
    if sum(going_on) < 2:
        return last
    return last + groups.final_rounds(going_on, replace(event.settings, group_qualifiers=None))


def _groups_are_over(event: Event) -> bool:
    last = group_rounds(event)
    return len(event.rounds) >= last and not any(one.open_boards for one in event.rounds[:last])


def _in_lot_order(settings: Settings, group: str, level: Iterable[int]) -> list[int]:
    """Those of one place in the order of the lot."""
    numbers = sorted(level)
    if len(numbers) > 1:
        lot(settings, f"R7/{group}").shuffle(numbers)
    return numbers


def lots_between(event: Event) -> Iterator[Problem]:
    """Tell where a shared place in a group was parted by lot for the final.

    Rule: R7
    """
    most = event.settings.group_qualifiers
    able = frozenset(number for one in ranked_groups(event) for number in one.numbers)
    for section, going_on in zip(group_sections(event), qualified(event), strict=True):
        places = {row.player.number: row for row in standings(section.event).rows if row.player.number in able}
        for place, level in groupby(places.values(), key=lambda row: row.place):
            level_numbers = [row.player.number for row in level]
            chosen = [number for number in going_on.numbers if number in level_numbers]
            if len(level_numbers) > 1 and chosen:
                listed = "、".join(f"{number}号" for number in chosen)
                goes_on = (
                    f"{listed}出线" if len(chosen) < len(level_numbers) and most is not None else f"次序是 {listed}"
                )
                what = f"第{place}名有 {len(level_numbers)} {event.settings.unit}并列，抽签定出{goes_on}。"
                hint = "要用别的办法分先后，请先撤销本轮，改赛事表的“名次顺序”。"
                yield Problem(section.name, what, hint, Gravity.WARNING, "R7")


def final_sections(event: Event) -> tuple[Section, ...]:
    """The final, or the placement groups in order; none before all games of the groups have a result.

    Rule: R7
    """
    settings, last = event.settings, group_rounds(event)
    if settings.final_form is FinalForm.NONE or not _groups_are_over(event):
        return ()
    going_on = qualified(event)
    if len(going_on) < 2:
        return ()
    if settings.final_form is FinalForm.PLACEMENT:
        return _placement_sections(event, going_on, last)
    members = [number for one in going_on for number in one.numbers]
    if settings.final_form is FinalForm.KNOCKOUT:
        return (Section(FINAL, _knockout_part(event, going_on, members, last)),)
    if settings.carry_results:
        return (Section(FINAL, _with_mutual_results(event, members, last)),)
    return (Section(FINAL, part_of(event, members, _round_robin(settings), last + 1, len(event.rounds))),)


def round_robin_sections(event: Event) -> tuple[Section, ...]:
    """The groups, and behind them the finals that are round robins: all that has a crosstable.

    Raises NotAllowed before the groups are drawn.
    Rule: R7
    """
    if not is_drawn(event):
        raise NotAllowed("还没有分组：编排第1轮时抽签，也可以先在名单的“组”里写好。")
    finals = final_sections(event) if event.settings.final_form is not FinalForm.KNOCKOUT else ()
    return (*group_sections(event), *finals)


def _round_robin(settings: Settings) -> Settings:
    return replace(settings, system=System.ROUND_ROBIN)


def _placement_sections(event: Event, going_on: Sequence[Qualified], last: int) -> tuple[Section, ...]:
    """All winners, all seconds, …

    Rule: R7
    """
    return tuple(
        Section(f"第{place}名组", part_of(event, members, _round_robin(event.settings), last + 1, len(event.rounds)))
        for place, members in enumerate(placed_together(tuple(one.numbers for one in going_on)), start=1)
    )


def _knockout_part(event: Event, going_on: Sequence[Qualified], members: Collection[int], last: int) -> Event:
    """A bracket whose seeds are the winners of the groups, those of one group kept apart.

    Rule: R7, K1
    """
    settings = replace(event.settings, system=System.KNOCKOUT)
    part = part_of(event, members, settings, last + 1, len(event.rounds))
    group_of = {number: one.group for one in going_on for number in one.numbers}
    seeds = {one.numbers[0]: seed for seed, one in enumerate(going_on, start=1) if one.numbers}
    players = (
        Player(one.number, one.name, group_of[one.number], seed=seeds.get(one.number), attendance=one.attendance)
        for one in part.players
    )
    return replace(part, players=tuple(players))


def _with_mutual_results(event: Event, members: Collection[int], last: int) -> Event:
    """The final together with the games that its members have played against each other in the groups.

    Rule: R7
    """
    inside = frozenset(members)
    part = part_of(event, members, _round_robin(event.settings), 1, len(event.rounds))
    rounds = []
    for round_ in part.rounds:
        mutual = tuple(one for one in round_.pairings if one.red in inside and one.black in inside)
        paired = {number for one in mutual for number in (one.red, one.black)}
        byes = tuple(Bye(number) for number in sorted(inside - paired))
        rounds.append(Round(round_.number, mutual, byes) if round_.number <= last else round_)
    return replace(part, rounds=tuple(rounds))


def refuse_without_number(settings: Settings) -> None:
    """Refuse a final of some whose number nobody has typed."""
    if settings.final_form in (FinalForm.ROUND_ROBIN, FinalForm.KNOCKOUT) and settings.group_qualifiers is None:
        raise NotAllowed(f"决赛是“{settings.final_form.value}”，还没有填每组前几名进决赛。请填赛事表的“每组出线”。")
