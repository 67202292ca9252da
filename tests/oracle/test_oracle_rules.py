"""The independent judge, rule by rule, against cases worked out by hand."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace

import pytest

from oracle.dead_ends import Graph, rounds_fit
from oracle.history import Card, cards
from oracle.looking_ahead import best_by_weight, look_ahead
from oracle.scenes import both_ways, event_of
from oracle.stepping_back import best_by_trying, step_back
from oracle.swiss_oracle import settle
from oracle.table import Made, Table
from xlpair.model import Attendance, Player
from xlpair.settings import ClubRule, EqualSides, Settings, Worth


def card(number: int, *, score: int = 4, balance: int = 0, run: int = 0) -> Card:
    return Card(number, "", score, balance, run, frozenset(), 0, 0, late=False)


def table_of(*two: Card, number: int = 4, last: int = 9, settings: Settings | None = None) -> Table:
    return Table({one.number: one for one in two}, number, last, settings or Settings())


def test_smaller_balance_then_the_signed_run_has_red() -> None:
    # C1: balance −1 before +1. C2, balance 0: three blacks, two, one, none, one red, two reds – whoever stands earlier.
    assert table_of(card(8, balance=-1, run=1), card(3, balance=1, run=-2)).red(3, 8) == 8
    for early, late in itertools.combinations((-3, -2, -1, 0, 1, 2, 3), 2):
        for small, big in ((early, late), (late, early)):
            table = table_of(card(3, run=small), card(8, run=big))
            assert table.red(3, 8) == table.red(8, 3) == (3 if small == early else 8)


@pytest.mark.parametrize(
    ("rule", "two", "number", "red"),
    [
        (EqualSides.SUM_OF_NUMBERS, (3, 8), 4, 3),
        (EqualSides.SUM_OF_NUMBERS, (3, 9), 5, 9),
        (EqualSides.ROUND_PARITY, (3, 8), 4, 8),
        (EqualSides.ROUND_PARITY, (3, 9), 5, 3),
    ],
)
def test_equal_histories_are_told_apart_by_numbers(
    rule: EqualSides, two: tuple[int, int], number: int, red: int
) -> None:
    table = table_of(card(two[0]), card(two[1]), number=number, settings=Settings(equal_sides=rule))
    assert table.red(*two) == red


@pytest.mark.parametrize(
    ("number", "high", "low", "red", "red_without"),
    [
        # 6 has more points and is a red ahead like 2; C2 would give him another one, C4 gives him the black he lacks.
        (7, card(6, score=9, balance=1, run=-1), card(2, score=8, balance=1, run=1), 2, 6),
        # The same the other way round: he lacks a red.
        (9, card(6, score=9, balance=-1, run=1), card(2, score=8, balance=-1, run=-1), 6, 2),
        # Round 6 of 9 is not yet one of the last three.
        (6, card(6, score=9, balance=1, run=-1), card(2, score=8, balance=1, run=1), 6, 6),
        # Level in points.
        (7, card(6, score=8, balance=1, run=-1), card(2, score=8, balance=1, run=1), 6, 6),
        # 6 lacks nothing.
        (7, card(6, score=9, balance=0, run=1), card(2, score=8, balance=-1, run=-1), 2, 2),
        # It would be the third red running for 2.
        (7, card(6, score=9, balance=1, run=-1), card(2, score=8, balance=1, run=2), 6, 6),
        # It would be the balance −3 for 2.
        (8, card(6, score=9, balance=-1, run=-1), card(2, score=8, balance=-2, run=1), 2, 2),
    ],
)
def test_last_three_rounds_mend_the_balance_of_the_higher(
    number: int, high: Card, low: Card, red: int, red_without: int
) -> None:
    assert table_of(high, low, number=number).red(2, 6) == red
    assert table_of(high, low, number=number, settings=Settings(last_three=False)).red(6, 2) == red_without


def walk(*all_cards: Card, number: int, last: int = 9, settings: Settings | None = None) -> list[Made]:
    """Both ways' walk over a field told card by card, without a bye."""
    table = table_of(*all_cards, number=number, last=last, settings=settings)
    ready, least = settle(table, best_by_weight, w12=False)
    made = look_ahead(ready, least)
    assert settle(table, best_by_trying, w12=False)[1] == least
    assert step_back(ready, least) == made
    return made


def drawn(made: list[Made]) -> list[tuple[int, int]]:
    return [(one.drawer, one.taken) for one in made]


def meet(*pairs: tuple[int, int]) -> Callable[[Card], Card]:
    """Cards that know whom they have met."""

    def with_met(one: Card) -> Card:
        others = {other for pair in pairs if one.number in pair for other in pair if other != one.number}
        return replace(one, met=frozenset(others))

    return with_met


