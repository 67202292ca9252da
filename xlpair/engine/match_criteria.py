"""The criteria that count whole meetings (场): for meetings of several games, and for team matches.

A team match is a meeting whose games are its boards. The shape is that of :mod:`xlpair.engine.criteria`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

from xlpair.engine.criteria import Field, Level, Value, as_far_as_needed, stands_for
from xlpair.engine.ledger import Account, Cell, Entry, Kind, Ledger, bye_stand_in
from xlpair.engine.points import bye_match_points, meeting_points
from xlpair.model import ByeKind, Score
from xlpair.settings import System


def match_points(ledger: Ledger, account: Account) -> int:
    """场分: 2 for each meeting won by its game points, 1 for each level one.

    Rule: S2, T1
    """
    return sum([points_of_meeting(ledger, meeting) for meeting in whole_meetings(ledger, account)])


def whole_meetings(ledger: Ledger, account: Account) -> Iterable[Cell]:
    """The meetings that 场分 counts. In a 双循环 the games of both cycles are one, which counts once all are paired.

    The rule book takes 双循环 for 两局制; teams play a match in each cycle.
    Rule: T1, S2, S3, R4
    """
    settings = ledger.settings
    if settings.system is not System.DOUBLE_ROUND_ROBIN or settings.team_matches:
        return account.meetings
    found: dict[int, list[Entry]] = {}
    for meeting in account.meetings:
        if meeting[0].opponent is not None:
            found.setdefault(meeting[0].opponent, []).extend(meeting)
    return [tuple(entries) for entries in found.values() if len(entries) == 2 * settings.games_per_meeting]


def matches_won(ledger: Ledger, account: Account) -> int:
    """胜场: meetings won by their game points; a bye counts as 轮空得分 and 轮空算胜局 say.

    Rule: S2, T1, B3
    """
    bye_wins = ledger.settings.bye_is_win
    return sum(
        points_of_meeting(ledger, meeting) == 2 and (bye_wins or meeting[0].opponent is not None)
        for meeting in whole_meetings(ledger, account)
    )


def opponents_match_points(ledger: Ledger, field: Field) -> dict[int, Value]:
    """团体对手分: the sum of all opponents' 场分 as they are now; byes and forfeits as in 对手分.

    Rule: S2, B4, B5
    """
    points = {number: match_points(ledger, account) for number, account in ledger.accounts.items()}
    bye = bye_stand_in(ledger.settings, points.values())
    return {
        number: sum(
            stands_for(ledger.settings, meeting, points, bye) or 0 for meeting in ledger.accounts[number].meetings
        )
        for level in field
        for number in level
    }


def match_points_backwards(ledger: Ledger, level: Level) -> tuple[Value, ...]:
    """倒轮场分: the 场分 after the last round but one, then after the one before, and so on.

    Rule: S2, S4
    """
    return as_far_as_needed([_after_rounds(ledger, ledger.accounts[number])[-2::-1] for number in level])


def _after_rounds(ledger: Ledger, account: Account) -> tuple[int, ...]:
    """场分 after each round begun."""
    earned = dict.fromkeys(ledger.rounds, 0)
    for meeting in whole_meetings(ledger, account):
        earned[meeting[-1].round] += points_of_meeting(ledger, meeting)
    after = dict(zip(ledger.rounds, accumulate(earned.values()), strict=True))
    return tuple(after[number] for number in ledger.begun)


def points_of_meeting(ledger: Ledger, meeting: Cell) -> int:
    """场分 of one meeting: nobody's while a game of it is open, nobody's when both stayed away from all of it.

    Rule: T1
    """
    own: Score = 0
    others: Score = 0
    for entry in meeting:
        if entry.points is None:
            return 0
        if entry.opponent is None:
            return bye_match_points(ledger.settings, _BYE_KINDS[entry.kind])
        own += entry.points
        others += entry.conceded or 0
    return meeting_points(own, others, anybody=any(entry.kind is not Kind.BOTH_FORFEIT for entry in meeting))


_BYE_KINDS = {Kind.BYE: ByeKind.BYE, Kind.LEAVE: ByeKind.LEAVE, Kind.LATE: ByeKind.LATE, Kind.OUT: ByeKind.OUT}
