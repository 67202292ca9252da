"""Results entered by board, one or many, and what follows from them."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from xlpair.actions.desk import Desk, once_written, put_right, refuse_errors, sit_down, stamp, status_line, write
from xlpair.actions.fingerprint import games_text
from xlpair.actions.gone_apart import gone_apart
from xlpair.actions.history import changed_since
from xlpair.actions.outcome import Outcome
from xlpair.actions.seats import Sittings, check_seats
from xlpair.engine.course import course, winner_by_games
from xlpair.engine.fates import CHAMPION, fates
from xlpair.engine.knockout import deserted, undecided
from xlpair.engine.rounds import first_knockout_round, planned_rounds
from xlpair.errors import BadInput, NotAllowed, Problem
from xlpair.model import Event, Game, Pairing, Result, Round, named
from xlpair.workbook.book import Book
from xlpair.workbook.decider_rows import NOTE_HEADING, decider, goes_against, sends_through, split_decider
from xlpair.workbook.layout import round_name
from xlpair.workbook.log import LogEntry
from xlpair.workbook.reader import Reading
from xlpair.workbook.result_texts import result_hint, result_reader, result_text
from xlpair.workbook.team_reader import disagreements
from xlpair.workbook.texts import NotUnderstood, plain
from xlpair.workbook.writer import put_deciders, put_results

RESULT: Final = "填结果"
CORRECTED: Final = "更正结果"
_SHOWN: Final = 12

# One board of a match, 2分台 1:1, the others as they are; several are parted by semicolons.
_ONE_GAME: Final = re.compile(r"第?([0-9]{1,2})分台[:, ]?(.*)")

Games = tuple[Result | None, ...]


def result(book: Book, number: int, board: int, text: str, *, now: dt.datetime) -> Outcome:
    """Write the result of one board, as one would type it from red's side; empty or ``-`` opens it again."""
    return results(book, number, {board: text}, now=now)


def results(
    book: Book,
    number: int,
    texts: Mapping[int, str],
    *,
    now: dt.datetime,
    sittings: Sittings = MappingProxyType({}),
) -> Outcome:
    """Write the results of several boards of a round, all or none; several games of a meeting parted by blanks.

    In a knock-out who goes on from a level meeting may stand behind them, ``1:1 晋级 7``, or alone.
    ``sittings`` say who sat at a board where the results come from elsewhere
    (:func:`~xlpair.actions.seats.check_seats`).
    Raises BadInput where a board is not there, somebody else sits there, or a result is not understood, NotAllowed for
    a round not paired yet.
    """
    desk = sit_down(book)
    round_ = _round(desk, number)
    if any(board not in {pairing.board for pairing in round_.pairings} for board in texts):
        refuse_errors(desk)  # a board is missing perhaps because its row is not understood
    check_seats(desk.event, round_, sittings)
    typed = _read(desk.event, round_, texts)
    read = {board: one.games for board, one in typed.items()}
    refuse_errors(desk, _overwritten(desk.reading, number, read))
    changed = _changed(desk.event, round_, typed)
    after = _with_round(desk.event, changed)
    state = (_state(changed), *_undecided(after, changed), *_champion(after))
    done = (*_said(after, round_, changed, read), *state)
    right = put_right(desk, after)
    history = desk.history()
    since = (*changed_since(after, history, first=len(after.rounds)), *gone_apart(after, history))
    problems = once_written((*_still_wrong(desk, after, number, read), *since, *right.problems))
    cells = {(board, game): one for board, games in read.items() for game, one in enumerate(games)}
    through = _deciders(round_, changed)
    changes = (
        *right.changes,
        *put_results(desk.reading, number, cells),
        *(put_deciders(desk.reading, number, through) if through else ()),
    )
    entries = _corrections(round_, changed, now)
    backup = write(
        desk,
        changes,
        label=f"填{round_name(number)}结果前",
        status=status_line(now, state if len(read) > 1 else done, problems),
        entries=entries,
    )
    return Outcome(RESULT, done, after, problems, changed, backup=backup)


def _round(desk: Desk, number: int) -> Round:
    event = desk.event
    if not 1 <= number <= len(event.rounds):
        refuse_errors(desk)
        paired = f"现在编排到第{len(event.rounds)}轮" if event.rounds else "现在一轮也没有编排"
        raise NotAllowed(f"第{number}轮还没有编排，不能填结果（{paired}）。")
    return event.rounds[number - 1]


@dataclass(frozen=True, slots=True)
class _Typed:
    """What was typed for a board: its results, and who goes on by word, None where nothing is said of that."""

    games: Games
    through: int | None = None