@pytest.mark.parametrize(("number", "drawers"), [(3, [(1, 2), (4, 3)]), (4, [(4, 3), (1, 2)]), (5, [(1, 2), (4, 3)])])
def test_rows_of_equal_length_are_drawn_from_by_the_head_with_the_right_number(
    number: int, drawers: list[tuple[int, int]]
) -> None:
    # W6. 1 and 4 want red, 2 and 3 black. Round 3: small first, heads 1 and 2, so 1's row draws. Round 4: big first,
    # heads 4 and 3: the bigger head draws, and that is 4's row.
    four = [card(1, run=-1), card(4, run=-1), card(2, run=1), card(3, run=1)]
    assert drawn(walk(*four, number=number)) == drawers


def test_shorter_row_draws_and_the_rest_of_the_longer_is_paired_inside() -> None:
    # W6, W7. Round 3. Red: 6. Black, in order: 1 2 3 4 5; 6 has met 1, so 6-2 (错位); then 1-3 and 4-5.
    six = map(meet((1, 6)), [card(6, run=-1), *(card(number, run=1) for number in range(1, 6))])
    assert drawn(walk(*six, number=3)) == [(6, 2), (1, 3), (4, 5)]


@pytest.mark.parametrize(
    ("met", "made"),
    [
        # W5. 1 wants red, 2 black; they have met and come down to 3, 4 (red) and 5, 6 (black).
        ([(1, 2)], [(1, 5), (2, 3), (4, 6)]),
        # 1 has met the whole other row: he takes from his own.
        ([(1, 2), (1, 5), (1, 6)], [(1, 3), (2, 4), (5, 6)]),
        # 2 has met everybody but 5: were 1 to take 5, only one of the two would be paired here (W9.4).
        ([(1, 2), (2, 3), (2, 4), (2, 6)], [(1, 6), (2, 5), (3, 4)]),
    ],
)
def test_those_who_came_down_take_the_other_row_first(met: list[tuple[int, int]], made: list[tuple[int, int]]) -> None:
    came = [card(1, score=6, run=-1), card(2, score=6, run=1)]
    own = [card(3, run=-1), card(4, run=-1), card(5, run=1), card(6, run=1)]
    assert drawn(walk(*map(meet(*met), [*came, *own]), number=3)) == made


def test_a_pair_that_leaves_the_rest_unpairable_is_not_made() -> None:
    # W9.3. 1 2 level above 3 4, 3 and 4 have met: the two above must not be paired with each other.
    four = [card(1, score=6, run=-1), card(2, score=6, run=1), card(3, run=-1), card(4, run=1)]
    assert drawn(walk(*map(meet((3, 4)), four), number=3)) == [(1, 4), (2, 3)]
    assert drawn(walk(*four, number=3)) == [(1, 2), (3, 4)]


@pytest.mark.parametrize(("balance", "made"), [(False, [(3, 2), (1, 6), (5, 4)]), (True, [(3, 1), (2, 6), (5, 4)])])
def test_who_went_down_less_often_goes_down_with_the_switch(balance: bool, made: list[tuple[int, int]]) -> None:
    # W8. Round 4: big first. 3 2 1 all want red; by the walk 3 takes 2 and 1 goes down, for the third time. Of the
    # three, 2 went down least often: with the switch it is his turn.
    above = [replace(card(number, score=6, run=-1), downs=downs) for number, downs in ((1, 2), (2, 0), (3, 1))]
    below = [card(number, run=1) for number in (4, 5, 6)]
    assert drawn(walk(*above, *below, number=4, settings=Settings(balance_downs=balance))) == [*made]


@pytest.mark.parametrize(("number", "made"), [(3, [(1, 3), (2, 4)]), (5, [(1, 2), (3, 4)])])
def test_a_third_equal_colour_is_passed_over_but_not_in_the_last_round(
    number: int, made: list[tuple[int, int]]
) -> None:
    # W10. All want red: 1 and 2 after two blacks, 3 and 4 after one. 1-2 would give one of them a third black.
    four = [card(one, balance=-2, run=-2) for one in (1, 2)] + [card(one, balance=-1, run=-1) for one in (3, 4)]
    result = walk(*four, number=number, last=5)
    assert drawn(result) == made
    assert not any(one.forced for one in result)


def test_a_third_equal_colour_stands_where_there_is_nobody_else() -> None:
    result = walk(card(1, balance=-2, run=-2), card(2, balance=-2, run=-2), number=3)
    assert result == [Made(1, 2, forced=True)]


def test_clubs_give_way_before_forbidden_pairs() -> None:
    # W9.2. 1 has met 4; 1-2 is on the list, 1 and 3 are of one 单位.
    clubs = {1: "A", 2: "", 3: "A", 4: ""}
    four = [replace(card(number, run=-1), club=clubs[number]) for number in clubs]
    settings = Settings(forbidden=frozenset({(1, 2)}), club_rule=ClubRule.ALWAYS)
    made = walk(*map(meet((1, 4)), four), number=3, settings=settings)
    assert {one.pair for one in made} == {frozenset((1, 3)), frozenset((2, 4))}
    made = walk(*four, number=3, settings=settings)
    assert {one.pair for one in made} == {frozenset((1, 4)), frozenset((2, 3))}


