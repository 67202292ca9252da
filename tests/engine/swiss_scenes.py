"""Rounds and events of 积分编排 in short, for the tests that work out the next round by hand."""

from __future__ import annotations

from collections.abc import Sequence

from xlpair.model import Bye, ByeKind, Event, Game, Pairing, Player, Result, Round
from xlpair.settings import Settings

R, D, B = Result.RED_WIN, Result.DRAW, Result.BLACK_WIN

Line = tuple[int, int, Result | None]


def round_of(number: int, lines: Sequence[Line], *byes: Bye) -> Round:
    pairings = tuple(Pairing(board, red, black, (Game(how),)) for board, (red, black, how) in enumerate(lines, 1))
    return Round(number, pairings, byes)


def event_of(players: int | Sequence[Player], *rounds: Sequence[Line | int], **settings: object) -> Event:
    """An event; a bare number in a round is that player's bye."""
    roster = tuple(Player(n) for n in range(1, players + 1)) if isinstance(players, int) else tuple(players)
    played = []
    for number, lines in enumerate(rounds, 1):
        games = [line for line in lines if not isinstance(line, int)]
        byes = [Bye(line) for line in lines if isinstance(line, int)]
        played.append(round_of(number, games, *byes))
    return Event(Settings(**{"rounds": 9, "last_three": False, **settings}), roster, tuple(played))  # type: ignore[arg-type]


def pairs(round_: Round) -> list[tuple[int, int]]:
    return [(pairing.red, pairing.black) for pairing in round_.pairings]


def resting(round_: Round) -> list[int]:
    return [bye.player for bye in round_.byes if bye.kind is ByeKind.BYE]
