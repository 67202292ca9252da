"""The lines of 赛事. What each item and each default is comes from the specification's table of switches."""

from __future__ import annotations

import dataclasses
import datetime as dt
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlpair.engine.tiebreaks import CRITERIA, PRESETS
from xlpair.errors import Problem, UnreadableFile
from xlpair.settings import (
    ByeOpponent,
    ClubRule,
    CutTie,
    EqualSides,
    FinalForm,
    FirstPairing,
    FirstSides,
    MutualRange,
    Numbering,
    Scoring,
    Seam,
    Settings,
    System,
    TableUpdate,
    TeamCount,
    TeamForm,
    Unrated,
    Worth,
)
from xlpair.workbook.book import ErrorValue
from xlpair.workbook.settings_lines import SETTING_LINES, line_of, parse_settings, settings_text

# The table of switches as specified: item, first choice = default.
SPECIFIED = {
    "赛制": "积分编排 单循环 双循环 分组循环 单败淘汰 双败淘汰",
    "轮数": "",
    "双循环接缝": "照表 末两轮对调",
    "分组数": "",
    "每组出线": "",
    "决赛": "无 循环 名次组 单败淘汰",
    "带入成绩": "否 是",
    "三四名": "否 是",
    "附加赛": "否 是",
    "每轮局数": "1 2",
    "记分": "",
    "名次顺序": "",
    "编号方式": "按名单 混编 分区单双 分区前后",
    "首轮配对": "临近 首尾 拦腰 随机",
    "首轮先后": "单数台小号先 上半区先 单号先 两号之和 抽签",
    "同单位回避": "首轮 不回避 全程",
    "不相遇": "",
    "弃权算相遇": "是 否",
    "上下调均衡": "否 是",
    "同条件先后": "两号之和 单双轮",
    "最后三轮": "是 否",
    "轮空得分": "胜 和 负",
    "轮空算胜局": "是 否",
    "轮空对手分": "有分者最低 全体最低 零",
    "请假得分": "负 和",
    "迟到得分": "负 和",
    "弃权对手分": "是 否",
    "连弃停排": "2 0",
    "直胜范围": "两人 多人",
    "抽签种子": "",
    "末位淘汰": "",
    "同分": "全留 抽签",
    "团体": "无 队员总分 分台定人 分台换人 临时定台",
    "每队台数": "",
    "计分人数": "",
    "团体计分": "积分 名次",
    "等级分K": "20",
    "无等级分者": "表现分",
    "成绩表更新": "实时公式 数值",
}
SHOWN_ONLY = ("日期", "地点", "裁判长")


def read(**typed: object) -> tuple[Settings, list[Problem]]:
    return parse_settings([(item, value, f"赛事!C{row}") for row, (item, value) in enumerate(typed.items(), start=5)])


def test_every_switch_has_its_line() -> None:
    items = [line.item for line in SETTING_LINES]
    assert set(SPECIFIED) <= set(items)
    assert set(items) - set(SPECIFIED) == {"赛事名称", *SHOWN_ONLY, "版式"}
    assert len(items) == len(set(items))


@pytest.mark.parametrize("line", SETTING_LINES, ids=lambda line: line.item)
def test_every_line_explains_itself(line: object) -> None:
    assert line.explanation.endswith("。")
    assert len(line.explanation) <= 40


@pytest.mark.parametrize(("item", "words"), SPECIFIED.items())
def test_choices_and_defaults_are_those_specified(item: str, words: str) -> None:
    line = line_of(item)
    specified = words.split()
    assert set(specified) <= {*line.choices, line.default}
    if specified and item != "成绩表更新":  # there the default depends on the kind of file
        assert line.default == specified[0]


@pytest.mark.parametrize("line", SETTING_LINES, ids=lambda line: line.item)
def test_every_choice_is_understood_and_written_again(line: object) -> None:
    for choice in line.choices:
        settings, problems = read(**{line.item: choice})
        assert problems == []
        assert settings_text(settings)[line.item] == choice


