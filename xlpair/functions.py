"""The functions of the workbook: plain rows in, rows of plain values out. Hosts call nothing else.

*In*: what a cell or a range holds, as Excel or Calc passes it: a scalar for one cell, else rows (a single row or column
may come as a flat list); blank cells are None or ``""``; an argument left out is None. Tables come whole, with their
heading row. Which round a table is, is its place among the round arguments; rounds not paired yet are empty tables.

*Out*: a rectangle of cells as :mod:`xlpair.table_rows` describes them, filled up with ``""``. Functions that stand in
the workbook as blocks of fixed size fill up to the size their tables ask for, so that a block never shows #N/A.

Nothing is ever raised: what is wrong with the input is one Chinese sentence in the first cell, and so is a fault of the
program, which is logged besides. Between calls nothing is kept but what tables say, for as long as they say the same.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Final, TypeAlias

from xlpair import schedule
from xlpair.category_rows import category_rows
from xlpair.engine import checks
from xlpair.engine.audit import audit
from xlpair.engine.checks import nobody_yet
from xlpair.errors import BadInput, WrongUse, XlpairError
from xlpair.knockout_rows import knockout_rows
from xlpair.model import Event
from xlpair.open_boards import open_rows
from xlpair.rating_cells import rating_cell
from xlpair.rating_rows import rating_rows
from xlpair.settings import System
from xlpair.table_rows import (
    Cell,
    Rows,
    check_rows,
    crosstable_rows,
    explain_rows,
    next_round_rows,
    standings_rows,
)
from xlpair.team_rows import card_of, team_rows
from xlpair.told import in_order, of_rounds
from xlpair.workbook.book import CellValue
from xlpair.workbook.kept_readings import KeptReadings
from xlpair.workbook.layout import (
    CARD_COLUMNS,
    CARD_EXTRA_ROWS,
    CATEGORIES_COLUMNS,
    FIXED_STANDINGS_COLUMNS,
    RATING_COLUMNS,
    ROSTER_TABLE,
    SETTINGS_TABLE,
    SPARE_STANDINGS_COLUMNS,
    TEAMS_COLUMNS,
    categories_rows,
    crosstable_height,
    round_name,
)
from xlpair.workbook.reader import Block, Reading, read_settings
from xlpair.workbook.texts import is_blank, pairing_number, shown

Argument: TypeAlias = CellValue | list[Any] | tuple[Any, ...]
Function: TypeAlias = Callable[..., Rows]
Size: TypeAlias = tuple[int, int]

MOST_ROWS: Final = 50_000
_TOLD_AT_ONCE: Final = 3
_ENDS: Final = ("。", "？", "！")
_KEPT: Final = KeptReadings()
_log: Final = logging.getLogger("xlpair")


def _one_cell(*_: Argument) -> Size:
    return 1, 1


def in_a_cell(size: Callable[..., Size] = _one_cell) -> Callable[[Function], Function]:
    """Make a function fit for a cell: ``size`` of the arguments is the least it fills, errors become sentences."""

    def fitted(function: Function) -> Function:
        @wraps(function)
        def called(*arguments: Argument) -> Rows:
            least = 1, 1
            try:
                least = size(*arguments)
                rows = function(*arguments)
            except XlpairError as error:
                rows = ((sentence(error),),)
            except Exception as fault:
                _log.exception("%s failed", function.__name__)
                rows = ((f"程序出错（{type(fault).__name__}：{fault}）。请运行“检查”，并把这句话告诉开发者。",),)
            return filled(rows, *least)

        return called

    return fitted


def sentence(error: XlpairError) -> str:
    """An error as one cell shows it; of many problems the first few and how many there are."""
    if not isinstance(error, BadInput):
        return str(error)
    told = [str(problem) for problem in error.problems[:_TOLD_AT_ONCE]]
    if len(error.problems) > len(told):
        told.append(f"共有 {len(error.problems)} 处，请用 XQ_CHECK 或“检查”看全部。")
    return "".join(one if one.endswith(_ENDS) else f"{one}。" for one in told)


def filled(rows: Rows, height: int = 1, width: int = 1) -> Rows:
    """The rows as a rectangle, at least so high and so wide."""
    width = max(width, *map(len, rows)) if rows else width
    blank: tuple[Cell, ...] = ("",) * width
    even = [row if len(row) == width else (*row, *blank[len(row) :]) for row in rows]
    return (*even, *([blank] * (height - len(even))))


def rows_of(value: Argument) -> Sequence[Sequence[CellValue]]:
    """An argument as rows; nothing, and a blank cell, is no rows."""
    if not isinstance(value, (list, tuple)):
        return () if is_blank(value) else ((value,),)
    if len(value) > MOST_ROWS:
        raise WrongUse(f"选了 {len(value)} 行，太多了。请只选表格，不要选整列。")
    return value if not value or isinstance(value[0], (list, tuple)) else (value,)


def cell_of(value: Argument) -> CellValue:
    """An argument that is one cell; of a range its first cell."""
    if isinstance(value, (list, tuple)):
        return cell_of(value[0]) if value else None
    return value


def _cells(value: Argument) -> list[CellValue]:
    """All cells of an argument, row by row."""
    rows = rows_of(value) if isinstance(value, (list, tuple)) else ((value,),)
    return [cell for row in rows for cell in row]


def _table(value: Argument) -> Sequence[Sequence[CellValue]]:
    """A table's rows. A single blank cell, which one host passes as 0, is no table."""
    return () if value == 0 else rows_of(value)


