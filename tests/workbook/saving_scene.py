"""A workbook with a name that takes some care, one command on it, and what is found afterwards."""

import datetime as dt
import sys
from pathlib import Path

import closed_samples as samples
import pytest

from xlpair.workbook.book import PutCells
from xlpair.workbook.closed import ClosedBook

NOON = dt.datetime(2009, 10, 3, 12, 0, 5)
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="the test needs POSIX permissions or signals")


def write(path: Path, value: str = "新") -> None:
    with ClosedBook.open(path, clock=lambda: NOON) as book:
        book.apply([PutCells("表", 0, 0, [[value]])])


def value(path: Path) -> object:
    return ClosedBook(path).snapshot().sheets[0].rows[0][0]


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def careful_workbook(folder: Path) -> Path:
    folder = folder / "比赛 文件夹"
    folder.mkdir()
    return samples.plain_workbook(folder / "第三届“棋王”赛 (终)'s.xlsx", '<row r="1"><c r="A1"><v>1</v></c></row>')