def test_defaults_typed_out_are_the_defaults_of_settings() -> None:
    typed = {line.item: line.default for line in SETTING_LINES}
    assert read(**typed) == (Settings(), [])


def test_blank_lines_are_defaults() -> None:
    assert read(**{line.item: "　" for line in SETTING_LINES}) == (Settings(), [])
    assert parse_settings([(None, None, "赛事!C5"), ("", "", "赛事!C6")]) == (Settings(), [])


def test_every_field_of_settings_is_fed_by_a_line() -> None:
    fed = {line.field for line in SETTING_LINES if line.field}
    assert {field.name for field in dataclasses.fields(Settings)} - fed == {"club_rounds"}  # 同单位回避 feeds two


@pytest.mark.parametrize(
    ("typed", "field", "value"),
    [
        ({"赛 制": "单循环"}, "system", System.ROUND_ROBIN),
        ({"賽制": "單循環"}, "system", System.ROUND_ROBIN),
        ({"赛制": "瑞士制"}, "system", System.SWISS),
        ({"比赛名称": "第三届“棋王”赛"}, "name", "第三届“棋王”赛"),
        ({"赛事名称": 2025.0}, "name", "2025"),
        ({"轮数": "９"}, "rounds", 9),
        ({"轮数": 7.0}, "rounds", 7),
        ({"轮数": "7轮"}, "rounds", 7),
        ({"轮数": "自动"}, "rounds", None),
        ({"弃权算相遇": "NO"}, "forfeit_is_met", False),
        ({"弃权算相遇": False}, "forfeit_is_met", False),
        ({"上下调均衡": "√"}, "balance_downs", True),
        ({"连弃停排": "3次"}, "forfeits_stop", 3),
        ({"连弃停排": 0}, "forfeits_stop", 0),
        ({"同单位回避": "前3轮"}, "club_rounds", 3),
        ({"同单位回避": "前 三 轮"}, "club_rounds", 3),
        ({"同单位回避": "全程"}, "club_rule", ClubRule.ALWAYS),
        ({"不相遇": "3-7, 5-9"}, "forbidden", frozenset({(3, 7), (5, 9)})),
        ({"不相遇": "７—３；9号-5号"}, "forbidden", frozenset({(3, 7), (5, 9)})),
        ({"名次顺序": "积分编排 乙"}, "criteria", PRESETS["积分编排 乙"]),
        ({"名次顺序": "积分编排乙"}, "criteria", PRESETS["积分编排 乙"]),
        ({"名次顺序": "双循环/多局"}, "criteria", PRESETS["双循环/多局"]),
        ({"名次顺序": "积分、对手分、 直胜"}, "criteria", ("积分", "对手分", "直胜")),
        ({"名次顺序": "積分，對手分"}, "criteria", ("积分", "对手分")),
        ({"记分": "3/1/0"}, "scoring", Scoring(3, 1, 0, 3, 1, 0)),
        ({"记分": "２／１／０　２／１／０"}, "scoring", Scoring()),
        ({"记分": "1/½/0 1 / 0.5 / 0"}, "scoring", Scoring(1, Fraction(1, 2), 0, 1, Fraction(1, 2), 0)),
        ({"记分": "2/1/0 3/1.5/0"}, "scoring", Scoring(2, 1, 0, 3, Fraction(3, 2), 0)),
        ({"末位淘汰": "第5轮后少于4分、8轮后取前8名"}, "knockout_cuts", "5轮后少于4分、8轮后取8名"),
        ({"等级分K": "30"}, "rating_k", 30),
        ({"无等级分者": "不列"}, "unrated", Unrated.LEFT_OUT),
        ({"抽签种子": "20250101"}, "lot_seed", 20250101),
    ],
)
def test_lines_however_typed(typed: dict[str, object], field: str, value: object) -> None:
    settings, problems = read(**typed)
    assert problems == []
    assert getattr(settings, field) == value


