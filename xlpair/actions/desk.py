"""What all commands have in common: a workbook read, what every writing command puts right, one way to write."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from xlpair import __version__
from xlpair.actions.bracket_sheet import bracket_shortage, put_bracket
from xlpair.actions.history import History, Stamp, read_history, rounds_made
from xlpair.actions.list_tables import put_lists
from xlpair.engine.checks import nobody_yet
from xlpair.errors import BadInput, Gravity, Problem, WrongUse, XlpairError
from xlpair.model import Event
from xlpair.settings import System, TableUpdate
from xlpair.table_rows import crosstable_rows, standings_rows
from xlpair.team_rows import card_of
from xlpair.workbook.area_writer import ComputedRows, put_area, put_status, shortage
from xlpair.workbook.blocks import Place
from xlpair.workbook.book import Book, CellValue, Change, Snapshot
from xlpair.workbook.formulas import card_formula, crosstable_formula, named_rounds, standings_formula
from xlpair.workbook.layout import (
    CARD_NAME,
    CARD_NUMBER_NAME,
    CROSSTABLE_NAME,
    LOG_TABLE,
    MOST_PEOPLE,
    ROSTER_TABLE,
    STANDINGS_NAME,
    round_name,
)
from xlpair.workbook.log import LogEntry
from xlpair.workbook.reader import Reading, read_event
from xlpair.workbook.seal import put_seal
from xlpair.workbook.tables import as_grown
from xlpair.workbook.texts import is_blank, pairing_number, shown
from xlpair.workbook.writer import grow_tables, print_roster, put_log, refresh_rounds


@dataclass(frozen=True, slots=True)
class Desk:
    """A book as a command finds it."""

    book: Book
    snapshot: Snapshot
    reading: Reading

    @property
    def event(self) -> Event:
        return self.reading.event

    def history(self) -> History:
        """What the log knows."""
        return read_history(self.reading.log)


def sit_down(book: Book) -> Desk:
    """Read a book, whatever is wrong with it."""
    snapshot = book.snapshot()
    return Desk(book, snapshot, read_event(snapshot))


def sit_down_to_write(book: Book) -> Desk:
    """Read a book for a command that has to understand all of it."""
    desk = sit_down(book)
    refuse_errors(desk)
    return desk


def refuse_errors(desk: Desk, overwritten: Iterable[str] = (), *, restoring: bool = False) -> None:
    """Raise BadInput with all errors at once, but for those in cells the command is going to overwrite.

    ``restoring``: the command brings back round sheets that are gone, so these do not hinder it.
    """
    mended = frozenset(overwritten)
    lost = () if restoring else tuple(lost_rounds(desk))
    errors = (*lost, *(problem for problem in desk.reading.errors if problem.where not in mended))
    if errors:
        raise BadInput(errors)


def filled_rounds(desk: Desk) -> tuple[int, ...]:
    """The rounds in whose tables anybody stands, understood or not."""
    places = desk.reading.places.rounds
    return tuple(number for number, place in places.items() if place.rows or place.byes)


def lost_rounds(desk: Desk) -> Iterator[Problem]:
    """Rounds that the log knows as paired and that are gone, with their sheets or from them.

    Without them everything else would be wrong.
    """
    places, filled = desk.reading.places.rounds, filled_rounds(desk)
    for number in rounds_made(desk.reading.log):
        if number in filled or (number in places and not _is_empty(places[number])):
            continue
        hint = "请用备份文件夹里最近的副本。"
        if number > max(filled, default=0):
            first = "" if number in places else f"先用 xlpair rounds 文件名 {number} 补一张空表，再"
            hint = f"请用备份文件夹里最近的副本；确实不要这一轮，请{first}用“撤销本轮”（xlpair undo）。"
        gone = "对阵却被清空了" if number in places else "工作簿里却找不到它的表（工作表被删了，或表改了名）"
        yield Problem(round_name(number), f"编排记录里有这一轮，{gone}。", hint)


def _is_empty(place: Place) -> bool:
    """Whether nothing stands under any of a table's headings: what is there and not understood has been told."""
    columns = place.columns.values()
    return all(is_blank(row[at]) for row in place.block.rows[1:] for at in columns if at < len(row))


def too_many(event: Event) -> tuple[Problem, ...]:
    """Tell of more entrants than one workbook holds: no table can be made big enough for them."""
    people, unit = len(event.players), event.settings.unit
    if people <= MOST_PEOPLE:
        return ()
    what = f"有 {people} {unit}，一个工作簿最多 {MOST_PEOPLE} {unit}，不能编排。"
    return (Problem(ROSTER_TABLE, what, "请按组别分开，各用一个工作簿。"),)


def stamp(now: dt.datetime, seed: int | None = None) -> Stamp:
    return Stamp(now.replace(microsecond=0), __version__, seed)


