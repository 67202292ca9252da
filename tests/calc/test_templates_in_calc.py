"""The ready workbooks as they are handed out, opened in Calc: every function computes, no cell is an error."""

from __future__ import annotations

from pathlib import Path

import pytest

from calc.conftest import Desk
from xlpair.workbook.layout import CARD_NOTICE_NAME, STANDINGS_NOTICE_NAME
from xlpair.workbook.notices import NO_FUNCTIONS

FOLDER = Path(__file__).parents[2] / "workbook_templates"
FILES = sorted(FOLDER.glob("*.xls*"))


def test_there_are_ready_workbooks() -> None:
    assert len(FILES) > 20


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_a_ready_workbook_opens_without_an_error_and_says_what_it_lacks(path: Path, desk: Desk, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    copy.write_bytes(path.read_bytes())
    document = desk.open(copy)
    row = document.column("赛事", "项目").index("成绩表更新") + 1
    document.typed("赛事", row, "内容", "实时公式")
    said = document.command("refresh")
    assert not said["refused"], said
    assert document.errors() == []
    assert document.values(STANDINGS_NOTICE_NAME)[0][0].startswith("名单：还没有")
    assert document.values(CARD_NOTICE_NAME)[0][0] not in ("", NO_FUNCTIONS)
