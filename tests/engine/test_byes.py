"""Who rests: the few cases in which the order of B2 alone does not decide, worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import xlpair
from xlpair.api import event
from xlpair.model import Attendance, ByeKind, Event
from xlpair.settings import ClubRule, Settings

APART = Settings(rounds=2, club_rule=ClubRule.ALWAYS)


def rests(of: Event) -> list[int]:
    return [bye.player for bye in xlpair.next_round(of).byes if bye.kind is ByeKind.BYE]


def of_clubs(*clubs: str, forbidden: frozenset[tuple[int, int]] = frozenset()) -> Event:
    """Three players before round 1, one letter a club; who rests leaves the other two to meet."""
    players = [(number, f"{number}号", club) for number, club in enumerate(clubs, start=1)]
    return event(players, settings=replace(APART, forbidden=forbidden))


def test_the_biggest_number_rests_where_nothing_stands_against_it() -> None:
    assert rests(of_clubs("甲", "乙", "丙")) == [3]


def test_nobody_gives_up_a_wish_for_the_order_of_the_bye() -> None:
    """B2, W9.2: were 3 to rest, 1 and 2 of one club would meet; so the next, 2, rests."""
    assert rests(of_clubs("甲", "甲", "乙")) == [2]


def test_where_every_rest_costs_the_same_the_order_decides() -> None:
    """All of one club: whoever rests, two of them meet; 3 comes first."""
    assert rests(of_clubs("甲", "甲", "甲")) == [3]


def test_the_rest_that_gives_up_least_goes_before_the_order() -> None:
    """All of one club, 1 and 2 forbidden besides: 3's rest gives up both wishes, 2's only one."""
    assert rests(of_clubs("甲", "甲", "甲", forbidden=frozenset({(1, 2)}))) == [2]


def test_who_joins_in_round_2_does_not_rest_in_it() -> None:
    """B2: 5 comes in round 2, last by points and number; 2 and 3 lost, of those the bigger number rests: 3."""
    first = event(5, [[(1, 2, "2:0"), (4, 3, "2:0")]], {"轮数": 3})
    late = Attendance(((2, None),))
    players = tuple(replace(player, attendance=late) if player.number == 5 else player for player in first.players)
    assert rests(replace(first, players=players)) == [3]


def test_a_second_rest_says_so() -> None:
    """1, 2, 3 have each rested once, 4 and 5 have left; of 1, 2, 3 (4 points each) the biggest number rests again."""
    draws = [[(1, 4, "1:1"), (2, 5, "1:1"), (3,)], [(2, 3, "1:1"), (1,)], [(1, 3, "1:1"), (2,)]]
    played = event(5, draws, {"轮数": 5})
    left = Attendance(((1, 1),))
    players = tuple(replace(player, attendance=left) if player.number > 3 else player for player in played.players)
    (bye,) = xlpair.next_round(replace(played, players=players)).byes
    assert (bye.player, bye.kind) == (3, ByeKind.BYE)
    assert bye.note.startswith("第2次轮空")


def test_of_those_who_have_rested_the_one_with_fewest_rests_goes_first() -> None:
    """1 has rested twice, 2 and 3 once, 4 and 5 have left; 1 has 5 points, 2 and 3 have 4: of these the bigger, 3."""
    byes = [[(1, 4, "1:1"), (2, 5, "1:1"), (3,)], [(4, 2, "1:1"), (5, 3, "1:1"), (1,)], [(3, 4, "1:1"), (1,), (2,)]]
    played = event(5, byes, {"轮数": 5})
    left = Attendance(((1, 3),))
    players = tuple(replace(player, attendance=left) if player.number > 3 else player for player in played.players)
    assert rests(replace(played, players=players)) == [3]


def test_leave_is_no_bye() -> None:
    """B2: 5 was on leave in round 1, which is worth nothing; all others have a point, so he rests in round 2."""
    first = event(5, [[(1, 2, "1:1"), (3, 4, "1:1"), (5, "请假")]], {"轮数": 3})
    assert rests(first) == [5]


def test_who_comes_later_than_the_round_but_has_stood_before_is_on_leave() -> None:
    """参赛轮次 "4-" typed for 5, who played rounds 1 and 2: in round 3 he is on leave, not gone."""
    two = [[(1, 2, "2:0"), (3, 4, "2:0"), (5,)], [(1, 3, "2:0"), (5, 2, "2:0"), (4,)]]
    played = event(5, two, {"轮数": 5})
    players = tuple(
        replace(player, attendance=Attendance(((4, None),))) if player.number == 5 else player
        for player in played.players
    )
    made = xlpair.next_round(replace(played, players=players))
    assert [bye.player for bye in made.byes if bye.kind is ByeKind.LEAVE] == [5]
