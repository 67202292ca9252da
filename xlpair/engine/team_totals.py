"""队员总分制: teams counted from an event of individuals. Who has the same 单位 is one team; pairing knows no teams."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from xlpair.engine.standings import Standing, standings
from xlpair.model import Event, Score
from xlpair.settings import TeamCount

FEWEST_COUNTED: Final = 1


@dataclass(frozen=True, slots=True)
class TeamTotal:
    """One team at its place. ``counted`` are its best members, best first; ``best`` the best single place among all.

    ``complete``: it has as many members as are counted. ``shared``: others have the same place.
    """

    place: int
    team: str
    total: Score
    best: int
    counted: tuple[Standing, ...]
    members: int
    complete: bool
    shared: bool = False


@dataclass(frozen=True, slots=True)
class TeamTotals:
    """The table of teams; of each ``size`` members are counted, by their points or their places."""

    size: int
    count: TeamCount
    rows: tuple[TeamTotal, ...]


def team_totals(event: Event) -> TeamTotals:
    """Rank the teams by the sum of their best members' points, or of their places, fewer being better.

    Level teams: the best single place. Teams with fewer members than are counted stand after all others, those with
    more members first. A shared place counts with the number shown. Whoever has no 单位 belongs to no team.
    Rule: S7, T4
    """
    teams: dict[str, list[Standing]] = {}
    for row in standings(event).rows:
        if row.player.club:
            teams.setdefault(row.player.club, []).append(row)
    settings = event.settings
    size = settings.team_counted or min(map(len, teams.values()), default=FEWEST_COUNTED)
    # Level teams stand in the order of their members' numbers.
    by_number = sorted(teams.items(), key=lambda team: min(row.player.number for row in team[1]))
    totals = [_total(team, members, size, settings.team_count) for team, members in by_number]
    return TeamTotals(size, settings.team_count, _placed(totals, settings.team_count is TeamCount.POINTS))


def _total(team: str, members: Sequence[Standing], size: int, count: TeamCount) -> TeamTotal:
    # The members come in the order of the standings: among equal ones the better placed is counted.
    if count is TeamCount.PLACES:
        best_first = list(members)
        values: list[Score] = [row.place for row in best_first[:size]]
    else:
        best_first = sorted(members, key=lambda row: row.score, reverse=True)
        values = [row.score for row in best_first[:size]]
    return TeamTotal(
        place=0,
        team=team,
        total=_whole(sum(values)),
        best=min(row.place for row in members),
        counted=tuple(best_first[:size]),
        members=len(members),
        complete=len(members) >= size,
    )


def _whole(score: Score) -> Score:
    return score.numerator if isinstance(score, Fraction) and score.denominator == 1 else score


def _placed(totals: Sequence[TeamTotal], by_points: bool) -> tuple[TeamTotal, ...]:
    """Rank the teams; level to the end they share a place and stay in the order they come in.

    Rule: S5, S7
    """

    def rank(one: TeamTotal) -> tuple[bool, int, Score, int]:
        fewer_members = 0 if one.complete else -one.members
        return not one.complete, fewer_members, -one.total if by_points else one.total, one.best

    ordered = sorted(totals, key=rank)
    ranks = [rank(one) for one in ordered]
    return tuple(
        replace(one, place=ranks.index(mine) + 1, shared=ranks.count(mine) > 1)
        for one, mine in zip(ordered, ranks, strict=True)
    )
