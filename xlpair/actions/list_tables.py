"""The lists that only some events need: 团体成绩, 组别成绩, 等级分. Hidden until there is reason to show them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Final

from xlpair.category_rows import category_rows
from xlpair.engine.rounds import is_finished
from xlpair.errors import Gravity, Problem, XlpairError
from xlpair.model import Event
from xlpair.rating_rows import has_ratings, rating_rows
from xlpair.settings import TableUpdate, TeamForm
from xlpair.team_rows import team_total_rows
from xlpair.workbook.area_writer import ComputedRows, put_area, shortage
from xlpair.workbook.book import Change, ShowSheet, Snapshot
from xlpair.workbook.formulas import categories_formula, ratings_formula, teams_formula
from xlpair.workbook.layout import (
    CATEGORIES_NAME,
    CATEGORIES_SHEET,
    RATINGS_NAME,
    RATINGS_SHEET,
    TEAMS_NAME,
    TEAMS_SHEET,
)

FORMULAS: Final = {TEAMS_NAME: teams_formula, CATEGORIES_NAME: categories_formula, RATINGS_NAME: ratings_formula}


@dataclass(frozen=True, slots=True)
class _List:
    """One list: its area and sheet, what gives its rows, when it has to be seen, when a formula can fill it.

    ``several``: it is parted into tables, one below the other.
    """

    name: str
    sheet: str
    rows: Callable[[Event], ComputedRows]
    wanted: Callable[[Event], bool]
    has_formula: Callable[[Event], bool] = lambda event: True
    several: bool = False


_LISTS: Final = (
    _List(TEAMS_NAME, TEAMS_SHEET, team_total_rows, lambda one: one.settings.team_form is TeamForm.SUM_OF_MEMBERS),
    _List(
        CATEGORIES_NAME,
        CATEGORIES_SHEET,
        category_rows,
        lambda one: any(who.categories for who in one.players),
        several=True,
    ),
    _List(
        RATINGS_NAME,
        RATINGS_SHEET,
        rating_rows,
        lambda one: is_finished(one) and has_ratings(one),
        # Line-ups are in no argument of the function.
        lambda one: not one.settings.team_matches,
    ),
)


def put_lists(
    snapshot: Snapshot, event: Event, rounds: int, missing: Collection[int], show: Collection[str] = ()
) -> tuple[tuple[Change, ...], tuple[Problem, ...]]:
    """Bring the lists up to date that are to be seen, and show them; ``show`` names areas to be seen in any case.

    ``rounds`` is how many rounds the formulas name, ``missing`` those without a table.
    Gives the changes and what does not fit.
    Rule: S7, L1
    """
    changes: list[Change] = []
    problems: list[Problem] = []
    for one in _LISTS:
        area = snapshot.names.get(one.name)
        sheet = snapshot.sheet(area.sheet) if area is not None else None
        wanted = one.name in show or one.wanted(event)
        if area is None or sheet is None:
            problems += _missing(one, wanted and (one.name in show or one.name != RATINGS_NAME))
        elif wanted or sheet.visible:
            rows = _rows(one, event)
            live = event.settings.table_update is TableUpdate.LIVE and one.has_formula(event)
            formula = FORMULAS[one.name](rounds, missing) if live else None
            changes += put_area(snapshot, one.name, rows, formula, several=one.several)
            changes += [] if sheet.visible else [ShowSheet(sheet.name, True)]
            problem = shortage(snapshot, one.name, rows, len(event.players))
            problems += [problem] if problem else []
    return tuple(changes), tuple(problems)


def _missing(one: _List, wanted: bool) -> Iterator[Problem]:
    if wanted:
        hint = "请用 xlpair new 新建一个工作簿，或在别的格子里用函数。"
        yield Problem(one.sheet, "这个工作簿里没有这张表。", hint, Gravity.WARNING)


def _rows(one: _List, event: Event) -> ComputedRows:
    try:
        return one.rows(event)
    except XlpairError as error:
        return ((str(error),),)
