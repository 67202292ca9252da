"""编排下一轮: numbers, the pairs, the round's sheet, the log."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from xlpair.actions.desk import Desk, once_written, put_right, sit_down_to_write, stamp, status_line, too_many, write
from xlpair.actions.fingerprint import games_text
from xlpair.actions.gone_apart import moved_bracket, refuse_needless_games
from xlpair.actions.history import (
    History,
    Making,
    as_made,
    changed_pairs_entries,
    changed_since,
    pairing_entries,
)
from xlpair.actions.log_lines import PAIR, PAIR_BY_HAND
from xlpair.actions.manual import manual_round
from xlpair.actions.numbering import Numbered, SeedSource, number_changes, number_places, numbered
from xlpair.actions.outcome import Outcome
from xlpair.engine.audit import audit_round
from xlpair.engine.checks import NEWCOMERS, foretold, plan_problems
from xlpair.engine.elimination import departures
from xlpair.engine.fixtures import has_left
from xlpair.engine.group_finals import lots_between, stepped_in
from xlpair.engine.groups import group_rounds
from xlpair.engine.pairing import next_round
from xlpair.engine.presence import stopped
from xlpair.engine.records import Record, records
from xlpair.engine.rounds import check_open, first_knockout_round, planned_rounds
from xlpair.errors import Gravity, NotAllowed, Overtaken, Problem
from xlpair.explain import round_sentences
from xlpair.model import ByeKind, Event, Round, named
from xlpair.settings import System
from xlpair.workbook.book import Book
from xlpair.workbook.decider_rows import through_text
from xlpair.workbook.layout import round_name
from xlpair.workbook.writer import put_round

_SHOWN: Final = 8


def pair(book: Book, *, now: dt.datetime, draw_seed: SeedSource, manual: str | None = None) -> Outcome:
    """Pair the round after the last one and put it into its sheet, or refuse and leave everything as it is.

    ``manual`` holds pairs to take as they are (:func:`~xlpair.actions.manual.manual_round`).
    Raises BadInput for what is not understood in the workbook, OpenBoards, NoPairing, NotAllowed.
    Rule: R6, F1, W1
    """
    desk = sit_down_to_write(book)
    _refuse_crowd(desk.event)
    history = desk.history()
    refuse_needless_games(desk.event, history)
    check_open(desk.event)
    plan = _plan_warnings(desk.event)
    found = numbered(desk.reading, draw_seed)
    made, broken = _made(found.event, manual, history)
    before = records(found.event)
    told = (
        *_still_wrong(desk),
        *plan,
        *_earlier_rounds(desk.event, history),
        *_stopped_now(found.event, before),
        *_gave_way(found.event, made),
        *_lots_for_the_final(found.event, made),
        *broken,
    )
    done = (
        *found.sentences,
        *_gone_out(found.event, made),
        *_stepped_in(found.event, made),
        *_not_played(found.event, made),
        *_newcomers(found.event, made, before),
        _said(found.event, made, manual is not None),
    )
    command = PAIR_BY_HAND if manual is not None else PAIR
    note = "\n".join((done[-1], *map(str, (*_gave_way(found.event, made), *broken))))
    outcome = Outcome(command, done, found.event.with_round(made), told, made, found.seed)
    return _written(desk, history, found, before, note, outcome, now)


def _written(
    desk: Desk,
    history: History,
    found: Numbered,
    before: Mapping[int, Record],
    note: str,
    outcome: Outcome,
    now: dt.datetime,
) -> Outcome:
    """Put the new round of the outcome into the workbook."""
    made, after = outcome.round, outcome.event
    assert made is not None
    with_numbers = replace(desk, reading=replace(desk.reading, event=found.event))
    right = put_right(with_numbers, after)
    scores = {number: record.score for number, record in before.items()}
    changes = (
        *right.changes,
        *number_changes(desk.reading, found),
        *put_round(with_numbers.reading, made, scores),
    )
    reasons = round_sentences(after, made, outcome.command == PAIR_BY_HAND)
    making = Making(found.event, outcome.command, note, reasons, found.given, found.placed, found.drew_seed)
    signed = stamp(now, found.seed)
    entries = (*changed_pairs_entries(signed, desk.event, history), *pairing_entries(signed, made, making, history))
    problems = once_written((*outcome.problems, *right.problems))
    status = status_line(now, outcome.done, problems)
    backup = write(desk, changes, label=f"编排{round_name(made.number)}前", status=status, entries=entries)
    return replace(outcome, problems=problems, backup=backup)


def _refuse_crowd(event: Event) -> None:
    """Refuse at once what no workbook holds."""
    crowd = too_many(event)
    if crowd:
        raise NotAllowed("；".join(map(str, crowd)), crowd)


def _still_wrong(desk: Desk) -> tuple[Problem, ...]:
    """The workbook's warnings without those about missing numbers: they are given now."""
    settled = number_places(desk.reading)
    return tuple(problem for problem in desk.reading.warnings if problem.where not in settled)


