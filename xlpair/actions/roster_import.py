"""导入名单: players of a file added to 名单."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from xlpair.actions.desk import Desk, put_right, sit_down_to_write, stamp, status_line, write
from xlpair.actions.outcome import Outcome
from xlpair.engine.numbers import NO_NUMBER
from xlpair.errors import BadInput, Gravity, NotAllowed, Problem
from xlpair.model import Event, Player, named
from xlpair.workbook.book import Book, CellValue, Change, PrintArea
from xlpair.workbook.layout import MOST_PEOPLE
from xlpair.workbook.log import LogEntry
from xlpair.workbook.roster_files import RosterFile, read_roster_file
from xlpair.workbook.roster_reader import RosterReading, read_roster
from xlpair.workbook.texts import attendance_text, categories_text, folded
from xlpair.workbook.writer import print_roster, put_entrants

IMPORT: Final = "导入名单"
_SHOWN: Final = 8


def import_roster(book: Book, path: Path, *, now: dt.datetime) -> Outcome:
    """Add the players of a file below those of 名单; who stands there already (name and 单位) is left as he is.

    A number of the file is kept where nobody has it yet. Columns of the file that 名单 has too come with them.
    Raises UnreadableFile, or BadInput where the file says something that cannot be understood.
    """
    desk = sit_down_to_write(book)
    found = read_roster_file(path)
    listed = list(zip(found.rows, roster_of(found, path.name).entrants, strict=True))
    there = {_identity(player) for player in desk.event.players}
    new = [(row, player) for row, player in listed if _identity(player) not in there]
    if not new:
        raise NotAllowed(f"{path.name} 里的 {len(listed)} 人名单里都有了，没有可以加的。文件没有改动。")
    _check_room(len(desk.event.players) + len(new))
    settled, clashes = _free_numbers(desk.event, [player for _, player in new], path.name)
    rows = [_row(player, row) for player, (row, _) in zip(settled, new, strict=True)]
    after = _with_players(desk.event, settled)
    done = (_said(settled, len(listed) - len(new), path.name),)
    right = put_right(desk, after)
    dropped = _columns_left_out(desk, rows, path.name)
    problems = (*file_warnings(found, path.name), *dropped, *clashes, *right.problems)
    signed = stamp(now)
    entry = LogEntry(signed.time, IMPORT, version=signed.version, note=done[0])
    changes = (*right.changes, *put_entrants(desk.reading, rows), *_printed(desk, len(rows)))
    status = status_line(now, done, problems)
    backup = write(desk, changes, label="导入名单前", status=status, entries=(entry,))
    return Outcome(IMPORT, done, after, problems, backup=backup)


def _check_room(people: int) -> None:
    if people > MOST_PEOPLE:
        raise NotAllowed(
            f"加进来一共是 {people} 人，一个工作簿最多放 {MOST_PEOPLE} 人。请按组别分开，各用一个工作簿。文件没有改动。"
        )


def roster_of(found: RosterFile, label: str) -> RosterReading:
    """The players of a file. Raises BadInput with everything in it that is not understood."""
    reading = read_roster(found.block(label))
    errors = tuple(one for one in (*found.problems, *reading.problems) if one.gravity is Gravity.ERROR)
    if errors:
        raise BadInput(errors)
    if not reading.entrants:
        raise BadInput((Problem(label, "里没有棋手。", "第一行要有标题（编号、姓名、单位、等级分），下面一行一人。"),))
    return reading


def file_warnings(found: RosterFile, label: str) -> tuple[Problem, ...]:
    """What is only told of a file. That it gives no numbers is no matter: they are given when a round is paired."""
    reading = read_roster(found.block(label))
    place = reading.place
    missing = {place.where(row, "编号") for number in reading.unnumbered for row in place.rows[number]}
    return (*found.problems, *(one for one in reading.problems if one.where not in missing))


def _identity(player: Player) -> tuple[str, str]:
    return folded(player.name), folded(player.club)


def _free_numbers(event: Event, new: Sequence[Player], label: str) -> tuple[list[Player], list[Problem]]:
    """The new players, without the numbers that somebody has already."""
    taken = event.by_number()
    settled: list[Player] = []
    problems: list[Problem] = []
    for player in new:
        clash = taken.get(player.number)
        settled.append(player if clash is None else replace(player, number=NO_NUMBER))
        if clash is not None:
            what = f"{named(player)} 的编号已经是 {clash.name} 的，没有带入。"
            problems.append(Problem(label, what, "编排时会给他后面的编号，也可以自己填。", Gravity.WARNING))
    return settled, problems


def _row(player: Player, row: Mapping[str, CellValue]) -> Mapping[str, CellValue]:
    """A player's cells by heading: what was read as it is written, and every other column as it stood in the file."""
    return {
        **row,
        "编号": player.number or None,
        "姓名": player.name,
        "单位": player.club or None,
        "等级分": player.rating,
        "种子": player.seed,
        "参赛轮次": attendance_text(player.attendance) or None,
        "组别": categories_text(player.categories) or None,
        "备注": player.note or None,
    }


def _columns_left_out(desk: Desk, rows: Sequence[Mapping[str, CellValue]], label: str) -> Iterator[Problem]:
    """Tell of columns of the file that 名单 has no place for."""
    place = desk.reading.places.roster
    known = {*place.columns, *place.block.rows[0]} if place is not None else set()
    used = dict.fromkeys(heading for row in rows for heading, value in row.items() if value is not None)
    lost = [heading for heading in used if heading not in known]
    if lost:
        what = f"名单里没有“{'”“'.join(lost)}”，这些列没有带入。"
        hint = "要一起带入，请恢复备份，在名单表右边加上同名的列，再导入。"
        yield Problem(label, what, hint, Gravity.WARNING)


def _with_players(event: Event, new: Sequence[Player]) -> Event:
    """The event with them in it, those without a number behind all others."""
    everyone = [*event.players, *(player for player in new if player.number != NO_NUMBER)]
    following = max((player.number for player in everyone), default=0) + 1
    without = [player for player in new if player.number == NO_NUMBER]
    given = [replace(player, number=number) for number, player in enumerate(without, start=following)]
    return replace(event, players=(*everyone, *given))


def _said(new: Sequence[Player], known: int, label: str) -> str:
    listed = "、".join(player.name for player in new[:_SHOWN])
    more = f" 等 {len(new)} 人" if len(new) > _SHOWN else f" {len(new)} 人"
    left = f"；另有 {known} 人名单里已经有了，没有再加" if known else ""
    return f"从 {label} 加入 {listed}{more}{left}。"


def _printed(desk: Desk, added: int) -> Iterator[Change]:
    """Let the print area of 名单 reach over the rows added."""
    for change in print_roster(desk.reading):
        if isinstance(change, PrintArea):
            yield PrintArea(replace(change.area, bottom=change.area.bottom + added))
