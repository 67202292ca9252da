"""The few functions for programs, none of which needs a workbook but :func:`load`.

>>> import xlpair
>>> event = xlpair.event(players=4, rounds=[[(1, 2, "2:0"), (4, 3, "1:1")]], settings={"轮数": 3})
>>> [(pairing.red, pairing.black) for pairing in xlpair.next_round(event).pairings]
[(3, 1), (2, 4)]
"""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeAlias, TypeGuard

from xlpair.engine import checks, pairing, roundrobin
from xlpair.engine import standings as ranking
from xlpair.errors import BadInput, Problem, WrongUse
from xlpair.model import Bye, ByeKind, Event, Game, Pairing, Player, Result, Round
from xlpair.settings import Settings
from xlpair.workbook.book import CellValue, ErrorValue
from xlpair.workbook.decider_rows import sends_through
from xlpair.workbook.result_texts import result_reader
from xlpair.workbook.settings_lines import parse_settings
from xlpair.workbook.texts import NotUnderstood, folded

PlainPlayer: TypeAlias = int | Player | tuple[int, str] | tuple[int, str, str] | tuple[int, str, str, int | None]
PlainResult: TypeAlias = str | Result | None
_Meeting: TypeAlias = tuple[int, int] | tuple[int, int, PlainResult] | tuple[int, int, PlainResult, int | None]
PlainGame: TypeAlias = _Meeting | tuple[int, str] | tuple[int]

_CELLS = (str, int, float, dt.date, dt.time, ErrorValue)
_KINDS = {folded(kind.value): kind for kind in ByeKind}


def event(
    players: int | Iterable[PlainPlayer],
    rounds: Iterable[Iterable[PlainGame]] = (),
    settings: Settings | Mapping[str, CellValue] | None = None,
) -> Event:
    """Build an event from plain values.

    ``players``: how many, or their numbers, or tuples of number, name, club and rating (the last ones may be left out),
    or :class:`~xlpair.model.Player` values. ``rounds``: for each round its games in the order of the boards,
    ``(red, black, result)`` with the result as one would type it, or a :class:`~xlpair.model.Result`; ``(red, black)``
    is still open, ``(number,)`` and ``(number, "轮空")`` rest, ``(number, "请假")`` is on leave. Where a meeting has
    several games, ``result`` is a tuple, each from the side of that game's red. In a knock-out a fourth value is the
    number of who goes on from a level meeting. ``settings``: a :class:`~xlpair.settings.Settings`, or lines of 赛事 by
    their 项目.

    Raises BadInput, which lists all problems with their places.

    >>> three = event([1, 2, 3], rounds=[[(2, 3, "2:0"), (1,)]], settings={"赛制": "单循环"})
    >>> three.rounds[0].pairings[0].result, three.rounds[0].byes[0].player
    (<Result.RED_WIN: '红胜'>, 1)
    >>> import xlpair
    >>> cup = event(4, rounds=[[(1, 4, "1:1", 4), (2, 3, "2:0")]], settings={"赛制": "单败淘汰"})
    >>> [sorted((final.red, final.black)) for final in xlpair.next_round(cup).pairings]
    [[2, 4]]
    >>> [player.name for player in event([(7, "蒋川", "北京"), (9, "吕钦", "广东")]).players]
    ['蒋川', '吕钦']
    """
    made, problems = _settings(settings)
    entrants = _players(players, problems)
    reader = _Reader({player.number for player in entrants}, made, problems)
    read = tuple(reader.round(number, games) for number, games in enumerate(_rounds(rounds, problems), start=1))
    if problems:
        raise BadInput(tuple(problems))
    return Event(made, entrants, read)


def load(path: str | Path) -> Event:
    """Read the event of a workbook on disk; the file is not touched.

    Raises BadInput with all problems where something in it cannot be understood, UnreadableFile where it is no workbook
    of ours, WrongUse where ``path`` is no path. What is only worth a warning does not hinder; :func:`check` tells what
    the rules have to say.
    """
    from xlpair.workbook.closed import ClosedBook
    from xlpair.workbook.reader import read_event

    if not isinstance(path, (str, os.PathLike)) or "\0" in str(path):
        raise WrongUse(f"看不懂 {path!r}。请给工作簿文件的路径。")
    reading = read_event(ClosedBook(path).snapshot())
    if reading.errors:
        raise BadInput(reading.errors)
    return reading.event


def check(event: Event) -> tuple[Problem, ...]:
    """Tell every problem of an event: its plan, then each round against the rules. Raises WrongUse for no event.

    >>> again = event(4, rounds=[[(1, 2, "2:0"), (4, 3, "1:1")], [(2, 1, "2:0"), (3, 4, "1:1")]])
    >>> [problem.where for problem in check(again) if problem.rule == "W9.1"]
    ['第2轮第1台', '第2轮第2台']
    """
    return checks.check(sure_event(event))


