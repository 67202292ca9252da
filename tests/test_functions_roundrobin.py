"""XQ_ROUNDROBIN, by the printed tables of the rule book and small fields worked out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from function_cells import column, first_cell, is_sentence

from xlpair.functions import XQ_KNOCKOUT, XQ_ROUNDROBIN
from xlpair.workbook.book import ErrorValue


def printed() -> dict[int, list[list[str]]]:
    """The printed tables by their greatest number (《象棋竞赛规则》附录二)."""
    tables: dict[int, list[list[str]]] = {}
    text = (Path(__file__).parent / "engine" / "printed_tables.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.endswith("人对局秩序表"):
            rows = tables[int(line.split("或")[1].removesuffix("人对局秩序表"))] = []
        elif line and not line.startswith("#"):
            rows.append(line.split("\t"))
    return tables


def test_every_printed_table_comes_out_with_its_round_numbers() -> None:
    tables = printed()
    assert sorted(tables) == [4, 6, 8, 10, 12, 14, 16, 18, 20]
    for n, rows in tables.items():
        found = XQ_ROUNDROBIN(float(n))
        assert found[0] == ("轮次", *(f"第{board}台" for board in range(1, n // 2 + 1)))
        assert [[str(cell) for cell in row] for row in found[1:]] == rows
        odd = XQ_ROUNDROBIN(float(n - 1))
        assert [[str(cell) for cell in row[:-1]] for row in odd[1:]] == rows
        assert odd[0][-1] == "轮空"


@pytest.mark.parametrize("n", [3, 5])
def test_hands_07_odd_fields_rest_once_a_round_and_once_each(n: int) -> None:
    for rows in (XQ_ROUNDROBIN(n), XQ_ROUNDROBIN([[name] for name in "甲乙丙丁戊"[:n]])):
        resting = column(rows, "轮空")
        assert len(resting) == n
        assert len(set(resting)) == n


@pytest.mark.parametrize(
    "players", [1, 0, -3, 2.5, "八", "", None, True, 1.0, "0", [[]], [[None], [None]], ErrorValue("#REF!")]
)
def test_hands_07_what_is_no_number_of_players_is_told(players: Any) -> None:
    assert is_sentence(XQ_ROUNDROBIN(players))


def test_hands_07_two_players_and_full_width() -> None:
    assert XQ_ROUNDROBIN(2.0) == (("轮次", "第1台"), (1, "1-(2)"))
    assert XQ_ROUNDROBIN("２") == XQ_ROUNDROBIN(2)
    assert XQ_ROUNDROBIN(((2.0,),)) == XQ_ROUNDROBIN(2)


def test_hands_07_blank_in_the_middle_of_seven_names_is_passed_over() -> None:
    names = [["甲"], ["乙"], ["丙"], [None], ["丁"], ["  "], ["戊"], ["己"], ["庚"]]
    rows = XQ_ROUNDROBIN(names)
    # printed table for 7 or 8, round 1: 1-(8) 2-7 3-6 4-5
    assert rows[1] == (1, "乙 - 庚", "丙 - 己", "丁 - 戊", "甲")
    assert len(rows) == 8


def test_names_in_a_row_flat_and_with_the_heading_of_the_roster() -> None:
    expected = (("轮次", "第1台", "轮空"), (1, "乙 - 丙", "甲"), (2, "甲 - 乙", "丙"), (3, "丙 - 甲", "乙"))
    assert XQ_ROUNDROBIN([["甲", "乙", "丙"]]) == expected
    assert XQ_ROUNDROBIN(["甲", "乙", "丙"]) == expected
    assert XQ_ROUNDROBIN([["姓名"], ["甲"], ["乙"], ["丙"]]) == expected
    assert XQ_ROUNDROBIN([["编号", "選手"], [1.0, "甲"], [2.0, "乙"], [3.0, "丙"], [None, ""]]) == expected


def test_several_columns_without_a_heading_are_not_guessed_at() -> None:
    assert "不止一列" in first_cell(XQ_ROUNDROBIN([["甲", "一队"], ["乙", "二队"]]))


def test_error_cell_among_the_names_is_told() -> None:
    """It is found by the row and the column of what was chosen, as cells of tables are by theirs."""
    assert "第2行第1列是错误值 #N/A" in first_cell(XQ_ROUNDROBIN([["甲"], ["#N/A"], ["乙"]]))
    assert "第1行第3列是错误值 #REF!" in first_cell(XQ_ROUNDROBIN(["甲", "", "#REF!"]))
    assert "第3行第1列是错误值 #N/A" in first_cell(XQ_KNOCKOUT([["姓名"], ["甲"], ["#N/A"], ["乙"]]))


def test_one_round_has_one_row_a_board() -> None:
    # printed table for 5 or 6, round 2: (6)-4 5-3 1-2
    assert XQ_ROUNDROBIN(6.0, None, 2.0) == (("台次", "红方", "黑方"), (1, 6, 4), (2, 5, 3), (3, 1, 2))
    assert XQ_ROUNDROBIN(5.0, None, "2") == (("台次", "红方", "黑方"), (1, 5, 3), (2, 1, 2), ("", 4, "轮空"))
    assert XQ_ROUNDROBIN(["甲", "乙", "丙"], "", 1) == (("台次", "红方", "黑方"), (1, "乙", "丙"), ("", "甲", "轮空"))


def test_games_of_a_meeting_stand_in_the_same_round_with_sides_changed() -> None:
    # R4; printed table for 3 or 4: 1-(4) 2-3
    rows = XQ_ROUNDROBIN(4, 2)
    assert rows[0] == ("轮次", "局", "第1台", "第2台")
    assert rows[1:3] == ((1, 1, "1-(4)", "2-3"), (1, 2, "(4)-1", "3-2"))
    assert len(rows) == 1 + 3 * 2
    assert XQ_ROUNDROBIN(3, 2, 1) == (
        ("台次", "局", "红方", "黑方"),
        (1, 1, 2, 3),
        (1, 2, 3, 2),
        ("", "", 1, "轮空"),
    )
    assert XQ_ROUNDROBIN(["甲", "乙"], 3)[1:] == ((1, 1, "甲 - 乙"), (1, 2, "乙 - 甲"), (1, 3, "甲 - 乙"))


@pytest.mark.parametrize("games", [-1, 10, 1.5, "双循环", "x"])
def test_no_such_number_of_games(games: Any) -> None:
    assert is_sentence(XQ_ROUNDROBIN(4, games))


@pytest.mark.parametrize(
    ("wanted", "told"), [(4, "只有第 1～3 轮"), (-1, "轮次看不懂"), ("末", "轮次看不懂"), (2.5, "轮次看不懂")]
)
def test_no_such_round(wanted: Any, told: str) -> None:
    rows = XQ_ROUNDROBIN(4, None, wanted)
    assert told in first_cell(rows)
    assert is_sentence(rows)


def test_fields_up_to_400_and_a_sentence_above() -> None:
    rows = XQ_ROUNDROBIN(400)
    assert (len(rows), len(rows[0])) == (400, 201)
    for players in (401, 1e9, [[f"棋手{number}"] for number in range(401)]):
        assert "2 到 400" in first_cell(XQ_ROUNDROBIN(players))


@pytest.mark.parametrize("function", [XQ_ROUNDROBIN, XQ_KNOCKOUT])
@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["甲", "乙", "甲"], "第1个和第3个都是“甲”"),
        (["甲", "张三", "乙", "張 三"], "第2个和第4个都是“張 三”"),
        ([["姓名", "单位"], ["王伟", "A队"], ["王伟", "B队"]], "第1个和第2个都是“王伟”"),
    ],
)
def test_hands_30_a_name_that_stands_twice_is_told(function: Any, names: list[Any], told: str) -> None:
    """Nobody could read from ``王伟 - 王伟`` who meets whom: the list has to tell the two apart."""
    (said,) = [cell for row in function(names) for cell in row]
    assert str(said).startswith(f"{told}，分不清谁对谁。")
