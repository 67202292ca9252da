"""Round robins in short: entrants, rounds as the table makes them, the sides of a round."""

from __future__ import annotations

from dataclasses import replace

from xlpair.engine import roundrobin
from xlpair.model import Attendance, Event, Game, Player, Result, Round
from xlpair.settings import Settings, System

SINGLE = Settings(system=System.ROUND_ROBIN)
DOUBLE = Settings(system=System.DOUBLE_ROUND_ROBIN)


def event_of(n: int, settings: Settings = SINGLE, **attendance: Attendance) -> Event:
    """Players 1 … n; ``p5=Attendance(…)`` tells how number 5 comes and goes."""
    come = {int(key[1:]): value for key, value in attendance.items()}
    return Event(
        settings, tuple(Player(number, attendance=come.get(number, Attendance())) for number in range(1, n + 1))
    )


def played(event: Event, count: int, result: Result = Result.DRAW) -> Event:
    """The event after ``count`` rounds by the table, every open game ended with ``result``."""
    for number in range(len(event.rounds) + 1, count + 1):
        round_ = roundrobin.round_of(event, number)
        boards = tuple(
            replace(board, games=tuple(game if game.result else Game(result) for game in board.games))
            for board in round_.pairings
        )
        event = event.with_round(replace(round_, pairings=boards))
    return event


def sides(round_: Round) -> list[tuple[int, int]]:
    return [(board.red, board.black) for board in round_.pairings]
