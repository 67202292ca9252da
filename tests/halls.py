"""A tournament hall: one workbook, in memory or as a closed file, hands that type into it, and the commands."""

from __future__ import annotations

import datetime as dt
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from memory_book import MemoryBook, new_book

from xlpair import actions
from xlpair.actions import Outcome
from xlpair.model import Event, Player
from xlpair.workbook.book import Book, CellValue, PutCells, Snapshot
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.layout import ROSTER_HEADINGS, round_name
from xlpair.workbook.reader import read_event
from xlpair.workbook.settings_lines import parse_settings
from xlpair.workbook.templates import make_workbook
from xlpair.workbook.texts import read_attendance, read_categories

NOW = dt.datetime(2026, 3, 1, 9, 30)
KINDS = ("memory", "closed")
SEED = 20260301


@dataclass
class Hall:
    """``memory`` holds the book in memory, ``path`` the file; one of them is set."""

    memory: MemoryBook | None
    path: Path | None

    @contextmanager
    def opened(self) -> Iterator[Book]:
        if self.memory is not None:
            yield self.memory
        else:
            assert self.path is not None
            with ClosedBook.open(self.path, clock=lambda: NOW) as book:
                yield book

    def snapshot(self) -> Snapshot:
        with self.opened() as book:
            return book.snapshot()

    def event(self) -> Event:
        return read_event(self.snapshot()).event

    # commands

    def pair(self, manual: str | None = None) -> Outcome:
        with self.opened() as book:
            return actions.pair(book, now=NOW, draw_seed=lambda: SEED, manual=manual)

    def result(self, number: int, board: int, text: str) -> Outcome:
        with self.opened() as book:
            return actions.result(book, number, board, text, now=NOW)

    def results(self, number: int, *texts: str) -> Outcome:
        """Results of boards 1, 2, …"""
        with self.opened() as book:
            return actions.results(book, number, dict(enumerate(texts, start=1)), now=NOW)

    def undo(self, *, lose_results: bool = False) -> Outcome:
        with self.opened() as book:
            return actions.undo(book, now=NOW, lose_results=lose_results)

    def refresh(self) -> Outcome:
        with self.opened() as book:
            return actions.refresh(book, now=NOW)

    def check(self) -> Outcome:
        with self.opened() as book:
            return actions.check(book)

    def explain(self, number: int | None = None) -> Outcome:
        with self.opened() as book:
            return actions.explain(book, number)

    def rounds(self, count: int) -> Outcome:
        with self.opened() as book:
            return actions.rounds(book, count, now=NOW)

    def resize(self, count: int) -> Outcome:
        with self.opened() as book:
            return actions.resize(book, count, now=NOW)

    def import_roster(self, path: Path) -> Outcome:
        with self.opened() as book:
            return actions.import_roster(book, path, now=NOW)

    # hands and eyes

    def place(self, table: str, row: int, heading: str) -> tuple[str, int, int]:
        """Sheet, row and column of a table's cell; row 1 is the first below the headings."""
        snapshot = self.snapshot()
        found = snapshot.table(table)
        assert found is not None, f"no table {table}"
        sheet = snapshot.sheet(found.area.sheet)
        assert sheet is not None
        return found.area.sheet, found.area.top + row, list(sheet.rows[found.area.top]).index(heading)

    def type(self, table: str, row: int, heading: str, value: CellValue) -> None:
        sheet, at, column = self.place(table, row, heading)
        with self.opened() as book:
            book.apply([PutCells(sheet, at, column, ((value,),))])

    def set(self, item: str, content: CellValue) -> None:
        """Type a line of 赛事."""
        self.type("赛事", self.column("赛事", "项目").index(item) + 1, "内容", content)

    def read(self, table: str, row: int, heading: str) -> CellValue:
        return self.column(table, heading)[row - 1]

    def column(self, table: str, heading: str) -> list[CellValue]:
        snapshot = self.snapshot()
        found = snapshot.table(table)
        assert found is not None, f"no table {table}"
        sheet = snapshot.sheet(found.area.sheet)
        assert sheet is not None
        column = list(sheet.rows[found.area.top]).index(heading)
        rows = [
            sheet.rows[at] if at < len(sheet.rows) else () for at in range(found.area.top + 1, found.area.bottom + 1)
        ]
        return [row[column] if column < len(row) else None for row in rows]

    def filled(self, table: str, heading: str) -> list[CellValue]:
        return [value for value in self.column(table, heading) if value not in (None, "")]

    def named(self, name: str) -> list[list[CellValue]]:
        """The rows of a named area, without what is empty at their ends."""
        snapshot = self.snapshot()
        area = snapshot.names[name]
        sheet = snapshot.sheet(area.sheet)
        assert sheet is not None
        rows = []
        for row in sheet.rows[area.top : area.bottom + 1]:
            cells = list(row[area.left : area.right + 1])
            while cells and cells[-1] in (None, ""):
                cells.pop()
            rows.append(cells)
        while rows and not rows[-1]:
            rows.pop()
        return rows

    def standings(self) -> dict[str, CellValue]:
        """Name -> points, in the order of 成绩表."""
        heading, *rows = self.named("成绩表区")
        name, points = heading.index("姓名"), heading.index("积分")
        return {str(row[name]): row[points] for row in rows}

    def status(self) -> str:
        return str(self.named("状态栏")[0][0])

    def shown(self) -> list[str]:
        return [sheet.name for sheet in self.snapshot().sheets if sheet.visible]

    def boards(self, number: int) -> list[tuple[int, int]]:
        """The pairs of a round in the order of the boards, red first."""
        return [(one.red, one.black) for one in self.event().rounds[number - 1].pairings]

    def log(self, command: str) -> list[str]:
        """说明 of all lines with this command."""
        commands, notes = self.column("编排记录", "命令"), self.column("编排记录", "说明")
        return [str(note) for said, note in zip(commands, notes, strict=True) if said == command]

    def backups(self) -> list[str]:
        if self.memory is not None:
            return list(self.memory.backups)
        assert self.path is not None
        return sorted(copy.name for copy in self.path.with_name(f"{self.path.stem}-备份").iterdir())

    def content(self) -> object:
        """Everything in the workbook, to see that nothing was written."""
        if self.path is not None:
            return self.path.read_bytes()
        assert self.memory is not None
        memory = self.memory
        grids = {name: [list(row) for row in grid] for name, grid in memory.grids.items()}
        return grids, dict(memory.visible), dict(memory.tables), memory.active

    def parts(self) -> dict[str, bytes]:
        """The parts of the closed file."""
        assert self.path is not None
        with zipfile.ZipFile(self.path) as archive:
            return {name: archive.read(name) for name in archive.namelist()}


