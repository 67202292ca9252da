"""Tables as a host hands them to the functions: rows of plain values with the heading row first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from xlpair.model import Event, Pairing, Player, Round
from xlpair.workbook.layout import ROSTER_HEADINGS, ROUND_HEADINGS, SETTINGS_HEADINGS
from xlpair.workbook.result_texts import result_text

Rows = tuple[tuple[Any, ...], ...]


def settings_table(lines: Mapping[str, Any]) -> Rows:
    return (SETTINGS_HEADINGS, *((item, value, None) for item, value in lines.items()))


def name_of(player: Player) -> str:
    """Somebody on a roster has a name; events made from numbers alone have none."""
    return player.name or f"棋手{player.number}"


def roster_table(event: Event, spare: int = 3) -> Rows:
    """Numbers as floats, as Excel and Calc pass them; blank cells are None."""
    rows = [
        (
            *(float(player.number), name_of(player), player.club or None, player.rating, player.seed, None),
            "、".join(player.categories) or None,
            None,
        )
        for player in event.players
    ]
    return (ROSTER_HEADINGS, *rows, *([(None,) * len(ROSTER_HEADINGS)] * spare))


def round_table(event: Event, round_: Round, spare: int = 3) -> Rows:
    rows = [_pair_row(event, pairing) for pairing in round_.pairings]
    rows += [_row({"红方编号": float(bye.player), "黑方": bye.kind.value}) for bye in round_.byes]
    return (ROUND_HEADINGS, *rows, *([(None,) * len(ROUND_HEADINGS)] * spare))


def empty_round(rows: int = 8) -> Rows:
    """A round that is not paired yet."""
    return (ROUND_HEADINGS, *([(None,) * len(ROUND_HEADINGS)] * rows))


def tables_of(event: Event, lines: Mapping[str, Any], rounds: int = 0) -> tuple[Rows, ...]:
    """赛事, 名单 and every round's table, filled up with empty ones to ``rounds``."""
    played = [round_table(event, round_) for round_ in event.rounds]
    return (settings_table(lines), roster_table(event), *played, *[empty_round()] * (rounds - len(played)))


def changed(table: Sequence[Sequence[Any]], row: int, heading: str, value: Any) -> Rows:
    """The table with one cell typed over; row 1 is the first below the headings."""
    rows = [list(cells) for cells in table]
    rows[row][list(rows[0]).index(heading)] = value
    return tuple(map(tuple, rows))


def as_calc(table: Sequence[Sequence[Any]]) -> Rows:
    """The table as Calc passes it: blank cells are empty text."""
    return tuple(tuple("" if cell is None else cell for cell in row) for row in table)


def as_lists(table: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """The table as lists of lists."""
    return [list(row) for row in table]


def _pair_row(event: Event, pairing: Pairing) -> tuple[Any, ...]:
    players = event.by_number()
    game = pairing.games[0]
    return _row(
        {
            "台次": float(pairing.board),
            "红方编号": float(pairing.red),
            "红方": name_of(players[pairing.red]),
            "结果": None if game.result is None else result_text(game.result),
            "黑方": name_of(players[pairing.black]),
            "黑方编号": float(pairing.black),
            "红犯规": float(game.red_fouls) if game.red_fouls else None,
            "黑犯规": float(game.black_fouls) if game.black_fouls else None,
        }
    )


def _row(cells: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(cells.get(heading) for heading in ROUND_HEADINGS)
