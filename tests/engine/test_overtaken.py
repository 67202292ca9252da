"""Results corrected after later rounds were made from them (hands 23; R7, K1–K5, E1).

The rounds that are paired stay; a further one is made only where it agrees with them, and every difference is told.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from group_scenes import DRAW, better_wins, field, grouped, leaves, pairs, play

from xlpair.engine.audit import audit
from xlpair.engine.checks import plan_problems
from xlpair.engine.elimination import eliminated
from xlpair.engine.group_finals import planned, qualified
from xlpair.engine.knockout import undecided
from xlpair.engine.pairing import next_round
from xlpair.engine.rounds import planned_rounds
from xlpair.engine.standings import standings
from xlpair.errors import Gravity, Overtaken, Problem
from xlpair.model import Event, Player, Result, Round
from xlpair.settings import CutTie, FinalForm, Settings, System

RED, BLACK = Result.RED_WIN, Result.BLACK_WIN


def all_red(made: Round) -> Round:
    return replace(made, pairings=tuple(one.with_result(RED) for one in made.pairings))


def played(event: Event, rounds: int) -> Event:
    """So many rounds more, red always wins."""
    for _ in range(rounds):
        event = event.with_round(all_red(next_round(event)))
    return event


def corrected(event: Event, number: int, board: int, result: Result | None = None) -> Event:
    """A board with another result: the opposite one unless given."""
    round_ = event.rounds[number - 1]
    pairings = []
    for one in round_.pairings:
        now = one.games[0].result
        other = result or (None if now is None else now.mirrored)
        pairings.append(replace(one.with_result(other), through=None) if one.board == board else one)
    changed = replace(round_, pairings=tuple(pairings))
    return replace(event, rounds=(*event.rounds[: number - 1], changed, *event.rounds[number:]))


def meeting_of(event: Event, one: int, other: int) -> tuple[int, int]:
    """Round and board where two have met first."""
    return next(
        (round_.number, pairing.board)
        for round_ in event.rounds
        for pairing in round_.pairings
        if {pairing.red, pairing.black} == {one, other}
    )


def drawn_groups(event: Event, rounds: int) -> Event:
    for _ in range(rounds):
        event = event.with_round(better_wins(next_round(event), dict.fromkeys(range(1, 99), 0)))
    return event


def errors(event: Event) -> list[Problem]:
    return [one for one in plan_problems(event) if one.gravity is Gravity.ERROR]


def by_seed(n: int, system: System, **switches: object) -> Event:
    players = tuple(Player(number, f"棋手{number}", seed=number) for number in range(1, n + 1))
    return Event(replace(Settings(system=system), **switches), players)  # type: ignore[arg-type]


FINALS = [
    ({"final_form": FinalForm.ROUND_ROBIN, "carry_results": True, "group_qualifiers": 2}, 9, 3),
    ({"final_form": FinalForm.ROUND_ROBIN, "carry_results": True, "group_qualifiers": 3}, 12, 2),
    ({"final_form": FinalForm.PLACEMENT}, 9, 3),
    ({"final_form": FinalForm.PLACEMENT, "group_qualifiers": 2}, 11, 3),
]


@pytest.mark.parametrize(("switches", "n", "count"), FINALS)
@pytest.mark.parametrize("seed", range(1, 9))
def test_a_lot_in_the_groups_gives_one_final_with_everybody_once_against_everybody(
    switches: dict[str, object], n: int, count: int, seed: int
) -> None:
    """All games of the groups are drawn. The final is a round robin of those placed by lot, mutual games left out."""
    settings = Settings(system=System.GROUPS, groups=count, lot_seed=seed, criteria=("积分",))
    event = Event(replace(settings, **switches), tuple(field(n)))  # type: ignore[arg-type]
    last = planned(replace(event, settings=replace(event.settings, final_form=FinalForm.NONE)))
    event = drawn_groups(event, last)
    order = [one.numbers for one in qualified(event)]
    while len(event.rounds) < planned(event):
        event = event.with_round(better_wins(next_round(event)))
        assert [one.numbers for one in qualified(event)] == order
    met = Counter(frozenset(pair) for made in event.rounds[last:] for pair in pairs(made))
    if switches["final_form"] is FinalForm.PLACEMENT:
        together = [[one[at] for one in order if at < len(one)] for at in range(max(map(len, order)))]
        expected = {frozenset(pair) for members in together for pair in combinations(members, 2)}
    else:
        expected = {frozenset((a, b)) for one, two in combinations(order, 2) for a in one for b in two}
    assert met == dict.fromkeys(expected, 1)
    assert not any("退赛" in bye.note for made in event.rounds for bye in made.byes)
    assert all(found.same for found in audit(event))


@pytest.mark.parametrize(("switches", "n", "count"), FINALS)
def test_who_leaves_after_a_lot_does_not_change_the_order_of_the_others(
    switches: dict[str, object], n: int, count: int
) -> None:
    """Before the final the next one comes up; after it has begun he stays a member (R8)."""
    settings = Settings(system=System.GROUPS, groups=count, lot_seed=5, criteria=("积分",))
    event = Event(replace(settings, **switches), tuple(field(n)))  # type: ignore[arg-type]
    last = planned(replace(event, settings=replace(event.settings, final_form=FinalForm.NONE)))
    event = drawn_groups(event, last)
    everybody = replace(event, settings=replace(event.settings, group_qualifiers=None))
    first, *others = (one.numbers for one in qualified(everybody))
    gone = leaves(everybody, first[0])
    assert [one.numbers for one in qualified(gone)] == [first[1:], *others]
    begun = play(event, 1)
    order = qualified(begun)
    assert qualified(leaves(begun, order[0].numbers[0])) == order


@pytest.mark.parametrize("final", [FinalForm.PLACEMENT, FinalForm.ROUND_ROBIN])
def test_hands_23_a_result_of_the_groups_corrected_in_mid_final_leaves_the_final_as_it_was(final: FinalForm) -> None:
    """1 beat 4 in A; after the first round of the final 4 is said to have won, so that 4 would be first of A."""
    switches = {"final_form": final, "group_qualifiers": 2, "carry_results": True}
    event = play(grouped((1, 4, 7, 10), (2, 5, 8, 11), (3, 6, 9, 12), **switches), 4)
    wrong = corrected(event, *meeting_of(event, 1, 4))
    told = {one.where: one.what for one in plan_problems(wrong) if one.rule == "R7"}
    if final is FinalForm.PLACEMENT:
        assert "次序是 4号、1号" in told["A组"]
        assert "1号、4号 接着编排" in told["A组"]
    else:
        # Several orders fit what has been paired: none is said to be the one.
        assert "次序与第4轮编排时不同" in told["决赛"]
    while len(event.rounds) < planned(event):
        event = event.with_round(better_wins(next_round(event)))
        wrong = wrong.with_round(better_wins(next_round(wrong)))
        assert pairs(wrong.rounds[-1]) == pairs(event.rounds[-1])
    assert {row.player.number for row in standings(wrong).rows[:6]} == {1, 2, 3, 4, 5, 6}


def test_hands_23_another_one_would_have_gone_on_is_told_and_the_final_stays() -> None:
    """7 had lost to 4 in A; corrected, 7 is second of A. The final of 1 4 and 2 5 goes on."""
    event = play(
        grouped((1, 4, 7), (2, 5, 8), final_form=FinalForm.ROUND_ROBIN, group_qualifiers=2, criteria=("积分",)), 4
    )
    wrong = corrected(event, *meeting_of(event, 4, 7))
    assert [one.what for one in plan_problems(wrong) if one.where == "A组"] == [
        "按现在的成绩，出线的是 1号、7号；决赛照第4轮，是 1号、4号。"
    ]
    assert pairs(next_round(wrong)) == pairs(next_round(event))


def test_a_group_nobody_of_which_is_in_the_final_is_said_to_have_nobody_there() -> None:
    """All of B had left when the final began; then the marks are wiped out again."""
    switches = {"final_form": FinalForm.ROUND_ROBIN, "group_qualifiers": 2, "criteria": ("积分",)}
    event = play(grouped((1, 3, 5), (2, 4, 6), **switches), 3)
    begun = play(leaves(leaves(leaves(event, 2), 4), 6), 1)
    back = replace(begun, players=event.players)
    assert [one.what for one in plan_problems(back) if one.where == "B组"] == [
        "按现在的成绩，出线的是 2号、4号；决赛照第4轮，是 无人。"
    ]


def test_a_final_that_no_order_gives_is_refused_and_told() -> None:
    """By hand two of one group have met in the final: from there the table does not go on."""
    event = play(
        grouped((1, 3, 5), (2, 4, 6), final_form=FinalForm.ROUND_ROBIN, group_qualifiers=2, carry_results=True), 4
    )
    first, second = event.rounds[3].pairings
    by_hand = replace(event.rounds[3], pairings=(replace(first, red=1, black=3), replace(second, red=2, black=4)))
    event = replace(event, rounds=(*event.rounds[:3], by_hand))
    assert [one.where for one in errors(event)] == ["决赛"]
    with pytest.raises(Overtaken, match="撤销第4轮和以后各轮"):
        next_round(event)


def test_hands_23_two_champions_there_are_not() -> None:
    """Eight, red always wins; then board 1 of round 1 is turned. The final was played: its winner alone is first."""
    event = played(by_seed(8, System.KNOCKOUT), 3)
    (final,) = event.rounds[2].pairings
    first = event.rounds[0].pairings[0]
    wrong = corrected(event, 1, 1)
    rows = standings(wrong).rows
    assert [(row.place, row.player.number, row.remark) for row in rows[:2]] == [
        (1, final.red, "冠军"),
        (2, final.black, "决赛负"),
    ]
    assert next(row.place for row in rows if row.player.number == first.black) == 5
    assert [row.remark for row in rows].count("冠军") == 1
    (told,) = errors(wrong)
    assert told.where == "第1轮第1台"
    assert told.what == f"按现在的成绩，{first.black}号应进第2轮的“半决赛”，可是已经编排的对阵里没有。"
    assert "撤销第2轮和以后各轮" in told.hint


def test_hands_23_a_double_knock_out_does_not_pair_a_player_with_himself() -> None:
    """Four; the winners' final is turned after its loser has lost again: both should be elsewhere."""
    event = played(by_seed(4, System.DOUBLE_KNOCKOUT), 3)
    wrong = corrected(event, 2, 1)
    with pytest.raises(Overtaken, match="第2轮第1台"):
        next_round(wrong)


