"""Events of the other formats by buttons, against the same by command line: brackets, groups, matches of teams."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import pytest
from desk import NOW, Desk
from openpyxl.worksheet.pagebreak import Break
from stand_in import needs_engine

from xlpair import actions
from xlpair.excel import buttons
from xlpair.formats import FORMATS
from xlpair.simulate import practice_event
from xlpair.workbook.live_steps import Steps

pytestmark = needs_engine


def desk_of(folder: Path, patch: pytest.MonkeyPatch, name: str, count: int, rounds: int | None = None) -> Desk:
    """A workbook with macros for an event of this format, its tables as values."""
    settings = replace(next(one for one in FORMATS if one.name == name).settings, name=name, rounds=rounds)
    path = folder / f"{name}.xlsm"
    actions.new_with(path, practice_event(settings, count, 7), now=NOW)
    return Desk(path, patch)


def play(desk: Desk, number: int, result: str = "2:0") -> None:
    """Press 编排下一轮 and give every board that has one player on either side the result."""
    desk.pair()
    red, black = desk.column(f"第{number}轮", "红方编号"), desk.column(f"第{number}轮", "黑方编号")
    for row, pair in enumerate(zip(red, black, strict=True), start=1):
        if all(isinstance(one, int | float) for one in pair):
            desk.type(f"第{number}轮", row, "结果", result)


@pytest.mark.parametrize(
    ("name", "count", "rounds"),
    [("单败淘汰", 6, 3), ("双败淘汰", 4, 4), ("两局制单循环", 4, 3), ("队员总分制", 6, 3)],
)
def test_an_event_by_buttons_is_the_event_by_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, count: int, rounds: int
) -> None:
    desk = desk_of(tmp_path, monkeypatch, name, count, rounds if name == "队员总分制" else None)
    for number in range(1, rounds + 1):
        play(desk, number)
    desk.refresh()
    assert "没有执行" not in desk.status()
    desk.same(tmp_path)
    shown = {sheet.title for sheet in desk.excel.book.worksheets if sheet.sheet_state == "visible"}
    assert {f"第{number}轮" for number in range(1, rounds + 1)} <= shown
    if "淘汰" in name:
        assert "对阵图" in shown
    if name == "队员总分制":
        assert "团体成绩" in shown


def test_matches_of_teams_with_line_ups_by_buttons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = desk_of(tmp_path, monkeypatch, "团体单循环", 4)
    for number in (1, 2):
        desk.pair()  # the line-up sheet is shown
        for team in range(1, 5):
            for board, heading in enumerate(("一台", "二台", "三台", "四台"), start=1):
                desk.type(f"第{number}轮上场", team, heading, board)
        desk.refresh()
        for row in range(1, 9):
            desk.type(f"第{number}轮", row, "结果", "2:0" if row % 3 else "1:1")
    desk.refresh()
    desk.same(tmp_path)
    assert "没有执行" not in desk.status()
    assert desk.column("第2轮", "红方棋手")[0]


def test_undo_takes_a_bracket_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = desk_of(tmp_path, monkeypatch, "单败淘汰", 6)
    play(desk, 1)
    desk.pair()
    desk.undo()
    desk.same(tmp_path)
    assert desk.excel.book["第2轮"].sheet_state == "hidden"


def breaks(desk: Desk) -> list[int]:
    return [one.id for one in desk.excel.book["对阵图"].row_breaks.brk]


def test_pages_break_where_parts_of_a_bracket_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """8 places: halves and pairs of 4 rows below the heading, which stands in row 4. The stand-in wants all of them."""
    desk = desk_of(tmp_path, monkeypatch, "单败淘汰", 8)
    desk.press(buttons.pair)
    assert breaks(desk) == [8, 12, 16]
    desk.press(buttons.undo)
    assert breaks(desk) == []


@pytest.mark.parametrize("call", ["page_breaks", "break_rows"])
def test_a_round_is_paired_whether_or_not_pages_can_be_broken(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_printer(*_: object) -> None:
        raise OSError("Unable to get the PageBreak property of the Range class")

    desk = desk_of(tmp_path, monkeypatch, "单败淘汰", 8)
    monkeypatch.setattr(desk.excel.host, call, no_printer)
    desk.press(buttons.pair)
    assert desk.excel.book["第1轮"].sheet_state == "visible"
    assert breaks(desk) == []


def test_page_breaks_are_taken_back_with_everything_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = desk_of(tmp_path, monkeypatch, "单败淘汰", 8)
    desk.excel.book["对阵图"].row_breaks.append(Break(id=12))
    broken: list[list[int]] = []
    put = desk.excel.host.break_rows

    def then_gone(sheet: str, new: Collection[int], gone: Collection[int]) -> None:
        put(sheet, new, gone)
        broken.append(breaks(desk))

    def gone(*_: object) -> None:
        raise OSError("Excel has gone")

    monkeypatch.setattr(desk.excel.host, "break_rows", then_gone)
    monkeypatch.setattr(Steps, "_put_cursor", gone)
    desk.press(buttons.pair)
    assert "都收回了" in desk.told[-1]
    assert broken == [[12, 8, 16], [12]]
