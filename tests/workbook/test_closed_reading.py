"""The closed book reads what stands in the file.

Expected values are written out by hand beside the XML that holds them, or come from openpyxl and from LibreOffice.
"""

import csv
import datetime as dt
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import closed_samples as samples
import openpyxl
import pytest

from xlpair.errors import UnreadableFile
from xlpair.workbook.book import NOT_COMPUTED, Area, CellValue, ErrorValue, Table
from xlpair.workbook.cell_values import Dating, dating_of
from xlpair.workbook.closed import ClosedBook


def one_sheet(tmp_path: Path, sheet_data: str, **more: str) -> tuple[tuple[CellValue, ...], ...]:
    path = samples.plain_workbook(tmp_path / "one.xlsx", sheet_data, **more)
    return ClosedBook(path).snapshot().sheets[0].rows


def test_a_writer_that_does_all_in_its_own_way_is_read(tmp_path: Path) -> None:
    # 40089 days after 30 December 1899 is 3 October 2009; 0.0833 days are two hours; number format 20 is h:mm.
    snapshot = ClosedBook(samples.odd_workbook(tmp_path / "odd.xlsx")).snapshot()
    assert snapshot.title == "odd.xlsx"
    (sheet,) = snapshot.sheets
    assert sheet.name == "It's 名单"
    assert sheet.rows == (
        ("编号", "姓 & 名", None, " 备注 "),
        (dt.date(2009, 10, 3), dt.time(2, 0), dt.datetime(2009, 10, 3, 12), dt.datetime(2009, 10, 3, 8, 30)),
        (),
        (3, True, ErrorValue("#REF!"), "a<"),
        ('<x:c r="Z9"> & ', "红 先", "王A"),
        (None, 1, 2, 3),
    )
    assert sheet.merges == (Area("It's 名单", 0, 0, 0, 1),)
    assert snapshot.tables == (Table("名单", Area("It's 名单", 0, 0, 5, 3)),)
    assert snapshot.names == {"状态栏": Area("It's 名单", 4, 0, 4, 0)}


def test_libreoffice_reads_the_same_in_the_odd_file(tmp_path: Path) -> None:
    written = samples.converted(samples.odd_workbook(tmp_path / "odd.xlsx"), "csv", tmp_path / "csv")
    rows = list(csv.reader(written.read_text("utf-8").splitlines()))
    assert rows[0] == ["编号", "姓 & 名", "", " 备注 "]
    assert rows[3:] == [["3", "TRUE", "#REF!", "a<"], ['<x:c r="Z9"> & ', "红 先", "王A", ""], ["", "1", "2", "3"]]


@pytest.mark.parametrize("again_by_calc", [False, True])
def test_openpyxl_reads_the_same_in_a_club_s_workbook(tmp_path: Path, again_by_calc: bool) -> None:
    path = samples.rich_workbook(tmp_path / "rich.xlsx")
    if again_by_calc:
        path = samples.converted(path, "xlsx", tmp_path / "calc")
    snapshot = ClosedBook(path).snapshot()
    with pytest.warns(UserWarning, match="is not supported and will be removed"):  # what a save by it would lose
        other = openpyxl.load_workbook(path, data_only=True)
    assert [sheet.name for sheet in snapshot.sheets] == [sheet.title for sheet in other.worksheets]
    assert [sheet.visible for sheet in snapshot.sheets] == [
        sheet.sheet_state == "visible" for sheet in other.worksheets
    ]
    for sheet, there in zip(snapshot.sheets, other.worksheets, strict=True):
        for row, theirs in enumerate(there.iter_rows(values_only=True)):
            ours = sheet.rows[row] if row < len(sheet.rows) else ()
            assert _without_end(_like_openpyxl(ours)) == _without_end(theirs), (sheet.name, row)
    tables = {name for sheet in other.worksheets for name in sheet.tables}
    assert {table.name for table in snapshot.tables} == tables == {"赛事", "名单", "第1轮", "第2轮", "第3轮"}
    assert snapshot.table("名单") == Table("名单", Area("名单", 0, 0, 30, 3))
    assert snapshot.names == {"成绩表区": Area("成绩表", 1, 0, 20, 7), "状态栏": Area("赛事", 6, 1, 6, 1)}


def _like_openpyxl(row: tuple[CellValue, ...]) -> tuple[object, ...]:
    """openpyxl gives every date a midnight and an error as its text."""
    plain = []
    for value in row:
        if isinstance(value, ErrorValue):
            plain.append(value.code)
        elif isinstance(value, dt.date) and not isinstance(value, dt.datetime):
            plain.append(dt.datetime.combine(value, dt.time()))
        else:
            plain.append(value)
    return tuple(plain)


