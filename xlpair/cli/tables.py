"""Tables on the screen: columns that say how they may be shown, printed so that none is lost on a narrow one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from xlpair.cli.fitting import Block, Room, Weight, fit

Cell: TypeAlias = Text | str
_FOLDED: Final = 14
_GOES_ON: Final = "（续）"


@dataclass(frozen=True, slots=True)
class ScreenColumn:
    """A column: its heading, which is always shown whole, and its cells; ``folds``: long cells may take several lines.

    ``weight`` says what becomes of it where room is short.
    """

    heading: str
    cells: tuple[Cell, ...]
    justify: Literal["left", "center", "right"] = "left"
    style: str = ""
    weight: Weight = Weight.NEEDED
    folds: bool = False

    def room(self) -> Room:
        head = cell_len(self.heading)
        natural = max([head, *(_wide(cell) for cell in self.cells)])
        least = max(head, min(natural, _FOLDED)) if self.folds else natural
        return Room(natural, least, self.weight)


def _wide(cell: Cell) -> int:
    return cell.cell_len if isinstance(cell, Text) else cell_len(cell)


def print_table(screen: Console, title: str, columns: Sequence[ScreenColumn], styles: Sequence[str] = ()) -> None:
    """Print a table, in as many blocks as it takes, and say what was left out. ``styles`` are those of the rows."""
    found = fit([column.room() for column in columns], screen.width)
    for at, block in enumerate(found.blocks):
        screen.print(_table(f"{title}{_GOES_ON if at else ''}", columns, block, styles), crop=False)
    if found.dropped:
        left_out = [f"“{columns[at].heading}”" for at in found.dropped]
        listed = left_out[0] if len(left_out) == 1 else f"{left_out[0]}到{left_out[-1]}"
        screen.print(
            Text(f"窗口宽 {screen.width} 列，放不下{listed}；加宽到 {found.whole} 列就都能看到。", style="dim")
        )


def _table(title: str, columns: Sequence[ScreenColumn], block: Block, styles: Sequence[str]) -> Table:
    table = Table(box=box.ROUNDED, title=title, title_style="bold", header_style="bold cyan")
    for at, width in block:
        one = columns[at]
        table.add_column(one.heading, justify=one.justify, style=one.style, width=width, overflow="fold")
    table.width = sum(width for _, width in block) + 3 * len(block) + 1
    chosen = [columns[at].cells for at, _ in block]
    for number, cells in enumerate(zip(*chosen, strict=True)):
        table.add_row(*cells, style=styles[number] if styles else "")
    return table
