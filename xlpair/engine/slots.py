"""The draw of a knock-out: who stands in which place (签位) of the bracket (K1)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import Final

from xlpair.engine.bracket import ranks, size_for
from xlpair.engine.lots import lot
from xlpair.errors import BadInput, Problem
from xlpair.model import Player, named
from xlpair.settings import ClubRule, Settings

_DRAWS: Final = 8
_FEW: Final = 40
"""In fields so small the lot is drawn _DRAWS times, and the first draw that keeps mates furthest apart is taken."""
_STEPS: Final = 20_000
"""So many exchanges are looked at for one draw: more than fields of a hundred need, and no machine takes more."""


def draw_slots(players: Sequence[Player], settings: Settings) -> dict[int, int]:
    """Each player's place in the bracket, by number.

    A typed 签位 is kept. The others take the places of the best ranks that are left: the seeded in the order of their
    种子, the rest by lot (:func:`~xlpair.engine.lots.lot`, ``K1``), 单位 mates kept apart as far as can be unless
    同单位回避 is 不回避. Places left empty are those that meet the best ranks, so the best seeds have the byes.
    Raises BadInput for a 签位 that is too big or typed twice.
    Rule: K1
    """
    return dict(_draw(tuple(players), settings))


# A bracket is looked at many times for one command, and a draw by lot takes some time.
@lru_cache(maxsize=8)
def _draw(players: tuple[Player, ...], settings: Settings) -> tuple[tuple[int, int], ...]:
    size = size_for(len(players))
    field = list(players) if settings.club_rule is not ClubRule.NEVER else [replace(one, club="") for one in players]
    placed = _typed(field, size)
    open_places = _open_places(size, len(field), frozenset(placed.values()))
    seeded = sorted((one for one in field if one.seed is not None and one.number not in placed), key=_by_seed)
    placed |= {player.number: place for player, place in zip(seeded, open_places, strict=False)}
    chance = lot(settings, "K1")
    left = [player for player in field if player.number not in placed]
    places = sorted(open_places[len(seeded) :])
    times = _DRAWS if len(field) <= _FEW else 1
    draws = [_drawn(field, placed, in_lot_order(left, chance), places, chance) for _ in range(times)]
    clubs = _members(field)
    return tuple(sorted(max(draws, key=lambda slots: _apart(slots, clubs)).items()))


def _drawn(
    field: Sequence[Player],
    placed: Mapping[int, int],
    left: Sequence[Player],
    places: Sequence[int],
    chance: random.Random,
) -> dict[int, int]:
    """One draw: everybody dealt to the halves, then exchanges that keep mates further apart.

    Rule: K1
    """
    spread = _Spread({placed[one.number]: one.club for one in field if one.number in placed}, chance)
    spread.fill(left, places, 1, size_for(len(field)))
    return _exchanged({**placed, **spread.placed}, left, _members(field))


def _members(field: Sequence[Player]) -> dict[str, list[int]]:
    """The numbers of each club."""
    members: dict[str, list[int]] = {}
    for player in field:
        if player.club:
            members.setdefault(player.club, []).append(player.number)
    return members


def in_lot_order(players: Iterable[Player], chance: random.Random) -> list[Player]:
    """The players as the lot has it, whatever order they come in, members of big clubs before others.

    Who is dealt first finds the most room to be kept apart from his mates.
    """
    drawn = sorted(players, key=lambda player: player.number)
    chance.shuffle(drawn)
    counts = Counter(player.club for player in drawn)
    turns = {player.club: turn for turn, player in reversed(list(enumerate(drawn)))}
    # Stable: mates stay in the order of the lot. Whoever has no club can stand anywhere and comes last.
    return sorted(drawn, key=lambda player: (not player.club, -counts[player.club], turns[player.club]))


def _by_seed(player: Player) -> tuple[int, int]:
    return player.seed or 0, player.number


def _typed(players: Sequence[Player], size: int) -> dict[int, int]:
    """The typed places, by number."""
    typed: dict[int, int] = {}
    holders: dict[int, Player] = {}
    problems: list[Problem] = []
    for player in players:
        if player.slot is None:
            continue
        where = f"名单 {named(player)}"
        if not 1 <= player.slot <= size:
            hint = f"{len(players)} 个参赛者的对阵图有 {size} 个签位，请填 1 到 {size}，或清空由程序抽签。"
            problems.append(Problem(where, f"签位 {player.slot} 不行。", hint, rule="K1"))
        elif player.slot in holders:
            other = holders[player.slot]
            what = f"签位 {player.slot} 与 {other.number}号 {other.name} 相同。"
            problems.append(Problem(where, what, "请改成不同的签位，或清空由程序抽签。", rule="K1"))
        else:
            holders[player.slot] = player
            typed[player.number] = player.slot
    if problems:
        raise BadInput(tuple(problems))
    return typed


def _open_places(size: int, entrants: int, taken: frozenset[int]) -> list[int]:
    """The places still to be drawn, those of the best ranks first.

    Rule: K1
    """
    places = dict(zip(ranks(size), range(1, size + 1), strict=True))
    by_rank = [places[rank] for rank in range(1, size + 1)]
    return [place for place in by_rank if place not in taken][: entrants - len(taken)]


class _Spread:
    """Deals players to places, mates into different halves, then quarters, and so on.

    ``mates`` holds the club of everybody who stands already, by place.
    """

    def __init__(self, mates: Mapping[int, str], chance: random.Random) -> None:
        self._mates = dict(mates)
        self._chance = chance
        self.placed: dict[int, int] = {}

    def fill(self, players: Sequence[Player], places: Sequence[int], low: int, high: int) -> None:
        """Deal ``players``, in the order given, to ``places``, all of them within ``low`` … ``high``."""
        if low == high:
            self.placed.update((player.number, place) for player, place in zip(players, places, strict=True))
            return
        middle = (low + high) // 2
        upper = [place for place in places if place <= middle]
        lower = [place for place in places if place > middle]
        above, below = self._halves(players, len(upper), len(lower), (low, middle, high))
        self.fill(above, upper, low, middle)
        self.fill(below, lower, middle + 1, high)

    def _halves(
        self, players: Sequence[Player], room_above: int, room_below: int, span: tuple[int, int, int]
    ) -> tuple[list[Player], list[Player]]:
        """Each player goes where fewer of his club stand, then where more room is left, then by lot.

        Rule: K1
        """
        low, middle, high = span
        above: list[Player] = []
        below: list[Player] = []
        clubs_above = [self._mates[place] for place in range(low, middle + 1) if place in self._mates]
        clubs_below = [self._mates[place] for place in range(middle + 1, high + 1) if place in self._mates]
        for player in players:
            room = (room_above - len(above), room_below - len(below))
            goes_above = self._chooses_above(player.club, clubs_above, clubs_below, room)
            (above if goes_above else below).append(player)
            (clubs_above if goes_above else clubs_below).append(player.club)
        return above, below

    def _chooses_above(
        self, club: str, clubs_above: Sequence[str], clubs_below: Sequence[str], room: tuple[int, int]
    ) -> bool:
        if 0 in room:
            return room[1] == 0
        mates = (clubs_above.count(club), clubs_below.count(club)) if club else (0, 0)
        if mates[0] != mates[1]:
            return mates[0] < mates[1]
        if room[0] != room[1]:
            return room[0] > room[1]
        return self._chance.getrandbits(1) == 0


def _exchanged(slots: dict[int, int], free: Sequence[Player], members: Mapping[str, Sequence[int]]) -> dict[int, int]:
    """Let pairs of those drawn by lot change places as long as that keeps mates further apart.

    Rule: K1
    """
    steps, better = _STEPS, len(members) > 0
    while better and steps > 0:
        better = False
        for one, two in combinations(free, 2):
            steps -= 1
            if steps > 0 and one.club != two.club and _gains(slots, one, two, members):
                slots[one.number], slots[two.number] = slots[two.number], slots[one.number]
                better = True
    return slots


def _apart(slots: Mapping[int, int], members: Mapping[str, Sequence[int]]) -> list[int]:
    """How many pairs of mates can meet in the last round at the earliest, in the one before, and so on."""
    rounds = max(slots.values()).bit_length() + 1
    counts = [0] * rounds
    for mates in members.values():
        for one, two in combinations(mates, 2):
            counts[rounds - 1 - _meet(slots[one], slots[two])] += 1
    return counts


def _gains(slots: Mapping[int, int], one: Player, two: Player, members: Mapping[str, Sequence[int]]) -> bool:
    """Whether mates would meet later if the two, of different clubs, changed places; the latest round counts most."""
    change: dict[int, int] = {}
    for mover, goes_to in ((one, slots[two.number]), (two, slots[one.number])):
        for mate in members.get(mover.club, ()):
            if mate != mover.number:
                before, after = _meet(slots[mover.number], slots[mate]), _meet(goes_to, slots[mate])
                change[before] = change.get(before, 0) - 1
                change[after] = change.get(after, 0) + 1
    return next((change[round_] for round_ in sorted(change, reverse=True) if change[round_]), 0) > 0


def _meet(place: int, other: int) -> int:
    """The round in which two places meet if both win."""
    return ((place - 1) ^ (other - 1)).bit_length()
