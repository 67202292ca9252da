"""What the buttons of a workbook run: one command each, on the workbook they stand in.

What goes wrong is told in a message, never raised: xlwings would show a traceback. What happened stands in the status
line of 赛事 as well, and a round that comes to the screen without a remark needs no message at all.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import re
import secrets
import traceback
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

import xlwings as xw  # noqa: TID251

from xlpair import actions
from xlpair.actions import Outcome, ResultsWouldBeLost
from xlpair.actions.desk import status_line
from xlpair.errors import Problem, XlpairError
from xlpair.workbook.area_writer import put_status
from xlpair.workbook.book import Area
from xlpair.workbook.contents import area_of
from xlpair.workbook.live import LiveBook
from xlpair.workbook.live_host import told

_SEEDS: Final = 1_000_000_000
_LINES_A_MESSAGE: Final = 12
_SIGNS_A_MESSAGE: Final = 900
_STATUS_SIGNS: Final = 160
_CELL: Final = re.compile(r"(.+)!([A-Z]{1,3}[0-9]{1,7})")
_FAULTS: Final = "xlpair-error.txt"

Command = Callable[[LiveBook], Outcome | None]


def pair() -> None:
    """编排下一轮."""
    press("编排下一轮", pair_round)


def undo() -> None:
    """撤销本轮; asks before results are lost."""
    press("撤销本轮", undo_round)


def check() -> None:
    """检查."""
    press("检查", check_book)


def refresh() -> None:
    """更新成绩表."""
    press("更新成绩表", refresh_tables)


def explain() -> None:
    """说明编排."""
    press("说明编排", explain_round)


def rate() -> None:
    """等级分."""
    press("等级分", rate_players)


def press(name: str, command: Command, book: LiveBook | None = None) -> None:
    """Run a command on the workbook whose button was pressed, and tell what came of it."""
    try:
        live = book if book is not None else LiveBook(xw.Book.caller())
    except Exception as error:
        _note_fault()
        # There is no workbook to speak through: xlwings shows what is raised.
        raise XlpairError(f"找不到按下按钮的工作簿（{told(error)}）。") from None
    try:
        command(live)
    except XlpairError as error:
        _refused(live, name, error)
    except Exception as fault:
        where = _note_fault()
        _try(
            live.host.tell,
            f"“{name}”没有完成：{told(fault)}\n工作簿如果只改了一半，请不要保存。详细情况记在 {where}。",
        )


def pair_round(live: LiveBook) -> Outcome:
    outcome = actions.pair(live, now=_now(), draw_seed=_draw_seed)
    if outcome.problems or live.left_undone:
        _show_outcome(live, outcome)
    return outcome


def undo_round(live: LiveBook) -> Outcome | None:
    try:
        outcome = actions.undo(live, now=_now())
    except ResultsWouldBeLost as asked:
        if not live.host.ask(
            f"第{asked.number}轮已经填了 {asked.results} 个结果，撤销会一起清掉（备份里还有）。\n确实要撤销吗？"
        ):
            return None
        outcome = actions.undo(live, now=_now(), lose_results=True)
    _show_outcome(live, outcome)
    return outcome


def refresh_tables(live: LiveBook) -> Outcome:
    outcome = actions.refresh(live, now=_now())
    _show_outcome(live, outcome)
    return outcome


def check_book(live: LiveBook) -> Outcome:
    outcome = actions.check(live)
    _put_status(live, status_line(_now(), ("检查：", outcome.done[0])))
    _jump(live, outcome.problems)
    _show_outcome(live, outcome)
    return outcome


def explain_round(live: LiveBook) -> Outcome:
    outcome = actions.explain(live)
    number = outcome.round.number if outcome.round is not None else ""
    _put_status(live, status_line(_now(), (f"已说明第{number}轮的编排。",)))
    _tell_lines(live, [*outcome.done, *_warnings(outcome.problems)])
    return outcome


def rate_players(live: LiveBook) -> Outcome:
    outcome = actions.ratings(live, now=_now())
    _show_outcome(live, outcome)
    return outcome


def _show_outcome(live: LiveBook, outcome: Outcome) -> None:
    _tell_lines(live, [*outcome.done, *_warnings(outcome.problems), *live.left_undone])


def _refused(live: LiveBook, name: str, error: XlpairError) -> None:
    """Tell why a command was not carried out; the status line says it too, where it can be written."""
    lines = [str(problem) for problem in error.problems] or [str(error)]
    _put_status(live, status_line(_now(), (f"没有执行“{name}”：", lines[0])))
    _jump(live, error.problems)
    _tell_lines(live, [f"没有执行“{name}”。", *lines])


def _put_status(live: LiveBook, text: str) -> None:
    """Write the status line; where it cannot be written the message is enough."""
    cut = text if len(text) <= _STATUS_SIGNS else f"{text[:_STATUS_SIGNS]}…"
    with contextlib.suppress(Exception):
        live.apply(put_status(live.snapshot().names, cut))


def _warnings(problems: Sequence[Problem]) -> list[str]:
    return [f"{problem.gravity.value}：{problem}" for problem in problems]


def _jump(live: LiveBook, problems: Iterable[Problem]) -> None:
    """Bring the first problem that has a cell to the screen."""
    for problem in problems:
        area = cell_of(problem.where)
        if area is not None:
            with contextlib.suppress(Exception):
                if live.show(area):
                    return


def cell_of(where: str) -> Area | None:
    """``第2轮!F7`` -> its cell; None for places that are none."""
    match = _CELL.fullmatch(where)
    return area_of(match.group(1), match.group(2)) if match else None


def _tell_lines(live: LiveBook, lines: Sequence[str]) -> None:
    """Show lines, as many at a time as a message box takes; between two boxes it can be left off."""
    pages = list(pages_of(lines))
    for number, page in enumerate(pages, start=1):
        text = "\n".join(page)
        if number == len(pages):
            live.host.tell(text)
        elif not live.host.ask(f"{text}\n\n（第 {number} 页，共 {len(pages)} 页）继续看吗？"):
            return


def pages_of(lines: Sequence[str]) -> Iterable[list[str]]:
    """Lines in portions that fit a message box."""
    page: list[str] = []
    for line in lines:
        full = len(page) == _LINES_A_MESSAGE or sum(map(len, page)) + len(line) > _SIGNS_A_MESSAGE
        if page and full:
            yield page
            page = []
        page.append(line)
    if page:
        yield page


def _note_fault() -> Path:
    """Write what went wrong in the program to a file, for whoever is asked to help."""
    path = Path.home() / ".xlpair" / _FAULTS
    with contextlib.suppress(OSError):
        path.parent.mkdir(exist_ok=True)
        path.write_text(traceback.format_exc(), encoding="utf-8")
    return path


def _try(step: Callable[[str], None], text: str) -> None:
    with contextlib.suppress(Exception):
        step(text)


def _now() -> dt.datetime:
    return dt.datetime.now()


def _draw_seed() -> int:
    return secrets.randbelow(_SEEDS - 1) + 1
