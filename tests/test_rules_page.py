"""docs/rules.md, the citations in the docstrings and the tests are kept in step."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "rules.md"
LATER = "Later"


def rows() -> dict[str, tuple[str, str, str]]:
    """Each rule's where, test and source cells."""
    found: dict[str, tuple[str, str, str]] = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and re.fullmatch(r"[A-Z]\d+(\.\d)?", cells[0]):
            assert cells[0] not in found, f"{cells[0]} stands twice"
            found[cells[0]] = (cells[2], cells[3], cells[4])
    return found


@cache
def citations() -> dict[str, frozenset[str]]:
    """What each function or class of the package cites, by its name below ``xlpair``."""
    found: dict[str, frozenset[str]] = {}

    def visit(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                doc = ast.get_docstring(child) or ""
                for line in re.findall(r"^Rule: (.+)$", doc, re.MULTILINE):
                    found[prefix + child.name] = frozenset(part.strip() for part in line.split(","))
                visit(child, prefix + child.name + ".")

    for path in sorted((ROOT / "xlpair").rglob("*.py")):
        module = ".".join(path.relative_to(ROOT / "xlpair").with_suffix("").parts)
        visit(ast.parse(path.read_text(encoding="utf-8")), module + ".")
    return found


@cache
def names_in(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_every_cited_rule_has_a_row() -> None:
    cited = {rule for rules in citations().values() for rule in rules}
    assert cited <= set(rows()), "cited, but not on the page"
    assert len(cited) > 40


@pytest.mark.parametrize("rule", sorted(rows()))
def test_every_row_names_code_that_cites_it_and_tests_that_exist(rule: str) -> None:
    where, tests, source = rows()[rule]
    assert source
    if where == LATER:
        assert not tests
        return
    assert quoted(where)
    for name in quoted(where):
        assert rule in citations().get(name, frozenset()), f"{name} does not cite {rule}"
    assert quoted(tests)
    for name in quoted(tests):
        path, _, test = name.partition("::")
        assert test in names_in(ROOT / "tests" / path), f"no such test: {name}"
