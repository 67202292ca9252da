"""The ready workbooks that 新建比赛 starts from inside Calc: which there are, and where they lie.

Calc has no XlsxWriter. So the workbooks are made when the extension is built, by what makes them for the command line:
the same sheets, drop-downs and colours, byte for byte. An event takes the smallest that is big enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from xlpair.errors import WrongUse
from xlpair.settings import System

FOLDER: Final = Path(__file__).parent / "ready"


@dataclass(frozen=True, slots=True)
class Ready:
    """A ready workbook for up to ``people`` players and ``rounds`` rounds."""

    system: System
    people: int
    rounds: int

    @property
    def file_name(self) -> str:
        """An ASCII name: extensions are unpacked on computers of every language."""
        return f"{self.system.name.lower()}-{self.people}-{self.rounds}.xlsx"


READY: Final = (
    Ready(System.SWISS, 30, 9),
    Ready(System.SWISS, 80, 11),
    Ready(System.SWISS, 200, 13),
    Ready(System.SWISS, 400, 15),
    Ready(System.ROUND_ROBIN, 12, 11),
    Ready(System.ROUND_ROBIN, 20, 19),
    Ready(System.ROUND_ROBIN, 40, 39),
    Ready(System.DOUBLE_ROUND_ROBIN, 10, 18),
    Ready(System.DOUBLE_ROUND_ROBIN, 16, 30),
)
SYSTEMS: Final = tuple(dict.fromkeys(ready.system for ready in READY))


def ready_for(system: System, people: int, rounds: int) -> Ready:
    """The smallest ready workbook that is big enough. Raises WrongUse where none is."""
    fitting = [one for one in READY if one.system is system and one.people >= people and one.rounds >= rounds]
    if fitting:
        return min(fitting, key=lambda one: (one.people, one.rounds))
    biggest = max((one for one in READY if one.system is system), key=lambda one: (one.people, one.rounds))
    most = f"{system.value}最多 {biggest.people} 人 {biggest.rounds} 轮"
    raise WrongUse(f"这里备好的工作簿里，{most}，放不下 {people} 人 {rounds} 轮。请用命令行 xlpair new 新建。")
