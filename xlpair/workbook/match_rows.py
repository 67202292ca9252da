"""The rows of one team match: which board each of them is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xlpair.workbook.book import CellValue
from xlpair.workbook.round_rows import RoundRows
from xlpair.workbook.texts import is_blank, shown, whole

BOARD_IN_MATCH: Final = "分台"
_HINT: Final = "一台一行，请填 1 到 {}，不要重复。"


def game_places(rows: RoundRows, at: Sequence[int], games: int) -> list[int]:
    """For each row of a meeting the game (from 0) it holds: as 分台 says, so that rows may be sorted; else in order.

    A number that is not understood or stands twice is told, and so is a board of the match that has no row.
    """
    cells = [_cell(rows, row) for row in at]
    in_order = list(range(len(at)))
    if all(map(is_blank, cells)):
        return in_order
    numbers = [whole(cell) for cell in cells]
    unclear = [place for place, number in enumerate(numbers) if number is None or not 1 <= number <= games]
    twice = [place for place, number in enumerate(numbers) if number in numbers[:place]]
    for place in unclear or twice:
        what = f"分台{'看不懂' if unclear else '重复'} {shown(cells[place])}。"
        blank = is_blank(cells[place])
        rows.tell(at[place], BOARD_IN_MATCH, "没有写分台。" if blank else what, _HINT.format(games))
    if unclear or twice:
        return in_order
    missing = [str(number) for number in range(1, games + 1) if number not in numbers]
    if missing:
        what = f"这一场没有第 {'、'.join(missing)} 分台的行。"
        rows.tell(at[0], BOARD_IN_MATCH, what, "请补上（复制这一场的另一行再改），一场每台一行。")
    return [number - 1 for number in numbers if number is not None]


def _cell(rows: RoundRows, row: int) -> CellValue:
    column = rows.columns.get(BOARD_IN_MATCH)
    cells = rows.block.rows[row]
    return cells[column] if column is not None and column < len(cells) else None
