"""What hands do to results, rows and files, met by the commands: typed into the workbook, then the next command.

The numbers are those of the list of faults that people reported of other programs. All expectations are reasoned here.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from halls import KINDS, NOW, Hall, hall, people
from hand_moves import draws, told, wins_of_red

from xlpair.actions import new
from xlpair.errors import BadInput, Gravity, NotAllowed, OpenBoards
from xlpair.model import Bye
from xlpair.workbook.book import PutCells
from xlpair.workbook.closed import ClosedBook


@pytest.mark.parametrize("cell", [None, "", "-", " ", "－", "未"])
def test_hands_22_a_blank_or_a_lone_dash_is_still_open(cell: str | None, tmp_path: Path) -> None:
    found = hall("memory", tmp_path, people(6))
    found.pair()
    found.results(1, "2:0", "1:1", "0:2")
    found.type("第1轮", 2, "结果", cell)
    if cell == "未":
        with pytest.raises(BadInput, match="结果看不懂"):
            found.pair()
        return
    with pytest.raises(OpenBoards) as refused:
        found.pair()
    assert refused.value.boards == ((1, 2),)


@pytest.mark.parametrize("kind", KINDS)
def test_hands_23_an_old_result_is_changed_by_hand(kind: str, tmp_path: Path) -> None:
    """1-2, 4-3, 5-6 all won by red, rounds 2 and 3 paired; then board 1 of round 1 becomes 0:2."""
    found = hall(kind, tmp_path, people(6))
    found.pair()
    wins_of_red(found, 1)
    found.pair()
    draws(found, 2)
    found.pair()
    pairs = found.boards(3)
    found.type("第1轮", 1, "结果", "0:2")
    outcome = found.refresh()
    assert found.standings()["甲2"] == 3  # two from round 1, one from round 2
    assert found.standings()["甲1"] == 1
    assert found.boards(3) == pairs
    changed = told(outcome.problems, "第1轮", "第2、3轮", "第1台 1-2 当时 2:0，现在 0:2")
    assert len(changed) == 1
    assert changed[0].gravity is Gravity.WARNING
    checked = told(found.check().problems, "编排第2、3轮以后，成绩有改动", "第1台 1-2 当时 2:0，现在 0:2")
    assert len(checked) == 1
    # the rounds themselves are judged by the results they were made from
    assert "第1、2、3轮：与规则编排相同。" in found.check().done


def test_hands_23_the_next_round_is_made_from_the_new_result_and_says_so(tmp_path: Path) -> None:
    found = hall("memory", tmp_path, people(8))
    found.pair()
    wins_of_red(found, 1)
    found.pair()
    draws(found, 2)
    found.result(1, 1, "0:2")
    assert found.log("更正结果") == ["第1台 1-2 由 2:0 改为 0:2"]
    outcome = found.pair()
    assert told(outcome.problems, "编排第2轮以后，成绩有改动")
    notes = found.log("所据成绩")
    assert [note.partition("：")[0] for note in notes] == ["第1轮", "第1轮", "第2轮"]
    draws(found, 3)
    # round 3 was made from the new result: only round 2 is told from now on, and only by the check
    assert told(found.check().problems, "编排第2轮以后，成绩有改动")
    assert not told(found.pair().problems, "成绩有改动")


@pytest.mark.parametrize("kind", KINDS)
def test_hands_24_a_row_copied_below_the_last(kind: str, tmp_path: Path) -> None:
    found = hall(kind, tmp_path, people(4))
    found.pair()
    draws(found, 1)
    for heading in ("台次", "红方编号", "红方", "黑方", "黑方编号", "结果"):
        found.type("第1轮", 3, heading, found.read("第1轮", 2, heading))
    before = found.content()
    with pytest.raises(BadInput) as refused:
        found.pair()
    assert any(problem.where.startswith("第1轮!") for problem in refused.value.problems)
    assert found.content() == before


@pytest.mark.parametrize(("value", "words"), [(9, "9"), (3, "3"), (4, "4"), ("x", "x")])
def test_hands_25_a_number_changed_on_one_side(value: object, words: str, tmp_path: Path) -> None:
    """1-2 and 4-3; the black side of board 1 becomes somebody unknown, somebody busy, or no number."""
    found = hall("memory", tmp_path, people(4))
    found.pair()
    draws(found, 1)
    found.type("第1轮", 1, "黑方编号", value)  # type: ignore[arg-type]
    with pytest.raises(BadInput) as refused:
        found.pair()
    places = [problem for problem in refused.value.problems if problem.where.startswith("第1轮!")]
    assert any(words in problem.what for problem in places)


@pytest.mark.parametrize("kind", KINDS)
def test_hands_26_two_boards_taken_apart_and_paired_again(kind: str, tmp_path: Path) -> None:
    """Boards 3 and 7 of 10 change their black players: names follow, the other eight keep boards and results."""
    found = hall(kind, tmp_path, people(20))
    found.pair()
    before = found.boards(1)
    third, seventh = before[2][1], before[6][1]
    found.type("第1轮", 3, "黑方编号", seventh)
    found.type("第1轮", 7, "黑方编号", third)
    outcome = found.refresh()
    after = found.boards(1)
    assert [pair for at, pair in enumerate(after) if at not in (2, 6)] == [
        pair for at, pair in enumerate(before) if at not in (2, 6)
    ]
    assert after[2] == (before[2][0], seventh)
    assert after[6] == (before[6][0], third)
    assert found.filled("第1轮", "台次") == list(range(1, 11))
    assert found.read("第1轮", 3, "黑方") == f"甲{seventh}"
    assert found.read("第1轮", 7, "黑方") == f"甲{third}"
    assert told(outcome.problems, "第1轮", "对阵与编排记录不同")
    draws(found, 1)
    found.pair()
    # the next pairing logs what the hand did, and from then on it stands
    assert found.log("对阵更改")
    assert not told(found.check().problems, "对阵与编排记录不同")
    assert told(found.check().problems, "第1轮", "编排以后改过对阵")
    assert "第1轮：编排以后改过对阵。" in found.check().done


def test_hands_27_a_result_typed_for_somebody_who_rests(tmp_path: Path) -> None:
    found = hall("memory", tmp_path, people(5))
    found.pair()
    draws(found, 1)
    found.type("第1轮", 3, "结果", "0:2")
    assert told(found.check().problems, "第1轮!F7")


@pytest.mark.parametrize("kind", KINDS)
def test_hands_28_half_a_round_entered(kind: str, tmp_path: Path) -> None:
    """8 players, round 1 all drawn; in round 2 only board 1 is finished: everybody else stays where he was."""
    found = hall(kind, tmp_path, people(8))
    found.pair()
    draws(found, 1)
    found.pair()
    red, black = found.boards(2)[0]
    found.result(2, 1, "2:0")
    standings = found.standings()
    assert standings[f"甲{red}"] == 3
    assert standings[f"甲{black}"] == 1
    assert sorted(points for name, points in standings.items() if name != f"甲{red}") == [1] * 7  # type: ignore[type-var]
    heading = found.named("成绩表区")[0]
    assert "第2轮未完" in heading


def test_hands_31_numbers_with_gaps_are_kept(tmp_path: Path) -> None:
    found = hall("memory", tmp_path, [[1, "甲"], [2, "乙"], [4, "丁"], [7, "庚"]])
    found.pair()
    # F2 by place in number order: 1-2, then 4 and 7, on an even board the bigger first
    assert found.boards(1) == [(1, 2), (7, 4)]
    assert found.column("名单", "编号")[:4] == [1, 2, 4, 7]


@pytest.mark.parametrize("kind", KINDS)
def test_hands_34_names_that_look_like_formulas_stay_text(kind: str, tmp_path: Path) -> None:
    names = ["=1+1", "+张", "-李", "@队"]
    found = hall(kind, tmp_path, [[number, name, name] for number, name in enumerate(names, start=1)])
    found.pair()
    wins_of_red(found, 1)
    shown = [*found.filled("第1轮", "红方"), *found.filled("第1轮", "黑方")]
    assert sorted(map(str, shown)) == sorted(names)
    assert set(found.standings()) == set(names)
    if found.path is not None:
        for part, data in found.parts().items():
            if part.startswith("xl/worksheets/"):
                assert b"<f>1+1" not in data


def test_hands_36_blank_rows_in_the_roster_end_nothing(tmp_path: Path) -> None:
    found = hall("memory", tmp_path, people(3))
    for row, number in ((6, 4), (9, 5)):
        found.type("名单", row, "编号", number)
        found.type("名单", row, "姓名", f"甲{number}")
    for row in (4, 5, 7):
        found.type("名单", row, "姓名", "")
    outcome = found.pair()
    assert outcome.round is not None
    assert outcome.round.numbers() == {1, 2, 3, 4, 5}
    assert outcome.round.byes == (Bye(5),)


def test_hands_36_one_player_alone(tmp_path: Path) -> None:
    found = hall("memory", tmp_path, people(1))
    with pytest.raises(NotAllowed, match="只有 1 人"):
        found.pair()


def test_hands_38_two_groups_in_two_books(tmp_path: Path) -> None:
    """Everything comes from the book that is handed in: commands on one in turn with the other mix nothing."""
    (tmp_path / "男").mkdir()
    (tmp_path / "女").mkdir()
    men = hall("closed", tmp_path / "男", [[1, "男甲"], [2, "男乙"], [3, "男丙"], [4, "男丁"]])
    women = hall("closed", tmp_path / "女", [[1, "女甲"], [2, "女乙"], [3, "女丙"], [4, "女丁"]])
    men.pair()
    women.pair()
    men.result(1, 1, "2:0")
    women.result(1, 2, "0:2")
    men.result(1, 2, "1:1")
    assert men.standings() == {"男甲": 2, "男丙": 1, "男丁": 1, "男乙": 0}
    # 4-3 was lost by red: 3 has two points; board 1 is open
    assert women.standings() == {"女丙": 2, "女甲": 0, "女乙": 0, "女丁": 0}


@pytest.mark.parametrize(
    "name",
    [
        "第三届“棋王”赛 (终).xlsx",
        "it's 春季 赛.xlsx",
        "a&b;c$(x)`y`.xlsx",
        "比赛.XLSX",
        "很长" * 40 + ".xlsx",
    ],
)
def test_hands_41_file_names(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "我的 文档" / "it's"
    folder.mkdir(parents=True)
    path = folder / name
    roster = folder / "名单 (新).csv"
    roster.write_text("姓名\n甲\n乙\n丙\n丁\n", encoding="utf-8")
    new(path, roster=roster, items={"轮数": "3"}, now=NOW, draw_seed=lambda: 1)
    found = Hall(None, path)
    outcome = found.pair()
    assert Path(outcome.backup).exists()
    wins_of_red(found, 1)
    found.undo(lose_results=True)
    assert ClosedBook(path).title == name


@pytest.mark.parametrize("kind", KINDS)
def test_hands_46_a_round_pasted_from_another_copy(kind: str, tmp_path: Path) -> None:
    """Two copies pair round 2 each in its own way; then rows of one are pasted over the other's."""
    found = hall(kind, tmp_path, people(6))
    found.pair()
    draws(found, 1)
    found.pair()
    own = found.boards(2)
    free = [number for pair in own for number in pair]
    # the same six in other pairs, none of them met before: turn the black players round
    other = [(red, own[(at + 1) % 3][1]) for at, (red, _) in enumerate(own)]
    first = {frozenset(pair) for pair in found.boards(1)}
    assert sorted(number for pair in other for number in pair) == sorted(free)
    if any(frozenset(pair) in first for pair in other):
        other = [(red, own[(at + 2) % 3][1]) for at, (red, _) in enumerate(own)]
    for row, (red, black) in enumerate(other, start=1):
        found.type("第2轮", row, "红方编号", red)
        found.type("第2轮", row, "红方", f"甲{red}")
        found.type("第2轮", row, "黑方编号", black)
        found.type("第2轮", row, "黑方", f"甲{black}")
        found.type("第2轮", row, "结果", "2:0")
    problems = told(found.check().problems, "第2轮", "对阵与编排记录不同")
    assert len(problems) == 1
    assert "粘贴" in problems[0].hint
    assert told(found.refresh().problems, "对阵与编排记录不同")


@pytest.mark.parametrize("kind", KINDS)
def test_hands_47_a_player_typed_under_the_table(kind: str, tmp_path: Path) -> None:
    """The row below the roster's last one, as programs leave it that do not let tables grow."""
    found = hall(kind, tmp_path, people(4))
    snapshot = found.snapshot()
    table = snapshot.table("名单")
    assert table is not None
    with found.opened() as book:
        book.apply([PutCells(table.area.sheet, table.area.bottom + 1, table.area.left, ((5, "加一个"),))])
    outcome = found.pair()
    assert outcome.round is not None
    assert 5 in outcome.round.numbers()
    grown = found.snapshot().table("名单")
    assert grown is not None
    assert grown.area.bottom == table.area.bottom + 1
