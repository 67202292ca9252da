"""对阵图: names on lines that lead to the winner."""

from __future__ import annotations

from dataclasses import replace

import pytest

from xlpair.bracket_chart import BELOW, BOTH, CHAMPION, HEADING, PLAIN, RIGHT, Chart, chart_of, room_for
from xlpair.engine.pairing import next_round
from xlpair.model import Event, Player, Result
from xlpair.settings import FinalForm, Settings, System


def new(n: int, system: System = System.KNOCKOUT, **switches: object) -> Event:
    """Players 甲 乙 丙 … in the places of their seeds."""
    players = tuple(Player(at, name, seed=at) for at, name in enumerate("甲乙丙丁戊己庚辛壬癸"[:n], start=1))
    return Event(replace(Settings(system=system), **switches), players)  # type: ignore[arg-type]


def play(event: Event, *winners: int) -> Event:
    """Pair the next round and let these win."""
    made = next_round(event)
    boards = tuple(one.with_result(Result.RED_WIN if one.red in winners else Result.BLACK_WIN) for one in made.pairings)
    return event.with_round(replace(made, pairings=boards))


def drawn(event: Event) -> Chart:
    chart = chart_of(event)
    assert chart is not None
    return chart


def column(chart: Chart, at: int) -> list[tuple[int, str]]:
    """The texts of a column with their rows."""
    return [(row, cells[at]) for row, cells in enumerate(chart.texts) if at < len(cells) and cells[at]]


def test_four_players_on_lines_that_meet_halfway() -> None:
    """Places 1 4 3 2 on every second row; each winner halfway between the two, with the result."""
    chart = drawn(play(play(new(4), 1, 2), 2))
    assert column(chart, 0) == [(0, "半决赛"), (1, "1 甲"), (3, "4 丁"), (5, "3 丙"), (7, "2 乙")]
    assert column(chart, 1) == [(0, "决赛"), (2, "1 甲　2:0"), (6, "2 乙　2:0")]
    assert column(chart, 2) == [(0, "冠军"), (4, "2 乙　2:0")]


def test_a_bracket_falls_into_trees_halves_quarters_and_pairs() -> None:
    """Each pair has four rows, counted from below the heading of its tree."""
    chart = drawn(play(play(play(new(8, third_place=True), 1, 2, 3, 4), 1, 2), 1, 3))
    (third,) = [row for row, text in column(chart, 0) if text == "三四名"]
    assert chart.starts == ((0, third), (9,), (5, 9, 13))
    for row in chart.starts[2]:
        assert chart.texts[row][0], "the first of a pair"
        assert chart.codes[row - 1][0] == PLAIN


def test_the_losers_bracket_falls_into_parts_too() -> None:
    event = play(play(play(new(8, System.DOUBLE_KNOCKOUT), 1, 2, 3, 4), 1, 2, 5, 6), 5, 6)
    chart = drawn(event)
    losers = next(row for row, text in column(chart, 0) if text == "败者组第1轮")
    assert [row for row in chart.starts[1] if row > losers] == [losers + 5]
    # The first two columns are all the upper half has: no line of theirs runs on into the lower one.
    assert chart.codes[losers + 4][:2] == (PLAIN, BOTH)
    assert chart.codes[losers + 5][:2] == (BELOW, PLAIN)


def test_lines_run_under_the_names_and_down_to_the_other_one() -> None:
    chart = drawn(play(new(4), 1, 2))
    assert [codes[0] for codes in chart.codes] == [HEADING, BELOW, RIGHT, BOTH, PLAIN, BELOW, RIGHT, BOTH]
    assert [codes[1] for codes in chart.codes] == [HEADING, PLAIN, BELOW, RIGHT, RIGHT, RIGHT, BOTH, PLAIN]
    assert [codes[2] for codes in chart.codes] == [HEADING, PLAIN, PLAIN, PLAIN, BELOW, PLAIN, PLAIN, PLAIN]


def test_the_champion_is_set_off_once_he_is_known() -> None:
    assert drawn(play(play(new(4), 1, 2), 2)).codes[4][2] == CHAMPION


def test_a_bye_is_named_and_goes_on_without_a_result() -> None:
    chart = drawn(play(new(3), 2))
    assert column(chart, 0) == [(0, "半决赛"), (1, "1 甲"), (3, "轮空"), (5, "3 丙"), (7, "2 乙")]
    assert column(chart, 1) == [(0, "决赛"), (2, "1 甲"), (6, "2 乙　2:0")]


