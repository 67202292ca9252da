"""Finished events as they come out of a printer: every name, every result, every figure, nothing cut or broken."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Final, NamedTuple

import openpyxl
import pictures
import pytest

from xlpair.cli.run import run
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.reader import read_event

pytestmark = pytest.mark.skipif(bool(pictures.missing_tools()), reason=f"not installed: {pictures.missing_tools()}")

BROKEN: Final = ("###", "#NAME?", "#VALUE!", "#REF!", "#N/A", "#DIV/0!", "Err:")
# The criteria of S3: 甲 for 积分编排, and those of a single round robin.
SWISS: Final = ("积分", "对手分", "胜局", "犯规", "后走胜局", "后走局数", "倒轮积分")
ROUND_ROBIN: Final = ("积分", "小分", "胜局", "直胜", "犯规", "后走局数", "对局时后走")
EVENTS: Final = {
    "十人积分编排": (("--players", "10", "--rounds", "7"), 7, 10, SWISS),
    "四十人积分编排": (("--players", "40", "--rounds", "9"), 9, 40, SWISS),
    "十一人单循环": (("--players", "11", "--system", "单循环"), 11, 11, ROUND_ROBIN),
}
HEADINGS: Final = {
    "赛事": ("项目", "内容", "说明"),
    "名单": ("编号", "姓名", "单位", "等级分"),
    "成绩表": ("名次", "编号", "姓名", "单位"),
    "循环表": ("名次", "编号", "姓名", "单位"),
    "编排卡": ("轮次", "对手编号", "对手", "先后", "结果"),
    "等级分": ("编号", "姓名", "原等级分", "新等级分"),
    "编排记录": ("时间", "命令", "轮次", "说明"),
}


class Printed(NamedTuple):
    """A finished event and its pages, each under the name of its sheet, which stands in its footer."""

    path: Path
    pages: tuple[str, ...]
    rounds: int
    people: int
    criteria: tuple[str, ...]

    def of(self, sheet: str) -> list[str]:
        return [page for page in self.pages if sheet_of(page) == sheet]


@pytest.fixture(scope="module", params=EVENTS)
def printed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Printed:
    words, rounds, people, criteria = EVENTS[request.param]
    path = tmp_path_factory.mktemp("done") / f"{request.param}.xlsx"
    assert run(("simulate", *words, "--seed", "5", "--set", "成绩表更新=数值", "--out", str(path))) == 0
    pages = tuple(pictures.pdf_text(path).split("\f")[:-1])
    return Printed(path, pages, rounds, people, criteria)


def sheet_of(page: str) -> str:
    """The sheet a page belongs to: the footer names it, on wide sheets below the page's edge of text."""
    foot = page.strip().splitlines()[-1]
    named = re.match(r"\s*(\S+)\s+第 \d+ 页", foot)
    title = [line.strip().split("  ")[0] for line in page.strip().splitlines()[:3]]
    if named:
        return named.group(1)
    return next((name for name in HEADINGS if any(line.startswith(name) for line in title)), "赛事")


def words_of(page: str) -> list[list[str]]:
    """The words of every line; blanks inside a cell are single, those between cells are not."""
    return [[word for word in re.split(r"\s{2,}", line.strip()) if word] for line in page.splitlines()]


def visible_sheets(path: Path) -> list[str]:
    return [sheet.title for sheet in openpyxl.load_workbook(path).worksheets if sheet.sheet_state == "visible"]


def test_every_visible_sheet_is_printed_and_nothing_is_broken(printed: Printed) -> None:
    sheets = visible_sheets(printed.path)
    assert [f"第{number}轮" for number in range(1, printed.rounds + 1)] == [one for one in sheets if one[0] == "第"]
    assert {"成绩表", "名单", "赛事", "编排卡", "编排记录", "等级分"} <= set(sheets)
    assert ("循环表" in sheets) == (printed.criteria is ROUND_ROBIN)
    for sheet in sheets:
        assert printed.of(sheet), f"{sheet} is not printed"
    for page in printed.pages:
        for sign in BROKEN:
            assert sign not in page


