"""What a game and a round without an opponent are worth (S1, B3, B5)."""

from __future__ import annotations

from xlpair.model import ByeKind, Result, Score, Side
from xlpair.settings import Settings, Worth


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
    """Points of a round without an opponent. In a round robin a rest earns nothing; nor does a round after leaving.

    Rule: B3, R2, B7
    """
    if settings.system.is_round_robin or kind is ByeKind.OUT:
        return 0
    worth = {
        ByeKind.BYE: settings.bye_worth,
        ByeKind.LEAVE: settings.leave_worth,
        ByeKind.LATE: settings.late_worth,
    }[kind]
    return worth_points(settings, worth)
