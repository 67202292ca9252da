"""分组循环 (R7): the draw, the groups' rounds, who goes on, every kind of final, the table of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from events import drawn_numbers, load_games
from hypothesis import given
from hypothesis import strategies as st

from xlpair.engine.audit import audit
from xlpair.engine.cross_table import cross_rounds
from xlpair.engine.group_draw import draw_groups, group_names
from xlpair.engine.group_finals import lots_between, planned, qualified
from xlpair.engine.groups import group_sections
from xlpair.engine.pairing import next_round
from xlpair.engine.standings import crosstable, standings
from xlpair.errors import BadInput, NotAllowed, Undecided
from xlpair.model import Attendance, Bye, Event, Pairing, Player, Result, Round
from xlpair.settings import ClubRule, FinalForm, Settings, System

RED, DRAW, BLACK = Result.RED_WIN, Result.DRAW, Result.BLACK_WIN


def field(n: int, seeds: int = 0, clubs: str = "") -> list[Player]:
    """Players 1 … n, the first ones seeded; ``clubs`` has a letter for each, a blank for none."""
    marks = clubs.ljust(n)
    return [
        Player(number, f"棋手{number}", marks[number - 1].strip(), seed=number if number <= seeds else None)
        for number in range(1, n + 1)
    ]


def grouped(*groups: Iterable[int], **switches: object) -> Event:
    """An event whose groups A, B, … are typed."""
    players = [
        Player(number, f"棋手{number}", group=name)
        for name, members in zip(group_names(len(groups)), groups, strict=True)
        for number in members
    ]
    settings = replace(Settings(system=System.GROUPS, groups=len(groups)), **switches)  # type: ignore[arg-type]
    return Event(settings, tuple(players))


def better_wins(made: Round, strength: Mapping[int, int] | None = None) -> Round:
    """The round played: the smaller number wins, or the one of more ``strength``; of equal strength it is a draw."""
    pairings = []
    for pairing in made.pairings:
        red, black = (strength[one] if strength else -one for one in (pairing.red, pairing.black))
        pairings.append(pairing.with_result(DRAW if red == black else RED if red > black else BLACK))
    return replace(made, pairings=tuple(pairings))


def play(event: Event, rounds: int | None = None, strength: Mapping[int, int] | None = None) -> Event:
    """Pair and play so many rounds, or all that are left."""
    for _ in range(planned(event) - len(event.rounds) if rounds is None else rounds):
        event = event.with_round(better_wins(next_round(event), strength))
    return event


def pairs(made: Round, part: str = "") -> list[tuple[int, int]]:
    return [(one.red, one.black) for one in made.pairings if not part or one.part == part]


def places(event: Event) -> list[tuple[int, int]]:
    """Place and number of every row of the table."""
    return [(row.place, row.player.number) for row in standings(event).rows]


# the draw


def test_seeds_by_snake() -> None:
    """A B C C B A A B for eight seeds in three groups."""
    drawn = draw_groups(field(12, seeds=8), Settings(groups=3))
    assert [drawn[number] for number in range(1, 9)] == list("ABCCBAAB")


def test_seeds_go_by_the_column_not_by_number() -> None:
    players = [replace(one, seed={5: 1, 2: 2, 7: 3}.get(one.number)) for one in field(8)]
    drawn = draw_groups(players, Settings(groups=2))
    assert [drawn[number] for number in (5, 2, 7)] == ["A", "B", "B"]


def test_typed_groups_are_kept_and_the_others_filled_up() -> None:
    players = [replace(one, group="B") if one.number <= 3 else one for one in field(8)]
    drawn = draw_groups(players, Settings(groups=2))
    assert [drawn[number] for number in (1, 2, 3)] == ["B", "B", "B"]
    assert Counter(drawn.values()) == {"A": 4, "B": 4}


def test_names_go_on_as_numbers_after_z() -> None:
    assert group_names(28)[-3:] == ("Z", "27", "28")


@given(st.integers(2, 6), st.integers(12, 30), st.integers(0, 12), st.integers(0, 99))
def test_groups_are_even_and_the_seeds_too(groups: int, n: int, seeds: int, lot: int) -> None:
    drawn = draw_groups(field(n, seeds=seeds), Settings(groups=groups, lot_seed=lot))
    sizes = Counter(drawn.values())
    assert len(sizes) == groups
    assert max(sizes.values()) - min(sizes.values()) <= 1
    of_seeds = Counter(drawn[number] for number in range(1, seeds + 1))
    assert max(of_seeds.values(), default=0) - min((of_seeds[name] for name in sizes), default=0) <= 1


def test_the_lot_depends_on_the_seed_and_not_on_the_order_of_the_rows() -> None:
    players = field(12)
    assert draw_groups(players, Settings(groups=3)) == draw_groups(players[::-1], Settings(groups=3))
    assert draw_groups(players, Settings(groups=3)) != draw_groups(players, Settings(groups=3, lot_seed=2))


def mates_together(drawn: Mapping[int, str], players: list[Player]) -> int:
    counts = Counter((drawn[player.number], player.club) for player in players if player.club)
    return sum(count * (count - 1) // 2 for count in counts.values())


@pytest.mark.parametrize("seed", range(60))
def test_mates_are_parted_as_far_as_any_draw_can(seed: int) -> None:
    """Against all draws of small fields; seeds stand where the snake puts them."""
    chance = Random(seed)
    groups, n = chance.choice((2, 3)), chance.randint(6, 7)
    players = field(n, seeds=chance.choice((0, groups)), clubs="".join(chance.choice(" ABC") for _ in range(n)))
    drawn = draw_groups(players, Settings(groups=groups, lot_seed=seed))
    free = [player.number for player in players if player.seed is None]
    others = ({**drawn, **dict(zip(free, way, strict=True))} for way in set(permutations(drawn[one] for one in free)))
    assert mates_together(drawn, players) == min(mates_together(way, players) for way in others)


def test_without_the_club_rule_mates_may_meet() -> None:
    players = field(4, clubs="AA")
    together = {
        rule: {
            mates_together(draw_groups(players, Settings(groups=2, lot_seed=seed, club_rule=rule)), players)
            for seed in range(30)
        }
        for rule in (ClubRule.NEVER, ClubRule.FIRST_ROUND)
    }
    assert together == {ClubRule.NEVER: {0, 1}, ClubRule.FIRST_ROUND: {0}}


def test_what_stands_against_a_draw_is_told() -> None:
    with pytest.raises(BadInput, match="分组数：还没有填"):
        draw_groups(field(6), Settings())
    with pytest.raises(BadInput, match="5 人分不成 3 组"):
        draw_groups(field(5), Settings(groups=3))
    players = [replace(one, group="ABC"[one.number % 3]) for one in field(6)]
    with pytest.raises(BadInput, match="写了 3 个组（A、B、C），分组数是 2"):
        draw_groups(players, Settings(groups=2))


# the groups' rounds


WUYANGBEI_27 = ("2007_wuyangbei27_groupA_roundrobin", "2007_wuyangbei27_groupB_roundrobin")


def wuyangbei_27() -> tuple[Event, dict[str, int]]:
    """Both groups as one event: A has the numbers 1–6 of its own draw, B 7–12."""
    numbers = {
        who: number + 6 * at for at, name in enumerate(WUYANGBEI_27) for who, number in drawn_numbers(name).items()
    }
    players = tuple(Player(number, who, group="A" if number <= 6 else "B") for who, number in numbers.items())
    return Event(Settings(system=System.GROUPS, groups=2), players), numbers


def test_the_27th_wuyangbei_comes_out_as_played() -> None:
    """Every pair and colour of the five rounds of both groups (tests/events, PGN collection named there)."""
    event, numbers = wuyangbei_27()
    played = [game for name in WUYANGBEI_27 for game in load_games(name)]
    results = {(numbers[game.red], numbers[game.black]): game.result for game in played}
    for number in range(1, 6):
        made = next_round(event)
        expected = {(numbers[game.red], numbers[game.black]) for game in played if game.round_number == number}
        assert set(pairs(made)) == expected
        assert [one.part for one in made.pairings] == ["A组"] * 3 + ["B组"] * 3
        assert [one.board for one in made.pairings] == [1, 2, 3, 4, 5, 6]
        boards = tuple(one.with_result(results[one.red, one.black]) for one in made.pairings)
        event = event.with_round(replace(made, pairings=boards))
    with pytest.raises(NotAllowed, match="5 轮已经全部编排"):
        next_round(event)
    assert all(found.same for found in audit(event))
    # Published: A 许银川 4.5 赵国荣 3.5 汪洋 2.5 于幼华、陶汉明 2 赵汝权 0.5; B 洪智 4.5 吕钦 3.5 徐天红 3 … (×2 here)
    rows = [(row.player.group, row.place, row.player.name, row.score) for row in standings(event).rows]
    assert rows[:3] == [("A", 1, "许银川", 9), ("A", 2, "赵国荣", 7), ("A", 3, "汪洋", 5)]
    assert {row[2:] for row in rows[3:5]} == {("于幼华", 4), ("陶汉明", 4)}
    assert rows[5:9] == [("A", 6, "赵汝权", 1), ("B", 1, "洪智", 9), ("B", 2, "吕钦", 7), ("B", 3, "徐天红", 6)]
    assert {row[2:] for row in rows[9:]} == {("李锦欢", 3), ("柳大华", 3), ("李来群", 2)}


def test_groups_of_different_size_the_smaller_ones_finish_earlier() -> None:
    """A: 1 2 3 4 5 (five rounds, one rests in each), B: 6 7 8 9 (three rounds)."""
    event = grouped(range(1, 6), range(6, 10))
    assert planned(event) == 5
    first = next_round(event)
    # Table of 5 or 6: 1-(6) 2-5 3-4; of 4: 1-(4) 2-3, B's numbers 6 7 8 9 standing for 1 2 3 4.
    assert pairs(first, "A组") == [(2, 5), (3, 4)]
    assert pairs(first, "B组") == [(6, 9), (7, 8)]
    assert first.byes == (Bye(1),)
    assert first.byes[0].note == "A组"
    event = play(event, 3)
    fourth = next_round(event)
    assert {one.part for one in fourth.pairings} == {"A组"}
    event = play(event)
    cells = {row.player.number: row.cells for row in standings(event).rows}
    assert cells[6][3:] == ((), ())
    assert all(found.same for found in audit(event))


def test_group_tables_are_crosstables_of_their_own() -> None:
    """The smaller number always wins: 6, 4, 2 and 0 points in each group of four."""
    sections = group_sections(play(grouped(range(1, 5), range(5, 9))))
    assert [section.name for section in sections] == ["A组", "B组"]
    table = crosstable(sections[1].event)
    assert [(row.standing.player.number, row.standing.place, row.standing.score) for row in table.rows] == [
        (5, 1, 6),
        (6, 2, 4),
        (7, 3, 2),
        (8, 4, 0),
    ]


def leaves(event: Event, number: int) -> Event:
    players = tuple(
        replace(one, attendance=Attendance(withdrawn=True)) if one.number == number else one for one in event.players
    )
    return replace(event, players=players)


def test_hands_17_who_leaves_his_group_early_is_cancelled_there() -> None:
    """B's 8 leaves after one of three games: fewer than half, so 5 keeps nothing of beating him."""
    event = leaves(play(grouped(range(1, 5), range(5, 9)), 1), 8)
    second = next_round(event)
    assert 8 not in {one for pair in pairs(second) for one in pair}
    rows = {row.player.number: row for row in standings(play(event)).rows}
    assert rows[8].cancelled
    assert (rows[5].score, rows[1].score) == (4, 6)


