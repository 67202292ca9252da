"""``simulate`` on the command line: the same seed gives the same, and what is written is a workbook like any other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import Shell

from xlpair.settings import Settings
from xlpair.simulate import played_rounds, practice_event
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.reader import read_event


def test_the_summary_adds_up(shell: Shell) -> None:
    """30 players, 7 rounds: 15 games a round."""
    ended = shell("simulate", "--players", "30", "--rounds", "7", "--seed", "4")
    assert ended.code == 0
    assert "30 人，7 轮，105 局，种子 4" in ended.out
    counts = [int(found) for found in re.findall(r"(?:红胜|和|黑胜) (\d+)（", ended.out)]
    assert sum(counts) == 105
    assert "只列前 10 名，共 30 人" in ended.out
    assert ended == shell("simulate", "--players", "30", "--rounds", "7", "--seed", "4")
    assert ended != shell("simulate", "--players", "30", "--rounds", "7", "--seed", "5")


def test_written_as_a_workbook_it_is_the_same_event(shell: Shell) -> None:
    ended = shell("simulate", "--players", "15", "--rounds", "5", "--seed", "2", "--out", "练习.xlsx")
    assert ended.code == 0
    found = read_event(ClosedBook("练习.xlsx").snapshot())
    assert found.problems == ()
    *_, simulated = played_rounds(practice_event(Settings(rounds=5), 15, 2), 2)
    assert found.event.rounds == simulated.rounds
    assert found.event.players == simulated.players
    checked = shell("check", "练习.xlsx")
    assert "没有问题。" in checked.out
    assert "第1、2、3、4、5轮：与规则编排相同。" in checked.out
    assert [path.name for path in shell.folder.iterdir()] == ["练习.xlsx"]
    assert shell("undo", "练习.xlsx", "--yes").code == 0
    assert shell("pair", "练习.xlsx").code == 0


def test_round_robins_can_be_simulated(shell: Shell) -> None:
    value = shell("simulate", "--players", "9", "--system", "单循环", "--json").value
    assert (value["rounds"], value["games"], value["byes"]) == (9, 36, 9)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--players", "1"), 2, "“人数”要写 2 以上"),
        (("--players", "很多"), 2, "“人数”要写 2 以上"),
        (("--players", "6", "--rounds", "6"), 1, "6 人最多编排 5 轮"),
        (("--players", "6", "--system", "瑞士"), 2, "没有 “瑞士” 这一种"),
        (("--players", "99999"), 2, "人数 99999 不行"),
        (("--players", "6", "--seed", "x"), 2, "“种子”要写 0 以上"),
    ],
)
def test_what_cannot_be_simulated_is_told(words: tuple[str, ...], code: int, said: str, shell: Shell) -> None:
    ended = shell("simulate", *words)
    assert ended.code == code
    assert said in ended.err


def test_a_file_that_is_there_is_left_alone(shell: Shell) -> None:
    Path("有.xlsx").write_bytes(b"mine")
    ended = shell("simulate", "--players", "6", "--out", "有.xlsx")
    assert ended.code == 2
    assert Path("有.xlsx").read_bytes() == b"mine"