@pytest.mark.parametrize(
    ("typed", "told", "suggested"),
    [
        ({"首轮配队": "临近"}, "没有 “首轮配队” 这个项目。", "是不是“首轮配对”？"),
        ({"裁判": "张三"}, "没有 “裁判” 这个项目。", "是不是“裁判长”？"),
        ({"主办单位": "棋院"}, "没有 “主办单位” 这个项目。", ""),
        ({"赛制": "积分循坏"}, "“赛制”没有 “积分循坏” 这一种。", "是不是“积分编排”？"),
        ({"首轮配对": "临进"}, "“首轮配对”没有 “临进” 这一种。", "是不是“临近”？"),
        ({"名次顺序": "积分、对手分分"}, "“名次顺序”没有 “对手分分” 这个名次依据。", "是不是“对手分”？"),
        ({"名次顺序": "积分编排 丙"}, "没有 “积分编排 丙” 这个名次依据。", "积分编排 甲"),
        ({"名次顺序": "积分、积分"}, "“积分”写了两次。", ""),
        ({"同单位回避": "首伦"}, "没有 “首伦” 这一种。", "是不是“首轮”？"),
        ({"弃权算相遇": "也许"}, "看不懂 “也许”", "请写 是 或 否。"),
        ({"轮数": "七"}, "“七” 不行", "1 到 999"),
        ({"轮数": 0}, "0 不行", "1 到 999"),
        ({"轮数": 2.5}, "2.5 不行", "1 到 999"),
        ({"轮数": True}, "TRUE 不行", "1 到 999"),
        ({"记分": "2/1"}, "看不懂", "2/1/0 2/1/0"),
        ({"记分": "0/1/2"}, "胜的分要多于负的分", "胜/和/负"),
        ({"记分": dt.datetime(2000, 2, 1)}, "看不懂 2000-02-01", "2/1/0 2/1/0"),
        ({"不相遇": "3-3"}, "看不懂 “3-3”", "3-7, 5-9"),
        ({"不相遇": "张三-李四"}, "看不懂", "3-7, 5-9"),
        ({"不相遇": dt.datetime(2025, 3, 7)}, "看不懂", "3-7, 5-9"),
        ({"末位淘汰": "五轮后"}, "看不懂 “五轮后”", "5轮后取8名"),
        ({"末位淘汰": "0轮后少于4分"}, "看不懂 “0轮后少于4分”", "5轮后取8名"),
        ({"末位淘汰": "2轮后取0名"}, "看不懂 “2轮后取0名”", "5轮后取8名"),
        ({"赛制": ErrorValue("#REF!")}, "错误值 #REF!", "请改正"),
    ],
)
def test_what_is_wrong_is_told_with_what_is_near(typed: dict[str, object], told: str, suggested: str) -> None:
    settings, (problem,) = read(**typed)
    assert problem.where == "赛事!C5"
    assert told in problem.what
    assert suggested in problem.hint
    assert settings == Settings()


def test_every_problem_is_collected() -> None:
    _, problems = read(赛制="x", 轮数="y", 什么="z", 记分="2")
    assert [problem.where for problem in problems] == ["赛事!C5", "赛事!C6", "赛事!C7", "赛事!C8"]


def test_a_line_that_stands_twice_is_told_with_both_places() -> None:
    settings, (problem,) = parse_settings([("轮数", 7, "赛事!C5"), ("轮 数", 9, "赛事!C9")])
    assert settings.rounds == 7
    assert (problem.where, "赛事!C5" in problem.hint) == ("赛事!C9", True)


def test_a_newer_layout_is_refused_in_one_sentence() -> None:
    with pytest.raises(UnreadableFile, match="升级 xlpair") as caught:
        read(版式="2")
    assert "赛事!C5" in caught.value.message
    assert read(版式=1) == (Settings(), [])


