"""A table's rows as the reader takes them, wherever they come from, and what their cells are called in messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from xlpair.errors import Gravity, Problem
from xlpair.workbook.book import Area, CellValue, Rows, address
from xlpair.workbook.texts import shortened

LONGEST_SHEET: Final = 31
"""The format allows no sheet a longer name; a file that has one is not spelled out in every message."""


@dataclass(frozen=True, slots=True)
class Block:
    """Rows with their heading row first.

    Functions get bare ranges: then only ``label`` says what it is (第2轮). In a workbook ``sheet``, ``top``, ``left``
    say where ``rows[0][0]`` stands, ``area`` is the table as it is now, ``table`` its name ('' = no table, only
    headings on a sheet), and the last ``under`` rows stand directly below it, because it did not grow. ``room`` is how
    many rows below the table are free for it to grow into, None = as many as wanted; ``visible``: its sheet is shown.
    """

    rows: Rows
    sheet: str = ""
    top: int = 0
    left: int = 0
    label: str = ""
    table: str = ""
    area: Area | None = None
    under: int = 0
    room: int | None = None
    visible: bool = True

    def where(self, row: int, column: int | None = None, heading: str = "") -> str:
        """The name of a cell (row 0 = headings): ``第2轮!F7``, or ``第2轮 第7行 结果`` where no sheet is known."""
        if not self.sheet:
            return " ".join(part for part in (self.label, f"第{self.top + row + 1}行", heading) if part)
        if column is None:
            return f"{self.name} 第{self.top + row + 1}行"
        return f"{self.name}!{address(self.top + row, self.left + column)}"

    @property
    def name(self) -> str:
        """What a message calls the whole block."""
        return shortened(self.sheet, LONGEST_SHEET) or self.label


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table's things stand: columns by heading, rows by what they hold; all count from the block's 0.

    ``rows`` goes by board (one row for each game) or by player's number, ``byes`` by player, ``items`` by 项目.
    """

    block: Block
    columns: Mapping[str, int]
    rows: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    byes: Mapping[int, int] = field(default_factory=dict)
    items: Mapping[str, int] = field(default_factory=dict)

    def cell(self, row: int, heading: str) -> CellValue:
        """A cell's value; None where the column or the cell is missing."""
        column = self.columns.get(heading)
        cells = self.block.rows[row] if row < len(self.block.rows) else ()
        return cells[column] if column is not None and column < len(cells) else None

    def where(self, row: int, heading: str) -> str:
        return self.block.where(row, self.columns.get(heading), heading)


def whole_table(name: str) -> str:
    """How to write a table with its headings in a formula: LibreOffice has left the word untranslated in Chinese."""
    return f"{name}[#全部]（Calc 里写 {name}[#All]）"


def missing_headings(
    block: Block, columns: Mapping[str, int], needed: Sequence[str], other: Sequence[str]
) -> list[Problem]:
    """Tell headings that are gone: ``needed`` ones are errors, ``other`` ones warnings.

    A range that a function was given without any heading was chosen without its heading row.
    """
    if not columns and block.label and not block.sheet:
        hint = f"请连标题行一起选，写成 {whole_table(block.label)}。"
        return [Problem(block.name, "选的区域里没有标题行。", hint)]
    problems = []
    for heading in (*needed, *other):
        if heading not in columns:
            gravity = Gravity.ERROR if heading in needed else Gravity.WARNING
            what = f"标题行（第{block.top + 1}行）里找不到“{heading}”。"
            problems.append(Problem(block.name, what, "请把这一列的标题改回来。", gravity))
    return problems


def padded(
    rows: Rows, columns: Mapping[str, int], wanted: Sequence[str]
) -> tuple[list[Sequence[CellValue]], list[int]]:
    """Rows (headings left out) long enough to take ``wanted`` columns from, and where these are.

    A column that is missing points at an empty cell behind the others.
    """
    width = max(columns.values(), default=-1) + 1
    places = [columns.get(heading, width) for heading in wanted]
    need = width + 1 if width in places else width
    blanks: tuple[CellValue, ...] = (None,) * need
    body = list(rows[1:])
    if need > width:
        return [(*row[:width], *blanks[len(row[:width]) :]) for row in body], places
    return [row if len(row) >= need else (*row, *blanks[len(row) :]) for row in body], places
