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


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    monkeypatch.chdir(tmp_path)
    return Shell(tmp_path, capsys)


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
