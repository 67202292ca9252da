"""What all tests share: a command line in a folder of its own, and how Hypothesis runs.

Hypothesis looks at the same cases every time (``XLPAIR_LONG=1``: at others in each run) and gives no verdict on how
fast the machine is just now.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from cli_scenes import BOOK, PLAIN
from command_line import Shell
from hypothesis import HealthCheck, settings

settings.register_profile(
    "steady",
    deadline=None,
    derandomize=os.environ.get("XLPAIR_LONG") != "1",
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("steady")


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    monkeypatch.chdir(tmp_path)
    return Shell(tmp_path, capsys)


@pytest.fixture
def paired(shell: Shell) -> Shell:
    """An event of six whose first round is paired: 1-2, 4-3, 5-6."""
    shell.file("名单.csv", PLAIN)
    assert shell("new", BOOK, "--roster", "名单.csv", "--rounds", "3").code == 0
    assert shell("pair", BOOK).code == 0
    return shell
