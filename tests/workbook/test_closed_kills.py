"""hands.md 40: a command killed with SIGKILL at any moment leaves the old file or the new one, whole, and its backup.

The steps are found by tracing: a profiler in the doomed process sees every call into the operating system that changes
something on the disk, and kills the process before the n-th one, for every n. A writer that simply writes the file in
place is put through the same, and fails.
"""

import datetime as dt
import os
import random
import signal
import sys
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import closed_samples as samples
import pytest

from xlpair.errors import FileBusy
from xlpair.workbook.book import PutCells, ShowSheet
from xlpair.workbook.closed import ClosedBook

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL and fork are POSIX")

NOON = dt.datetime(2009, 10, 3, 12, 0, 5)
# Calls that only look.
LOOKING = {
    *("stat", "lstat", "fstat", "fspath", "getpid", "geteuid", "getegid", "scandir", "listdir", "access"),
    *("read", "lseek", "seek", "tell", "_path_normpath"),
}


def command(path: Path) -> None:
    """What a command does to the file: lock, read, compute, back up, save, let go."""
    with ClosedBook.open(path, clock=lambda: NOON) as book:
        book.backup("编排第2轮前")
        book.apply([PutCells("第2轮", 1, 0, [[board, board, "甲"] for board in range(1, 9)]), ShowSheet("第2轮", True)])


@dataclass
class Scene:
    """A workbook to be killed over: its bytes before and after the command."""

    path: Path
    old: bytes
    new: bytes

    @property
    def folder(self) -> Path:
        return self.path.parent

    def restore(self) -> None:
        for entry in sorted(self.folder.rglob("*"), reverse=True):
            entry.rmdir() if entry.is_dir() else entry.unlink()
        self.path.write_bytes(self.old)

    def check(self) -> str:
        """Look at what a killed command left; gives "old" or "new"."""
        found = self.path.read_bytes()
        assert found in (self.old, self.new), f"{len(found)} bytes, neither old nor new"
        with zipfile.ZipFile(self.path) as archive:
            assert archive.testzip() is None
        copies = [entry for entry in self.folder.rglob("*.xlsx") if entry != self.path]
        assert all(copy.read_bytes() == self.old for copy in copies)
        assert len(copies) == 1 or found == self.old, "changed without a backup"
        command(self.path)  # nothing blocks the next command
        assert self.path.read_bytes() == self.new
        left = [entry.name for entry in self.folder.rglob("*") if not entry.is_dir() and entry.suffix != ".xlsx"]
        assert left == [], "leftovers were not cleared"
        return "old" if found == self.old else "new"


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    """The club's workbook with 300 KB of pictures, so that it is written in several pieces."""
    folder = tmp_path_factory.mktemp("kills")
    path = samples.rich_workbook(folder / "第三届“棋王”赛 (终).xlsx")
    picture = random.Random(40).randbytes(300_000)
    samples.write_zip(path, {**samples.parts(path), "xl/media/image9.png": picture})
    old = path.read_bytes()
    command(path)
    return Scene(path, old, path.read_bytes())


def fork(action: Callable[[], object]) -> int:
    """Run something in a process of its own that ends without a trace of the tests."""
    child = os.fork()
    if child == 0:
        try:
            action()
            os._exit(0)
        finally:
            os._exit(1)
    return child


def step_of(called: Any) -> str:
    """Name a built-in function that may change something on the disk; "" for any other."""
    owner = type(getattr(called, "__self__", None)).__module__
    home = getattr(called, "__module__", None)
    if called.__name__ in LOOKING:
        return ""
    if home in ("posix", "fcntl"):
        return str(called.__name__)
    return f"io.{called.__name__}" if home in ("io", "_io") or owner == "_io" else ""


def traced(action: Callable[[], object], kill_at: int = 0) -> list[str]:
    """Run, naming every step; before step ``kill_at`` (counted from 1) the process dies."""
    steps: list[str] = []

    def look(_: FrameType, event: str, called: Any) -> None:
        if event == "c_call" and step_of(called):
            steps.append(step_of(called))
            if len(steps) == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(look)
    try:
        action()
    finally:
        sys.setprofile(None)
    return steps


