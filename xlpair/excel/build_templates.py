"""Makes the ready workbooks with macros: ``python -m xlpair.excel.build_templates [FOLDER]``.

They are the twins of those without (:mod:`xlpair.workbook.build_templates`), with 成绩表更新 on 实时公式.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from xlpair.excel.project import macros
from xlpair.formats import FORMATS
from xlpair.settings import TableUpdate
from xlpair.workbook.build_templates import DEFAULT_FOLDER
from xlpair.workbook.templates import make_workbook


def build(folder: Path) -> tuple[Path, ...]:
    """Write every ready workbook with macros into the folder, the same bytes every time, and give their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for ready in FORMATS:
        path = folder / f"{ready.name}.xlsm"
        settings = replace(ready.settings, table_update=TableUpdate.LIVE)
        make_workbook(
            path,
            settings,
            rounds=ready.rounds,
            spare=ready.people,
            kind=".xlsm",
            macros=macros(settings, ready.rounds),
        )
        paths.append(path)
    return tuple(paths)


if __name__ == "__main__":
    for made in build(Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_FOLDER):
        sys.stdout.write(f"{made}\n")
