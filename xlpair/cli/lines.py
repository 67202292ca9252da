"""Lines behind a mark: coloured and broken to fit on a terminal, plain and whole where a program reads them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

Piece: TypeAlias = tuple[str, str]
"""A text and its style, as rich names styles; ``""`` for none."""


@dataclass(frozen=True, slots=True)
class Line:
    """A mark, and what stands behind it."""

    mark: Piece
    pieces: tuple[Piece, ...]


def done_line(text: str) -> Line:
    return Line(("✓", "bold green"), ((text, ""),))


def refused_line(text: str) -> Line:
    return Line(("✗", "bold red"), ((text, ""),))


def side_line(text: str) -> Line:
    """Something less important, without a mark."""
    return Line((" ", ""), ((text, "dim"),))


def show_lines(lines: Sequence[Line], *, stderr: bool = False) -> None:
    """Write lines; rich, which takes its time to start, is asked only where somebody watches."""
    stream = sys.stderr if stderr else sys.stdout
    if stream.isatty():
        from xlpair.cli.screen import print_lines

        print_lines(lines, stderr=stderr)
        return
    for line in lines:
        stream.write(f"{line.mark[0]} {''.join(text for text, _ in line.pieces)}".rstrip() + "\n")
