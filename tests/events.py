"""Real tournaments as tests use them: the games of the files in ``tests/events``, and events built from them.

Every file names its source in its first lines. A line of a game holds round, table (may be empty), red, black and the
result as red:black (2 win, 1 draw, 0 loss).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from xlpair.model import Bye, Event, Game, Pairing, Player, Result, Round
from xlpair.settings import Settings

_FOLDER = Path(__file__).parent / "events"
_RESULTS = {"2:0": Result.RED_WIN, "1:1": Result.DRAW, "0:2": Result.BLACK_WIN}

ROUND_ROBINS = (
    "1994_gaokebei_roundrobin",
    "2007_wuyangbei27_groupA_roundrobin",
    "2007_wuyangbei27_groupB_roundrobin",
    "2007_wuyangbei28_groupA_roundrobin_bye",
    "2009_sanlibei_roundrobin",
)
SWISS_2005 = "2005_wuyangbei26_swiss_scores_only"
SWISS_2009 = "2009_wuyangbei_swiss"


class PlayedGame(NamedTuple):
    """A game as the source tells it."""

    round_number: int
    red: str
    black: str
    result: Result


def _rows(name: str) -> list[list[str]]:
    lines = (_FOLDER / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def load_games(name: str) -> list[PlayedGame]:
    """Every game of an event, in the order of the file: by rounds, inside a round by tables."""
    return [PlayedGame(int(number), red, black, _RESULTS[result]) for number, _, red, black, result in _rows(name)]


def names(name: str) -> list[str]:
    """Everybody who played, in order of first appearance."""
    return list(dict.fromkeys(side for game in load_games(name) for side in (game.red, game.black)))


def drawn_numbers(name: str) -> dict[str, int]:
    """The draw numbers that the head of a round robin's file gives (``1=赵国荣 2=吕钦 …``)."""
    head = (_FOLDER / f"{name}.tsv").read_text(encoding="utf-8").split("# games:")[0]
    found = {who: int(number) for number, who in re.findall(r" (\d+)=([^\s;]+)", head)}
    assert sorted(found) == sorted(names(name)), f"{name}: draw numbers do not fit the games"
    return found


def numberings_2009() -> list[dict[str, int]]:
    """Every numbering 1…10 under which the rules give rounds 2–6 of the event of 2009 as played, one dict each."""
    lines = (_FOLDER / "2009_wuyangbei_numberings.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return [{who: number for number, who in enumerate(row, start=1)} for row in rows]


def event_from(name: str, numbering: Mapping[str, int], settings: Settings | None = None) -> Event:
    """The whole event as played, players numbered by ``numbering``.

    Boards are the published tables; where the file has none they count in the order of the file. Whoever of
    ``numbering`` stands at no board of a round has a bye there.
    """
    rounds: dict[int, list[Pairing]] = {}
    for number, table, red, black, result in _rows(name):
        boards = rounds.setdefault(int(number), [])
        board = int(table) if table else len(boards) + 1
        boards.append(Pairing(board, numbering[red], numbering[black], (Game(_RESULTS[result]),)))
    return Event(
        settings=settings or Settings(),
        players=tuple(Player(number, who) for who, number in numbering.items()),
        rounds=tuple(_round(number, boards, numbering) for number, boards in sorted(rounds.items())),
    )


def _round(number: int, boards: list[Pairing], numbering: Mapping[str, int]) -> Round:
    pairings = tuple(sorted(boards, key=lambda pairing: pairing.board))
    busy = {player for pairing in pairings for player in (pairing.red, pairing.black)}
    return Round(number, pairings, tuple(Bye(player) for player in sorted(set(numbering.values()) - busy)))
