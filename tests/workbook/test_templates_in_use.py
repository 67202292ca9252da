"""New workbooks in use: drop-downs, marks and spare rows while hands type, and what is printed."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

import openpyxl
import pictures
import pytest
from template_scenes import ROUND_ROBIN, Cells, make, part, printed

from xlpair.actions import new_with
from xlpair.model import Event
from xlpair.settings import Scoring, Settings
from xlpair.workbook.template_formats import ALIKE, CLASH, INK, MEDALS, OPEN


@pytest.fixture(scope="module")
def swiss(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """5 players and 20 spare rows, 7 rounds of 积分编排."""
    return make(tmp_path_factory.mktemp("swiss"))


@pytest.fixture(scope="module")
def round_robin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """5 players and 20 spare rows, 5 rounds of 单循环."""
    return make(tmp_path_factory.mktemp("robin"), ROUND_ROBIN, rounds=5)


# --- typing into it


def test_drop_downs_offer_and_never_refuse(round_robin: Path) -> None:
    offers: dict[str, list[str]] = {}
    for sheet in openpyxl.load_workbook(round_robin):
        for rule in sheet.data_validations.dataValidation:
            if rule.type == "list":
                # What is not in the list is asked about and taken: without a message LibreOffice would lose it.
                assert (rule.showErrorMessage, rule.errorStyle) == (True, "information")
            offers.setdefault(sheet.title, []).append(rule.formula1)
    assert offers["第5轮"] == ['"2:0,1:1,0:2,+-,-+,--"']
    assert '"积分编排,单循环,双循环,分组循环,单败淘汰,双败淘汰"' in offers["赛事"]
    assert offers["名单"] == [None, None], "any text is in its place there: hints only"


def test_drop_downs_of_a_workbook_with_macros_say_nothing(tmp_path: Path) -> None:
    path = tmp_path / "春季赛.xlsm"
    new_with(path, Event(Settings(), ()), now=dt.datetime(2026, 5, 1))
    lists = [
        rule
        for sheet in openpyxl.load_workbook(path)
        for rule in sheet.data_validations.dataValidation
        if rule.type == "list"
    ]
    assert lists
    assert not any(rule.showErrorMessage for rule in lists)


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
    card = book["编排卡"]
    assert not [area for area in card.merged_cells.ranges if area.min_row <= 3 <= area.max_row]
    assert [card[f"{column}3"].value for column in "DEFGH"] == [None] * 5
    assert not card["C3"].alignment.wrap_text


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
        assert sheet.oddFooter.center.text == "第 &P 页，共 &N 页"
        if not sheet.title.startswith("编排卡"):
            assert sheet.freeze_panes in ("A5", "D5"), sheet.title


def test_print_areas_hold_what_is_filled_and_hidden_sheets_have_none(swiss: Path) -> None:
    book = openpyxl.load_workbook(swiss)
    assert {sheet.title for sheet in book if sheet.print_area} == {
        sheet.title for sheet in book if sheet.sheet_state == "visible"
    }
    assert book["名单"].print_area == "'名单'!$A$1:$H$9"  # 5 players below row 4
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
