"""One LibreOffice for all tests of a process that need no other: it takes seconds to start."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from calc.office import Calc, Document, host
from xlpair.calc import installing


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A profile into which the extension has been installed, once for all processes of a test run."""
    host()
    shared = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        shared = shared.parent
    place = shared / "calc-installed"
    with (shared / "calc-installed.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            installing.install(shared / "calc-installing")
            (shared / "calc-installing").rename(place)
    return place


@pytest.fixture(scope="session")
def profile(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the profile for this process: only one office can use it."""
    place = tmp_path_factory.mktemp("office") / "profile"
    shutil.copytree(installed, place)
    return place


@pytest.fixture(scope="session")
def offices(profile: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Calc]]:
    """Gives the headless office that writes down the calls of functions; a new one where it has gone.

    An office that crashes fails the test it crashed in, not those after it.
    """
    started: list[Calc] = []

    def office() -> Calc:
        if not started or not started[-1].runs():
            started.append(Calc(profile, log=tmp_path_factory.mktemp("calls") / "calls.txt"))
        return started[-1]

    yield office
    for one in started:
        one.end()


@pytest.fixture
def calc(offices: Callable[[], Calc]) -> Calc:
    """The headless office of this process."""
    return offices()


@pytest.fixture
def desk(calc: Calc) -> Iterator[Desk]:
    """Where a test opens its documents; they are closed at its end."""
    place = Desk(calc)
    yield place
    if calc.runs():
        for document in place.documents:
            document.close()


class Desk:
    """Opens documents in the office and remembers them."""

    def __init__(self, calc: Calc) -> None:
        self.calc = calc
        self.documents: list[Document] = []

    def open(self, path: Path, *, read_only: bool = False) -> Document:
        return self._keep(self.calc.open(str(path), False, read_only))

    def open_as_template(self, path: Path) -> Document:
        return self._keep(self.calc.open_as_template(str(path)))

    def blank(self) -> Document:
        return self._keep(self.calc.blank())

    def on_top(self) -> Document:
        """The document whose window is in front; a new one is remembered, too."""
        return self._keep(self.calc.current())

    def _keep(self, number: int) -> Document:
        known = next((one for one in self.documents if one.number == number), None)
        document = known or Document(self.calc, number)
        if known is None:
            self.documents.append(document)
        return document
