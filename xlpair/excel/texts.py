"""The Chinese that VBA reads from the workbook: sentences by key, the functions' help, and the configuration."""

from __future__ import annotations

from typing import Final, TypeAlias

from xlpair.errors import XlpairError
from xlpair.excel.wrapper_source import UDF_MODULE
from xlpair.function_table import CATEGORY, FUNCTIONS, FunctionLine
from xlpair.open_boards import NO_ROUNDS

TextRows: TypeAlias = tuple[tuple[str, ...], ...]

TITLE: Final = "象棋编排"
SENTENCES: Final = {
    "title": TITLE,
    "no_python": "没有连上 Python，按钮和函数都不能用。请运行 xlpair doctor 查看原因；"
    "也可以先关闭本文件，用命令行编排。",
    "no_library": "本文件的宏与这台电脑上的 xlwings 不配套，或还没有设置。请运行 xlpair setup；"
    "还不行，就关闭本文件，对它运行 xlpair upgrade。",
    "no_package": "这台电脑的 Python 里没有 xlpair。请运行安装文件夹里的“安装.bat”，或 xlpair setup。",
    "no_rounds": NO_ROUNDS,
    "restarted": "Python 已重新启动，公式已重新计算。",
    "restart_mac": "Mac 上每次按按钮都会启动新的 Python，不用重启。",
    "registered": "函数说明已登记。点编辑栏旁的 fx，在“象棋编排”一类里可以看到；保存文件后一直有效。",
    "not_registered": "函数说明没有登记成，不影响比赛。请对本文件运行 xlpair upgrade 后再试。",
}

# Rows of the configuration, as xlwings' module reads them. INTERPRETER_WIN is missing on purpose: even an empty row
# would hide the one that setup writes for the user. Switches are text, because cells TRUE and FALSE are translated.
CONFIGURATION: Final = {
    "UDF MODULES": UDF_MODULE,
    "ADD_WORKBOOK_TO_PYTHONPATH": "False",
    "USE UDF SERVER": "True",
    "SHOW CONSOLE": "False",
    "DEBUG UDFS": "False",
    "SHOW_ERROR_POPUPS": "True",
}

TEXT_SHEET: Final = "xlpair.text"
"""The very hidden sheet of the texts; its modules name it, too."""

LONGEST_HELP: Final = 255
"""Excel refuses longer descriptions."""
_GAP: Final = ("",)


def configuration_rows() -> TextRows:
    return tuple(CONFIGURATION.items())


def text_rows() -> TextRows:
    """The sheet of texts: keys and sentences in A and B; from D on a function a row, its name, category and helps."""
    sentences = list(SENTENCES.items())
    lines = [_help_row(line) for line in FUNCTIONS]
    height = max(len(sentences), len(lines))
    sentences += [("", "")] * (height - len(sentences))
    lines += [()] * (height - len(lines))
    return tuple((*sentence, *_GAP, *line) for sentence, line in zip(sentences, lines, strict=True))


def _help_row(line: FunctionLine) -> tuple[str, ...]:
    row = (line.name, CATEGORY, line.help, *(argument.help for argument in line.arguments))
    if any(not text or len(text) > LONGEST_HELP for text in row):
        raise XlpairError(f"函数 {line.name} 的说明空着，或超过 {LONGEST_HELP} 个字。")
    return row
