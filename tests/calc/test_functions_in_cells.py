"""The functions in the cells of a real Calc: what they show, how often they are called, what the file keeps of them."""

from __future__ import annotations

import re
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

from calc.books import book_of, gaoke_1994, read_back, swiss_2009, tables_of
from calc.conftest import Desk
from calc.office import ODS, XLSM, XLSX, Document
from xlpair import functions
from xlpair.function_table import FUNCTIONS, FunctionArgument, FunctionLine
from xlpair.model import Event
from xlpair.table_rows import Rows
from xlpair.workbook.book import address
from xlpair.workbook.formulas import card_formula, crosstable_formula, standings_formula
from xlpair.workbook.layout import round_name

SCRATCH = "草稿"
# What stands for an argument in a formula, and what the function itself gets; tables are put in by their names.
PLAIN: dict[str, tuple[str, Any]] = {
    "number": ("3", 3.0),
    "own": ("1650", 1650.0),
    "opponent": ("1700", 1700.0),
    "points": ("2", 2.0),
    "k": ("10", 10.0),
    "players": ("8", 8.0),
    "games": ("2", 2.0),
    "round_number": ("3", 3.0),
    "seeds": ("4", 4.0),
}
TABLES = {"settings": "赛事", "roster": "名单"}


def as_shown(rows: Rows) -> list[list[Any]]:
    """Rows as Calc hands cells over: whole numbers as floats."""
    return [[float(cell) if isinstance(cell, int) else cell for cell in row] for row in rows]


def call_of(line: FunctionLine, tables: dict[str, Any], rounds: int) -> tuple[str, Rows]:
    """A formula with every argument of a function, and the rows that the function gives for them."""
    words: list[str] = []
    values: list[Any] = []
    for argument in line.arguments:
        for word, value in _arguments(argument, tables, rounds):
            words.append(word)
            values.append(value)
    return f"={line.name}({';'.join(words)})", line.compute(*values)


def _arguments(argument: FunctionArgument, tables: dict[str, Any], rounds: int) -> list[tuple[str, Any]]:
    if argument.repeats:
        return [(f"{round_name(at)}[#All]", tables[round_name(at)]) for at in range(1, rounds + 1)]
    if argument.name in TABLES:
        name = TABLES[argument.name]
        return [(f"{name}[#All]", tables[name])]
    return [PLAIN[argument.name]]


def put_formula(document: Document, formula: str, rows: Rows, top: int = 0) -> list[int]:
    """Enter an array formula as big as the rows on a sheet of its own; gives its place."""
    if SCRATCH not in [name for name, _ in document.sheets()]:
        document.insert_sheet(SCRATCH, 0)
    area = [top, 0, top + len(rows) - 1, len(rows[0]) - 1]
    document.put_array(SCRATCH, *area, formula)
    return area


@pytest.mark.parametrize("kind", [".xlsx", ".xlsm"])
@pytest.mark.parametrize("event", [swiss_2009(), gaoke_1994()], ids=["swiss", "round robin"])
def test_the_blocks_of_a_new_workbook_show_what_the_functions_give(
    kind: str, event: Event, desk: Desk, tmp_path: Path
) -> None:
    path = book_of(tmp_path / f"春季赛{kind}", event)
    tables = tables_of(path)
    rounds = [tables[round_name(number)] for number in range(1, len(event.rounds) + 1)]
    document = desk.open(path)
    standings = functions.XQ_STANDINGS(tables["赛事"], tables["名单"], *rounds)
    # Values of the last row and column too: nothing is cut off, and nothing is #N/A.
    assert document.values("成绩表区") == as_shown(standings)
    assert any(row[3] == "" and row[1] for row in document.values("成绩表区"))
    card = functions.XQ_CARD(document.values("编排卡编号")[0][0], tables["赛事"], tables["名单"], *rounds)
    assert document.values("编排卡区") == as_shown(card)
    if event.settings.system.is_round_robin:
        crosstable = functions.XQ_CROSSTABLE(tables["赛事"], tables["名单"], *rounds)
        assert document.values("循环表区") == as_shown(crosstable)


