"""The list of its items that a VBA project carries ([MS-OVBA] 2.3.1, PROJECT stream): Excel loads what stands in it.

LibreOffice leaves class modules out of the list when it saves a workbook, though it keeps their text.
"""

from __future__ import annotations

import re
import struct
from typing import Final

from pyopenvba.cfb import CFB
from pyopenvba.vba import decompress

_ITEM: Final = re.compile(rb"^(?:Module|Class|Document|BaseClass)=([^/\r\n]+)", re.MULTILINE)
_LINES: Final = "PROJECT"
_NAME, _PROCEDURAL, _OTHER, _END = 0x0019, 0x0021, 0x0022, 0x002B
_VERSION: Final = 0x0009
_VERSION_REST: Final = 6


def undeclared(project: bytes) -> tuple[str, ...]:
    """The modules that the project holds and its list does not name."""
    file = CFB.from_bytes(project)
    named = {name.lower() for name in _ITEM.findall(file.get_stream(_LINES))}
    return tuple(name.decode("latin-1") for name, _ in _modules(file) if name.lower() not in named)


def with_declared(project: bytes) -> bytes:
    """The project whose list names every module: behind the others, as what it is."""
    file = CFB.from_bytes(project)
    lines = file.get_stream(_LINES)
    named = {name.lower() for name in _ITEM.findall(lines)}
    missing = [
        (b"Class=" if is_class else b"Module=") + name for name, is_class in _modules(file) if name.lower() not in named
    ]
    last = max(
        (found.end() for found in re.finditer(rb"^(?:Module|Class|Document)=[^\n]*\n", lines, re.MULTILINE)),
        default=None,
    )
    if not missing or last is None:
        return project
    file.write_stream(_LINES, lines[:last] + b"".join(line + b"\r\n" for line in missing) + lines[last:])
    return bytes(file.to_bytes())


def _modules(file: CFB) -> list[tuple[bytes, bool]]:
    """Every module of the directory (2.3.4.2.3.2), in the project's code page, and whether it is no plain one."""
    data = decompress(file.get_stream("dir"))
    found: list[tuple[bytes, bool]] = []
    at = 0
    while at + 6 <= len(data):
        kind, size = struct.unpack_from("<HI", data, at)
        body = data[at + 6 : at + 6 + size]
        at += 6 + (_VERSION_REST if kind == _VERSION else size)
        if kind == _NAME:
            found.append((body, False))
        elif kind == _OTHER and found:
            found[-1] = (found[-1][0], True)
    return found
