"""Cells of a table as changes: only our columns, found by the headings that stand there now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from xlpair.errors import NotAllowed
from xlpair.workbook.blocks import Block, Place
from xlpair.workbook.book import Area, CellValue, Change, PutCells, ResizeTable

_MOST_EMPTY_ROWS: Final = 3000
"""No round and no roster has more rows; a table that was dragged to the end of its sheet is empty beyond its cells."""


def table_area(block: Block) -> Area:
    """The table's area as it is in the workbook."""
    if block.area is None:
        raise ValueError("a block without a sheet cannot be written to")
    return block.area


def table_rows(block: Block) -> int:
    """How many rows the table has below its headings, those typed directly under it included.

    A table that is far higher than anything in it counts as high as an event can need.
    """
    area = table_area(block)
    filled = len(block.rows) - 1 - block.under
    return min(area.bottom - area.top, max(filled, _MOST_EMPTY_ROWS)) + block.under


def put_columns(place: Place, first: int, columns: Mapping[str, Sequence[CellValue]]) -> list[Change]:
    """Write whole columns from block row ``first`` on; neighbouring columns go together, missing ones are left out."""
    block = place.block
    placed = sorted((place.columns[heading], values) for heading, values in columns.items() if heading in place.columns)
    runs: list[list[tuple[int, Sequence[CellValue]]]] = []
    for column, values in placed:
        if runs and runs[-1][-1][0] == column - 1:
            runs[-1].append((column, values))
        else:
            runs.append([(column, values)])
    top = block.top + first
    return [
        PutCells(block.sheet, top, block.left + run[0][0], tuple(zip(*(values for _, values in run), strict=True)))
        for run in runs
        if run[0][1]
    ]


def put_cells(place: Place, heading: str, cells: Mapping[int, CellValue]) -> list[Change]:
    """Write single cells of a column, by block row; cells below each other go together."""
    runs: list[tuple[int, list[CellValue]]] = []
    for row in sorted(cells):
        if runs and runs[-1][0] + len(runs[-1][1]) == row:
            runs[-1][1].append(cells[row])
        else:
            runs.append((row, [cells[row]]))
    return [change for row, values in runs for change in put_columns(place, row, {heading: values})]


def differing(place: Place, heading: str, cells: Mapping[int, CellValue]) -> dict[int, CellValue]:
    """Those of the cells that do not hold their value yet."""
    return {row: value for row, value in cells.items() if not _holds(place.cell(row, heading), value)}


def _holds(cell: CellValue, value: CellValue) -> bool:
    if value is None or value == "":
        return cell is None or cell == ""
    if isinstance(value, str) is not isinstance(cell, str) or isinstance(cell, bool):
        return False
    return cell == value


def grown(block: Block, rows: int) -> list[Change]:
    """Make the table hold at least this many rows; none where it does.

    Raises NotAllowed where something stands below it: what is not ours is never overwritten.
    """
    area = table_area(block)
    have = area.bottom - area.top
    if rows <= have:
        return []
    if not block.table:
        raise NotAllowed(f"{block.sheet}：“{block.label}”已不是表格，不能扩大。请先恢复成表格（插入 → 表格）。")
    if block.room is not None and rows - have > block.room:
        last, taken = area.top + rows + 1, area.bottom + block.room + 2
        what = f"表格“{block.table}”要扩大到第{last}行，但第{taken}行已有内容。"
        raise NotAllowed(f"{block.sheet}：{what}请把表格下面的内容移到别处。")
    return [ResizeTable(block.table, area.top + rows)]
