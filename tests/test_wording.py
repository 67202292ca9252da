"""The figures and words of cells in 成绩表, 循环表 and 编排卡."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sketches import sketch

from xlpair.engine.criteria import Value
from xlpair.engine.ledger import ledger
from xlpair.engine.standings import card, crosstable, standings
from xlpair.model import Attendance, Event, Player, Score
from xlpair.settings import Scoring, Settings, System, Worth
from xlpair.wording import card_line, cell_text, cross_text, mark_text, score_text, value_text

ROUND_ROBIN = Settings(system=System.ROUND_ROBIN)
TWO_GAMES = Settings(games_per_meeting=2)


def cells(event: Event, number: int) -> list[str]:
    return [cell_text(cell) for cell in ledger(event).accounts[number].cells]


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (0, "0"),
        (2, "2"),
        (-1, "-1"),
        (10_000, "10000"),
        (Fraction(2), "2"),
        (Fraction(1, 2), "0.5"),
        (Fraction(7, 2), "3.5"),
        (Fraction(47, 2), "23.5"),
        (Fraction(1, 4), "0.25"),
        (Fraction(1, 8), "0.125"),
        (Fraction(3, 5), "0.6"),
        (Fraction(1, 20), "0.05"),
        (Fraction(41, 40), "1.025"),
        (Fraction(-1, 2), "-0.5"),
        (Fraction(-9, 4), "-2.25"),
        (Fraction(1, 3), "1⁄3"),
        (Fraction(25, 6), "25⁄6"),
        (Fraction(-1, 3), "-1⁄3"),
        (None, ""),
    ],
)
def test_scores_are_decimals_when_exact(score: Score | None, text: str) -> None:
    assert score_text(score) == text


@given(st.integers(), st.integers(0, 6), st.integers(0, 6))
def test_every_decimal_reads_back_exactly(numerator: int, twos: int, fives: int) -> None:
    score = Fraction(numerator, 2**twos * 5**fives)
    text = score_text(score)
    assert Fraction(text) == score
    assert "⁄" not in text
    assert not ("." in text and text.endswith("0"))


@given(st.fractions())
def test_every_fraction_reads_back_exactly(score: Fraction) -> None:
    assert Fraction(score_text(score).replace("⁄", "/")) == score


@pytest.mark.parametrize(
    ("line", "of_1", "of_7"),
    [
        ("1>7", "7红 2", "1黑 0"),
        ("7=1", "7黑 1", "1红 1"),
        ("1+7", "7弃 2", "1弃 0"),
        ("1x7", "7弃 0", "1弃 0"),
        ("1?7", "7红 –", "1黑 –"),
        ("1 7L", "轮空 2", "请假 0"),
    ],
)
def test_a_round_in_the_standings(line: str, of_1: str, of_7: str) -> None:
    event = sketch([Player(1), Player(7)], line)
    assert (cells(event, 1), cells(event, 7)) == ([of_1], [of_7])


def test_points_of_a_cell_follow_the_scoring() -> None:
    halves = Settings(scoring=Scoring(1, Fraction(1, 2), 0, 1, Fraction(1, 2), 0), leave_worth=Worth.DRAW)
    assert cells(sketch(3, "1=2 3L", settings=halves), 2) == ["1黑 0.5"]
    assert cells(sketch(3, "1=2 3L", settings=halves), 3) == ["请假 0.5"]


def test_who_is_not_there_yet_and_who_is_gone() -> None:
    players = [Player(1), Player(2), Player(3, attendance=Attendance(((2, 2),)))]
    assert cells(sketch(players, "1>2", "1>3 2", "1>2"), 3) == ["未到 0", "1黑 0", "退赛"]


def test_a_round_that_is_not_there_is_empty() -> None:
    assert cell_text(()) == ""
    assert cross_text(()) == ""


def test_games_of_one_meeting_name_the_opponent_once() -> None:
    event = sketch(2, "1>=2", "2<?1", settings=TWO_GAMES)
    assert cells(event, 1) == ["2红 2 黑 1", "2黑 2 红 –"]
    assert cells(event, 2) == ["1黑 0 红 1", "1红 0 黑 –"]


def test_somebody_seated_twice_shows_both() -> None:
    assert cells(sketch(3, "1>2 1=3"), 1) == ["2红 2 3红 1"]


def test_cancelled_results_stand_in_brackets() -> None:
    """R8: 4 leaves a round robin of 4 after one of three games."""
    event = sketch(4, "1<4 2>3", "2>1 3", settings=ROUND_ROBIN, left=[4])
    assert cells(event, 1) == ["(4红 0)", "2黑 0"]
    assert cells(event, 4) == ["(1黑 2)", "退赛"]
    assert [[cross_text(cell) for cell in row.against] for row in crosstable(event).rows] == [
        ["", "0", "", "(0)"],
        ["2", "", "2", ""],
        ["", "0", "", ""],
        ["(2)", "", "", ""],
    ]
    assert [mark_text(row) for row in standings(event).rows] == ["", "", "", "退赛，成绩取消"]


def test_marks_of_those_who_left() -> None:
    assert [mark_text(row) for row in standings(sketch(2, "1>2", left=[2])).rows] == ["", "退赛"]


def test_fields_of_the_crosstable() -> None:
    event = sketch(3, "2>3 1", "3=1 2", "1?2 3", "3+2 1", settings=Settings(system=System.DOUBLE_ROUND_ROBIN))
    assert [[cross_text(cell) for cell in row.against] for row in crosstable(event).rows] == [
        ["", "–", "1"],
        ["–", "", "2 0"],
        ["1", "0 2", ""],
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, ""), ((), ""), (3, "3"), (Fraction(47, 2), "23.5"), ((16, 14), "16、14"), ((Fraction(1, 2), 0), "0.5、0")],
)
def test_values_of_criteria(value: Value, text: str) -> None:
    assert value_text(value) == text


def test_lines_of_a_card() -> None:
    """1: beats 2, rests, draws with 3, 4 does not come, open against 5.

    Points 2, 4, 5, 7; 2 has 0 + 2 + 2 + 0 = 4 from 1>2, 2>3, 2>4, 5>2; 3: 0 + 0 + 1 + 2 = 3; 4: 0; 5 has 2 + 0 + 0 + 2.
    """
    names = {1: "甲", 2: "乙", 3: "丙", 4: "丁", 5: "戊"}
    players = [Player(number, name) for number, name in names.items()]
    lines = ("1>2 5>3 4L", "2>3 4L 5L 1", "3=1 2>4 5L", "1+4 5>2 3", "5?1 2L 3L 4L")
    rows = card(sketch(players, *lines), 1).rows
    assert [card_line(row) for row in rows] == [
        ("1", "2 乙", "先", "胜", "2", "4"),
        ("2", "", "", "轮空", "4", "3"),
        ("3", "3 丙", "后", "和", "5", "3"),
        ("4", "4 丁", "", "对方弃权", "7", "0"),
        ("5", "5 戊", "后", "–", "", ""),
    ]


@pytest.mark.parametrize(
    ("line", "results"),
    [("1>2", ["胜", "负"]), ("1=2", ["和", "和"]), ("1-2", ["弃权", "对方弃权"]), ("1x2", ["双弃权"] * 2)],
)
def test_results_on_a_card(line: str, results: list[str]) -> None:
    assert [card_line(card(sketch(2, line), number).rows[0])[3] for number in (1, 2)] == results


def test_a_cancelled_game_on_a_card_is_in_brackets() -> None:
    event = sketch(4, "1<4 2>3", "2>1 3", settings=ROUND_ROBIN, left=[4])
    assert card_line(card(event, 1).rows[0]) == ("1", "4", "先", "(负)", "0", "")
    assert card_line(card(event, 4).rows[0]) == ("1", "1", "后", "(胜)", "0", "")
