"""Line-ups of team matches: who plays on which board, what rule a line-up keeps, what an empty board means (T2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias

from xlpair.model import Event, Game, Lineup, Member, Pairing, Player, Result, Round
from xlpair.settings import Settings, TeamForm

Squad: TypeAlias = Mapping[int, Member]
"""A team's members by their order in it."""
Seats: TypeAlias = tuple[Member | None, ...]
"""Who plays on boards 1, 2, …; None = nobody."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a line-up; ``board`` counts from 1."""

    board: int
    what: str
    hint: str


def squads(event: Event) -> dict[int, dict[int, Member]]:
    """Every team's squad, by the team's number. Teams nobody is listed for have none."""
    found: dict[int, dict[int, Member]] = {}
    for member in sorted(event.squads, key=lambda member: (member.team, member.order)):
        found.setdefault(member.team, {})[member.order] = member
    return found


def fault(lineup: Lineup, squad: Squad, settings: Settings) -> Fault | None:
    """The first thing that is wrong with a line-up, if anything.

    With reserves (分台换人) who plays must stand in the order of the squad; with 临时定台 any order will do.
    Rule: T2
    """
    seen: dict[int, int] = {}
    for board, order in enumerate(lineup.boards, start=1):
        if order is None:
            continue
        if order not in squad:
            return Fault(board, f"这一队没有序号 {order} 的队员。", "请填“队员”表里的序号，空台写“空”。")
        if order in seen:
            return Fault(board, f"{_named(squad[order])}已经在第 {seen[order]} 台。", "一人只能上一台。")
        seen[order] = board
    swapped = out_of_order(lineup.boards) if settings.team_form is TeamForm.RESERVES else None
    if swapped is None:
        return None
    first, second = (squad[order] for order in swapped)
    what = f"{_named(first)}排在{_named(second)}前面，上场次序与序号不符。"
    return Fault(seen[second.order], what, "可以换人，但上场的人要按序号从小到大排。")


def out_of_order(boards: Sequence[int | None]) -> tuple[int, int] | None:
    """The first two neighbours, empty boards left out, of whom the earlier has the bigger number.

    Rule: T2
    """
    orders = [order for order in boards if order is not None]
    return next((pair for pair in pairwise(orders) if pair[0] > pair[1]), None)


def _named(member: Member) -> str:
    return f"{member.name}（序号 {member.order}）"


def seats(event: Event, round_number: int, team: int, squad: Squad | None = None) -> Seats | None:
    """Who plays for a team in a round; None while that is not known.

    With 分台定人 the squad itself says it: the member of order 1 sits at board 1. ``squad``, if at hand, saves looking
    for it.
    Rule: T2
    """
    members = squads(event).get(team, {}) if squad is None else squad
    boards = range(1, event.settings.meeting_games + 1)
    if event.settings.team_form is TeamForm.FIXED_BOARDS:
        return tuple(members.get(board) for board in boards) if members else None
    for lineup in event.lineups:
        if (lineup.round, lineup.team) == (round_number, team):
            return tuple(None if order is None else members.get(order) for order in lineup.boards)
    return None


def decided(red: Seats | None, black: Seats | None) -> tuple[Result | None, ...]:
    """What the line-ups of both teams decide board by board: None where both have somebody, or one is not known.

    ``red`` is the team named first. An empty board loses by forfeit; both empty: nobody has anything.
    Rule: T2, R5
    """
    if red is None or black is None:
        return ()
    found = []
    for board, (one, other) in enumerate(zip(red, black, strict=True)):
        result = None
        if one is None or other is None:
            result = Result.BOTH_FORFEIT
            if one is not None or other is not None:
                result = Result.RED_FORFEITS if one is None else Result.BLACK_FORFEITS
        found.append(result.mirrored if result is not None and board % 2 else result)
    return tuple(found)


def with_forfeits(event: Event) -> Event:
    """The event with every open board that the line-ups decide filled in. Typed results are never touched.

    Rule: T2
    """
    if not event.settings.team_matches:
        return event
    known = squads(event)
    rounds = tuple(_round_with_forfeits(event, round_, known) for round_ in event.rounds)
    return event if rounds == event.rounds else replace(event, rounds=rounds)


def round_with_forfeits(event: Event, round_: Round) -> Round:
    """A round that follows those of ``event``, with the boards filled in that the line-ups decide.

    Rule: T2
    """
    return _round_with_forfeits(event, round_, squads(event)) if event.settings.team_matches else round_


def renumbered(event: Event, teams: Sequence[Player]) -> tuple[Member, ...]:
    """The squads of an event under the numbers that ``teams``, the same teams, have got by lot."""
    drawn: dict[tuple[str, str], list[int]] = {}
    for team in teams:
        drawn.setdefault((team.name, team.club), []).append(team.number)
    numbers = {team.number: drawn[team.name, team.club].pop(0) for team in event.players}
    return tuple(replace(member, team=numbers[member.team]) for member in event.squads)


def _round_with_forfeits(event: Event, round_: Round, known: Mapping[int, Squad]) -> Round:
    return replace(
        round_, pairings=tuple(_with_forfeits(event, round_.number, match, known) for match in round_.pairings)
    )


def _with_forfeits(event: Event, round_number: int, match: Pairing, known: Mapping[int, Squad]) -> Pairing:
    red, black = (seats(event, round_number, team, known.get(team, {})) for team in (match.red, match.black))
    results = decided(red, black)
    if not any(results) or len(results) != len(match.games):
        return match
    games = zip(match.games, results, strict=True)
    return replace(match, games=tuple(_filled(game, result) for game, result in games))


def _filled(game: Game, result: Result | None) -> Game:
    return game if game.result is not None or result is None else replace(game, result=result)
