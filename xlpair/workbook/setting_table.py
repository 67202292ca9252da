"""The lines of the 赛事 sheet, one table: templates, reader and manual are made from it."""

from __future__ import annotations

from typing import Final

from xlpair.settings import CutTie, TableUpdate, TeamCount, TeamForm, Unrated
from xlpair.workbook.event_settings import EVENT_LINES
from xlpair.workbook.layout import LAYOUT_VERSION
from xlpair.workbook.pairing_settings import PAIRING_LINES
from xlpair.workbook.setting_line import SettingLine, words
from xlpair.workbook.setting_values import cuts_value, no_value, whole_value, word_value

VERSION_ITEM: Final = "版式"

SETTING_LINES: Final = (
    *EVENT_LINES,
    *PAIRING_LINES,
    SettingLine(
        "末位淘汰",
        "例如 5轮后少于4分 或 5轮后取8名，几条用顿号隔开；空着不淘汰。",
        "knockout_cuts",
        cuts_value(),
        rule="E1",
    ),
    SettingLine(
        "同分",
        "末位淘汰的最后一名同分时，全部留下或抽签。",
        "cut_tie",
        word_value("cut_tie", CutTie, {"都留": "全留"}),
        words(CutTie),
        "全留",
        ("末位同分",),
        "E1",
    ),
    SettingLine(
        "团体",
        "是否计团体，怎样比。",
        "team_form",
        word_value("team_form", TeamForm),
        words(TeamForm),
        "无",
        rule="T, S7",
    ),
    SettingLine(
        "每队台数",
        "团体赛一队上几台，空着是 4。",
        "boards_per_team",
        whole_value("boards_per_team", 1, 99, "台"),
        rule="T2",
    ),
    SettingLine(
        "计分人数",
        "队员总分取每队前几人，空着取人数最少的队的人数。",
        "team_counted",
        whole_value("team_counted", 1, 99, "人"),
        rule="S7",
    ),
    SettingLine(
        "团体计分",
        "队员总分加积分还是加名次。",
        "team_count",
        word_value("team_count", TeamCount),
        words(TeamCount),
        "积分",
        rule="S7",
    ),
    SettingLine(
        "等级分K",
        "算等级分变化用的系数。",
        "rating_k",
        whole_value("rating_k", 1, 999),
        default="20",
        aliases=("K",),
        rule="L1",
    ),
    SettingLine(
        "无等级分者",
        "等级分表里，原来没有等级分的棋手给出表现分，或不列。",
        "unrated",
        word_value("unrated", Unrated),
        words(Unrated),
        "表现分",
        rule="L1",
    ),
    SettingLine(
        "成绩表更新",
        "实时公式：填了结果马上变；数值：每次用命令时写入。",
        "table_update",
        word_value("table_update", TableUpdate),
        ("数值", "实时公式"),
        "数值",
    ),
    SettingLine(
        VERSION_ITEM, "文件版式的号码，不要改。", "", no_value(str(LAYOUT_VERSION)), default=str(LAYOUT_VERSION)
    ),
)
