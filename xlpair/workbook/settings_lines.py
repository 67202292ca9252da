"""The lines of the 赛事 sheet, read into Settings and written from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from xlpair.errors import Problem, UnreadableFile
from xlpair.settings import Settings
from xlpair.workbook.book import NOT_COMPUTED, CellValue
from xlpair.workbook.layout import LAYOUT_VERSION
from xlpair.workbook.setting_line import SettingLine
from xlpair.workbook.setting_table import SETTING_LINES, VERSION_ITEM
from xlpair.workbook.setting_values import nearest
from xlpair.workbook.texts import NotUnderstood, error_code, error_told, folded, is_blank, shown, text_of, whole

__all__ = ["SETTING_LINES", "SettingLine", "line_of", "parse_settings", "settings_text"]

_BY_NAME: Final = {folded(name): line for line in SETTING_LINES for name in (line.item, *line.aliases)}


def line_of(item: CellValue) -> SettingLine | None:
    """The line a typed 项目 means, or None."""
    return _BY_NAME.get(folded(text_of(item)))


def parse_settings(lines: Sequence[tuple[CellValue, CellValue, str]]) -> tuple[Settings, list[Problem]]:
    """Read (项目, 内容, place) lines. A line that cannot be read keeps its default and is told.

    Raises UnreadableFile for a workbook of a newer layout.
    """
    fields: dict[str, Any] = {}
    problems: list[Problem] = []
    seen: dict[str, str] = {}
    for item, value, where in lines:
        if is_blank(item) and is_blank(value):
            continue
        line = line_of(item)
        problem = _line_problem(line, item, value, where, seen)
        if problem is not None or line is None:
            problems += [problem] if problem else []
            continue
        seen[line.item] = where
        if not is_blank(value):
            try:
                fields |= line.value[0](value)
            except NotUnderstood as unclear:
                problems.append(Problem(where, f"“{line.item}”{unclear.what}", unclear.hint))
    return replace(Settings(), **fields), problems


def _line_problem(
    line: SettingLine | None, item: CellValue, value: CellValue, where: str, seen: Mapping[str, str]
) -> Problem | None:
    if NOT_COMPUTED in (item, value):
        return Problem(where, *error_told(NOT_COMPUTED, ""))
    if code := error_code(item) or error_code(value):
        return Problem(where, f"这一行有错误值 {code}。", "请改正或清空。")
    if line is None:
        near = nearest(text_of(item), _BY_NAME)
        hint = f"是不是“{_BY_NAME[folded(near)].item}”？" if near else "自己的内容请写在表格外面。"
        return Problem(where, f"没有 {shown(item)} 这个项目。", hint)
    if line.item in seen:
        return Problem(where, f"“{line.item}”写了两次。", f"请只留一行（另一行在 {seen[line.item]}）。")
    if line.item == VERSION_ITEM and not is_blank(value):
        return _version_problem(value, where)
    return None


def _version_problem(value: CellValue, where: str) -> Problem | None:
    version = whole(value)
    if version is None or version == 0:
        return Problem(where, f"“{VERSION_ITEM}”看不懂 {shown(value)}。", f"请改回 {LAYOUT_VERSION}。")
    if version > LAYOUT_VERSION:
        raise UnreadableFile(
            f"{where}：这个文件的版式是 {version}，本程序只认得到 {LAYOUT_VERSION}：请升级 xlpair 以后再打开。"
        )
    return None


def settings_text(settings: Settings) -> dict[str, str]:
    """项目 -> 内容 for every line that feeds a switch, and 版式. :func:`parse_settings` reads it back."""
    return {line.item: line.value[1](settings) for line in SETTING_LINES if line.field or line.item == VERSION_ITEM}
