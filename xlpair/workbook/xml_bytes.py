"""XML as bytes with places, so that a part can be changed in one place and stay byte for byte everywhere else.

A :class:`Part` is checked once by expat (well-formed, UTF-8, no DTD: no entity can be declared). After that, finding
tags by a regular expression is exact: comments, CDATA and processing instructions are blanked out in ``mask``, which
has the same places as ``data``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias
from xml.parsers import expat

from xlpair.errors import UnreadableFile

_OUTSIDE = re.compile(rb"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>", re.DOTALL)
ATTRIBUTES = rb"""(?:[^"'>/]++|"[^"]*+"|'[^']*+'|/(?!>))*+"""
_ATTRIBUTE = re.compile(rb"""([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_SPACED_ATTRIBUTE = re.compile(rb"""\s+(?P<name>[^\s=]+)\s*=\s*(?P<value>"[^"]*"|'[^']*')""")
_ROOT = re.compile(rb"<([^\s/>!?]+)(" + ATTRIBUTES + rb")/?>")
_NOT_AS_WRITTEN = re.compile(rb"[&\r\n\t]")
_REFERENCE = re.compile(r"&(#[0-9]+|#[xX][0-9a-fA-F]+|[A-Za-z]+);")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_PLAIN_ENCODINGS = ("utf-8", "utf8", "us-ascii", "ascii")


# A byte range and what shall stand in its place.
Splice: TypeAlias = tuple[int, int, bytes]


class Element(NamedTuple):
    """Where one element stands: ``start``…``opened`` is its start tag, ``closing``…``end`` its end tag (or nothing)."""

    start: int
    opened: int
    closing: int
    end: int
    attributes: bytes
    attributes_at: int = 0

    @property
    def self_closed(self) -> bool:
        return self.opened == self.end

    def with_attributes(self, written: bytes) -> Splice:
        """Give the change that puts other attributes into the start tag."""
        return self.attributes_at, self.attributes_at + len(self.attributes), written


class Part:
    """One XML part of the package, checked. ``prefix`` is the root's, with its colon: ``b"x:"`` or ``b""``."""

    __slots__ = ("data", "mask", "prefix")

    def __init__(self, data: bytes, title: str) -> None:
        _check(data, title)
        self.data = data
        self.mask = data
        if b"<!" in data or data.count(b"<?") > 1:
            self.mask = _OUTSIDE.sub(lambda match: b" " * len(match.group()), data)
        root = _ROOT.search(self.mask)
        name = root.group(1) if root else b""
        self.prefix = name[: name.find(b":") + 1]

    def elements(self, name: str, start: int = 0, end: int | None = None) -> Iterator[Element]:
        """Find the elements of that name, in the root's namespace, between two places. They must not nest."""
        pattern, closing = _element_patterns(self.prefix + name.encode())
        place, stop = start, len(self.mask) if end is None else end
        while match := pattern.search(self.mask, place, stop):
            opened = match.end()
            if match.group(2):
                found = Element(match.start(), opened, opened, opened, match.group(1), match.start(1))
            else:
                ending = closing.search(self.mask, opened)
                if ending is None:  # a well-formed part has one, unless elements of this name nest
                    return
                closing_at, end_at = ending.span()
                found = Element(match.start(), opened, closing_at, end_at, match.group(1), match.start(1))
            yield found
            place = found.end

    def element(self, name: str, start: int = 0, end: int | None = None) -> Element | None:
        return next(self.elements(name, start, end), None)

    def contents(self, name: str) -> tuple[bytes, ...]:
        """Give what stands in each element of that name: as :meth:`elements`, but fast, for there may be many."""
        tag = re.escape(self.prefix + name.encode())
        pattern = rb"<" + tag + rb"(?=[\s/>])" + ATTRIBUTES + rb"(?:/>|>(.*?)</" + tag + rb"\s*>)"
        found = re.compile(pattern, re.DOTALL).finditer(self.mask)
        return tuple(self.data[start:end] for start, end in (match.span(1) for match in found))

    def text(self, element: Element) -> str:
        return text_of(self.data[element.opened : element.closing])

    @property
    def closes_itself(self) -> bool:
        """Whether the program that wrote this part writes ``<c/>`` for an empty element, not ``<c></c>``."""
        return b"/>" in self.mask

    @property
    def spells_defaults(self) -> bool:
        """Whether the program that wrote this part spells defaults out, as LibreOffice does: ``hidden="false"``."""
        return b'="false"' in self.mask[:4000]


@lru_cache(maxsize=256)
def _element_patterns(name: bytes) -> tuple[re.Pattern[bytes], re.Pattern[bytes]]:
    quoted = re.escape(name)
    return re.compile(rb"<" + quoted + rb"(?=[\s/>])(" + ATTRIBUTES + rb")(/?)>"), re.compile(
        rb"</" + quoted + rb"\s*>"
    )


def _check(data: bytes, title: str) -> None:
    """Refuse what is not well-formed UTF-8 XML without a DTD."""

    def refuse_doctype(*_: object) -> None:
        raise UnreadableFile(
            f"「{title}」里夹带了自定义实体（DTD），正常的工作簿没有这种内容，不读取。请用 Excel 重新另存一份。"
        )

    def refuse_encoding(_version: str, encoding: str | None, _standalone: int) -> None:
        if encoding is not None and encoding.lower() not in _PLAIN_ENCODINGS:
            raise UnreadableFile(f"「{title}」内部用了少见的编码 {encoding!r}，不能读取。请用 Excel 重新另存一份。")

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse_doctype
    parser.XmlDeclHandler = refuse_encoding
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        refuse_encoding("", "UTF-16", 0)
    try:
        parser.Parse(data, True)
    except expat.ExpatError:
        raise UnreadableFile(
            f"「{title}」内容已损坏，不能读取。请用备份文件夹里的副本，或在 Excel 里打开修复后另存。"
        ) from None


def attributes_of(raw: bytes) -> dict[str, str]:
    """Give the attributes of a start tag by their written names: ``{"r": "A1", "s": "3"}``."""
    pairs = _ATTRIBUTE.findall(raw)
    if _NOT_AS_WRITTEN.search(raw):
        return {name.decode(): text_of(double or single).replace("\n", " ") for name, double, single in pairs}
    return {name.decode(): (double or single).decode() for name, double, single in pairs}


def text_of(raw: bytes) -> str:
    """Give the characters that stand in the bytes: references and CDATA resolved, comments and tags left out."""
    if b"<" in raw:
        raw = re.sub(rb"<[^>]*>", b"", without_sections(raw))
    text = raw.decode("utf-8", "replace")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _REFERENCE.sub(_character, text) if "&" in text else text


def without_sections(raw: bytes) -> bytes:
    """Write CDATA sections as ordinary text and leave comments and processing instructions out."""
    return _OUTSIDE.sub(_ordinary, raw) if b"<!" in raw or b"<?" in raw else raw


def _ordinary(match: re.Match[bytes]) -> bytes:
    found = match.group()
    return found[9:-3].replace(b"&", b"&amp;").replace(b"<", b"&lt;") if found.startswith(b"<![CDATA[") else b""


def _character(match: re.Match[str]) -> str:
    name = match.group(1)
    if name.startswith("#"):
        return chr(int(name[2:], 16) if name[1] in "xX" else int(name[1:]))
    return _NAMED.get(name, match.group())


def whole_number(text: str, otherwise: int) -> int:
    """Read a number from an attribute that should hold one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else otherwise


def escaped(text: str) -> bytes:
    """Write text as element content or, in double quotes, as an attribute's value."""
    plain = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return plain.encode("utf-8", "replace")


def with_attribute(raw: bytes, name: str, value: str | None, after: Sequence[str] = ()) -> bytes:
    """Set an attribute in a start tag's raw attributes, or remove it (None).

    An attribute that is there is changed in place. A new one stands behind the last of ``after`` that is there, or in
    front if none is: attributes have a customary order, and keeping it gives back the same bytes after a removal.
    """
    if value is None and name.encode() not in raw:
        return raw
    found = _place(raw, name)
    if found:
        written = b"" if value is None else raw[found.start() : found.start("value")] + b'"' + escaped(value) + b'"'
        return raw[: found.start()] + written + raw[found.end() :]
    if value is None:
        return raw
    places = [match.end() for other in after if (match := _place(raw, other))]
    at = max(places, default=0)
    return raw[:at] + b" " + name.encode() + b'="' + escaped(value) + b'"' + raw[at:]


def _place(raw: bytes, name: str) -> re.Match[bytes] | None:
    for match in _SPACED_ATTRIBUTE.finditer(raw):
        if match.group("name") == name.encode():
            return match
    return None


def spliced(data: bytes, changes: Sequence[Splice]) -> bytes:
    """Replace byte ranges; they must not overlap."""
    pieces: list[bytes] = []
    place = 0
    for start, end, new in sorted(changes, key=lambda change: change[:2]):
        if start < place:
            raise ValueError(f"two changes overlap at byte {start}")
        pieces += (data[place:start], new)
        place = end
    return b"".join([*pieces, data[place:]])
