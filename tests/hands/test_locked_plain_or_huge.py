"""Workbooks that cannot be written to, or not be read: protection, tables that are none any more, endless blank rows.

Everything is told with its sheet and nothing is written. Expected values are reasoned here.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from clubs import club, draws, lines, the_file
from halls import Hall
from hand_edits import edit_part, other_program, sheet_part

from xlpair.errors import Gravity, NotAllowed, NotSaved, UnreadableFile
from xlpair.workbook.closed import ClosedBook


@pytest.mark.parametrize("lock", ['lockStructure="1"', 'lockStructure="true" lockWindows="1"'])
@pytest.mark.parametrize("command", ["pair", "rounds", "undo"])
def test_hands_39_a_locked_structure_lets_no_sheet_come_or_show(command: str, lock: str, tmp_path: Path) -> None:
    """Excel and Calc would add, show and hide no sheet there either: 审阅→保护工作簿."""
    found = club(tmp_path, 4, {"轮数": "3"}, rounds=3)
    found.pair()
    draws(found, 1)
    lock_structure(the_file(found), lock)
    before = the_file(found).read_bytes()
    with pytest.raises(NotSaved, match=r"工作簿的结构受保护，不能(增加|显示或隐藏)工作表"):
        {
            "pair": found.pair,
            "rounds": lambda: found.rounds(9),
            "undo": lambda: found.undo(lose_results=True),
        }[command]()
    assert the_file(found).read_bytes() == before


def test_hands_39_a_locked_structure_hinders_nothing_else(tmp_path: Path) -> None:
    found = club(tmp_path, 4, {"轮数": "3"}, rounds=3)
    found.pair()
    lock_structure(the_file(found), 'lockStructure="1"')
    draws(found, 1)
    found.resize(60)
    assert found.event().rounds[0].open_boards == ()


def lock_structure(path: Path, lock: str) -> None:
    edit_part(
        path, "xl/workbook.xml", lambda text: text.replace("<bookViews", f"<workbookProtection {lock}/><bookViews", 1)
    )


@pytest.mark.parametrize("sheets", [("第2轮",), ("第2轮", "成绩表"), ("赛事", "第2轮", "编排记录")])
def test_hands_39_every_protected_sheet_is_named_at_once(sheets: Sequence[str], tmp_path: Path) -> None:
    """The arbiter takes the protection off once, not sheet by sheet."""
    found = club(tmp_path, 4, {"轮数": "3"}, rounds=3)
    found.pair()
    draws(found, 1)
    lock = '</sheetData><sheetProtection sheet="1" objects="1" scenarios="1"/>'
    for sheet in sheets:
        part = sheet_part(the_file(found), sheet)
        edit_part(the_file(found), part, lambda text: text.replace("</sheetData>", lock, 1))
    before = the_file(found).read_bytes()
    with pytest.raises(NotSaved) as refused:
        found.pair()
    named = [
        sheet
        for sheet in ("赛事", "第1轮", "第2轮", "成绩表", "编排记录")
        if f"「{sheet}」受保护" in str(refused.value)
    ]
    assert sorted(named) == sorted(sheets)
    assert the_file(found).read_bytes() == before


def without_tables(found: Hall, *names: str) -> None:
    """Turn tables into plain cells (转换为区域); all of them, where none is named."""
    with other_program(the_file(found)) as hands:
        for sheet in hands.book.worksheets:
            for name in list(sheet.tables):
                if not names or name in names:
                    del sheet.tables[name]


@pytest.mark.parametrize(
    ("names", "hinder"),
    [((), {"编排记录", "第2轮"}), (("编排记录",), {"编排记录"}), (("第2轮", "第3轮", "名单"), {"第2轮"})],
)
def test_hands_42_the_check_says_which_plain_cells_stop_the_pairing(
    names: Sequence[str], hinder: set[str], tmp_path: Path
) -> None:
    """The log grows with every pairing; so does the next round, whose 20 boards are more than the rows it shows."""
    found = club(tmp_path, 40, {"轮数": "3"}, rounds=3)
    found.pair()
    draws(found, 1)
    without_tables(found, *names)
    outcome = found.check()
    errors = [problem for problem in outcome.problems if problem.gravity is Gravity.ERROR]
    assert {problem.where for problem in errors} == hinder
    assert all("写不进去，不能编排" in problem.what and "“插入”→“表格”" in problem.hint for problem in errors)
    assert "改正以后才能编排" in outcome.done[0]
    before = the_file(found).read_bytes()
    with pytest.raises(NotAllowed, match="已不是表格"):
        found.pair()
    assert the_file(found).read_bytes() == before


@pytest.mark.parametrize("names", [("名单",), ("赛事", "第1轮"), ("第3轮",)])
def test_hands_42_plain_cells_that_need_not_grow_hinder_nothing(names: Sequence[str], tmp_path: Path) -> None:
    found = club(tmp_path, 4, {"轮数": "3"}, rounds=3)
    found.pair()
    draws(found, 1)
    without_tables(found, *names)
    told = lines(found.check().problems)
    assert [one for one in told if "已不是表格" in one] == [
        f"{name}：“{name}”已不是表格（可能转换成了区域）。 能读，但不会自动扩大；请用撤销或备份恢复。" for name in names
    ]
    found.pair()
    assert len(found.event().rounds) == 2


@pytest.mark.parametrize(("sheet", "after"), [("第2轮", "第3轮"), ("名单", "成绩表"), ("第3轮", "")])
def test_hands_36_blank_formatted_rows_without_end_are_told_with_their_sheet(
    sheet: str, after: str, tmp_path: Path
) -> None:
    """100,000 rows of 13 cells that only have a format, as filling a column's format down leaves them.

    It is that sheet which is named, not one that happens to be read when the effort is used up.
    """
    found = club(tmp_path, 4, {"轮数": "3"}, rounds=3)
    row = "".join(f'<c r="{column}%d" s="1"/>' for column in "ABCDEFGHIJKLM")
    blank = "".join(f'<row r="{at}">{row.replace("%d", str(at))}</row>' for at in range(200, 100_200))
    part = sheet_part(the_file(found), sheet)
    edit_part(the_file(found), part, lambda text: text.replace("</sheetData>", f"{blank}</sheetData>", 1))
    with pytest.raises(UnreadableFile) as refused:
        ClosedBook(the_file(found)).snapshot()
    assert f"的工作表「{sheet}」大得不正常，不读取。请删除表格下面只有格式的空行" in str(refused.value)
    assert not after or f"「{after}」" not in str(refused.value)
