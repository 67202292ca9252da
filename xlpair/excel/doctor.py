"""What on this computer can stand between Excel and Python: a line for each, with the mend."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from xlpair.excel.computer import Computer, System
from xlpair.excel.setup import configured_interpreter
from xlpair.excel.upgrade import macros_in
from xlpair.excel.vba_source import DICTIONARY_MODULE

_OFFICE: Final = ("16.0", "15.0")
_ASKS_FIRST: Final = 2
_WPS_WORDS: Final = ("wps", "kingsoft", "et.exe", "ksolaunch")
_INTERNET: Final = 3


class Mark(Enum):
    """How a thing stands."""

    GOOD = "✓"
    NOTE = "!"
    BAD = "✗"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: what was found, and what to do about it."""

    mark: Mark
    what: str
    mend: str = ""

    def __str__(self) -> str:
        return f"{self.mark.value} {self.what}" + (f" → {self.mend}" if self.mend else "")


def examine(computer: Computer, file: Path | None = None) -> tuple[Finding, ...]:
    """Look at everything that matters on this system, and at a workbook if one is given."""
    checks = {System.WINDOWS: _windows, System.MAC: _mac, System.OTHER: _elsewhere}[computer.system]
    found = list(checks(computer))
    if file is not None:
        found += _file(computer, file)
    return tuple(found)


def _windows(computer: Computer) -> Iterator[Finding]:
    yield Finding(Mark.GOOD, "Windows：函数和按钮都能用（需要桌面版 Excel）。")
    yield from excel_findings(computer)
    yield from python_findings(computer)
    yield from library_findings(computer)
    yield from path_findings(computer)
    yield from configuration_findings(computer)
    yield from policy_findings(computer)


def _mac(computer: Computer) -> Iterator[Finding]:
    yield Finding(Mark.NOTE, "Mac：按钮能用，单元格里的函数不能用。", "请把“成绩表更新”设为“数值”。")
    if computer.excel() is None:
        yield Finding(Mark.BAD, "没有找到 Microsoft Excel。", "请先安装 Excel；没有 Excel 也可以用命令行编排。")
    if computer.mac_script.exists():
        yield Finding(Mark.GOOD, "Excel 可以启动 Python。")
    else:
        yield Finding(Mark.BAD, "Excel 还不能启动 Python。", "请运行 xlpair setup。")
    yield from configuration_findings(computer)


def _elsewhere(_: Computer) -> Iterator[Finding]:
    yield Finding(
        Mark.NOTE,
        "Linux：没有 Excel，函数和按钮不能在这里用。",
        "命令行都能用，.xlsm 也能新建、编排；单元格里的函数请用 LibreOffice 的扩展。",
    )


def excel_findings(computer: Computer) -> Iterator[Finding]:
    """Excel itself, its bits, and WPS standing in its place."""
    program, bits = computer.excel(), computer.excel_bits()
    if program is None:
        yield Finding(Mark.BAD, "没有找到桌面版 Excel。", "请安装 Excel；或用 .xlsx 文件和命令行。")
    elif bits is None:
        yield Finding(Mark.NOTE, f"看不出 Excel 是 32 位还是 64 位（{program}）。")
    else:
        yield Finding(Mark.GOOD, f"Excel 是 {bits} 位的。")
    server = _excel_server(computer)
    if any(word in server.lower() for word in _WPS_WORDS):
        yield Finding(
            Mark.BAD,
            "WPS 占用了 Excel 的登记，按钮会找到 WPS 而不是 Excel。",
            "打开“WPS 配置工具 → 高级 → 兼容设置”，取消“WPS 与 Microsoft Office 兼容”，再修复一次 Office。",
        )


def _excel_server(computer: Computer) -> str:
    """The program that is registered to answer for Excel."""
    identity = computer.registry(r"HKCR\Excel.Application\CLSID", "")
    return str(computer.registry(rf"HKCR\CLSID\{identity}\LocalServer32", "") or "") if identity else ""


def python_findings(computer: Computer) -> Iterator[Finding]:
    """Kinds of Python whose folders Excel does not get into."""
    if "windowsapps" in str(computer.interpreter).lower():
        yield Finding(
            Mark.BAD,
            "Python 是微软商店版，Excel 用不了它。",
            "请卸载后从 python.org 安装，再运行安装文件夹里的“安装.bat”。",
        )
    elif "roaming" in str(computer.library).lower():
        yield Finding(
            Mark.BAD,
            "xlpair 是用 pip install --user 装的，Excel 找不到 xlwings 的库。",
            "请用安装文件夹里的“安装.bat”重装。",
        )
    else:
        yield Finding(Mark.GOOD, f"Python：{computer.interpreter}")


def library_findings(computer: Computer) -> Iterator[Finding]:
    """xlwings' library, of Excel's bits and of the installed version, where the macros look for it."""
    bits = computer.excel_bits() or 64
    name = f"xlwings{bits}-{computer.xlwings}.dll"
    if any((folder / name).exists() for folder in computer.libraries()):
        yield Finding(Mark.GOOD, f"找到了 {name}。")
        return
    places = "、".join(str(folder) for folder in computer.libraries())
    yield Finding(Mark.BAD, f"找不到 {name}（找过 {places}）。", "请用安装文件夹里的“安装.bat”重装。")


