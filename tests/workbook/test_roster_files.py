"""Rosters from files. The variants of one file are those that arbiters have reported, and others of their kind."""

from __future__ import annotations

import datetime as dt
import time
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest

from xlpair.errors import Gravity, UnreadableFile
from xlpair.model import Player
from xlpair.workbook.roster_files import RosterFile, read_roster_file
from xlpair.workbook.roster_reader import read_roster

LINES = (
    ("编号", "姓名", "单位", "等级分"),
    ("1", "吕钦", "广东", "2600"),
    ("2", "胡荣华", "上海", "2500"),
    ("3", "李来群", "河北", ""),
)
PLAYERS = (Player(1, "吕钦", "广东", 2600), Player(2, "胡荣华", "上海", 2500), Player(3, "李来群", "河北"))


def text(separator: str = ",", headings: tuple[str, ...] = LINES[0], newline: str = "\r\n") -> str:
    return newline.join(separator.join(line) for line in (headings, *LINES[1:])) + newline


def players(found: RosterFile) -> tuple[Player, ...]:
    reading = read_roster(found.block("x"))
    assert [problem for problem in reading.problems if problem.gravity is Gravity.ERROR] == []
    return reading.players


@pytest.mark.parametrize(
    "content",
    [
        text().encode("gb18030"),
        text().encode("gbk"),
        text().encode("utf-8"),
        text().encode("utf-8-sig"),
        text().encode("utf-16"),
        b"\xfe\xff" + text().encode("utf-16-be"),
        text("\t").encode("utf-16"),  # “Unicode 文本” of Excel
        text().encode("utf-16-le"),
        text("\t").encode("gb18030"),
        text(";").encode("gb18030"),
        text("，").encode(),
        text(newline="\n").encode(),
        text(newline="\r").encode(),
        ("\r\n" + text()).encode("gb18030"),
        ("\r\n \r\n,,,\r\n" + text()).encode("utf-8-sig"),
        ("sep=;\r\n" + text(";")).encode("gb18030"),
        ("全国象棋个人赛报名表\r\n" + text()).encode("gb18030"),
        ("报名表,,,\r\n" + text()).encode("gb18030"),
        text(headings=("编号", "选手", "代表队", "积分等级")).encode("gb18030"),
        text(headings=("编号", "名字", "俱乐部", "等级分")).encode(),
        text(headings=("编 号", " 姓　名 ", "單位", "等級分")).encode("utf-8-sig"),
        text(headings=("編號", "姓名", "單位", "等級分")).encode("gbk"),
        text().replace("吕钦", '"吕钦"').encode(),
    ],
    ids=range(23),
)
def test_hands_33_one_roster_however_saved(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "名单 (终).csv"
    path.write_bytes(content)
    found = read_roster_file(path)
    assert players(found) == PLAYERS
    assert found.problems == ()


def test_hands_33_a_roster_from_a_traditional_system(tmp_path: Path) -> None:
    path = tmp_path / "名單.csv"
    path.write_bytes("編號,姓名,單位\r\n1,呂欽,廣東\r\n2,胡榮華,上海\r\n".encode("big5"))
    assert players(read_roster_file(path)) == (Player(1, "呂欽", "廣東"), Player(2, "胡榮華", "上海"))


@pytest.mark.parametrize("name", ["名单.txt", "名单.tsv", "名单", "名单.CSV"])
def test_hands_33_text_files_by_any_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(text("\t").encode("gb18030"))
    assert players(read_roster_file(path)) == PLAYERS


def workbook(path: Path, *sheets: list[list[object]], merges: tuple[str, ...] = ()) -> Path:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets):
        sheet = book.create_sheet(f"表{number}")
        for row in rows:
            sheet.append(row)
        for merge in merges:
            sheet.merge_cells(merge)
    book.save(path)
    return path


