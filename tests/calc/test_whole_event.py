"""第29届五羊杯 2009, six rounds, driven by the menu and typed results alone, from 新建比赛 to the last place.

Games: tests/events/2009_wuyangbei_swiss.tsv (source in its first lines). The numbers are one of the numberings under
which the rules give rounds 2 to 6 as played; that event was played without C4 (最后三轮). Round 1 was drawn by lot in a
way that was never published: the arbiter types it over what the menu has made.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import events
import pytest

from calc.conftest import Desk
from calc.office import Document
from xlpair.model import Result

NUMBERS = events.numberings_2009()[0]
GAMES = events.load_games(events.SWISS_2009)
# http://sports.sina.com.cn/go/2009-02-26/15554240818.shtml
FINAL_LIST = "吕钦 8 蒋川 8 赵鑫鑫 8 许银川 7 徐天红 6 赵国荣 6 于幼华 5 洪智 5 陶汉明 4 柳大华 3"
PUBLISHED = {name: int(points) for name, points in re.findall(r"(\S+) (\d)", FINAL_LIST)}
TYPED = {Result.RED_WIN: "2:0", Result.DRAW: "1:1", Result.BLACK_WIN: "0:2"}
POINTS = {Result.RED_WIN: (2, 0), Result.DRAW: (1, 1), Result.BLACK_WIN: (0, 2)}


def of_round(number: int) -> list[events.PlayedGame]:
    return [game for game in GAMES if game.round_number == number]


def expected(finished: list[events.PlayedGame]) -> dict[str, tuple[int, int]]:
    """Points and 对手分 (the points of everybody met) after these games, added up by hand."""
    points: Counter[str] = Counter()
    for game in finished:
        for who, gained in zip((game.red, game.black), POINTS[game.result], strict=True):
            points[who] += gained
    met = {who: [g.black if g.red == who else g.red for g in finished if who in (g.red, g.black)] for who in NUMBERS}
    return {who: (points[who], sum(points[other] for other in met[who])) for who in NUMBERS}


def standings(document: Document) -> dict[str, tuple[int, int]]:
    heading, *rows = document.filled("成绩表区")
    name, points, opponents = (heading.index(word) for word in ("姓名", "积分", "对手分"))
    return {row[name]: (int(row[points]), int(row[opponents])) for row in rows}


def pairs(document: Document, number: int) -> list[tuple[int, int]]:
    """Red's and black's number of every board, as they stand in the round's sheet."""
    columns = (document.column(f"第{number}轮", side) for side in ("红方编号", "黑方编号"))
    return [(int(red), int(black)) for red, black in zip(*columns, strict=True) if red and black]


def everything(document: Document) -> list[Any]:
    """All that a round changes."""
    tables = [f"第{number}轮" for number in range(1, 7)] + ["名单", "赛事", "编排记录", "成绩表区", "编排卡区"]
    return [document.sheets(), document.values("状态栏"), *map(document.values, tables)]


def type_results(document: Document, number: int, before: list[events.PlayedGame]) -> Iterator[list[events.PlayedGame]]:
    """Type the round's results as they stand in the source, giving after each the games finished so far."""
    at = {pair: row for row, pair in enumerate(pairs(document, number), start=1)}
    finished = list(before)
    for game in of_round(number):
        row = at[NUMBERS[game.red], NUMBERS[game.black]]
        document.typed(f"第{number}轮", row, "结果", TYPED[game.result])
        finished.append(game)
        yield finished


def new_event(desk: Desk, folder: Path) -> Document:
    """新建比赛 with the ten players and the settings of 2009 typed in."""
    desk.blank()
    words = {"赛事名称": "五羊杯", "赛制": "积分编排", "人数": "10", "轮数": "6", "文件": str(folder / "五羊杯.xlsx")}
    said = desk.documents[0].command("new", words)
    assert not said["refused"], said
    document = desk.on_top()
    for row, (name, number) in enumerate(NUMBERS.items(), start=1):
        document.typed("名单", row, "编号", str(number))
        document.typed("名单", row, "姓名", name)
    document.typed("赛事", document.column("赛事", "项目").index("最后三轮") + 1, "内容", "否")
    return document


def draw_first_round(document: Document) -> None:
    """Pair round 1 and type the pairs as they were drawn over it."""
    document.menu("pair")
    for row, game in enumerate(of_round(1), start=1):
        document.typed("第1轮", row, "红方编号", str(NUMBERS[game.red]))
        document.typed("第1轮", row, "黑方编号", str(NUMBERS[game.black]))


def test_the_whole_event_of_2009_comes_out_of_the_menu_as_it_was_played(desk: Desk, tmp_path: Path) -> None:
    document = new_event(desk, tmp_path)
    draw_first_round(document)
    finished: list[events.PlayedGame] = []
    for number in range(1, 7):
        if number > 1:
            document.menu("pair")
        played = {(NUMBERS[game.red], NUMBERS[game.black]) for game in of_round(number)}
        assert set(pairs(document, number)) == played
        assert document.state()["active"] == f"第{number}轮"
        for so_far in type_results(document, number, finished):
            # With open boards in a round, those games count for nobody yet.
            assert standings(document) == expected(so_far)
            finished = so_far
    final = standings(document)
    assert {name: points for name, (points, _) in final.items()} == PUBLISHED
    assert list(final)[:3] == ["吕钦", "蒋川", "赵鑫鑫"]
    assert document.command("pair")["lines"] == ["6 轮已经全部编排，没有下一轮。要加赛请先改赛事表的“轮数”。"]


@pytest.mark.parametrize("rounds", [1, 3])
def test_one_undo_takes_a_round_back_and_one_redo_brings_it_again(rounds: int, desk: Desk, tmp_path: Path) -> None:
    document = new_event(desk, tmp_path)
    draw_first_round(document)
    for number in range(1, rounds + 1):
        if number > 1:
            document.menu("pair")
        list(type_results(document, number, []))
    before = everything(document)
    document.menu("pair")
    after = everything(document)
    assert after != before
    assert document.state()["undo"][0] == "编排下一轮"
    document.undo()
    assert everything(document) == before
    assert document.state()["redo"] == ["编排下一轮"]
    document.redo()
    assert everything(document) == after
    document.undo()
    assert everything(document) == before


def test_the_menu_takes_a_round_back_and_asks_before_results_are_lost(desk: Desk, tmp_path: Path) -> None:
    document = new_event(desk, tmp_path)
    document.menu("pair")
    document.typed("第1轮", 1, "结果", "2:0")
    asked = document.command("undo")
    assert asked["question"]
    assert "已经填了 1 个结果" in asked["lines"][0]
    assert pairs(document, 1)
    # Without a screen the question answers itself with no.
    document.menu("undo")
    assert pairs(document, 1)
    said = document.command("undo", {"yes": ""})
    assert not said["refused"], said
    assert not pairs(document, 1)
    assert ["第1轮", False] in document.sheets()
    # Both may be of one second.
    copies = {copy.name.rsplit(" ", 1)[1] for copy in (tmp_path / "五羊杯-备份").iterdir()}
    assert copies == {"编排第1轮前.xlsx", "撤销第1轮前.xlsx"}
