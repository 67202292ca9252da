"""Moves of an arbiter in events of every format: wins entered, pairs, tables and what is told."""

from __future__ import annotations

from collections.abc import Sequence

from halls import Hall

from xlpair.workbook.book import CellValue


def seeded(count: int) -> list[list[CellValue]]:
    """Players 甲1, 甲2, … whose seeds are their numbers: the draw leaves nothing to chance."""
    return [[number, f"甲{number}", None, None, number] for number in range(1, count + 1)]


def win(place: Hall, number: int, *winners: int) -> None:
    """Let these win their boards of a round."""
    event = place.event()
    texts = ["2:0" if one.red in winners else "0:2" for one in event.rounds[number - 1].pairings]
    place.results(number, *texts)


def pairs(place: Hall, number: int) -> list[set[int]]:
    return [{one.red, one.black} for one in place.event().rounds[number - 1].pairings]


def table(place: Hall) -> list[tuple[CellValue, CellValue]]:
    """Place and number of every row of 成绩表."""
    heading, *rows = place.named("成绩表区")
    number = heading.index("编号")
    return [(row[0], row[number]) for row in rows]


def told(problems: Sequence[object]) -> list[str]:
    return [str(problem) for problem in problems]


def smaller_wins(place: Hall, number: int) -> None:
    """The smaller number wins every board of a round."""
    place.results(number, *("2:0" if red < black else "0:2" for red, black in place.boards(number)))
