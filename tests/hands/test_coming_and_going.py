"""Who comes late, leaves, does not come; on the file, after other programs' hands.

Expected values are reasoned in each test.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from clubs import club, draws, lines, played, standing, the_file, wins_of_red
from hand_edits import other_program

from xlpair.errors import BadInput, OpenBoards


@pytest.mark.parametrize("word", ["退赛", "退 赛", "1 退赛", "1-1"])
def test_hands_13_a_loser_leaves_while_the_round_is_open(word: str, tmp_path: Path) -> None:
    """1-2, 4-3, 5-6; 2 loses and leaves: five are left, one rests, 2 stands nowhere, 1 keeps the win."""
    found = club(tmp_path, 6)
    found.pair()
    found.result(1, 1, "2:0")
    with other_program(the_file(found)) as hands:
        hands.type("名单", 2, "参赛轮次", word)
    with pytest.raises(OpenBoards, match="第1轮第 2、3 台还没有结果"):
        found.pair()
    found.results(1, "2:0", "1:1", "1:1")
    outcome = found.pair()
    assert outcome.round is not None
    assert 2 not in outcome.round.numbers()
    assert (len(outcome.round.pairings), [bye.kind.value for bye in outcome.round.byes]) == (2, ["轮空"])
    assert standing(found, "甲1")["第1轮"] == "2红 2"


@pytest.mark.parametrize("how", ["row deleted", "cells emptied", "roster sorted after"])
def test_hands_14_a_roster_row_is_deleted_while_the_round_is_open(how: str, tmp_path: Path) -> None:
    """4 is gone from 名单 but sits at board 2: told with sheet and cell, by every command, and nothing is written."""
    found = club(tmp_path, 6)
    found.pair()
    with other_program(the_file(found)) as hands:
        rows = hands.rows("名单")
        blank = [None] * len(rows[0])
        kept = [*rows[:3], *rows[4:], blank] if how != "cells emptied" else [*rows[:3], blank, *rows[4:]]
        hands.put_rows("名单", kept)
        if how == "roster sorted after":
            hands.sort("名单", "姓名")
    before = the_file(found).read_bytes()
    for command in (found.pair, found.refresh, lambda: found.result(1, 1, "2:0")):
        with pytest.raises(BadInput) as refused:
            command()
        (told,) = refused.value.problems
        assert (told.where, told.what) == ("第1轮!B6", "名单里没有 4 号（甲4）。")
        assert "退赛" in told.hint
    assert the_file(found).read_bytes() == before
    # told once by the check, too, and no round is judged from half a roster
    checked = found.check()
    assert [problem.where for problem in checked.problems if "4 号" in problem.what or "4号" in problem.what] == [
        "第1轮!B6"
    ]
    assert "第1轮：改正错误以后才能核对。" in checked.done
    found.undo()
    assert found.event().rounds == ()


@pytest.mark.parametrize("count", [1, 2, 5])
def test_hands_15_players_typed_after_round_3(count: int, tmp_path: Path) -> None:
    """Twelve players, three rounds; then 1, 2 or 5 names more without numbers: 13 and on, in with 0 points."""
    found = club(tmp_path, 12)
    for number in (1, 2, 3):
        found.pair()
        draws(found, number)
    with other_program(the_file(found)) as hands:
        for at in range(count):
            hands.type("名单", 13 + at, "姓名", f"后来{at + 1}")
    outcome = found.pair()
    assert outcome.round is not None
    assert found.column("名单", "编号")[12 : 12 + count] == [13 + at for at in range(count)]
    assert len(outcome.round.pairings) == (12 + count) // 2
    resting = [bye.player for bye in outcome.round.byes if bye.kind.value == "轮空"]
    assert len(resting) == (12 + count) % 2
    assert all(number <= 12 for number in resting)  # B2: not in his first round while there is another
    assert found.standings()["后来1"] == 0
    assert standing(found, "后来1")["第3轮"] == "未到 0"
    (said,) = [line for line in outcome.done if "从本轮起参赛" in line]
    assert said.startswith("13号 后来1")


def test_hands_15_twenty_eight_at_once_are_one_sentence_and_the_table_grows(tmp_path: Path) -> None:
    """P13 to P40 typed into the twenty spare rows and eight rows below them, in a program that grows no table."""
    found = club(tmp_path, 12)
    found.pair()
    wins_of_red(found, 1)
    with other_program(the_file(found)) as hands:
        sheet, _ = hands.table("名单")
        left, top, _, bottom = hands.box("名单")
        for number in range(13, 41):
            sheet.cell(top + number, left).value = number
            sheet.cell(top + number, left + 1).value = f"后来{number}"
    outcome = found.pair()
    assert outcome.round is not None
    assert len(outcome.round.pairings) == 20
    assert len([line for line in outcome.done if "从本轮起参赛" in line]) == 1
    assert "等 28 人" in next(line for line in outcome.done if "从本轮起参赛" in line)
    assert any("第37到44行写在表格“名单”下面，也算在内" in line for line in lines(outcome.problems))
    assert any("成绩表" in line and "放不下全部内容" in line and "resize" in line for line in lines(outcome.problems))
    with other_program(the_file(found)) as hands:
        assert hands.box("名单")[3] == bottom + 8


@pytest.mark.parametrize("word", ["退赛", "1-3", "-3", "1-3 退赛"])
def test_hands_16_who_leaves_after_round_3_leaves_others_what_they_earned(word: str, tmp_path: Path) -> None:
    """1-2 4-3 5-6, 6-1 2-4 3-5, 5-2 …: whoever beat 5 keeps the points, 5 keeps his and is marked; 对手分 counts them.

    All games are won by red, so 5 beats 6 in round 1, loses to 3 in round 2 and beats 2 in round 3: four points.
    """
    found = club(tmp_path, 6, {"最后三轮": "否"})
    played(
        found,
        ("1-2,4-3,5-6", ["2:0"] * 3),
        ("6-1,2-4,3-5", ["2:0"] * 3),
        ("5-2,4-1,6-3", ["2:0"] * 3),
    )
    before = found.standings()
    assert before == {"甲5": 4, "甲4": 4, "甲6": 4, "甲1": 2, "甲2": 2, "甲3": 2}
    with other_program(the_file(found)) as hands:
        hands.type("名单", 5, "参赛轮次", word)
    found.refresh()
    assert found.standings() == before
    assert standing(found, "甲3")["第2轮"] == "5红 2"
    # 3 met 4, 5 and 6, who have four points each
    assert standing(found, "甲3")["对手分"] == 12
    outcome = found.pair()
    assert outcome.round is not None
    assert standing(found, "甲5")["备注"] == "退赛"
    assert 5 not in outcome.round.numbers()
    assert [bye.kind.value for bye in outcome.round.byes] == ["轮空"]


# The printed table for eight: 1-8 2-7 3-6 4-5; 8-5 6-4 7-3 1-2; 2-8 3-1 4-7 5-6; 8-6 7-5 1-4 2-3.
@pytest.mark.parametrize(
    ("rounds", "points", "own", "mark"),
    [
        # met 4, 8, 6 of seven: cancelled; 4 and 8 lose their wins against 5, 6 loses nothing
        (3, {1: 4, 2: 4, 3: 4, 4: 2, 6: 2, 7: 2, 8: 0}, 0, "退赛，成绩取消"),
        # met 4, 8, 6, 7: they stand; 8 beat 5, 8 and 6
        (4, {1: 6, 2: 6, 3: 4, 4: 4, 6: 2, 7: 4, 8: 4}, 2, "退赛"),
        (2, {1: 4, 2: 2, 3: 2, 4: 0, 6: 2, 7: 2, 8: 0}, 0, "退赛，成绩取消"),
    ],
)
def test_hands_17_leaving_a_round_robin_of_eight(
    rounds: int, points: dict[int, int], own: int, mark: str, tmp_path: Path
) -> None:
    found = club(tmp_path, 8, {"赛制": "单循环"}, rounds=7)
    for number in range(1, rounds + 1):
        found.pair()
        wins_of_red(found, number)
    with other_program(the_file(found)) as hands:
        hands.type("名单", 5, "参赛轮次", "退赛")
    found.refresh()
    assert found.standings() == {**{f"甲{number}": value for number, value in points.items()}, "甲5": own}
    assert standing(found, "甲5")["备注"] == mark
    outcome = found.pair()
    assert outcome.round is not None
    if rounds == 4:  # 5-1 in round 5 is a forfeit for 1, and needs no result
        assert (5, 1) in found.boards(5)
        assert outcome.round.open_boards == tuple(p.board for p in outcome.round.pairings if 5 not in (p.red, p.black))
    else:  # 7 would meet 5 in round 4, 8 would in round 3: they rest
        assert [bye.player for bye in outcome.round.byes] == [7 if rounds == 3 else 6]
        assert 5 not in outcome.round.numbers()
        assert any("5号已退赛" in line for line in lines(outcome.problems))


@pytest.mark.parametrize("text", ["双弃", "双方未到", "－－"])
def test_hands_18_nobody_came_twice_and_nobody_is_paired_again(text: str, tmp_path: Path) -> None:
    """双弃 gives 0:0, no colour, and one forfeit to each: after the second (连弃停排 2) neither is paired, and told."""
    found = club(tmp_path, 8, {"最后三轮": "否"})
    with other_program(the_file(found)) as hands:
        for row, (red, black) in enumerate([(1, 2), (3, 4), (5, 6), (7, 8)], start=1):
            hands.type("第1轮", row, "红方编号", red)
            hands.type("第1轮", row, "黑方编号", black)
            hands.type("第1轮", row, "结果", text if row == 1 else "1:1")
    found.refresh()
    assert standing(found, "甲1")["第1轮"] == "2弃 0"
    assert standing(found, "甲2")["积分"] == 0
    assert standing(found, "甲2")["后走局数"] == 0
    found.pair()
    assert {1, 2} <= found.event().rounds[1].numbers()
    pairs = found.boards(2)
    found.results(2, *("+-" if black in (1, 2) else "-+" if red in (1, 2) else "1:1" for red, black in pairs))
    outcome = found.pair()
    assert outcome.round is not None
    assert not {1, 2} & outcome.round.numbers()
    told = lines(outcome.problems)
    assert sum("连续弃权 2 次，不再编排" in line for line in told) == 2


@pytest.mark.parametrize(("text", "reds"), [("+-", 0), ("-+", 0), ("2:0", 1), ("1:1", 1)])
def test_hands_19_a_forfeit_is_no_colour(text: str, reds: int, tmp_path: Path) -> None:
    """1-2 and 4-3. Only a game played gives 1 red: then he is 要后, else he counts as one who has not played (C1)."""
    found = club(tmp_path, 4, {"最后三轮": "否", "轮数": "3"})
    found.pair()
    with other_program(the_file(found)) as hands:
        hands.type("第1轮", 1, "结果", text)
        hands.type("第1轮", 2, "结果", "1:1")
    found.refresh()
    assert str(standing(found, "甲1")["第1轮"])[:2] == ("2红" if reds else "2弃")
    assert standing(found, "甲2")["后走局数"] == reds
    # 编排卡 shows 1's side as one reads it
    assert found.named("编排卡区")[2][4] == ("先" if reds else None)
