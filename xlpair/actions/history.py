"""编排记录 written and read: what every round was made from, and what has been changed since.

A pairing leaves several lines of the log, all with its round: the command itself, whose fingerprints are those of the
results of every earlier round; the pairs; the results it was made from, as far as the log does not hold them yet; the
reason of every pair. Nothing else of the workbook is needed to find out later which round was made from what.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from xlpair.actions.drawing import place_text
from xlpair.actions.fingerprint import fingerprint, game_texts, joined, pair_texts, read_meeting, read_texts
from xlpair.actions.log_lines import (
    DRAW,
    NUMBERS,
    PAIR_BY_HAND,
    PAIRINGS,
    PAIRS,
    PAIRS_ADOPTED,
    PAIRS_CHANGED,
    REASONS,
    RESULTS,
    SEED,
    UNDO,
    as_written,
)
from xlpair.errors import Gravity, Problem
from xlpair.model import Event, Pairing, Player, Round
from xlpair.workbook.layout import round_name
from xlpair.workbook.log import LogEntry

_T = TypeVar("_T")

_PAIRS_A_LINE: Final = 40
# A row is at most 409 points high: what takes more lines than that is cut off. The column of notes is 100 signs wide.
_LINES_A_ROW: Final = 20
_SIGNS_A_LINE: Final = 90
_SHOWN: Final = 4
_RESULT_PRINT: Final = re.compile(r"([0-9]{1,4}):([0-9a-f]{8})")
_NUMBERED: Final = re.compile(r"([0-9]{1,9})号 ([^\n]*)")
_PLACED: Final = re.compile(r"([0-9]{1,9})号 [^\n]* (\S+)")
_RESULTS_NOTE: Final = re.compile(r"第([0-9]{1,4})轮：(.*)", re.DOTALL)


@dataclass(slots=True)
class Made:
    """A round as the log says it was made.

    Fingerprint and texts of its pairs, as the log has followed them, and as they were paired at first (empty where it
    does not say); fingerprints of the results of each round before; the numbers that were given with it, by name; by
    number the group or the place in the bracket that was drawn with it; the seed that was drawn.
    """

    by_hand: bool = False
    pairs_print: str = ""
    pairs: set[str] = field(default_factory=set)
    first_print: str = ""
    first_pairs: set[str] = field(default_factory=set)
    results: dict[int, str] = field(default_factory=dict)
    numbers: dict[int, str] = field(default_factory=dict)
    placed: dict[int, str] = field(default_factory=dict)
    seed: int | None = None


@dataclass(slots=True)
class History:
    """What the log knows. ``games`` holds the results of a round by its number and their fingerprint."""

    made: dict[int, Made] = field(default_factory=dict)
    games: dict[tuple[int, str], dict[str, str]] = field(default_factory=dict)


def read_history(entries: Iterable[LogEntry]) -> History:
    """Follow the log as it was written; a round that was undone is forgotten. Other lines are passed by."""
    return _followed(as_written(entries))


def _followed(entries: Iterable[LogEntry]) -> History:
    history = History()
    for entry in entries:
        assert entry.round is not None  # none of the lines about rounds
        if entry.command in PAIRINGS:
            # Rounds after it stay: they stand only where times have been edited.
            prints = {int(number): found for number, found in _RESULT_PRINT.findall(entry.fingerprint)}
            history.made[entry.round] = Made(by_hand=entry.command == PAIR_BY_HAND, results=prints)
        elif entry.command == UNDO:
            _forget(history, entry.round)
        elif entry.command == RESULTS and (match := _RESULTS_NOTE.fullmatch(entry.note)):
            games = history.games.setdefault((int(match.group(1)), entry.fingerprint), {})
            games.update(read_texts(match.group(2)))
        elif entry.command == PAIRS_ADOPTED:
            _take(history.made.setdefault(entry.round, Made(by_hand=True)), entry)
        elif entry.round in history.made:
            _take(history.made[entry.round], entry)
    return history


def rounds_made(entries: Iterable[LogEntry]) -> tuple[int, ...]:
    """The rounds that stand according to the log, in order."""
    steps = (*PAIRINGS, PAIRS_ADOPTED, UNDO)
    return tuple(sorted(_followed(entry for entry in as_written(entries) if entry.command in steps).made))


def _forget(history: History, number: int) -> None:
    for later in [one for one in history.made if one >= number]:
        del history.made[later]


def _take(made: Made, entry: LogEntry) -> None:
    """Take a line that belongs to the pairing before it."""
    if entry.command in (PAIRS, PAIRS_CHANGED, PAIRS_ADOPTED):
        if made.pairs_print != entry.fingerprint:
            made.pairs_print, made.pairs = entry.fingerprint, set()
            made.by_hand = made.by_hand or entry.command == PAIRS_CHANGED
        made.pairs.update(read_texts(entry.note))
        if entry.command == PAIRS:
            made.first_print, made.first_pairs = made.pairs_print, made.pairs
    elif entry.command == NUMBERS:
        made.numbers.update({int(number): name for number, name in _NUMBERED.findall(entry.note)})
    elif entry.command == DRAW:
        made.placed.update({int(number): place for number, place in _PLACED.findall(entry.note)})
    elif entry.command == SEED:
        made.seed = entry.seed


@dataclass(frozen=True, slots=True)
class Stamp:
    """What all lines of one command have in common."""

    time: dt.datetime
    version: str
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Making:
    """How a round came about, as far as the round itself does not say it.

    ``before`` is the event it follows; ``numbered`` are those who got their number with it, ``placed`` those who were
    drawn into a group or a bracket.
    """

    before: Event
    command: str
    note: str
    reasons: Sequence[str]
    numbered: Sequence[Player] = ()
    placed: Sequence[Player] = ()
    drew_seed: bool = False


def pairing_entries(stamp: Stamp, made: Round, making: Making, history: History) -> Iterator[LogEntry]:
    """The lines for a round that has just been paired."""
    rounds = making.before.rounds
    prints = {round_.number: fingerprint(game_texts(round_)) for round_ in rounds}
    known = " ".join(f"{number}:{found}" for number, found in prints.items())
    yield LogEntry(stamp.time, making.command, made.number, stamp.seed, stamp.version, known, making.note)
    if making.drew_seed:
        yield LogEntry(stamp.time, SEED, made.number, stamp.seed, stamp.version, note="由程序抽取，写入赛事表。")
    for players in _parts(making.numbered, _PAIRS_A_LINE):
        note = "\n".join(f"{player.number}号 {player.name}" for player in players)
        yield LogEntry(stamp.time, NUMBERS, made.number, stamp.seed, stamp.version, note=note)
    for players in _parts(making.placed, _PAIRS_A_LINE):
        note = "\n".join(f"{player.number}号 {player.name} {place_text(player)}" for player in players)
        yield LogEntry(stamp.time, DRAW, made.number, stamp.seed, stamp.version, note=note)
    yield from _pairs_entries(stamp, PAIRS, made)
    for round_ in rounds:
        if (round_.number, prints[round_.number]) not in history.games:
            yield from _results_entries(stamp, made.number, round_, prints[round_.number])
    for lines in _rows_of(making.reasons):
        yield LogEntry(stamp.time, REASONS, made.number, None, stamp.version, note="\n".join(lines))


def changed_pairs_entries(stamp: Stamp, event: Event, history: History) -> Iterator[LogEntry]:
    """The lines for rounds whose pairs are no longer those of the log, or unknown to it: it follows the hand."""
    for round_ in event.rounds:
        made = history.made.get(round_.number)
        unknown = made is None or not made.pairs_print
        if unknown or (made is not None and pairs_changed(made, round_)):
            yield from _pairs_entries(stamp, PAIRS_ADOPTED if unknown else PAIRS_CHANGED, round_)


def pairs_changed(made: Made, round_: Round) -> bool:
    """Whether a round has other pairs now than the log knows of."""
    return made.pairs_print not in ("", fingerprint(pair_texts(round_)))


def paired_otherwise(made: Made, round_: Round) -> bool:
    """Whether a round has other pairs now than when it was paired, whatever the log has followed since."""
    first = made.first_print or made.pairs_print
    return first not in ("", fingerprint(pair_texts(round_)))


def followed_pairs(event: Event, history: History, first: int = 1) -> Iterator[Problem]:
    """Remind of pairs changed after rounds ``first`` to the last were paired, which the log has followed.

    The arbiter may have changed them on purpose; but they may have come from another copy of the workbook, too.
    """
    for round_ in event.rounds[first - 1 :]:
        made = history.made.get(round_.number)
        if made is not None and paired_otherwise(made, round_) and not pairs_changed(made, round_):
            hint = "改动已经记下；不是裁判改的，请核对是不是从别的文件粘贴来的。"
            what = f"编排以后改过对阵{_which_pairs(round_, made.first_pairs)}。"
            yield Problem(round_name(round_.number), what, hint, Gravity.WARNING)


def _pairs_entries(stamp: Stamp, command: str, round_: Round) -> Iterator[LogEntry]:
    texts = pair_texts(round_)
    found = fingerprint(texts)
    for part in _parts(texts, _PAIRS_A_LINE):
        yield LogEntry(stamp.time, command, round_.number, None, stamp.version, found, joined(part))


def _results_entries(stamp: Stamp, number: int, round_: Round, found: str) -> Iterator[LogEntry]:
    for part in _parts(game_texts(round_), _PAIRS_A_LINE):
        note = f"{round_name(round_.number)}：{joined(part)}"
        yield LogEntry(stamp.time, RESULTS, number, None, stamp.version, found, note)


def _parts(texts: Sequence[_T], size: int) -> Iterator[Sequence[_T]]:
    for start in range(0, len(texts), size):
        yield texts[start : start + size]


def _rows_of(sentences: Sequence[str]) -> Iterator[Sequence[str]]:
    """The sentences row by row, no row with more than can be shown."""
    row: list[str] = []
    taken = 0
    for sentence in sentences:
        lines = 1 + sum(1 + (sign > "\u2e7f") for sign in sentence) // _SIGNS_A_LINE
        if row and taken + lines > _LINES_A_ROW:
            yield row
            row, taken = [], 0
        row.append(sentence)
        taken += lines
    if row:
        yield row


def changed_since(event: Event, history: History, first: int = 1) -> Iterator[Problem]:
    """Tell what has been changed since rounds ``first`` to the last were made: the results before them, their pairs."""
    for round_ in event.rounds:
        yield from _changed_results(event, round_, history, first)
    for round_ in event.rounds:
        made = history.made.get(round_.number)
        if made is not None and pairs_changed(made, round_) and paired_otherwise(made, round_):
            yield _changed_pairs(round_, made)


def _changed_results(event: Event, round_: Round, history: History, first: int) -> Iterator[Problem]:
    """One line for every state of this round's results that later rounds were made from and that stands no more."""
    now = fingerprint(game_texts(round_))
    later: dict[str, list[int]] = {}
    for number in range(round_.number + 1, len(event.rounds) + 1):
        then = history.made[number].results.get(round_.number, now) if number in history.made else now
        if then != now:
            later.setdefault(then, []).append(number)
    for then, numbers in later.items():
        if numbers[-1] < first:
            continue
        yield Problem(
            round_name(round_.number),
            f"编排第{'、'.join(map(str, numbers))}轮以后，成绩有改动"
            f"{_which_games(history.games.get((round_.number, then), {}), round_)}。",
            "名次已按现在的成绩计算，已编排的对阵不变；如果改错了请改回。",
            Gravity.WARNING,
        )


