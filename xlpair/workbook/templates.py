"""Makes a new workbook: every sheet, table, name, drop-down, mark and print set-up an event will need.

What is made is complete from the start, because commands only ever fill cells, show sheets and set areas. The same
arguments give the same bytes: no clock, no random numbers.
"""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

import xlsxwriter

from xlpair.errors import WrongUse
from xlpair.model import Player
from xlpair.settings import Settings, System, TableUpdate
from xlpair.workbook.area_writer import ComputedRows
from xlpair.workbook.formulas import card_formula, crosstable_formula, standings_formula
from xlpair.workbook.layout import (
    BRACKET_SHEET,
    CARD_SHEET,
    CATEGORIES_SHEET,
    CROSSTABLE_SHEET,
    LOG_SHEET,
    RATINGS_SHEET,
    RESERVES,
    ROSTER_SHEET,
    SETTINGS_SHEET,
    SPARE_ROWS,
    SQUADS_SHEET,
    STANDINGS_SHEET,
    TEAM_HEADING,
    TEAMS_SHEET,
    categories_rows,
    lineup_name,
    round_name,
)
from xlpair.workbook.template_blocks import Filling, write_card, write_crosstable, write_standings
from xlpair.workbook.template_bracket import write_bracket
from xlpair.workbook.template_formats import BASE, Formats
from xlpair.workbook.template_list_sheets import (
    CATEGORIES_LIST,
    MEMBER_RATINGS_LIST,
    RATINGS_LIST,
    TEAMS_LIST,
    write_list,
)
from xlpair.workbook.template_lists import NAME_HEADING, write_log, write_roster
from xlpair.workbook.template_page import NAMELESS, Button, Page
from xlpair.workbook.template_rounds import write_round
from xlpair.workbook.template_settings import write_settings
from xlpair.workbook.template_teams import SquadRow, write_lineups, write_squads

Kind: TypeAlias = Literal[".xlsx", ".xlsm"]

# Not the day the file is made: that would make every copy different.
_CREATED: Final = dt.datetime(2025, 1, 1)
_NEWEST_CALCULATION: Final = 191029
_CODE_NAMES: Final = {
    SETTINGS_SHEET: "shEvent",
    ROSTER_SHEET: "shRoster",
    STANDINGS_SHEET: "shStandings",
    CROSSTABLE_SHEET: "shCrosstable",
    BRACKET_SHEET: "shBracket",
    CARD_SHEET: "shCard",
    SQUADS_SHEET: "shSquads",
    TEAMS_SHEET: "shTeams",
    CATEGORIES_SHEET: "shCategories",
    RATINGS_SHEET: "shRatings",
    LOG_SHEET: "shLog",
}


@dataclass(frozen=True, slots=True)
class Computed:
    """What the computed sheets show at first: rows as the functions give them, heading row included."""

    standings: ComputedRows = ()
    crosstable: ComputedRows = ()
    card: ComputedRows = ()


@dataclass(frozen=True, slots=True)
class HiddenSheet:
    """A sheet of texts that only macros read: its name, its VBA code name, its rows."""

    name: str
    code_name: str
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Macros:
    """What an .xlsm has more: the VBA project, made for the code names of all its sheets, its buttons, hidden sheets.

    The sheets are those of :func:`sheet_names` and, behind them, ``hidden``.
    """

    project: bytes
    buttons: tuple[Button, ...] = ()
    hidden: tuple[HiddenSheet, ...] = ()