@pytest.mark.parametrize("line", FUNCTIONS, ids=[line.name for line in FUNCTIONS])
def test_every_function_typed_into_calc_gives_what_it_gives_in_python(
    line: FunctionLine, desk: Desk, tmp_path: Path
) -> None:
    event = swiss_2009(5)
    path = book_of(tmp_path / "春季赛.xlsx", event)
    formula, rows = call_of(line, tables_of(path), 5)
    assert rows[0][0] != "", "a call that says nothing tests nothing"
    document = desk.open(path)
    area = put_formula(document, formula, rows)
    assert document.block(SCRATCH, *area) == as_shown(rows)
    assert document.cell(SCRATCH, 0, 0)["local"].strip("{}").startswith(f"={line.name}(")


def test_a_block_larger_or_smaller_than_the_table_of_a_round_robin(desk: Desk) -> None:
    document = desk.blank()
    table = functions.XQ_ROUNDROBIN(5.0)
    # One column and one row more than the table has: Calc shows #N/A there, as Excel does.
    document.put_array("Sheet1", 0, 0, len(table), len(table[0]), "=XQ_ROUNDROBIN(5)")
    assert document.block("Sheet1", 0, 0, len(table) - 1, len(table[0]) - 1) == as_shown(table)
    assert document.cell("Sheet1", len(table), 0)["string"] == "#N/A"


def test_a_blank_cell_for_the_factor_is_none(desk: Desk) -> None:
    document = desk.blank()
    document.put_array("Sheet1", 0, 0, 0, 0, "=XQ_RATING(1600;1600;2;C9)")
    ((blank,),) = document.block("Sheet1", 0, 0, 0, 0)
    assert blank == 1610  # L1 with 20, as where K is left out; Calc hands on the blank as 0


def test_each_edit_makes_one_call_of_each_formula(desk: Desk, tmp_path: Path) -> None:
    document = desk.open(book_of(tmp_path / "春季赛.xlsx", swiss_2009()))
    for name in ("成绩表区", "编排卡区"):
        document.values(name)
    desk.calc.calls()
    for text in ("0:2", "1:1", "2:0"):
        document.typed("第6轮", 1, "结果", text)
        for name in ("成绩表区", "编排卡区"):
            document.values(name)
        assert sorted(desk.calc.calls()) == ["XQ_CARD", "XQ_STANDINGS"]


def test_a_cell_that_no_formula_looks_at_calls_nothing(desk: Desk, tmp_path: Path) -> None:
    document = desk.open(book_of(tmp_path / "春季赛.xlsx", swiss_2009()))
    document.values("成绩表区"), document.values("编排卡区")
    desk.calc.calls()
    document.put("成绩表", 200, 1, 5)
    document.values("成绩表区"), document.values("编排卡区")
    assert desk.calc.calls() == []


@pytest.mark.parametrize(("kind", "filter_name"), [(".xlsx", XLSX), (".xlsm", XLSM)])
@pytest.mark.parametrize("event", [swiss_2009(), gaoke_1994()], ids=["swiss", "round robin"])
def test_what_calc_saves_is_the_same_event_with_bare_names(
    kind: str, filter_name: str, event: Event, desk: Desk, tmp_path: Path
) -> None:
    path = book_of(tmp_path / f"春季赛{kind}", event)
    before = read_back(path)
    document = desk.open(path)
    saved = tmp_path / f"又存{kind}"
    document.save_as(str(saved), filter_name)
    assert read_back(saved) == before
    formulas = array_formulas(saved)
    count = len(event.rounds)
    wanted = [standings_formula(count), card_formula(count)]
    wanted += [crosstable_formula(count)] if event.settings.system.is_round_robin else []
    assert sorted(formulas) == sorted(wanted)


def array_formulas(path: Path) -> list[str]:
    """The array formulas of our functions in a file, as they are written there."""
    with zipfile.ZipFile(path) as archive:
        sheets = [archive.read(name).decode() for name in archive.namelist() if "/worksheets/sheet" in name]
    found = [re.findall(r"<f[^>]*>([^<]*XQ[^<]*)</f>", sheet, re.IGNORECASE) for sheet in sheets]
    return [formula.removeprefix("of:=") for formulas in found for formula in formulas]


def test_a_workbook_saved_as_ods_computes_again(desk: Desk, tmp_path: Path) -> None:
    path = book_of(tmp_path / "春季赛.xlsx", swiss_2009())
    document = desk.open(path)
    standings = document.values("成绩表区")
    saved = tmp_path / "春季赛.ods"
    document.save_as(str(saved), ODS)
    again = desk.open(saved)
    assert again.values("成绩表区") == standings
    again.typed("第6轮", 1, "结果", "0:2")
    assert again.values("成绩表区") != standings