def hall(
    kind: str,
    folder: Path,
    roster: Sequence[Sequence[CellValue]],
    settings: Mapping[str, CellValue] | None = None,
    rounds: int = 7,
) -> Hall:
    """A new event in a workbook of the kind; ``roster`` rows in the order of ROSTER_HEADINGS."""
    if kind == "memory":
        memory = new_book(roster, rounds, settings)
        numbers = [row[0] for row in roster if isinstance(row[0], int)]
        where = memory.names["编排卡编号"]
        memory.put(where.sheet, where.top, where.left, min(numbers, default=None))
        return Hall(memory, None)
    read, problems = parse_settings([(item, value, item) for item, value in (settings or {}).items()])
    assert not problems
    path = folder / "比赛.xlsx"
    blanks = len(ROSTER_HEADINGS)
    players = []
    for row in roster:
        number, name, club, rating, seed, attendance, categories, note = (*row, *[None] * (blanks - len(row)))
        whole = [value if isinstance(value, int) else None for value in (rating, seed)]
        texts = [str(value or "") for value in (name, club, note)]
        first = number if isinstance(number, int) else 0
        players.append(
            Player(
                first, texts[0], texts[1], *whole, read_attendance(attendance), texts[2], read_categories(categories)
            )
        )
    shown = {"抽签种子": ""} if "抽签种子" not in (settings or {}) else {}
    make_workbook(path, read, players, rounds=rounds, shown=shown)
    return Hall(None, path)


def people(count: int) -> list[list[CellValue]]:
    """Rows of players 甲1, 甲2, … with their numbers."""
    return [[number, f"甲{number}"] for number in range(1, count + 1)]


def sheet_of(number: int) -> str:
    return round_name(number)
