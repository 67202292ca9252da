"""What is done with every document just opened: names made bare, drop-downs let ask, error cells watched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import unohelper
from com.sun.star.lang import XServiceInfo
from com.sun.star.task import XJob
from com.sun.star.util import XModifyListener

from xlpair.calc.bare_names import make_names_bare
from xlpair.calc.drop_downs import let_drop_downs_ask
from xlpair.calc.error_cells import error_codes
from xlpair.calc.identity import JOB_SERVICE, OPENED_SERVICE
from xlpair.calc.windows import hide_bar, show_bar
from xlpair.workbook.book import address
from xlpair.workbook.layout import STANDINGS_NAME, round_of_table

_BAR: Final = "xlpair.errors"
_NAMES_BAR: Final = "xlpair.names"
_ERRORS: Final = 4
_SHOWN: Final = 3


class Opened(unohelper.Base, XJob, XServiceInfo):  # type: ignore[misc]
    """The job. LibreOffice runs it for every document that it shows."""

    def __init__(self, _context: Any) -> None:
        super().__init__()

    def getImplementationName(self) -> str:
        return OPENED_SERVICE

    def supportsService(self, name: str) -> bool:
        return name in self.getSupportedServiceNames()

    def getSupportedServiceNames(self) -> tuple[str, ...]:
        return (OPENED_SERVICE, JOB_SERVICE)

    def execute(self, arguments: tuple[Any, ...]) -> tuple[()]:
        document = _document(arguments)
        if document is not None and document.supportsService("com.sun.star.sheet.SpreadsheetDocument"):
            _tell_of_names(document, make_names_bare(document))
            let_drop_downs_ask(document)
            watch(document)
        return ()


def _document(arguments: tuple[Any, ...]) -> Any:
    environment = {argument.Name: argument.Value for argument in arguments}.get("Environment", ())
    return {entry.Name: entry.Value for entry in environment}.get("Model")


def _tell_of_names(document: Any, left: list[str]) -> None:
    """Show a bar where names in protected sheets are not bare."""
    if left:
        listed = "、".join(f"“{name}”" for name in left)
        text = f"工作表{listed}有保护，里面的函数名改不过来，显示 #NAME?。请撤销保护，存盘，再重新打开。"
        show_bar(document, text, name=_NAMES_BAR, warning=True)


def watch(document: Any) -> None:
    """Tell of error cells in the rounds as long as there are any: Calc does not even call a function that meets one."""
    if document.NamedRanges.hasByName(STANDINGS_NAME):
        watcher = Watcher(document)
        document.addModifyListener(watcher)
        watcher.look()


class Watcher(unohelper.Base, XModifyListener):  # type: ignore[misc]
    """Looks at the round tables after every change."""

    def __init__(self, document: Any) -> None:
        super().__init__()
        self._document = document
        self._told: tuple[str, ...] = ()

    def modified(self, _event: Any) -> None:
        self.look()

    def disposing(self, _event: Any) -> None:
        self._document = None

    def look(self) -> None:
        """Show or take away the bar, where something has changed."""
        found = tuple(_error_places(self._document)) if _is_live(self._document) else ()
        if found == self._told:
            return
        self._told = found
        if found:
            show_bar(self._document, _sentence(found), name=_BAR, warning=True)
        else:
            hide_bar(self._document, _BAR)


def _is_live(document: Any) -> bool:
    names = document.NamedRanges
    cells = names.getByName(STANDINGS_NAME).getReferredCells() if names.hasByName(STANDINGS_NAME) else None
    return cells is not None and bool(cells.getCellByPosition(0, 0).Type.value == "FORMULA")


def _error_places(document: Any) -> Iterator[str]:
    tables = document.DatabaseRanges
    for name in tables.ElementNames:
        if round_of_table(name) is None:
            continue
        area = tables.getByName(name).getDataArea()
        sheet = document.Sheets.getByIndex(area.Sheet)
        cells = sheet.getCellRangeByPosition(area.StartColumn, area.StartRow, area.EndColumn, area.EndRow)
        if cells.queryFormulaCells(_ERRORS).Count:
            for (row, column), code in error_codes(cells).items():
                yield f"{sheet.Name}!{address(row, column)} {code}"


def _sentence(places: tuple[str, ...]) -> str:
    more = f" 等 {len(places)} 处" if len(places) > _SHOWN else ""
    return f"{'、'.join(places[:_SHOWN])}{more}是错误值：改正以前，成绩表算不出来，显示 Err:504。"
