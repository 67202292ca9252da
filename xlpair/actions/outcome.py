"""What a command did, whoever asked for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xlpair.errors import Gravity, NotAllowed, Problem
from xlpair.model import Event, Round

CHECK: Final = "检查"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was done, as sentences for an arbiter, and what he should know besides.

    ``event`` is the event as it stands after the command. ``round`` is the round the command is about, as it stands
    then (for 撤销本轮: as it stood). ``seed`` is the seed of a lot that was drawn. ``backup`` is where the copy of the
    workbook as it was before went, '' where nothing was copied.
    """

    command: str
    done: tuple[str, ...]
    event: Event
    problems: tuple[Problem, ...] = ()
    round: Round | None = None
    seed: int | None = None
    backup: str = ""

    @property
    def warnings(self) -> int:
        return sum(problem.gravity is Gravity.WARNING for problem in self.problems)

    @property
    def errors(self) -> int:
        return len(self.problems) - self.warnings


class ResultsWouldBeLost(NotAllowed):
    """The round to be undone has results; the command must be told that this is meant."""

    def __init__(self, number: int, results: int) -> None:
        self.number = number
        self.results = results
        super().__init__(
            f"第{number}轮已经填了 {results} 个结果，撤销会一起清掉（撤销前的文件会留在备份里）。"
            "确实要撤销，请确认以后再来一次（命令行加 --yes）。文件没有改动。"
        )
