"""New workbooks as other programs see them: openpyxl, python-calamine, LibreOffice and the bare XML.

What has to be there (sheets, tables, names, headings, sizes, spare rows) is the layout the project promises; sizes are
worked out by hand beside each number.
"""

from __future__ import annotations

import datetime as dt
import re
import zipfile
from pathlib import Path
from typing import TypeAlias

import openpyxl
import pictures
import pytest
import python_calamine
import xlsxwriter
from openpyxl.worksheet.worksheet import Worksheet
from pyopenvba import ExcelFile

from xlpair.errors import WrongUse
from xlpair.model import Attendance, Player
from xlpair.settings import ClubRule, FirstPairing, Scoring, Settings, System, TableUpdate
from xlpair.workbook.formulas import card_formula, crosstable_formula, standings_formula
from xlpair.workbook.settings_lines import parse_settings
from xlpair.workbook.template_formats import ALIKE, CLASH, INK, MEDALS, OPEN
from xlpair.workbook.template_page import Button
from xlpair.workbook.templates import Computed, Macros, make_workbook, sheet_names

Cells: TypeAlias = dict[str, str | int]

printed = pytest.mark.skipif(bool(pictures.missing_tools()), reason=f"not installed: {pictures.missing_tools()}")

ODD_NAMES = (
    Player(1, "王伟", "A队", 1650),
    Player(2, "=1+1", "@队"),
    Player(3, "+张", "-李", attendance=Attendance(((1, 3), (5, None)))),
    Player(4, "007", "黑龙江省哈尔滨市道里区象棋协会", attendance=Attendance(withdrawn=True), note="3-7"),
    Player(5, "阿依古丽·买买提江", seed=2),
)
SWISS = Settings(name="第三届“棋王”赛")
ROUND_ROBIN = Settings(name="=1+1杯", system=System.ROUND_ROBIN)


def make(folder: Path, settings: Settings = SWISS, players: tuple[Player, ...] = ODD_NAMES, rounds: int = 7) -> Path:
    path = folder / "新.xlsx"
    make_workbook(path, settings, players, rounds=rounds)
    return path


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


def part(path: Path, name: str) -> str:
    with zipfile.ZipFile(path) as archive:
        return archive.read(name).decode("utf-8")


def sheet_xml(path: Path, sheet: str) -> str:
    place = openpyxl.load_workbook(path).sheetnames.index(sheet) + 1
    return part(path, f"xl/worksheets/sheet{place}.xml")


def areas(path: Path) -> dict[str, str]:
    return {name: defined.attr_text for name, defined in openpyxl.load_workbook(path).defined_names.items()}


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
        "编排卡编号": "编排卡!$D$3",
        "编排卡区": "编排卡!$A$4:$H$18",  # 7 games + 8 rows, 8 columns
        "成绩表提示": "成绩表!$A$3",
        "已算结果校验": "成绩表!$W$1",
        "编排卡提示": "编排卡!$E$3",
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
    assert openpyxl.load_workbook(swiss)["编排卡"]["D3"].value == 1
    assert openpyxl.load_workbook(make(tmp_path, players=()))["编排卡"]["D3"].value is None


# --- typing into it


def test_drop_downs_offer_and_never_refuse(round_robin: Path) -> None:
    offers: dict[str, list[str]] = {}
    for sheet in openpyxl.load_workbook(round_robin):
        for rule in sheet.data_validations.dataValidation:
            assert not rule.showErrorMessage
            offers.setdefault(sheet.title, []).append(rule.formula1)
    assert offers["第5轮"] == ['"2:0,1:1,0:2,+-,-+,--"']
    assert '"积分编排,单循环,双循环,分组循环,单败淘汰,双败淘汰"' in offers["赛事"]
    assert offers["名单"] == ['"退赛"', '"女子,少年,老年"']


def test_the_drop_down_of_results_speaks_the_points_of_the_event(tmp_path: Path) -> None:
    path = make(tmp_path, Settings(scoring=Scoring(red_win=3, black_win=3)))
    sheet = openpyxl.load_workbook(path)["第1轮"]
    assert sheet.data_validations.dataValidation[0].formula1 == '"3:0,1:1,0:3,+-,-+,--"'
    assert [sheet[f"P{row}"].value for row in (5, 7)] == ["3:0  红方胜", "0:3  黑方胜"]


