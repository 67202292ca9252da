"""The demonstration: the event of 2009 through a workbook, as played; and what it does where anything differs."""

from __future__ import annotations

import datetime as dt
import json
import time
from pathlib import Path

import pytest
from command_line import Shell, process
from events import SWISS_2009, load_games, numberings_2009

from xlpair import demo_event
from xlpair.demo import Finish, Step, replay
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.reader import read_event

NOW = dt.datetime(2026, 3, 1, 9, 30)
TEXTS = {"红胜": "2:0", "和": "1:1", "黑胜": "0:2"}


def test_the_event_in_the_package_is_the_one_of_the_source() -> None:
    """tests/events/2009_wuyangbei_swiss.tsv, games, numbers of the worked example, published points."""
    source = [(game.round_number, game.red, TEXTS[game.result.value], game.black) for game in load_games(SWISS_2009)]
    ours = [(number, *game) for number in range(1, 7) for game in demo_event.games(number)]
    assert ours == source
    numbers = {name: number for number, name in enumerate(demo_event.PLAYERS, start=1)}
    assert numbers in numberings_2009()
    head = (Path(__file__).parent / "events" / f"{SWISS_2009}.tsv").read_text(encoding="utf-8")
    published = head.partition("Published final")[2].splitlines()[0]
    for name, points in demo_event.POINTS.items():
        assert f"{name} {points}" in published
    for place, name in enumerate(demo_event.FIRST_PLACES, start=1):
        assert f"{place} {name} " in published


def test_every_round_comes_out_as_played(tmp_path: Path) -> None:
    path = tmp_path / "demo.xlsx"
    *steps, finish = list(replay(path, NOW))
    assert all(isinstance(step, Step) for step in steps)
    assert [step.differences for step in steps] == [()] * 6
    assert isinstance(finish, Finish)
    assert finish.differences == ()
    event = read_event(ClosedBook(path).snapshot()).event
    assert len(event.rounds) == 6
    assert [path.name for path in tmp_path.iterdir()] == ["demo.xlsx"]


def test_the_command_says_so_and_ends_with_0(shell: Shell) -> None:
    start = time.perf_counter()
    ended = shell("demo")
    assert time.perf_counter() - start < 15
    assert ended.code == 0
    assert ended.out.count("与当年的对阵、先后手完全相同") == 5
    assert "积分与前三名和当年公布的相同" in ended.out
    assert Path("demo.xlsx").exists()


def test_again_replaces_the_demonstration_but_nothing_else(shell: Shell) -> None:
    assert shell("demo").code == 0
    assert shell("demo").code == 0
    Path("我的.xlsx").write_bytes(b"mine")
    ended = shell("demo", "--out", "我的.xlsx")
    assert ended.code == 2
    assert "不是演示文件" in ended.err
    assert Path("我的.xlsx").read_bytes() == b"mine"
    shell("new", "别的.xlsx")
    before = Path("别的.xlsx").read_bytes()
    assert shell("demo", "--out", "别的.xlsx").code == 2
    assert Path("别的.xlsx").read_bytes() == before


def test_a_difference_ends_with_1(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were a game of round 1 drawn instead of won, round 2 would pair others, and points would differ."""
    rounds = (demo_event.ROUNDS[0].replace("蒋川 2:0", "蒋川 1:1"), *demo_event.ROUNDS[1:])
    monkeypatch.setattr(demo_event, "ROUNDS", rounds)
    monkeypatch.setattr("xlpair.demo.ROUNDS", rounds)
    ended = shell("demo")
    assert ended.code == 1
    assert "当年没有这一对" in ended.out
    assert "蒋川 得" in ended.out
    assert "完全相同" not in ended.out.split("第2轮")[1].split("第3轮")[0]


def test_as_json_in_a_process(tmp_path: Path) -> None:
    ended = process(tmp_path, ["demo", "--json"])
    assert ended.returncode == 0
    value = json.loads(ended.stdout)
    assert value["differences"] == []
    assert [row["name"] for row in value["standings"]["rows"][:3]] == ["吕钦", "蒋川", "赵鑫鑫"]
