"""The Swiss engine against the independent judge, against networkx, and against running dead.

Everything is random but seeded. ``XLPAIR_LONG=1`` plays many times more events.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from oracle.history import cards
from oracle.laws import (
    CALM,
    ROUGH,
    Chances,
    PairingFunction,
    Position,
    Report,
    at_random,
    by_judge,
    can_be_paired,
    random_event,
)
from oracle.swiss_oracle import NothingPairs, judge

from xlpair.engine.pairing import next_round
from xlpair.errors import NoPairing, NotAllowed
from xlpair.model import Attendance, Bye, ByeKind, Event, Game, Pairing, Player, Result, Round
from xlpair.settings import ClubRule, EqualSides, Scoring, Settings, Worth

TIMES = 12 if os.environ.get("XLPAIR_LONG") == "1" else 1

Outcome = tuple[tuple[tuple[int, int], ...], int | None] | None
"""Pairs as (red, black) in board order and the bye; None = refused."""


def of_engine(event: Event) -> Outcome:
    try:
        made = next_round(event)
    except NotAllowed:
        return None
    assert [pairing.board for pairing in made.pairings] == list(range(1, len(made.pairings) + 1))
    byes = [bye.player for bye in made.byes if bye.kind is ByeKind.BYE]
    assert len(byes) < 2
    return tuple((pairing.red, pairing.black) for pairing in made.pairings), byes[0] if byes else None


def of_judge(event: Event) -> Outcome:
    assert event.settings.rounds is not None
    try:
        verdict = judge(event, event.settings.rounds)
    except NothingPairs:
        return None
    return verdict.boards, verdict.bye


def positions(
    n: int, rounds: int, seed: int, pair: PairingFunction, first: PairingFunction | None, chances: Chances
) -> Iterator[Position]:
    """The positions of a random event up to the round that cannot be made any more."""
    try:
        yield from random_event(n, rounds, seed, pair=pair, first=first, chances=chances)
    except (NothingPairs, NotAllowed):
        return


def told(event: Event) -> str:
    """An event in few lines, to stand in a failure."""
    odd = {
        name: getattr(event.settings, name)
        for name in event.settings.__slots__
        if getattr(event.settings, name) != getattr(Settings(), name)
    }
    lines = [str(odd)]
    lines += [f"{one.number} {one.club} {one.attendance}" for one in event.players if one != Player(one.number)]
    for round_ in event.rounds:
        games = ", ".join(f"{one.red}-{one.black} {one.result.value if one.result else '?'}" for one in round_.pairings)
        lines.append(f"round {round_.number}: {games}; {[(bye.player, bye.kind.value) for bye in round_.byes]}")
    return "\n".join(lines)


@pytest.mark.parametrize(("most", "events_played"), [(8, 150), (12, 50)])
@pytest.mark.parametrize("origin", ["judge", "anything", "engine"])
def test_every_round_is_the_one_the_judge_makes(origin: str, most: int, events_played: int) -> None:
    compared = 0
    for seed in range(events_played * TIMES):
        rng = random.Random(f"{origin} {most} {seed}")
        n = rng.randint(3, most)
        rounds = rng.randint(2, n - 1 + n % 2)
        pair = {"judge": by_judge, "anything": at_random(seed), "engine": next_round}[origin]
        first = None if origin == "engine" else at_random(seed)
        for position in positions(n, rounds, seed, pair, first, CALM if seed % 4 == 0 else ROUGH):
            if position.made.number > 1:
                engine, oracle = of_engine(position.before), of_judge(position.before)
                assert engine == oracle, f"seed {seed}, round {position.made.number}\n{told(position.before)}"
                compared += 1
    assert compared > events_played * TIMES


def test_nothing_is_refused_that_networkx_can_pair() -> None:
    refused = paired = 0
    for seed in range(14 * TIMES):
        n = 40 - seed % 29
        rounds = n - 1
        calm = replace(CALM, forbidden=2 * n, clubs=n // 3)
        for position in positions(n, rounds, seed, at_random(seed), at_random(seed), calm):
            number = position.made.number
            if number > 1 and (number > n - 8 or number % 7 == 0):
                assert of_engine(position.before) is not None, told(position.before)
                paired += 1
            last = position.before.with_round(_all_drawn(position.made))
        if len(last.rounds) < rounds:
            assert not can_be_paired(last)
            with pytest.raises(NoPairing):
                next_round(last)
            refused += 1
    assert paired > 30
    assert refused > 3


def _all_drawn(made: Round) -> Round:
    return replace(made, pairings=tuple(pairing.with_result(Result.DRAW) for pairing in made.pairings))


LONG_EVENTS = [(n, rounds) for n in range(4, 11) for rounds in range(2, n - 1 + n % 2 + 1)]


@pytest.mark.parametrize(("n", "rounds"), LONG_EVENTS)
def test_an_event_of_any_length_never_runs_dead(n: int, rounds: int) -> None:
    for seed in range(120 if n % 2 else 500):
        event = _play_to_the_end(n, rounds, seed, Settings(), CALM)
        resting = [bye.player for round_ in event.rounds for bye in round_.byes]
        assert len(resting) == len(set(resting)) == (rounds if n % 2 else 0)


@pytest.mark.parametrize(("n", "rounds"), [(n, rounds) for n, rounds in LONG_EVENTS if rounds > n // 2])
def test_wishes_never_run_an_event_dead(n: int, rounds: int) -> None:
    wishes = Chances(clubs=3, forbidden=3)
    for seed in range(10 * TIMES):
        _play_to_the_end(n, rounds, seed, Settings(club_rule=ClubRule.ALWAYS), wishes)


@pytest.mark.parametrize(("n", "rounds"), [(13, 11), (13, 12), (13, 13), (14, 10), (14, 11), (14, 12), (14, 13)])
def test_wishes_never_run_the_largest_exact_fields_dead(n: int, rounds: int) -> None:
    wishes = Chances(clubs=3, forbidden=3)
    for seed in range(6 * TIMES):
        _play_to_the_end(n, rounds, seed, Settings(club_rule=ClubRule.ALWAYS), wishes)


def _play_to_the_end(n: int, rounds: int, seed: int, settings: Settings, chances: Chances) -> Event:
    played = list(random_event(n, rounds, seed, pair=next_round, chances=chances, settings=settings))
    assert len(played) == rounds
    return played[-1].before.with_round(played[-1].made)


def test_engine_keeps_the_laws() -> None:
    report = Report()
    for seed in range(60 * TIMES):
        n = 4 + seed % 9
        for position in positions(n, (n + 1) // 2 + 1, seed, next_round, None, ROUGH if seed % 2 else CALM):
            report.look_at(position)
    assert report.faults == ()
    assert report.pairs > 500
    assert report.byes > 50
    assert report.strained_pairs > 2


# --- single positions on which a reading hangs ------------------------------------------------------------------------


def _event(settings: Settings, players: tuple[Player, ...], *rounds: Round) -> Event:
    return Event(settings, players, rounds)


def _round(number: int, games: str, *byes: int) -> Round:
    """A round told as "1>2 3=4 5<6 7>>8" (red first; >> and << without play)."""
    results = {
        ">>": Result.BLACK_FORFEITS,
        "<<": Result.RED_FORFEITS,
        "xx": Result.BOTH_FORFEIT,
        ">": Result.RED_WIN,
        "<": Result.BLACK_WIN,
        "=": Result.DRAW,
    }
    pairings = []
    for board, game in enumerate(games.split(), start=1):
        sign = next(sign for sign in results if sign in game)
        red, black = game.split(sign)
        pairings.append(Pairing(board, int(red), int(black), (Game(results[sign]),)))
    return Round(number, tuple(pairings), tuple(Bye(player) for player in byes))


def _players(n: int, **attendance: Attendance) -> tuple[Player, ...]:
    return tuple(Player(number, attendance=attendance.get(f"p{number}", Attendance())) for number in range(1, n + 1))


def test_a_round_that_can_be_paired_is_paired_though_others_have_left() -> None:
    # Three rounds planned for three; 2 leaves after round 1. 1 and 3 have not met.
    event = _event(Settings(rounds=3), _players(3, p2=Attendance(withdrawn=True)), _round(1, "1>2", 3))
    assert of_judge(event) == (((3, 1),), None)
    assert of_engine(event) == of_judge(event)


def test_last_three_rounds_are_those_of_the_event_whoever_is_present() -> None:
    # Round 2 of 5, two of six players still to come: C4 sleeps. 3 (1 point, red last) and 1 (0 points, red last) are
    # level in C1 and C2; round parity (even: big number) gives 3 red. C4 would give 3 the black he lacks.
    late = Attendance(((3, None),))
    event = _event(
        Settings(rounds=5, equal_sides=EqualSides.ROUND_PARITY, forbidden=frozenset({(3, 5)})),
        _players(6, p4=late, p6=late),
        _round(1, "1<5 3=2"),
    )
    outcome = of_engine(event)
    assert outcome == of_judge(event)
    assert outcome is not None
    assert (3, 1) in outcome[0]


def test_a_pair_of_one_club_on_the_list_counts_as_both() -> None:
    # W9.2, round 2 of 2. 8 alone has 2 points and has met 4. 8-5 is on the list and of one 单位, 8-3 only on the list.
    settings = Settings(
        rounds=2, club_rule=ClubRule.ALWAYS, forbidden=frozenset({(3, 8), (5, 8)}), bye_worth=Worth.DRAW
    )
    clubs = {3: "", 4: "", 5: "甲", 8: "甲"}
    players = tuple(Player(number, club=club) for number, club in clubs.items())
    event = _event(settings, players, _round(1, "3=5 8>4"))
    assert of_engine(event) == of_judge(event)


def test_wishes_give_way_before_an_event_runs_dead() -> None:
    # W9.2 and W12, round 3 of 4. 1, 2 and 4 are of one 单位. Every round without a pair of theirs leaves two triangles
    # for round 4, so one such pair is let through now.
    players = tuple(Player(number, club="甲" if number in (1, 2, 4) else "") for number in range(1, 7))
    settings = Settings(rounds=4, club_rule=ClubRule.ALWAYS)
    event = _event(settings, players, _round(1, "1<6 2>3 5>4"), _round(2, "6=2 5>1 4=3"))
    made = next_round(event)
    event = event.with_round(_all_drawn(made))
    assert can_be_paired(event)


def test_nobody_rests_twice_while_somebody_else_can_rest() -> None:
    # B1. 4, 9 and 12 have not rested; with 9 resting, 4-12 and 6-7 can be paired. That the rounds after it cannot all
    # be completed without a second bye is no reason for one now.
    out = Attendance(withdrawn=True)
    numbers = (1, 2, 4, 5, 6, 7, 9, 12)
    players = tuple(
        Player(
            number,
            club={7: "甲"}.get(number, ""),
            attendance=out if number in (1, 2, 5) else Attendance(((2, None),)) if number == 9 else Attendance(),
        )
        for number in numbers
    )
    settings = Settings(
        rounds=7, scoring=Scoring(2, 1, 0, 3, 1, 0), forfeit_is_met=False, bye_worth=Worth.DRAW, forfeits_stop=0
    )
    event = _event(settings, players, _round(1, "5xx2 1<<12 4=7", 6), _round(2, "4>6 9>12", 7))
    byes = {number: card.byes for number, card in cards(event).items()}
    assert byes == {4: 0, 6: 1, 7: 1, 9: 0, 12: 0}
    outcome = of_engine(event)
    assert outcome is not None
    assert outcome[1] in (4, 9, 12)
    assert outcome == of_judge(event)


@pytest.mark.parametrize(
    ("numbers", "rounds"),
    [
        (
            (1, 2, 3, 4, 6, 8, 9, 10, 11, 13, 14, 15),
            [
                _round(1, "2<14 3<15 1>13 6>>8 11=4 10=9"),
                _round(2, "15<1 14<6 9>11 4<10 2=3", 13),
                _round(3, "6<1 9<14 10>15 11<2 13>3", 8),
            ],
        ),
        (
            (1, 2, 3, 5, 6, 7, 9, 10, 13, 14, 15, 16),
            [
                _round(1, "16<15 9<1 5=3 14<2 13=6", 7),
                _round(2, "2=15 1=13 6=5 3=7 9<16"),
                _round(3, "15<1 7>2 13<3 16>6 5<14", 9),
            ],
        ),
    ],
)
def test_eleven_rounds_of_twelve_are_looked_through_to_the_end_though_some_were_away(
    numbers: tuple[int, ...], rounds: list[Round]
) -> None:
    # W12, round 4 of 11, exactly as the rule asks for up to 14 players. Who was away has opponents to spare that he
    # must not spend on somebody who has none to spare; a search that does not see it ends in its limit of steps.
    players = tuple(Player(number) for number in numbers)
    event = _event(Settings(rounds=11, bye_worth=Worth.LOSS), players, *rounds)
    assert judge(event, 11).ahead == 7
    assert of_engine(event) == of_judge(event)
