"""Several copies of one event: paired apart, then pasted from one into the other. Expected values are reasoned here."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from clubs import club, lines, the_file, wins_of_red
from halls import Hall
from hand_edits import other_program


@pytest.fixture
def copies(tmp_path: Path) -> tuple[Hall, Hall]:
    """One event in two files whose round 2 was paired apart, from different results of round 1."""
    found = club(tmp_path, 6)
    found.pair()
    found.results(1, "2:0", "1:1", "0:2")
    other = Hall(None, the_file(found).with_name("副本.xlsx"))
    shutil.copy(the_file(found), the_file(other))
    other.result(1, 2, "2:0")
    found.pair()
    other.pair()
    assert set(map(frozenset, found.boards(2))) != set(map(frozenset, other.boards(2)))
    return found, other


@pytest.mark.parametrize("columns", ["all", "numbers and results"])
def test_hands_46_a_round_pasted_from_the_other_copy(columns: str, copies: tuple[Hall, Hall]) -> None:
    found, other = copies
    first = [f"{red}-{black}" for red, black in sorted(found.boards(2), key=str) if (red, black) not in other.boards(2)]
    wins_of_red(other, 2)
    with other_program(the_file(other)) as hands:
        rows = hands.rows("第2轮")
    with other_program(the_file(found)) as hands:
        if columns == "all":
            hands.put_rows("第2轮", rows)
        else:
            for row, values in enumerate(rows[:3], start=1):
                for at, heading in ((1, "红方编号"), (5, "结果"), (9, "黑方编号")):
                    hands.type("第2轮", row, heading, values[at])
    for problems in (found.check().problems, found.refresh().problems, found.pair().problems):
        (told,) = [line for line in lines(problems) if "对阵与编排记录不同" in line]
        assert told.startswith("第2轮：")
        assert "从别的文件粘贴" in told
    # the pairing has logged it: the check goes on reminding of it through all later rounds, the commands do not
    for number in (3, 4):
        checked = found.check()
        (told,) = [line for line in lines(checked.problems) if "对阵" in line]
        assert told.startswith(f"第2轮：编排以后改过对阵：编排时 {first[0]}")
        assert "从别的文件粘贴" in told
        assert any(line.startswith("第2轮") and "编排以后改过对阵" in line for line in checked.done)
        wins_of_red(found, number)
        assert not [line for line in lines(found.pair().problems) if "对阵" in line]
    for _ in (5, 4, 3):
        found.undo(lose_results=True)
        assert [line for line in lines(found.check().problems) if "编排以后改过对阵" in line]
    found.undo(lose_results=True)
    assert not [line for line in lines(found.check().problems) if "对阵" in line]


def test_hands_46_pairs_that_are_put_back_are_told_no_more(copies: tuple[Hall, Hall]) -> None:
    """The log followed the change; where the round is again as it was paired, nothing is left to remind of."""
    found, _ = copies
    wins_of_red(found, 2)
    blacks = [black for _, black in found.boards(2)[:2]]
    for order in (reversed(blacks), blacks):
        with other_program(the_file(found)) as hands:
            for row, black in enumerate(order, start=1):
                hands.type("第2轮", row, "黑方编号", black)
        found.pair() if len(found.event().rounds) == 2 else found.refresh()
    assert found.log("对阵更改")
    told = lines(found.check().problems)
    assert not [line for line in told if "改过对阵" in line or "对阵与编排记录不同" in line]


def test_hands_46_a_file_of_results_from_the_other_copy(
    copies: tuple[Hall, Hall], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What one copy exports is refused by the other where somebody else sits; its own export is taken."""
    from xlpair.cli.run import run

    found, other = copies
    wins_of_red(other, 2)
    before = the_file(found).read_bytes()
    assert run(["export", str(other.path), "--to", str(tmp_path / "导出"), "--format", "csv"]) == 0
    assert run(["results", str(found.path), "2", "--from", str(tmp_path / "导出" / "第2轮.csv")]) == 2
    told = capsys.readouterr().err
    red, black = other.boards(2)[0]
    assert f"第2轮第1台：结果是 {red}-{black} 的，这里坐的是 {found.boards(2)[0][0]}-{found.boards(2)[0][1]}。" in told
    assert the_file(found).read_bytes() == before
    assert run(["results", str(other.path), "2", "--from", str(tmp_path / "导出" / "第2轮.csv")]) == 0