def test_hands_33_a_workbook_with_the_same_roster(tmp_path: Path) -> None:
    rows = [list(LINES[0]), [1, "吕钦", "广东", 2600], ["２", "胡荣华", "上海", "2500"], [3.0, "李来群", "河北", None]]
    path = workbook(tmp_path / "报名.xlsx", [["说明"], ["请勿修改"]], [["报名表"], [], *rows])
    assert players(read_roster_file(path)) == PLAYERS


def test_hands_32_long_numbers_and_phones_stay_text(tmp_path: Path) -> None:
    path = tmp_path / "名单.csv"
    path.write_text("姓名,身份证号,电话\n吕钦,440102196207010019,013800138000\n", encoding="utf-8")
    found = read_roster_file(path)
    assert found.headings == ("姓名", "身份证号", "电话")
    assert found.rows == ({"姓名": "吕钦", "身份证号": "440102196207010019", "电话": "013800138000"},)


def test_hands_32_text_cells_of_a_workbook_stay_text(tmp_path: Path) -> None:
    path = workbook(
        tmp_path / "名单.xlsx",
        [["姓名", "身份证号", "电话", "生日"], ["吕钦", "440102196207010019", 13800138000, dt.datetime(1962, 7, 1)]],
    )
    (row,) = read_roster_file(path).rows
    assert row == {"姓名": "吕钦", "身份证号": "440102196207010019", "电话": "13800138000", "生日": "1962-07-01"}


def test_hands_32_digits_that_excel_has_lost_are_told(tmp_path: Path) -> None:
    """18 digits typed as a number keep 15 of them in any spreadsheet."""
    path = workbook(tmp_path / "名单.xlsx", [["姓名", "身份证号"], ["吕钦", 440102196207010000]])
    found = read_roster_file(path)
    assert found.rows[0]["身份证号"] == "440102196207010000"
    (problem,) = found.problems
    assert (problem.where, problem.gravity) == ("名单.xlsx 第2行 身份证号", Gravity.WARNING)


@pytest.mark.parametrize("name", ["=1+1", "+张", "-李", "@队", "'引号", "00123", "3.0", "#1"])
def test_hands_34_names_are_text(tmp_path: Path, name: str) -> None:
    path = tmp_path / "名单.csv"
    path.write_text(f"姓名,单位\n{name},{name}\n", encoding="utf-8")
    assert read_roster_file(path).rows == ({"姓名": name, "单位": name},)
    assert [player.name for player in players(read_roster_file(path))] == [name]


def test_hands_35_a_merged_club_of_a_workbook_holds_for_all_its_rows(tmp_path: Path) -> None:
    rows = [["单位", "姓名"], ["火车头", "甲"], [None, "乙"], [None, "丙"], ["广东", "丁"]]
    path = workbook(tmp_path / "名单.xlsx", rows, merges=("A2:A4",))
    assert [row["单位"] for row in read_roster_file(path).rows] == ["火车头", "火车头", "火车头", "广东"]


def test_hands_36_blank_rows_in_the_middle(tmp_path: Path) -> None:
    path = tmp_path / "名单.csv"
    path.write_text("姓名,单位\n甲,北京\n,\n\n乙,上海\n,,\n", encoding="utf-8")
    found = read_roster_file(path)
    assert [row["姓名"] for row in found.rows] == ["甲", "乙"]
    assert found.lines == (2, 5)
    assert found.problems == ()


def test_hands_39_error_cells_are_named_and_left_out(tmp_path: Path) -> None:
    path = workbook(tmp_path / "名单.xlsx", [["姓名", "单位"], ["甲", "#REF!"], ["#N/A", "北京"]])
    found = read_roster_file(path)
    assert found.rows == ({"姓名": "甲"},)
    assert [problem.where for problem in found.problems][:2] == ["名单.xlsx 第2行 单位", "名单.xlsx 第3行 姓名"]