def test_how_somebody_went_on_is_said() -> None:
    """A forfeit, and a draw with a decider."""
    event = play(new(4), 1, 2)
    one, two = event.rounds[0].pairings
    forfeit = one.with_result(Result.BLACK_FORFEITS if one.red == 1 else Result.RED_FORFEITS)
    draw = replace(two.with_result(Result.DRAW), through=3)
    event = replace(event, rounds=(replace(event.rounds[0], pairings=(forfeit, draw)),))
    assert column(drawn(event), 1)[1:] == [(2, "1 甲　弃权"), (6, "3 丙　1:1 加赛")]


def test_clubs_stand_beside_the_names_at_the_start_only() -> None:
    event = play(new(2), 1)
    with_clubs = replace(event, players=tuple(replace(one, club="北京") for one in event.players))
    chart = drawn(with_clubs)
    assert column(chart, 0)[1:] == [(1, "1 甲　北京"), (3, "2 乙　北京")]
    assert column(chart, 1)[1:] == [(2, "1 甲　2:0")]


def test_matches_for_places_have_trees_of_their_own_below() -> None:
    event = play(play(new(8, third_place=True, placement_matches=True), 1, 4, 3, 2), 1, 2, 8, 6)
    titles = [
        cells[:2] for cells, codes in zip(drawn(event).texts, drawn(event).codes, strict=True) if codes[0] == HEADING
    ]
    assert titles == [("8进4", "半决赛"), ("三四名", "第三名"), ("5至8名", "5至6名"), ("7至8名", "第7名")]


def test_trees_in_which_nobody_plays_are_left_out() -> None:
    """Five players: the fifth plays nobody for his place."""
    event = play(new(5, third_place=True, placement_matches=True), 4)
    headings = [
        cells[0] for cells, codes in zip(drawn(event).texts, drawn(event).codes, strict=True) if codes[0] == HEADING
    ]
    assert headings == ["8进4", "三四名"]


def test_the_losers_half_lets_those_who_drop_in_stand_below_the_survivors() -> None:
    """1-4 3-2 of the winners: 4 3 begin among the losers; 2 drops in under the survivor 3."""
    event = new(4, System.DOUBLE_KNOCKOUT)
    for winners in ((1, 2), (1, 3), (2,), (2,)):
        event = play(event, *winners)
    chart = drawn(event)
    top = next(row for row, cells in enumerate(chart.texts) if cells[0] == "败者组第1轮")
    rows = [cells[:3] for cells in chart.texts[top : top + 6]]
    assert rows == [
        ("败者组第1轮", "败者组第2轮", "进决赛"),
        ("4 丁", "", ""),
        ("", "3 丙　2:0", ""),
        ("3 丙", "", "2 乙　2:0"),
        ("", "2 乙", ""),
        ("", "", ""),
    ]
    finals = [cells[:2] for cells, codes in zip(chart.texts, chart.codes, strict=True) if cells[0].startswith("决赛")]
    assert finals == [("决赛", "胜者"), ("决赛第二场", "冠军")]


def test_no_second_final_is_drawn_before_it_is_needed() -> None:
    event = new(4, System.DOUBLE_KNOCKOUT)
    for winners in ((1, 2), (1, 3), (2,), (1,)):
        event = play(event, *winners)
    texts = [cells[0] for cells in drawn(event).texts]
    assert "决赛第二场" not in texts
    assert ("决赛", "冠军") in [cells[:2] for cells in drawn(event).texts]


def test_groups_have_a_bracket_once_their_games_are_over() -> None:
    settings = Settings(system=System.GROUPS, groups=2, group_qualifiers=1, final_form=FinalForm.KNOCKOUT)
    event = Event(settings, tuple(Player(at, f"棋手{at}", group="AB"[at % 2]) for at in range(1, 5)))
    assert chart_of(event) is None
    event = play(event, 1, 2)
    assert [cells[0] for cells in drawn(event).texts] == ["决赛", "2 棋手2　A组", "", "1 棋手1　B组"]


def test_nothing_is_drawn_before_the_draw_and_where_there_is_no_bracket() -> None:
    assert chart_of(new(4)) is None
    assert chart_of(play(new(4, System.ROUND_ROBIN), 1, 2)) is None


@pytest.mark.parametrize("system", [System.KNOCKOUT, System.DOUBLE_KNOCKOUT])
@pytest.mark.parametrize("n", [2, 3, 5, 8, 10])
def test_every_chart_finds_room(n: int, system: System) -> None:
    height, width = room_for(n, system)
    for switches in ({}, {"third_place": True, "placement_matches": True}):
        event = new(n, system, **switches)
        event = play(event, *range(1, n + 1))
        chart = drawn(event)
        assert len(chart.texts) <= height
        assert len(chart.texts[0]) <= width
        assert {len(row) for row in chart.texts} == {len(row) for row in chart.codes} == {len(chart.texts[0])}
