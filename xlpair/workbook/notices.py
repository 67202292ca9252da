"""What stands above a computed table: the sentence that says why there is none, or that a part of it has no room.

A sentence in the table's own first cell would be cut off by the empty texts beside it as soon as an array formula fills
the table. So a cell above, whose neighbours are really empty, shows it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from xlpair.workbook.book import Area, Change, PutBlock, address
from xlpair.workbook.computed_cells import is_filled
from xlpair.workbook.layout import (
    CARD_NAME,
    CARD_NOTICE_NAME,
    CATEGORIES_NAME,
    CATEGORIES_NOTICE_NAME,
    CROSSTABLE_NAME,
    CROSSTABLE_NOTICE_NAME,
    RATINGS_NAME,
    RATINGS_NOTICE_NAME,
    STANDINGS_NAME,
    STANDINGS_NOTICE_NAME,
    TEAMS_NAME,
    TEAMS_NOTICE_NAME,
)

NOTICES: Final[Mapping[str, str]] = {
    STANDINGS_NAME: STANDINGS_NOTICE_NAME,
    CROSSTABLE_NAME: CROSSTABLE_NOTICE_NAME,
    CARD_NAME: CARD_NOTICE_NAME,
    TEAMS_NAME: TEAMS_NOTICE_NAME,
    CATEGORIES_NAME: CATEGORIES_NOTICE_NAME,
    RATINGS_NAME: RATINGS_NOTICE_NAME,
}
CARD_HINT: Final = "← 在这里填棋手的编号"
NO_FUNCTIONS: Final = "公式没有算出来：Excel 请启用宏，LibreOffice 请装扩展，或把“成绩表更新”改成“数值”。"
LAGGING: Final = "注意：有填了或改了的结果没有算进本表。请用“更新成绩表”，或按 F9 重新计算。"


def message_of(rows: Sequence[Sequence[object]]) -> str:
    """The sentence that stands in place of a table; '' where there is a table, or nothing at all."""
    head = rows[0] if rows else ()
    alone = bool(head) and all(cell in ("", None) for cell in head[1:])
    return str(head[0]) if alone and head[0] not in ("", None) else ""


def cut_off(rows: Sequence[Sequence[object]], height: int, width: int) -> str:
    """The sentence that says how much of a table has no room in an area of this size; '' where all of it has."""
    lacking = ((len(rows) - height, "行"), (max(map(len, rows), default=0) - width, "列"))
    listed = "、".join(f"{count} {unit}" for count, unit in lacking if count > 0)
    return f"注意：本表还有 {listed}放不下，没有列出。怎样扩大请看“检查”。" if listed else ""


def notice_text(name: str, rows: Sequence[Sequence[object]], cut: str = "") -> str:
    """What the cell above the area of this name says; ``cut`` is what :func:`cut_off` says of it."""
    return message_of(rows) or cut or _idle(name)


def notice_formula(name: str, area: Area, cut: str = "") -> str:
    """The formula (without ``=``) that gives :func:`notice_text` from the area's cells, or says what they lack."""
    first, second = address(area.top, area.left), address(area.top, area.left + 1)
    told = f'IF(LEN({second})=0,IF({is_filled(first)},{first},"{_idle(name)}"),"{cut or _idle(name)}")'
    return f'IFERROR({told},"{NO_FUNCTIONS}")'


def put_notice(
    names: Mapping[str, Area], name: str, rows: Sequence[Sequence[object]], live: bool, cut: str = ""
) -> tuple[Change, ...]:
    """Write the cell above a computed area: its formula with the text it gives, or the text alone."""
    cell, area = names.get(NOTICES.get(name, "")), names.get(name)
    if cell is None or area is None:
        return ()
    text = notice_text(name, rows, cut)
    return (PutBlock(cell, ((text or None,),), notice_formula(name, area, cut) if live else None),)


def _idle(name: str) -> str:
    return CARD_HINT if name == CARD_NAME else ""