def _without_end(row: tuple[object, ...]) -> tuple[object, ...]:
    end = len(row)
    while end and row[end - 1] in (None, ""):
        end -= 1
    return row[:end]


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ('<c r="A1"><v>3.0</v></c>', 3),
        ('<c r="A1" t="n"><v>2.5</v></c>', 2.5),
        ('<c r="A1"><v>1E3</v></c>', 1000),
        ('<c r="A1"><v>-7</v></c>', -7),
        ('<c r="A1"><v>110101199001011234</v></c>', 110101199001011234),
        ('<c r="A1"><v>二</v></c>', ErrorValue("#VALUE!")),
        ('<c r="A1"><v>1e999</v></c>', ErrorValue("#VALUE!")),
        ('<c r="A1" t="s"><v>7</v></c>', ErrorValue("#VALUE!")),
        ('<c r="A1" t="b"><v>0</v></c>', False),
        ('<c r="A1" t="e"><v>#N/A</v></c>', ErrorValue("#N/A")),
        ('<c r="A1" t="str"><f>A2</f><v>胜</v></c>', "胜"),
        ('<c r="A1" t="str"><f>""</f><v></v></c>', ""),
        ('<c r="A1" t="str"><f>A2&amp;""</f></c>', None),
        ('<c r="A1"><f>A2</f></c>', NOT_COMPUTED),
        ('<c r="A1"><f>"新"&amp;"人"</f><v /></c>', NOT_COMPUTED),
        ('<c r="A1" s="0"><f t="shared" si="0"/><v></v></c>', NOT_COMPUTED),
        ('<c r="A1"><f>""</f><v /></c>', None),
        ('<c r="A1"><f>&quot;&quot;</f></c>', None),
        ('<c r="A1"><v/></c>', None),
        ('<c r="A1" t="inlineStr"><is><t>007</t></is></c>', "007"),
        ('<c r="A1" t="inlineStr"><is><r><t>红</t></r><r><t>先</t></r></is></c>', "红先"),
        ('<c r="A1" t="inlineStr"><is/></c>', ""),
        ('<c r="A1" t="str"><v>甲&#13;&#x4E59;&apos;_x000A_</v></c>', "甲\r乙'\n"),
        ('<c r="A1" t="str"><v>甲\r\n乙</v></c>', "甲\n乙"),
        ('<c r="A1" t="str"><v>_xD83D__xDE00__xD83D_</v></c>', "😀\ufffd"),
        ('<c r="A1" t="d"><v>2009-10-03</v></c>', dt.date(2009, 10, 3)),
        ('<c r="A1" t="d"><v>T14:30:00Z</v></c>', dt.time(14, 30)),
        ('<c r="A1" t="d"><v>昨天</v></c>', "昨天"),
        ("<c r='A1' s='0'><v >5</v ></c >", 5),
    ],
)
def test_each_kind_of_cell_is_read(tmp_path: Path, cell: str, value: CellValue) -> None:
    rows = one_sheet(tmp_path, f'<row r="1">{cell}</row>')
    found = rows[0][0] if rows else None
    assert (found, type(found)) == (value, type(value))


def test_places_are_taken_from_rows_and_cells_or_follow_on(tmp_path: Path) -> None:
    rows = one_sheet(
        tmp_path,
        '<row><c><v>1</v></c><c/><c><v>2</v></c></row><row r="4"><c r="C4"><v>3</v></c><c><v>4</v></c>'
        '<c r="B4"><v>5</v></c></row><row><c r="AA9"><v>6</v></c></row>',
    )
    assert rows == ((1, None, 2), (), (), (None, 5, 3, 4), (None,) * 26 + (6,))


@pytest.mark.parametrize(
    ("code", "dating"),
    [
        ("General", Dating.NONE),
        ("0.00", Dating.NONE),
        ("@", Dating.NONE),
        ('0"day"', Dating.NONE),
        ("[Red]0;[Blue]0", Dating.NONE),
        ("0.00E+00", Dating.NONE),
        ("yyyy-mm-dd", Dating.DAY),
        ('m"月"d"日"', Dating.DAY),
        ("[$-804]yyyy年m月", Dating.DAY),
        ("h:mm AM/PM", Dating.CLOCK),
        ("[h]:mm:ss", Dating.CLOCK),
        ("[mm]:ss", Dating.CLOCK),
        ("yyyy/m/d h:mm", Dating.DAY | Dating.CLOCK),
    ],
)
def test_a_number_format_shows_a_day_a_clock_or_neither(code: str, dating: Dating) -> None:
    assert dating_of(code) == dating