def test_marks_and_drop_downs_reach_below_the_tables(swiss: Path) -> None:
    book = openpyxl.load_workbook(swiss)
    for sheet, bottom in (("名单", 29), ("第1轮", 23), ("编排记录", 204)):
        ranges = [marked.cells for marked in book[sheet].conditional_formatting]
        ranges += [rule.sqref for rule in book[sheet].data_validations.dataValidation]
        assert ranges
        assert all(area.max_row >= bottom + 100 for found in ranges for area in found.ranges), sheet


def type_into(path: Path, into: Path, typed: dict[str, Cells], area: str) -> list[set[str]]:
    """Type values into a copy, as hands would, print ``area`` of the sheets typed into, and give each one's colours."""
    book = openpyxl.load_workbook(path)
    for sheet in book:
        sheet.sheet_state = "visible" if sheet.title in typed else "hidden"
        sheet.print_area = area if sheet.title in typed else None
        for place, value in typed.get(sheet.title, {}).items():
            sheet[place].value = value
    book.active = book[next(iter(typed))]
    book.save(into / "typed.xlsx")
    pages = pictures.colours(into / "typed.xlsx")
    assert len(pages) == len(typed)
    return [{colour for colour, pixels in page.items() if pixels >= 20} for page in pages]


def test_no_formula_of_a_mark_is_longer_than_excel_takes(round_robin: Path) -> None:
    # 255 characters is what Excel takes for such a formula typed by hand or given through its API.
    book = openpyxl.load_workbook(round_robin)
    marks = [rule for sheet in book for marked in sheet.conditional_formatting for rule in marked.rules]
    assert max(len(formula) for mark in marks for formula in mark.formula) <= 255


@printed
def test_lines_that_mean_nothing_with_the_chosen_system_are_greyed(swiss: Path, tmp_path: Path) -> None:
    rows = {row[1].value: row[2].row for row in openpyxl.load_workbook(swiss)["赛事"].iter_rows(min_row=5)}
    for item, system, greyed in (
        ("首轮配对", "积分编排", False),
        ("首轮配对", "单循环", True),
        ("双循环接缝", "双循环", False),
    ):
        row = rows[item]
        (colours,) = type_into(swiss, tmp_path, {"赛事": {f"C{rows['赛制']}": system}}, f"B{row}:D{row}")
        assert (INK not in colours) == greyed, (item, system)


PAIR: Cells = {"A5": 1, "B5": 3, "C5": "王伟", "I5": "李强", "J5": 8}


@printed
def test_a_round_shows_open_boards_and_numbers_that_stand_twice(swiss: Path, tmp_path: Path) -> None:
    cases: list[tuple[Cells, bool, bool]] = [  # typed, shows an open board, shows a number twice
        ({**PAIR}, True, False),
        ({**PAIR, "F5": "2:0"}, False, False),
        ({**PAIR, "F5": " "}, True, False),
        ({"A5": 1, "B5": 3, "C5": "王伟", "I5": "轮空"}, False, False),
        ({**PAIR, "F5": "1:1", "B6": 8, "J6": 4, "F6": "1:1"}, False, True),
        ({**PAIR, "F5": "1:1", "B6": 4, "J6": 5}, True, False),
        ({**PAIR, "F5": "1:1", "B24": 3, "J24": 5}, True, True),  # the row under the table, where it does not grow
    ]
    typed = {f"第{number}轮": cells for number, (cells, _, _) in enumerate(cases, 1)}
    shown = type_into(swiss, tmp_path, typed, "A1:M24")
    assert [(OPEN in colours, CLASH in colours) for colours in shown] == [case[1:] for case in cases]


