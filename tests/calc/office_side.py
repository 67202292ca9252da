"""The side of the tests that runs in LibreOffice's Python: starts an office, does what it is told, answers in JSON.

    /usr/bin/python3 office_side.py SOFFICE PROFILE_URL PIPE HEADLESS

One request a line on standard input: ``[name, arguments]``; one answer a line: ``{"value": …}`` or ``{"error": …}``.
Documents go by numbers. Cells are told as ``[sheet, row, column]``, counted from 0.
"""

import contextlib
import json
import os
import subprocess
import sys
import time
import traceback

import uno
import unohelper
from com.sun.star.beans import NamedValue, PropertyValue
from com.sun.star.connection import NoConnectException
from office_windows import Windows

COMMANDS = "org.xlpair.calc.Commands"


def properties(**values):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())


def url_of(path):
    return unohelper.systemPathToFileUrl(os.path.abspath(path))


class Side(Windows):
    def __init__(self, soffice, profile, pipe, headless):
        command = [soffice, "--norestore", "--nologo", "--nofirststartwizard", "--nodefault"]
        command += ["--headless"] if headless == "1" else []
        command += [f"--accept=pipe,name={pipe};urp;", "-env:UserInstallation=" + profile]
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
        for _ in range(600):
            try:
                self.context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
                break
            except NoConnectException:
                if self.process.poll() not in (None, 81):
                    raise SystemExit(f"soffice ended with {self.process.returncode}") from None
                time.sleep(0.1)
        self.desktop = self.service("com.sun.star.frame.Desktop")
        self.documents = []

    def service(self, name):
        return self.context.ServiceManager.createInstanceWithContext(name, self.context)

    # documents

    def open(self, path, hidden=False, read_only=False):
        how = properties(Hidden=hidden, ReadOnly=read_only)
        return self._keep(self.desktop.loadComponentFromURL(url_of(path), "_blank", 0, how))

    def open_as_template(self, path):
        """A new document, never saved, with all that is in a file."""
        how = properties(AsTemplate=True)
        return self._keep(self.desktop.loadComponentFromURL(url_of(path), "_blank", 0, how))

    def blank(self):
        return self._keep(self.desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, ()))

    def current(self):
        """The number of the document on top, one more if it is a new one."""
        document = self.desktop.getCurrentComponent()
        for number, known in enumerate(self.documents):
            if known == document:
                return number
        return self._keep(document)

    def _keep(self, document):
        if document is None:
            raise RuntimeError("not opened")
        self.documents.append(document)
        return len(self.documents) - 1

    def close(self, number):
        self.documents[number].close(True)

    def save_as(self, number, path, kind):
        self.documents[number].storeToURL(url_of(path), properties(FilterName=kind))

    def save(self, number):
        self.documents[number].store()

    def state(self, number):
        document = self.documents[number]
        return {
            "title": document.Title,
            "url": document.URL,
            "modified": document.isModified(),
            "active": document.CurrentController.ActiveSheet.Name,
            "undo": list(document.UndoManager.getAllUndoActionTitles()),
            "redo": list(document.UndoManager.getAllRedoActionTitles()),
        }

    def bring_up(self, number):
        """Bring a document's window on top, as a click on it does."""
        self.documents[number].CurrentController.Frame.activate()
        self.documents[number].CurrentController.Frame.ContainerWindow.setFocus()

    # sheets and cells

    def sheets(self, number):
        sheets = self.documents[number].Sheets
        return [[one.Name, bool(one.IsVisible)] for one in map(sheets.getByIndex, range(sheets.Count))]

    def _sheet(self, number, name):
        return self.documents[number].Sheets.getByName(name)

    def _named(self, number, name):
        document = self.documents[number]
        if document.NamedRanges.hasByName(name):
            return document.NamedRanges.getByName(name).getReferredCells()
        area = document.DatabaseRanges.getByName(name).getDataArea()
        sheet = document.Sheets.getByIndex(area.Sheet)
        return sheet.getCellRangeByPosition(area.StartColumn, area.StartRow, area.EndColumn, area.EndRow)

    def values(self, number, name):
        """What stands in a named area or a table."""
        return [list(row) for row in self._named(number, name).getDataArray()]

    def place(self, number, name):
        """Where a named area or a table is: sheet, top, left, bottom, right."""
        cells = self._named(number, name)
        area = cells.getRangeAddress()
        return [cells.Spreadsheet.Name, area.StartRow, area.StartColumn, area.EndRow, area.EndColumn]

    def cell(self, number, sheet, row, column):
        cell = self._sheet(number, sheet).getCellByPosition(column, row)
        return {
            "string": cell.getString(),
            "value": cell.getValue(),
            "kind": cell.Type.value,
            "error": cell.getError(),
            "formula": cell.getFormula(),
            "local": cell.FormulaLocal,
        }

    def block(self, number, sheet, top, left, bottom, right):
        cells = self._sheet(number, sheet).getCellRangeByPosition(left, top, right, bottom)
        return [list(row) for row in cells.getDataArray()]

    def strings(self, number, sheet, top, left, bottom, right):
        """What each cell shows."""
        cells = self._sheet(number, sheet)
        return [[cells.getCellByPosition(c, r).String for c in range(left, right + 1)] for r in range(top, bottom + 1)]

    def type(self, number, sheet, row, column, text):
        """Type a text into a cell, as the keyboard does: Calc makes of it what it will."""
        self.select(number, sheet, row, column)
        self._dispatch(self.documents[number], ".uno:EnterString", StringName=text)

    def put(self, number, sheet, row, column, value):
        """Put a value or a formula into a cell without typing."""
        cell = self._sheet(number, sheet).getCellByPosition(column, row)
        if isinstance(value, str):
            cell.setFormula(value)
        else:
            cell.setValue(value)

    def plain_format(self, number, sheet, row, column):
        """Take a cell's number format away, as pasting from elsewhere does."""
        self._sheet(number, sheet).getCellByPosition(column, row).NumberFormat = 0

    def put_date(self, number, sheet, row, column, formula):
        """Put in a cell what a spreadsheet makes of a date typed into it."""
        cell = self._sheet(number, sheet).getCellByPosition(column, row)
        formats = self.documents[number].NumberFormats
        locale = uno.createUnoStruct("com.sun.star.lang.Locale")
        cell.NumberFormat = formats.getStandardFormat(
            uno.getConstantByName("com.sun.star.util.NumberFormat.DATE"), locale
        )
        cell.setFormula(formula)

    def put_array(self, number, sheet, top, left, bottom, right, formula):
        self._sheet(number, sheet).getCellRangeByPosition(left, top, right, bottom).setArrayFormula(formula)

    # what hands do to a workbook

    def rename(self, number, sheet, name):
        self._sheet(number, sheet).setName(name)

    def move(self, number, sheet, place):
        self.documents[number].Sheets.moveByName(sheet, place)

    def insert_sheet(self, number, name, place):
        self.documents[number].Sheets.insertNewByName(name, place)

    def remove_sheet(self, number, name):
        self.documents[number].Sheets.removeByName(name)

    def insert_column(self, number, sheet, column):
        self._sheet(number, sheet).Columns.insertByIndex(column, 1)

    def sort(self, number, table, column, ascending=True):
        """Sort a table below its headings by one of its columns."""
        cells = self._named(number, table)
        field = uno.createUnoStruct("com.sun.star.table.TableSortField")
        field.Field, field.IsAscending = column, ascending
        fields = uno.Any("[]com.sun.star.table.TableSortField", (field,))
        descriptor = properties(ContainsHeader=True)
        entry = PropertyValue(Name="SortFields", Value=fields)
        uno.invoke(cells, "sort", ((*descriptor, entry),))

    def filter(self, number, table, column, text):
        """Show only the rows of a table that hold a text in a column."""
        table_range = self.documents[number].DatabaseRanges.getByName(table)
        descriptor = table_range.getFilterDescriptor()
        field = uno.createUnoStruct("com.sun.star.sheet.TableFilterField2")
        field.Field, field.IsNumeric, field.StringValue = column, False, text
        field.Operator = uno.getConstantByName("com.sun.star.sheet.FilterOperator2.EQUAL")
        descriptor.setFilterFields2((field,))
        table_range.refresh()

    def hidden_rows(self, number, sheet, top, bottom):
        rows = self._sheet(number, sheet).Rows
        return [row for row in range(top, bottom + 1) if not rows.getByIndex(row).IsVisible]

    def protect(self, number, sheet, password):
        self._sheet(number, sheet).protect(password)

    def unlock(self, number, sheet):
        """Let every cell of a sheet be free when the sheet is protected."""
        cells = self._sheet(number, sheet)
        protection = cells.CellProtection
        protection.IsLocked = False
        cells.CellProtection = protection

    def unprotect(self, number, sheet, password):
        self._sheet(number, sheet).unprotect(password)

    def protect_structure(self, number, password):
        self.documents[number].protect(password)

    def automatic(self, number, computes):
        self.documents[number].enableAutomaticCalculation(computes)

    # the menu

    def menu(self, number, command):
        """Choose a line of the menu: its URL is sent to the document's window, as a click does."""
        self._dispatch(self.documents[number], f"service:{COMMANDS}?{command}")

    def command(self, number, command, words=None):
        """Have a command done for a program; gives what is said."""
        self.bring_up(number)
        arguments = [NamedValue("command", command), *(NamedValue(*word) for word in (words or {}).items())]
        return json.loads(self.service(COMMANDS).execute(tuple(arguments)))

    def bars(self, number):
        """Which of the extension's bars stand above the sheet."""
        controller = self.documents[number].CurrentController
        return [name for name in ("xlpair.done", "xlpair.errors", "xlpair.names") if controller.hasInfobar(name)]

    def undo(self, number):
        self._dispatch(self.documents[number], ".uno:Undo")

    def redo(self, number):
        self._dispatch(self.documents[number], ".uno:Redo")

    def _dispatch(self, document, url, **arguments):
        frame = document.CurrentController.Frame
        frame.activate()
        helper = self.service("com.sun.star.frame.DispatchHelper")
        helper.executeDispatch(frame, url, "", 0, properties(**arguments))

    # measuring

    def edit_times(self, number, cell, texts, watched, screen):
        """Milliseconds from each edit of a cell to the new value of another; without ``screen`` nothing is drawn."""
        document = self.documents[number]
        edited = self._sheet(number, cell[0]).getCellByPosition(cell[2], cell[1])
        seen = self._sheet(number, watched[0]).getCellByPosition(watched[2], watched[1])
        found = []
        if not screen:
            document.lockControllers()
        for text in texts:
            start = time.perf_counter()
            edited.setString(text)
            value = seen.getString()
            found.append([(time.perf_counter() - start) * 1000, value])
        if not screen:
            document.unlockControllers()
        return found

    # extension manager

    def extensions(self):
        manager = self.context.getByName("/singletons/com.sun.star.deployment.ExtensionManager")
        packages = manager.getDeployedExtensions("user", None, None)
        return [[one.getIdentifier().Value, one.getVersion()] for one in packages]

    def functions(self):
        """The names of ours that the function wizard shows, with their help."""
        listed = self.service("com.sun.star.sheet.FunctionDescriptions")
        found = {}
        for at in range(listed.Count):
            entry = {one.Name: one.Value for one in listed.getByIndex(at)}
            if entry["Name"].startswith("XQ_"):
                found[entry["Name"]] = [entry["Description"], [[a.Name, a.IsOptional] for a in entry["Arguments"]]]
        return found

    def office_runs(self):
        return self.process.poll() is None

    def quit(self):
        with contextlib.suppress(Exception):
            self.desktop.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()


def main():
    side = Side(*sys.argv[1:])
    sys.stdout.write(json.dumps({"value": side.process.pid}) + "\n")
    sys.stdout.flush()
    for line in sys.stdin:
        name, arguments = json.loads(line)
        try:
            answer = {"value": getattr(side, name)(*arguments)}
        except Exception:
            answer = {"error": traceback.format_exc()}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
        if name == "quit":
            break
    else:
        side.quit()


if __name__ == "__main__":
    main()
