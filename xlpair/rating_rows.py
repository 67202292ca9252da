"""The rows of 等级分: new ratings after the event, by ordinary Elo. They are never called official."""

from __future__ import annotations

from typing import Final

from xlpair.engine.rating_list import Rated, rating_list
from xlpair.errors import WrongUse
from xlpair.model import Event
from xlpair.table_rows import Cell, Row, Rows
from xlpair.workbook.layout import TEAM_HEADING
from xlpair.workbook.texts import score_cell

_OF_PERSONS: Final = ("编号", "姓名", "单位")
_OF_MEMBERS: Final = ("队号", "序号", "姓名", TEAM_HEADING)
_RATING: Final = ("原等级分", "局数", "得分", "期望得分", "变化", "新等级分", "备注")
_FIGURES: Final = 2


def has_ratings(event: Event) -> bool:
    """Whether anybody who can be rated has a rating."""
    if event.settings.team_matches:
        return any(member.rating for member in event.squads)
    return any(player.rating for player in event.players)


def rating_rows(event: Event) -> Rows:
    """等级分: what everybody had, how many games counted, what was scored and expected, what he has now.

    Raises WrongUse where nobody has a rating.
    Rule: L1
    """
    if not has_ratings(event):
        where = "“队员”表" if event.settings.team_matches else "名单"
        raise WrongUse(f"{where}里没有人有等级分，算不出新的等级分。请填“等级分”一列。")
    members = event.settings.team_matches
    headings = (*(_OF_MEMBERS if members else _OF_PERSONS), *_RATING)
    return (headings, *(_row(row, members) for row in rating_list(event)))


def _row(row: Rated, members: bool) -> Row:
    who: Row = (row.number, row.order, row.name, row.team) if members else (row.number, row.name, row.team)
    change = "" if row.new is None or row.old is None else row.new - row.old
    note = "" if row.performance is None else f"表现分 {row.performance}"
    expected: Cell = "" if row.expected is None else round(row.expected, _FIGURES)
    figures = (_cell(row.old), row.games, score_cell(row.points), expected, change, _cell(row.new))
    return (*who, *figures, note)


def _cell(rating: int | None) -> Cell:
    return "" if rating is None else rating