def test_nobody_can_join_once_it_has_begun() -> None:
    event = play(grouped(range(1, 5), range(5, 9)), 1)
    with pytest.raises(NotAllowed, match="分组循环开赛后不能加人：9号"):
        next_round(replace(event, players=(*event.players, Player(9))))


# finals


def test_without_a_final_the_groups_stand_one_below_the_other() -> None:
    event = play(grouped((1, 3, 5, 7), (2, 4, 6, 8)))
    assert places(event) == [(1, 1), (2, 3), (3, 5), (4, 7), (1, 2), (2, 4), (3, 6), (4, 8)]


def test_final_of_the_first_two_without_their_results() -> None:
    """1 3 of A and 2 4 of B play a whole round robin by the table of four: 1-(4) 2-3, numbers 1 2 3 4."""
    event = grouped((1, 3, 5, 7), (2, 4, 6, 8), final_form=FinalForm.ROUND_ROBIN, group_qualifiers=2)
    assert planned(event) == 3 + 3
    event = play(event, 3)
    fourth = next_round(event)
    assert pairs(fourth) == [(1, 4), (2, 3)]
    assert {one.part for one in fourth.pairings} == {"决赛"}
    # In the final the bigger number wins; the others stay in the order of their groups, thirds and fourths level.
    event = play(event, strength={1: 1, 2: 2, 3: 3, 4: 4})
    assert places(event) == [(1, 4), (2, 3), (3, 2), (4, 1), (5, 5), (5, 6), (7, 7), (7, 8)]
    assert [row.score for row in standings(event).rows[:4]] == [6, 4, 2, 0]
    assert all(found.same for found in audit(event))


