"""Makes the ready workbooks: ``python -m xlpair.workbook.build_templates [FOLDER]``.

Rosters are empty; sizes are what a club needs without ever enlarging the file.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from xlpair.settings import Settings, System
from xlpair.workbook.templates import make_workbook

DEFAULT_FOLDER: Final = Path("workbook_templates")


@dataclass(frozen=True, slots=True)
class ReadyWorkbook:
    """One of the ready workbooks: for up to ``people`` players and ``rounds`` rounds."""

    system: System
    people: int
    rounds: int

    @property
    def file_name(self) -> str:
        return f"{self.system.value}.xlsx"


READY: Final = (
    ReadyWorkbook(System.ROUND_ROBIN, people=20, rounds=19),
    ReadyWorkbook(System.DOUBLE_ROUND_ROBIN, people=10, rounds=18),
    ReadyWorkbook(System.SWISS, people=60, rounds=11),
)


def build(folder: Path) -> tuple[Path, ...]:
    """Write every ready workbook into the folder, the same bytes every time, and give their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for ready in READY:
        path = folder / ready.file_name
        make_workbook(path, Settings(system=ready.system), rounds=ready.rounds, spare=ready.people)
        paths.append(path)
    return tuple(paths)


if __name__ == "__main__":
    for made in build(Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_FOLDER):
        sys.stdout.write(f"{made}\n")
