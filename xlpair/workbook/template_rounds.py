"""The round sheets of a new workbook: complete, hidden until paired, made to be posted on a wall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from xlsxwriter.utility import xl_col_to_name

from xlpair.engine.bracket import SMALLEST, size_for
from xlpair.settings import Settings, System
from xlpair.workbook.decider_rows import sends_through, through_text
from xlpair.workbook.layout import PART_HEADING, ROUND_HEADINGS, STAGE_HEADING, TEAM_ROUND_HEADINGS, round_name
from xlpair.workbook.result_texts import result_choices
from xlpair.workbook.template_formats import (
    BAND,
    CENTRED,
    CLASH,
    CLASH_MARK,
    FADED_MARK,
    FITTED,
    HINT,
    INK,
    MATCH_MARK,
    OPEN,
    OPEN_MARK,
    ROW_MARK,
    TEXT,
    WINNER_MARK,
    Look,
)
from xlpair.workbook.template_page import FIRST_ROW, HEADING_ROW, ROOM_BELOW, Box, Column, Page

# Rows beyond one for every two players: byes and 请假 stand alone in a row.
_ROWS_FOR_RESTS: Final = 6
_ROW_HEIGHT: Final = 21
_WALL: Final[Look] = {"font_size": 12}
_SMALL: Final[Look] = {"font_size": 10}
_STRONG: Final[Look] = {"bold": True}

# In a team event the names are those of teams, and who sits there has a column of his own.
_LOOKS: Final[dict[str, tuple[float, tuple[Look, ...]]]] = {
    "台次": (5.3, (_WALL, CENTRED)),
    PART_HEADING: (8, (_WALL, CENTRED, TEXT, FITTED)),
    STAGE_HEADING: (13, (_WALL, CENTRED, TEXT, FITTED)),
    "分台": (5.3, (_WALL, CENTRED)),
    "红方编号": (4.8, (_WALL, CENTRED)),
    "红方": (14, (_WALL, CENTRED, TEXT, FITTED)),
    "红方单位": (20, (_WALL, CENTRED, TEXT, FITTED)),
    "红方棋手": (14, (_WALL, CENTRED, TEXT, FITTED)),
    "红方积分": (4.8, (_WALL, CENTRED, FITTED)),
    "结果": (10, (_WALL, CENTRED, TEXT, _STRONG, FITTED)),
    "黑方积分": (4.8, (_WALL, CENTRED, FITTED)),
    "黑方单位": (20, (_WALL, CENTRED, TEXT, FITTED)),
    "黑方棋手": (14, (_WALL, CENTRED, TEXT, FITTED)),
    "黑方": (14, (_WALL, CENTRED, TEXT, FITTED)),
    "黑方编号": (4.8, (_WALL, CENTRED)),
    "红犯规": (7.4, (_SMALL, CENTRED)),
    "黑犯规": (7.4, (_SMALL, CENTRED)),
    "备注": (16, (_SMALL, CENTRED, TEXT, FITTED)),
}
# Beside the table, outside the print area, with two columns left free for the user's own.
_LEGEND_GAP: Final = 2
_LEGEND_WORDS: Final = ("红方胜", "和棋", "黑方胜", "黑方弃权", "红方弃权", "双方弃权")
_LEGEND_COLOURS: Final = (("还没有结果", OPEN), ("编号在本轮出现两次", CLASH), ("胜方", BAND))


def round_rows(people: int, games: int = 1) -> int:
    """How many rows a round table has for this many players, one for each game of a meeting, byes and rests besides."""
    return (people + 1) // 2 * games + _ROWS_FOR_RESTS


def _rows_for(settings: Settings, people: int) -> int:
    """How many rows a round table has: in a bracket nearly all may rest, in groups one in each.

    Rule: R2, R7, K1
    """
    games = settings.meeting_games
    rows = round_rows(people, games)
    if settings.system.is_knockout:
        return max(rows, size_for(max(people, SMALLEST)) // 2 * games)
    return rows + (settings.groups or 0 if settings.system is System.GROUPS else 0)


def _headings(settings: Settings) -> tuple[str, ...]:
    """Ours; behind the board what part of the event a pair belongs to, where it has parts."""
    headings = TEAM_ROUND_HEADINGS if settings.team_matches else ROUND_HEADINGS
    if settings.system is System.GROUPS:
        return (headings[0], PART_HEADING, *headings[1:])
    return (headings[0], STAGE_HEADING, *headings[1:]) if settings.system.is_knockout else headings


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A round sheet in the making: its columns' headings, and the last row of its table."""

    page: Page
    headings: tuple[str, ...]
    bottom: int

    def at(self, heading: str) -> int:
        return self.headings.index(heading)

    def letter(self, heading: str) -> str:
        return str(xl_col_to_name(self.at(heading)))

    def column(self, heading: str) -> Box:
        return (FIRST_ROW, self.at(heading), self.bottom + ROOM_BELOW, self.at(heading))