def test_final_with_the_results_carried_over_plays_across_only() -> None:
    """1 has beaten 3 and 2 has beaten 4 in the groups; now 4 beats 1, 3 beats 2, the other two games are draws."""
    event = grouped(
        (1, 3, 5, 7), (2, 4, 6, 8), final_form=FinalForm.ROUND_ROBIN, group_qualifiers=2, carry_results=True
    )
    assert planned(event) == 3 + 2
    event = play(play(event, 3), strength={1: 1, 2: 1, 3: 2, 4: 2})
    final = [pair for made in event.rounds[3:] for pair in pairs(made)]
    assert {frozenset(pair) for pair in final} == {frozenset(pair) for pair in ((1, 2), (1, 4), (2, 3), (3, 4))}
    # 1 and 2: 2 carried over, a draw and a loss; 3 and 4: 0 carried over, a win and a draw.
    assert [row.score for row in standings(event).rows[:4]] == [3, 3, 3, 3]
    assert all(found.same for found in audit(event))


def test_a_plan_there_is_while_nobody_has_said_how_many_groups() -> None:
    """Seven players, as if in one group: seven rounds."""
    event = Event(Settings(system=System.GROUPS), tuple(field(7)))
    assert planned(event) == 7


@pytest.mark.parametrize(
    ("carried", "all_stay", "as_they_are", "pairs_left"),
    [
        # Three of each play across in three rounds; of 1, 3 and 2 only 1-2 and 3-2 have not been played.
        (True, 3 + 3, 3 + 2, {(1, 2), (2, 3)}),
        # Six play five rounds, three play three.
        (False, 3 + 5, 3 + 3, {(1, 2), (2, 3), (1, 3)}),
    ],
)
def test_a_final_is_as_long_as_those_need_who_are_left_for_it(
    carried: bool, all_stay: int, as_they_are: int, pairs_left: set[tuple[int, int]]
) -> None:
    """Groups of three, all go on; after the groups 5, 4 and 6 leave."""
    event = grouped((1, 3, 5), (2, 4, 6), final_form=FinalForm.ROUND_ROBIN, group_qualifiers=3, carry_results=carried)
    event = play(event, 3)
    assert planned(event) == all_stay
    for number in (4, 5, 6):
        event = leaves(event, number)
    assert planned(event) == as_they_are
    event = play(event)
    final = [tuple(sorted(pair)) for made in event.rounds[3:] for pair in pairs(made)]
    assert len(final) == len(pairs_left)
    assert set(final) == pairs_left
    assert all(made.pairings for made in event.rounds)
    with pytest.raises(NotAllowed, match=f"{as_they_are} 轮已经全部编排"):
        next_round(event)
    assert all(found.same for found in audit(event))


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [((2, 2), 2), ((4, 4), 4), ((3, 3), 3), ((2, 2, 2), 4), ((2, 2, 2, 2), 6), ((3, 3, 3, 3), 9), ((1, 1, 1), 3)],
)
def test_cross_rounds_pair_everybody_with_all_others_once(sizes: tuple[int, ...], rounds: int) -> None:
    """As many rounds as opponents, where the table allows it: (g - 1)·k; three single players need three rounds."""
    numbers = iter(range(1, sum(sizes) + 1))
    groups = [tuple(next(numbers) for _ in range(size)) for size in sizes]
    made = cross_rounds(groups)
    assert len(made) == rounds
    for pairs_now in made:
        seated = [one for pair in pairs_now for one in pair]
        assert len(set(seated)) == len(seated)
    met = Counter(frozenset(pair) for pairs_now in made for pair in pairs_now)
    group_of = {one: at for at, group in enumerate(groups) for one in group}
    expected = {frozenset((one, two)) for one in group_of for two in group_of if group_of[one] != group_of[two]}
    assert met == dict.fromkeys(expected, 1)
    balance = Counter(red for pairs_now in made for red, _ in pairs_now)
    balance.subtract(black for pairs_now in made for _, black in pairs_now)
    assert all(abs(balance[one]) <= 1 for one in group_of)


