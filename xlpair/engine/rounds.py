"""How many rounds an event has, and when the next one may be paired."""

from __future__ import annotations

from xlpair.engine import group_finals, groups, knockout, roundrobin
from xlpair.errors import OpenBoards
from xlpair.model import ByeKind, Event
from xlpair.settings import FinalForm, System

FEWEST_SWISS_ROUNDS = 7


def planned_rounds(event: Event) -> int:
    """The number of rounds the event is to have.

    Only 积分编排 takes what is typed; where nothing is, what suits those who take part in round 1, so that withdrawals
    and late entries never change it under way. All others have what their tables and brackets take.
    Rule: R1, R4, R7, W12, K1
    """
    settings = event.settings
    if settings.system.is_round_robin:
        return most_rounds(len(roundrobin.entrants(event)), settings.system)
    if settings.system is System.GROUPS:
        return group_finals.planned(event)
    if settings.system.is_knockout:
        return knockout.planned(event)
    if settings.rounds is not None:
        return settings.rounds
    count = _starters(event)
    return min(_usual_swiss(count), most_rounds(count, System.SWISS))


def first_knockout_round(event: Event) -> int:
    """The first round whose meetings send somebody out; behind all rounds where there is none.

    Rule: K4, R7
    """
    settings = event.settings
    if settings.system.is_knockout:
        return 1
    if settings.system is System.GROUPS and settings.final_form is FinalForm.KNOCKOUT and event.rounds:
        return groups.group_rounds(event) + 1
    return len(event.rounds) + 1


def most_rounds(n: int, system: System) -> int:
    """The most rounds ``n`` entrants can play.

    In a double knock-out the second game of the final is the last round; groups never take longer than two round robins
    of all.
    Rule: R1, R4, W12, K1, K3
    """
    if n < 2:
        return 0
    if system is System.KNOCKOUT:
        return (n - 1).bit_length()
    if system is System.DOUBLE_KNOCKOUT:
        return 2 * (n - 1).bit_length() + 1
    single = n - 1 + n % 2
    return single if system in (System.SWISS, System.ROUND_ROBIN) else 2 * single


def is_finished(event: Event) -> bool:
    """Whether every planned round is played."""
    still_open = any(round_.open_boards for round_ in event.rounds)
    return bool(event.rounds) and not still_open and len(event.rounds) >= planned_rounds(event)


def check_open(event: Event) -> None:
    """Refuse to go on while a game of a round already paired has no result.

    Rule: R6
    """
    boards = tuple((round_.number, board) for round_ in event.rounds for board in round_.open_boards)
    if boards:
        raise OpenBoards(boards)


def _usual_swiss(n: int) -> int:
    """The smallest odd number that is at least 2·log2 n and at least 7: the smallest r with 2**r >= n*n, made odd."""
    needed = (n * n - 1).bit_length()
    return max(needed + 1 - needed % 2, FEWEST_SWISS_ROUNDS)


def _starters(event: Event) -> int:
    """How many take part in round 1; before it, how many are to."""
    if not event.rounds:
        return sum(player.attendance.covers(1) and not player.attendance.withdrawn for player in event.players)
    first = event.rounds[0]
    return 2 * len(first.pairings) + sum(bye.kind is ByeKind.BYE for bye in first.byes)
