"""Putting a file on the disk whole or not at all; locks; backups.

Whatever happens at whatever moment (power, SIGKILL, a full disk), the file is its old self or its new self. What a
killed command leaves behind (a temporary file, a lock nobody holds) is cleared by the next one.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import errno
import os
import re
import stat
import sys
import zlib
from pathlib import Path
from typing import Final

from xlpair.errors import FileBusy, NotSaved, WrongUse
from xlpair.workbook.disk_words import why_unwritten

BACKUPS_KEPT: Final = 50
_PIECE: Final = 1 << 16
_NAME_BYTES: Final = 240
_STAMP: Final = re.compile(r" (\d{4}-\d\d-\d\d \d\d-\d\d-\d\d)(?: \((\d+)\))? ")
_LABEL_TRASH: Final = re.compile(r'[\\/:*?"<>|\x00-\x1f]+')
_UNSUPPORTED: Final = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL)


class CommandLock:
    """The right to change a file, held by one command at a time.

    The operating system keeps the lock, on a small file beside the workbook, and lets go of it when the command dies.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(f"{_mark(path)}.lock")
        self._file = path
        self._handle: int | None = None

    @property
    def held(self) -> bool:
        return self._handle is not None

    def take(self) -> None:
        """Take the lock, or tell who holds it (:class:`FileBusy`)."""
        while self._handle is None:
            self._handle = self._locked(self._opened())
        self._sign(self._handle)
        _clear_leftovers(self._file)

    def release(self) -> None:
        handle, self._handle = self._handle, None
        if handle is None:
            return
        if sys.platform == "win32":  # an open file cannot be removed there
            os.close(handle)
            _remove(self._path)
        else:
            _remove(self._path)
            os.close(handle)

    def _opened(self) -> int:
        try:
            return os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o666)
        except OSError as error:
            raise _told(error, self._file) from None

    def _locked(self, handle: int) -> int | None:
        """Lock the open file, or tell who has it. None: its owner has just removed it, so try again."""
        try:
            _lock(handle)
        except OSError as error:
            if error.errno not in _UNSUPPORTED:
                holder = _first_line(handle)
                os.close(handle)
                raise FileBusy(
                    f"「{self._file.name}」正由另一个命令处理{holder}。请等它结束再试；文件没有改动。"
                ) from None
        with contextlib.suppress(OSError):
            if os.path.samestat(os.fstat(handle), self._path.stat()):
                return handle
        os.close(handle)
        return None

    def _sign(self, handle: int) -> None:
        # On a full disk this fails, and the command will tell so itself when it comes to saving.
        with contextlib.suppress(OSError):
            os.ftruncate(handle, 0)
            os.write(handle, f"（进程 {os.getpid()}，电脑 {_computer()}）\n".encode())


def foreign_lock(path: Path) -> str:
    """Say which other program has the file open, and the way past a lock that was left behind; ``""`` = none."""
    for name, program in (
        (f"~${path.name}", "Excel"),
        (f".~lock.{path.name}#", "LibreOffice"),
        (f".~{path.name}", "WPS"),
    ):
        lock = path.with_name(name)
        if not os.path.exists(lock):  # unlike Path.exists, false too for a name that is too long for the disk
            continue
        who = _excel_user(lock) if program != "LibreOffice" else _calc_user(lock)
        by = f"（{who}）" if who else ""
        return (
            f"「{path.name}」正在 {program} 里打开{by}。请先在那里保存并关闭，再试一次；"
            f"如果其实没有打开，请删除同一文件夹里的「{name}」再试。文件没有改动。"
        )
    return ""


def read_file(path: Path) -> bytes:
    """Read a file whole."""
    with path.open("rb") as file:
        return file.read()


