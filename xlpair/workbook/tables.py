"""Finds our tables in a workbook: by their names, wherever they stand and whatever their sheets are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Final

from xlpair.errors import Gravity, Problem
from xlpair.workbook import own_rows
from xlpair.workbook.blocks import Block
from xlpair.workbook.book import Area, CellValue, Rows, Sheet, Snapshot
from xlpair.workbook.headings import (
    LINEUP_WORDS,
    LOG_WORDS,
    ROSTER_WORDS,
    ROUND_WORDS,
    SETTINGS_WORDS,
    SQUAD_WORDS,
    find_columns,
)
from xlpair.workbook.layout import (
    LOG_TABLE,
    ROSTER_TABLE,
    SETTINGS_TABLE,
    SQUADS_TABLE,
    board_heading,
    lineup_of_table,
    round_of_table,
)
from xlpair.workbook.own_rows import Row
from xlpair.workbook.texts import is_blank

_SEARCHED_ROWS: Final = 40
"""So far down a sheet is looked for headings without a table, and below a table for rows that belong to it."""

_OUTSIDE_HINT: Final = "请移到表格里，或紧接在表格下面；是自己的内容就不用管。"

_WILL_GROW: Final = "下次用命令时表格会自动扩大。"
_HAS_GROWN: Final = "表格已经扩大到这里。"

_MOST_ROOM: Final = 20_000
"""No table grows by more rows than this: what stands farther down is not in its way."""


@dataclass(frozen=True, slots=True)
class Tables:
    """Our tables as found. ``problems`` tells those that are no tables any more and rows that stand under one."""

    settings: Block | None = None
    roster: Block | None = None
    rounds: Mapping[int, Block] = field(default_factory=dict)
    log: Block | None = None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class TeamTables:
    """The further tables of a team event: 队员, and the line-ups by round."""

    squads: Block | None = None
    lineups: Mapping[int, Block] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class _Kind:
    """What tells a kind of table: its headings, those it cannot do without, and which rows outside it are its own.

    ``is_ours`` looks at a row directly below it, which then counts; ``is_like_ours`` at any other, which is told.
    """

    words: Mapping[str, str]
    needed: tuple[str, ...]
    is_ours: Callable[[Row], bool]
    is_like_ours: Callable[[Row], bool]


_SETTINGS: Final = _Kind(SETTINGS_WORDS, ("项目", "内容"), own_rows.is_setting, own_rows.is_setting)
_ROSTER: Final = _Kind(ROSTER_WORDS, ("编号", "姓名"), own_rows.is_entrant, own_rows.is_like_entrant)
_ROUND: Final = _Kind(ROUND_WORDS, ("红方编号", "结果", "黑方编号"), own_rows.is_board, own_rows.is_like_board)
_LOG: Final = _Kind(LOG_WORDS, ("时间", "命令"), own_rows.is_log_line, own_rows.is_log_line)
_SQUADS: Final = _Kind(SQUAD_WORDS, ("序号", "姓名"), own_rows.is_member, own_rows.is_like_member)
_LINEUP: Final = _Kind(LINEUP_WORDS, ("队号", board_heading(1)), own_rows.is_lineup, own_rows.is_like_lineup)


@dataclass(frozen=True, slots=True)
class _Book:
    """A snapshot made ready for looking up, and the problems found on the way."""

    sheets: Mapping[str, Sheet]
    tables: Mapping[str, Area]
    on_sheet: Mapping[str, list[Area]]
    problems: list[Problem]


def find_tables(snapshot: Snapshot) -> Tables:
    """Find 赛事, 名单, 编排记录 and every 第N轮.

    A table is found by its name. Where a name is gone but a sheet of that name holds the headings (the table has been
    turned into plain cells), those cells are taken and a warning is told.
    """
    book = _made_ready(snapshot)
    rounds = _numbered(book, round_of_table, _ROUND)
    settings, roster = _find(book, SETTINGS_TABLE, _SETTINGS), _find(book, ROSTER_TABLE, _ROSTER)
    log = _find(book, LOG_TABLE, _LOG)
    return Tables(settings, roster, rounds, log, tuple(book.problems))


def find_team_tables(snapshot: Snapshot) -> TeamTables:
    """Find 队员 and every 第N轮上场, as :func:`find_tables` finds the others. To be asked of team events only."""
    book = _made_ready(snapshot)
    squads = _find(book, SQUADS_TABLE, _SQUADS)
    return TeamTables(squads, _numbered(book, lineup_of_table, _LINEUP), tuple(book.problems))


def _made_ready(snapshot: Snapshot) -> _Book:
    sheets = {sheet.name: sheet for sheet in snapshot.sheets}
    tables: dict[str, Area] = {}
    problems = []
    for table in snapshot.tables:
        if table.area.sheet in sheets and tables.setdefault(table.name, table.area) is not table.area:
            what = f"表格“{table.name}”有两个，另一个在“{tables[table.name].sheet}”。"
            problems.append(Problem(table.area.sheet, what, "请删去多余的一个，或给它改名。"))
    on_sheet: dict[str, list[Area]] = {}
    for area in tables.values():
        on_sheet.setdefault(area.sheet, []).append(area)
    return _Book(sheets, tables, on_sheet, problems)


def _numbered(book: _Book, number_of: Callable[[str], int | None], kind: _Kind) -> dict[int, Block]:
    """The tables of a kind of which every round has one, by round."""
    found = {}
    for name in sorted({*book.tables, *book.sheets}):
        number = number_of(name)
        if number and (block := _find(book, name, kind)) is not None:
            found[number] = block
    return dict(sorted(found.items()))


def _find(book: _Book, name: str, kind: _Kind) -> Block | None:
    area = book.tables.get(name)
    if area is not None:
        sheet = book.sheets[area.sheet]
        next_table = _next_table(area, book.on_sheet[area.sheet])
        block = _with_rows_under(_block(name, name, area, sheet, kind), sheet.rows[:next_table], kind, book.problems)
        room = _room(area, sheet, next_table, block.under)
        return replace(block, room=room, visible=sheet.visible)
    if name not in book.sheets or (area := _headings_area(book.sheets[name], kind)) is None:
        return None
    book.problems.append(no_table(name))
    return _block(name, "", area, book.sheets[name], kind)


def no_table(name: str, *, hinders: bool = False) -> Problem:
    """A table that has been turned into plain cells; ``hinders``: it has to grow with the next command that pairs."""
    what = f"“{name}”已不是表格（可能转换成了区域）"
    if not hinders:
        return Problem(name, f"{what}。", "能读，但不会自动扩大；请用撤销或备份恢复。", Gravity.WARNING)
    hint = f"请用撤销或备份恢复；或连标题行选中这些单元格，“插入”→“表格”，再把表格的名称改成 {name}。"
    return Problem(name, f"{what}，写不进去，不能编排。", hint)


def as_grown(problem: Problem) -> Problem:
    """The problem as it is told once a command has written, and tables have grown over the rows under them."""
    return replace(problem, hint=_HAS_GROWN) if problem.hint == _WILL_GROW else problem


def _next_table(area: Area, others: Sequence[Area]) -> int | None:
    """The row in which the next table below begins, None where there is none."""
    return min((other.top for other in others if other.top > area.bottom and _overlap(area, other)), default=None)


def _room(area: Area, sheet: Sheet, next_table: int | None, under: int) -> int | None:
    """How many rows a table may grow: those typed under it, and what is free below, up to the next table."""
    columns = slice(area.left, area.right + 1)
    first = area.bottom + 1 + under
    below = enumerate(sheet.rows[first : first + _MOST_ROOM], under)
    taken = (at for at, row in below if row and not _is_free(row[columns]))
    ends = [] if next_table is None else [next_table - area.bottom - 1]
    first_taken = next(taken, None)
    return min([*ends, *([] if first_taken is None else [first_taken])], default=None)


def _overlap(one: Area, other: Area) -> bool:
    return one.left <= other.right and other.left <= one.right


def _is_free(cells: Sequence[CellValue]) -> bool:
    return not any(cells) or all(map(is_blank, cells))


def _block(label: str, table: str, area: Area, sheet: Sheet, kind: _Kind) -> Block:
    """A table's rows, whole from the sheet's first column on, with headings only where the table has columns."""
    rows = _near_rows(sheet.rows[area.top : area.bottom + 1])
    heading = tuple(rows[0][: area.right + 1]) if rows else ()
    heading = (*(None for _ in heading[: area.left]), *heading[area.left :])
    body = rows[1:]
    if kind is _ROSTER and sheet.merges:
        columns = find_columns(heading, kind.words)
        body = _spread(body, sheet.merges, area, {columns[name] for name in columns if name not in kind.needed})
    return Block((heading, *body), sheet.name, area.top, 0, label, table, area)


def _near_rows(rows: Rows) -> Rows:
    """Rows without those that stand behind a gap no table has: a stray cell in the sheet's last row is no entrant."""
    last = 0
    for at, row in enumerate(rows if len(rows) > _MOST_ROOM else ()):
        if row:
            if at - last > _MOST_ROOM:
                return rows[: last + 1]
            last = at
    return rows


