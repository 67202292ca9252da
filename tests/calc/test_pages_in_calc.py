"""Where printed pages break in Calc once the menu has paired: by Calc's own page, rows and columns."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import openpyxl
import pictures
from openpyxl.worksheet.pagebreak import Break

from calc.books import NOW
from calc.conftest import Desk
from calc.office import Document
from xlpair import actions
from xlpair.settings import FinalForm, Settings, System, TableUpdate
from xlpair.simulate import practice_event

PLAIN = Settings(name="练习赛", table_update=TableUpdate.VALUES)
GROUPS = replace(PLAIN, system=System.GROUPS, groups=4, group_qualifiers=2, final_form=FinalForm.KNOCKOUT)


def breaks(document: Document, sheet: str, folder: Path) -> list[int]:
    """The rows above manual page breaks, as they stand in a copy that Calc writes."""
    path = folder / "副本.xlsx"
    document.save_as(str(path), "Calc MS Excel 2007 XML")
    return sorted(one.id for one in openpyxl.load_workbook(path)[sheet].row_breaks.brk)


def pages(document: Document, sheet: str, folder: Path) -> list[list[str]]:
    """The printed pages of a sheet, each its lines without blanks."""
    path = folder / "印.pdf"
    document.save_as(str(path), "calc_pdf_Export")
    found = [["".join(line.split()) for line in page.splitlines()] for page in pictures.pdf_text(path).split("\f")]
    filled = [[line for line in lines if line] for lines in found]
    return [lines for lines in filled if lines and lines[-1].startswith(f"{sheet}第")]


def test_a_group_that_has_no_room_begins_a_page_and_one_undo_takes_that_back(desk: Desk, tmp_path: Path) -> None:
    """Four groups, of 6, 6, 6 and 5, each with a heading and a blank row behind: the last begins in row 28."""
    path = tmp_path / "分组.xlsx"
    actions.new_with(path, practice_event(GROUPS, 23, 7), now=NOW)
    document = desk.open(path)
    before = breaks(document, "循环表", tmp_path)
    assert before == [27], "as the command line has written it"
    document.menu("pair")
    assert breaks(document, "循环表", tmp_path) == [27]
    first, second = pages(document, "循环表", tmp_path)
    assert [line[:2] for line in first if line[1:].startswith("组编号")] == ["A组", "B组", "C组"]
    assert [line[:2] for line in second if line[1:].startswith("组编号")] == ["D组"]
    assert second[2].startswith("D组编号")


def test_a_bracket_breaks_between_its_halves_and_breaks_of_the_users_stay(desk: Desk, tmp_path: Path) -> None:
    """64 places: a heading in row 4 and 32 pairs of 4 rows, so that the lower half begins in row 69."""
    path = tmp_path / "淘汰.xlsx"
    actions.new_with(path, practice_event(replace(PLAIN, system=System.KNOCKOUT), 45, 7), now=NOW)
    book = openpyxl.load_workbook(path)
    book["对阵图"].row_breaks.append(Break(id=2))
    book.save(path)
    document = desk.open(path)
    assert breaks(document, "对阵图", tmp_path) == [2]
    document.menu("pair")
    assert breaks(document, "对阵图", tmp_path) == [2, 68]
    assert document.state()["undo"] == ["编排下一轮"]
    document.undo()
    assert breaks(document, "对阵图", tmp_path) == [2]
    document.redo()
    assert breaks(document, "对阵图", tmp_path) == [2, 68]
    document.command("undo")
    assert breaks(document, "对阵图", tmp_path) == [2]
