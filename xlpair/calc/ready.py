"""The ready workbooks that 新建比赛 starts from inside Calc: which there are, and where they lie.

Calc has no XlsxWriter. So the workbooks are made when the extension is built, by what makes them for the command line:
the same sheets, drop-downs and colours, byte for byte. There is every ready format; an event takes the smallest
workbook that is big enough.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from xlpair.engine.rounds import most_rounds
from xlpair.errors import WrongUse
from xlpair.formats import FORMATS, Format
from xlpair.settings import System

FOLDER: Final = Path(__file__).parent / "ready"

# Besides the size of the format itself: players and rounds.
_OTHER_SIZES: Final[Mapping[str, tuple[tuple[int, int], ...]]] = {
    "积分编排": ((30, 9), (200, 13), (400, 15)),
    "单循环": ((12, 11), (40, 39)),
    "双循环": ((16, 30),),
}


@dataclass(frozen=True, slots=True)
class Ready:
    """A ready workbook of a format for up to ``people`` players, or teams, and ``rounds`` rounds."""

    format: Format
    people: int
    rounds: int

    @property
    def file_name(self) -> str:
        """An ASCII name: extensions are unpacked on computers of every language."""
        return f"{FORMATS.index(self.format) + 1:02}-{self.people}-{self.rounds}.xlsx"


READY: Final = tuple(
    Ready(one, people, rounds)
    for one in FORMATS
    for people, rounds in sorted(((one.people, one.rounds), *_OTHER_SIZES.get(one.name, ())))
)


def takes_rounds(wanted: Format) -> bool:
    """Whether it is for the arbiter to say how many rounds there are."""
    return wanted.settings.system is System.SWISS


def most_people(wanted: Format) -> int:
    """So many players, or teams, the biggest ready workbook of a format holds."""
    return max(one.people for one in READY if one.format is wanted)


def ready_for(wanted: Format, people: int, rounds: int = 0) -> Ready:
    """The smallest ready workbook that is big enough. Raises WrongUse where none is.

    ``rounds`` count where the format takes them; groups are drawn later, and have room for what is usual.
    """
    if not takes_rounds(wanted):
        system = wanted.settings.system
        rounds = 0 if system is System.GROUPS else most_rounds(people, system)
    of_format = [one for one in READY if one.format is wanted]
    fitting = [one for one in of_format if one.people >= people and one.rounds >= rounds]
    if fitting:
        return min(fitting, key=lambda one: (one.people, one.rounds))
    biggest = max(of_format, key=lambda one: (one.people, one.rounds))
    unit = "队" if wanted.settings.team_matches else "人"
    most = f"{wanted.name}最多 {biggest.people} {unit} {biggest.rounds} 轮"
    asked = f"{people} {unit} {rounds} 轮" if rounds else f"{people} {unit}"
    raise WrongUse(f"这里备好的工作簿里，{most}，放不下 {asked}。请改少一些，或用命令行 xlpair new 新建。")
