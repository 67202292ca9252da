"""What can go wrong, and how it is told.

A :class:`Problem` is one line for an arbiter: where, what was found, what to do. Problems of a workbook are collected
and told at once; an exception carries them. The texts are Chinese, because arbiters read them; names are English.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


class Gravity(Enum):
    """How much a problem weighs: an error stops a command that changes the file, a warning is only told."""

    ERROR = "错误"
    WARNING = "提醒"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is not right.

    ``where`` names sheet and cell, board, round or player; ``what`` says what was found; ``hint`` says what to do.
    ``rule`` is the rule that is broken (``"W9.1"``), or empty.
    """

    where: str
    what: str
    hint: str = ""
    gravity: Gravity = Gravity.ERROR
    rule: str = ""

    def __str__(self) -> str:
        hint = f" {self.hint}" if self.hint else ""
        place = f"{self.where}：" if self.where else ""
        return f"{place}{self.what}{hint}"


class XlpairError(Exception):
    """The root of everything xlpair raises on purpose. ``exit_code`` is what the command line ends with."""

    exit_code = 2

    def __init__(self, message: str, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.problems = problems

    def __str__(self) -> str:
        return self.message


class BadInput(XlpairError):
    """What was typed cannot be understood or contradicts itself; ``problems`` lists every place."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("；".join(str(problem) for problem in problems), problems)


class UnreadableFile(XlpairError):
    """The file is missing, damaged, encrypted, of another kind, or of a newer layout."""


class NoEvent(UnreadableFile):
    """A workbook that is none of ours. ``found`` says what is missing, ``or_else`` what might help besides a new one.

    Where an event is made anew differs: the command line has a command, Calc a line of the menu.
    """

    def __init__(self, found: str, or_else: str = "") -> None:
        self.found = found
        self.or_else = or_else
        super().__init__(f"{found}请{or_else}用 xlpair new 新建一个。")


class FileBusy(XlpairError):
    """Another program or another command holds the file."""


class NotSaved(XlpairError):
    """The file could not be written; the old one is whole."""


class WrongUse(XlpairError):
    """A command or function was called with arguments that make no sense."""


class NotAllowed(XlpairError):
    """The event, as it stands, does not allow what was asked."""

    exit_code = 1


class OpenBoards(NotAllowed):
    """An earlier round lacks results. ``boards`` holds (round, board) of each."""

    def __init__(self, boards: tuple[tuple[int, int], ...]) -> None:
        self.boards = boards
        rounds = sorted({number for number, _ in boards})
        parts = []
        for number in rounds:
            listed = "、".join(str(board) for at, board in boards if at == number)
            parts.append(f"第{number}轮第 {listed} 台还没有结果")
        super().__init__("；".join(parts) + "。请先填好结果再编排。")


class Overtaken(NotAllowed):
    """The results as they stand now do not lead to the rounds that are paired already; ``problems`` says where."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(f"{'；'.join(map(str, problems))}没有编排。", problems)


class Undecided(NotAllowed):
    """A meeting of a knock-out that nobody has won lacks its decider.

    ``boards`` holds (round, board) of each; those that neither player came to are among the ``deserted``.
    """

    def __init__(
        self, boards: tuple[tuple[int, int], ...], example: int, deserted: frozenset[tuple[int, int]] = frozenset()
    ) -> None:
        self.boards = boards
        level, empty = ([at for at in boards if (at in deserted) is which] for which in (False, True))
        parts = [f"{_boards_text(level)}打平了"] if level else []
        parts += [f"{_boards_text(empty)}双方都没有到"] if empty else []
        settle = "请决出胜负，在" if level else "请在"
        super().__init__(
            f"{'，'.join(parts)}，还没有写谁晋级。{settle}那一行的“备注”写上晋级者，例如“晋级 {example}”，再编排。"
        )


def _boards_text(boards: Iterable[tuple[int, int]]) -> str:
    return "、".join(f"第{number}轮第{board}台" for number, board in boards)


class NoPairing(NotAllowed):
    """No complete pairing of the round exists.

    ``left`` lists, for the players concerned, whom each could still meet.
    """

    def __init__(self, round_number: int, left: tuple[tuple[int, tuple[int, ...]], ...]) -> None:
        self.round_number = round_number
        self.left = left
        listed = "；".join(
            f"{number}号还能遇 {'、'.join(f'{other}号' for other in others) if others else '（无人）'}"
            for number, others in left
        )
        end = f"可以把“轮数”改成 {round_number - 1} 就此结束，或者人工编排。" if round_number > 1 else ""
        super().__init__(
            f"第{round_number}轮无法编排：已相遇者不再相遇，下列各号凑不成对：{listed}。{end}文件没有改动。"
        )
