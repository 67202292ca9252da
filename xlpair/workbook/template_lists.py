"""The sheets of a new workbook that hold lists: 名单 and 编排记录."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from xlsxwriter.utility import xl_col_to_name

from xlpair.model import Player
from xlpair.settings import System
from xlpair.workbook.layout import (
    GROUP_HEADING,
    LOG_HEADINGS,
    LOG_TABLE,
    ROSTER_HEADINGS,
    ROSTER_TABLE,
    SLOT_HEADING,
)
from xlpair.workbook.template_formats import (
    ALIKE,
    ALIKE_MARK,
    BOXED,
    CENTRED,
    CLASH,
    CLASH_MARK,
    FADED_MARK,
    FITTED,
    HINT,
    INK,
    LEFT,
    ROW_MARK,
    TEXT,
    WRAPPED,
    Look,
)
from xlpair.workbook.template_page import FIRST_ROW, HEADING_ROW, ROOM_BELOW, Box, Column, Page
from xlpair.workbook.texts import attendance_text, categories_text

LOG_ROWS: Final = 200
NAME_HEADING: Final = "姓名"

_BODY: Final[Look] = {"font_size": 11}
_NOTE: Final[Look] = {"font_size": 10}
_TOP: Final[Look] = {"valign": "top"}
_ROSTER_LOOKS: Final[dict[str, tuple[float, tuple[Look, ...]]]] = {
    "编号": (7.5, (_BODY, BOXED, CENTRED)),
    "姓名": (15, (_BODY, BOXED, LEFT, TEXT, FITTED)),
    "单位": (24, (_BODY, BOXED, LEFT, TEXT, FITTED)),
    "等级分": (9.5, (_BODY, BOXED, CENTRED)),
    "种子": (7.5, (_BODY, BOXED, CENTRED)),
    "参赛轮次": (13, (_BODY, BOXED, CENTRED, TEXT, FITTED)),
    "组别": (12, (_BODY, BOXED, CENTRED, TEXT, FITTED)),
    "备注": (22, (_NOTE, BOXED, LEFT, TEXT, WRAPPED)),
    GROUP_HEADING: (7.5, (_BODY, BOXED, CENTRED, TEXT, FITTED)),
    SLOT_HEADING: (7.5, (_BODY, BOXED, CENTRED)),
}
_ROSTER: Final = tuple(Column(heading, *_ROSTER_LOOKS[heading]) for heading in ROSTER_HEADINGS)
_LOG_LOOKS: Final[dict[str, tuple[float, tuple[Look, ...]]]] = {
    "时间": (19, (_TOP, CENTRED, {"num_format": "yyyy-mm-dd hh:mm:ss"})),
    "命令": (12, (_TOP, CENTRED, TEXT, WRAPPED)),
    "轮次": (7, (_TOP, CENTRED)),
    "抽签种子": (13, (_TOP, CENTRED, {"num_format": "0"})),
    "版本": (11, (_TOP, CENTRED, TEXT)),
    "结果指纹": (14, (_TOP, CENTRED, TEXT, WRAPPED)),
    "说明": (86, (_TOP, LEFT, TEXT, WRAPPED)),
}
_LOG: Final = tuple(Column(heading, *_LOG_LOOKS[heading]) for heading in LOG_HEADINGS)

_ATTENDANCE_HINT: Final = "空着：每轮都参加\n1-3,5-：第4轮请假\n4-：第4轮起参加\n1-3：打完第3轮离开\n退赛：以后不再编排"
_DRAW_HINTS: Final = {
    GROUP_HEADING: "空着：编排第1轮时抽签分组\n也可以自己写：A、B、C",
    SLOT_HEADING: "空着：编排第1轮时抽签\n也可以自己写，自上而下从 1 起",
}
_CATEGORY_HINT: Final = "要另外录取名次的组，例如 女子、少年、老年；属于几组用顿号隔开：女子、少年"
_ONE_ROW: Final = "一行一位棋手，接着往下填，中途报名也一样。"
_ONE_ROW_A_TEAM: Final = "一行一队，接着往下填；队里的人写在“队员”表。"


def write_roster(
    page: Page,
    players: Sequence[Player],
    spare: int,
    own: Mapping[str, Sequence[str]],
    system: System = System.SWISS,
    name_heading: str = NAME_HEADING,
) -> None:
    """Fill 名单: the players in the order given, spare rows below them. In a team event 姓名 has another heading.

    Groups and knock-outs have a column more for what is drawn. ``own`` are columns of the user's, by heading a text for
    every player, right of ours.
    """
    people = len(players) + spare
    bottom = HEADING_ROW + people
    ours = (*_ROSTER, *_draw_columns(system))
    page.heads("名单", len(ours))
    page.sheet.set_row(HEADING_ROW, 26.25)
    others = [Column(heading, 16, (_BODY, BOXED, LEFT, TEXT, FITTED)) for heading in own]
    named = [replace(one, heading=name_heading) if one.heading == NAME_HEADING else one for one in ours]
    page.table(ROSTER_TABLE, (*named, *others), bottom, filters=True)
    for row in range(FIRST_ROW, bottom + 1):
        page.sheet.set_row(row, 20.25)
    for row, player in enumerate(players, FIRST_ROW):
        for place, column in enumerate(ours):
            page.put(row, place, _roster_value(player, column.heading), *column.look)
    for place, column in enumerate(others, len(ours)):
        for row, text in enumerate(own[column.heading], FIRST_ROW):
            page.put(row, place, text, *column.look)
    page.text_areas(*(_column(heading, bottom) for heading in ("姓名", "单位", "参赛轮次", "组别", "备注")))
    page.offer(_column("参赛轮次", bottom), (), "参赛轮次", _ATTENDANCE_HINT)
    page.offer(_column("组别", bottom), (), "组别", _CATEGORY_HINT)
    for place, column in enumerate(_draw_columns(system), len(_ROSTER)):
        where = (FIRST_ROW, place, bottom + ROOM_BELOW, place)
        page.offer(where, (), column.heading, _DRAW_HINTS[column.heading])
    _mark_roster(page, bottom, len(ours))
    _write_legend(page, len(ours) + len(others) + 2, name_heading)
    page.sheet.freeze_panes(FIRST_ROW, 0)
    page.prints(landscape=False, area=(0, 0, HEADING_ROW + (len(players) or people), len(ours) - 1))
    page.sheet.set_tab_color("#3B7A57")


def _draw_columns(system: System) -> tuple[Column, ...]:
    """The column for what is drawn before round 1.

    Rule: R7, K1
    """
    if system is System.GROUPS:
        heading = GROUP_HEADING
    elif system.is_knockout:
        heading = SLOT_HEADING
    else:
        return ()
    return (Column(heading, *_ROSTER_LOOKS[heading]),)


def write_log(page: Page) -> None:
    """Fill 编排记录: an empty table with many rows."""
    bottom = HEADING_ROW + LOG_ROWS
    page.heads("编排记录", len(_LOG))
    page.sheet.set_row(HEADING_ROW, 24)
    page.table(LOG_TABLE, _LOG, bottom, filters=True)
    whole_row = (FIRST_ROW, 0, bottom + ROOM_BELOW, len(_LOG) - 1)
    page.mark(whole_row, f"COUNTA($A{FIRST_ROW + 1}:$B{FIRST_ROW + 1})>0", ROW_MARK)
    page.sheet.freeze_panes(FIRST_ROW, 0)
    page.prints(landscape=True, area=(0, 0, bottom, len(_LOG) - 1))
    page.sheet.set_tab_color("#8A949A")


def _roster_value(player: Player, heading: str) -> str | int | None:
    values: dict[str, str | int | None] = {
        "编号": player.number or None,
        "姓名": player.name,
        "单位": player.club,
        "等级分": player.rating,
        "种子": player.seed,
        "参赛轮次": attendance_text(player.attendance),
        "组别": categories_text(player.categories),
        "备注": player.note,
        GROUP_HEADING: player.group,
        SLOT_HEADING: player.slot,
    }
    return values[heading]


def _letter(heading: str) -> str:
    return str(xl_col_to_name(ROSTER_HEADINGS.index(heading)))


def _column(heading: str, bottom: int) -> Box:
    place = ROSTER_HEADINGS.index(heading)
    return (FIRST_ROW, place, bottom + ROOM_BELOW, place)


def _mark_roster(page: Page, bottom: int, columns: int) -> None:
    """Colour numbers that stand twice, names that are the same but for blanks, and whoever has withdrawn."""
    first, last = FIRST_ROW + 1, bottom + ROOM_BELOW + 1
    number, name, rounds = _letter("编号"), _letter("姓名"), _letter("参赛轮次")
    same_number = f"COUNTIF(${number}${first}:${number}${last},${number}{first})>1"
    page.mark(_column("编号", bottom), f'AND(${number}{first}<>"",{same_number})', CLASH_MARK)
    names, own = _without_blanks(f"${name}${first}:${name}${last}"), _without_blanks(f"${name}{first}")
    page.mark(_column("姓名", bottom), f'AND({own}<>"",SUMPRODUCT(--({names}={own}))>1)', ALIKE_MARK)
    whole_row = (FIRST_ROW, 0, bottom + ROOM_BELOW, columns - 1)
    page.mark(whole_row, f'ISNUMBER(SEARCH("退赛",${rounds}{first}))', FADED_MARK)


def _without_blanks(cells: str) -> str:
    return f'SUBSTITUTE(SUBSTITUTE({cells}," ",""),"\u3000","")'


def _write_legend(page: Page, column: int, name_heading: str) -> None:
    teams = name_heading != NAME_HEADING
    legend = (
        (_ONE_ROW_A_TEAM if teams else _ONE_ROW, None),
        ("右边可以加自己的列，列可以换位置。", None),
        ("编号重复", CLASH),
        (f"{name_heading}相同：同名的两{'队' if teams else '人'}请用单位分清", ALIKE),
    )
    page.sheet.set_column(column, column, 42)
    for step, (text, colour) in enumerate(legend):
        page.put(HEADING_ROW + step, column, text, HINT, {"font_color": INK}, {"bg_color": colour} if colour else {})
