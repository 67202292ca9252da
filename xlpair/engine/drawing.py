"""The draw before round 1, whatever is drawn: groups, or places in a bracket."""

from __future__ import annotations

from dataclasses import replace

from xlpair.engine import groups
from xlpair.engine.course import course
from xlpair.engine.fixtures import entrants
from xlpair.model import Event
from xlpair.settings import System


def drawn(event: Event) -> Event:
    """Give a group, or a place in the bracket, to everybody who takes part and has none; what is typed stays.

    Nothing is drawn once the event has begun, nor where it has neither groups nor a bracket. Raises BadInput where what
    is typed stands against a draw.
    Rule: R7, K1
    """
    settings = event.settings
    if event.rounds or len(entrants(event)) < 2:
        return event
    if settings.system is System.GROUPS:
        return groups.with_groups(event)
    if not settings.system.is_knockout:
        return event
    slots = course(event).slots
    players = (replace(player, slot=slots.get(player.number, player.slot)) for player in event.players)
    return replace(event, players=tuple(players))
