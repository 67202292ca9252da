"""XQ_KNOCKOUT: the empty bracket of a number or of names."""

from __future__ import annotations

import pytest

from xlpair.functions import XQ_KNOCKOUT


def names_in(rows: object, column: int = 0) -> list[str]:
    """What stands in a column below its heading, blanks left out."""
    assert isinstance(rows, tuple)
    return [str(row[column]) for row in rows[1:] if row[column]]


def test_a_number_gives_the_places_by_rank() -> None:
    """Ranks of eight places as drawn by hand: 1 8 5 4 3 6 7 2, each on every second row."""
    rows = XQ_KNOCKOUT(8)
    assert rows[0] == ("8进4", "半决赛", "决赛", "冠军")
    assert [row[0] for row in rows[1:]] == ["1", "", "8", "", "5", "", "4", "", "3", "", "6", "", "7", "", "2"]


def test_names_in_the_order_given_the_first_rest() -> None:
    """Five of eight places: the first three meet nobody and stand in the second column already."""
    rows = XQ_KNOCKOUT((("甲",), ("乙",), ("丙",), ("丁",), ("戊",)))
    assert names_in(rows) == ["甲", "轮空", "戊", "丁", "丙", "轮空", "轮空", "乙"]
    assert names_in(rows, 1) == ["甲", "丙", "乙"]


def test_seeds_go_before_the_others() -> None:
    """Seeds 丁 1 and 乙 2 take the first two ranks: places 1 and 4 of 1 4 3 2; 甲 and 丙 follow as given."""
    players = (("甲",), ("乙",), ("丙",), ("丁",))
    assert names_in(XQ_KNOCKOUT(players, (("",), (2,), (None,), (1,)))) == ["丁", "丙", "甲", "乙"]
    assert names_in(XQ_KNOCKOUT((("姓名",), *players), (("种子",), ("",), (2,), (None,), (1,), ("",)))) == [
        "丁",
        "丙",
        "甲",
        "乙",
    ]
    assert names_in(XQ_KNOCKOUT(players, 2)) == ["甲", "丁", "丙", "乙"]


@pytest.mark.parametrize(
    ("players", "seeds", "told"),
    [
        (1, None, "淘汰赛的人数要在 2 到 256 之间，现在是 1 人"),
        (257, None, "现在是 257 人"),
        ("八", None, "人数看不懂"),
        (8, 9, "种子数 9 不行"),
        ((("甲",), ("乙",), ("丙",)), ((1,), (2,)), "有 3 人，种子一列却有 2 格"),
        ((("甲",), ("乙",)), ((1,), ("上",)), "种子一列第 2 格看不懂 “上”"),
        ((("姓名",), ("甲",), ("乙",)), (("种子",), (1,), ("#N/A",)), "种子一列第 3 格看不懂 #N/A"),
    ],
)
def test_what_is_no_field_is_said_in_the_first_cell(players: object, seeds: object, told: str) -> None:
    assert told in str(XQ_KNOCKOUT(players, seeds)[0][0])  # type: ignore[arg-type]
