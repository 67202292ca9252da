"""What LibreOffice prints of a workbook: everything that is shown, and no sheet that is still hidden."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pictures
import pytest

from calc.books import NOW, book_of, swiss_2009
from calc.conftest import Desk
from calc.office import XLSX, Document
from xlpair import actions
from xlpair.workbook.closed import ClosedBook

PDF = "calc_pdf_Export"


def rounds_in(pdf: Path) -> list[int]:
    """The rounds whose tables are in a print-out, in order."""
    if shutil.which("pdftotext") is None:
        pytest.skip("poppler is not installed")
    return [int(number) for number in re.findall(r"第(\d+)轮 *对局表", pictures.pdf_text(pdf))]


def printed(document: Document, folder: Path) -> list[int]:
    document.save_as(str(folder / "全部.pdf"), PDF)
    return rounds_in(folder / "全部.pdf")


@pytest.mark.parametrize("kind", [".xlsx", ".xlsm"])
def test_the_whole_workbook_as_a_pdf_has_the_rounds_that_are_paired(kind: str, desk: Desk, tmp_path: Path) -> None:
    document = desk.open(book_of(tmp_path / f"春季赛{kind}", swiss_2009(3)))
    assert printed(document, tmp_path) == [1, 2, 3]
    assert not document.command("pair")["refused"]
    assert printed(document, tmp_path) == [1, 2, 3, 4]
    document.undo()
    assert printed(document, tmp_path) == [1, 2, 3]
    document.command("undo", {"yes": ""})
    assert printed(document, tmp_path) == [1, 2]
    document.undo()
    assert printed(document, tmp_path) == [1, 2, 3]


def test_rounds_taken_back_in_a_file_are_not_printed_whichever_program_saved_it(desk: Desk, tmp_path: Path) -> None:
    path = book_of(tmp_path / "春季赛.xlsx", swiss_2009(3))
    desk.open(Path(shutil.copy(path, tmp_path / "开着.xlsx"))).save_as(str(tmp_path / "又存.xlsx"), XLSX)
    for saved in (path, tmp_path / "又存.xlsx"):
        with ClosedBook.open(saved) as book:
            actions.undo(book, now=NOW, lose_results=True)
        assert rounds_in(saved) == [1, 2]