def test_hands_23_places_played_out_do_not_seat_somebody_twice() -> None:
    """Six, with matches for third place and for the places below; a quarter-final is turned after the semi-finals."""
    event = played(by_seed(6, System.KNOCKOUT, third_place=True, placement_matches=True), 2)
    with pytest.raises(Overtaken, match="第1轮第1台"):
        next_round(corrected(event, 1, 1))


def test_hands_23_a_second_final_that_was_played_stays_the_last_word() -> None:
    """Two; 2 won the first final and lost the second one. Then 1 is said to have won the first one as well."""
    event = by_seed(2, System.DOUBLE_KNOCKOUT)
    for winner in (1, 2, 1):
        made = next_round(event)
        (one,) = made.pairings
        made = replace(made, pairings=(one.with_result(RED if one.red == winner else BLACK),))
        event = event.with_round(made)
    wrong = corrected(event, 2, 1)
    assert [row.player.number for row in standings(wrong).rows if row.place == 1] == [1]
    assert "又排了决赛第二场" in errors(wrong)[0].what
    assert len(wrong.rounds) == planned_rounds(wrong)


def test_a_correction_that_sends_on_the_same_goes_on_silently() -> None:
    """A win turned into a draw with a word for the same player."""
    event = played(by_seed(8, System.KNOCKOUT), 2)
    first = event.rounds[0].pairings[0]
    level = replace(first.with_result(DRAW), through=first.red)
    round_ = replace(event.rounds[0], pairings=(level, *event.rounds[0].pairings[1:]))
    now = replace(event, rounds=(round_, event.rounds[1]))
    assert pairs(next_round(now)) == pairs(next_round(event))
    assert not errors(now)


