"""撤销本轮: the last round's sheet emptied and hidden again, and what its pairing had given taken back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace

from xlpair.actions.desk import (
    Desk,
    filled_rounds,
    lost_rounds,
    once_written,
    put_right,
    sit_down,
    stamp,
    status_line,
    write,
)
from xlpair.actions.drawing import place_text
from xlpair.actions.history import Made, as_made, rounds_made
from xlpair.actions.log_lines import UNDO
from xlpair.actions.numbering import SEED_ITEM
from xlpair.actions.outcome import Outcome, ResultsWouldBeLost
from xlpair.engine.numbers import NO_NUMBER
from xlpair.engine.pairing import next_round
from xlpair.errors import BadInput, NotAllowed, Problem, XlpairError
from xlpair.model import Event, Player
from xlpair.workbook.book import Activate, Book, Change
from xlpair.workbook.cells_out import put_cells
from xlpair.workbook.layout import DRAW_HEADINGS, round_name
from xlpair.workbook.log import LogEntry
from xlpair.workbook.texts import whole
from xlpair.workbook.writer import clear_round, grow_tables


def undo(book: Book, *, now: dt.datetime, lose_results: bool = False) -> Outcome:
    """Empty and hide the last round; numbers and a seed that came with it go too.

    What is wrong in the workbook does not stop it: to undo is often the mend. Results typed in the round are given up
    only when ``lose_results`` says so, else ResultsWouldBeLost; they stay in the copy made before.
    """
    desk = sit_down(book)
    number = _last(desk)
    last = desk.event.rounds[number - 1] if number <= len(desk.event.rounds) else None
    results = _results(desk, number)
    if results and not lose_results:
        raise ResultsWouldBeLost(number, results)
    made = desk.history().made.get(number)
    after = _event_before(desk, number, made)
    changes = [*clear_round(desk.reading, number), *_taken_back(desk, made)]
    if number == 1 and desk.reading.places.settings is not None:
        changes.append(Activate(desk.reading.places.settings.block.sheet))
    done = [f"{round_name(number)}已撤销：对阵清空，工作表隐藏。"]
    done += [f"清掉的 {results} 个结果留在备份里。"] if results else []
    given = sum(_was_given(player, made) for player in desk.reading.roster.entrants)
    done += [f"当时给的 {given} 个编号也收回了。"] if given else []
    done += (
        ["当时抽的组和签位也收回了。"] if any(_was_placed(one, made) for one in desk.reading.roster.entrants) else []
    )
    changes += _rest(desk, after, number)
    entry = LogEntry(stamp(now).time, UNDO, number, version=stamp(now).version, note="".join(done))
    backup = write(desk, changes, label=f"撤销{round_name(number)}前", status=status_line(now, done), entries=(entry,))
    return Outcome(UNDO, tuple(done), after, once_written(_elsewhere(desk, number)), last, backup=backup)


def _last(desk: Desk) -> int:
    """The last round in whose table anybody stands, or stood according to the log."""
    places = desk.reading.places.rounds
    last = max([*filled_rounds(desk), *rounds_made(desk.reading.log), len(desk.event.rounds)], default=0)
    if last and last not in places:
        raise BadInput(tuple(lost_rounds(desk)))
    if last == 0:
        raise NotAllowed("还没有编排任何一轮，没有可以撤销的。")
    return last


def _results(desk: Desk, number: int) -> int:
    """How many result cells of the round hold anything, understood or not, that did not come with the pairing."""
    place = desk.reading.places.rounds[number]
    forfeited = _forfeited_beforehand(desk, number)
    rows = ((board, game, row) for board, rows in place.rows.items() for game, row in enumerate(rows))
    typed = (row for board, game, row in rows if (board, game) not in forfeited)
    return sum(str(place.cell(row, "结果") or "").strip() not in ("", "-") for row in typed)


def _forfeited_beforehand(desk: Desk, number: int) -> frozenset[tuple[int, int]]:
    """The games (board, and game from 0) whose result is the one the rules wrote with the pair.

    Somebody has left, or a team has nobody for a board.
    Rule: R8, T2
    """
    event = desk.event
    if number > len(event.rounds):
        return frozenset()
    try:
        by_rules = next_round(as_made(event, desk.history(), number).upto(number - 1))
    except XlpairError:
        return frozenset()
    made = {(one.red, one.black): one.games for one in by_rules.pairings}
    return frozenset(
        (one.board, at)
        for one in event.rounds[number - 1].pairings
        for at, (game, given) in enumerate(zip(one.games, made.get((one.red, one.black), ()), strict=False))
        if given.result is not None and game == given
    )


def _was_given(player: Player, made: Made | None) -> bool:
    """Whether the player's number came with the round and still is his."""
    return made is not None and made.numbers.get(player.number) == player.name


def _was_placed(player: Player, made: Made | None) -> bool:
    """Whether the player's group, or his place in the bracket, came with the round and still is his."""
    return made is not None and made.placed.get(player.number) == place_text(player)


def _event_before(desk: Desk, number: int, made: Made | None) -> Event:
    """The event without the round; who loses his number is numbered behind all others, as when it is read again."""
    before = desk.event.upto(number - 1)
    entrants = [
        replace(player, group="", slot=None) if _was_placed(player, made) else player
        for player in desk.reading.roster.entrants
    ]
    without = [player for player in entrants if player.number == NO_NUMBER or _was_given(player, made)]
    kept = [player for player in entrants if player not in without]
    standing = [one for round_ in before.rounds for one in round_.numbers()]
    following = max([0, *standing, *(player.number for player in kept)]) + 1
    given = [replace(player, number=one) for one, player in enumerate(without, start=following)]
    return replace(before, players=(*kept, *given))


def _taken_back(desk: Desk, made: Made | None) -> Iterator[Change]:
    """Empty the numbers, places and the seed that came with the round, as far as they stand as they were given."""
    roster, settings = desk.reading.places.roster, desk.reading.places.settings
    if made is None:
        return
    if roster is not None:
        given = [player.number for player in desk.reading.roster.entrants if _was_given(player, made)]
        yield from put_cells(roster, "编号", {roster.rows[number][0]: None for number in given})
        placed = [player.number for player in desk.reading.roster.entrants if _was_placed(player, made)]
        for heading in DRAW_HEADINGS:
            yield from put_cells(roster, heading, {roster.rows[number][0]: None for number in placed})
    row = settings.items.get(SEED_ITEM) if settings is not None and made.seed is not None else None
    if settings is not None and row is not None and whole(settings.cell(row, "内容")) == made.seed:
        yield from put_cells(settings, "内容", {row: None})


def _rest(desk: Desk, after: Event, number: int) -> tuple[Change, ...]:
    """The other tables follow, unless something is wrong with them."""
    if any(problem.where.partition("!")[0] != _sheet(desk, number) for problem in desk.reading.errors):
        return grow_tables(desk.reading)
    return put_right(desk, after).changes


def _sheet(desk: Desk, number: int) -> str:
    return desk.reading.places.rounds[number].block.sheet


def _elsewhere(desk: Desk, number: int) -> tuple[Problem, ...]:
    """What is still wrong once the round is gone."""
    sheet = _sheet(desk, number)
    return tuple(problem for problem in desk.reading.problems if problem.where.partition("!")[0] != sheet)
