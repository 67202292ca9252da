"""Boards without a result, from round tables alone: the rows of XQ_OPEN.

Neither roster nor settings are at hand: names are those shown in the table, and what somebody typed as a result counts
as one. Whether it can be read is for the check of the whole event to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from xlpair.errors import BadInput, Problem, WrongUse
from xlpair.table_rows import NO_OPEN_BOARD, OPEN_HEADINGS, Cell, Row, Rows
from xlpair.workbook.blocks import Block, missing_headings, padded, whole_table
from xlpair.workbook.book import CellValue
from xlpair.workbook.headings import ROUND_WORDS, find_columns
from xlpair.workbook.texts import error_code, folded, pairing_number, text_of, whole

_HEADINGS: Final = ("台次", "红方编号", "红方", "结果", "黑方", "黑方编号")
_NEEDED: Final = ("红方编号", "黑方编号", "结果")
NO_ROUNDS: Final = f"没有选轮次的表。请选 {whole_table('第1轮')}，有几轮就选几张表。"
_OPEN_WORDS: Final = frozenset(("", "-"))


def open_rows(rounds: Mapping[int, Block]) -> Rows:
    """Every board without a result, one row a game; 都有结果 alone where there is none.

    Raises BadInput for error cells and for tables whose headings are gone, WrongUse where there is no table at all.
    """
    if not rounds:
        raise WrongUse(NO_ROUNDS)
    problems: list[Problem] = []
    rows = [row for number, block in sorted(rounds.items()) for row in _open_of(number, block, problems)]
    if problems:
        raise BadInput(tuple(problems))
    return (OPEN_HEADINGS, *rows) if rows else ((NO_OPEN_BOARD,),)


def _open_of(number: int, block: Block, problems: list[Problem]) -> Iterator[Row]:
    columns = find_columns(block.rows[0], ROUND_WORDS)
    missing = missing_headings(block, columns, _NEEDED, ())
    problems += missing
    body, places = padded(block.rows, columns, _HEADINGS)
    for line, row in enumerate(body if not missing else (), start=1):
        cells = [row[place] for place in places]
        problems += _errors(block, line, cells)
        board, red, red_name, result, black_name, black = cells
        if pairing_number(red) and pairing_number(black) and folded(text_of(result)) in _OPEN_WORDS:
            yield number, _board(board), _called(red, red_name), _called(black, black_name)


def _errors(block: Block, line: int, cells: Sequence[CellValue]) -> Iterator[Problem]:
    for heading, cell in zip(_HEADINGS, cells, strict=True):
        if code := error_code(cell):
            yield Problem(block.where(line, None, heading), f"单元格是错误值 {code}。", "请改正或清空。")


def _board(cell: CellValue) -> Cell:
    return whole(cell) or text_of(cell)


def _called(number: CellValue, name: CellValue) -> str:
    return f"{pairing_number(number)}号{text_of(name)}"
