"""Crosstable and card: every game in its field, every round with its sums."""

from __future__ import annotations

import pytest
from sketches import sketch
from standing_scenes import LEVEL_FOUR, ROUND_ROBIN

from xlpair.engine.standings import card, crosstable
from xlpair.errors import WrongUse
from xlpair.model import Player
from xlpair.settings import Settings, System


def test_crosstable_holds_every_game_in_its_field() -> None:
    """LEVEL_FOUR: 1<4 2>3, 4<3 1>2, 2=4 3=1."""
    table = crosstable(sketch(4, *LEVEL_FOUR, settings=ROUND_ROBIN))
    assert [row.standing.player.number for row in table.rows] == [1, 2, 3, 4]
    assert [row.standing.place for row in table.rows] == [4, 3, 1, 2]
    assert [[[entry.points for entry in cell] for cell in row.against] for row in table.rows] == [
        [[], [2], [1], [0]],
        [[0], [], [2], [1]],
        [[1], [0], [], [2]],
        [[2], [1], [0], []],
    ]


def test_crosstable_of_a_double_round_robin_joins_both_games() -> None:
    settings = Settings(system=System.DOUBLE_ROUND_ROBIN)
    table = crosstable(sketch(3, "2>3 1", "3>1 2", "1?2 3", "3=2 1", settings=settings))
    assert [[[entry.points for entry in cell] for cell in row.against] for row in table.rows] == [
        [[], [None], [0]],
        [[None], [], [2, 1]],
        [[2], [0, 1], []],
    ]


def test_card_shows_every_round_with_sums() -> None:
    """1 of the club evening: beat 2 (4 points now), drew with 3 (4), did not come against 4 (5): 13."""
    found = card(sketch(5, "1>2 3=4 5", "3=1 5<4 2", "4+1 2>5 3"), 1)
    assert [(row.entry.round, row.opponent, row.score, row.opponent_score) for row in found.rows] == [
        (1, Player(2), 2, 4),
        (2, Player(3), 3, 4),
        (3, Player(4), 3, 5),
    ]
    assert (found.player, found.score, found.opponents_score) == (Player(1), 3, 13)


def test_card_with_bye_leave_open_game_and_withdrawal() -> None:
    """5: bye (2, stands for the lowest with points, 4's 1), leave, then open against 3; 3 has 1 + 2 = 3."""
    lines = ("1>2 3=4 5", "1>4 3>2 5L", "5?3 1>4 2")
    rows = card(sketch(5, *lines), 5).rows
    assert [(row.opponent, row.score, row.opponent_score) for row in rows] == [
        (None, 2, 1),
        (None, 2, None),
        (Player(3), None, None),
    ]


def test_card_gives_the_opponents_score_once_a_meeting() -> None:
    rows = card(sketch(2, "1>=2", settings=Settings(games_per_meeting=2)), 1).rows
    assert [(row.score, row.opponent_score) for row in rows] == [(2, 1), (3, None)]


def test_card_of_an_opponent_off_the_roster() -> None:
    assert card(sketch(1, "1>9"), 1).rows[0].opponent == Player(9)


def test_card_of_a_number_nobody_has() -> None:
    with pytest.raises(WrongUse, match="没有 7 号"):
        card(sketch(2), 7)
