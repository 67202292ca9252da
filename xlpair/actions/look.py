"""Commands that look: 更新成绩表, which writes what is seen, and 检查, 说明编排, 成绩表, which change nothing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from xlpair.actions.desk import (
    Desk,
    log_missing,
    lost_rounds,
    once_written,
    put_right,
    shown_tables,
    sit_down,
    sit_down_to_write,
    status_line,
    too_many,
    write,
)
from xlpair.actions.gone_apart import gone_apart, moved_bracket
from xlpair.actions.history import History, as_made, changed_since, followed_pairs, paired_otherwise
from xlpair.actions.log_lines import PAIRS
from xlpair.actions.outcome import CHECK, Outcome
from xlpair.engine import checks
from xlpair.engine.audit import audit_round
from xlpair.engine.rounds import planned_rounds
from xlpair.errors import Gravity, NotAllowed, Problem
from xlpair.explain import round_sentences
from xlpair.model import Event
from xlpair.settings import System
from xlpair.told import first_unclear, in_order, of_rounds
from xlpair.wording import entrants_text
from xlpair.workbook.blocks import Place
from xlpair.workbook.book import Book, CellValue, PutBlock, Snapshot
from xlpair.workbook.cells_out import table_area
from xlpair.workbook.layout import LOG_TABLE, STANDINGS_NAME, round_name
from xlpair.workbook.reader import Reading
from xlpair.workbook.tables import no_table
from xlpair.workbook.writer import how_to_add

REFRESH: Final = "更新成绩表"
EXPLAIN: Final = "说明编排"
STANDINGS: Final = "成绩表"
_SHOWN: Final = 5
_LEAST_LINES: Final = 3  # of the log for a pairing: the command, its pairs, their reasons


def refresh(book: Book, *, now: dt.datetime) -> Outcome:
    """Bring everything that is only shown up to date: names in the rounds, 成绩表, 循环表, 编排卡, print areas.

    Rule: S6
    """
    desk = sit_down_to_write(book)
    right = put_right(desk, desk.event)
    history = desk.history()
    since = (*changed_since(desk.event, history, first=len(desk.event.rounds)), *gone_apart(desk.event, history))
    problems = once_written((*desk.reading.warnings, *since, *right.problems))
    area = desk.snapshot.names.get(STANDINGS_NAME)
    written = any(isinstance(change, PutBlock) and change.area == area for change in right.changes)
    done = (f"{'成绩表已更新' if written else '成绩表没有更新，别的已更新'}：{_state(desk.event)}。",)
    backup = write(desk, right.changes, label="更新前", status=status_line(now, done, problems))
    return Outcome(REFRESH, done, desk.event, problems, backup=backup)


def check(book: Book) -> Outcome:
    """Tell every problem: of the tables, of the plan, of every round by the rules, and what was changed since.

    Every round is replayed from the results it was made from; what has been corrected since is told apart from that.
    """
    desk = sit_down(book)
    history = desk.history()
    replayed = [_replay(desk.reading, history, round_.number) for round_ in desk.event.rounds]
    # With a heading of 名单 gone there is nobody the plan could be for.
    roster = desk.reading.roster
    plan = checks.plan_problems(desk.event, everybody_known=roster.lists_everybody) if roster.says_who else ()
    lost, crowd, hindering = tuple(lost_rounds(desk)), too_many(desk.event), _hindering(desk)
    unclear = bool(desk.reading.errors) or any(one.gravity is Gravity.ERROR for one in plan)
    problems = (
        *lost,
        *crowd,
        *(hindering.get(problem, problem) for problem in desk.reading.problems),
        *plan,
        *(problem for one in replayed for problem in one.problems),
        *changed_since(desk.event, history),
        *followed_pairs(desk.event, history),
        *moved_bracket(desk.event, history),
        *_unrecorded(desk, history),
        *(() if unclear else _no_sheets(desk)),
        *_tables(desk),
    )
    outcome = Outcome(CHECK, (), desk.event, in_order(desk.reading, problems))
    hindered = unclear or bool(lost or crowd or hindering)
    return replace(outcome, done=(_verdict(outcome, hindered), f"{_state(desk.event)}。", *_judged(replayed)))


def _hindering(desk: Desk) -> dict[Problem, Problem]:
    """Tables that are none any more and have to grow when the next round is paired, so that it is refused.

    By what the reader tells of each, what is to be told instead.
    """
    event, places, following = desk.event, desk.reading.places, len(desk.event.rounds) + 1
    coming = sum(one.attendance.covers(following) and not one.attendance.withdrawn for one in event.players)
    everybody_plays = event.settings.system is System.SWISS or event.settings.system.is_round_robin
    boards = coming // 2 * event.settings.games_per_meeting + coming % 2 if everybody_plays else 0
    grow = ((places.log, len(desk.reading.log) + _LEAST_LINES), (places.rounds.get(following), boards))
    plain = [place for place, rows in grow if place is not None and not place.block.table and _is_short(place, rows)]
    return {no_table(place.block.label): no_table(place.block.label, hinders=True) for place in plain}


def _is_short(place: Place, rows: int) -> bool:
    area = table_area(place.block)
    return area.bottom - area.top < rows


class _Replay(NamedTuple):
    """A round judged: as the rules make it, by hand as the log says, or otherwise."""

    number: int
    verdict: str
    problems: tuple[Problem, ...]


def _replay(reading: Reading, history: History, number: int) -> _Replay:
    found = audit_round(as_made(reading.event, history, number), number)
    problems = of_rounds(reading, number, found.problems)
    made = history.made.get(number)
    if number >= first_unclear(reading):
        return _Replay(number, "改正错误以后才能核对", problems)
    if found.same:
        return _Replay(number, "与规则编排相同", ())
    changed = made is not None and paired_otherwise(made, reading.event.rounds[number - 1])
    if made is None or not (changed or made.by_hand):
        return _Replay(number, _otherwise(reading.event, number, found.by_rules is None), problems)
    # That it differs is what the arbiter wanted, or is told as a change; which rules it breaks is still worth saying.
    broken = tuple(one for one in problems if one.rule or one.gravity is Gravity.ERROR)
    return _Replay(number, "编排以后改过对阵" if changed else "人工编排", broken)


def _otherwise(event: Event, number: int, no_round: bool) -> str:
    """What to call a round that is not the one the rules make, or for which they make none."""
    if not no_round:
        return "与规则编排不同"
    return "超出了计划的轮数，无法核对" if number > planned_rounds(event) else "按规则排不出这一轮，无法核对"


def _unrecorded(desk: Desk, history: History) -> Iterator[Problem]:
    """Tell of rounds of which the log knows nothing, or not the pairs: what is changed there cannot be found out."""
    if desk.reading.places.log is None:
        return
    numbers = [round_.number for round_ in desk.event.rounds]
    unknown = [str(number) for number in numbers if number not in history.made]
    if unknown:
        what = f"里没有第{'、'.join(unknown)}轮的编排（不是用命令编排的，或记录被删了），改动无法核对。"
        yield Problem(LOG_TABLE, what, "下次编排会按现在的对阵补记。", Gravity.WARNING)
    bare = [str(number) for number in numbers if number in history.made and not history.made[number].pairs_print]
    if bare:
        what = f"里没有第{'、'.join(bare)}轮的对阵（“{PAIRS}”的行被删了），对阵有没有改动无法核对。"
        hint = "请从备份文件夹里最近的副本把这些行抄回来；不然下次编排会按现在的对阵补记。"
        yield Problem(LOG_TABLE, what, hint, Gravity.WARNING)


def _no_sheets(desk: Desk) -> Iterator[Problem]:
    """Tell of rounds still to be paired that have no sheet (any more). With errors nobody knows how many there are."""
    places, paired = desk.reading.places.rounds, len(desk.event.rounds)
    last = max((planned_rounds(desk.event), paired, *places))
    missing = [number for number in range(paired + 1, last + 1) if number not in places]
    if missing:
        listed = f"{missing[0]}～{missing[-1]}" if len(missing) > _SHOWN else "、".join(map(str, missing))
        yield Problem("工作簿", f"没有第{listed}轮的表，到时不能编排。", how_to_add(missing[-1]), Gravity.WARNING)


def _judged(replayed: Sequence[_Replay]) -> Iterator[str]:
    """Every round's verdict, rounds with the same one together."""
    for verdict in dict.fromkeys(one.verdict for one in replayed):
        numbers = "、".join(str(one.number) for one in replayed if one.verdict == verdict)
        yield f"第{numbers}轮：{verdict}。"