def sheet_names(settings: Settings, rounds: int) -> tuple[tuple[str, str], ...]:
    """The sheets in order, each with its VBA code name (ASCII)."""
    names = [(SETTINGS_SHEET, _CODE_NAMES[SETTINGS_SHEET]), (ROSTER_SHEET, _CODE_NAMES[ROSTER_SHEET])]
    names += [(SQUADS_SHEET, _CODE_NAMES[SQUADS_SHEET])] if settings.team_matches else []
    for number in range(1, rounds + 1):
        names.append((round_name(number), f"shRound{number}"))
        names += [(lineup_name(number), f"shLineup{number}")] if settings.team_matches else []
    system = settings.system
    shown = {
        STANDINGS_SHEET: True,
        CROSSTABLE_SHEET: system.is_round_robin or system is System.GROUPS,
        BRACKET_SHEET: system.is_knockout or system is System.GROUPS,
        CARD_SHEET: True,
        TEAMS_SHEET: not settings.team_matches,
        CATEGORIES_SHEET: True,
        RATINGS_SHEET: True,
        LOG_SHEET: True,
    }
    names += [(name, _CODE_NAMES[name]) for name, has in shown.items() if has]
    return tuple(names)


def make_workbook(
    path: Path,
    settings: Settings,
    players: Sequence[Player] = (),
    *,
    rounds: int,
    squads: Sequence[SquadRow] = (),
    spare: int = SPARE_ROWS,
    kind: Kind = ".xlsx",
    status: str = "",
    shown: Mapping[str, str] = MappingProxyType({}),
    own_columns: Mapping[str, Sequence[str]] = MappingProxyType({}),
    computed: Computed = Computed(),
    macros: Macros | None = None,
) -> None:
    """Write a new workbook to ``path``, whatever its suffix; an existing file is replaced.

    ``shown`` gives 内容 of 赛事 lines that feed no setting (日期, 地点 …), ``status`` what the status line says first.
    ``squads`` are the members of the teams of a team event. ``own_columns`` of the user's stand in 名单 beside ours, by
    heading a text for every player.
    ``spare`` empty roster rows follow the players; round tables and blocks are sized for both together.
    ``computed`` is cached behind the array formulas (成绩表更新 实时公式) or stands as plain values (数值).
    """
    if (kind == ".xlsm") != (macros is not None):
        raise WrongUse(f"{kind} 与宏不符：.xlsm 必须带宏，.xlsx 不能带宏。")
    if rounds < 1 or spare < 0 or len(players) + spare < 1:
        raise WrongUse(f"轮数 {rounds}、棋手 {len(players)} 人、空行 {spare} 行：至少要有一轮和一行名单。")
    workbook = xlsxwriter.Workbook(str(path), {"default_format_properties": dict(BASE), "in_memory": True})
    try:
        _set_document(workbook, settings, macros)
        pages = dict(_open_pages(workbook, settings, rounds, macros))
        write_settings(pages[SETTINGS_SHEET], settings, status, shown)
        heading = TEAM_HEADING if settings.team_matches else NAME_HEADING
        write_roster(pages[ROSTER_SHEET], players, spare, own_columns, settings.system, heading)
        for number in range(1, rounds + 1):
            write_round(pages[round_name(number)], settings, number, len(players) + spare)
        if settings.team_matches:
            _write_teams(pages, settings, squads, len(players) + spare, rounds)
        _write_computed(pages, settings, players, len(players) + spare, rounds, computed)
        write_log(pages[LOG_SHEET])
        for hidden in macros.hidden if macros is not None else ():
            _write_hidden(workbook, hidden)
        pages[SETTINGS_SHEET].sheet.activate()
    finally:
        workbook.close()


def _write_teams(
    pages: dict[str, Page],
    settings: Settings,
    squads: Sequence[SquadRow],
    teams: int,
    rounds: int,
) -> None:
    write_squads(pages[SQUADS_SHEET], settings, squads, _members(settings, teams))
    for number in range(1, rounds + 1):
        write_lineups(pages[lineup_name(number)], settings, number, teams)


def _members(settings: Settings, teams: int) -> int:
    """How many members so many teams may have, reserves included."""
    return teams * (settings.meeting_games + RESERVES)


