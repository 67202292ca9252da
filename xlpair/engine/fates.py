"""How far each of a knock-out has come, and what there is to say of those whose part is over (K5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from xlpair.engine.bracket import Part, stage_name
from xlpair.engine.course import Course, Meeting, course
from xlpair.engine.displaced import Displaced, displaced
from xlpair.model import Event

CHAMPION: Final = "冠军"


def tiers(event: Event) -> tuple[tuple[int, ...], ...]:
    """The entrants by how far they have come, best first; who is still level, or has gone out together, is in one tier.

    Rule: K5
    """
    reached = places(course(event))
    return tuple(
        tuple(number for number, place in reached.items() if place == best) for best in sorted(set(reached.values()))
    )


def places(played: Course) -> dict[int, int]:
    """The best place that each entrant has left to him, by number.

    Rule: K3, K5
    """
    best = dict.fromkeys(sorted(played.slots), 1)
    for meeting in _in_order(played):
        match = meeting.match
        if isinstance(meeting.winner, int):
            best[meeting.winner] = match.best
        if isinstance(meeting.loser, int):
            # The undefeated who loses the final has lost once: he plays it again.
            lost_once = match.part is Part.FINAL and meeting.loser == meeting.seats[0]
            best[meeting.loser] = 1 if lost_once else match.consolation
    for one in _stayed_behind(played):
        lowest = max(one.source.match.consolation, one.into.consolation)
        best[one.number] = lowest if lowest > 1 else played.bracket.size
    return best


def _stayed_behind(played: Course) -> list[Displaced]:
    """Those who should have gone on, by results corrected since, and stand in no later round: they came no further.

    Rule: K1, K3
    """
    last = _last_meetings(played)
    return [one for one in displaced(played) if last[one.number].match == one.source.match]


def fates(played: Course) -> dict[int, str]:
    """What there is to say of those whose part is over: ``冠军``, ``半决赛负``; nothing of who plays on.

    Rule: K5
    """
    said = {}
    behind = {one.number for one in _stayed_behind(played)}
    for number, meeting in sorted(_last_meetings(played).items()):
        if meeting.loser == number:
            said[number] = f"{stage_name(meeting.match, played.bracket)}负"
        elif meeting.winner == number and meeting.match.best == 1 and number not in behind:
            said[number] = CHAMPION  # otherwise he would sit in a later meeting
    return said


def _in_order(played: Course) -> Iterator[Meeting]:
    """All meetings round by round, those with a board last: who sits there is nowhere else in the round."""
    for places_of_round in played.bracket.rounds:
        meetings = (played.meetings[place] for place in places_of_round)
        yield from sorted(meetings, key=lambda meeting: meeting.pairing is not None)


def _last_meetings(played: Course) -> dict[int, Meeting]:
    """The last meeting in which each has a seat."""
    last: dict[int, Meeting] = {}
    for meeting in _in_order(played):
        for seat in (*meeting.seats, meeting.winner):
            if isinstance(seat, int):
                last[seat] = meeting
    return last
