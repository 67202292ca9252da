"""Somebody sits at a screen with Calc on it: looks for menus, buttons and fields by their names, clicks and types."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from calc.office import Calc, Document
from calc.screen import HEIGHT, WIDTH, Screen, screen
from xlpair.calc.identity import TITLE

_T = TypeVar("_T")
_PATIENCE = 60
_CLICK_AGAIN = 10
# A cursor that blinks in a cell lets no screen be still.
_QUIET = 2
_BLANK_ROW = 2


class Seat:
    """The screen, the office on it, and how it is worked with."""

    def __init__(self, place: Screen, calc: Calc) -> None:
        self.screen = place
        self.calc = calc

    def open(self, path: Path) -> Document:
        return self.to_front(Document(self.calc, self.calc.open(str(path))))

    def to_front(self, document: Document) -> Document:
        document.full_screen(WIDTH, HEIGHT)
        self.screen.settle()
        return document

    def show(self, document: Document, sheet: str) -> None:
        """Bring a sheet up, the cell cursor on a blank row."""
        document.go_to(sheet, _BLANK_ROW, 0)
        self.screen.settle()

    def find(self, kind: str, *names: str) -> tuple[int, int]:
        """Wait for something to be seen; gives its middle."""
        at = until(lambda: self.calc.where_is(kind, *names), f"{kind} {names}")
        return at[0], at[1]

    def click(self, kind: str, *names: str) -> None:
        self.screen.click(*self.find(kind, *names))

    def press(self, *names: str) -> None:
        """Click a button as soon as the screen is quiet; those of LibreOffice's own have a name for every language."""
        self.find("PUSH_BUTTON", *names)
        self.screen.settle(_QUIET)
        self.click("PUSH_BUTTON", *names)

    def ask(self, button: str, *answers: str) -> None:
        """Press a button until its box is there, and answer it.

        A click on a window that another is just leaving, or that is not yet drawn, goes nowhere: people click again.
        """

        def asked() -> bool:
            self.press(button)
            return self._appears("PUSH_BUTTON", *answers)

        until(asked, f"a box with {answers}")
        self.answer(*answers)

    def answer(self, *answers: str) -> None:
        """Press a button of the box that has come, or is coming, until no box has it: another may follow at once."""

        def answered() -> bool:
            self.screen.settle(_QUIET)
            place = self.calc.where_is("PUSH_BUTTON", *answers)
            if place is None:
                return True
            self.screen.click(*place)
            end = time.monotonic() + _CLICK_AGAIN
            while time.monotonic() < end and self.calc.where_is("PUSH_BUTTON", *answers) == place:
                pass
            return False

        self.find("PUSH_BUTTON", *answers)
        until(answered, f"the boxes with {answers} closed")

    def escape(self, *names: str) -> None:
        """Press Escape in the window that has this button, until it is closed."""

        def closed() -> bool:
            self.screen.settle(_QUIET)
            place = self.calc.where_is("PUSH_BUTTON", *names)
            if place is not None:
                self.screen.give_keyboard(*place)
                self.screen.keys("Escape")
            return place is None

        self.find("PUSH_BUTTON", *names)
        until(closed, f"the window with {names} closed")

    def open_menu(self) -> None:
        """Open the menu 象棋编排, and wait until its lines are there."""

        def lines() -> bool:
            self.click("MENU", TITLE)
            return self._appears("MENU_ITEM", "关于")

        until(lines, f"the menu {TITLE}")

    def choose(self, line: str) -> None:
        """Open the menu and click a line of it."""
        self.open_menu()
        self.click("MENU_ITEM", line)

    def _appears(self, kind: str, *names: str) -> bool:
        """Whether something is seen before one would click again."""
        end = time.monotonic() + _CLICK_AGAIN
        while time.monotonic() < end:
            if self.calc.where_is(kind, *names) is not None:
                return True
        return False


def until(look: Callable[[], _T], what: str, seconds: float = _PATIENCE) -> _T:
    """Look again and again until there is something, and give it."""
    end = time.monotonic() + seconds
    while True:
        found = look()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"not seen within {seconds:.0f} s: {what}")
        time.sleep(0.1)


@contextlib.contextmanager
def seat(installed: Path) -> Iterator[Seat]:
    """A seat at a screen of its own, the office with a copy of the profile ``installed``."""
    with tempfile.TemporaryDirectory(prefix="xlpair-seat-") as folder:
        profile = Path(folder) / "profile"
        shutil.copytree(installed, profile)
        with screen() as place:
            calc = Calc(profile, display=place.display)
            try:
                yield Seat(place, calc)
            finally:
                # Without its screen the office ends, whatever windows wait for an answer.
                place.end()
                calc.end()
