"""A whole event through the commands, in memory and in a closed file: both must come to the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from events import SWISS_2009, load_games, numberings_2009
from halls import KINDS, NOW, SEED, Hall, hall, people

from xlpair.actions import ResultsWouldBeLost
from xlpair.errors import BadInput, Gravity, NoPairing, NotAllowed, OpenBoards, WrongUse

# The numbering of the worked example in the rules: 陶汉明 1 … 赵鑫鑫 10.
NUMBERS = numberings_2009()[1]
TEXTS = {"红胜": "2:0", "和": "1:1", "黑胜": "0:2"}


def roster_2009() -> list[list[object]]:
    return [[number, name] for name, number in NUMBERS.items()]


def hall_2009(kind: str, folder: Path, **settings: str) -> Hall:
    return hall(kind, folder, roster_2009(), {"最后三轮": "否", "轮数": "6", **settings}, rounds=6)  # type: ignore[arg-type]


def played_2009(number: int) -> dict[tuple[int, int], str]:
    """The games of a round as played: (red, black) -> result."""
    return {
        (NUMBERS[game.red], NUMBERS[game.black]): TEXTS[game.result.value]
        for game in load_games(SWISS_2009)
        if game.round_number == number
    }


def play_round(found: Hall, number: int) -> None:
    """Enter a round's results as played, whatever board the game has here."""
    played = played_2009(number)
    found.results(number, *(played[pair] for pair in found.boards(number)))


def play_2009(found: Hall, rounds: int = 6) -> None:
    found.pair(",".join(f"{red}-{black}" for red, black in played_2009(1)))
    play_round(found, 1)
    for number in range(2, rounds + 1):
        found.pair()
        play_round(found, number)


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


@pytest.mark.parametrize("kind", KINDS)
def test_undo_after_pair_leaves_the_event_as_it_was(kind: str, tmp_path: Path) -> None:
    found = hall_2009(kind, tmp_path)
    play_2009(found, 3)
    before = found.event()
    standings, shown = found.standings(), found.shown()
    found.pair()
    outcome = found.undo()
    assert outcome.done == ("第4轮已撤销：对阵清空，工作表隐藏。",)
    assert found.event() == before
    assert found.standings() == standings
    assert found.shown() == shown
    assert found.filled("第4轮", "红方编号") == []


@pytest.mark.parametrize("rounds_before", range(5))
def test_undo_after_pair_gives_back_every_byte_but_log_and_status(rounds_before: int, tmp_path: Path) -> None:
    found = hall_2009("closed", tmp_path)
    if rounds_before:
        play_2009(found, rounds_before)
    found.refresh()
    before = found.parts()
    assert found.path is not None
    found.pair()
    assert found.parts() != before
    found.undo()
    after = found.parts()
    changed = {name for name in before if before[name] != after.get(name)} | (set(after) - set(before))
    # 赛事 is the first sheet, 编排记录 the last: status line and log
    assert changed <= {"xl/worksheets/sheet1.xml", f"xl/worksheets/sheet{len(found.snapshot().sheets)}.xml"}


def test_undo_gives_back_every_byte_where_numbers_were_drawn(tmp_path: Path) -> None:
    found = hall("closed", tmp_path, [[None, f"甲{number}"] for number in range(1, 8)])
    found.refresh()
    before = found.parts()
    found.pair()
    found.undo()
    after = found.parts()
    changed = {name for name in before if before[name] != after.get(name)} | (set(after) - set(before))
    assert changed <= {"xl/worksheets/sheet1.xml", f"xl/worksheets/sheet{len(found.snapshot().sheets)}.xml"}


@pytest.mark.parametrize("kind", KINDS)
def test_undo_takes_drawn_numbers_and_a_drawn_seed_back(kind: str, tmp_path: Path) -> None:
    found = hall(kind, tmp_path, [[None, f"甲{number}"] for number in range(1, 7)])
    outcome = found.pair()
    assert outcome.seed == SEED
    assert sorted(found.filled("名单", "编号"), key=str) == [1, 2, 3, 4, 5, 6]
    assert str(SEED) in [str(content) for content in found.filled("赛事", "内容")]
    assert found.undo().done[-1] == "当时给的 6 个编号也收回了。"
    assert found.filled("名单", "编号") == []
    assert str(SEED) not in [str(content) for content in found.filled("赛事", "内容")]


@pytest.mark.parametrize("kind", KINDS)
def test_undo_asks_before_results_are_lost(kind: str, tmp_path: Path) -> None:
    found = hall(kind, tmp_path, people(4))
    found.pair()
    found.result(1, 1, "2:0")
    before = found.content()
    with pytest.raises(ResultsWouldBeLost, match="已经填了 1 个结果") as refused:
        found.undo()
    assert refused.value.results == 1
    assert found.content() == before
    assert "清掉的 1 个结果留在备份里。" in found.undo(lose_results=True).done
    assert found.event().rounds == ()


@pytest.mark.parametrize("kind", KINDS)
def test_undo_works_though_the_round_cannot_be_read(kind: str, tmp_path: Path) -> None:
    found = hall(kind, tmp_path, people(4))
    found.pair()
    found.results(1, "1:1", "1:1")
    found.pair()
    found.type("第2轮", 1, "黑方编号", 99)
    with pytest.raises(BadInput):
        found.refresh()
    found.undo()
    assert len(found.event().rounds) == 1
    assert found.check().problems == ()


@pytest.mark.parametrize("kind", KINDS)
def test_there_is_nothing_to_undo_before_the_first_round(kind: str, tmp_path: Path) -> None:
    found = hall(kind, tmp_path, people(4))
    with pytest.raises(NotAllowed, match="没有可以撤销的"):
        found.undo()


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