def test_formulas_that_were_never_computed_are_named(tmp_path: Path) -> None:
    """Written with openpyxl, formulas have no value; ``=""`` gives nothing whether it is computed or not."""
    rows = [
        ["姓名", "单位", "等级分"],
        ["甲", '="北"&"京"', 1650],
        ['="新"&"人"', "北京", '=""'],
        ["丙", '=""', "=1+1"],
    ]
    other = [["说明"], ["=1+1"]]
    path = workbook(tmp_path / "名单.xlsx", rows)
    book = openpyxl.load_workbook(path)
    sheet = book.create_sheet("说明")
    for row in other:
        sheet.append(row)
    book.save(path)
    found = read_roster_file(path)
    assert found.rows == ({"姓名": "甲", "等级分": 1650}, {"姓名": "丙"})
    assert [problem.where for problem in found.problems] == [
        "名单.xlsx 第2行 单位", "名单.xlsx 第3行 姓名", "名单.xlsx 第4行 等级分",
    ]  # fmt: skip
    assert {(problem.what, problem.hint, problem.gravity) for problem in found.problems} == {
        ("公式还没有算出值。", "请在 Excel（或 WPS、LibreOffice）里打开、保存一次再用。", Gravity.ERROR)
    }


def test_problems_of_the_roster_name_the_line_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "名单.csv"
    path.write_text("报名表\n\n编号,姓名\n1,甲\n\n1,乙\n", encoding="utf-8")
    found = read_roster_file(path)
    assert [problem.where for problem in read_roster(found.block("名单.csv")).problems if "重复" in problem.what] == [
        "名单.csv 第6行 编号"
    ]


