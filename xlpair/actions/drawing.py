"""The draw before round 1 of groups and knock-outs: who is in which group, who stands where in the bracket."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from xlpair.engine.bracket import size_for
from xlpair.engine.drawing import drawn
from xlpair.engine.fixtures import entrants
from xlpair.model import Event, Player
from xlpair.settings import System


@dataclass(frozen=True, slots=True)
class Placing:
    """An event whose groups or places are drawn; ``placed`` are those who got theirs now."""

    event: Event
    placed: tuple[Player, ...] = ()
    sentences: tuple[str, ...] = ()


def placing(event: Event) -> Placing:
    """Draw what is to be drawn before round 1 (:func:`~xlpair.engine.drawing.drawn`), and say so.

    Rule: R7, K1
    """
    after, before = drawn(event), set(event.players)
    placed = tuple(player for player in after.players if player not in before)
    return Placing(after, placed, (_said(after),) if placed else ())


def _said(event: Event) -> str:
    settings = event.settings
    if settings.system is System.GROUPS:
        sizes = Counter(player.group for player in event.players if player.group)
        listed = "、".join(f"{name}组 {size} {settings.unit}" for name, size in sorted(sizes.items()))
        return f"抽签分组（抽签种子 {settings.lot_seed}）：{listed}。"
    count = len(entrants(event))
    size = size_for(count)
    resting = f"，{size - count} {settings.unit}首轮轮空" if size > count else ""
    return f"抽签定签位（抽签种子 {settings.lot_seed}）：{count} {settings.unit}，{size} 个签位{resting}。"


def place_text(player: Player) -> str:
    """What the log keeps of a draw: ``A组``, ``签位5``."""
    return f"{player.group}组" if player.group else f"签位{player.slot}"
