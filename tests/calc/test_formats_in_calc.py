"""Every ready format played to its end in Calc: made by 新建比赛, paired by the menu, results typed.

The smaller number wins every game, whatever its colour. So it can be said beforehand who comes first: number 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from calc.books import read_back
from calc.conftest import Desk
from calc.office import Document
from calc.test_functions_in_cells import as_shown
from xlpair import functions
from xlpair.calc.ready import takes_rounds
from xlpair.engine.rounds import is_finished
from xlpair.formats import FORMATS, Format
from xlpair.workbook.layout import TEAM_HEADING, round_name

BOARDS = 4


@dataclass(frozen=True)
class Field:
    """Who plays: so many, so many rounds where the format asks; ``lines`` of 赛事 are typed over those of the format.

    ``rounds`` is what the event comes to.
    """

    count: int
    rounds: int
    lines: dict[str, str] = field(default_factory=dict)


FIELDS = {
    "积分编排": Field(6, 3),
    "单循环": Field(4, 3),
    "双循环": Field(4, 6),
    "两局制单循环": Field(4, 3),
    # Two groups of three take three rounds, then semi-finals and a final.
    "分组循环": Field(6, 5, {"分组数": "2"}),
    "单败淘汰": Field(5, 3),
    # Nobody beats number 1, so there is no second final.
    "双败淘汰": Field(4, 4),
    "积分末位淘汰": Field(6, 3, {"末位淘汰": "2轮后取4名"}),
    "队员总分制": Field(6, 3),
    "团体单循环": Field(4, 3),
    "团体积分编排": Field(4, 3),
}


def test_every_ready_format_is_played_here() -> None:
    assert set(FIELDS) == {one.name for one in FORMATS}


def new_event(desk: Desk, place: Path, wanted: Format) -> Document:
    """The workbook as 新建比赛 makes it, its roster filled."""
    players = FIELDS[wanted.name]
    words = {"赛制": wanted.name, "人数": str(players.count), "文件": str(place)}
    if takes_rounds(wanted):
        words["轮数"] = str(players.rounds)
    said = desk.blank().command("new", words)
    assert not said["refused"], said
    document = desk.on_top()
    for item, text in players.lines.items():
        document.typed("赛事", document.column("赛事", "项目").index(item) + 1, "内容", text)
    name = TEAM_HEADING if wanted.settings.team_matches else "姓名"
    for number in range(1, players.count + 1):
        put_row(document, "名单", number, {"编号": number, name: f"甲{number}", "单位": f"{number % 2}队"})
    if wanted.settings.team_matches:
        squads = [(team, order) for team in range(1, players.count + 1) for order in range(1, BOARDS + 1)]
        for row, (team, order) in enumerate(squads, start=1):
            put_row(document, "队员", row, {"队号": team, "队内序号": order, "姓名": f"甲{team}{order}"})
    return document


def put_row(document: Document, table: str, row: int, cells: dict[str, Any]) -> None:
    headings = document.values(table)[0]
    for heading, value in cells.items():
        if heading in headings:
            document.put(*document.cell_of(table, row, heading), f'="{value}"' if isinstance(value, str) else value)


def line_up(document: Document, number: int) -> None:
    """Let every squad sit in its own order."""
    table = f"{round_name(number)}上场"
    for row, team in enumerate(document.column(table, "队号"), start=1):
        if team:
            put_row(
                document, table, row, dict(zip(("一台", "二台", "三台", "四台"), range(1, BOARDS + 1), strict=True))
            )


def play(document: Document, number: int) -> None:
    """Type the results of a round."""
    table = round_name(number)
    sides = zip(document.column(table, "红方编号"), document.column(table, "黑方编号"), strict=True)
    for row, (red, black) in enumerate(sides, start=1):
        if red and black:
            document.typed(table, row, "结果", "2:0" if red < black else "0:2")


def tables(document: Document, rounds: int) -> list[tuple[tuple[Any, ...], ...]]:
    names = ["赛事", "名单", *map(round_name, range(1, rounds + 1))]
    return [tuple(map(tuple, document.values(name))) for name in names]


@pytest.mark.parametrize("wanted", FORMATS, ids=[one.name for one in FORMATS])
def test_a_format_is_played_to_its_end_by_menu_and_typed_results(wanted: Format, desk: Desk, tmp_path: Path) -> None:
    place = tmp_path / "赛.xlsx"
    document = new_event(desk, place, wanted)
    sheets = sum(name.startswith("第") and name.endswith("轮") for name, _ in document.sheets())
    for number in range(1, FIELDS[wanted.name].rounds + 1):
        said = document.command("pair")
        assert not said["refused"], said
        assert document.state()["active"] == round_name(number)
        if wanted.settings.team_matches:
            line_up(document, number)
        play(document, number)
        # The tables follow every typed result, with no command between.
        found = tables(document, sheets)
        assert document.values("成绩表区") == as_shown(functions.XQ_STANDINGS(*found))
        if wanted.settings.system.is_round_robin:
            assert document.values("循环表区") == as_shown(functions.XQ_CROSSTABLE(*found))
    said = document.command("pair")
    assert said["refused"], said
    document.command("refresh")
    heading, first, *_ = document.filled("成绩表区")
    assert (first[0], first[heading.index("编号")]) == (1, 1)
    if wanted.settings.system.is_knockout:
        assert "1 甲1" in str(document.values("对阵图区"))
    if wanted.name == "队员总分制":
        assert document.values("团体成绩区") == as_shown(functions.XQ_TEAMS(*tables(document, sheets)))
        assert document.filled("团体成绩区")[1][1] == "1队"
    assert document.command("check")["lines"][0] == "没有问题。"
    document.save()
    event = read_back(place)
    assert is_finished(event)
    assert len(event.rounds) == FIELDS[wanted.name].rounds