def replace_file(path: Path, new: bytes, old: bytes) -> None:
    """Put ``new`` in the place of ``old``, or tell why not; a file that is no longer ``old`` is left alone."""
    busy = foreign_lock(path)
    if busy:
        raise FileBusy(busy)
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if not mode & 0o222 or not os.access(path, os.W_OK):
            raise NotSaved(f"「{path.name}」是只读文件，不能写入。请在文件属性里去掉“只读”，再试一次；文件没有改动。")
        if read_file(path) != old:
            raise FileBusy(f"「{path.name}」刚才被别的程序改过。请再试一次，以免盖掉别人的改动；文件没有改动。")
        _put_whole(path, new, mode)
    except OSError as error:
        raise _told(error, path) from None


def check_new(path: Path) -> None:
    """Refuse a place for a new file where something is, or where nothing can be: before any work is done for it."""
    _refuse_taken(path)
    check_folder(path.parent)
    try:
        with contextlib.suppress(FileNotFoundError):
            path.lstat()
    except OSError as error:
        raise NotSaved(f"「{_cut(path.name, 60)}」不能新建：{why_unwritten(error)}。") from None


def _refuse_taken(path: Path) -> None:
    if os.path.lexists(path):
        raise WrongUse(f"「{path.name}」已经存在，没有改动它。请换一个文件名，或先把它移走。")


def check_folder(folder: Path) -> None:
    """Refuse a folder in which no file can be made."""
    if os.path.exists(folder) and not os.path.isdir(folder):
        raise WrongUse(f"「{folder}」不是文件夹。请换一个地方。")
    if not os.path.isdir(folder):
        raise WrongUse(f"没有文件夹「{folder}」。请先建好文件夹，或换一个地方。")
    if not os.access(folder, os.W_OK):
        raise NotSaved(f"不能在文件夹「{folder}」里新建文件：没有写入权限。请换一个自己的文件夹。")


def create_file(path: Path, data: bytes) -> None:
    """Put a new file on the disk; one that is there already is left alone."""
    _refuse_taken(path)
    try:
        _put_whole(path, data, None)
    except OSError as error:
        raise _told(error, path) from None


def put_backup(path: Path, data: bytes, label: str, now: dt.datetime, keep: int = BACKUPS_KEPT) -> Path:
    """Put a dated copy into the folder beside the file and drop the oldest beyond ``keep``; gives the copy's path."""
    folder = path.with_name(f"{_cut(path.stem, _NAME_BYTES - 10)}-备份")
    words = _LABEL_TRASH.sub(" ", label).strip() or "备份"
    if os.path.lexists(folder) and not os.path.isdir(folder):
        what = f"「{path.name}」备份没有存成，没有存盘：备份要放进文件夹「{folder.name}」，可是那里有一个同名的文件"
        raise NotSaved(f"{what}。请把它改名或移走，再试一次；原文件没有改动。")
    try:
        folder.mkdir(exist_ok=True)
        _clear_leftovers(folder / path.name)
        copy = _free_name(folder, path, now.strftime("%Y-%m-%d %H-%M-%S"), _cut(words, 60))
        _put_whole(copy, data, None, leftover_of=folder / path.name)
    except OSError as error:
        raise _told(error, path, "备份没有存成，") from None
    _drop_oldest(folder, path, keep, copy)
    return copy