def _round_blocks(rounds: Sequence[Argument]) -> dict[int, Block]:
    blocks = {}
    for number, value in enumerate(rounds, start=1):
        rows = _table(value)
        if rows:
            blocks[number] = Block(rows, label=round_name(number))
    return blocks


def _reading(settings: Argument, roster: Argument, rounds: Sequence[Argument]) -> Reading:
    head, entrants = _table(settings), _table(roster)
    if not entrants:
        raise WrongUse(f"没有选{ROSTER_TABLE}。请把{ROSTER_TABLE}整张表连标题行一起选上。")
    return _KEPT.read(
        Block(head, label=SETTINGS_TABLE) if head else None,
        Block(entrants, label=ROSTER_TABLE),
        _round_blocks(rounds),
    )


def _event(settings: Argument, roster: Argument, rounds: Sequence[Argument]) -> Event:
    """The event of the tables. Raises BadInput where anything in them is wrong; warnings are for the check."""
    reading = _reading(settings, roster, rounds)
    if reading.errors:
        raise BadInput(reading.errors)
    if not reading.event.players:
        raise BadInput((nobody_yet(reading.event.settings),))
    return reading.event


def _given(rounds: Sequence[Argument]) -> int:
    """How many round arguments there are; a host with optional arguments passes None for the rest."""
    return max((number for number, value in enumerate(rounds, start=1) if value is not None), default=0)


def _standings_size(_: Argument, roster: Argument, *rounds: Argument) -> Size:
    return len(_table(roster)), FIXED_STANDINGS_COLUMNS + _given(rounds) + SPARE_STANDINGS_COLUMNS


def _crosstable_size(settings: Argument, roster: Argument, *rounds: Argument) -> Size:
    people = len(_table(roster)) - 1
    grouped = read_settings(Block(_table(settings))).settings.system is System.GROUPS
    return crosstable_height(people, grouped=grouped), FIXED_STANDINGS_COLUMNS + people + SPARE_STANDINGS_COLUMNS


def _card_size(_number: Argument, settings: Argument, _roster: Argument, *rounds: Argument) -> Size:
    games = read_settings(Block(_table(settings))).settings.games_per_meeting
    return _given(rounds) * games + CARD_EXTRA_ROWS, CARD_COLUMNS


def _teams_size(settings: Argument, roster: Argument, *rounds: Argument) -> Size:
    if read_settings(Block(_table(settings))).settings.team_matches:
        return _standings_size(settings, roster, *rounds)
    return len(_table(roster)), TEAMS_COLUMNS


def _categories_size(_: Argument, roster: Argument, *_rounds: Argument) -> Size:
    return categories_rows(len(_table(roster)) - 1), CATEGORIES_COLUMNS


def _ratings_size(_: Argument, roster: Argument, *_rounds: Argument) -> Size:
    return len(_table(roster)), RATING_COLUMNS


