"""A folder from which a club's PC is set up without the net: every wheel it needs and a script to click on."""

from __future__ import annotations

import base64
import hashlib
import importlib.metadata
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from xlpair import __version__
from xlpair.errors import NotSaved, WrongUse

Pip: TypeAlias = Callable[[Sequence[str]], None]

DEFAULT_PYTHON: Final = "3.12"
PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
WHEELS: Final = "wheels"
SCRIPT: Final = "安装.bat"
NOTES: Final = "说明.txt"
TARGET: Final = r"C:\ProgramData\xlpair"
_SECONDS: Final = 1800
_CODE_PAGE: Final = "gbk"

# Read by cmd.exe in the code page of a Chinese Windows. The commands themselves are ASCII.
_SCRIPT_TEXT: Final = r"""@echo off
setlocal
chcp 936 >nul
set "HERE=%~dp0"
set "TARGET={target}"
set "PY=py"
echo 象棋编排 xlpair {version} 安装
"%PY%" -{python} -c "import sys" >nul 2>nul
if not errorlevel 1 goto found
for %%f in ("%HERE%python-{python}*.exe") do set "INSTALLER=%%f"
if not defined INSTALLER goto nopython
echo 正在安装 Python {python} ……
"%INSTALLER%" /passive InstallAllUsers=0 Include_launcher=1 PrependPath=0 Include_test=0
"%PY%" -{python} -c "import sys" >nul 2>nul
if not errorlevel 1 goto found
rem A window that was open before does not see the new PATH: where the installer puts the launcher.
set "PY=%LOCALAPPDATA%\Programs\Python\Launcher\py.exe"
if not exist "%PY%" set "PY=%SystemRoot%\py.exe"
"%PY%" -{python} -c "import sys" >nul 2>nul
if errorlevel 1 goto nopython
:found
echo 正在安装到 "%TARGET%" ……
"%PY%" -{python} -m venv "%TARGET%"
if errorlevel 1 goto failed
"%TARGET%\Scripts\python.exe" -m pip install --no-index --find-links "%HERE%{wheels}" --upgrade --force-reinstall xlpair
if errorlevel 1 goto failed
"%TARGET%\Scripts\xlpair.exe" setup
if errorlevel 1 goto failed
"%TARGET%\Scripts\xlpair.exe" doctor
echo.
echo 装好了。请打开带宏的工作簿（.xlsm），点“启用内容”，再按“编排下一轮”。
pause
exit /b 0
:nopython
echo 没有找到 Python {python}。
echo 请把 python.org 上的 python-{python}.x-amd64.exe 放到这个文件夹，再双击“{script}”。
pause
exit /b 1
:failed
echo 没有装成。请把上面的文字拍下来，问一问懂电脑的人。
pause
exit /b 1
"""
_NOTES_TEXT: Final = """象棋编排 xlpair {version} 离线安装文件夹（Windows，Python {python}，64 位）

1. 把整个文件夹拷到电脑上（U 盘里直接运行也行）。
2. 电脑上没有 Python {python} 的话，先把 python.org 下载的 python-{python}.x-amd64.exe 放进来。
3. 双击“{script}”。装到 {target}，不影响电脑上别的 Python。
4. 用 {target}\\Scripts\\xlpair.exe new 春季赛.xlsm 新建工作簿，或用现成的模板。

本文件夹里的文件：
{listing}
"""


def build(folder: Path, python: str = DEFAULT_PYTHON, pip: Pip | None = None) -> tuple[Path, ...]:
    """Fill the folder, whole or not at all, and give everything in it, file by file.

    ``pip`` runs one pip command (for tests).
    """
    if python not in PYTHONS:
        raise WrongUse(f"Python 版本要写 {'、'.join(PYTHONS)} 之一，现在写的是“{python}”。")
    if folder.exists() and any(folder.iterdir()):
        raise WrongUse(f"文件夹「{folder}」里已经有东西。请换一个空的，或先清空它。")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="xlpair-", dir=folder.parent) as place:
        made = _fill(Path(place), python, pip or _pip)
        folder.mkdir(exist_ok=True)
        for path in Path(place).iterdir():
            path.rename(folder / path.name)
    return tuple(folder / name for name in made)


