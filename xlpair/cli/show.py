"""What a person sees of a command, or a program: sentences or JSON."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from xlpair.actions.outcome import CHECK, Outcome
from xlpair.cli.lines import Line, done_line, refused_line, show_lines, side_line
from xlpair.errors import BadInput, Gravity, OpenBoards, Problem, XlpairError

_COLOURS = {Gravity.ERROR: "bold red", Gravity.WARNING: "yellow"}


def show_json(value: object) -> None:
    """Write a value for a program."""
    from xlpair.export.json_text import json_text

    sys.stdout.write(json_text(value))


def outcome_value(outcome: Outcome) -> dict[str, Any]:
    """An outcome for a program."""
    from xlpair.export.json_text import problem_value, round_value

    value: dict[str, Any] = {
        "command": outcome.command,
        "done": list(outcome.done),
        "problems": [problem_value(problem) for problem in outcome.problems],
        "errors": outcome.errors,
        "warnings": outcome.warnings,
        "backup": outcome.backup,
    }
    if outcome.round is not None:
        value["round"] = round_value(outcome.event, outcome.round)
    if outcome.seed is not None:
        value["seed"] = outcome.seed
    return value


def show_refusal(error: XlpairError, as_json: bool) -> None:
    """Say why nothing was done: every problem on a line of its own."""
    if as_json:
        show_json(_refusal_value(error))
    elif isinstance(error, BadInput):
        show_lines([refused_line(f"有 {len(error.problems)} 处需要改正，文件没有改动：")], stderr=True)
        show_problems(error.problems, stderr=True)
    else:
        show_lines([refused_line(str(error))], stderr=True)


def _refusal_value(error: XlpairError) -> dict[str, Any]:
    from xlpair.export.json_text import problem_value

    value: dict[str, Any] = {
        "error": str(error),
        "kind": type(error).__name__,
        "exit_code": error.exit_code,
        "problems": [problem_value(problem) for problem in error.problems],
    }
    if isinstance(error, OpenBoards):
        value["boards"] = [list(board) for board in error.boards]
    return value


def show_done(outcome: Outcome) -> None:
    """Say what was done, and what else the arbiter should know."""
    marked = refused_line if outcome.command == CHECK and outcome.errors else done_line
    show_lines([marked(sentence) if at == 0 else done_line(sentence) for at, sentence in enumerate(outcome.done)])
    show_problems(outcome.problems)
    if outcome.backup:
        show_lines([side_line(f"备份：{outcome.backup}")])


def show_problems(problems: Sequence[Problem], *, stderr: bool = False) -> None:
    """One line a problem: place first, then what was found, then what to do."""
    from xlpair.told import folded

    lines = []
    for problem in folded(problems):
        pieces = ((f"{problem.where}：" if problem.where else "", "bold"), (problem.what, ""))
        hint = (f" {problem.hint}" if problem.hint else "", "dim")
        lines.append(Line((problem.gravity.value, _COLOURS[problem.gravity]), (*pieces, hint)))
    show_lines(lines, stderr=stderr)
