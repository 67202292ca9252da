"""How wide text is on a screen, where a Chinese character takes two columns, and where its lines may end."""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from typing import Final

_NEVER_FIRST: Final = "，。；：、！？）”》…"
_NEVER_LAST: Final = "（“《"


def is_wide(sign: str) -> bool:
    return unicodedata.east_asian_width(sign) in "WF"


def columns_of(text: str) -> int:
    """How many columns a text takes."""
    return sum(2 if is_wide(sign) else 1 for sign in text)


def line_ends(text: str, width: int) -> list[int]:
    """Where to break a text so that no line is wider than ``width`` columns.

    Lines end between Chinese characters or behind blanks; a Latin word that is wider than a line is cut.
    """
    ends: list[int] = []
    start = 0
    while columns_of(text[start:].rstrip()) > width:
        fits = start
        used = 0
        while fits < len(text) and used + columns_of(text[fits]) <= width:
            used += columns_of(text[fits])
            fits += 1
        end = next((at for at in range(fits, start, -1) if _may_break(text[at - 1], text[at])), fits)
        start = max(end, start + 1)
        ends.append(start)
    return ends


def wrapped(text: str, width: int) -> list[str]:
    """The text as lines of at most ``width`` columns."""
    places = [0, *line_ends(text, width), len(text)]
    lines = [text[one:other].strip(" ") for one, other in pairwise(places)]
    return [line for line in lines if line]


def _may_break(before: str, after: str) -> bool:
    if after in _NEVER_FIRST or before in _NEVER_LAST or after == " ":
        return False
    return before == " " or is_wide(before) or is_wide(after)
