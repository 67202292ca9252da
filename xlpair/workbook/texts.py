"""What hands type, read: widths, blanks, traditional characters, numbers, points, 参赛轮次.

Everything here takes one cell's value and either gives what it certainly means or raises :class:`NotUnderstood`.
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final

from xlpair.model import Attendance, Score
from xlpair.workbook.book import NOT_COMPUTED, CellValue, ErrorValue
from xlpair.workbook.simplified import simplified


class NotUnderstood(ValueError):
    """A cell that says nothing certain. ``what`` tells what was found, ``hint`` what to type."""

    def __init__(self, what: str, hint: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.hint = hint


# What stands for nothing, or for another sign, before anything is compared.
_SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad"),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d", "-"),
        **dict.fromkeys("\u2236\ua789\ufe55\uff1a", ":"),
        **dict.fromkeys("\u2215\uff0f", "/"),
        **dict.fromkeys("，﹐､、", ","),
        "½": " 1⁄2",
        "⅓": " 1⁄3",
        "⅔": " 2⁄3",
        "¼": " 1⁄4",
        "¾": " 3⁄4",
    }
)
_OUTER: Final = "".join(sign for sign in map(chr, range(0x3001)) if sign.isspace()) + "\u200b\u200c\u200d\u2060\ufeff"
_DASHES: Final = re.compile("[—―─]+")  # the Chinese dash is one sign, though it is typed as two
_ERROR_CODES: Final = frozenset(
    ("#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!", "#SPILL!", "#CALC!", "#GETTING_DATA")
)
COMPUTE_HINT: Final = "请在 Excel（或 WPS、LibreOffice）里打开、保存一次再用。"
_WHOLE: Final = re.compile(r"0*([0-9]{1,9})(?:\.0*)?")
_DECIMAL: Final = re.compile(r"[0-9]{0,9}\.?[0-9]{0,9}")
_QUOTIENT: Final = re.compile(r"(?:([0-9]{1,6}) )?([0-9]{1,9})[/⁄]([0-9]{1,9})")
_LONGEST_SHOWN: Final = 24
_FIRST_DAY, _LAST_DAY = 36_500, 73_050
BECAME_DATE: Final = "电子表格把输入变成了日期，请把这一格设成“文本”再写。"
_PLACES: Final = 6

# What is said of a text typed beside a drop-down.
UNLISTED_TITLE: Final = "下拉表里没有"
UNLISTED_TEXT: Final = "按“确定”（OK）就照样填进去。常用的写法都认得；认不出的，检查时会指出来。"


def trimmed(text: str) -> str:
    """The text without outer blanks, U+3000 and invisible signs among them; inside it stays as typed."""
    return text.strip(_OUTER)


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """Half width, one kind of dash, colon, slash and comma, outer blanks gone; letters and inner blanks as typed."""
    return unicodedata.normalize("NFKC", _DASHES.sub("-", text.translate(_SIGNS))).translate(_SIGNS).strip()


@lru_cache(maxsize=8192)
def folded(text: str) -> str:
    """The form in which words and headings are compared: half width, simplified, small letters, no blanks at all."""
    return simplified("".join(plain(text).split())).lower()


def is_blank(value: CellValue) -> bool:
    """Whether a cell shows nothing: empty, ``=""``, only blanks."""
    return value is None or (isinstance(value, str) and (not value or not trimmed(value)))


def error_code(value: CellValue) -> str:
    """The code of an error cell, ``#REF!``, or ''. Some hosts hand errors over as text."""
    if isinstance(value, ErrorValue):
        return value.code
    return value if isinstance(value, str) and value in _ERROR_CODES else ""


def error_told(value: CellValue, hint: str) -> tuple[str, str]:
    """What to tell of an error cell and what to do: ``hint``, or where a formula was never computed, have that done."""
    if value == NOT_COMPUTED:
        return "公式还没有算出值。", COMPUTE_HINT
    return f"单元格是错误值 {error_code(value)}。", hint


def shortened(text: str, longest: int = _LONGEST_SHOWN) -> str:
    """A text as it fits into a message."""
    return text if len(text) <= longest else f"{text[:longest]}…"


def shown(value: CellValue) -> str:
    """A cell's value as a message shows it, long texts cut."""
    if isinstance(value, ErrorValue):
        return value.code
    if isinstance(value, str):
        return f"“{shortened(trimmed(value))}”"
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21:
        return str(int(Decimal(repr(value))))  # the digits the spreadsheet shows, not those of the binary number
    if isinstance(value, dt.datetime):
        return value.strftime("%Y-%m-%d %H:%M") if value.time() != dt.time() else value.strftime("%Y-%m-%d")
    return str(value)


def is_date(value: CellValue) -> bool:
    """Whether a cell holds a day or a time of day, or the number of a day of our time that a host hands over."""
    return isinstance(value, (dt.date, dt.time)) or (type(value) is int and _FIRST_DAY <= value < _LAST_DAY)


def has_error(cells: Sequence[CellValue]) -> bool:
    """Whether any cell is an error."""
    return not _ERROR_CODES.isdisjoint(cells) or ErrorValue in map(type, cells)


def text_of(value: CellValue) -> str:
    """A cell as text that somebody typed: outer blanks gone, a whole number without ``.0``, an error cell as ''."""
    if isinstance(value, str):
        return value.strip(_OUTER)
    return "" if value is None or isinstance(value, ErrorValue) else shown(value)


