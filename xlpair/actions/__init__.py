"""The commands of the workbook: each takes a Book, does all of it or nothing, and returns what it did.

The clock, new seeds and files come from the host: nothing here asks the computer for them.
"""

from __future__ import annotations

from xlpair.actions.look import check, explain, refresh, standings
from xlpair.actions.outcome import Outcome, ResultsWouldBeLost
from xlpair.actions.pair import pair
from xlpair.actions.results import result, results
from xlpair.actions.undo import undo

__all__ = [
    "Outcome",
    "ResultsWouldBeLost",
    "check",
    "explain",
    "pair",
    "refresh",
    "result",
    "results",
    "standings",
    "undo",
]