def killed_at_every_step(scene: Scene, action: Callable[[Path], object]) -> list[str]:
    """Kill before each step, and look; gives what was found, step by step."""
    scene.restore()
    steps = traced(lambda: action(scene.path))
    found = []
    for number in range(1, len(steps) + 1):
        scene.restore()
        child = fork(partial(traced, partial(action, scene.path), number))
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status), f"step {number} of {len(steps)} was not reached"
        found.append(scene.check())
    return found


def test_the_steps_of_a_save_stand_in_the_only_safe_order(scene: Scene) -> None:
    """Lock, back up, write beside, flush, rename, flush the folder, unlock: each before the next."""
    scene.restore()
    steps = traced(lambda: command(scene.path))
    assert steps.count("write") > 8  # 300 KB twice, in pieces of 64 KB
    told = [step for step in steps if step in ("open", "flock", "write", "fsync", "replace", "unlink")]
    order = [step for step, before in zip(told, ["", *told], strict=False) if step != before]
    put_whole = ["open", "write", "fsync", "replace", "open", "fsync"]
    assert order == ["open", "flock", "write", *put_whole, *put_whole, "unlink"]


def test_hands_40_killed_before_every_step_of_a_command(scene: Scene) -> None:
    found = killed_at_every_step(scene, command)
    assert len(found) > 30
    assert found == sorted(found, reverse=True), "once new, never old again"
    assert set(found) == {"old", "new"}


def test_hands_40_killed_at_two_hundred_random_moments(scene: Scene) -> None:
    scene.restore()
    times = []
    for _ in range(5):
        scene.restore()
        start = time.perf_counter()
        os.waitpid(fork(lambda: command(scene.path)), 0)
        times.append(time.perf_counter() - start)
    moments = random.Random(2009)
    found = []
    for _ in range(200):
        scene.restore()
        child = fork(lambda: command(scene.path))
        time.sleep(moments.uniform(0, 1.3 * max(times)))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        found.append(scene.check())
    assert set(found) == {"old", "new"}


def naive_save(path: Path, new: bytes, old: bytes) -> None:
    """What many programs do."""
    with path.open("wb") as file:
        for start in range(0, len(new), 1 << 16):
            file.write(new[start : start + (1 << 16)])


def half_careful_save(path: Path, new: bytes, old: bytes) -> None:
    """Written beside, but the old file is removed before the new one is renamed."""
    beside = path.with_suffix(".new")
    beside.write_bytes(new)
    path.unlink()
    beside.rename(path)


def test_a_naive_writer_is_caught_by_these_tests(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("xlpair.workbook.closed.replace_file", naive_save)
    with pytest.raises(AssertionError, match="neither old nor new"):
        killed_at_every_step(scene, command)


def test_a_half_careful_writer_is_caught_by_these_tests(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("xlpair.workbook.closed.replace_file", half_careful_save)
    with pytest.raises(FileNotFoundError):
        killed_at_every_step(scene, command)


def test_a_save_without_a_backup_is_caught_by_these_tests(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ClosedBook, "backup", lambda *_: "")
    with pytest.raises(AssertionError, match="changed without a backup"):
        killed_at_every_step(scene, command)


def _adds_a_row(path: Path, name: str, start: float) -> None:
    """Wait for the common start, then add a name below those that are there; ends with 3 if told to wait."""
    time.sleep(max(start - time.monotonic(), 0))
    try:
        with ClosedBook.open(path) as book:
            rows = book.snapshot().sheets[0].rows
            book.apply([PutCells("表", len(rows), 0, [[name]])])
    except FileBusy:
        os._exit(3)


def test_of_two_commands_at_once_one_does_it_and_the_other_is_told(tmp_path: Path) -> None:
    """Fifty tries; what was reported done is in the file, in the order of a queue, and nothing else."""
    path = samples.plain_workbook(tmp_path / "赛.xlsx", '<row r="1"><c r="A1"><v>0</v></c></row>')
    done, told = [], 0
    for number in range(50):
        start = time.monotonic() + 0.02
        children = {fork(partial(_adds_a_row, path, f"{number}{who}", start)): f"{number}{who}" for who in "甲乙"}
        for child, name in children.items():
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            assert code in (0, 3), "neither done nor told"
            done += [name] if code == 0 else []
            told += code == 3
    names = [row[0] for row in ClosedBook(path).snapshot().sheets[0].rows[1:]]
    assert sorted(map(str, names)) == sorted(done)
    assert len(done) + told == 100
    assert len(done) >= 50, "of two at once, one must do it"
    assert told > 0, "the two never met"