def whole(value: CellValue) -> int | None:
    """The whole number a cell certainly holds (１, 007, " 3", 3.0, "3."), or None: 2.5, TRUE, dates, words, below 0."""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return int(value) if 0 <= value < 1_000_000_000 and value == int(value) else None
    return _whole_text(value) if isinstance(value, str) else None


@lru_cache(maxsize=8192)
def _whole_text(text: str) -> int | None:
    match = _WHOLE.fullmatch(plain(text))
    return int(match.group(1)) if match else None


def pairing_number(value: CellValue) -> int | None:
    """A 编号 as typed, 1 or more; ``3号`` is 3."""
    if isinstance(value, str):
        value = plain(value).removesuffix("号").removesuffix("號")
    number = whole(value)
    return number or None


def score(value: CellValue) -> Score | None:
    """Points, exact: "0.5", "½", "1½", "1/2", 0.5 -> Fraction or int; anything else, TRUE and below 0 -> None."""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        value = repr(value)
    return _score_text(plain(value)) if isinstance(value, str) else None


def _score_text(text: str) -> Score | None:
    if any(sign.isdigit() for sign in text) and _DECIMAL.fullmatch(text):
        return _smallest(Fraction(text))
    match = _QUOTIENT.fullmatch(text)
    if match is None or int(match.group(3)) == 0:
        return None
    return _smallest(int(match.group(1) or 0) + Fraction(int(match.group(2)), int(match.group(3))))


def _smallest(number: Fraction) -> Score:
    return int(number) if number.denominator == 1 else number


def score_text(points: Score) -> str:
    """Points as written: 2, 0.5; where six decimals are not enough, a fraction with U+2044: 1⁄3.

    No spreadsheet takes that for a date. :func:`score` reads it back.
    """
    if isinstance(points, int):
        return str(points)
    millionths, rest = divmod(abs(points.numerator) * 10**_PLACES, points.denominator)
    if rest:
        return f"{points.numerator}⁄{points.denominator}"
    digits = str(millionths).rjust(_PLACES + 1, "0")
    return f"{'-' if points < 0 else ''}{digits[:-_PLACES]}.{digits[-_PLACES:]}".rstrip("0").rstrip(".")


def score_cell(points: Score) -> str | int | float:
    """Points for a cell: a number where a number says it exactly enough to be read, else text."""
    if isinstance(points, int):
        return points
    text = score_text(points)
    return text if "⁄" in text else float(text)


_EVERY_ROUND: Final = Attendance()
_SPAN: Final = re.compile(r"([0-9]{0,4})(?:([-~至到])([0-9]{0,4}))?")
_OUT_WORDS: Final = re.compile(r"退\s*赛|退\s*出|弃\s*赛")
_ALL_WORDS: Final = frozenset(("", "全部", "全程", "所有", "全勤"))
_ATTENDANCE_HINT: Final = "请写成 1-3,5- 的样子（空着表示每轮都参加），中途退出写“退赛”。"


def read_attendance(value: CellValue) -> Attendance:
    """参赛轮次: ``1-3,5-``, ``4-``, ``-3``, ``3``, ``退赛``, ``1-3 退赛``; blank = all rounds."""
    if value is None or value == "":
        return _EVERY_ROUND
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if is_date(value):
        raise NotUnderstood(f"参赛轮次看不懂 {shown(value)}。", f"{BECAME_DATE}{_ATTENDANCE_HINT}")
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise NotUnderstood(f"参赛轮次看不懂 {shown(value)}。", _ATTENDANCE_HINT)
    return _attendance_text(str(value))


@lru_cache(maxsize=4096)
def _attendance_text(typed: str) -> Attendance:
    text, withdrawn = _OUT_WORDS.subn(",", simplified(plain(typed)))
    spans = []
    for part in (
        re.sub(r"\s*([-~至到])\s*", r"\1", text.replace("第", "").replace("轮", "")).replace(";", ",").split(",")
    ):
        spans += [_span(piece, typed) for piece in part.split() if piece not in _ALL_WORDS]
    return Attendance(tuple(spans), withdrawn > 0)


def _span(piece: str, typed: str) -> tuple[int, int | None]:
    match = _SPAN.fullmatch(piece)
    if match is None or not (match.group(1) or match.group(3)):
        raise NotUnderstood(f"参赛轮次看不懂 {shown(typed)}。", _ATTENDANCE_HINT)
    first = int(match.group(1) or 1)
    last = first if match.group(2) is None else int(match.group(3)) if match.group(3) else None
    if first < 1 or (last is not None and last < first):
        raise NotUnderstood(f"参赛轮次 {shown(typed)} 里 {piece} 前后颠倒或从第 0 轮开始。", _ATTENDANCE_HINT)
    return first, last


_CATEGORY_MARKS: Final = re.compile(r"[、,，;；/|\n\t]+")


def read_categories(value: CellValue) -> tuple[str, ...]:
    """组别: one prize group or several, ``女子、少年``, each once, in the order written."""
    if value is None or value == "":
        return ()
    parts = (trimmed(part) for part in _CATEGORY_MARKS.split(text_of(value)))
    return tuple(dict.fromkeys(part for part in parts if part))


def categories_text(categories: Sequence[str]) -> str:
    """组别 as written; :func:`read_categories` reads it back."""
    return "、".join(categories)


def attendance_text(attendance: Attendance) -> str:
    """参赛轮次 as written; :func:`read_attendance` reads it back."""
    parts = [
        str(first) if first == last else f"{first}-{'' if last is None else last}" for first, last in attendance.spans
    ]
    text = ",".join(parts)
    return " ".join(part for part in (text, "退赛" if attendance.withdrawn else "") if part)
