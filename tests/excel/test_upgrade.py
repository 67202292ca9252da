"""xlpair upgrade: the macros of a workbook in use are exchanged, and nothing else of it changes."""

from __future__ import annotations

import datetime as dt
import re
import shutil
import zipfile
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter
from other_readers import saved_by_calc
from pyopenvba import ExcelFile, VBAModuleKind
from pyopenvba.cfb import CFB
from vba_machine import VbaMachine

from xlpair import actions
from xlpair.cli.run import run
from xlpair.errors import FileBusy, UnreadableFile, WrongUse
from xlpair.excel.project import macros
from xlpair.excel.texts import SENTENCES
from xlpair.excel.upgrade import macros_in, upgrade
from xlpair.excel.vba_source import modules, xlwings_version
from xlpair.function_table import FUNCTIONS
from xlpair.model import Player
from xlpair.settings import Settings
from xlpair.workbook.book import PutCells
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.package import Package
from xlpair.workbook.templates import make_workbook

NOW = dt.datetime(2026, 3, 1, 9, 30)
OWN_MODULE = 'Attribute VB_Name = "MyModule"\r\nPublic Sub Greet()\r\n    MsgBox "hello"\r\nEnd Sub\r\n'
SHEET_CODE = "Public Function Where() As String\r\n    Where = Me.Name\r\nEnd Function\r\n"


def parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event under way, its macros those of an older version, with a module and sheet code of the user's own."""
    path = tmp_path_factory.mktemp("赛") / "春季赛.xlsm"
    players = tuple(Player(number, f"棋手{number}") for number in range(1, 7))
    make_workbook(path, Settings(name="春季赛"), players, rounds=3, kind=".xlsm", macros=macros(Settings(), 3))
    with ClosedBook.open(path) as book:
        actions.pair(book, now=NOW, draw_seed=lambda: 5)
    with ExcelFile(path) as file:
        file.set_module("xlwings", modules()["xlwings"].replace(xlwings_version(), "0.33.0"))
        file.set_module("xlwings_udfs", "Function XQ_OLD()\r\n    XQ_OLD = 1\r\nEnd Function\r\n")
        file.vba_project().delete_module("xq_buttons")
        file.vba_project().add_module("MyModule", OWN_MODULE)
        file.set_module("shRoster", SHEET_CODE)
        file.save()
    return path


@pytest.fixture
def workbook(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(made, tmp_path / made.name))


def sources(path: Path) -> dict[str, str]:
    with ExcelFile(path) as file:
        return dict(file.vba_modules())


def test_only_the_project_changes_and_only_our_modules_in_it(workbook: Path) -> None:
    before, code_before = parts(workbook), sources(workbook)
    found = macros_in(workbook)
    assert found is not None
    assert (found.xlwings, found.newest) == ("0.33.0", False)
    done = upgrade(workbook, NOW)
    assert done.changed == ("xlwings", "xlwings_udfs", "xq_buttons")
    assert {"MyModule", "shRoster", "ThisWorkbook", "shConf"} < set(done.kept)
    after, code_after = parts(workbook), sources(workbook)
    assert list(after) == list(before)
    assert [name for name in before if before[name] != after[name]] == ["xl/vbaProject.bin"]
    for name in done.kept:
        assert code_after[name] == code_before[name], name
    assert "MsgBox" in code_after["MyModule"]
    assert "Where = Me.Name" in code_after["shRoster"]
    for name in done.changed:
        ours = [line for line in modules()[name].splitlines() if line and not line.startswith("Attribute")]
        theirs = code_after[name].splitlines()
        assert [line for line in ours if line not in theirs] == [], name
    found = macros_in(workbook)
    assert found is not None
    assert (found.xlwings, found.newest) == (xlwings_version(), True)


def test_the_buttons_work_afterwards(workbook: Path) -> None:
    upgrade(workbook, NOW)
    machine = VbaMachine(workbook)
    assert machine.run("XqPair")[-1] == "Exec import xlpair.excel.buttons; xlpair.excel.buttons.pair()"


