"""The computed areas and the status line as changes: 成绩表, 循环表, 编排卡."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Final, TypeAlias

from xlpair.errors import Gravity, Problem
from xlpair.workbook.book import Area, BreakPages, CellValue, Change, PrintArea, PutBlock, PutCells, Snapshot
from xlpair.workbook.layout import CARD_NAME, MOST_PEOPLE, STATUS_NAME
from xlpair.workbook.notices import cut_off, message_of, put_notice
from xlpair.workbook.texts import score_cell

ComputedRows: TypeAlias = Sequence[Sequence[CellValue | Fraction]]

_MOST_CELLS: Final = 1_000_000
"""No event's table is bigger than this; a name that covers more, whole columns for example, has been damaged."""


def put_status(names: Mapping[str, Area], text: str) -> tuple[Change, ...]:
    """Write the status line; none where its name is gone."""
    area = names.get(STATUS_NAME)
    return (PutCells(area.sheet, area.top, area.left, ((text,),)),) if area is not None else ()


def put_area(
    snapshot: Snapshot, name: str, rows: ComputedRows, formula: str | None = None, *, several: bool = False
) -> tuple[Change, ...]:
    """Fill a named computed area and let its print area follow what is filled.

    Nothing is changed where the name is gone or covers half a sheet: :func:`shortage` tells it. With a formula it
    becomes one array formula that shows these values until it is computed; without, plain values. What does not fit is
    left out and told, too, also in the cell above. Where there is a sentence in place of a table, the print area stays
    as it is.

    ``several`` tables may stand one below the other, blank rows between them: pages break in front of whole ones.
    """
    area = snapshot.names.get(name)
    if area is None or _cells(area) > _MOST_CELLS:
        return ()
    height, width = area.bottom - area.top + 1, area.right - area.left + 1
    values = tuple(tuple(_cell(value) for value in row[:width]) for row in rows[:height])
    filled = [at for at, row in enumerate(values) if any(value is not None for value in row)]
    notice = put_notice(snapshot.names, name, values, formula is not None, cut_off(rows, height, width))
    written = (PutBlock(area, values, formula), *notice)
    if name == CARD_NAME or not filled or message_of(values):
        return (*written, BreakPages(area, area.bottom)) if several else written
    printed = _printed(snapshot, area, values[: filled[-1] + 1])
    written = (*written, PrintArea(printed))
    return (*written, _broken(area, printed, filled)) if several else written


def _broken(area: Area, printed: Area, filled: Sequence[int]) -> BreakPages:
    """Break pages in front of every table but the first: it begins below a blank row."""
    behind = (one for before, one in pairwise(filled) if one > before + 1)
    return BreakPages(replace(printed, top=area.top), area.bottom, (tuple(area.top + at for at in behind),))


def shortage(snapshot: Snapshot, name: str, rows: ComputedRows, people: int) -> Problem | None:
    """Tell a computed area that is missing or too small for its rows; ``people`` are to have room after the mend."""
    area = snapshot.names.get(name)
    if area is None:
        return lost_area(snapshot, name)
    if _cells(area) > _MOST_CELLS:
        what = f"名称“{name}”指的区域大得不正常。"
        return Problem(
            area.sheet, what, "改好以前这张表不会更新：请在名称管理器里改回，或从备份恢复。", Gravity.WARNING
        )
    height, width = area.bottom - area.top + 1, area.right - area.left + 1
    if len(rows) > height or any(len(row) > width for row in rows):
        room = -(-people // 10) * 10
        hint = f'请保存并关闭工作簿，运行 xlpair resize "{snapshot.title}" {room}，再打开。'
        hint = hint if people <= MOST_PEOPLE else f"一个工作簿最多 {MOST_PEOPLE} 人：请按组别分开，各用一个工作簿。"
        return Problem(area.sheet, f"只有 {height} 行 {width} 列，放不下全部内容。", hint, Gravity.WARNING)
    return None


def lost_area(snapshot: Snapshot, name: str) -> Problem:
    """Tell that there is nowhere to write to: the sheet is gone, or only the name of its area."""
    sheet = name.removesuffix("区")
    if snapshot.sheet(sheet) is None:
        what = "找不到这张表（可能被删了），没有地方写。"
        return Problem(sheet, what, "请从备份文件夹里的副本恢复这张表。", Gravity.WARNING)
    what = f"找不到名称“{name}”（可能被删了），不知道写在哪里。"
    return Problem(sheet, what, "改好以前这张表不会更新：请从备份文件夹里的副本恢复。", Gravity.WARNING)


def _cells(area: Area) -> int:
    return (area.bottom - area.top + 1) * (area.right - area.left + 1)


def _cell(value: CellValue | Fraction) -> CellValue:
    if isinstance(value, Fraction):
        return score_cell(value)
    return None if value == "" else value


def _printed(snapshot: Snapshot, area: Area, rows: Sequence[Sequence[CellValue]]) -> Area:
    """From the top of the sheet to the last filled row and column, but never through the title above."""
    filled = max((at for row in rows for at, value in enumerate(row, start=1) if value is not None), default=1)
    sheet = snapshot.sheet(area.sheet)
    titles = [merge.right for merge in sheet.merges if merge.bottom < area.top] if sheet is not None else []
    right = max([area.left + filled - 1, *titles])
    return Area(area.sheet, 0, area.left, area.top + len(rows) - 1, min(right, area.right))