def test_every_page_is_a4(printed: Printed) -> None:
    command = ["pdfinfo", "-f", "1", "-l", "999", str(pictures.pdf(printed.path))]
    told = subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout
    sizes = re.findall(r"^Page +\d+ size: +(\S+) x (\S+) pts", told, re.MULTILINE)
    assert len(sizes) == len(printed.pages)
    # A4 is 210 by 297 mm, 595.28 by 841.89 points
    assert {tuple(sorted(round(float(side)) for side in size)) for size in sizes} == {(595, 842)}


def test_every_page_has_the_headings_of_its_table(printed: Printed) -> None:
    for page in printed.pages:
        sheet = sheet_of(page)
        packed = "".join(page.split())
        expected = ("结果", "红方", "黑方", "台次") if sheet[0] == "第" else HEADINGS[sheet]
        for heading in expected:
            assert heading in packed, (sheet, heading)
        assert "模拟赛（种子5）" in packed


def test_every_round_shows_every_pair_with_its_result(printed: Printed) -> None:
    event = read_event(ClosedBook(printed.path).snapshot()).event
    names = {player.number: player.name for player in event.players}
    points = {"红胜": "2:0", "和": "1:1", "黑胜": "0:2"}  # S1
    for round_ in event.rounds:
        (page,) = printed.of(f"第{round_.number}轮")
        lines = words_of(page)
        for pairing in round_.pairings:
            assert pairing.result is not None
            wanted = {names[pairing.red], names[pairing.black], points[pairing.result.value]}
            assert any(line[:1] == [str(pairing.board)] and wanted <= set(line) for line in lines), wanted
        for bye in round_.byes:
            assert any({names[bye.player], "轮空"} <= set(line) for line in lines)


def test_the_standings_show_every_name_result_and_figure(printed: Printed, capsys: pytest.CaptureFixture[str]) -> None:
    import json

    capsys.readouterr()
    assert run(("standings", str(printed.path), "--json")) == 0
    rows = json.loads(capsys.readouterr().out)["standings"]["rows"]
    assert len(rows) == printed.people
    pages = printed.of("成绩表")
    for page in pages:
        packed = "".join(page.split())
        for heading in (*(f"第{number}轮" for number in range(1, printed.rounds + 1)), *printed.criteria):
            assert heading in packed
    lines = [line.split() for page in pages for line in page.splitlines()]
    for row in rows:
        words = [str(row["place"]), str(row["number"]), row["name"], row["club"]]
        for cell in row["rounds"]:
            words += cell.split()
        words += [row["values"][name] for name in printed.criteria if row["values"][name]]
        assert words in lines, words


def test_the_roster_shows_everybody(printed: Printed) -> None:
    event = read_event(ClosedBook(printed.path).snapshot()).event
    lines = [set(line) for page in printed.of("名单") for line in words_of(page)]
    for player in event.players:
        wanted = {str(player.number), player.name, player.club, str(player.rating)}
        assert any(wanted <= line for line in lines), wanted


def test_the_log_shows_the_reason_of_every_pair_whole(printed: Printed) -> None:
    """Rows are at most 409 points high; what is longer would be cut off."""
    packed = "".join("".join(page.split()) for page in printed.of("编排记录"))
    sheet = openpyxl.load_workbook(printed.path)["编排记录"]
    notes = [str(cell.value) for row in sheet.iter_rows() for cell in row if cell.value and "台 " in str(cell.value)]
    assert len(notes) >= printed.rounds
    for note in notes:
        for sentence in note.split("\n"):
            start, end = "".join(sentence.split())[:12], "".join(sentence.split())[-6:]
            assert start in packed
            assert end in packed
        wide = [sum(2 if ord(sign) > 0x2E7F else 1 for sign in sentence) for sentence in note.split("\n")]
        # 409.5 points hold 23 lines of 17 points; about 100 signs stand in a line
        assert sum(1 + one // 100 for one in wide) <= 23
