"""F4 and what a board of the first round says: each way of giving sides by cases worked out by hand."""

from __future__ import annotations

import pytest
from first_round_scenes import boards, event_of, forbidding
from hypothesis import given
from hypothesis import strategies as st

from xlpair.engine.first_round import first_round
from xlpair.model import Event, Game, How, Pairing, PassedOver, PassReason, Player, SideRule
from xlpair.settings import FirstPairing, FirstSides, Numbering, Settings

# -- F4


def test_odd_boards_small_even_boards_big() -> None:
    assert boards(event_of(8)) == [(1, 2), (4, 3), (5, 6), (8, 7)]


def test_exchanged_players_get_sides_by_the_board_they_sit_at() -> None:
    assert boards(event_of(6, A=(1, 2))) == [(1, 4), (3, 2), (5, 6)]


@pytest.mark.parametrize(
    ("numbering", "pairing", "expected"),
    [
        (Numbering.HALVES_FRONT_BACK, FirstPairing.ENDS, [(1, 6), (2, 5), (3, 4)]),
        (Numbering.HALVES_ODD_EVEN, FirstPairing.ENDS, [(1, 6), (5, 2), (3, 4)]),
        # Both in one half: by the board. 1-2 upper, 3-4 mixed, 5-6 lower.
        (Numbering.HALVES_FRONT_BACK, FirstPairing.NEIGHBOURS, [(1, 2), (3, 4), (5, 6)]),
        # 1-4, 2-5, 3-6, odd is upper.
        (Numbering.HALVES_ODD_EVEN, FirstPairing.MIDDLE, [(1, 4), (5, 2), (3, 6)]),
        # No halves: by the board.
        (Numbering.MIXED, FirstPairing.ENDS, [(1, 6), (5, 2), (3, 4)]),
        (Numbering.AS_ROSTER, FirstPairing.ENDS, [(1, 6), (5, 2), (3, 4)]),
    ],
)
def test_upper_half_has_red(numbering: Numbering, pairing: FirstPairing, expected: list[tuple[int, int]]) -> None:
    settings = Settings(numbering=numbering, first_pairing=pairing, first_sides=FirstSides.UPPER_HALF_RED)
    assert boards(event_of(6, settings)) == expected


@pytest.mark.parametrize("numbering", [Numbering.HALVES_ODD_EVEN, Numbering.HALVES_FRONT_BACK])
def test_both_in_one_half_the_board_decides(numbering: Numbering) -> None:
    settings = Settings(
        numbering=numbering,
        first_sides=FirstSides.UPPER_HALF_RED,
        first_pairing=FirstPairing.MIDDLE if numbering is Numbering.HALVES_ODD_EVEN else FirstPairing.NEIGHBOURS,
    )
    # 拦腰 with odd/even: 1-5 2-6 3-7 4-8; 临近 with front/back: 1-2 3-4 5-6 7-8.
    expected = {
        Numbering.HALVES_ODD_EVEN: [(1, 5), (6, 2), (3, 7), (8, 4)],
        Numbering.HALVES_FRONT_BACK: [(1, 2), (4, 3), (5, 6), (8, 7)],
    }
    assert boards(event_of(8, settings)) == expected[numbering]


def test_half_of_a_number_is_that_of_the_draw_though_rows_were_deleted_since() -> None:
    # Ten were drawn, 1–5 上半区; 1 and 2 are gone: 3-4 5-6 7-8 9-10. At board 2 the upper half's 5 has red.
    settings = Settings(numbering=Numbering.HALVES_FRONT_BACK, first_sides=FirstSides.UPPER_HALF_RED)
    event = Event(settings, tuple(Player(number) for number in range(3, 11)))
    assert boards(event) == [(3, 4), (5, 6), (7, 8), (10, 9)]


