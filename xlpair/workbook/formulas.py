"""The array formulas of the computed sheets, as text without ``=``: every round from the start, by table name.

``missing`` are rounds that have no table (any more). The name of a table that is not there would make an error of the
whole formula; and which round an argument is, is its place among the arguments, as is how big the answer has to be. So
the headings of another round stand for such a round: a table without rows, in which nobody is paired.
"""

from __future__ import annotations

from collections.abc import Collection

from xlpair.workbook.book import Snapshot
from xlpair.workbook.layout import (
    CARD_NUMBER_NAME,
    FIXED_STANDINGS_COLUMNS,
    MOST_ROUNDS,
    ROSTER_TABLE,
    SETTINGS_TABLE,
    SPARE_STANDINGS_COLUMNS,
    STANDINGS_NAME,
    round_name,
)


def named_rounds(snapshot: Snapshot, tables: Collection[int]) -> tuple[int, tuple[int, ...]]:
    """How many rounds the formulas name where ``tables`` are the rounds with a table, and those that are missing.

    They are as many as 成绩表 has columns for, so that a table lost at the end is missing, too.
    """
    area = snapshot.names.get(STANDINGS_NAME)
    room = area.right - area.left + 1 - FIXED_STANDINGS_COLUMNS - SPARE_STANDINGS_COLUMNS if area is not None else 0
    rounds = max((room if room <= MOST_ROUNDS else 0, *tables))
    return max(rounds, 0), tuple(number for number in range(1, rounds + 1) if number not in tables)


def standings_formula(rounds: int, missing: Collection[int] = ()) -> str:
    """成绩表 over this many round tables: ``XQ_STANDINGS(赛事[#All],名单[#All],第1轮[#All],…)``."""
    return f"XQ_STANDINGS({_tables(rounds, missing)})"


def crosstable_formula(rounds: int, missing: Collection[int] = ()) -> str:
    """循环表 over this many round tables."""
    return f"XQ_CROSSTABLE({_tables(rounds, missing)})"


def card_formula(rounds: int, missing: Collection[int] = ()) -> str:
    """编排卡 of the number that stands in the cell 编排卡编号."""
    return f"XQ_CARD({CARD_NUMBER_NAME},{_tables(rounds, missing)})"


def teams_formula(rounds: int, missing: Collection[int] = ()) -> str:
    """团体成绩 over this many round tables."""
    return f"XQ_TEAMS({_tables(rounds, missing)})"


def categories_formula(rounds: int, missing: Collection[int] = ()) -> str:
    """组别成绩 over this many round tables."""
    return f"XQ_CATEGORIES({_tables(rounds, missing)})"


def ratings_formula(rounds: int, missing: Collection[int] = ()) -> str:
    """等级分 over this many round tables."""
    return f"XQ_RATINGS({_tables(rounds, missing)})"


def _tables(rounds: int, missing: Collection[int]) -> str:
    there = [number for number in range(1, rounds + 1) if number not in missing]
    arguments = [f"{name}[#All]" for name in (SETTINGS_TABLE, ROSTER_TABLE)]
    for number in range(1, rounds + 1 if there else 1):
        is_there = number not in missing
        arguments.append(f"{round_name(number)}[#All]" if is_there else f"{round_name(there[0])}[#Headers]")
    return ",".join(arguments)