def _plan_warnings(event: Event) -> tuple[Problem, ...]:
    """What is wrong with the plan: before round 1 it stops the pairing, later it is only told.

    Rule: W12
    """
    found = tuple(problem for problem in plan_problems(event, dead_ends=False) if problem.rule != NEWCOMERS)
    errors = tuple(problem for problem in found if problem.gravity is Gravity.ERROR)
    if errors and not event.rounds:
        raise NotAllowed("；".join(map(str, errors)), errors)
    return tuple(replace(problem, gravity=Gravity.WARNING) for problem in found)


def _made(event: Event, manual: str | None, history: History) -> tuple[Round, tuple[Problem, ...]]:
    """The round, and the rules it breaks."""
    if manual is None:
        moved = tuple(moved_bracket(event, history))
        if moved:
            raise Overtaken(moved)
        made = next_round(event)
        # By the rules none is run into, but by who is to be present there may be.
        return made, tuple(foretold(event.with_round(made)))
    planned = planned_rounds(event)
    if len(event.rounds) >= planned:
        raise NotAllowed(f"{planned} 轮已经全部编排，没有下一轮。要加赛请先改赛事表的“轮数”。")
    by_hand = manual_round(event, manual)
    return by_hand.round, (*by_hand.warnings, *foretold(event.with_round(by_hand.round)))


def _said(event: Event, made: Round, by_hand: bool) -> str:
    """The round in one sentence."""
    known = event.by_number()
    rests = [f"{named(known[bye.player])} {bye.kind.value}" for bye in made.byes if bye.player in known]
    resting = f"，{'、'.join(rests)}" if rests else ""
    how = "已按指定的对阵编排" if by_hand else "已编排"
    return f"{round_name(made.number)}{how}：{len(made.pairings)} 台{resting}。"


def _newcomers(event: Event, made: Round, before: Mapping[int, Record]) -> Iterator[str]:
    """Say who joins under way and what he starts with.

    Rule: B3
    """
    here = made.numbers() if made.number > 1 else ()
    new = [player for player in event.players if player.number in here and not before[player.number].appeared]
    if new:
        more = f" 等 {len(new)} {event.settings.unit}" if len(new) > _SHOWN else ""
        listed = "、".join(named(player) for player in new[:_SHOWN])
        yield f"{listed}{more} 从本轮起参赛，以前各轮按“未到”计分。"


def _earlier_rounds(event: Event, history: History) -> Iterator[Problem]:
    """What was changed by hand since the last round was made, and which rules that breaks."""
    if not event.rounds:
        return
    last = event.rounds[-1]
    yield from changed_since(event, history, first=last.number)
    made = history.made.get(last.number)
    if made is not None and made.by_hand:
        return
    for problem in audit_round(as_made(event, history, last.number), last.number).problems:
        if problem.rule or problem.gravity is Gravity.ERROR:
            yield replace(problem, gravity=Gravity.WARNING)


