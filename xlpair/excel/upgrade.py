"""Exchanges the macros of a workbook that is in use: only the modules that are ours, and the texts they read.

The texts stand in a very hidden sheet of the workbook, because VBA holds no Chinese; they belong to the modules'
version.
"""

from __future__ import annotations

import datetime as dt
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pyopenvba import ExcelFile, PyOpenVBAError, VBAModuleKind

from xlpair.errors import FileBusy, UnreadableFile, WrongUse
from xlpair.excel.project_list import undeclared, with_declared
from xlpair.excel.texts import TEXT_SHEET, text_rows
from xlpair.excel.vba_source import DICTIONARY_MODULE, PROJECT, XLWINGS_MODULE, modules
from xlpair.workbook.book import CellValue, PutCells
from xlpair.workbook.cell_values import cell_reader
from xlpair.workbook.changed_parts import changed_package
from xlpair.workbook.contents import read_contents
from xlpair.workbook.disk_words import why_refused
from xlpair.workbook.package import FILE_LIMIT, Package
from xlpair.workbook.saving import CommandLock, foreign_lock, put_backup, read_file, replace_file
from xlpair.workbook.sheet_values import Reading, read_rows
from xlpair.workbook.workbook_xml import very_hidden

_VERSION: Final = re.compile(r'XLWINGS_VERSION As String = "([^"]+)"')
_KIND: Final = ".xlsm"


@dataclass(frozen=True, slots=True)
class FoundMacros:
    """What a workbook's macros are: the version of xlwings they need, whether they are the newest, what is lacking.

    ``lacking`` are modules of ours that the project has not, or has not in its list: Excel does not load these.
    """

    xlwings: str
    newest: bool
    lacking: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Upgraded:
    """What was exchanged and what was left alone; ``texts``: whether the texts were. Nothing: all was the newest."""

    changed: tuple[str, ...]
    kept: tuple[str, ...]
    texts: bool = False
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
    unlisted = undeclared(package.read(part))
    lacking = tuple(name for name in modules() if name not in found or name in unlisted)
    whole = not unlisted and _with_sheets_unseen(package) is package
    newest = whole and not _outdated(found) and _with_texts(package) is None
    return FoundMacros(version.group(1), newest, lacking)


def upgrade(path: Path, now: dt.datetime) -> Upgraded:
    """Put the newest modules of ours and their texts into a workbook; every other part keeps its bytes."""
    if path.suffix.lower() != _KIND:
        raise WrongUse(f"「{path.name}」不是 {_KIND} 文件，没有宏可以更新。请写出带宏的工作簿的名字。")
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
    gone = undeclared(package.read(part))
    outdated = tuple(name for name in modules() if name in (*_outdated(found), *gone))
    kept = tuple(sorted(name for name in found if name not in modules()))
    texts = _with_texts(package)
    new = _with_sheets_unseen(package if texts is None else texts)
    if not outdated and not gone and new is package:
        return Upgraded((), kept)
    if outdated or gone:
        project = with_declared(_exchanged(new, part, outdated, gone))
        left = undeclared(project)
        if left:
            raise WrongUse(f"「{package.title}」的宏目录里缺 {'、'.join(left)}，补不上，没有改动。请用备份里的副本。")
        new = Package(new.rebuilt({part: project}), package.title)
    backup = put_backup(path, package.data, "更新宏前", now)
    replace_file(path, new.data, package.data)
    return Upgraded(outdated, kept, texts is not None, str(backup))


def _with_texts(package: Package) -> Package | None:
    """The workbook with the newest texts; None where it has them, or where their sheet is gone."""
    contents = read_contents(package)
    sheet = contents.sheet(TEXT_SHEET)
    if sheet is None:
        return None
    reader = cell_reader(package, contents)
    found = read_rows(package.part(sheet.part), Reading(package, reader))
    wanted = text_rows()
    height, width = max(len(found), len(wanted)), max(map(len, (*found, *wanted)))
    rows = _filled_up(wanted, height, width)
    if _filled_up(found, height, width) == rows:
        return None
    return Package(changed_package(package, contents, reader, [PutCells(sheet.name, 0, 0, rows)]), package.title)


def _filled_up(rows: Sequence[Sequence[CellValue]], height: int, width: int) -> list[tuple[CellValue, ...]]:
    """The rows with as many blanks as make them so high and wide."""
    blank: tuple[CellValue, ...] = (None,) * width
    even = [tuple(cell or None for cell in row) + blank[len(row) :] for row in rows]
    return even + [blank] * (height - len(rows))


def _with_sheets_unseen(package: Package) -> Package:
    """The workbook whose sheets of texts and settings no menu shows: LibreOffice saves them as merely hidden."""
    book = read_contents(package).workbook
    for name in (f"{PROJECT}.conf", TEXT_SHEET):
        data = very_hidden(package.part(book), name)
        if data != package.part(book).data:
            package = Package(package.rebuilt({book: data}), package.title)
    return package


def _exchanged(package: Package, part: str, names: tuple[str, ...], gone: tuple[str, ...]) -> bytes:
    """The VBA project with these modules of ours in place of the old ones; those ``gone`` from its list are made anew.

    What LibreOffice has left of a class module, other heads and a word of its own, is no base for a new text.
    """
    with tempfile.TemporaryDirectory(prefix="xlpair-") as folder:
        copy = Path(folder) / f"copy{_KIND}"
        copy.write_bytes(package.data)
        try:
            with ExcelFile(copy) as file:
                there = set(file.module_names())
                for name in names:
                    text = modules()[name]
                    if name in there and name in gone:
                        file.vba_project().delete_module(name)
                        there.discard(name)
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
        raise UnreadableFile(f"「{path.name}」读不出来：{why_refused(error)}。") from None
