"""L1: ordinary Elo, every value worked out by hand from E = 1/(1+10^((Rb−Ra)/400))."""

from __future__ import annotations

import pytest

from xlpair.engine.rating import expected, new_rating, performance
from xlpair.errors import WrongUse


def test_equals_share_the_points_and_400_more_are_ten_to_one() -> None:
    assert expected(1600, 1600) == pytest.approx(0.5)
    assert expected(1600, 2000) == pytest.approx(1 / 11)
    assert expected(2000, 1600) == pytest.approx(10 / 11)


@pytest.mark.parametrize(
    ("opponents", "points", "new"),
    [
        ([1600], 2, 1610),  # 20 * (1 - 1/2)
        ([1600], 1, 1600),
        ([1600], 0, 1590),
        ([2000], 1, 1608),  # 20 * (1/2 - 1/11) = 8.18
        ([1200], 0, 1582),  # 20 * (0 - 10/11) = -18.18
        ([1600, 2000], 3, 1618),  # 20 * (3/2 - 1/2 - 1/11) = 18.18
        ([], 0, 1600),
    ],
)
def test_new_rating_with_two_points_a_win_and_k_20(opponents: list[int], points: int, new: int) -> None:
    assert new_rating(1600, opponents, points) == new


def test_k_and_the_worth_of_a_win_are_arguments() -> None:
    assert new_rating(1600, [1600], 3, win=3, k=40) == 1620
    assert new_rating(1600, [1600], 1, win=1, k=10) == 1605


def test_half_a_rating_point_goes_up() -> None:
    assert new_rating(1600, [1600], 2, k=15) == 1608  # 7.5
    assert new_rating(1600, [1600], 0, k=15) == 1593  # -7.5


def test_performance_is_the_mean_of_the_opponents_and_400_for_a_clean_score() -> None:
    assert performance([1500, 1700], 3) == 1800  # 1600 + 400 * (2 * 3/4 - 1)
    assert performance([1500, 1700], 4) == 2000
    assert performance([1500, 1501], 2) == 1501  # 1500.5


def test_more_points_than_games_give_are_refused() -> None:
    with pytest.raises(WrongUse, match="1 局最多得 2 分，现在是 3 分"):
        new_rating(1600, [1600], 3)
    with pytest.raises(WrongUse, match="0 分，现在是 1 分"):
        performance([], 1)
    with pytest.raises(WrongUse, match="没有一个有等级分的对手"):
        performance([], 0)