@dataclass(frozen=True, slots=True)
class Tables:
    """The computed sheets as changes, and what does not fit."""

    changes: tuple[Change, ...]
    problems: tuple[Problem, ...]


def shown_tables(desk: Desk, event: Event, round_tables: Collection[int] = (), show: Collection[str] = ()) -> Tables:
    """成绩表, 循环表, 对阵图, 编排卡 and the lists of the event that are to be seen.

    They are values or, with 实时公式, formulas that show these values. ``round_tables`` says which rounds have a
    table, where the command has just made more; ``show`` names areas that are to be seen in any case.
    """
    live = event.settings.table_update is TableUpdate.LIVE
    count, missing = named_rounds(desk.snapshot, round_tables or desk.reading.places.rounds)
    wanted = [(STANDINGS_NAME, _rows(standings_rows, event), standings_formula(count, missing))]
    if event.settings.system.is_round_robin or event.settings.system is System.GROUPS:
        wanted.append((CROSSTABLE_NAME, _rows(crosstable_rows, event), crosstable_formula(count, missing)))
    wanted.append((CARD_NAME, _rows(lambda one: card_of(one, _card_number(desk)), event), card_formula(count, missing)))
    changes: list[Change] = []
    problems: list[Problem] = []
    for name, rows, formula in wanted:
        several = name == CROSSTABLE_NAME and event.settings.system is System.GROUPS
        changes += put_area(desk.snapshot, name, rows, formula if live else None, several=several)
        problem = shortage(desk.snapshot, name, rows, len(event.players))
        problems += [problem] if problem else []
    changes += put_bracket(desk.snapshot, event)
    problems += bracket_shortage(desk.snapshot, event)
    lists, lacking = put_lists(desk.snapshot, event, count, missing, show)
    changes += lists
    problems += lacking
    return Tables(tuple(changes), tuple(problems))


def _rows(table: Callable[[Event], ComputedRows], event: Event) -> ComputedRows:
    """A table's rows, or one cell that says why there is none, in the words of the function in the cell."""
    try:
        if not event.players:
            raise BadInput((nobody_yet(event.settings),))
        return table(event)
    except XlpairError as error:
        return ((str(error),),)


def _card_number(desk: Desk) -> int:
    """The number that stands above 编排卡."""
    cell = _cell(desk.snapshot, CARD_NUMBER_NAME)
    number = pairing_number(cell)
    if number is None:
        raise WrongUse("请填棋手的编号。" if is_blank(cell) else f"编号看不懂 {shown(cell)}。请填名单中的编号。")
    return number


def _cell(snapshot: Snapshot, name: str) -> CellValue:
    area = snapshot.names.get(name)
    sheet = snapshot.sheet(area.sheet) if area is not None else None
    if area is None or sheet is None or area.top >= len(sheet.rows):
        return None
    row = sheet.rows[area.top]
    return row[area.left] if area.left < len(row) else None


def put_right(desk: Desk, event: Event, round_tables: Collection[int] = (), show: Collection[str] = ()) -> Tables:
    """What every writing command does besides: tables grow, names follow 名单, computed sheets follow ``event``."""
    tables = shown_tables(desk, event, round_tables, show)
    missing = tuple(log_missing(desk))
    shown = (*grow_tables(desk.reading), *refresh_rounds(desk.reading), *print_roster(desk.reading))
    return Tables((*shown, *tables.changes), (*missing, *tables.problems))


def log_missing(desk: Desk) -> Iterator[Problem]:
    """Tell that there is no log: the event goes on without it, but nothing can be looked up later."""
    if desk.reading.places.log is None:
        what = "找不到这张表，命令和抽签都没有地方记录。"
        yield Problem(LOG_TABLE, what, "请从备份文件夹里的副本恢复这张表。", Gravity.WARNING)


def once_written(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Problems of the workbook as they are to be told after :func:`write`, which has let tables grow."""
    return tuple(map(as_grown, problems))


def write(desk: Desk, changes: Sequence[Change], *, label: str, status: str, entries: Iterable[LogEntry] = ()) -> str:
    """Copy the workbook as it is, then make all changes, with the log and the status line; gives the copy's place."""
    lines = tuple(entries)
    log = put_log(desk.reading, *lines) if lines and desk.reading.places.log is not None else ()
    seal = put_seal(desk.snapshot, desk.reading.places.rounds, changes)
    everything = (*changes, *log, *seal, *put_status(desk.snapshot.names, status))
    backup = desk.book.backup(label)
    desk.book.apply(everything)
    return backup


def status_line(now: dt.datetime, sentences: Iterable[str], problems: Sequence[Problem] = ()) -> str:
    """What the workbook itself says of the last command."""
    said = "".join(sentences)
    told = f"另有 {len(problems)} 条提醒，请用“检查”查看。" if problems else ""
    return f"{now:%Y-%m-%d %H:%M} {said}{told}"
