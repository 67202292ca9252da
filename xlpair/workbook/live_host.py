"""What a workbook open in Excel needs beyond what every engine of xlwings can do: one small class.

Protection, a copy of what is on the screen, formats and merged areas to be read, screen updating, message boxes. On
Windows the native object is COM's, on Mac AppleScript's; the few names that differ stand side by side in the calls.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final, Protocol

import xlwings as xw  # noqa: TID251

from xlpair.errors import NotSaved
from xlpair.workbook.book import Area, BreakPages
from xlpair.workbook.live_values import TEXT_FORMAT
from xlpair.workbook.page_breaks import PageSize, page_breaks, paper

_BUSY: Final = (-2147418111, -2146777998)  # the call was rejected; Excel is in the middle of something
_LANDSCAPE: Final = 2  # xlLandscape
_BREAK: Final = -4135  # xlPageBreakManual
_NO_BREAK: Final = -4142  # xlPageBreakNone
_MANUAL: Final = "manual"
_TITLE: Final = "象棋编排"


class Host(Protocol):
    """Excel around the workbook."""

    def place(self) -> Path | None:
        """Where the file is on this computer; None where it is somewhere else (a web address)."""

    def refusal(self, sheets: Collection[str], structure: bool) -> str:
        """Why these sheets (and, with ``structure``, what is shown) cannot be changed; '' where they can."""

    def merges(self, sheet: str, used: Area) -> tuple[Area, ...]:
        """The merged areas of a sheet, as far as it is used."""

    def text_cells(self, area: Area) -> bool:
        """Whether all these cells have the format Text."""

    def formulas(self, area: Area) -> tuple[tuple[str, ...], ...]:
        """What is entered in the cells, formulas with their ``=``."""

    def block_formula(self, area: Area) -> str:
        """The array formula that fills just this area, without ``=``; '' where there is none."""

    def page_breaks(self, change: BreakPages) -> tuple[frozenset[int], frozenset[int]]:
        """The rows that begin a page today, of those where it may be wanted, and those that are to."""

    def break_rows(self, sheet: str, new: Collection[int], gone: Collection[int]) -> None:
        """Let rows begin a page, others no more."""

    def copy(self) -> bytes:
        """The workbook as it is on the screen."""

    def calm(self) -> AbstractContextManager[None]:
        """Nothing drawn, nothing calculated meanwhile; then everything as it was."""

    def tell(self, text: str) -> None:
        """Show a message."""

    def ask(self, text: str) -> bool:
        """Ask whether to go on."""


class DesktopHost:
    """Excel on this computer."""

    def __init__(self, book: xw.Book) -> None:
        self._book = book

    def place(self) -> Path | None:
        try:
            name = str(self._book.fullname)
        except Exception:
            return None  # xlwings found no local file for a web address
        return None if "://" in name else Path(name)

    def refusal(self, sheets: Collection[str], structure: bool) -> str:
        name = self._book.name
        try:
            if not _native(self._book, "Path", "path"):
                return f"「{name}」还没有保存过。请先保存（Ctrl+S），再按一次按钮。"
            if _native(self._book, "ReadOnly", "read_only"):
                return f"「{name}」是只读打开的，不能改动。请另存为一个新文件，在新文件里再按按钮。"
            if structure and _native(self._book, "ProtectStructure", "protect_structure"):
                return f"「{name}」的工作簿结构受保护，不能显示或隐藏工作表。请在“审阅”里取消“保护工作簿”。"
            locked = [sheet for sheet in sheets if self._locked(sheet)]
        except Exception as error:
            return told(error)
        if locked:
            return f"工作表「{'」「'.join(locked)}」受保护，不能写入。请在“审阅”里取消“保护工作表”，再按一次按钮。"
        return ""

    def _locked(self, sheet: str) -> bool:
        there = self._book.sheets[sheet]
        # Protection may leave macros free to write.
        return bool(_native(there, "ProtectContents", "protect_contents")) and not _native(
            there, "ProtectionMode", "protection_mode"
        )

    def merges(self, sheet: str, used: Area) -> tuple[Area, ...]:
        found: dict[Area, None] = {}
        _find_merges(self._book.sheets[sheet], used, found)
        return tuple(found)

    def text_cells(self, area: Area) -> bool:
        return bool(range_of(self._book, area).number_format == TEXT_FORMAT)

    def formulas(self, area: Area) -> tuple[tuple[str, ...], ...]:
        found = range_of(self._book, area).formula
        rows = found if isinstance(found, (tuple, list)) else ((found,),)
        return tuple(tuple(str(cell or "") for cell in row) for row in rows)

    def block_formula(self, area: Area) -> str:
        cells = range_of(self._book, area)
        if not cells.has_array:
            return ""
        return str(cells.formula_array or "").removeprefix("=")

    def page_breaks(self, change: BreakPages) -> tuple[frozenset[int], frozenset[int]]:
        """Only on Windows; breaks in rows that never begin a section are left alone."""
        if sys.platform == "darwin":
            return frozenset(), frozenset()
        sheet = self._book.sheets[change.area.sheet]
        rows = {row for rows in change.starts for row in rows if row > change.area.top}
        today = (row for row in rows if sheet.api.Rows(row + 1).PageBreak == _BREAK)
        wanted = page_breaks(change, _page_size(sheet, change.area), lambda row: float(sheet.range((row + 1, 1)).top))
        return frozenset(today), frozenset(wanted)

    def break_rows(self, sheet: str, new: Collection[int], gone: Collection[int]) -> None:
        for row in sorted({*new, *gone}):
            self._book.sheets[sheet].api.Rows(row + 1).PageBreak = _BREAK if row in new else _NO_BREAK

    def copy(self) -> bytes:
        with tempfile.TemporaryDirectory(prefix="xlpair-", dir=_copy_folder()) as folder:
            path = os.path.join(folder, f"copy{Path(self._book.name).suffix or '.xlsm'}")
            try:
                if sys.platform == "darwin":
                    self._book.macro("XqSaveCopy")(path)
                else:
                    self._book.api.SaveCopyAs(path)
                return Path(path).read_bytes()
            except Exception as error:
                raise NotSaved(f"备份没有存成（{told(error)}），命令没有执行，工作簿没有改动。") from error

    @contextlib.contextmanager
    def calm(self) -> Iterator[None]:
        app = self._book.app
        drawing, calculating, reacting = app.screen_updating, app.calculation, app.enable_events
        try:
            app.screen_updating, app.enable_events = False, False
            app.calculation = _MANUAL
            yield
        finally:
            if calculating == _MANUAL:
                _try(app.calculate)
            _try(lambda: setattr(app, "calculation", calculating))
            _try(lambda: setattr(app, "enable_events", reacting))
            _try(lambda: setattr(app, "screen_updating", drawing))

    def tell(self, text: str) -> None:
        self._book.app.alert(text, _TITLE, "ok", "info")

    def ask(self, text: str) -> bool:
        return bool(self._book.app.alert(text, _TITLE, "yes_no", "info") == "yes")


def told(error: BaseException) -> str:
    """An error of Excel's interface in plain words."""
    number = getattr(error, "hresult", None)
    if number in _BUSY:
        return "Excel 正忙，可能有一格还在编辑，或开着对话框。请按 Esc 或回车，再按一次按钮。"
    return f"Excel 报告：{error}"


