"""What hands do to a workbook that is open in Excel: the commands find and do the same as on the closed file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from desk import PLAYERS, Desk, new_book
from stand_in import StandIn, needs_engine

from xlpair.excel import buttons
from xlpair.model import Player
from xlpair.settings import Settings, TableUpdate
from xlpair.workbook.book import PutCells, address
from xlpair.workbook.templates import make_workbook

pytestmark = needs_engine


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(new_book(tmp_path), monkeypatch)


def test_hands_37_filtered_rows_are_written_and_the_filter_stays(desk: Desk, tmp_path: Path) -> None:
    desk.pair()
    for board in range(1, 5):
        desk.type("第1轮", board, "结果", "2:0")
    sheet, table = desk.excel.book["第1轮"], desk.excel.book["第1轮"].tables["第1轮"]
    table.autoFilter.add_filter_column(0, ["1", "2"]) if table.autoFilter else None
    for row in (7, 8):
        sheet.row_dimensions[row].hidden = True
    roster = desk.excel.book["名单"]
    roster.tables["名单"].autoFilter.add_filter_column(2, ["甲队"])
    hidden = [row for row in range(5, 13) if roster.cell(row, 3).value != "甲队"]
    for row in hidden:
        roster.row_dimensions[row].hidden = True
    desk.pair()
    desk.refresh()
    desk.same(tmp_path)
    assert [row for row in range(1, 40) if roster.row_dimensions[row].hidden] == hidden
    assert [row for row in range(1, 40) if sheet.row_dimensions[row].hidden] == [7, 8]
    assert roster.tables["名单"].autoFilter.filterColumn[0].filters.filter == ["甲队"]
    names = [row[2].value for row in desk.excel.book["成绩表"]["A5:H12"]]
    assert sorted(names) == [player.name for player in PLAYERS]


def test_hands_38_two_books_open_at_once_each_gets_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desks = []
    for title, first in (("男子组", "张"), ("女子组", "李")):
        path = tmp_path / title / f"{title}.xlsx"
        path.parent.mkdir()
        players = tuple(Player(number, f"{first}{number}") for number in range(1, 7))
        make_workbook(path, Settings(name=title), players, rounds=3)
        desks.append(Desk(path, monkeypatch))
    for desk in (*desks, *reversed(desks)):
        for board in range(1, 4):
            if desk.excel.book["第1轮"].sheet_state == "visible":
                desk.type("第1轮", board, "结果", "2:0")
        desk.pair()
    for desk, first in zip(desks, "张李", strict=True):
        desk.same(tmp_path)
        names = [row[2].value for row in desk.excel.book["成绩表"]["A5:H10"]]
        assert sorted(str(name)[0] for name in names) == [first] * 6


def test_hands_39_an_error_cell_nothing_is_read_from_stops_no_button_in_excel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The functions in cells are handed error cells there and compute; only Calc refuses by itself to call them."""
    desk = Desk(new_book(tmp_path, Settings(name="春季赛", table_update=TableUpdate.LIVE)), monkeypatch)
    desk.pair()
    for board in range(1, 5):
        desk.type("第1轮", board, "结果", "2:0")
    sheet, top, column = desk.place("第1轮", "备注")
    desk.excel.book[sheet].cell(top + 3, column + 1).value = "#N/A"
    desk.press(buttons.pair)
    assert desk.excel.book["第2轮"].sheet_state == "visible"
    assert "另有 1 条提醒" in desk.status()
    desk.press(buttons.check)
    assert f"提醒：{sheet}!{address(top + 2, column)}：单元格是错误值 #N/A" in desk.told[-1]


def swap_columns(excel: StandIn, table: str, one: int, other: int) -> None:
    """Move two columns of a table, with their looks, as hands do."""
    sheet = next(sheet for sheet in excel.book.worksheets if table in sheet.tables)
    found = sheet.tables[table]
    for row in sheet[found.ref]:
        first, second = row[one], row[other]
        first.value, second.value = second.value, first.value
        first._style, second._style = second._style, first._style
    columns = found.tableColumns
    columns[one].name, columns[other].name = columns[other].name, columns[one].name


