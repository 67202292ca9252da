"""One cell of a worksheet part as bytes: filled, emptied, inserted; its style and everything else of it stays.

Filling a cell adds to it exactly what emptying it takes away again, so that undoing a command gives the bytes back.
A cell that was not there before is inserted with its style first (``<c s="3" r="B7">``, an order no spreadsheet program
writes); by that it is known and removed when it is emptied.
"""

from __future__ import annotations

import datetime as dt
import math
import re
from dataclasses import dataclass
from typing import Final

from xlpair.errors import BadInput, Problem
from xlpair.workbook.book import CellValue, ErrorValue, address
from xlpair.workbook.cell_values import CellReader
from xlpair.workbook.xml_bytes import escaped, with_attribute

LONGEST_TEXT: Final = 32_767
_INSERTED: Final = b' s="'
_ESCAPE_LOOKALIKE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
_UNWRITABLE = re.compile(r"[\x00-\x08\x0b-\x1f\ufffe\uffff]")
_HALF_CHARACTER = re.compile(r"[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Put:
    """What a cell shall hold. In the first cell of an array ``formula`` is its text and ``reference`` its block.

    ``computed``: the value is the cached result of an array formula, here or in the block's first cell.
    """

    value: CellValue
    computed: bool = False
    formula: str = ""
    reference: str = ""


@dataclass(frozen=True, slots=True)
class CellWriter:
    """What it takes to write the cells of one part: its namespace prefix, how it closes empty cells, what is a date."""

    sheet: str
    prefix: bytes
    closes_itself: bool
    reader: CellReader

    def filled(self, row: int, column: int, attributes: bytes, put: Put, kept_formula: bytes = b"") -> bytes:
        """Write a cell with a new value: ``attributes`` are the old ones, ``kept_formula`` the ``<f>`` that stays."""
        bare = without(attributes, "t", "vm") if kept_formula else without(attributes, "t", "vm", "cm")
        formula = kept_formula or (self._array_formula(put) if put.formula else b"")
        kind, content = self._content(row, column, put, _style(attributes))
        if not formula and not content:
            return self.emptied(bare)
        body = bare.rstrip()
        kind = b' t="' + kind + b'"' if kind else b""
        tag = self.prefix + b"c"
        return b"<" + tag + body + kind + bare[len(body) :] + b">" + formula + content + b"</" + tag + b">"

    def emptied(self, attributes: bytes) -> bytes:
        """Write a cell that keeps only its format."""
        tag = self.prefix + b"c"
        return (
            b"<" + tag + without(attributes, "t", "vm", "cm") + (b"/>" if self.closes_itself else b"></" + tag + b">")
        )

    def inserted(self, row: int, column: int, style: str, put: Put) -> bytes:
        """Write a cell where there was none."""
        name = address(row, column).encode()
        return self.filled(row, column, _INSERTED + (style or "0").encode() + b'" r="' + name + b'"', put)

    def _array_formula(self, put: Put) -> bytes:
        tag = self.prefix + b"f"
        opening = b"<" + tag + b' t="array" ref="' + put.reference.encode() + b'">'
        return opening + escaped(put.formula) + b"</" + tag + b">"

    def _content(self, row: int, column: int, put: Put, style: str) -> tuple[bytes, bytes]:
        """Give the kind and the content that a value is written as."""
        value = put.value
        if isinstance(value, (dt.datetime, dt.date, dt.time)):
            value = self.reader.serial(value) if style in self.reader.dated else _moment_text(value)
        if isinstance(value, str):
            return self._text(self._checked(row, column, value), put.computed)
        if isinstance(value, bool):
            return b"b", self._value(b"1" if value else b"0")
        if isinstance(value, ErrorValue) or (isinstance(value, float) and not math.isfinite(value)):
            return b"e", self._value(escaped(value.code if isinstance(value, ErrorValue) else "#NUM!"))
        if value is None:
            return b"", b""
        if not isinstance(value, (int, float)):
            raise TypeError(f"no cell value: {value!r}")
        return b"", self._value(repr(value).encode())

    def _value(self, written: bytes) -> bytes:
        return b"<" + self.prefix + b"v>" + written + b"</" + self.prefix + b"v>"

    def _text(self, text: str, computed: bool) -> tuple[bytes, bytes]:
        written = escaped(_writable(text))
        if computed:
            return b"str", self._value(written)
        p = self.prefix
        space = b' xml:space="preserve"' if text != text.strip() or "\n" in text else b""
        return b"inlineStr", b"<%bis><%bt%b>%b</%bt></%bis>" % (p, p, space, written, p, p)

    def _checked(self, row: int, column: int, text: str) -> str:
        if len(text) + sum(character > "\uffff" for character in text) <= LONGEST_TEXT:
            return text
        place = f"{self.sheet} {address(row, column)}"
        what = f"要写入的文字有 {len(text)} 个字符，一个单元格最多放 {LONGEST_TEXT} 个。"
        raise BadInput((Problem(place, what, "请缩短后再试，文件没有改动。"),))


def without(attributes: bytes, *names: str) -> bytes:
    """Take attributes out of a tag."""
    for name in names:
        attributes = with_attribute(attributes, name, None)
    return attributes


def is_inserted(attributes: bytes) -> bool:
    """Tell whether a cell was put where there had been none."""
    return attributes.startswith(_INSERTED)


def _style(attributes: bytes) -> str:
    match = re.search(rb"""\ss\s*=\s*["']([0-9]+)["']""", attributes)
    return match.group(1).decode() if match else ""


def _moment_text(moment: dt.datetime | dt.date | dt.time) -> str:
    return moment.isoformat(" ") if isinstance(moment, dt.datetime) else moment.isoformat()


def _writable(text: str) -> str:
    """Write what XML cannot hold as the format does: ``_x0007_``."""
    text = _ESCAPE_LOOKALIKE.sub("_x005F_", text)
    text = _UNWRITABLE.sub(lambda match: f"_x{ord(match.group()):04X}_", text)
    return _HALF_CHARACTER.sub("\ufffd", text)
