"""The array formulas of the computed sheets, as text without ``=``: every round from the start, by table name."""

from __future__ import annotations

from xlpair.workbook.layout import CARD_NUMBER_NAME, ROSTER_TABLE, SETTINGS_TABLE, round_name


def standings_formula(rounds: int) -> str:
    """成绩表 over this many round tables: ``XQ_STANDINGS(赛事[#All],名单[#All],第1轮[#All],…)``."""
    return f"XQ_STANDINGS({_tables(rounds)})"


def crosstable_formula(rounds: int) -> str:
    """循环表 over this many round tables."""
    return f"XQ_CROSSTABLE({_tables(rounds)})"


def card_formula(rounds: int) -> str:
    """编排卡 of the number that stands in the cell 编排卡编号."""
    return f"XQ_CARD({CARD_NUMBER_NAME},{_tables(rounds)})"


def teams_formula(rounds: int) -> str:
    """团体成绩 over this many round tables."""
    return f"XQ_TEAMS({_tables(rounds)})"


def categories_formula(rounds: int) -> str:
    """组别成绩 over this many round tables."""
    return f"XQ_CATEGORIES({_tables(rounds)})"


def ratings_formula(rounds: int) -> str:
    """等级分 over this many round tables."""
    return f"XQ_RATINGS({_tables(rounds)})"


def _tables(rounds: int) -> str:
    names = (SETTINGS_TABLE, ROSTER_TABLE, *(round_name(number) for number in range(1, rounds + 1)))
    return ",".join(f"{name}[#All]" for name in names)
