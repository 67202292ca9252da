"""Page breaks in front of sections: where they come, and what they do to the bytes of a sheet.

Rows are 10 high; a page has room for 97 of 100 units, as 3 in 100 are kept back.
"""

from __future__ import annotations

from pathlib import Path

import closed_samples as samples
import pytest
from closed_changes import SHEET, change

from xlpair.workbook.book import Area, BreakPages
from xlpair.workbook.page_breaks import PageSize, page_breaks, paper

MARGINS = '<pageMargins left="0.7" right="0.7"/>'


def breaks(
    rows: int, *starts: tuple[int, ...], bottom: int = 29, top: int = 0, width: int = 50, columns: int = 50
) -> tuple[int, ...]:
    """Pages with room for so many rows, what is above ``top`` included; sections down to ``bottom``."""
    wanted = BreakPages(Area("表", top, 0, bottom, 3), bottom, starts)
    return page_breaks(wanted, PageSize(width, rows * 10 / 0.97 + 0.01, columns), lambda row: row * 10)


def test_as_many_whole_sections_as_have_room_come_onto_a_page() -> None:
    assert breaks(30, (8, 16, 24)) == ()
    assert breaks(29, (8, 16, 24)) == (24,)
    assert breaks(24, (8, 16, 24)) == (24,)
    assert breaks(23, (8, 16, 24)) == (16,)
    assert breaks(15, (8, 16, 24)) == (8, 16)
    assert breaks(8, (8, 16, 24)) == (8, 16, 24)


def test_what_is_above_the_sections_is_on_every_page() -> None:
    assert breaks(27, (11, 19, 27), top=3) == (27,)
    assert breaks(26, (11, 19, 27), top=3) == (19,)


def test_wide_columns_are_scaled_down_and_so_are_rows() -> None:
    assert breaks(15, (8, 16, 24), columns=100) == ()
    assert breaks(12, (8, 16, 24), columns=100) == (24,)
    assert breaks(30, (8, 16, 24), columns=20) == (), "nothing is scaled up"
    assert breaks(29, (8, 16, 24), columns=20) == (24,)


def test_a_section_higher_than_a_page_is_parted_where_its_parts_begin() -> None:
    """A heading and 16 rows in halves and quarters, then one of 4 rows."""
    trees, halves, quarters = (0, 17), (9,), (5, 9, 13)
    assert breaks(21, trees, halves, quarters, bottom=20) == ()
    assert breaks(17, trees, halves, quarters, bottom=20) == (17,)
    assert breaks(12, trees, halves, quarters, bottom=20) == (9,)
    assert breaks(9, trees, halves, quarters, bottom=20) == (9, 17)
    assert breaks(8, trees, halves, quarters, bottom=20) == (5, 9, 17)


def test_a_section_without_parts_runs_on_over_pages_of_its_own() -> None:
    """25 rows behind 5 take two pages of 10 and half a third, where 4 more have room and 6 have not."""
    assert breaks(10, (5, 30), bottom=33) == (5,)
    assert breaks(10, (5, 30), bottom=35) == (5, 30)


@pytest.mark.parametrize(
    ("higher", "expected"),
    [
        (33, (33,)),  # fits for certain; no room for more
        (34, (34,)),  # fits perhaps: then its page is full
        (35, (35,)),
        (36, ()),  # 1 to 3 rows are on the second page: 30 more have room
        (68, (68,)),  # two pages of 34, or a third one begun
        (71, ()),  # 1 to 5 rows on the third page
    ],
)
def test_behind_a_section_about_as_high_as_pages_the_next_begins_a_page(higher: int, expected: tuple[int, ...]) -> None:
    """Pages hold 33 rows for certain and 35 perhaps: 33 / 0.97 / 0.97 = 35.07."""
    assert breaks(33, (higher,), bottom=higher + 9) == expected


@pytest.mark.parametrize(("rest", "expected"), [(30, ()), (31, (36,))])
def test_behind_what_runs_over_as_much_has_room_as_is_left_for_certain(rest: int, expected: tuple[int, ...]) -> None:
    """36 rows on pages of 33: at most 3 rows of the second one are full."""
    assert breaks(33, (36,), bottom=35 + rest) == expected


@pytest.mark.parametrize(("rest", "expected"), [(2, ()), (3, (25,))])
def test_a_row_is_not_cut_by_the_end_of_a_page(rest: int, expected: tuple[int, ...]) -> None:
    """A page of 97 units holds 9 rows of 10, not 9.7: 25 rows are 9, 9 and 7, and 2 more have room."""
    wanted = BreakPages(Area("表", 0, 0, 24 + rest, 3), 24 + rest, ((25,),))
    assert page_breaks(wanted, PageSize(50, 100, 50), lambda row: row * 10) == expected


@pytest.mark.parametrize(("rows", "width"), [(2, 50), (30, 0), (30, -1)])
def test_where_there_is_no_room_at_all_no_breaks_are_set(rows: int, width: int) -> None:
    assert breaks(rows, (11, 19, 27), top=3, width=width) == ()


