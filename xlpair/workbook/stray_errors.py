"""Error cells in round tables that no reader looks at: 备注, or a column of the arbiter's own.

The formulas of 成绩表 are given whole tables. Calc does not even call a function that meets an error cell anywhere in
them, so that with 实时公式 one such cell makes all of 成绩表 Err:504. Values are none the worse for it, nor are
formulas in Excel: there, and in a closed file, it is a warning.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from xlpair.errors import Gravity, Problem
from xlpair.workbook.blocks import Block
from xlpair.workbook.book import NOT_COMPUTED
from xlpair.workbook.texts import error_code, has_error

_HARM: Final = "有这样的格子，实时公式的成绩表在 Calc 里就算不出来（Err:504）。"


def stray_errors(blocks: Iterable[Block], told: Collection[str], *, live: bool, stopping: bool) -> Iterator[Problem]:
    """Tell of every error cell of the tables but those at places already ``told``.

    ``live``: 成绩表 is formulas; ``stopping``: they stand in a program that computes none which meets an error.
    """
    gravity = Gravity.ERROR if live and stopping else Gravity.WARNING
    for block in blocks:
        for row, cells in enumerate(block.rows[: len(block.rows) - block.under]):
            if not has_error(cells):
                continue
            for column, cell in enumerate(cells):
                code, where = error_code(cell), block.where(row, column)
                if code and cell != NOT_COMPUTED and where not in told:
                    harm = _HARM if live else ""
                    yield Problem(where, f"单元格是错误值 {code}。{harm}", "请改正或清空。", gravity)
