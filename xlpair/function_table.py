"""The table of functions: from it alone the wrappers of every host and the manual's list of functions are made.

A further function is one more line here, beside its Python function. Argument names are ASCII and no reserved words of
VBA. A host that knows no repeating arguments makes as many optional ones as it needs (round1, round2, …).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from xlpair import functions
from xlpair.table_rows import Rows

CATEGORY: Final = "象棋编排"


@dataclass(frozen=True, slots=True)
class FunctionArgument:
    """One argument; ``repeats`` (only the last one, and optional) = any number of them."""

    name: str
    help: str
    optional: bool = False
    repeats: bool = False


@dataclass(frozen=True, slots=True)
class FunctionLine:
    """One function: its name in every host, what it says of itself, its arguments, what computes it."""

    name: str
    help: str
    arguments: tuple[FunctionArgument, ...]
    compute: Callable[..., Rows]


_SETTINGS: Final = FunctionArgument("settings", "赛事表，连标题行一起选；空着就全部按默认。")
_ROSTER: Final = FunctionArgument("roster", "名单，连标题行一起选。")
_ROUNDS: Final = FunctionArgument(
    "round_table", "第1轮、第2轮……各轮的表，按次序，连标题行一起选；还没有编排的是空表。", optional=True, repeats=True
)
_EVENT: Final = (_SETTINGS, _ROSTER, _ROUNDS)

FUNCTIONS: Final = (
    FunctionLine(
        "XQ_ROUNDROBIN",
        "循环赛对局秩序表：给人数得印在规则书上的表，给一列姓名得按姓名排的表；指定轮次只给那一轮。",
        (
            FunctionArgument("players", "人数（2 到 400），或一列姓名。"),
            FunctionArgument("games", "每轮两人赛几局，先后手逐局轮换；空着是 1。", optional=True),
            FunctionArgument("round_number", "只要哪一轮；空着是全部。", optional=True),
        ),
        functions.XQ_ROUNDROBIN,
    ),
    FunctionLine(
        "XQ_KNOCKOUT",
        "淘汰赛对阵图：给人数得按签位号排的图，给一列姓名得按姓名排的图；排在前面的轮空。",
        (
            FunctionArgument("players", "人数（2 到 256），或一列姓名，强的在前。"),
            FunctionArgument("seeds", "前几名是种子，或与姓名一样长的一列种子号；空着就按所给次序。", optional=True),
        ),
        functions.XQ_KNOCKOUT,
    ),
    FunctionLine(
        "XQ_STANDINGS", "成绩表：名次、各轮对手和得分、所用的名次依据。填了结果马上变。", _EVENT, functions.XQ_STANDINGS
    ),
    FunctionLine("XQ_CROSSTABLE", "循环表：每两人之间的得分，以及名次。", _EVENT, functions.XQ_CROSSTABLE),
    FunctionLine(
        "XQ_NEXTROUND", "预览下一轮的对阵；正式编排用“编排下一轮”。不能编排时说明原因。", _EVENT, functions.XQ_NEXTROUND
    ),
    FunctionLine(
        "XQ_EXPLAIN",
        "说明最后一轮每一对怎样排出来：分数段、行、方式、先后依据、跳过了谁。",
        _EVENT,
        functions.XQ_EXPLAIN,
    ),
    FunctionLine("XQ_CHECK", "检查整个比赛，每个问题一行：在哪里、是什么、怎么办。", _EVENT, functions.XQ_CHECK),
    FunctionLine("XQ_OPEN", "还没有结果的台次。", (_ROUNDS,), functions.XQ_OPEN),
    FunctionLine(
        "XQ_CARD",
        "一名棋手的编排卡：各轮的对手、先后、结果、积分、对手分。",
        (FunctionArgument("number", "棋手的编号。"), *_EVENT),
        functions.XQ_CARD,
    ),
    FunctionLine(
        "XQ_TEAMS",
        "团体成绩表：队员总分制按单位加总；团体赛是各队的成绩表。",
        _EVENT,
        functions.XQ_TEAMS,
    ),
    FunctionLine(
        "XQ_CATEGORIES",
        "组别成绩：名单“组别”一列写的各组（女子、少年等）的名次，次序与总名次相同。",
        _EVENT,
        functions.XQ_CATEGORIES,
    ),
    FunctionLine(
        "XQ_RATINGS",
        "赛后等级分：按通用的埃洛公式（不是官方公式）算每人新的等级分。",
        _EVENT,
        functions.XQ_RATINGS,
    ),
    FunctionLine(
        "XQ_RATING",
        "按通用的埃洛公式（不是官方公式）算新的等级分；自己没有等级分时给出表现分。",
        (
            FunctionArgument("own", "自己的等级分；没有就选空格。"),
            FunctionArgument("opponent", "对手的等级分，一格或一列；没有等级分的不算。"),
            FunctionArgument("points", "得分：胜 2、和 1、负 0，逐局一格，或只填总分。"),
            FunctionArgument("k", "系数 K；空着是 20。", optional=True),
        ),
        functions.XQ_RATING,
    ),
)
