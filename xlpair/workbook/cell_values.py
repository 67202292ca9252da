"""What the cells of a worksheet part hold: numbers, texts, dates, errors; and dates as serial numbers.

A number is a date only by its style, so the styles are read for that alone.
"""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Flag
from typing import Final

from xlpair.workbook.book import CellValue, ErrorValue
from xlpair.workbook.contents import Contents
from xlpair.workbook.package import Package
from xlpair.workbook.xml_bytes import Part, attributes_of, text_of, without_sections

_BAD_VALUE: Final = ErrorValue("#VALUE!")
_DAY: Final = 86_400_000
_LAST_SERIAL: Final = 2_958_466
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_NO_DATE_LETTERS = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]', re.IGNORECASE)
_HALF_DAYS = re.compile(r"am/pm|a/p|上午/下午", re.IGNORECASE)


class Dating(Flag):
    """What a number format shows of a number."""

    NONE = 0
    DAY = 1
    CLOCK = 2


_BUILT_IN: Final = {
    **dict.fromkeys((14, 15, 16, 17, *range(27, 32), 36, *range(50, 55), 57, 58), Dating.DAY),
    **dict.fromkeys((18, 19, 20, 21, *range(32, 36), 45, 46, 47, 55, 56), Dating.CLOCK),
    22: Dating.DAY | Dating.CLOCK,
}


@dataclass(frozen=True, slots=True)
class CellReader:
    """What it takes to read a cell: the shared strings, the styles that show dates, and the calendar's first day.

    The strings are kept as they are written, in the part's ``prefix``: most workbooks use far fewer than they hold.
    ``unlocked``: the styles whose cells may be written to in a protected sheet.
    """

    strings: Sequence[bytes]
    prefix: bytes
    dated: Mapping[str, Dating]
    unlocked: frozenset[str]
    epoch: dt.datetime

    def value(self, prefix: bytes, kind: str, style: str, content: bytes) -> CellValue:
        """Read a cell from its ``t``, its ``s`` and what stands between its tags."""
        if b"<!" in content:
            content = without_sections(content)
        if kind == "inlineStr":
            return _rich_text(content, prefix) if content else None
        written = _written(content, prefix)
        return None if written is None else self.short_value(kind, style, written)

    def short_value(self, kind: str, style: str, written: bytes) -> CellValue:
        """Read a cell from what stands in its ``<v>``."""
        if kind in ("", "n"):
            return self._number(written, style)
        return self._other(kind, text_of(written))

    def serial(self, moment: dt.datetime | dt.date | dt.time) -> float:
        """Give a moment as the number that a date cell holds."""
        if isinstance(moment, dt.time):
            moment = dt.datetime.combine(self.epoch.date(), moment)
        elif not isinstance(moment, dt.datetime):
            moment = dt.datetime.combine(moment, dt.time())
        passed = moment.replace(tzinfo=None) - self.epoch
        early = int(2 <= passed.days <= 60 and self.epoch.year == 1899)
        return passed.days - early + passed.seconds / 86400 + passed.microseconds / (_DAY * 1000)

    def _other(self, kind: str, text: str) -> CellValue:
        if kind == "s":
            place = text.strip()
            known = place.isascii() and place.isdigit() and len(place) < 10 and int(place) < len(self.strings)
            return _rich_text(without_sections(self.strings[int(place)]), self.prefix) if known else _BAD_VALUE
        if kind == "b":
            return text.strip() in ("1", "true")
        if kind == "e":
            return ErrorValue(text.strip())
        if kind == "d":
            return _iso_moment(text.strip())
        return unescaped(text)

    def _number(self, written: bytes, style: str) -> CellValue:
        try:
            number: int | float = int(written) if written.isdigit() else float(written)
        except ValueError:
            return _BAD_VALUE if written.strip() else None
        if isinstance(number, float):
            if not math.isfinite(number):
                return _BAD_VALUE
            if number.is_integer():
                number = int(number)
        dating = self.dated.get(style)
        return self._moment(number, dating) if dating else number

    def _moment(self, number: int | float, dating: Dating) -> CellValue:
        """Give the date, the time or both that a number shows as; a number no calendar has stays a number."""
        if not 0 <= number < _LAST_SERIAL:
            return number
        milliseconds = round((number % 1) * _DAY)
        if number < 1 and milliseconds < _DAY:
            clock = (dt.datetime.min + dt.timedelta(milliseconds=milliseconds)).time()
            return clock if dating & Dating.CLOCK else number
        # Excel's calendar of 1900 has a 29 February that never was: the days before it stand one further.
        early = int(number < 60 and self.epoch.year == 1899)
        moment = self.epoch + dt.timedelta(days=int(number) + early, milliseconds=milliseconds)
        return moment if dating & Dating.CLOCK or milliseconds else moment.date()


