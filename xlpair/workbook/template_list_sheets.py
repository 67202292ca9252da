"""The computed lists of a new workbook that are hidden until there is reason to show them: teams, groups, ratings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from xlpair.workbook.computed_cells import is_filled, says
from xlpair.workbook.layout import (
    CATEGORIES_COLUMNS,
    CATEGORIES_NAME,
    RATING_COLUMNS,
    RATINGS_NAME,
    TEAMS_COLUMNS,
    TEAMS_NAME,
)
from xlpair.workbook.template_blocks import (
    CRITERION_WIDTH,
    NOTICE_HEIGHT,
    NOTICE_LOOKS,
    NOTICE_ROW,
    Filling,
    mark_heading,
    mark_rows,
    set_widths,
    write_block,
    write_notice,
)
from xlpair.workbook.template_formats import BAND, HEADING_MARK, ROW_MARK, TEAL
from xlpair.workbook.template_page import FIRST_ROW, HEADING_ROW, Box, Page


@dataclass(frozen=True, slots=True)
class ListSheet:
    """A computed sheet that is one list: its area's name and subtitle, its columns with their widths.

    Columns beyond ``widths`` are as wide as ``others``. Where the list is parted into groups, ``group_word`` stands in
    front of a group's name and ``heading_word`` in its first heading.
    """

    name: str
    subtitle: str
    columns: int
    widths: tuple[float, ...]
    others: float
    landscape: bool = False
    group_word: str = ""
    heading_word: str = ""


TEAMS_LIST: Final = ListSheet(TEAMS_NAME, "团体成绩", TEAMS_COLUMNS, (6, 24, 8, 9.5, 7), 14, landscape=True)
CATEGORIES_LIST: Final = ListSheet(
    CATEGORIES_NAME,
    "组别成绩",
    CATEGORIES_COLUMNS,
    (9.5, 9.5, 7.5, 15, 22),
    CRITERION_WIDTH + 0.6,
    landscape=True,
    group_word="组别",
    heading_word="组内名次",
)
RATINGS_LIST: Final = ListSheet(
    RATINGS_NAME,
    "等级分（按通用的埃洛公式计算，不是官方等级分）",
    RATING_COLUMNS,
    (7.5, 15, 22),
    10,
)
MEMBER_RATINGS_LIST: Final = replace(RATINGS_LIST, widths=(7.5, 7.5, 15, 22))


def write_list(page: Page, sheet: ListSheet, filling: Filling, *, rows: int) -> None:
    """Fill a computed list of a heading and ``rows`` rows, and hide it: commands show it when there is reason to."""
    bottom = HEADING_ROW + rows
    area = (HEADING_ROW, 0, bottom, sheet.columns - 1)
    page.heads(sheet.subtitle, 0)
    set_widths(page, sheet.widths, sheet.columns - 1, sheet.others)
    write_block(page, sheet.name, area, filling)
    write_notice(page, sheet.name, area, filling, NOTICE_LOOKS)
    page.sheet.set_row(NOTICE_ROW, NOTICE_HEIGHT)
    if sheet.group_word:
        _mark_groups(page, area, sheet.group_word, sheet.heading_word)
    else:
        mark_heading(page, area)
        mark_rows(page, area)
    page.sheet.freeze_panes(FIRST_ROW, 0)
    page.prints(landscape=sheet.landscape, area=None, several=bool(sheet.group_word))
    page.sheet.set_tab_color("#A83A32")
    page.sheet.hide()


def _mark_groups(page: Page, area: Box, group_word: str, heading_word: str) -> None:
    """Set off the name and the headings of every group; draw borders round rows that are filled."""
    row = area[0] + 1
    page.mark(area, says(f"$A{row}", group_word), {"bg_color": BAND, "bold": True, "font_color": TEAL})
    page.mark(area, f"AND({says(f'$A{row}', heading_word)},{is_filled(f'A{row}')})", HEADING_MARK)
    # All groups have the headings of the first one.
    page.mark(area, f"AND({is_filled(f'$B{row}')},{is_filled(f'A${row + 1}')})", ROW_MARK)
