"""The further tables of a team event read: squads, line-ups, and the boards that these decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain

from xlpair.engine.lineups import decided, seats, squads, with_forfeits
from xlpair.errors import Gravity, Problem
from xlpair.model import Event, Lineup, Pairing, Result
from xlpair.settings import TeamForm
from xlpair.workbook.blocks import Place
from xlpair.workbook.layout import SQUADS_TABLE
from xlpair.workbook.lineup_reader import LineupReading, read_lineups
from xlpair.workbook.roster_reader import RosterReading
from xlpair.workbook.squad_reader import SquadReading, Teams, read_squads
from xlpair.workbook.tables import TeamTables


@dataclass(frozen=True, slots=True)
class TeamReading:
    """An event with its squads, its line-ups and the boards these decide; where the tables stand."""

    event: Event
    squads: Place | None = None
    lineups: Mapping[int, Place] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


def read_team_tables(
    event: Event, tables: TeamTables, roster: RosterReading, rounds: Mapping[int, Place]
) -> TeamReading:
    """Add to an event what its team tables say. ``rounds`` are the places of its round tables.

    Rule: T2
    """
    teams = Teams(event.players, roster.unnumbered)
    squad = read_squads(tables.squads, teams) if tables.squads is not None else None
    members = squad.members if squad is not None else ()
    with_squads = replace(event, squads=members)
    readings = _read_all_lineups(with_squads, tables, teams)
    lineups: tuple[Lineup, ...] = tuple(chain.from_iterable(reading.lineups for reading in readings))
    whole = replace(with_squads, lineups=lineups)
    return TeamReading(
        with_forfeits(whole),
        squad.place if squad is not None else None,
        {reading.number: reading.place for reading in readings},
        (
            *_squad_problems(squad),
            *chain.from_iterable(reading.problems for reading in readings),
            *disagreements(whole, rounds),
        ),
    )


def _read_all_lineups(event: Event, tables: TeamTables, teams: Teams) -> list[LineupReading]:
    """With fixed boards nobody hands in a line-up, and what a table of them says is no matter."""
    if event.settings.team_form is TeamForm.FIXED_BOARDS:
        return []
    known = squads(event)
    return [read_lineups(block, number, teams, known, event.settings) for number, block in tables.lineups.items()]


def _squad_problems(squad: SquadReading | None) -> tuple[Problem, ...]:
    if squad is not None:
        return squad.problems
    hint = "不影响编排和记分；要记录谁上场，请从备份恢复，或用 xlpair new 新建团体赛文件。"
    return (Problem(SQUADS_TABLE, "找不到这张表，不知道各队有谁。", hint, Gravity.WARNING),)


def disagreements(event: Event, rounds: Mapping[int, Place]) -> Iterator[Problem]:
    """Tell results that the line-ups contradict: nobody sat there and it was played, or somebody did and it is lost.

    A forfeit stays as it is written, so it is told where the line-up has been corrected since; where boards are fixed
    there is nothing to correct. ``rounds`` are the places of the round tables.
    Rule: T2
    """
    known = squads(event)
    handed_in = event.settings.team_form is not TeamForm.FIXED_BOARDS
    for round_ in event.rounds:
        for match in round_.pairings:
            lineups = [seats(event, round_.number, team, known.get(team, {})) for team in (match.red, match.black)]
            for board, result in enumerate(decided(*lineups)):
                typed = match.games[board].result if board < len(match.games) else None
                if typed is None or typed is result:
                    continue
                if typed.played and result is not None:
                    yield _played_by_nobody(rounds[round_.number], match, board, result)
                elif handed_in and not typed.played:
                    yield _lost_by_somebody(rounds[round_.number], match, board, result)


def _played_by_nobody(place: Place, match: Pairing, board: int, result: Result) -> Problem:
    empty = "双方" if result is Result.BOTH_FORFEIT else "一方"
    what = f"{_called(match, board)}填了对局的结果，而上场名单里{empty}空台。"
    return Problem(_where(place, match, board), what, "以结果为准；请核对结果和上场名单。", Gravity.WARNING, "T2")


def _lost_by_somebody(place: Place, match: Pairing, board: int, result: Result | None) -> Problem:
    there = "双方都有人" if result is None else "双方空台" if result is Result.BOTH_FORFEIT else "一方有人、一方空台"
    what = f"{_called(match, board)}上场名单里现在{there}，结果仍是{'' if result is None else '另一种'}弃权。"
    hint = "以结果为准；棋手没有到场的不用改，名单改过的请改“结果”。"
    return Problem(_where(place, match, board), what, hint, Gravity.WARNING, "T2")


def _called(match: Pairing, board: int) -> str:
    return f"第{match.board}台第{board + 1}分台"


def _where(place: Place, match: Pairing, board: int) -> str:
    rows = place.rows.get(match.board, ())
    return place.where(rows[board], "结果") if board < len(rows) else place.block.name
