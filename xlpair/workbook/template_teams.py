"""The sheets that only a team event has: 队员, and for every round the line-ups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from xlpair.model import Member
from xlpair.settings import Settings
from xlpair.workbook.layout import SQUAD_HEADINGS, SQUADS_TABLE, TEAM_HEADING, board_heading, lineup_name
from xlpair.workbook.lineup_reader import EMPTY_BOARD
from xlpair.workbook.template_formats import (
    BOXED,
    CENTRED,
    FITTED,
    HINT,
    INK,
    LEFT,
    MATCH_MARK,
    OPEN,
    OPEN_MARK,
    ROW_MARK,
    TEXT,
    WRAPPED,
    Look,
)
from xlpair.workbook.template_page import FIRST_ROW, HEADING_ROW, ROOM_BELOW, Column, Page

_BODY: Final[Look] = {"font_size": 11}
_NOTE: Final[Look] = {"font_size": 10}
_LOOKS: Final[dict[str, tuple[float, tuple[Look, ...]]]] = {
    "队号": (7.5, (_BODY, BOXED, CENTRED)),
    TEAM_HEADING: (22, (_BODY, BOXED, LEFT, TEXT, FITTED)),
    "序号": (7.5, (_BODY, BOXED, CENTRED)),
    "姓名": (15, (_BODY, BOXED, LEFT, TEXT, FITTED)),
    "等级分": (9.5, (_BODY, BOXED, CENTRED)),
    "备注": (22, (_NOTE, BOXED, LEFT, TEXT, WRAPPED)),
}
_SQUADS: Final = tuple(Column(heading, *_LOOKS[heading]) for heading in SQUAD_HEADINGS)
_BOARD: Final[tuple[Look, ...]] = ({"font_size": 13}, BOXED, CENTRED)
_BOARD_WIDTH: Final = 9.0
_SQUAD_LEGEND: Final = (
    "一行一位队员，一队接着一队。",
    "队号、参赛队填一样就行；同队的下面几行可以空着。",
    "序号是队里的固定次序，1 是一台；空着就依次往下排。",
    "还没有抽签定号的，先写参赛队。",
)
_LINEUP_LEGEND: Final = (
    "每台填上场队员在“队员”表里的序号。",
    f"没有人上场的一台写“{EMPTY_BOARD}”，该台判负。",
    "分台换人：序号要从小到大；临时定台：次序不限。",
)


@dataclass(frozen=True, slots=True)
class SquadRow:
    """A row of 队员: the team's number, if it has one yet, its name, and one of its members."""

    number: int | None
    team: str
    member: Member

    def cells(self) -> tuple[str | int | None, ...]:
        member = self.member
        return self.number, self.team, member.order, member.name, member.rating, member.note


def write_squads(page: Page, settings: Settings, members: Sequence[SquadRow], rows: int) -> None:
    """Fill 队员: the members in the order given, and at least ``rows`` rows in all."""
    bottom = HEADING_ROW + max(rows, len(members) + settings.meeting_games)
    page.heads("队员", len(_SQUADS))
    page.sheet.set_row(HEADING_ROW, 26.25)
    page.table(SQUADS_TABLE, _SQUADS, bottom, filters=True)
    for row in range(FIRST_ROW, bottom + 1):
        page.sheet.set_row(row, 19.5)
    for row, member in enumerate(members, FIRST_ROW):
        for place, value in enumerate(member.cells()):
            page.put(row, place, value, *_SQUADS[place].look)
    page.text_areas(*((FIRST_ROW, at, bottom + ROOM_BELOW, at) for at in (1, 3, 5)))
    # A line above the first of every squad.
    whole = (FIRST_ROW, 0, bottom + ROOM_BELOW, len(_SQUADS) - 1)
    here, above = FIRST_ROW + 1, FIRST_ROW
    first = f'OR(AND($A{here}<>"",$A{here}<>$A{above}),AND($B{here}<>"",$B{here}<>$B{above}))'
    page.mark(whole, f'AND($D{here}<>"",{first})', MATCH_MARK)
    _write_legend(page, len(_SQUADS) + 2, _SQUAD_LEGEND)
    page.sheet.freeze_panes(FIRST_ROW, 0)
    page.prints(landscape=False, area=(0, 0, HEADING_ROW + (len(members) or bottom - HEADING_ROW), len(_SQUADS) - 1))
    page.sheet.set_tab_color("#3B7A57")


def write_lineups(page: Page, settings: Settings, number: int, teams: int) -> None:
    """Fill an empty sheet with the table of one round's line-ups, and hide it."""
    headings = [board_heading(board) for board in range(1, settings.meeting_games + 1)]
    columns = [Column(heading, *_LOOKS[heading]) for heading in ("队号", TEAM_HEADING)]
    columns += [Column(heading, _BOARD_WIDTH, _BOARD) for heading in headings]
    bottom = HEADING_ROW + teams
    last = len(columns) - 1
    page.heads(lineup_name(number), len(columns))
    page.sheet.set_row(HEADING_ROW, 26.25)
    page.table(lineup_name(number), columns, bottom)
    for row in range(FIRST_ROW, bottom + 1):
        page.sheet.set_row(row, 22.5)
    boards = (FIRST_ROW, 2, bottom + ROOM_BELOW, last)
    here = FIRST_ROW + 1
    page.offer(boards, (), "上场", "\n".join(_LINEUP_LEGEND))
    page.mark(boards, f'AND($A{here}<>"",C{here}="")', OPEN_MARK)
    page.mark((FIRST_ROW, 0, bottom + ROOM_BELOW, last), f'$A{here}<>""', ROW_MARK)
    _write_legend(page, last + 3, (*_LINEUP_LEGEND,), ("还没有填", OPEN))
    page.sheet.freeze_panes(FIRST_ROW, 2)
    page.prints(landscape=len(headings) > 8, area=None)
    page.sheet.set_tab_color("#B58A3C")
    page.sheet.hide()


def _write_legend(page: Page, column: int, lines: Sequence[str], colour: tuple[str, str] | None = None) -> None:
    page.sheet.set_column(column, column, 46)
    looks: list[tuple[str, Look]] = [(line, {}) for line in lines]
    looks += [(colour[0], {"bg_color": colour[1]})] if colour is not None else []
    for step, (text, look) in enumerate(looks):
        page.put(HEADING_ROW + step, column, text, HINT, {"font_color": INK}, look)
