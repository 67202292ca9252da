"""F1: drawing of numbers. What a lot gives cannot be known beforehand; what it must keep can."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlpair.engine.numbers import NO_NUMBER, draw_numbers, in_upper_half
from xlpair.model import Player
from xlpair.settings import Numbering, Settings, TeamForm

MIXED = Settings(numbering=Numbering.MIXED)
ODD_EVEN = Settings(numbering=Numbering.HALVES_ODD_EVEN)
FRONT_BACK = Settings(numbering=Numbering.HALVES_FRONT_BACK)


def roster(names: str, club: str = "") -> list[Player]:
    """Players without numbers, named by letters."""
    return [Player(NO_NUMBER, name, club) for name in names]


def rated(**ratings: int) -> list[Player]:
    return [Player(NO_NUMBER, name, rating=rating) for name, rating in ratings.items()]


def names(players: tuple[Player, ...]) -> str:
    """Names in number order; also sees to it that numbers are 1 … n."""
    assert [player.number for player in players] == list(range(1, len(players) + 1))
    return "".join(player.name for player in players)


def upper(players: tuple[Player, ...], settings: Settings) -> set[str]:
    return {player.name for player in players if in_upper_half(player.number, len(players), settings.numbering)}


# -- 按名单


def test_typed_numbers_are_kept_with_their_gaps() -> None:
    players = [Player(7, "丁"), Player(1, "甲"), Player(4, "丙"), Player(2, "乙")]
    assert [(each.number, each.name) for each in draw_numbers(players, Settings())] == [
        (1, "甲"),
        (2, "乙"),
        (4, "丙"),
        (7, "丁"),
    ]


def test_who_has_no_number_gets_the_next_ones_in_the_order_given() -> None:
    players = [Player(NO_NUMBER, "新"), Player(5, "甲"), Player(2, "乙"), Player(NO_NUMBER, "又")]
    assert [(each.number, each.name) for each in draw_numbers(players, Settings())] == [
        (2, "乙"),
        (5, "甲"),
        (6, "新"),
        (7, "又"),
    ]


def test_where_nobody_has_a_number_all_are_drawn() -> None:
    assert draw_numbers(roster("ABCDEFGH"), Settings(lot_seed=5)) == draw_numbers(
        roster("ABCDEFGH"), replace(MIXED, lot_seed=5)
    )


def test_an_empty_roster_stays_empty() -> None:
    for settings in (Settings(), MIXED, ODD_EVEN):
        assert draw_numbers([], settings) == ()


# -- 混编


def test_mixed_draw_can_be_repeated_by_anybody() -> None:
    # The promise: names in order, shuffled by random.Random("seed/F1").
    expected = list("ABCDEFGH")
    random.Random("2024/F1").shuffle(expected)
    assert names(draw_numbers(roster("HGFEDCBA"), replace(MIXED, lot_seed=2024))) == "".join(expected)


def test_mixed_draw_gives_everybody_every_number_some_time() -> None:
    seen = {
        (place, name)
        for seed in range(200)
        for place, name in enumerate(names(draw_numbers(roster("ABCD"), replace(MIXED, lot_seed=seed))))
    }
    assert len(seen) == 16


def test_drawing_anew_forgets_old_numbers() -> None:
    first = draw_numbers(roster("ABCDEFGH"), MIXED)
    assert draw_numbers(first, MIXED) == first
    assert names(draw_numbers(first, replace(MIXED, lot_seed=2))) != names(first)


@given(
    order=st.permutations(list("ABCDEFG")), seed=st.integers(0, 10**9), settings=st.sampled_from([MIXED, FRONT_BACK])
)
def test_order_of_the_rows_changes_no_lot(order: list[str], seed: int, settings: Settings) -> None:
    strength = {name: 2000 - 10 * at for at, name in enumerate("ABCDEFG")}
    settings = replace(settings, lot_seed=seed)

    def drawn(row: list[str]) -> tuple[Player, ...]:
        return draw_numbers([Player(NO_NUMBER, name, rating=strength[name]) for name in row], settings)

    assert drawn(order) == drawn(list("ABCDEFG"))


# -- 分区


@pytest.mark.parametrize("seed", range(20))
def test_stronger_half_gets_the_odd_numbers(seed: int) -> None:
    players = rated(A=1500, B=2200, C=1900, D=2100, E=1700, F=2000)
    drawn = draw_numbers(players, replace(ODD_EVEN, lot_seed=seed))
    assert set(names(drawn)[::2]) == {"B", "D", "F"}
    assert set(names(drawn)[1::2]) == {"A", "C", "E"}


@pytest.mark.parametrize("seed", range(20))
def test_stronger_half_gets_the_front_numbers_and_is_the_bigger_one(seed: int) -> None:
    players = rated(A=1500, B=2200, C=1900, D=2100, E=1700)
    drawn = names(draw_numbers(players, replace(FRONT_BACK, lot_seed=seed)))
    assert set(drawn[:3]) == {"B", "D", "C"}
    assert set(drawn[3:]) == {"A", "E"}


def test_without_ratings_the_order_given_is_the_strength() -> None:
    assert upper(draw_numbers(roster("DACB"), ODD_EVEN), ODD_EVEN) == {"D", "A"}


def test_who_has_no_rating_stands_after_those_who_have_and_equal_ratings_keep_their_order() -> None:
    players = [Player(NO_NUMBER, "A"), *rated(B=1000, C=1000, D=900), Player(NO_NUMBER, "E"), Player(NO_NUMBER, "F")]
    assert upper(draw_numbers(players, FRONT_BACK), FRONT_BACK) == {"B", "C", "D"}
    assert upper(draw_numbers(players[:5], ODD_EVEN), ODD_EVEN) == {"B", "C", "D"}
    assert upper(draw_numbers(players[:3], ODD_EVEN), ODD_EVEN) == {"B", "C"}


def test_lots_are_drawn_inside_each_half() -> None:
    draws = {names(draw_numbers(roster("ABCD"), replace(FRONT_BACK, lot_seed=seed))) for seed in range(100)}
    assert draws == {"ABCD", "ABDC", "BACD", "BADC"}


def test_the_two_halves_are_not_shuffled_alike() -> None:
    # With one and the same shuffle 5 … 8 would always stand in the order of 1 … 4.
    draws = [names(draw_numbers(roster("ABCDabcd"), replace(FRONT_BACK, lot_seed=seed))) for seed in range(20)]
    assert any(draw[:4] != draw[4:].upper() for draw in draws)


@pytest.mark.parametrize(
    ("numbering", "halves"),
    [
        (Numbering.HALVES_ODD_EVEN, [True, False, True, False, True]),
        (Numbering.HALVES_FRONT_BACK, [True, True, True, False, False]),
        (Numbering.MIXED, [None] * 5),
        (Numbering.AS_ROSTER, [None] * 5),
    ],
)
def test_half_of_a_number(numbering: Numbering, halves: list[bool | None]) -> None:
    assert [in_upper_half(number, 5, numbering) for number in range(1, 6)] == halves


# -- 队员总分: clubs spread over both halves


def teams(settings: Settings) -> Settings:
    return replace(settings, team_form=TeamForm.SUM_OF_MEMBERS)


@pytest.mark.parametrize("settings", [ODD_EVEN, FRONT_BACK])
def test_two_members_of_a_club_stand_in_different_halves(settings: Settings) -> None:
    # 如两人参赛，应分成上下半区. By strength alone A, a, B, b would be the upper half.
    players = [
        Player(NO_NUMBER, name, name.upper(), rating)
        for name, rating in zip("AaBbCcDd", range(2000, 1200, -100), strict=True)
    ]
    assert upper(draw_numbers(players, settings), settings) == {"A", "a", "B", "b"}
    assert upper(draw_numbers(players, teams(settings)), settings) == {"A", "B", "C", "D"}


def test_odd_clubs_are_filled_up_by_their_strongest_middle_members() -> None:
    # X: 1 2 3, Y: 4 5 6, Z: 7 8 9, alone: 10 (1 strongest). Sure: X1 and Y4 and Z7. Two more belong up, out of the
    # middle members X2, Y5, Z8 and the one without a club: 2 and 5.
    clubs = {1: "X", 2: "X", 3: "X", 4: "Y", 5: "Y", 6: "Y", 7: "Z", 8: "Z", 9: "Z", 10: ""}
    players = [Player(NO_NUMBER, str(at), club, 3000 - at) for at, club in clubs.items()]
    assert upper(draw_numbers(players, teams(ODD_EVEN)), ODD_EVEN) == {"1", "4", "7", "2", "5"}


def test_without_clubs_team_counting_changes_no_half() -> None:
    players = rated(A=1500, B=2200, C=1900, D=2100, E=1700)
    assert draw_numbers(players, teams(FRONT_BACK)) == draw_numbers(players, FRONT_BACK)


def test_players_without_a_club_are_no_club() -> None:
    # A and B have none and need not be parted; C and D are the only ones of their clubs.
    players = [Player(NO_NUMBER, name, club) for name, club in (("A", ""), ("B", ""), ("C", "X"), ("D", "Y"))]
    assert upper(draw_numbers(players, teams(ODD_EVEN)), ODD_EVEN) == {"A", "B"}


@given(clubs=st.lists(st.sampled_from(["X", "Y", "Z", ""]), max_size=15), seed=st.integers(0, 99))
def test_every_club_is_spread_as_evenly_as_can_be(clubs: list[str], seed: int) -> None:
    players = [Player(NO_NUMBER, str(at), club) for at, club in enumerate(clubs)]
    settings = teams(replace(FRONT_BACK, lot_seed=seed))
    drawn = draw_numbers(players, settings)
    up = upper(drawn, settings)
    assert len(up) == (len(clubs) + 1) // 2
    for club in ("X", "Y", "Z"):
        members = {player.name for player in drawn if player.club == club}
        assert abs(len(members & up) - len(members - up)) <= 1
