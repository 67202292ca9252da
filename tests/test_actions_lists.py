"""团体成绩, 组别成绩 and 等级分 in the workbook, and new workbooks for teams (S7, T4, L1, T2)."""

from __future__ import annotations

from pathlib import Path

import pytest
from halls import KINDS, NOW, Hall
from team_halls import RESERVES, hall, team_hall, type_lineup, visible

from xlpair import actions
from xlpair.errors import NotAllowed
from xlpair.model import Player
from xlpair.workbook.book import CellValue
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.reader import read_event

kinds = pytest.mark.parametrize("kind", KINDS)
SHORT = {"轮数": "2", "名次顺序": "积分", "同单位回避": "不回避"}


def four(*ratings: int | None, groups: tuple[str, ...] = ()) -> list[Player]:
    """甲 and 丙 of 东城, 乙 and 丁 of 西城; the groups go to 丙."""
    ratings = ratings or (None,) * 4
    names = (("甲", "东城"), ("乙", "西城"), ("丙", "东城"), ("丁", "西城"))
    return [
        Player(number, name, club, rating, categories=groups if name == "丙" else ())
        for number, ((name, club), rating) in enumerate(zip(names, ratings, strict=True), start=1)
    ]


def played(found: Hall) -> None:
    """Round 1 (临近, 单数台小号先): 1-2 and 4-3; red wins both."""
    found.pair()
    found.results(1, "2:0", "2:0")


def rows(found: Hall, name: str) -> list[list[CellValue]]:
    return [row for row in found.named(name) if row]


@kinds
def test_team_totals_are_shown_once_the_event_asks_for_them(kind: str, tmp_path: Path) -> None:
    """1 and 4 win: 东城 2 + 0, 西城 0 + 2, both with the shared first place."""
    found = hall(kind, tmp_path, SHORT, four(), rounds=2)
    played(found)
    assert not visible(found, "团体成绩")
    found.set("团体", "队员总分")
    found.refresh()
    assert visible(found, "团体成绩")
    assert rows(found, "团体成绩区") == [
        ["名次", "单位", "总分", "最好名次", "人数", "第1人", "第2人"],
        [1, "东城", 2, 1, 2, "甲 2", "丙 0"],
        [1, "西城", 2, 1, 2, "丁 2", "乙 0"],
    ]
    found.set("团体计分", "名次")
    found.set("计分人数", "1")
    found.refresh()
    assert [row[1:3] for row in rows(found, "团体成绩区")] == [["单位", "总分"], ["东城", 1], ["西城", 1]]
    assert found.check().problems == ()


@kinds
def test_prize_groups_are_shown_once_somebody_belongs_to_one(kind: str, tmp_path: Path) -> None:
    found = hall(kind, tmp_path, SHORT, four(), rounds=2)
    played(found)
    assert not visible(found, "组别成绩")
    found.type("名单", 2, "组别", "女子")
    found.type("名单", 4, "组别", "女子、少年")
    found.refresh()
    assert visible(found, "组别成绩")
    assert rows(found, "组别成绩区") == [
        ["组别", "女子", "2 人"],
        ["组内名次", "总名次", "编号", "姓名", "单位", "积分"],
        [1, 1, 4, "丁", "西城", 2],
        [2, 3, 2, "乙", "西城", 0],
        ["组别", "少年", "1 人"],
        ["组内名次", "总名次", "编号", "姓名", "单位", "积分"],
        [1, 1, 4, "丁", "西城", 2],
    ]


@kinds
def test_ratings_are_shown_when_the_event_is_over_or_when_asked_for(kind: str, tmp_path: Path) -> None:
    """Round 1: 1 (1600) beats 2 (2000), 4 (1800) beats 3 (1800): 1618, 1982, 1790, 1810."""
    found = hall(kind, tmp_path, SHORT, four(1600, 2000, 1800, 1800), rounds=2)
    played(found)
    assert not visible(found, "等级分")
    with found.opened() as book:
        outcome = actions.ratings(book, now=NOW)
    assert "比赛还没有结束" in outcome.done[0]
    assert "不是官方" in "".join(outcome.done)
    assert visible(found, "等级分")
    assert [row[8] for row in rows(found, "等级分区")] == ["新等级分", 1618, 1982, 1790, 1810]
    found.pair()
    assert [row[8] for row in rows(found, "等级分区")][1:] == [1618, 1982, 1790, 1810]


@kinds
def test_ratings_come_by_themselves_at_the_end(kind: str, tmp_path: Path) -> None:
    found = hall(kind, tmp_path, {**SHORT, "轮数": "1"}, four(1600, 2000, 1800, 1800), rounds=1)
    found.pair()
    found.result(1, 1, "2:0")
    assert not visible(found, "等级分")
    found.result(1, 2, "1:1")
    assert visible(found, "等级分")
    assert [row[8] for row in rows(found, "等级分区")][1:] == [1618, 1982, 1800, 1800]


@kinds
def test_without_a_rating_nothing_is_rated(kind: str, tmp_path: Path) -> None:
    found = hall(kind, tmp_path, {**SHORT, "轮数": "1"}, four(), rounds=1)
    played(found)
    assert not visible(found, "等级分")
    with pytest.raises(NotAllowed, match="等级分"), found.opened() as book:
        actions.ratings(book, now=NOW)
    assert not visible(found, "等级分")


