"""对阵图 as commands write it: names, and the codes that its cells turn into lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from xlpair.bracket_chart import NOT_YET, PLAIN, Chart, chart_of
from xlpair.errors import Gravity, Problem, XlpairError
from xlpair.model import Event
from xlpair.workbook.area_writer import lost_area
from xlpair.workbook.book import Area, BreakPages, CellValue, Change, PrintArea, PutBlock, ShowSheet, Snapshot
from xlpair.workbook.layout import BRACKET_NAME, BRACKET_SHEET

_WAY_OUT: Final = "请保存并关闭文件，用命令 xlpair resize 扩大。"


def put_bracket(snapshot: Snapshot, event: Event) -> Iterator[Change]:
    """Draw the bracket as far as it has been played; where there is none yet, say so. Nothing without such a sheet.

    A hidden sheet is shown as soon as there is something to see.
    Rule: K1, K3, K5
    """
    area = snapshot.names.get(BRACKET_NAME)
    if area is None:
        return
    chart = _chart(event)
    if isinstance(chart, str):
        yield PutBlock(area, ((chart,),))
        yield BreakPages(area, area.bottom)
        return
    width = (area.right - area.left + 1) // 2
    height = area.bottom - area.top + 1
    lines = zip(chart.texts[:height], chart.codes[:height], strict=True)
    yield PutBlock(area, tuple((*_cells(texts, width), *_codes(codes, width)) for texts, codes in lines))
    last = area.top + min(len(chart.texts), height) - 1
    printed = Area(area.sheet, 0, area.left, last, area.left + min(len(chart.texts[0]), width) - 1)
    yield PrintArea(printed)
    starts = tuple(tuple(area.top + row for row in rows) for rows in chart.starts)
    yield BreakPages(replace(printed, top=area.top), area.bottom, starts)
    sheet = snapshot.sheet(area.sheet)
    if sheet is not None and not sheet.visible:
        yield ShowSheet(area.sheet, True)


def bracket_shortage(snapshot: Snapshot, event: Event) -> Iterator[Problem]:
    """Tell where the sheet is too small for the bracket, or gone."""
    area, chart = snapshot.names.get(BRACKET_NAME), _chart(event)
    if isinstance(chart, str):
        return
    if area is None:
        yield lost_area(snapshot, BRACKET_NAME)
        return
    height, width = area.bottom - area.top + 1, (area.right - area.left + 1) // 2
    if len(chart.texts) > height or len(chart.texts[0]) > width:
        what = f"放不下：要 {len(chart.texts)} 行 {len(chart.texts[0])} 列，只有 {height} 行 {width} 列。"
        yield Problem(BRACKET_SHEET, what, _WAY_OUT, Gravity.WARNING)


def _chart(event: Event) -> Chart | str:
    try:
        return chart_of(event) or NOT_YET
    except XlpairError as refused:
        return str(refused)


def _cells(texts: tuple[str, ...], width: int) -> tuple[CellValue, ...]:
    return tuple(text or None for text in texts[:width]) + (None,) * (width - len(texts))


def _codes(codes: tuple[int, ...], width: int) -> tuple[CellValue, ...]:
    return tuple(None if code == PLAIN else code for code in codes[:width]) + (None,) * (width - len(codes))