def test_a_workbook_that_counts_from_1904_is_read(tmp_path: Path) -> None:
    # 1 in the calendar of 1904 is 2 January 1904 (ECMA-376 part 1, 18.17.4.1).
    members = samples.plain_members('<row r="1"><c r="A1" s="1"><v>1</v></c></row>')
    book = str(members["xl/workbook.xml"]).replace("<sheets>", '<workbookPr date1904="1"/><sheets>')
    rels = str(members["xl/_rels/workbook.xml.rels"]).replace(
        "</Relationships>", f'<Relationship Id="s" Type="{samples.RELS}/styles" Target="styles.xml"/></Relationships>'
    )
    styles = f'<styleSheet xmlns="{samples.MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'
    changed = {"xl/workbook.xml": book, "xl/_rels/workbook.xml.rels": rels, "xl/styles.xml": styles}
    path = samples.write_zip(tmp_path / "mac.xlsx", members | changed)
    assert ClosedBook(path).snapshot().sheets[0].rows == ((dt.date(1904, 1, 2),),)
    samples.write_zip(path, members | changed | {"xl/workbook.xml": members["xl/workbook.xml"]})
    assert ClosedBook(path).snapshot().sheets[0].rows == ((dt.date(1900, 1, 1),),)


def test_names_are_those_of_the_whole_workbook_that_stand_for_one_area(tmp_path: Path) -> None:
    members = samples.plain_members('<row r="1"/>')
    names = (
        '<definedNames><definedName name="甲">表!$B$2:$A$1</definedName><definedName name="乙">\'表\'!C3</definedName>'
        '<definedName name="丙" localSheetId="0">表!$A$1</definedName><definedName name="丁">表!$A:$A</definedName>'
        '<definedName name="戊">表!$A$1,表!$B$2</definedName><definedName name="己">#REF!$A$1</definedName>'
        '<definedName name="庚">别处!$A$1</definedName></definedNames>'
    )
    book = str(members["xl/workbook.xml"]).replace("</workbook>", f"{names}</workbook>")
    path = samples.write_zip(tmp_path / "names.xlsx", members | {"xl/workbook.xml": book})
    assert ClosedBook(path).snapshot().names == {"甲": Area("表", 0, 0, 1, 1), "乙": Area("表", 2, 2, 2, 2)}


def test_a_part_is_found_whatever_the_case_of_its_name(tmp_path: Path) -> None:
    members = samples.plain_members('<row r="1"><c r="A1"><v>1</v></c></row>')
    members["xl/Worksheets/Sheet1.XML"] = members.pop("xl/worksheets/sheet1.xml")
    path = samples.write_zip(tmp_path / "case.xlsx", members)
    assert ClosedBook(path).snapshot().sheets[0].rows == ((1,),)


def test_a_file_saved_by_an_older_version_while_open_elsewhere_is_still_read(tmp_path: Path) -> None:
    path = samples.plain_workbook(tmp_path / "open.xlsx", '<row r="1"><c r="A1"><v>1</v></c></row>')
    (tmp_path / "~$open.xlsx").write_bytes(b"x")
    assert ClosedBook(path).snapshot().sheets[0].rows == ((1,),)


def _many_sheets(path: Path, count: int) -> Path:
    members = samples.plain_members('<row r="1"><c r="A1"><v>1</v></c></row>')
    sheet = members["xl/worksheets/sheet1.xml"]
    numbers = range(1, count + 1)
    listed = "".join(f'<sheet name="表{n}" sheetId="{n}" r:id="rId{n}"/>' for n in numbers)
    book = str(members["xl/workbook.xml"])
    start, end = book.index("<sheets>") + 8, book.index("</sheets>")
    members["xl/workbook.xml"] = book[:start] + listed + book[end:]
    targets = [(f"rId{n}", "worksheet", f"worksheets/sheet{n}.xml") for n in numbers]
    members["xl/_rels/workbook.xml.rels"] = samples.relationships(*targets)
    members |= {f"xl/worksheets/sheet{n}.xml": sheet for n in numbers}
    return samples.write_zip(path, members)