# Prefixes under which Excel may have written a function, by where it lived; the first is that of an add-in workbook.
PREFIXES = ("[1]!", "_xll.", "_xldudf_", "_xldudf_XLPAIR_", "_xludf.")


@pytest.mark.parametrize("prefix", PREFIXES)
def test_a_name_that_excel_has_written_with_a_prefix_is_made_bare(prefix: str, desk: Desk, tmp_path: Path) -> None:
    path = book_of(tmp_path / "春季赛.xlsx", swiss_2009())
    prefixed = tmp_path / "前缀.xlsx"
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(prefixed, "w") as new:
        for entry in old.infolist():
            data = old.read(entry)
            if "/worksheets/" in entry.filename:
                data = re.sub(rb"(<f[^>]*>)(XQ_)", rb"\1" + prefix.encode() + rb"\2", data)
            new.writestr(entry, data)
    document, plain = desk.open(prefixed), desk.open(path)
    assert document.values("成绩表区") == plain.values("成绩表区")
    assert document.values("成绩表区")[0][0] == "名次"
    saved = tmp_path / "又存.xlsx"
    document.save_as(str(saved), XLSX)
    assert sorted(array_formulas(saved)) == sorted([standings_formula(6), card_formula(6)])


def test_hands_39_an_error_cell_in_the_roster_is_named_and_one_of_the_users_own_does_no_harm(
    desk: Desk, tmp_path: Path
) -> None:
    document = desk.open(book_of(tmp_path / "春季赛.xlsx", swiss_2009()))
    before = document.values("成绩表区")
    sheet, row, column = document.cell_of("名单", 3, "单位")
    document.insert_column(sheet, column)
    document.put(sheet, row - 3, column, '="报名费"')
    document.put(sheet, row, column, "=1/0")
    assert document.column("名单", "报名费")[2] is None
    assert document.values("成绩表区") == before
    sheet, row, column = document.cell_of("名单", 2, "姓名")
    document.put(sheet, row, column, "=NA()")
    said = document.values("成绩表区")[0][0]
    assert "名单 第3行 姓名" in said
    assert "#N/A" in said


def test_hands_39_an_error_cell_in_a_round_is_named_above_the_sheet_until_it_is_mended(
    desk: Desk, tmp_path: Path
) -> None:
    document = desk.open(book_of(tmp_path / "春季赛.xlsx", swiss_2009()))
    before = document.values("成绩表区")
    assert document.bars() == []
    sheet, row, column = document.cell_of("第2轮", 3, "结果")
    document.put(sheet, row, column, "=1/0")
    # Calc refuses by itself to call a function with such a cell: what it shows is no table of the old results.
    assert document.cell("成绩表", *document.place("成绩表区")[1:3])["string"] == "Err:504"
    assert document.bars() == ["xlpair.errors"]
    told = document.command("check")
    assert f"第2轮!{address(row, column)}" in "".join(told["lines"])
    assert "#DIV/0!" in "".join(told["lines"])
    document.undo()
    assert document.values("成绩表区") == before
    assert document.bars() == []


def test_a_whole_column_is_refused_with_a_sentence(desk: Desk) -> None:
    """Calc turns values into ours before we are asked, a column in about a second; ranges are refused unread."""
    document = desk.blank()
    took = []
    for formula in ("=XQ_ROUNDROBIN(A1:A1048576)", "=XQ_CHECK(D1:F1048576;H1:N1048576)"):
        start = time.perf_counter()
        document.put("Sheet1", 0, 1, formula)
        assert "太多了。请只选表格，不要选整列。" in document.cell("Sheet1", 0, 1)["string"]
        took.append(time.perf_counter() - start)
    one_column_of_values, ten_columns_of_ranges = took
    assert ten_columns_of_ranges < one_column_of_values / 2


