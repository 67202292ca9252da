"""The arbiters' manual keeps up with the product: its pictures, its commands, its formats."""

from __future__ import annotations

import re
from pathlib import Path

from xlpair.cli.app import app
from xlpair.formats import FORMATS

DOCS = Path(__file__).parents[1] / "docs"
MANUAL = (DOCS / "使用手册.md").read_text(encoding="utf-8")


def test_every_picture_is_shown_and_every_picture_shown_is_there() -> None:
    shown = set(re.findall(r"!\[[^\]]+\]\(pictures/([^)]+)\)", MANUAL))
    assert shown == {path.name for path in (DOCS / "pictures").iterdir()}


def test_every_command_it_names_is_one() -> None:
    named = set(re.findall(r"xlpair ([a-z][a-z-]*)", MANUAL))
    assert named <= set(app.commands)
    assert {"new", "pair", "result", "demo", "rating"} <= named


def test_every_format_is_spoken_of() -> None:
    assert [form.name for form in FORMATS if form.name not in MANUAL] == []
