"""The draw before round 1 of groups and knock-outs: who is in which group, who stands where in the bracket."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from xlpair.engine import groups, knockout
from xlpair.engine.bracket import size_for
from xlpair.model import Event, Player
from xlpair.settings import System


@dataclass(frozen=True, slots=True)
class Drawn:
    """An event whose groups or places are drawn; ``placed`` are those who got theirs now."""

    event: Event
    placed: tuple[Player, ...] = ()
    sentences: tuple[str, ...] = ()


def drawn(event: Event) -> Drawn:
    """Give a group, or a place in the bracket, to everybody who takes part and has none; what is typed stays.

    Nothing is drawn once the event has begun, nor where it has neither groups nor a bracket. Raises BadInput where what
    is typed stands against a draw.
    Rule: R7, K1
    """
    settings = event.settings
    if event.rounds or len(knockout.entrants(event)) < 2:
        return Drawn(event)
    if settings.system is System.GROUPS:
        after = groups.with_groups(event)
    elif settings.system.is_knockout:
        slots = knockout.course(event).slots
        players = (replace(player, slot=slots.get(player.number, player.slot)) for player in event.players)
        after = replace(event, players=tuple(players))
    else:
        return Drawn(event)
    before = set(event.players)
    placed = tuple(player for player in after.players if player not in before)
    return Drawn(after, placed, (_said(after),) if placed else ())


def _said(event: Event) -> str:
    settings = event.settings
    if settings.system is System.GROUPS:
        sizes = Counter(player.group for player in event.players if player.group)
        listed = "、".join(f"{name}组 {size} 人" for name, size in sorted(sizes.items()))
        return f"抽签分组（抽签种子 {settings.lot_seed}）：{listed}。"
    count = len(knockout.entrants(event))
    size = size_for(count)
    resting = f"，{size - count} 人首轮轮空" if size > count else ""
    return f"抽签定签位（抽签种子 {settings.lot_seed}）：{count} 人，{size} 个签位{resting}。"


def place_text(player: Player) -> str:
    """What the log keeps of a draw: ``A组``, ``签位5``."""
    return f"{player.group}组" if player.group else f"签位{player.slot}"
