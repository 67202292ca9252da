"""What stands above a computed table: the sentence that says why there is none, and a mark where it lags behind.

A sentence in the table's own first cell would be cut off by the empty texts beside it as soon as an array formula fills
the table. So a cell above, whose neighbours are really empty, shows it.

Whether all results are in the table is for a conditional format to compare: it is worked out whenever the cell is
drawn, with calculation switched off, macros blocked or Python missing as well. Both sides of the comparison are defined
names, because a conditional format may not speak of tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from xlpair.workbook.book import Area, Change, PutBlock, address
from xlpair.workbook.layout import (
    CARD_NAME,
    CARD_NOTICE_NAME,
    CATEGORIES_NAME,
    CATEGORIES_NOTICE_NAME,
    COUNTED_NAME,
    CROSSTABLE_NAME,
    CROSSTABLE_NOTICE_NAME,
    FIXED_STANDINGS_COLUMNS,
    RATINGS_NAME,
    RATINGS_NOTICE_NAME,
    STANDINGS_NAME,
    STANDINGS_NOTICE_NAME,
    TEAMS_NAME,
    TEAMS_NOTICE_NAME,
    TYPED_NAME,
    round_name,
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
LAGGING: Final = "注意：有结果没有算进本表。请用“更新成绩表”，或按 F9 重新计算。"

# A cell of 成绩表 says 7红 2 for a game, 7弃 2 for a forfeit, and a dash in place of the points of an open game.
_SEATS: Final = ("红 ", "黑 ", "弃 ")
_OPEN: Final = "–"
_LONGEST_FORMULA: Final = 8192


def message_of(rows: Sequence[Sequence[object]]) -> str:
    """The sentence that stands in place of a table; '' where there is a table, or nothing at all."""
    head = rows[0] if rows else ()
    alone = bool(head) and all(cell in ("", None) for cell in head[1:])
    return str(head[0]) if alone and head[0] not in ("", None) else ""


def notice_text(name: str, rows: Sequence[Sequence[object]]) -> str:
    """What the cell above the area of this name says."""
    return message_of(rows) or _idle(name)


def notice_formula(name: str, area: Area) -> str:
    """The formula (without ``=``) that gives :func:`notice_text` from the area's cells, or says what they lack."""
    first, second = address(area.top, area.left), address(area.top, area.left + 1)
    told = f'IF({second}="",IF({first}="","{_idle(name)}",{first}),"{_idle(name)}")'
    return f'IFERROR({told},"{NO_FUNCTIONS}")'


def put_notice(
    names: Mapping[str, Area], name: str, rows: Sequence[Sequence[object]], live: bool
) -> tuple[Change, ...]:
    """Write the cell above a computed area: its formula with the text it gives, or the text alone."""
    cell, area = names.get(NOTICES.get(name, "")), names.get(name)
    if cell is None or area is None:
        return ()
    text = notice_text(name, rows)
    return (PutBlock(cell, ((text or None,),), notice_formula(name, area) if live else None),)


def lagging_formula() -> str:
    """The condition under which 成绩表 does not hold all results."""
    return f"IFERROR({COUNTED_NAME},-1)<>IFERROR({TYPED_NAME},-1)"


def typed_formula(rounds: int) -> str:
    """How many results are typed in the rounds; '' where a formula cannot hold that many rounds.

    A lone dash is none, nor is anything in the row of somebody who rests.
    """
    parts = []
    for number in range(1, rounds + 1):
        table = round_name(number)
        paired, filled = f"LEN({table}[黑方编号])>0", f"LEN(TRIM({table}[结果]))>0"
        parts.append(f'SUMPRODUCT(({paired})*({filled}))-COUNTIF({table}[结果],"-")')
    formula = "+".join(parts)
    return formula if len(formula) < _LONGEST_FORMULA else ""


def counted_formula(boards: int = 1) -> str:
    """How many results 成绩表 shows: two of its cells for each, those of open games taken off.

    A cell of a team event stands for a match of so many ``boards``.
    """
    cells = (
        f"INDEX({STANDINGS_NAME},0,{FIXED_STANDINGS_COLUMNS + 1}):INDEX({STANDINGS_NAME},0,COLUMNS({STANDINGS_NAME}))"
    )
    seats = "-".join(f'LEN(SUBSTITUTE({cells},"{seat}",""))' for seat in _SEATS)
    still_open = f'LEN({cells})-LEN(SUBSTITUTE({cells},"{_OPEN}",""))'
    # A seat is two signs in each of two cells, an open game one sign in each.
    each = f"{len(_SEATS)}*LEN({cells})-{seats}"
    return f"SUMPRODUCT({each if boards == 1 else f'{boards}*({each})'}-2*({still_open}))/4"


def _idle(name: str) -> str:
    return CARD_HINT if name == CARD_NAME else ""
