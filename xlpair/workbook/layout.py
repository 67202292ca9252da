"""The one place that names sheets, tables, headings and named cells of the workbook.

Everything is found by these names, never by letter or position: an arbiter may move, insert, sort and rename.
"""

from __future__ import annotations

import re
from typing import Final

from xlpair.settings import System

LAYOUT_VERSION: Final = 1
MOST_PEOPLE: Final = 3_000
"""So many entrants, or members of teams, one workbook holds."""
MOST_ROUNDS: Final = 200
"""So many rounds one workbook holds."""
SPARE_ROWS: Final = 20

SETTINGS_SHEET: Final = "赛事"
ROSTER_SHEET: Final = "名单"
STANDINGS_SHEET: Final = "成绩表"
CROSSTABLE_SHEET: Final = "循环表"
BRACKET_SHEET: Final = "对阵图"
CARD_SHEET: Final = "编排卡"
LOG_SHEET: Final = "编排记录"
TEAMS_SHEET: Final = "团体成绩"
CATEGORIES_SHEET: Final = "组别成绩"
RATINGS_SHEET: Final = "等级分"
SQUADS_SHEET: Final = "队员"

SETTINGS_TABLE: Final = "赛事"
ROSTER_TABLE: Final = "名单"
LOG_TABLE: Final = "编排记录"
SQUADS_TABLE: Final = "队员"

SETTINGS_HEADINGS: Final = ("项目", "内容", "说明")
ROSTER_HEADINGS: Final = ("编号", "姓名", "单位", "等级分", "种子", "参赛轮次", "组别", "备注")
ROUND_HEADINGS: Final = (
    "台次",
    "红方编号",
    "红方",
    "红方单位",
    "红方积分",
    "结果",
    "黑方积分",
    "黑方单位",
    "黑方",
    "黑方编号",
    "红犯规",
    "黑犯规",
    "备注",
)
# Columns that only some events have. 名单: the group of a 分组循环, the place in a bracket, both drawn or typed.
GROUP_HEADING: Final = "组"
SLOT_HEADING: Final = "签位"
DRAW_HEADINGS: Final = (GROUP_HEADING, SLOT_HEADING)
PART_HEADING: Final = "组"
"""In a round: the group, or in a knock-out the stage (阶段), that a pair belongs to."""
STAGE_HEADING: Final = "阶段"
# In a team event every board of a match is a row: it has its number within the match, and who sits there.
TEAM_ROUND_HEADINGS: Final = (
    "台次",
    "分台",
    "红方编号",
    "红方",
    "红方棋手",
    "红方积分",
    "结果",
    "黑方积分",
    "黑方棋手",
    "黑方",
    "黑方编号",
    "红犯规",
    "黑犯规",
    "备注",
)
TEAM_HEADING: Final = "参赛队"
"""What 姓名 is called in a team event."""
SQUAD_HEADINGS: Final = ("队号", TEAM_HEADING, "序号", "姓名", "等级分", "备注")
LINEUP_HEADINGS: Final = ("队号", TEAM_HEADING)
"""A line-up's headings in front of those of its boards (:func:`board_heading`)."""
LOG_HEADINGS: Final = ("时间", "命令", "轮次", "抽签种子", "版本", "结果指纹", "说明")

# Workbook-wide defined names of the places that are no tables.
STATUS_NAME: Final = "状态栏"
TITLE_NAME: Final = "赛事标题"
STANDINGS_NAME: Final = "成绩表区"
CROSSTABLE_NAME: Final = "循环表区"
BRACKET_NAME: Final = "对阵图区"
CARD_NAME: Final = "编排卡区"
CARD_NUMBER_NAME: Final = "编排卡编号"
TEAMS_NAME: Final = "团体成绩区"
CATEGORIES_NAME: Final = "组别成绩区"
RATINGS_NAME: Final = "等级分区"
# The cells above the computed tables that say why there is none.
STANDINGS_NOTICE_NAME: Final = "成绩表提示"
CROSSTABLE_NOTICE_NAME: Final = "循环表提示"
CARD_NOTICE_NAME: Final = "编排卡提示"
TEAMS_NOTICE_NAME: Final = "团体成绩提示"
CATEGORIES_NOTICE_NAME: Final = "组别成绩提示"
RATINGS_NOTICE_NAME: Final = "等级分提示"
# One number for the results that the rounds hold (a formula), the signs it tells apart (a text), and the cell that
# keeps the number of those in 成绩表: see ``seal``.
TYPED_NAME: Final = "已填结果校验"
SIGNS_NAME: Final = "结果用字"
SEALED_NAME: Final = "已算对局校验"
RESULTS_SEALED_NAME: Final = "已算结果校验"
"""What the cell is called in workbooks whose number tells no more than the results and who is red."""

FIXED_STANDINGS_COLUMNS: Final = 4
SPARE_STANDINGS_COLUMNS: Final = 12
CARD_COLUMNS: Final = 8
CARD_EXTRA_ROWS: Final = 8
TEAMS_COLUMNS: Final = 18
CATEGORIES_COLUMNS: Final = 5 + SPARE_STANDINGS_COLUMNS
RATING_COLUMNS: Final = 11
RESERVES: Final = 3
"""More members of a squad than boards of a match, for whom a new workbook has rows."""

_ROUND_TABLE = re.compile(r"第([0-9]{1,4})轮")
_LINEUP_TABLE = re.compile(r"第([0-9]{1,4})轮上场")
_NUMERALS: Final = "一二三四五六七八九"


def draw_heading(system: System) -> str:
    """The heading in 名单 of what is drawn before round 1, '' where nothing is."""
    if system is System.GROUPS:
        return GROUP_HEADING
    return SLOT_HEADING if system.is_knockout else ""


def crosstable_height(people: int, *, grouped: bool = False) -> int:
    """How many rows 循环表 has; of groups for all of them and their finals, each with a head and a gap."""
    return 3 * people + 12 if grouped else people + 1


def categories_rows(people: int) -> int:
    """How many rows 组别成绩 has: for as many groups as there are likely to be, each with a head of its own."""
    return 2 * people + 30


def round_name(number: int) -> str:
    """The name of a round's sheet and of its table: 第3轮."""
    return f"第{number}轮"


def round_of_table(name: str) -> int | None:
    """The round a table belongs to, or None: 第3轮 -> 3."""
    match = _ROUND_TABLE.fullmatch(name)
    return int(match.group(1)) if match else None


def lineup_name(number: int) -> str:
    """The name of a round's line-up sheet and of its table: 第3轮上场."""
    return f"{round_name(number)}上场"


def lineup_of_table(name: str) -> int | None:
    """The round whose line-ups a table holds, or None: 第3轮上场 -> 3."""
    match = _LINEUP_TABLE.fullmatch(name)
    return int(match.group(1)) if match else None


def board_heading(board: int) -> str:
    """The heading of a board (1 to 99) in a line-up: 一台, 十台, 二十三台."""
    tens, ones = divmod(board, 10)
    ten = f"{_NUMERALS[tens - 1] if tens > 1 else ''}十" if tens else ""
    return f"{ten}{_NUMERALS[ones - 1] if ones else ''}台"