def _put_whole(path: Path, data: bytes, mode: int | None, leftover_of: Path | None = None) -> None:
    """Write beside, flush to the disk, rename: at every moment the name leads to a whole file."""
    temporary = path.with_name(f"{_mark(leftover_of or path)}-{os.getpid()}.tmp")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o666)
        try:
            _write_all(handle, data)
            _flush(handle)
        finally:
            os.close(handle)
        if mode is not None:
            _keep_owner(path, temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        _remove(temporary)
        raise
    _flush_folder(path.parent)


def _write_all(handle: int, data: bytes) -> None:
    for start in range(0, len(data), _PIECE):
        piece = memoryview(data)[start : start + _PIECE]
        while piece:
            piece = piece[os.write(handle, piece) :]


def _flush(handle: int) -> None:
    """Let what was written reach the disk. A network drive may not know how; any other failure is one."""
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise


def _flush_folder(folder: Path) -> None:
    """Let the rename reach the disk too. Not every system lets a folder be flushed; the file is whole either way."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        with contextlib.suppress(OSError):
            os.fsync(handle)
        os.close(handle)


def _keep_owner(path: Path, temporary: Path, mode: int) -> None:
    """Let the new file have the old one's owner and permissions, as far as the disk and the user's rights go."""
    with contextlib.suppress(OSError):  # a memory stick knows no permissions
        os.chmod(temporary, mode)
    if sys.platform == "win32":
        return
    owner = path.stat()
    if (owner.st_uid, owner.st_gid) != (os.geteuid(), os.getegid()):
        with contextlib.suppress(OSError):  # who may not give a file away keeps it
            os.chown(temporary, owner.st_uid, owner.st_gid)


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, 1 << 20, os.SEEK_SET)  # far behind the text, which others may read
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(handle, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _mark(path: Path) -> str:
    """Begin the names of the lock and of temporary files: short whatever the file's name is, and the file's own."""
    return f".xlpair-{zlib.crc32(os.path.normcase(path.name).encode('utf-8', 'surrogateescape')):08x}"


def _clear_leftovers(path: Path) -> None:
    """Remove temporary files of commands that were killed; called only while the file is locked."""
    with contextlib.suppress(OSError):
        for leftover in list(path.parent.glob(f"{_mark(path)}-*.tmp")):
            _remove(leftover)


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def _free_name(folder: Path, path: Path, stamp: str, label: str) -> Path:
    stem = _cut(path.stem, _NAME_BYTES - len(label.encode()) - 40)
    copy, count = folder / f"{stem} {stamp} {label}{path.suffix}", 1
    while copy.exists():
        count += 1
        copy = folder / f"{stem} {stamp} ({count}) {label}{path.suffix}"
    return copy


def _drop_oldest(folder: Path, path: Path, keep: int, newest: Path) -> None:
    """Drop the oldest copies by their names; never the one just made, should the clock have been put back."""
    dated = []
    try:
        for copy in folder.iterdir():
            match = _STAMP.search(copy.name)
            if match and copy != newest and copy.suffix == path.suffix and not copy.name.startswith("."):
                dated.append(((match.group(1), int(match.group(2) or 1), copy.name), copy))
    except OSError:
        return
    for _, copy in sorted(dated)[: max(len(dated) + 1 - keep, 0)]:
        _remove(copy)


def _cut(text: str, size: int) -> str:
    return text.encode("utf-8", "surrogateescape")[:size].decode("utf-8", "ignore")


def _computer() -> str:
    """Name this computer, without the cost of loading the network's modules."""
    return os.environ.get("COMPUTERNAME", "") if sys.platform == "win32" else os.uname().nodename


def _first_line(handle: int) -> str:
    try:
        return os.read(handle, 400).decode("utf-8", "replace").partition("\n")[0]
    except OSError:
        return ""


def _excel_user(lock: Path) -> str:
    """Read the name in Excel's owner file: its length and its characters stand behind the short name's 55 bytes."""
    try:
        data = read_file(lock)[:165]
    except OSError:
        return ""
    length = int.from_bytes(data[55:57], "little")
    return data[57 : 57 + 2 * length].decode("utf-16-le", "ignore").strip("\0 ") if 0 < length <= 54 else ""


def _calc_user(lock: Path) -> str:
    """Read user and computer in LibreOffice's lock file: ``name,login,computer,date,profile;``."""
    try:
        fields = read_file(lock)[:2000].decode("utf-8", "replace").split(",")
    except OSError:
        return ""
    return " ".join(
        field.strip() for field in (fields[0] or "".join(fields[1:2]), "".join(fields[2:3])) if field.strip()
    )


def _told(error: OSError, path: Path, before: str = "") -> NotSaved:
    """Say in plain words why a file could not be written."""
    return NotSaved(f"「{path.name}」{before}没有存盘：{why_unwritten(error)}；原文件没有改动。")
