"""Practice events of teams, on paper and through the command line; what pages and screens show of matches and lists."""

from __future__ import annotations

from dataclasses import replace

import pytest
from command_line import Shell
from sketches import sketch

from xlpair.engine.audit import audit
from xlpair.engine.lineups import fault, seats, squads
from xlpair.engine.rounds import planned_rounds
from xlpair.engine.standings import standings
from xlpair.errors import WrongUse
from xlpair.export.html_page import html_page
from xlpair.export.json_text import event_value, lists_value
from xlpair.export.lists import listings
from xlpair.meeting_words import further_lists, meeting_text, name_heading, winning_side
from xlpair.model import Event, Player, Side
from xlpair.settings import Settings, System, TeamForm
from xlpair.simulate import played_rounds, practice_event, summary
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.reader import read_event

FORMS = (TeamForm.FIXED_BOARDS, TeamForm.RESERVES, TeamForm.FREE_BOARDS)
TEAMS = Settings(team_form=TeamForm.RESERVES, boards_per_team=4, rounds=3)


def simulated(settings: Settings, count: int, seed: int) -> Event:
    return list(played_rounds(practice_event(settings, count, seed), seed))[-1]


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("system", "rounds"), [(System.SWISS, 4), (System.ROUND_ROBIN, None)])
def test_team_events_are_played_to_their_end_as_the_rules_make_them(
    system: System, rounds: int | None, form: TeamForm, seed: int
) -> None:
    settings = Settings(system=system, rounds=rounds, team_form=form, boards_per_team=3)
    event = simulated(settings, 9, seed)
    assert len(event.rounds) == planned_rounds(event) == (rounds or 9)
    assert all(found.same for found in audit(event))
    assert len(standings(event).rows) == 9
    known = squads(event)
    assert all(fault(lineup, known[lineup.team], settings) is None for lineup in event.lineups)
    for round_ in event.rounds:
        assert not round_.open_boards
        for match in round_.pairings:
            assert len(match.games) == 3
            assert all(seats(event, round_.number, team) is not None for team in (match.red, match.black))


def test_the_summary_counts_the_colours_of_teams_by_their_first_boards() -> None:
    """Six teams, 3 rounds: 3 matches of 4 boards a round; a red of board 1 for everybody's black."""
    found = summary(simulated(TEAMS, 6, 1))
    assert (found.players, found.rounds, found.games) == (6, 3, 36)
    assert sum(count for _, count in found.spread) == 6
    assert sum(balance * count for balance, count in found.spread) == 0
    assert max(abs(balance) for balance, _ in found.spread) <= 3


def test_more_teams_than_there_are_names_for_are_refused() -> None:
    with pytest.raises(WrongUse, match="队数"):
        practice_event(TEAMS, 121, 1)


# What is shown


def test_a_match_in_words() -> None:
    """局分 of the team named first, then every board from its red side: 1>=<2 is 2 + 1 + 0, board 2 with 2 as red."""
    settings = replace(TEAMS, boards_per_team=3)
    (match,) = sketch(2, "1>=<2", settings=settings).rounds[0].pairings
    assert meeting_text(settings, match) == "3:3（2:0 1:1 0:2）"
    assert winning_side(settings, match) is None
    (match,) = sketch(2, "1<<>2", settings=settings).rounds[0].pairings
    assert meeting_text(settings, match) == "2:4（0:2 2:0 2:0）"
    assert winning_side(settings, match) is Side.BLACK
    (match,) = sketch(2, "1>??2", settings=settings).rounds[0].pairings
    assert meeting_text(settings, match) == "2:0（2:0 – –）"
    assert winning_side(settings, match) is None
    (match,) = sketch(2, "1???2", settings=settings).rounds[0].pairings
    assert meeting_text(settings, match) == "–"


def test_who_goes_on_from_a_level_meeting_stands_behind_its_result() -> None:
    (game,) = sketch(2, "1=2").rounds[0].pairings
    assert winning_side(Settings(), game) is None
    sent = replace(game, through=2)
    assert meeting_text(Settings(), sent) == "1:1 晋级 2"
    assert winning_side(Settings(), sent) is sent.side(2)


def test_games_of_persons_in_words() -> None:
    (game,) = sketch(2, "1>2").rounds[0].pairings
    assert meeting_text(Settings(), game) == "2:0"
    assert winning_side(Settings(), game) is Side.RED
    (meeting,) = sketch(2, "1>=2").rounds[0].pairings
    assert meeting_text(Settings(games_per_meeting=2), meeting) == "2:0 1:1"
    assert (name_heading(Settings()), name_heading(TEAMS)) == ("姓名", "参赛队")


def with_lists() -> Event:
    """Two clubs, two prize groups, ratings, and the only round played."""
    settings = Settings(criteria=("积分",), rounds=1, team_form=TeamForm.SUM_OF_MEMBERS)
    entrants = [
        Player(1, "甲", "东城", 1800, categories=("女子",)),
        Player(2, "乙", "西城", 1800),
        Player(3, "丙", "东城", None, categories=("少年", "女子")),
        Player(4, "丁", "西城", None),
    ]
    return sketch(entrants, "1>2 4>3", settings=settings)