def _set_document(workbook: xlsxwriter.Workbook, settings: Settings, macros: Macros | None) -> None:
    workbook.set_properties({"title": settings.name or NAMELESS, "subject": "象棋比赛编排", "created": _CREATED})
    workbook.set_size(1500, 950)
    if settings.table_update is TableUpdate.LIVE:
        # Cached values have to stay as they are where the functions are not installed: no calculation at loading.
        workbook.set_calc_mode("auto", _NEWEST_CALCULATION)
        workbook.calc_on_load = False
    if macros is not None:
        workbook.add_vba_project(io.BytesIO(macros.project), is_stream=True)
        workbook.set_vba_name("ThisWorkbook")


def _write_hidden(workbook: xlsxwriter.Workbook, hidden: HiddenSheet) -> None:
    """Write texts into a sheet that no menu of Excel shows."""
    sheet = workbook.add_worksheet(hidden.name)
    sheet.set_vba_name(hidden.code_name)
    for row, texts in enumerate(hidden.rows):
        for column, text in enumerate(texts):
            if text:
                sheet.write_string(row, column, text)
    sheet.very_hidden()


def _open_pages(
    workbook: xlsxwriter.Workbook, settings: Settings, rounds: int, macros: Macros | None
) -> Iterator[tuple[str, Page]]:
    formats = Formats(workbook)
    round_sheets = {round_name(number) for number in range(1, rounds + 1)}
    with_buttons = {SETTINGS_SHEET} | round_sheets
    typed_into = {ROSTER_SHEET, SQUADS_SHEET, *(lineup_name(number) for number in range(1, rounds + 1)), *round_sheets}
    for name, code_name in sheet_names(settings, rounds):
        sheet = workbook.add_worksheet(name)
        if name not in typed_into:
            sheet.hide_gridlines(2)
        buttons: tuple[Button, ...] = ()
        if macros is not None:
            sheet.set_vba_name(code_name)
            buttons = tuple(one for one in macros.buttons if one.on_rounds or name not in round_sheets)
            buttons = buttons if name in with_buttons else ()
        yield name, Page(workbook, sheet, formats, settings.name or NAMELESS, buttons)


def _write_computed(
    pages: dict[str, Page], settings: Settings, players: Sequence[Player], people: int, rounds: int, computed: Computed
) -> None:
    live = settings.table_update is TableUpdate.LIVE
    standings = Filling(computed.standings, standings_formula(rounds) if live else None)
    boards = settings.meeting_games if settings.team_matches else None
    write_standings(pages[STANDINGS_SHEET], standings, people=people, filled=len(players), rounds=rounds, boards=boards)
    if CROSSTABLE_SHEET in pages:
        crosstable = Filling(computed.crosstable, crosstable_formula(rounds) if live else None)
        grouped = settings.system is System.GROUPS
        write_crosstable(pages[CROSSTABLE_SHEET], crosstable, people=people, filled=len(players), grouped=grouped)
    if BRACKET_SHEET in pages:
        write_bracket(pages[BRACKET_SHEET], settings, people)
    number = min((player.number for player in players if player.number), default=None)
    card = Filling(computed.card, card_formula(rounds) if live else None)
    write_card(pages[CARD_SHEET], card, games=rounds * settings.games_per_meeting, number=number)
    _write_lists(pages, settings, people)


def _write_lists(pages: dict[str, Page], settings: Settings, people: int) -> None:
    """The lists nobody may ever need: empty and hidden, without a formula to be computed."""
    if TEAMS_SHEET in pages:
        write_list(pages[TEAMS_SHEET], TEAMS_LIST, Filling(), rows=people)
    write_list(pages[CATEGORIES_SHEET], CATEGORIES_LIST, Filling(), rows=categories_rows(people) - 1)
    if settings.team_matches:
        write_list(pages[RATINGS_SHEET], MEMBER_RATINGS_LIST, Filling(), rows=_members(settings, people))
    else:
        write_list(pages[RATINGS_SHEET], RATINGS_LIST, Filling(), rows=people)
