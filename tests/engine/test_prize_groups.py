"""Prize groups (组别): the order of the whole standings, places counted inside the group."""

from __future__ import annotations

from dataclasses import replace

import pytest
from group_scenes import grouped, play
from sketches import sketch

from xlpair.engine.prize_groups import PrizeGroup, prize_groups
from xlpair.engine.standings import standings
from xlpair.model import Event, Player
from xlpair.settings import FinalForm, Settings

BY_POINTS = Settings(criteria=("积分",))


def groups(event: Event) -> tuple[PrizeGroup, ...]:
    return prize_groups(event, standings(event))


def placed(group: PrizeGroup) -> list[tuple[int, int]]:
    return [(row.place, row.standing.player.number) for row in group.rows]


def test_places_count_inside_the_group_and_shared_places_stay_shared() -> None:
    """Points 2 2 1 1 0 0, places 1 1 3 3 5 5.

    女子: 2, 3, 4, 6 with whole places 1, 3, 3, 5, so 1, 2, 2, 4. 少年: 4 and 5 with 3 and 5, so 1 and 2.
    """
    women, junior = ("女子",), ("少年",)
    people = [
        Player(1),
        Player(2, categories=women),
        Player(3, categories=women),
        Player(4, categories=(*junior, *women)),
        Player(5, categories=junior),
        Player(6, categories=women),
    ]
    found = groups(sketch(people, "1>5 2>6 3=4", settings=BY_POINTS))
    assert [group.name for group in found] == ["女子", "少年"]
    assert [placed(group) for group in found] == [[(1, 2), (2, 3), (2, 4), (4, 6)], [(1, 4), (2, 5)]]
    assert [row.shared for row in found[0].rows] == [False, True, True, False]


def test_a_place_shared_with_somebody_outside_the_group_is_not_shared_inside_it() -> None:
    people = [Player(1, categories=("女子",)), Player(2)]
    (group,) = groups(sketch(people, "1=2", settings=BY_POINTS))
    assert placed(group) == [(1, 1)]
    assert not group.rows[0].shared


def test_nobody_in_a_group_means_no_group() -> None:
    assert groups(sketch(2, "1>2")) == ()


def test_a_group_before_the_first_round_has_everybody_in_it() -> None:
    (group,) = groups(Event(BY_POINTS, (Player(1), Player(2, categories=("老年",)), Player(3, categories=("老年",)))))
    assert placed(group) == [(1, 2), (1, 3)]


def two_groups(**switches: object) -> Event:
    """1 2 3 in group A, 4 5 6 in B; the smaller number always wins, so they come in this order in their groups."""
    event = grouped((1, 2, 3), (4, 5, 6), **switches)
    own = {1: ("女子",), 2: ("女子",), 4: ("女子", "少年"), 5: ("少年",)}
    return replace(event, players=tuple(replace(one, categories=own.get(one.number, ())) for one in event.players))


@pytest.mark.parametrize("form", [FinalForm.NONE, FinalForm.ROUND_ROBIN, FinalForm.KNOCKOUT, FinalForm.PLACEMENT])
def test_places_in_different_groups_of_the_event_are_as_good_as_each_other(form: FinalForm) -> None:
    """Nobody of A has met anybody of B: of the women two have won their group and share, one stands below both."""
    women, junior = groups(play(two_groups(final_form=form, group_qualifiers=1), 3))
    assert placed(women) == [(1, 1), (1, 4), (3, 2)]
    assert [row.shared for row in women.rows] == [True, True, False]
    assert placed(junior) == [(1, 4), (2, 5)]


@pytest.mark.parametrize("form", [FinalForm.ROUND_ROBIN, FinalForm.KNOCKOUT, FinalForm.PLACEMENT])
def test_a_final_parts_those_who_have_played_it(form: FinalForm) -> None:
    """1 beats 4 in the final; 2 and 5, second in their groups, share the third place of all."""
    women, junior = groups(play(two_groups(final_form=form, group_qualifiers=1)))
    assert [placed(women), placed(junior)] == [[(1, 1), (2, 4), (3, 2)], [(1, 4), (2, 5)]]
    assert [row.standing.place for row in women.rows] == [1, 2, 3]
    assert not any(row.shared for row in (*women.rows, *junior.rows))
