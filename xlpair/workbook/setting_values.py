"""How one 内容 cell of the 赛事 sheet is read and written, by its kind: a word, yes or no, a whole number, points …

Each maker gives a pair: a reader, which turns a cell that is not blank into the Settings fields it feeds or raises
:class:`~xlpair.workbook.texts.NotUnderstood`, and a writer, which gives the text that the reader reads back.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Final, TypeAlias

from xlpair.engine.tiebreaks import CRITERIA, PRESETS
from xlpair.model import Score
from xlpair.settings import ClubRule, Scoring, Settings
from xlpair.workbook.book import CellValue
from xlpair.workbook.texts import NotUnderstood, folded, plain, score, score_text, shown, text_of, whole

Fields: TypeAlias = dict[str, object]
Reader: TypeAlias = Callable[[CellValue], Fields]
Writer: TypeAlias = Callable[[Settings], str]
Value: TypeAlias = tuple[Reader, Writer]

_YES: Final = frozenset(("是", "yes", "y", "true", "对", "有", "要", "开", "√", "1"))
_NO: Final = frozenset(("否", "no", "n", "false", "不", "无", "不要", "没有", "关", "×", "x", "0"))
_DIGITS: Final = {digit: str(number) for number, digit in enumerate("一二三四五六七八九", start=1)}
_FIRST_ROUNDS: Final = re.compile(r"(?:第1轮到第|前)([0-9]{1,3})轮")
_FORBIDDEN_PAIR: Final = re.compile(r"([0-9]{1,6})号?[-~]([0-9]{1,6})号?")
_CUT: Final = re.compile(r"第?([0-9]{1,3})轮后(?:(少于|不足)([0-9]+(?:\.[0-9]+)?)分|取前?([0-9]{1,6})名)")


def nearest(typed: str, known: Iterable[str]) -> str:
    """The known word nearest to what was typed, or '' when none is near."""
    by_fold = {folded(word): word for word in known}
    found = difflib.get_close_matches(folded(typed)[:40], by_fold, n=1, cutoff=0.5)
    return by_fold[found[0]] if found else ""


def suggestion(typed: str, known: Iterable[str]) -> str:
    """The sentence that names the nearest right word and all there are."""
    words = tuple(known)
    near = nearest(typed, words)
    return (f"是不是“{near}”？" if near else "") + f"可以写：{'、'.join(words)}。"


def word_value(field: str, words: Iterable[Enum], synonyms: Mapping[str, str] | None = None) -> Value:
    """A switch that is one of an enum's words, or of some of them."""
    by_word = {folded(word.value): word for word in words}
    by_word |= {folded(other): by_word[folded(word)] for other, word in (synonyms or {}).items()}

    def read(value: CellValue) -> Fields:
        found = by_word.get(folded(text_of(value)))
        if found is None:
            raise NotUnderstood(f"没有 {shown(value)} 这一种。", suggestion(text_of(value), (w.value for w in words)))
        return {field: found}

    return read, lambda settings: str(getattr(settings, field).value)


def yes_value(field: str) -> Value:
    """是 or 否."""

    def read(value: CellValue) -> Fields:
        word = folded(text_of(value))
        if word not in _YES and word not in _NO:
            raise NotUnderstood(f"看不懂 {shown(value)}。", "请写 是 或 否。")
        return {field: word in _YES}

    return read, lambda settings: "是" if getattr(settings, field) else "否"


def whole_value(field: str, least: int, most: int = 999_999_999, units: str = "", empty: str = "") -> Value:
    """A whole number from ``least`` to ``most``; ``units`` may stand behind it, ``empty`` is a word for none."""

    def read(value: CellValue) -> Fields:
        typed = folded(value) if isinstance(value, str) else value
        if empty and typed == empty:
            return {field: None}
        number = whole(typed.removesuffix(units) if isinstance(typed, str) else typed)
        if number is None or not least <= number <= most:
            raise NotUnderstood(f"{shown(value)} 不行。", f"请写 {least} 到 {most} 的整数。")
        return {field: number}

    def write(settings: Settings) -> str:
        number = getattr(settings, field)
        return "" if number is None else str(number)

    return read, write


def text_value(field: str) -> Value:
    """Any text, as typed."""
    return lambda value: {field: text_of(value)}, lambda settings: str(getattr(settings, field))


def no_value(default: str = "") -> Value:
    """A line that feeds no switch: shown and printed only."""
    return lambda value: {}, lambda settings: default


