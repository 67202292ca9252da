"""结果 as hands type it, read; and as we write it.

Always from red's side: 2:0 = red won. Certain meanings are taken, anything else raises
:class:`~xlpair.workbook.texts.NotUnderstood` with what to type instead.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeAlias

from xlpair.model import Result, Score
from xlpair.settings import Scoring
from xlpair.workbook.book import NOT_COMPUTED, CellValue
from xlpair.workbook.texts import NotUnderstood, error_code, error_told, folded, plain, score, score_text, shown

Pair: TypeAlias = tuple[Score, Score]

# A plain number in a cell of date format is a day soon after 1900; what is typed as a date is of our time.
_LAST_YEAR_OF_NUMBERS: Final = 1999
USUAL_SCORING: Final = Scoring()

# Where every scoring system is understood: the 2/1/0 of xiangqi and the 1/½/0 of chess.
_USUAL_PAIRS: Final[dict[Pair, Result]] = {
    (2, 0): Result.RED_WIN,
    (1, 1): Result.DRAW,
    (0, 2): Result.BLACK_WIN,
    (1, 0): Result.RED_WIN,
    (Fraction(1, 2), Fraction(1, 2)): Result.DRAW,
    (0, 1): Result.BLACK_WIN,
    (0, 0): Result.BOTH_FORFEIT,
}

_WORDS: Final[dict[Result, tuple[str, ...]]] = {
    Result.RED_WIN: (
        "胜 赢 红胜 红赢 红方胜 红方赢 先胜 先手胜 红先胜 w win",
        "黑负 黑输 黑方负 后负 后手负 胜负 红胜黑负 黑负红胜",
    ),
    Result.DRAW: ("和 平 和棋 平局 和局 双和 红和 黑和 先和 红先和 红方和 和和 d draw =", "1/2 1⁄2 .5 0.5"),
    Result.BLACK_WIN: (
        "负 输 黑胜 黑赢 黑方胜 黑方赢 后胜 后手胜 l loss",
        "红负 红输 红方负 先负 先手负 红先负 负胜 红负黑胜 黑胜红负",
    ),
    Result.BLACK_FORFEITS: ("+- 黑弃 黑弃权 黑方弃权 后手弃权 黑未到 黑方未到 黑缺席 黑方缺席",),
    Result.RED_FORFEITS: ("-+ 红弃 红弃权 红方弃权 先手弃权 红未到 红方未到 红缺席 红方缺席",),
    Result.BOTH_FORFEIT: ("-- 双弃 双弃权 双方弃权 都弃权 双未到 双方未到 双缺席 双方缺席",),
}
_KNOWN: Final[dict[str, Result | None]] = {"": None, "-": None} | {
    word: result for result, lines in _WORDS.items() for line in lines for word in line.split()
}
_FORFEITED: Final = {Result.RED_WIN: Result.BLACK_FORFEITS, Result.BLACK_WIN: Result.RED_FORFEITS}

_POINTS: Final = r"([0-9]{1,6}(?:\.[0-9]{0,6})?|\.[0-9]{1,6}|(?:[0-9]{1,6} )?[0-9]{1,9}⁄[0-9]{1,9}|1/2)"
_SCORE_PAIR: Final = re.compile(rf"{_POINTS}\s*[:\-比]\s*{_POINTS}")
_SIGN_PAIR: Final = re.compile(r"([+\-])[:/]?([+\-])")
_FORFEIT_MARK: Final = re.compile(r"(.*[^(])\(?(?:弃权|弃|f)\)?")
_DATE_HINT: Final = "电子表格把输入变成了日期，请把这一格设成“文本”再写，和棋写 1:1 或“和”。"


def result_hint(scoring: Scoring) -> str:
    """What to type, in the event's own points."""
    usual = "、".join(result_text(result, scoring) for result in (Result.RED_WIN, Result.DRAW, Result.BLACK_WIN))
    return f"请写 {usual}（红方在前），或 胜、和、负；弃权写 +-（黑方弃权）、-+（红方弃权）、--（双方弃权）。"


@lru_cache(maxsize=64)
def result_reader(scoring: Scoring) -> Callable[[CellValue], Result | None]:
    """A reader of 结果 cells for this scoring; it gives None for a game still open (blank, a lone ``-``).

    It remembers texts it has understood.
    """
    pairs = _pairs(scoring)
    known: dict[CellValue, Result | None] = {None: None}

    def read(value: CellValue) -> Result | None:
        if isinstance(value, str):
            if value not in known:
                if len(known) > 4096:
                    known.clear()
                known[value] = _read_text(value, pairs, scoring)
            return known[value]
        return None if value is None else _read_other(value, pairs, scoring)

    return read


def read_result(value: CellValue, scoring: Scoring = USUAL_SCORING) -> Result | None:
    """One 结果 cell; None = still open. See :func:`result_reader`."""
    return result_reader(scoring)(value)


