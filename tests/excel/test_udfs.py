"""The functions through xlwings' own ``call_udf``, arguments as Excel passes them, against ``functions.py``.

As Excel passes them (xlwings' wrappers, read in the generated VBA): ranges among the first arguments are COM ranges,
ranges among the repeating ones come as their values (tuples of tuples); a single cell is a scalar either way; numbers
are floats, blank cells None, dates datetimes, error cells integers.
"""

from __future__ import annotations

import datetime as dt
import os
import subprocess
import sys
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import events
import pytest
from plain_tables import changed, tables_of
from udf_process import ERRORS, MISSING, ComRange, UdfProcess

from xlpair import functions
from xlpair.excel import udfs
from xlpair.function_table import CATEGORY, FUNCTIONS
from xlpair.model import Event

SWISS = {"赛制": "积分编排", "轮数": 6.0, "最后三轮": "否"}
ROUND_ROBIN = {"赛制": "单循环"}
OF_EVENTS = [
    line.name for line in FUNCTIONS if [one.name for one in line.arguments] == ["settings", "roster", "round_table"]
]
SWISS_2009 = {who: number for number, who in enumerate(events.names(events.SWISS_2009), start=1)}


@pytest.fixture(scope="module")
def excel() -> Iterator[UdfProcess]:
    with UdfProcess() as process:
        yield process


def whole_events() -> dict[str, tuple[Event, dict[str, Any]]]:
    """Every event of tests/events: the round robins with their draw numbers, 五羊杯 2009 with any numbering."""
    found = {
        name: (events.event_from(name, events.drawn_numbers(name)), dict(ROUND_ROBIN)) for name in events.ROUND_ROBINS
    }
    found[events.SWISS_2009] = (events.event_from(events.SWISS_2009, SWISS_2009), dict(SWISS))
    return found


EVENTS = whole_events()


def as_com(value: Any) -> Any:
    """A cell as COM hands it over: numbers are floats, errors whole numbers."""
    return float(value) if type(value) is int and value not in ERRORS.values() else value


def com_rows(table: Any) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(map(as_com, row)) for row in table)


def in_cells(excel: UdfProcess, function: str, *tables: Any) -> list[list[Any]]:
    """Call a function of an event's tables: settings and roster as ranges, the rounds as values."""
    settings, roster, *rounds = map(com_rows, tables)
    return rows_of(excel.call(function, ComRange(settings), ComRange(roster), *rounds))


def rows_of(result: Any) -> list[list[Any]]:
    if not isinstance(result, list):
        return [[result]]
    return [list(row) if isinstance(row, (list, tuple)) else row for row in result]


def plain(rows: Any) -> list[list[Any]]:
    return [list(row) for row in rows]


def test_every_line_of_the_table_is_a_function_with_its_help(excel: UdfProcess) -> None:
    known = excel.help()
    assert sorted(known) == sorted(line.name for line in FUNCTIONS)
    for line in FUNCTIONS:
        found = known[line.name]
        assert (found["category"], found["ret"]["doc"]) == (CATEGORY, line.help)
        assert [(one["name"], one["doc"], one["vararg"]) for one in found["args"]] == [
            (argument.name, argument.help, argument.repeats) for argument in line.arguments
        ]
        assert not found["volatile"]


def test_every_function_is_called_here() -> None:
    others = {"XQ_ROUNDROBIN", "XQ_KNOCKOUT", "XQ_CARD", "XQ_OPEN", "XQ_RATING"}
    assert {line.name for line in FUNCTIONS} == {*OF_EVENTS, *others}


@pytest.mark.parametrize("count", [2, 5, 8])
def test_the_bracket_of_a_number_is_the_same_in_excel(excel: UdfProcess, count: int) -> None:
    assert rows_of(excel.call("XQ_KNOCKOUT", float(count), MISSING)) == plain(functions.XQ_KNOCKOUT(count))


