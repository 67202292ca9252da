"""The VBA project of a workbook, and the very hidden sheets its modules read."""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import xlsxwriter
from pyopenvba import ExcelFile, VBAModuleKind

from xlpair.errors import XlpairError
from xlpair.excel.texts import TEXT_SHEET, configuration_rows, text_rows
from xlpair.excel.vba_source import DICTIONARY_MODULE, PROJECT, modules
from xlpair.settings import Settings
from xlpair.workbook.template_page import Button
from xlpair.workbook.templates import HiddenSheet, Macros, sheet_names

PROJECT_PART: Final = "xl/vbaProject.bin"
BUTTONS: Final = (
    Button("XqPair", "编排下一轮"),
    Button("XqUndo", "撤销本轮"),
    Button("XqCheck", "检查"),
    Button("XqRefresh", "更新成绩表"),
    Button("XqExplain", "说明编排"),
    Button("XqRate", "等级分", on_rounds=False),
    Button("XqRestart", "重启 Python"),
    Button("XqRegister", "登记函数说明"),
)


def macros(settings: Settings, rounds: int) -> Macros:
    """What a new .xlsm of these settings and rounds has more than an .xlsx: project, buttons, hidden sheets."""
    hidden = (
        HiddenSheet(f"{PROJECT}.conf", "shConf", configuration_rows()),
        HiddenSheet(TEXT_SHEET, "shText", text_rows()),
    )
    sheets = (*sheet_names(settings, rounds), *((sheet.name, sheet.code_name) for sheet in hidden))
    return Macros(project(sheets), BUTTONS, hidden)


@lru_cache(maxsize=8)
def project(sheets: Sequence[tuple[str, str]]) -> bytes:
    """Make a vbaProject.bin for these sheets (name, code name): a document module for each, and our modules.

    The same sheets give the same bytes.
    """
    sources = modules()
    with tempfile.TemporaryDirectory(prefix="xlpair-") as folder:
        carrier = Path(folder) / "carrier.xlsm"
        _write_carrier(carrier, sheets)
        with ExcelFile(carrier) as file:
            file.add_vba_project()
            for name, text in sources.items():
                kind = VBAModuleKind.other if name == DICTIONARY_MODULE else VBAModuleKind.standard
                file.vba_project().add_module(name, text, kind=kind)
            file.save()
        with ExcelFile(carrier) as file:
            found = file.validate()
        if found:
            raise XlpairError(f"宏工程不完整：{found}")
        with zipfile.ZipFile(carrier) as archive:
            return archive.read(PROJECT_PART)


def _write_carrier(path: Path, sheets: Sequence[tuple[str, str]]) -> None:
    """Write a workbook that has nothing but these sheets: document modules are made from its code names."""
    workbook = xlsxwriter.Workbook(str(path), {"in_memory": True})
    workbook.set_vba_name("ThisWorkbook")
    for name, code_name in sheets:
        workbook.add_worksheet(name).set_vba_name(code_name)
    workbook.close()
