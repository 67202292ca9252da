"""XQ_CARD and XQ_RATING, and what holds of every function: nothing is ever raised, sizes are those of the template.

Expected values: the published final of 2009 五羊杯 and small cases worked out by hand.
"""

from __future__ import annotations

import datetime as dt
import logging
from typing import Any

import pytest
from function_cells import FUNCTIONS_OF_EVENTS, first_cell, is_sentence, wuyangbei_tables
from plain_tables import empty_round, tables_of

from xlpair import functions
from xlpair.api import event as plain_event
from xlpair.functions import XQ_CARD, XQ_OPEN, XQ_RATING, XQ_ROUNDROBIN, XQ_STANDINGS
from xlpair.model import Event
from xlpair.workbook.book import ErrorValue
from xlpair.workbook.layout import ROSTER_HEADINGS, ROUND_HEADINGS, SPARE_STANDINGS_COLUMNS

# -- XQ_CARD


def test_card_of_the_winner_of_2009() -> None:
    rows = XQ_CARD(9.0, *wuyangbei_tables())
    assert rows[0][:4] == ("棋手", 9, "吕钦", "")
    assert rows[1] == ("轮次", "对手编号", "对手", "对手单位", "先后", "结果", "积分", "对手分")
    # 吕钦: 1:1 于, 2:0 洪 with black, 1:1 赵国荣, 2:0 赵鑫鑫, 1:1 蒋 with black, 1:1 许; final points of these
    assert rows[2:8] == (
        (1, 6, "于幼华", "", "先", "和", 1, 5),
        (2, 5, "洪智", "", "后", "胜", 3, 5),
        (3, 2, "赵国荣", "", "先", "和", 4, 6),
        (4, 10, "赵鑫鑫", "", "先", "胜", 6, 8),
        (5, 7, "蒋川", "", "后", "和", 7, 8),
        (6, 8, "许银川", "", "先", "和", 8, 7),
    )
    assert rows[8] == ("合计", "", "", "", "", "", 8, 39)
    assert (len(rows), len(rows[0])) == (6 + 8, 8)


@pytest.mark.parametrize("number", [9, "9", "９", "009", "9号", ((9.0,),), [9.0]])
def test_card_takes_a_number_as_typed(number: Any) -> None:
    assert XQ_CARD(number, *wuyangbei_tables())[0][2] == "吕钦"


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (None, "请填"),
        ("", "请填"),
        (0.0, "请填"),
        ("吕钦", "看不懂"),
        (2.5, "看不懂"),
        (99.0, "没有 99 号"),
        ("#REF!", "#REF!"),
    ],
)
def test_card_of_nobody_is_a_sentence_over_the_whole_block(number: Any, told: str) -> None:
    rows = XQ_CARD(number, *wuyangbei_tables())
    assert told in first_cell(rows)
    assert is_sentence(rows)
    assert (len(rows), len(rows[0])) == (14, 8)


def test_card_shows_forfeits_without_a_side_and_rests() -> None:
    # hands.md 19: red by forfeit carries no colour
    whole = plain_event([(1, "甲"), (2, "乙"), (3, "丙")], [[(1, 2, "+-"), (3,)], [(3, 1), (2,)]])
    rows = XQ_CARD(1, *tables_of(whole, {"轮数": 3.0}))
    assert rows[2] == (1, 2, "乙", "", "", "对方弃权", 2, 2)
    assert rows[3] == (2, 3, "丙", "", "后", "–", "", "")
    assert XQ_CARD(3, *tables_of(whole, {"轮数": 3.0}))[2] == (1, "", "", "", "", "轮空", 2, 2)


def test_card_has_a_row_for_every_game_of_a_meeting() -> None:
    # R4: two games in a round, sides changed for the second
    match = plain_event([(1, "甲"), (2, "乙")], [[(1, 2, "2:0")]])
    settings, roster, first = tables_of(match, {"每轮局数": 2.0})
    second_game = list(first[1])
    for heading, value in {"红方编号": 2.0, "红方": "乙", "结果": "1:1", "黑方": "甲", "黑方编号": 1.0}.items():
        second_game[first[0].index(heading)] = value
    rows = XQ_CARD(1, settings, roster, (*first[:2], tuple(second_game)), empty_round())
    assert rows[2:4] == ((1, 2, "乙", "", "先", "胜", 2, 1), (1, 2, "乙", "", "后", "和", 3, ""))
    assert len(rows) == 2 * 2 + 8


# -- XQ_RATING (L1; values as in tests/engine/test_rating.py)


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        ((1600.0, 1600.0, 2.0), 1610),
        ((1600.0, 2000.0, 1.0), 1608),
        ((1600.0, 1600.0, 2.0, 40.0), 1620),
        ((1600.0, 1600.0, 2.0, ""), 1610),
        (("１６００", ((1600.0,), (2000.0,)), 3.0), 1618),
        ((1600.0, ((1600.0,), (2000.0,)), ((2.0,), (1.0,))), 1618),
        ((1600.0, ((1600.0,), (None,)), ((2.0,), (2.0,))), 1610),
        ((1600.0, ((1600.0,), (2000.0,)), ((2.0,), ("",))), 1610),
        ((1600.0, [1600.0, 2000.0], [2.0, 1.0]), 1618),
        ((1600.0, "", 2.0), 1600),
        ((None, ((1500.0,), (1700.0,)), 3.0), "表现分 1800"),
        ((0.0, ((1500.0,), (1700.0,)), ((2.0,), (1.0,))), "表现分 1800"),
    ],
)
def test_rating(arguments: tuple[Any, ...], value: Any) -> None:
    assert XQ_RATING(*arguments) == ((value,),)