def test_papers_are_a4_unless_they_are_known() -> None:
    """210 by 297 mm, an inch is 25.4 mm and 72 points; A3 is 297 by 420, Letter 8.5 by 11 inches."""
    assert paper(9, landscape=False) == paper(0, landscape=False) == (595.3, 841.9)
    assert paper(9, landscape=True) == (841.9, 595.3)
    assert paper(8, landscape=False) == (841.9, 1190.6)
    assert paper(1, landscape=False) == (612, 792)


# --- in the bytes of a sheet

# A4 is 841.9 points high; less margins of 54 points each and 3 in 100 kept back, 98 lines of 7.2 points.
WANTED = BreakPages(Area("表", 2, 0, 150, 1), 200, ((2, 60, 120),))
NONE = BreakPages(Area("表", 2, 0, 150, 1), 200)
FORMAT = '<sheetFormatPr defaultRowHeight="7.2"/>'


def one_sheet(folder: Path, after: str = "", before: str = FORMAT, rows: str = "") -> Path:
    return samples.plain_workbook(folder / "one.xlsx", rows, before=before, after=after)


def behind_margins(path: Path) -> str:
    sheet = samples.parts(path)[SHEET].decode()
    return sheet.partition(MARGINS)[2].removesuffix("</worksheet>")


def written(*rows: int) -> str:
    return "".join(f'<brk id="{row}" max="16383" man="1"/>' for row in rows)


@pytest.mark.parametrize(
    "setup", ["", '<pageSetup paperSize="9"/>', '<pageSetup paperSize="9"/><headerFooter><oddFooter/></headerFooter>']
)
@pytest.mark.parametrize("behind", ["", '<colBreaks count="1" manualBreakCount="1"><brk id="3" man="1"/></colBreaks>'])
def test_breaks_come_and_go_and_leave_every_byte_as_it_was(tmp_path: Path, setup: str, behind: str) -> None:
    path = one_sheet(tmp_path, setup + behind)
    before = samples.parts(path)
    change(path, WANTED)
    made = f'<rowBreaks count="1" manualBreakCount="1">{written(60)}</rowBreaks>'
    assert behind_margins(path) == setup + made + behind
    after = path.read_bytes()
    change(path, WANTED)
    assert path.read_bytes() == after, "nothing to do"
    change(path, NONE)
    assert samples.parts(path) == before


def test_breaks_of_the_users_elsewhere_stay_as_they_are_written(tmp_path: Path) -> None:
    own = "<brk id='1' man='1'/>", '<brk max="9" id="300" man="1"/>', '<brk id="400"/>'
    others = f'<rowBreaks count="3" manualBreakCount="2">{own[0]}{own[1]}{own[2]}</rowBreaks>'
    path = one_sheet(tmp_path, others)
    before = samples.parts(path)
    change(path, WANTED)
    both = f'<rowBreaks count="4" manualBreakCount="3">{own[0]}{written(60)}{own[1]}{own[2]}</rowBreaks>'
    assert behind_margins(path) == both
    change(path, NONE)
    assert samples.parts(path) == before


def test_breaks_that_stand_in_the_sections_are_replaced(tmp_path: Path) -> None:
    path = one_sheet(tmp_path, f'<rowBreaks count="2" manualBreakCount="2">{written(40, 180)}</rowBreaks>')
    change(path, WANTED)
    assert behind_margins(path) == f'<rowBreaks count="1" manualBreakCount="1">{written(60)}</rowBreaks>'


@pytest.mark.parametrize(
    ("before", "rows", "setup", "expected"),
    [
        # 595.3 points high: 65 lines instead of 98.
        (FORMAT, "", '<pageSetup orientation="landscape"/>', (60, 120)),
        # 30 of the rows hidden: 90 lines before row 120. 30 rows twice as high: 90 lines from row 60 to row 120.
        (FORMAT, "".join(f'<row r="{row}" hidden="1"/>' for row in range(5, 35)), "", (120,)),
        (FORMAT, "".join(f'<row r="{row}" ht="14.4"/>' for row in range(65, 95)), "", (60, 120)),
        # Two columns of 100 digits of 5.25 points are 1050 points: more than twice as wide as the paper.
        ('<sheetFormatPr defaultColWidth="100" defaultRowHeight="7.2"/>', "", "", ()),
        (f'{FORMAT}<cols><col min="1" max="9" width="100"/></cols>', "", "", ()),
        (f'{FORMAT}<cols><col min="1" max="9" width="100" hidden="1"/></cols>', "", "", (60,)),
        # What is no size is taken as usual: 15 points a row, 47 lines.
        ('<sheetFormatPr defaultRowHeight="tall"/>', "", "", (60, 120)),
    ],
)
def test_paper_rows_and_columns_are_those_of_the_sheet(
    tmp_path: Path, before: str, rows: str, setup: str, expected: tuple[int, ...]
) -> None:
    path = one_sheet(tmp_path, setup, before, rows)
    change(path, WANTED)
    assert behind_margins(path).count("<brk ") == len(expected)
    assert written(*expected) in behind_margins(path)
