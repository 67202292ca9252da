"""Rounds taken back by command: what is as it was, byte for byte, and what is asked before."""

from __future__ import annotations

from pathlib import Path

import pytest
from halls import KINDS, SEED, hall, people
from halls_2009 import hall_2009, play_2009

from xlpair.actions import ResultsWouldBeLost
from xlpair.errors import BadInput, NotAllowed


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
