"""The examples in the README and in the docstrings of the small API do what they show."""

from __future__ import annotations

import doctest
from pathlib import Path

from xlpair import api, data_frames


def test_examples_of_the_api() -> None:
    outcome = doctest.testmod(api)
    assert outcome.attempted > 5
    assert outcome.failed == 0


def test_examples_of_the_data_frames() -> None:
    outcome = doctest.testmod(data_frames)
    assert outcome.attempted > 3
    assert outcome.failed == 0


def test_byes_and_open_games_are_lines_of_the_games_table() -> None:
    """Three players: 1-2 open, 3 rests."""
    event = api.event([(1, "甲"), (2, "乙"), (3, "丙")], rounds=[[(1, 2), (3, "轮空")]])
    games = data_frames.frames(event)["对局"]
    assert games["红方"].tolist() == ["甲", "丙"]
    assert games["黑方"].tolist() == ["乙", "轮空"]
    assert games["结果"].isna().all()


def test_examples_of_the_readme() -> None:
    readme = Path(__file__).parents[1] / "README.md"
    outcome = doctest.testfile(str(readme), module_relative=False, encoding="utf-8")
    assert outcome.attempted > 5
    assert outcome.failed == 0
