"""Who goes on from a level meeting of a knock-out, as the arbiter types it; and what part of the event a pair is in.

The word stands in 备注, in any row of the meeting, beside other remarks or alone: ``晋级 7``, ``7号晋级``, ``红方晋级``
(who has red in that row), ``晋级：王伟``. It counts in knock-outs only, and in the knock-out final of groups.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from xlpair.engine.course import winner_by_games
from xlpair.errors import Gravity
from xlpair.model import Pairing, Player
from xlpair.settings import FinalForm, Settings, System
from xlpair.workbook.book import NOT_COMPUTED, CellValue
from xlpair.workbook.layout import PART_HEADING
from xlpair.workbook.round_rows import RoundRows
from xlpair.workbook.simplified import simplified
from xlpair.workbook.texts import NotUnderstood, error_code, error_told, folded, plain, shown, text_of

NOTE_HEADING: Final = "备注"
THROUGH_WORD: Final = "晋级"
_WORDS: Final = rf"(?:{THROUGH_WORD}|出线|胜出)"
_SIDE: Final = "(?P<side>红|黑)方?"
# 晋级8强 and 晋级1/8决赛 say how far, not who.
_STAGE: Final = re.compile(r"[0-9]+\s*强|[0-9]+\s*/\s*[0-9]+\s*决赛")
_BEHIND: Final = re.compile(rf"{_WORDS}[:者是]*(?:(?P<number>[0-9]{{1,9}})号?|{_SIDE})")
_BEFORE: Final = re.compile(rf"(?:(?P<number>[0-9]{{1,9}})号|{_SIDE}){_WORDS}")
# The bare number may belong to what stands before: 1:1晋级7.
_BARE: Final = re.compile(rf"(?P<number>[0-9]{{1,9}})(?P<side>){_WORDS}")
_ANY: Final = re.compile(_WORDS)
# Others named in one breath with him: 晋级 3、9, 晋级红或黑, 3和9号晋级.
# What is counted or scored is nobody: 晋级 9，2:0.
_ONE: Final = "(?:[0-9]{1,9}号?|[红黑]方?)"
_NEXT: Final = r"(?:\s*[/或和与-]\s*|(?:\s*,\s*|\s+)(?![0-9]+\s*-\s*[0-9])|(?=[红黑]))"
_ALONE: Final = r"(?=\s*(?:$|[,;。()（）/或和与])|\s+[0-9红黑])"
_MORE_BEHIND: Final = re.compile(rf"{_WORDS}[\s:者是]*(?P<all>{_ONE}(?:{_NEXT}{_ONE})+){_ALONE}")
_MORE_BEFORE: Final = re.compile(rf"(?<![0-9:-])(?P<all>{_ONE}(?:(?:\s*[,/或和与]\s*|(?=[红黑])){_ONE})+)\s*{_WORDS}")
# What stands between two numbers keeps them apart: 晋级 9 2:0 is not 92.
_BLANKS: Final = re.compile(r"\s+(?![0-9])|(?<![0-9\s])\s+")
_EACH: Final = re.compile("(?P<number>[0-9]+)|(?P<side>红|黑)")
_SPLIT: Final = re.compile(rf"[(（]?\s*{_WORDS}.*$|\S*{_WORDS}\s*$")
_SHORT: Final = re.compile(r"晋(?=\s*[0-9]+\s*$)")
_GROUP: Final = re.compile(r".+组")
"""A part of 分组循环 that is no final: ``A组``. A remark there (出线) speaks of the group, not of the game."""
_BOTH: Final = "写了不止一个人晋级。"
_PIECE: Final = re.compile(rf"[^,，;；。]*{_WORDS}[^,，;；。]*")


def sends_through(settings: Settings) -> bool:
    """Whether the event has meetings that send one of the two out."""
    groups = settings.system is System.GROUPS and settings.final_form is FinalForm.KNOCKOUT
    return settings.system.is_knockout or groups


def read_deciders(rows: RoundRows, boards: Mapping[int, Sequence[int]], settings: Settings) -> None:
    """Fill in who goes on and what part each pair is in; what is not understood is told.

    Rule: K4
    """
    has_parts = PART_HEADING in rows.columns
    if not has_parts and not sends_through(settings):
        return
    for at, pairing in enumerate(rows.pairings):
        own = boards.get(pairing.board, ())
        part = next((text for row in own if (text := text_of(_cell(rows, row, PART_HEADING)))), "")
        decides = sends_through(settings) and not (settings.system is System.GROUPS and _GROUP.fullmatch(part))
        through = _through(rows, own, pairing, settings) if decides else None
        rows.pairings[at] = replace(pairing, through=through, part=part)


def _through(rows: RoundRows, own: Sequence[int], pairing: Pairing, settings: Settings) -> int | None:
    through: int | None = None
    for game, row in enumerate(own):
        cell = _cell(rows, row, NOTE_HEADING)
        if cell == NOT_COMPUTED:
            rows.tell(row, NOTE_HEADING, *error_told(cell, ""), Gravity.WARNING)
        note = "" if error_code(cell) else text_of(cell)
        if not says_through(note):
            continue
        try:
            number = decider(note, pairing, rows.players, game)
        except NotUnderstood as unclear:
            rows.tell(row, NOTE_HEADING, unclear.what, unclear.hint)
            continue
        against = goes_against(replace(pairing, through=number), settings)
        if against is not None:
            rows.tell(row, NOTE_HEADING, *against)
        elif through not in (None, number):
            rows.tell(row, NOTE_HEADING, _BOTH, _hint(pairing))
        through = through or number
    return through


def says_through(note: str) -> bool:
    """Whether a remark says anything of who goes on."""
    return _ANY.search(folded(note)) is not None


def decider(note: str, pairing: Pairing, players: Mapping[int, Player], game: int = 0) -> int:
    """Who goes on by a remark: by number, by the side he has in this game, or by a name only one of the two has.

    Raises NotUnderstood.
    Rule: K4
    """
    spaced = _STAGE.sub("", simplified(plain(note)).lower())
    numbers = _numbers(_BLANKS.sub("", spaced), pairing, players, game) | _joined(spaced, pairing, game)
    if not numbers:
        raise NotUnderstood(f"看不出谁晋级：{shown(note)}。", _hint(pairing))
    if len(numbers) > 1:
        raise NotUnderstood(_BOTH, _hint(pairing))
    (number,) = numbers
    if number not in (pairing.red, pairing.black):
        what = f"写的是晋级 {number} 号，这一台是 {pairing.red} 号对 {pairing.black} 号。"
        raise NotUnderstood(what, _hint(pairing))
    return number


def _hint(pairing: Pairing) -> str:
    return f"请写成“{THROUGH_WORD} {pairing.red}”或“{THROUGH_WORD} {pairing.black}”。"


def _numbers(word: str, pairing: Pairing, players: Mapping[int, Player], game: int) -> set[int]:
    """Everybody whom a remark sends on; names count where neither number nor side is said."""
    said = [*_BEHIND.finditer(word), *_BEFORE.finditer(word)] or list(_BARE.finditer(word))
    if said:
        return {_meant(match.group("number"), match.group("side"), pairing, game) for match in said}
    named = {
        number
        for number in (pairing.red, pairing.black)
        if number in players and (name := folded(players[number].name)) and name in word
    }
    return named if len(named) == 1 else set()


def _joined(note: str, pairing: Pairing, game: int) -> set[int]:
    """Those whom a remark names in one breath, where it sends on more than one; ``note`` has its blanks."""
    said = [*_MORE_BEHIND.finditer(note), *_MORE_BEFORE.finditer(note)]
    each = (one for match in said for one in _EACH.finditer(match.group("all")))
    return {_meant(one.group("number"), one.group("side"), pairing, game) for one in each}


def _meant(number: str | None, side: str | None, pairing: Pairing, game: int) -> int:
    if number:
        return int(number)
    first = pairing.red if side == "红" else pairing.black
    return first if game % 2 == 0 else pairing.other(first)


def goes_against(pairing: Pairing, settings: Settings) -> tuple[str, str] | None:
    """What is wrong, and what to do, where the word sends the loser of a meeting on; None = nothing.

    Rule: K4
    """
    winner = winner_by_games(pairing, settings)
    if winner is None or pairing.through in (None, winner):
        return None
    what = f"按结果是 {winner} 号胜，却写 {pairing.through} 号晋级。"
    return (
        what,
        f"分了胜负不用写晋级：请去掉“{through_text(pairing.through or 0)}”；结果有误，或胜者被判负，请改“结果”。",
    )


def _cell(rows: RoundRows, row: int, heading: str) -> CellValue:
    column = rows.columns.get(heading)
    cells = rows.block.rows[row]
    return cells[column] if column is not None and column < len(cells) else None


def through_text(number: int) -> str:
    """What is written for the one who goes on."""
    return f"{THROUGH_WORD} {number}"


def split_decider(text: str) -> tuple[str, str]:
    """A typed result parted into the results and the word for who goes on: ``1:1 晋级 7`` -> ``1:1``, ``晋级 7``.

    As short as 编排记录 says it, ``1:1晋7``, will do, too.
    """
    text = _SHORT.sub(f" {THROUGH_WORD} ", text)
    found = _SPLIT.search(text)
    return (text, "") if found is None else (f"{text[: found.start()]} {text[found.end() :]}".strip(), found.group())


def with_through(note: str, number: int | None) -> str:
    """A remark with the word for who goes on put in, exchanged, or taken out; other remarks stay."""
    others = [piece.strip() for piece in re.split(r"[,，;；]", _PIECE.sub("", note)) if piece.strip()]
    return "，".join((*([through_text(number)] if number is not None else []), *others))
