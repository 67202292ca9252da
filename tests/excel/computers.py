"""Computers made up for the purpose: a club's PC as it should be, and what doctor finds bad."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from xlpair.excel.computer import Computer, RegistryValue, System
from xlpair.excel.doctor import Finding, Mark

VERSION = "0.37.8"
APP_PATH = r"HKLM\SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths\excel.exe"
SECURITY = r"Microsoft\Office\16.0\Excel\Security"
CLASS_ID = "{00024500-0000-0000-C000-000000000046}"


def program(path: Path, machine: int = 0x8664) -> Path:
    """The head of a Windows program for this machine."""
    path.parent.mkdir(parents=True, exist_ok=True)
    head = bytearray(0x100)
    head[:2], head[0x3C:0x40] = b"MZ", (0x80).to_bytes(4, "little")
    head[0x80:0x84], head[0x84:0x86] = b"PE\0\0", machine.to_bytes(2, "little")
    path.write_bytes(head)
    return path


def club_pc(
    folder: Path, registry: Mapping[tuple[str, str], RegistryValue] | None = None, machine: int = 0x8664
) -> Computer:
    """A computer on which everything is as it should be: 64-bit Excel, a virtual environment with xlwings' library."""
    excel = program(folder / "Office16" / "EXCEL.EXE", machine)
    interpreter = program(folder / "xlpair" / "Scripts" / "python.exe")
    for bits in (32, 64):
        (folder / "xlpair" / f"xlwings{bits}-{VERSION}.dll").write_bytes(b"")
    known: dict[tuple[str, str], RegistryValue] = {(APP_PATH, ""): str(excel)}
    known.update(registry or {})
    return Computer(
        system=System.WINDOWS,
        home=folder / "home",
        interpreter=interpreter,
        library=folder / "xlpair" / "Lib" / "site-packages",
        code_page="cp936",
        xlwings=VERSION,
        registry=lambda key, name: known.get((key, name)),
    )


def configured(computer: Computer, interpreter: Path | None = None) -> Computer:
    computer.configuration.parent.mkdir(parents=True, exist_ok=True)
    computer.configuration.write_bytes(f'"INTERPRETER_WIN","{interpreter or computer.interpreter}"\r\n'.encode("gbk"))
    return computer


def bad(findings: tuple[Finding, ...]) -> list[Finding]:
    return [finding for finding in findings if finding.mark is not Mark.GOOD]


def only(findings: tuple[Finding, ...], mark: Mark) -> Finding:
    (found,) = [finding for finding in findings if finding.mark is mark]
    assert found.mend.endswith("。")
    return found