@pytest.mark.parametrize(
    ("pairing", "expected"),
    [
        (FirstPairing.ENDS, [(1, 8), (7, 2), (3, 6), (5, 4)]),
        # 1-5 and 3-7 both odd, 2-6 and 4-8 both even: by the board.
        (FirstPairing.MIDDLE, [(1, 5), (6, 2), (3, 7), (8, 4)]),
    ],
)
def test_odd_number_has_red(pairing: FirstPairing, expected: list[tuple[int, int]]) -> None:
    settings = Settings(first_pairing=pairing, first_sides=FirstSides.ODD_NUMBER_RED)
    assert boards(event_of(8, settings)) == expected


def test_two_odd_or_two_even_numbers_get_sides_by_the_board() -> None:
    settings = Settings(first_sides=FirstSides.ODD_NUMBER_RED)
    odd = Event(settings, tuple(Player(number) for number in (1, 3, 5, 7)))
    even = Event(settings, tuple(Player(number) for number in (2, 4, 6, 8)))
    assert boards(odd) == [(1, 3), (7, 5)]
    assert boards(even) == [(2, 4), (8, 6)]


@pytest.mark.parametrize(
    ("pairing", "expected"),
    [
        # Sums 9: the smaller number.
        (FirstPairing.ENDS, [(1, 8), (2, 7), (3, 6), (4, 5)]),
        # Sums 6, 8, 10, 12: the bigger number.
        (FirstPairing.MIDDLE, [(5, 1), (6, 2), (7, 3), (8, 4)]),
    ],
)
def test_sum_of_the_numbers_decides(pairing: FirstPairing, expected: list[tuple[int, int]]) -> None:
    settings = Settings(first_pairing=pairing, first_sides=FirstSides.SUM_OF_NUMBERS)
    assert boards(event_of(8, settings)) == expected


def test_sides_by_lot_are_drawn_for_every_board_from_the_seed() -> None:
    def drawn(seed: int) -> tuple[bool, ...]:
        settings = Settings(first_sides=FirstSides.LOT, lot_seed=seed)
        return tuple(red < black for red, black in boards(event_of(6, settings)))

    assert len({drawn(seed) for seed in range(100)}) == 8
    assert drawn(3) == drawn(3)


# -- what a board says


def test_a_board_has_as_many_open_games_as_a_meeting() -> None:
    made = first_round(event_of(2, Settings(games_per_meeting=2)), (1, 2))
    assert made == (Pairing(1, 1, 2, (Game(), Game())),)


def test_a_board_says_what_it_was_made_by() -> None:
    one, two, three = first_round(event_of(6, forbidding((5, 6)), A=(1, 2)), (1, 2, 3, 4, 5, 6))
    # 1-2 gave way to 1-4 and 3-2; then 5-6: none follows, 3-2 before it gives 2: 5-2 and 3-6.
    assert [{board.red, board.black} for board in (one, two, three)] == [{1, 4}, {3, 6}, {5, 2}]
    assert one.reason is not None
    assert three.reason is not None
    assert two.reason is not None
    assert (one.reason.how, one.reason.side_rule) == (How.FIRST_ROUND, SideRule.FIRST_ROUND)
    assert (one.reason.drawer, one.reason.taken) == (1, 4)
    assert one.reason.passed_over == (PassedOver(2, PassReason.SAME_CLUB),)
    assert two.reason.passed_over == ()
    assert three.reason.passed_over == (PassedOver(6, PassReason.FORBIDDEN),)


@given(order=st.permutations(list(range(1, 9))), forbidden=st.sets(st.tuples(st.integers(1, 4), st.integers(5, 8))))
def test_order_of_entry_changes_nothing(order: list[int], forbidden: set[tuple[int, int]]) -> None:
    def made(numbers: list[int]) -> tuple[Pairing, ...]:
        players = tuple(Player(number, club="A" if number < 4 else "") for number in numbers)
        return first_round(Event(forbidding(*forbidden), players), numbers)

    assert made(order) == made(list(range(1, 9)))
