"""等级分 by ordinary Elo. No official Chinese formula was found: nothing here may be called official.

Ratings are whole numbers; what a win is worth (2 by default) scales the points to 0 … 1. Expected scores are the one
place where floats are at home: 10 to a broken power has no exact value.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor, pow
from typing import Final

from xlpair.errors import WrongUse
from xlpair.model import Score

SCALE: Final = 400


def expected(own: int, opponent: int) -> float:
    """The share of the points that the ratings promise against one opponent.

    Rule: L1
    """
    return 1.0 / (1.0 + pow(10.0, (opponent - own) / SCALE))


def new_rating(own: int, opponents: Sequence[int], points: Score, win: Score = 2, k: Score = 20) -> int:
    """The rating after games against rated opponents, one entry a game played, halves rounded up.

    Forfeits, byes and games against unrated opponents are left out by the caller, and so are their points.
    Rule: L1
    """
    _check(opponents, points, win)
    surplus = float(Fraction(points) / win) - sum(expected(own, opponent) for opponent in opponents)
    return floor(own + float(k) * surplus + 0.5)


def performance(opponents: Sequence[int], points: Score, win: Score = 2) -> int:
    """What somebody without a rating has played like, halves rounded up. To be shown as such, never as a rating.

    Rule: L1
    """
    _check(opponents, points, win)
    if not opponents:
        raise WrongUse("没有一个有等级分的对手，算不出表现分。")
    count = len(opponents)
    exact = Fraction(sum(opponents), count) + SCALE * (2 * Fraction(points) / (win * count) - 1)
    return floor(exact + Fraction(1, 2))


def _check(opponents: Sequence[int], points: Score, win: Score) -> None:
    if not 0 <= points <= win * len(opponents):
        raise WrongUse(f"{len(opponents)} 局最多得 {win * len(opponents)} 分，现在是 {points} 分。")
