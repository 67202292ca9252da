"""Every line of the list of what hands do has its tests, named by number, and three inputs at least: its own and two.

The list is of faults that people who run tournaments have reported of other programs.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
LINES = [*range(1, 48)]
# Tests that run through their inputs themselves: every traced step of a save, and two hundred moments.
MANY_INSIDE = frozenset((40,))
NAMED = re.compile(r"test_hands_((?:[0-9]{2}_)+)")


def inputs(function: ast.FunctionDef) -> int:
    """How many inputs a test is run with: the lengths of its literal parameter lists, multiplied."""
    count = 1
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.parametrize":
            values = decorator.args[1]
            count *= len(values.elts) if isinstance(values, (ast.List, ast.Tuple)) else 2
    return count


@cache
def found() -> dict[int, list[tuple[str, int]]]:
    """Line -> its tests and with how many inputs each is run."""
    tests: dict[int, list[tuple[str, int]]] = {line: [] for line in LINES}
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (match := NAMED.match(node.name)):
                for number in match.group(1).split("_")[:-1]:
                    tests[int(number)].append((f"{path.relative_to(TESTS)}::{node.name}", inputs(node)))
    return tests


@pytest.mark.parametrize("line", LINES)
def test_a_line_has_a_test_and_its_kind_two_inputs_more(line: int) -> None:
    tests = found()[line]
    assert tests, f"no test is named test_hands_{line:02d}_…"
    assert line in MANY_INSIDE or sum(count for _, count in tests) >= 3, tests