def _read(event: Event, round_: Round, texts: Mapping[int, str]) -> dict[int, _Typed]:
    """The typed results by board; everything that is wrong with them is told at once."""
    boards = {pairing.board: pairing for pairing in round_.pairings}
    read: dict[int, _Typed] = {}
    problems: list[Problem] = []
    for board, text in texts.items():
        where = f"{round_name(round_.number)}第{board}台"
        if board not in boards:
            problems.append(Problem(where, "没有这一台。", _boards_hint(round_)))
            continue
        try:
            read[board] = _typed(event, boards[board], text)
        except NotUnderstood as unclear:
            problems.append(Problem(where, unclear.what, unclear.hint))
    if not texts:
        problems.append(Problem(round_name(round_.number), "没有给出任何结果。", "请写台次和结果。"))
    if problems:
        raise BadInput(tuple(problems))
    return read


def _boards_hint(round_: Round) -> str:
    boards = [pairing.board for pairing in round_.pairings]
    resting = "；轮空、请假没有台次，不用填结果" if round_.byes else ""
    return f"本轮有 {len(boards)} 台：{min(boards)} 到 {max(boards)}{resting}。" if boards else "本轮没有对局。"


def _typed(event: Event, pairing: Pairing, text: str) -> _Typed:
    """One board's text. A word for who goes on leaves results that stand already as they are, where it stands alone.

    Rule: K4
    """
    results, word = split_decider(text) if sends_through(event.settings) else (text, "")
    through = decider(word, pairing, event.by_number()) if word else None
    standing = tuple(game.result for game in pairing.games)
    typed = _Typed(standing if word and plain(results) in ("", "-") else _games(event, pairing, results), through)
    against = goes_against(_with_typed(event, pairing, typed), event.settings)
    if against is not None:
        raise NotUnderstood(*against)
    return typed


def _games(event: Event, pairing: Pairing, text: str) -> Games:
    read = result_reader(event.settings.scoring)
    count = len(pairing.games)
    if count == 1:
        return (read(text),)
    boards = [_ONE_GAME.fullmatch(piece.strip()) for piece in plain(text).split(";")]
    if all(boards):
        return _named_games(event, pairing, [(int(one.group(1)), one.group(2)) for one in boards if one is not None])
    pieces = [] if plain(text) == "-" else plain(text).replace(",", " ").replace(";", " ").split()
    if len(pieces) not in (0, count):
        of_teams = event.settings.team_matches
        what = f"{'这一场' if of_teams else '每轮'} {count} {'台' if of_teams else '局'}，给出了 {len(pieces)} 个结果。"
        single_hint = "只填其中一台，写成 2分台 1:1 的样子。" if of_teams else ""
        hint = f"请给 {count} 个，用空格隔开，每{'台' if of_teams else '局'}都是红方在前。{single_hint}"
        raise NotUnderstood(what, f"{hint}{result_hint(event.settings.scoring)}")
    return tuple(map(read, pieces)) or (None,) * count


def _named_games(event: Event, pairing: Pairing, typed: Sequence[tuple[int, str]]) -> Games:
    """The results of a meeting with some of them changed, games counted from 1."""
    results = [one.result for one in pairing.games]
    for game, text in typed:
        if not 1 <= game <= len(pairing.games):
            raise NotUnderstood(f"没有第 {game} 分台。", f"这一场有 {len(pairing.games)} 台。")
        results[game - 1] = result_reader(event.settings.scoring)(text)
    return tuple(results)


def _overwritten(reading: Reading, number: int, read: Mapping[int, Games]) -> Iterator[str]:
    """The names of the cells that are going to be written, or judged anew: a 备注 that says who goes on."""
    place = reading.places.rounds[number]
    worded = {one.board for one in reading.event.rounds[number - 1].pairings if one.through is not None}
    for board in read:
        for row in place.rows.get(board, ()):
            yield place.where(row, "结果")
            if board in worded:
                yield place.where(row, NOTE_HEADING)


def _still_wrong(desk: Desk, after: Event, number: int, read: Mapping[int, Games]) -> tuple[Problem, ...]:
    """What was wrong and is not written over, and what line-ups say against the results that are written now."""
    mended = frozenset(_overwritten(desk.reading, number, read))
    before = (problem for problem in desk.reading.problems if problem.where not in mended)
    against = disagreements(after, desk.reading.places.rounds) if after.settings.team_matches else ()
    return (*before, *(problem for problem in against if problem.where in mended))


