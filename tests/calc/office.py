"""A LibreOffice for tests, with the extension in a profile of its own, told what to do through another process.

The Python of the tests has no ``uno``; LibreOffice's has. Without LibreOffice the tests are skipped, or fail where
``XLPAIR_REQUIRE_HOSTS`` is set.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import select
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from xlpair.calc import installing
from xlpair.errors import WrongUse

_SIDE = Path(__file__).with_name("office_side.py")
# Far more than anything a test asks for takes, on a machine with other things to do as well.
_PATIENCE = 180
# One office listens at one pipe: two of a process, whatever their profiles are called, must never share a name.
_NUMBERS = itertools.count(1)
XLSX = "Calc MS Excel 2007 XML"
XLSM = "Calc MS Excel 2007 VBA XML"
ODS = "calc8"


def host() -> installing.Office:
    """The LibreOffice of this machine."""
    try:
        return installing.find_office()
    except WrongUse as missing:
        if os.environ.get("XLPAIR_REQUIRE_HOSTS"):
            pytest.fail(str(missing))
        pytest.skip(str(missing))


class Calc:
    """An office that runs. Every method of ``office_side.Side`` is one of its own."""

    def __init__(self, profile: Path, log: Path | None = None, display: str = "") -> None:
        office = host()
        surroundings = {name: value for name, value in office.surroundings().items() if name != "DISPLAY"}
        if display:
            # LibreOffice's own windows: those of a desktop do not tell where their menus are.
            surroundings |= {"DISPLAY": display, "SAL_USE_VCLPLUGIN": "gen"}
        if log is not None:
            # A module that Python looks for at every start: it writes down each call of a function.
            surroundings |= {"PYTHONPATH": str(Path(__file__).with_name("listening")), "XLPAIR_CALLS": str(log)}
        self.log = log
        pipe = f"xlpair-tests-{os.getpid()}-{next(_NUMBERS)}"
        words = [str(office.python), str(_SIDE), str(office.program), profile.as_uri(), pipe, "0" if display else "1"]
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=surroundings,
            start_new_session=True,
        )
        self.office_process = self._answer()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)

        def called(*arguments: Any) -> Any:
            assert self._process.stdin is not None
            self._process.stdin.write(json.dumps([name, arguments]) + "\n")
            self._process.stdin.flush()
            return self._answer()

        return called

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        # One answer to one question: nothing can be waiting in the buffer.
        if not select.select([self._process.stdout], [], [], _PATIENCE)[0]:
            self._kill()
            raise RuntimeError(f"the office has not answered within {_PATIENCE} s")
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the office's side has ended with {self._process.wait(10)}")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["value"]

    def calls(self) -> list[str]:
        """The functions that have been called since the last time this was asked for."""
        assert self.log is not None
        names = self.log.read_text(encoding="utf-8").split() if self.log.exists() else []
        self.log.write_text("", encoding="utf-8")
        return names

    def runs(self) -> bool:
        """Whether there still is an office to ask."""
        with contextlib.suppress(RuntimeError, BrokenPipeError):
            return self._process.poll() is None and bool(self.office_runs())
        return False

    def end(self) -> None:
        """End the office and the process that talks to it."""
        if self._process.poll() is None:
            with contextlib.suppress(RuntimeError, BrokenPipeError):
                self.quit()
        self._kill()
        self._process.communicate(timeout=60)

    def _kill(self) -> None:
        """Kill what is left of the office: its programs are a group of their own."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)


class Document:
    """One document of an office; its methods are the office's, with the document's number put in front."""

    def __init__(self, calc: Calc, number: int) -> None:
        self.calc = calc
        self.number = number

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *arguments: getattr(self.calc, name)(self.number, *arguments)

    def cell_of(self, table: str, row: int, heading: str) -> tuple[str, int, int]:
        """Sheet, row and column of a table's cell; row 1 is the first below the headings."""
        sheet, top, left, _, right = self.place(table)
        headings = self.block(sheet, top, left, top, right)[0]
        return sheet, top + row, left + headings.index(heading)

    def typed(self, table: str, row: int, heading: str, text: str) -> None:
        """Type into a table's cell."""
        self.type(*self.cell_of(table, row, heading), text)

    def column(self, table: str, heading: str) -> list[Any]:
        """A table's column below its heading."""
        rows: list[list[Any]] = self.values(table)
        at = rows[0].index(heading)
        return [row[at] for row in rows[1:]]

    def filled(self, name: str) -> list[list[Any]]:
        """A named area's rows, without what is empty at their ends."""
        return without_blanks(self.values(name))


def without_blanks(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Rows without what is empty at their ends, and without empty rows at the end."""
    shortened = []
    for row in rows:
        cells = list(row)
        while cells and cells[-1] in ("", None):
            cells.pop()
        shortened.append(cells)
    while shortened and not shortened[-1]:
        shortened.pop()
    return shortened