def range_of(book: xw.Book, area: Area) -> Any:
    """The cells of an area."""
    return book.sheets[area.sheet].range((area.top + 1, area.left + 1), (area.bottom + 1, area.right + 1))


def _native(there: Any, windows: str, mac: str) -> Any:
    """A property of Excel's own object that xlwings does not pass on."""
    if sys.platform == "darwin":
        return getattr(there.api, mac).get()
    return getattr(there.api, windows)


def _page_size(sheet: Any, area: Area) -> PageSize:
    """In points."""
    setup = sheet.api.PageSetup
    width, height = paper(int(setup.PaperSize), landscape=setup.Orientation == _LANDSCAPE)
    columns = sheet.range((1, area.left + 1), (1, area.right + 1)).width
    return PageSize(
        width - setup.LeftMargin - setup.RightMargin, height - setup.TopMargin - setup.BottomMargin, float(columns)
    )


def _copy_folder() -> str | None:
    """Where Excel may write without asking: on Mac only its own folder."""
    if sys.platform != "darwin":
        return None
    return str(Path.home() / "Library/Containers/com.microsoft.Excel/Data")


def _try(step: Callable[[], Any]) -> None:
    """Put one thing back, whatever becomes of the others."""
    with contextlib.suppress(Exception):
        step()


def _find_merges(sheet: Any, area: Area, found: dict[Area, None]) -> None:
    """Look for merged cells by halves: Excel says of a range whether all, none or some of its cells are merged."""
    cells = sheet.range((area.top + 1, area.left + 1), (area.bottom + 1, area.right + 1))
    state = cells.merge_cells
    if state is False:
        return
    first = sheet.range((area.top + 1, area.left + 1))
    if state is True:
        merged = first.merge_area
        whole = Area(
            area.sheet,
            merged.row - 1,
            merged.column - 1,
            merged.row + merged.rows.count - 2,
            merged.column + merged.columns.count - 2,
        )
        found.setdefault(whole)
        if whole.bottom >= area.bottom and whole.right >= area.right:
            return
    if area.top == area.bottom and area.left == area.right:
        return
    for half in _halves(area):
        _find_merges(sheet, half, found)


def _halves(area: Area) -> tuple[Area, Area]:
    if area.bottom - area.top >= area.right - area.left:
        middle = (area.top + area.bottom) // 2
        return (
            Area(area.sheet, area.top, area.left, middle, area.right),
            Area(area.sheet, middle + 1, area.left, area.bottom, area.right),
        )
    middle = (area.left + area.right) // 2
    return (
        Area(area.sheet, area.top, area.left, area.bottom, middle),
        Area(area.sheet, area.top, middle + 1, area.bottom, area.right),
    )
