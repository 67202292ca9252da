"""What each command does: its words read, the book opened, the action called, the outcome shown."""

from __future__ import annotations

import datetime as dt
import secrets
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from xlpair import actions
from xlpair.actions import Outcome, ResultsWouldBeLost
from xlpair.cli.lines import Line, done_line, show_lines
from xlpair.cli.show import outcome_value, show_done, show_json, show_problems
from xlpair.errors import WrongUse
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.texts import whole

_SEEDS: Final = 1_000_000_000
HAS_ERRORS: Final = 1


def now() -> dt.datetime:
    return dt.datetime.now()


def draw_seed() -> int:
    return secrets.randbelow(_SEEDS - 1) + 1


def whole_number(text: str, name: str, least: int = 1) -> int:
    """A whole number among the words of a command; ``第3轮`` is 3."""
    number = whole(text.strip().removeprefix("第").rstrip("轮台人名局号"))
    if number is None or number < least:
        raise WrongUse(f"“{name}”要写 {least} 以上的整数，现在写的是“{text}”。")
    return number


def _show(outcome: Outcome, as_json: bool) -> None:
    if as_json:
        show_json(outcome_value(outcome))
    else:
        show_done(outcome)


def new(file: str, roster: str, named: Mapping[str, str], settings: Sequence[str], as_json: bool) -> None:
    """新建比赛. ``named`` are lines of 赛事 that have options of their own, ``settings`` others as 项目=内容."""
    from xlpair.excel.computer import functions_work

    items = _items(named, settings)
    source = Path(roster) if roster else None
    works = functions_work(sys.platform)
    outcome = actions.new(Path(file), roster=source, items=items, now=now(), draw_seed=draw_seed, functions_work=works)
    _show(outcome, as_json)


def _items(named: Mapping[str, str], settings: Sequence[str]) -> dict[str, str]:
    """Lines of 赛事, 项目 to 内容: those with options of their own, and others as 项目=内容."""
    items = {item: text for item, text in named.items() if text.strip()}
    for setting in settings:
        item, sign, text = setting.replace("＝", "=", 1).partition("=")
        if not sign or not item.strip():
            raise WrongUse(f"--set 后面要写 项目=内容，例如 --set 赛事名称=春季赛，现在写的是“{setting}”。")
        items[item.strip()] = text.strip()
    return items


def import_roster(file: str, roster: str, as_json: bool) -> None:
    with ClosedBook.open(file) as book:
        outcome = actions.import_roster(book, Path(roster), now=now())
    _show(outcome, as_json)


def pair(file: str, pairs: str, as_json: bool) -> None:
    with ClosedBook.open(file) as book:
        outcome = actions.pair(book, now=now(), draw_seed=draw_seed, manual=pairs or None)
    if not as_json and outcome.round is not None and sys.stdout.isatty():
        from xlpair.cli.screen import console, print_round

        print_round(console(), outcome.event, outcome.round)
    _show(outcome, as_json)


def result(file: str, number: str, board: str, text: str, as_json: bool) -> None:
    """填结果. In a team event a board may be named within its match: 2-3 is the third board of match 2."""
    match, joint, within = board.replace("－", "-").replace(".", "-").partition("-")
    round_number, place = whole_number(number, "轮次"), whole_number(match, "台次")
    if joint:
        text = f"{whole_number(within, '分台')}分台 {text}"
    with ClosedBook.open(file) as book:
        outcome = actions.result(book, round_number, place, text, now=now())
    _show(outcome, as_json)


def results(file: str, number: str, source: str, as_json: bool) -> None:
    from xlpair.cli.results_file import read_results

    round_number, found = whole_number(number, "轮次"), read_results(Path(source))
    with ClosedBook.open(file) as book:
        outcome = actions.results(book, round_number, found.texts, sittings=found.sittings, now=now())
    _show(outcome, as_json)


def undo(file: str, yes: bool, as_json: bool) -> None:
    """撤销本轮. A person at a terminal is asked before results are lost; nobody else is."""
    with ClosedBook.open(file) as book:
        try:
            outcome = actions.undo(book, now=now(), lose_results=yes)
        except ResultsWouldBeLost as asked:
            if as_json or not sys.stdin.isatty() or not _confirmed(asked):
                raise
            outcome = actions.undo(book, now=now(), lose_results=True)
    _show(outcome, as_json)


def _confirmed(asked: ResultsWouldBeLost) -> bool:
    sys.stdout.write(f"第{asked.number}轮已经填了 {asked.results} 个结果，撤销会一起清掉（备份里还有）。撤销吗？[y/N] ")
    sys.stdout.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes", "是", "好")