@pytest.mark.parametrize("formula", ["=XQ_OPEN(A:M)", "=XQ_STANDINGS(A:B;C:H;J:V)", "=XQ_KNOCKOUT(8;A:A)"])
def test_whole_columns_for_rounds_are_refused_with_the_same_sentence(formula: str, desk: Desk) -> None:
    """They cost what Calc takes to hand over a million rows: only such arguments may be left out at the end."""
    document = desk.blank()
    document.put("Sheet1", 0, 30, formula)
    assert document.cell("Sheet1", 0, 30)["string"] == "选了 1048576 行，太多了。请只选表格，不要选整列。"


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("=XQ_STANDINGS(;)", "没有选名单"),
        ("=XQ_STANDINGS(A1;A1)", "选的区域里没有标题行"),
        ("=XQ_STANDINGS(;A1:B2;3)", "第1轮：选的区域里没有标题行"),
        ('=XQ_CARD("甲";;)', "编号看不懂 “甲”"),
        ("=XQ_CARD(;;)", "请填棋手的编号"),
        ("=XQ_OPEN(3)", "第1轮：选的区域里没有标题行"),
        ("=XQ_OPEN()", "没有选轮次的表"),
        ("=XQ_ROUNDROBIN()", "现在是 0 人"),
        ("=XQ_KNOCKOUT()", "现在是 0 人"),
        ("=XQ_RATING()", "没有一个有等级分的对手"),
    ],
)
def test_wrong_arguments_are_told_in_a_sentence(formula: str, said: str, desk: Desk) -> None:
    document = desk.blank()
    document.put("Sheet1", 0, 30, formula)
    assert said in document.cell("Sheet1", 0, 30)["string"]


def test_tables_are_chosen_in_calc_as_the_sentences_say(desk: Desk, tmp_path: Path) -> None:
    """LibreOffice's Chinese names of functions leave #All in English: source/zh-CN/formula/messages.po."""
    document = desk.open(book_of(tmp_path / "春季赛.xlsx", swiss_2009(1)))
    document.insert_sheet(SCRATCH, 0)
    document.type(SCRATCH, 0, 0, "=XQ_OPEN(C5:D9)")
    assert "Calc 里写 第1轮[#All]" in document.cell(SCRATCH, 0, 0)["string"]
    document.type(SCRATCH, 0, 0, "=XQ_OPEN(第1轮[#All])")
    assert document.cell(SCRATCH, 0, 0)["string"] == "都有结果"


@pytest.mark.parametrize("formula", ["=XQ_STANDINGS()", "=XQ_STANDINGS(1;2)", '=XQ_CARD("甲")', "=XQ_CHECK(A1:B2)"])
def test_calc_itself_refuses_calls_without_the_ranges_of_settings_and_roster(formula: str, desk: Desk) -> None:
    """It calls nothing of ours, so that no sentence can be given; docs/使用手册.md says what the number means."""
    document = desk.blank()
    desk.calc.calls()
    document.put("Sheet1", 0, 30, formula)
    assert document.cell("Sheet1", 0, 30)["string"] == "Err:504"
    assert desk.calc.calls() == []


def test_tables_may_be_left_empty_or_come_from_other_cells(desk: Desk, tmp_path: Path) -> None:
    path = book_of(tmp_path / "春季赛.xlsx", swiss_2009(1))
    tables = tables_of(path)
    document = desk.open(path)
    expected = functions.XQ_NEXTROUND(None, tables["名单"], tables["第1轮"])
    area = put_formula(document, "=XQ_NEXTROUND(;名单[#All];第1轮[#All])", expected)
    assert document.block(SCRATCH, *area) == as_shown(expected)
    sheet, top, left, bottom, right = document.place("名单")
    plain = f"=XQ_NEXTROUND(;${sheet}.{address(top, left)}:{address(bottom, right)};第1轮[#All])"
    area = put_formula(document, plain, expected, top=40)
    assert document.block(SCRATCH, *area) == as_shown(expected)


def test_the_function_wizard_explains_every_function_and_argument(desk: Desk) -> None:
    document = desk.blank()
    document.put("Sheet1", 0, 0, "=XQ_ROUNDROBIN(4)")
    listed = desk.calc.functions()
    assert set(listed) == {line.name for line in FUNCTIONS}
    for line in FUNCTIONS:
        help_text, _ = listed[line.name]
        assert help_text == line.help
    # Types and optional arguments are known of functions whose component has been loaded.
    assert listed["XQ_ROUNDROBIN"][1] == [["players", True], ["games", True], ["round_number", True]]