def explain(book: Book, number: int | None = None) -> Outcome:
    """Say of every pair of a round (the last one) why it stands, from the results it was made from.

    Raises NotAllowed for a round that is not paired.
    """
    desk = sit_down_to_write(book)
    event = desk.event
    wanted = len(event.rounds) if number is None else number
    if not event.rounds:
        raise NotAllowed("还没有编排任何一轮，没有可以说明的对阵。")
    if not 1 <= wanted <= len(event.rounds):
        raise NotAllowed(f"第{wanted}轮还没有编排（现在编排到第{len(event.rounds)}轮）。")
    round_, history = event.rounds[wanted - 1], desk.history()
    changed = followed_pairs(event.upto(wanted), history, first=wanted)
    since = (*changed_since(event, history, first=wanted), *changed)
    made = history.made.get(wanted)
    said = round_sentences(as_made(event, history, wanted), round_, made is not None and made.by_hand)
    return Outcome(EXPLAIN, said, event, since, round_)


def standings(book: Book) -> Outcome:
    """Read the event for its standings; where something in the workbook is not understood, all of it is told."""
    desk = sit_down_to_write(book)
    return Outcome(STANDINGS, (f"{_state(desk.event)}。",), desk.event, desk.reading.warnings)


def _state(event: Event) -> str:
    if not event.rounds:
        return f"{entrants_text(event)}，还没有编排"
    last = event.rounds[-1]
    still_open = f"还有 {len(last.open_boards)} 台没有结果" if last.open_boards else "结果已填齐"
    return f"{entrants_text(event)}，编排到{round_name(last.number)}，本轮{still_open}"


