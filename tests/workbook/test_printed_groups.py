"""Groups and brackets on paper: what stands at the top of a page is true of that page."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path

import openpyxl
import pictures
import pytest
from practice_halls import practice_hall
from template_scenes import printed

from xlpair.actions import new_with
from xlpair.model import Event
from xlpair.settings import FinalForm, Settings, System, TableUpdate
from xlpair.simulate import played_rounds, practice_event

READY = sorted((Path(__file__).parents[2] / "workbook_templates").glob("*.xls?"))
NOW = dt.datetime(2026, 5, 1)
PLAIN = Settings(name="分组赛", table_update=TableUpdate.VALUES)
GROUPS = replace(
    PLAIN,
    system=System.GROUPS,
    groups=4,
    group_qualifiers=3,
    final_form=FinalForm.KNOCKOUT,
    third_place=True,
)

KNOCKOUT = {"system": System.KNOCKOUT, "third_place": True, "placement_matches": True}


def pages_of(path: Path, sheet: str) -> list[list[str]]:
    """The printed pages of a sheet, each its lines without blanks; the footer names the sheet."""
    pages = [["".join(line.split()) for line in page.splitlines()] for page in pictures.pdf_text(path).split("\f")]
    filled = [[line for line in lines if line] for lines in pages]
    return [lines for lines in filled if lines and lines[-1].startswith(f"{sheet}第")]


def new(path: Path, event: Event) -> Path:
    *_, played = played_rounds(event, 7)
    new_with(path, played, now=NOW)
    return path


@pytest.fixture(scope="module")
def two_prize_groups(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """60 players, every second one 女子, the others 少年: 30 each."""
    event = practice_event(replace(PLAIN, rounds=3), 60, 7)
    players = tuple(replace(one, categories=("女子" if one.number % 2 else "少年",)) for one in event.players)
    return new(tmp_path_factory.mktemp("prizes") / "组别.xlsx", replace(event, players=players))


@pytest.fixture(scope="module")
def four_groups(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new(tmp_path_factory.mktemp("groups") / "分组.xlsx", practice_event(GROUPS, 23, 7))


@pytest.mark.parametrize("path", READY, ids=lambda path: path.name)
def test_only_what_is_true_of_every_page_is_repeated(path: Path) -> None:
    """Where several tables stand below each other, row 4 is the heading of the first one alone."""
    several = {"组别成绩", "对阵图", *(["循环表"] if path.stem == "分组循环" else [])}
    sheets = [sheet for sheet in openpyxl.load_workbook(path) if sheet.sheet_state != "veryHidden"]
    found = {sheet.title: sheet.print_title_rows for sheet in sheets}
    assert found == {name: "$1:$2" if name in several else "$1:$4" for name in found}


@printed
@pytest.mark.parametrize("group", ["女子", "少年"])
def test_a_prize_group_is_named_where_it_begins_and_nowhere_else(two_prize_groups: Path, group: str) -> None:
    pages = pages_of(two_prize_groups, "组别成绩")
    assert len(pages) > 1
    assert all(lines[:2] == ["分组赛", "组别成绩"] for lines in pages)
    assert sum(f"组别{group}30人" in lines for lines in pages) == 1


@printed
@pytest.mark.parametrize("group", ["A组", "B组", "C组", "D组"])
def test_a_group_heads_its_own_table_and_no_page_of_others(four_groups: Path, group: str) -> None:
    pages = pages_of(four_groups, "循环表")
    assert len(pages) > 1
    assert all(lines[:2] == ["分组赛", "循环表"] for lines in pages)
    assert sum(line.startswith(f"{group}编号姓名") for lines in pages for line in lines) == 1


@printed
def test_no_group_is_cut_by_a_page(four_groups: Path) -> None:
    for lines in pages_of(four_groups, "循环表"):
        assert lines[2][1:].startswith("组编号姓名"), lines[2]


@printed
def test_a_prize_group_begins_on_a_page_of_its_own(two_prize_groups: Path) -> None:
    """30 rows and the headings of a group fill a page nearly: no two have room on one."""
    named = [line for lines in pages_of(two_prize_groups, "组别成绩") for line in lines[2:3] if line.startswith("组别")]
    assert named == ["组别女子30人", "组别少年30人"]


@printed
@pytest.mark.parametrize("first", range(22, 26))
def test_a_prize_group_behind_a_full_page_is_not_parted_from_its_heading(first: int, tmp_path: Path) -> None:
    """About as many women as a page has room for, then ten 老年."""
    event = practice_event(replace(PLAIN, rounds=3), first + 10, 7)
    players = tuple(replace(one, categories=("女子" if one.number <= first else "老年",)) for one in event.players)
    path = new(tmp_path / "组别.xlsx", replace(event, players=players))
    pages = pages_of(path, "组别成绩")
    (heading,) = [at for at, lines in enumerate(pages) if "组别老年10人" in lines]
    at = pages[heading].index("组别老年10人")
    assert len(pages[heading][at:]) >= 1 + 1 + 10 + 1, "its name, the headings, its rows, the footer"


@printed
@pytest.mark.parametrize("people", [45, 60])
def test_a_bracket_of_64_breaks_between_its_halves(people: int, tmp_path: Path) -> None:
    path = new(tmp_path / "淘汰.xlsx", practice_event(replace(PLAIN, system=System.KNOCKOUT), people, 7))
    seats = [cell.value for cell in openpyxl.load_workbook(path)["对阵图"]["A"][4:] if cell.value]
    assert len(seats) == 64
    first, second = pages_of(path, "对阵图")
    for lines, half in ((first, seats[:32]), (second, seats[32:])):
        text = "".join(lines)
        for seat in half:
            assert "".join(str(seat).split()) in text
    assert second[2].startswith("".join(str(seats[32]).split()))


@printed
def test_a_heading_of_a_bracket_is_never_the_last_line_of_a_page(tmp_path: Path) -> None:
    path = new(tmp_path / "附加赛.xlsx", practice_event(replace(PLAIN, **KNOCKOUT), 40, 7))
    pages = pages_of(path, "对阵图")
    assert len(pages) > 2
    for lines in pages:
        assert not lines[-2].endswith("名"), lines[-2]


def test_an_undone_round_takes_its_page_breaks_along(tmp_path: Path) -> None:
    found = practice_hall("closed", tmp_path, practice_event(replace(PLAIN, system=System.KNOCKOUT), 45, 7))
    found.pair()
    found.undo()  # what the template says in other words of XML is written by us now
    assert found.path is not None
    names = openpyxl.load_workbook(found.path).sheetnames
    part = f"xl/worksheets/sheet{names.index('对阵图') + 1}.xml"
    before = found.parts()[part]
    assert b"rowBreaks" not in before
    found.pair()
    # A heading and 32 pairs of 4 rows below row 4: the lower half begins in row 69.
    assert [one.id for one in openpyxl.load_workbook(found.path)["对阵图"].row_breaks.brk] == [68]
    found.undo()
    assert found.parts()[part] == before