def _which_games(before: Mapping[str, str], round_: Round) -> str:
    """The boards whose results differ, as far as the log still tells."""
    changes = []
    for pairing in round_.pairings:
        text = game_texts(Round(round_.number, (pairing,)))[0]
        pair, _, result = text.partition(" ")
        if pair in before and before[pair] != result:
            changes.append(f"第{pairing.board}台 {pair} 当时 {before[pair]}，现在 {result}")
    if not changes:
        return ""
    more = f" 等 {len(changes)} 台" if len(changes) > _SHOWN else ""
    return f"（{'；'.join(changes[:_SHOWN])}{more}）"


def _changed_pairs(round_: Round, made: Made) -> Problem:
    hint = "如果是裁判改的，可以不理；如果是从别的文件粘贴来的，请照编排记录改回。"
    what = f"对阵与编排记录不同{_which_pairs(round_, made.first_pairs or made.pairs)}。"
    return Problem(round_name(round_.number), what, hint, Gravity.WARNING)


def _which_pairs(round_: Round, before: Collection[str]) -> str:
    """Which pairs are no longer those that stood before."""
    now = pair_texts(round_)
    gone = sorted(set(before) - set(now))
    new = [pair for pair in now if pair not in before]
    if gone and new:
        return f"：编排时 {_some(gone)}，现在 {_some(new)}"
    if gone:
        return f"：编排时的 {_some(gone)} 现在没有了"
    return f"：现在的 {_some(new)} 是编排以后加的" if new else ""


