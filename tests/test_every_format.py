"""Every format played to its end by commands in a workbook, from three seeds each, and taken back and explained.

What is to come out was played on paper by the engine alone, without a workbook; the check replays every round.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from halls import Hall
from practice_halls import FORMATS, play, practice, practice_hall

from xlpair.engine.fates import CHAMPION
from xlpair.engine.standings import standings
from xlpair.errors import NotAllowed
from xlpair.workbook.book import CellValue

every_format = pytest.mark.parametrize("name", FORMATS)
# One seed in a closed file, the others in memory: the same commands on another book.
seeds = pytest.mark.parametrize(("seed", "kind"), [(1, "closed"), (2, "memory"), (3, "memory")])


def cells(found: Hall) -> dict[str, list[list[CellValue]]]:
    """Every cell that holds anything, without the log and the status line."""
    snapshot = found.snapshot()
    status = snapshot.names["状态栏"]
    kept = {}
    for sheet in snapshot.sheets:
        rows = [[None if cell == "" else cell for cell in row] for row in sheet.rows]
        if sheet.name == "编排记录":
            continue
        if sheet.name == status.sheet:
            rows[status.top][status.left] = None
        for row in rows:
            while row and row[-1] is None:
                row.pop()
        while rows and not rows[-1]:
            rows.pop()
        kept[sheet.name] = rows
    return kept


@seeds
@every_format
def test_played_to_the_end_by_commands(name: str, seed: int, kind: str, tmp_path: Path) -> None:
    event = practice(name, seed)
    place = practice_hall(kind, tmp_path, event)
    for round_ in event.rounds:
        made = place.pair().round
        assert made is not None
        assert [(one.red, one.black, one.part) for one in made.pairings] == [
            (one.red, one.black, one.part) for one in round_.pairings
        ]
        assert made.byes == round_.byes
        play(place, event, round_.number)
    with pytest.raises(NotAllowed, match="已经全部编排"):
        place.pair()
    found = place.event()
    assert found.rounds == event.rounds
    assert sorted(found.lineups, key=repr) == sorted(event.lineups, key=repr)

    checked = place.check()
    assert checked.problems == ()
    numbers = "、".join(str(round_.number) for round_ in event.rounds)
    assert f"第{numbers}轮：与规则编排相同。" in checked.done

    heading, *rows = place.named("成绩表区")
    at = heading.index("编号")
    wanted = [(row.place, row.player.number) for row in standings(event).rows]
    assert [(row[0], row[at]) for row in rows] == wanted
    assert sorted(number for _, number in wanted) == [player.number for player in event.players]
    champions = [row[at] for row in rows if row[-1] == CHAMPION]
    if event.settings.system.is_knockout or "决赛淘汰" in name:
        assert len(champions) == 1
        winner = next(player for player in event.players if player.number == champions[0])
        last = [str(cell) for row in place.named("对阵图区") for cell in row if isinstance(cell, str)]
        assert any(text.startswith(f"{winner.number} {winner.name}") for text in last)


@every_format
def test_explained_taken_back_and_paired_again(name: str, tmp_path: Path) -> None:
    event = practice(name, 4)
    place = practice_hall("closed", tmp_path, event)
    first = place.pair()
    said = place.explain()
    boards = len(event.rounds[0].pairings)
    assert len([line for line in said.done if line.startswith("第")]) == boards
    assert place.undo().command == "撤销本轮"
    assert place.event().rounds == ()
    assert place.pair().done == first.done
    play(place, event, 1)
    if len(event.rounds) > 1:
        before = cells(place)
        second = place.pair()
        assert cells(place) != before
        assert len(place.explain().done) >= len(event.rounds[1].pairings)
        place.undo()
        assert cells(place) == before
        assert place.pair().done == second.done
        assert place.event().rounds[1].numbers() == event.rounds[1].numbers()
    assert place.check().problems == ()
    assert len(place.backups()) >= 5  # one copy before every change
