"""Who should stand in a paired round of a knock-out, by the results before it, and does not (K1, K3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xlpair.engine.bracket import LoserOf, Match, Part, Position
from xlpair.engine.course import Course, Meeting


@dataclass(frozen=True, slots=True)
class Displaced:
    """Somebody whom a meeting sends on to a match of a round that was paired without him."""

    number: int
    source: Meeting
    into: Match


def displaced(played: Course) -> tuple[Displaced, ...]:
    """All such, round by round.

    Within one stage of one part the arbiter may have let others meet; who is in it is not his to choose.
    Rule: K1, K3, K5
    """
    return tuple(one for places in played.bracket.rounds[1:] for one in _of_round(played, places))


def _of_round(played: Course, places: tuple[int, ...]) -> Iterator[Displaced]:
    meetings = [played.meetings[place] for place in places]
    if not any(meeting.pairing for meeting in meetings):
        return
    inside: dict[tuple[Part, int], set[object]] = {}
    for meeting in meetings:
        there = meeting.seats if meeting.pairing is not None else (meeting.winner,)
        inside.setdefault((meeting.match.part, meeting.match.best), set()).update(there)
    for meeting in meetings:
        match = meeting.match
        for source in match.sources:
            if isinstance(source, Position) or (match.part is Part.SECOND_FINAL and meeting.pairing is None):
                continue
            before = played.meetings[source.match]
            comes = before.loser if isinstance(source, LoserOf) else before.winner
            if isinstance(comes, int) and comes not in inside[match.part, match.best]:
                yield Displaced(comes, before, match)
