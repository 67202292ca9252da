"""A workbook that is open in Excel, through xlwings: everything is read, then everything is written.

What has been written is never read back, so that the same steps run on every engine of xlwings. Before anything is
written it is made sure that it can be; should Excel still refuse half way, what was written is taken back.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import xlwings as xw  # noqa: TID251

from xlpair.errors import NotSaved, UnreadableFile, XlpairError
from xlpair.workbook.book import Activate, Area, Change, Sheet, ShowSheet, Snapshot, Table
from xlpair.workbook.contents import area_of
from xlpair.workbook.live_host import DesktopHost, Host, range_of, told
from xlpair.workbook.live_steps import Steps, areas_of, check_changes
from xlpair.workbook.live_values import from_excel
from xlpair.workbook.saving import put_backup

Clock: TypeAlias = Callable[[], dt.datetime]

# A sheet of somebody else's may be endless; ours never are. Rows of our tables beyond this are read all the same, as
# long as a table has not been dragged to the end of its sheet.
MOST_ROWS: Final = 20_000
_HIGHEST_TABLE: Final = 20_000
MOST_COLUMNS: Final = 400
_NAMED_AREA: Final = re.compile(r"=?(?:'((?:[^']|'')+)'|([^'!()\[\]{},:;]+))!(\S+)")
_AWAY: Final = "xlpair-备份"


class LiveBook:
    """An open workbook. ``left_undone`` tells what of the last changes Excel would not do, nothing that matters."""

    def __init__(self, book: xw.Book, host: Host | None = None, *, clock: Clock = dt.datetime.now) -> None:
        self.book = book
        self.host: Host = host if host is not None else DesktopHost(book)
        self.left_undone: tuple[str, ...] = ()
        self._clock = clock
        self._snapshot: Snapshot | None = None

    @property
    def title(self) -> str:
        return str(self.book.name)

    def snapshot(self) -> Snapshot:
        """Read everything, hidden rows and filtered rows too."""
        if self._snapshot is None:
            try:
                self._snapshot = self._read()
            except XlpairError:
                raise
            except Exception as error:
                raise UnreadableFile(f"「{self.title}」读不出来。{told(error)}") from error
        return self._snapshot

    def backup(self, label: str) -> str:
        """Put a dated copy of what is on the screen into the folder beside the file; gives its path.

        A file that is somewhere else (OneDrive) has its copies in the user's own folder. Raises NotSaved where the book
        cannot be changed at all: then no copy is needed.
        """
        self.check_open()
        path = self.host.place() or Path.home() / _AWAY / self.title
        path.parent.mkdir(parents=True, exist_ok=True)
        return str(put_backup(path, self.host.copy(), label, self._clock()))

    def apply(self, changes: Sequence[Change]) -> None:
        """Make all changes or none."""
        snapshot = self.snapshot()
        check_changes(snapshot, changes)
        self.check_open(changes)
        steps = self._prepared(Steps(self.book, self.host, snapshot), changes)
        self._snapshot = None
        try:
            with self.host.calm():
                steps.make()
        except Exception as error:
            raise NotSaved(f"「{self.title}」没有改成（{told(error)}）。{self._taken_back(steps)}") from error
        self.left_undone = tuple(steps.left_undone)

    def check_open(self, changes: Sequence[Change] = ()) -> None:
        """Raise NotSaved where Excel would not let these changes be made."""
        structure = any(isinstance(change, (ShowSheet, Activate)) for change in changes)
        sheets = dict.fromkeys(area.sheet for change in changes for area in areas_of(change, self.snapshot()))
        refusal = self.host.refusal(tuple(sheets), structure)
        if refusal:
            raise NotSaved(f"{refusal}现在什么也没有改动。")

    def show(self, area: Area) -> bool:
        """Bring a cell to the screen and select it; False where its sheet is hidden."""
        sheet = next((one for one in self.snapshot().sheets if one.name == area.sheet and one.visible), None)
        if sheet is None:
            return False
        self.book.sheets[area.sheet].activate()
        range_of(self.book, area).select()
        return True

    def _prepared(self, steps: Steps, changes: Sequence[Change]) -> Steps:
        try:
            steps.prepare(changes)
        except XlpairError:
            raise
        except Exception as error:
            raise NotSaved(f"「{self.title}」没有改成（{told(error)}）。现在什么也没有改动。") from error
        return steps

    def _taken_back(self, steps: Steps) -> str:
        try:
            with self.host.calm():
                steps.take_back()
        except Exception:
            return "已经写入的一部分也没能收回：请不要保存，关闭后重新打开；写入前的副本在备份文件夹里。"
        return "已经写入的都收回了，工作簿和原来一样。"

    def _read(self) -> Snapshot:
        visible = {sheet.name: _is_visible(sheet) for sheet in self.book.sheets}
        tables, names = tuple(self._tables()), dict(self._names(visible))
        bottoms: dict[str, int] = {}
        for area in (*(table.area for table in tables), *names.values()):
            bottom = min(area.bottom, area.top + _HIGHEST_TABLE)
            bottoms[area.sheet] = max(bottoms.get(area.sheet, 0), bottom)
        sheets = tuple(self._sheet(sheet, visible[sheet.name], bottoms.get(sheet.name)) for sheet in self.book.sheets)
        return Snapshot(self.title, sheets, tables, names)

    def _sheet(self, sheet: Any, visible: bool, ours: int | None) -> Sheet:
        """Read a sheet; ``ours`` is the last row in which anything of ours can stand, None where nothing does."""
        least = 0 if ours is None else ours
        last = sheet.used_range.last_cell
        bottom, right = min(last.row, max(MOST_ROWS, least + 1)), min(last.column, MOST_COLUMNS)
        cells = sheet.range((1, 1), (bottom, right)).options(ndim=2, err_to_str=True).value
        rows = tuple(tuple(map(from_excel, row)) for row in cells)
        used = Area(sheet.name, 0, 0, bottom - 1, right - 1)
        merges = () if ours is None else self.host.merges(sheet.name, used)
        return Sheet(sheet.name, rows, visible, merges)

    def _tables(self) -> Iterator[Table]:
        for sheet in self.book.sheets:
            for table in sheet.tables:
                first, last = table.range, table.range.last_cell
                yield Table(
                    table.name, Area(sheet.name, first.row - 1, first.column - 1, last.row - 1, last.column - 1)
                )

    def _names(self, sheets: dict[str, bool]) -> Iterator[tuple[str, Area]]:
        """The workbook-wide names that stand for one area."""
        real = {name.casefold(): name for name in sheets}
        for name in self.book.names:
            match = _NAMED_AREA.fullmatch(str(name.refers_to or ""))
            if match is None or "!" in name.name:
                continue
            sheet = (match.group(1) or match.group(2)).replace("''", "'")
            area = area_of(real.get(sheet.casefold(), ""), match.group(3))
            if area is not None and area.sheet:
                yield name.name, area


def _is_visible(sheet: Any) -> bool:
    """Windows gives -1 for a sheet that is shown, 0 for a hidden one and 2 for one that no menu shows."""
    return sheet.visible in (True, -1)