@pytest.mark.parametrize("name", EVENTS)
@pytest.mark.parametrize("function", OF_EVENTS)
def test_whole_events_give_in_cells_what_the_functions_give(excel: UdfProcess, name: str, function: str) -> None:
    event, lines = EVENTS[name]
    for played in (len(event.rounds), len(event.rounds) // 2, 0):
        tables = tables_of(event.upto(played), lines, len(event.rounds))
        assert in_cells(excel, function, *tables) == plain(getattr(functions, function)(*tables))


def test_the_final_points_of_2009_are_those_published(excel: UdfProcess) -> None:
    # http://sports.sina.com.cn/go/2009-02-26/15554240818.shtml
    event, lines = EVENTS[events.SWISS_2009]
    rows = in_cells(excel, "XQ_STANDINGS", *tables_of(event, lines))
    name, points = rows[0].index("姓名"), rows[0].index("积分")
    shown = {row[name]: row[points] for row in rows[1:] if row[name]}
    assert (shown["吕钦"], shown["蒋川"], shown["赵鑫鑫"], shown["许银川"]) == (8, 8, 8, 7)
    assert (shown["陶汉明"], shown["柳大华"]) == (4, 3)


def test_cards_and_open_boards(excel: UdfProcess) -> None:
    event, lines = EVENTS[events.SWISS_2009]
    tables = tables_of(event, lines)
    settings, roster, *rounds = map(com_rows, tables)
    for number in (1.0, 7.0, 99.0, "７", None):
        expected = plain(functions.XQ_CARD(number, *tables))
        assert rows_of(excel.call("XQ_CARD", number, ComRange(settings), ComRange(roster), *rounds)) == expected
        cell = ComRange(((number,),))
        assert rows_of(excel.call("XQ_CARD", cell, ComRange(settings), ComRange(roster), *rounds)) == expected
    opened = changed(tables[3], 1, "结果", None)
    assert rows_of(excel.call("XQ_OPEN", com_rows(opened))) == plain(functions.XQ_OPEN(opened))
    assert excel.call("XQ_OPEN", *rounds) == "都有结果"
    assert excel.call("XQ_OPEN").startswith("没有选轮次的表。")


@pytest.mark.parametrize("count", range(2, 12))
def test_the_printed_tables_of_round_robins(excel: UdfProcess, count: int) -> None:
    assert rows_of(excel.call("XQ_ROUNDROBIN", float(count), MISSING, MISSING)) == plain(functions.XQ_ROUNDROBIN(count))


def test_the_first_round_of_eight_is_the_one_of_the_rule_book(excel: UdfProcess) -> None:
    # 《象棋竞赛规则》附录二, 7或8人对局秩序表: round 1 is 1-(8) 2-7 3-6 4-5.
    first = rows_of(excel.call("XQ_ROUNDROBIN", 8.0, 1.0, 1.0))
    assert [[row[1], row[2]] for row in first[1:]] == [[1, 8], [2, 7], [3, 6], [4, 5]]


@pytest.mark.parametrize("wrong", [1.0, 0.0, -3.0, 2.5, "八", None, True, dt.datetime(2026, 3, 1), ERRORS["#N/A"]])
def test_hands_07_a_plain_sentence_in_the_cell(excel: UdfProcess, wrong: Any) -> None:
    told = excel.call("XQ_ROUNDROBIN", wrong, MISSING, MISSING)
    assert isinstance(told, str)
    assert told.endswith("。")
    assert "Traceback" not in told


def test_names_may_stand_in_a_column_a_row_or_with_gaps(excel: UdfProcess) -> None:
    names = ("王", "李", None, "张", "赵")
    expected = plain(functions.XQ_ROUNDROBIN(tuple((name,) for name in names)))
    assert (
        rows_of(excel.call("XQ_ROUNDROBIN", ComRange(tuple((name,) for name in names)), MISSING, MISSING)) == expected
    )
    assert rows_of(excel.call("XQ_ROUNDROBIN", ComRange((names,)), MISSING, MISSING)) == expected


@pytest.mark.parametrize("code", ["#REF!", "#N/A", "#VALUE!"])
@pytest.mark.parametrize("function", OF_EVENTS)
def test_hands_39_error_cells_are_named(excel: UdfProcess, function: str, code: str) -> None:
    event, lines = EVENTS[events.SWISS_2009]
    settings, roster, *rounds = tables_of(event, lines)
    broken = changed(rounds[2], 4, "结果", ERRORS[code])
    rows = in_cells(excel, function, settings, roster, *rounds[:2], broken, *rounds[3:])
    text = "".join(str(cell) for row in rows for cell in row)
    assert code in text
    assert "第3轮" in text
    rows = in_cells(excel, function, settings, changed(roster, 2, "姓名", ERRORS[code]), *rounds)
    text = "".join(str(cell) for row in rows for cell in row)
    assert code in text
    assert "名单" in text


def test_an_error_xlwings_does_not_know_is_an_error_all_the_same(excel: UdfProcess) -> None:
    event, lines = EVENTS[events.SWISS_2009]
    settings, roster, *rounds = tables_of(event, lines)
    rows = in_cells(excel, "XQ_STANDINGS", settings, changed(roster, 2, "编号", ERRORS["#SPILL!"]), *rounds)
    assert "#VALUE!" in rows[0][0]
    assert "名单" in rows[0][0]


def test_hands_21_dates_and_times_that_excel_made_of_results(excel: UdfProcess) -> None:
    # 2:0 becomes the time 02:00, which COM gives as a moment of 1899-12-30; 1-1 becomes the first of January.
    event, lines = EVENTS[events.SWISS_2009]
    settings, roster, *rounds = tables_of(event, lines)
    by_text = [changed(changed(rounds[0], 1, "结果", "2:0"), 2, "结果", "1:1"), *rounds[1:]]
    time, day = dt.datetime(1899, 12, 30, 2, 0), dt.datetime(2026, 1, 1)
    by_date = [changed(changed(rounds[0], 1, "结果", time), 2, "结果", day), *rounds[1:]]
    assert in_cells(excel, "XQ_STANDINGS", settings, roster, *by_date) == plain(
        functions.XQ_STANDINGS(settings, roster, *by_text)
    )


def test_currency_cells_are_numbers(excel: UdfProcess) -> None:
    event, lines = EVENTS[events.SWISS_2009]
    settings, roster, *rounds = tables_of(event, lines)
    currency = changed(roster, 1, "编号", Decimal("1"))
    assert in_cells(excel, "XQ_STANDINGS", settings, currency, *rounds) == plain(
        functions.XQ_STANDINGS(settings, roster, *rounds)
    )


def test_blank_cells_in_place_of_tables(excel: UdfProcess) -> None:
    blank = ComRange(((None,),))
    roster = com_rows(tables_of(*EVENTS[events.SWISS_2009])[1])
    assert "没有选名单" in rows_of([excel.call("XQ_STANDINGS", blank, blank)])[0][0]
    with_roster = excel.call("XQ_STANDINGS", blank, ComRange(roster))
    assert rows_of(with_roster) == plain(functions.XQ_STANDINGS(None, roster))
    assert rows_of(excel.call("XQ_STANDINGS", blank, ComRange(roster), None, None)) == plain(
        functions.XQ_STANDINGS(None, roster, None, None)
    )


def test_hands_38_two_workbooks_at_once_each_from_its_own_tables(excel: UdfProcess) -> None:
    men, women = EVENTS["1994_gaokebei_roundrobin"], EVENTS[events.SWISS_2009]
    alone = {name: in_cells(excel, "XQ_STANDINGS", *tables_of(*one)) for name, one in (("男", men), ("女", women))}
    assert alone["男"] != alone["女"]
    for _ in range(2):
        for name, one in (("女", women), ("男", men)):
            assert in_cells(excel, "XQ_STANDINGS", *tables_of(*one)) == alone[name]


def test_ratings(excel: UdfProcess) -> None:
    assert excel.call("XQ_RATING", 1600.0, 1600.0, 2.0, MISSING) == functions.XQ_RATING(1600, 1600, 2)[0][0]
    opponents, points = ((1700.0,), (1500.0,), (None,)), ((2.0,), (1.0,), (0.0,))
    assert (
        excel.call("XQ_RATING", ComRange(((1600.0,),)), ComRange(opponents), ComRange(points), 10.0)
        == functions.XQ_RATING(1600, opponents, points, 10)[0][0]
    )


def test_outside_windows_the_wrappers_are_plain_functions() -> None:
    assert udfs.XQ_ROUNDROBIN(4.0) == functions.XQ_ROUNDROBIN(4)  # type: ignore[attr-defined]


def test_nothing_licensed_apart_is_fetched() -> None:
    root = Path(__file__).parents[2]
    # Without the key xlwings by itself fetches one module of xlwings.pro, to see whether it may have the others.
    environment = {name: value for name, value in os.environ.items() if name != "XLWINGS_LICENSE_KEY"}

    def fetched(module: str) -> set[str]:
        statement = f"import sys, {module}; print(*[name for name in sys.modules if name.startswith('xlwings.pro')])"
        command = [sys.executable, "-c", statement]
        done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=True)
        return set(done.stdout.split())

    alone = fetched("xlwings")
    for module in ("xlpair.excel.udfs", "xlpair.excel.buttons", "xlpair.excel.project", "xlpair.workbook.live"):
        assert fetched(module) <= alone, module