def age_texts(path: Path) -> None:
    """Let the workbook have the texts of an older version: one sentence other, one help other, a function too many."""
    with ClosedBook.open(path) as book:
        sheet = book.snapshot().sheet("xlpair.text")
        assert sheet is not None
        height = len(sheet.rows)
        gone = ("XQ_GONE", "象棋编排", "一个取消了的函数。", "一个参数。", "又一个。")
        book.apply(
            [
                PutCells("xlpair.text", 1, 1, (("旧的一句话。",),)),
                PutCells("xlpair.text", 0, 5, (("旧的函数说明。",),)),
                PutCells("xlpair.text", height, 3, (gone,)),
            ]
        )


def test_the_texts_of_the_macros_are_renewed_with_them(workbook: Path) -> None:
    upgrade(workbook, NOW)
    new = parts(workbook)
    age_texts(workbook)
    found = macros_in(workbook)
    assert found is not None
    assert not found.newest
    before = parts(workbook)
    assert VbaMachine(workbook).evaluate('XqText("no_python")')[0] == "旧的一句话。"
    done = upgrade(workbook, NOW)
    assert (done.changed, done.texts) == ((), True)
    assert Path(done.backup).exists()
    after = parts(workbook)
    changed = [name for name in before if before[name] != after[name]]
    assert changed == [name for name in new if new[name] != before[name]]  # the sheet of texts, and nothing else
    machine = VbaMachine(workbook)
    assert machine.evaluate('XqText("no_python")')[0] == SENTENCES["no_python"]
    *told, _ = machine.run("XqRegister")
    assert [line.partition("|")[0] for line in told] == [f"MacroOptions {line.name}" for line in FUNCTIONS]
    assert told[0].split("|")[2] == FUNCTIONS[0].help
    assert openpyxl.load_workbook(workbook)["xlpair.text"].sheet_state == "veryHidden"
    assert upgrade(workbook, NOW).texts is False


def test_modules_and_texts_are_renewed_in_one_step(workbook: Path, capsys: pytest.CaptureFixture[str]) -> None:
    age_texts(workbook)
    assert run(["upgrade", str(workbook)]) == 0
    assert "已更新宏模块 xlwings、xlwings_udfs、xq_buttons 和说明文字" in capsys.readouterr().out
    assert len(list(workbook.with_name("春季赛-备份").iterdir())) == 1
    found = macros_in(workbook)
    assert found is not None
    assert found.newest
    assert "MsgBox" in sources(workbook)["MyModule"]


def as_libreoffice_saves(path: Path) -> None:
    """What LibreOffice 25.2 makes of it: class modules gone from the project's list, our two sheets merely hidden."""
    with ExcelFile(path) as file:
        file.vba_project().add_module("MyClass", "Public Held As Long\r\n", kind=VBAModuleKind.other)
        file.save()
    package = Package(path.read_bytes(), path.name)
    project = CFB.from_bytes(package.read("xl/vbaProject.bin"))
    lines = project.get_stream("PROJECT")
    project.write_stream("PROJECT", re.sub(rb"Class=\w+\r\n", b"", lines))
    book = package.read("xl/workbook.xml").replace(b'"veryHidden"', b'"hidden"')
    path.write_bytes(package.rebuilt({"xl/vbaProject.bin": bytes(project.to_bytes()), "xl/workbook.xml": book}))


