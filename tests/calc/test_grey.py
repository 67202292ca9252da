"""What is grey on a real screen, and what is not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from calc.books import book_of, gaoke_1994
from calc.seat import Seat, seat
from xlpair.workbook.template_formats import LINE


@pytest.fixture(scope="module")
def at(installed: Path) -> Iterator[Seat]:
    with seat(installed) as place:
        yield place


def test_nothing_but_the_diagonal_of_a_crosstable_is_grey(at: Seat, tmp_path: Path) -> None:
    robin = at.open(book_of(tmp_path / "高科杯.xlsx", gaoke_1994()))
    at.show(robin, "循环表")
    count = len(gaoke_1994().players)
    # As many cells as players, and a border around each of the table; no such cell is bigger than this.
    width, height = 60, 30
    cells, borders = count * width * height, (count + 1) * (count + 8) * 2 * (width + height)
    assert 1000 < at.screen.colours()[LINE] < cells + borders
    robin.close()