def _hostile(path: Path, kind: str) -> Path:
    row = '<row r="{0}"><c r="A{0}"><v>1</v></c></row>'
    match kind:
        case "a dimension of ten million rows":
            return samples.plain_workbook(path, row.format(1), before='<dimension ref="A1:XFD10000000"/>')
        case "a cell in row ten million":
            return samples.plain_workbook(path, row.format(10_000_000))
        case "a million rows":
            return samples.plain_workbook(path, "".join(row.format(n) for n in range(1, 1_000_001)))
        case "the last cell there is":
            return samples.plain_workbook(path, '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')
        case "the last column in every row":
            return samples.plain_workbook(
                path, "".join(f'<row><c r="XFD{n}"><v>1</v></c></row>' for n in range(99_999))
            )
        case "empty cells without end":
            return samples.plain_workbook(path, "<row>" + "<c/>" * 5_000_000 + "</row>")
        case "texts without end":
            return samples.plain_workbook(
                path, '<row><c t="inlineStr"><is><t>' + "棋" * 9_000_000 + "</t></is></c></row>"
            )
        case "tags within tags":
            return samples.plain_workbook(path, "<row>" * 400_000 + "</row>" * 400_000)
        case "five thousand sheets":
            return _many_sheets(path, 5000)
    raise AssertionError(kind)


HOSTILE = (
    "a dimension of ten million rows",
    "a cell in row ten million",
    "a million rows",
    "the last cell there is",
    "the last column in every row",
    "empty cells without end",
    "texts without end",
    "tags within tags",
    "five thousand sheets",
)
_READ = """
import sys, time, resource
from xlpair.workbook.closed import ClosedBook
from xlpair.errors import XlpairError
resource.setrlimit(resource.RLIMIT_AS, (500 << 20, 500 << 20))
start = time.process_time()
try:
    outcome = f"{len(ClosedBook(sys.argv[1]).snapshot().sheets)} sheets"
except XlpairError as error:
    outcome = str(error)
print(f"{time.process_time() - start:.2f} {outcome}")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="memory is limited by a call that Windows lacks")
@pytest.mark.parametrize("kind", HOSTILE)
def test_a_workbook_made_to_hurt_costs_neither_time_nor_memory(tmp_path: Path, kind: str) -> None:
    path = _hostile(tmp_path / "hostile.xlsx", kind)
    best = 99.0
    for _ in range(3):  # the processor may be slowed by other work
        run = subprocess.run([sys.executable, "-c", _READ, str(path)], capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
        seconds, _, outcome = run.stdout.strip().partition(" ")
        assert outcome.endswith(("sheets", "。")), outcome
        best = min(best, float(seconds))
        if best < 2:
            break
    assert best < 2, (kind, outcome)


def test_names_of_five_thousand_letters_are_read(tmp_path: Path) -> None:
    name = "棋" * 5000
    rows = one_sheet(tmp_path, f'<row r="1"><c r="A1" t="inlineStr"><is><t>{name}</t></is></c></row>')
    assert rows == ((name,),)


def test_a_file_of_a_hundred_players_after_nine_rounds_is_read_in_a_twinkling(tmp_path: Path) -> None:
    """A fifth of a second leaves ``pair`` most of its 0.8; openpyxl takes 0.4 here."""
    path = tmp_path / "hundred.xlsx"
    row = "".join(f'<c r="{column}{{0}}" t="str"><v>棋手{{0}}</v></c>' for column in "ABCDEFGHIJKLM")
    sheet = "".join(f'<row r="{n}">{row.format(n)}</row>' for n in range(1, 71))
    _many_sheets(path, 20)
    with zipfile.ZipFile(path) as archive:
        members: dict[str, bytes | str] = {name: archive.read(name) for name in archive.namelist()}
    full = samples.plain_members(sheet)["xl/worksheets/sheet1.xml"]
    members |= {name: full for name in members if name.startswith("xl/worksheets/sheet")}
    samples.write_zip(path, members)
    times = []
    for _ in range(5):
        start = time.process_time()
        snapshot = ClosedBook(path).snapshot()
        times.append(time.process_time() - start)
    assert sum(len(row) for sheet in snapshot.sheets for row in sheet.rows) == 20 * 70 * 13
    assert min(times) < 0.2


def test_a_missing_file_and_a_folder_are_told(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match=r"找不到文件「没有\.xlsx」"):
        ClosedBook(tmp_path / "没有.xlsx")
    with pytest.raises(UnreadableFile, match="是文件夹，不是工作簿"):
        ClosedBook.open(tmp_path)
    assert list(tmp_path.iterdir()) == []
