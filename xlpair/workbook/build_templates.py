"""Makes the ready workbooks: ``python -m xlpair.workbook.build_templates [FOLDER]``.

Rosters are empty; sizes are what a club needs without ever enlarging the file.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from xlpair.formats import FORMATS
from xlpair.workbook.templates import make_workbook

DEFAULT_FOLDER: Final = Path("workbook_templates")


def build(folder: Path) -> tuple[Path, ...]:
    """Write every ready workbook into the folder, the same bytes every time, and give their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for ready in FORMATS:
        path = folder / f"{ready.name}.xlsx"
        make_workbook(path, ready.settings, rounds=ready.rounds, spare=ready.people)
        paths.append(path)
    return tuple(paths)


if __name__ == "__main__":
    for made in build(Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_FOLDER):
        sys.stdout.write(f"{made}\n")
