"""More room: round sheets, rows of 名单 and of the computed sheets, in a workbook that is in use."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from xlpair.actions.desk import (
    Desk,
    once_written,
    put_right,
    refuse_errors,
    sit_down,
    sit_down_to_write,
    stamp,
    status_line,
    write,
)
from xlpair.actions.outcome import Outcome
from xlpair.bracket_chart import bracket_height
from xlpair.errors import NotAllowed
from xlpair.model import Event
from xlpair.settings import Settings, System
from xlpair.workbook.blocks import Place
from xlpair.workbook.book import Area, Book, Change, CopySheet, MoveName, NoPrintArea, PutCells, Sheet, address
from xlpair.workbook.cells_out import grown, put_columns, table_area, table_rows
from xlpair.workbook.layout import (
    BRACKET_NAME,
    CARD_EXTRA_ROWS,
    CARD_NAME,
    CATEGORIES_NAME,
    CROSSTABLE_NAME,
    FIXED_STANDINGS_COLUMNS,
    MOST_PEOPLE,
    MOST_ROUNDS,
    PART_HEADING,
    RATINGS_NAME,
    RESERVES,
    ROUND_HEADINGS,
    SPARE_STANDINGS_COLUMNS,
    STANDINGS_NAME,
    TEAM_ROUND_HEADINGS,
    TEAMS_NAME,
    categories_rows,
    crosstable_height,
    lineup_name,
    round_name,
)
from xlpair.workbook.log import LogEntry
from xlpair.workbook.seal import has_boards, put_typed
from xlpair.workbook.texts import is_blank
from xlpair.workbook.writer import round_place

ROUNDS: Final = "增加轮次"
RESIZE: Final = "扩大表格"


def rounds(book: Book, count: int, *, now: dt.datetime) -> Outcome:
    """Let the workbook have ``count`` round sheets: the new ones are copies of the one before, emptied and hidden.

    Sheets of earlier rounds that are gone are made anew, too.
    Raises NotAllowed where it has them all already, or where something stands in the way of wider tables.
    """
    desk = sit_down(book)
    refuse_errors(desk, restoring=True)
    tables = desk.reading.places.rounds
    missing = [number for number in range(1, count + 1) if number not in tables]
    if not missing:
        raise NotAllowed(f"工作簿里已经有 {max(tables, default=0)} 轮的表，不用再加。文件没有改动。")
    if count > MOST_ROUNDS:
        raise NotAllowed(f"一个工作簿最多 {MOST_ROUNDS} 轮，{count} 轮太多了。文件没有改动。")
    count = max(count, *tables)
    copies: list[CopySheet] = []
    emptied: list[Change] = []
    for number in missing:
        source = _nearest(tables, number)
        place, lineups = round_place(desk.reading, source), desk.reading.places.lineups.get(source)
        copies.append(_copy(place, number))
        emptied += _emptied(desk, place, source, number)
        if lineups is not None and number not in desk.reading.places.lineups:
            copies.append(_copy_of_lineups(lineups, number))
            emptied += _emptied_lineups(desk, lineups, source, number)
    games = count * desk.event.settings.games_per_meeting
    needed = {STANDINGS_NAME: (0, FIXED_STANDINGS_COLUMNS + count + SPARE_STANDINGS_COLUMNS)}
    needed[CARD_NAME] = (CARD_EXTRA_ROWS + games, 0)
    there = (*tables, *missing)
    unbroken = next(number for number in range(1, count + 2) if number not in there) - 1
    typed = put_typed(desk.snapshot, unbroken, has_boards(round_place(desk.reading, _nearest(tables, count))))
    run = len(missing) > 1 and missing[-1] - missing[0] + 1 == len(missing)
    added = f"第{missing[0]}轮到第{missing[-1]}轮" if run else f"第{'、'.join(map(str, missing))}轮"
    done = f"增加了{added}的表，现在一共 {count} 轮。赛几轮仍由赛事表的“轮数”决定。"
    return _written(desk, ROUNDS, done, [*reversed(copies), *typed], emptied, needed, there, now)


def resize(book: Book, people: int, *, now: dt.datetime) -> Outcome:
    """Let 名单 and the computed sheets have room for so many people.

    Raises NotAllowed where they have it already, or where something stands below or beside them.
    """
    desk = sit_down_to_write(book)
    if people > MOST_PEOPLE:
        raise NotAllowed(f"一个工作簿最多 {MOST_PEOPLE} 人，{people} 人太多了。请分组，各用一个工作簿。文件没有改动。")
    place = desk.reading.places.roster
    assert place is not None  # a workbook without a roster cannot be read
    have = table_rows(place.block)
    needed = {STANDINGS_NAME: (people + 1, 0), **_lists(desk.event, people)}
    settings, unit = desk.event.settings, desk.event.settings.unit
    height = crosstable_height(people, grouped=settings.system is System.GROUPS)
    needed[CROSSTABLE_NAME] = (height, FIXED_STANDINGS_COLUMNS + people + SPARE_STANDINGS_COLUMNS)
    if BRACKET_NAME in desk.snapshot.names:
        needed[BRACKET_NAME] = (bracket_height(settings, people), 0)
    if people <= have and not _moved(desk, needed):
        raise NotAllowed(f"名单已经能放下 {have} {unit}，不用再扩大。文件没有改动。")
    done = f"名单和成绩表现在能放下 {max(people, have)} {unit}。"
    squads = desk.reading.places.squads
    members = grown(squads.block, _members(settings, people)) if squads is not None else []
    return _written(desk, RESIZE, done, [], [*grown(place.block, people), *members], needed, (), now)


def _members(settings: Settings, teams: int) -> int:
    """How many members so many teams may have, reserves included."""
    return teams * (settings.meeting_games + RESERVES)


def _lists(event: Event, people: int) -> dict[str, tuple[int, int]]:
    """The rows that the lists of teams, prize groups and ratings need for so many entrants."""
    rated = _members(event.settings, people) if event.settings.team_matches else people
    rated = max(rated, len(event.squads))
    return {
        TEAMS_NAME: (people + 1, 0),
        CATEGORIES_NAME: (categories_rows(people), 0),
        RATINGS_NAME: (rated + 1, 0),
    }


def _nearest(tables: Mapping[int, Place], number: int) -> int:
    """The round whose sheet is copied for this one: the last before it, else the first there is."""
    return max((have for have in tables if have < number), default=min(tables, default=0))


def _copy(place: Place, number: int) -> CopySheet:
    return CopySheet(place.block.sheet, place.block.table, round_name(number), round_name(number))


def _copy_of_lineups(place: Place, number: int) -> CopySheet:
    return CopySheet(place.block.sheet, place.block.table, lineup_name(number), lineup_name(number))


def _emptied_lineups(desk: Desk, place: Place, last: int, number: int) -> Iterator[Change]:
    """Empty the copy's table of line-ups, and let its head speak of its own round."""
    own = replace(place, block=replace(place.block, sheet=lineup_name(number), table=lineup_name(number)))
    yield from put_columns(own, 1, dict.fromkeys(place.columns, (None,) * table_rows(place.block)))
    yield NoPrintArea(lineup_name(number))
    yield from _renamed(desk, place, lineup_name(number), last, number)


