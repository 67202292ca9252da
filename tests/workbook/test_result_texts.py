"""结果 as hands type it. The first list is that of reported faults of other programs; the others are reasoned here."""

from __future__ import annotations

import datetime as dt
from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlpair.model import Result
from xlpair.settings import Scoring
from xlpair.workbook.book import ErrorValue
from xlpair.workbook.result_texts import read_result, result_choices, result_hint, result_reader, result_text
from xlpair.workbook.texts import NotUnderstood

RED, DRAW, BLACK = Result.RED_WIN, Result.DRAW, Result.BLACK_WIN
RED_CAME, BLACK_CAME, NOBODY = Result.BLACK_FORFEITS, Result.RED_FORFEITS, Result.BOTH_FORFEIT
HALF = Fraction(1, 2)
CHESS = Scoring(1, HALF, 0, 1, HALF, 0)
THREE = Scoring(3, 1, 0, 3, 1, 0)


@pytest.mark.parametrize(
    ("typed", "result"),
    [
        ("2:0", RED),
        ("1:1", DRAW),
        ("0:2", BLACK),
        ("2-0", RED),
        ("1-0", RED),
        ("0-1", BLACK),
        ("½-½", DRAW),
        ("0.5-0.5", DRAW),
        ("1/2", DRAW),
        ("胜", RED),
        ("和", DRAW),
        ("负", BLACK),
        ("红胜", RED),
        ("黑胜", BLACK),
        ("W", RED),
        ("D", DRAW),
        ("L", BLACK),
        ("+-", RED_CAME),
        ("-+", BLACK_CAME),
        ("--", NOBODY),
        ("２－０", RED),
        ("１：１", DRAW),
        ("2 : 0", RED),
        (" 2:0 ", RED),
        ("　0:2　", BLACK),
    ],
)
def test_hands_20_results(typed: str, result: Result) -> None:
    assert read_result(typed) is result


@pytest.mark.parametrize("typed", ["3:0", "胜胜", "x"])
def test_hands_20_told(typed: str) -> None:
    with pytest.raises(NotUnderstood) as caught:
        read_result(typed)
    assert typed in caught.value.what
    assert "2:0、1:1、0:2" in caught.value.hint


@pytest.mark.parametrize(
    ("typed", "result"),
    [
        ("2∶0", RED),  # U+2236, the ratio sign of Chinese input methods
        ("2—0", RED),
        ("2比0", RED),
        ("02:00", RED),
        ("勝", RED),
        ("紅勝", RED),
        ("黑勝", BLACK),
        ("黑负", RED),
        ("红负", BLACK),
        ("红先胜", RED),
        ("红先和", DRAW),
        ("红先负", BLACK),
        ("w", RED),
        ("Draw", DRAW),
        ("=", DRAW),
        ("1/2-1/2", DRAW),
        ("½:½", DRAW),
        ("＋－", RED_CAME),
        ("+:-", RED_CAME),
        ("－ ＋", BLACK_CAME),
        ("双弃", NOBODY),
        ("雙棄權", NOBODY),
        ("红弃权", BLACK_CAME),
        ("黑 弃", RED_CAME),
        ("黑方未到", RED_CAME),
        ("2:0弃", RED_CAME),
        ("0：2（弃权）", BLACK_CAME),
        ("1-0F", RED_CAME),
        ("0:0", NOBODY),  # nothing but two absences gives nobody a point
    ],
)
def test_hands_20_more_of_the_kind(typed: str, result: Result) -> None:
    assert read_result(typed) is result


@pytest.mark.parametrize(
    "typed",
    [
        "弃权",
        "弃",
        "2",
        "1",
        "0",
        1,
        2.0,
        0,
        True,
        "2:1",
        "1-2",
        "++",
        "+",
        "红",
        "2:0:0",
        "胜 1-1",
        "2:0?",
        "1:1弃权",
        "-1:1",
    ],
)
def test_hands_20_told_because_not_certain(typed: object) -> None:
    with pytest.raises(NotUnderstood):
        read_result(typed)


@pytest.mark.parametrize("typed", [None, "", " ", "　", "-", " － ", "—", "——", "\u200b"])
def test_hands_22_still_open(typed: object) -> None:
    assert read_result(typed) is None


