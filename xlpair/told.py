"""Problems as an arbiter reads them: what stops him first, place by place, each once, and never a wall of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from xlpair.errors import Gravity, Problem
from xlpair.workbook.layout import LOG_TABLE, ROSTER_TABLE, SETTINGS_TABLE

if TYPE_CHECKING:
    from xlpair.workbook.reader import Reading

MOST_ALIKE: Final = 6
_PLACES_SHOWN: Final = 12

_SETTINGS_RANK: Final = -2
_ROSTER_RANK: Final = -1
_OTHER_RANK: Final = 1_000_000
_LOG_RANK: Final = _OTHER_RANK + 1
_SHEET: Final = re.compile(r"(.*?)(?:!|：| 第[0-9]+行)")
_ROUND: Final = re.compile(r"第([0-9]{1,4})轮")
# What is true of a round whatever its results are, and whatever somebody has still to mend in it.
_CERTAIN: Final = frozenset(("W9.1", "W9.2"))


def in_order(reading: Reading, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Errors before warnings; among each 赛事, 名单, the rounds, then the rest, in the order given; none twice.

    What is wrong with a line of 赛事 gets the name of its cell.
    """
    ranks = _ranks(reading)
    placed = (_placed(reading, problem) for problem in problems)
    each = {(problem.where, problem.what): problem for problem in placed}.values()
    return tuple(sorted(each, key=lambda one: (one.gravity is not Gravity.ERROR, _rank(ranks, one.where))))


def of_rounds(reading: Reading, number: int, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Those of a replayed round's problems that can be relied on.

    While something is not understood in 赛事, in 名单, in this round or one before, the replay starts from guesses.
    """
    if number < first_unclear(reading):
        return tuple(problems)
    return tuple(problem for problem in problems if problem.rule in _CERTAIN)


def first_unclear(reading: Reading) -> int:
    """The first round that cannot be judged because of errors; beyond all rounds where there are none."""
    ranks = _ranks(reading)
    return min((max(_rank(ranks, error.where), 0) for error in reading.errors), default=_OTHER_RANK)


def folded(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """The problems, long runs of the same kind on one sheet cut: the first few, then one line for all others."""
    runs: list[list[Problem]] = []
    for problem in problems:
        if runs and _kind(runs[-1][0]) == _kind(problem):
            runs[-1].append(problem)
        else:
            runs.append([problem])
    return tuple(problem for run in runs for problem in _cut(run))


def _cut(run: list[Problem]) -> list[Problem]:
    if len(run) <= MOST_ALIKE or not run[0].hint:
        return run
    kept, others = run[: MOST_ALIKE - 2], run[MOST_ALIKE - 2 :]
    places = [problem.where.rpartition("!")[2] for problem in others]
    more = " …" if len(places) > _PLACES_SHOWN else ""
    what = f"另有 {len(others)} 处同样的问题：{'、'.join(places[:_PLACES_SHOWN])}{more}"
    return [*kept, replace(kept[0], where=_sheet(run[0].where), what=what, hint="")]


def _kind(problem: Problem) -> tuple[str, str, Gravity]:
    return _sheet(problem.where), problem.hint, problem.gravity


def _sheet(where: str) -> str:
    match = _SHEET.match(where)
    return match.group(1) if match else where


def _ranks(reading: Reading) -> Mapping[str, int]:
    """Where each of our sheets stands in the order of telling."""
    places = reading.places
    ranks = {SETTINGS_TABLE: _SETTINGS_RANK, ROSTER_TABLE: _ROSTER_RANK, LOG_TABLE: _LOG_RANK}
    known = [(places.settings, _SETTINGS_RANK), (places.roster, _ROSTER_RANK), (places.log, _LOG_RANK)]
    known += [(place, number) for number, place in places.rounds.items()]
    return ranks | {place.block.name: rank for place, rank in known if place is not None}


def _rank(ranks: Mapping[str, int], where: str) -> int:
    sheet = _sheet(where)
    match = _ROUND.match(where)
    return ranks.get(sheet, int(match.group(1)) if match else _OTHER_RANK)


def _placed(reading: Reading, problem: Problem) -> Problem:
    place = reading.places.settings
    row = place.items.get(problem.where) if place is not None else None
    return problem if place is None or row is None else replace(problem, where=place.where(row, "内容"))
