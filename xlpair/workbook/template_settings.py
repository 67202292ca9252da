"""The sheet 赛事 of a new workbook: title, status line and one line for every switch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from xlpair.settings import Settings
from xlpair.workbook.layout import SETTINGS_HEADINGS, SETTINGS_TABLE, STATUS_NAME, TITLE_NAME
from xlpair.workbook.settings_lines import SETTING_LINES, SettingLine, settings_text
from xlpair.workbook.template_formats import (
    BOXED,
    CENTRED,
    FADED_MARK,
    FITTED,
    INK,
    INPUT,
    LEFT,
    MUTED,
    STATUS,
    TEXT,
    TITLE,
    WRAPPED,
    Look,
)
from xlpair.workbook.template_page import (
    FIRST_ROW,
    HEADING_ROW,
    NAMELESS,
    SUBTITLE_ROW,
    TITLE_ROW,
    Column,
    Page,
)

FIRST_STATUS: Final = "还没有编排。请填好本页的“内容”一列和“名单”，再编排下一轮。"

# The words for a group stand left of the table, outside it: the table stays one list that can be read whole.
_GROUP_COLUMN: Final = 0
_ITEM, _CONTENT, _HELP = 1, 2, 3
_COLUMNS: Final = (
    Column(SETTINGS_HEADINGS[0], 15, (BOXED, LEFT, {"bold": True, "font_color": INK})),
    Column(SETTINGS_HEADINGS[1], 32, (BOXED, LEFT, TEXT, WRAPPED, {"bg_color": INPUT, "font_size": 11})),
    Column(SETTINGS_HEADINGS[2], 52, (BOXED, LEFT, WRAPPED, {"font_color": MUTED})),
)
_ROW_HEIGHT: Final = 19.5
# What is typed here may be long: the row keeps no height of its own and grows with its text.
_GROWING: Final = ("赛事名称", "名次顺序", "不相遇", "末位淘汰")
_OTHERS: Final = "其他"
_GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "比赛": ("赛事名称", "日期", "地点", "裁判长", "赛制", "轮数", "每轮局数"),
    "编排": (
        "编号方式",
        "首轮配对",
        "首轮先后",
        "同单位回避",
        "不相遇",
        "弃权算相遇",
        "上下调均衡",
        "同条件先后",
        "最后三轮",
        "连弃停排",
        "双循环接缝",
        "抽签种子",
        "末位淘汰",
        "同分",
    ),
    "记分": ("记分", "轮空得分", "轮空算胜局", "请假得分", "迟到得分"),
    "名次": ("名次顺序", "直胜范围", "轮空对手分", "弃权对手分"),
    "分组淘汰": ("分组数", "每组出线", "决赛", "带入成绩", "三四名", "附加赛"),
    "团体": ("团体", "每队台数", "计分人数", "团体计分"),
    _OTHERS: (),
}
_COLOURS: Final = ("#2F5D8A", "#3B7A57", "#A0651A", "#94403A", "#6A5A8C", "#3E7C86", "#6B7780")

# Lines that mean nothing with the chosen 赛制 or without 团体 are greyed: which lines, and the switch and its words
# that make them idle.
_IDLE: Final = (
    (
        ("首轮配对", "首轮先后", "弃权算相遇", "上下调均衡", "同条件先后", "最后三轮", "末位淘汰", "同分"),
        "赛制",
        ("单循环", "双循环", "分组循环", "单败淘汰", "双败淘汰"),
    ),
    (("双循环接缝",), "赛制", ("积分编排", "单循环", "分组循环", "单败淘汰", "双败淘汰")),
    (("分组数", "每组出线", "决赛", "带入成绩"), "赛制", ("积分编排", "单循环", "双循环", "单败淘汰", "双败淘汰")),
    (("三四名", "附加赛"), "赛制", ("积分编排", "单循环", "双循环")),
    (("每队台数", "计分人数", "团体计分"), "团体", ("无",)),
)


def write_settings(page: Page, settings: Settings, status: str, shown: Mapping[str, str]) -> None:
    """Fill 赛事. ``shown`` gives 内容 of lines that feed no setting (日期, 地点 …)."""
    bottom = HEADING_ROW + len(SETTING_LINES)
    _write_head(page, status)
    page.sheet.set_column(_GROUP_COLUMN, _GROUP_COLUMN, 5)
    page.table(SETTINGS_TABLE, _COLUMNS, bottom, left=_ITEM)
    contents = {**settings_text(settings), **shown}
    row = FIRST_ROW
    for (group, lines), colour in zip(_grouped(), _COLOURS, strict=True):
        _write_group(page, row, len(lines), group, colour)
        for line in lines:
            _write_line(page, row, line, contents.get(line.item, ""))
            row += 1
    page.text_areas((FIRST_ROW, _CONTENT, bottom, _CONTENT))
    _mark_idle(page, bottom)
    page.sheet.freeze_panes(FIRST_ROW, 0)
    page.prints(landscape=False, area=(0, 0, bottom, _HELP))
    page.sheet.set_tab_color("#2F5D8A")


def _write_head(page: Page, status: str) -> None:
    page.sheet.set_row(TITLE_ROW, 42)
    page.sheet.set_row(SUBTITLE_ROW, 50.25)
    page.sheet.set_row(HEADING_ROW, 24)
    title = page.formats.of(TITLE, CENTRED, FITTED)
    page.sheet.merge_range(TITLE_ROW, 0, TITLE_ROW, _HELP, "", title)
    item, content = (f"{SETTINGS_TABLE}[{heading}]" for heading in SETTINGS_HEADINGS[:2])
    name = f'INDEX({content},MATCH("{_GROUPS["比赛"][0]}",{item},0))'
    page.sheet.write_formula(TITLE_ROW, 0, f'=IF({name}="","{NAMELESS}",{name})', title, page.title)
    page.name(TITLE_NAME, (TITLE_ROW, 0, TITLE_ROW, 0))
    page.sheet.merge_range(SUBTITLE_ROW, 0, SUBTITLE_ROW, _HELP, "", page.formats.of(STATUS))
    page.put(SUBTITLE_ROW, 0, status or FIRST_STATUS, STATUS)
    page.name(STATUS_NAME, (SUBTITLE_ROW, 0, SUBTITLE_ROW, 0))
    page.button_row()


def _grouped() -> list[tuple[str, list[SettingLine]]]:
    """Every line once, in groups; what no group names stands in the last."""
    group_of = {item: group for group, items in _GROUPS.items() for item in items}
    place = {item: place for items in _GROUPS.values() for place, item in enumerate(items)}
    lines: dict[str, list[SettingLine]] = {group: [] for group in _GROUPS}
    for line in SETTING_LINES:
        lines[group_of.get(line.item, _OTHERS)].append(line)
    return [(group, sorted(found, key=lambda line: place.get(line.item, 0))) for group, found in lines.items()]


def _write_group(page: Page, row: int, height: int, group: str, colour: str) -> None:
    look: Look = {"bg_color": colour, "font_color": "#FFFFFF", "bold": True, "text_wrap": True, "border": 1}
    form = page.formats.of(look, CENTRED, {"border_color": "#FFFFFF"})
    page.sheet.merge_range(row, _GROUP_COLUMN, row + height - 1, _GROUP_COLUMN, "\n".join(group), form)


def _write_line(page: Page, row: int, line: SettingLine, content: str) -> None:
    if line.choices:
        page.offer((row, _CONTENT, row, _CONTENT), line.choices)
    if line.item not in _GROWING:
        page.sheet.set_row(row, _ROW_HEIGHT)
    for place, value in enumerate((line.item, content, line.explanation)):
        page.put(row, _ITEM + place, value, *_COLUMNS[place].look)


def _mark_idle(page: Page, bottom: int) -> None:
    first, last = FIRST_ROW + 1, bottom + 1
    for items, switch, words in _IDLE:
        value = f'INDEX($C${first}:$C${last},MATCH("{switch}",$B${first}:$B${last},0))'
        idle = f"AND({_is_one_of(f'$B{first}', items)},{_is_one_of(value, words)})"
        page.mark((FIRST_ROW, _ITEM, bottom, _HELP), idle, FADED_MARK)


def _is_one_of(cell: str, words: tuple[str, ...]) -> str:
    # Short, because a formula of a conditional format had better stay below 255 characters.
    return f'ISNUMBER(SEARCH("、"&{cell}&"、","、{"、".join(words)}、"))'
