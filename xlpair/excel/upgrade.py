"""Exchanges the macros of a workbook that is in use: only its VBA project changes, only the modules that are ours."""

from __future__ import annotations

import datetime as dt
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pyopenvba import ExcelFile, PyOpenVBAError, VBAModuleKind

from xlpair.errors import FileBusy, UnreadableFile, WrongUse
from xlpair.excel.vba_source import DICTIONARY_MODULE, XLWINGS_MODULE, modules
from xlpair.workbook.package import FILE_LIMIT, Package
from xlpair.workbook.saving import CommandLock, foreign_lock, put_backup, read_file, replace_file

_VERSION: Final = re.compile(r'XLWINGS_VERSION As String = "([^"]+)"')
_KIND: Final = ".xlsm"
_HEADS: Final = ("Attribute ", "VERSION ", "BEGIN", "END", "  MultiUse")


@dataclass(frozen=True, slots=True)
class FoundMacros:
    """What a workbook's macros are: the version of xlwings they need, and whether they are the newest."""

    xlwings: str
    newest: bool


@dataclass(frozen=True, slots=True)
class Upgraded:
    """What was exchanged and what was left alone. ``changed`` empty: the macros were the newest already."""

    changed: tuple[str, ...]
    kept: tuple[str, ...]
    backup: str = ""


def macros_in(path: Path) -> FoundMacros | None:
    """Look at a workbook's macros; None where they are not ours. Raises UnreadableFile for what is no workbook."""
    package = _package(path)
    part = _project_part(package)
    if not part:
        return None
    found = _sources(package)
    version = _VERSION.search(found.get(XLWINGS_MODULE, ""))
    if version is None:
        return None
    return FoundMacros(version.group(1), not _outdated(found))


def upgrade(path: Path, now: dt.datetime) -> Upgraded:
    """Put the newest modules of ours into a workbook; every part but its VBA project keeps its bytes."""
    if path.suffix.lower() != _KIND:
        raise WrongUse(f"「{path.name}」不是 {_KIND} 文件，没有宏可以更新。")
    busy = foreign_lock(path)
    if busy:
        raise FileBusy(busy)
    package = _package(path)
    lock = CommandLock(path)
    lock.take()
    try:
        return _upgraded(path, package, now)
    finally:
        lock.release()


def _upgraded(path: Path, package: Package, now: dt.datetime) -> Upgraded:
    part = _project_part(package)
    found = _sources(package) if part else {}
    if not part or XLWINGS_MODULE not in found:
        raise WrongUse(f"「{path.name}」里没有 xlpair 的宏，不能更新。请用 xlpair new 新建 .xlsm，再把名单导进去。")
    outdated = _outdated(found)
    kept = tuple(sorted(name for name in found if name not in modules()))
    if not outdated:
        return Upgraded((), kept)
    new = package.rebuilt({part: _exchanged(package, part, outdated)})
    backup = put_backup(path, package.data, "更新宏前", now)
    replace_file(path, new, package.data)
    return Upgraded(outdated, kept, str(backup))


def _exchanged(package: Package, part: str, names: tuple[str, ...]) -> bytes:
    """The VBA project with these modules of ours in place of the old ones."""
    with tempfile.TemporaryDirectory(prefix="xlpair-") as folder:
        copy = Path(folder) / f"copy{_KIND}"
        copy.write_bytes(package.data)
        try:
            with ExcelFile(copy) as file:
                there = set(file.module_names())
                for name in names:
                    text = modules()[name]
                    if name in there:
                        file.set_module(name, text)
                    else:
                        kind = VBAModuleKind.other if name == DICTIONARY_MODULE else VBAModuleKind.standard
                        file.vba_project().add_module(name, text, kind=kind)
                file.save()
        except PyOpenVBAError as error:
            raise WrongUse(
                f"「{package.title}」的宏更新不了（{error}）。如果宏有数字签名或密码，请在 Excel 里先去掉。"
            ) from None
        return Package(copy.read_bytes(), package.title).read(part)


def _outdated(found: dict[str, str]) -> tuple[str, ...]:
    """The modules of ours that differ from the newest or are missing; heads that only Excel writes do not count."""
    return tuple(name for name, text in modules().items() if _body(text) != _body(found.get(name, "")))


def _body(text: str) -> list[str]:
    lines = [line.rstrip() for line in text.splitlines()]
    return [
        line for line in lines if line and not line.startswith(("Attribute ", "VERSION ", "BEGIN", "END", "  Multi"))
    ]


def _sources(package: Package) -> dict[str, str]:
    with tempfile.TemporaryDirectory(prefix="xlpair-") as folder:
        copy = Path(folder) / f"copy{_KIND}"
        copy.write_bytes(package.data)
        try:
            with ExcelFile(copy) as file:
                return dict(file.vba_modules())
        except PyOpenVBAError as error:
            raise UnreadableFile(f"「{package.title}」的宏读不出来（{error}）。请用备份文件夹里的副本。") from None


def _project_part(package: Package) -> str:
    """The part that holds the macros; '' where there is none."""
    book = next((found.target for found in package.relations("") if found.kind == "officeDocument"), "")
    related = package.relations(book) if book else ()
    return next((found.target for found in related if found.kind == "vbaProject" and found.target in package), "")


def _package(path: Path) -> Package:
    try:
        if path.stat().st_size > FILE_LIMIT:
            raise UnreadableFile(f"「{path.name}」超过 {FILE_LIMIT >> 20} MB，不读取。")
        return Package(read_file(path), path.name)
    except FileNotFoundError:
        raise UnreadableFile(f"找不到文件「{path.name}」。请检查文件名和所在文件夹。") from None
    except OSError as error:
        raise UnreadableFile(f"「{path.name}」读不出来：{error.strerror}。") from None
