"""Prefixes that Excel wrote before our functions, where they stand in names, beside texts and in protected sheets."""

from __future__ import annotations

from pathlib import Path

import openpyxl
from openpyxl.workbook.defined_name import DefinedName

from calc.books import book_of, swiss_2009
from calc.conftest import Desk
from calc.office import XLSX

NEW_RATING = 1610  # L1 with 20: two points of one game are a win against an equal


def workbook(path: Path, *, protected: bool = False) -> Path:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = "表"
    sheet["A1"] = "=_xll.XQ_RATING(1600,1600,2,20)"
    sheet["A2"] = '="_xll.XQ_ROUNDROBIN(8) "&_xll.XQ_RATING(1600,1600,2,20)'
    sheet["A3"] = "=新分"
    book.defined_names["新分"] = DefinedName("新分", attr_text="_xll.XQ_RATING(1600,1600,2,20)")
    sheet.protection.sheet = protected
    book.save(path)
    return path


def test_names_are_mended_and_texts_are_left_alone(desk: Desk, tmp_path: Path) -> None:
    document = desk.open(workbook(tmp_path / "前缀.xlsx"))
    assert document.cell("表", 0, 0)["value"] == NEW_RATING
    assert document.cell("表", 1, 0)["string"] == f"_xll.XQ_ROUNDROBIN(8) {NEW_RATING}"
    assert document.cell("表", 2, 0)["value"] == NEW_RATING
    assert document.bars() == []


def test_a_protected_sheet_that_cannot_be_mended_is_told(desk: Desk, tmp_path: Path) -> None:
    document = desk.open(workbook(tmp_path / "保护.xlsx", protected=True))
    assert document.bars() == ["xlpair.names"]


def test_the_check_lists_names_that_are_not_bare_until_they_are(desk: Desk, tmp_path: Path) -> None:
    document = desk.open(book_of(tmp_path / "春季赛.xlsx", swiss_2009(2)))
    clean = document.command("check")["lines"]
    document.insert_sheet("我的表", 0)
    document.put("我的表", 2, 1, "=_xll.XQ_RATING(1600;1600;2;20)")
    pasted = document.command("check")
    (line,) = [line for line in pasted["lines"] if "前缀" in line]
    assert line.startswith("提醒  我的表!B3：")
    assert line.endswith("请存盘，再重新打开，就会改好。")
    document.protect("我的表", "secret")
    document.save_as(str(tmp_path / "保护.xlsx"), XLSX)
    again = desk.open(tmp_path / "保护.xlsx")
    assert again.cell("我的表", 2, 1)["string"] == "#NAME?"
    told = again.command("check")
    (line,) = [line for line in told["lines"] if "前缀" in line]
    assert line.startswith("提醒  我的表!B3：")
    assert line.endswith("请撤销这张工作表的保护，存盘，再重新打开，就会改好。")
    again.unprotect("我的表", "secret")
    again.save_as(str(tmp_path / "撤销.xlsx"), XLSX)
    mended = desk.open(tmp_path / "撤销.xlsx")
    assert mended.cell("我的表", 2, 1)["value"] == NEW_RATING
    assert mended.command("check")["lines"] == clean
