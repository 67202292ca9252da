"""xlpair: xiangqi tournaments inside the club's own Excel workbook.

The small API for programs: :func:`load` a workbook, or build an :class:`Event` from plain values, then ask for the
:func:`next_round`, the :func:`standings`, a :func:`check`, or the table of a :func:`round_robin`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "load": "xlpair.api",
    "check": "xlpair.api",
    "round_robin": "xlpair.api",
    "event": "xlpair.api",
    "frames": "xlpair.data_frames",
    "next_round": "xlpair.api",
    "standings": "xlpair.api",
    "Event": "xlpair.model",
    "Player": "xlpair.model",
    "Round": "xlpair.model",
    "Result": "xlpair.model",
    "Settings": "xlpair.settings",
    "System": "xlpair.settings",
}

__all__ = [
    "Event",
    "Player",
    "Result",
    "Round",
    "Settings",
    "System",
    "__version__",
    "check",
    "event",
    "frames",
    "load",
    "next_round",
    "round_robin",
    "standings",
]

if TYPE_CHECKING:
    from xlpair.api import check, event, load, next_round, round_robin, standings
    from xlpair.data_frames import frames
    from xlpair.model import Event, Player, Result, Round
    from xlpair.settings import Settings, System


def __getattr__(name: str) -> Any:
    """Fetch a public name from its home on first use, so that importing xlpair costs next to nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'xlpair' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
