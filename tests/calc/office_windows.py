"""What the office has on its screen, as programs for the blind are told it; runs in LibreOffice's Python."""

import contextlib

import uno
from com.sun.star.lang import DisposedException

_ROLES = {
    uno.getConstantByName(f"com.sun.star.accessibility.AccessibleRole.{kind}"): kind
    for kind in ("MENU", "MENU_ITEM", "PUSH_BUTTON", "TEXT", "TABLE", "DOCUMENT", "DOCUMENT_SPREADSHEET", "LIST")
}
# A box that has been closed may still be told of for a while, but no longer as one that shows.
_SHOWING = uno.getConstantByName("com.sun.star.accessibility.AccessibleStateType.SHOWING")
# Cells and the lines of lists are not looked at: there are too many of them.
_NOT_ENTERED = ("TABLE", "DOCUMENT", "DOCUMENT_SPREADSHEET", "LIST")
_MOST_CHILDREN = 200
_PLACE_AND_SIZE = 15
# com.sun.star.sheet.FormulaResult.ERROR
_ERRORS = 4
# com.sun.star.sheet.CellFlags: VALUE, DATETIME, STRING
_TYPED = 7


class Windows:
    """Part of ``office_side.Side``."""

    def full_screen(self, number, width, height):
        """Let a document's window fill the screen."""
        window = self.documents[number].CurrentController.Frame.ContainerWindow
        window.setPosSize(0, 0, width, height, _PLACE_AND_SIZE)
        window.setFocus()

    def where_is(self, kind, *names):
        """The middle of the MENU, MENU_ITEM, PUSH_BUTTON … of one of these names; None where it is not seen.

        The window in front is looked at first. A key to press, as in 确定(O), is no part of a name; a field that may be
        typed into goes by what stands in it, too.
        """
        for found in self._seen():
            with contextlib.suppress(DisposedException):
                showing = found.getAccessibleStateSet() & _SHOWING
                if showing and _ROLES.get(found.getAccessibleRole()) == kind and set(names) & _names(found):
                    at, size = found.getLocationOnScreen(), found.getSize()
                    return [at.X + size.Width // 2, at.Y + size.Height // 2]
        return None

    def _seen(self):
        toolkit = self.service("com.sun.star.awt.Toolkit")
        windows = [toolkit.getTopWindow(at) for at in range(toolkit.getTopWindowCount())]
        waiting = [window.getAccessibleContext() for window in reversed(windows) if window is not None]
        while waiting:
            found = waiting.pop(0)
            # Menus and windows may close while they are looked at.
            with contextlib.suppress(DisposedException):
                if found is None or found.getSize().Width == 0:
                    continue
                yield found
                if _ROLES.get(found.getAccessibleRole()) not in _NOT_ENTERED:
                    count = min(found.getAccessibleChildCount(), _MOST_CHILDREN)
                    children = [found.getAccessibleChild(at) for at in range(count)]
                    waiting += [child.getAccessibleContext() for child in children if child is not None]

    def go_to(self, number, sheet, row, column):
        """Put the cell cursor somewhere, as keys do: Enter then goes to the next row."""
        document = self.documents[number]
        document.CurrentController.setActiveSheet(self._sheet(number, sheet))
        address = self._sheet(number, sheet).getCellByPosition(column, row).AbsoluteName
        self._dispatch(document, ".uno:GoToCell", ToPoint=address)

    def select(self, number, sheet, row, column):
        """Put the cell cursor somewhere."""
        document = self.documents[number]
        cells = self._sheet(number, sheet)
        document.CurrentController.setActiveSheet(cells)
        document.CurrentController.select(cells.getCellByPosition(column, row))

    def selected(self, number):
        """The cell that is selected."""
        cells = self.documents[number].getCurrentSelection()
        area = cells.getRangeAddress()
        return [cells.Spreadsheet.Name, area.StartRow, area.StartColumn]

    def copy_over(self, number, table, other):
        """Copy a table below its headings, and paste it over the table of the same name in another document."""
        for document in (number, other):
            name, top, left, bottom, right = self.place(document, table)
            controller = self.documents[document].CurrentController
            controller.setActiveSheet(self._sheet(document, name))
            controller.select(self._sheet(document, name).getCellRangeByPosition(left, top + 1, right, bottom))
        copied = self.documents[number].CurrentController.getTransferable()
        # Calc asks before anything is pasted over filled cells: they are emptied first.
        self._named(other, table).getCellRangeByPosition(0, 1, right - left, bottom - top).clearContents(_TYPED)
        self.documents[other].CurrentController.insertTransferable(copied)

    def errors(self, number):
        """Every cell of a document that holds an error, as ``成绩表.A1``."""
        sheets = self.documents[number].Sheets
        found = [sheets.getByIndex(at).queryFormulaCells(_ERRORS) for at in range(sheets.Count)]
        return [cells.RangeAddressesAsString for cells in found if cells.Count]


def _names(found):
    names = {found.getAccessibleName().partition("(")[0].strip()}
    if _ROLES.get(found.getAccessibleRole()) == "TEXT":
        names.add(found.getText())
    return names
