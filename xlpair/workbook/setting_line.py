"""What a line of the 赛事 sheet is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from xlpair.workbook.setting_values import Value

YES_NO: Final = ("是", "否")
NO_YES: Final = ("否", "是")


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


def words(kind: type[Any]) -> tuple[str, ...]:
    """What the drop-down offers for a switch: the words of its enum."""
    return tuple(word.value for word in kind)