def _spread(body: Rows, merges: Sequence[Area], area: Area, columns: set[int]) -> Rows:
    """Rows with a merged cell's value in every row it covers: a merged 单位 is meant for every player beside it."""
    first = area.top + 1
    merged = [m for m in merges if m.left in columns and m.top >= first and m.bottom > m.top and m.top <= area.bottom]
    if not merged:
        return body
    grid = [list(row) for row in body]
    for merge in merged:
        source = grid[merge.top - first] if merge.top - first < len(grid) else []
        value = source[merge.left] if merge.left < len(source) else None
        for cells in grid[merge.top - first + 1 : merge.bottom - first + 1]:
            cells.extend([None] * (merge.left + 1 - len(cells)))
            cells[merge.left] = value
    return grid


def _with_rows_under(block: Block, rows: Rows, kind: _Kind, problems: list[Problem]) -> Block:
    """Add what was typed directly below a table in a program that does not let tables grow; tell what else is like it.

    ``rows`` are those of the sheet, up to the next table.
    """
    area = block.area
    columns = find_columns(block.rows[0] if block.rows else (), kind.words)
    if area is None or not all(heading in columns for heading in kind.needed):
        return block
    whole = len(block.rows) > area.bottom - area.top  # else its last rows are far away, and what follows them, too
    below = rows[area.bottom + 1 :] if whole else ()
    found = list(takewhile(lambda row: kind.is_ours(_by_heading(row, columns)), below))
    first = area.bottom + 2
    rest = enumerate(below[len(found) : len(found) + _SEARCHED_ROWS], first + len(found))
    outside = [at for at, row in rest if any(row) and kind.is_like_ours(_by_heading(row, columns))]
    if outside:
        what = f"{_listed(outside)}写在表格“{block.table}”外面，没有算在内。"
        problems.append(Problem(block.sheet, what, _OUTSIDE_HINT, Gravity.WARNING))
    if not found:
        return block
    what = f"{_listed(range(first, first + len(found)))}写在表格“{block.table}”下面，也算在内。"
    problems.append(Problem(block.sheet, what, _WILL_GROW, Gravity.WARNING))
    return replace(block, rows=(*block.rows, *found), under=len(found))


def _listed(rows: Sequence[int]) -> str:
    """Rows as a message names them: 第7行, 第7到9行, 第7、9到11行."""
    runs: list[list[int]] = []
    for row in rows:
        if runs and row == runs[-1][-1] + 1:
            runs[-1].append(row)
        else:
            runs.append([row])
    return f"第{'、'.join(f'{run[0]}到{run[-1]}' if len(run) > 1 else str(run[0]) for run in runs)}行"


def _by_heading(row: Sequence[CellValue], columns: Mapping[str, int]) -> Row:
    return {heading: row[column] for heading, column in columns.items() if column < len(row)}


def _headings_area(sheet: Sheet, kind: _Kind) -> Area | None:
    for top, row in enumerate(sheet.rows[:_SEARCHED_ROWS]):
        columns = find_columns(row, kind.words)
        if all(heading in columns for heading in kind.needed):
            return Area(sheet.name, top, min(columns.values()), len(sheet.rows) - 1, max(columns.values()))
    return None
