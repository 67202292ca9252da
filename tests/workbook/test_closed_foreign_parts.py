"""hands.md 44 and 45: a club's workbook with everything of its own in it goes through many commands' worth of changes.

What is not ours stays byte for byte, packed bytes, order and names in the zip included; three other readers (openpyxl,
python-calamine, LibreOffice) read what we put.
"""

import csv
import re
import zipfile
from pathlib import Path

import closed_samples as samples
import openpyxl
import pytest
import python_calamine

from xlpair.cli.run import run
from xlpair.workbook.book import (
    Activate,
    Area,
    CellValue,
    Change,
    PrintArea,
    PutBlock,
    PutCells,
    ResizeTable,
    ShowSheet,
)
from xlpair.workbook.closed import ClosedBook

# Sheets that commands write to; the parts of all others may only lose or gain the mark of the selected tab.
OURS = ("赛事", "名单", "第1轮", "第2轮", "第3轮", "成绩表")
TALLY = Area("成绩表", 1, 0, 20, 7)


def round_changes(number: int) -> list[Change]:
    """Changes like those of a ``pair``: the round filled, shown and printed, its table grown, the standings renewed."""
    sheet = f"第{number}轮"
    rows: list[list[CellValue]] = [
        [board, 2 * board - 1, f"=棋手{board}", "单位", 0.5, None, 3, "<&>", " 乙 ", 2 * board]
        for board in range(1, 11)
    ]
    standings: list[list[CellValue]] = [[place, f"棋手{place}", number] for place in range(1, 11)]
    return [
        PutCells(sheet, 1, 0, rows),
        ResizeTable(sheet, 10),
        ShowSheet(sheet, True),
        Activate(sheet),
        PrintArea(Area(sheet, 0, 0, 10, 9)),
        PutBlock(TALLY, standings, samples.BLOCK if number % 2 else None),
        PutCells("赛事", 6, 1, [[f"第{number}轮已编排"]]),
    ]


def result_changes(number: int) -> list[Change]:
    return [PutCells(f"第{number}轮", 1, 5, [["2:0"], ["1:1"], ["0:2"]])]


def undo_changes(number: int) -> list[Change]:
    sheet = f"第{number}轮"
    return [
        PutCells(sheet, 1, 0, [[None] * 10] * 10),
        ResizeTable(sheet, 8),
        ShowSheet(sheet, number == 1),
        Activate("赛事"),
        PrintArea(Area(sheet, 0, 0, 8, 9)),
    ]


def commands() -> list[list[Change]]:
    steps = []
    for number in (1, 2, 3):
        steps += [round_changes(number), result_changes(number)]
    return [*steps, undo_changes(3), round_changes(3), round_changes(3), result_changes(3)]


def apply_all(path: Path, steps: list[list[Change]]) -> None:
    for step in steps:
        with ClosedBook.open(path) as book:
            book.apply(step)


