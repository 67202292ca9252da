"""Team matches: what a match is to the two teams, as far as pairing looks at it (T1–T3).

A team is an entrant, a match a meeting, a board one game of it. The team named first has red on odd boards (R5), so the
sides of a match are those of a meeting of several games.
"""

from __future__ import annotations

from collections.abc import Iterable

from xlpair.engine.points import game_points, meeting_points
from xlpair.model import Pairing, Score, Side
from xlpair.settings import Settings


def board_points(settings: Settings, match: Pairing, team: int) -> Score:
    """局分 of a team in one match: the points of its boards; open boards give nothing.

    Rule: T1
    """
    return sum(
        game_points(settings, game.result, match.side(team, board))
        for board, game in enumerate(match.games)
        if game.result is not None
    )


def match_points(settings: Settings, match: Pairing, team: int) -> int:
    """场分 of a team from one match, 0 while a board of it is open.

    Rule: T1, T2
    """
    if match.open:
        return 0
    own, others = (board_points(settings, match, number) for number in (team, match.other(team)))
    return meeting_points(own, others, anybody=came(match, match.red) or came(match, match.black))


def match_side(match: Pairing, team: int) -> Side | None:
    """The colour a match counts as: that of board 1, if any board was played.

    Rule: T2, T3
    """
    return match.side(team) if any(_played(match)) else None


def came(match: Pairing, team: int) -> bool:
    """Whether anybody of the team sat at a board."""
    return any(
        game.result is not None and (game.result.played or game.result.winner is match.side(team, board))
        for board, game in enumerate(match.games)
    )


def count_stayed_away(forfeits: dict[int, int], matches: Iterable[Pairing]) -> None:
    """Carry the matches in a row to which a team did not come over one more round; a board played starts again.

    Rule: B6
    """
    for match in matches:
        for team in (match.red, match.black):
            if any(_played(match)):
                forfeits.pop(team, None)
            elif not match.open and not came(match, team):
                forfeits[team] = forfeits.get(team, 0) + 1


def _played(match: Pairing) -> Iterable[bool]:
    return (game.result is not None and game.result.played for game in match.games)
