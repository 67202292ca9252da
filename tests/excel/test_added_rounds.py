"""Round sheets added to a workbook with macros are like those it was made with: buttons, code name, module."""

from __future__ import annotations

import datetime as dt
import re
import subprocess
import zipfile
from pathlib import Path

import pictures
import pytest
from openpyxl import load_workbook
from other_readers import olevba_modules, opened_in_calc
from pyopenvba import ExcelFile, check_file
from pyopenvba.cfb import CFB
from pyopenvba.exceptions import VBAProjectError
from vba_machine import VbaMachine

from xlpair import actions
from xlpair.excel.project import BUTTONS, macros
from xlpair.model import Player
from xlpair.settings import Settings, TeamForm
from xlpair.workbook.book import CopySheet
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.contents import read_contents
from xlpair.workbook.templates import make_workbook, sheet_names

NOW = dt.datetime(2026, 3, 1, 9, 30)
ON_ROUNDS = [button for button in BUTTONS if button.on_rounds]
PLAYERS = tuple(Player(number, f"棋手{number}") for number in range(1, 7))


def make(folder: Path, settings: Settings, rounds: int, more: int) -> Path:
    """A workbook made for so many rounds, paired once, and given more rounds."""
    path = folder / "加轮.xlsm"
    make_workbook(path, settings, PLAYERS, rounds=rounds, kind=".xlsm", macros=macros(settings, rounds))
    with ClosedBook.open(path, clock=lambda: NOW) as book:
        if not settings.team_matches:
            actions.pair(book, now=NOW, draw_seed=lambda: 5)
    with ClosedBook.open(path, clock=lambda: NOW) as book:
        actions.rounds(book, more, now=NOW)
    return path


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("加轮"), Settings(name="春季赛"), 2, 4)


def test_olevba_finds_a_module_for_every_sheet(grown: Path) -> None:
    sheets = {f"{code}.cls" for _, code in sheet_names(Settings(), 4)}
    assert {"shRound3.cls", "shRound4.cls"} < sheets
    assert sheets < set(olevba_modules(grown))


def test_sheets_and_modules_have_the_same_code_names_and_are_declared_as_documents(grown: Path) -> None:
    assert check_file(grown).ok
    with ExcelFile(grown) as file:
        assert file.validate() == []
        modules = {module.name: module for module in file.vba_project().modules}
    # A document's head names the interface of a worksheet; a class has another.
    assert modules["shRound4"].source == modules["shRound1"].source.replace("shRound1", "shRound4")
    assert modules["shRound4"].kind is modules["shRound1"].kind
    book = load_workbook(grown)
    assert {sheet.title: sheet.sheet_properties.codeName for sheet in book if sheet.title.startswith("第")} == {
        f"第{number}轮": f"shRound{number}" for number in range(1, 5)
    }


def test_libreoffice_binds_the_new_sheets_and_their_buttons(grown: Path, tmp_path: Path) -> None:
    if missing := pictures.missing_tools():
        pytest.skip(f"not installed: {missing}")
    parts = opened_in_calc(grown, tmp_path)
    for number in range(1, 5):
        text = (parts / "Basic" / "VBAProject" / f"shRound{number}.xml").read_text(encoding="utf-8")
        assert 'script:moduleType="document"' in text, number
    content = (parts / "content.xml").read_text(encoding="utf-8")
    for number in range(1, 5):
        sheet = re.search(rf'<table:table table:name="第{number}轮".*?</table:table>', content, re.DOTALL)
        assert sheet is not None
        bound = re.findall(r"vnd\.sun\.star\.script:VBAProject\.xq_buttons\.(\w+)\?", sheet.group())
        labels = re.findall(r'form:label="([^"]*)"', sheet.group())
        assert sorted(bound) == sorted(button.macro for button in ON_ROUNDS), number
        assert sorted(labels) == sorted(button.caption for button in ON_ROUNDS), number