def refresh(file: str, as_json: bool) -> None:
    with ClosedBook.open(file) as book:
        outcome = actions.refresh(book, now=now())
    _show(outcome, as_json)


def check(file: str, as_json: bool) -> int:
    """检查. Ends with 1 where errors stand in the way of the next pairing."""
    outcome = actions.check(ClosedBook(file))
    _show(outcome, as_json)
    return HAS_ERRORS if outcome.errors else 0


def explain(file: str, number: str, as_json: bool) -> None:
    outcome = actions.explain(ClosedBook(file), whole_number(number, "轮次") if number else None)
    if as_json:
        show_json(outcome_value(outcome))
        return
    assert outcome.round is not None
    if sys.stdout.isatty():
        from xlpair.cli.screen import console, print_round

        print_round(console(), outcome.event, outcome.round)
    show_lines([_explained(sentence) for sentence in outcome.done])
    show_problems(outcome.problems)


def _explained(sentence: str) -> Line:
    """A reason with its board in front."""
    mark, _, rest = sentence.partition(" ") if sentence.startswith("第") else ("", "", sentence)
    return Line((mark, "bold cyan"), ((rest, ""),))


def standings(file: str, as_json: bool) -> None:
    outcome = actions.standings(ClosedBook(file))
    if as_json:
        from xlpair.export.json_text import lists_value, standings_value

        event = outcome.event
        show_json({**outcome_value(outcome), "standings": standings_value(event), "lists": lists_value(event)})
        return
    from xlpair.cli.screen import console, print_list, print_standings
    from xlpair.meeting_words import further_lists

    screen = console()
    print_standings(screen, outcome.event)
    for name, headings, rows in further_lists(outcome.event):
        print_list(screen, name, headings, rows)
    show_done(outcome)


def rating(file: str, as_json: bool) -> None:
    """等级分. Everybody's new rating, written into its sheet and shown."""
    from xlpair.rating_rows import rating_rows

    with ClosedBook.open(file) as book:
        outcome = actions.ratings(book, now=now())
    headings, *rows = rating_rows(outcome.event)
    if as_json:
        ratings = [dict(zip(headings, row, strict=True)) for row in rows]
        show_json({**outcome_value(outcome), "ratings": ratings})
        return
    from xlpair.cli.screen import console, print_list
    from xlpair.workbook.layout import RATINGS_SHEET

    print_list(console(), RATINGS_SHEET, headings, rows)
    show_done(outcome)


def export(file: str, to: str, formats: str, as_json: bool) -> None:
    from xlpair.export.files import FORMATS, export_files

    outcome = actions.standings(ClosedBook(file))
    wanted = tuple(part.strip().lower() for part in formats.replace("，", ",").split(",")) if formats else FORMATS
    written = export_files(outcome.event, Path(to), wanted)
    names = [path.name for path in written.files]
    if as_json:
        show_json({"command": "导出", "folder": str(written.folder), "files": names})
        return
    show_lines([done_line(f"已导出到 {written.folder}：{'、'.join(names)}。")])


def rounds(file: str, count: str, as_json: bool) -> None:
    wanted = whole_number(count, "轮数")
    with ClosedBook.open(file) as book:
        outcome = actions.rounds(book, wanted, now=now())
    _show(outcome, as_json)


def resize(file: str, people: str, as_json: bool) -> None:
    wanted = whole_number(people, "人数")
    with ClosedBook.open(file) as book:
        outcome = actions.resize(book, wanted, now=now())
    _show(outcome, as_json)


def demo(file: str, as_json: bool, system: str, played: str) -> int:
    """演示. Of a format where one is named, else the event of 2009."""
    if system:
        from xlpair.cli.format_demo import show_format_demo

        return show_format_demo(system, whole_number(played, "轮数", 0) if played else None, file, as_json)
    if played:
        raise WrongUse("--played 要和 --system 一起用，例如 xlpair demo --system 单败淘汰 --played 1。")
    from xlpair.cli.practice import show_demo

    return show_demo(Path(file or "demo.xlsx"), as_json)


def simulate(
    players: str, rounds: str, seed: str, system: str, settings: Sequence[str], out: str, as_json: bool
) -> None:
    from xlpair.cli.practice import show_simulation

    count = whole_number(players, "人数", 2)
    wanted = whole_number(rounds, "轮数") if rounds else None
    items = _items({"赛制": system}, settings)
    show_simulation(count, wanted, whole_number(seed, "种子", 0), items, Path(out) if out else None, as_json)