def _pairs(scoring: Scoring) -> dict[Pair, Result]:
    """Red's and black's points, and what they certainly say: the event's own pairs first, then the usual ones."""
    own = (
        ((scoring.red_win, scoring.black_loss), Result.RED_WIN),
        ((scoring.red_draw, scoring.black_draw), Result.DRAW),
        ((scoring.red_loss, scoring.black_win), Result.BLACK_WIN),
    )
    pairs: dict[Pair, Result] = {}
    unclear = {pair for at, (pair, _) in enumerate(own) if any(pair == other for other, _ in own[:at])}
    for pair, result in (*own, *_USUAL_PAIRS.items()):
        pairs.setdefault(pair, result)
    return {pair: result for pair, result in pairs.items() if pair not in unclear}


def _read_text(value: str, pairs: dict[Pair, Result], scoring: Scoring) -> Result | None:
    if code := error_code(value):
        raise NotUnderstood(f"结果是错误值 {code}。", result_hint(scoring))
    word = folded(value)
    if word in _KNOWN:
        return _KNOWN[word]
    found = _score_pair(value, pairs) or _forfeited(word, pairs)
    if found is None:
        raise NotUnderstood(f"结果看不懂 {shown(value)}。", result_hint(scoring))
    return found


def _score_pair(value: str, pairs: dict[Pair, Result]) -> Result | None:
    text = plain(value)
    signs = _SIGN_PAIR.fullmatch("".join(text.split()))
    if signs is not None:
        return _KNOWN.get(signs.group(1) + signs.group(2))
    match = _SCORE_PAIR.fullmatch(text)
    red, black = (score(match.group(1)), score(match.group(2))) if match else (None, None)
    return None if red is None or black is None else pairs.get((red, black))


def _forfeited(word: str, pairs: dict[Pair, Result]) -> Result | None:
    """``2:0弃``, ``0:2(弃权)``, ``1-0F``: who lost did not come."""
    match = _FORFEIT_MARK.fullmatch(word)
    if match is None:
        return None
    won = _KNOWN.get(match.group(1)) or _score_pair(match.group(1), pairs)
    return Result.BOTH_FORFEIT if won is Result.BOTH_FORFEIT else _FORFEITED.get(won) if won else None


def _read_other(value: CellValue, pairs: dict[Pair, Result], scoring: Scoring) -> Result | None:
    """A cell that is no text: what a spreadsheet has made of ``2:0`` (a time) or ``1-1`` (a date), where certain."""
    if value == NOT_COMPUTED:
        raise NotUnderstood(*error_told(value, ""))
    found, hint = None, result_hint(scoring)
    clock = _clock(value)
    if clock is not None:
        found = pairs.get(clock)
    elif (date := _date(value)) is not None:
        hint = _DATE_HINT
        if (date.month, date.day) == (1, 1) and date.year > _LAST_YEAR_OF_NUMBERS:
            found = pairs.get((1, 1))
    elif not isinstance(value, bool) and value == 0.5:
        found = Result.DRAW
    if found is None:
        raise NotUnderstood(f"结果看不懂 {error_code(value) or shown(value)}。", hint)
    return found


def _clock(value: CellValue) -> Pair | None:
    """Hour and minute of a time cell, which hosts hand over as a time, a date before 1900, or a part of a day."""
    if isinstance(value, dt.datetime) and value.year < 1900:
        value = value.time()
    if isinstance(value, dt.time):
        return (value.hour, value.minute) if value.second == value.microsecond == 0 else None
    if not isinstance(value, float) or not 0 < value < 1 or value == 0.5:
        return None
    minutes = value * 1440
    return divmod(round(minutes), 60) if abs(minutes - round(minutes)) < 1e-6 else None


def _date(value: CellValue) -> dt.date | None:
    """The day of a date cell, which a host may hand over as the number of days since 1899-12-30."""
    if isinstance(value, dt.datetime):
        return value.date()
    if isinstance(value, dt.date):
        return value
    if isinstance(value, (int, float)) and 36_500 <= value < 73_050 and value == int(value):
        return dt.date(1899, 12, 30) + dt.timedelta(days=int(value))
    return None


@lru_cache(maxsize=512)
def result_text(result: Result, scoring: Scoring = USUAL_SCORING) -> str:
    """A result as we write it: the event's own points (``2:0``), ``+-`` ``-+`` ``--`` for forfeits.

    Where the points of two results are the same, the word (红胜). :func:`read_result` reads every one back.
    """
    if not result.played:
        return {Result.BLACK_FORFEITS: "+-", Result.RED_FORFEITS: "-+"}.get(result, "--")
    red, black = {
        Result.RED_WIN: (scoring.red_win, scoring.black_loss),
        Result.DRAW: (scoring.red_draw, scoring.black_draw),
        Result.BLACK_WIN: (scoring.red_loss, scoring.black_win),
    }[result]
    return f"{score_text(red)}:{score_text(black)}" if _pairs(scoring).get((red, black)) is result else result.value


def result_choices(scoring: Scoring = USUAL_SCORING) -> tuple[str, ...]:
    """What the drop-down of 结果 offers, in the order of :class:`Result`."""
    return tuple(result_text(result, scoring) for result in Result)
