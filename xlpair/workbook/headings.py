"""Other words that stand for our headings, and the finding of columns by them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from xlpair.workbook.book import CellValue
from xlpair.workbook.layout import (
    DRAW_HEADINGS,
    GROUP_HEADING,
    LINEUP_HEADINGS,
    LOG_HEADINGS,
    PART_HEADING,
    ROSTER_HEADINGS,
    ROUND_HEADINGS,
    SETTINGS_HEADINGS,
    SLOT_HEADING,
    SQUAD_HEADINGS,
    STAGE_HEADING,
    TEAM_HEADING,
    TEAM_ROUND_HEADINGS,
    board_heading,
)
from xlpair.workbook.texts import folded

_ROSTER_WORDS: Final = {
    "编号": ("号码", "选手编号", "棋手编号", "参赛编号", "参赛号", "number", "no", "no."),
    "姓名": ("选手", "名字", "棋手", "选手姓名", "棋手姓名", "运动员", "队员", "参赛者", "参赛选手", "参赛队", "name"),
    "单位": ("代表队", "俱乐部", "代表单位", "参赛单位", "单位名称", "所属单位", "队伍", "棋队", "队名", "club"),
    "等级分": ("积分等级", "等级积分", "棋力分", "rating"),
    "种子": ("种子号", "种子序号", "seed"),
    "参赛轮次": ("参加轮次", "出场轮次"),
    "组别": ("奖励组别", "录取组别", "分组奖"),
    "备注": ("说明", "附注", "note"),
    GROUP_HEADING: ("小组", "分组", "组号"),
    SLOT_HEADING: ("签号", "对阵位置"),
}
_ROUND_WORDS: Final = {
    "台次": ("台号", "桌次", "桌号", "台", "桌"),
    "红方编号": ("红编号", "先手编号", "先走编号", "红号", "红方号", "红方号码", "先手号"),
    "红方": ("红方姓名", "先手", "先手方", "先走方", "红棋"),
    "红方单位": ("先手单位", "红单位"),
    "红方积分": ("先手积分", "红积分"),
    "结果": ("比赛结果", "对局结果", "成绩", "胜负", "比分"),
    "黑方积分": ("后手积分", "黑积分"),
    "黑方单位": ("后手单位", "黑单位"),
    "黑方": ("黑方姓名", "后手", "后手方", "后走方", "黑棋"),
    "黑方编号": ("黑编号", "后手编号", "后走编号", "黑号", "黑方号", "黑方号码", "后手号"),
    "红犯规": ("红方犯规", "先手犯规"),
    "黑犯规": ("黑方犯规", "后手犯规"),
    "备注": ("说明", "附注"),
    PART_HEADING: (STAGE_HEADING, "小组", "场次"),
    "分台": ("局台", "第几台"),
    "红方棋手": ("红方队员", "先手棋手", "先手队员"),
    "黑方棋手": ("黑方队员", "后手棋手", "后手队员"),
}
_TEAM_WORDS: Final = {
    "队号": ("队编号", "队伍编号"),
    "参赛队": ("队名", "队伍", "单位", "代表队", "棋队"),
    "序号": ("台序", "队内序号"),
    "姓名": tuple(word for word in _ROSTER_WORDS["姓名"] if word != TEAM_HEADING),
    "等级分": _ROSTER_WORDS["等级分"],
    "备注": _ROSTER_WORDS["备注"],
}
MOST_BOARDS: Final = 99
_BOARDS: Final = {board: board_heading(board) for board in range(1, MOST_BOARDS + 1)}
_BOARD_WORDS: Final = {heading: (f"{board}台", f"第{heading}", f"第{board}台") for board, heading in _BOARDS.items()}


def _by_fold(headings: Iterable[str], words: Mapping[str, Sequence[str]]) -> Mapping[str, str]:
    return {folded(word): heading for heading in headings for word in (heading, *words.get(heading, ()))}


SETTINGS_WORDS: Final = _by_fold(SETTINGS_HEADINGS, {"内容": ("取值", "设置")})
ROSTER_WORDS: Final = _by_fold((*ROSTER_HEADINGS, *DRAW_HEADINGS), _ROSTER_WORDS)
ROUND_WORDS: Final = _by_fold(dict.fromkeys((*ROUND_HEADINGS, *TEAM_ROUND_HEADINGS, PART_HEADING)), _ROUND_WORDS)
SQUAD_WORDS: Final = _by_fold(SQUAD_HEADINGS, _TEAM_WORDS)
LINEUP_WORDS: Final = _by_fold((*LINEUP_HEADINGS, *_BOARDS.values()), {**_TEAM_WORDS, **_BOARD_WORDS})
LOG_WORDS: Final = _by_fold(LOG_HEADINGS, {})


def find_columns(headings: Sequence[CellValue], words: Mapping[str, str]) -> Mapping[str, int]:
    """The column of each heading of ours in a heading row, the first where two cells mean the same.

    The heading's own word goes before other words for it: with both 选手 and 姓名, the column 姓名 is the name.
    """
    own: dict[str, int] = {}
    other: dict[str, int] = {}
    for column, cell in enumerate(headings):
        if isinstance(cell, str) and (heading := words.get(folded(cell))) is not None:
            (own if folded(cell) == heading else other).setdefault(heading, column)
    return MappingProxyType(other | own)