FORMS: list[dict[str, object]] = [
    {"system": System.KNOCKOUT},
    {"system": System.KNOCKOUT, "third_place": True},
    {"system": System.KNOCKOUT, "third_place": True, "placement_matches": True},
    {"system": System.DOUBLE_KNOCKOUT},
    {"system": System.GROUPS, "groups": 2, "group_qualifiers": 2, "final_form": FinalForm.KNOCKOUT},
    {"system": System.GROUPS, "groups": 2, "group_qualifiers": 2, "final_form": FinalForm.ROUND_ROBIN},
    {"system": System.GROUPS, "groups": 2, "final_form": FinalForm.PLACEMENT},
    {
        "system": System.GROUPS,
        "groups": 2,
        "group_qualifiers": 2,
        "final_form": FinalForm.ROUND_ROBIN,
        "carry_results": True,
    },
]


@pytest.mark.parametrize("form", range(len(FORMS)))
@pytest.mark.parametrize("n", range(3, 13))
def test_whatever_is_corrected_no_round_has_anybody_twice(n: int, form: int) -> None:
    """Random play, and before every round perhaps a result turned: a round comes out whole, or not at all."""
    if FORMS[form]["system"] is System.GROUPS and n < 4:
        return
    for seed in range(6):
        chance = Random(f"{n} {form} {seed}")
        settings = replace(Settings(lot_seed=seed), **FORMS[form])  # type: ignore[arg-type]
        event = Event(settings, tuple(field(n)))
        while (made := _next_or_none(event)) is not None:
            seated = [one for pair in pairs(made) for one in pair] + [bye.player for bye in made.byes]
            assert len(set(seated)) == len(seated), (n, form, seed, made)
            event = event.with_round(_by_chance(made, chance))
            if chance.random() < 0.4:
                event = _one_turned(event, chance)
        _one_champion_at_most(event)