def test_a_damaged_layout_number_is_told() -> None:
    _, (problem,) = read(版式="新")
    assert "版式" in problem.what


WORDS = {
    "system": System,
    "seam": Seam,
    "numbering": Numbering,
    "first_pairing": FirstPairing,
    "first_sides": FirstSides,
    "equal_sides": EqualSides,
    "bye_worth": Worth,
    "bye_opponent": ByeOpponent,
    "leave_worth": (Worth.LOSS, Worth.DRAW),
    "late_worth": (Worth.LOSS, Worth.DRAW),
    "mutual_range": MutualRange,
    "table_update": TableUpdate,
    "final_form": FinalForm,
    "cut_tie": CutTie,
    "team_form": TeamForm,
    "team_count": TeamCount,
    "unrated": Unrated,
}
FLAGS = (
    "forfeit_is_met",
    "balance_downs",
    "last_three",
    "bye_is_win",
    "forfeit_counts_opponent",
    "carry_results",
    "third_place",
    "placement_matches",
)
COUNTS = ("rounds", "groups", "group_qualifiers", "boards_per_team", "team_counted")
POINTS = st.fractions(0, 9, max_denominator=8)


def scorings() -> st.SearchStrategy[Scoring]:
    """Points with win > loss and the draw between."""
    side = st.tuples(POINTS, POINTS, POINTS).map(sorted).filter(lambda three: three[0] < three[2])
    return st.builds(lambda red, black: Scoring(red[2], red[1], red[0], black[2], black[1], black[0]), side, side)


def pairs() -> st.SearchStrategy[frozenset[tuple[int, int]]]:
    pair = st.tuples(st.integers(1, 500), st.integers(1, 500)).filter(lambda two: two[0] < two[1])
    return st.frozensets(pair, max_size=5)


@st.composite
def settings_values(draw: st.DrawFn) -> Settings:
    fields: dict[str, object] = {name: draw(st.sampled_from(words)) for name, words in WORDS.items()}
    fields |= {name: draw(st.booleans()) for name in FLAGS}
    fields |= {name: draw(st.none() | st.integers(1, 99)) for name in COUNTS}
    fields["name"] = draw(st.text(st.characters(categories=("L", "N")), max_size=12))
    fields["scoring"] = draw(scorings())
    fields["criteria"] = draw(
        st.sampled_from(tuple(PRESETS.values())) | st.lists(st.sampled_from(tuple(CRITERIA)), unique=True).map(tuple)
    )
    fields["club_rule"] = draw(st.sampled_from(ClubRule))
    if fields["club_rule"] is ClubRule.FIRST_ROUNDS:
        fields["club_rounds"] = draw(st.integers(1, 99))
    fields["forbidden"] = draw(pairs())
    fields["games_per_meeting"] = draw(st.integers(1, 9))
    fields["forfeits_stop"] = draw(st.integers(0, 99))
    fields["lot_seed"] = draw(st.integers(0, 999_999_999))
    fields["rating_k"] = draw(st.integers(1, 999))
    fields["knockout_cuts"] = draw(st.sampled_from(["", "5轮后少于4分", "5轮后取8名、7轮后少于9分"]))
    return Settings(**fields)


@given(settings_values())
def test_law_settings_written_and_read_are_the_same(settings: Settings) -> None:
    lines = [(item, text, f"赛事!C{row}") for row, (item, text) in enumerate(settings_text(settings).items())]
    assert parse_settings(lines) == (settings, [])
    assert parse_settings(lines[::-1]) == (settings, [])


def test_the_law_covers_every_field() -> None:
    """A field that the strategy above leaves at its default would be a law about nothing."""
    covered = {*WORDS, *FLAGS, *COUNTS, "name", "scoring", "criteria", "club_rule", "club_rounds", "forbidden"}
    covered |= {"games_per_meeting", "forfeits_stop", "lot_seed", "rating_k", "knockout_cuts"}
    assert covered == {field.name for field in dataclasses.fields(Settings)}
