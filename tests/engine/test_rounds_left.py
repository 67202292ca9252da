"""What is foretold of the rounds still to come (W12) is certain: a trial of every way to pair them agrees."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

from xlpair.api import event
from xlpair.engine.checks import check
from xlpair.engine.pairing import next_round
from xlpair.engine.records import Record
from xlpair.engine.rounds_left import possible_rounds
from xlpair.model import Attendance, Player

Pairs = frozenset[tuple[int, int]]


def one_round(present: tuple[int, ...], unmet: Pairs) -> Iterator[Pairs]:
    """Every way to pair a round without a rematch; in an odd field anybody may rest, however often he has."""
    if len(present) % 2:
        for resting in present:
            yield from one_round(tuple(number for number in present if number != resting), unmet)
    elif not present:
        yield frozenset()
    else:
        first, *others = present
        for other in others:
            if (first, other) in unmet:
                rest = tuple(number for number in others if number != other)
                for pairs in one_round(rest, unmet):
                    yield pairs | {(first, other)}


def rounds_by_trial(fields: Sequence[tuple[int, ...]], unmet: Pairs) -> int:
    """How many of the rounds can be paired one after another, by trying every way."""
    best = 0
    if fields:
        for pairs in set(one_round(fields[0], unmet)):
            best = max(best, 1 + rounds_by_trial(fields[1:], unmet - pairs))
            if best == len(fields):
                break
    return best


def played(rng: random.Random, count: int) -> tuple[dict[int, Record], Pairs]:
    """Some rounds at random without a rematch, and what they leave."""
    everybody = tuple(range(1, count + 1))
    history = {number: Record(number) for number in everybody}
    unmet: Pairs = frozenset(combinations(everybody, 2))
    for _ in range(rng.randrange(count)):
        ways = sorted(sorted(pairs) for pairs in one_round(everybody, unmet))
        if not ways:
            break
        pairs = rng.choice(ways)
        for red, black in pairs:
            history[red].met.add(black)
            history[black].met.add(red)
        for number in set(everybody) - {number for pair in pairs for number in pair}:
            history[number].byes += 1
        unmet -= frozenset(pairs)
    return history, unmet


@pytest.mark.parametrize("seed", range(12))
def test_no_round_is_called_impossible_that_can_be_paired(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(25):
        count = rng.randrange(3, 8)
        history, unmet = played(rng, count)
        field = tuple(sorted(rng.sample(sorted(history), rng.randrange(2, count + 1))))
        fields = (field,) * rng.randrange(1, 5)
        assert possible_rounds(history, fields) == rounds_by_trial(fields, unmet), (history, fields)


@pytest.mark.parametrize("seed", range(12))
def test_no_rounds_of_changing_fields_are_called_impossible_that_can_be_paired(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(25):
        count = rng.randrange(3, 8)
        history, unmet = played(rng, count)
        fields = tuple(
            tuple(sorted(rng.sample(sorted(history), rng.randrange(2, count + 1)))) for _ in range(rng.randrange(1, 4))
        )
        assert possible_rounds(history, fields) >= rounds_by_trial(fields, unmet), (history, fields)


def test_three_who_are_left_can_play_when_one_of_them_rests_again() -> None:
    """2, 4 and 5 have all rested. 2 with 3 points would be first to rest again, but 4 and 5 have met; then 5 with 4."""
    rounds = [
        [(1, 2, "2:0"), (3, 4, "1:1"), (5, "轮空")],
        [(5, 1, "2:0"), (2, 3, "1:1"), (4, "轮空")],
        [(4, 5, "2:0"), (1, 3, "1:1"), (2, "轮空")],
    ]
    gone = [
        Player(number, f"棋手{number}", attendance=Attendance(withdrawn=number in (1, 3))) for number in range(1, 6)
    ]
    left = event(gone, rounds, {"轮数": 4})
    assert not [problem for problem in check(left) if problem.rule == "W12"]
    made = next_round(left)
    assert [{pairing.red, pairing.black} for pairing in made.pairings] == [{2, 4}]
    assert [bye.player for bye in made.byes] == [5]
