"""Events written down in a few signs, so that a test shows on one page all it is about.

A round is a line of tokens. ``1>2``: 1 has red and wins; ``1=2``: drawn; ``1<2``: 1 has red and loses; ``1?2``: open;
``1+2``: 2 did not come; ``1-2``: 1 did not come; ``1x2``: neither came. Several signs are the games of one meeting,
each seen from the number written first: ``1>=2``. ``1>2/1:0`` adds fouls of red and black in the first game. A lone
number has the bye; ``5L`` is on leave.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from xlpair.model import Attendance, Bye, ByeKind, Event, Game, Pairing, Player, Result, Round
from xlpair.settings import Settings

_RESULTS = {
    ">": Result.RED_WIN,
    "=": Result.DRAW,
    "<": Result.BLACK_WIN,
    "+": Result.BLACK_FORFEITS,
    "-": Result.RED_FORFEITS,
    "x": Result.BOTH_FORFEIT,
}
_BOARD = re.compile(r"(\d+)([>=<?+x-]+)(\d+)(?:/(\d+):(\d+))?")
_REST = re.compile(r"(\d+)(L?)")


def sketch(
    players: int | Iterable[Player], *lines: str, settings: Settings | None = None, left: Iterable[int] = ()
) -> Event:
    """An event of players 1 … ``players`` (or the given ones) and of one round a line; ``left`` are marked 退赛."""
    if isinstance(players, int):
        gone = Attendance(withdrawn=True)
        withdrawn = set(left)
        players = [Player(n, attendance=gone if n in withdrawn else Attendance()) for n in range(1, players + 1)]
    rounds = tuple(_round(number, line) for number, line in enumerate(lines, start=1))
    return Event(settings or Settings(), tuple(players), rounds)


def _round(number: int, line: str) -> Round:
    pairings: list[Pairing] = []
    byes: list[Bye] = []
    for token in line.split():
        board, rest = _BOARD.fullmatch(token), _REST.fullmatch(token)
        if board:
            games = tuple(_game(index, sign) for index, sign in enumerate(board[2]))
            if board[4]:
                games = (Game(games[0].result, int(board[4]), int(board[5])), *games[1:])
            pairings.append(Pairing(len(pairings) + 1, int(board[1]), int(board[3]), games))
        elif rest:
            byes.append(Bye(int(rest[1]), ByeKind.LEAVE if rest[2] else ByeKind.BYE))
        else:
            raise ValueError(f"not a token of a sketch: {token!r}")
    return Round(number, tuple(pairings), tuple(byes))


def _game(index: int, sign: str) -> Game:
    """The second named has red in every other game, so what is written from the first named's side is turned round."""
    if sign == "?":
        return Game()
    return Game(_RESULTS[sign].mirrored if index % 2 else _RESULTS[sign])
