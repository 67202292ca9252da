"""Every function of the table through xlwings' ``call_udf`` on events of every format, out of workbooks.

The tables are those of a workbook in which a practice event of the format was played; what the cell gives must be what
``functions.py`` gives for the same tables, and 成绩表 in cells what the command wrote into the workbook.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from test_udfs import com_rows, plain, rows_of
from udf_process import MISSING, ComRange, UdfProcess

from xlpair import actions, functions
from xlpair.formats import FORMATS
from xlpair.function_table import FUNCTIONS
from xlpair.model import Event
from xlpair.simulate import played_rounds, practice_event
from xlpair.workbook.book import Snapshot
from xlpair.workbook.closed import ClosedBook

NOW = dt.datetime(2026, 3, 1, 9, 30)
SEED = 5
SIZES = {"分组循环": 12, "积分末位淘汰": 24}
ROUNDS = {"积分编排": 4, "队员总分制": 4, "团体积分编排": 3, "积分末位淘汰": 6}
ON_EVENTS = [line for line in FUNCTIONS if "roster" in [argument.name for argument in line.arguments]]


@pytest.fixture(scope="module")
def excel() -> Iterator[UdfProcess]:
    with UdfProcess() as process:
        yield process


def played(name: str) -> Event:
    """A practice event of the format, whose even players are women, played to its end."""
    found = next(one for one in FORMATS if one.name == name)
    settings = replace(found.settings, name=name, rounds=ROUNDS.get(name))
    event = practice_event(settings, SIZES.get(name, 6), SEED)
    women = [replace(one, categories=("女子",)) if one.number % 2 == 0 else one for one in event.players]
    *_, ended = played_rounds(replace(event, players=tuple(women)), SEED)
    return ended


@pytest.fixture(scope="module", params=[one.name for one in FORMATS])
def book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Snapshot]:
    path = tmp_path_factory.mktemp("赛制") / f"{request.param}.xlsx"
    actions.new_with(path, played(request.param), now=NOW)
    return request.param, ClosedBook(path).snapshot()


def table(snapshot: Snapshot, name: str) -> tuple[tuple[Any, ...], ...]:
    found = snapshot.table(name)
    assert found is not None
    area = found.area
    rows = snapshot.sheet(area.sheet).rows  # type: ignore[union-attr]
    cut = [
        tuple(rows[at])[area.left : area.right + 1] if at < len(rows) else () for at in range(area.top, area.bottom + 1)
    ]
    return tuple(row + (None,) * (area.right - area.left + 1 - len(row)) for row in cut)


def tables(snapshot: Snapshot) -> list[tuple[tuple[Any, ...], ...]]:
    """赛事, 名单 and all rounds, those not played included."""
    rounds = sum(table.name.startswith("第") and table.name.endswith("轮") for table in snapshot.tables)
    return [table(snapshot, name) for name in ("赛事", "名单", *(f"第{number}轮" for number in range(1, rounds + 1)))]


def cells(rows: Any) -> list[list[Any]]:
    """Rows as a sheet shows them: no blanks at the ends."""
    found = []
    for row in rows:
        kept = [cell if cell != "" else None for cell in row]
        while kept and kept[-1] is None:
            kept.pop()
        found.append(kept)
    while found and not found[-1]:
        found.pop()
    return found


@pytest.mark.parametrize("line", ON_EVENTS, ids=lambda line: line.name)
def test_in_cells_as_in_python(excel: UdfProcess, book: tuple[str, Snapshot], line: Any) -> None:
    name, snapshot = book
    settings, roster, *rounds = map(com_rows, tables(snapshot))
    first = [3.0] if line.name == "XQ_CARD" else []
    found = rows_of(excel.call(line.name, *first, ComRange(settings), ComRange(roster), *rounds))
    assert found == plain(getattr(functions, line.name)(*first, settings, roster, *rounds))
    if line.name == "XQ_RATINGS" and name.startswith("团体"):
        assert "上场名单" in found[0][0]  # line-ups are in no cell that the function sees
    elif line.name not in ("XQ_NEXTROUND", "XQ_CHECK", "XQ_EXPLAIN"):
        assert len(found) > 2, found[0][0]
    assert "Traceback" not in str(found)


def test_the_standings_in_cells_are_those_the_command_wrote(excel: UdfProcess, book: tuple[str, Snapshot]) -> None:
    _, snapshot = book
    settings, roster, *rounds = map(com_rows, tables(snapshot))
    found = cells(rows_of(excel.call("XQ_STANDINGS", ComRange(settings), ComRange(roster), *rounds)))
    area = snapshot.names["成绩表区"]
    sheet = snapshot.sheet(area.sheet)
    assert sheet is not None
    written = cells(row[area.left : area.right + 1] for row in sheet.rows[area.top : area.bottom + 1])
    assert found == written


def test_boards_without_a_result(excel: UdfProcess, book: tuple[str, Snapshot]) -> None:
    _, snapshot = book
    *_, last = [rows for rows in map(com_rows, tables(snapshot)[2:]) if rows[1][0] is not None]
    assert excel.call("XQ_OPEN", last) == "都有结果"
    result = last[0].index("结果")
    opened = tuple((*row[:result], None, *row[result + 1 :]) if at == 1 else row for at, row in enumerate(last))
    assert rows_of(excel.call("XQ_OPEN", opened)) == plain(functions.XQ_OPEN(opened))
    assert len(rows_of(excel.call("XQ_OPEN", opened))) == 2  # the headings and one board


@pytest.mark.parametrize("seeds", [MISSING, 2.0, ComRange(((None,), (2.0,), (1.0,), (None,), (None,)))])
def test_a_bracket_of_names_with_seeds(excel: UdfProcess, seeds: Any) -> None:
    names = (("王",), ("李",), ("张",), ("赵",), ("钱",))
    plainly = seeds.values if isinstance(seeds, ComRange) else None if seeds == MISSING else seeds
    found = rows_of(excel.call("XQ_KNOCKOUT", ComRange(names), seeds))
    assert found == plain(functions.XQ_KNOCKOUT(names, plainly))
    assert {"王", "李", "张", "赵", "钱"} <= {cell for row in found for cell in row}


def test_a_double_game_schedule_and_a_single_round(excel: UdfProcess) -> None:
    assert rows_of(excel.call("XQ_ROUNDROBIN", 6.0, 2.0, MISSING)) == plain(functions.XQ_ROUNDROBIN(6, 2))
    assert rows_of(excel.call("XQ_ROUNDROBIN", 6.0, MISSING, 3.0)) == plain(functions.XQ_ROUNDROBIN(6, None, 3))
