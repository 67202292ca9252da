"""Who plays under which number: typed numbers are kept, missing ones given, the first ones drawn by lot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from xlpair.actions.drawing import placing
from xlpair.engine.lineups import renumbered
from xlpair.engine.numbers import NO_NUMBER, draw_numbers
from xlpair.engine.tiebreaks import criteria_of
from xlpair.model import Event, Player, named
from xlpair.settings import CutTie, FirstPairing, FirstSides, Numbering, Settings, System
from xlpair.workbook.book import Change
from xlpair.workbook.reader import Reading
from xlpair.workbook.texts import is_blank
from xlpair.workbook.writer import put_draw, put_numbers, put_settings

SEED_ITEM: Final = "抽签种子"
_LOT: Final = "抽签"
_SHOWN: Final = 8

SeedSource: TypeAlias = Callable[[], int]
"""Gives a new 抽签种子, asked only when a lot is needed and none is typed."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """An event in which everybody has a number, and what it took.

    ``given`` are those who got one now, ``placed`` those who were drawn into a group or a bracket. ``seed`` is the seed
    of the lots of this round, None where none is drawn; ``drew_seed``: it was not typed.
    """

    event: Event
    given: tuple[Player, ...] = ()
    placed: tuple[Player, ...] = ()
    seed: int | None = None
    drew_seed: bool = False
    sentences: tuple[str, ...] = ()


def numbered(reading: Reading, draw_seed: SeedSource) -> Numbered:
    """Give numbers to those who have none.

    Before round 1, where nobody has one, they are drawn as 编号方式 says. Otherwise whoever has none gets the next one
    behind the biggest, in the order of 名单. Groups and places in a bracket are drawn with round 1 too. What is typed
    is never changed.
    Rule: F1, R7, K1
    """
    event = reading.event
    settings = event.settings
    draws = not event.rounds and len(reading.roster.unnumbered) == len(event.players) > 0
    lots = draws or _needs_lot(event)
    drew_seed = lots and is_blank(reading.texts.get(SEED_ITEM))
    if drew_seed:
        settings = replace(settings, lot_seed=draw_seed())
    players = _drawn(reading.roster.entrants, settings) if draws else event.players
    unnumbered = frozenset(player.number for player in players) if draws else frozenset(reading.roster.unnumbered)
    given = tuple(player for player in players if player.number in unnumbered)
    seed = settings.lot_seed if lots else None
    draw = placing(replace(event, settings=settings, players=players, squads=renumbered(event, players)))
    said = _sentences(event, settings, given, draws, drew_seed)
    return Numbered(draw.event, given, draw.placed, seed, drew_seed, (*said, *draw.sentences))


def _needs_lot(event: Event) -> bool:
    """Whether the round to come, or the standings, ask for a lot."""
    settings = event.settings
    if settings.system.is_knockout or settings.system is System.GROUPS:
        return True
    if settings.knockout_cuts and settings.cut_tie is CutTie.LOT:
        return True
    first = not event.rounds and settings.system is System.SWISS
    if first and (settings.first_pairing is FirstPairing.RANDOM or settings.first_sides is FirstSides.LOT):
        return True
    return _LOT in criteria_of(settings)


def _drawn(entrants: tuple[Player, ...], settings: Settings) -> tuple[Player, ...]:
    """Numbers by lot for all who take part; who has left before the start gets one behind them."""
    staying = draw_numbers([player for player in entrants if not player.attendance.withdrawn], settings)
    gone = [player for player in entrants if player.attendance.withdrawn]
    return (*staying, *(replace(player, number=len(staying) + at) for at, player in enumerate(gone, start=1)))


def _sentences(
    event: Event, settings: Settings, given: tuple[Player, ...], draws: bool, drew_seed: bool
) -> tuple[str, ...]:
    said = []
    if draws:
        how = Numbering.MIXED if settings.numbering is Numbering.AS_ROSTER else settings.numbering
        many = f"{len(given)} {settings.unit}编为 1 到 {len(given)} 号"
        said.append(f"抽签定号（{how.value}，抽签种子 {settings.lot_seed}）：{many}。")
    elif given:
        listed = "、".join(named(player) for player in given[:_SHOWN])
        more = f" 等 {len(given)} {settings.unit}" if len(given) > _SHOWN else ""
        said.append(f"没有编号的依次编号：{listed}{more}。")
    if not draws and not event.rounds and settings.numbering is not Numbering.AS_ROSTER:
        said.append("名单里已有编号，没有重新抽签（要重抽请清空“编号”一列）。")
    if drew_seed and not draws:
        said.append(f"抽签种子 {settings.lot_seed} 由程序抽取，已写入赛事表。")
    return tuple(said)


def number_changes(reading: Reading, found: Numbered) -> tuple[Change, ...]:
    """Write the numbers given, groups and places in the bracket, and the seed drawn."""
    seed = put_settings(reading, {SEED_ITEM: str(found.event.settings.lot_seed)}) if found.drew_seed else ()
    numbers = put_numbers(reading, found.given) if found.given else ()
    return (*numbers, *(put_draw(reading, found.placed) if found.placed else ()), *seed)


def number_places(reading: Reading) -> frozenset[str]:
    """The cells in which a number is missing: what was told of them is settled once numbers are given."""
    place = reading.places.roster
    if place is None:
        return frozenset()
    return frozenset(place.where(row, "编号") for number in reading.roster.unnumbered for row in place.rows[number])


__all__ = ["NO_NUMBER", "Numbered", "SeedSource", "number_changes", "number_places", "numbered"]
