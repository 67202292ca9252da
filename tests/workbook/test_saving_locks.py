"""Two commands on one file, and files that another program has open."""

import contextlib
import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import closed_samples as samples
import pytest
from saving_scene import careful_workbook, names, posix_only, value, write

from xlpair.errors import FileBusy, UnreadableFile
from xlpair.workbook.book import PutCells
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.saving import CommandLock


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return careful_workbook(tmp_path)


_HOLD = """
import sys, time
from xlpair.workbook.closed import ClosedBook
with ClosedBook.open(sys.argv[1]):
    print("held", flush=True)
    time.sleep(60)
"""


@contextlib.contextmanager
def another_command(path: Path) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen([sys.executable, "-c", _HOLD, str(path)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def test_of_two_commands_the_second_is_told_who_has_the_file(path: Path) -> None:
    with another_command(path) as process:
        with pytest.raises(FileBusy, match=rf"正由另一个命令处理（进程 {process.pid}，电脑 .+）。请等它结束再试"):
            write(path)
        assert value(path) == 1  # reading is free
    assert value(path) == 1


def test_the_lock_of_a_killed_command_blocks_nobody(path: Path) -> None:
    with another_command(path) as process:
        process.kill()
        process.wait()
        assert len(names(path.parent)) == 2  # its lock file is still there
        write(path)
    assert value(path) == "新"
    assert names(path.parent) == [path.name]


def test_the_lock_is_let_go_whatever_happens(path: Path) -> None:
    with pytest.raises(ZeroDivisionError), ClosedBook.open(path):
        raise ZeroDivisionError
    bad = path.with_name("坏.xlsx")
    bad.write_bytes(b"")
    with pytest.raises(UnreadableFile):
        ClosedBook.open(bad)
    book = ClosedBook.open(path)
    book.close()
    book.close()
    write(path)
    assert names(path.parent) == sorted([path.name, "坏.xlsx"])


def test_two_files_of_one_folder_are_locked_apart(path: Path) -> None:
    """hands.md 38: the men's and the women's group are worked on at the same time."""
    other = samples.plain_workbook(path.with_name("女子组.xlsx"), '<row r="1"><c r="A1"><v>2</v></c></row>')
    with ClosedBook.open(path) as men, ClosedBook.open(other) as women:
        men.apply([PutCells("表", 0, 0, [["男"]])])
        women.apply([PutCells("表", 0, 0, [["女"]])])
    assert (value(path), value(other)) == ("男", "女")


def test_a_lock_whose_file_was_just_removed_is_taken_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between opening and locking it, its owner may remove the file: then the lock is on nothing."""
    real, tries = os.open, []

    def opening(place: Any, *rest: Any) -> int:
        handle = real(place, *rest)
        if str(place).endswith(".lock"):
            tries.append(place)
            if len(tries) == 1:
                os.unlink(place)
        return handle

    monkeypatch.setattr(os, "open", opening)
    lock = CommandLock(path)
    lock.take()
    assert len(tries) == 2
    assert Path(tries[1]).exists()
    lock.release()


def test_a_disk_that_knows_no_locks_does_not_stop_a_command(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_locks(handle: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("xlpair.workbook.saving._lock", no_locks)
    write(path)
    assert value(path) == "新"


# As Excel writes it: the name's length and letters for the old format, padded to 55 bytes, then the same in UTF-16.
EXCEL_OWNER = b"\x06" + "王裁判".encode("gbk").ljust(54) + b"\x03\x00" + "王裁判".encode("utf-16-le").ljust(108)
CALC_LOCK = ",wang,desk-3,03.10.2009 08:30,file:///home/wang/.config/libreoffice/4;"


@pytest.mark.parametrize(
    ("lock", "content", "told"),
    [
        ("~${}", EXCEL_OWNER, "正在 Excel 里打开（王裁判）"),
        ("~${}", b"", "正在 Excel 里打开。"),
        (".~lock.{}#", CALC_LOCK.encode(), "正在 LibreOffice 里打开（wang desk-3）"),
        (".~lock.{}#", "王裁判,wang,desk-3,,;".encode(), "正在 LibreOffice 里打开（王裁判 desk-3）"),
        (".~lock.{}#", b"", "正在 LibreOffice 里打开。"),
        (".~{}", b"x", "正在 WPS 里打开"),
    ],
)
def test_a_file_open_in_another_program_is_told_with_the_way_past(
    path: Path, lock: str, content: bytes, told: str
) -> None:
    before = path.read_bytes()
    file = path.with_name(lock.format(path.name))
    file.write_bytes(content)
    with pytest.raises(FileBusy) as caught:
        write(path)
    message = str(caught.value)
    assert told in message
    assert f"如果其实没有打开，请删除同一文件夹里的「{file.name}」再试" in message
    assert path.read_bytes() == before
    assert names(path.parent) == sorted([path.name, file.name])
    file.unlink()
    write(path)
    assert value(path) == "新"


def test_a_file_opened_in_excel_while_a_command_computes_is_left_alone(path: Path) -> None:
    with ClosedBook.open(path) as book:
        path.with_name(f"~${path.name}").write_bytes(EXCEL_OWNER)
        with pytest.raises(FileBusy, match="Excel"):
            book.apply([PutCells("表", 0, 0, [["新"]])])
    assert value(path) == 1


@posix_only
def test_libreoffice_s_own_lock_is_seen(tmp_path: Path) -> None:
    """The lock as the program itself writes it: a headless instance holds the file open."""
    program = samples.soffice()
    path = samples.plain_workbook(tmp_path / "开着.xlsx", '<row r="1"><c r="A1"><v>1</v></c></row>')
    lock = tmp_path / ".~lock.开着.xlsx#"
    profile = f"-env:UserInstallation=file://{tmp_path / 'profile'}"
    process = subprocess.Popen(
        [program, profile, "--headless", "--norestore", str(path)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        end = time.monotonic() + 60
        while not (lock.exists() and lock.stat().st_size) and time.monotonic() < end:
            time.sleep(0.1)
        with pytest.raises(FileBusy, match=r"正在 LibreOffice 里打开（.+）"):
            write(path)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert value(path) == 1