@pytest.mark.parametrize(
    "arguments",
    [
        ("高", 1600.0, 2.0),
        (1600.0, "高", 2.0),
        (1600.0, 1600.0, "赢"),
        (1600.0, 1600.0, 3.0),
        (1600.0, 1600.0, 2.0, "x"),
        (1600.0, 1600.0, 2.0, 0.0),  # K is greater than 0 (L1); a blank cell comes as None or ""
        (1600.0, ((1600.0,), (None,)), 2.0),
        (1600.0, ((1600.0,), (1700.0,)), ((2.0,), (1.0,), (1.0,))),
        (1600.0, (), 2.0),
        (None, None, 2.0),
        (ErrorValue("#REF!"), 1600.0, 2.0),
        (1600.0, 1600.0, "#N/A"),
    ],
)
def test_rating_of_what_is_no_rating_is_a_sentence(arguments: tuple[Any, ...]) -> None:
    assert is_sentence(XQ_RATING(*arguments))


def test_of_several_ratings_and_points_the_one_that_is_wrong_is_named() -> None:
    told = XQ_RATING(1600.0, ((1600.0,), ("#N/A",), (1700.0,)), ((2.0,), (1.0,), (0.0,)))[0][0]
    assert "对手的等级分第 2 格看不懂 #N/A" in str(told)
    told = XQ_RATING(1600.0, ((1600.0,), (1700.0,)), ((2.0,), ("赢",)))[0][0]
    assert "得分第 2 格看不懂 “赢”" in str(told)


# -- nothing is ever raised


def test_a_fault_of_the_program_is_a_sentence_and_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(event: Event) -> Any:
        raise ZeroDivisionError("分母")

    monkeypatch.setattr(functions, "standings_rows", broken)
    with caplog.at_level(logging.ERROR):
        rows = XQ_STANDINGS(*wuyangbei_tables())
    assert is_sentence(rows)
    assert "ZeroDivisionError" in first_cell(rows)
    assert "检查" in first_cell(rows)
    assert (len(rows), len(rows[0])) == (14, 4 + 6 + SPARE_STANDINGS_COLUMNS)
    assert "XQ_STANDINGS failed" in caplog.text


ODD_VALUES = (
    None, "", 0.0, -1.0, 1e300, float("nan"), float("inf"), True, "甲", "#REF!", ErrorValue("#N/A"),
    dt.date(2026, 1, 1), dt.datetime(2026, 1, 1, 2, 3),
    (), [], ((),), [[]], (None,), ((None,),), ((ErrorValue("#N/A"),),), ROUND_HEADINGS, (ROUND_HEADINGS,),
    (ROSTER_HEADINGS, (1.0,)), (ROUND_HEADINGS, (1.0, 1.0)), ((1.0, 2.0), (3.0,)), ((dt.time(2, 0),), (True, False)),
)  # fmt: skip


@pytest.mark.parametrize("odd", ODD_VALUES, ids=repr)
def test_odd_values_in_any_argument_give_a_rectangle_of_cells(odd: Any, caplog: pytest.LogCaptureFixture) -> None:
    settings, roster, *rounds = wuyangbei_tables(2)
    answers = [
        *(function(odd, roster, *rounds) for function in FUNCTIONS_OF_EVENTS),
        *(function(settings, odd, *rounds) for function in FUNCTIONS_OF_EVENTS),
        *(function(settings, roster, odd, rounds[1]) for function in FUNCTIONS_OF_EVENTS),
        *(function(odd, odd, odd) for function in FUNCTIONS_OF_EVENTS),
        XQ_CARD(odd, settings, roster, *rounds),
        XQ_CARD(1.0, odd, odd, odd),
        XQ_OPEN(odd, rounds[0]),
        XQ_ROUNDROBIN(odd),
        XQ_ROUNDROBIN(4, odd, odd),
        XQ_RATING(odd, odd, odd, odd),
        XQ_RATING(1600.0, 1600.0, odd, odd),
    ]
    for rows in answers:
        assert rows
        assert len({len(row) for row in rows}) == 1
        assert all(isinstance(cell, (str, int, float)) and not isinstance(cell, bool) for row in rows for cell in row)
    assert not caplog.records, "a fault of the program, not of the input"


def test_blocks_of_the_template_have_the_size_the_functions_fill() -> None:
    from xlpair.workbook import layout, template_blocks

    assert (layout.CARD_COLUMNS, layout.CARD_EXTRA_ROWS) == (
        template_blocks.CARD_COLUMNS,
        template_blocks.CARD_EXTRA_ROWS,
    )