@in_a_cell()
def XQ_ROUNDROBIN(players: Argument, games: Argument = None, round_number: Argument = None) -> Rows:
    """Give the schedule of a round robin: by number as printed, or by name; or one round of it.

    Rule: R1, R2, R3, R4
    """
    entrants = schedule.read_entrants(rows_of(players))
    per_meeting, wanted = schedule.read_games(cell_of(games)), schedule.read_round_number(cell_of(round_number))
    if wanted is None:
        return schedule.table_of_rounds(entrants, per_meeting)
    return schedule.boards_of_round(entrants, wanted, per_meeting)


@in_a_cell()
def XQ_KNOCKOUT(players: Argument, seeds: Argument = None) -> Rows:
    """Give an empty bracket, by number or by name.

    Rule: K1
    """
    return knockout_rows(rows_of(players), _cells(seeds))


@in_a_cell(_standings_size)
def XQ_STANDINGS(settings: Argument, roster: Argument, *rounds: Argument) -> Rows:
    """Give 成绩表."""
    return standings_rows(_event(settings, roster, rounds))


@in_a_cell(_crosstable_size)
def XQ_CROSSTABLE(settings: Argument, roster: Argument, *rounds: Argument) -> Rows:
    """Give 循环表."""
    return crosstable_rows(_event(settings, roster, rounds))


@in_a_cell()
def XQ_NEXTROUND(settings: Argument, roster: Argument, *rounds: Argument) -> Rows:
    """Preview the next pairing; where it is refused, say why."""
    return next_round_rows(_event(settings, roster, rounds))


@in_a_cell()
def XQ_EXPLAIN(settings: Argument, roster: Argument, *rounds: Argument) -> Rows:
    """Say of every pair of the last round why it stands."""
    return explain_rows(_event(settings, roster, rounds))


@in_a_cell()
def XQ_CHECK(settings: Argument, roster: Argument, *rounds: Argument) -> Rows:
    """List every problem of the tables and of the event, each with its place."""
    reading = _reading(settings, roster, rounds)
    entrants = reading.roster
    plan = checks.plan_problems(reading.event, everybody_known=entrants.lists_everybody) if entrants.says_who else ()
    found = [*reading.problems, *plan]
    for replayed in audit(reading.event):
        found += of_rounds(reading, replayed.number, replayed.problems)
    return check_rows(in_order(reading, found))


@in_a_cell()
def XQ_OPEN(*rounds: Argument) -> Rows:
    """List the boards without a result."""
    return open_rows(_round_blocks(rounds))


@in_a_cell(_card_size)
def XQ_CARD(number: Argument, settings: Argument, roster: Argument, *rounds: Argument) -> Rows:
    """Give one player's 编排卡."""
    cell = cell_of(number)
    wanted = pairing_number(cell)
    if wanted is None:
        if is_blank(cell) or cell == 0:
            raise WrongUse("请填棋手的编号。")
        raise WrongUse(f"编号看不懂 {shown(cell)}。请填名单中的编号。")
    return card_of(_event(settings, roster, rounds), wanted)


@in_a_cell(_teams_size)
def XQ_TEAMS(settings: Argument, roster: Argument, *rounds: Argument) -> Rows:
    """Give the table of teams: 团体成绩 of 队员总分制, or the standings of team matches.

    Rule: S7, T1
    """
    return team_rows(_event(settings, roster, rounds))


@in_a_cell(_categories_size)
def XQ_CATEGORIES(settings: Argument, roster: Argument, *rounds: Argument) -> Rows:
    """Give 组别成绩: the standings of every prize group."""
    return category_rows(_event(settings, roster, rounds))


@in_a_cell(_ratings_size)
def XQ_RATINGS(settings: Argument, roster: Argument, *rounds: Argument) -> Rows:
    """Give 等级分: everybody's rating after the event.

    Rule: L1
    """
    event = _event(settings, roster, rounds)
    if event.settings.team_matches:
        raise WrongUse("团体赛的等级分要看队员和上场名单，公式里没有。请用“更新成绩表”，它会写进“等级分”表。")
    return rating_rows(event)


@in_a_cell()
def XQ_RATING(own: Argument, opponent: Argument, points: Argument, k: Argument = None) -> Rows:
    """Give the new rating after one game or several.

    Rule: L1
    """
    return ((rating_cell(cell_of(own), _cells(opponent), _cells(points), cell_of(k)),),)
