"""Knock-outs (淘汰制): when a round may be paired, and the next round of the bracket (K1–K4)."""

from __future__ import annotations

from typing import Final

from xlpair.engine import fixtures
from xlpair.engine.bracket import stage_name
from xlpair.engine.course import Course, Meeting, bracket_of, course, winner_of
from xlpair.engine.lots import lot
from xlpair.errors import NotAllowed, Undecided
from xlpair.model import Bye, Event, How, Pairing, Reason, Result, Round, SideRule
from xlpair.settings import Settings, System

_REASON: Final = Reason(How.BRACKET, SideRule.LOT)


def undecided(event: Event, first: int = 1) -> tuple[tuple[int, int], ...]:
    """(round, board) of every meeting from round ``first`` on that has all results and no winner.

    Rule: K4
    """
    return tuple(
        (round_.number, pairing.board)
        for round_ in event.rounds[first - 1 :]
        for pairing in round_.pairings
        if not pairing.open and winner_of(pairing, event.settings) is None
    )


def deserted(event: Event) -> frozenset[tuple[int, int]]:
    """(round, board) of every meeting to which neither of the two has come.

    Rule: K4
    """
    return frozenset(
        (round_.number, pairing.board)
        for round_ in event.rounds
        for pairing in round_.pairings
        if all(game.result is Result.BOTH_FORFEIT for game in pairing.games)
    )


def planned(event: Event) -> int:
    """How many rounds the bracket takes; a second final that is not needed is left out.

    Rule: K1, K3
    """
    numbers = fixtures.entrants(event)
    if len(numbers) < 2:
        return 0
    last = len(bracket_of(event.settings, len(numbers)).rounds)
    if event.settings.system is not System.DOUBLE_KNOCKOUT or len(event.rounds) < last - 1:
        return last
    return last if course(event).of_round(last) else last - 1


def round_of(event: Event, number: int) -> Round:
    """Pair one round of the bracket; ``event`` holds the rounds before it, all their results in.

    Red is drawn by lot (猜先). Who has left, or is absent in this round, still stands at his board, the forfeit filled
    in; where neither comes the one who stands higher in the bracket goes on. Raises Undecided for level meetings
    without a decider, NotAllowed for late entries.
    Rule: K1, K2, K3, K4
    """
    refuse_undecided(event)
    fixtures.refuse_late(event, fixtures.entrants(event))
    played = course(event)
    away = fixtures.away(event, frozenset(fixtures.entrants(event)), number)
    pairings = []
    for board, meeting in enumerate(played.of_round(number), start=1):
        one, two = meeting.seats
        if not isinstance(one, int) or not isinstance(two, int):
            raise NotAllowed(f"第{number}轮第{board}台还不知道谁对谁：前面的轮次少了对局。请用“检查”查看。")
        pairings.append(_paired(event, played, meeting, board, (one, two), away))
    byes = tuple(Bye(player) for player in sorted(played.resting(number)))
    return Round(number, tuple(pairings), byes)


def _paired(
    event: Event, played: Course, meeting: Meeting, board: int, seats: tuple[int, int], away: frozenset[int]
) -> Pairing:
    round_number = meeting.match.round
    red, black = sides_by_lot(event.settings, round_number, *seats)
    result = fixtures.forfeit(red in away, black in away)
    through = seats[0] if red in away and black in away else None
    games = fixtures.games(event.settings.meeting_games, result)
    return Pairing(board, red, black, games, _REASON, through, stage_name(meeting.match, played.bracket))


def sides_by_lot(settings: Settings, round_number: int, one: int, two: int) -> tuple[int, int]:
    """Red and black by lot (:func:`~xlpair.engine.lots.lot`, ``K2/round/numbers``); the order of the two is no matter.

    Rule: K2
    """
    small, big = sorted((one, two))
    small_red = lot(settings, f"K2/{round_number}/{small}-{big}").getrandbits(1) == 0
    return (small, big) if small_red else (big, small)


def refuse_undecided(event: Event, first: int = 1) -> None:
    """Refuse to go on from a level meeting without a decider.

    Rule: K4
    """
    level = undecided(event, first)
    if level:
        number, board = level[0]
        pairings = event.rounds[number - 1].pairings
        example = next(pairing.red for pairing in pairings if pairing.board == board)
        raise Undecided(level, example, deserted(event))