def _changed(event: Event, round_: Round, typed: Mapping[int, _Typed]) -> Round:
    """The round with what was typed."""
    pairings = (
        _with_typed(event, pairing, typed[pairing.board]) if pairing.board in typed else pairing
        for pairing in round_.pairings
    )
    return replace(round_, pairings=tuple(pairings))


def _with_typed(event: Event, pairing: Pairing, typed: _Typed) -> Pairing:
    """A board with what was typed; a word for who goes on that the results no longer need, or gainsay, goes."""
    both = zip(pairing.games, typed.games, strict=False)
    played = replace(pairing, games=tuple(replace(game, result=one) for game, one in both), through=None)
    winner = winner_by_games(played, event.settings)
    level = not played.open and winner is None
    stays = pairing.through if level or (played.games == pairing.games and winner in (None, pairing.through)) else None
    return replace(played, through=stays if typed.through is None else typed.through)


def _deciders(old: Round, changed: Round) -> dict[int, int | None]:
    """By board the words for who goes on that are others now."""
    both = zip(old.pairings, changed.pairings, strict=True)
    return {now.board: now.through for was, now in both if was.through != now.through}


def _with_round(event: Event, changed: Round) -> Event:
    before, after = event.rounds[: changed.number - 1], event.rounds[changed.number :]
    return replace(event, rounds=(*before, changed, *after))


def _said(event: Event, old: Round, changed: Round, read: Mapping[int, Games]) -> Iterator[str]:
    """One sentence for every board; of many boards only how many."""
    if len(read) > _SHOWN:
        yield f"{round_name(changed.number)}填了 {len(read)} 台的结果。"
        return
    known = event.by_number()
    scoring = event.settings.scoring
    for was, pairing in zip(old.pairings, changed.pairings, strict=True):
        if pairing.board not in read:
            continue
        red, black = (named(known[number]) for number in (pairing.red, pairing.black))
        shown = " ".join("未赛" if game.result is None else result_text(game.result, scoring) for game in pairing.games)
        instead = f"（原来是 {games_text(was)}）" if _overwrites(was.games, pairing.games) else ""
        through = "" if pairing.through is None else f"，{pairing.through}号晋级"
        yield f"{round_name(changed.number)}第{pairing.board}台 {red} {shown} {black}{through}{instead}。"


def _overwrites(old: tuple[Game, ...], new: tuple[Game, ...]) -> bool:
    return any(was.result is not None and was.result is not now.result for was, now in zip(old, new, strict=True))


def _state(round_: Round) -> str:
    still_open = round_.open_boards
    if not still_open:
        return f"{round_name(round_.number)}的结果已经填齐。"
    more = f" 等 {len(still_open)} 台" if len(still_open) > _SHOWN else " 台"
    return f"{round_name(round_.number)}还没有结果的：第 {'、'.join(map(str, still_open[:_SHOWN]))}{more}。"


def _undecided(event: Event, round_: Round) -> Iterator[str]:
    """Say which meetings of the round are level, or found nobody there, so that somebody has to be sent on.

    Rule: K4
    """
    level = [board for number, board in undecided(event, first_knockout_round(event)) if number == round_.number]
    empty = deserted(event)
    reds = {pairing.board: pairing.red for pairing in round_.pairings}
    for which, said, typed in ((False, "打平", "1:1 "), (True, "双方都没有到", "")):
        boards = [board for board in level if ((round_.number, board) in empty) is which]
        if boards:
            example = f"例如填 {typed}晋级 {reds[boards[0]]}"
            yield f"第 {'、'.join(map(str, boards))} 台{said}，还没有写谁晋级（{example}）。"


def _champion(event: Event) -> Iterator[str]:
    """Say who has won a knock-out that is over.

    Rule: K1, K3
    """
    if event.settings.system.is_knockout and len(event.rounds) == planned_rounds(event):
        known = event.by_number()
        for number, fate in fates(course(event)).items():
            if fate == CHAMPION:
                yield (
                    f"{CHAMPION}是 {number}号 {known[number].name}。"
                    if number in known
                    else f"{CHAMPION}是 {number}号。"
                )


def _corrections(old: Round, changed: Round, now: dt.datetime) -> Iterator[LogEntry]:
    """A line of the log for results that stood and are another now; first results need none."""
    lines = [
        f"第{was.board}台 {was.red}-{was.black} 由 {games_text(was)} 改为 {games_text(pairing)}"
        for was, pairing in zip(old.pairings, changed.pairings, strict=True)
        if _overwrites(was.games, pairing.games)
    ]
    if lines:
        signed = stamp(now)
        yield LogEntry(signed.time, CORRECTED, old.number, version=signed.version, note="\n".join(lines))
