"""Where the printed pages of a sheet break in Calc: by the sheet's page style, its rows and its columns."""

from __future__ import annotations

from typing import Any

from xlpair.workbook.book import BreakPages
from xlpair.workbook.page_breaks import PageSize, page_breaks


def break_pages(document: Any, sheet: Any, change: BreakPages) -> None:
    """Set the breaks of the area's rows as hands would, those that are there already left alone."""
    wanted = set(page_breaks(change, _size(document, sheet, change), lambda row: _place(sheet, row, 0).Y))
    found = {one.Position for one in sheet.getRowPageBreaks() if one.ManualBreak}
    ours = {row for row in found if change.area.top < row <= change.reach}
    for row in sorted(wanted ^ ours):
        sheet.Rows.getByIndex(row).IsStartOfNewPage = row in wanted


def _size(document: Any, sheet: Any, change: BreakPages) -> PageSize:
    """In hundredths of a millimetre."""
    style = document.StyleFamilies.getByName("PageStyles").getByName(sheet.PageStyle)
    height = style.Height - style.TopMargin - style.BottomMargin
    height -= style.HeaderHeight if style.HeaderIsOn else 0
    height -= style.FooterHeight if style.FooterIsOn else 0
    left, right = _place(sheet, 0, change.area.left).X, _place(sheet, 0, change.area.right + 1).X
    return PageSize(style.Width - style.LeftMargin - style.RightMargin, height, right - left)


def _place(sheet: Any, row: int, column: int) -> Any:
    return sheet.getCellByPosition(column, row).Position