def _emptied(desk: Desk, place: Place, last: int, number: int) -> Iterator[Change]:
    """Empty the copy's table, and let its head speak of its own round."""
    name = round_name(number)
    own = replace(place, block=replace(place.block, sheet=name, table=name))
    height = table_rows(place.block)
    headings = (*ROUND_HEADINGS, *TEAM_ROUND_HEADINGS, PART_HEADING)
    yield from put_columns(own, 1, dict.fromkeys(headings, (None,) * height))
    yield NoPrintArea(name)
    yield from _renamed(desk, place, name, last, number)


def _renamed(desk: Desk, place: Place, copy: str, last: int, number: int) -> Iterator[Change]:
    """The lines above the table in the copy of a round's sheet, with its own round in them."""
    sheet = desk.snapshot.sheet(place.block.sheet)
    for row, cells in enumerate(sheet.rows[: table_area(place.block).top] if sheet is not None else ()):
        for column, cell in enumerate(cells):
            if isinstance(cell, str) and round_name(last) in cell:
                yield PutCells(copy, row, column, ((cell.replace(round_name(last), round_name(number)),),))


def _moved(desk: Desk, needed: Mapping[str, tuple[int, int]]) -> list[MoveName]:
    """The computed areas that are too small, as they have to be. ``needed`` gives height and width, 0 = as it is."""
    moves = []
    for name, (height, width) in needed.items():
        area = desk.snapshot.names.get(name)
        if area is None:
            continue
        wanted = replace(
            area,
            bottom=max(area.bottom, area.top + height - 1),
            right=max(area.right, area.left + width - 1),
        )
        if wanted != area:
            _refuse_if_taken(desk.snapshot.sheet(area.sheet), area, wanted)
            moves.append(MoveName(name, wanted))
    return moves


def _refuse_if_taken(sheet: Sheet | None, area: Area, wanted: Area) -> None:
    """Refuse where something of the user's stands in the new part of an area."""
    rows = sheet.rows if sheet is not None else ()
    for row in range(wanted.top, min(wanted.bottom + 1, len(rows))):
        for column in range(wanted.left, min(wanted.right + 1, len(rows[row]))):
            inside = row <= area.bottom and column <= area.right
            if not inside and not is_blank(rows[row][column]):
                where = f"{area.sheet}!{address(row, column)}"
                raise NotAllowed(f"{where} 已有内容，表格不能扩大到那里。请把它移到别处再试。文件没有改动。")


def _written(
    desk: Desk,
    command: str,
    done: str,
    structure: Sequence[Change],
    filled: Sequence[Change],
    needed: Mapping[str, tuple[int, int]],
    round_tables: Collection[int],
    now: dt.datetime,
) -> Outcome:
    moves = _moved(desk, needed)
    names = {**desk.snapshot.names, **{move.name: move.area for move in moves}}
    roomier = replace(desk, snapshot=replace(desk.snapshot, names=names))
    right = put_right(roomier, desk.event, round_tables)
    problems = once_written((*desk.reading.warnings, *right.problems))
    signed = stamp(now)
    entry = LogEntry(signed.time, command, version=signed.version, note=done)
    backup = write(
        desk,
        (*structure, *moves, *right.changes, *filled),
        label=f"{command}前",
        status=status_line(now, (done,), problems),
        entries=(entry,),
    )
    return Outcome(command, (done,), desk.event, problems, backup=backup)
