"""What other programs make of a workbook with macros: oletools and LibreOffice, each in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

_LIST_MODULES = """
import json, sys
from oletools.olevba import VBA_Parser
print(json.dumps({name: code for _, _, name, code in VBA_Parser(sys.argv[1]).extract_macros()}))
"""


def oletools(statement: str, path: Path) -> str:
    """What oletools say of a file; not in this process, because they warn of their own libraries."""
    command = [sys.executable, "-W", "ignore", "-X", "utf8", "-c", statement, path]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


def olevba_modules(path: Path) -> dict[str, str]:
    """Every module that olevba finds, by the name of its file: ``shEvent.cls``, ``xlwings.bas``."""
    found = json.loads(oletools(_LIST_MODULES, path))
    assert isinstance(found, dict)
    return found


def opened_in_calc(path: Path, folder: Path) -> Path:
    """What LibreOffice makes of the workbook, as a folder of the parts of its own format."""
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = ["soffice", profile, "--headless", "--norestore", "--convert-to", "ods", "--outdir", folder, path]
    subprocess.run(command, check=True, capture_output=True, timeout=180)
    with zipfile.ZipFile(folder / f"{path.stem}.ods") as archive:
        archive.extractall(folder / "parts")
    return folder / "parts"


def saved_by_calc(path: Path, folder: Path) -> Path:
    """The workbook with macros as LibreOffice saves it again."""
    profile, kept = f"-env:UserInstallation={(folder / 'profile').as_uri()}", folder / "存过"
    kind = "xlsm:Calc MS Excel 2007 VBA XML"
    command = ["soffice", profile, "--headless", "--norestore", "--convert-to", kind, "--outdir", kept, path]
    subprocess.run(command, check=True, capture_output=True, timeout=180)
    return kept / path.name
