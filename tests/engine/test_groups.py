"""分组循环 (R7): the draw, the groups' rounds, the table of each group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from events import drawn_numbers, load_games
from group_scenes import field, grouped, leaves, pairs, play
from hypothesis import given
from hypothesis import strategies as st

from xlpair.engine.audit import audit
from xlpair.engine.group_draw import draw_groups, group_names
from xlpair.engine.group_finals import planned
from xlpair.engine.groups import group_sections
from xlpair.engine.pairing import next_round
from xlpair.engine.standings import crosstable, standings
from xlpair.errors import BadInput, NotAllowed
from xlpair.model import Bye, Event, Player
from xlpair.settings import ClubRule, FinalForm, Settings, System

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


@pytest.mark.parametrize("form", FinalForm)
@pytest.mark.parametrize("n", [0, 1])
def test_nobody_plays_a_final_as_long_as_nobody_is_entered(form: FinalForm, n: int) -> None:
    settings = Settings(system=System.GROUPS, groups=2, final_form=form, group_qualifiers=2)
    assert planned(Event(settings, field(n))) == 0