def _some(pairs: Sequence[str]) -> str:
    more = f" 等 {len(pairs)} 对" if len(pairs) > _SHOWN else ""
    return "、".join(pairs[:_SHOWN]) + more


def as_made(event: Event, history: History, number: int) -> Event:
    """The event with the rounds before ``number`` as their results were when it was made, as far as known.

    What the log does not hold (any more) is taken as it stands now.
    """
    made = history.made.get(number)
    prints = made.results if made is not None else {}
    rounds = [
        _with_results(round_, history.games.get((round_.number, prints.get(round_.number, "")), {}))
        for round_ in event.rounds[: number - 1]
    ]
    return replace(event, rounds=(*rounds, *event.rounds[number - 1 :]))


def _with_results(round_: Round, games: Mapping[str, str]) -> Round:
    pairings = tuple(_with_games(one, games.get(f"{one.red}-{one.black}")) for one in round_.pairings)
    return replace(round_, pairings=pairings) if games else round_


def _with_games(pairing: Pairing, text: str | None) -> Pairing:
    results, through = read_meeting(text) if text is not None else ((), None)
    if len(results) != len(pairing.games):
        return pairing
    games = zip(pairing.games, results, strict=True)
    return replace(pairing, games=tuple(replace(game, result=result) for game, result in games), through=through)