@pytest.mark.parametrize(
    "moved",
    [
        pytest.param(lambda excel: swap_columns(excel, "名单", 1, 4), id="roster columns moved"),
        pytest.param(lambda excel: swap_columns(excel, "第1轮", 1, 5), id="round columns moved"),
        pytest.param(lambda excel: setattr(excel.book["第1轮"], "title", "第1轮(上午)"), id="sheet renamed"),
        pytest.param(lambda excel: excel.book.move_sheet("成绩表", -5), id="sheets reordered"),
        pytest.param(lambda excel: excel.book.create_sheet("我的表", 2), id="own sheet between"),
    ],
)
def test_hands_42_everything_is_found_wherever_it_has_been_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moved: Callable[[StandIn], None]
) -> None:
    path = new_book(tmp_path)
    excel = StandIn(path)
    moved(excel)
    desk = Desk(excel.save(tmp_path / "移过.xlsx"), monkeypatch)
    desk.pair()
    for board in range(1, 5):
        desk.type("第1轮", board, "结果", "1:1")
    desk.pair()
    assert desk.told == []
    desk.same(tmp_path)


def test_hands_42_sorted_rows_are_read_by_their_numbers(desk: Desk, tmp_path: Path) -> None:
    desk.pair()
    for board, result in enumerate(("0:2", "1:1", "2:0", "2:0"), start=1):
        desk.type("第1轮", board, "结果", result)
    sheet = desk.excel.book["第1轮"]
    rows = [[cell.value for cell in row] for row in sheet["A5:M8"]]
    for row, values in zip(sheet["A5:M8"], sorted(rows, key=lambda one: str(one[5])), strict=True):
        for cell, value in zip(row, values, strict=True):
            cell.value = value
    desk.command(
        lambda book: book.apply([PutCells("第1轮", 4, 0, tuple(map(tuple, sorted(rows, key=lambda r: str(r[5])))))])
    )
    desk.pair()
    desk.same(tmp_path)


def test_hands_44_nothing_of_the_users_own_is_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = new_book(tmp_path)
    excel = StandIn(path)
    own = excel.book.create_sheet("统计", 1)
    own["A1"].value, own["B2"].value = "我的", "=SUM(A2:A9)"
    excel.book["名单"]["J5"].value, excel.book["第1轮"]["T5"].value = "别动", "=A5*2"
    excel.book["赛事"]["F3"].value = "备忘"
    desk = Desk(excel.save(tmp_path / "自己的.xlsx"), monkeypatch)
    for number in (1, 2):
        desk.pair()
        for board in range(1, 5):
            desk.type(f"第{number}轮", board, "结果", "2:0")
    desk.refresh()
    desk.same(tmp_path)
    ours = {
        "赛事": lambda row, column: (row, column) == (2, 1),
        "名单": lambda row, column: 5 <= row <= 32 and column <= 7,
        "成绩表": lambda row, column: (4 <= row <= 33 and column <= 20) or (row, column) in ((3, 1), (1, 20)),
        "编排卡": lambda row, column: (4 <= row <= 16 and column <= 8) or (row, column) == (3, 3),
        "编排记录": lambda row, column: row >= 5 and column <= 7,
        **{f"第{number}轮": (lambda row, column: 5 <= row <= 25 and column <= 13) for number in (1, 2)},
    }
    foreign = {place for place in desk.excel.touched if not ours.get(place[0], lambda *_: False)(*place[1:])}
    assert foreign == set()
    assert desk.excel.book["统计"]["B2"].value == "=SUM(A2:A9)"
    assert desk.excel.book["第1轮"]["T5"].value == "=A5*2"


def test_hands_47_a_late_entry_below_the_table_is_in_and_the_table_grows(desk: Desk, tmp_path: Path) -> None:
    for row in range(9, 29):
        desk.type("名单", row, "姓名", f"后来{row}")
    below = (33, 2)
    desk.excel.book["名单"].cell(*below).value = "在表下面"
    desk.command(lambda book: book.apply([PutCells("名单", 32, 1, (("在表下面",),))]))
    desk.pair()
    # The looks of a new row are Excel's own doing there: it carries a column's format on.
    desk.same(tmp_path, looks=False)
    assert desk.excel.book["名单"].tables["名单"].ref.endswith("33")  # it ended in row 32: 4 rows, 8 players, 20 more
    assert "resizeTable" in desk.excel.log
