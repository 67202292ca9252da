"""Lots that can be drawn again: every lot of an event comes from its one seed."""

from __future__ import annotations

import random

from xlpair.settings import Settings


def lot(settings: Settings, purpose: str) -> random.Random:
    """A source of chance for one purpose, the same on every machine and every time.

    The seed is ``抽签种子/purpose``: two lots of one event never repeat each other's order.
    Rule: F1, F2, F4
    """
    return random.Random(f"{settings.lot_seed}/{purpose}")
