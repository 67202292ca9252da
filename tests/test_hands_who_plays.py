"""What hands do to those who play, met by the commands: byes, leave, withdrawals, late entries, forfeits.

The numbers are those of the list of faults that people reported of other programs. All expectations are reasoned here.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from halls import KINDS, NOW, hall, people
from hand_moves import draws, told

from xlpair.actions import new
from xlpair.errors import BadInput, NotAllowed, OpenBoards
from xlpair.model import ByeKind


@pytest.mark.parametrize("word", ["轮空", " 轮空 ", "轮 空", "BYE", "bye", None])
def test_hands_01_a_bye_typed_by_hand_counts_in_later_rounds(word: str | None, tmp_path: Path) -> None:
    """Five players: round 1 typed, four rounds more; each of the five rests exactly once."""
    found = hall("memory", tmp_path, people(5), {"轮数": "5"})
    for row, (red, black) in enumerate(((1, 2), (4, 3), (5, None)), start=1):
        found.type("第1轮", row, "台次", row if black else None)
        found.type("第1轮", row, "红方编号", red)
        found.type("第1轮", row, "黑方编号", black)
    found.type("第1轮", 3, "黑方", word)
    found.refresh()
    draws(found, 1)
    for number in (2, 3, 4, 5):
        found.pair()
        draws(found, number)
    rested = [bye.player for round_ in found.event().rounds for bye in round_.byes]
    assert rested[0] == 5
    assert sorted(rested) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("kind", KINDS)
def test_hands_04_two_on_leave_of_seven(kind: str, tmp_path: Path) -> None:
    """Of seven two are on leave in round 2: five remain, one of them has the bye."""
    found = hall(kind, tmp_path, people(7))
    found.pair()
    draws(found, 1)
    found.type("名单", 2, "参赛轮次", "1,3-")
    found.type("名单", 3, "参赛轮次", "1,3-")
    outcome = found.pair()
    assert outcome.round is not None
    kinds = [(bye.player, bye.kind) for bye in outcome.round.byes]
    assert kinds[:2] == [(2, ByeKind.LEAVE), (3, ByeKind.LEAVE)]
    assert [bye_kind for _, bye_kind in kinds[2:]] == [ByeKind.BYE]
    assert len(outcome.round.pairings) == 2
    assert "2号 甲2 请假、3号 甲3 请假" in outcome.done[-1]
    assert found.filled("第2轮", "黑方")[-3:-1] == ["请假", "请假"]


def test_hands_05_one_on_leave_of_five_leaves_no_bye(tmp_path: Path) -> None:
    found = hall("memory", tmp_path, [*people(4), [5, "甲5", None, None, None, "2-"]])
    outcome = found.pair()
    assert outcome.round is not None
    assert len(outcome.round.pairings) == 2
    assert outcome.round.byes == ()


def test_hands_06_seven_rounds_for_five_players(tmp_path: Path) -> None:
    """Five players meet four others and rest once: five rounds are the most."""
    found = hall("memory", tmp_path, people(5), {"轮数": "7"}, rounds=7)
    before = found.content()
    with pytest.raises(NotAllowed, match="5 人最多编排 5 轮，现在定的是 7 轮"):
        found.pair()
    assert found.content() == before
    found.set("轮数", "5")
    outcome = found.pair()
    assert told(outcome.problems, "5 人赛 5 轮", "超过人数的一半")
    draws(found, 1)
    for number in range(2, 6):
        found.pair()
        draws(found, number)
    found.set("轮数", "6")
    with pytest.raises(NotAllowed, match="5 人最多编排 5 轮，第6轮不能再编排"):
        found.pair()


def test_hands_06_the_same_when_the_workbook_is_made(tmp_path: Path) -> None:
    roster = tmp_path / "名单.csv"
    roster.write_text("姓名\n甲\n乙\n丙\n丁\n戊\n", encoding="utf-8")
    for text, allowed in (("7", False), ("6", False), ("5", True), ("3", True)):
        path = tmp_path / f"{text}轮.xlsx"
        if not allowed:
            with pytest.raises(NotAllowed, match="5 人最多编排 5 轮"):
                new(path, roster=roster, items={"轮数": text}, now=NOW, draw_seed=lambda: 1)
            assert not path.exists()
            continue
        outcome = new(path, roster=roster, items={"轮数": text}, now=NOW, draw_seed=lambda: 1)
        # an odd field of five counts the rest as a sixth: rounds beyond three may run dead
        assert bool(told(outcome.problems, "超过人数的一半")) == (text == "5")


@pytest.mark.parametrize("staying", [0, 1])
def test_hands_11_nobody_or_one_left_is_refused(staying: int, tmp_path: Path) -> None:
    found = hall("memory", tmp_path, people(4))
    found.pair()
    draws(found, 1)
    for row in range(1, 5 - staying):
        found.type("名单", row, "参赛轮次", "退赛")
    before = found.content()
    with pytest.raises(NotAllowed, match=f"能参赛的只有 {staying} 人"):
        found.pair()
    assert found.content() == before


@pytest.mark.parametrize("kind", KINDS)
def test_hands_13_a_loser_leaves_while_the_round_is_on(kind: str, tmp_path: Path) -> None:
    """1-2, 4-3, 5-6 in round 1; 2 loses and leaves: five are left, one rests, 1 keeps his two points."""
    found = hall(kind, tmp_path, people(6))
    found.pair()
    found.result(1, 1, "2:0")
    found.type("名单", 2, "参赛轮次", "退赛")
    with pytest.raises(OpenBoards):
        found.pair()
    found.results(1, "2:0", "1:1", "1:1")
    outcome = found.pair()
    assert outcome.round is not None
    assert 2 not in outcome.round.numbers()
    assert len(outcome.round.pairings) == 2
    assert [bye.kind for bye in outcome.round.byes] == [ByeKind.BYE]
    assert found.standings()["甲1"] == 2


@pytest.mark.parametrize("kind", KINDS)
def test_hands_14_a_player_deleted_while_his_round_is_open(kind: str, tmp_path: Path) -> None:
    found = hall(kind, tmp_path, people(4))
    found.pair()
    draws(found, 1)
    for heading in ("编号", "姓名"):
        found.type("名单", 3, heading, None)
    before = found.content()
    for command in (found.pair, found.refresh):
        with pytest.raises(BadInput) as refused:
            command()
        assert any(problem.where.startswith("第1轮") and "3" in str(problem) for problem in refused.value.problems)
    assert found.content() == before
    assert found.check().errors >= 1


@pytest.mark.parametrize("kind", KINDS)
def test_hands_15_somebody_joins_after_round_3(kind: str, tmp_path: Path) -> None:
    """12 players, the 13th is typed after three rounds: in from round 4 with 0 points, the field is odd, one rests."""
    found = hall(kind, tmp_path, people(12))
    for number in (1, 2, 3):
        found.pair()
        draws(found, number)
    found.type("名单", 13, "编号", 13)
    found.type("名单", 13, "姓名", "晚来的")
    outcome = found.pair()
    assert outcome.round is not None
    assert 13 in outcome.round.numbers()
    assert [bye.kind for bye in outcome.round.byes] == [ByeKind.BYE]
    assert outcome.round.byes[0].player != 13  # B2: not in his first round while there is another
    assert "13号 晚来的 从本轮起参赛，以前各轮按“未到”计分。" in outcome.done
    assert found.standings()["晚来的"] == 0


def test_hands_15_twenty_eight_late_entries_at_once_without_numbers(tmp_path: Path) -> None:
    found = hall("closed", tmp_path, people(12))
    found.pair()
    draws(found, 1)
    roster = tmp_path / "后来.csv"
    roster.write_text("\n".join(["姓名", *(f"后{number}" for number in range(1, 29))]), encoding="gb18030")
    found.import_roster(roster)
    outcome = found.pair()
    assert outcome.round is not None
    assert len(outcome.round.pairings) == 20  # 40 players
    assert outcome.done[0].startswith("没有编号的依次编号：13号 后1、14号 后2")
    assert "等 28 人" in outcome.done[0]
    assert found.column("名单", "编号")[:40] == list(range(1, 41))
    # 12 players and 20 spare rows make 32: the table grew, the standings show as many as fit and say so
    assert told(outcome.problems, "成绩表", "放不下全部内容", "xlpair resize")


def test_hands_16_who_has_left_keeps_his_points(tmp_path: Path) -> None:
    """1-2, 4-3, 5-6; 6 beats 5 and leaves: 2 points, marked 退赛, not paired any more."""
    found = hall("memory", tmp_path, people(6))
    found.pair()
    found.results(1, "1:1", "1:1", "0:2")
    found.type("名单", 6, "参赛轮次", "退赛")
    outcome = found.pair()
    assert outcome.round is not None
    assert 6 not in outcome.round.numbers()
    assert found.standings()["甲6"] == 2
    heading, *rows = found.named("成绩表区")
    row = next(row for row in rows if row[heading.index("姓名")] == "甲6")
    assert "退赛" in [str(cell) for cell in row]


@pytest.mark.parametrize("text", ["双弃", "--", "双方弃权", "－－"])
def test_hands_18_both_absent(text: str, tmp_path: Path) -> None:
    """Both get nothing and no colour: in round 2 both count as if they had not played."""
    found = hall("memory", tmp_path, people(4))
    found.pair()
    found.results(1, text, "1:1")
    assert found.filled("第1轮", "结果") == ["--", "1:1"]
    assert found.standings() == {"甲3": 1, "甲4": 1, "甲1": 0, "甲2": 0}
    heading, *rows = found.named("成绩表区")
    cells = {row[heading.index("姓名")]: row[heading.index("第1轮")] for row in rows}
    assert cells["甲1"] == "2弃 0"
    assert cells["甲2"] == "1弃 0"


def test_hands_19_a_red_by_forfeit_is_no_red(tmp_path: Path) -> None:
    """1 and 2 are paired, 2 does not come: the column shows no colour, and 1's balance is 0 like a newcomer's."""
    found = hall("memory", tmp_path, people(4))
    found.pair()
    found.results(1, "+-", "1:1")
    heading, *rows = found.named("成绩表区")
    cells = {row[heading.index("姓名")]: row[heading.index("第1轮")] for row in rows}
    assert cells["甲1"] == "2弃 2"
    assert cells["甲4"] == "3红 1"
    card = found.named("编排卡区")
    assert card[2][4:6] == [None, "对方弃权"]
