"""Moves of hands in a hall: results of a whole round typed, and what the check tells."""

from __future__ import annotations

from halls import Hall

from xlpair.errors import Problem


def wins_of_red(found: Hall, number: int) -> None:
    found.results(number, *(["2:0"] * len(found.boards(number))))


def draws(found: Hall, number: int) -> None:
    found.results(number, *(["1:1"] * len(found.boards(number))))


def told(problems: tuple[Problem, ...], *words: str) -> list[Problem]:
    """The problems that say all these words."""
    return [problem for problem in problems if all(word in str(problem) for word in words)]