def test_who_goes_on_plays_once_more_against_the_same_club_of_four() -> None:
    """Two groups of four who all go on: 1-1 2-2 3-3 4-4, then every one against the next, A first with red."""
    made = cross_rounds([(1, 2, 3, 4), (5, 6, 7, 8)])
    assert made[0] == ((1, 5), (2, 6), (3, 7), (4, 8))
    assert made[1] == ((6, 1), (7, 2), (8, 3), (5, 4))


def test_placement_groups_give_a_full_order() -> None:
    """Three groups of three: winners 1 2 3, seconds 4 5 6, thirds 7 8 9, each three a table of three."""
    event = grouped((1, 4, 7), (2, 5, 8), (3, 6, 9), final_form=FinalForm.PLACEMENT)
    assert planned(event) == 3 + 3
    event = play(event, 3)
    fourth = next_round(event)
    assert {one.part for one in fourth.pairings} == {"第1名组", "第2名组", "第3名组"}
    assert [bye.player for bye in fourth.byes] == [1, 4, 7]
    event = play(event, strength={one: one for one in range(1, 10)})
    assert places(event) == [(1, 3), (2, 2), (3, 1), (4, 6), (5, 5), (6, 4), (7, 9), (8, 8), (9, 7)]
    assert all(found.same for found in audit(event))


