"""Locks, backups, and every way in which saving can fail: the old file stays whole and the reason is told."""

import contextlib
import datetime as dt
import errno
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import closed_samples as samples
import pytest

from xlpair.errors import FileBusy, NotSaved, UnreadableFile, WrongUse, XlpairError
from xlpair.workbook.book import PutCells
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.saving import CommandLock, create_file

NOON = dt.datetime(2009, 10, 3, 12, 0, 5)
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="the test needs POSIX permissions or signals")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "比赛 文件夹"
    folder.mkdir()
    return samples.plain_workbook(folder / "第三届“棋王”赛 (终)'s.xlsx", '<row r="1"><c r="A1"><v>1</v></c></row>')


def write(path: Path, value: str = "新") -> None:
    with ClosedBook.open(path, clock=lambda: NOON) as book:
        book.apply([PutCells("表", 0, 0, [[value]])])


def value(path: Path) -> object:
    return ClosedBook(path).snapshot().sheets[0].rows[0][0]


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


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


# --- saving -----------------------------------------------------------------------------------------------------------


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
        ("write", errno.EIO, "系统报告"),
        ("fsync", errno.EIO, "系统报告"),
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


# --- locks ------------------------------------------------------------------------------------------------------------

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


# --- backups ----------------------------------------------------------------------------------------------------------


def backups(path: Path) -> list[str]:
    folder = path.with_name(f"{path.stem}-备份")
    return names(folder) if folder.exists() else []


def test_a_backup_is_a_dated_copy_in_a_folder_beside_the_file(path: Path) -> None:
    before = path.read_bytes()
    with ClosedBook.open(path, clock=lambda: NOON) as book:
        copy = Path(book.backup("编排第3轮前"))
        book.apply([PutCells("表", 0, 0, [["新"]])])
    assert copy == path.parent / f"{path.stem}-备份" / f"{path.stem} 2009-10-03 12-00-05 编排第3轮前.xlsx"
    assert copy.read_bytes() == before
    assert value(copy) == 1


def test_a_backup_holds_what_was_read_even_if_the_file_changes(path: Path) -> None:
    before = path.read_bytes()
    with ClosedBook.open(path, clock=lambda: NOON) as book:
        path.write_bytes(b"other")
        assert Path(book.backup("x")).read_bytes() == before


def test_two_backups_of_one_second_and_odd_labels(path: Path) -> None:
    with ClosedBook.open(path, clock=lambda: NOON) as book:
        for label in ("甲", "甲", 'a/b\\c:*?"<>|\n', "", "长" * 200):
            book.backup(label)
    stamp = f"{path.stem} 2009-10-03 12-00-05"
    assert backups(path) == sorted(f"{stamp} {rest}.xlsx" for rest in ("甲", "(2) 甲", "a b c", "备份", "长" * 20))


def test_the_folder_keeps_the_last_fifty(path: Path) -> None:
    clock = iter(NOON + dt.timedelta(seconds=second) for second in range(53))
    folder = path.with_name(f"{path.stem}-备份")
    folder.mkdir()
    mine = folder / "裁判自己的笔记 2009-10-03 12-00-05.txt"
    mine.write_text("不要动")
    with ClosedBook.open(path, clock=lambda: next(clock)) as book:
        for number in range(53):
            book.backup(f"第{number}次")
    kept = [name for name in backups(path) if name.endswith(".xlsx")]
    assert len(kept) == 50
    assert " 第3次." in kept[0]
    assert " 第52次." in kept[-1]
    assert mine.exists()


def test_a_clock_put_back_does_not_cost_the_newest_backup(path: Path) -> None:
    clock = iter([*(NOON + dt.timedelta(seconds=second) for second in range(50)), NOON - dt.timedelta(days=9)])
    with ClosedBook.open(path, clock=lambda: next(clock)) as book:
        for number in range(51):
            last = Path(book.backup(str(number)))
    assert last.exists()
    assert len(backups(path)) == 50


def test_a_name_as_long_as_the_disk_allows(tmp_path: Path) -> None:
    """255 bytes are 83 Chinese characters and an ending."""
    path = samples.plain_workbook(tmp_path / ("棋" * 83 + ".xlsx"), '<row r="1"><c r="A1"><v>1</v></c></row>')
    with ClosedBook.open(path, clock=lambda: NOON) as book:
        copy = Path(book.backup("编排第3轮前"))
        book.apply([PutCells("表", 0, 0, [["新"]])])
    assert value(path) == "新"
    assert value(copy) == 1
    assert "2009-10-03 12-00-05 编排第3轮前" in copy.name


def test_a_backup_that_cannot_be_made_stops_the_command(path: Path) -> None:
    path.with_name(f"{path.stem}-备份").write_text("这里有一个同名的文件")
    before = path.read_bytes()
    with ClosedBook.open(path) as book, pytest.raises(XlpairError, match="备份没有存成"):
        book.backup("x")
    assert path.read_bytes() == before
