"""Results as hands and spreadsheets leave them, and corrections, on the file. Expected values are reasoned here."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
from clubs import club, draws, lines, standing, the_file, wins_of_red
from halls import Hall
from hand_edits import other_program, put_formula

from xlpair.errors import BadInput, Gravity, OpenBoards
from xlpair.model import Result

WON, DRAWN, LOST = Result.RED_WIN, Result.DRAW, Result.BLACK_WIN

TYPED: dict[str, Result] = {
    **dict.fromkeys(("2:0", "2-0", "1-0", "胜", "红胜", "W", "２－０", "2 : 0", " 2:0\u3000", "黑负", "2∶0"), WON),
    **dict.fromkeys(("1:1", "½-½", "0.5-0.5", "1/2", "和", "D", "１：１", "和棋", "="), DRAWN),
    **dict.fromkeys(("0:2", "0-2", "0-1", "负", "黑胜", "L", "\u30000:2", "红负"), LOST),
    **dict.fromkeys(("+-", "黑弃", "2:0弃", "+ －"), Result.BLACK_FORFEITS),
    **dict.fromkeys(("-+", "红方未到", "－＋"), Result.RED_FORFEITS),
    **dict.fromkeys(("--", "双弃", "0:0"), Result.BOTH_FORFEIT),
}


def typed_round(found: Hall, values: list[Any], formats: list[str | None] | None = None) -> None:
    """Type these results into round 1, top down, in another program."""
    with other_program(the_file(found)) as hands:
        for row, value in enumerate(values, start=1):
            hands.type("第1轮", row, "结果", value, formats[row - 1] if formats else None)


def test_hands_20_every_way_to_write_a_result(tmp_path: Path) -> None:
    """One round with a board for each; the command writes all of them in one way."""
    found = club(tmp_path, 2 * len(TYPED))
    found.pair()
    typed_round(found, list(TYPED))
    found.refresh()
    assert [pairing.result for pairing in found.event().rounds[0].pairings] == list(TYPED.values())
    red, black = found.boards(1)[list(TYPED).index("黑弃")]
    assert (found.standings()[f"甲{red}"], found.standings()[f"甲{black}"]) == (2, 0)


@pytest.mark.parametrize("typed", ["3:0", "胜胜", "x", "2:1", "弃权", "2", "胜?"])
def test_hands_20_what_says_nothing_certain_is_told(typed: str, tmp_path: Path) -> None:
    found = club(tmp_path, 4)
    found.pair()
    typed_round(found, ["2:0", typed])
    before = the_file(found).read_bytes()
    with pytest.raises(BadInput) as refused:
        found.pair()
    (told,) = refused.value.problems
    assert (told.where, told.what) == ("第1轮!F6", f"结果看不懂 “{typed}”。")
    assert "请写 2:0、1:1、0:2（红方在前）" in told.hint
    assert the_file(found).read_bytes() == before
    # the command that mends it is not stopped by it
    assert found.result(1, 2, "和").problems == ()


MADE_OF_IT: list[tuple[Any, str, Result | str]] = [
    (dt.datetime(2026, 1, 1), 'm"月"d"日"', DRAWN),  # 1-1 and 1/1
    (dt.datetime(1999, 12, 31), "yyyy/m/d", "日期"),
    (dt.datetime(2026, 1, 2), 'm"月"d"日"', "日期"),  # 1/2, and 1-2
    (dt.datetime(2026, 2, 1), "d-mmm", "日期"),
    (dt.time(2, 0), "h:mm", WON),
    (dt.time(1, 1), "h:mm", DRAWN),
    (dt.time(0, 2), "h:mm", LOST),
    (dt.time(3, 0), "h:mm", "看不懂"),
    (0.5, "# ?/?", DRAWN),
    (46023, "General", DRAWN),  # the same first of January once its format has been put back
    (46024, "General", "日期"),
    (2, "General", "看不懂"),
    (True, "General", "看不懂"),
]


@pytest.mark.parametrize(("value", "shown", "expected"), MADE_OF_IT)
def test_hands_21_what_the_spreadsheet_made_of_a_result(
    value: Any, shown: str, expected: Result | str, tmp_path: Path
) -> None:
    found = club(tmp_path, 4)
    found.pair()
    typed_round(found, ["2:0", value], [None, shown])
    if isinstance(expected, Result):
        found.refresh()
        assert found.event().rounds[0].pairings[1].result is expected
        return
    with pytest.raises(BadInput) as refused:
        found.refresh()
    (told,) = refused.value.problems
    assert told.where == "第1轮!F6"
    assert expected in f"{told.what}{told.hint}"


def test_hands_21_the_result_column_is_text_so_that_it_does_not_happen(tmp_path: Path) -> None:
    found = club(tmp_path, 4)
    found.pair()
    with other_program(the_file(found)) as hands:
        for number in (1, 2, 3):
            assert {hands.cell(f"第{number}轮", row, "结果").number_format for row in (1, 2, 5)} == {"@"}


@pytest.mark.parametrize("third", ['""', 'IF(1,"","")', '" "'])
def test_hands_22_blank_dash_and_empty_formula_are_open(third: str, tmp_path: Path) -> None:
    found = club(tmp_path, 6)
    found.pair()
    typed_round(found, [" ", "-", None])
    put_formula(
        the_file(found), "第1轮", "F7", third.replace('"', "&quot;"), third.strip('"') if third == '" "' else ""
    )
    before = the_file(found).read_bytes()
    with pytest.raises(OpenBoards, match="第1轮第 1、2、3 台还没有结果") as refused:
        found.pair()
    assert refused.value.boards == ((1, 1), (1, 2), (1, 3))
    assert the_file(found).read_bytes() == before
    assert "本轮还有 3 台没有结果" in found.check().done[1]


def three_rounds(folder: Path) -> Hall:
    """Six players, two rounds won by red, the third paired."""
    found = club(folder, 6)
    for number in (1, 2):
        found.pair()
        wins_of_red(found, number)
    found.pair()
    return found


@pytest.mark.parametrize(("row", "now", "points"), [(2, "0:2", 2), (2, "1:1", 1), (1, None, 0)])
def test_hands_23_an_old_result_is_changed(row: int, now: str | None, points: int, tmp_path: Path) -> None:
    """Board 1 of round 1 was 1-2 and board 2 was 4-3, both won by red: black's points follow at once, round 3 stays."""
    found = three_rounds(tmp_path)
    pairs, standings = found.boards(3), found.standings()
    black = "甲3" if row == 2 else "甲2"
    with other_program(the_file(found)) as hands:
        hands.type("第1轮", row, "结果", now)
    outcome = found.refresh()
    assert found.standings()[black] == standings[black] + points  # type: ignore[operator]
    assert found.boards(3) == pairs
    pair = "4-3" if row == 2 else "1-2"
    (told,) = [line for line in lines(outcome.problems) if "成绩有改动" in line]
    assert told.startswith("第1轮：编排第2、3轮以后，成绩有改动")
    assert f"第{row}台 {pair} 当时 2:0，现在 {now or '未赛'}" in told
    assert "已编排的对阵不变" in told
    # the round is judged by the results it was made from
    assert "第1、2、3轮：与规则编排相同。" in found.check().done


