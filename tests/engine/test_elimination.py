"""积分末位淘汰 (E1): who goes out, who stays level, places kept, the rounds after a cut."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from xlpair.engine.audit import audit
from xlpair.engine.checks import check, plan_problems
from xlpair.engine.cuts import Cut, cuts_of
from xlpair.engine.elimination import departures, eliminated
from xlpair.engine.pairing import next_round
from xlpair.engine.standings import standings
from xlpair.engine.tiebreaks import criteria_of
from xlpair.errors import BadInput, NoPairing, NotAllowed
from xlpair.model import Attendance, Event, Game, Pairing, Player, Result, Round
from xlpair.settings import CutTie, Settings, System

RED, DRAW, BLACK = Result.RED_WIN, Result.DRAW, Result.BLACK_WIN


def new(n: int, cuts: str, rounds: int, **switches: object) -> Event:
    settings = Settings(rounds=rounds, knockout_cuts=cuts)
    return Event(replace(settings, **switches), tuple(Player(one, f"棋手{one}") for one in range(1, n + 1)))  # type: ignore[arg-type]


def better_wins(made: Round) -> Round:
    """The smaller number wins every game."""
    boards = tuple(one.with_result(RED if one.red < one.black else BLACK) for one in made.pairings)
    return replace(made, pairings=boards)


def stays_away(made: Round, number: int) -> Round:
    """He forfeits his game."""
    boards = (
        one.with_result(Result.RED_FORFEITS if one.red == number else Result.BLACK_FORFEITS)
        if number in (one.red, one.black)
        else one
        for one in made.pairings
    )
    return replace(made, pairings=tuple(boards))


def play(event: Event, rounds: int) -> Event:
    for _ in range(rounds):
        event = event.with_round(better_wins(next_round(event)))
    return event


def points(event: Event) -> dict[int, object]:
    return {row.player.number: row.score for row in standings(event).rows}


def playing(made: Round) -> list[int]:
    return sorted(made.numbers())


def test_lines_are_understood_and_put_in_order() -> None:
    text = "8轮后取4名、5轮后少于4.5分"
    assert cuts_of(Settings(knockout_cuts=text)) == (Cut(5, points=Fraction(9, 2)), Cut(8, places=4))
    assert cuts_of(Settings(knockout_cuts="第5轮后不足4分")) == (Cut(5, points=4),)
    assert cuts_of(Settings()) == ()


@pytest.mark.parametrize("text", ["5轮", "取8名", "0轮后取8名", "5轮后取0名", "5轮后取8名、5轮后少于4分"])
def test_what_is_no_cut_is_told(text: str) -> None:
    with pytest.raises(BadInput, match="末位淘汰"):
        cuts_of(Settings(knockout_cuts=text))
    assert [problem.where for problem in plan_problems(new(8, text, 5))] == ["末位淘汰"]


def test_preset_b_is_the_default() -> None:
    """S3: 积分编排 乙 goes with 末位淘汰."""
    assert criteria_of(Settings(knockout_cuts="5轮后取8名"))[:2] == ("积分", "累进分")
    assert criteria_of(Settings())[:2] == ("积分", "对手分")


def test_fewer_points_than_asked_for_leaves() -> None:
    """Eight players, two rounds, the smaller number wins: 1-2 3-4 5-6 7-8; then the winners among themselves …

    Points after two rounds are 4, 2 or 0. Fewer than 2 leaves: just those with 0.
    """
    event = play(new(8, "2轮后少于2分", 4), 2)
    out = {number for number, score in points(event).items() if score == 0}
    assert len(out) == 2
    assert eliminated(event) == dict.fromkeys(sorted(out), 2)
    third = next_round(event)
    assert playing(third) == sorted(set(range(1, 9)) - out)


def test_the_cut_waits_for_the_last_result() -> None:
    event = play(new(8, "2轮后少于2分", 4), 2)
    last = event.rounds[-1]
    half = replace(last, pairings=(last.pairings[0].with_result(None), *last.pairings[1:]))
    assert departures(event.upto(1).with_round(half)) == ()
    assert eliminated(event.upto(1)) == {}


def lines(number: int, *boards: tuple[int, int, Result]) -> Round:
    return Round(
        number,
        tuple(Pairing(at, red, black, (Game(result),)) for at, (red, black, result) in enumerate(boards, start=1)),
    )


def six_after_one(cuts: str, **switches: object) -> Event:
    """Three games: 1 beats 2, 3 and 4 draw, 5 beats 6: 2 1 1 2 points for 1 3 4 5."""
    event = new(6, cuts, 3, criteria=("积分",), **switches)
    return event.with_round(lines(1, (1, 2, RED), (3, 4, DRAW), (5, 6, RED)))


def test_level_at_the_last_place_all_stay() -> None:
    """Three are to go on; 3 and 4 share place 3: four go on."""
    event = six_after_one("1轮后取3名")
    assert eliminated(event) == {2: 1, 6: 1}
    assert playing(next_round(event)) == [1, 3, 4, 5]


def test_level_at_the_last_place_the_lot_decides() -> None:
    """Three go on, and an odd number is left: one of them rests (B2)."""
    event = six_after_one("1轮后取3名", cut_tie=CutTie.LOT)
    out = set(eliminated(event))
    assert out in ({2, 6, 3}, {2, 6, 4})
    made = next_round(event)
    assert len(made.numbers()) == 3
    assert [bye.player for bye in made.byes] == sorted({3, 4} - out)
    drawn = {frozenset(eliminated(six_after_one("1轮后取3名", cut_tie=CutTie.LOT, lot_seed=seed))) for seed in range(9)}
    assert len(drawn) == 2


def test_exactly_so_many_or_fewer_than_are_asked_for() -> None:
    assert set(eliminated(six_after_one("1轮后取4名"))) == {2, 6}
    assert set(eliminated(six_after_one("1轮后取2名"))) == {2, 3, 4, 6}
    assert eliminated(six_after_one("1轮后取9名")) == {}


def test_who_is_out_keeps_his_place_below_all_who_are_in() -> None:
    """Six players, 1轮后取4名: 2 and 6 are out with 0 points. 3 then loses twice, 1 point in all: still above.

    Their figures are those of the cut: 2's 对手分 was 1's 2 points, whatever 1 wins later.
    """
    event = new(6, "1轮后取4名", 3, criteria=("积分", "对手分"))
    event = event.with_round(lines(1, (1, 2, RED), (3, 4, DRAW), (5, 6, RED)))
    event = event.with_round(lines(2, (4, 1, DRAW), (5, 3, RED)))
    event = event.with_round(lines(3, (1, 3, RED), (5, 4, DRAW)))
    rows = [(row.place, row.player.number, row.values, row.remark) for row in standings(event).rows]
    assert rows == [
        (1, 1, (5, 0 + 3 + 1), ""),
        (1, 5, (5, 0 + 1 + 3), ""),
        (3, 4, (3, 1 + 5 + 5), ""),
        (4, 3, (1, 3 + 5 + 5), ""),
        (5, 2, (0, 2), "第1轮后淘汰"),
        (5, 6, (0, 2), "第1轮后淘汰"),
    ]


def test_rounds_a_player_is_out_of_are_blank() -> None:
    event = play(six_after_one("1轮后取4名"), 1)
    cells = {row.player.number: row.cells for row in standings(event).rows}
    assert cells[2][1] == ()
    assert cells[1][1] != ()


def test_several_cuts_and_the_order_of_those_out() -> None:
    """32, cut to 16 after round 3 and to 10 after round 5, 7 rounds: 10 above 6 above 16, whatever points."""
    event = play(new(32, "3轮后取16名、5轮后取10名", 7, cut_tie=CutTie.LOT), 7)
    assert [len(made.numbers()) for made in event.rounds] == [32] * 3 + [16] * 2 + [10] * 2
    remarks = [row.remark for row in standings(event).rows]
    assert remarks == [""] * 10 + ["第5轮后淘汰"] * 6 + ["第3轮后淘汰"] * 16
    assert all(found.same for found in audit(event))
    assert check(event) == ()


def withdrawn(event: Event, *numbers: int) -> Event:
    players = tuple(
        replace(one, attendance=Attendance(withdrawn=True)) if one.number in numbers else one for one in event.players
    )
    return replace(event, players=players)


def test_who_has_left_takes_no_place_among_those_who_go_on() -> None:
    """5 leaves after round 1: the first three still playing are 1, 3 and 4; 5 keeps his points, gone (B7)."""
    event = withdrawn(six_after_one("1轮后取3名"), 5)
    assert playing(next_round(event)) == [1, 3, 4]
    rows = [(row.place, row.player.number, row.remark) for row in standings(event).rows]
    assert rows == [(1, 1, ""), (2, 3, ""), (2, 4, ""), (4, 5, ""), (5, 2, "第1轮后淘汰"), (5, 6, "第1轮后淘汰")]


def test_who_stops_coming_when_a_cut_is_made_has_left_and_was_not_cut() -> None:
    """8 forfeits both rounds before the cut and is paired no more (B6); 6 has no points either and is cut (E1)."""
    event = new(8, "2轮后取6名", 4, forfeits_stop=2)
    for _ in range(2):
        event = event.with_round(stays_away(better_wins(next_round(event)), 8))
    for _ in range(2):
        remarks = {row.player.number: row.remark for row in standings(event).rows}
        assert {number: remark for number, remark in remarks.items() if remark} == {6: "第2轮后淘汰", 8: "退赛"}
        event = play(event, 1)


def test_a_correction_after_the_cut_takes_nobody_out_who_plays_on() -> None:
    """Round 2 is being played by 1 3 4 5; then 1-2 turns out to have been 0:2."""
    event = six_after_one("1轮后取4名")
    event = event.with_round(better_wins(next_round(event)))
    first = lines(1, (1, 2, BLACK), (3, 4, DRAW), (5, 6, RED))
    corrected = replace(event, rounds=(first, event.rounds[1]))
    assert set(eliminated(corrected)) <= {2, 6}
    assert 1 in playing(next_round(corrected))


def test_a_late_entry_after_the_cut_is_not_cut() -> None:
    event = six_after_one("1轮后取4名")
    late = Player(7, "新人", attendance=Attendance(((2, None),)))
    made = next_round(replace(event, players=(*event.players, late)))
    assert playing(made) == [1, 3, 4, 5, 7]


def test_too_few_left_for_the_rounds_to_come_is_told_at_the_start() -> None:
    """Four players can meet each other in three rounds, not in five."""
    told = [str(problem) for problem in plan_problems(new(32, "4轮后取4名", 9))]
    assert told == ["末位淘汰：第4轮后只留 4 人，以后最多再赛 3 轮，现在还要赛 5 轮。 请多留几人，或减少轮数。"]


def test_a_cut_that_sends_nobody_out_or_comes_when_all_is_played_is_told_at_the_start() -> None:
    """Fourteen players: the first 14 are all of them, the first 13 are not. Of five rounds the fifth is the last."""
    for places in (14, 20):
        told = [problem.what for problem in plan_problems(new(14, f"2轮后取{places}名", 5))]
        assert told == [f"第2轮后取 {places} 名，一共才 14 人，谁也不会淘汰。"]
    assert plan_problems(new(14, "2轮后取13名", 5)) == ()
    for after in (5, 99):
        told = [problem.what for problem in plan_problems(new(14, f"{after}轮后取10名", 5))]
        assert told == [f"一共只有 5 轮，第{after}轮后的这一条用不上。"]


def test_those_who_have_stayed_are_counted_not_those_who_were_to_stay() -> None:
    """Fourteen, all of round 1 decided on the board: the seven winners are level, so seven stay where four were to.

    Seven can meet each other in seven rounds (one rests each time), four only in three: four more rounds are no matter.
    """
    event = play(new(14, "1轮后取4名", 5, criteria=("积分",)), 1)
    assert len(playing(next_round(event))) == 7
    assert [problem.what for problem in plan_problems(event) if "留" in problem.what] == []
    long = replace(event, settings=replace(event.settings, rounds=9))
    told = [problem.what for problem in plan_problems(long) if "留" in problem.what]
    assert told == ["第1轮后留下 7 人，以后最多再赛 7 轮，现在还要赛 8 轮。"]


def test_those_who_stay_may_have_met_is_told_at_the_start() -> None:
    """Of 60 the first 16 play four more rounds, nine in all: more than half of 16, so they may run out of opponents."""
    told = [str(problem) for problem in plan_problems(new(60, "5轮后取16名", 9))]
    assert told == [
        "末位淘汰：第5轮后只留 16 人，其中会有已经相遇过的，再赛 4 轮，后几轮可能排不通。 请多留几人，或减少轮数。"
    ]
    assert plan_problems(new(60, "5轮后取20名", 9)) == ()


def test_where_a_cut_leaves_one_the_way_out_is_to_end() -> None:
    event = six_after_one("1轮后取1名", cut_tie=CutTie.LOT)
    assert [str(problem) for problem in plan_problems(event)][:1] == [
        "第2轮：能参赛的只有 1 人，不能编排。 淘汰以后不够编排；可以把“轮数”改成 1，就此结束。"
    ]
    with pytest.raises(NotAllowed, match="可以把“轮数”改成 1，就此结束"):
        next_round(event)


def test_a_round_that_cannot_be_paired_after_a_cut_says_how_to_end() -> None:
    """Two stay who have met in round 1."""
    event = new(4, "1轮后取2名", 3)
    pairs = (Pairing(1, 1, 2, (Game(Result.DRAW),)), Pairing(2, 3, 4, (Game(Result.BOTH_FORFEIT),)))
    with pytest.raises(NoPairing, match="可以把“轮数”改成 1 就此结束，或者人工编排"):
        next_round(event.with_round(Round(1, pairs)))


def test_cuts_belong_to_swiss_events_only() -> None:
    event = new(6, "1轮后取2名", 3, system=System.ROUND_ROBIN)
    event = event.with_round(better_wins(next_round(event)))
    assert eliminated(event) == {}
    assert len(next_round(event).pairings) == 3
