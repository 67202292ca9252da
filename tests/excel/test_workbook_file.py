"""A workbook with macros as other programs see it: olevba, mraptor, LibreOffice, python-calamine, openpyxl, paper."""

from __future__ import annotations

import datetime as dt
import re
import subprocess
import zipfile
from pathlib import Path

import openpyxl
import pictures
import pytest
import python_calamine
from openpyxl.worksheet.cell_range import CellRange
from openpyxl.worksheet.formula import ArrayFormula
from other_readers import oletools, olevba_modules
from other_readers import opened_in_calc as calc_parts
from pyopenvba import check_file

from xlpair import actions, demo_event
from xlpair.cli.run import run
from xlpair.excel.project import BUTTONS, macros
from xlpair.excel.texts import CONFIGURATION
from xlpair.excel.upgrade import macros_in
from xlpair.excel.vba_source import modules
from xlpair.model import Player
from xlpair.settings import Settings, System, TableUpdate
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.formulas import card_formula, crosstable_formula, standings_formula
from xlpair.workbook.layout import BRACKET_NAME, SEALED_NAME
from xlpair.workbook.notices import NOTICES
from xlpair.workbook.templates import make_workbook, sheet_names

NOW = dt.datetime(2026, 3, 1, 9, 30)
ROUNDS = 6
PLAYERS = tuple(
    Player(number, name, "黑龙江省哈尔滨市道里区象棋协会" if number == 3 else f"{name[0]}队")
    for number, name in enumerate(demo_event.PLAYERS, start=1)
)
printed = pytest.mark.skipif(bool(pictures.missing_tools()), reason=f"not installed: {pictures.missing_tools()}")


def make(path: Path, update: TableUpdate, system: System = System.SWISS) -> Path:
    """Three rounds played by the command line in a workbook with macros."""
    settings = Settings(name=demo_event.NAME, rounds=None, system=system, last_three=False, table_update=update)
    make_workbook(path, settings, PLAYERS, rounds=ROUNDS, kind=".xlsm", macros=macros(settings, ROUNDS))
    for number in range(1, 4):
        with ClosedBook.open(path) as book:
            actions.pair(book, now=NOW, draw_seed=lambda: 5)
        with ClosedBook.open(path) as book:
            results = dict(enumerate(("2:0", "1:1", "0:2", "+-", "2:0"), start=1))
            actions.results(book, number, results, now=NOW)
    return path


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("公式") / "五羊杯.xlsm", TableUpdate.LIVE)


@pytest.fixture(scope="module")
def values(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("数值") / "五羊杯.xlsm", TableUpdate.VALUES, System.ROUND_ROBIN)


