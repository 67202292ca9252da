"""The examples in the README and in the docstrings of the small API do what they show."""

from __future__ import annotations

import doctest
from pathlib import Path

from xlpair import api


def test_examples_of_the_api() -> None:
    outcome = doctest.testmod(api)
    assert outcome.attempted > 5
    assert outcome.failed == 0


def test_examples_of_the_readme() -> None:
    readme = Path(__file__).parents[1] / "README.md"
    outcome = doctest.testfile(str(readme), module_relative=False, encoding="utf-8")
    assert outcome.attempted > 5
    assert outcome.failed == 0
