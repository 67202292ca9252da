"""The commands of the workbook: each takes a Book, does all of it or nothing, and returns what it did.

The clock, new seeds and files come from the host: nothing here asks the computer for them. A command is fetched from
its home when it is first asked for: whoever enters one result need not wait for what makes new workbooks.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

_HOMES: Final = {
    "Outcome": "outcome",
    "ResultsWouldBeLost": "outcome",
    "check": "look",
    "explain": "look",
    "import_roster": "roster_import",
    "check_new": "new_book",
    "new": "new_book",
    "new_with": "new_book",
    "pair": "pair_round",
    "ratings": "rate",
    "refresh": "look",
    "resize": "grow_book",
    "result": "enter_results",
    "results": "enter_results",
    "rounds": "grow_book",
    "standings": "look",
    "undo": "undo_round",
}

__all__ = [
    "Outcome",
    "ResultsWouldBeLost",
    "check",
    "check_new",
    "explain",
    "import_roster",
    "new",
    "new_with",
    "pair",
    "ratings",
    "refresh",
    "resize",
    "result",
    "results",
    "rounds",
    "standings",
    "undo",
]

if TYPE_CHECKING:
    from xlpair.actions.enter_results import result, results
    from xlpair.actions.grow_book import resize, rounds
    from xlpair.actions.look import check, explain, refresh, standings
    from xlpair.actions.new_book import check_new, new, new_with
    from xlpair.actions.outcome import Outcome, ResultsWouldBeLost
    from xlpair.actions.pair_round import pair
    from xlpair.actions.rate import ratings
    from xlpair.actions.roster_import import import_roster
    from xlpair.actions.undo_round import undo


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'xlpair.actions' has no attribute {name!r}")
    return getattr(import_module(f"xlpair.actions.{_HOMES[name]}"), name)
