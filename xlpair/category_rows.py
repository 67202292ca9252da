"""The rows of 组别成绩: the standings of every prize group, one below the other."""

from __future__ import annotations

from typing import Final

from xlpair.engine.prize_groups import Placed, prize_groups
from xlpair.engine.standings import standings
from xlpair.errors import WrongUse
from xlpair.model import Event
from xlpair.table_rows import Row, Rows, value_cell
from xlpair.wording import mark_text
from xlpair.workbook.layout import TEAM_HEADING

CATEGORY_WORD: Final = "组别"
"""What stands in front of a group's name, in the row above its table."""
_HEADINGS: Final = ("组内名次", "总名次", "编号", "姓名", "单位")


def category_rows(event: Event) -> Rows:
    """Every group: a row with its name, the headings, its players in the order of the whole standings, a gap.

    The headings are the same for all groups.

    Raises WrongUse where nobody belongs to a group.
    Rule: S5
    """
    table = standings(event)
    groups = prize_groups(event, table)
    if not groups:
        raise WrongUse("名单的“组别”一列空着，没有要另外录取名次的组。")
    headings = tuple(TEAM_HEADING if event.settings.team_matches and one == "姓名" else one for one in _HEADINGS)
    marked = any(mark_text(row.standing) for group in groups for row in group.rows)
    head = (*headings, *table.criteria, *(("备注",) if marked else ()))
    rows: list[Row] = []
    for group in groups:
        name = (CATEGORY_WORD, group.name, f"{len(group.rows)} {event.settings.unit}")
        rows += [(), name, head, *(_row(row, marked) for row in group.rows)]
    return tuple(rows[1:])


def _row(row: Placed, marked: bool) -> Row:
    whole = row.standing
    player = whole.player
    mark = (mark_text(whole),) if marked else ()
    who = (row.place, whole.place, player.number, player.name, player.club)
    return (*who, *map(value_cell, whole.values), *mark)
