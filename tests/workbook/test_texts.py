"""Texts as hands type them. Cases: the list of what arbiters type to other programs, and variants reasoned here."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlpair.model import Attendance
from xlpair.workbook.book import ErrorValue
from xlpair.workbook.simplified import simplified
from xlpair.workbook.texts import (
    NotUnderstood,
    attendance_text,
    categories_text,
    error_code,
    folded,
    has_error,
    is_blank,
    pairing_number,
    plain,
    read_attendance,
    read_categories,
    score,
    score_cell,
    score_text,
    shown,
    text_of,
    trimmed,
    whole,
)


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("１", 1),
        ("１６５０", 1650),
        (3.0, 3),
        ("007", 7),
        (" 3", 3),
        ("3.", 3),
        ("3.0", 3),
        ("　12　", 12),
        (0, 0),
        ("000000000000000000007", 7),
        (2025, 2025),
    ],
)
def test_hands_32_whole_numbers_however_typed(typed: object, number: int) -> None:
    assert whole(typed) == number


@pytest.mark.parametrize(
    "typed",
    [
        2.5,
        "2.5",
        True,
        False,
        "八",
        "",
        None,
        -3,
        "-3",
        "1e3",
        float("nan"),
        float("inf"),
        1e300,
        "12345678901",
        dt.datetime(2025, 1, 1),
        dt.time(1, 1),
        ErrorValue("#N/A"),
        "3 4",
    ],
)
def test_hands_32_what_is_no_whole_number(typed: object) -> None:
    assert whole(typed) is None


@pytest.mark.parametrize(
    ("typed", "number"), [("3号", 3), ("１２號", 12), (5.0, 5), ("0", None), (0, None), ("三号", None)]
)
def test_pairing_numbers_begin_at_one(typed: object, number: int | None) -> None:
    assert pairing_number(typed) == number


@pytest.mark.parametrize(
    ("typed", "points"),
    [
        ("0.5", Fraction(1, 2)),
        ("½", Fraction(1, 2)),
        ("1/2", Fraction(1, 2)),
        ("1½", Fraction(3, 2)),
        ("1 1/2", Fraction(3, 2)),
        ("．５", Fraction(1, 2)),
        (0.1, Fraction(1, 10)),
        ("2", 2),
        (2.0, 2),
        ("4/2", 2),
        ("⅓", Fraction(1, 3)),
    ],
)
def test_points_are_exact(typed: object, points: int | Fraction) -> None:
    read = score(typed)
    assert read == points
    assert type(read) is type(points)


@pytest.mark.parametrize("typed", ["", "a", "-1", "1/0", True, None, ".", "1.2.3", float("inf"), "1//2"])
def test_what_is_no_points(typed: object) -> None:
    assert score(typed) is None


@given(st.fractions(min_value=0, max_value=10_000, max_denominator=9_999))
def test_law_points_are_read_back(number: Fraction) -> None:
    points = int(number) if number.denominator == 1 else number
    assert score(score_text(points)) == points


@pytest.mark.parametrize(
    ("points", "text", "cell"),
    [(2, "2", 2), (Fraction(1, 2), "0.5", 0.5), (Fraction(5, 4), "1.25", 1.25), (Fraction(4, 3), "4⁄3", "4⁄3")],
)
def test_points_written(points: int | Fraction, text: str, cell: object) -> None:
    assert score_text(points) == text
    assert score_cell(points) == cell


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("姓 名", "姓名"),
        ("结 果 ", "结果"),
        ("結果", "结果"),
        ("　姓　名　", "姓名"),
        ("ＢＹＥ", "bye"),
        ("轮\u200b空", "轮空"),
        ("勝", "胜"),
        ("黑勝", "黑胜"),
        ("２－０", "2-0"),
        ("2∶0", "2:0"),
        ("１：１", "1:1"),
        ("輪空", "轮空"),
    ],
)
def test_words_are_compared_folded(typed: str, word: str) -> None:
    assert folded(typed) == word


def test_one_kind_of_dash_and_comma() -> None:
    assert [plain(dash) for dash in "-－–—−‐"] == ["-"] * 6
    assert plain("——") == "-"  # the Chinese dash is one sign of two keys
    assert plain("1，2、3") == "1,2,3"


def test_simplified_knows_common_names_and_leaves_others() -> None:
    assert simplified("張三豐 許銀川 趙鑫鑫 呂欽 蔣川 陳寒峰") == "张三丰 许银川 赵鑫鑫 吕欽 蒋川 陈寒峰"
    assert simplified("许银川") == "许银川"


def test_blank_cells() -> None:
    assert all(map(is_blank, (None, "", "  ", "　", "\t", "\u200b", "\ufeff ")))
    assert not any(map(is_blank, (0, False, "-", 0.0, ErrorValue("#N/A"))))


def test_outer_blanks_go_and_inner_ones_stay() -> None:
    assert trimmed("　张 三　 \ufeff") == "张 三"
    assert text_of(" 张　三 ") == "张　三"


def test_cells_as_text() -> None:
    assert text_of(3.0) == "3"
    assert text_of(None) == text_of(ErrorValue("#REF!")) == ""
    assert text_of("=1+1") == "=1+1"
    assert text_of(dt.datetime(2025, 10, 1)) == "2025-10-01"


@pytest.mark.parametrize("cell", [ErrorValue("#REF!"), ErrorValue("#BLOCKED!"), "#DIV/0!", "#N/A"])
def test_hands_39_error_cells_are_known_as_values_and_as_text(cell: object) -> None:
    assert error_code(cell) in ("#REF!", "#BLOCKED!", "#DIV/0!", "#N/A")
    assert has_error((1, cell, None))


def test_hands_39_what_only_looks_like_an_error() -> None:
    assert not has_error((None, "#1", "#", 5, "REF"))
    assert error_code("#1") == ""


def test_values_in_messages_are_short() -> None:
    assert len(shown("长" * 5000)) < 40
    assert shown(3.0) == "3"
    assert shown(True) == "TRUE"
    assert shown(ErrorValue("#N/A")) == "#N/A"


FOREVER = Attendance()


@pytest.mark.parametrize(
    ("typed", "attendance"),
    [
        (None, FOREVER),
        ("", FOREVER),
        ("　", FOREVER),
        ("1-3,5-", Attendance(((1, 3), (5, None)))),
        ("1－3，5—", Attendance(((1, 3), (5, None)))),
        ("1 - 3、5 -", Attendance(((1, 3), (5, None)))),
        ("４－", Attendance(((4, None),))),
        ("-3", Attendance(((1, 3),))),
        ("1-3", Attendance(((1, 3),))),
        ("1~3;5", Attendance(((1, 3), (5, 5)))),
        ("第1轮至第3轮", Attendance(((1, 3),))),
        (3, Attendance(((3, 3),))),
        (3.0, Attendance(((3, 3),))),
        ("退赛", Attendance((), withdrawn=True)),
        ("退賽", Attendance((), withdrawn=True)),
        ("1-3 退赛", Attendance(((1, 3),), withdrawn=True)),
        ("1-3，退赛", Attendance(((1, 3),), withdrawn=True)),
        ("退赛1-3", Attendance(((1, 3),), withdrawn=True)),
        ("全程", FOREVER),
    ],
)
def test_attendance_however_typed(typed: object, attendance: Attendance) -> None:
    assert read_attendance(typed) == attendance


@pytest.mark.parametrize(
    "typed", ["第四轮不来", "3-1", "0", "0-3", "-", "a", 2.5, True, dt.datetime(2025, 1, 3), "1-2-3", "请假"]
)
def test_attendance_that_is_not_certain_is_told(typed: object) -> None:
    with pytest.raises(NotUnderstood) as caught:
        read_attendance(typed)
    assert "参赛轮次" in caught.value.what
    assert "1-3,5-" in caught.value.hint


@pytest.mark.parametrize("typed", [dt.datetime(2026, 1, 3), dt.date(2026, 4, 1), dt.time(1, 3), 46_025, 46_025.0])
def test_hands_21_attendance_that_became_a_date_is_told_as_such(typed: object) -> None:
    """``1-3`` typed into a cell that is no text is the 3rd of January; hosts hand over its day, or the day's number."""
    with pytest.raises(NotUnderstood) as caught:
        read_attendance(typed)
    assert caught.value.what.startswith("参赛轮次看不懂")
    assert caught.value.hint.startswith("电子表格把输入变成了日期，请把这一格设成“文本”再写。请写成 1-3,5- 的样子")


SPANS = st.lists(
    st.tuples(st.integers(1, 99), st.none() | st.integers(0, 20)).map(
        lambda p: (p[0], None if p[1] is None else p[0] + p[1])
    ),
    max_size=4,
).map(tuple)


@given(st.builds(Attendance, SPANS, st.booleans()))
def test_law_attendance_is_read_back(attendance: Attendance) -> None:
    assert read_attendance(attendance_text(attendance)) == attendance


@pytest.mark.parametrize(
    ("typed", "categories"),
    [
        (None, ()),
        ("", ()),
        ("  ", ()),
        ("女子", ("女子",)),
        ("女子、少年", ("女子", "少年")),
        ("女子,少年 ， 老年", ("女子", "少年", "老年")),
        ("女子；女子/ 少年", ("女子", "少年")),
        ("、女子、", ("女子",)),
        (2010, ("2010",)),
    ],
)
def test_prize_groups_as_typed(typed: str | int | None, categories: tuple[str, ...]) -> None:
    assert read_categories(typed) == categories
    assert read_categories(categories_text(categories)) == categories
