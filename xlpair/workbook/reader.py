"""The workbook read: tables to an Event, with every problem and with where everything stands.

Functions hand over bare ranges, books hand over a snapshot; both go through :func:`read_tables`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain

from xlpair.errors import Gravity, NoEvent, Problem
from xlpair.model import Event, Player
from xlpair.settings import Settings, TableUpdate
from xlpair.workbook.blocks import Block, Place, missing_headings, padded
from xlpair.workbook.book import ResizeTable, Snapshot
from xlpair.workbook.headings import ROUND_WORDS, SETTINGS_WORDS, find_columns
from xlpair.workbook.layout import ROSTER_TABLE, SETTINGS_TABLE, round_name
from xlpair.workbook.log import LogEntry, LogReading, read_log
from xlpair.workbook.roster_reader import RosterReading, biggest_number, read_roster
from xlpair.workbook.round_reader import RoundReading, read_round
from xlpair.workbook.settings_lines import line_of, parse_settings
from xlpair.workbook.stray_errors import stray_errors
from xlpair.workbook.tables import Tables, TeamTables, find_tables, find_team_tables
from xlpair.workbook.team_reader import TeamReading, read_team_tables
from xlpair.workbook.texts import text_of

__all__ = [
    "Block",
    "LogEntry",
    "Place",
    "Places",
    "Readers",
    "Reading",
    "RosterReading",
    "RoundReading",
    "SettingsReading",
    "read_event",
    "read_log",
    "read_roster",
    "read_round",
    "read_settings",
    "read_tables",
]


@dataclass(frozen=True, slots=True)
class SettingsReading:
    """What 赛事 says. ``texts`` maps every 项目 to its 内容 as typed, those that feed no switch too (日期, 地点 …)."""

    settings: Settings
    texts: Mapping[str, str]
    place: Place
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Places:
    """Where everything stands. ``rounds`` holds every round table of the workbook, those not paired yet too.

    ``squads`` and ``lineups`` are there in team events only.
    """

    settings: Place | None = None
    roster: Place | None = None
    rounds: Mapping[int, Place] = field(default_factory=dict)
    log: Place | None = None
    squads: Place | None = None
    lineups: Mapping[int, Place] = field(default_factory=dict)

    def all(self) -> tuple[Place, ...]:
        others = (self.settings, self.roster, *self.rounds.values(), self.log, self.squads, *self.lineups.values())
        return tuple(place for place in others if place is not None)


@dataclass(frozen=True, slots=True)
class Reading:
    """A workbook as read.

    ``event`` has the rounds that exist, without gap. With an error among ``problems`` it is only the best that could be
    made of the tables: no command that writes may go on. ``texts`` is what stands in 赛事 by 项目. ``roster`` keeps the
    entrants in the order of their rows and the numbers that were given provisionally.
    """

    event: Event
    problems: tuple[Problem, ...]
    places: Places
    roster: RosterReading
    log: tuple[LogEntry, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)

    @property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.gravity is Gravity.ERROR)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.gravity is Gravity.WARNING)

    @property
    def growth(self) -> tuple[ResizeTable, ...]:
        """The tables that have to grow over the rows that stand directly under them."""
        blocks = (place.block for place in self.places.all())
        return tuple(
            ResizeTable(block.table, block.area.bottom + block.under)
            for block in blocks
            if block.under and block.table and block.area is not None
        )


class _Anybody(Collection[str | int]):
    """All names and numbers there are: with a heading of 名单 gone, nobody can be told from anybody else."""

    def __contains__(self, one: object) -> bool:
        return True

    def __iter__(self) -> Iterator[str | int]:
        return iter(())

    def __len__(self) -> int:
        return 0


class Readers:
    """How roster and rounds are read: always anew."""

    def roster(self, block: Block, after: Callable[[], int]) -> RosterReading:
        """Read 名单; see :func:`read_roster`."""
        return read_roster(block, after)

    def round(
        self,
        block: Block,
        number: int,
        players: Mapping[int, Player],
        settings: Settings,
        left_out: Collection[str | int],
    ) -> RoundReading:
        """Read a round; see :func:`read_round`."""
        return read_round(block, number, players, settings, left_out)


def read_settings(block: Block) -> SettingsReading:
    """Read 赛事. Raises UnreadableFile for a newer layout."""
    columns = find_columns(block.rows[0] if block.rows else (), SETTINGS_WORDS)
    problems = missing_headings(block, columns, ("项目", "内容"), ())
    lines, items, texts = [], {}, {}
    if not problems:
        body, (item_column, value_column) = padded(block.rows, columns, ("项目", "内容"))
        for row, cells in enumerate(body, start=1):
            item, value = cells[item_column], cells[value_column]
            lines.append((item, value, block.where(row, value_column, text_of(item))))
            line = line_of(item)
            if line is not None and line.item not in items:
                items[line.item], texts[line.item] = row, text_of(value)
    settings, found = parse_settings(lines)
    place = Place(block, columns, items=items)
    return SettingsReading(settings, texts, place, (*problems, *found))


def read_tables(
    settings: Block | None,
    roster: Block,
    rounds: Mapping[int, Block],
    log: Block | None = None,
    team_tables: TeamTables | None = None,
    by: Readers | None = None,
) -> Reading:
    """Read an event from its tables; no settings = the defaults. Problems come in the order of the tables.

    ``team_tables`` are those of an event of team matches; ``by`` reads roster and rounds.
    Raises UnreadableFile for a newer layout.
    """
    head = read_settings(settings) if settings is not None else None
    switches = head.settings if head is not None else Settings()
    by = by or Readers()
    entrants = by.roster(roster, lambda: _biggest_number(rounds.values()))
    players = {player.number: player for player in entrants.players}
    left_out = entrants.left_out if entrants.says_who else _Anybody()
    readings = [by.round(rounds[at], at, players, switches, left_out) for at in sorted(rounds)]
    listed = read_log(log) if log is not None else None
    existing, gap = _without_gap(readings)
    event = Event(switches, entrants.players, tuple(reading.round for reading in existing if reading.round))
    at = {reading.number: reading.place for reading in readings}
    team = TeamReading(event) if team_tables is None else read_team_tables(event, team_tables, entrants, at)
    problems = chain(
        head.problems if head else (),
        entrants.problems,
        chain.from_iterable(reading.problems for reading in readings),
        gap,
        team.problems if entrants.says_who else (),
        listed.problems if listed else (),
    )
    places = Places(
        head.place if head else None,
        entrants.place,
        at,
        listed.place if listed else None,
        team.squads,
        team.lineups,
    )
    entries, texts = _entries(listed), head.texts if head else {}
    return Reading(team.event, tuple(problems), places, entrants, entries, texts)


def _entries(listed: LogReading | None) -> tuple[LogEntry, ...]:
    return listed.entries if listed is not None else ()


def _biggest_number(blocks: Iterable[Block]) -> int:
    cells = []
    for block in blocks:
        columns = find_columns(block.rows[0] if block.rows else (), ROUND_WORDS)
        body, places = padded(block.rows, columns, ("红方编号", "黑方编号"))
        cells += [row[place] for row in body for place in places]
    return biggest_number(cells)


def _without_gap(readings: list[RoundReading]) -> tuple[list[RoundReading], list[Problem]]:
    """The rounds from the first on that exist; a round that exists behind one that does not is told and left out."""
    existing: list[RoundReading] = []
    for reading in readings:
        if reading.round is not None and reading.number == len(existing) + 1:
            existing.append(reading)
    following = len(existing) + 1
    later = [reading for reading in readings if reading.round is not None and reading.number > following]
    damaged = any(reading.number == following and reading.problems for reading in readings)
    if not later or damaged:  # what is wrong with the round itself has been told
        return existing, []
    name = round_name(following)
    what = f"{name}还没有编排，{round_name(later[0].number)}却已有棋手。"
    return existing, [Problem(later[0].place.block.name, what, f"请先补上{name}，或清空后面的轮次。")]


def read_event(snapshot: Snapshot) -> Reading:
    """Read a whole workbook. Raises UnreadableFile where it is no event of ours, or one of a newer layout."""
    tables = find_tables(snapshot)
    if tables.roster is None:
        raise _foreign(snapshot.title, tables)
    team_tables = _team_tables(snapshot, tables)
    reading = read_tables(tables.settings, tables.roster, tables.rounds, tables.log, team_tables)
    problems = [*tables.problems, *(team_tables.problems if team_tables is not None else ())]
    if tables.settings is None:
        problems.append(Problem(SETTINGS_TABLE, f"找不到“{SETTINGS_TABLE}”表。", "请从备份恢复这一张表。"))
    problems += (*reading.problems, *snapshot.problems)
    rounds = (place.block for place in reading.places.rounds.values())
    live = reading.event.settings.table_update is TableUpdate.LIVE
    told = {problem.where for problem in problems}
    problems += stray_errors(rounds, told, live=live, stopping=snapshot.errors_stop_formulas)
    return replace(reading, problems=tuple(problems))


def _team_tables(snapshot: Snapshot, tables: Tables) -> TeamTables | None:
    """The further tables where the settings say that teams meet: a sheet 队员 of any other event is the user's own."""
    if tables.settings is None or not read_settings(tables.settings).settings.team_matches:
        return None
    return find_team_tables(snapshot)


def _foreign(title: str, tables: Tables) -> NoEvent:
    if tables.settings is None:
        return NoEvent(f"{title} 不是象棋编排的比赛文件：找不到“{SETTINGS_TABLE}”和“{ROSTER_TABLE}”。")
    return NoEvent(f"{title} 里找不到“{ROSTER_TABLE}”表。", "从备份恢复，或")
