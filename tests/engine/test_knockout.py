"""Knock-outs played: rounds, byes, sides by lot, deciders, losses, places (K1–K5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from xlpair.engine.course import course, winner_of
from xlpair.engine.fates import fates, tiers
from xlpair.engine.knockout import planned, round_of, sides_by_lot, undecided
from xlpair.errors import NotAllowed, Undecided
from xlpair.model import Attendance, Bye, Event, Game, Pairing, Player, Result, Round
from xlpair.settings import Settings, System

RED, DRAW, BLACK = Result.RED_WIN, Result.DRAW, Result.BLACK_WIN


def new(n: int, system: System = System.KNOCKOUT, **switches: object) -> Event:
    """Players 1 … n in the places of the bracket: number k is seed k."""
    players = tuple(Player(number, f"棋手{number}", seed=number) for number in range(1, n + 1))
    return Event(replace(Settings(system=system), **switches), players)  # type: ignore[arg-type]


def won_by(made: Round, *winners: int) -> Round:
    """The round with these winners, whoever has red."""
    pairings = []
    for pairing in made.pairings:
        (winner,) = {pairing.red, pairing.black} & set(winners)
        pairings.append(pairing.with_result(RED if winner == pairing.red else BLACK))
    return replace(made, pairings=tuple(pairings))


def play(event: Event, *winners: int) -> Event:
    """Pair the next round and let these win."""
    return event.with_round(won_by(round_of(event, len(event.rounds) + 1), *winners))


def pairs(made: Round) -> list[set[int]]:
    return [{pairing.red, pairing.black} for pairing in made.pairings]


def stages(made: Round) -> list[str]:
    return [pairing.part for pairing in made.pairings]


def test_eight_seeds_meet_as_the_bracket_has_them() -> None:
    """1-8 5-4 3-6 7-2; 1-4 3-2; 1-2, boards from the top down."""
    event = new(8)
    first = round_of(event, 1)
    assert pairs(first) == [{1, 8}, {4, 5}, {3, 6}, {2, 7}]
    assert [pairing.board for pairing in first.pairings] == [1, 2, 3, 4]
    assert first.byes == ()
    event = play(event, 1, 4, 3, 2)
    assert pairs(round_of(event, 2)) == [{1, 4}, {2, 3}]
    event = play(event, 1, 2)
    assert pairs(round_of(event, 3)) == [{1, 2}]
    assert [stages(round_of(event.upto(number - 1), number))[0] for number in (1, 2, 3)] == ["8进4", "半决赛", "决赛"]
    assert tiers(play(event, 2)) == ((2,), (1,), (3, 4), (5, 6, 7, 8))
    assert planned(event) == 3


def test_five_players_three_byes_for_the_first_three_seeds() -> None:
    """Eight places, three of them empty: they are opposite ranks 1, 2 and 3."""
    first = round_of(new(5), 1)
    assert pairs(first) == [{4, 5}]
    assert first.byes == (Bye(1), Bye(2), Bye(3))
    event = play(new(5), 5)
    assert pairs(round_of(event, 2)) == [{1, 5}, {2, 3}]


def test_places_while_it_is_played_those_still_in_are_level() -> None:
    event = play(new(8), 1, 5, 3, 7)
    assert tiers(event) == ((1, 3, 5, 7), (2, 4, 6, 8))
    assert fates(course(event)) == {2: "8进4负", 4: "8进4负", 6: "8进4负", 8: "8进4负"}


def test_third_place_and_places_5_to_8_played_out() -> None:
    """Quarter-finals 1 4 3 2, semi-finals 1 2; of the losers 8 5 6 7 the first of each pair wins, then all the same."""
    event = play(new(8, third_place=True, placement_matches=True), 1, 4, 3, 2)
    second = round_of(event, 2)
    assert pairs(second) == [{1, 4}, {2, 3}, {5, 8}, {6, 7}]
    assert stages(second) == ["半决赛", "半决赛", "5至8名", "5至8名"]
    event = play(event, 1, 2, 8, 6)
    third = round_of(event, 3)
    assert pairs(third) == [{1, 2}, {3, 4}, {6, 8}, {5, 7}]
    assert stages(third) == ["决赛", "三四名", "5至6名", "7至8名"]
    assert tiers(play(event, 2, 4, 8, 7)) == ((2,), (1,), (4,), (3,), (8,), (6,), (7,), (5,))


def test_nobody_is_called_to_a_match_for_places_without_an_opponent() -> None:
    """Five players: the one loser of round 1 is fifth without a game."""
    event = play(new(5, third_place=True, placement_matches=True), 4)
    second = round_of(event, 2)
    assert pairs(second) == [{1, 4}, {2, 3}]
    assert second.byes == ()
    event = play(event, 1, 2)
    assert pairs(round_of(event, 3)) == [{1, 2}, {3, 4}]
    assert tiers(play(event, 1, 3)) == ((1,), (2,), (3,), (4,), (5,))


def test_three_players_the_loser_of_the_only_semi_final_is_third() -> None:
    event = play(play(new(3, third_place=True), 2), 1)
    assert tiers(event) == ((1,), (2,), (3,))


def test_red_is_drawn_by_lot_which_can_be_drawn_again() -> None:
    """K2: over many seeds both have red about as often; the order of the two and other boards change nothing."""
    drawn = Counter(sides_by_lot(Settings(lot_seed=seed), 1, 3, 9)[0] for seed in range(200))
    assert 70 < drawn[3] < 130
    assert drawn[3] + drawn[9] == 200
    for seed in range(20):
        settings = Settings(lot_seed=seed)
        assert sides_by_lot(settings, 2, 3, 9) == sides_by_lot(settings, 2, 9, 3)
    event = new(8)
    for pairing in round_of(event, 1).pairings:
        assert (pairing.red, pairing.black) == sides_by_lot(event.settings, 1, pairing.red, pairing.black)


def test_two_games_change_sides_and_the_points_of_both_decide() -> None:
    """K2: 2:0 for red and then 1:1 is 3 against 1, whoever had red; 2:0 and 2:0 is 2 against 2: level."""
    settings = Settings(system=System.KNOCKOUT, games_per_meeting=2)
    made = round_of(new(2, games_per_meeting=2), 1).pairings[0]
    assert len(made.games) == 2
    assert winner_of(Pairing(1, 3, 9, (Game(RED), Game(DRAW))), settings) == 3
    assert winner_of(Pairing(1, 3, 9, (Game(DRAW), Game(RED))), settings) == 9
    assert winner_of(Pairing(1, 3, 9, (Game(RED), Game(RED))), settings) is None
    assert winner_of(Pairing(1, 3, 9, (Game(RED), Game())), settings) is None


def test_a_draw_without_a_decider_blocks_the_next_round_and_names_the_board() -> None:
    event = new(4)
    first = round_of(event, 1)
    draw = replace(first, pairings=(first.pairings[0].with_result(RED), first.pairings[1].with_result(DRAW)))
    event = event.with_round(draw)
    assert undecided(event) == ((1, 2),)
    with pytest.raises(Undecided, match=r"第1轮第2台打平了.*备注.*晋级"):
        round_of(event, 2)
    through = replace(draw.pairings[1], through=3)
    decided = replace(event, rounds=(replace(draw, pairings=(draw.pairings[0], through)),))
    assert undecided(decided) == ()
    assert 3 in pairs(round_of(decided, 2))[0]


def test_the_arbiters_word_goes_before_the_result() -> None:
    """Somebody who won at the board and was struck out afterwards."""
    pairing = Pairing(1, 3, 9, (Game(RED),), through=9)
    assert winner_of(pairing, Settings(system=System.KNOCKOUT)) == 9


def test_a_forfeit_sends_the_one_who_came_on_and_two_need_a_word() -> None:
    settings = Settings(system=System.KNOCKOUT)
    assert winner_of(Pairing(1, 3, 9, (Game(Result.RED_FORFEITS),)), settings) == 9
    assert winner_of(Pairing(1, 3, 9, (Game(Result.BOTH_FORFEIT),)), settings) is None


def withdrawn(event: Event, *numbers: int) -> Event:
    players = tuple(
        replace(player, attendance=Attendance(withdrawn=True)) if player.number in numbers else player
        for player in event.players
    )
    return replace(event, players=players)


def test_who_has_left_keeps_his_place_and_forfeits() -> None:
    event = withdrawn(play(new(4), 1, 2), 2)
    final = round_of(event, 2).pairings[0]
    assert {final.red, final.black} == {1, 2}
    assert winner_of(final, event.settings) == 1
    assert final.games[0].result in (Result.RED_FORFEITS, Result.BLACK_FORFEITS)


def test_where_neither_comes_the_upper_one_goes_on_so_that_nothing_stops() -> None:
    event = withdrawn(play(new(8), 1, 4, 3, 2), 1, 4)
    second = round_of(event, 2)
    assert second.pairings[0].games == (Game(Result.BOTH_FORFEIT),)
    assert winner_of(second.pairings[0], event.settings) == 1


def test_who_has_left_before_the_start_is_not_in_the_bracket() -> None:
    first = round_of(withdrawn(new(5), 5), 1)
    assert pairs(first) == [{1, 4}, {2, 3}]


def test_nobody_can_join_once_it_has_begun() -> None:
    event = play(new(4), 1, 2)
    late = replace(event, players=(*event.players, Player(9, "新人")))
    with pytest.raises(NotAllowed, match="淘汰赛开赛后不能加人：9号"):
        round_of(late, 2)


def test_the_arbiter_may_seat_others_at_a_board() -> None:
    """Boards 1 and 2 exchanged players by hand: whoever wins at board 1 meets whoever wins at board 2."""
    event = new(8)
    first = round_of(event, 1)
    boards = (Pairing(1, 1, 5), Pairing(2, 8, 4), *first.pairings[2:])
    event = event.with_round(won_by(replace(first, pairings=boards), 5, 8, 3, 2))
    assert pairs(round_of(event, 2)) == [{5, 8}, {2, 3}]


def test_the_arbiter_may_let_somebody_else_rest() -> None:
    """Five players, 4 rests instead of 1, who plays 5: both keep the other's place in the bracket."""
    event = new(5)
    by_hand = Round(1, (Pairing(1, 1, 5),), (Bye(2), Bye(3), Bye(4)))
    event = event.with_round(won_by(by_hand, 1))
    assert pairs(round_of(event, 2)) == [{1, 4}, {2, 3}]