def path_findings(computer: Computer) -> Iterator[Finding]:
    """Paths that VBA cannot read, because the system's code page has not their characters."""
    for what, path in (("Python 的路径", computer.interpreter), ("用户文件夹", computer.home)):
        if not computer.representable(str(path)):
            yield Finding(
                Mark.BAD,
                f"{what}里有系统代码页（{computer.code_page}）没有的字：{path}",
                "请把 Python 装到纯英文的路径，例如 C:\\ProgramData\\xlpair。",
            )


def configuration_findings(computer: Computer) -> Iterator[Finding]:
    """The file that tells the macros where Python is."""
    found = configured_interpreter(computer)
    if found is None:
        yield Finding(Mark.BAD, f"还没有设置（没有 {computer.configuration}）。", "请运行 xlpair setup。")
    elif not Path(found).exists():
        yield Finding(Mark.BAD, f"设置里的 Python 不在了：{found}", "请运行 xlpair setup。")
    elif Path(found) != computer.interpreter:
        yield Finding(Mark.NOTE, f"设置里是另一个 Python：{found}", "要改用现在这个，请运行 xlpair setup。")
    else:
        yield Finding(Mark.GOOD, "已设置好。")


def policy_findings(computer: Computer) -> Iterator[Finding]:
    """What the security settings of Office allow macros to do."""
    for office in _OFFICE:
        for root in (rf"HKCU\Software\Policies\Microsoft\Office\{office}", rf"HKCU\Software\Microsoft\Office\{office}"):
            if computer.registry(rf"{root}\Common", "vbaoff") == 1:
                yield Finding(Mark.BAD, "管理员关掉了 Office 的宏（VBA）。", "请找管理员；或用 .xlsx 文件和命令行。")
                return
            level = computer.registry(rf"{root}\Excel\Security", "VBAWarnings")
            if isinstance(level, int):
                yield _macro_level(level, "policies" in root.lower())
                return
    yield Finding(Mark.GOOD, "宏：打开文件时点“启用内容”就能用（Excel 的默认设置）。")


def _macro_level(level: int, by_policy: bool) -> Finding:
    if level <= _ASKS_FIRST:
        return Finding(Mark.GOOD, "宏：打开文件时点“启用内容”就能用。")
    kinds = {3: "只允许有签名的宏", 4: "禁止所有的宏，也不提示"}
    what = f"宏的安全设置是“{kinds.get(level, f'第 {level} 级')}”，按钮和函数都不能用。"
    if by_policy:
        return Finding(Mark.BAD, what, "这是管理员定的，请找管理员；或用 .xlsx 文件和命令行。")
    return Finding(Mark.BAD, what, "请在“文件 → 选项 → 信任中心 → 宏设置”里选“禁用宏，并发出通知”。")


def _file(computer: Computer, file: Path) -> Iterator[Finding]:
    """A workbook: its kind, where it came from, whether its macros fit."""
    if file.suffix.lower() != ".xlsm":
        yield Finding(
            Mark.NOTE, f"「{file.name}」不带宏，没有按钮。", "请用命令行编排；要按钮请用 xlpair new 新建 .xlsm。"
        )
        return
    if comes_from_outside(file):
        yield Finding(
            Mark.BAD, f"「{file.name}」是下载来的，Excel 会挡住它的宏。", "请在文件上按右键 → 属性，勾选“解除锁定”。"
        )
    if not computer.representable(str(file.resolve())):
        yield Finding(Mark.NOTE, f"「{file.name}」的路径里有系统代码页没有的字。", "请换成英文或常用汉字的路径。")
    yield _macros(computer, file)


def _macros(computer: Computer, file: Path) -> Finding:
    mend = "请关闭文件，运行 xlpair upgrade 文件名。"
    macros = macros_in(file)
    if macros is None:
        return Finding(Mark.BAD, f"「{file.name}」里没有 xlpair 的宏。", "请用 xlpair new 新建 .xlsm，再把名单导进去。")
    if macros.xlwings != computer.xlwings:
        what = f"「{file.name}」的宏是给 xlwings {macros.xlwings} 的，这里装的是 {computer.xlwings}。"
        return Finding(Mark.BAD, what, mend)
    # Only on a Mac have the macros need of a dictionary of their own.
    unneeded = () if computer.system is System.MAC else (DICTIONARY_MODULE,)
    lacking = "、".join(name for name in macros.lacking if name not in unneeded)
    if lacking:
        return Finding(Mark.BAD, f"「{file.name}」的宏缺了 {lacking}，按钮或函数不能用。", mend)
    if not macros.newest:
        hint = "关闭文件后运行 xlpair upgrade 文件名可以更新。"
        return Finding(Mark.NOTE, f"「{file.name}」的宏是旧的，还能用。", hint)
    return Finding(Mark.GOOD, f"「{file.name}」的宏是现在的版本。")


def comes_from_outside(file: Path) -> bool:
    """Whether Windows has marked the file as downloaded."""
    try:
        text = Path(f"{file}:Zone.Identifier").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False
    zone = next((line.partition("=")[2] for line in text.splitlines() if line.lower().startswith("zoneid=")), "0")
    return zone.strip().isdigit() and int(zone) >= _INTERNET