def test_what_libreoffice_left_out_is_put_back(workbook: Path) -> None:
    upgrade(workbook, NOW)
    whole = sources(workbook)
    as_libreoffice_saves(workbook)
    found = macros_in(workbook)
    assert found is not None
    assert not found.newest
    assert upgrade(workbook, NOW).changed == ("Dictionary",)
    lines = CFB.from_bytes(parts(workbook)["xl/vbaProject.bin"]).get_stream("PROJECT").decode("ascii").splitlines()
    first = lines.index('Name="VBAProject"')
    assert {"Class=Dictionary", "Class=MyClass", "Module=MyModule", "Document=shRoster/&H00000000"} < set(lines[:first])
    assert sum(line.endswith("=Dictionary") for line in lines) == 1
    after = sources(workbook)
    assert after.pop("MyClass").endswith("Public Held As Long\r\n")
    assert after == whole
    book = openpyxl.load_workbook(workbook)
    assert [book[name].sheet_state for name in ("xlpair.conf", "xlpair.text")] == ["veryHidden", "veryHidden"]
    found = macros_in(workbook)
    assert found is not None
    assert found.newest
    assert upgrade(workbook, NOW).changed == ()


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_a_workbook_that_libreoffice_has_saved_is_mended(workbook: Path, tmp_path: Path) -> None:
    upgrade(workbook, NOW)
    saved = saved_by_calc(workbook, tmp_path)
    found = macros_in(saved)
    assert found is not None
    assert not found.newest
    upgrade(saved, NOW)
    assert sources(saved)["Dictionary"] == sources(workbook)["Dictionary"]
    assert b"\r\nClass=Dictionary\r\n" in CFB.from_bytes(parts(saved)["xl/vbaProject.bin"]).get_stream("PROJECT")
    book = openpyxl.load_workbook(saved)
    assert [book[name].sheet_state for name in ("xlpair.conf", "xlpair.text")] == ["veryHidden", "veryHidden"]


def test_a_copy_is_made_before_and_the_old_file_is_in_it(workbook: Path) -> None:
    old = workbook.read_bytes()
    done = upgrade(workbook, NOW)
    copy = Path(done.backup)
    assert copy.parent.name == "春季赛-备份"
    assert copy.name == "春季赛 2026-03-01 09-30-00 更新宏前.xlsm"
    assert copy.read_bytes() == old


def test_a_second_time_there_is_nothing_to_do(workbook: Path) -> None:
    upgrade(workbook, NOW)
    after = workbook.read_bytes()
    done = upgrade(workbook, NOW)
    assert (done.changed, done.backup) == ((), "")
    assert workbook.read_bytes() == after


def test_what_cannot_be_upgraded_is_told_and_left_alone(workbook: Path, tmp_path: Path) -> None:
    plain = tmp_path / "无宏.xlsx"
    xlsxwriter.Workbook(str(plain)).close()
    with pytest.raises(WrongUse, match=r"不是 \.xlsm"):
        upgrade(plain, NOW)
    renamed = plain.rename(tmp_path / "改名.xlsm")
    with pytest.raises(WrongUse, match="没有 xlpair 的宏"):
        upgrade(renamed, NOW)
    with pytest.raises(UnreadableFile, match="找不到文件"):
        upgrade(tmp_path / "没有.xlsm", NOW)
    before = workbook.read_bytes()
    lock = workbook.with_name(f"~${workbook.name}")
    lock.write_bytes(b"")
    with pytest.raises(FileBusy, match="正在 Excel 里打开"):
        upgrade(workbook, NOW)
    assert workbook.read_bytes() == before


def test_somebody_elses_macros_are_none_of_ours(tmp_path: Path) -> None:
    path = tmp_path / "别人的.xlsm"
    with ExcelFile.create_new(path) as file:
        file.vba_project().add_module("MyModule", OWN_MODULE)
        file.save()
    assert macros_in(path) is None
    before = path.read_bytes()
    with pytest.raises(WrongUse, match="没有 xlpair 的宏"):
        upgrade(path, NOW)
    assert path.read_bytes() == before


def test_on_the_command_line(workbook: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["upgrade", str(workbook)]) == 0
    assert "已更新宏模块 xlwings、xlwings_udfs、xq_buttons" in capsys.readouterr().out
    assert run(["upgrade", str(workbook)]) == 0
    assert "已经是现在的版本" in capsys.readouterr().out
