"""The old-style drawing (VML) that holds a sheet's buttons, copied for another sheet."""

from __future__ import annotations

import re
from typing import Final

from xlpair.workbook.package import Package

_SHAPE: Final = re.compile(rb"<(?:v:)?shape\s.*?</(?:v:)?shape\s*>", re.DOTALL)
_BUTTON: Final = re.compile(rb"""ObjectType\s*=\s*["']Button["']""")
_BLOCK: Final = re.compile(rb"""(<o:idmap\b[^>]*\bdata\s*=\s*["'])([0-9, ]+)(["'])""")
_IDENTITY: Final = re.compile(rb"_x0000_s([0-9]+)")
_IDS_A_BLOCK: Final = 1024


def has_buttons(data: bytes) -> bool:
    return any(_BUTTON.search(match.group()) for match in _SHAPE.finditer(data))


def copied_buttons(package: Package, part: str) -> bytes:
    """The drawing with its buttons alone, their shapes numbered apart from those of every other sheet.

    What else is drawn there, the frames of comments above all, belongs to the sheet it was copied from.
    """
    data = _SHAPE.sub(lambda match: match.group() if _BUTTON.search(match.group()) else b"", package.read(part))
    used = [block for one in package.names() if one.endswith(".vml") for block in _blocks(package.read(one))]
    first = (max(used, default=0) + 1) * _IDS_A_BLOCK
    fresh: dict[bytes, bytes] = {}
    for identity in _IDENTITY.findall(data):
        fresh.setdefault(identity, b"_x0000_s%d" % (first + 1 + len(fresh)))
    data = _IDENTITY.sub(lambda match: fresh[match.group(1)], data)
    return _BLOCK.sub(rb"\g<1>%d\g<3>" % (first // _IDS_A_BLOCK), data)


def _blocks(data: bytes) -> list[int]:
    """The blocks of 1024 identities from which a drawing has taken its own, by name and by use."""
    named = [int(number) for match in _BLOCK.finditer(data) for number in match.group(2).split(b",") if number.strip()]
    return named + [int(number) // _IDS_A_BLOCK for number in _IDENTITY.findall(data)]