def test_a_result_taken_back_leaves_the_later_round_as_it_was_played() -> None:
    event = play(play(new(4), 1, 2), 1)
    first = replace(event.rounds[0], pairings=(Pairing(1, 1, 4), event.rounds[0].pairings[1]))
    reopened = replace(event, rounds=(first, event.rounds[1]))
    final = course(reopened).meetings[-1]
    assert (set(final.seats), final.winner) == ({1, 2}, 1)


def test_double_knock_out_of_four_the_undefeated_wins() -> None:
    """1-4 3-2; then 1-2 among the winners, 4-3 among the losers; 2 down against 3; final at once decided."""
    event = new(4, System.DOUBLE_KNOCKOUT)
    assert planned(event) == 5
    event = play(event, 1, 2)
    second = round_of(event, 2)
    assert pairs(second) == [{1, 2}, {3, 4}]
    assert stages(second) == ["胜者组第2轮", "败者组第1轮"]
    event = play(event, 1, 3)
    assert pairs(round_of(event, 3)) == [{2, 3}]
    event = play(event, 2)
    final = round_of(event, 4)
    assert (pairs(final), stages(final)) == ([{1, 2}], ["决赛"])
    event = play(event, 1)
    assert planned(event) == 4
    assert tiers(event) == ((1,), (2,), (3,), (4,))
    assert fates(course(event))[1] == "冠军"