def _stopped_now(event: Event, before: Mapping[int, Record]) -> Iterator[Problem]:
    """Tell who is no longer paired from this round on because he stayed away.

    Rule: B6
    """
    swiss = event.settings.system is System.SWISS
    last = event.rounds[-1].numbers() if event.rounds and swiss else frozenset()
    is_cut = any(one.after == len(event.rounds) for one in departures(event))
    but = "，再看他按成绩是不是淘汰" if is_cut else ""
    for player in event.players:
        row = before[player.number].forfeit_row
        if player.number in last and stopped(event, row) and not player.attendance.withdrawn:
            what = f"{named(player)} 连续弃权 {row} 次，不再编排。"
            hint = f"他还要参赛的话，请把赛事表的“连弃停排”改大{but}。"
            yield Problem("名单", what, hint, Gravity.WARNING, "B6")


def _gone_out(event: Event, made: Round) -> Iterator[str]:
    """Say who has gone out by the cut just before the round.

    Rule: E1
    """
    known, unit = event.by_number(), event.settings.unit
    for one in departures(event):
        if one.after == made.number - 1 and one.out:
            numbers = sorted(one.out)
            listed = "、".join(named(known[number]) for number in numbers[:_SHOWN])
            more = f" 等 {len(numbers)} {unit}" if len(numbers) > _SHOWN else ""
            yield f"第{one.after}轮后淘汰 {listed}{more}，还有 {len(made.numbers())} {unit}。"


def _stepped_in(event: Event, made: Round) -> Iterator[str]:
    """Say, when the final of groups begins, who goes on in place of whom.

    Rule: R7, R8
    """
    if not _begins_final(event, made):
        return
    known = event.by_number()
    for one in stepped_in(event):
        left, instead = ("、".join(named(known[number]) for number in numbers) for numbers in (one.left, one.instead))
        yield f"{one.group} {left} 已退赛，{f'由 {instead} 递补' if instead else '没有人递补'}。"


def _not_played(event: Event, made: Round) -> Iterator[str]:
    """Say which meetings of a bracket are decided without a game, because somebody has left.

    Rule: K1, R8
    """
    if made.number < first_knockout_round(event):
        return
    known = event.by_number()
    for pairing in made.pairings:
        left = [one for one in (pairing.red, pairing.black) if has_left(known[one], made.number)]
        if left and not pairing.open:
            listed = "、".join(named(known[number]) for number in left)
            through = "" if pairing.through is None else f" {through_text(pairing.through)}"
            yield f"第{pairing.board}台 {listed} 已退赛，结果已填 {games_text(pairing)}{through}，不用下。"


def _begins_final(event: Event, made: Round) -> bool:
    return event.settings.system is System.GROUPS and made.number == group_rounds(event) + 1


def _lots_for_the_final(event: Event, made: Round) -> Iterator[Problem]:
    """Tell, when the final of groups begins, which places in the groups the lot has parted.

    Rule: R7
    """
    if _begins_final(event, made):
        yield from lots_between(event)


def _gave_way(event: Event, made: Round) -> Iterator[Problem]:
    """Tell which wishes and customs could not be kept.

    Rule: B1, W9.2, F3, R8
    """
    system = event.settings.system
    for pairing in made.pairings:
        why = pairing.reason.let_through if pairing.reason is not None else None
        if why is not None:
            where = f"{round_name(made.number)}第{pairing.board}台"
            what = f"{pairing.red}号与{pairing.black}号{why.value}，没有办法回避。"
            yield Problem(where, what, "", Gravity.WARNING, "W9.2")
    rule = "B1" if system is System.SWISS else "R8" if system.is_round_robin else ""
    for bye in made.byes if rule else ():
        if bye.kind is ByeKind.BYE and bye.note:
            what = f"{bye.player}号轮空（{bye.note}）。"
            yield Problem(round_name(made.number), what, "", Gravity.WARNING, rule)
