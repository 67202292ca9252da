"""The commands of the menu and the toolbar 象棋编排, in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xlpair.calc.identity import COMMANDS_SERVICE


@dataclass(frozen=True, slots=True)
class MenuLine:
    """A line of the menu; ``command`` is what the component is asked for. ``on_toolbar``: it is a button, too."""

    command: str
    title: str
    on_toolbar: bool = True

    @property
    def url(self) -> str:
        return f"service:{COMMANDS_SERVICE}?{self.command}"


PAIR: Final = MenuLine("pair", "编排下一轮")
UNDO: Final = MenuLine("undo", "撤销本轮")
REFRESH: Final = MenuLine("refresh", "更新成绩表")
CHECK: Final = MenuLine("check", "检查")
EXPLAIN: Final = MenuLine("explain", "说明编排")
RATE: Final = MenuLine("rating", "等级分", on_toolbar=False)
NEW: Final = MenuLine("new", "新建比赛…", on_toolbar=False)
ABOUT: Final = MenuLine("about", "关于", on_toolbar=False)

# A bar parts the groups.
GROUPS: Final = ((NEW,), (PAIR, REFRESH, CHECK, EXPLAIN), (UNDO,), (RATE,), (ABOUT,))
LINES: Final = tuple(line for group in GROUPS for line in group)