def test_placement_groups_of_the_first_k_only() -> None:
    event = grouped((1, 4, 7), (2, 5, 8), (3, 6, 9), final_form=FinalForm.PLACEMENT, group_qualifiers=1)
    event = play(event)
    assert places(event) == [(1, 1), (2, 2), (3, 3), (4, 4), (4, 5), (4, 6), (7, 7), (7, 8), (7, 9)]


def test_a_placement_group_of_one_has_its_place_without_a_game() -> None:
    """Groups of 3 and 2: the third of A is fifth; 1-2 and 3-4 play one round for 1st and 3rd place."""
    event = grouped((1, 3, 5), (2, 4), final_form=FinalForm.PLACEMENT)
    event = play(event, 3)
    assert {one.part for one in next_round(event).pairings} == {"第1名组", "第2名组"}
    assert places(play(event)) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]


def test_knock_out_final_winners_are_seeds_and_group_mates_apart() -> None:
    """Four groups of three, two of each go on: nobody meets a mate of his group before the final."""
    event = grouped(
        *((one, one + 4, one + 8) for one in range(1, 5)),
        final_form=FinalForm.KNOCKOUT,
        group_qualifiers=2,
        third_place=True,
    )
    assert planned(event) == 3 + 3
    event = play(event, 3)
    quarter = next_round(event)
    # Winners 1 2 3 4 are the seeds of four different quarters, each against somebody else's second.
    assert [len({one.red, one.black} & {1, 2, 3, 4}) for one in quarter.pairings] == [1, 1, 1, 1]
    assert {one.part for one in quarter.pairings} == {"8进4"}
    for one in quarter.pairings:
        assert (one.red - 1) % 4 != (one.black - 1) % 4
    event = play(event, 2)
    last = next_round(event)
    assert [one.part for one in last.pairings] == ["决赛", "三四名"]
    event = play(event)
    assert places(event)[:4] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert places(event)[8:] == [(9, 9), (9, 10), (9, 11), (9, 12)]
    assert all(found.same for found in audit(event))