@pytest.mark.parametrize(
    ("byes", "met", "bye"),
    [
        # B2. 4 and 5 are the lowest. The biggest number of them rests; 5 has had a bye: 4; both have: 3.
        ({}, [], 5),
        ({5: 1}, [], 4),
        ({4: 1, 5: 1}, [], 3),
        # Without 5 nobody would be left for 1.
        ({}, [(1, 2), (1, 3), (1, 4)], 4),
        # Everybody has had one, 5 two: the biggest of the lowest who had one.
        ({1: 1, 2: 1, 3: 1, 4: 1, 5: 2}, [], 4),
        # Only 1 has had none, and with him resting 2 has nobody: then the second bye.
        ({2: 1, 3: 1, 4: 1, 5: 1}, [(2, 3), (2, 4), (2, 5)], 5),
    ],
)
def test_bye_goes_to_the_biggest_number_of_the_lowest_who_may(
    byes: dict[int, int], met: list[tuple[int, int]], bye: int
) -> None:
    five = [replace(card(number, score=4 if number < 4 else 2), byes=byes.get(number, 0)) for number in range(1, 6)]
    for best in (best_by_weight, best_by_trying):
        ready, _ = settle(table_of(*map(meet(*met), five), number=2, last=3), best, w12=True)
        assert ready.bye == bye


PETERSEN = [
    (0, 1),
    (1, 2),
    (2, 3),
    (3, 4),
    (4, 0),
    (0, 5),
    (1, 6),
    (2, 7),
    (3, 8),
    (4, 9),
    (5, 7),
    (7, 9),
    (9, 6),
    (6, 8),
    (8, 5),
]


def graph_of(n: int, edges: list[tuple[int, int]]) -> Graph:
    masks = [0] * n
    for one, two in edges:
        masks[one] |= 1 << two
        masks[two] |= 1 << one
    return tuple(masks)


@pytest.mark.parametrize(
    ("graph", "most"),
    [
        # Everybody against everybody: n − 1 rounds.
        (graph_of(4, list(itertools.combinations(range(4), 2))), 3),
        (graph_of(6, list(itertools.combinations(range(6), 2))), 5),
        # Three against three: 3. Two triangles: none. A ring of six: 2. A prism: 3.
        (graph_of(6, list(itertools.product(range(3), range(3, 6)))), 3),
        (graph_of(6, [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]), 0),
        (graph_of(6, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)]), 2),
        (graph_of(6, [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)]), 3),
        # Petersen's graph: every perfect matching leaves two rings of five, so one round and no more.
        (graph_of(10, PETERSEN), 1),
    ],
)
def test_rounds_that_fit_into_known_graphs(graph: Graph, most: int) -> None:
    assert [rounds_fit(graph, rounds) for rounds in range(most + 2)] == [True] * (most + 1) + [False]


def test_a_latecomer_does_not_rest_in_his_first_round_while_another_can() -> None:
    # 5 comes to round 2 with 0 points and the biggest number; 4 lost and rests. Had he been there: 5.
    late = Player(5, attendance=Attendance(((2, None),)))
    event = event_of(5, "1-2 2:0, 3-4 2:0", players=(late,))
    assert both_ways(event, 4)[1] == 4
    there = event_of(5, "1-2 2:0, 3-4 2:0, 5", settings=Settings(bye_worth=Worth.LOSS))
    assert both_ways(there, 4)[1] == 4
    absent = event_of(7, "1-2 2:0, 3-4 2:0, 5-6 2:0, 7", players=(Player(2, attendance=Attendance(((1, 1),))),))
    assert sorted(cards(absent)) == [1, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(("stop", "field"), [(2, [1, 3, 4]), (0, [1, 2, 3, 4]), (3, [1, 2, 3, 4])])
def test_two_forfeits_in_a_row_end_being_paired(stop: int, field: list[int]) -> None:
    event = event_of(4, "1-2 +-, 3-4 1:1", "2-3 --, 1-4 1:1", settings=Settings(forfeits_stop=stop))
    assert sorted(cards(event)) == field


def test_a_game_between_two_forfeits_starts_the_count_again_and_a_bye_does_not() -> None:
    played = event_of(5, "1-2 +-, 3-4 1:1, 5", "2-3 1:1, 1-5 1:1, 4", "2-4 -+, 3-5 1:1, 1")
    rested = event_of(5, "1-2 +-, 3-4 1:1, 5", "1-3 1:1, 4-5 1:1, 2", "2-4 -+, 3-5 1:1, 1")
    assert 2 in cards(played)
    assert 2 not in cards(rested)
