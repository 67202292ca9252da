"""The first round of 积分编排: pairs by number, wishes kept by exchange, sides by board or number (F2–F4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from xlpair.engine.lots import lot
from xlpair.engine.numbers import in_upper_half
from xlpair.engine.weighted import cheapest_perfect_matching
from xlpair.errors import WrongUse
from xlpair.model import Event, Game, How, Pairing, PassedOver, PassReason, Reason, SideRule
from xlpair.settings import FirstPairing, FirstSides, Settings

Pair: TypeAlias = tuple[int, int]
Clash: TypeAlias = Callable[[Pair], PassReason | None]

WIDEST_SEARCH: Final = 100
"""So many pairs are looked at together where single exchanges are not enough (F3); fewer = the whole field."""


def first_round(event: Event, field: Sequence[int]) -> tuple[Pairing, ...]:
    """Pair the numbers of ``field``, an even many, the bye already taken out. Boards count in the order of F2.

    Where a wish (单位, 不相遇) cannot be kept, the pair's reason says so in ``let_through``.
    Rule: F2, F3, F4, F5
    """
    if len(field) % 2:
        raise WrongUse(f"首轮配对要双数，现在是 {len(field)} 人：请先定轮空。")
    settings = event.settings
    clash = _wishes(event)
    planned = first_pairs(sorted(field), settings)
    pairs = keep_apart(planned, clash, lambda pair: _lower_place(pair, event))
    reds = _reds(pairs, event)
    games = (Game(),) * settings.meeting_games
    return tuple(
        Pairing(board, red, sum(pair) - red, games, _reason(pair, was, clash))
        for board, (pair, was, red) in enumerate(zip(pairs, planned, reds, strict=True), start=1)
    )


def first_pairs(numbers: Sequence[int], settings: Settings) -> tuple[Pair, ...]:
    """Pair by position in number order, smaller number first; lots by :func:`lot`, ``F2``.

    Rule: F2
    """
    half = len(numbers) // 2
    if settings.first_pairing is FirstPairing.ENDS:
        return tuple(zip(numbers[:half], reversed(numbers[half:]), strict=True))
    if settings.first_pairing is FirstPairing.MIDDLE:
        return tuple(zip(numbers[:half], numbers[half:], strict=True))
    drawn = list(numbers)
    if settings.first_pairing is FirstPairing.RANDOM:
        lot(settings, "F2").shuffle(drawn)
    return tuple((min(pair), max(pair)) for pair in zip(drawn[::2], drawn[1::2], strict=True))


def keep_apart(pairs: Sequence[Pair], clash: Clash, lower_place: Callable[[Pair], int]) -> tuple[Pair, ...]:
    """Part those who should not meet: single exchanges first, then, where some are left, the fewest possible.

    ``lower_place`` is the place (0 or 1) in a pair of its lower-half member. A pair keeps its board; pairs that only
    the wider search makes take the boards set free, lowest first.
    Rule: F3
    """
    exchanged = _exchange(pairs, clash, lower_place)
    if not any(clash(pair) for pair in exchanged) or _one_club_too_big(exchanged, clash):
        return tuple(exchanged)
    return _fewest(exchanged, clash)


def first_sides(one: int, two: int, board: int, event: Event) -> Pair:
    """Red and black of a pair, whatever its order; not for 抽签, which is drawn for the whole round at once.

    Where the choice does not decide, the smaller number has red on odd boards and the bigger one on even boards.
    Rule: F4
    """
    small, big = sorted((one, two))
    way = event.settings.first_sides
    small_red = board % 2 == 1
    if way is FirstSides.SUM_OF_NUMBERS:
        small_red = (small + big) % 2 == 1
    elif way is FirstSides.ODD_NUMBER_RED and (small + big) % 2:
        small_red = small % 2 == 1
    elif way is FirstSides.UPPER_HALF_RED and _upper(small, event) != _upper(big, event):
        small_red = _upper(small, event) is True
    return (small, big) if small_red else (big, small)


def _reds(pairs: Sequence[Pair], event: Event) -> list[int]:
    """Who has red on each board; lots by :func:`lot`, ``F4``, one for every board.

    Rule: F4
    """
    if event.settings.first_sides is FirstSides.LOT:
        drawn = lot(event.settings, "F4")
        return [sorted(pair)[drawn.getrandbits(1)] for pair in pairs]
    return [first_sides(one, two, board, event)[0] for board, (one, two) in enumerate(pairs, start=1)]


def _upper(number: int, event: Event) -> bool | None:
    # The greatest number on the roster tells how many were drawn, also after rows in between were deleted.
    return in_upper_half(number, event.players[-1].number, event.settings.numbering)


def _lower_place(pair: Pair, event: Event) -> int:
    return 0 if _upper(pair[0], event) is False and _upper(pair[1], event) is True else 1


def _wishes(event: Event) -> Clash:
    """What speaks against a pair in round 1, if anything."""
    forbidden = event.settings.forbidden
    apart = event.settings.club_apart(1)
    clubs = {player.number: player.club for player in event.players if apart and player.club}

    def clash(pair: Pair) -> PassReason | None:
        one, two = pair
        if ((one, two) if one < two else (two, one)) in forbidden:
            return PassReason.FORBIDDEN
        club = clubs.get(one)
        return PassReason.SAME_CLUB if club is not None and club == clubs.get(two) else None

    return clash


def _exchange(pairs: Sequence[Pair], clash: Clash, lower_place: Callable[[Pair], int]) -> list[Pair]:
    """Exchange lower-half members with the nearest pair that allows it: following ones first, then preceding ones.

    Rule: F3
    """
    now = list(pairs)
    everywhere: list[int] = []  # one of each club that already has somebody in every pair: nothing helps his mates
    for at in range(len(now)):
        if clash(now[at]) is None or any(clash((mate, now[at][0])) is PassReason.SAME_CLUB for mate in everywhere):
            continue
        for other in (*range(at + 1, len(now)), *range(at - 1, -1, -1)):
            one, two = _exchanged(now[at], now[other], lower_place)
            if clash(one) is None and clash(two) is None:
                now[at], now[other] = one, two
                break
        else:
            if _in_every_pair(now[at][0], now, clash):
                everywhere.append(now[at][0])
    return now


def _exchanged(one: Pair, two: Pair, lower_place: Callable[[Pair], int]) -> tuple[Pair, Pair]:
    mine, his = lower_place(one), lower_place(two)
    given, taken = one[mine], two[his]
    return (
        (taken, one[1]) if mine == 0 else (one[0], taken),
        (given, two[1]) if his == 0 else (two[0], given),
    )


def _in_every_pair(number: int, pairs: Sequence[Pair], clash: Clash) -> bool:
    """Whether every pair holds the player or a club mate of his."""
    return all(
        number in pair or any(clash((number, other)) is PassReason.SAME_CLUB for other in pair) for pair in pairs
    )


def _one_club_too_big(pairs: Sequence[Pair], clash: Clash) -> bool:
    """Whether nothing can be gained: all that clashes is one club, which has somebody in every pair."""
    left = [pair for pair in pairs if clash(pair)]
    return all(clash(pair) is PassReason.SAME_CLUB for pair in left) and _in_every_pair(left[0][0], pairs, clash)


def _fewest(pairs: Sequence[Pair], clash: Clash) -> tuple[Pair, ...]:
    """Pair anew with the fewest clashes; of these with the fewest 不相遇; of these with the fewest new pairs.

    In fields of more than WIDEST_SEARCH pairs only the clashing pairs and those next to them are looked at.
    Rule: F3
    """
    boards = _widest(pairs, clash)
    members = [number for board in boards for number in pairs[board]]
    unit = len(boards) + 1
    worth = {None: 0, PassReason.SAME_CLUB: unit * unit, PassReason.FORBIDDEN: unit * unit + unit}
    costs: list[list[int | None]] = [
        [None if i == j else worth[clash((one, two))] + (i ^ 1 != j) for j, two in enumerate(members)]
        for i, one in enumerate(members)
    ]
    found = cheapest_perfect_matching(costs)
    assert found is not None, "every two may be joined"
    mate = found[1]
    # Members stand two by two as they were paired, so that i ^ 1 is i's old partner and i // 2 his place in boards.
    new = [i for i, j in enumerate(mate) if i < j and i ^ 1 != j]
    free = sorted({boards[at // 2] for i in new for at in (i, mate[i])})
    result = list(pairs)
    for board, i in zip(free, new, strict=True):
        result[board] = (members[i], members[mate[i]])
    return tuple(result)


def _widest(pairs: Sequence[Pair], clash: Clash) -> list[int]:
    """The clashing pairs and as many of those next to them as may be looked at together."""
    left = [at for at, pair in enumerate(pairs) if clash(pair)]
    nearest = sorted(range(len(pairs)), key=lambda at: (min(abs(at - other) for other in left), at))
    return sorted(nearest[:WIDEST_SEARCH])


def _reason(pair: Pair, was: Pair, clash: Clash) -> Reason:
    """Why a pair stands. Who lost a partner to F3 and kept his board is the one who drew."""
    reason = Reason(How.FIRST_ROUND, SideRule.FIRST_ROUND, let_through=clash(pair))
    why = clash(was)
    stayed = [number for number in pair if number in was]
    if why is None or len(stayed) != 1:
        return reason
    drawer = stayed[0]
    return replace(reason, drawer=drawer, taken=sum(pair) - drawer, passed_over=(PassedOver(sum(was) - drawer, why),))
