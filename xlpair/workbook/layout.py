"""The one place that names sheets, tables, headings and named cells of the workbook.

Everything is found by these names, never by letter or position: an arbiter may move, insert, sort and rename.
"""

from __future__ import annotations

import re
from typing import Final

LAYOUT_VERSION: Final = 1
SPARE_ROWS: Final = 20

SETTINGS_SHEET: Final = "赛事"
ROSTER_SHEET: Final = "名单"
STANDINGS_SHEET: Final = "成绩表"
CROSSTABLE_SHEET: Final = "循环表"
CARD_SHEET: Final = "编排卡"
LOG_SHEET: Final = "编排记录"

SETTINGS_TABLE: Final = "赛事"
ROSTER_TABLE: Final = "名单"
LOG_TABLE: Final = "编排记录"

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
LOG_HEADINGS: Final = ("时间", "命令", "轮次", "抽签种子", "版本", "结果指纹", "说明")

# Workbook-wide defined names of the places that are no tables.
STATUS_NAME: Final = "状态栏"
TITLE_NAME: Final = "赛事标题"
STANDINGS_NAME: Final = "成绩表区"
CROSSTABLE_NAME: Final = "循环表区"
CARD_NAME: Final = "编排卡区"
CARD_NUMBER_NAME: Final = "编排卡编号"
# The cells above the computed tables that say why there is none.
STANDINGS_NOTICE_NAME: Final = "成绩表提示"
CROSSTABLE_NOTICE_NAME: Final = "循环表提示"
CARD_NOTICE_NAME: Final = "编排卡提示"
# Names of formulas: how many results the rounds hold, and how many 成绩表 shows.
TYPED_NAME: Final = "已填结果数"
COUNTED_NAME: Final = "已算结果数"

FIXED_STANDINGS_COLUMNS: Final = 4
SPARE_STANDINGS_COLUMNS: Final = 12
CARD_COLUMNS: Final = 8
CARD_EXTRA_ROWS: Final = 8

BYE_WORD: Final = "轮空"
LEAVE_WORD: Final = "请假"

_ROUND_TABLE = re.compile(r"第([0-9]{1,4})轮")


def round_name(number: int) -> str:
    """The name of a round's sheet and of its table: 第3轮."""
    return f"第{number}轮"


def round_of_table(name: str) -> int | None:
    """The round a table belongs to, or None: 第3轮 -> 3."""
    match = _ROUND_TABLE.fullmatch(name)
    return int(match.group(1)) if match else None
