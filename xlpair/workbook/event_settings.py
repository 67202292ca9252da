"""The lines of 赛事 that say what is played: names and places, the system and what belongs to it."""

from __future__ import annotations

from typing import Final

from xlpair.settings import FinalForm, Seam, System
from xlpair.workbook.setting_line import NO_YES, SettingLine, words
from xlpair.workbook.setting_values import no_value, text_value, whole_value, word_value, yes_value

_SYSTEMS: Final = {
    "积分编排制": "积分编排",
    "瑞士制": "积分编排",
    "积分循环": "积分编排",
    "定位编排": "积分编排",
    "单循环制": "单循环",
    "单循环赛": "单循环",
    "双循环制": "双循环",
    "双循环赛": "双循环",
    "分组循环赛": "分组循环",
    "淘汰": "单败淘汰",
    "淘汰制": "单败淘汰",
    "淘汰赛": "单败淘汰",
    "单淘汰": "单败淘汰",
    "单败淘汰制": "单败淘汰",
    "双淘汰": "双败淘汰",
    "双败淘汰制": "双败淘汰",
}

EVENT_LINES: Final = (
    SettingLine("赛事名称", "印在每张表的上面。", "name", text_value("name"), aliases=("比赛名称", "名称")),
    SettingLine("日期", "只供打印。", "", no_value(), aliases=("比赛日期", "时间", "比赛时间")),
    SettingLine("地点", "只供打印。", "", no_value(), aliases=("比赛地点",)),
    SettingLine("裁判长", "只供打印。", "", no_value()),
    SettingLine(
        "赛制",
        "比赛用哪一种制度。",
        "system",
        word_value("system", System, _SYSTEMS),
        words(System),
        "积分编排",
        ("比赛制度", "编排方法"),
        "R, W, K",
    ),
    SettingLine(
        "轮数",
        "积分编排一共赛几轮，空着由程序算；循环赛由人数决定，不用填。",
        "rounds",
        whole_value("rounds", 1, 999, "轮", "自动"),
        aliases=("总轮数", "比赛轮数"),
        rule="R1, W12",
    ),
    SettingLine(
        "双循环接缝",
        "双循环照表排，或第一循环末两轮对调，免得有人三连先、三连后。",
        "seam",
        word_value("seam", Seam),
        words(Seam),
        "照表",
        rule="R4",
    ),
    SettingLine(
        "分组数", "分组循环分几组。", "groups", whole_value("groups", 1, 999, "组"), aliases=("组数",), rule="R7"
    ),
    SettingLine(
        "每组出线",
        "分组循环每组取前几名。",
        "group_qualifiers",
        whole_value("group_qualifiers", 1, 999, "名"),
        aliases=("出线人数",),
        rule="R7",
    ),
    SettingLine(
        "决赛",
        "分组循环之后怎样决赛。",
        "final_form",
        word_value("final_form", FinalForm),
        words(FinalForm),
        "无",
        rule="R7",
    ),
    SettingLine(
        "带入成绩",
        "决赛是否带入小组赛里相互间的成绩。",
        "carry_results",
        yes_value("carry_results"),
        NO_YES,
        "否",
        rule="R7",
    ),
    SettingLine("三四名", "淘汰赛是否赛三四名。", "third_place", yes_value("third_place"), NO_YES, "否", rule="K5"),
    SettingLine(
        "附加赛",
        "淘汰赛是否赛出第五名以下的名次。",
        "placement_matches",
        yes_value("placement_matches"),
        NO_YES,
        "否",
        rule="K5",
    ),
    SettingLine(
        "每轮局数",
        "两人一轮赛几局，先后手逐局轮换。",
        "games_per_meeting",
        whole_value("games_per_meeting", 1, 9, "局"),
        ("1", "2", "3", "4"),
        "1",
        rule="R4",
    ),
)