def test_double_knock_out_the_undefeated_loses_the_final_once_and_it_is_played_again() -> None:
    event = new(4, System.DOUBLE_KNOCKOUT)
    for winners in ((1, 2), (1, 3), (2,), (2,)):
        event = play(event, *winners)
    assert planned(event) == 5
    assert tiers(event)[0] == (1, 2)
    again = round_of(event, 5)
    assert (pairs(again), stages(again)) == ([{1, 2}], ["决赛第二场"])
    assert tiers(play(event, 1)) == ((1,), (2,), (3,), (4,))
    assert tiers(play(event, 2)) == ((2,), (1,), (3,), (4,))


def test_double_knock_out_of_five_lets_losers_rest() -> None:
    """4-5 alone plays; its loser has nobody to meet in the losers' first round and rests into the second."""
    event = play(new(5, System.DOUBLE_KNOCKOUT), 4)
    second = round_of(event, 2)
    assert pairs(second) == [{1, 4}, {2, 3}]
    assert second.byes == (Bye(5),)
    event = play(event, 1, 2)
    # Losers' second round: 5 meets the loser from the other end (3), the loser from his own end (4) rests.
    third = round_of(event, 3)
    assert (pairs(third), third.byes) == ([{3, 5}], (Bye(4),))


def test_double_knock_out_of_two() -> None:
    event = play(new(2, System.DOUBLE_KNOCKOUT), 1)
    assert pairs(round_of(event, 2)) == [{1, 2}]
    assert planned(play(event, 1)) == 2
    assert planned(play(event, 2)) == 3


