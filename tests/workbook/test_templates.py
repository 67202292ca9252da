"""New workbooks as other programs see them: openpyxl, python-calamine, LibreOffice and the bare XML.

What has to be there (sheets, tables, names, headings, sizes, spare rows) is the layout the project promises; sizes are
worked out by hand beside each number.
"""

from __future__ import annotations

import datetime as dt
import re
import zipfile
from pathlib import Path

import openpyxl
import pytest
import python_calamine
import xlsxwriter
from openpyxl.worksheet.worksheet import Worksheet
from pyopenvba import ExcelFile
from template_scenes import ODD_NAMES, ROUND_ROBIN, SWISS, areas, make, part, sheet_xml

from xlpair.errors import WrongUse
from xlpair.settings import ClubRule, FirstPairing, Scoring, Settings, System, TableUpdate
from xlpair.workbook.formulas import card_formula, crosstable_formula, standings_formula
from xlpair.workbook.settings_lines import parse_settings
from xlpair.workbook.template_page import Button
from xlpair.workbook.templates import Computed, Macros, make_workbook, sheet_names

LISTS = ["团体成绩", "组别成绩", "等级分"]
"""Hidden until there is reason to show them."""


@pytest.fixture(scope="module")
def swiss(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """5 players and 20 spare rows, 7 rounds of 积分编排."""
    return make(tmp_path_factory.mktemp("swiss"))


@pytest.fixture(scope="module")
def round_robin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """5 players and 20 spare rows, 5 rounds of 单循环."""
    return make(tmp_path_factory.mktemp("robin"), ROUND_ROBIN, rounds=5)


# --- what is there


def test_sheets_stand_in_order_and_rounds_are_hidden(swiss: Path) -> None:
    shown = {sheet.title: sheet.sheet_state for sheet in openpyxl.load_workbook(swiss)}
    rounds = [f"第{number}轮" for number in range(1, 8)]
    assert list(shown) == ["赛事", "名单", *rounds, "成绩表", "编排卡", *LISTS, "编排记录"]
    assert [name for name, state in shown.items() if state == "hidden"] == [*rounds, *LISTS]


def test_a_round_robin_has_its_crosstable_behind_the_standings(round_robin: Path) -> None:
    assert openpyxl.load_workbook(round_robin).sheetnames[7:] == ["成绩表", "循环表", "编排卡", *LISTS, "编排记录"]


def test_a_second_reader_sees_the_same_sheets_and_tables(swiss: Path) -> None:
    book = python_calamine.CalamineWorkbook.from_path(swiss, load_tables=True)
    hidden = [
        meta.name for meta in book.sheets_metadata if meta.visible is not python_calamine.SheetVisibleEnum.Visible
    ]
    rounds = [f"第{number}轮" for number in range(1, 8)]
    assert hidden == [*rounds, *LISTS]
    assert sorted(book.table_names) == sorted(["赛事", "名单", *rounds, "编排记录"])
    assert book.get_table_by_name("第7轮").columns[5] == "结果"


def test_tables_have_their_headings_and_sizes(swiss: Path) -> None:
    book = openpyxl.load_workbook(swiss)
    tables = {name: (sheet.title, area) for sheet in book for name, area in sheet.tables.items()}
    assert tables["赛事"] == ("赛事", tables["赛事"][1])
    assert tables["名单"] == ("名单", "A4:H29")  # headings in row 4, then 5 + 20 rows
    assert tables["编排记录"] == ("编排记录", "A4:G204")  # 200 rows
    for number in range(1, 8):
        assert tables[f"第{number}轮"] == (f"第{number}轮", "A4:M23")  # 13 pairs of 25, and 6 rows for rests
    headings = {name: [column.name for column in table.tableColumns] for sheet in book for name, table in items(sheet)}
    assert headings["赛事"] == ["项目", "内容", "说明"]
    assert headings["名单"] == ["编号", "姓名", "单位", "等级分", "种子", "参赛轮次", "组别", "备注"]
    assert headings["编排记录"] == ["时间", "命令", "轮次", "抽签种子", "版本", "结果指纹", "说明"]
    left = ["台次", "红方编号", "红方", "红方单位", "红方积分"]
    right = ["黑方积分", "黑方单位", "黑方", "黑方编号", "红犯规", "黑犯规", "备注"]
    assert headings["第3轮"] == [*left, "结果", *right]


def items(sheet: Worksheet) -> list[tuple[str, openpyxl.worksheet.table.Table]]:
    return [(name, sheet.tables[name]) for name in sheet.tables]


def test_headings_stand_in_the_cells_as_the_tables_say(swiss: Path) -> None:
    for sheet in openpyxl.load_workbook(swiss):
        for _, table in items(sheet):
            first_row = sheet[table.ref.split(":")[0] + ":" + re.sub("[0-9]+", "4", table.ref.split(":")[1])][0]
            assert [cell.value for cell in first_row] == [column.name for column in table.tableColumns]


def test_places_that_are_no_tables_have_names(swiss: Path, round_robin: Path) -> None:
    formulas = {"已填结果校验", "结果用字"}
    assert {name: area for name, area in areas(swiss).items() if name not in formulas} == {
        "赛事标题": "赛事!$A$1",
        "状态栏": "赛事!$A$2",
        "成绩表区": "成绩表!$A$4:$W$29",  # 1 + 5 + 20 rows; 4 + 7 rounds + 12 columns
        "编排卡编号": "编排卡!$B$3",
        "编排卡区": "编排卡!$A$4:$H$18",  # 7 games + 8 rows, 8 columns
        "成绩表提示": "成绩表!$A$3",
        "已算对局校验": "成绩表!$W$1",
        "编排卡提示": "编排卡!$C$3",
        "团体成绩区": "团体成绩!$A$4:$R$29",  # a heading and 25 rows; 5 columns, 12 members, 备注
        "组别成绩区": "组别成绩!$A$4:$Q$83",  # twice 25 rows and 30; 5 + 12 columns
        "等级分区": "等级分!$A$4:$K$29",
        **{f"{name}提示": f"{name}!$A$3" for name in LISTS},
    }
    assert formulas < set(areas(swiss))
    assert areas(round_robin)["循环表提示"] == "循环表!$A$3"
    assert areas(round_robin)["循环表区"] == "循环表!$A$4:$AO$29"  # 4 + 25 + 12 = 41 columns: AO


def test_several_games_a_meeting_have_a_row_each(tmp_path: Path) -> None:
    path = make(tmp_path, Settings(games_per_meeting=2))
    assert openpyxl.load_workbook(path)["第1轮"].tables["第1轮"].ref == "A4:M36"  # 13 pairs of 25, twice, and 6
    assert areas(path)["编排卡区"] == "编排卡!$A$4:$H$25"  # 7 rounds, twice, and 8


def test_every_cell_a_command_fills_is_there_with_its_style(round_robin: Path) -> None:
    for sheet, columns, last in (
        ("名单", "ABCDEFG", 29),
        ("第5轮", "ABCDEFGHIJKLM", 23),
        ("成绩表", "ABCDEFGHIJKLMNOPQRSTU", 29),
        ("循环表", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", 29),
        ("编排卡", "ABCDEFGH", 16),
        ("编排记录", "ABCDEFG", 204),
    ):
        styled = set(re.findall(r'<c r="([A-Z]+[0-9]+)" s="[0-9]+"', sheet_xml(round_robin, sheet)))
        wanted = {f"{column}{row}" for column in columns for row in range(4, last + 1)}
        assert wanted <= styled, sheet


# --- values


def test_hands_34_text_stays_text(swiss: Path) -> None:
    sheet = openpyxl.load_workbook(swiss)["名单"]
    rows = [[cell.value for cell in row] for row in sheet["A5:H9"]]
    assert rows == [
        [1, "王伟", "A队", 1650, None, None, None, None],
        [2, "=1+1", "@队", None, None, None, None, None],
        [3, "+张", "-李", None, None, "1-3,5-", None, None],
        [4, "007", "黑龙江省哈尔滨市道里区象棋协会", None, None, "退赛", None, "3-7"],
        [5, "阿依古丽·买买提江", None, None, 2, None, None, None],
    ]
    assert sheet["B6"].data_type == "s"
    assert "<f>" not in re.sub(r'<c r="A1".*?</c>', "", sheet_xml(swiss, "名单"))
    assert python_calamine.CalamineWorkbook.from_path(swiss).get_sheet_by_name("名单").to_python()[5][1] == "=1+1"


def test_columns_for_typed_text_are_text_columns(swiss: Path) -> None:
    book = openpyxl.load_workbook(swiss)
    for sheet, heading in (
        ("名单", "姓名"),
        ("名单", "单位"),
        ("名单", "参赛轮次"),
        ("赛事", "内容"),
        ("第2轮", "结果"),
    ):
        rows = book[sheet][book[sheet].tables[sheet].ref]
        place = [cell.value for cell in rows[0]].index(heading)
        assert {row[place].number_format for row in rows[1:]} == {"@"}, heading


def test_settings_are_read_back_as_given(tmp_path: Path) -> None:
    given = Settings(
        name="春季赛",
        system=System.DOUBLE_ROUND_ROBIN,
        scoring=Scoring(red_win=3, black_win=3),
        first_pairing=FirstPairing.MIDDLE,
        club_rule=ClubRule.ALWAYS,
        forbidden=frozenset({(3, 7), (5, 9)}),
        lot_seed=20250501,
    )
    sheet = openpyxl.load_workbook(make(tmp_path, given))["赛事"]
    rows = sheet[sheet.tables["赛事"].ref][1:]
    settings, problems = parse_settings([(row[0].value, row[1].value, row[1].coordinate) for row in rows])
    assert not problems
    assert settings == given


def test_lines_that_are_only_shown_take_what_is_given(tmp_path: Path) -> None:
    path = tmp_path / "新.xlsx"
    make_workbook(path, SWISS, rounds=3, shown={"日期": "2025-5-1", "裁判长": "=李"}, status="已建立。")
    sheet = openpyxl.load_workbook(path)["赛事"]
    contents = {row[1].value: row[2].value for row in sheet.iter_rows(min_row=5)}
    assert (contents["日期"], contents["裁判长"]) == ("2025-5-1", "=李")
    assert sheet["A2"].value == "已建立。"


def test_titles_follow_the_name_of_the_event_and_are_cached(round_robin: Path) -> None:
    formulas, values = openpyxl.load_workbook(round_robin), openpyxl.load_workbook(round_robin, data_only=True)
    for sheet in formulas:
        if sheet.title != "赛事":
            assert sheet["A1"].value == "=赛事标题"
        assert values[sheet.title]["A1"].value == "=1+1杯"
    assert 'MATCH("赛事名称",赛事[项目],0)' in formulas["赛事"]["A1"].value


# --- computed sheets


def test_live_tables_are_one_array_formula_with_cached_values(tmp_path: Path) -> None:
    path = tmp_path / "新.xlsx"
    live = Settings(system=System.ROUND_ROBIN, table_update=TableUpdate.LIVE)
    computed = Computed(
        standings=[["名次", "编号", "姓名"], [1, 2, "=1+1"], ["", "", ""]],
        crosstable=[["名次", "编号"], [1, 5]],
        card=[["轮次"], [1]],
    )
    make_workbook(path, live, ODD_NAMES, rounds=2, computed=computed)
    tables = "赛事[#All],名单[#All],第1轮[#All],第2轮[#All]"
    for sheet, area, formula in (
        ("成绩表", "A4:R29", f"XQ_STANDINGS({tables})"),
        ("循环表", "A4:AO29", f"XQ_CROSSTABLE({tables})"),
        ("编排卡", "A4:H13", f"XQ_CARD(编排卡编号,{tables})"),
    ):
        xml = sheet_xml(path, sheet)
        assert f'<f t="array" ref="{area}">{formula}</f>' in xml
        # The title, the block as one, the cell for a sentence, and on 成绩表 the number of the results in it.
        assert len(re.findall("<f[ >]", xml)) == 3 + (sheet == "成绩表")
    values = openpyxl.load_workbook(path, data_only=True)["成绩表"]
    assert [[cell.value for cell in row] for row in values["A4:D6"]] == [
        ["名次", "编号", "姓名", None],
        [1, 2, "=1+1", None],
        [None, None, None, None],
    ]
    assert python_calamine.CalamineWorkbook.from_path(path).get_sheet_by_name("循环表").to_python()[4][:2] == [1, 5]
    assert "fullCalcOnLoad" not in part(path, "xl/workbook.xml")


def test_formulas_cover_rounds_beyond_the_old_limit_of_255_characters() -> None:
    for formula in (standings_formula(30), crosstable_formula(30), card_formula(30)):
        assert formula.count("[#All]") == 32
        assert formula.endswith(",第30轮[#All])")


def test_plain_tables_hold_values_only(tmp_path: Path) -> None:
    path = tmp_path / "新.xlsx"
    make_workbook(path, SWISS, ODD_NAMES, rounds=2, computed=Computed(standings=[["名次"], [1.5], [True]]))
    xml = sheet_xml(path, "成绩表")
    assert 't="array"' not in xml
    assert 'fullCalcOnLoad="1"' in part(path, "xl/workbook.xml")  # the titles, and the user's own formulas
    sheet = openpyxl.load_workbook(path)["成绩表"]
    assert [sheet["A4"].value, sheet["A5"].value, sheet["A6"].value, sheet["A7"].value] == ["名次", 1.5, True, None]


def test_the_card_starts_with_the_smallest_number(swiss: Path, tmp_path: Path) -> None:
    assert openpyxl.load_workbook(swiss)["编排卡"]["B3"].value == 1
    assert openpyxl.load_workbook(make(tmp_path, players=()))["编排卡"]["B3"].value is None


# --- the file


def test_the_same_arguments_give_the_same_bytes(tmp_path: Path) -> None:
    first, second = (make(tmp_path / name) for name in ("一", "二") if (tmp_path / name).mkdir() is None)
    assert first.read_bytes() == second.read_bytes()


def test_the_file_names_nobody_and_links_nowhere(swiss: Path) -> None:
    properties = openpyxl.load_workbook(swiss).properties
    assert properties.title == "第三届“棋王”赛"
    assert not properties.creator
    assert not properties.lastModifiedBy
    assert properties.created == dt.datetime(2025, 1, 1)
    with zipfile.ZipFile(swiss) as archive:
        assert not [name for name in archive.namelist() if "external" in name.lower()]
        relations = [archive.read(name) for name in archive.namelist() if name.endswith(".rels")]
    assert not [relation for relation in relations if b'TargetMode="External"' in relation]


@pytest.mark.parametrize(("people", "rounds", "spare"), [(0, 7, 0), (5, 0, 20), (5, 7, -1)])
def test_sizes_that_make_no_event_are_told(tmp_path: Path, people: int, rounds: int, spare: int) -> None:
    with pytest.raises(WrongUse, match="至少要有一轮和一行名单"):
        make_workbook(tmp_path / "新.xlsx", SWISS, ODD_NAMES[:people], rounds=rounds, spare=spare)
    assert not list(tmp_path.iterdir())


# --- the place left for macros


def test_sheets_have_ascii_code_names() -> None:
    names = sheet_names(ROUND_ROBIN, 2)
    assert [code for _, code in names] == [
        "shEvent", "shRoster", "shRound1", "shRound2", "shStandings", "shCrosstable", "shCard", "shTeams",
        "shCategories", "shRatings", "shLog",
    ]  # fmt: skip


def test_a_workbook_with_macros_has_buttons_on_the_event_and_every_round(tmp_path: Path) -> None:
    carrier = tmp_path / "carrier.xlsm"
    carrier_book = xlsxwriter.Workbook(carrier)
    for title, code_name in sheet_names(SWISS, 2):
        carrier_book.add_worksheet(title).set_vba_name(code_name)
    carrier_book.close()
    with ExcelFile(carrier) as book:
        book.add_vba_project()
        book.vba_project().add_module("buttons", "Sub XQ_Pair()\r\nEnd Sub\r\n")
        book.save()
    with zipfile.ZipFile(carrier) as archive:
        project = archive.read("xl/vbaProject.bin")
    path = tmp_path / "新.xlsm"
    buttons = (Button("XQ_Pair", "编排下一轮"), Button("XQ_Undo", "撤销本轮"))
    make_workbook(path, SWISS, rounds=2, kind=".xlsm", macros=Macros(project, buttons))
    with zipfile.ZipFile(path) as archive:
        drawings = [archive.read(name).decode() for name in archive.namelist() if name.endswith(".vml")]
        assert archive.read("xl/vbaProject.bin") == project
    assert len(drawings) == 3  # 赛事, 第1轮, 第2轮
    assert all("[0]!XQ_Pair<" in drawing and "[0]!XQ_Undo<" in drawing for drawing in drawings)
    assert 'codeName="shRound2"' in sheet_xml(path, "第2轮")


def test_macros_and_kind_have_to_agree(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="宏"):
        make_workbook(tmp_path / "新.xlsm", SWISS, rounds=2, kind=".xlsm")
    with pytest.raises(WrongUse, match="宏"):
        make_workbook(tmp_path / "新.xlsx", SWISS, rounds=2, macros=Macros(b""))
    assert not list(tmp_path.iterdir())
