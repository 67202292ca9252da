"""Where the printed pages of a sheet break, so that no group and no part of a bracket is cut that has room on one.

Every host knows how high rows are and how big the paper is in units of its own; where pages break follows from that
alone. A page is one page wide: what is too wide is scaled down. A wrong size never harms what is printed: at worst a
page breaks inside a section by itself, or earlier than it had to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from xlpair.workbook.book import BreakPages

# Programs count lines and margins differently by a little, to either side; a break that comes a row too late cuts the
# section.
_SAFE: Final = 0.97
# Width and height in points, by the numbers that workbooks give to papers: Letter, A3, A4, A5.
_A4: Final = (595.3, 841.9)
_PAPERS: Final = {1: (612.0, 792.0), 8: (841.9, 1190.6), 9: _A4, 11: (419.5, 595.3)}


def paper(number: int, *, landscape: bool) -> tuple[float, float]:
    """Width and height of a sheet of paper in points; whatever is not known here is taken to be A4."""
    width, height = _PAPERS.get(number, _A4)
    return (height, width) if landscape else (width, height)


@dataclass(frozen=True, slots=True)
class PageSize:
    """What the margins leave of the paper, and how wide the printed columns are, all in one unit."""

    width: float
    height: float
    columns: float

    @property
    def room(self) -> float:
        """How much of a sheet's height a page holds, at the scale that brings the columns onto one page."""
        return self.height * max(1.0, self.columns / self.width)


def page_breaks(change: BreakPages, size: PageSize, top_of: Callable[[int], float]) -> tuple[int, ...]:
    """Give the rows that begin a new page; ``top_of`` tells how far below the sheet's top a row begins.

    What stands above the area is taken to be repeated on every page. As many whole sections as have room come onto a
    page; one that is higher than a page is parted where its own parts begin.
    """
    repeated = top_of(change.area.top)
    room = size.room * _SAFE - repeated if size.width > 0 else 0
    if not change.starts or room <= 0:
        return ()
    pages = _Pages(room, size.room / _SAFE - repeated, top_of)
    pages.add(change.area.top, change.area.bottom, change.starts)
    return tuple(pages.breaks)


@dataclass(slots=True)
class _Pages:
    """Pages while sections are put on them; ``used`` is how much of the last one is full.

    A page holds ``room`` for certain and ``most`` perhaps.
    """

    room: float
    most: float
    top_of: Callable[[int], float]
    used: float = 0
    breaks: list[int] = field(default_factory=list)

    def add(self, first: int, last: int, starts: Sequence[Sequence[int]]) -> None:
        """Put the rows of a section behind what is there; ``starts`` are those of its parts, of their parts …"""
        need = self.top_of(last + 1) - self.top_of(first)
        if self.used + need <= self.room:
            self.used += need
        elif need > self.room and starts:
            for begin, end in _parts(first, last, starts[0]):
                self.add(begin, end, starts[1:])
        else:
            if self.used > 0:
                self.breaks.append(first)
            self.used = need if need <= self.room else self._left_over(first, last)

    def _left_over(self, first: int, last: int) -> float:
        """What the last of the pages is full of that a section higher than one runs on over.

        Where a page that holds a little more would be one page less, that one is nearly full: nothing has room on it.
        """
        pages, used = self._run_on(first, last, self.room)
        return used if self._run_on(first, last, self.most)[0] == pages else self.room

    def _run_on(self, first: int, last: int, room: float) -> tuple[int, float]:
        """How many pages of that room the rows take, and how much of the last; a row is never cut."""
        pages, top = 1, self.top_of(first)
        for row in range(first, last + 1):
            if self.top_of(row + 1) - top > room and self.top_of(row) > top:
                pages, top = pages + 1, self.top_of(row)
        return pages, self.top_of(last + 1) - top


def _parts(first: int, last: int, starts: Sequence[int]) -> Iterator[tuple[int, int]]:
    begins = [first, *(row for row in sorted(starts) if first < row <= last)]
    yield from zip(begins, [*(row - 1 for row in begins[1:]), last], strict=True)