def by_chance(event: Event, chance: Random) -> Event:
    """Pair the next round and play it; a level one gets a decider."""
    made = round_of(event, len(event.rounds) + 1)
    pairings = []
    for pairing in made.pairings:
        result = chance.choice((RED, DRAW, BLACK))
        through = chance.choice((pairing.red, pairing.black)) if result is DRAW else None
        pairings.append(replace(pairing.with_result(result), through=through))
    return event.with_round(replace(made, pairings=tuple(pairings)))


@pytest.mark.parametrize("system", [System.KNOCKOUT, System.DOUBLE_KNOCKOUT])
@pytest.mark.parametrize("n", range(2, 129))
def test_laws_from_2_to_128(n: int, system: System) -> None:
    """Nobody beaten as often as allowed plays again, nobody beaten less is out, byes fill the first round only."""
    chance = Random(n)
    players = tuple(Player(number, seed=number if number <= 4 else None) for number in range(1, n + 1))
    event = Event(Settings(system=system, lot_seed=n), players)
    allowed = 1 if system is System.KNOCKOUT else 2
    lost: Counter[int] = Counter()
    depth = (n - 1).bit_length()
    while len(event.rounds) < (depth if allowed == 1 else 2 * depth) or planned(event) > len(event.rounds):
        event = by_chance(event, chance)
        _no_one_twice(event.rounds[-1])
        _count(event, lost, allowed)
        still_in = {number for number in range(1, n + 1) if lost[number] < allowed}
        if allowed == 1:
            assert still_in == set(tiers(event)[0])
    assert len(event.rounds) - (0 if allowed == 1 else depth) in (depth, depth + 1)[:allowed]
    byes = [len(round_.byes) for round_ in event.rounds]
    assert byes[0] == 2**depth - n
    if allowed == 1:
        assert not any(byes[1:])
    assert [number for number in range(1, n + 1) if lost[number] < allowed] == list(tiers(event)[0])
    games = sum(len(round_.pairings) for round_ in event.rounds)
    assert games == sum(lost.values()) == n * allowed - allowed + (lost[tiers(event)[0][0]] if allowed == 2 else 0)


def _no_one_twice(made: Round) -> None:
    seated = [number for pairing in made.pairings for number in (pairing.red, pairing.black)]
    seated += [bye.player for bye in made.byes]
    assert len(set(seated)) == len(seated)


def _count(event: Event, lost: Counter[int], allowed: int) -> None:
    before: Mapping[int, int] = dict(lost)
    made = event.rounds[-1]
    for number in made.numbers():
        assert before.get(number, 0) < allowed
    for pairing in made.pairings:
        winner = winner_of(pairing, event.settings)
        assert winner is not None
        lost[pairing.other(winner)] += 1
