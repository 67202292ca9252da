"""How many rounds (R1, R4, W12) and when the next one may be paired (R6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from xlpair.engine.rounds import check_open, most_rounds, planned_rounds
from xlpair.errors import OpenBoards
from xlpair.model import Attendance, Bye, ByeKind, Event, Game, Pairing, Player, Result, Round
from xlpair.settings import FinalForm, Settings, System

WITHDRAWN = Attendance(withdrawn=True)


def event_of(n: int, settings: Settings | None = None) -> Event:
    return Event(settings or Settings(), tuple(Player(number) for number in range(1, n + 1)))


def with_first_round(event: Event, *byes: Bye) -> Event:
    """Round 1 paired 1-2, 3-4 … of everybody who has no bye in it."""
    resting = {bye.player for bye in byes}
    numbers = [player.number for player in event.players if player.number not in resting]
    boards = tuple(
        Pairing(board, red, black)
        for board, (red, black) in enumerate(zip(numbers[::2], numbers[1::2], strict=True), start=1)
    )
    return event.with_round(Round(1, boards, byes))


@pytest.mark.parametrize(
    ("n", "rounds"),
    [
        (0, 0),
        (1, 0),
        (2, 1),
        (3, 3),
        (4, 3),
        (5, 5),
        (6, 5),
        (7, 7),
        (8, 7),
        (11, 7),  # 2·log2 11 = 6.92
        (12, 9),  # 7.17
        (16, 9),  # exactly 8
        (22, 9),  # 8.92
        (23, 11),  # 9.05
        (32, 11),  # exactly 10
        (45, 11),  # 10.98
        (46, 13),  # 11.05
        (64, 13),  # exactly 12
        (90, 13),  # 12.98
        (91, 15),  # 13.02
        (10_000, 27),  # 26.58
        (11_585, 27),  # 26.9999: 2**27 = 134217728, 11585**2 = 134212225
        (11_586, 29),  # 27.0001: 11586**2 = 134235396
    ],
)
def test_swiss_has_the_odd_number_that_is_twice_the_knockout(n: int, rounds: int) -> None:
    assert planned_rounds(event_of(n)) == rounds


def test_swiss_takes_the_number_that_is_typed() -> None:
    assert planned_rounds(event_of(10, Settings(rounds=6))) == 6


def test_default_does_not_change_under_way() -> None:
    # Twelve begin: 9 rounds. Two leave, or thirty join: still 9. (10 would have 7, 42 would have 11.)
    begun = with_first_round(event_of(12))
    assert planned_rounds(begun) == 9
    left = tuple(replace(player, attendance=WITHDRAWN) if player.number > 10 else player for player in begun.players)
    assert planned_rounds(replace(begun, players=left)) == 9
    joined = (*begun.players, *(Player(number) for number in range(13, 43)))
    assert planned_rounds(replace(begun, players=joined)) == 9


def test_default_is_the_same_before_and_after_the_first_pairing() -> None:
    # Thirteen on the roster; 12 comes in round 2, 13 has withdrawn: eleven begin, one of them rests. 7 rounds.
    late = Attendance(((2, None),))
    players = (
        *(Player(number) for number in range(1, 12)),
        Player(12, attendance=late),
        Player(13, attendance=WITHDRAWN),
    )
    event = Event(Settings(), players)
    assert planned_rounds(event) == 7
    assert planned_rounds(with_first_round(event, Bye(11), Bye(12, ByeKind.LATE), Bye(13, ByeKind.OUT))) == 7


@pytest.mark.parametrize(("n", "single"), [(3, 3), (4, 3), (7, 7), (8, 7), (20, 19), (21, 21)])
def test_round_robins_compute_it(n: int, single: int) -> None:
    # Rule book: 比赛的总轮次数，必然是"最大号"减 1.
    for typed in (None, 5):
        assert planned_rounds(event_of(n, Settings(system=System.ROUND_ROBIN, rounds=typed))) == single
        assert planned_rounds(event_of(n, Settings(system=System.DOUBLE_ROUND_ROBIN, rounds=typed))) == 2 * single


def test_round_robin_leaves_out_who_withdrew_before_the_start() -> None:
    event = event_of(8, Settings(system=System.ROUND_ROBIN))
    players = tuple(replace(player, attendance=WITHDRAWN) if player.number < 3 else player for player in event.players)
    assert planned_rounds(replace(event, players=players)) == 5


def test_hands_06_five_players_play_five_rounds_at_most() -> None:
    assert most_rounds(5, System.SWISS) == 5
    assert most_rounds(6, System.SWISS) == 5


@pytest.mark.parametrize(
    ("system", "n", "most"),
    [
        (System.ROUND_ROBIN, 5, 5),
        (System.DOUBLE_ROUND_ROBIN, 5, 10),
        (System.DOUBLE_ROUND_ROBIN, 6, 10),
        (System.KNOCKOUT, 2, 1),
        (System.KNOCKOUT, 8, 3),
        (System.KNOCKOUT, 9, 4),
        # Two players: the first game, the final, its second game.
        (System.DOUBLE_KNOCKOUT, 2, 3),
        # Four: two winners' rounds, the losers' last one after them, final twice.
        (System.DOUBLE_KNOCKOUT, 4, 5),
    ],
)
def test_most_rounds(system: System, n: int, most: int) -> None:
    assert most_rounds(n, system) == most
    assert most_rounds(1, system) == 0


@pytest.mark.parametrize(
    ("final", "rounds"),
    [
        (FinalForm.NONE, 3),  # twelve in three groups of four
        (FinalForm.ROUND_ROBIN, 3 + 5),  # the six who go on
        (FinalForm.PLACEMENT, 3 + 3),  # three winners, three seconds …
        (FinalForm.KNOCKOUT, 3 + 3),  # six in a bracket of eight
    ],
)
def test_groups_take_the_biggest_group_and_the_final(final: FinalForm, rounds: int) -> None:
    settings = Settings(system=System.GROUPS, groups=3, group_qualifiers=2, final_form=final)
    assert planned_rounds(event_of(12, settings)) == rounds
    # Eleven: the biggest group is still one of four.
    assert planned_rounds(event_of(11, settings)) == rounds


def test_open_games_of_earlier_rounds_are_named() -> None:
    done, open_ = (Game(Result.DRAW),), (Game(),)
    event = event_of(6)
    event = event.with_round(Round(1, (Pairing(1, 1, 2, done), Pairing(2, 3, 4, open_), Pairing(3, 5, 6, open_))))
    event = event.with_round(Round(2, (Pairing(1, 1, 3, open_), Pairing(2, 2, 5, done), Pairing(3, 4, 6, done))))
    with pytest.raises(OpenBoards) as refused:
        check_open(event)
    assert refused.value.boards == ((1, 2), (1, 3), (2, 1))
    assert "第1轮第 2、3 台" in str(refused.value)
    assert "第2轮第 1 台" in str(refused.value)


def test_a_meeting_is_open_while_one_of_its_games_is() -> None:
    half = (Game(Result.DRAW), Game())
    with pytest.raises(OpenBoards):
        check_open(event_of(2).with_round(Round(1, (Pairing(1, 1, 2, half),))))


def test_nothing_open_nothing_refused() -> None:
    check_open(event_of(4))
    event = event_of(3).with_round(Round(1, (Pairing(1, 1, 2, (Game(Result.BOTH_FORFEIT),)),), (Bye(3),)))
    check_open(event)
