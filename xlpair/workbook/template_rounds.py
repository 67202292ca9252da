"""The round sheets of a new workbook: complete, hidden until paired, made to be posted on a wall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xlsxwriter.utility import xl_col_to_name

from xlpair.settings import Settings
from xlpair.workbook.layout import ROUND_HEADINGS, round_name
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

_LOOKS: Final[dict[str, tuple[float, tuple[Look, ...]]]] = {
    "台次": (5.3, (_WALL, CENTRED)),
    "红方编号": (4.8, (_WALL, CENTRED)),
    "红方": (14, (_WALL, CENTRED, TEXT, FITTED)),
    "红方单位": (20, (_WALL, CENTRED, TEXT, FITTED)),
    "红方积分": (4.8, (_WALL, CENTRED, FITTED)),
    "结果": (10, (_WALL, CENTRED, TEXT, _STRONG, FITTED)),
    "黑方积分": (4.8, (_WALL, CENTRED, FITTED)),
    "黑方单位": (20, (_WALL, CENTRED, TEXT, FITTED)),
    "黑方": (14, (_WALL, CENTRED, TEXT, FITTED)),
    "黑方编号": (4.8, (_WALL, CENTRED)),
    "红犯规": (7.4, (_SMALL, CENTRED)),
    "黑犯规": (7.4, (_SMALL, CENTRED)),
    "备注": (16, (_SMALL, CENTRED, TEXT, FITTED)),
}
_COLUMNS: Final = tuple(Column(heading, *_LOOKS[heading]) for heading in ROUND_HEADINGS)
_AT: Final = {heading: place for place, heading in enumerate(ROUND_HEADINGS)}
_LETTER: Final = {heading: xl_col_to_name(place) for heading, place in _AT.items()}
_LAST: Final = len(ROUND_HEADINGS) - 1

# Beside the table, outside the print area, with two columns left free for the user's own.
_LEGEND_COLUMN: Final = len(ROUND_HEADINGS) + 2
_LEGEND_WORDS: Final = ("红方胜", "和棋", "黑方胜", "黑方弃权", "红方弃权", "双方弃权")
_LEGEND_COLOURS: Final = (("还没有结果", OPEN), ("编号在本轮出现两次", CLASH), ("胜方", BAND))


def round_rows(people: int, games: int = 1) -> int:
    """How many rows a round table has for this many players, one for each game of a meeting, byes and rests besides."""
    return (people + 1) // 2 * games + _ROWS_FOR_RESTS


def write_round(page: Page, settings: Settings, number: int, people: int) -> None:
    """Fill an empty sheet with the table, marks, drop-down and print set-up of a round, and hide it."""
    bottom = HEADING_ROW + round_rows(people, settings.games_per_meeting)
    choices = result_choices(settings.scoring)
    page.heads(f"{round_name(number)}  对局表", len(ROUND_HEADINGS))
    page.sheet.set_row(HEADING_ROW, 36)
    page.table(round_name(number), _COLUMNS, bottom, heading={"font_size": 12})
    for row in range(FIRST_ROW, bottom + 1):
        page.sheet.set_row(row, _ROW_HEIGHT)
    page.offer(_column("结果", bottom), choices)
    page.text_areas(_column("结果", bottom))
    _write_marks(page, bottom, choices)
    _write_legend(page, choices)
    page.sheet.freeze_panes(FIRST_ROW, 0)
    page.prints(landscape=True, area=(0, 0, bottom, _LAST))
    page.sheet.set_tab_color("#C98A1B")
    page.sheet.hide()


def _column(heading: str, bottom: int) -> Box:
    return (FIRST_ROW, _AT[heading], bottom + ROOM_BELOW, _AT[heading])


def _write_marks(page: Page, bottom: int, choices: Sequence[str]) -> None:
    first = FIRST_ROW + 1
    last = bottom + ROOM_BELOW + 1
    red, black, result = _LETTER["红方编号"], _LETTER["黑方编号"], _LETTER["结果"]
    paired = f"ISNUMBER(${red}{first}),ISNUMBER(${black}{first})"
    for heading in ("红方编号", "黑方编号"):
        cell = f"{_LETTER[heading]}{first}"
        counts = "+".join(f"COUNTIF(${side}${first}:${side}${last},{cell})" for side in (red, black))
        page.mark(_column(heading, bottom), f'AND({cell}<>"",{counts}>1)', CLASH_MARK)
    page.mark(_column("结果", bottom), f'AND({paired},TRIM(${result}{first})="")', OPEN_MARK)
    red_win, _, black_win, black_forfeits, red_forfeits, _ = choices
    red_won = _is_one_of(f"${result}{first}", red_win, black_forfeits, "红胜", "胜")
    black_won = _is_one_of(f"${result}{first}", black_win, red_forfeits, "黑胜", "负")
    page.mark(_column("红方", bottom), f"AND({paired},{red_won})", WINNER_MARK)
    page.mark(_column("黑方", bottom), f"AND({paired},{black_won})", WINNER_MARK)
    whole_row = (FIRST_ROW, 0, bottom + ROOM_BELOW, _LAST)
    page.mark(whole_row, f"AND(ISNUMBER(${red}{first}),NOT(ISNUMBER(${black}{first})))", FADED_MARK)
    page.mark(whole_row, f"ISNUMBER(${red}{first})", ROW_MARK)


def _is_one_of(cell: str, *texts: str) -> str:
    return "OR(" + ",".join(f'{cell}="{text}"' for text in texts) + ")"


def _write_legend(page: Page, choices: Sequence[str]) -> None:
    page.sheet.set_column(_LEGEND_COLUMN, _LEGEND_COLUMN, 22)
    lines: list[tuple[str, Look]] = [("结果（红方在前）", {})]
    lines += [(f"{choice}  {word}", {}) for choice, word in zip(choices, _LEGEND_WORDS, strict=True)]
    lines += [(text, {"bg_color": colour}) for text, colour in _LEGEND_COLOURS]
    for step, (text, look) in enumerate(lines):
        page.put(HEADING_ROW + step, _LEGEND_COLUMN, text, HINT, {"font_color": INK}, look)
