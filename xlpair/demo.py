"""A real event replayed through a real workbook: every pairing the rules make, beside what was played in 2009."""

from __future__ import annotations

import datetime as dt
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from xlpair import actions
from xlpair.demo_event import DATE, FIRST_PLACES, NAME, PLACE, PLAYERS, POINTS, ROUNDS, games
from xlpair.engine.standings import standings
from xlpair.errors import WrongUse, XlpairError
from xlpair.model import Event, Round
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.reader import read_event
from xlpair.workbook.saving import check_new, create_file

_ITEMS = {
    "赛事名称": NAME,
    "日期": DATE,
    "地点": PLACE,
    "赛制": "积分编排",
    "轮数": str(len(ROUNDS)),
    "最后三轮": "否",
}
_NUMBERS = {name: number for number, name in enumerate(PLAYERS, start=1)}


@dataclass(frozen=True, slots=True)
class Step:
    """A round paired and its results entered. ``differences`` are the pairs that were played otherwise."""

    event: Event
    round: Round
    drawn: bool
    differences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finish:
    """The end: what differs from the published points and first places, and from the rules when checked."""

    event: Event
    differences: tuple[str, ...]


def replay(path: Path, now: dt.datetime) -> Iterator[Step | Finish]:
    """Play the event through a workbook on disk and leave it at ``path``; an older demo there is replaced.

    Round 1 is taken as drawn, the others are paired by the rules. Raises WrongUse where ``path`` is something else.
    """
    _check_place(path)
    with tempfile.TemporaryDirectory(prefix="xlpair-demo-") as folder:
        book = Path(folder) / "demo.xlsx"
        roster = Path(folder) / "名单.csv"
        lines = ("编号,姓名", *(f"{number},{name}" for name, number in _NUMBERS.items()))
        roster.write_text("\n".join(lines), encoding="utf-8")
        actions.new(book, roster=roster, items=_ITEMS, now=now, draw_seed=lambda: 2009)
        for number in range(1, len(ROUNDS) + 1):
            yield _round(book, number, now)
        yield _finish(book)
        path.unlink(missing_ok=True)
        create_file(path, book.read_bytes())


def _check_place(path: Path) -> None:
    if path.suffix.lower() != ".xlsx":
        raise WrongUse(f"「{path.name}」的扩展名不行，请用 .xlsx。")
    if not os.path.lexists(path):
        check_new(path)
        return
    try:
        ours = read_event(ClosedBook(path).snapshot()).event.settings.name == NAME
    except XlpairError:
        ours = False
    if not ours:
        raise WrongUse(f"「{path.name}」已经存在，不是演示文件，没有改动它。请用 --out 换一个文件名。")


def _round(path: Path, number: int, now: dt.datetime) -> Step:
    played = {(_NUMBERS[red], _NUMBERS[black]): result for red, result, black in games(number)}
    drawn = ",".join(f"{red}-{black}" for red, black in played) if number == 1 else None
    with ClosedBook.open(path, clock=lambda: now) as book:
        made = actions.pair(book, now=now, draw_seed=lambda: 2009, manual=drawn).round
        assert made is not None
        pairs = {(pairing.red, pairing.black): pairing.board for pairing in made.pairings}
        differences = tuple(
            f"第{number}轮：编排出 {PLAYERS[red - 1]}-{PLAYERS[black - 1]}，当年没有这一对。"
            for red, black in pairs
            if (red, black) not in played
        )
        # A pair that was not played has no result: the event then goes on with a draw, and the demo has failed.
        texts = {board: played.get(pair, "1:1") for pair, board in pairs.items()}
        outcome = actions.results(book, number, texts, now=now)
    assert outcome.round is not None
    return Step(outcome.event, outcome.round, drawn is not None, differences)


def _finish(path: Path) -> Finish:
    book = ClosedBook(path)
    checked = actions.check(book)
    rows = standings(checked.event).rows
    differences = [str(problem) for problem in checked.problems]
    for row in rows:
        if row.score != POINTS[row.player.name]:
            differences.append(f"{row.player.name} 得 {row.score} 分，当年公布 {POINTS[row.player.name]} 分。")
    places = [row.player.name for row in rows if row.place <= len(FIRST_PLACES)]
    if places != list(FIRST_PLACES):
        differences.append(f"前三名是 {'、'.join(places)}，当年是 {'、'.join(FIRST_PLACES)}。")
    return Finish(checked.event, tuple(differences))
