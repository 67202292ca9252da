"""The computed sheets of a new workbook: 成绩表, 循环表 and 编排卡.

Each is one block of fixed size with a name. It holds either one array formula over the whole block or plain values;
what a row looks like follows from what stands in it, through conditional formats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from xlsxwriter.utility import xl_col_to_name, xl_rowcol_to_cell

from xlpair.wording import OWN_FIELD
from xlpair.workbook.area_writer import ComputedRows
from xlpair.workbook.book import Area
from xlpair.workbook.computed_cells import is_filled, says
from xlpair.workbook.layout import (
    CARD_NAME,
    CARD_NUMBER_NAME,
    CROSSTABLE_NAME,
    FIXED_STANDINGS_COLUMNS,
    SEALED_NAME,
    SIGNS_NAME,
    SPARE_STANDINGS_COLUMNS,
    STANDINGS_NAME,
    TEAM_HEADING,
    crosstable_height,
)
from xlpair.workbook.notices import LAGGING, NOTICES, notice_formula, notice_text
from xlpair.workbook.seal import lagging_formula, sealed_formula, signs_formula, typed_formulas
from xlpair.workbook.template_formats import (
    BAND,
    BOXED,
    CENTRED,
    CLASH_INK,
    FADED_MARK,
    FITTED,
    HEADING_MARK,
    HINT,
    INPUT,
    LAGGING_MARK,
    LEFT,
    LINE,
    MEDALS,
    PAPER,
    ROW_MARK,
    STRIPE_MARK,
    Look,
)
from xlpair.workbook.template_page import FIRST_ROW, HEADING_ROW, SUBTITLE_ROW, TITLE_ROW, Box, Page

CARD_COLUMNS: Final = 8
# Rows of a card beyond one for each game: who it is, headings, totals, and some to spare.
CARD_EXTRA_ROWS: Final = 8

_BODY: Final[Look] = {"font_size": 10.5}
_CELL: Final[tuple[Look, ...]] = (_BODY, CENTRED, FITTED)
# A message instead of a table stands in the first cell, but is shown in a cell above: see ``notices``.
_FIRST_CELL: Final[tuple[Look, ...]] = (_BODY, LEFT)
NOTICE_LOOKS: Final[tuple[Look, ...]] = (_BODY, {"font_color": CLASH_INK, "bold": True})
# Not merged with the blanks it runs on over: Excel enters no array formula into merged cells.
_CARD_NOTICE: Final[tuple[Look, ...]] = (HINT, LEFT)
_UNSEEN: Final[Look] = {"font_color": PAPER}
_SEAL: Final[Look] = {"font_color": PAPER, "num_format": ";;;"}
NOTICE_HEIGHT: Final = 21
NOTICE_ROW: Final = HEADING_ROW - 1
LAGGING_COLUMN: Final = 3
_ROW_HEIGHT: Final = 16.5
_STANDINGS_WIDTHS: Final = (6, 6, 12, 18)
_ROUND_WIDTH: Final = 7.3
_MATCH_WIDTH: Final = 9.3
_MEETING_WIDTH: Final = 5.5
CRITERION_WIDTH: Final = 7.6
CRITERIA_PRINTED: Final = 7


@dataclass(frozen=True, slots=True)
class Filling:
    """What stands in a computed area: cached or plain values, and the array formula (without ``=``) or None."""

    rows: ComputedRows = ()
    formula: str | None = None


def write_standings(
    page: Page, filling: Filling, *, people: int, filled: int, rounds: int, boards: int | None = None
) -> None:
    """Fill 成绩表: a heading row and one row for each of ``people``; ``filled`` rows are printed (none: all).

    ``boards``: how many games of a match of teams a cell of a round stands for; None where it stands for one player's.
    """
    bottom = HEADING_ROW + people
    right = FIXED_STANDINGS_COLUMNS + rounds + SPARE_STANDINGS_COLUMNS - 1
    printed = FIXED_STANDINGS_COLUMNS + rounds + CRITERIA_PRINTED - 1
    page.heads("成绩表", 0)
    width = _MATCH_WIDTH if (boards or 1) > 1 else _ROUND_WIDTH
    set_widths(page, (*_STANDINGS_WIDTHS, *[width] * rounds), right, CRITERION_WIDTH)
    area = (HEADING_ROW, 0, bottom, right)
    write_block(page, STANDINGS_NAME, area, filling)
    write_notice(page, STANDINGS_NAME, area, filling, NOTICE_LOOKS)
    page.sheet.set_row(NOTICE_ROW, NOTICE_HEIGHT)
    _mark_lagging(page, (SUBTITLE_ROW, LAGGING_COLUMN, SUBTITLE_ROW, printed), rounds, boards is not None)
    _write_seal(page, area, filling)
    mark_heading(page, area)
    _mark_places(page, area)
    mark_rows(page, area)
    page.sheet.freeze_panes(FIRST_ROW, 3)
    page.prints(landscape=True, area=(0, 0, HEADING_ROW + (filled or people), printed))
    page.sheet.set_tab_color("#A83A32")


def write_crosstable(page: Page, filling: Filling, *, people: int, filled: int, grouped: bool = False) -> None:
    """Fill 循环表: a heading row and one row and one column for each of ``people``, fixed and spare columns beside.

    ``grouped``: the tables of groups and finals stand one below the other, each with headings of its own.
    """
    bottom = HEADING_ROW + crosstable_height(people, grouped=grouped) - 1
    right = FIXED_STANDINGS_COLUMNS + people + SPARE_STANDINGS_COLUMNS - 1
    shown = filled or people
    printed = FIXED_STANDINGS_COLUMNS + shown + CRITERIA_PRINTED - 1
    page.heads("循环表", 0)
    set_widths(page, (*_STANDINGS_WIDTHS, *[_MEETING_WIDTH] * shown), right, CRITERION_WIDTH)
    area = (HEADING_ROW, 0, bottom, right)
    write_block(page, CROSSTABLE_NAME, area, filling)
    write_notice(page, CROSSTABLE_NAME, area, filling, NOTICE_LOOKS)
    page.sheet.set_row(NOTICE_ROW, NOTICE_HEIGHT)
    mark_heading(page, area)
    # As far as the area reaches, so that it grows with it; before the marks of whole rows: see ``template_formats``.
    _mark_own_meetings(page, (FIRST_ROW, FIXED_STANDINGS_COLUMNS, bottom, right), grouped)
    if grouped:
        mark_headings_below(page, area)
    mark_rows(page, area)
    page.sheet.freeze_panes(FIRST_ROW, 3)
    page.prints(landscape=True, area=(0, 0, HEADING_ROW + shown, printed), several=grouped)
    page.sheet.set_tab_color("#A83A32")


def write_card(page: Page, filling: Filling, *, games: int, number: int | None) -> None:
    """Fill 编排卡: a cell to type a number in, and the card of up to ``games`` rows below it."""
    page.heads("编排卡", CARD_COLUMNS)
    page.sheet.set_row(NOTICE_ROW, 30)
    page.put(NOTICE_ROW, 0, "编号", CENTRED, _BODY, {"bold": True})
    page.put(NOTICE_ROW, 1, number, CENTRED, BOXED, {"font_size": 14, "bold": True, "bg_color": INPUT})
    page.name(CARD_NUMBER_NAME, (NOTICE_ROW, 1, NOTICE_ROW, 1))
    set_widths(page, (8, 10, 16, 20, 8, 10, 9), CARD_COLUMNS - 1, 10)
    bottom = HEADING_ROW + games + CARD_EXTRA_ROWS - 1
    area = (HEADING_ROW, 0, bottom, CARD_COLUMNS - 1)
    write_block(page, CARD_NAME, area, filling)
    write_notice(page, CARD_NAME, area, filling, _CARD_NOTICE, column=2)
    _mark_card(page, area)
    page.prints(landscape=False, area=(0, 0, bottom, CARD_COLUMNS - 1))
    page.sheet.set_tab_color("#6A5A8C")


def set_widths(page: Page, widths: Sequence[float], right: int, others: float) -> None:
    for column in range(right + 1):
        page.sheet.set_column(column, column, widths[column] if column < len(widths) else others)


def write_block(page: Page, name: str, area: Box, filling: Filling) -> None:
    top, left, bottom, right = area
    page.name(name, area)
    if filling.formula is not None:
        first = filling.rows[0][0] if filling.rows and filling.rows[0] else ""
        page.sheet.write_array_formula(*area, f"{{={filling.formula}}}", page.formats.of(*_FIRST_CELL), first)
    for row in range(top, bottom + 1):
        page.sheet.set_row(row, 21 if row == top else _ROW_HEIGHT)
        values = filling.rows[row - top] if row - top < len(filling.rows) else ()
        for column in range(left, right + 1):
            is_first = (row, column) == (top, left)
            if is_first and filling.formula is not None:
                continue
            value = values[column - left] if column - left < len(values) else None
            page.put(row, column, value, *(_FIRST_CELL if is_first else _CELL))


def write_notice(page: Page, name: str, area: Box, filling: Filling, looks: tuple[Look, ...], column: int = 0) -> None:
    """Write the cell above the area that says why there is no table, and hide the sentence in the area itself."""
    top, left, bottom, right = area
    place = (NOTICE_ROW, column, NOTICE_ROW, column)
    page.name(NOTICES[name], place)
    text = notice_text(name, filling.rows)
    if filling.formula is None:
        page.put(NOTICE_ROW, column, text, *looks)
    else:
        formula = notice_formula(name, Area("", top, left, bottom, right))
        page.sheet.write_array_formula(*place, f"{{={formula}}}", page.formats.of(*looks), text)
    first, second = xl_rowcol_to_cell(top, left), xl_rowcol_to_cell(top, left + 1)
    page.mark((top, left, top, left), f"AND({is_filled(first)},LEN({second})=0)", _UNSEEN)


def _mark_lagging(page: Page, where: Box, rounds: int, boards: bool) -> None:
    """Say beside the subtitle, in the colour of paper, that results are missing; it is seen only while that is so."""
    page.name_formula(SIGNS_NAME, signs_formula())
    for name, formula in typed_formulas(rounds, boards).items():
        page.name_formula(name, formula)
    page.put(where[0], where[1], LAGGING, _BODY, _UNSEEN)
    page.mark(where, lagging_formula(), LAGGING_MARK)


def _write_seal(page: Page, area: Box, filling: Filling) -> None:
    """Write which results the table holds into a cell nobody sees, at the sheet's top right, outside what is printed.

    A new workbook has no results: the number is 0.
    """
    top, left, bottom, right = area
    place = (TITLE_ROW, right, TITLE_ROW, right)
    page.name(SEALED_NAME, place)
    if filling.formula is None:
        page.put(TITLE_ROW, right, 0, _SEAL)
    else:
        formula = sealed_formula(Area("", top, left, bottom, right))
        page.sheet.write_array_formula(*place, f"{{={formula}}}", page.formats.of(_SEAL), 0)


def _mark_card(page: Page, area: Box) -> None:
    """Set off the headings and the totals, draw borders round rows that are filled; a message alone stays bare."""
    row = area[0] + 1
    page.mark(area, f"AND({says(f'$A{row}', '轮次')},{is_filled(f'A{row}')})", HEADING_MARK)
    named = ",".join(says(f"$A{row}", word) for word in ("合计", "棋手", TEAM_HEADING))
    page.mark(area, f"OR({named})", {**BOXED, "bg_color": BAND, "bold": True})
    page.mark(area, f"AND({is_filled(f'$A{row}')},{is_filled(f'$B${row}')})", ROW_MARK)


def mark_heading(page: Page, area: Box) -> None:
    """Set off the headings. Where only the first cell is filled it holds a message, not a heading."""
    top, left, _, right = area
    headed = f"AND({is_filled(f'{xl_col_to_name(left)}{top + 1}')},{is_filled(f'$B{top + 1}')})"
    page.mark((top, left, top, right), headed, HEADING_MARK)


def mark_headings_below(page: Page, area: Box) -> None:
    """Set off the headings of every further table: whoever stands there has no number."""
    top, left, bottom, right = area
    first = top + 2
    headed = f"AND({is_filled(f'{xl_col_to_name(left)}{first}')},{says(f'$B{first}', '编号')})"
    page.mark((top + 1, left, bottom, right), headed, HEADING_MARK)


def _mark_places(page: Page, area: Box) -> None:
    """Tint the first three places, grey who withdrew. The narrower area has to come first: see ``template_formats``."""
    top, left, bottom, right = area
    first = top + 2
    for place, tint in enumerate(MEDALS, 1):
        page.mark((top + 1, left, bottom, FIXED_STANDINGS_COLUMNS - 1), f"$A{first}={place}", _medal(tint))
    whole = f"${xl_col_to_name(left)}{first}:${xl_col_to_name(right)}{first}"
    gone = f'AND({is_filled(f"{xl_col_to_name(left)}${top + 1}")},COUNTIF({whole},"*退赛*")>0)'
    page.mark((top + 1, left, bottom, right), gone, FADED_MARK)


def _medal(tint: str) -> Look:
    return {**BOXED, "bg_color": tint, "bold": True}


def _mark_own_meetings(page: Page, area: Box, grouped: bool) -> None:
    """Grey the cell where a player's row meets the column headed by his own number.

    LibreOffice 25.2 holds a text out of an add-in's array equal to a blank cell: the row has to be filled, too. Where
    every group has headings of its own, what stands in the cell has to do.
    """
    top, left, _, _ = area
    column, row = xl_col_to_name(left), top + 1
    heading = f"{column}${top}"
    own = f"AND({is_filled(heading)},{is_filled(f'$B{row}')},{heading}=$B{row})"
    page.mark(area, says(f"{column}{row}", OWN_FIELD) if grouped else own, {**BOXED, "bg_color": LINE})


def mark_rows(page: Page, area: Box) -> None:
    """Draw borders where a row and a column are filled, every second row striped."""
    top, left, bottom, right = area
    below = (top + 1, left, bottom, right)
    column, first = xl_col_to_name(left), top + 2
    filled = f"{is_filled(f'$B{first}')},{is_filled(f'{column}${top + 1}')}"
    page.mark(below, f"AND({filled},MOD(ROW(),2)={top % 2})", STRIPE_MARK)
    page.mark(below, f"AND({filled})", ROW_MARK)
