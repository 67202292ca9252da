"""The page breaks of a worksheet part, and what it says about its paper, its columns and its rows."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Final

from xlpair.workbook.book import BreakPages
from xlpair.workbook.contents import LAST_COLUMN, is_true
from xlpair.workbook.page_breaks import PageSize, page_breaks, paper
from xlpair.workbook.sheet_xml import sheet_rows
from xlpair.workbook.xml_bytes import Element, Part, Splice, attributes_of, spliced, whole_number, with_attribute

# All sizes are in points, of which an inch has 72.
_INCH: Final = 72.0
_MARGINS: Final = {"left": 0.7, "right": 0.7, "top": 0.75, "bottom": 0.75}
_ROW: Final = 15.0
_COLUMN: Final = 9.14
# A digit is at least 7 pixels wide in the fonts of spreadsheets. Where it is wider, a page has room for more.
_DIGIT: Final = 5.25
# What stands in front of the breaks in a worksheet: the last of these that is there.
_BEFORE: Final = ("headerFooter", "pageSetup", "pageMargins", "printOptions", "sheetData")


def with_page_breaks(part: Part, change: BreakPages) -> bytes:
    """Set the breaks of the area's rows; those elsewhere stay as they are written."""
    wanted = page_breaks(change, _size(part, change), _tops(part, change.area.bottom))
    body = part.element("rowBreaks")
    breaks = list(part.elements("brk", body.opened, body.closing)) if body else []
    ours = [one for one in breaks if _is_ours(one, change)]
    others = [one for one in breaks if one not in ours]
    if tuple(_row(one) for one in ours) == wanted:
        return part.data
    new = b"".join(_written(part, row) for row in wanted)
    if body is None:
        return spliced(part.data, [_inserted(part, new, len(wanted))])
    if not others:
        written = _whole(part, new, len(wanted)) if wanted else b""
        return spliced(part.data, [(body.start, body.end, written)])
    return spliced(part.data, _among(part, body, ours, others, wanted))


def _among(
    part: Part, body: Element, ours: list[Element], others: list[Element], wanted: Sequence[int]
) -> list[Splice]:
    """The changes where breaks of others stay: they stand in order, and their number is written down."""
    splices: list[Splice] = [(one.start, one.end, b"") for one in ours]
    behind = next((one.start for one in others if wanted and _row(one) > wanted[-1]), body.closing)
    splices.append((behind, behind, b"".join(_written(part, row) for row in wanted)))
    by_hand = sum(is_true(attributes_of(one.attributes).get("man", "0")) for one in others)
    counted = with_attribute(body.attributes, "count", str(len(others) + len(wanted)))
    counted = with_attribute(counted, "manualBreakCount", str(by_hand + len(wanted)), after=("count",))
    return [*splices, body.with_attributes(counted)]


def _is_ours(element: Element, change: BreakPages) -> bool:
    return change.area.top < _row(element) <= change.reach


def _row(element: Element) -> int:
    """The row below a break, counted from 0: its number is that of the row above it, counted from 1."""
    return whole_number(attributes_of(element.attributes).get("id", ""), 0)


def _written(part: Part, row: int) -> bytes:
    return b'<%bbrk id="%d" max="%d" man="1"/>' % (part.prefix, row, LAST_COLUMN - 1)


def _whole(part: Part, breaks: bytes, count: int) -> bytes:
    tag = part.prefix + b"rowBreaks"
    return b'<%b count="%d" manualBreakCount="%d">%b</%b>' % (tag, count, count, breaks, tag)


def _inserted(part: Part, breaks: bytes, count: int) -> Splice:
    at = next((one.end for name in _BEFORE if (one := part.element(name)) is not None), 0)
    return at, at, _whole(part, breaks, count) if at else b""


def _size(part: Part, change: BreakPages) -> PageSize:
    setup, margins = _attributes(part, "pageSetup"), _attributes(part, "pageMargins")
    landscape = setup.get("orientation") == "landscape"
    width, height = paper(whole_number(setup.get("paperSize", ""), 0), landscape=landscape)
    left, right, top, bottom = (_INCH * _number(margins.get(name), usual) for name, usual in _MARGINS.items())
    return PageSize(width - left - right, height - top - bottom, _columns(part, change.area.left, change.area.right))


def _columns(part: Part, left: int, right: int) -> float:
    usual = _number(_attributes(part, "sheetFormatPr").get("defaultColWidth"), _COLUMN)
    widths = dict.fromkeys(range(left, right + 1), usual)
    for element in part.elements("col"):
        found = attributes_of(element.attributes)
        first, last = (whole_number(found.get(name, ""), 0) - 1 for name in ("min", "max"))
        width = 0.0 if is_true(found.get("hidden", "0")) else _number(found.get("width"), usual)
        widths |= dict.fromkeys(range(max(first, left), min(last, right) + 1), width)
    return sum(widths.values()) * _DIGIT


def _tops(part: Part, bottom: int) -> Callable[[int], float]:
    """How far below the sheet's top a row begins; rows that are not there are as high as the sheet says."""
    usual = _number(_attributes(part, "sheetFormatPr").get("defaultRowHeight"), _ROW)
    rows: list[int] = []
    more: list[float] = []
    for row in sheet_rows(part):
        if row.row > bottom:
            break
        found = attributes_of(row.element.attributes)
        rows.append(row.row)
        more.append((0.0 if is_true(found.get("hidden", "0")) else _number(found.get("ht"), usual)) - usual)
    sums = list(accumulate(more, initial=0.0))
    return lambda row: row * usual + sums[bisect_left(rows, row)]


def _attributes(part: Part, name: str) -> dict[str, str]:
    element = part.element(name)
    return attributes_of(element.attributes) if element is not None else {}


def _number(text: str | None, otherwise: float) -> float:
    """A size from an attribute; what is none, or no sensible one, is taken as usual."""
    try:
        found = float(text) if text is not None else otherwise
    except ValueError:
        return otherwise
    return found if 0 <= found < 10_000 else otherwise
