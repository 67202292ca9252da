"""What all tests share: a command line in a folder of its own, and how Hypothesis runs.

Hypothesis looks at the same cases every time (``XLPAIR_LONG=1``: at others in each run) and gives no verdict on how
fast the machine is just now.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
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


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Tests with a real mouse on a screen get a second try: on a busy machine a click may come too early."""
    if item.path.name != "test_screens.py":
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    if any(report.failed for report in reports):
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