@pytest.fixture(scope="module")
def opened_in_calc(live: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What LibreOffice makes of the workbook, as a folder of the parts of its own format."""
    if missing := pictures.missing_tools():
        pytest.skip(f"not installed: {missing}")
    return calc_parts(live, tmp_path_factory.mktemp("calc"))


SCAN = """
import sys
from oletools.mraptor import MacroRaptor
from oletools.olevba import VBA_Parser
raptor = MacroRaptor("\\n".join(code for _, _, _, code in VBA_Parser(sys.argv[1]).extract_macros()))
raptor.scan()
print(raptor.autoexec, raptor.write, raptor.execute, raptor.suspicious)
"""


def test_olevba_lists_every_module(live: Path) -> None:
    found = olevba_modules(live)
    sheets = [code for _, code in sheet_names(Settings(), ROUNDS)] + ["shConf", "shText", "ThisWorkbook"]
    documents = {f"{name}.cls" for name in sheets}
    assert set(found) == documents | {"xlwings.bas", "xlwings_udfs.bas", "xq_buttons.bas", "Dictionary.cls"}
    for name, text in modules().items():
        theirs = set(found[f"{name}.{'cls' if name == 'Dictionary' else 'bas'}"].splitlines())
        ours = text.split("Option Explicit" if name == "Dictionary" else "\r\n", 1)[1].splitlines()
        missing = [line for line in ours if line not in theirs and not line.startswith("Attribute ")]
        assert missing == [], name


def test_mraptor_finds_nothing_that_runs_by_itself(live: Path) -> None:
    # xlwings' module writes and executes; without anything that starts by itself that is "Macro OK".
    assert oletools(SCAN, live).split() == ["False", "True", "True", "False"]


def test_the_package_is_whole(live: Path, values: Path) -> None:
    for path in (live, values):
        report = check_file(path)
        assert report.ok, report.issues


def test_libreoffice_binds_modules_to_sheets_and_buttons_to_macros(opened_in_calc: Path) -> None:
    library = opened_in_calc / "Basic" / "VBAProject"
    for name in modules():
        assert (library / f"{name}.xml").exists(), name
    for _, code_name in sheet_names(Settings(), ROUNDS):
        text = (library / f"{code_name}.xml").read_text(encoding="utf-8")
        assert 'script:moduleType="document"' in text, code_name
    content = (opened_in_calc / "content.xml").read_text(encoding="utf-8")
    macros_run = re.findall(r"vnd\.sun\.star\.script:VBAProject\.xq_buttons\.(\w+)\?", content)
    on_event = [button.macro for button in BUTTONS]
    on_rounds = [button.macro for button in BUTTONS if button.on_rounds]
    assert sorted(macros_run) == sorted(on_event + on_rounds * ROUNDS)
    captions = re.findall(r'form:label="([^"]*)"', content)
    assert captions[: len(BUTTONS)] == [button.caption for button in BUTTONS]


def test_array_formulas_stand_in_the_file_as_written(live: Path) -> None:
    book = openpyxl.load_workbook(live)
    for sheet, formula in (("成绩表", standings_formula(ROUNDS)), ("编排卡", card_formula(ROUNDS))):
        block = book[sheet]["A4"].value
        assert isinstance(block, ArrayFormula)
        assert block.text.removeprefix("=") == formula
    with zipfile.ZipFile(live) as archive:
        for name in archive.namelist():
            text = archive.read(name).decode("utf-8", "replace")
            assert "_xlfn" not in text, name  # XlsxWriter takes names that end like new functions for those
            assert "_xlws" not in text, name


def test_the_crosstable_has_its_formula(tmp_path: Path) -> None:
    settings = Settings(system=System.DOUBLE_ROUND_ROBIN, table_update=TableUpdate.LIVE)
    path = tmp_path / "双循环.xlsm"
    make_workbook(path, settings, PLAYERS, rounds=18, kind=".xlsm", macros=macros(settings, 18))
    block = openpyxl.load_workbook(path)["循环表"]["A4"].value
    assert block.text.removeprefix("=") == crosstable_formula(18)


def test_two_readers_find_the_cached_standings(live: Path) -> None:
    by_openpyxl = openpyxl.load_workbook(live, data_only=True)["成绩表"]
    rows = [[cell.value for cell in row] for row in by_openpyxl["A4:L14"]]
    sheet = python_calamine.CalamineWorkbook.from_path(live).get_sheet_by_name("成绩表")
    calamine = [row[:12] for row in sheet.to_python(skip_empty_area=False)[3:14]]
    assert [[cell or 0 for cell in row] for row in rows] == [[cell or 0 for cell in row] for row in calamine]
    assert rows[0][:5] == ["名次", "编号", "姓名", "单位", "第1轮"]
    assert sorted(str(row[2]) for row in rows[1:]) == sorted(demo_event.PLAYERS)
    points = rows[0].index("积分")
    assert sum(int(row[points] or 0) for row in rows[1:]) == 3 * 5 * 2  # three rounds of five games, 2 points each


def test_nothing_makes_excel_calculate_while_it_opens_the_file(live: Path) -> None:
    with zipfile.ZipFile(live) as archive:
        assert "fullCalcOnLoad" not in archive.read("xl/workbook.xml").decode("utf-8")


def test_the_sheets_of_the_macros_are_very_hidden_and_hold_texts_only(live: Path) -> None:
    book = openpyxl.load_workbook(live)
    assert {sheet.title for sheet in book if sheet.sheet_state == "veryHidden"} == {"xlpair.conf", "xlpair.text"}
    rows = [[cell.value for cell in row] for row in book["xlpair.conf"].iter_rows()]
    assert dict(rows) == CONFIGURATION
    assert {cell.data_type for row in book["xlpair.conf"].iter_rows() for cell in row} == {"s"}
    assert "INTERPRETER_WIN" not in [row[0].upper() for row in rows]


def test_commands_on_the_closed_file_leave_the_macros_as_they_are(live: Path, tmp_path: Path) -> None:
    settings = Settings(name=demo_event.NAME, last_three=False, table_update=TableUpdate.LIVE)
    new = tmp_path / "新.xlsm"
    make_workbook(new, settings, PLAYERS, rounds=ROUNDS, kind=".xlsm", macros=macros(settings, ROUNDS))
    with zipfile.ZipFile(new) as before, zipfile.ZipFile(live) as after:
        kept = [name for name in before.namelist() if "vba" in name.lower() or "drawing" in name]
        assert "xl/vbaProject.bin" in kept
        assert len(kept) == 2 + ROUNDS  # the project; the buttons of 赛事 and of every round
        for name in kept:
            assert before.read(name) == after.read(name), name


def test_xlpair_new_makes_a_workbook_with_macros(tmp_path: Path) -> None:
    path = tmp_path / "春季赛.xlsm"
    assert run(["new", str(path), "--rounds", "5"]) == 0
    found = macros_in(path)
    assert found is not None
    assert found.newest
    book = openpyxl.load_workbook(path)
    assert isinstance(book["成绩表"]["A4"].value, ArrayFormula)
    assert len([sheet for sheet in book if sheet.title.startswith("第")]) == 5
    assert book["xlpair.text"].sheet_state == "veryHidden"


@printed
def test_every_sheet_prints_whole_on_a4(values: Path) -> None:
    """Looked at as well: nothing cut off, Chinese readable. Here: every page, no cell too narrow, no error."""
    info = ["pdfinfo", "-f", "1", "-l", "99", pictures.pdf(values)]
    sizes = re.findall(r"size: .*", subprocess.run(info, check=True, capture_output=True, text=True).stdout)
    assert len(sizes) >= 9
    assert all("(A4)" in size for size in sizes if "pts" in size)
    text = pictures.pdf_text(values)
    for wrong in ("###", "#NAME?", "#REF!", "#VALUE!", "Err:"):
        assert wrong not in text
    pages = text.split("\f")
    for sheet in ("赛事", "名单", "第1轮", "第2轮", "第3轮", "成绩表", "循环表", "编排卡", "编排记录"):
        assert any(re.search(rf"^ *{sheet} +第 \d+ 页", page, re.MULTILINE) for page in pages), sheet
    assert not any(re.search(r"^ *第[456]轮 +第 \d+ 页", page, re.MULTILINE) for page in pages)  # not paired yet
    for name in demo_event.PLAYERS:
        assert text.count(name) >= 6, name  # 名单, three rounds, 成绩表, 循环表
    assert "黑龙江省哈尔滨市道里区象棋协会" in "".join(text.split())


TEMPLATES = sorted((Path(__file__).parents[2] / "workbook_templates").glob("*.xls*"))


@pytest.mark.parametrize("path", TEMPLATES, ids=[path.name for path in TEMPLATES])
def test_no_area_that_takes_an_array_formula_touches_merged_cells(path: Path) -> None:
    """Excel neither enters an array formula into merged cells nor empties a part of them."""
    book = openpyxl.load_workbook(path)
    blocks = [
        (sheet.title, cell.value.ref)
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
        if isinstance(cell.value, ArrayFormula)
    ]
    names = {*NOTICES, *NOTICES.values(), SEALED_NAME, BRACKET_NAME} & set(book.defined_names)
    assert len(names) > 8
    blocks += [destination for name in names for destination in book.defined_names[name].destinations]
    for sheet, reference in blocks:
        area = CellRange(reference.replace("$", ""))
        touched = [merged.coord for merged in book[sheet].merged_cells.ranges if not merged.isdisjoint(area)]
        assert touched == [], (sheet, reference)
