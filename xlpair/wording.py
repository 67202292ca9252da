"""The words and figures that tables show: one place for every text made of the engine's values."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from xlpair.engine.criteria import Value
from xlpair.engine.ledger import Entry, Kind
from xlpair.engine.standings import CardRow, Standing
from xlpair.model import Event, Score, Side
from xlpair.workbook import texts

OPEN = "–"
FORFEIT = "弃"
CANCELLED = "成绩取消"
OWN_FIELD = "—"

# Looked up once: an enum is slow at it, and a table has thousands of cells.
_OUT, _RED = Kind.OUT, Side.RED
_RED_WORD, _BLACK_WORD = Side.RED.value, Side.BLACK.value
_MOVES = {Side.RED: "先", Side.BLACK: "后"}


def score_text(score: Score | None) -> str:
    """Points as the workbook writes them, ``2``, ``0.5``, ``1⁄3``; None is ``''``."""
    if type(score) is int:  # nearly all are
        return str(score)
    return "" if score is None else texts.score_text(score)


def cell_text(cell: Sequence[Entry]) -> str:
    """One round of one player in 成绩表: ``7红 2``, ``7弃 2``, ``轮空 2``, ``7红 –``; ``''`` for a round not there yet.

    The second and later games of a meeting leave the opponent out: ``7红 2 黑 1``. Cancelled: ``(7红 2)``. A team match
    is ``7红 5:3``: the colour of board 1 and 局分, a dash for every board still open.
    """
    if not cell:
        return ""
    if cell[0].board:
        return " ".join(_match_text(match, with_opponent=True) for match in matches(cell))
    text = _entry_text(cell[0], with_opponent=True)
    for before, entry in pairwise(cell) if len(cell) > 1 else ():
        text += f" {_entry_text(entry, with_opponent=entry.opponent != before.opponent)}"
    return f"({text})" if cell[0].cancelled else text


def _entry_text(entry: Entry, with_opponent: bool) -> str:
    if entry.kind is _OUT:
        return _OUT.value
    points = _points_text(entry)
    if entry.opponent is None:
        return f"{entry.kind.value} {points}"
    seat = FORFEIT if entry.side is None else _RED_WORD if entry.side is _RED else _BLACK_WORD
    return f"{entry.opponent}{seat} {points}" if with_opponent else f"{seat} {points}"


def matches(cell: Sequence[Entry]) -> list[Sequence[Entry]]:
    """The team matches of a cell of boards: one, but two where teams meet twice or one was seated twice by mistake.

    None where a team only waits for its next match, as in a knock-out.
    """
    starts = [at for at, entry in enumerate(cell) if entry.board == 1]
    return [cell[start:end] for start, end in pairwise((*starts, len(cell)))]


def _match_text(match: Sequence[Entry], with_opponent: bool) -> str:
    first = match[0]
    if first.kind is _OUT:
        return _OUT.value
    text = board_points_text(match)
    if first.opponent is None:
        return f"{first.kind.value} {text}" if any(entry.points for entry in match) else first.kind.value
    text = f"{first.opponent}{_match_seat(match)} {text}" if with_opponent else text
    return f"({text})" if first.cancelled else text


def board_points_text(match: Sequence[Entry]) -> str:
    """局分 of a team match: ``5:3``; every board still open is a dash: ``3:1––``, nothing played yet: ``––––``."""
    done = [entry for entry in match if entry.points is not None]
    still_open = OPEN * (len(match) - len(done))
    if not done:
        return still_open
    own, others = sum(entry.points or 0 for entry in done), sum(entry.conceded or 0 for entry in done)
    return f"{score_text(own)}:{score_text(others)}{still_open}"


def match_side(match: Sequence[Entry]) -> Side | None:
    """The colour of a team match: that of board 1, if any board was played or is open."""
    for entry in match:
        if entry.side is not None:
            return entry.side if entry.board % 2 else entry.side.other
    return None


def _match_seat(match: Sequence[Entry]) -> str:
    side = match_side(match)
    return FORFEIT if side is None else _RED_WORD if side is _RED else _BLACK_WORD


def _points_text(entry: Entry) -> str:
    return OPEN if entry.points is None else score_text(entry.points)


def cross_text(cell: Sequence[Entry]) -> str:
    """One field of 循环表: the points, several games side by side: ``2 1``; open ``–``; cancelled ``(2 1)``.

    Of team matches 局分: ``5:3``.
    """
    if not cell:
        return ""
    if cell[0].board:
        return " ".join(_match_text(match, with_opponent=False) for match in matches(cell))
    text = " ".join(_points_text(entry) for entry in cell)
    return f"({text})" if cell[0].cancelled else text


def entrants_text(event: Event) -> str:
    """How many take part: ``8 人``, or ``6 队``."""
    return f"{len(event.players)} {event.settings.unit}"


def value_text(value: Value) -> str:
    """What a criterion gave: figures, a series as ``16、14``, ``''`` where it says nothing."""
    if isinstance(value, tuple):
        return "、".join(score_text(score) for score in value)
    return score_text(value)


def mark_text(standing: Standing) -> str:
    """What is remarked at a player's row: ``退赛，成绩取消``, where his part in the event ended, or nothing."""
    marks = (Kind.OUT.value if standing.withdrawn else "", CANCELLED if standing.cancelled else "", standing.remark)
    return "，".join(mark for mark in marks if mark)


def card_line(row: CardRow) -> tuple[str, str, str, str, str, str]:
    """One line of 编排卡: 轮次 对手 先后 结果 积分 对手分. A cancelled game has its result in brackets."""
    entry = row.entry
    opponent = "" if row.opponent is None else f"{row.opponent.number} {row.opponent.name}".rstrip()
    move = "" if entry.side is None else _MOVES[entry.side]
    result = OPEN if entry.kind is Kind.OPEN else entry.kind.value
    return (
        str(entry.round),
        opponent,
        move,
        f"({result})" if entry.cancelled else result,
        score_text(row.score),
        score_text(row.opponent_score),
    )
