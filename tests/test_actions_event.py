"""A whole event through the commands, in memory and in a closed file: both must come to the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from halls import KINDS, NOW, hall, people
from halls_2009 import hall_2009, play_2009, play_round, played_2009

from xlpair.errors import BadInput, Gravity, NoPairing, NotAllowed, OpenBoards, WrongUse


@pytest.mark.parametrize("kind", KINDS)
def test_the_event_of_2009_comes_out_as_played(kind: str, tmp_path: Path) -> None:
    """Source: tests/events/2009_wuyangbei_swiss.tsv; published places 1–3 are 吕钦, 蒋川, 赵鑫鑫 with 8 points each."""
    found = hall_2009(kind, tmp_path)
    found.pair(",".join(f"{red}-{black}" for red, black in played_2009(1)))
    for number in range(1, 7):
        assert set(found.boards(number)) == set(played_2009(number))
        play_round(found, number)
        if number < 6:
            assert found.pair().problems == ()
    assert list(found.standings().items())[:4] == [("吕钦", 8), ("蒋川", 8), ("赵鑫鑫", 8), ("许银川", 7)]
    published = [
        "吕钦",
        "8",
        "蒋川",
        "8",
        "赵鑫鑫",
        "8",
        "许银川",
        "7",
        "徐天红",
        "6",
        "赵国荣",
        "6",
        "于幼华",
        "5",
        "洪智",
        "5",
        "陶汉明",
        "4",
        "柳大华",
        "3",
    ]
    assert found.standings() == {
        name: int(points) for name, points in zip(published[::2], published[1::2], strict=True)
    }
    with pytest.raises(NotAllowed, match="6 轮已经全部编排"):
        found.pair()
    checked = found.check()
    assert checked.problems == ()
    assert checked.done[0] == "没有问题。"
    assert "第1轮：人工编排。" in checked.done
    assert "第2、3、4、5、6轮：与规则编排相同。" in checked.done


def test_both_kinds_of_book_hold_the_same_at_the_end(tmp_path: Path) -> None:
    halls = [hall_2009(kind, tmp_path) for kind in KINDS]
    for found in halls:
        play_2009(found, 4)
    one, two = halls
    assert one.event() == two.event()
    for name in ("成绩表区", "编排卡区", "状态栏"):
        assert one.named(name) == two.named(name)
    for heading in ("时间", "命令", "轮次", "抽签种子", "版本", "结果指纹", "说明"):
        assert one.filled("编排记录", heading) == two.filled("编排记录", heading)
    for number in range(1, 7):
        for heading in ("台次", "红方", "红方积分", "结果", "黑方积分", "黑方", "黑方编号"):
            assert one.filled(f"第{number}轮", heading) == two.filled(f"第{number}轮", heading)
    # the memory book has a 循环表 whatever the system is
    assert [name for name in one.shown() if name != "循环表"] == two.shown()
    assert len(one.backups()) == len(two.backups()) == 8  # four pairings, four times results


@pytest.mark.parametrize("kind", KINDS)
def test_pairing_shows_the_round_and_logs_it(kind: str, tmp_path: Path) -> None:
    found = hall(kind, tmp_path, people(5))
    assert "第1轮" not in found.shown()
    outcome = found.pair()
    # F2, F4, B2: the biggest number rests, 1-2 and 4-3 play, odd boards small number first, even boards big first
    assert found.boards(1) == [(1, 2), (4, 3)]
    assert outcome.done == ("第1轮已编排：2 台，5号 甲5 轮空。",)
    assert "第1轮" in found.shown()
    assert "第2轮" not in found.shown()
    assert found.filled("第1轮", "黑方") == ["甲2", "甲3", "轮空"]
    assert found.status() == f"{NOW:%Y-%m-%d %H:%M} 第1轮已编排：2 台，5号 甲5 轮空。"
    assert found.log("编排下一轮") == ["第1轮已编排：2 台，5号 甲5 轮空。"]
    assert found.log("对阵") == ["1-2，4-3，5-轮空"]
    assert found.log("编排依据")[0].count("\n") == 2  # one line for each pair and the bye
    assert len(found.backups()) == 1
    assert outcome.backup


@pytest.mark.parametrize("kind", KINDS)
def test_standings_are_there_as_soon_as_results_are(kind: str, tmp_path: Path) -> None:
    found = hall(kind, tmp_path, people(4))
    found.pair()
    outcome = found.results(1, "2:0", "0:2")  # 1-2 and 4-3: 1 and 3 win
    assert found.standings() == {"甲1": 2, "甲3": 2, "甲2": 0, "甲4": 0}
    assert outcome.done[-1] == "第1轮的结果已经填齐。"
    assert found.status().endswith("第1轮的结果已经填齐。")


@pytest.mark.parametrize("kind", KINDS)
def test_a_refused_pairing_changes_nothing(kind: str, tmp_path: Path) -> None:
    found = hall(kind, tmp_path, people(6))
    found.pair()
    found.result(1, 2, "和")
    before, copies = found.content(), found.backups()
    with pytest.raises(OpenBoards, match="第1轮第 1、3 台还没有结果") as refused:
        found.pair()
    assert refused.value.boards == ((1, 1), (1, 3))
    assert refused.value.exit_code == 1
    assert found.content() == before
    assert found.backups() == copies


@pytest.mark.parametrize("kind", KINDS)
def test_all_errors_of_the_workbook_are_told_at_once_and_nothing_is_written(kind: str, tmp_path: Path) -> None:
    found = hall(kind, tmp_path, people(4))
    found.type("名单", 2, "编号", 1)
    found.type("名单", 3, "参赛轮次", "有空就来")
    found.set("最后三轮", "也许")
    before = found.content()
    with pytest.raises(BadInput) as refused:
        found.pair()
    places = [problem.where for problem in refused.value.problems]
    assert len(places) == 3
    assert any(place.startswith("赛事!") for place in places)
    assert sum(place.startswith("名单!") for place in places) == 2
    assert refused.value.exit_code == 2
    assert found.content() == before


def test_numbers_typed_are_kept_whatever_the_lot_would_say(tmp_path: Path) -> None:
    found = hall("memory", tmp_path, people(4), {"编号方式": "混编"})
    outcome = found.pair()
    assert any("没有重新抽签" in sentence for sentence in outcome.done)
    assert found.column("名单", "编号")[:4] == [1, 2, 3, 4]
    assert outcome.seed is None


def test_the_same_seed_draws_the_same_numbers(tmp_path: Path) -> None:
    names = [[None, f"甲{number}"] for number in range(1, 12)]
    one = hall("memory", tmp_path, names, {"抽签种子": "5"})
    two = hall("memory", tmp_path, names, {"抽签种子": "5"})
    assert one.pair().seed == 5
    two.pair()
    assert one.column("名单", "编号") == two.column("名单", "编号")
    assert one.log("编号")[0].count("号 ") == 11


@pytest.mark.parametrize("kind", KINDS)
def test_results_are_refused_with_what_to_do(kind: str, tmp_path: Path) -> None:
    found = hall(kind, tmp_path, people(5))
    with pytest.raises(NotAllowed, match="第1轮还没有编排"):
        found.result(1, 1, "2:0")
    found.pair()
    before = found.content()
    with pytest.raises(BadInput, match=r"第1轮第3台：没有这一台。 本轮有 2 台：1 到 2；轮空"):
        found.result(1, 3, "2:0")
    with pytest.raises(BadInput, match=r"第1轮第2台：结果看不懂 “3:0”"):
        found.results(1, "2:0", "3:0")
    with pytest.raises(BadInput, match="没有给出任何结果"):
        found.results(1)
    assert found.content() == before


@pytest.mark.parametrize("kind", KINDS)
def test_a_result_that_cannot_be_read_is_mended_by_the_command(kind: str, tmp_path: Path) -> None:
    found = hall(kind, tmp_path, people(4))
    found.pair()
    found.type("第1轮", 1, "结果", "胜胜")
    with pytest.raises(BadInput, match="第1轮!"):
        found.result(1, 2, "1:1")
    assert found.result(1, 1, "2:0").problems == ()
    assert found.filled("第1轮", "结果") == ["2:0"]


@pytest.mark.parametrize("kind", KINDS)
def test_an_empty_result_opens_the_board_again(kind: str, tmp_path: Path) -> None:
    found = hall(kind, tmp_path, people(4))
    found.pair()
    found.results(1, "2:0", "2:0")
    outcome = found.result(1, 2, "")
    assert found.event().rounds[0].open_boards == (2,)
    assert "还没有结果的：第 2 台" in outcome.done[-1]
    assert found.log("更正结果") == ["第2台 4-3 由 2:0 改为 未赛"]


def test_matches_of_two_games_take_two_results(tmp_path: Path) -> None:
    found = hall("memory", tmp_path, people(4), {"每轮局数": "2"})
    found.pair()
    with pytest.raises(BadInput, match="每轮 2 局，给出了 1 个结果"):
        found.result(1, 1, "2:0")
    found.result(1, 1, "2:0 1:1")
    games = found.event().rounds[0].pairings[0].games
    assert [game.result.value if game.result else None for game in games] == ["红胜", "和"]


def test_a_round_robin_fills_its_crosstable(tmp_path: Path) -> None:
    """R1 for four players: round 1 is 1-4, 2-3."""
    found = hall("closed", tmp_path, people(4), {"赛制": "单循环"}, rounds=3)
    found.pair()
    found.results(1, "2:0", "1:1")
    heading, *rows = found.named("循环表区")
    assert heading[4:8] == [1, 2, 3, 4]
    assert [[cell or "" for cell in row[4:8]] for row in rows] == [
        ["—", "", "", "2"],
        ["", "—", "1", ""],
        ["", "1", "—", ""],
        ["0", "", "", "—"],
    ]


def test_with_live_formulas_the_formula_stays_and_its_values_are_fresh(tmp_path: Path) -> None:
    found = hall("memory", tmp_path, people(4), {"成绩表更新": "实时公式"}, rounds=3)
    found.pair()
    found.results(1, "2:0", "0:2")
    assert found.memory is not None
    formulas = {area.sheet: formula for area, formula in found.memory.formulas.items()}
    assert formulas["成绩表"] == "XQ_STANDINGS(赛事[#All],名单[#All],第1轮[#All],第2轮[#All],第3轮[#All])"
    assert found.standings() == {"甲1": 2, "甲3": 2, "甲2": 0, "甲4": 0}


def test_the_card_follows_the_number_above_it(tmp_path: Path) -> None:
    found = hall("closed", tmp_path, people(4))
    found.pair()
    found.results(1, "2:0", "0:2")
    card = found.named("编排卡区")
    assert card[0][:3] == ["棋手", 1, "甲1"]
    # round, opponent's number, name, club (none), moved first, won, points after it
    assert card[2][:7] == [1, 2, "甲2", None, "先", "胜", 2]


def test_check_tells_a_table_that_is_not_up_to_date(tmp_path: Path) -> None:
    found = hall("closed", tmp_path, people(4))
    found.pair()
    found.type("第1轮", 1, "结果", "2:0")
    told = [problem for problem in found.check().problems if "成绩表" in problem.where]
    assert [problem.where for problem in told] == ["成绩表、编排卡"]  # one line for both
    assert [problem.what for problem in told] == ["不是最新的。"]
    assert told[0].gravity is Gravity.WARNING
    found.refresh()
    assert found.check().problems == ()


def test_commands_that_look_change_nothing(tmp_path: Path) -> None:
    found = hall("closed", tmp_path, people(5))
    found.pair()
    before = found.content()
    found.check()
    found.explain()
    assert found.content() == before


def test_a_pair_made_by_hand_is_called_so_and_no_correction_is_suspected(tmp_path: Path) -> None:
    """Round 1 is 1-2, 4-3 and both reds win: by W5 1 and 4 would meet next; the arbiter wants 3-1, 2-4."""
    found = hall("closed", tmp_path, people(4))
    found.pair("1-2,4-3")
    found.results(1, "2:0", "2:0")
    found.pair("3-1,2-4")
    for told in (found.explain(2).done, tuple(found.log("编排依据")[-1].split("\n"))):
        assert [line.partition("：")[2] for line in told] == ["人工编排：按现有成绩，规则不这样排。"] * 2


def test_explain_refuses_rounds_that_are_not_there(tmp_path: Path) -> None:
    found = hall("memory", tmp_path, people(4))
    with pytest.raises(NotAllowed, match="还没有编排任何一轮"):
        found.explain()
    found.pair()
    for number in (0, 2, -1):
        with pytest.raises(NotAllowed, match=f"第{number}轮还没有编排"):
            found.explain(number)
    assert found.explain(1).done[0].startswith("第1台 1号甲1（红）对2号甲2（黑）")


def test_a_workbook_without_room_for_another_round_is_told(tmp_path: Path) -> None:
    found = hall("memory", tmp_path, people(6), {"轮数": "5"}, rounds=1)
    found.pair()
    found.results(1, "1:1", "1:1", "1:1")
    before = found.content()
    with pytest.raises(WrongUse, match="xlpair rounds"):
        found.pair()
    assert found.content() == before


def test_a_round_that_cannot_be_paired_is_refused_and_nothing_written(tmp_path: Path) -> None:
    """hands 8: 1-4 2-5 3-6, 1-5 2-6 3-4, 1-6 2-4 3-5 leave 1, 2, 3 and 4, 5, 6 with nobody but each other."""
    found = hall("memory", tmp_path, people(6), {"轮数": "5"})
    for number, text in enumerate(("1-4,2-5,3-6", "1-5,2-6,3-4", "1-6,2-4,3-5"), start=1):
        found.pair(text)
        found.results(number, "1:1", "1:1", "1:1")
    before = found.content()
    with pytest.raises(NoPairing) as refused:
        found.pair()
    assert refused.value.round_number == 4
    assert found.content() == before
