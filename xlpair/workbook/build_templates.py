"""Makes the ready workbooks: ``python -m xlpair.workbook.build_templates [FOLDER]``.

Rosters are empty; sizes are what a club needs without ever enlarging the file.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from xlpair.settings import FinalForm, Settings, System
from xlpair.workbook.templates import make_workbook

DEFAULT_FOLDER: Final = Path("workbook_templates")


@dataclass(frozen=True, slots=True)
class ReadyWorkbook:
    """A ready workbook for up to ``people`` players and ``rounds`` rounds. ``name`` '' = that of its 赛制."""

    settings: Settings
    people: int
    rounds: int
    name: str = ""

    @property
    def file_name(self) -> str:
        return f"{self.name or self.settings.system.value}.xlsx"


READY: Final = (
    ReadyWorkbook(Settings(system=System.ROUND_ROBIN), people=20, rounds=19),
    ReadyWorkbook(Settings(system=System.DOUBLE_ROUND_ROBIN), people=10, rounds=18),
    ReadyWorkbook(Settings(system=System.SWISS), people=60, rounds=11),
    ReadyWorkbook(Settings(system=System.ROUND_ROBIN, games_per_meeting=2), people=12, rounds=11, name="两局制单循环"),
    ReadyWorkbook(
        Settings(system=System.GROUPS, groups=4, group_qualifiers=2, final_form=FinalForm.KNOCKOUT, third_place=True),
        people=32,
        rounds=12,
    ),
    ReadyWorkbook(Settings(system=System.KNOCKOUT, third_place=True), people=64, rounds=6),
    ReadyWorkbook(Settings(system=System.DOUBLE_KNOCKOUT), people=32, rounds=11),
    ReadyWorkbook(Settings(knockout_cuts="5轮后取16名"), people=60, rounds=9, name="积分末位淘汰"),
)


def build(folder: Path) -> tuple[Path, ...]:
    """Write every ready workbook into the folder, the same bytes every time, and give their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for ready in READY:
        path = folder / ready.file_name
        make_workbook(path, ready.settings, rounds=ready.rounds, spare=ready.people)
        paths.append(path)
    return tuple(paths)


if __name__ == "__main__":
    for made in build(Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_FOLDER):
        sys.stdout.write(f"{made}\n")
