"""The sheet 对阵图 of a new workbook: an empty area whose cells draw the bracket once commands fill it.

Left half names, right half (hidden) a code for every cell of the left one; conditional formats turn codes into borders.
The halves are as wide for every event: a bracket for more people only needs more rows. So one sheet draws a bracket of
any size, and whatever program opens the file draws it too.
"""

from __future__ import annotations

from typing import Final

from xlsxwriter.utility import xl_col_to_name

from xlpair.bracket_chart import BELOW, BOTH, CHAMPION, CHART_COLUMNS, HEADING, NOT_YET, RIGHT, bracket_height
from xlpair.settings import Settings, System
from xlpair.workbook.layout import BRACKET_NAME, BRACKET_SHEET
from xlpair.workbook.template_formats import INK, MEDALS, TEAL, TEXT, Look
from xlpair.workbook.template_page import HEADING_ROW, Page

_ROW_HEIGHT: Final = 13.5
_FIRST_WIDTH: Final = 22.0
_WIDTH: Final = 17.0
_NAME: Final[Look] = {"font_size": 10, "shrink": True}
# A name would touch the line that leads to it.
_BEHIND_LINE: Final[Look] = {"indent": 1}
_UNDER: Final[Look] = {"bottom": 1, "bottom_color": INK}
_BESIDE: Final[Look] = {"right": 1, "right_color": INK}
_MARKS: Final[dict[int, Look]] = {
    BELOW: _UNDER,
    RIGHT: _BESIDE,
    BOTH: {**_UNDER, **_BESIDE},
    HEADING: {"bold": True, "font_color": TEAL},
    CHAMPION: {**_UNDER, "bold": True, "bg_color": MEDALS[0]},
}


def write_bracket(page: Page, settings: Settings, people: int) -> None:
    """Fill 对阵图; of groups it is hidden until their final begins."""
    height, width = bracket_height(settings, people), CHART_COLUMNS
    bottom = HEADING_ROW + height - 1
    page.heads(BRACKET_SHEET, 0)
    page.name(BRACKET_NAME, (HEADING_ROW, 0, bottom, 2 * width - 1))
    looks = ((_NAME,), (_NAME, _BEHIND_LINE))
    for row in range(HEADING_ROW, bottom + 1):
        page.sheet.set_row(row, _ROW_HEIGHT)
        for column in range(width):
            page.put(row, column, NOT_YET if (row, column) == (HEADING_ROW, 0) else None, TEXT, *looks[column > 0])
    page.sheet.set_column(0, 0, _FIRST_WIDTH)
    page.sheet.set_column(1, width - 1, _WIDTH)
    page.sheet.set_column(width, 2 * width - 1, None, None, {"hidden": True})
    area = (HEADING_ROW, 0, bottom, width - 1)
    for code, look in _MARKS.items():
        page.mark(area, f"{xl_col_to_name(width)}{HEADING_ROW + 1}={code}", look)
    page.sheet.freeze_panes(HEADING_ROW, 0)
    hidden = settings.system is System.GROUPS
    page.prints(landscape=False, area=None if hidden else (0, 0, bottom, width - 1), several=True)
    page.sheet.set_tab_color("#A83A32")
    if hidden:
        page.sheet.hide()