def next_round(event: Event) -> Round:
    """Pair the round after the last one; every pair carries its reason.

    Raises OpenBoards while an earlier game is open, Undecided while a knock-out does not know who goes on, NoPairing
    where the rules allow no complete pairing, NotAllowed where all rounds are paired already or too few players are
    left, WrongUse for no event.
    """
    return pairing.next_round(sure_event(event))


def standings(event: Event) -> ranking.Standings:
    """Rank everybody by the criteria in use, over the results present. Raises WrongUse for no event."""
    return ranking.standings(sure_event(event))


def sure_event(event: object) -> Event:
    """The event, for functions that take nothing else. Raises WrongUse."""
    if not isinstance(event, Event):
        raise WrongUse(f"看不懂 {event!r}。请给一个比赛，就是 xlpair.event 或 xlpair.load 的结果。")
    return event


def round_robin(n: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Give the table of a round robin: for each round its pairs in table order, red first.

    With an odd ``n`` one number is in no pair of a round: it rests. Raises WrongUse for all but whole numbers above 1.

    >>> round_robin(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    >>> round_robin(3)
    (((2, 3),), ((1, 2),), ((3, 1),))
    """
    if not isinstance(n, int) or isinstance(n, bool):
        raise WrongUse(f"人数看不懂 {n!r}。请给 2 以上的整数。")
    return tuple(
        tuple(pair for pair in roundrobin.pairs(n, number) if max(pair) <= n)
        for number in range(1, roundrobin.rounds(n) + 1)
    )


def _settings(settings: Settings | Mapping[str, CellValue] | None) -> tuple[Settings, list[Problem]]:
    if settings is None or isinstance(settings, Settings):
        return settings or Settings(), []
    if not isinstance(settings, Mapping):
        hint = '请给 {项目: 内容}，例如 {"赛制": "单循环"}，或 Settings。'
        return Settings(), [Problem("赛事", f"看不懂 {settings!r}。", hint)]
    lines: list[tuple[CellValue, CellValue, str]] = []
    problems: list[Problem] = []
    for item, value in settings.items():
        where = f"赛事“{item}”"
        if isinstance(item, str) and (value is None or isinstance(value, _CELLS)):
            lines.append((item, value, where))
        else:
            what = f"看不懂 {(value if isinstance(item, str) else item)!r}。"
            problems.append(Problem(where, what, "项目要写成文字，内容要写成文字或数，照赛事表填。"))
    made, found = parse_settings(lines)
    return made, [*problems, *found]


def _players(players: int | Iterable[PlainPlayer], problems: list[Problem]) -> tuple[Player, ...]:
    entries: Iterable[object] = ()
    if isinstance(players, int) and not isinstance(players, bool) and players >= 0:
        entries = range(1, players + 1)
    elif _is_list(players):
        entries = players
    else:
        problems.append(Problem("棋手", f"看不懂 {players!r}。", "请给人数（整数），或各人的编号，例如 [1, 2, 3]。"))
    found: dict[int, Player] = {}
    for place, entry in enumerate(entries, start=1):
        where = f"第{place}名棋手"
        player = _player(entry)
        if player is None:
            problems.append(Problem(where, f"看不懂 {entry!r}。", "请给编号，或（编号, 姓名, 单位, 等级分）。"))
        elif player.number in found:
            problems.append(Problem(where, f"编号 {player.number} 重复。", "请改成不同的编号。"))
        else:
            found[player.number] = player
    return tuple(found.values())


def _rounds(rounds: Iterable[Iterable[PlainGame]], problems: list[Problem]) -> Iterable[Iterable[PlainGame]]:
    """The rounds; in place of what is none (told), one without games."""
    if not _is_list(rounds):
        problems.append(Problem("轮次", f"看不懂 {rounds!r}。", '请给各轮的列表，例如 [[(1, 2, "2:0")]]。'))
        return
    for number, games in enumerate(rounds, start=1):
        if _is_list(games):
            yield games
        else:
            hint = '请给这一轮各台的列表，例如 [(1, 2, "2:0")]。'
            problems.append(Problem(f"第{number}轮", f"看不懂 {games!r}。", hint))
            yield ()


def _is_list(value: object) -> TypeGuard[Iterable[Any]]:
    """Whether there are things in it one after the other; a text and a dict are no list of anything."""
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping))


def _player(entry: object) -> Player | None:
    if isinstance(entry, Player):
        return entry if _is_number(entry.number) else None
    fields = tuple(entry) if isinstance(entry, (tuple, list)) else (entry,)
    if not 1 <= len(fields) <= 4 or not _is_number(fields[0]):
        return None
    rest: tuple[object, ...] = (*fields[1:], *("", "", None)[len(fields) - 1 :])
    name, club, rating = rest
    if not isinstance(name, str) or not isinstance(club, str) or not (rating is None or _is_number(rating)):
        return None
    return Player(fields[0], name, club, rating)


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


class _Reader:
    """Reads the games of rounds and collects what cannot be read."""

    def __init__(self, known: set[int], settings: Settings, problems: list[Problem]) -> None:
        self._known = known
        self._games = settings.meeting_games
        self._sends_through = sends_through(settings)
        self._read = result_reader(settings.scoring)
        self._problems = problems

    def round(self, number: int, games: Iterable[PlainGame]) -> Round:
        pairings: list[Pairing] = []
        byes: list[Bye] = []
        seen: set[int] = set()
        for line, game in enumerate(games, start=1):
            where = f"第{number}轮第{line}行"
            numbers, last, through = _parts(game)
            if not numbers:
                self._tell(where, f"看不懂 {game!r}。", '请写（红, 黑, "2:0"）、（红, 黑）或（编号, "轮空"）。')
            elif self._fit(where, numbers, seen):
                if len(numbers) == 1:
                    byes += self._bye(where, numbers[0], last)
                else:
                    red, black = numbers
                    goes_on = self._through(where, numbers, through)
                    pairings.append(Pairing(len(pairings) + 1, red, black, self._results(where, last), through=goes_on))
        return Round(number, tuple(pairings), tuple(byes))

    def _tell(self, where: str, what: str, hint: str) -> None:
        self._problems.append(Problem(where, what, hint))

    def _fit(self, where: str, numbers: Sequence[int], seen: set[int]) -> bool:
        """Whether everybody is on the roster and stands in the round for the first time."""
        if len(set(numbers)) < len(numbers):
            self._tell(where, f"{numbers[0]}号与自己对局。", "请改对手的编号。")
            return False
        unknown = [number for number in numbers if number not in self._known]
        twice = [number for number in numbers if number in seen]
        seen.update(numbers)
        for number in unknown:
            self._tell(where, f"没有 {number}号棋手。", "请改编号，或把他加进棋手里。")
        for number in twice:
            self._tell(where, f"{number}号在本轮出现了两次。", "每人每轮只能出现一次。")
        return not unknown and not twice

    def _bye(self, where: str, number: int, word: object) -> list[Bye]:
        kind = ByeKind.BYE if word is None else _KINDS.get(folded(word)) if isinstance(word, str) else None
        if kind is None:
            self._tell(where, f"看不懂 {word!r}。", f"没有对手请写：{'、'.join(one.value for one in ByeKind)}。")
            return []
        return [Bye(number, kind)]

    def _through(self, where: str, numbers: Sequence[int], through: object) -> int | None:
        """Who goes on by the arbiter's word.

        Rule: K4
        """
        if through is None:
            return None
        if not self._sends_through:
            self._tell(where, f"写了 {through!r} 晋级，这里没有淘汰。", "请去掉，或改“赛制”。")
        elif not _is_number(through) or through not in numbers:
            self._tell(where, f"写的是 {through!r} 晋级。", f"请写 {numbers[0]} 或 {numbers[1]}。")
        else:
            return through
        return None

    def _results(self, where: str, typed: object) -> tuple[Game, ...]:
        """The games of a meeting; those without a result are open."""
        results = list(typed) if isinstance(typed, (tuple, list)) else [typed]
        if len(results) > self._games:
            self._tell(
                where,
                f"有 {len(results)} 局结果，每轮局数（团体赛是每队台数）是 {self._games}。",
                "请改结果，或改“每轮局数”。",
            )
        results += [None] * (self._games - len(results))
        return tuple(Game(self._result(where, result)) for result in results[: self._games])

    def _result(self, where: str, typed: object) -> Result | None:
        if typed is None or isinstance(typed, Result):
            return typed
        if not isinstance(typed, (str, int, float)):
            self._tell(where, f"结果看不懂 {typed!r}。", '请写 "2:0"、"1:1"、"0:2"，或 None。')
            return None
        try:
            return self._read(typed)
        except NotUnderstood as unclear:
            self._tell(where, unclear.what, unclear.hint)
            return None


def _parts(game: object) -> tuple[tuple[int, ...], object, object]:
    """One or two numbers, what stands behind them, and who goes on; no numbers where it is none of the forms."""
    fields = tuple(game) if isinstance(game, (tuple, list)) else ()
    numbers = tuple(takewhile(_is_number, fields[:2]))
    behind = fields[len(numbers) :]
    if len(behind) > len(numbers):
        return (), None, None
    last, through, *_ = (*behind, None, None)
    return numbers, last, through
