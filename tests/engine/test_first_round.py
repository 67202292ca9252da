"""F2, F3, F5: the first round, each way of pairing and parting by cases worked out by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from first_round_scenes import ENDS, MIDDLE, NEIGHBOURS, boards, event_of, forbidding, let_through, meetings
from hypothesis import given
from hypothesis import strategies as st

from xlpair.engine.first_round import WIDEST_SEARCH, first_pairs, first_round
from xlpair.errors import WrongUse
from xlpair.model import Event, PassReason, Player
from xlpair.settings import ClubRule, FirstPairing, Numbering, Settings

# -- F2


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (NEIGHBOURS, [(1, 2), (3, 4), (5, 6), (7, 8)]),
        (ENDS, [(1, 8), (2, 7), (3, 6), (4, 5)]),
        (MIDDLE, [(1, 5), (2, 6), (3, 7), (4, 8)]),
    ],
)
def test_each_way_of_pairing(settings: Settings, expected: list[tuple[int, int]]) -> None:
    assert list(first_pairs(range(1, 9), settings)) == expected


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (NEIGHBOURS, [(2, 3), (5, 9), (11, 20)]),
        (ENDS, [(2, 20), (3, 11), (5, 9)]),
        (MIDDLE, [(2, 9), (3, 11), (5, 20)]),
    ],
)
def test_pairing_counts_places_not_numbers(settings: Settings, expected: list[tuple[int, int]]) -> None:
    # 1 rests, 4, 6–8, 10, 12–19 are gaps; the order of the field does not matter.
    event = Event(settings, tuple(Player(number) for number in (1, 2, 3, 5, 9, 11, 20)))
    assert [tuple(sorted(pair)) for pair in boards(event, (20, 5, 2, 11, 3, 9))] == expected


def test_random_pairing_is_drawn_from_the_seed() -> None:
    drawn = [
        first_pairs(range(1, 9), Settings(first_pairing=FirstPairing.RANDOM, lot_seed=seed)) for seed in range(300)
    ]
    assert all(sorted(number for pair in each for number in pair) == list(range(1, 9)) for each in drawn)
    assert all(small < big for each in drawn for small, big in each)
    assert {pair for each in drawn for pair in each} == {(a, b) for a in range(1, 9) for b in range(a + 1, 9)}
    assert drawn[7] == first_pairs(range(1, 9), Settings(first_pairing=FirstPairing.RANDOM, lot_seed=7))


def test_an_odd_field_is_refused_and_an_empty_one_has_no_boards() -> None:
    with pytest.raises(WrongUse, match="先定轮空"):
        first_round(event_of(5), (1, 2, 3, 4, 5))
    assert first_round(event_of(5), ()) == ()


# -- F3: single exchanges


def test_club_mates_are_parted_by_the_next_pair() -> None:
    # 1-2 3-4 5-6: 2 and 4, the second ones, change places.
    assert meetings(event_of(6, A=(1, 2))) == [{1, 4}, {3, 2}, {5, 6}]


def test_the_next_pair_for_which_both_new_pairs_are_allowed() -> None:
    # 3 is of the same club: 3-2 will not do, so 6 comes instead of 4.
    assert meetings(event_of(8, A=(1, 2, 3))) == [{1, 6}, {3, 4}, {5, 2}, {7, 8}]
    # 4 is: 1-4 will not do.
    assert meetings(event_of(8, A=(1, 2, 4))) == [{1, 6}, {3, 4}, {5, 2}, {7, 8}]


def test_none_follows_so_the_nearest_before() -> None:
    assert meetings(event_of(6, A=(5, 6))) == [{1, 2}, {3, 6}, {5, 4}]


def test_none_follows_and_the_nearest_before_is_not_allowed() -> None:
    # 3-6 would join two of A, so pair 1 gives its second.
    assert meetings(event_of(6, A=(3, 5, 6))) == [{1, 6}, {3, 4}, {5, 2}]


def test_following_pairs_come_before_nearer_preceding_ones() -> None:
    # 1-2 3-4 5-6 7-8 9-10, club mates 5-6, and 7 of the same club: 9-10 gives 10 although 3-4 is as near.
    assert meetings(event_of(10, A=(5, 6, 7))) == [{1, 2}, {3, 4}, {5, 10}, {7, 8}, {9, 6}]


def test_one_exchange_can_part_two_pairs() -> None:
    assert meetings(event_of(4, A=(1, 2), B=(3, 4))) == [{1, 4}, {3, 2}]


def test_exchanges_are_made_from_board_one_on() -> None:
    # 1-2 and 3-4 both of A: 1-2 takes from 5-6 (3-4 would bring A to A), then 3-4 takes from 7-8.
    assert meetings(event_of(8, A=(1, 2, 3, 4))) == [{1, 6}, {3, 8}, {5, 2}, {7, 4}]


def test_lower_half_by_odd_and_even_numbers() -> None:
    # 首尾: 1-8 2-7 3-6 4-5. 2 and 7 are club mates. Even = 下半区: 2 changes place with 6 of the next pair.
    halves = replace(ENDS, numbering=Numbering.HALVES_ODD_EVEN)
    assert meetings(event_of(8, halves, A=(2, 7))) == [{1, 8}, {6, 7}, {3, 2}, {4, 5}]
    # Without halves the second ones: 7 with 6.
    assert meetings(event_of(8, ENDS, A=(2, 7))) == [{1, 8}, {2, 6}, {3, 7}, {4, 5}]


def test_lower_half_by_front_and_back_numbers() -> None:
    # 临近 inside 1–4 | 5–8; club mates 3-4 are both 上半区: the second moves; of 5-6, both 下半区, the second comes.
    halves = replace(NEIGHBOURS, numbering=Numbering.HALVES_FRONT_BACK)
    assert meetings(event_of(8, halves, A=(3, 4))) == [{1, 2}, {3, 6}, {5, 4}, {7, 8}]


def test_both_in_one_half_the_second_of_the_pair_moves() -> None:
    # 拦腰: 1-5 2-6 3-7 4-8, odd with odd, even with even. 1 and 5 are club mates: 5 changes with 6.
    halves = replace(MIDDLE, numbering=Numbering.HALVES_ODD_EVEN)
    assert meetings(event_of(8, halves, A=(1, 5))) == [{1, 6}, {2, 5}, {3, 7}, {4, 8}]


def test_forbidden_pairs_are_parted_like_club_mates() -> None:
    assert meetings(event_of(6, forbidding((1, 2)))) == [{1, 4}, {3, 2}, {5, 6}]
    # 1-4 is forbidden too: the pair after it.
    assert meetings(event_of(6, forbidding((1, 2), (1, 4)))) == [{1, 6}, {3, 4}, {5, 2}]


@pytest.mark.parametrize("rule", [ClubRule.FIRST_ROUND, ClubRule.FIRST_ROUNDS, ClubRule.ALWAYS])
def test_club_mates_are_parted_when_the_event_says_so(rule: ClubRule) -> None:
    assert meetings(event_of(4, replace(NEIGHBOURS, club_rule=rule), A=(1, 2))) == [{1, 4}, {3, 2}]


def test_club_mates_meet_when_the_event_says_so_and_nothing_gave_way() -> None:
    event = event_of(4, replace(NEIGHBOURS, club_rule=ClubRule.NEVER), A=(1, 2))
    assert meetings(event) == [{1, 2}, {3, 4}]
    assert let_through(event) == {}


def test_having_no_club_is_no_club() -> None:
    assert meetings(event_of(4)) == [{1, 2}, {3, 4}]


# -- F3: where not all can be parted


def test_what_cannot_be_parted_is_let_through_and_said() -> None:
    # Three of four are club mates: one pair of them there must be. No exchange helps, so all stays as F2 has it.
    event = event_of(4, A=(1, 2, 3))
    assert meetings(event) == [{1, 2}, {3, 4}]
    assert let_through(event) == {1: PassReason.SAME_CLUB}


def test_as_few_as_possible_are_let_through() -> None:
    # Four of six: 1-2 is parted by 5-6, for 3-4 nobody is left.
    event = event_of(6, A=(1, 2, 3, 4))
    assert meetings(event) == [{1, 6}, {3, 4}, {5, 2}]
    assert let_through(event) == {2: PassReason.SAME_CLUB}


def test_one_club_only_meets_itself() -> None:
    event = event_of(6, A=(1, 2, 3, 4, 5, 6))
    assert meetings(event) == [{1, 2}, {3, 4}, {5, 6}]
    assert let_through(event) == dict.fromkeys((1, 2, 3), PassReason.SAME_CLUB)


def test_a_pair_both_forbidden_and_of_one_club_is_told_as_forbidden() -> None:
    assert let_through(event_of(2, forbidding((1, 2)), A=(1, 2))) == {1: PassReason.FORBIDDEN}


def test_no_single_exchange_helps_but_another_pairing_does() -> None:
    # 1 may meet only 3: exchanging seconds gives 1-4. What is left is 1-3 2-4, at the two boards in order.
    event = event_of(4, forbidding((1, 2), (1, 4)))
    assert meetings(event) == [{1, 3}, {2, 4}]
    assert let_through(event) == {}


def test_three_pairs_change_at_once_where_two_do_not_help() -> None:
    # Allowed are only 1-6 2-3 3-4 4-5 5-6, a path from 1 to 2: the one way to pair all is 1-6 2-3 4-5.
    event = event_of(6, forbidding((1, 2), (1, 3), (1, 4), (1, 5), (2, 4), (2, 5), (2, 6), (3, 5), (3, 6), (4, 6)))
    assert meetings(event) == [{1, 6}, {2, 3}, {4, 5}]
    assert let_through(event) == {}


def test_pairs_without_need_stay_at_their_boards() -> None:
    # 7 may meet only 5: the pairs 5-6 and 7-8 are made anew, the others keep table and partner.
    event = event_of(10, forbidding((7, 8), (1, 7), (2, 7), (3, 7), (4, 7), (6, 7), (7, 9), (7, 10)))
    assert meetings(event) == [{1, 2}, {3, 4}, {5, 7}, {6, 8}, {9, 10}]


def test_club_mates_give_way_before_a_forbidden_pair() -> None:
    # 1, 2, 3 of A and one other: one pair of club mates there must be, but it need not be the forbidden 1-2.
    event = event_of(4, forbidding((1, 2)), A=(1, 2, 3))
    assert list(let_through(event).values()) == [PassReason.SAME_CLUB]


def test_large_fields_are_mended_where_they_clash() -> None:
    # 1 of 300 may meet only 3. Far more pairs than are looked at together; board 2 is among them.
    n = 3 * WIDEST_SEARCH
    event = event_of(n, forbidding(*((1, number) for number in range(2, n + 1) if number != 3)))
    expected = [{1, 3}, {2, 4}, *({number, number + 1} for number in range(5, n, 2))]
    assert meetings(event) == expected


def pairings(numbers: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
    """Every way to pair an even number of players."""
    if not numbers:
        yield []
        return
    for other in numbers[1:]:
        rest = tuple(number for number in numbers[1:] if number != other)
        for tail in pairings(rest):
            yield [(numbers[0], other), *tail]


@given(
    clubs=st.lists(st.sampled_from(["", "A", "B"]), min_size=1, max_size=4),
    more=st.lists(st.sampled_from(["", "A", "B"]), min_size=4, max_size=4),
    forbidden=st.sets(st.tuples(st.integers(1, 8), st.integers(1, 8)), max_size=14),
    way=st.sampled_from([NEIGHBOURS, ENDS, MIDDLE]),
)
def test_never_more_let_through_than_the_best_of_all_pairings(
    clubs: list[str], more: list[str], forbidden: set[tuple[int, int]], way: Settings
) -> None:
    of = dict(enumerate(clubs + more, start=1))
    numbers = tuple(of)[: len(of) - len(of) % 2]
    wishes = frozenset((a, b) for a, b in forbidden if a < b <= len(numbers))

    def given_up(pair: tuple[int, int]) -> tuple[int, int]:
        if tuple(sorted(pair)) in wishes:
            return 1, 1
        return int(bool(of[pair[0]]) and of[pair[0]] == of[pair[1]]), 0

    def total(pairs: list[tuple[int, int]]) -> tuple[int, int]:
        each = [given_up(pair) for pair in pairs]
        return sum(one for one, _ in each), sum(two for _, two in each)

    event = Event(replace(way, forbidden=wishes), tuple(Player(number, club=of[number]) for number in numbers))
    made = first_round(event, numbers)
    assert {number for board in made for number in (board.red, board.black)} == set(numbers)
    told = [board.reason.let_through for board in made if board.reason and board.reason.let_through]
    assert (len(told), told.count(PassReason.FORBIDDEN)) == total([(board.red, board.black) for board in made])
    assert (len(told), told.count(PassReason.FORBIDDEN)) == min(total(pairs) for pairs in pairings(numbers))
