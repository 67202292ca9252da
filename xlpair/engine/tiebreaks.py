"""What places are decided by: the table of all criteria, and the orders events use them in.

A criterion takes the ledger and the field: groups of numbers that are level so far. It gives every number a value; the
values inside a group compare with each other. None says nothing about a group, and says so to all of it. Criteria of
teams and of prize groups are further rows of the table, nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from xlpair.engine import criteria, match_criteria
from xlpair.engine.criteria import Field, Level, Value
from xlpair.engine.ledger import Account, Ledger
from xlpair.errors import BadInput, Problem
from xlpair.model import Score
from xlpair.settings import Settings, System, TeamForm

Values: TypeAlias = Mapping[int, Value]


@dataclass(frozen=True, slots=True)
class Criterion:
    """One column of the standings; ``values`` as the head of this module says."""

    name: str
    values: Callable[[Ledger, Field], Values]
    fewer_is_better: bool = False


def _of_each(value: Callable[[Ledger, Account], Score]) -> Callable[[Ledger, Field], Values]:
    """A criterion from a function that looks at one player only."""

    def values(ledger: Ledger, field: Field) -> Values:
        accounts = ledger.accounts
        return {number: value(ledger, accounts[number]) for level in field for number in level}

    return values


def _among_level(compare: Callable[[Ledger, Level], tuple[Value, ...]]) -> Callable[[Ledger, Field], Values]:
    """A criterion from a function that compares level players. Who is level with nobody gets no value."""

    def values(ledger: Ledger, field: Field) -> Values:
        found: dict[int, Value] = {}
        for level in field:
            found.update(zip(level, compare(ledger, level) if len(level) > 1 else (None,), strict=True))
        return found

    return values


_TABLE: Final = (
    # one player's own record (S2)
    Criterion("积分", _of_each(criteria.score)),
    Criterion("对手分", _of_each(criteria.opponents_score)),
    Criterion("累进分", _of_each(criteria.running_score)),
    Criterion("小分", _of_each(criteria.beaten_score)),
    Criterion("胜局", _of_each(criteria.wins)),
    Criterion("后走胜局", _of_each(criteria.black_wins)),
    Criterion("后走局数", _of_each(criteria.black_games)),
    Criterion("犯规", _of_each(criteria.fouls), fewer_is_better=True),
    # level players against each other (S2, S4)
    Criterion("直胜", _among_level(criteria.mutual_result)),
    Criterion("对局时后走", _among_level(criteria.mutual_blacks)),
    Criterion("去轮积分", _among_level(criteria.dropping_first_rounds)),
    Criterion("倒轮积分", _among_level(criteria.scores_backwards)),
    Criterion("抽签", _among_level(criteria.lot), fewer_is_better=True),
    # whole meetings: several games, team matches (S2, T1)
    Criterion("场分", _of_each(match_criteria.match_points)),
    Criterion("局分", _of_each(criteria.score)),
    Criterion("胜场", _of_each(match_criteria.matches_won)),
    Criterion("团体对手分", match_criteria.opponents_match_points),
    Criterion("倒轮场分", _among_level(match_criteria.match_points_backwards)),
)
CRITERIA: Final[Mapping[str, Criterion]] = {criterion.name: criterion for criterion in _TABLE}

# The orders of S3.
PRESETS: Final[Mapping[str, tuple[str, ...]]] = {
    "积分编排 甲": ("积分", "对手分", "胜局", "犯规", "后走胜局", "后走局数", "倒轮积分"),
    "积分编排 乙": ("积分", "累进分", "胜局", "犯规", "后走胜局", "去轮积分"),
    "积分编排 2011 甲": ("积分", "对手分", "胜局", "犯规", "后走局数", "倒轮积分"),
    "积分编排 2011 乙": ("积分", "累进分", "胜局", "犯规", "后走局数", "去轮积分"),
    "单循环": ("积分", "小分", "胜局", "直胜", "犯规", "后走局数", "对局时后走"),
    "双循环/多局": ("场分", "局分", "胜局", "直胜", "犯规", "后走胜局"),
    "团体 甲": ("场分", "团体对手分", "局分", "胜场", "胜局", "犯规", "倒轮场分"),
    "团体 乙": ("局分", "场分", "团体对手分", "胜场", "犯规", "倒轮场分"),
}


def criteria_of(settings: Settings) -> tuple[str, ...]:
    """The names of the criteria in use, in order: as typed under 名次顺序, else those that go with 赛制.

    A knock-out is ranked by how far one comes and needs none. A preset's name and criterion names are taken with blanks
    or without. Raises BadInput for a name that is neither.
    Rule: S3
    """
    if not settings.criteria and settings.system.is_knockout:
        return ()
    if not settings.criteria:
        return PRESETS[default_preset(settings)]
    if len(settings.criteria) == 1:
        order = _PRESETS_UNSPACED.get(_unspaced(settings.criteria[0]))
        if order is not None:
            return order
    names = tuple(_unspaced(name) for name in settings.criteria)
    unknown = tuple(name for name in names if name not in CRITERIA)
    if unknown:
        raise BadInput(tuple(_unknown(name) for name in unknown))
    return names


def default_preset(settings: Settings) -> str:
    """The preset that goes with 赛制. Knock-outs, which use none (:func:`criteria_of`), have that of 积分编排.

    Rule: S3
    """
    if settings.team_form not in (TeamForm.NONE, TeamForm.SUM_OF_MEMBERS):
        return "团体 甲"
    if settings.knockout_cuts and settings.system is System.SWISS:
        return "积分编排 乙"
    if settings.system is System.DOUBLE_ROUND_ROBIN or settings.games_per_meeting > 1:
        return "双循环/多局"
    if settings.system in (System.ROUND_ROBIN, System.GROUPS):
        return "单循环"
    return "积分编排 甲"


def _unspaced(name: str) -> str:
    return "".join(name.split())


_PRESETS_UNSPACED = {_unspaced(name): order for name, order in PRESETS.items()}


def _unknown(name: str) -> Problem:
    return Problem(
        "名次顺序",
        f"没有叫做“{name}”的名次依据。",
        f"请填一个现成顺序（{'、'.join(PRESETS)}），或填下列依据，用顿号隔开：{'、'.join(CRITERIA)}。",
    )
