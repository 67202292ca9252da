"""Tells the macros where Python is: a small file in the user's folder, in the code page in which VBA reads it."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from xlpair.errors import NotSaved, WrongUse
from xlpair.excel.computer import Computer, System
from xlpair.workbook.disk_words import why_refused, why_unwritten

_SECONDS: Final = 120
_TRIAL: Final = "import xlpair.excel.udfs, xlpair.excel.buttons, xlwings; print(xlwings.__version__)"
_ROW: Final = re.compile(r'\s*"([^"]*)"\s*,\s*"([^"]*)"\s*')


@dataclass(frozen=True, slots=True)
class Installed:
    """What setup did: the file it wrote, the interpreter in it, what the interpreter said when it was tried."""

    configuration: Path
    interpreter: Path
    xlwings: str


def set_up(computer: Computer) -> Installed:
    """Write the configuration for this interpreter and try it. Raises WrongUse where the macros could not use it."""
    if computer.system is System.OTHER:
        raise WrongUse(
            "这台电脑没有 Excel，不用设置：命令行都能用，.xlsm 也能新建。在装有 Excel 的电脑上再运行 xlpair setup。"
        )
    if computer.system is System.WINDOWS:
        _refuse_unusable(computer)
    version = try_interpreter(computer.interpreter)
    if computer.system is System.MAC:
        _install_mac_script(computer)
    _write(computer)
    return Installed(computer.configuration, computer.interpreter, version)


def try_interpreter(interpreter: Path) -> str:
    """Let the interpreter fetch what the macros will ask it for; gives its version of xlwings."""
    command = [str(interpreter), "-B", "-c", _TRIAL]
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", timeout=_SECONDS)  # noqa: PLW1510
    except subprocess.TimeoutExpired:
        raise WrongUse(f"启动 Python（{interpreter}）等了 {_SECONDS} 秒没有回音。请重新安装。") from None
    except OSError as error:
        raise WrongUse(f"启动不了 Python（{interpreter}）：{why_refused(error)}；不行就重新安装。") from None
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["没有说明原因"])[-1]
        raise WrongUse(f"Python（{interpreter}）用不了 xlpair：{last}。请用安装文件夹里的“安装.bat”重装。")
    return done.stdout.strip()


def configured_interpreter(computer: Computer) -> str | None:
    """The interpreter that the configuration names; None where there is none."""
    return _rows(computer).get(_key(computer))


def _refuse_unusable(computer: Computer) -> None:
    from xlpair.excel.doctor import Mark, library_findings, path_findings, python_findings

    found = (*python_findings(computer), *library_findings(computer), *path_findings(computer))
    wrong = [finding for finding in found if finding.mark is Mark.BAD]
    if wrong:
        raise WrongUse("；".join(f"{finding.what}{finding.mend}" for finding in wrong) + "没有写设置。")


def _install_mac_script(computer: Computer) -> None:
    """Put xlwings' script where Excel on Mac is allowed to run it."""
    found = importlib.util.find_spec("xlwings")
    source = Path(str(found.origin)).parent / computer.mac_script.name if found is not None else None
    if source is None or not source.exists():
        raise WrongUse(f"xlwings 里没有 {computer.mac_script.name}。请重新安装 xlpair。")
    computer.mac_script.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, computer.mac_script)


def _write(computer: Computer) -> None:
    """Write the interpreter's row; rows of the user's own stay."""
    rows = {**_rows(computer), _key(computer): str(computer.interpreter)}
    text = "".join(f'"{key}","{value}"\r\n' for key, value in rows.items())
    path = computer.configuration
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode(computer.code_page))
    except OSError as error:
        raise NotSaved(f"设置没有写成（{path}）：{why_unwritten(error)}。") from None
    except UnicodeError:
        raise NotSaved(f"设置没有写成（{path}）：路径里有这台电脑的编码写不了的字。请装到只有英文的路径。") from None


def _rows(computer: Computer) -> dict[str, str]:
    try:
        text = computer.configuration.read_bytes().decode(computer.code_page or "utf-8", "replace")
    except OSError:
        return {}
    return {match.group(1).upper(): match.group(2) for match in map(_ROW.fullmatch, text.splitlines()) if match}


def _key(computer: Computer) -> str:
    return "INTERPRETER_MAC" if computer.system is System.MAC else "INTERPRETER_WIN"