@printed
@pytest.mark.parametrize(
    ("cells", "number_shown", "name_shown"),
    [
        ({"A10": 5, "B10": "甲"}, True, False),
        ({"A10": 6, "B10": "王 伟"}, False, True),
        ({"A10": 6, "B10": "　王伟"}, False, True),
        ({"A10": 6, "B10": "王伟刚"}, False, False),
        ({"A30": 5, "B30": "王伟"}, True, True),  # the row under the table, where it does not grow
    ],
)
def test_the_roster_shows_numbers_and_names_that_stand_twice(
    swiss: Path, tmp_path: Path, cells: Cells, number_shown: bool, name_shown: bool
) -> None:
    (colours,) = type_into(swiss, tmp_path, {"名单": cells}, "A1:G30")
    assert (CLASH in colours, ALIKE in colours) == (number_shown, name_shown)


def test_a_message_in_place_of_a_table_has_room_above_it(swiss: Path) -> None:
    book = openpyxl.load_workbook(swiss)
    cell = book["成绩表"]["A3"]
    assert not cell.alignment.wrap_text
    assert not cell.alignment.shrink_to_fit
    assert [book["成绩表"][f"{column}3"].value for column in "BCDEFGHIJK"] == [None] * 10
    assert "E3:H3" in [str(area) for area in book["编排卡"].merged_cells.ranges]
    assert book["编排卡"]["E3"].alignment.wrap_text


@printed
def test_the_first_three_places_are_tinted_and_no_others(swiss: Path, tmp_path: Path) -> None:
    headings: Cells = {"A4": "名次", "B4": "编号", "C4": "姓名", "D4": "单位"}
    places: Cells = {"A5": 1, "B5": 7, "A6": 2, "B6": 9, "A7": 4, "B7": 3}
    (colours,) = type_into(swiss, tmp_path, {"成绩表": {**headings, **places}}, "A1:H8")
    assert [tint in colours for tint in MEDALS] == [True, True, False]


# --- on paper


def test_every_sheet_is_set_up_for_a4(round_robin: Path) -> None:
    landscape = {"成绩表", "循环表", "编排记录", "团体成绩", "组别成绩", *(f"第{number}轮" for number in range(1, 6))}
    for sheet in openpyxl.load_workbook(round_robin):
        setup = sheet.page_setup
        assert int(setup.paperSize) == 9, sheet.title  # 9 = A4
        assert setup.orientation == ("landscape" if sheet.title in landscape else "portrait")
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert (setup.fitToWidth or 1, int(setup.fitToHeight)) == (1, 0)
        assert sheet.print_title_rows == "$1:$4", sheet.title
        assert sheet.oddFooter.center.text == "第 &P 页，共 &N 页"
        if not sheet.title.startswith("编排卡"):
            assert sheet.freeze_panes in ("A5", "D5"), sheet.title


def test_print_areas_hold_what_is_filled_and_whole_empty_tables(swiss: Path) -> None:
    book = openpyxl.load_workbook(swiss)
    assert book["名单"].print_area == "'名单'!$A$1:$H$9"  # 5 players below row 4
    assert book["第1轮"].print_area == "'第1轮'!$A$1:$M$23"  # the table: undoing a round puts this back
    assert book["成绩表"].print_area == "'成绩表'!$A$1:$R$9"  # 4 + 7 rounds + 7 criteria


@printed
def test_the_print_out_has_everything_and_no_error(swiss: Path) -> None:
    text = pictures.pdf_text(swiss)
    for wrong in ("###", "#NAME?", "#REF!", "#VALUE!", "Err:"):
        assert wrong not in text
    for there in (
        "第三届“棋王”赛",
        "赛事名称",
        "成绩表更新",
        "=1+1",
        "+张",
        "1-3,5-",
        "编排卡",
        "编排记录",
        "结果指纹",
    ):
        assert there in text
    assert "对局表" not in text  # rounds are hidden


@printed
def test_pages_are_pictures(swiss: Path, tmp_path: Path) -> None:
    made = pictures.pages(swiss, tmp_path)
    assert len(made) == pictures.pdf_text(swiss).count("\f")
    assert all(picture.read_bytes().startswith(b"\x89PNG") for picture in made)


def test_no_font_is_smaller_than_9(round_robin: Path) -> None:
    sizes = [float(size) for size in re.findall(r'<sz val="([0-9.]+)"', part(round_robin, "xl/styles.xml"))]
    assert min(sizes) >= 9


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