def test_a_draw_in_the_knock_out_final_needs_a_decider() -> None:
    event = grouped((1, 3), (2, 4), final_form=FinalForm.KNOCKOUT, group_qualifiers=2)
    event = play(event, 1)
    semi = next_round(event)
    draws = tuple(one.with_result(DRAW) for one in semi.pairings)
    with pytest.raises(Undecided, match="第2轮第1台、第2轮第2台打平"):
        next_round(event.with_round(replace(semi, pairings=draws)))


def test_a_shared_place_is_parted_by_lot_and_told() -> None:
    """A: 3 and 5 level behind 1 to the last criterion but the mutual black (a draw): only one of them can go on."""
    event = grouped((1, 3, 5), (2, 4, 6), final_form=FinalForm.ROUND_ROBIN, group_qualifiers=2, criteria=("积分",))
    event = play(event, 3, strength={1: 9, 3: 5, 5: 5, 2: 9, 4: 5, 6: 4})
    going_on = qualified(event)
    assert [one.group for one in going_on] == ["A组", "B组"]
    assert going_on[0].numbers in ((1, 3), (1, 5))
    assert going_on[1].numbers == (2, 4)
    told = [str(problem) for problem in lots_between(event)]
    assert len(told) == 1
    assert f"A组：第2名有 2 人并列，抽签定出{going_on[0].numbers[1]}号出线" in told[0]
    others = {
        qualified(replace(event, settings=replace(event.settings, lot_seed=seed)))[0].numbers for seed in range(9)
    }
    assert others == {(1, 3), (1, 5)}


def test_who_has_left_does_not_go_on_and_the_next_does() -> None:
    event = grouped((1, 3, 5), (2, 4, 6), final_form=FinalForm.ROUND_ROBIN, group_qualifiers=1)
    event = leaves(play(event, 3), 1)
    assert [one.numbers for one in qualified(event)] == [(3,), (2,)]


def test_who_leaves_the_final_stays_in_it() -> None:
    """Four in the final; 1 leaves after two of three games: more than half, so his last one is a forfeit."""
    event = grouped((1, 3, 5, 7), (2, 4, 6, 8), final_form=FinalForm.ROUND_ROBIN, group_qualifiers=2)
    event = leaves(play(event, 5), 1)
    last = next_round(event)
    forfeit = next(one for one in last.pairings if 1 in (one.red, one.black))
    assert forfeit.result in (Result.RED_FORFEITS, Result.BLACK_FORFEITS)


def test_the_final_needs_its_number() -> None:
    event = grouped((1, 3), (2, 4), final_form=FinalForm.ROUND_ROBIN)
    with pytest.raises(NotAllowed, match="每组出线"):
        next_round(play(event, 1))


def test_the_audit_sees_a_pair_that_is_not_in_the_table() -> None:
    event = grouped(range(1, 5), range(5, 9))
    by_hand = Round(1, (Pairing(1, 1, 5), Pairing(2, 2, 3), Pairing(3, 4, 8), Pairing(4, 6, 7)))
    found = audit(event.with_round(by_hand))[0]
    assert not found.same
    assert [problem.where for problem in found.problems if problem.rule == "R1"] == ["第1轮第1台", "第1轮第3台"]
