"""The ready formats: what each is called, which lines of 赛事 make it, how big its ready workbook is. One table.

From it come the workbooks in workbook_templates/, the names that ``xlpair new --system`` takes besides those of 赛制,
and what the hosts offer. The command line's help needs only the table: what reads lines of 赛事 is fetched when it is
used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from xlpair.errors import BadInput, Problem
from xlpair.settings import Settings, System

SYSTEM_ITEM: Final = "赛制"


@dataclass(frozen=True, slots=True)
class Format:
    """A format by name. ``lines`` are its lines of 赛事, 项目 to 内容; what they leave out stands at its default.

    ``people`` (players, or teams) and ``rounds`` are what its ready workbook has room for; ``practice`` is how many
    take part in its demonstration.
    """

    name: str
    lines: Mapping[str, str]
    people: int
    rounds: int
    practice: int

    @property
    def settings(self) -> Settings:
        from xlpair.workbook.settings_lines import parse_settings

        settings, problems = parse_settings([(item, text, f"“{item}”") for item, text in self.lines.items()])
        if problems:
            raise BadInput(tuple(problems))
        return settings


_TEAMS: Final = {"团体": "分台换人", "每队台数": "4"}
_CUT: Final = {"轮数": "9", "末位淘汰": "5轮后取20名"}
_GROUPS: Final = {"分组数": "4", "每组出线": "2", "决赛": "单败淘汰"}

FORMATS: Final = (
    Format("积分编排", {SYSTEM_ITEM: "积分编排"}, people=60, rounds=11, practice=20),
    Format("单循环", {SYSTEM_ITEM: "单循环"}, people=20, rounds=19, practice=8),
    Format("双循环", {SYSTEM_ITEM: "双循环"}, people=10, rounds=18, practice=6),
    Format("两局制单循环", {SYSTEM_ITEM: "单循环", "每轮局数": "2"}, people=12, rounds=11, practice=6),
    Format("分组循环", {SYSTEM_ITEM: "分组循环", **_GROUPS}, people=32, rounds=12, practice=16),
    Format("单败淘汰", {SYSTEM_ITEM: "单败淘汰"}, people=64, rounds=6, practice=14),
    Format("双败淘汰", {SYSTEM_ITEM: "双败淘汰"}, people=32, rounds=11, practice=8),
    Format(
        "积分末位淘汰",
        {SYSTEM_ITEM: "积分编排", **_CUT},
        people=60,
        rounds=9,
        practice=40,
    ),
    Format("队员总分制", {SYSTEM_ITEM: "积分编排", "团体": "队员总分"}, people=60, rounds=11, practice=24),
    Format("团体单循环", {SYSTEM_ITEM: "单循环", **_TEAMS}, people=12, rounds=11, practice=6),
    Format("团体积分编排", {SYSTEM_ITEM: "积分编排", **_TEAMS}, people=32, rounds=9, practice=10),
)

_OTHERS: Final = tuple(one for one in FORMATS if one.name not in {system.value for system in System})
OTHER_NAMES: Final = tuple(one.name for one in _OTHERS)
"""The formats whose name is no 赛制: a 赛制 together with other lines of 赛事."""


def format_called(name: str) -> Format:
    """The format of this name. Raises BadInput where there is none."""
    from xlpair.workbook.setting_values import suggestion

    found = _named(name, FORMATS)
    if found is None:
        hint = suggestion(name, (one.name for one in FORMATS))
        raise BadInput((Problem(f"“{SYSTEM_ITEM}”", f"没有“{name}”这一种。", hint),))
    return found


def with_format(items: Mapping[str, str]) -> dict[str, str]:
    """Lines of 赛事 with the name of a format in 赛制 replaced by its lines; those given besides go before them.

    Raises BadInput where it is the name of nothing.
    """
    from xlpair.workbook.settings_lines import line_of

    named = next(((item, text) for item, text in items.items() if _is_system(item) and text.strip()), None)
    if named is None:
        return dict(items)
    found = _named(named[1], _OTHERS)
    if found is None:
        _refuse_unknown(*named)
        return dict(items)
    given = {line.item for item, text in items.items() if text.strip() and (line := line_of(item)) is not None}
    wanted = {item: text for item, text in found.lines.items() if item == SYSTEM_ITEM or item not in given}
    return {**{item: text for item, text in items.items() if item != named[0]}, **wanted}


def _named(name: str, formats: Iterable[Format]) -> Format | None:
    from xlpair.workbook.texts import folded

    return next((one for one in formats if folded(one.name) == folded(name)), None)


def _refuse_unknown(item: str, text: str) -> None:
    from xlpair.workbook.setting_values import suggestion
    from xlpair.workbook.settings_lines import parse_settings

    _, problems = parse_settings([(item, text, f"“{item}”")])
    if problems:
        hint = suggestion(text, (*(system.value for system in System), *OTHER_NAMES))
        raise BadInput((replace(problems[0], hint=hint),))


def _is_system(item: str) -> bool:
    from xlpair.workbook.settings_lines import line_of

    line = line_of(item)
    return line is not None and line.item == SYSTEM_ITEM