def _next_or_none(event: Event) -> Round | None:
    """The next round; none when all are played, or where it is refused, which the check tells as well."""
    if len(event.rounds) >= planned_rounds(event):
        return None
    if errors(event):
        with pytest.raises(Overtaken):
            next_round(event)
        return None
    return next_round(event)


def _one_turned(event: Event, chance: Random) -> Event:
    number = chance.randrange(1, len(event.rounds) + 1)
    board = chance.choice(event.rounds[number - 1].pairings).board
    return corrected(event, number, board, chance.choice((RED, BLACK)))


def _by_chance(made: Round, chance: Random) -> Round:
    return replace(made, pairings=tuple(one.with_result(chance.choice((RED, BLACK))) for one in made.pairings))


def _one_champion_at_most(event: Event) -> None:
    assert not undecided(event)
    rows = standings(event).rows
    assert [row.remark for row in rows].count("冠军") <= 1
    if event.settings.system is System.KNOCKOUT and len(event.rounds) == planned_rounds(event):
        champions = [row.player.number for row in rows if row.place == 1]
        (final, *_) = event.rounds[-1].pairings
        assert champions == [final.red if final.games[0].result is RED else final.black]
        assert {final.red, final.black} == {row.player.number for row in rows[:2]}


def test_hands_23_who_was_cut_is_what_the_next_round_shows() -> None:
    """Six play one round, four go on; then board 1 is turned: 1 would be out and 2 in. Neither changes places."""
    event = Event(Settings(rounds=4, knockout_cuts="1轮后少于2分"), tuple(field(6)))
    event = event.with_round(all_red(next_round(event)))
    winners = frozenset(one.red for one in event.rounds[0].pairings)
    first = event.rounds[0].pairings[0]
    event = replace(event, settings=replace(event.settings, knockout_cuts="1轮后少于1分"))
    late = Player(7, "新人")
    event = replace(event, players=(*event.players, late))
    second = next_round(event)
    assert second.numbers() == winners | {7}
    event = event.with_round(all_red(second))
    wrong = corrected(event, 1, 1)
    assert set(eliminated(wrong)) == {one.black for one in event.rounds[0].pairings}
    told = [one for one in plan_problems(wrong) if one.rule == "E1"]
    assert [one.where for one in told] == ["第2轮"]
    assert f"{first.black}号应当留下，那时淘汰了" in told[0].what
    assert f"{first.red}号应当淘汰，那时留下了" in told[0].what
    assert next_round(wrong).numbers() == next_round(event).numbers()
    out = {row.player.number: row.remark for row in standings(wrong).rows}
    assert out[first.black] == "第1轮后淘汰"


def test_who_has_a_placement_group_to_himself_is_not_missed_in_the_final() -> None:
    """Groups of four and three: the last of the four is seventh without a game. Nothing was corrected."""
    event = play(grouped((1, 4, 5, 7), (2, 3, 6), final_form=FinalForm.PLACEMENT), 4)
    assert 7 not in event.rounds[3].numbers()
    while True:
        assert [one for one in plan_problems(event) if one.rule == "R7"] == []
        if len(event.rounds) == planned(event):
            break
        event = event.with_round(better_wins(next_round(event)))
    assert [row.player.number for row in standings(event).rows][-1] == 7


@pytest.mark.parametrize("seed", range(4))
def test_who_is_marked_as_gone_after_his_cut_changes_no_lot(seed: int) -> None:
    """Ten draw, six stay by lot. One of the four who are out says that he goes home: nothing was corrected."""
    settings = Settings(rounds=5, knockout_cuts="1轮后取6名", cut_tie=CutTie.LOT, lot_seed=seed)
    start = Event(settings, tuple(Player(one, f"棋手{one}") for one in range(1, 11)))
    made = next_round(start)
    event = start.with_round(replace(made, pairings=tuple(one.with_result(DRAW) for one in made.pairings)))
    out = eliminated(event)
    assert len(out) == 4
    event = event.with_round(next_round(event))
    for number in sorted(out):
        home = leaves(event, number)
        assert {**eliminated(home), number: 1} == out
        assert [one for one in plan_problems(home) if one.rule == "E1"] == []
