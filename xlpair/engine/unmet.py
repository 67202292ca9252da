"""Settings that ask for more than the roster gives: each is a warning, for the event can be played all the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from xlpair.engine import groups
from xlpair.engine.lineups import squads
from xlpair.errors import BadInput, Gravity, Problem
from xlpair.model import Event, named
from xlpair.settings import FinalForm, System, TeamForm

QUALIFIERS_ITEM: Final = "每组出线"
BOARDS_ITEM: Final = "每队台数"
COUNTED_ITEM: Final = "计分人数"
_ROSTER: Final = "名单"
_SHOWN: Final = 6


def unmet(event: Event) -> Iterator[Problem]:
    """Tell the settings that those on the roster cannot meet.

    Rule: R7, K1, T2, S7
    """
    yield from _too_many_qualifiers(event)
    yield from _seeds_twice(event)
    yield from _short_squads(event)
    yield from _small_clubs(event)


def _too_many_qualifiers(event: Event) -> Iterator[Problem]:
    """More are to go on than the smallest group has.

    Rule: R7
    """
    settings = event.settings
    most = settings.group_qualifiers
    if settings.system is not System.GROUPS or settings.final_form is FinalForm.NONE or most is None:
        return
    try:
        sizes = {section.name: len(section.event.players) for section in groups.group_sections(event)}
    except BadInput:
        return  # told by the draw
    short = [f"{name} {size} {settings.unit}" for name, size in sizes.items() if size < most]
    if short:
        what = f"每组要出线 {most} {settings.unit}，{_listed(short)}，不够。"
        yield Problem(QUALIFIERS_ITEM, what, "照排时这样的组全部出线；请改小，或改分组数。", Gravity.WARNING, "R7")


def _seeds_twice(event: Event) -> Iterator[Problem]:
    """Two have the same 种子; once drawn it is no matter.

    Rule: K1, R7
    """
    settings = event.settings
    if event.rounds or not (settings.system.is_knockout or settings.system is System.GROUPS):
        return
    field = [player for player in event.players if not player.attendance.withdrawn and player.seed is not None]
    times = Counter(player.seed for player in field)
    for seed in sorted(seed for seed, count in times.items() if seed is not None and count > 1):
        holders = _listed(named(player) for player in field if player.seed == seed)
        what = f"种子 {seed} 写了 {times[seed]} 次：{holders}。"
        hint = "请改成各不相同的种子号；照排时编号小的在前。"
        yield Problem(_ROSTER, what, hint, Gravity.WARNING, "K1" if settings.system.is_knockout else "R7")


def _short_squads(event: Event) -> Iterator[Problem]:
    """Squads smaller than the number of boards: their last boards will be empty. Teams without any squad have no say.

    Rule: T2
    """
    settings = event.settings
    if not settings.team_matches:
        return
    known, boards = event.by_number(), settings.meeting_games
    short = [
        f"{named(known[team])} {len(members)} 人"
        for team, members in squads(event).items()
        if team in known and not known[team].attendance.withdrawn and len(members) < boards
    ]
    if short:
        what = f"每队 {boards} 台，“队员”表里人数不够的：{_listed(short)}。"
        yield Problem(BOARDS_ITEM, what, "空着的台判负；请补上队员，或改小。", Gravity.WARNING, "T2")


def _small_clubs(event: Event) -> Iterator[Problem]:
    """Of every team more members are to be counted than any has.

    Rule: S7
    """
    size = event.settings.team_counted
    clubs = Counter(player.club for player in event.players if player.club)
    if event.settings.team_form is not TeamForm.SUM_OF_MEMBERS or size is None or not clubs:
        return
    most = max(clubs.values())
    if size > most:
        what = f"计分取每队 {size} 人，人数最多的队也只有 {most} 人，没有一队够数。"
        yield Problem(COUNTED_ITEM, what, f"请改成 {most} 以下，或不填。", Gravity.WARNING, "S7")


def _listed(names: Iterable[str]) -> str:
    found = list(names)
    return f"{'、'.join(found[:_SHOWN])}{f' 等 {len(found)} 个' if len(found) > _SHOWN else ''}"
