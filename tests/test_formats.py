"""The ready formats by name: what ``xlpair new --system`` makes of each, alone and with other lines of 赛事."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from command_line import Shell

from xlpair.errors import BadInput
from xlpair.formats import FORMATS, Format, with_format
from xlpair.settings import Settings, System, TeamForm
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.reader import read_event


def settings_in(path: str) -> Settings:
    reading = read_event(ClosedBook(path).snapshot())
    assert reading.problems == ()
    return reading.event.settings


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_new_makes_every_format_by_its_name(form: Format, shell: Shell) -> None:
    assert shell("new", "赛.xlsx", "--system", form.name).code == 0
    found = replace(settings_in("赛.xlsx"), lot_seed=1)
    if form.settings.system is System.GROUPS:  # how many groups is for the arbiter to say
        assert found == Settings(system=System.GROUPS)
    else:
        assert found == form.settings


def test_groups_may_be_settled_after_the_workbook_is_made(shell: Shell) -> None:
    """Twelve players: how many groups is told to be missing, and nothing is paired before it is there."""
    Path("名单.csv").write_text("\n".join(["姓名", *(f"甲{at}" for at in range(1, 13))]), encoding="utf-8")
    ended = shell("new", "赛.xlsx", "--system", "分组循环", "--roster", "名单.csv")
    assert ended.code == 0
    assert "分组数：还没有填" in ended.out + ended.err
    refused = shell("pair", "赛.xlsx")
    assert refused.code == 1
    assert "分组数：还没有填" in refused.err
    ended = shell("new", "二.xlsx", "--system", "分组循环", "--set", "分组数=3", "--roster", "名单.csv")
    assert ended.code == 0
    assert "还没有填" not in ended.out + ended.err
    assert shell("pair", "二.xlsx").code == 0


@pytest.mark.parametrize(("system", "rounds"), [("单循环", 19), ("双循环", 18), ("双败淘汰", 11), ("积分编排", 9)])
def test_without_a_roster_there_are_sheets_for_as_many_rounds_as_in_the_ready_workbook(
    system: str, rounds: int, shell: Shell
) -> None:
    ended = shell("new", "赛.xlsx", "--system", system)
    assert f"备好 {rounds} 轮的表" in ended.out


def test_lines_given_besides_go_before_those_of_the_format(shell: Shell) -> None:
    words = ("--system", "团体单循环", "--set", "团体=临时定台", "--set", "每队台数=5")
    assert shell("new", "赛.xlsx", *words).code == 0
    found = settings_in("赛.xlsx")
    assert (found.system, found.team_form, found.boards_per_team) == (System.ROUND_ROBIN, TeamForm.FREE_BOARDS, 5)


def test_a_name_that_is_none_is_told_with_all_there_are(shell: Shell) -> None:
    ended = shell("new", "赛.xlsx", "--system", "团体积分")
    assert ended.code == 2
    assert "没有 “团体积分” 这一种" in ended.err
    assert "是不是“团体积分编排”？" in ended.err
    assert not Path("赛.xlsx").exists()
    with pytest.raises(BadInput, match="队员总分制、团体单循环、团体积分编排"):
        with_format({"赛制": "瑞士"})


def test_other_words_for_a_system_stay_what_they_are() -> None:
    assert with_format({"赛制": "瑞士制", "轮数": "5"}) == {"赛制": "瑞士制", "轮数": "5"}
    assert with_format({"轮数": "5"}) == {"轮数": "5"}


def test_simulate_takes_the_names_too(shell: Shell) -> None:
    """Four teams meet in three rounds: 2 matches of 4 boards each."""
    value = shell("simulate", "--players", "4", "--system", "团体单循环", "--json").value
    assert (value["players"], value["rounds"], value["games"]) == (4, 3, 24)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_demo_leaves_a_whole_event_of_the_format(form: Format, shell: Shell) -> None:
    value = shell("demo", "--system", form.name, "--json").value
    assert value["file"] == f"演示-{form.name}.xlsx"
    assert len(value["standings"]["rows"]) == form.practice
    checked = shell("check", value["file"])
    assert checked.code == 0
    assert "没有问题。" in checked.out
    assert "轮：与规则编排相同。" in checked.out
    assert shell("pair", value["file"]).code == 1  # nothing is left to be paired


def test_a_demo_may_stop_to_be_gone_on_with(shell: Shell) -> None:
    """14 players in a knock-out: 4 rounds."""
    ended = shell("demo", "--system", "单败淘汰", "--played", "1")
    assert ended.code == 0
    assert "14 人，赛了 1 轮" in ended.out
    assert "还有 3 轮，接着练：xlpair pair 演示-单败淘汰.xlsx" in ended.out
    assert shell("pair", "演示-单败淘汰.xlsx").code == 0
    mine = Path("演示-单败淘汰.xlsx").read_bytes()
    ended = shell("demo", "--system", "单败淘汰")
    assert ended.code == 2
    assert "已经存在" in ended.err
    assert Path("演示-单败淘汰.xlsx").read_bytes() == mine


def test_a_demo_nobody_knows_is_told(shell: Shell) -> None:
    ended = shell("demo", "--system", "团体")
    assert ended.code == 2
    assert "团体单循环" in ended.err
    ended = shell("demo", "--played", "1")
    assert ended.code == 2
    assert "--system" in ended.err
