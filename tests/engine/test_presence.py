"""Why somebody who stands nowhere in a round is not there, case by case (B3, B6, B7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from xlpair.api import event
from xlpair.engine.presence import absences
from xlpair.model import Attendance, ByeKind, Event

OUT, LEAVE, LATE = ByeKind.OUT, ByeKind.LEAVE, ByeKind.LATE


def away(attendance: Attendance, *present: int, rounds: int = 4) -> list[ByeKind | None]:
    """What player 5 is in each round where he does not stand; he rests in the ``present`` ones, 1-4 play each other."""
    games = [[(1, 2), (3, 4)], [(1, 3), (2, 4)], [(1, 4), (2, 3)], [(2, 1), (4, 3)]]
    played = [[*games[at], *([(5,)] if at + 1 in present else [])] for at in range(rounds)]
    made = event(5, played, {"轮数": rounds})
    players = tuple(replace(one, attendance=attendance) if one.number == 5 else one for one in made.players)
    found = absences(Event(made.settings, players, made.rounds))
    return [next((bye.kind for bye in absent if bye.player == 5), None) for absent in found]


@pytest.mark.parametrize(
    ("attendance", "present", "kinds"),
    [
        (Attendance(), (1, 2, 3, 4), [None, None, None, None]),
        # nothing says that he has left: he is counted as on leave, also where he never comes back
        (Attendance(), (1,), [None, LEAVE, LEAVE, LEAVE]),
        (Attendance(), (1, 4), [None, LEAVE, LEAVE, None]),
        (Attendance(withdrawn=True), (1,), [None, OUT, OUT, OUT]),
        # withdrawn at last: the round he missed before his last one was leave
        (Attendance(withdrawn=True), (1, 3), [None, LEAVE, None, OUT]),
        # 1-3: round 3 is still his, round 4 is not
        (Attendance(((1, 3),)), (1, 2), [None, None, LEAVE, OUT]),
        (Attendance(((3, None),)), (3, 4), [LATE, LATE, None, None]),
        (Attendance(), (), [LATE, LATE, LATE, LATE]),
    ],
)
def test_what_absence_is(attendance: Attendance, present: tuple[int, ...], kinds: list[ByeKind | None]) -> None:
    assert away(attendance, *present) == kinds