@pytest.mark.parametrize(
    ("cell", "result"),
    [
        (dt.time(2, 0), RED),
        (dt.time(1, 1), DRAW),
        (dt.time(0, 2), BLACK),
        (dt.time(1, 0), RED),
        (dt.datetime(1899, 12, 30, 1, 1), DRAW),
        (2 / 24, RED),  # as Calc and Excel hand times over: parts of a day
        (1 / 24 + 1 / 1440, DRAW),
        (2 / 1440, BLACK),
        (dt.datetime(2025, 1, 1), DRAW),
        (dt.date(2026, 1, 1), DRAW),
        (45658.0, DRAW),  # 2025-01-01 as a serial number
        (0.5, DRAW),
    ],
)
def test_hands_21_what_the_spreadsheet_made_of_it(cell: object, result: Result) -> None:
    assert read_result(cell) is result


@pytest.mark.parametrize(
    "cell",
    [
        dt.datetime(2025, 1, 2),  # 1/2, but 1-2 as well
        dt.datetime(2025, 2, 1),  # 2-1 in China, 1/2 elsewhere
        dt.date(2025, 3, 1),
        45659.0,
        dt.datetime(1900, 1, 1),
        dt.time(3, 0),
        dt.time(2, 0, 30),
        3 / 24,
        0.25,
        0.3333,
    ],
)
def test_hands_21_told_where_not_certain(cell: object) -> None:
    with pytest.raises(NotUnderstood):
        read_result(cell)


def test_hands_21_a_date_is_told_as_a_date() -> None:
    with pytest.raises(NotUnderstood) as caught:
        read_result(dt.datetime(2025, 1, 2))
    assert caught.value.what == "结果看不懂 2025-01-02。"
    assert "日期" in caught.value.hint
    assert "1:1" in caught.value.hint


@pytest.mark.parametrize("cell", [ErrorValue("#REF!"), "#N/A"])
def test_hands_39_an_error_is_named(cell: object) -> None:
    with pytest.raises(NotUnderstood) as caught:
        read_result(cell)
    assert "#" in caught.value.what


@pytest.mark.parametrize(
    ("scoring", "typed", "result"),
    [
        (THREE, "3:0", RED),
        (THREE, "0:3", BLACK),
        (THREE, "1:1", DRAW),
        (THREE, "2:0", RED),
        (CHESS, "1:0", RED),
        (CHESS, "0.5:0.5", DRAW),
        (CHESS, "1:1", DRAW),
        (Scoring(2, 1, 0, 3, 2, 1), "1:2", DRAW),
        (Scoring(2, 1, 0, 3, 2, 1), "2:1", RED),
        (Scoring(2, 1, 0, 3, 2, 1), "0:3", BLACK),
        (Scoring(4, 2, 1, 4, 2, 1), "2:2", DRAW),
    ],
)
def test_the_events_own_points_are_understood(scoring: Scoring, typed: str, result: Result) -> None:
    assert read_result(typed, scoring) is result


def test_points_that_say_two_things_are_told() -> None:
    """Red wins 2:1 and a draw is 2:1 as well: 2:1 says nothing, the words still do."""
    odd = Scoring(2, 2, 0, 2, 1, 1)
    with pytest.raises(NotUnderstood):
        read_result("2:1", odd)
    assert read_result("和", odd) is DRAW
    assert result_text(RED, odd) == "红胜"
    assert result_text(DRAW, odd) == "和"


@pytest.mark.parametrize(
    ("result", "text"),
    [(RED, "2:0"), (DRAW, "1:1"), (BLACK, "0:2"), (RED_CAME, "+-"), (BLACK_CAME, "-+"), (NOBODY, "--")],
)
def test_results_as_written(result: Result, text: str) -> None:
    assert result_text(result) == text


def test_results_as_written_follow_the_points() -> None:
    assert result_choices(THREE) == ("3:0", "1:1", "0:3", "+-", "-+", "--")
    assert result_choices(CHESS) == ("1:0", "0.5:0.5", "0:1", "+-", "-+", "--")
    assert "3:0、1:1、0:3" in result_hint(THREE)


def test_a_reader_that_has_understood_one_text_reads_the_next_afresh() -> None:
    read = result_reader(Scoring())
    assert [read(text) for text in ("2:0", "0:2", "2:0", "-", "2:0")] == [RED, BLACK, RED, None, RED]


POINTS = st.integers(0, 6) | st.fractions(0, 6, max_denominator=12).map(lambda f: int(f) if f.denominator == 1 else f)


@given(st.builds(Scoring, *[POINTS] * 6), st.sampled_from(Result))
def test_law_every_result_is_read_back_whatever_the_points(scoring: Scoring, result: Result) -> None:
    assert read_result(result_text(result, scoring), scoring) is result


@given(st.text(max_size=12))
def test_law_any_text_gives_a_result_or_is_told(text: str) -> None:
    with suppress(NotUnderstood):
        found = read_result(text)
        assert found is None or isinstance(found, Result)
