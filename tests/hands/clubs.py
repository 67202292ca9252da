"""Workbook files for the tests of what hands do: made once for each kind of event, copied for each test."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from halls import Hall, hall, people

from xlpair.errors import Problem
from xlpair.workbook.book import CellValue

Roster = Sequence[Sequence[CellValue]]


def club(folder: Path, players: int | Roster, settings: Mapping[str, str] | None = None, rounds: int = 5) -> Hall:
    """A new event's file: so many players 甲1, 甲2 …, or these rows in the order of the roster's headings."""
    rows = people(players) if isinstance(players, int) else players
    path = folder / "比赛.xlsx"
    path.write_bytes(_made(tuple(map(tuple, rows)), tuple(sorted((settings or {}).items())), rounds))
    return Hall(None, path)


@cache
def _made(rows: tuple[tuple[CellValue, ...], ...], settings: tuple[tuple[str, str], ...], rounds: int) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        found = hall("closed", Path(folder), rows, dict(settings), rounds)
        assert found.path is not None
        return found.path.read_bytes()


def the_file(found: Hall) -> Path:
    assert found.path is not None
    return found.path


def draws(found: Hall, number: int) -> None:
    """Every board of the round drawn."""
    found.results(number, *["1:1"] * len(found.boards(number)))


def wins_of_red(found: Hall, number: int) -> None:
    found.results(number, *["2:0"] * len(found.boards(number)))


def played(found: Hall, *rounds: tuple[str, Sequence[str]]) -> None:
    """Rounds paired by hand, each with its results in the order of the boards."""
    for number, (pairs, results) in enumerate(rounds, start=1):
        found.pair(pairs)
        found.results(number, *results)


def lines(problems: Sequence[Problem]) -> list[str]:
    """What an arbiter reads."""
    return [str(problem) for problem in problems]


def rests(found: Hall) -> list[int]:
    """Who had the bye, round by round."""
    return [bye.player for round_ in found.event().rounds for bye in round_.byes if bye.kind.value == "轮空"]


def standing(found: Hall, name: str) -> dict[str, CellValue]:
    """One player's line of 成绩表, by heading."""
    heading, *rows = found.named("成绩表区")
    row = next(row for row in rows if name in row)
    return dict(zip(map(str, heading), [*row, *[None] * len(heading)], strict=False))
