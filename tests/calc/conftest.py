"""One LibreOffice for all tests of a process that need no other: it takes seconds to start."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from calc.office import Calc, Document, host
from xlpair.calc import installing


@pytest.fixture(scope="session")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A profile into which the extension is installed, by the command's own function."""
    host()
    place = tmp_path_factory.mktemp("office") / "profile"
    installing.install(place)
    return place


@pytest.fixture(scope="session")
def calc(profile: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Calc]:
    """A headless office that writes down the calls of functions."""
    office = Calc(profile, log=tmp_path_factory.mktemp("calls") / "calls.txt")
    yield office
    office.end()


@pytest.fixture
def opened(calc: Calc) -> Iterator[list[Document]]:
    """Documents put in here are closed at the end of the test."""
    documents: list[Document] = []
    yield documents
    for document in documents:
        document.close()
