"""Knock-outs, groups, elimination, double round robins, meetings of two games: from roster to prizes by command.

Each is played in a closed workbook; who wins is written down beforehand, so places and pairs are worked out by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from events import drawn_numbers, load_games
from halls import Hall, hall, people

from xlpair.errors import BadInput, NotAllowed, Undecided
from xlpair.workbook.book import CellValue


def seeded(count: int) -> list[list[CellValue]]:
    """Players 甲1, 甲2, … whose seeds are their numbers: the draw leaves nothing to chance."""
    return [[number, f"甲{number}", None, None, number] for number in range(1, count + 1)]


def win(place: Hall, number: int, *winners: int) -> None:
    """Let these win their boards of a round."""
    event = place.event()
    texts = ["2:0" if one.red in winners else "0:2" for one in event.rounds[number - 1].pairings]
    place.results(number, *texts)


def pairs(place: Hall, number: int) -> list[set[int]]:
    return [{one.red, one.black} for one in place.event().rounds[number - 1].pairings]


def table(place: Hall) -> list[tuple[CellValue, CellValue]]:
    """Place and number of every row of 成绩表."""
    heading, *rows = place.named("成绩表区")
    number = heading.index("编号")
    return [(row[0], row[number]) for row in rows]


def told(problems: Sequence[object]) -> list[str]:
    return [str(problem) for problem in problems]


# knock-out


def knockout(folder: Path, count: int = 5, settings: Mapping[str, CellValue] | None = None, rounds: int = 4) -> Hall:
    return hall("closed", folder, seeded(count), {"赛制": "单败淘汰", **(settings or {})}, rounds)


def test_a_knock_out_is_drawn_paired_and_played_to_the_champion(tmp_path: Path) -> None:
    """Five players, eight places 1 8 5 4 3 6 7 2: 1, 2 and 3 rest; 4 beats 5, then 1 and 2 win, then 2."""
    place = knockout(tmp_path, settings={"三四名": "是"})
    outcome = place.pair()
    assert [line for line in outcome.done if "签位" in line] == [
        "抽签定签位（抽签种子 20260301）：5 人，8 个签位，3 人首轮轮空。"
    ]
    assert place.filled("名单", "签位") == [1, 8, 5, 4, 3]
    assert pairs(place, 1) == [{4, 5}]
    assert place.filled("第1轮", "阶段") == ["8进4"]
    assert place.filled("第1轮", "黑方")[1:] == ["轮空"] * 3
    win(place, 1, 4)
    place.pair()
    assert pairs(place, 2) == [{1, 4}, {2, 3}]
    win(place, 2, 1, 2)
    place.pair()
    assert place.filled("第3轮", "阶段") == ["决赛", "三四名"]
    event = place.event()
    texts = ["2:0" if one.red in (2, 3) else "0:2" for one in event.rounds[2].pairings]
    assert place.results(3, *texts).done[-1] == "冠军是 2号 甲2。"
    assert table(place) == [(1, 2), (2, 1), (3, 3), (4, 4), (5, 5)]
    marks = {row[1]: row[-1] for row in place.named("成绩表区")[1:]}
    assert (marks[2], marks[1], marks[5]) == ("冠军", "决赛负", "8进4负")
    assert place.check().problems == ()
    with pytest.raises(NotAllowed, match="3 轮已经全部编排"):
        place.pair()


def chart_texts(place: Hall) -> list[list[CellValue]]:
    """The left half of 对阵图: what is printed."""
    rows = place.named("对阵图区")
    snapshot = place.snapshot()
    area = snapshot.names["对阵图区"]
    width = (area.right - area.left + 1) // 2
    return [[cell for cell in row[:width] if cell] for row in rows]


def test_the_bracket_fills_itself_and_is_printed_as_far_as_it_reaches(tmp_path: Path) -> None:
    place = knockout(tmp_path, 4)
    assert place.named("对阵图区") == [["编排第1轮以后，这里是对阵图。"]]
    place.pair()
    assert chart_texts(place) == [["半决赛", "决赛", "冠军"], ["1 甲1"], [], ["4 甲4"], [], ["3 甲3"], [], ["2 甲2"]]
    win(place, 1, 1, 2)
    assert ["1 甲1　2:0"] in chart_texts(place)
    place.pair()
    win(place, 2, 1)
    assert ["1 甲1　2:0"] in chart_texts(place)[3:5]
    snapshot = place.snapshot()
    area = snapshot.names["对阵图区"]
    codes = snapshot.sheet("对阵图")
    assert codes is not None
    half = area.left + (area.right - area.left + 1) // 2
    # The code 2 is a line on the right: between the two of the first match, in the first column.
    assert codes.rows[area.top + 2][half] == 2


def test_undo_takes_the_draw_back_too(tmp_path: Path) -> None:
    place = hall("closed", tmp_path, people(5), {"赛制": "单败淘汰"}, 4)
    place.pair()
    assert len(place.filled("名单", "签位")) == 5
    assert "当时抽的组和签位也收回了。" in place.undo().done
    assert place.filled("名单", "签位") == []
    assert place.named("对阵图区") == [["编排第1轮以后，这里是对阵图。"]]


def test_a_draw_typed_by_hand_is_kept_and_undo_leaves_it(tmp_path: Path) -> None:
    """Drawn with slips in the hall: 1 stands in place 2, 2 in place 4, 3 in place 1, 4 in place 3."""
    place = hall("closed", tmp_path, people(4), {"赛制": "单败淘汰"}, 3)
    for row, slot in enumerate((2, 4, 1, 3), start=1):
        place.type("名单", row, "签位", slot)
    place.pair()
    assert pairs(place, 1) == [{1, 3}, {2, 4}]
    place.undo()
    assert place.filled("名单", "签位") == [2, 4, 1, 3]


def test_places_typed_wrongly_stop_the_draw(tmp_path: Path) -> None:
    place = hall("closed", tmp_path, people(4), {"赛制": "单败淘汰"}, 3)
    place.type("名单", 1, "签位", 3)
    place.type("名单", 2, "签位", 3)
    before = place.content()
    with pytest.raises(NotAllowed, match="签位 3 与 1号 甲1 相同"):
        place.pair()
    assert place.content() == before


def test_a_draw_needs_somebody_to_go_on_typed_or_by_command(tmp_path: Path) -> None:
    """Board 1 is drawn: told at once, refused at pairing, settled by a word in 备注 or behind the result."""
    place = knockout(tmp_path, 4)
    place.pair()
    said = place.results(1, "1:1", "2:0").done
    assert any(line.startswith("第 1 台打平，还没有写谁晋级") for line in said)
    with pytest.raises(Undecided, match="第1轮第1台打平"):
        place.pair()
    place.type("第1轮", 1, "备注", "加赛快棋，晋级 4")
    second = place.event().rounds[0].pairings[1]
    place.pair()
    assert pairs(place, 2) == [{4, second.red}]
    place.undo()
    assert "，1号晋级" in place.result(1, 1, "1:1 晋级 1").done[0]
    assert place.read("第1轮", 1, "备注") == "晋级 1，加赛快棋"
    place.pair()
    assert pairs(place, 2) == [{1, second.red}]


def test_a_word_alone_leaves_the_result_and_a_new_result_takes_the_word_away(tmp_path: Path) -> None:
    place = knockout(tmp_path, 4)
    place.pair()
    place.results(1, "1:1", "2:0")
    place.result(1, 1, "晋级 4")
    assert (place.read("第1轮", 1, "结果"), place.read("第1轮", 1, "备注")) == ("1:1", "晋级 4")
    place.result(1, 1, "2:0")
    assert (place.read("第1轮", 1, "结果"), place.read("第1轮", 1, "备注")) == ("2:0", None)
    with pytest.raises(BadInput, match="写的是晋级 3 号"):
        place.result(1, 1, "1:1 晋级 3")


def test_another_word_after_the_next_round_is_paired_is_told(tmp_path: Path) -> None:
    place = knockout(tmp_path, 4)
    place.pair()
    place.results(1, "1:1 晋级 1", "2:0")
    place.pair()
    assert place.check().problems == ()
    place.type("第1轮", 1, "备注", "晋级 4")
    found = told(place.check().problems)
    assert any("成绩有改动" in line and "晋1" in line and "晋4" in line for line in found)


def test_hands_16_who_leaves_a_knock_out_forfeits_and_his_opponent_goes_on(tmp_path: Path) -> None:
    place = knockout(tmp_path, 4)
    place.pair()
    win(place, 1, 1, 2)
    place.type("名单", 2, "参赛轮次", "退赛")
    place.pair()
    assert place.filled("第2轮", "结果") in (["+-"], ["-+"])
    with pytest.raises(NotAllowed, match="2 轮已经全部编排"):
        place.pair()
    assert table(place)[:2] == [(1, 1), (2, 2)]
    assert place.check().problems == ()


def test_hands_15_nobody_joins_a_knock_out_under_way(tmp_path: Path) -> None:
    place = knockout(tmp_path, 4)
    place.pair()
    win(place, 1, 1, 2)
    place.type("名单", 5, "姓名", "新人")
    with pytest.raises(NotAllowed, match="淘汰赛开赛后不能加人：5号"):
        place.pair()


def test_pairs_by_hand_take_the_boards_of_the_bracket(tmp_path: Path) -> None:
    """The bracket lets 4 play 5 while 1, 2 and 3 rest; by hand 1 plays 5, and who is left over rests unnamed."""
    place = knockout(tmp_path, 5)
    place.pair("1-5")
    assert [bye.player for bye in place.event().rounds[0].byes] == [2, 3, 4]
    win(place, 1, 5)
    place.pair()
    # 4 rests in place of 1 and so stands where 1 stood.
    assert pairs(place, 2) == [{4, 5}, {2, 3}]


def test_a_double_knock_out_with_its_second_final(tmp_path: Path) -> None:
    """Four players: 1 and 2 win; 1 and 3 win; 2 beats 3 among the losers; 2 beats 1; they play again and 1 wins."""
    place = hall("closed", tmp_path, seeded(4), {"赛制": "双败淘汰"}, 5)
    for number, winners in enumerate(((1, 2), (1, 3), (2,), (2,), (1,)), start=1):
        place.pair()
        win(place, number, *winners)
    assert [place.filled(f"第{number}轮", "阶段") for number in range(1, 6)] == [
        ["胜者组第1轮", "胜者组第1轮"],
        ["胜者组第2轮", "败者组第1轮"],
        ["败者组第2轮"],
        ["决赛"],
        ["决赛第二场"],
    ]
    assert table(place) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert place.check().problems == ()


def test_explain_speaks_of_bracket_and_lot(tmp_path: Path) -> None:
    place = knockout(tmp_path, 5)
    place.pair()
    said = place.explain().done
    assert said[0].endswith("8进4，照对阵图；先后手由猜先（抽签）定。")
    assert said[1] == "1号甲1 轮空：对阵图上没有对手，直接进入下一轮。"


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


def smaller_wins(place: Hall, number: int) -> None:
    """The smaller number wins every board of a round."""
    place.results(number, *("2:0" if red < black else "0:2" for red, black in place.boards(number)))


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
    # Everybody has beaten all bigger numbers twice: 12 8 4 0 points, 场分 12 8 4 0.
    heading, *rows = place.named("成绩表区")
    assert [row[heading.index("局分")] for row in rows] == [12, 8, 4, 0]
    assert [row[heading.index("场分")] for row in rows] == [12, 8, 4, 0]
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