@pytest.mark.parametrize("where", ["inside", "below"])
def test_hands_24_a_row_copied(where: str, tmp_path: Path) -> None:
    """4-3 of board 2 stands again in the next free row, or in the row under the table: told once, with both cells."""
    found = club(tmp_path, 6)
    found.pair()
    with other_program(the_file(found)) as hands:
        sheet, _ = hands.table("第1轮")
        left, top, _, bottom = hands.box("第1轮")
        copied = hands.rows("第1轮")[1]
        at = top + 4 if where == "inside" else bottom + 1
        for column, value in enumerate(copied, left):
            sheet.cell(at, column).value = value
    with pytest.raises(BadInput) as refused:
        found.refresh()
    (told,) = refused.value.problems
    assert told.where == f"第1轮!B{at}"
    assert told.what == "4 号对 3 号在本轮写了两次，另一处是 第1轮!B6。"
    assert told.hint == "请删去多余的一行。"


@pytest.mark.parametrize(
    ("heading", "value", "where", "what"),
    [
        ("黑方编号", 5, "第1轮!B7", "5 号在本轮出现了两次"),
        ("黑方编号", 99, "第1轮!J5", "名单里没有 99 号"),
        ("黑方编号", 1, "第1轮!J5", "1 号不能同自己下"),
        ("红方编号", 0, "第1轮!B5", "编号看不懂 0"),
        ("红方编号", 2.5, "第1轮!B5", "编号看不懂 2.5"),
    ],
)
def test_hands_25_an_opponent_changed_on_one_side(
    heading: str, value: object, where: str, what: str, tmp_path: Path
) -> None:
    found = club(tmp_path, 6)
    found.pair()
    with other_program(the_file(found)) as hands:
        hands.type("第1轮", 1, heading, value)
    checked = found.check()
    errors = [problem for problem in checked.problems if problem.gravity is Gravity.ERROR]
    assert [(error.where, error.what.startswith(what)) for error in errors] == [(where, True)]
    assert checked.problems[0] is errors[0]
    # what stood there when the round was made is told, so that it can be put back
    assert any("对阵与编排记录不同" in line and "1-2" in line for line in lines(checked.problems))
    assert "第1轮：改正错误以后才能核对。" in checked.done


