"""R1–R4: the table of round robins, the printed tables, real events, the second cycle."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import events
import pytest
from roundrobin_scenes import DOUBLE, SINGLE, event_of, played, sides

from xlpair.engine import roundrobin
from xlpair.errors import WrongUse
from xlpair.model import Bye, Event, Game, How, Pairing, Player, Reason, Round, Side, SideRule
from xlpair.settings import Seam

SIZES = range(2, 401)


def printed() -> dict[int, tuple[tuple[str, ...], ...]]:
    """The nine printed tables by their greatest number (《象棋竞赛规则》附录二, file printed_tables.txt)."""
    text = (Path(__file__).parent / "printed_tables.txt").read_text(encoding="utf-8")
    tables: dict[int, tuple[tuple[str, ...], ...]] = {}
    for block in text.split("\n\n"):
        lines = [line for line in block.splitlines() if line[0].isdigit() and "\t" in line]
        if lines:
            rows = tuple(tuple(line.split("\t")[1:]) for line in lines)
            tables[2 * len(rows[0])] = rows
    return tables


# -- the table


def test_nine_tables_are_there() -> None:
    assert {greatest: len(rows) for greatest, rows in printed().items()} == {
        greatest: greatest - 1 for greatest in (4, 6, 8, 10, 12, 14, 16, 18, 20)
    }


@pytest.mark.parametrize("greatest", [4, 6, 8, 10, 12, 14, 16, 18, 20])
def test_table_equals_the_printed_one_for_even_and_odd_fields(greatest: int) -> None:
    rows = printed()[greatest]
    assert roundrobin.printed_table(greatest) == rows
    assert roundrobin.printed_table(greatest - 1) == rows


def test_two_players_meet_once() -> None:
    # The smallest table there is: round 1 is head against tail.
    assert roundrobin.printed_table(2) == (("1-(2)",),)


def written_procedure(greatest: int) -> list[list[tuple[int, int]]]:
    """The table by the rule book's instructions for more than 20 (附录二，编排方法), step by step.

    Round 1 head against tail. Then N meets whoever stood last in the round before, with red in even rounds, and stands
    first; the others meet their neighbour across the pairs of that round, order kept, from the back to the front.
    """
    table = [[(k, greatest + 1 - k) for k in range(1, greatest // 2 + 1)]]
    for number in range(2, greatest):
        row = [seat for pair in table[-1] for seat in pair if seat != greatest]
        last = row.pop()
        head = (greatest, last) if number % 2 == 0 else (last, greatest)
        table.append([head, *((row[at], row[at + 1]) for at in range(len(row) - 2, -1, -2))])
    return table


@pytest.mark.parametrize("n", SIZES)
def test_table_equals_the_written_procedure(n: int) -> None:
    expected = written_procedure(n + n % 2)
    assert [list(roundrobin.pairs(n, number)) for number in range(1, roundrobin.rounds(n) + 1)] == expected


@pytest.mark.parametrize("n", SIZES)
def test_everybody_meets_everybody_once_with_sides_in_balance(n: int) -> None:
    met: Counter[frozenset[int]] = Counter()
    balance = [0] * (n + 1)
    rests: Counter[int] = Counter()
    for number in range(1, roundrobin.rounds(n) + 1):
        for red, black in roundrobin.pairs(n, number):
            if max(red, black) > n:
                rests[min(red, black)] += 1
                continue
            met[frozenset((red, black))] += 1
            balance[red] += 1
            balance[black] -= 1
    assert len(met) == n * (n - 1) // 2
    assert set(met.values()) == {1}
    # An odd number of games each cannot be level, an even one can.
    assert {abs(each) for each in balance[1:]} == ({0} if n % 2 else {1})
    assert rests == (dict.fromkeys(range(1, n + 1), 1) if n % 2 else {})


@pytest.mark.parametrize("n", [1, 0, -3])
def test_hands_07_fewer_than_two_players_are_no_round_robin(n: int) -> None:
    for ask in (roundrobin.printed_table, roundrobin.rounds):
        with pytest.raises(WrongUse, match=f"至少要 2 人，现在是 {n} 人"):
            ask(n)


@pytest.mark.parametrize("n", [3, 5])
def test_hands_07_small_odd_fields_have_one_rest_in_every_round(n: int) -> None:
    for row in roundrobin.printed_table(n):
        assert len([pair for pair in row if "(" in pair]) == 1


@pytest.mark.parametrize("number", [0, 8, -1])
def test_a_round_the_table_does_not_have_is_refused(number: int) -> None:
    with pytest.raises(WrongUse, match="第 1～7 轮"):
        roundrobin.pairs(8, number)


# -- real events


@pytest.mark.parametrize("name", events.ROUND_ROBINS)
def test_real_round_robins_come_out_as_played(name: str) -> None:
    """Every pair, colour and rest of every round, from the draw numbers alone. Sources: heads of the event files."""
    event = events.event_from(name, events.drawn_numbers(name), SINGLE)
    for number, round_ in enumerate(event.rounds, start=1):
        made = roundrobin.round_of(event.upto(number - 1), number)
        assert set(sides(made)) == set(sides(round_))
        assert made.byes == round_.byes


@pytest.mark.parametrize("name", ["1994_gaokebei_roundrobin", "2009_sanlibei_roundrobin"])
def test_real_round_robins_come_out_at_the_published_tables(name: str) -> None:
    event = events.event_from(name, events.drawn_numbers(name), SINGLE)
    for number, round_ in enumerate(event.rounds, start=1):
        made = roundrobin.round_of(event.upto(number - 1), number)
        assert [(board.board, board.red, board.black) for board in made.pairings] == [
            (board.board, board.red, board.black) for board in round_.pairings
        ]


# -- a round of an event


def test_a_round_holds_open_games_and_says_that_the_table_made_it() -> None:
    # Printed table 5/6, round 2: (6)-4 5-3 1-2.
    assert roundrobin.round_of(played(event_of(6), 1), 2) == Round(
        2, (Pairing(1, 6, 4), Pairing(2, 5, 3), Pairing(3, 1, 2))
    )
    board = roundrobin.round_of(event_of(6), 1).pairings[0]
    assert board.reason == Reason(How.TABLE, SideRule.TABLE)


def test_odd_field_rests_who_meets_the_greatest_number_and_boards_count_from_one() -> None:
    # Printed table 5/6, round 2 with five: (6)-4 is 4's rest, then 5-3 and 1-2.
    assert roundrobin.round_of(played(event_of(5), 1), 2) == Round(2, (Pairing(1, 5, 3), Pairing(2, 1, 2)), (Bye(4),))


def test_gaps_in_the_numbers_do_no_harm() -> None:
    # Table 3/4 round 1: 1-(4) 2-3; numbers 2, 5, 7, 11 have table numbers 1–4.
    event = Event(SINGLE, tuple(Player(number) for number in (11, 2, 7, 5)))
    assert sides(roundrobin.round_of(event, 1)) == [(2, 11), (5, 7)]


@pytest.mark.parametrize("games", [2, 3])
def test_meetings_of_several_games_are_open_and_change_sides_from_game_to_game(games: int) -> None:
    board = roundrobin.round_of(event_of(4, replace(SINGLE, games_per_meeting=games)), 1).pairings[0]
    assert board.games == (Game(),) * games
    assert [board.side(1, game) for game in range(games)] == [Side.RED, Side.BLACK, Side.RED][:games]


# -- double round robin


def test_second_cycle_is_the_table_again_with_sides_swapped() -> None:
    # Printed table 3/4 twice: 1-4 2-3 / 4-3 1-2 / 2-4 3-1 and then 4-1 3-2 / 3-4 2-1 / 4-2 1-3.
    event = played(event_of(4, DOUBLE), 6)
    assert [sides(round_) for round_ in event.rounds] == [
        [(1, 4), (2, 3)],
        [(4, 3), (1, 2)],
        [(2, 4), (3, 1)],
        [(4, 1), (3, 2)],
        [(3, 4), (2, 1)],
        [(4, 2), (1, 3)],
    ]


def test_seam_lets_the_last_two_rounds_of_the_first_cycle_change_places() -> None:
    # FIDE C.05 Annex 1 advises it; sides stay as the table has them, the second cycle stays in table order.
    event = played(event_of(4, replace(DOUBLE, seam=Seam.SWAP_LAST_TWO)), 6)
    assert [sides(round_) for round_ in event.rounds] == [
        [(1, 4), (2, 3)],
        [(2, 4), (3, 1)],
        [(4, 3), (1, 2)],
        [(4, 1), (3, 2)],
        [(3, 4), (2, 1)],
        [(4, 2), (1, 3)],
    ]


def longest_run(event: Event) -> int:
    """The longest run of one colour anybody has."""
    colours: dict[int, str] = {}
    for round_ in event.rounds:
        for board in round_.pairings:
            colours[board.red] = colours.get(board.red, "") + "r"
            colours[board.black] = colours.get(board.black, "") + "b"
    return max(len(run) for line in colours.values() for run in line.replace("rb", "r b").replace("br", "b r").split())


@pytest.mark.parametrize("n", [4, 6, 8, 10, 12, 20])
def test_seam_is_what_avoids_three_equal_colours(n: int) -> None:
    def whole(seam: Seam) -> Event:
        return played(event_of(n, replace(DOUBLE, seam=seam)), 2 * (n - 1))

    assert longest_run(whole(Seam.AS_TABLE)) == 3
    assert longest_run(whole(Seam.SWAP_LAST_TWO)) == 2


@pytest.mark.parametrize("seam", list(Seam))
@pytest.mark.parametrize("n", [2, 3, 4, 7, 8])
def test_double_round_robin_gives_each_pair_both_colours_once(n: int, seam: Seam) -> None:
    rounds = 2 * roundrobin.rounds(n)
    event = played(event_of(n, replace(DOUBLE, seam=seam)), rounds)
    boards = Counter(pair for round_ in event.rounds for pair in sides(round_))
    assert boards == {(a, b): 1 for a in range(1, n + 1) for b in range(1, n + 1) if a != b}
    with pytest.raises(WrongUse, match=f"第 1～{rounds} 轮"):
        roundrobin.round_of(event, rounds + 1)
