"""The command line as tests use it: what it wrote, and how it ended."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from xlpair.cli.run import run


class Ended(NamedTuple):
    """One command."""

    code: int
    out: str
    err: str

    @property
    def value(self) -> Any:
        """What ``--json`` gave."""
        return json.loads(self.out)


class Shell:
    """Runs commands in this process, in a folder of its own."""

    def __init__(self, folder: Path, captured: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._captured = captured

    def __call__(self, *words: str) -> Ended:
        self._captured.readouterr()
        code = run(words)
        out, err = self._captured.readouterr()
        return Ended(code, out, err)

    def file(self, name: str, text: str, encoding: str = "utf-8") -> str:
        """A small file in the folder; gives its name."""
        (self.folder / name).write_text(text, encoding=encoding)
        return name


def process(folder: Path, words: Sequence[str], **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "xlpair", *words],
        cwd=folder,
        check=False,
        text=True,
        capture_output=True,
        timeout=60,
        encoding="utf-8",
        **options,
    )
