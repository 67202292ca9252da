"""Tables on the screen, as wide as Chinese characters are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from xlpair.cli.columns import line_ends
from xlpair.cli.lines import Line
from xlpair.engine.ledger import Cell
from xlpair.engine.records import records
from xlpair.engine.standings import Standing, Standings
from xlpair.meeting_words import meeting_text, name_heading, winning_side
from xlpair.model import Event, Player, Round, Side
from xlpair.settings import Settings
from xlpair.wording import cell_text, mark_text, score_text, value_text
from xlpair.workbook.layout import round_name

_NARROW: Final = 100
_LEAST_WIDTH: Final = 20
_MEDALS: Final = {1: "bold yellow", 2: "bold white", 3: "bold rgb(205,127,50)"}
_SIDES: Final = {Side.RED: "red", Side.BLACK: "", None: "dim"}


@lru_cache(maxsize=2)
def console(*, stderr: bool = False) -> Console:
    """The terminal. Nothing is guessed from the text itself: names may hold brackets and colons."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=False)


def round_table(event: Event, round_: Round) -> Table:
    """A round as it hangs on the wall, points before the round beside the names."""
    table = Table(title=round_name(round_.number), box=box.ROUNDED, title_style="bold", header_style="bold cyan")
    table.add_column("台次", justify="right", style="dim")
    for heading, justify in (
        ("积分", "right"),
        ("红方", "right"),
        ("结果", "center"),
        ("黑方", "left"),
        ("积分", "left"),
    ):
        table.add_column(heading, justify=justify)  # type: ignore[arg-type]
    known = event.by_number()
    points = {number: record.score for number, record in records(event.upto(round_.number - 1)).items()}
    for pairing in round_.pairings:
        winner = winning_side(event.settings, pairing)
        table.add_row(
            str(pairing.board),
            score_text(points.get(pairing.red, 0)),
            _person(known.get(pairing.red, Player(pairing.red)), "red", winner is Side.RED),
            Text(meeting_text(event.settings, pairing), style="bold yellow" if pairing.open else "bold"),
            _person(known.get(pairing.black, Player(pairing.black)), "", winner is Side.BLACK),
            score_text(points.get(pairing.black, 0)),
        )
    for bye in round_.byes:
        player = known.get(bye.player, Player(bye.player))
        points_text = score_text(points.get(bye.player, 0))
        table.add_row("", points_text, _person(player, "dim", False), Text(bye.kind.value, style="dim"), "", "")
    return table


def _person(player: Player, style: str, won: bool) -> Text:
    text = Text(f"{player.number} {player.name}", style=f"bold {style}" if won else style)
    if player.club:
        text.append(f"  {player.club}", style="dim not bold")
    return text


def standings_table(table: Standings, settings: Settings, width: int) -> Table:
    """The standings; on a narrow terminal without the rounds."""
    shows_rounds = width >= _NARROW or len(table.rounds) <= 3
    screen = Table(box=box.ROUNDED, header_style="bold cyan", title="成绩表", title_style="bold")
    for heading in ("名次", "编号"):
        screen.add_column(heading, justify="right", no_wrap=True)
    screen.add_column(name_heading(settings), no_wrap=True)
    if any(row.player.club for row in table.rows):
        screen.add_column("单位", style="dim", overflow="fold")
    for number in table.rounds if shows_rounds else ():
        screen.add_column(f"{number}轮", justify="right", no_wrap=True)
    for place, name in enumerate(table.criteria):
        screen.add_column(name, justify="right", style="bold" if place == 0 else "", overflow="fold")
    for row in table.rows:
        screen.add_row(*_standing(row, table, shows_rounds), style="dim" if row.withdrawn else "")
    return screen


def _standing(row: Standing, table: Standings, shows_rounds: bool) -> Iterator[Text | str]:
    medal = _MEDALS.get(row.place, "") if row.score else ""
    yield Text(str(row.place), style=medal)
    yield str(row.player.number)
    mark = mark_text(row)
    yield Text(f"{row.player.name}（{mark}）" if mark else row.player.name, style=medal)
    if any(other.player.club for other in table.rows):
        yield row.player.club
    if shows_rounds:
        for cell in row.cells:
            yield Text(cell_text(cell), style=_side(cell))
    for value in row.values:
        yield value_text(value)


def _side(cell: Cell) -> str:
    return _SIDES[cell[0].side] if cell else ""


def list_table(name: str, headings: Sequence[object], rows: Sequence[Sequence[object]]) -> Table:
    """Any list of the workbook: figures to the right, words to the left."""
    screen = Table(box=box.ROUNDED, header_style="bold cyan", title=name, title_style="bold")
    for at, heading in enumerate(headings):
        figures = all(at >= len(row) or isinstance(row[at], int | float) or row[at] == "" for row in rows)
        screen.add_column(str(heading), justify="right" if figures else "left", overflow="fold", no_wrap=not figures)
    for row in rows:
        screen.add_row(*(str(cell) for cell in row))
    return screen


def print_lines(lines: Sequence[Line], *, stderr: bool = False) -> None:
    """What is too long goes on below itself, not below the mark."""
    screen = console(stderr=stderr)
    indent = max((cell_len(line.mark[0]) for line in lines), default=0) + 1
    for line in lines:
        text = Text.assemble(*line.pieces)
        parts = text.divide(line_ends(text.plain, max(screen.width - indent, _LEAST_WIDTH)))
        for at, part in enumerate(parts):
            part.rstrip()
            mark = Text() if at else Text(*line.mark)
            screen.print(Text.assemble(mark, " " * (indent - mark.cell_len), part), soft_wrap=True)
