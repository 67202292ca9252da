"""The open workbook in Calc as a Book: read through UNO, changed in one step that one Ctrl+Z takes back."""

from __future__ import annotations

import datetime as dt
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import uno

from xlpair.calc.reading import read_document
from xlpair.calc.windows import go_to
from xlpair.calc.writing import check_changes, make_change
from xlpair.errors import NotSaved
from xlpair.workbook.book import Activate, BreakPages, Change, ShowSheet, Snapshot, address
from xlpair.workbook.saving import put_backup

Clock = Callable[[], dt.datetime]
_UNDONE: Final = "象棋编排"


class CalcBook:
    """A spreadsheet document. ``step`` is what the menu 编辑 calls the changes: 撤销：编排下一轮."""

    def __init__(self, document: Any, step: str = _UNDONE, clock: Clock = dt.datetime.now) -> None:
        self.document = document
        self._step = step
        self._clock = clock

    @property
    def title(self) -> str:
        return str(self.document.Title)

    @property
    def path(self) -> Path | None:
        """The file, where the document has one on this computer."""
        url = str(self.document.URL)
        return Path(uno.fileUrlToSystemPath(url)) if url.startswith("file:") else None

    def snapshot(self) -> Snapshot:
        """Read everything, hidden rows and filtered rows too."""
        return read_document(self.document, self.title)

    def backup(self, label: str) -> str:
        """Put a dated copy of what is on the screen into the folder beside the file.

        Gives its path, '' where there is no file yet or where it is not on this computer.
        """
        path = self.path
        if path is None:
            return ""
        data = self._stored(path) if self.document.isModified() or not path.exists() else path.read_bytes()
        return str(put_backup(path, data, label, self._clock()))

    def apply(self, changes: Sequence[Change]) -> None:
        """Make all changes or none, as one step of the undo list."""
        check_changes(self.document, changes, self.title)
        steps = self.document.UndoManager
        before = steps.getAllUndoActionTitles()
        with self._still():
            try:
                with self._undone_together():
                    self._make(changes)
            except BaseException:
                if steps.getAllUndoActionTitles() != before:
                    steps.undo()
                raise
        if not self.document.isAutomaticCalculationEnabled():
            self.document.calculate()
        self._put_cursor(changes)

    def _make(self, changes: Sequence[Change]) -> None:
        """Make the changes, many cells as one step within the step.

        Where another sheet comes up, be it that the one in front is hidden, LibreOffice 25.2 cuts the list of steps
        that is being written to the hundred a user may take back, and forgets the first ones. Lists within it that are
        complete stay whole. Page breaks come last: they are not taken back once later steps of a round are.
        """
        last = (ShowSheet, Activate, BreakPages)
        with self._undone_together():
            for change in changes:
                if not isinstance(change, last):
                    make_change(self.document, change)
        for kind in last:
            for change in changes:
                if isinstance(change, kind):
                    make_change(self.document, change)

    @contextmanager
    def _undone_together(self) -> Iterator[None]:
        """Let what is done meanwhile be one step of the undo list, or of the step around it."""
        self.document.UndoManager.enterUndoContext(self._step)
        try:
            yield
        finally:
            self.document.UndoManager.leaveUndoContext()

    @contextmanager
    def _still(self) -> Iterator[None]:
        """Neither compute nor draw meanwhile."""
        computes = self.document.isAutomaticCalculationEnabled()
        self.document.lockControllers()
        self.document.enableAutomaticCalculation(False)
        try:
            yield
        finally:
            self.document.enableAutomaticCalculation(computes)
            self.document.unlockControllers()

    def _put_cursor(self, changes: Sequence[Change]) -> None:
        """Put the cell cursor where the changes want it, once there is something to be seen again."""
        for change in changes:
            if isinstance(change, Activate) and change.cell is not None and self.document.CurrentController is not None:
                go_to(uno.getComponentContext(), self.document, f"{change.sheet}!{address(*change.cell)}")

    def _stored(self, path: Path) -> bytes:
        """The document as its own kind of file; the document itself stays as it is, unsaved changes included."""
        handle, place = tempfile.mkstemp(suffix=path.suffix, prefix="xlpair-")
        os.close(handle)
        try:
            filters = [one for one in self.document.getArgs() if one.Name in ("FilterName", "FilterOptions")]
            self.document.storeToURL(uno.systemPathToFileUrl(place), tuple(filters))
            return Path(place).read_bytes()
        except Exception as error:
            raise NotSaved(f"备份没有存成（{error}），所以什么都没有做。请检查磁盘空间，再试一次。") from error
        finally:
            os.unlink(place)
