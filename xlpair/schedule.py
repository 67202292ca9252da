"""Who meets whom in a round robin, by number or by name: the rows of XQ_ROUNDROBIN.

Several games a meeting are played in the same round, sides changing from game to game (R4), so they are further rows of
that round. (A 双循环 plays the whole table a second time with sides swapped; that is a 赛制, no number of games.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from xlpair.engine import roundrobin
from xlpair.errors import WrongUse
from xlpair.model import ByeKind
from xlpair.table_rows import Cell, Row, Rows
from xlpair.workbook.book import CellValue
from xlpair.workbook.headings import ROSTER_WORDS, find_columns
from xlpair.workbook.texts import error_code, folded, is_blank, shown, text_of, whole

MOST: Final = 400
MOST_GAMES: Final = 9
_BYE: Final = ByeKind.BYE.value


@dataclass(frozen=True, slots=True)
class Entrants:
    """Who plays: ``count`` numbers, or ``names`` in the order of their numbers (then as many as ``count``)."""

    count: int
    names: tuple[str, ...] = ()

    def called(self, number: int) -> Cell:
        return self.names[number - 1] if self.names else number


def read_entrants(rows: Sequence[Sequence[CellValue]], kind: str = "循环赛", most: int = MOST) -> Entrants:
    """Take one cell with a number, or a range of names: one column or one row, or a table with a heading 姓名.

    Blank cells are passed over. Raises WrongUse with what to select instead, and for a name that stands twice; ``kind``
    of event takes ``most`` entrants.
    """
    _refuse_errors(rows)
    cells = [cell for row in rows for cell in row if not is_blank(cell)]
    if sum(len(row) for row in rows) == 1 and cells:
        return Entrants(_checked(_count(cells[0], most), kind, most))
    names = tuple(text_of(cell) for cell in _name_cells(rows) if not is_blank(cell))
    _refuse_doubles(names)
    return Entrants(_checked(len(names), kind, most), names)


def _refuse_doubles(names: Sequence[str]) -> None:
    """Raise WrongUse where a name stands twice: who meets whom could not be read from the table."""
    first: dict[str, int] = {}
    for place, name in enumerate(names, start=1):
        earlier = first.setdefault(folded(name), place)
        if earlier != place:
            found = f"第{earlier}个和第{place}个都是“{name}”，分不清谁对谁。"
            raise WrongUse(f"{found}是同一人请删去一个；是两人请写得不同，例如加上单位。")


def _refuse_errors(rows: Sequence[Sequence[CellValue]]) -> None:
    """Raise WrongUse for the first error cell, by its row and column in what was chosen."""
    for line, row in enumerate(rows, start=1):
        for column, cell in enumerate(row, start=1):
            if code := error_code(cell):
                raise WrongUse(f"所选区域第{line}行第{column}列是错误值 {code}。请改正或清空。")


def _count(cell: CellValue, most: int) -> int:
    number = whole(cell)
    if number is None:
        raise WrongUse(f"人数看不懂 {shown(cell)}。请填 2 到 {most} 的整数，或选一列姓名。")
    return number


def _checked(count: int, kind: str, most: int) -> int:
    if not 2 <= count <= most:
        raise WrongUse(f"{kind}的人数要在 2 到 {most} 之间，现在是 {count} 人。")
    return count


def _name_cells(rows: Sequence[Sequence[CellValue]]) -> Sequence[CellValue]:
    column = find_columns(rows[0] if rows else (), ROSTER_WORDS).get("姓名")
    if column is not None:
        return [row[column] if column < len(row) else None for row in rows[1:]]
    if len(rows) > 1 and any(not is_blank(cell) for row in rows for cell in row[1:]):
        raise WrongUse("选了不止一列，分不清哪一列是姓名。请只选姓名那一列，或连标题行“姓名”一起选。")
    return [row[0] for row in rows if row] if len(rows) > 1 else list(rows[0]) if rows else []


def read_games(cell: CellValue) -> int:
    """Games of a meeting; blank = 1."""
    if is_blank(cell):
        return 1
    if folded(text_of(cell)) == "双循环":
        raise WrongUse(f"双循环是同一张表再赛一遍、先后手对换，不是每轮局数。每轮局数请填 1 到 {MOST_GAMES} 的整数。")
    games = whole(cell)
    if games is None or not 1 <= games <= MOST_GAMES:
        raise WrongUse(f"每轮局数 {error_code(cell) or shown(cell)} 不行。请填 1 到 {MOST_GAMES} 的整数。")
    return games


def read_round_number(cell: CellValue) -> int | None:
    """The round asked for; blank = all. Whether the table has it is for the table to say."""
    if is_blank(cell):
        return None
    number = whole(cell)
    if number is None:
        raise WrongUse(f"轮次看不懂 {error_code(cell) or shown(cell)}。请填 1 以上的整数，空着就是全部。")
    return number


def table_of_rounds(entrants: Entrants, games: int = 1) -> Rows:
    """The whole schedule, one row a round (one a game where a meeting has several).

    By number it is the printed table, N in brackets; by name the pair with N is left out. An odd field has a last
    column for the one who rests.
    Rule: R1, R2, R3, R4
    """
    odd = entrants.count % 2 == 1
    rows: list[Row] = []
    for number, meetings in enumerate(_meetings(entrants), start=1):
        rest = (entrants.called(_resting(entrants.count, number)),) if odd else ()
        for game in range(1, games + 1):
            shown_game = (game,) if games > 1 else ()
            rows.append((number, *shown_game, *(_as_played(meeting, game) for meeting in meetings), *rest))
    boards = len(rows[0]) - 1 - (games > 1) - odd
    headings = ["轮次", *(["局"] if games > 1 else []), *(f"第{board}台" for board in range(1, boards + 1))]
    return ((*headings, *((_BYE,) if odd else ())), *rows)


def _meetings(entrants: Entrants) -> Iterator[tuple[tuple[str, str, str], ...]]:
    """For every round its meetings as red, the sign between, black."""
    if entrants.names:
        for number in range(1, roundrobin.rounds(entrants.count) + 1):
            yield tuple(
                (str(entrants.called(red)), " - ", str(entrants.called(black)))
                for red, black in _pairs(entrants.count, number)
            )
    else:
        for printed in roundrobin.printed_table(entrants.count):
            yield tuple(pair.partition("-") for pair in printed)


def _as_played(meeting: tuple[str, str, str], game: int) -> str:
    """A meeting's text in a game of it: sides change from game to game.

    Rule: R4
    """
    return "".join(meeting if game % 2 else reversed(meeting))


def boards_of_round(entrants: Entrants, round_number: int, games: int = 1) -> Rows:
    """One round, one row a board (one a game where a meeting has several); who rests stands last.

    Raises WrongUse where the table has no such round.
    Rule: R1, R2, R4
    """
    rows: list[Row] = []
    for board, pair in enumerate(_pairs(entrants.count, round_number), start=1):
        for game in range(1, games + 1):
            red, black = pair if game % 2 else reversed(pair)
            rows.append((board, *((game,) if games > 1 else ()), entrants.called(red), entrants.called(black)))
    if entrants.count % 2:
        rest = entrants.called(_resting(entrants.count, round_number))
        rows.append(("", *(("",) if games > 1 else ()), rest, _BYE))
    return (("台次", *(("局",) if games > 1 else ()), "红方", "黑方"), *rows)


def _pairs(count: int, round_number: int) -> tuple[tuple[int, int], ...]:
    """A round's pairs without the one that N of an odd field stands in."""
    return tuple(pair for pair in roundrobin.pairs(count, round_number) if max(pair) <= count)


def _resting(count: int, round_number: int) -> int:
    """Who meets N, and nobody bears N."""
    return next(min(pair) for pair in roundrobin.pairs(count, round_number) if max(pair) > count)