@pytest.fixture(params=["XlsxWriter", "LibreOffice"])
def club(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = samples.rich_workbook(tmp_path / "rich.xlsx")
    return path if request.param == "XlsxWriter" else samples.converted(path, "xlsx", tmp_path / "calc")


def sheet_parts(path: Path) -> dict[str, str]:
    """Where each sheet lies, read by regular expressions that know nothing of the product."""
    parts = samples.parts(path)
    targets = {}
    for relation in re.findall(rb"<Relationship [^>]*>", parts["xl/_rels/workbook.xml.rels"]):
        found = dict(re.findall(r'(\w+)="([^"]*)"', relation.decode()))
        targets[found["Id"]] = "xl/" + found["Target"].removeprefix("/xl/")
    sheets = re.findall(r'<sheet name="([^"]*)"[^>]* r:id="([^"]*)"', parts["xl/workbook.xml"].decode())
    return {name: targets[identity] for name, identity in sheets}


def without_what_is_ours(sheet: bytes) -> bytes:
    """A worksheet part without its cells, its dimension, the selected tab and the reach of rules."""
    for pattern in (rb"<sheetData.*</sheetData>", rb"<dimension[^>]*>", rb' tabSelected="[^"]*"', rb' sqref="[^"]*"'):
        sheet = re.sub(pattern, b"", sheet, flags=re.DOTALL)
    return sheet


def test_hands_44_everything_that_is_not_ours_stays_byte_for_byte(club: Path) -> None:
    before, where = samples.parts(club), sheet_parts(club)
    ours = {where[name] for name in OURS} | {"xl/workbook.xml"} | {name for name in before if "/tables/" in name}
    apply_all(club, commands())
    after = samples.parts(club)
    assert list(after) == list(before)
    changed = {name for name in before if before[name] != after[name]}
    assert changed <= ours
    assert len(commands()) == 10
    assert {where["第3轮"], where["成绩表"], "xl/workbook.xml"} <= changed
    kinds = ("media/image", "charts/", "drawings/drawing", "vmlDrawing", "omments", "styles", "sharedStrings", "theme")
    for kind in kinds:  # the club's things are really there
        assert any(kind in name for name in before), kind
    for name in OURS:
        assert without_what_is_ours(after[where[name]]) == without_what_is_ours(before[where[name]]), name
    assert after[where[samples.USER_SHEET]] == before[where[samples.USER_SHEET]]


def ten_commands(path: Path) -> list[tuple[str, ...]]:
    """A day of commands as typed: two rounds, a correction, a round taken back and paired again."""
    typed = path.with_name("results.csv")
    typed.write_text("台次,结果\n1,2:0\n2,1:1\n3,0:2\n4,2:0\n5,1:1\n", "utf-8")
    book = str(path)
    return [
        ("pair", book),
        ("results", book, "1", "--from", str(typed)),
        ("result", book, "1", "5", "0:2"),
        ("pair", book),
        ("results", book, "2", "--from", str(typed)),
        ("refresh", book),
        ("undo", book, "--yes"),
        ("pair", book),
        ("results", book, "2", "--from", str(typed)),
        ("pair", book),
    ]


@pytest.mark.filterwarnings("ignore:.*is not supported and will be removed:UserWarning")
def test_hands_44_ten_commands_as_typed_touch_nothing_of_the_club_s(club: Path, tmp_path: Path) -> None:
    """And three other readers read the pairs and results that were put."""
    before, where = samples.parts(club), sheet_parts(club)
    ours = {where[name] for name in OURS} | {"xl/workbook.xml"} | {name for name in before if "/tables/" in name}
    for words in ten_commands(club):
        assert run(words) == 0, words
    after = samples.parts(club)
    assert list(after) == list(before)
    changed = {name for name in before if before[name] != after[name]}
    assert {where["第1轮"], where["第3轮"], where["成绩表"]} <= changed <= ours
    for name in OURS:
        assert without_what_is_ours(after[where[name]]) == without_what_is_ours(before[where[name]]), name

    # Round 1 (F2, 临近): 1-2, 4-3, 5-6, 8-7, 9-10.
    pairs = [(1, "2:0", 2), (4, "1:1", 3), (5, "0:2", 6), (8, "2:0", 7), (9, "0:2", 10)]
    rounds = openpyxl.load_workbook(club, data_only=True)["第1轮"]
    assert [(row[1], row[5], row[9]) for row in rounds.iter_rows(min_row=2, max_row=6, values_only=True)] == pairs
    rows = python_calamine.load_workbook(str(club)).get_sheet_by_name("第1轮").to_python(skip_empty_area=False)
    assert [(row[1], row[5], row[9]) for row in rows[1:6]] == pairs
    there = calc_sheets(club, tmp_path)["第1轮"]
    assert [(int(row[1]), row[5], int(row[9])) for row in there[1:6]] == pairs


def test_hands_45_what_makes_the_sheets_handy_is_still_there(tmp_path: Path) -> None:
    path = samples.rich_workbook(tmp_path / "rich.xlsx")
    apply_all(path, commands())
    parts, where = samples.parts(path), sheet_parts(path)
    roster, settings = parts[where["名单"]], parts[where["赛事"]]
    assert b'<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' in roster
    assert b'<dataValidation type="whole"' in roster
    assert b'<cfRule type="duplicateValues"' in roster
    assert b'<dataValidation type="list"' in settings
    assert b"<legacyDrawing " in settings
    assert any(b"XQ_PairNext" in part for name, part in parts.items() if name.endswith(".vml"))
    assert b"$A$1:$J$11</definedName>" in parts["xl/workbook.xml"]


def test_unchanged_members_keep_their_packed_bytes_and_attributes(club: Path) -> None:
    def raw_members(path: Path) -> dict[str, tuple[object, ...]]:
        data = path.read_bytes()
        members = {}
        with zipfile.ZipFile(path) as archive:
            for info in archive.infolist():
                start = info.header_offset
                start += 30 + int.from_bytes(data[start + 26 : start + 28], "little")
                start += int.from_bytes(data[info.header_offset + 28 : info.header_offset + 30], "little")
                attributes = (info.date_time, info.compress_type, info.external_attr, info.extra, info.create_system)
                members[info.filename] = (*attributes, data[start : start + info.compress_size], info.CRC)
        return members

    before, parts = raw_members(club), samples.parts(club)
    apply_all(club, [round_changes(2)])
    after = raw_members(club)
    assert list(after) == list(before)
    changed = {name for name, data in samples.parts(club).items() if data != parts[name]}
    assert 0 < len(changed) < len(before) / 2
    for name in set(before) - changed:
        assert after[name] == before[name], name
    for name in changed:
        assert after[name][:3] == before[name][:3]


def test_undoing_all_of_it_gives_every_part_back(club: Path) -> None:
    before = samples.parts(club)
    with ClosedBook.open(club) as book:
        book.apply([change for change in round_changes(2) if not isinstance(change, PutBlock)])
        book.apply(result_changes(2))
        book.apply([*undo_changes(2), PutCells("赛事", 6, 1, [["还没有开始"]])])
    after = samples.parts(club)
    status = sheet_parts(club)["赛事"]
    assert [name for name in before if before[name] != after[name]] == [status]  # a text that was shared is inline now
    with ClosedBook.open(club) as book:
        book.apply([ShowSheet("第2轮", True), ShowSheet("第2轮", False)])
    assert samples.parts(club) == after


def test_three_other_readers_read_what_was_put(club: Path, tmp_path: Path) -> None:
    apply_all(club, commands())
    board: list[CellValue] = [1, 1, "=棋手1", "单位", 0.5, "2:0", 3, "<&>", " 乙 ", 2]
    last: list[CellValue] = [10, 19, "=棋手10", "单位", 0.5, None, 3, "<&>", " 乙 ", 20]

    sheet = ClosedBook(club).snapshot().sheet("第3轮")
    assert sheet is not None
    assert sheet.visible
    assert [sheet.rows[1], sheet.rows[10]] == [tuple(board), tuple(last)]

    with pytest.warns(UserWarning, match="is not supported and will be removed"):
        other = openpyxl.load_workbook(club, data_only=True)
    assert [cell.value for cell in other["第3轮"][2]] == board
    assert [cell.value for cell in other["第3轮"][11]] == last
    assert other["第3轮"].tables["第3轮"].ref == "A1:J11"
    assert other["第3轮"].sheet_state == "visible"
    assert other.active.title == "第3轮"
    assert other["第3轮"].print_area == "'第3轮'!$A$1:$J$11"
    assert other["第3轮"]["F2"].number_format == "@"
    assert [cell.value for cell in other["成绩表"][2]][:3] == [1, "棋手1", 3]
    assert other["名单"]["C2"].value == "单位1"  # the value of the club's own formula

    calamine = python_calamine.load_workbook(str(club))
    rows = calamine.get_sheet_by_name("第3轮").to_python(skip_empty_area=False)
    assert rows[1] == ["" if value is None else value for value in board]
    assert rows[10] == ["" if value is None else value for value in last]

    for name, there in calc_sheets(club, tmp_path).items():
        if name == "第3轮":
            assert there[1] == ["1", "1", "=棋手1", "单位", "0.5", "2:0", "3", "<&>", " 乙 ", "2"]
            assert there[10] == ["10", "19", "=棋手10", "单位", "0.5", "", "3", "<&>", " 乙 ", "20"]
            return
    pytest.fail("LibreOffice wrote no CSV of 第3轮")


def calc_sheets(path: Path, folder: Path) -> dict[str, list[list[str]]]:
    """Every sheet as LibreOffice sees it (filter option -1: all sheets, each into its own file)."""
    samples.converted(
        path, "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1", folder / "csv"
    )
    written = (folder / "csv").glob("*.csv")
    return {file.stem.partition("-")[2]: list(csv.reader(file.read_text("utf-8").splitlines())) for file in written}


def test_what_the_commands_wrote_libreoffice_saves_again(tmp_path: Path) -> None:
    """And the file it saves is read the same, tables, formulas' values and hidden sheets."""
    path = samples.rich_workbook(tmp_path / "rich.xlsx")
    apply_all(path, commands())
    again = samples.converted(path, "xlsx", tmp_path / "calc")
    ours, theirs = ClosedBook(path).snapshot(), ClosedBook(again).snapshot()
    assert theirs.tables == ours.tables
    assert theirs.names == ours.names
    for sheet in ours.sheets:
        other = theirs.sheet(sheet.name)
        assert other is not None
        assert other.visible == sheet.visible
        if sheet.name not in ("成绩表", samples.USER_SHEET):  # LibreOffice computes: it does not know our functions
            assert [row for row in other.rows if row] == [row for row in sheet.rows if row]


def test_the_club_s_own_array_formula_and_its_neighbours_are_safe(club: Path) -> None:
    before = samples.parts(club)
    sheet = sheet_parts(club)[samples.USER_SHEET]
    with ClosedBook.open(club) as book:
        book.apply([PutCells(samples.USER_SHEET, 38, 0, [["上"], [None] * 0, ["下"]])])
    after = samples.parts(club)
    assert [name for name in before if before[name] != after[name]] == [sheet]
    assert re.findall(rb"<f[^>]*>[^<]*</f>", after[sheet]) == re.findall(rb"<f[^>]*>[^<]*</f>", before[sheet])
    with ClosedBook.open(club) as book:
        book.apply([PutCells(samples.USER_SHEET, 38, 0, [[None], [], [None]])])
    assert samples.parts(club) == before
