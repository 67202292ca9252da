"""Every way in which saving can fail: the old file stays whole and the reason is told."""

import errno
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import closed_samples as samples
import pytest
from saving_scene import NOON, careful_workbook, names, posix_only, value, write

from xlpair.errors import FileBusy, NotSaved, UnreadableFile, WrongUse, XlpairError
from xlpair.workbook.book import PutCells
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.saving import create_file


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return careful_workbook(tmp_path)


def test_hands_41_a_name_with_quotes_brackets_and_blanks_works(path: Path) -> None:
    with ClosedBook.open(path, clock=lambda: NOON) as book:
        copy = book.backup("编排第1轮前")
        book.apply([PutCells("表", 0, 0, [["新"]])])
    assert (value(path), value(Path(copy))) == ("新", 1)


@pytest.mark.parametrize("address", ["https://d.docs.live.net/1/第三届.xlsx", "https:/d.docs.live.net/第三届.xlsx"])
def test_hands_41_a_path_that_is_a_web_address_is_told(address: str) -> None:
    with pytest.raises(UnreadableFile, match="是网址，不是这台电脑里的文件。请先把它下载"):
        ClosedBook.open(address)
    with pytest.raises(UnreadableFile, match="是网址"):
        ClosedBook(Path(address))


def test_after_a_command_nothing_is_left_beside_the_file(path: Path) -> None:
    write(path)
    assert value(path) == "新"
    assert names(path.parent) == [path.name]