def test_a_row_without_a_name_is_told(tmp_path: Path) -> None:
    path = tmp_path / "名单.csv"
    path.write_text("编号,姓名\n1,甲\n2,\n", encoding="utf-8")
    (problem,) = read_roster_file(path).problems
    assert (problem.where, problem.gravity) == ("名单.csv 第3行", Gravity.WARNING)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("空.csv", b"", "是空文件"),
        ("无标题.csv", "甲,北京\n乙,上海\n".encode(), "找不到“姓名”"),
        ("乱.csv", bytes(range(256)) * 8, "编码认不出来"),
        ("旧.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "请另存为 .xlsx 或 .csv"),
        ("加密.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "加了密码"),
        ("坏.xlsx", b"PK\x03\x04" + bytes(200), "文件损坏"),
        ("网页.xlsx", b"<html><table></table></html>", "不是 Excel 文件"),
        ("图.png", b"\x89PNG\r\n", "请另存为 .xlsx 或 .csv"),
    ],
)
def test_files_that_cannot_be_read_are_told_in_one_sentence(
    tmp_path: Path, name: str, content: bytes, told: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(UnreadableFile) as caught:
        read_roster_file(path)
    assert told in caught.value.message
    assert name in caught.value.message
    assert "\n" not in caught.value.message


def test_files_that_are_not_there_or_are_folders(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="没有这个文件"):
        read_roster_file(tmp_path / "无.csv")
    with pytest.raises(UnreadableFile, match="文件夹"):
        read_roster_file(tmp_path)


def test_a_heading_alone_is_told(tmp_path: Path) -> None:
    path = tmp_path / "名单.csv"
    path.write_text("编号,姓名\n", encoding="utf-8")
    found = read_roster_file(path)
    assert found.rows == ()
    assert [problem.what for problem in found.problems] == ["名单是空的。"]


def test_a_list_of_names_only(tmp_path: Path) -> None:
    path = tmp_path / "名单.txt"
    path.write_text("姓名\n甲\n乙\n", encoding="gb18030")
    assert [row["姓名"] for row in read_roster_file(path).rows] == ["甲", "乙"]


EXTENSIONS = (
    b'<extLst><ext uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}" '
    b'xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"><x14:dataValidations count="0"/></ext>'
    b'<ext uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}" '
    b'xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"><x14:conditionalFormattings/></ext>'
    b'<ext uri="{00000000-0000-0000-0000-000000000000}"/></extLst>'
)


def roster_book(path: Path, names: int = 3) -> Path:
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("报名")
    sheet.append(LINES[0])
    for number in range(1, names + 1):
        sheet.append((number, f"甲{number}", "队", 1500))
    book.save(path)
    return path


def exchanged(path: Path, part: str, old: bytes, new: bytes) -> None:
    """Put other bytes into a part of a workbook."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    assert old in parts[part]
    parts[part] = parts[part].replace(old, new)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        ("xl/worksheets/sheet1.xml", b"</worksheet>", EXTENSIONS + b"</worksheet>"),
        (
            "xl/worksheets/sheet1.xml",
            b"</worksheet>",
            b"<headerFooter><oddHeader>&amp;C&amp;X bad &amp;</oddHeader></headerFooter></worksheet>",
        ),
        ("xl/styles.xml", b'<cellStyle name="Normal"', b'<cellStyle name="Own"'),
    ],
    ids=["extensions", "header", "no default style"],
)
def test_nothing_is_said_in_english_of_what_a_reader_leaves_out(
    part: str, old: bytes, new: bytes, tmp_path: Path
) -> None:
    path = roster_book(tmp_path / "名单.xlsx")
    exchanged(path, part, old, new)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        assert len(read_roster_file(path).rows) == 3
    assert [str(one.message) for one in seen] == []


def test_nothing_is_said_in_english_of_a_date_that_is_none(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for line in (("姓名", "报名日期"), ("甲", 99_999_999_999), ("乙", None)):
        sheet.append(line)
    sheet["B2"].number_format = "yyyy-mm-dd"
    path = tmp_path / "名单.xlsx"
    book.save(path)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        assert len(read_roster_file(path).rows) == 2
    assert [str(one.message) for one in seen] == []


def long_text(path: Path, names: int) -> Path:
    path.write_text(
        "编号,姓名,单位\n" + "".join(f"{one},甲{one},队\n" for one in range(1, names + 1)), encoding="utf-8"
    )
    return path


@pytest.mark.parametrize("names", [3_001, 20_000, 50_000])
@pytest.mark.parametrize("made", [long_text, roster_book])
def test_a_roster_that_no_workbook_can_hold_is_told_at_once(
    names: int, made: Callable[[Path, int], Path], tmp_path: Path
) -> None:
    """3,000 is the most a workbook holds with all its rounds; the manual says so."""
    path = made(tmp_path / ("名单.csv" if made is long_text else "名单.xlsx"), names)
    start = time.process_time()
    with pytest.raises(UnreadableFile, match=r"超过 3000 人，一个工作簿最多放 3000 人。请按组别分成几份名单"):
        read_roster_file(path)
    assert time.process_time() - start < 3


@pytest.mark.parametrize("made", [long_text, roster_book])
def test_the_longest_roster_is_read_whole(made: Callable[[Path, int], Path], tmp_path: Path) -> None:
    path = made(tmp_path / ("名单.csv" if made is long_text else "名单.xlsx"), 3_000)
    assert len(read_roster_file(path).rows) == 3_000


@pytest.mark.parametrize("kind", [".csv", ".xlsx"])
def test_names_far_below_are_not_lost(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"名单{kind}"
    if kind == ".csv":
        path.write_text("编号,姓名\n1,甲\n" + ",\n" * 25_000 + "2,乙\n", encoding="utf-8")
    else:
        book = openpyxl.Workbook()
        sheet = book.worksheets[0]
        sheet.append(("编号", "姓名"))
        sheet.append((1, "甲"))
        sheet.cell(25_000, 2).value = "乙"
        book.save(path)
    with pytest.raises(UnreadableFile, match="第 20000 行以下还有棋手"):
        read_roster_file(path)


def test_a_long_list_on_another_sheet_is_no_matter(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for line in LINES:
        sheet.append(line)
    other = book.create_sheet("历年成绩")
    other.append(("姓名", "成绩"))
    for one in range(5_000):
        other.append((f"甲{one}", one))
    path = tmp_path / "名单.xlsx"
    book.save(path)
    assert len(read_roster_file(path).rows) == 3
