"""The draw of a 分组循环: seeds by snake, the others by lot, mates in different groups while possible (R7)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from string import ascii_uppercase
from typing import Final

from xlpair.engine.lots import lot
from xlpair.engine.slots import in_lot_order
from xlpair.errors import BadInput, Problem
from xlpair.model import Player
from xlpair.settings import ClubRule, Settings

GROUPS_ITEM: Final = "分组数"


def group_names(count: int) -> tuple[str, ...]:
    """``A`` … ``Z``, then plain numbers."""
    return tuple(ascii_uppercase[at] if at < len(ascii_uppercase) else str(at + 1) for at in range(count))


def draw_groups(players: Sequence[Player], settings: Settings) -> dict[int, str]:
    """Each player's group, by number.

    A typed 组 is kept. Of the others the seeded are dealt by snake (A … D, D … A, …) in the order of their 种子, the
    rest by lot (:func:`~xlpair.engine.lots.lot`, ``R7``), 单位 mates apart as far as can be but with 同单位回避 不回避.
    Sizes differ by one at most where nothing is typed. Raises BadInput where nobody says how many groups there are, or
    where they would have fewer than two players.
    Rule: R7
    """
    return dict(_draw(tuple(players), settings))


# The groups are looked at many times for one command.
@lru_cache(maxsize=8)
def _draw(players: tuple[Player, ...], settings: Settings) -> tuple[tuple[int, str], ...]:
    names = _names(players, settings)
    placed = {player.number: player.group for player in players if player.group}
    left = [player for player in players if not player.group]
    seeded = sorted((one for one in left if one.seed is not None), key=lambda one: (one.seed or 0, one.number))
    placed |= {player.number: name for player, name in zip(seeded, _snake(names, len(seeded)), strict=True)}
    sizes = _sizes(names, Counter(placed.values()), len(players))
    chance = lot(settings, "R7")
    field = list(players) if settings.club_rule is not ClubRule.NEVER else [replace(one, club="") for one in players]
    free = in_lot_order((player for player in field if player.number not in placed), chance)
    dealt = _dealt(free, placed, {player.number: player.club for player in field}, sizes, chance)
    return tuple(sorted(dealt.items()))


def _names(players: Sequence[Player], settings: Settings) -> tuple[str, ...]:
    """All groups in order: those typed, and as many more as 分组数 asks for."""
    typed = sorted({player.group for player in players if player.group}, key=_group_order)
    count = settings.groups or len(typed)
    if len(typed) > count:
        what = f"名单里写了 {len(typed)} 个组（{'、'.join(typed)}），分组数是 {count}。"
        raise BadInput((Problem(GROUPS_ITEM, what, "请改分组数，或改名单的“组”。", rule="R7"),))
    if not count:
        raise BadInput(
            (Problem(GROUPS_ITEM, "还没有填。", "请在赛事表填分几组，或在名单的“组”里写好每一行的组。", rule="R7"),)
        )
    if len(players) < 2 * count:
        what = f"{len(players)} {settings.unit}分不成 {count} 组，每组至少 2 {settings.unit}。"
        raise BadInput((Problem(GROUPS_ITEM, what, "请改少分组数。", rule="R7"),))
    more = [name for name in group_names(count) if name not in typed]
    return tuple(sorted((*typed, *more[: count - len(typed)]), key=_group_order))


def _group_order(name: str) -> tuple[int, int, str]:
    """Letters before numbers, numbers by their size."""
    return (1, int(name), "") if name.isdecimal() else (0, 0, name)


def _snake(names: Sequence[str], count: int) -> list[str]:
    """A … D, D … A, A … D, and so on.

    Rule: R7
    """
    turn = (*names, *reversed(names))
    return [turn[at % len(turn)] for at in range(count)]


def _sizes(names: Sequence[str], placed: Mapping[str, int], total: int) -> dict[str, int]:
    """How many each group is to have: as even as can be; one more where more stand already, then in order of groups."""
    sizes = {name: placed.get(name, 0) for name in names}
    for _ in range(total - sum(sizes.values())):
        smallest = min(names, key=lambda name: (sizes[name], -placed.get(name, 0), names.index(name)))
        sizes[smallest] += 1
    return sizes


def _dealt(
    free: Sequence[Player],
    placed: Mapping[int, str],
    clubs: Mapping[int, str],
    sizes: Mapping[str, int],
    chance: random.Random,
) -> dict[int, str]:
    """Deal the free players: each where fewest of his club are, then where most room is, then by lot.

    Rule: R7
    """
    groups = dict(placed)
    mates = Counter((group, clubs[number]) for number, group in placed.items())
    room = {name: size - sum(group == name for group in placed.values()) for name, size in sizes.items()}
    for player in free:
        open_groups = [name for name in sizes if room[name] > 0]
        chance.shuffle(open_groups)
        chosen = min(open_groups, key=lambda name: (mates[name, player.club] if player.club else 0, -room[name]))
        groups[player.number] = chosen
        mates[chosen, player.club] += 1
        room[chosen] -= 1
    return _exchanged(groups, free, clubs)


def _exchanged(groups: dict[int, str], free: Sequence[Player], clubs: Mapping[int, str]) -> dict[int, str]:
    """Let pairs of free players change groups as long as fewer mates then stand together.

    Rule: R7
    """
    mates = Counter((group, clubs[number]) for number, group in groups.items() if clubs[number])
    better = True
    while better:
        better = False
        for one, two in combinations(free, 2):
            here, there = groups[one.number], groups[two.number]
            if one.club == two.club or here == there:
                continue
            gain = _mates_met(mates, here, one.club) + _mates_met(mates, there, two.club)
            if gain > mates[there, one.club] * bool(one.club) + mates[here, two.club] * bool(two.club):
                groups[one.number], groups[two.number] = there, here
                mates.update({(there, one.club): 1, (here, two.club): 1})
                mates.subtract({(here, one.club): 1, (there, two.club): 1})
                better = True
    return groups


def _mates_met(mates: Mapping[tuple[str, str], int], group: str, club: str) -> int:
    """How many mates somebody has in his group, himself left out."""
    return mates[group, club] - 1 if club else 0
