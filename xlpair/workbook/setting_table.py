"""The lines of the 赛事 sheet, one table: templates, reader and manual are made from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from xlpair.engine.tiebreaks import PRESETS
from xlpair.settings import (
    ByeOpponent,
    CutTie,
    EqualSides,
    FinalForm,
    FirstPairing,
    FirstSides,
    MutualRange,
    Numbering,
    Seam,
    System,
    TableUpdate,
    TeamCount,
    TeamForm,
    Unrated,
    Worth,
)
from xlpair.workbook.layout import LAYOUT_VERSION
from xlpair.workbook.setting_values import (
    Value,
    club_value,
    cuts_value,
    forbidden_value,
    no_value,
    order_value,
    scoring_value,
    text_value,
    whole_value,
    word_value,
    yes_value,
)

VERSION_ITEM: Final = "版式"
_YES_NO: Final = ("是", "否")
_NO_YES: Final = ("否", "是")


@dataclass(frozen=True, slots=True)
class SettingLine:
    """One line: 项目 (``item``), what 内容 may be, and what it feeds.

    ``choices`` is what the drop-down offers (empty = free text), ``default`` the text of a new workbook, a blank 内容
    means the default of Settings. ``field`` names the Settings field, '' where the line is only shown. ``rule`` is the
    rule that knows the switch.
    """

    item: str
    explanation: str
    field: str
    value: Value
    choices: tuple[str, ...] = ()
    default: str = ""
    aliases: tuple[str, ...] = ()
    rule: str = ""


def _words(words: type[Any]) -> tuple[str, ...]:
    return tuple(word.value for word in words)


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
    "单淘汰": "单败淘汰",
    "单败淘汰制": "单败淘汰",
    "双淘汰": "双败淘汰",
    "双败淘汰制": "双败淘汰",
}

SETTING_LINES: Final = (
    SettingLine("赛事名称", "印在每张表的上面。", "name", text_value("name"), aliases=("比赛名称", "名称")),
    SettingLine("日期", "只供打印。", "", no_value(), aliases=("比赛日期", "时间", "比赛时间")),
    SettingLine("地点", "只供打印。", "", no_value(), aliases=("比赛地点",)),
    SettingLine("裁判长", "只供打印。", "", no_value()),
    SettingLine(
        "赛制",
        "比赛用哪一种制度。",
        "system",
        word_value("system", System, _SYSTEMS),
        _words(System),
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
        _words(Seam),
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
        _words(FinalForm),
        "无",
        rule="R7",
    ),
    SettingLine(
        "带入成绩",
        "决赛是否带入小组赛里相互间的成绩。",
        "carry_results",
        yes_value("carry_results"),
        _NO_YES,
        "否",
        rule="R7",
    ),
    SettingLine("三四名", "淘汰赛是否赛三四名。", "third_place", yes_value("third_place"), _NO_YES, "否", rule="K5"),
    SettingLine(
        "附加赛",
        "淘汰赛是否赛出第五名以下的名次。",
        "placement_matches",
        yes_value("placement_matches"),
        _NO_YES,
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
    SettingLine(
        "记分",
        "红方 胜/和/负，空一格，黑方 胜/和/负。",
        "scoring",
        scoring_value(),
        ("2/1/0 2/1/0", "3/1/0 3/1/0", "1/0.5/0 1/0.5/0"),
        "2/1/0 2/1/0",
        ("计分", "记分方法", "计分方法"),
        "S1",
    ),
    SettingLine(
        "名次顺序",
        "选一种现成的，或自己写名次依据，用顿号隔开；空着按赛制。",
        "criteria",
        order_value(),
        tuple(PRESETS),
        aliases=("名次依据", "破同分", "名次判定"),
        rule="S3",
    ),
    SettingLine(
        "编号方式",
        "按名单里的编号，或用抽签定号。",
        "numbering",
        word_value("numbering", Numbering),
        _words(Numbering),
        "按名单",
        rule="F1",
    ),
    SettingLine(
        "首轮配对",
        "积分编排第一轮谁对谁。",
        "first_pairing",
        word_value("first_pairing", FirstPairing),
        _words(FirstPairing),
        "临近",
        rule="F2",
    ),
    SettingLine(
        "首轮先后",
        "积分编排第一轮谁先走。",
        "first_sides",
        word_value("first_sides", FirstSides, {"单数号先": "单号先", "上半区先手": "上半区先"}),
        _words(FirstSides),
        "单数台小号先",
        rule="F4",
    ),
    SettingLine(
        "同单位回避",
        "同单位的棋手哪几轮不相遇，例如 前3轮。",
        "club_rule",
        club_value(),
        ("首轮", "不回避", "前2轮", "前3轮", "前4轮", "全程"),
        "首轮",
        ("同队回避",),
        "F3, W9.2",
    ),
    SettingLine(
        "不相遇", "哪些编号不得相遇，例如 3-7, 5-9。", "forbidden", forbidden_value(), aliases=("回避",), rule="W9.2"
    ),
    SettingLine(
        "弃权算相遇",
        "有一方弃权的对局，两人以后是否算已相遇。",
        "forfeit_is_met",
        yes_value("forfeit_is_met"),
        _YES_NO,
        "是",
        rule="W9.1",
    ),
    SettingLine(
        "上下调均衡",
        "下调过的棋手是否尽量不再下调。",
        "balance_downs",
        yes_value("balance_downs"),
        _NO_YES,
        "否",
        rule="W8",
    ),
    SettingLine(
        "同条件先后",
        "两人先后手情况完全一样时谁先走。",
        "equal_sides",
        word_value("equal_sides", EqualSides),
        _words(EqualSides),
        "两号之和",
        rule="C3",
    ),
    SettingLine(
        "最后三轮",
        "最后三轮是否让积分高者补缺少的先后手。",
        "last_three",
        yes_value("last_three"),
        _YES_NO,
        "是",
        rule="C4",
    ),
    SettingLine(
        "轮空得分",
        "轮空按胜、和、负哪一种得分。",
        "bye_worth",
        word_value("bye_worth", Worth),
        _words(Worth),
        "胜",
        rule="B3",
    ),
    SettingLine("轮空算胜局", "轮空是否算一个胜局。", "bye_is_win", yes_value("bye_is_win"), _YES_NO, "是", rule="B3"),
    SettingLine(
        "轮空对手分",
        "算对手分时，轮空的对手当作几分。",
        "bye_opponent",
        word_value("bye_opponent", ByeOpponent),
        _words(ByeOpponent),
        "有分者最低",
        rule="B4",
    ),
    SettingLine(
        "请假得分",
        "请假的一轮按哪一种得分。",
        "leave_worth",
        word_value("leave_worth", (Worth.LOSS, Worth.DRAW)),
        ("负", "和"),
        "负",
        rule="B3",
    ),
    SettingLine(
        "迟到得分",
        "中途参加者错过的每一轮按哪一种得分。",
        "late_worth",
        word_value("late_worth", (Worth.LOSS, Worth.DRAW)),
        ("负", "和"),
        "负",
        rule="B3",
    ),
    SettingLine(
        "弃权对手分",
        "算对手分时，弃权的对局是否照常计算。",
        "forfeit_counts_opponent",
        yes_value("forfeit_counts_opponent"),
        _YES_NO,
        "是",
        rule="B5",
    ),
    SettingLine(
        "连弃停排",
        "连续弃权几次以后不再编排，0 表示不停。",
        "forfeits_stop",
        whole_value("forfeits_stop", 0, 99, "次"),
        ("2", "3", "1", "0"),
        "2",
        rule="B6",
    ),
    SettingLine(
        "直胜范围",
        "直胜只在两人同分时比，或多人同分时也比。",
        "mutual_range",
        word_value("mutual_range", MutualRange),
        _words(MutualRange),
        "两人",
        rule="S2",
    ),
    SettingLine(
        "抽签种子",
        "抽签用的整数，同一个数抽出同样的签；编排后不要改。",
        "lot_seed",
        whole_value("lot_seed", 0),
        aliases=("种子", "随机种子"),
        rule="F1, K1",
    ),
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
        _words(CutTie),
        "全留",
        ("末位同分",),
        "E1",
    ),
    SettingLine(
        "团体",
        "是否计团体，怎样比。",
        "team_form",
        word_value("team_form", TeamForm),
        _words(TeamForm),
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
        _words(TeamCount),
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
        _words(Unrated),
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