def _verdict(outcome: Outcome, hindered: bool) -> str:
    if not outcome.problems:
        return "没有问题。"
    until = "（改正以后才能编排）" if hindered else ""
    errors = f"{outcome.errors} 处错误{until}" if outcome.errors else ""
    warnings = f"{outcome.warnings} 条提醒" if outcome.warnings else ""
    return f"有 {'、'.join(part for part in (errors, warnings) if part)}。"


def _tables(desk: Desk) -> Iterator[Problem]:
    """What does not fit into the computed sheets, and those that show old values."""
    yield from log_missing(desk)
    if desk.reading.errors:  # what the tables should show is not known
        return
    tables = shown_tables(desk, desk.event)
    yield from tables.problems
    blocks = [change for change in tables.changes if isinstance(change, PutBlock) and change.formula is None]
    old = dict.fromkeys(block.area.sheet for block in blocks if not _shows(desk.snapshot, block))
    if old:
        yield Problem("、".join(old), "不是最新的。", "请用“更新成绩表”（xlpair refresh）。", Gravity.WARNING)


def _shows(snapshot: Snapshot, block: PutBlock) -> bool:
    """Whether the area holds just these values."""
    sheet = snapshot.sheet(block.area.sheet)
    if sheet is None:
        return False
    for down in range(block.area.bottom - block.area.top + 1):
        wanted = block.rows[down] if down < len(block.rows) else ()
        row = sheet.rows[block.area.top + down] if block.area.top + down < len(sheet.rows) else ()
        stands = row[block.area.left : block.area.right + 1]
        if _without_blanks(wanted) != _without_blanks(stands):
            return False
    return True


def _without_blanks(cells: Sequence[CellValue]) -> list[tuple[int, CellValue]]:
    return [(at, cell) for at, cell in enumerate(cells) if cell not in (None, "")]
