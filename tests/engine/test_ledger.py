"""The accounts everything about placing is read from (S2, S6, B3, B5, R8)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sketches import sketch

from xlpair.engine.criteria import wins
from xlpair.engine.ledger import Entry, Kind, bye_stand_in, ledger
from xlpair.engine.records import records
from xlpair.model import Attendance, Event, Player, Side
from xlpair.settings import ByeOpponent, Scoring, Settings, System, Worth

RED, BLACK = Side.RED, Side.BLACK


def test_a_played_game_has_colour_points_and_fouls_on_both_sides() -> None:
    accounts = ledger(sketch(4, "1>2/1:2 3=4")).accounts
    assert accounts[1].cells == ((Entry(1, Kind.WON, 2, 2, RED, 0, 1),),)
    assert accounts[2].cells == ((Entry(1, Kind.LOST, 0, 1, BLACK, 2, 2),),)
    assert accounts[3].cells == ((Entry(1, Kind.DRAWN, 1, 4, RED, 1),),)
    assert accounts[4].cells == ((Entry(1, Kind.DRAWN, 1, 3, BLACK, 1),),)


def test_forfeits_have_no_colour_and_only_who_came_has_points() -> None:
    accounts = ledger(sketch(6, "1+2 3-4 5x6")).accounts
    kinds = {number: account.cells[0][0].kind for number, account in accounts.items()}
    assert kinds == {
        1: Kind.FORFEIT_WIN,
        2: Kind.FORFEIT_LOSS,
        3: Kind.FORFEIT_LOSS,
        4: Kind.FORFEIT_WIN,
        5: Kind.BOTH_FORFEIT,
        6: Kind.BOTH_FORFEIT,
    }
    assert [account.score for account in accounts.values()] == [2, 0, 0, 2, 0, 0]
    assert {account.cells[0][0].side for account in accounts.values()} == {None}
    assert not any(account.cells[0][0].played for account in accounts.values())


def test_an_open_game_shows_the_seat_and_counts_for_nobody() -> None:
    book = ledger(sketch(4, "1>2 3=4", "1?3 4>2"))
    assert book.accounts[3].cells[1] == (Entry(2, Kind.OPEN, None, 1, BLACK),)
    assert book.accounts[3].counted == book.accounts[3].cells[0]
    assert book.scores == {1: 2, 2: 0, 3: 1, 4: 3}
    assert (book.rounds, book.begun, book.open_rounds) == ((1, 2), (1, 2), (2,))


def test_a_round_only_paired_is_not_begun() -> None:
    book = ledger(sketch(4, "1>2 3=4", "1?3 4?2"))
    assert (book.begun, book.open_rounds) == ((1,), (2,))
    assert book.accounts[1].after == (2,)


def test_a_round_of_byes_alone_is_begun() -> None:
    assert ledger(sketch(1, "1")).accounts[1].after == (2,)


def test_rounds_without_an_opponent() -> None:
    """5 rests, 6 is on leave in round 2, 7 comes to round 3, 8 has left after round 1. Leave and lateness score 和."""
    settings = Settings(leave_worth=Worth.DRAW, late_worth=Worth.DRAW)
    players = [Player(n) for n in range(1, 7)]
    players += [Player(7, attendance=Attendance(((3, None),))), Player(8, attendance=Attendance(((1, 1),)))]
    event = sketch(players, "1>2 3>4 6>8 5", "1>3 2>4 5 6L", "1>4 2>3 6>7 5", settings=settings)
    accounts = ledger(event).accounts
    assert [(cell[0].kind, cell[0].points) for cell in accounts[5].cells] == [(Kind.BYE, 2)] * 3
    assert [(cell[0].kind, cell[0].points) for cell in accounts[6].cells][1] == (Kind.LEAVE, 1)
    assert [(cell[0].kind, cell[0].points) for cell in accounts[7].cells] == [
        (Kind.LATE, 1),
        (Kind.LATE, 1),
        (Kind.LOST, 0),
    ]
    assert [(cell[0].kind, cell[0].points) for cell in accounts[8].cells] == [
        (Kind.LOST, 0),
        (Kind.OUT, 0),
        (Kind.OUT, 0),
    ]


def test_a_bye_is_worth_all_games_of_a_meeting_as_if_nobody_had_come() -> None:
    """Two games of 2 points each: the bye brings 4, as 3's staying away does to 1; both have won two games (B3, B5)."""
    event = sketch(4, "1++3 2", settings=Settings(games_per_meeting=2))
    book = ledger(event)
    assert (book.scores[1], book.scores[2], book.scores[3]) == (4, 4, 0)
    assert [wins(book, book.accounts[number]) for number in (1, 2)] == [2, 2]
    assert records(event)[2].score == 4


def test_games_of_a_meeting_are_entries_of_one_cell_with_colours_in_turn() -> None:
    account = ledger(sketch(2, "1>=2", settings=Settings(games_per_meeting=2))).accounts[2]
    assert account.cells == ((Entry(1, Kind.LOST, 0, 1, BLACK, 2), Entry(1, Kind.DRAWN, 1, 1, RED, 1)),)
    assert account.meetings == account.cells
    assert account.score == 1


