"""Who counts as the field when rounds are counted against it: everybody who takes part in some round.

The numbers are those of the list of faults that people reported of other programs; all expectations are reasoned here.
In a field of n nobody can meet more than n-1 others, and one more round where the field is odd and all rest once.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from clubs import club, draws, lines, rests, the_file, wins_of_red
from halls import NOW, people
from hand_edits import other_program

from xlpair.actions import new
from xlpair.engine.checks import plan_problems
from xlpair.errors import Gravity, NotAllowed
from xlpair.model import Attendance, Event, Player
from xlpair.settings import Settings
from xlpair.workbook.book import CellValue

ROUND_SPANS = {
    "2-": ((2, None),),
    "4-": ((4, None),),
    "1-2,4-": ((1, 2), (4, None)),
    "1-3,5-": ((1, 3), (5, None)),
    "1": ((1, 1),),
    "1-2": ((1, 2),),
    "3-": ((3, None),),
    "7-": ((7, None),),
}


def with_attendance(players: int, spans: dict[int, str]) -> list[list[CellValue]]:
    """甲1 … with 参赛轮次 of some of them."""
    return [[*row, None, None, None, spans.get(at)] for at, row in enumerate(people(players), 1)]


@pytest.mark.parametrize("late", ["2-", "1-2,4-"])
def test_hands_06_15_who_comes_later_or_is_away_once_counts(late: str, tmp_path: Path) -> None:
    """Five players meet four others and may all rest once: four rounds can be played though the fifth misses one."""
    found = club(tmp_path, with_attendance(5, {5: late}), {"轮数": "4"})
    assert not [one for one in lines(found.check().problems) if "最多" in one]
    for number in range(1, 5):
        outcome = found.pair()
        assert not [one for one in lines(outcome.problems) if "最多" in one]
        draws(found, number)
    assert len(set(rests(found))) == len(rests(found))


def test_hands_04_06_a_leave_in_mid_event_makes_no_smaller_field(tmp_path: Path) -> None:
    """Seven players could play seven rounds; six are planned, and one is away in the fourth."""
    found = club(tmp_path, with_attendance(7, {7: "1-3,5-"}), {"轮数": "6"}, rounds=6)
    for number in range(1, 5):
        assert not [one for one in lines(found.check().problems) if "人最多编排" in one]
        outcome = found.pair()
        assert not [one for one in lines(outcome.problems) if "人最多编排" in one]
        wins_of_red(found, number)
    assert not [one for one in lines(found.check().problems) if "人最多编排" in one]


@pytest.mark.parametrize(
    ("attendance", "left"), [("退赛", "4 人最多编排 3 轮"), ("9-", "4 人最多编排 3 轮"), ("6-", "4 人最多编排 3 轮")]
)
def test_hands_06_who_never_comes_is_not_in_the_field(attendance: str, left: str, tmp_path: Path) -> None:
    """Withdrawn before the start, or coming when all is over: four are left, and four meet three others."""
    found = club(tmp_path, with_attendance(5, {5: attendance}), {"轮数": "4"})
    with pytest.raises(NotAllowed, match=left):
        found.pair()


def entered(players: int, spans: dict[int, str], rounds: int) -> Event:
    attendance = {number: Attendance(ROUND_SPANS[text]) for number, text in spans.items()}
    return Event(
        Settings(rounds=rounds),
        tuple(Player(number, attendance=attendance.get(number, Attendance())) for number in range(1, players + 1)),
    )


@pytest.mark.parametrize(
    ("players", "spans", "rounds", "most"),
    [
        # 1-4 meet in three rounds all there are of each other; in round 4 one of them would meet 5, one rest, two meet
        (5, {5: "4-"}, 4, 3),
        # 1-4 have six pairs: one at least is used up in round 1, where 5 and 6 take two of them, and two in every other
        (6, {5: "1", 6: "1"}, 5, 3),
        # twenty have 190 pairs: in round 1 one of them meets 21 and one rests, which takes nine, every other takes ten
        (21, {21: "1"}, 21, 19),
        # only one is left from round 3 on
        (4, {1: "1-2", 2: "1-2", 3: "1-2"}, 3, 2),
    ],
)
def test_hands_06_a_plan_that_those_present_cannot_complete_is_told(
    players: int, spans: dict[int, str], rounds: int, most: int
) -> None:
    told = [one for one in plan_problems(entered(players, spans, rounds)) if "参赛轮次" in one.what]
    assert [f"最多只能编排 {most} 轮" in one.what for one in told] == [True], lines(told)
    assert (told[0].where, told[0].gravity, told[0].rule) == ("轮数", Gravity.WARNING, "W12")
    within = plan_problems(entered(players, spans, most))
    assert not [one for one in within if "最多" in one.what]


def test_hands_06_what_cannot_be_completed_is_told_and_still_pairs_as_far_as_it_goes(tmp_path: Path) -> None:
    found = club(tmp_path, with_attendance(5, {5: "4-"}), {"轮数": "4"})
    assert any("最多只能编排 3 轮" in one for one in lines(found.check().problems))
    for number in (1, 2, 3):
        found.pair()
        draws(found, number)
    with pytest.raises(NotAllowed, match="第4轮无法编排"):
        found.pair()


@pytest.mark.parametrize("damage", ["number twice", "number unreadable", "name missing"])
def test_hands_31_a_roster_that_cannot_be_read_brings_no_follow_on_errors(damage: str, tmp_path: Path) -> None:
    """Six players can play five rounds; two rows that are not understood leave four, of whom nothing is said."""
    found = club(tmp_path, 6, {"轮数": "5", "不相遇": "3-5"})
    with other_program(the_file(found)) as hands:
        for row, other in ((5, 1), (6, 2)):
            if damage == "name missing":
                hands.type("名单", row, "姓名", None)
                hands.type("名单", row, "等级分", 1500)
            else:
                hands.type("名单", row, "编号", other if damage == "number twice" else "五号？")
    outcome = found.check()
    assert outcome.errors == 2
    assert all(problem.where.startswith("名单!") for problem in outcome.problems), lines(outcome.problems)


@pytest.mark.parametrize(
    ("roster", "settings"),
    [
        ("姓名\n独一\n", {}),
        ("姓名\n独一\n", {"赛制": "单循环"}),
        ("姓名\n独一\n", {"赛制": "单败淘汰"}),
        ("姓名\n独一\n", {"轮数": "5"}),
    ],
)
def test_hands_36_a_roster_of_one_name_makes_a_workbook(roster: str, settings: dict[str, str], tmp_path: Path) -> None:
    """The others are still to be entered, as they all are in a workbook made without a roster."""
    (tmp_path / "名单.csv").write_text(roster, encoding="utf-8")
    path = tmp_path / "赛.xlsx"
    outcome = new(path, roster=tmp_path / "名单.csv", items=settings, now=NOW, draw_seed=lambda: 1)
    assert path.exists()
    told = lines(outcome.problems)
    assert told == ["第1轮：能参赛的只有 1 人，不能编排。 请在名单里补上棋手。"]
    assert all(problem.gravity is Gravity.WARNING for problem in outcome.problems)


def test_hands_04_a_leave_that_leaves_no_pairs_is_told_by_the_round_before_it(tmp_path: Path) -> None:
    """Six planned rounds of seven, all drawn; 7 is on leave in round 4: 1-4 have met each other and 5-6 are two.

    Four players with only two others left cannot all be paired: round 3 says so while its pairs can be changed still.
    """
    found = club(tmp_path, with_attendance(7, {7: "1-3,5-"}), {"轮数": "6"}, rounds=6)
    for number in (1, 2):
        assert not [one for one in lines(found.pair().problems) if "参赛轮次" in one]
        draws(found, number)
    (told,) = [one for one in lines(found.pair().problems) if "参赛轮次" in one]
    assert told.startswith("第3轮：照名单的“参赛轮次”，最多只能编排 3 轮：没有相遇过的对手不够。")
    assert "请核对“参赛轮次”；没有写错就换本轮的对阵" in told
    draws(found, 3)
    with pytest.raises(NotAllowed, match="第4轮无法编排"):
        found.pair()


@pytest.mark.parametrize("pairs", [None, "1-2,3-4"])
def test_a_round_that_only_one_comes_to_is_told_by_the_round_before_it(pairs: str | None, tmp_path: Path) -> None:
    """Three of four leave after round 1 of three: round 1 says what the check says of round 2."""
    found = club(tmp_path, with_attendance(4, dict.fromkeys((2, 3, 4), "1")), {"轮数": "3"})
    outcome = found.pair(pairs)
    alone = "第2轮：能参赛的只有 1 人，不能编排。 请检查名单的“参赛轮次”。"
    assert [one.gravity for one in outcome.problems if str(one) == alone] == [Gravity.WARNING]
    assert lines(found.check().problems).count(alone) == 1
