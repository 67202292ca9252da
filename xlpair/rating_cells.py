"""The new rating of one player, from cells: the value of XQ_RATING.

Points are those of the usual scoring (win 2, draw 1), in one cell for all games or one cell a game. Without a rating of
his own a player gets what he has played like, and it is called so. In ratings, blank and 0 mean none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xlpair.engine.rating import new_rating, performance
from xlpair.errors import WrongUse
from xlpair.model import Score
from xlpair.settings import Settings
from xlpair.table_rows import Cell
from xlpair.workbook.book import CellValue
from xlpair.workbook.texts import error_code, is_blank, score, shown, whole

WIN: Final = 2


def rating_cell(own: CellValue, opponents: Sequence[CellValue], points: Sequence[CellValue], k: CellValue) -> Cell:
    """The rating after the games, or ``表现分 1650``. Raises WrongUse with what to fill in.

    Rule: L1
    """
    rating = _rating(own, "自己的等级分")
    ratings = [_rating(cell, f"对手的等级分{_which(opponents, at)}") for at, cell in enumerate(opponents, start=1)]
    if not ratings:
        raise WrongUse("没有对手的等级分。请选对手等级分所在的单元格。")
    won = [_points(cell, f"得分{_which(points, at)}") for at, cell in enumerate(points, start=1)]
    met, earned = _rated_games(ratings, won)
    if rating:
        return new_rating(rating, met, earned, WIN, _factor(k))
    return f"表现分 {performance(met, earned, WIN)}"


def _rated_games(ratings: Sequence[int], points: Sequence[Score | None]) -> tuple[list[int], Score]:
    """The ratings of those met who have one, and the points won against them."""
    if len(points) == len(ratings):
        games = [(rating, won) for rating, won in zip(ratings, points, strict=True) if rating and won is not None]
        return [rating for rating, _ in games], sum(won for _, won in games)
    given = [won for won in points if won is not None]
    if len(given) != 1 or len(points) != 1:
        raise WrongUse(f"对手有 {len(ratings)} 格，得分有 {len(points)} 格。请逐局对应，或只填一个总分。")
    if 0 in ratings:
        raise WrongUse("有的对手没有等级分，总分分不开。请逐局填得分。")
    return list(ratings), given[0]


def _which(cells: Sequence[CellValue], place: int) -> str:
    """Which of several cells is meant."""
    return f"第 {place} 格" if len(cells) > 1 else ""


def _rating(cell: CellValue, what: str) -> int:
    number = 0 if is_blank(cell) else whole(cell)
    if number is None:
        raise WrongUse(f"{what}看不懂 {error_code(cell) or shown(cell)}。请填整数，没有就空着。")
    return number


def _points(cell: CellValue, what: str) -> Score | None:
    if is_blank(cell):
        return None
    found = score(cell)
    if found is None:
        raise WrongUse(f"{what}看不懂 {error_code(cell) or shown(cell)}。请按胜 2、和 1、负 0 填，没有下的空着。")
    return found


def _factor(cell: CellValue) -> Score:
    if is_blank(cell):
        return Settings().rating_k
    found = score(cell)
    if not found:
        raise WrongUse(f"K 看不懂 {error_code(cell) or shown(cell)}。请填大于 0 的数，例如 20。")
    return found
