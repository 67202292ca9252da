"""The commands of the menu on an open document: each does its action and gives what is to be said of it."""

from __future__ import annotations

import datetime as dt
import logging
import platform
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from xlpair import __version__
from xlpair.actions import Outcome, ResultsWouldBeLost, check, explain, pair, ratings, refresh, undo
from xlpair.calc.book import CalcBook
from xlpair.calc.identity import TITLE
from xlpair.calc.menu import ABOUT, CHECK, EXPLAIN, LINES, NEW, PAIR, RATE, REFRESH, UNDO, MenuLine
from xlpair.calc.new_event import new_event
from xlpair.calc.typing_in import enter_typed
from xlpair.errors import BadInput, Gravity, NoEvent, Problem, WrongUse, XlpairError

Words = Mapping[str, str]
_SEEDS: Final = 1_000_000_000
_YES: Final = "yes"
_SAVE_FIRST: Final = "请用“文件”→“另存为”存成这台电脑上的 .xlsx。"
_log: Final = logging.getLogger("xlpair.calc")


@dataclass(frozen=True, slots=True)
class Said:
    """What is to be said of a command.

    ``refused``: nothing was done. ``listing``: the lines are what was asked for. ``place`` is the cell of the first
    problem. ``question``: the command asks whether it is meant; with the word ``yes`` it is done.
    """

    title: str
    lines: tuple[str, ...]
    refused: bool = False
    listing: bool = False
    place: str = ""
    question: bool = False


def carry_out(command: str, context: Any, document: Any, words: Words) -> Said:
    """Do one command of the menu. Nothing is ever raised."""
    title = next((_title(line) for line in LINES if line.command == command), TITLE)
    try:
        if command not in _COMMANDS:
            raise WrongUse(f"没有“{command}”这个命令。")
        return _COMMANDS[command](_Asked(title, context, document, words))
    except ResultsWouldBeLost as lost:
        question = f"第{lost.number}轮已经填了 {lost.results} 个结果，撤销会一起清掉（备份里还有）。撤销吗？"
        return Said(title, (question,), refused=True, question=True)
    except NoEvent as none:
        return Said(title, (f"{none.found}请{none.or_else}用菜单“{TITLE}”→“{_title(NEW)}”做一个。",), refused=True)
    except BadInput as bad:
        head = f"有 {len(bad.problems)} 处需要改正，文件没有改动："
        return Said(title, (head, *map(str, bad.problems)), refused=True, place=_place(bad.problems))
    except XlpairError as error:
        return Said(title, (str(error),), refused=True)
    except Exception as fault:
        _log.exception("%s failed", command)
        said = f"程序出错（{type(fault).__name__}：{fault}）。请把这句话告诉开发者；比赛文件的备份都在。"
        return Said(title, (said,), refused=True)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A command as it was asked for."""

    title: str
    context: Any
    document: Any
    words: Words

    def book(self) -> CalcBook:
        document = self.document
        if document is None or not document.supportsService("com.sun.star.sheet.SpreadsheetDocument"):
            raise WrongUse("请先打开比赛的工作簿，或用“新建比赛”做一个。")
        if not enter_typed(self.context, document):
            raise WrongUse("刚才在填的那一格没有填进去。请看一看那一格，填好按回车，再试一次；什么都没有改动。")
        return CalcBook(document, self.title)


def _title(line: MenuLine) -> str:
    return line.title.rstrip("…")


def now() -> dt.datetime:
    return dt.datetime.now()


def draw_seed() -> int:
    return secrets.randbelow(_SEEDS - 1) + 1


def _pair(asked: _Asked) -> Said:
    return _done(asked, pair(asked.book(), now=now(), draw_seed=draw_seed))


def _undo(asked: _Asked) -> Said:
    return _done(asked, undo(asked.book(), now=now(), lose_results=_YES in asked.words))


def _refresh(asked: _Asked) -> Said:
    return _done(asked, refresh(asked.book(), now=now()))


def _check(asked: _Asked) -> Said:
    outcome = check(asked.book())
    lines = (*outcome.done, *_told(outcome.problems))
    return Said(asked.title, lines, listing=True, place=_place(outcome.problems))


def _explain(asked: _Asked) -> Said:
    outcome = explain(asked.book())
    return Said(asked.title, (*outcome.done, *_told(outcome.problems)), listing=True)


def _rate(asked: _Asked) -> Said:
    return _done(asked, ratings(asked.book(), now=now()))


def _new(asked: _Asked) -> Said:
    made = new_event(asked.context, asked.words, now=now(), seed=draw_seed())
    return Said(asked.title, made) if made else Said(asked.title, ("没有新建。",), refused=True)


def _about(asked: _Asked) -> Said:
    lines = (f"xlpair {__version__}", f"Python {platform.python_version()}")
    return Said(asked.title, lines, listing=True)


def _done(asked: _Asked, outcome: Outcome) -> Said:
    lines = (*outcome.done, *_told((*_no_backup(asked, outcome), *outcome.problems)))
    return Said(asked.title, lines, place=_place(outcome.problems))


def _no_backup(asked: _Asked, outcome: Outcome) -> Iterator[Problem]:
    """Tell that there is no copy of what the workbook was before, and how there will be one next time."""
    if not outcome.backup:
        why = "不在这台电脑的文件夹里" if asked.document.URL else "还没有存过盘"
        yield Problem("", f"这个工作簿{why}，所以没有做备份。", _SAVE_FIRST, Gravity.WARNING)


def _told(problems: Iterable[Problem]) -> tuple[str, ...]:
    return tuple(f"{problem.gravity.value}  {problem}" for problem in problems)


def _place(problems: Iterable[Problem]) -> str:
    """The first cell that is named."""
    return next((problem.where for problem in problems if "!" in problem.where), "")


_COMMANDS: Final[Mapping[str, Callable[[_Asked], Said]]] = {
    PAIR.command: _pair,
    UNDO.command: _undo,
    REFRESH.command: _refresh,
    CHECK.command: _check,
    EXPLAIN.command: _explain,
    RATE.command: _rate,
    NEW.command: _new,
    ABOUT.command: _about,
}