@posix_only
def test_the_file_keeps_its_permissions(path: Path) -> None:
    path.chmod(0o640)
    write(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@posix_only
def test_a_link_stays_a_link_and_the_file_behind_it_changes(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "链接.xlsx"
    link.symlink_to(path)
    write(link)
    assert link.is_symlink()
    assert value(path) == "新"
    assert names(tmp_path) == sorted(["链接.xlsx", path.parent.name])


def test_a_file_that_somebody_changed_meanwhile_is_left_alone(path: Path) -> None:
    other = samples.plain_members('<row r="1"><c r="A1" t="str"><v>别人的</v></c></row>')
    with ClosedBook.open(path) as book:
        samples.write_zip(path, other)
        before = path.read_bytes()
        with pytest.raises(FileBusy, match="刚才被别的程序改过"):
            book.apply([PutCells("表", 0, 0, [["新"]])])
    assert path.read_bytes() == before
    assert names(path.parent) == [path.name]


def test_a_file_that_is_gone_meanwhile_is_told(path: Path) -> None:
    with ClosedBook.open(path) as book:
        path.unlink()
        with pytest.raises(NotSaved, match="文件或文件夹不见了"):
            book.apply([PutCells("表", 0, 0, [["新"]])])
    assert names(path.parent) == []


def test_hands_39_a_read_only_file_is_told(path: Path) -> None:
    before = path.read_bytes()
    path.chmod(0o444)
    with pytest.raises(NotSaved, match="是只读文件"):
        write(path)
    assert path.read_bytes() == before
    assert names(path.parent) == [path.name]


def _told_to_somebody_else(path: Path) -> str:
    """What a user without rights is told; the tests may be run by root, whom no permission stops."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        outcome = "something unforeseen"
        try:
            if os.geteuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
            write(path)
            outcome = "done"
        except XlpairError as error:
            outcome = f"{type(error).__name__} {error}"
        finally:
            os.write(writing, outcome.encode())
            os._exit(0)
    os.waitpid(child, 0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        return pipe.read().decode()


@posix_only
@pytest.mark.parametrize(("mode", "told"), [(0o555, "NotSaved 「赛.xlsx」没有存盘：没有写入权限"), (0o777, "done")])
def test_hands_39_a_read_only_folder_is_told(mode: int, told: str) -> None:
    """And where the folder may be written the same user succeeds, so it is the folder that was told."""
    with tempfile.TemporaryDirectory() as name:  # pytest's own folders are closed to others
        folder = Path(name)
        path = samples.plain_workbook(folder / "赛.xlsx", '<row r="1"><c r="A1"><v>1</v></c></row>')
        path.chmod(0o666)
        write(path, "1")  # everything that is imported late is imported now
        folder.chmod(mode)
        outcome = _told_to_somebody_else(path)
        folder.chmod(0o755)
        assert outcome.startswith(told)
        assert value(path) == ("新" if told == "done" else "1")
        assert names(folder) == ["赛.xlsx"]


_TRY = """
import sys
from xlpair.errors import XlpairError
from xlpair.workbook.book import PutCells
from xlpair.workbook.closed import ClosedBook
try:
    with ClosedBook.open(sys.argv[1]) as book:
        book.apply([PutCells("表", 0, 0, [["新"]])])
    print("done")
except XlpairError as error:
    print(type(error).__name__, error)
"""


@posix_only
def test_hands_39_a_disk_that_is_full_is_told(path: Path) -> None:
    """The kernel refuses to let files grow beyond 100 KB; the workbook holds 300 KB that do not pack."""
    members = samples.plain_members('<row r="1"><c r="A1"><v>1</v></c></row>')
    samples.write_zip(path, members | {"xl/media/image1.png": os.urandom(300_000)})
    before = path.read_bytes()
    script = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n" + _TRY
    run = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", script, str(path)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert run.stdout.startswith("NotSaved")
    assert "磁盘满了" in run.stdout
    assert path.read_bytes() == before
    assert names(path.parent) == [path.name]


@pytest.mark.skipif(not (sys.platform == "linux" and os.geteuid() == 0), reason="mounting a small disk takes root")
def test_hands_39_a_small_disk_that_is_full_is_told(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(disk)], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("mounting is not allowed here; the limit on file sizes stands in for it")
    try:
        members = samples.plain_members('<row r="1"><c r="A1"><v>1</v></c></row>')
        path = samples.write_zip(disk / "赛.xlsx", members | {"xl/media/image1.png": os.urandom(300_000)})
        before = path.read_bytes()
        with pytest.raises(NotSaved, match="磁盘满了"):
            write(path)
        with ClosedBook.open(path) as book, pytest.raises(NotSaved, match="备份没有存成，没有存盘：磁盘满了"):
            book.backup("编排前")
        assert path.read_bytes() == before
        assert [name for name in names(disk) if name.endswith((".tmp", ".lock"))] == []
        assert [entry for folder in disk.glob("*-备份") for entry in folder.iterdir()] == []
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def _failing(real: Callable[..., Any], error: int, when: Callable[..., bool]) -> Callable[..., Any]:
    def fail(*arguments: Any, **named: Any) -> Any:
        if when(*arguments):
            raise OSError(error, os.strerror(error))
        return real(*arguments, **named)

    return fail


def _saving(book: ClosedBook) -> None:
    book.apply([PutCells("表", 0, 0, [["新"]])])


def _backing_up(book: ClosedBook) -> None:
    book.backup("编排前")


@pytest.mark.parametrize(
    ("step", "error", "told"),
    [
        ("open", errno.EACCES, "没有写入权限"),
        ("open", errno.EROFS, "盘是只读的"),
        ("write", errno.ENOSPC, "磁盘满了"),
        ("write", errno.EDQUOT, "磁盘满了"),
        ("write", errno.EIO, "磁盘读写出错"),
        ("fsync", errno.EIO, "磁盘读写出错"),
        ("fsync", errno.ENOSPC, "磁盘满了"),
        ("replace", errno.EACCES, "没有写入权限"),
        ("replace", errno.ENOENT, "不见了"),
    ],
)
@pytest.mark.parametrize("doing", [_saving, _backing_up])
def test_hands_39_whatever_step_fails_the_old_file_stays_and_the_reason_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch, step: str, error: int, told: str, doing: Callable[[ClosedBook], object]
) -> None:
    before = path.read_bytes()
    with ClosedBook.open(path, clock=lambda: NOON) as book:

        def concerns_a_file_of_ours(*arguments: Any) -> bool:
            return step in ("write", "fsync") or str(arguments[0]).endswith(".tmp")

        monkeypatch.setattr(os, step, _failing(getattr(os, step), error, concerns_a_file_of_ours))
        with pytest.raises(NotSaved) as caught:
            doing(book)
        monkeypatch.undo()
        assert told in str(caught.value)
        assert str(caught.value).endswith("；原文件没有改动。")
        assert path.read_bytes() == before
        assert [entry for entry in path.parent.rglob("*") if entry.suffix in (".tmp", ".xlsx")] == [path]
        book.apply([PutCells("表", 0, 0, [["新"]])])  # and the next try succeeds
    assert value(path) == "新"


@pytest.mark.parametrize(("step", "error"), [("chmod", errno.EPERM), ("fsync", errno.EINVAL)])
def test_what_a_memory_stick_or_a_network_drive_cannot_do_does_not_stop_saving(
    path: Path, monkeypatch: pytest.MonkeyPatch, step: str, error: int
) -> None:
    monkeypatch.setattr(os, step, _failing(getattr(os, step), error, lambda *_: True))
    write(path)
    assert value(path) == "新"


def test_a_write_that_takes_only_part_of_it_is_gone_on_with(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: real(handle, bytes(data[: max(len(data) // 3, 1)])))
    write(path)
    monkeypatch.undo()
    assert value(path) == "新"


def test_a_new_file_never_takes_the_place_of_one_that_is_there(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(WrongUse, match="已经存在"):
        create_file(path, b"x")
    assert path.read_bytes() == before
    create_file(path.with_name("新.xlsx"), b"x")
    assert path.with_name("新.xlsx").read_bytes() == b"x"
    with pytest.raises(NotSaved, match="文件或文件夹不见了"):
        create_file(path.parent / "没有" / "新.xlsx", b"x")
