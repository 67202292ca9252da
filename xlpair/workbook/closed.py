"""A workbook that no program has open: read from its parts, and written by changing only the parts that are ours.

Reading and writing look at the same bytes through the same eyes. (openpyxl would read them, too, but takes half a
second to start and load, and is never to save: shapes, sparklines and all cached values would be lost.)
"""

from __future__ import annotations

import datetime as dt
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import TypeAlias

from xlpair.errors import FileBusy, UnreadableFile, WrongUse
from xlpair.workbook.book import Change, Sheet, Snapshot, Table
from xlpair.workbook.cell_values import cell_reader
from xlpair.workbook.changed_parts import changed_package
from xlpair.workbook.contents import SheetEntry, read_contents
from xlpair.workbook.disk_words import why_refused
from xlpair.workbook.package import FILE_LIMIT, Package, TooBig
from xlpair.workbook.saving import CommandLock, foreign_lock, put_backup, read_file, replace_file
from xlpair.workbook.sheet_values import Reading, read_merges, read_rows

Clock: TypeAlias = Callable[[], dt.datetime]


class ClosedBook:
    """A workbook file. As it is, it can be read; :meth:`open` it in a ``with`` block to change it."""

    def __init__(
        self, path: str | os.PathLike[str], *, lock: CommandLock | None = None, clock: Clock = dt.datetime.now
    ) -> None:
        """Read the file. Without a lock nothing can be changed, and who else has the file open does not matter."""
        self.path = _real(path)
        self._lock = lock
        self._clock = clock
        self._snapshot: Snapshot | None = None
        self._package = Package(_bytes(self.path), self.path.name)
        self._contents = read_contents(self._package)
        self._reader = cell_reader(self._package, self._contents)

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, clock: Clock = dt.datetime.now) -> ClosedBook:
        """Lock the file and read it, for a command that may change it. Refused while another program has it open."""
        place = _real(path)
        busy = foreign_lock(place)
        if busy:
            raise FileBusy(busy)
        lock = CommandLock(place)
        lock.take()
        try:
            return cls(place, lock=lock, clock=clock)
        except BaseException:
            lock.release()
            raise

    def __enter__(self) -> ClosedBook:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file; nothing can be changed after it."""
        if self._lock:
            self._lock.release()

    @property
    def title(self) -> str:
        return self.path.name

    def snapshot(self) -> Snapshot:
        """Read everything, hidden rows and filtered rows too."""
        if self._snapshot is None:
            self._snapshot = Snapshot(
                title=self.title,
                sheets=self._sheets(),
                tables=tuple(Table(table.name, table.area) for table in self._contents.tables),
                names=dict(self._contents.names),
            )
        return self._snapshot

    def backup(self, label: str) -> str:
        """Put a dated copy of the file, as it was read, into the folder beside it; gives its path."""
        self._check_held()
        return str(put_backup(self.path, self._package.data, label, self._clock()))

    def apply(self, changes: Sequence[Change]) -> None:
        """Make all changes or none; nothing is written if nothing changes."""
        self._check_held()
        new = changed_package(self._package, self._contents, self._reader, changes)
        if new == self._package.data:
            return
        package = Package(new, self.title)
        contents = read_contents(package)
        reader = cell_reader(package, contents)
        replace_file(self.path, new, self._package.data)
        self._package, self._contents, self._reader, self._snapshot = package, contents, reader, None

    def _sheets(self) -> tuple[Sheet, ...]:
        """All sheets; where they are too big to be read, the one that costs most is told."""
        reading, found = Reading(self._package, self._reader), []
        costs: dict[str, int] = {}
        for entry in self._contents.sheets:
            before = self._package.effort_left
            try:
                found.append(self._sheet(entry, reading))
            except TooBig:
                costs[entry.name] = before - self._package.effort_left
                used_up = self._package.effort_left < 0  # by this sheet, or by one before it
                raise TooBig(self.title, max(costs, key=costs.__getitem__) if used_up else entry.name) from None
            costs[entry.name] = before - self._package.effort_left
        return tuple(found)

    def _sheet(self, entry: SheetEntry, reading: Reading) -> Sheet:
        part = self._package.part(entry.part)
        return Sheet(entry.name, read_rows(part, reading), entry.visible, read_merges(part, entry.name, reading))

    def _check_held(self) -> None:
        if not (self._lock and self._lock.held):
            raise WrongUse(f"「{self.title}」只是打开来看的，不能改动。")


def _real(path: str | os.PathLike[str]) -> Path:
    """Give the file itself, not a link to it, so that saving does not put a copy in the link's place."""
    if re.match(r"[A-Za-z]{2,}:/+", os.fspath(path)):
        raise UnreadableFile(
            f"{os.fspath(path)} 是网址，不是这台电脑里的文件。请先把它下载或同步到文件夹里，再写出那里的路径。"
        )
    place = Path(os.path.realpath(path))
    if not os.path.exists(place):
        raise UnreadableFile(f"找不到文件「{Path(path).name}」。请检查文件名和所在文件夹：{place.parent}")
    if not os.path.isfile(place):
        raise UnreadableFile(f"「{place.name}」是文件夹，不是工作簿。请写出文件夹里 .xlsx 文件的名字。")
    return place


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > FILE_LIMIT:
            raise UnreadableFile(f"「{path.name}」超过 {FILE_LIMIT >> 20} MB，不读取。请把其中的图片移到别的文件里。")
        return read_file(path)
    except OSError as error:
        raise UnreadableFile(f"「{path.name}」读不出来：{why_refused(error)}，或用备份文件夹里的副本。") from None
