"""Drop-downs of a document that has just been opened: what is typed beside the list is asked about, not lost.

LibreOffice 25.2 throws such a text away without a word where the drop-down shows no message, as those of a workbook
made for Excel do.
"""

from __future__ import annotations

from typing import Any, Final

import uno

from xlpair.workbook.layout import STANDINGS_NAME
from xlpair.workbook.texts import UNLISTED_TEXT, UNLISTED_TITLE

_LIST: Final = "LIST"


def let_drop_downs_ask(document: Any) -> None:
    """Let every drop-down of an event's workbook ask whether a text that it does not offer is meant.

    No undo step, and the document is no more changed than before.
    """
    if not document.NamedRanges.hasByName(STANDINGS_NAME):
        return
    changed = bool(document.isModified())
    document.UndoManager.lock()
    try:
        for at in range(document.Sheets.Count):
            _let_ask(document.Sheets.getByIndex(at))
    finally:
        document.UndoManager.unlock()
    document.setModified(changed)


def _let_ask(sheet: Any) -> None:
    if sheet.isProtected():
        return
    areas = sheet.getUniqueCellFormatRanges()
    for at in range(areas.Count):
        cells = areas.getByIndex(at)
        validation = cells.getPropertyValue("Validation")
        if validation.Type.value != _LIST or validation.ShowErrorMessage:
            continue
        validation.ShowErrorMessage = True
        validation.ErrorAlertStyle = uno.Enum("com.sun.star.sheet.ValidationAlertStyle", "INFO")
        validation.ErrorTitle, validation.ErrorMessage = UNLISTED_TITLE, UNLISTED_TEXT
        cells.setPropertyValue("Validation", validation)