def write_round(page: Page, settings: Settings, number: int, people: int) -> None:
    """Fill an empty sheet with the table, marks, drop-down and print set-up of a round, and hide it."""
    bottom = HEADING_ROW + _rows_for(settings, people)
    sheet = _Sheet(page, _headings(settings), bottom)
    choices = result_choices(settings.scoring)
    page.heads(f"{round_name(number)}  对局表", len(sheet.headings))
    page.sheet.set_row(HEADING_ROW, 36)
    columns = tuple(Column(heading, *_LOOKS[heading]) for heading in sheet.headings)
    page.table(round_name(number), columns, bottom, heading={"font_size": 12})
    for row in range(FIRST_ROW, bottom + 1):
        page.sheet.set_row(row, _ROW_HEIGHT)
    page.offer(sheet.column("结果"), choices)
    page.text_areas(sheet.column("结果"))
    _write_marks(sheet, settings.meeting_games, choices)
    _write_legend(page, len(sheet.headings) + _LEGEND_GAP, choices, _legend(settings))
    page.sheet.freeze_panes(FIRST_ROW, 0)
    page.prints(landscape=True, area=None)
    page.sheet.set_tab_color("#C98A1B")
    page.sheet.hide()


def _write_marks(sheet: _Sheet, games: int, choices: Sequence[str]) -> None:
    page, first, last = sheet.page, FIRST_ROW + 1, sheet.bottom + ROOM_BELOW + 1
    red, black, result = (sheet.letter(heading) for heading in ("红方编号", "黑方编号", "结果"))
    paired = f"ISNUMBER(${red}{first}),ISNUMBER(${black}{first})"
    for heading in ("红方编号", "黑方编号"):
        cell = f"{sheet.letter(heading)}{first}"
        counts = "+".join(f"COUNTIF(${side}${first}:${side}${last},{cell})" for side in (red, black))
        page.mark(sheet.column(heading), f'AND({cell}<>"",{counts}>{games})', CLASH_MARK)
    page.mark(sheet.column("结果"), f'AND({paired},TRIM(${result}{first})="")', OPEN_MARK)
    red_win, _, black_win, black_forfeits, red_forfeits, _ = choices
    red_won = _is_one_of(f"${result}{first}", red_win, black_forfeits, "红胜", "胜")
    black_won = _is_one_of(f"${result}{first}", black_win, red_forfeits, "黑胜", "负")
    for side, won in (("红方", red_won), ("黑方", black_won)):
        for heading in (side, f"{side}棋手"):
            if heading in sheet.headings:
                page.mark(sheet.column(heading), f"AND({paired},{won})", WINNER_MARK)
    whole_row = (FIRST_ROW, 0, sheet.bottom + ROOM_BELOW, len(sheet.headings) - 1)
    page.mark(whole_row, f"AND(ISNUMBER(${red}{first}),NOT(ISNUMBER(${black}{first})))", FADED_MARK)
    if games > 1:
        # A line above the first game of every meeting, the first board of every match.
        board = f"${sheet.letter('台次')}"
        page.mark(whole_row, f"AND(ISNUMBER(${red}{first}),{board}{first}<>{board}{first - 1})", MATCH_MARK)
    page.mark(whole_row, f"ISNUMBER(${red}{first})", ROW_MARK)


def _is_one_of(cell: str, *texts: str) -> str:
    return "OR(" + ",".join(f'{cell}="{text}"' for text in texts) + ")"


def _legend(settings: Settings) -> tuple[str, ...]:
    """What there is to say besides: in a knock-out how to send somebody on from a draw (K4)."""
    if not sends_through(settings):
        return ()
    return ("打平了，在“备注”写谁晋级：", f"{through_text(7)}（7 是晋级者的编号）")


def _write_legend(page: Page, column: int, choices: Sequence[str], more: Sequence[str]) -> None:
    page.sheet.set_column(column, column, 22)
    lines: list[tuple[str, Look]] = [("结果（红方在前）", {})]
    lines += [(f"{choice}  {word}", {}) for choice, word in zip(choices, _LEGEND_WORDS, strict=True)]
    lines += [(text, {"bg_color": colour}) for text, colour in _LEGEND_COLOURS]
    lines += [(text, {}) for text in more]
    for step, (text, look) in enumerate(lines):
        page.put(HEADING_ROW + step, column, text, HINT, {"font_color": INK}, look)
