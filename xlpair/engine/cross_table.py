"""A round robin of those only who have not met yet: the final of groups whose mutual results are carried over (R7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from xlpair.engine import roundrobin

Pair: TypeAlias = tuple[int, int]


def cross_rounds(groups: Sequence[Sequence[int]]) -> tuple[tuple[Pair, ...], ...]:
    """Everybody against everybody of the other groups, red first, round by round.

    Groups of one size and an even number of them meet as wholes: the table (R1) says which groups meet, and each such
    meeting takes as many rounds as a group has members: first 1-1, 2-2 …, then 1-2, 2-3 …; the group first named has
    red in the odd ones. Otherwise all stand in one table, members of a group opposite each other in it, their own
    games left out, and rounds in which nothing is left to play are left out whole.
    Rule: R7
    """
    sizes = {len(group) for group in groups}
    if len(sizes) == 1 and len(groups) % 2 == 0 and max(sizes) > 2:
        return _whole_groups(groups)
    return _left_in_the_table(groups)


def _whole_groups(groups: Sequence[Sequence[int]]) -> tuple[tuple[Pair, ...], ...]:
    size = len(groups[0])
    rounds = []
    for number in range(1, roundrobin.rounds(len(groups)) + 1):
        meetings = [(groups[one - 1], groups[two - 1]) for one, two in roundrobin.pairs(len(groups), number)]
        for shift in range(size):
            pairs = [(one[at], two[(at + shift) % size]) for one, two in meetings for at in range(size)]
            rounds.append(tuple(pairs if shift % 2 == 0 else ((black, red) for red, black in pairs)))
    return tuple(rounds)


def _left_in_the_table(groups: Sequence[Sequence[int]]) -> tuple[tuple[Pair, ...], ...]:
    seats = _opposite(groups)
    group_of = {number: at for at, group in enumerate(groups) for number in group}
    rounds = []
    for number in range(1, roundrobin.rounds(len(seats)) + 1):
        seated = (
            (seats[one - 1], seats[two - 1])
            for one, two in roundrobin.pairs(len(seats), number)
            if max(one, two) <= len(seats)
        )
        pairs = tuple(pair for pair in seated if group_of[pair[0]] != group_of[pair[1]])
        if pairs:
            rounds.append(pairs)
    return tuple(rounds)


def _opposite(groups: Sequence[Sequence[int]]) -> list[int]:
    """The members in table order, those of one group two by two where round 1 of the table lets them meet."""
    front: list[int] = []
    back: list[int] = []
    single: list[int] = []
    for group in groups:
        for at in range(0, len(group) - 1, 2):
            front.append(group[at])
            back.append(group[at + 1])
        single += group[-1:] if len(group) % 2 else []
    return [*front, *single, *reversed(back)]
