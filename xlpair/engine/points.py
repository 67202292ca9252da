"""What a game and a round without an opponent are worth (S1, B3, B5)."""

from __future__ import annotations

from xlpair.model import ByeKind, Result, Score, Side
from xlpair.settings import Settings, System, Worth

_MATCH_WORTH = {Worth.WIN: 2, Worth.DRAW: 1, Worth.LOSS: 0}


def game_points(settings: Settings, result: Result, side: Side) -> Score:
    """Points of the player who sits on ``side``. A forfeit gives the one present the win, the absent nothing.

    Rule: S1, B5
    """
    scoring = settings.scoring
    won, drawn, lost = (
        (scoring.red_win, scoring.red_draw, scoring.red_loss)
        if side is Side.RED
        else (scoring.black_win, scoring.black_draw, scoring.black_loss)
    )
    if result.winner is side:
        return won
    if not result.played:
        return 0
    return drawn if result.winner is None else lost


def worth_points(settings: Settings, worth: Worth) -> Score:
    """Red's value of a win, draw or loss."""
    scoring = settings.scoring
    return {Worth.WIN: scoring.red_win, Worth.DRAW: scoring.red_draw, Worth.LOSS: scoring.red_loss}[worth]


def bye_points(settings: Settings, kind: ByeKind) -> Score:
    """Points of a round without an opponent. Only in 积分编排 a rest earns any; a round after leaving never does.

    Where a meeting has several games they are those of all of them, as if the opponent had not come; of a team match
    they are those of one board.
    Rule: B3, R2, B7
    """
    worth = _bye_worth(settings, kind)
    games = 1 if settings.team_matches else settings.games_per_meeting
    return 0 if worth is None else worth_points(settings, worth) * games


def meeting_points(own: Score, others: Score, anybody: bool) -> int:
    """场分 of a meeting from the points both made in it: 2 for more, 1 for as many, nothing where nobody came.

    Rule: T1
    """
    if own != others:
        return 2 if own > others else 0
    return 1 if anybody else 0


def bye_match_points(settings: Settings, kind: ByeKind) -> int:
    """场分 of a round without an opponent.

    Rule: B3, T1
    """
    worth = _bye_worth(settings, kind)
    return 0 if worth is None else _MATCH_WORTH[worth]


def _bye_worth(settings: Settings, kind: ByeKind) -> Worth | None:
    """What a round without an opponent counts as; None where it is no game at all."""
    if settings.system is not System.SWISS or kind is ByeKind.OUT:
        return None
    worth = {ByeKind.BYE: settings.bye_worth, ByeKind.LEAVE: settings.leave_worth, ByeKind.LATE: settings.late_worth}
    return worth[kind]
