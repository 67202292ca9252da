"""Knock-outs, single and double: drawn, paired, decided and taken back by command.

Each is played in a closed workbook; who wins is written down beforehand, so places and pairs are worked out by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from format_moves import pairs, seeded, table, told, win
from halls import Hall, hall, people

from xlpair.errors import BadInput, Gravity, NotAllowed, Overtaken, Undecided
from xlpair.workbook.book import CellValue


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
    for both in ("1、4", "1/4", "红 黑", "红或黑"):
        with pytest.raises(BadInput, match="写了不止一个人晋级"):
            place.result(1, 1, f"1:1 晋级 {both}")


def test_the_loser_is_not_sent_on_by_command(tmp_path: Path) -> None:
    """1 and 4 meet on board 1 and 1 wins, whichever colour he has."""
    place = knockout(tmp_path, 4)
    place.pair()
    wins = "2:0" if place.boards(1)[0][0] == 1 else "0:2"
    with pytest.raises(BadInput, match="按结果是 1 号胜，却写 4 号晋级。"):
        place.result(1, 1, f"{wins} 晋级 4")
    place.results(1, wins, "2:0")
    with pytest.raises(BadInput, match="请去掉“晋级 4”"):
        place.result(1, 1, "晋级 4")
    assert place.read("第1轮", 1, "备注") is None
    assert place.result(1, 1, f"{wins} 晋级 1").done


def test_the_loser_sent_on_in_the_sheet_is_an_error_that_the_plain_result_takes_away(tmp_path: Path) -> None:
    place = knockout(tmp_path, 4)
    place.pair()
    wins = "2:0" if place.boards(1)[0][0] == 1 else "0:2"
    place.results(1, wins, "2:0")
    place.type("第1轮", 1, "备注", "晋级 4，裁判长在场")
    problem = next(one for one in place.check().problems if "却写 4 号晋级" in one.what)
    assert problem.gravity is Gravity.ERROR
    assert "第1轮" in problem.where
    with pytest.raises(BadInput, match="按结果是 1 号胜，却写 4 号晋级"):
        place.pair()
    place.result(1, 1, wins)
    assert place.read("第1轮", 1, "备注") == "裁判长在场"
    place.pair()
    assert 1 in pairs(place, 2)[0]


def test_a_board_nobody_came_to_is_not_called_level(tmp_path: Path) -> None:
    place = knockout(tmp_path, 4)
    place.pair()
    red = place.boards(1)[0][0]
    said = place.results(1, "--", "1:1").done
    assert any(line.startswith(f"第 1 台双方都没有到，还没有写谁晋级（例如填 晋级 {red}）") for line in said)
    assert any(line.startswith("第 2 台打平，还没有写谁晋级") for line in said)
    whats = {problem.what for problem in place.check().problems}
    assert {"双方都没有到，还没有写谁晋级。", "打平了，还没有写谁晋级。"} <= whats
    with pytest.raises(Undecided, match="第1轮第2台打平了，第1轮第1台双方都没有到，还没有写谁晋级"):
        place.pair()
    place.results(1, f"晋级 {red}", "2:0")
    place.pair()
    assert red in pairs(place, 2)[0]


def test_a_remark_in_a_group_says_nothing_of_the_game(tmp_path: Path) -> None:
    """Who lost his last game of a group may still go on from it; a remark on that is no decider."""
    settings = {"赛制": "分组循环", "分组数": 2, "每组出线": 1, "决赛": "单败淘汰"}
    place = hall("closed", tmp_path, seeded(4), settings, 3)
    place.pair()
    black = place.boards(1)[0][1]
    place.result(1, 1, "2:0")
    place.type("第1轮", 1, "备注", f"{black}号出线")
    assert [line for line in told(place.check().problems) if "晋级" in line] == []
    assert place.event().rounds[0].pairings[0].through is None


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


def test_hands_23_nobody_is_sent_to_play_a_final_that_is_not_needed(tmp_path: Path) -> None:
    """K3: 2 came from the losers and won the final, so a second one was paired; in truth 1, undefeated, had won it."""
    place = hall("closed", tmp_path, seeded(4), {"赛制": "双败淘汰"}, 5)
    for number, winners in enumerate([(1, 2), (1, 3), (2,), (2,)], start=1):
        place.pair()
        win(place, number, *winners)
    place.pair()
    (pairing,) = place.event().rounds[3].pairings
    wrong = "按现在的成绩，不败的1号已经夺冠，可是第5轮又排了决赛第二场。"
    corrected = place.result(4, 1, "2:0" if pairing.red == 1 else "0:2")
    assert [(one.gravity, one.what) for one in corrected.problems if one.rule == "K3"] == [(Gravity.WARNING, wrong)]
    assert wrong in [one.what for one in place.refresh().problems]
    with pytest.raises(Overtaken, match=r"不败的1号已经夺冠.*请撤销第5轮"):
        place.pair()
    place.undo(lose_results=True)
    assert table(place)[0] == (1, 1)


def test_explain_speaks_of_bracket_and_lot(tmp_path: Path) -> None:
    place = knockout(tmp_path, 5)
    place.pair()
    said = place.explain().done
    assert said[0].endswith("8进4，照对阵图；先后手由猜先（抽签）定。")
    assert said[1] == "1号甲1 轮空：对阵图上没有对手，直接进入下一轮。"
