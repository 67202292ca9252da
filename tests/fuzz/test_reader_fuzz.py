"""Random workbooks through the reader, the check, the functions and the commands: a message or a result, nothing else.

20,000 cases by a fixed seed; ``XLPAIR_FUZZ=200000`` runs more, ``XLPAIR_FUZZ_SEED`` others. Each share runs in a
process of its own whose memory is limited; a case's time is the processor's, so that a busy machine changes nothing.
What fails names seed and number: ``python tests/fuzz/fuzz_child.py random SEED NUMBER 1`` runs it alone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import big_books
import odd_books
import pytest

CASES = int(os.environ.get("XLPAIR_FUZZ", "20000"))
SEED = int(os.environ.get("XLPAIR_FUZZ_SEED", "20260301"))
SHARES = 8
CHILD = Path(__file__).with_name("fuzz_child.py")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is limited by Linux's own means")


def child(*words: str) -> dict[str, Any]:
    """What the child reports."""
    places = (str(CHILD.parents[1]), *filter(None, (os.environ.get("PYTHONPATH"),)))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(places), "PYTHONUTF8": "1"}
    command = [sys.executable, str(CHILD), *words]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=environment, check=False)
    assert run.returncode == 0, run.stderr[-4000:]
    value: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return value


@pytest.mark.parametrize("share", range(SHARES))
def test_random_workbooks_give_a_message_or_a_result(share: int) -> None:
    first, end = CASES * share // SHARES, CASES * (share + 1) // SHARES
    found = child("random", str(SEED), str(first), str(end - first))
    counts = found["counts"]
    assert not found["faults"], "\n".join(found["faults"])
    assert counts["cases"] == end - first
    # The zip layer must not swallow the cases: most get through, are read, and a good part goes on from there.
    assert counts["past the zip"] >= 0.7 * counts["cases"]
    assert counts["an event"] >= 0.6 * counts["cases"]
    assert counts["check"] >= 0.2 * counts["cases"]
    assert counts["functions"] >= counts["cases"]
    assert counts["command done"] >= 0.02 * counts["cases"]
    assert counts["told"] >= 0.2 * counts["cases"]
    assert found["memory"] < 500 << 20


@pytest.mark.parametrize("name", big_books.BIG)
def test_what_is_big_is_told_or_read_in_time(name: str) -> None:
    """At most two seconds a step and 500 MB, whatever the file."""
    found = child("big", name)
    assert not found["faults"], "\n".join(found["faults"])
    assert found["memory"] < (500 << 20) + found["memory before"]


def test_random_lists_of_players_and_results_give_a_message_or_a_result() -> None:
    found = child("lists", str(SEED), "0", str(CASES // 20))
    assert not found["faults"], "\n".join(found["faults"])
    assert found["counts"]["read"] >= 0.25 * found["counts"]["cases"]


def test_the_watch_sees_a_fault(tmp_path: Path) -> None:
    """A reader that fails, is slow or greedy fails this test: the child is told to do each itself."""
    for kind, word in (("raise", "ZeroDivisionError"), ("slow", "took"), ("greedy", "MemoryError")):
        found = child("naive", kind)
        assert found["faults"], kind
        assert word in found["faults"][0]


def test_a_case_is_the_same_every_time() -> None:
    assert odd_books.case(7, 11)[:2] == odd_books.case(7, 11)[:2]
    assert odd_books.case(7, 11)[1] != odd_books.case(7, 12)[1]