def test_the_lists_of_an_event_by_their_names() -> None:
    found = {name: (headings, rows) for name, headings, rows in further_lists(with_lists())}
    assert list(found) == ["团体成绩", "组别成绩 女子", "组别成绩 少年", "等级分"]
    assert found["组别成绩 女子"] == (
        ("组内名次", "总名次", "编号", "姓名", "单位", "积分"),
        ((1, 1, 1, "甲", "东城", 2), (2, 3, 3, "丙", "东城", 0)),
    )
    assert found["组别成绩 少年"][1] == ((1, 3, 3, "丙", "东城", 0),)
    assert [row[:3] for row in found["团体成绩"][1]] == [(1, "东城", 2), (1, "西城", 2)]
    assert [row[8] for row in found["等级分"][1]] == [1810, 1790, "", ""]


def test_ratings_are_left_out_while_the_event_goes_on() -> None:
    event = with_lists()
    going_on = replace(event, settings=replace(event.settings, rounds=2))
    assert "等级分" not in [name for name, _, _ in further_lists(going_on)]


def test_the_lists_are_exported() -> None:
    event = with_lists()
    assert [one.name for one in listings(event)][-4:] == ["团体成绩", "组别成绩 女子", "组别成绩 少年", "等级分"]
    page = html_page(event)
    assert all(f">{name}</h2>" in page for name in ("团体成绩", "组别成绩 女子", "等级分"))
    assert lists_value(event)[0]["name"] == "团体成绩"
    assert lists_value(event)[0]["rows"][0]["总分"] == 2
    assert "lists" not in event_value(sketch(2, "1>2"))


def test_matches_are_exported_with_the_names_of_the_teams() -> None:
    event = sketch([Player(1, "广东"), Player(2, "上海")], "1>>=<2", settings=TEAMS)
    found = {one.name: one for one in listings(event)}
    assert found["第1轮"].rows == ((1, 1, "广东", "", "5:3（2:0 0:2 1:1 2:0）", "", "上海", 2),)
    assert found["成绩表"].headings[2] == found["名单"].headings[1] == "参赛队"
    page = html_page(event)
    assert "5:3（2:0 0:2 1:1 2:0）" in page
    assert "2 队" in page
    assert "参赛队" in page


# The command line


def test_a_team_event_simulated_into_a_workbook_checked_and_gone_on_with(shell: Shell) -> None:
    words = ("--players", "8", "--rounds", "4", "--seed", "3", "--set", "团体=分台换人", "--set", "每队台数=3")
    ended = shell("simulate", *words, "--out", "团体.xlsx")
    assert ended.code == 0
    assert "8 队，4 轮，48 局" in ended.out
    found = read_event(ClosedBook("团体.xlsx").snapshot())
    assert found.problems == ()
    settings = replace(TEAMS, boards_per_team=3, rounds=4)
    *_, simulated_event = played_rounds(practice_event(settings, 8, 3), 3)
    assert found.event.rounds == simulated_event.rounds
    assert found.event.squads == simulated_event.squads
    assert sorted(found.event.lineups, key=repr) == sorted(simulated_event.lineups, key=repr)
    checked = shell("check", "团体.xlsx")
    assert "没有问题。" in checked.out
    assert "第1、2、3、4轮：与规则编排相同。" in checked.out
    assert shell("undo", "团体.xlsx", "--yes").code == 0
    assert shell("pair", "团体.xlsx").code == 0
    ended = shell("result", "团体.xlsx", "4", "1-2", "1:1")
    assert ended.code == 0
    assert [
        game.result is None for game in read_event(ClosedBook("团体.xlsx").snapshot()).event.rounds[3].pairings[0].games
    ] == [
        True,
        False,
        True,
    ]
    assert shell("explain", "团体.xlsx", "2").code == 0


def test_ratings_by_a_command(shell: Shell) -> None:
    assert shell("simulate", "--players", "6", "--rounds", "3", "--seed", "1", "--out", "赛.xlsx").code == 0
    ended = shell("rating", "赛.xlsx")
    assert ended.code == 0
    assert "不是官方等级分" in ended.out
    value = shell("rating", "赛.xlsx", "--json").value
    assert len(value["ratings"]) == 6
    # Nobody's points come from nowhere: with one K for all the changes add up to nothing, but for rounding.
    assert abs(sum(row["变化"] for row in value["ratings"])) <= 3
    assert sum(row["得分"] for row in value["ratings"]) == 9


def test_standings_show_the_lists_too(shell: Shell) -> None:
    words = ("--players", "8", "--rounds", "3", "--seed", "1", "--set", "团体=队员总分")
    assert shell("simulate", *words, "--out", "赛.xlsx").code == 0
    assert "团体成绩" in shell("standings", "赛.xlsx").out
    names = [one["name"] for one in shell("standings", "赛.xlsx", "--json").value["lists"]]
    assert names == ["团体成绩", "等级分"]