def _fill(folder: Path, python: str, run: Pip) -> list[str]:
    """Put everything into an empty folder; gives the files' names within it."""
    wheels = folder / WHEELS
    wheels.mkdir()
    _own_wheel(wheels, run)
    own = next(wheels.glob("xlpair-*.whl"), None)
    if own is None:
        raise NotSaved("没有得到 xlpair 自己的安装包。请检查网络后再试。")
    run(["download", "--dest", str(wheels), "--only-binary=:all:", *_windows(python), *requirements(own)])
    facts = {
        "version": __version__,
        "python": python,
        "target": TARGET,
        "wheels": WHEELS,
        "script": SCRIPT,
    }
    script = _SCRIPT_TEXT.format(**facts).replace("\n", "\r\n")
    (folder / SCRIPT).write_bytes(script.encode(_CODE_PAGE))
    listed = sorted(path.relative_to(folder) for path in (*wheels.iterdir(), folder / SCRIPT, folder / NOTES))
    listing = "\n".join(f"  {path.as_posix()}" for path in listed)
    notes = _NOTES_TEXT.format(**facts, listing=listing).replace("\n", "\r\n")
    (folder / NOTES).write_bytes(notes.encode("utf-8-sig"))
    return [path.as_posix() for path in listed]


def requirements(wheel: Path) -> list[str]:
    """What our own wheel needs on Windows, without what is only for tests."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = archive.read(name).decode("utf-8")
    needed = re.findall(r"^Requires-Dist: (.+)$", metadata, re.MULTILINE)
    # pip judges markers by the computer it runs on: what Windows alone needs has to be asked for.
    return [line.replace(" ", "") for line in needed if ";" not in line] + ["pywin32", "colorama", "tzdata"]


def _own_wheel(wheels: Path, run: Pip) -> None:
    """Our own wheel: from the source beside this package, or packed from what is installed here."""
    root = Path(__file__).parents[2]
    if (root / "pyproject.toml").exists():
        run(["wheel", "--no-deps", "--wheel-dir", str(wheels), str(root)])
    else:
        pack_installed(wheels)


def pack_installed(wheels: Path) -> None:
    """Pack what is installed here into the wheel it was installed from: it is pure Python and runs on Windows, too."""
    distribution = importlib.metadata.distribution("xlpair")
    # Installed once more on the other computer, the package gets its own record, command and installer's notes.
    left_out = ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json")
    found = [
        (path, Path(str(distribution.locate_file(path))))
        for path in distribution.files or ()
        if path.parts[0] != ".." and path.name not in left_out and "__pycache__" not in path.parts
    ]
    files = {path.as_posix(): place.read_bytes() for path, place in found}
    folder = next((name.partition("/")[0] for name in files if name.endswith(".dist-info/METADATA")), None)
    if folder is None:
        raise NotSaved("读不出 xlpair 自己的安装记录，不能打包。请重新安装 xlpair 后再试。")
    record = [f"{name},sha256={_digest(data)},{len(data)}" for name, data in files.items()]
    files[f"{folder}/RECORD"] = "\n".join([*record, f"{folder}/RECORD,,", ""]).encode()
    with zipfile.ZipFile(wheels / f"xlpair-{__version__}-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)


def _digest(data: bytes) -> str:
    """A file's checksum as a wheel's record writes it."""
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")


def _windows(python: str) -> list[str]:
    return ["--platform", "win_amd64", "--python-version", python, "--implementation", "cp"]


def _pip(arguments: Sequence[str]) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", timeout=_SECONDS)  # noqa: PLW1510
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["没有说明原因"])[-1]
        raise NotSaved(f"下载安装包失败：{last}。请检查网络后再试。")
