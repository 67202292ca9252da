"""Tables on the screen, as wide as Chinese characters are."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from xlpair.cli.columns import line_ends
from xlpair.cli.fitting import Weight
from xlpair.cli.lines import Line
from xlpair.cli.tables import Cell, ScreenColumn, print_table
from xlpair.engine import standings as placing
from xlpair.engine.ledger import Cell as LedgerCell
from xlpair.engine.records import records
from xlpair.export.lists import has_groups, part_heading
from xlpair.meeting_words import meeting_text, name_heading, winning_side
from xlpair.model import Event, Pairing, Player, Round, Score, Side
from xlpair.wording import cell_text, mark_text, score_text, value_text
from xlpair.workbook.layout import GROUP_HEADING, STANDINGS_SHEET, TEAM_HEADING, round_name

_NO_END: Final = 100_000
_WHO: Final = ("编号", "姓名", TEAM_HEADING)
_MARK: Final = "备注"
_LEAST_WIDTH: Final = 20
_MEDALS: Final = {1: "bold yellow", 2: "bold white", 3: "bold rgb(205,127,50)"}
_SIDES: Final = {Side.RED: "red", Side.BLACK: "", None: "dim"}


def console(*, stderr: bool = False) -> Console:
    """The screen. Nothing is guessed from the text itself: names may hold brackets and colons.

    Where there is no screen at all, for a file or a program, lines are as long as they need to be.
    """
    return Console(
        stderr=stderr,
        width=None if _is_watched() else _NO_END,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=False,
    )


def _is_watched() -> bool:
    """Whether there is a terminal anywhere, or somebody says how wide one is."""
    if os.environ.get("COLUMNS", "").isdigit():
        return True
    for stream in range(3):
        with suppress(OSError):
            os.get_terminal_size(stream)
            return True
    return False


def print_round(screen: Console, event: Event, round_: Round) -> None:
    """A round as it hangs on the wall, points before the round beside the names."""
    known = event.by_number()
    points = {number: record.score for number, record in records(event.upto(round_.number - 1)).items()}
    rows = [_board_row(event, pairing, known, points) for pairing in round_.pairings]
    for bye in round_.byes:
        player = known.get(bye.player, Player(bye.player))
        kind = Text(bye.kind.value, style="dim")
        rows.append(("", score_text(points.get(bye.player, 0)), _person(player, "dim", False), kind, "", "", ""))
    board, red_points, red, result, black, black_points, part = zip(*rows, strict=True) if rows else ((),) * 7
    columns = [
        ScreenColumn("台次", board, "right", "dim", Weight.KEY),
        *([ScreenColumn(part_heading(event), part, folds=True)] if any(part) else []),
        ScreenColumn("积分", red_points, "right"),
        ScreenColumn("红方", red, "right", folds=True),
        ScreenColumn("结果", result, "center", folds=True),
        ScreenColumn("黑方", black, folds=True),
        ScreenColumn("积分", black_points),
    ]
    print_table(screen, round_name(round_.number), columns)


def _board_row(
    event: Event, pairing: Pairing, known: Mapping[int, Player], points: Mapping[int, Score]
) -> tuple[Cell, ...]:
    winner = winning_side(event.settings, pairing)
    return (
        str(pairing.board),
        score_text(points.get(pairing.red, 0)),
        _person(known.get(pairing.red, Player(pairing.red)), "red", winner is Side.RED),
        Text(meeting_text(event.settings, pairing), style="bold yellow" if pairing.open else "bold"),
        _person(known.get(pairing.black, Player(pairing.black)), "", winner is Side.BLACK),
        score_text(points.get(pairing.black, 0)),
        pairing.part,
    )


def _person(player: Player, style: str, won: bool) -> Text:
    text = Text(f"{player.number} {player.name}", style=f"bold {style}" if won else style)
    if player.club:
        text.append(f"  {player.club}", style="dim not bold")
    return text


def print_standings(screen: Console, event: Event, most: int | None = None) -> None:
    """成绩表 with the columns of the sheet, the first ``most`` rows; rounds that have no room give way to the rest."""
    table = placing.standings(event)
    rows = table.rows[:most]
    medals = [_MEDALS.get(row.place, "") if row.score else "" for row in rows]
    places = tuple(Text(str(row.place), style=medal) for row, medal in zip(rows, medals, strict=True))
    names = tuple(Text(row.player.name, style=medal) for row, medal in zip(rows, medals, strict=True))
    columns = [
        ScreenColumn("名次", places, "right", weight=Weight.KEY),
        ScreenColumn("编号", tuple(str(row.player.number) for row in rows), "right", weight=Weight.KEY),
        ScreenColumn(name_heading(event.settings), names, weight=Weight.KEY, folds=True),
        *_if_any("单位", [row.player.club for row in rows], "dim"),
        *(_if_any(GROUP_HEADING, [row.player.group for row in rows]) if has_groups(event) else ()),
        *(_round_column(table, at, rows) for at in range(len(table.rounds))),
        *(_criterion_column(table, at, rows) for at in range(len(table.criteria))),
        *_if_any(_MARK, [mark_text(row) for row in rows]),
    ]
    print_table(screen, STANDINGS_SHEET, columns, ["dim" if row.withdrawn else "" for row in rows])


def _if_any(heading: str, cells: Sequence[str], style: str = "") -> Iterator[ScreenColumn]:
    """A column of words, left out where nobody has any."""
    if any(cells):
        yield ScreenColumn(heading, tuple(cells), style=style, folds=True)


def _round_column(table: placing.Standings, at: int, rows: Sequence[placing.Standing]) -> ScreenColumn:
    cells = [row.cells[at] if at < len(row.cells) else () for row in rows]
    texts = tuple(Text(cell_text(cell), style=_side(cell)) for cell in cells)
    number = table.rounds[at]
    heading = f"{number}轮{'未完' if number in table.open_rounds else ''}"
    return ScreenColumn(heading, texts, "right", weight=Weight.IF_ROOM)


def _criterion_column(table: placing.Standings, at: int, rows: Sequence[placing.Standing]) -> ScreenColumn:
    texts = tuple(value_text(row.values[at]) for row in rows)
    return ScreenColumn(table.criteria[at], texts, "right", "" if at else "bold", folds=True)


def _side(cell: LedgerCell) -> str:
    return _SIDES[cell[0].side] if cell else ""


def print_list(screen: Console, name: str, headings: Sequence[object], rows: Sequence[Sequence[object]]) -> None:
    """Any list of the workbook: figures to the right, words to the left; who stands in a row is said in every block."""
    columns = []
    for at, heading in enumerate(map(str, headings)):
        cells = [row[at] if at < len(row) else "" for row in rows]
        figures = all(isinstance(cell, int | float) or cell == "" for cell in cells)
        weight = Weight.KEY if heading in _WHO else Weight.NEEDED
        shown = tuple(map(str, cells))
        if heading == _MARK and not any(shown):
            continue
        columns.append(ScreenColumn(heading, shown, "right" if figures else "left", "", weight, not figures))
    print_table(screen, name, columns)


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
