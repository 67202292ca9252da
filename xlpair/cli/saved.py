"""What may be said of the files a command names when it ends before its time: saved already, or as they were.

Asked of the disk, not remembered by the command: Ctrl-C may come between any two steps, and a file that is saved is a
new one in the old one's place.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence

State = tuple[int, int, int] | None


class Before:
    """The files among the words of a command, as they were when it began."""

    def __init__(self, words: Sequence[str]) -> None:
        self._states = {word: _state(word) for word in words}

    def told(self) -> str:
        """Say which files have been saved since, or else that the first one named is as it was; ``""`` without one."""
        now = {word: _state(word) for word in self._states}
        saved = [_called(word) for word, state in now.items() if state is not None and state != self._states[word]]
        if saved:
            return f"{'、'.join(saved)}已经存好，不用再做一次"
        return next((f"{_called(word)}没有改动" for word, state in now.items() if state is not None), "")


def _called(word: str) -> str:
    return f"「{os.path.basename(word)}」"


def _state(word: str) -> State:
    """What tells one file from another that takes its place; None = there is no file of that name."""
    try:
        found = os.stat(word)
    except (OSError, ValueError):
        return None
    return (found.st_ino, found.st_mtime_ns, found.st_size) if stat.S_ISREG(found.st_mode) else None