def test_somebody_seated_twice_has_two_meetings_in_the_round() -> None:
    account = ledger(sketch(3, "1>2 1=3")).accounts[1]
    assert [entry.opponent for entry in account.cells[0]] == [2, 3]
    assert [len(meeting) for meeting in account.meetings] == [1, 1]
    assert account.score == 3


def test_a_number_off_the_roster_has_no_account_and_its_opponent_keeps_the_points() -> None:
    book = ledger(sketch([Player(1), Player(2)], "1>9 2"))
    assert book.scores == {1: 2, 2: 2}


def test_points_stay_exact_with_any_scoring() -> None:
    """1 / ½ / 0: a win and a draw are 3/2; with thirds for a draw, two draws are 2/3."""
    half = Settings(scoring=Scoring(1, Fraction(1, 2), 0, 1, Fraction(1, 2), 0))
    assert ledger(sketch(2, "1>2", "2=1", settings=half)).scores == {1: Fraction(3, 2), 2: Fraction(1, 2)}
    third = Settings(scoring=Scoring(1, Fraction(1, 3), 0, 1, Fraction(1, 3), 0))
    assert ledger(sketch(2, "1=2", "2=1", settings=third)).scores == {1: Fraction(2, 3), 2: Fraction(2, 3)}


def test_red_and_black_may_score_differently() -> None:
    """Red 2/1/0, black 3/2/1: a draw is 1 for red and 2 for black; black's loss is still worth 1."""
    settings = Settings(scoring=Scoring(2, 1, 0, 3, 2, 1))
    assert ledger(sketch(4, "1=2 3>4", settings=settings)).scores == {1: 1, 2: 2, 3: 2, 4: 1}


@pytest.mark.parametrize(
    ("choice", "stands_for"), [(ByeOpponent.LOWEST_WITH_POINTS, 1), (ByeOpponent.LOWEST, 0), (ByeOpponent.ZERO, 0)]
)
def test_what_a_bye_stands_for_when_somebody_has_no_points(choice: ByeOpponent, stands_for: int) -> None:
    """Scores 4, 1, 3, 0."""
    assert bye_stand_in(Settings(bye_opponent=choice), (4, 1, 3, 0)) == stands_for


@pytest.mark.parametrize(
    ("choice", "stands_for"), [(ByeOpponent.LOWEST_WITH_POINTS, 1), (ByeOpponent.LOWEST, 1), (ByeOpponent.ZERO, 0)]
)
def test_what_a_bye_stands_for_when_all_have_points(choice: ByeOpponent, stands_for: int) -> None:
    assert bye_stand_in(Settings(bye_opponent=choice), (4, 1, 3)) == stands_for


def test_a_bye_stands_for_nothing_while_nobody_has_points() -> None:
    assert bye_stand_in(Settings(), (0, 0, 0)) == 0
    assert bye_stand_in(Settings(), ()) == 0
    assert bye_stand_in(Settings(bye_opponent=ByeOpponent.LOWEST), ()) == 0


def test_a_rest_in_a_round_robin_earns_nothing_and_stands_for_nothing() -> None:
    """R2: three players, 1 rests in round 1."""
    book = ledger(sketch(3, "2>3 1", settings=Settings(system=System.ROUND_ROBIN)))
    assert book.scores == {1: 0, 2: 2, 3: 0}
    assert book.bye_opponent == 0


def five_leaves_after(met: int) -> Event:
    """8 players, single round robin, in which 5 has met so many when he leaves; in the last of these he wins."""
    lines = ["8>5 1>2 3>4 6>7", "5<1 2>3 4>6 7>8", "5>2 1>3 4>7 6>8", "5=3 1>4 2>6 7>8"]
    return sketch(8, *lines[:met], settings=Settings(system=System.ROUND_ROBIN), left=[5])


def test_hands_17_who_met_3_of_7_is_cancelled_for_everybody() -> None:
    """Without 5: 8 lost twice (0), 1 beat 2 and 3 (4), 2 beat 3 (2); 5 himself has nothing. R8: 3 < 7/2."""
    book = ledger(five_leaves_after(3))
    assert book.cancelled == {5}
    assert [book.scores[number] for number in (1, 2, 5, 8)] == [4, 2, 0, 0]
    assert book.accounts[8].cells[0] == (Entry(1, Kind.WON, 2, 5, RED, 0, cancelled=True),)
    assert [cell[0].cancelled for cell in book.accounts[5].cells] == [True, True, True]
    assert book.accounts[5].counted == ()
    assert [entry.round for entry in book.accounts[1].counted] == [1, 3]


def test_hands_17_who_met_4_of_7_stands() -> None:
    """4 > 7/2: 8 keeps 2 from round 1, 1 has beaten 2, 5, 3 and 4 (8), 5 has 0 + 0 + 2 + 1."""
    book = ledger(five_leaves_after(4))
    assert book.cancelled == frozenset()
    assert [book.scores[number] for number in (1, 5, 8)] == [8, 3, 2]
    assert [cell[0].cancelled for cell in book.accounts[5].cells] == [False] * 4


def test_an_event_without_rounds_or_players_has_an_empty_book() -> None:
    assert ledger(sketch(0)).accounts == {}
    account = ledger(sketch(2)).accounts[2]
    assert (account.cells, account.score, account.after) == ((), 0, ())