def scoring_value() -> Value:
    """记分: ``2/1/0 2/1/0``; three values alone hold for both sides."""
    hint = "请写六个数：红方 胜/和/负，空一格，黑方 胜/和/负，例如 2/1/0 2/1/0。"

    def read(value: CellValue) -> Fields:
        text = (
            re.sub(r"\s*/\s*", "/", plain(value).replace(";", " ").replace(",", " ")) if isinstance(value, str) else ""
        )
        sides = [[score(part) for part in side.split("/")] for side in text.split()]
        if len(sides) == 1:
            sides *= 2
        points = [part for side in sides for part in side if part is not None]
        if len(points) != 6 or [len(side) for side in sides] != [3, 3]:
            raise NotUnderstood(f"看不懂 {shown(value)}。", hint)
        return {"scoring": _scoring(points)}

    def write(settings: Settings) -> str:
        scoring = settings.scoring
        red = (scoring.red_win, scoring.red_draw, scoring.red_loss)
        black = (scoring.black_win, scoring.black_draw, scoring.black_loss)
        return " ".join("/".join(score_text(points) for points in side) for side in (red, black))

    return read, write


def _scoring(points: list[Score]) -> Scoring:
    scoring = Scoring(*points)
    for won, drawn, lost in (points[:3], points[3:]):
        if not (won >= drawn >= lost and won > lost):
            raise NotUnderstood("胜的分要多于负的分，和的分要在两者之间。", "请按 胜/和/负 的次序写。")
    return scoring


def order_value() -> Value:
    """名次顺序: a preset's name, or criteria with 、 between; blank goes with 赛制."""
    presets = {folded(name): names for name, names in PRESETS.items()}
    criteria = {folded(name): name for name in CRITERIA}

    def read(value: CellValue) -> Fields:
        typed = text_of(value)
        if (preset := presets.get(folded(typed))) is not None:
            return {"criteria": preset}
        parts = [part for part in re.split(r"[,;>\n]", plain(typed)) if part.strip()]
        unknown = [part for part in parts if folded(part) not in criteria]
        if unknown or not parts:
            known = (*CRITERIA, *PRESETS) if len(parts) == 1 else CRITERIA
            raise NotUnderstood(
                f"没有 {shown(' '.join(unknown) or typed)} 这个名次依据。", suggestion((unknown or [typed])[0], known)
            )
        names = tuple(criteria[folded(part)] for part in parts)
        if twice := [name for at, name in enumerate(names) if name in names[:at]]:
            raise NotUnderstood(f"“{twice[0]}”写了两次。", "每个名次依据只写一次。")
        return {"criteria": names}

    def write(settings: Settings) -> str:
        same = (name for name, names in PRESETS.items() if names == settings.criteria)
        return next(same, "、".join(settings.criteria))

    return read, write


def club_value() -> Value:
    """同单位回避: a word, or 前3轮."""
    words = {folded(rule.value): rule for rule in ClubRule if rule is not ClubRule.FIRST_ROUNDS}

    def read(value: CellValue) -> Fields:
        word = folded(text_of(value))
        match = _FIRST_ROUNDS.fullmatch("".join(_DIGITS.get(sign, sign) for sign in word))
        if match is not None and int(match.group(1)):
            return {"club_rule": ClubRule.FIRST_ROUNDS, "club_rounds": int(match.group(1))}
        if word not in words:
            known = ("首轮", "不回避", "前3轮", "全程")
            raise NotUnderstood(f"没有 {shown(value)} 这一种。", suggestion(text_of(value), known))
        return {"club_rule": words[word], "club_rounds": 1}

    def write(settings: Settings) -> str:
        if settings.club_rule is ClubRule.FIRST_ROUNDS:
            return f"前{settings.club_rounds}轮"
        return str(settings.club_rule.value)

    return read, write


def forbidden_value() -> Value:
    """不相遇: pairs of numbers, ``3-7, 5-9``."""

    def read(value: CellValue) -> Fields:
        text = re.sub(r"\s*([-~])\s*", r"\1", plain(text_of(value)).replace(";", ","))
        pairs = set()
        for part in text.replace(",", " ").split():
            match = _FORBIDDEN_PAIR.fullmatch(part)
            pair = sorted(map(int, match.groups())) if match and isinstance(value, str) else [0, 0]
            if pair[0] == pair[1] or not pair[0]:
                raise NotUnderstood(f"看不懂 {shown(part)}。", "请写成 3-7, 5-9 的样子：每对两个不同的编号。")
            pairs.add((pair[0], pair[1]))
        return {"forbidden": frozenset(pairs)}

    return read, lambda settings: ", ".join(f"{one}-{other}" for one, other in sorted(settings.forbidden))


def cuts_value() -> Value:
    """末位淘汰: ``5轮后少于4分、8轮后取8名``, kept as text."""

    def read(value: CellValue) -> Fields:
        cuts = []
        for part in re.split(r"[,;\n]", plain(text_of(value))):
            match = _CUT.fullmatch(folded(part))
            if match is None or 0 in (int(match.group(1)), int(match.group(4) or 1)):
                raise NotUnderstood(
                    f"看不懂 {shown(part)}。", "请写成 5轮后少于4分 或 5轮后取8名，几条之间用顿号隔开。"
                )
            after, _, points, places = match.groups()
            cuts.append(f"{int(after)}轮后" + (f"取{int(places)}名" if places else f"少于{points}分"))
        return {"knockout_cuts": "、".join(cuts)}

    return read, lambda settings: settings.knockout_cuts
