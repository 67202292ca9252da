"""The extension put into a user's LibreOffice and taken out again."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from xlpair.calc.extension import FILE_NAME, OLDEST_OFFICE, build
from xlpair.calc.identity import EXTENSION
from xlpair.errors import FileBusy, NotSaved, WrongUse

_SECONDS: Final = 180
_OWN_PROFILE: Final = "--profile 要写 LibreOffice 的用户配置文件夹；不写就是自己的。"
_PROBE_SECONDS: Final = 60
_VERSION: Final = re.compile(r"(\d+)\.(\d+)")
_WINDOWS_PLACES: Final = ("ProgramFiles", "ProgramFiles(x86)", "ProgramW6432")
_MAC: Final = Path("/Applications/LibreOffice.app/Contents")
_OF_OUR_PYTHON: Final = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__")


@dataclass(frozen=True, slots=True)
class Office:
    """A LibreOffice: the program to start, and the Python that can talk to it."""

    program: Path
    python: Path

    def surroundings(self) -> dict[str, str]:
        """The environment in which to start it: nothing in there of the Python that we run in, a venv's perhaps.

        The Python within LibreOffice takes its library from the ``python3`` that stands first in PATH, and its modules
        break with that of another version.
        """
        kept = {name: value for name, value in os.environ.items() if name not in _OF_OUR_PYTHON}
        path = os.pathsep.join((str(self.python.parent), *([kept["PATH"]] if kept.get("PATH") else [])))
        return kept | {"PATH": path}


def find_office() -> Office:
    """Find this computer's LibreOffice. Raises WrongUse where there is none, or one that is too old, with the mend."""
    program = next(_programs(), None)
    if program is None:
        raise WrongUse(f"没有找到 LibreOffice。请先安装 LibreOffice {OLDEST_OFFICE} 以上，再试一次。")
    version = _version(program)
    if version and version < _numbers(OLDEST_OFFICE):
        found = ".".join(map(str, version))
        raise WrongUse(f"这里的 LibreOffice 是 {found}，太旧了。请装 {OLDEST_OFFICE} 以上，再试一次。")
    python = next((one for one in _pythons(program) if _has_uno(one)), None)
    if python is None:
        raise WrongUse("LibreOffice 的 Python 支持没有装。请安装 python3-uno（Debian、Ubuntu），再试一次。")
    return Office(program, python)


def install(profile: Path | None = None) -> str:
    """Put the extension of this version into the user's LibreOffice (or another profile's); gives its version."""
    _refuse_file(profile)
    office = find_office()
    with tempfile.TemporaryDirectory(prefix="xlpair-") as folder:
        path = Path(folder) / FILE_NAME
        path.write_bytes(build())
        return str(_deployed(office, profile, "install", str(path))["version"])


def uninstall(profile: Path | None = None) -> str:
    """Take the extension out; gives the version that was there, '' where there was none."""
    _refuse_file(profile)
    if profile is not None and not profile.exists():  # LibreOffice would make it
        raise WrongUse(f"没有“{profile}”这个文件夹。{_OWN_PROFILE}")
    return str(_deployed(find_office(), profile, "uninstall", EXTENSION)["version"])


def _refuse_file(profile: Path | None) -> None:
    if profile is not None and profile.exists() and not profile.is_dir():
        raise WrongUse(f"“{profile}”是文件，不是文件夹。{_OWN_PROFILE}")


def _deployed(office: Office, profile: Path | None, action: str, what: str) -> dict[str, Any]:
    where = profile.absolute().as_uri() if profile is not None else "-"
    script = Path(__file__).with_name("deploying.py")
    command = [str(office.python), str(script), str(office.program), where, action, what]
    done = subprocess.run(
        command, capture_output=True, text=True, env=office.surroundings(), timeout=_SECONDS, check=False
    )
    try:
        answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        raise NotSaved(f"LibreOffice 没有回答：{done.stderr.strip()[-300:]}。请重新启动电脑再试。") from None
    if answer.get("error") == "running":
        raise FileBusy("LibreOffice 正开着。请把它全部关闭（包括右下角的快速启动），再试一次。")
    if "error" in answer:
        raise NotSaved(f"LibreOffice 没有接受：{answer.get('message', '')}")
    return answer


def _programs() -> Iterator[Path]:
    for name in ("soffice", "libreoffice"):
        found = shutil.which(name)
        if found:
            yield Path(found)
    if sys.platform == "win32":
        for place in _WINDOWS_PLACES:
            program = Path(os.environ.get(place, "")) / "LibreOffice" / "program" / "soffice.com"
            if program.exists():
                yield program
    elif (_MAC / "MacOS" / "soffice").exists():
        yield _MAC / "MacOS" / "soffice"


def _version(program: Path) -> tuple[int, ...]:
    """The version the program tells; nothing where it tells none."""
    done = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=_PROBE_SECONDS, check=False)
    return _numbers(done.stdout)


def _numbers(text: str) -> tuple[int, ...]:
    match = _VERSION.search(text)
    return tuple(map(int, match.groups())) if match else ()


def _pythons(program: Path) -> Iterator[Path]:
    """Where the Python that knows this office may be: LibreOffice's own, then the system's."""
    home = program.resolve().parent
    for place in (home / "python.exe", home / "python", home.parent / "Resources" / "python", Path("/usr/bin/python3")):
        if place.exists():
            yield place
    found = shutil.which("python3")
    if found:
        yield Path(found)


def _has_uno(python: Path) -> bool:
    command = [str(python), "-c", "import uno"]
    return subprocess.run(command, capture_output=True, timeout=_PROBE_SECONDS, check=False).returncode == 0
