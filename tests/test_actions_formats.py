"""Groups, elimination, double round robins, meetings of two games: from roster to prizes by command.

Each is played in a closed workbook; who wins is written down beforehand, so places and pairs are worked out by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from events import drawn_numbers, load_games
from format_moves import pairs, smaller_wins, table, told
from halls import Hall, hall, people

from xlpair.errors import BadInput, NotAllowed, Undecided
from xlpair.workbook.book import CellValue

# groups


NAMES_27 = ("2007_wuyangbei27_groupA_roundrobin", "2007_wuyangbei27_groupB_roundrobin")


def test_the_27th_wuyangbei_through_the_workbook(tmp_path: Path) -> None:
    """Both groups of tests/events as one event: pairs and colours of all five rounds come out as played."""
    numbers = {who: number + 6 * at for at, name in enumerate(NAMES_27) for who, number in drawn_numbers(name).items()}
    place = hall(
        "closed", tmp_path, [[number, who] for who, number in numbers.items()], {"赛制": "分组循环", "分组数": 2}, 5
    )
    for row in range(1, 13):
        place.type("名单", row, "组", "A组" if row <= 6 else "b")
    games = [game for name in NAMES_27 for game in load_games(name)]
    points = {"红胜": "2:0", "和": "1:1", "黑胜": "0:2"}
    results = {(numbers[game.red], numbers[game.black]): points[game.result.value] for game in games}
    for number in range(1, 6):
        place.pair()
        expected = {(numbers[game.red], numbers[game.black]) for game in games if game.round_number == number}
        assert set(place.boards(number)) == expected
        assert place.filled(f"第{number}轮", "组") == ["A组"] * 3 + ["B组"] * 3
        place.results(number, *(results[pair] for pair in place.boards(number)))
    heading, *rows = place.named("成绩表区")
    assert heading[:5] == ["名次", "编号", "姓名", "单位", "组"]
    assert [(row[0], row[2], row[4]) for row in (rows[0], rows[1], rows[6], rows[7])] == [
        (1, "许银川", "A"),
        (2, "赵国荣", "A"),
        (1, "洪智", "B"),
        (2, "吕钦", "B"),
    ]
    cross = place.named("循环表区")
    assert [row[0] for row in cross if len(row) > 1 and row[1] == "编号"] == ["A组", "B组"]
    assert [row[2] for row in cross[1:7]] == [who for who, number in sorted(numbers.items(), key=lambda one: one[1])][
        :6
    ]
    assert cross[7] == []
    assert place.check().problems == ()


def test_groups_are_drawn_with_round_1_kept_and_taken_back_by_undo(tmp_path: Path) -> None:
    """Seeds 1 to 4 by snake: A B B A."""
    roster = [[number, f"甲{number}", None, None, number if number <= 4 else None] for number in range(1, 9)]
    place = hall("closed", tmp_path, roster, {"赛制": "分组循环", "分组数": 2}, 3)
    outcome = place.pair()
    assert "抽签分组（抽签种子 20260301）：A组 4 人、B组 4 人。" in outcome.done
    drawn = place.filled("名单", "组")
    assert drawn[:4] == ["A", "B", "B", "A"]
    assert place.log("抽签定位")[0].splitlines()[0] == "1号 甲1 A组"
    place.undo()
    assert place.filled("名单", "组") == []
    place.pair()
    assert place.filled("名单", "组") == drawn


def test_before_the_draw_the_tables_say_so(tmp_path: Path) -> None:
    place = hall("closed", tmp_path, people(8), {"赛制": "分组循环", "分组数": 2}, 3)
    place.refresh()
    assert place.named("循环表区")[0][0] == "还没有分组：编排第1轮时抽签，也可以先在名单的“组”里写好。"
    assert {row[0] for row in place.named("成绩表区")[1:]} == {1}


def test_without_the_number_of_groups_nothing_is_drawn(tmp_path: Path) -> None:
    place = hall("closed", tmp_path, people(8), {"赛制": "分组循环"}, 3)
    with pytest.raises(NotAllowed, match="分组数：还没有填"):
        place.pair()


def grouped(folder: Path, groups: str, settings: Mapping[str, CellValue], rounds: int) -> Hall:
    """A letter for each player 1, 2, …: his group."""
    wanted = {"赛制": "分组循环", "分组数": len(set(groups)), **settings}
    place = hall("closed", folder, people(len(groups)), wanted, rounds)
    for row, name in enumerate(groups, start=1):
        place.type("名单", row, "组", name)
    return place


def test_a_final_with_the_results_carried_over(tmp_path: Path) -> None:
    """A 1 3 5, B 2 4 6, the smaller number always wins: 1 3 and 2 4 go on; 1-3 and 2-4 are not played again.

    Carried over 1 and 2 have 2 points. In the final 1 beats 2 and 4, 2 beats 3, 3 beats 4: 6, 4, 2, 0.
    """
    place = grouped(tmp_path, "ABABAB", {"决赛": "循环", "每组出线": 2, "带入成绩": "是"}, 5)
    for number in range(1, 6):
        place.pair()
        smaller_wins(place, number)
    final = {frozenset(pair) for number in (4, 5) for pair in place.boards(number)}
    assert final == {frozenset(pair) for pair in ((1, 2), (1, 4), (2, 3), (3, 4))}
    assert place.filled("第4轮", "组") == ["决赛", "决赛"]
    assert table(place)[:4] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    heading, *rows = place.named("成绩表区")
    assert [row[heading.index("积分")] for row in rows[:4]] == [6, 4, 2, 0]
    assert place.check().problems == ()
    assert [row[0] for row in place.named("循环表区") if len(row) > 1 and row[1] == "编号"] == ["A组", "B组", "决赛"]


def test_a_knock_out_final_shows_its_bracket_when_it_begins(tmp_path: Path) -> None:
    """A 1 3 5 7, B 2 4 6 8: the first two of each; winners are seeds: 1 against 4, 3 against 2."""
    place = grouped(tmp_path, "ABABABAB", {"决赛": "单败淘汰", "每组出线": 2}, 5)
    for number in range(1, 4):
        place.pair()
        assert "对阵图" not in place.shown()
        smaller_wins(place, number)
    assert "对阵图" in place.shown()
    place.pair()
    assert pairs(place, 4) == [{1, 4}, {2, 3}]
    assert place.filled("第4轮", "组") == ["半决赛", "半决赛"]
    place.results(4, "1:1", "2:0" if place.boards(4)[1][0] == 2 else "0:2")
    with pytest.raises(Undecided, match="第4轮第1台打平"):
        place.pair()
    place.result(4, 1, "1:1 晋级 4")
    place.pair()
    assert pairs(place, 5) == [{2, 4}]
    smaller_wins(place, 5)
    assert table(place)[:4] == [(1, 2), (2, 4), (3, 1), (3, 3)]
    assert place.check().problems == ()


def test_who_leaves_before_and_in_a_knock_out_final_is_told(tmp_path: Path) -> None:
    """A 1 3 5 7, B 2 4 6 8, three go on. 1 leaves before, 2 after the first round of the final, in which he rests.

    3 5 7 and 2 4 6: the winners of the groups rest, so that 2 next meets whoever wins.
    """
    place = grouped(tmp_path, "ABABABAB", {"决赛": "单败淘汰", "每组出线": 3, "抽签种子": 1}, 6)
    for number in range(1, 4):
        place.pair()
        smaller_wins(place, number)
    place.type("名单", 1, "参赛轮次", "1-3")
    assert "A组 1号 甲1 已退赛，由 7号 甲7 递补。" in place.pair().done
    resting = [line for line in place.explain(4).done if "轮空" in line]
    assert sorted(resting) == [f"{number}号甲{number} 轮空：对阵图上没有对手，直接进入下一轮。" for number in (2, 3)]
    smaller_wins(place, 4)
    place.type("名单", 2, "参赛轮次", "1-4")
    said = place.pair().done
    (pairing,) = (one for one in place.event().rounds[4].pairings if 2 in (one.red, one.black))
    forfeit = "-+" if pairing.red == 2 else "+-"
    assert f"第{pairing.board}台 2号 甲2 已退赛，结果已填 {forfeit}，不用下。" in said
    assert not any("3号 甲3 已退赛" in line for line in said)


def test_a_place_parted_by_lot_is_told_when_the_final_begins(tmp_path: Path) -> None:
    """A: all games drawn and 名次顺序 is 积分 alone: three share the first place, one goes on."""
    place = grouped(tmp_path, "ABABAB", {"决赛": "循环", "每组出线": 1, "名次顺序": "积分"}, 4)
    for number in range(1, 4):
        place.pair()
        texts = ["1:1" if red % 2 else "2:0" if red < black else "0:2" for red, black in place.boards(number)]
        place.results(number, *texts)
    found = told(place.pair().problems)
    assert any(line.startswith("A组：第1名有 3 人并列，抽签定出") for line in found)


# elimination


def test_elimination_through_the_workbook(tmp_path: Path) -> None:
    """Eight, after round 2 the first four go on, level ones by lot; the rounds after have two boards."""
    settings = {"轮数": 4, "末位淘汰": "2轮后取4名", "同分": "抽签"}
    place = hall("closed", tmp_path, people(8), settings, 4)
    for number in (1, 2):
        place.pair()
        smaller_wins(place, number)
    outcome = place.pair()
    assert any(line.startswith("第2轮后淘汰 ") and line.endswith("还有 4 人。") for line in outcome.done)
    assert len(place.boards(3)) == 2
    heading, *rows = place.named("成绩表区")
    assert "累进分" in heading
    out = [row[1] for row in rows if row[-1] == "第2轮后淘汰"]
    assert out == [row[1] for row in rows[4:]]
    assert len(out) == 4
    assert place.check().problems == ()
    assert 8 not in {one for pair in place.boards(3) for one in pair}


def test_a_line_nobody_understands_is_told_with_its_cell(tmp_path: Path) -> None:
    place = hall("closed", tmp_path, people(8), {"轮数": 4}, 4)
    place.set("末位淘汰", "最后两名")
    with pytest.raises(BadInput, match="末位淘汰"):
        place.pair()


# double round robin


@pytest.mark.parametrize(
    ("seam", "rounds"),
    [
        # Table of four: 1-(4) 2-3 / (4)-3 1-2 / 2-(4) 3-1, then again with sides swapped, in table order.
        ("照表", ["1-4 2-3", "4-3 1-2", "2-4 3-1", "4-1 3-2", "3-4 2-1", "4-2 1-3"]),
        # The last two rounds of the first cycle change places.
        ("末两轮对调", ["1-4 2-3", "2-4 3-1", "4-3 1-2", "4-1 3-2", "3-4 2-1", "4-2 1-3"]),
    ],
)
def test_a_double_round_robin_with_both_seams(tmp_path: Path, seam: str, rounds: list[str]) -> None:
    place = hall("closed", tmp_path, people(4), {"赛制": "双循环", "双循环接缝": seam}, 6)
    for number, expected in enumerate(rounds, start=1):
        place.pair()
        assert " ".join(f"{red}-{black}" for red, black in place.boards(number)) == expected
        smaller_wins(place, number)
    with pytest.raises(NotAllowed, match="6 轮已经全部编排"):
        place.pair()
    # Everybody has beaten all bigger numbers twice: 局分 12 8 4 0, and of the meetings of two games he won 3 2 1 0.
    heading, *rows = place.named("成绩表区")
    assert [row[heading.index("局分")] for row in rows] == [12, 8, 4, 0]
    assert [row[heading.index("场分")] for row in rows] == [6, 4, 2, 0]
    cross = place.named("循环表区")
    # 1's row: against himself nothing, then both games against 2, 3 and 4.
    assert cross[1][4:8] == ["—", "2 2", "2 2", "2 2"]
    assert cross[4][4:8] == ["0 0", "0 0", "0 0", "—"]
    assert place.check().problems == ()
    assert "照对局秩序表第6轮" in place.explain().done[0]
    place.undo(lose_results=True)
    assert len(place.event().rounds) == 5


# meetings of two games


def test_a_round_robin_of_two_games_a_meeting(tmp_path: Path) -> None:
    """Three players, two rows a board, sides changed in the second.

    1-2 ends 2:0 1:1 (3:1), 3-1 ends 1:1 both (2:2), 2-3 ends 0:2 2:0 seen from each game's red: 0:4.
    场分: 1 has 2+1, 3 has 1+2, 2 nothing; 局分: 3+2, 2+4, 1: 3 before 1 by 局分.
    """
    place = hall("closed", tmp_path, people(3), {"赛制": "单循环", "每轮局数": 2}, 3)
    texts = {(2, 3): "0:2 2:0", (1, 2): "2:0 1:1", (3, 1): "1:1 1:1"}
    for number in range(1, 4):
        place.pair()
        (board,) = place.boards(number)
        assert place.filled(f"第{number}轮", "台次") == [1, 1]
        assert place.column(f"第{number}轮", "红方编号")[:2] == list(board)
        assert place.column(f"第{number}轮", "黑方编号")[:2] == list(board[::-1])
        place.results(number, texts[board])
    heading, *rows = place.named("成绩表区")
    assert [(row[0], row[1], row[heading.index("场分")], row[heading.index("局分")]) for row in rows] == [
        (1, 3, 3, 6),
        (2, 1, 3, 5),
        (3, 2, 0, 1),
    ]
    assert place.check().problems == ()


def test_hands_24_a_third_row_of_a_two_game_meeting_is_told_and_a_half_result_is_open(tmp_path: Path) -> None:
    place = hall("closed", tmp_path, people(4), {"赛制": "单循环", "每轮局数": 2}, 3)
    place.pair()
    place.type("第1轮", 1, "结果", "2:0")
    with pytest.raises(NotAllowed, match="第1轮第 1、2 台还没有结果"):
        place.pair()
    for heading, value in {"台次": 1, "红方编号": 1, "黑方编号": 4}.items():
        place.type("第1轮", 5, heading, value)
    assert any("写了两次" in line for line in told(place.check().problems))


def test_rows_of_a_two_game_meeting_may_be_sorted(tmp_path: Path) -> None:
    """The rows of one board exchanged: the same two games, told from the other side first."""
    place = hall("closed", tmp_path, people(2), {"赛制": "单循环", "每轮局数": 2}, 1)
    place.pair()
    place.results(1, "2:0 1:1")
    red, black = place.boards(1)[0]
    for row, (one, two, result) in enumerate(((black, red, "1:1"), (red, black, "2:0")), start=1):
        for heading, value in {
            "红方编号": one,
            "黑方编号": two,
            "红方": f"甲{one}",
            "黑方": f"甲{two}",
            "结果": result,
        }.items():
            place.type("第1轮", row, heading, value)
    place.refresh()
    heading, *rows = place.named("成绩表区")
    assert [(row[1], row[heading.index("局分")]) for row in rows] == [(red, 3), (black, 1)]