@pytest.mark.parametrize("how", ["black sides swapped", "typed again below", "typed again in the gap"])
def test_hands_26_boards_3_and_7_of_10_are_paired_again(how: str, tmp_path: Path) -> None:
    """The pairs of boards 3 and 7 change partners; the other eight keep their boards, the new pairs sit at 3 and 7."""
    found = club(tmp_path, 20)
    found.pair()
    before = found.boards(1)
    third, seventh = before[2], before[6]
    with other_program(the_file(found)) as hands:
        rows = hands.rows("第1轮")
        if how == "black sides swapped":
            hands.type("第1轮", 3, "黑方编号", seventh[1])
            hands.type("第1轮", 7, "黑方编号", third[1])
        else:
            blank = [None] * len(rows[0])
            rows[2], rows[6] = blank, blank
            hands.put_rows("第1轮", rows)
            places = (11, 12) if how == "typed again below" else (3, 7)
            for row, pair in zip(places, ((third[0], seventh[1]), (seventh[0], third[1])), strict=True):
                hands.type("第1轮", row, "红方编号", pair[0])
                hands.type("第1轮", row, "黑方编号", pair[1])
    outcome = found.refresh()
    expected = list(before)
    expected[2], expected[6] = (third[0], seventh[1]), (seventh[0], third[1])
    assert found.boards(1) == expected
    row = 11 if how == "typed again below" else 3
    assert found.read("第1轮", row, "台次") == 3
    assert found.read("第1轮", row, "黑方") == f"甲{seventh[1]}"
    assert any("对阵与编排记录不同" in line for line in lines(outcome.problems))
    # the check says so once, and which rule is broken; not also that the rules would have paired otherwise
    checked = found.check()
    assert "第1轮：编排以后改过对阵。" in checked.done
    assert len([line for line in lines(checked.problems) if line.startswith("第1轮")]) == 1


@pytest.mark.parametrize(("typed", "told"), [("2:0", True), ("1:1", True), ("+-", True), ("-", False), ("轮空", False)])
def test_hands_27_a_result_typed_for_a_bye(typed: str, told: bool, tmp_path: Path) -> None:
    found = club(tmp_path, 5)
    found.pair()
    wins_of_red(found, 1)
    with other_program(the_file(found)) as hands:
        hands.type("第1轮", 3, "结果", typed)
    if not told:
        found.pair()
        return
    with pytest.raises(BadInput, match=f"第1轮!F7：5 号本轮轮空，却填了结果 “{typed}”".replace("+", r"\+")):
        found.pair()


def test_hands_28_half_a_round_moves_nobody_whose_board_is_open(tmp_path: Path) -> None:
    """Eight players, all drawn; then one board of round 2 is over: the six others keep points, 对手分 and their order.

    Everybody has 1 point and an opponent with 1. The winner has 3; the loser's and the winner's old opponents now met
    somebody with more, which is right; the order of the others among themselves is by these alone.
    """
    found = club(tmp_path, 8)
    found.pair()
    draws(found, 1)
    found.pair()
    before = {name: standing(found, name) for name in found.standings()}
    red, black = found.boards(2)[0]
    first = dict(found.boards(1)) | {b: r for r, b in found.boards(1)}
    with other_program(the_file(found)) as hands:
        hands.type("第2轮", 1, "结果", "2:0")
    found.refresh()
    for number in set(range(1, 9)) - {red, black}:
        now = standing(found, f"甲{number}")
        more = 2 if first[number] == red else 0
        assert (now["积分"], now["对手分"]) == (1, 1 + more)
        assert before[f"甲{number}"]["对手分"] == 1
    assert standing(found, f"甲{red}")["积分"] == 3
    assert standing(found, f"甲{red}")["对手分"] == 2
    assert "第2轮未完" in standing(found, "甲1")


@pytest.mark.parametrize(
    ("results", "places"), [(("2:0", "2:0"), [1, 1]), (("0:2", "0:2"), [1, 1]), (("2:0", "0:2"), [1, 2])]
)
def test_hands_29_a_win_each_way_decides_nothing(results: tuple[str, str], places: list[int], tmp_path: Path) -> None:
    """双循环 of two: 1-2, then 2-1. Each wins once: level on 直胜 and all else, the place is shared. Twice the same
    winner is first."""
    found = club(tmp_path, 2, {"赛制": "双循环"}, rounds=2)
    for number, result in enumerate(results, start=1):
        found.pair()
        found.result(number, 1, result)
    assert [standing(found, name)["名次"] for name in ("甲1", "甲2")] == places


@pytest.mark.parametrize("since", ["check", "pair", "refresh", "explain"])
def test_hands_23_every_command_names_the_same_rounds(since: str, tmp_path: Path) -> None:
    """Rounds 2 and 3 were made from 2:0 at board 1 of round 1: whoever tells of the change tells of both."""
    found = club(tmp_path, 8, {"轮数": "5"})
    for number in (1, 2):
        found.pair()
        wins_of_red(found, number)
    found.pair()
    with other_program(the_file(found)) as hands:
        hands.type("第1轮", 1, "结果", "0:2")
    if since == "pair":
        wins_of_red(found, 3)
    outcome = {"check": found.check, "pair": found.pair, "refresh": found.refresh, "explain": found.explain}[since]()
    assert [line for line in lines(outcome.problems) if line.startswith("第1轮：编排第2、3轮以后，成绩有改动")]
