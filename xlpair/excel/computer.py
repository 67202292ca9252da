"""What this computer is, as far as Excel and Python have to get on: looked at once, then judged by plain functions."""

from __future__ import annotations

import locale
import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final, TypeAlias

from xlpair.excel.vba_source import PROJECT, xlwings_version

RegistryValue: TypeAlias = str | int | None
Registry: TypeAlias = Callable[[str, str], RegistryValue]
"""Gives a value of Windows' registry by key (``HKCU\\Software\\…``) and name ('' = the key's own); None: not there."""

_MACHINES: Final = {0x014C: 32, 0x8664: 64, 0xAA64: 64}
_APP_PATH: Final = r"HKLM\SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths\excel.exe"


class System(Enum):
    """The systems that differ in what Excel can do there."""

    WINDOWS = "Windows"
    MAC = "Mac"
    OTHER = "Linux"


@dataclass(frozen=True, slots=True)
class Computer:
    """The facts. ``code_page`` is the encoding in which VBA reads and writes files; '' where there is no VBA."""

    system: System
    home: Path
    interpreter: Path
    library: Path
    code_page: str
    xlwings: str
    registry: Registry

    @property
    def configuration(self) -> Path:
        """The file in which the macros look for the interpreter."""
        if self.system is System.MAC:
            return self.home / "Library/Containers/com.microsoft.Excel/Data" / f"{PROJECT}.conf"
        return self.home / f".{PROJECT}" / f"{PROJECT}.conf"

    @property
    def mac_script(self) -> Path:
        """The script through which Excel on Mac starts Python; its name carries the version."""
        folder = self.home / "Library/Application Scripts/com.microsoft.Excel"
        return folder / f"xlwings-{self.xlwings}.applescript"

    def excel(self) -> Path | None:
        """Excel's program file."""
        if self.system is System.MAC:
            return next((path for path in (Path("/Applications/Microsoft Excel.app"),) if path.exists()), None)
        found = self.registry(_APP_PATH, "")
        path = Path(str(found).strip('"')) if found else None
        return path if path is not None and path.is_file() else None

    def excel_bits(self) -> int | None:
        """32 or 64: Excel's own bits count, not Windows' and not Python's."""
        program = self.excel()
        return bits_of(program) if program is not None and program.is_file() else None

    def libraries(self) -> tuple[Path, ...]:
        """Where the macros look for xlwings' library: beside the interpreter and one folder above."""
        return (self.interpreter.parent, self.interpreter.parent.parent)

    def representable(self, text: str) -> bool:
        """Whether VBA can read this text from a file."""
        try:
            return text.encode(self.code_page or "utf-8").decode(self.code_page or "utf-8") == text
        except (UnicodeError, LookupError):
            return False


def system_of(platform: str) -> System:
    """``sys.platform`` -> the system as far as Excel is concerned."""
    return {"win32": System.WINDOWS, "darwin": System.MAC}.get(platform, System.OTHER)


def functions_work(platform: str) -> bool:
    """Whether workbooks made on such a computer may count on functions in cells: Excel on a Mac has none of ours.

    A workbook made on Linux is for somebody else's Excel, on Windows as a rule.
    """
    return system_of(platform) is not System.MAC


def this_computer() -> Computer:
    """Look at the computer we run on."""
    import xlpair

    return Computer(
        system=system_of(sys.platform),
        home=Path.home(),
        interpreter=Path(sys.executable),
        library=Path(xlpair.__file__).parent.parent,
        code_page=_code_page(),
        xlwings=xlwings_version(),
        registry=_registry,
    )


def bits_of(program: Path) -> int | None:
    """Read from the head of a Windows program how many bits it has."""
    try:
        with program.open("rb") as file:
            head = file.read(4096)
    except OSError:
        return None
    at = int.from_bytes(head[0x3C:0x40], "little")
    if head[:2] != b"MZ" or head[at : at + 4] != b"PE\0\0":
        return None
    return _MACHINES.get(int.from_bytes(head[at + 4 : at + 6], "little"))


def _code_page() -> str:
    """The code page of Windows, not the one of this Python: that may have been told to use UTF-8."""
    if sys.platform == "win32":
        import ctypes

        return f"cp{ctypes.windll.kernel32.GetACP()}"
    return "mac_roman" if sys.platform == "darwin" else locale.getpreferredencoding(False)


def _registry(key: str, name: str) -> RegistryValue:
    if sys.platform != "win32":
        return None
    import winreg

    roots = {"HKCU": winreg.HKEY_CURRENT_USER, "HKLM": winreg.HKEY_LOCAL_MACHINE, "HKCR": winreg.HKEY_CLASSES_ROOT}
    root, _, path = key.partition("\\")
    try:
        with winreg.OpenKey(roots[root], path) as opened:
            value = winreg.QueryValueEx(opened, name)[0]
    except OSError:
        return None
    return value if isinstance(value, (str, int)) else str(value)