def test_no_two_shapes_of_the_workbook_have_the_same_identity(grown: Path) -> None:
    with zipfile.ZipFile(grown) as archive:
        drawings = [archive.read(name).decode("utf-8") for name in archive.namelist() if name.endswith(".vml")]
    assert len(drawings) == 1 + 4  # 赛事 and every round
    shapes = [identity for text in drawings for identity in re.findall(r'id="_x0000_s(\d+)"', text)]
    assert len(shapes) == len(set(shapes)) == len(BUTTONS) + 4 * len(ON_ROUNDS)
    for text in drawings:
        (block,) = re.findall(r'<o:idmap [^>]*data="(\d+)"', text)
        assert {int(identity) // 1024 for identity in re.findall(r'id="_x0000_s(\d+)"', text)} == {int(block)}


def test_the_macros_run_and_the_new_round_is_paired(grown: Path, tmp_path: Path) -> None:
    path = tmp_path / grown.name
    path.write_bytes(grown.read_bytes())
    assert VbaMachine(path).run("XqPair")[-1] == "Exec import xlpair.excel.buttons; xlpair.excel.buttons.pair()"
    for number in (1, 2, 3):
        with ClosedBook.open(path) as book:
            actions.results(book, number, dict.fromkeys(range(1, 4), "1:1"), now=NOW)
        with ClosedBook.open(path) as book:
            if number < 3:
                actions.pair(book, now=NOW, draw_seed=lambda: 5)
    assert load_workbook(path)["第3轮"].sheet_state == "visible"


def test_line_ups_of_team_rounds_have_modules_too(tmp_path: Path) -> None:
    path = make(tmp_path, Settings(team_form=TeamForm.RESERVES, boards_per_team=3), 2, 3)
    found = olevba_modules(path)
    assert {"shRound3.cls", "shLineup3.cls"} < set(found)
    assert check_file(path).ok


def changed(path: Path, parts: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)


def parts_of(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_comments_of_the_users_stay_where_they_are_and_cost_the_new_round_no_button(tmp_path: Path) -> None:
    """Excel draws a comment in the same part as the buttons: only the buttons are copied."""
    path = make(tmp_path, Settings(), 2, 3)
    parts = parts_of(path)
    last = "xl/drawings/vmlDrawing4.vml"  # of the round that will be copied
    note = (
        b'<v:shape id="_x0000_s9999" type="#_x0000_t202" style="visibility:hidden">'
        b'<x:ClientData ObjectType="Note"><x:Row>0</x:Row><x:Column>0</x:Column></x:ClientData></v:shape>'
    )
    parts[last] = parts[last].replace(b"</xml>", note + b"</xml>")
    changed(path, parts)
    with ClosedBook.open(path) as book:
        book.apply([CopySheet("第3轮", "第3轮", "第4轮", "第4轮")])
    after = parts_of(path)
    assert after[last] == parts[last]
    (drawn,) = (data for name, data in after.items() if name.endswith(".vml") and name not in parts)
    assert b"Note" not in drawn
    assert drawn.count(b"<x:FmlaMacro>") == len(ON_ROUNDS)


# As Excel writes a sheet's buttons since 2010, besides the old-style drawing: each of them in a content for several
# versions of its own, all of them in another.
CONTROLS = (
    b'<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
    b'<mc:Choice Requires="x14"><controls>%b</controls></mc:Choice></mc:AlternateContent>'
)
CONTROL = (
    b'<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
    b'<mc:Choice Requires="x14"><control shapeId="%d" r:id="rId9%d" name="Button"><controlPr macro="[0]!XqPair"/>'
    b"</control></mc:Choice></mc:AlternateContent>"
)


def test_a_round_that_excel_has_saved_is_copied_too(tmp_path: Path) -> None:
    path = make(tmp_path, Settings(), 2, 3)
    parts = parts_of(path)
    with ClosedBook.open(path) as book:
        sheet = next(one.part for one in read_contents(book._package).sheets if one.name == "第3轮")
    data = parts[sheet]
    assert data.count(b"<legacyDrawing") == 1
    end = data.index(b"/>", data.index(b"<legacyDrawing")) + 2
    parts[sheet] = data[:end] + CONTROLS % b"".join(CONTROL % (at, at) for at in range(1, 4)) + data[end:]
    changed(path, parts)
    with ClosedBook.open(path) as book:
        actions.rounds(book, 4, now=NOW)
    after = parts_of(path)
    assert after[sheet] == parts[sheet]
    (copy,) = (data for name, data in after.items() if name.startswith("xl/worksheets/sheet") and name not in parts)
    assert b"AlternateContent" not in copy  # what it speaks of stays with the original
    assert b"<legacyDrawing" in copy
    assert check_file(path).ok


def test_a_workbook_that_libreoffice_has_saved_gets_rounds_with_buttons(tmp_path: Path) -> None:
    if missing := pictures.missing_tools():
        pytest.skip(f"not installed: {missing}")
    made = make(tmp_path, Settings(), 2, 3)
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    command = ["soffice", profile, "--headless", "--convert-to", "xlsm:Calc MS Excel 2007 VBA XML", "--outdir"]
    subprocess.run([*command, tmp_path / "存过", made], check=True, capture_output=True, timeout=180)
    path = tmp_path / "存过" / made.name
    before = parts_of(path)
    assert any(b"<controls>" in data for data in before.values())
    with ClosedBook.open(path) as book:
        actions.rounds(book, 5, now=NOW)
    report = check_file(path)
    assert report.ok, report.issues
    drawn = [data for name, data in parts_of(path).items() if name.endswith(".vml") and name not in before]
    assert [data.count(b"<x:FmlaMacro>") for data in drawn] == [len(ON_ROUNDS)] * 2


def test_a_code_name_that_a_module_of_the_users_has_is_left_to_it(tmp_path: Path) -> None:
    path = tmp_path / "模块.xlsm"
    make_workbook(path, Settings(), PLAYERS, rounds=2, kind=".xlsm", macros=macros(Settings(), 2))
    with ExcelFile(path) as file:
        file.vba_project().add_module("SHROUND3", "Sub Own()\r\nEnd Sub\r\n")
        file.save()
    with ClosedBook.open(path) as book:
        book.apply([CopySheet("第2轮", "第2轮", "第3轮", "第3轮")])
    assert load_workbook(path)["第3轮"].sheet_properties.codeName == "shRound4"
    assert "Sub Own()" in olevba_modules(path)["SHROUND3.bas"]
    assert check_file(path).ok


def test_a_locked_project_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A password on the project is for its owner alone to take off; the round is added all the same."""
    path = tmp_path / "锁.xlsm"
    make_workbook(path, Settings(), PLAYERS, rounds=2, kind=".xlsm", macros=macros(Settings(), 2))
    before = parts_of(path)["xl/vbaProject.bin"]

    def locked(*_: object, **__: object) -> None:
        raise VBAProjectError("The VBA project is password-protected.")

    monkeypatch.setattr(ExcelFile, "save", locked)
    with ClosedBook.open(path) as book:
        book.apply([CopySheet("第2轮", "第2轮", "第3轮", "第3轮")])
    assert parts_of(path)["xl/vbaProject.bin"] == before
    assert load_workbook(path)["第3轮"].sheet_properties.codeName is None


def test_a_signed_project_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "签名.xlsm"
    make_workbook(path, Settings(), PLAYERS, rounds=2, kind=".xlsm", macros=macros(Settings(), 2))
    parts = parts_of(path)
    project = CFB.from_bytes(parts["xl/vbaProject.bin"])
    project.add_stream_at((), "_VBA_PROJECT_SIGNATURE", b"signed")
    parts["xl/vbaProject.bin"] = project.to_bytes()
    changed(path, parts)
    with ClosedBook.open(path) as book:
        book.apply([CopySheet("第2轮", "第2轮", "第3轮", "第3轮")])
    assert parts_of(path)["xl/vbaProject.bin"] == parts["xl/vbaProject.bin"]
    assert load_workbook(path)["第3轮"].sheet_properties.codeName is None
