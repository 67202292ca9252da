"""积分末位淘汰: who has gone out after which round, and where that leaves him in the standings (E1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from xlpair.engine import fixtures
from xlpair.engine.criteria import Level
from xlpair.engine.cuts import Cut, cuts_of
from xlpair.engine.ledger import Kind, Ledger, ledger
from xlpair.engine.lots import lot
from xlpair.engine.presence import stopped
from xlpair.engine.records import records
from xlpair.engine.standings import Ranked, rank
from xlpair.engine.tiebreaks import CRITERIA, criteria_of
from xlpair.model import Event
from xlpair.settings import CutTie, Settings, System


@dataclass(frozen=True, slots=True)
class Departure:
    """What a cut came to: who went ``out``, and who had left by himself before it (``gone``).

    ``by_results`` are those whom the results as they stand now send out: others, where one was corrected after the next
    round had been paired.
    """

    after: int
    out: frozenset[int]
    gone: frozenset[int]
    by_results: frozenset[int]


def eliminated(event: Event) -> dict[int, int]:
    """Everybody who has gone out, with the round after which he did.

    Rule: E1
    """
    return {number: one.after for one in departures(event) for number in sorted(one.out)}


def departures(event: Event) -> tuple[Departure, ...]:
    """Every cut whose round is finished.

    Once the next round is paired, that says who has gone out: all who stand neither in it nor in a later one, whatever
    was corrected since. Only who was absent from it by his 参赛轮次 is judged by the results.
    Rule: E1
    """
    if event.settings.system is not System.SWISS:
        return ()
    found: list[Departure] = []
    away: set[int] = set()
    for cut in cuts_of(event.settings):
        then = event.upto(cut.after)
        if len(then.rounds) < cut.after or any(round_.open_boards for round_ in then.rounds):
            break
        later = frozenset(number for round_ in event.rounds[cut.after :] for number in round_.numbers())
        field = sorted(fixtures.stood(then) - away)
        one = _departure(event, cut, field, later)
        found.append(one)
        away |= one.out | one.gone
    return tuple(found)


def _departure(event: Event, cut: Cut, field: Sequence[int], later: frozenset[int]) -> Departure:
    """What one cut came to for those who were still in; ``later`` stand in a round after it.

    Who is marked as having left may have gone before the cut, or have been cut first and marked since: he is taken as
    cut where that alone explains who was paired next.
    Rule: E1, B7
    """
    then = event.upto(cut.after)
    gone = frozenset(_gone(then, field)) - later
    marked = frozenset(one.number for one in then.players if fixtures.has_left(one, cut.after + 1))
    absent = fixtures.away(event, frozenset(field), cut.after + 1) if later else frozenset(field)
    read = []
    for away in dict.fromkeys((gone, gone - marked if later else gone)):
        judged = [number for number in field if number not in away]
        by_results = frozenset(judged) - frozenset(_staying(then, cut, judged))
        out = frozenset(judged) - later - (absent - by_results)
        read.append(Departure(cut.after, out, away, by_results))
    return next((one for one in read if one.out == one.by_results), read[0])


def _gone(then: Event, field: Sequence[int]) -> list[int]:
    """Those of the field who take no further part of their own accord (B6, B7)."""
    known, history = then.by_number(), records(then)
    return [
        number
        for number in field
        if number not in known
        or fixtures.has_left(known[number], len(then.rounds) + 1)
        or stopped(then, history[number].forfeit_row)
    ]


def _staying(then: Event, cut: Cut, field: Sequence[int]) -> list[int]:
    """Who of the field goes on.

    Of those level at the last place that goes on all stay, or the lot (:func:`~xlpair.engine.lots.lot`, ``E1/round``)
    says who.
    Rule: E1
    """
    books = ledger(then)
    if cut.points is not None:
        return [number for number in field if books.scores[number] >= cut.points]
    assert cut.places is not None
    ranked = _ranked(then.settings, books, tuple(field))
    inside = [one.number for one in ranked if one.place <= cut.places]
    if len(inside) <= cut.places or then.settings.cut_tie is CutTie.ALL_STAY:
        return inside
    last = max(one.place for one in ranked if one.place <= cut.places)
    level = sorted(one.number for one in ranked if one.place == last)
    lot(then.settings, f"E1/{cut.after}").shuffle(level)
    sure = [one.number for one in ranked if one.place < last]
    return [*sure, *level[: cut.places - len(sure)]]


def _ranked(settings: Settings, books: Ledger, tier: Level) -> tuple[Ranked, ...]:
    return rank(books, [CRITERIA[name] for name in criteria_of(settings)], [tier])


def rank_with_cuts(event: Event, books: Ledger, tiers: Sequence[Level]) -> tuple[tuple[Ranked, ...], Mapping[int, str]]:
    """Rank all of ``tiers``: those still in, then who went out last, down to who went out first; and what to remark.

    Who has gone out keeps the place, and the figures, that he had then.
    Rule: E1, B7
    """
    gone_by = departures(event)
    away = {number for one in gone_by for number in one.out | one.gone}
    ordinary, *rest = tiers
    ranked = list(_ranked(event.settings, books, tuple(number for number in ordinary if number not in away)))
    for one in reversed(gone_by):
        then = ledger(event.upto(one.after))
        tier = tuple(number for number in ordinary if number in one.out or number in one.gone)
        ranked += _below(ranked, _ranked(event.settings, then, tier))
    for tier in rest:
        ranked += _below(ranked, _ranked(event.settings, books, tier))
    return tuple(ranked), _remarks(event, gone_by)


def _remarks(event: Event, gone_by: Sequence[Departure]) -> dict[int, str]:
    """Where everybody's part ended who is not in any more; who is marked 退赛 in the roster needs no remark.

    Rule: E1, B6, B7
    """
    marked = {player.number for player in event.players if player.attendance.withdrawn}
    remarks = {number: f"第{one.after}轮后淘汰" for one in gone_by for number in sorted(one.out)}
    gone = {number for one in gone_by for number in one.gone} - marked - remarks.keys()
    return {**remarks, **dict.fromkeys(sorted(gone), Kind.OUT.value)}


def _below(above: Sequence[Ranked], ranked: Sequence[Ranked]) -> list[Ranked]:
    return [replace(one, place=len(above) + one.place) for one in ranked]
