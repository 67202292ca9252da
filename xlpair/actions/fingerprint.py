"""What a round was made from, kept in a form that can be compared later and read by an arbiter.

The texts do not depend on boards or on the order of rows: pairs stand in the order of their smaller numbers.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Final

from xlpair.model import ByeKind, Pairing, Result, Round
from xlpair.workbook.result_texts import read_result, result_text
from xlpair.workbook.texts import NotUnderstood

OPEN_GAME: Final = "未赛"
_GAME_JOINT: Final = "/"
_THROUGH: Final = "晋"
_ENTRY: Final = re.compile(r"([0-9]{1,9}-(?:[0-9]{1,9}|轮空|请假))(?: (\S+))?")
_KEPT_BYES: Final = (ByeKind.BYE, ByeKind.LEAVE)


def pair_texts(round_: Round) -> tuple[str, ...]:
    """Who stands against whom, red first, and who rests: ``7-3``, ``5-轮空``."""
    pairs = tuple(f"{pairing.red}-{pairing.black}" for pairing in _in_order(round_.pairings))
    byes = sorted(round_.byes, key=lambda bye: bye.player)
    return (*pairs, *(f"{bye.player}-{bye.kind.value}" for bye in byes if bye.kind in _KEPT_BYES))


def game_texts(round_: Round) -> tuple[str, ...]:
    """As :func:`pair_texts`, with the results and without those who rest: ``7-3 2:0``, several games ``2:0/1:1``.

    Who goes on by word in a knock-out stands behind them: ``7-3 1:1晋3``.
    """
    return tuple(
        f"{pairing.red}-{pairing.black} {games_text(pairing)}{_through_text(pairing)}"
        for pairing in _in_order(round_.pairings)
    )


def games_text(pairing: Pairing) -> str:
    """The results of a meeting in the usual 2/1/0, whatever the event's points are."""
    return _GAME_JOINT.join(OPEN_GAME if game.result is None else result_text(game.result) for game in pairing.games)


def _through_text(pairing: Pairing) -> str:
    return "" if pairing.through is None else f"{_THROUGH}{pairing.through}"


def read_meeting(text: str) -> tuple[tuple[Result | None, ...], int | None]:
    """Read what :func:`game_texts` says of one meeting back: its results, and who goes on by word."""
    games, _, through = text.partition(_THROUGH)
    return read_games(games), int(through) if through.isdecimal() else None


def read_games(text: str) -> tuple[Result | None, ...]:
    """Read :func:`games_text` back; nothing where somebody has written something else into the log."""
    try:
        return tuple(None if part == OPEN_GAME else read_result(part) for part in text.split(_GAME_JOINT))
    except NotUnderstood:
        return ()


def fingerprint(texts: Iterable[str]) -> str:
    """Eight signs that differ when any of the texts does."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:8]


def joined(texts: Iterable[str]) -> str:
    """Texts in one line, as :func:`read_texts` takes them."""
    return "，".join(texts)


def read_texts(line: str) -> Mapping[str, str]:
    """Read pairs or games back: ``7-3 2:0，1-2 1:1`` -> ``{"7-3": "2:0", "1-2": "1:1"}``."""
    return {match.group(1): match.group(2) or "" for match in map(_ENTRY.fullmatch, line.split("，")) if match}


def _in_order(pairings: Iterable[Pairing]) -> list[Pairing]:
    return sorted(pairings, key=lambda pairing: (min(pairing.red, pairing.black), max(pairing.red, pairing.black)))