def cell_reader(package: Package, contents: Contents) -> CellReader:
    """Read what the cells of this workbook refer to."""
    strings: tuple[bytes, ...] = ()
    prefix = b""
    if contents.strings:
        part = package.part(contents.strings)
        strings, prefix = part.contents("si"), part.prefix
        package.spend(len(strings) + len(part.data) // 8)
    dated, unlocked = _styles(package, package.part(contents.styles)) if contents.styles else ({}, frozenset[str]())
    epoch = dt.datetime(1904, 1, 1) if contents.counts_from_1904 else dt.datetime(1899, 12, 30)
    return CellReader(strings, prefix, dated, unlocked, epoch)


def unescaped(text: str) -> str:
    """Resolve ``_x000D_``, by which the format writes characters that XML cannot hold."""
    if "_x" not in text:
        return text
    resolved = _ESCAPE.sub(lambda match: chr(int(match.group(1), 16)), text)
    return resolved.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def dating_of(code: str) -> Dating:
    """Tell what a number format shows: ``yyyy-mm-dd`` a day, ``[h]:mm`` a clock, ``0.00`` neither."""
    section = _NO_DATE_LETTERS.sub("", code.partition(";")[0])
    letters = _HALF_DAYS.sub("h", section).lower()
    if letters.strip() in ("general", "standard"):
        return Dating.NONE
    clock = Dating.CLOCK if "h" in letters or "s" in letters else Dating.NONE
    day = Dating.DAY if "y" in letters or "d" in letters or ("m" in letters and not clock) else Dating.NONE
    return day | clock


def _styles(package: Package, part: Part) -> tuple[dict[str, Dating], frozenset[str]]:
    """Give the cell styles that show a date or a time and those that are unlocked, by what cells bear in ``s``."""
    formats = {str(number): dating for number, dating in _BUILT_IN.items()}
    own, styles = part.element("numFmts"), part.element("cellXfs")
    for element in part.elements("numFmt", own.opened, own.closing) if own else ():
        package.spend(20)
        found = attributes_of(element.attributes)
        formats[found.get("numFmtId", "")] = dating_of(found.get("formatCode", ""))
    dated, unlocked = {}, set()
    for place, element in enumerate(part.elements("xf", styles.opened, styles.closing)) if styles else ():
        package.spend(30)
        dating = formats.get(attributes_of(element.attributes).get("numFmtId", "0"))
        if dating:
            dated[str(place)] = dating
        protection = part.element("protection", element.opened, element.closing)
        if protection and attributes_of(protection.attributes).get("locked") in ("0", "false"):
            unlocked.add(str(place))
    return dated, frozenset(unlocked)


def _iso_moment(text: str) -> CellValue:
    try:
        if text.startswith("T") or ":" in text[:3]:
            return dt.time.fromisoformat(text.lstrip("T")).replace(tzinfo=None)
        moment = dt.datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        return text
    return moment if "T" in text else moment.date()


def _written(content: bytes, prefix: bytes) -> bytes | None:
    """Give what stands in a cell's ``<v>``, or None."""
    start = content.find(b"<" + prefix + b"v>")
    if start >= 0:
        opened = start + len(prefix) + 3
        return content[opened : content.find(b"</" + prefix + b"v", opened)]
    match = re.search(rb"<" + prefix + rb"v(?:\s[^>]*[^/>]|\s*)>(.*?)</" + prefix + rb"v\s*>", content, re.DOTALL)
    return match.group(1) if match else None


def _rich_text(content: bytes, prefix: bytes) -> str:
    """Join the runs of a string; what is written above it to help reading (phonetic runs) is not part of it."""
    if b"rPh" in content:
        content = re.sub(rb"<" + prefix + rb"rPh\b.*?</" + prefix + rb"rPh\s*>", b"", content, flags=re.DOTALL)
    runs = re.findall(rb"<" + prefix + rb"t(?:\s[^>]*[^/>]|\s*)>(.*?)</" + prefix + rb"t\s*>", content, re.DOTALL)
    return unescaped("".join(text_of(run) for run in runs))
