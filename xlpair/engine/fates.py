"""How far each of a knock-out has come, and what there is to say of those whose part is over (K5)."""

from __future__ import annotations

from typing import Final

from xlpair.engine.bracket import Part, stage_name
from xlpair.engine.course import Course, Meeting, course
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
    for place in (place for round_ in played.bracket.rounds for place in round_):
        meeting = played.meetings[place]
        match = meeting.match
        if isinstance(meeting.winner, int):
            best[meeting.winner] = match.best
        if isinstance(meeting.loser, int):
            # The undefeated who loses the final has lost once: he plays it again.
            lost_once = match.part is Part.FINAL and meeting.loser == meeting.seats[0]
            best[meeting.loser] = 1 if lost_once else match.consolation
    return best


def fates(played: Course) -> dict[int, str]:
    """What there is to say of those whose part is over: ``冠军``, ``半决赛负``; nothing of who plays on.

    Rule: K5
    """
    last: dict[int, Meeting] = {}
    for place in (place for round_ in played.bracket.rounds for place in round_):
        meeting = played.meetings[place]
        for seat in (*meeting.seats, meeting.winner):
            if isinstance(seat, int):
                last[seat] = meeting
    said = {}
    for number, meeting in sorted(last.items()):
        if meeting.loser == number:
            said[number] = f"{stage_name(meeting.match, played.bracket)}负"
        elif meeting.winner == number and meeting.match.best == 1:
            said[number] = CHAMPION  # otherwise he would sit in a later meeting
    return said