@kinds
def test_k_and_those_without_a_rating_are_switches(kind: str, tmp_path: Path) -> None:
    """1 and 2 are level with 1800: the winner gains half of K. 4, without a rating, beats 3 with 1700: 1700 + 400."""
    found = hall(kind, tmp_path, {**SHORT, "等级分K": "40"}, four(1800, 1800, 1700, None), rounds=2)
    played(found)
    with found.opened() as book:
        assert "K＝40" in actions.ratings(book, now=NOW).done[0]
    heading, *listed = rows(found, "等级分区")
    columns = [heading.index(name) for name in ("编号", "新等级分", "备注")]
    shown = [[row[at] if at < len(row) else None for at in columns] for row in listed]
    assert shown == [[1, 1820, None], [2, 1780, None], [3, 1700, None], [4, None, "表现分 2100"]]
    found.set("等级分K", "10")
    found.set("无等级分者", "不列")
    found.refresh()
    _, *listed = rows(found, "等级分区")
    assert [row[heading.index("编号")] for row in listed] == [1, 2, 3]
    assert [row[heading.index("新等级分")] for row in listed] == [1805, 1795, 1700]
    assert found.check().problems == ()


@kinds
def test_members_of_teams_are_rated_by_their_line_ups(kind: str, tmp_path: Path) -> None:
    """Everybody has 1800. 广东 wins board 1 against 上海's first and draws the rest: + 10 and − 10."""
    found = team_hall(kind, tmp_path, {**RESERVES, "轮数": "1"}, teams=("广东", "上海"), rating=1800, rounds=1)
    found.pair()
    type_lineup(found, 1, 1, 2, 3, 4, 5)
    type_lineup(found, 1, 2, 1, 2, 3, 4)
    found.results(1, "2:0 1:1 1:1 1:1")
    assert visible(found, "等级分")
    table = {row[2]: (row[5], row[9]) for row in rows(found, "等级分区")[1:]}
    assert table["广东2"] == (1, 1810)
    assert table["上海1"] == (1, 1790)
    assert table["广东3"] == (1, 1800)
    assert table["广东1"] == (0, 1800)


@kinds
def test_the_check_tells_a_list_that_is_not_up_to_date(kind: str, tmp_path: Path) -> None:
    found = hall(kind, tmp_path, {**SHORT, "团体": "队员总分"}, four(), rounds=2)
    played(found)
    assert found.check().problems == ()
    found.type("第1轮", 1, "结果", "0:2")
    (problem,) = found.check().problems
    assert "团体成绩" in problem.where
    assert "不是最新的" in problem.what


# New workbooks


def csv(folder: Path, *lines: str) -> Path:
    path = folder / "名单.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


ITEMS = {"团体": "分台换人", "每队台数": "2", "轮数": "3", "赛制": "积分编排"}


ROBIN = {**ITEMS, "赛制": "单循环", "轮数": ""}


def made(folder: Path, roster: Path | None, items: dict[str, str] | None = None) -> Path:
    path = folder / "新.xlsx"
    actions.new(path, roster=roster, items=items or ITEMS, now=NOW, draw_seed=lambda: 7)
    return path


def test_a_file_of_players_with_their_teams_makes_teams_and_squads(tmp_path: Path) -> None:
    roster = csv(
        tmp_path,
        "单位,姓名,等级分",
        "广东,甲,1800",
        ",乙,1700",
        "上海,丙,",
        "上海,丁,1600",
        "北京,戊,",
        "北京,己,",
        "浙江,庚,",
        "浙江,辛,",
    )
    path = made(tmp_path, roster)
    event = read_event(ClosedBook(path).snapshot()).event
    assert [player.name for player in event.players] == ["广东", "上海", "北京", "浙江"]
    assert [(one.order, one.name, one.rating) for one in event.squads if one.team == event.players[0].number] == [
        (1, "甲", 1800),
        (2, "乙", 1700),
    ]
    assert len(event.squads) == 8
    with ClosedBook.open(path, clock=lambda: NOW) as book:
        outcome = actions.pair(book, now=NOW, draw_seed=lambda: 7)
    assert outcome.round is not None
    assert len(outcome.round.pairings) == 2
    assert {len(pairing.games) for pairing in outcome.round.pairings} == {2}


def test_members_stand_in_the_order_the_file_gives_them(tmp_path: Path) -> None:
    roster = csv(tmp_path, "队名,台序,姓名", "广东,2,甲", "广东,1,乙", "上海,1,丙", "上海,2,丁")
    event = read_event(ClosedBook(made(tmp_path, roster, ROBIN)).snapshot()).event
    assert [one.name for one in event.squads] == ["乙", "甲", "丙", "丁"]


@pytest.mark.parametrize("heading", ["姓名,单位", "参赛队,单位"])
def test_a_file_of_teams_makes_teams_without_squads(tmp_path: Path, heading: str) -> None:
    roster = csv(tmp_path, heading, "广东一队,广东", "上海,上海", "北京,", "浙江,")
    event = read_event(ClosedBook(made(tmp_path, roster)).snapshot()).event
    assert [(player.name, player.club) for player in event.players][:2] == [("广东一队", "广东"), ("上海", "上海")]
    assert event.squads == ()


def test_an_event_of_persons_with_clubs_is_not_made_into_teams(tmp_path: Path) -> None:
    roster = csv(tmp_path, "单位,姓名", "广东,甲", "广东,乙", "上海,丙", "上海,丁")
    event = read_event(ClosedBook(made(tmp_path, roster, {"团体": "队员总分", "轮数": "3"})).snapshot()).event
    assert [player.name for player in event.players] == ["甲", "乙", "丙", "丁"]


def test_the_sentence_of_a_new_workbook_counts_teams_and_members(tmp_path: Path) -> None:
    roster = csv(tmp_path, "单位,姓名", "广东,甲", "广东,乙", "上海,丙", "上海,丁")
    path = tmp_path / "新.xlsx"
    outcome = actions.new(path, roster=roster, items=ROBIN, now=NOW, draw_seed=lambda: 7)
    assert outcome.done == ("已新建 新.xlsx：单循环，2 队（队员 4 人），1 轮。",)
