"""Which modules of the package the extension takes along: what runs inside LibreOffice, and all it imports.

LibreOffice brings a Python of its own, with the standard library and nothing else: what is imported when a module is
loaded must be that or ours. What is imported only inside a function comes along if it can be had there.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from xlpair.errors import XlpairError

ROOTS: Final = ("xlpair.calc.addin", "xlpair.calc.commands")
HOSTS_OWN: Final = frozenset(("uno", "unohelper", "com", "org"))
"""Modules that LibreOffice's Python has besides the standard library; the last two are its types."""

_PACKAGE: Final = "xlpair"
_FOLDER: Final = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Imports:
    """What a module imports, ours by full name: when it is loaded, and inside its functions."""

    at_once: frozenset[str]
    later: frozenset[str]


def bundled_modules() -> dict[str, Path]:
    """Every module to take along, by name, in order. Raises XlpairError where one needs what LibreOffice has not."""
    needed = _closure(ROOTS)
    foreign = {name: sorted(_foreign(name)) for name in sorted(needed) if _foreign(name)}
    if foreign:
        raise XlpairError(f"不能放进扩展：{foreign}")
    waiting = {later for name in needed for later in imports_of(name).later if _is_ours(later)}
    while waiting:
        more = _closure((waiting.pop(),)) - needed
        if not any(_foreign(name) for name in more):
            needed |= more
            waiting |= {later for name in more for later in imports_of(name).later if _is_ours(later)}
    return {name: module_file(name) for name in sorted(needed)}


def module_file(name: str) -> Path:
    """The file of a module of ours."""
    place = _FOLDER.joinpath(*name.split(".")[1:])
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


@cache
def imports_of(name: str) -> Imports:
    """What a module of ours imports; what only type checkers see does not count."""
    tree = ast.parse(module_file(name).read_bytes())
    at_once = frozenset(_imported(tree.body))
    seen_by_checkers = frozenset(_imported(_for_type_checkers(tree)))
    return Imports(at_once, frozenset(_imported(ast.walk(tree))) - at_once - seen_by_checkers)


def _closure(roots: tuple[str, ...]) -> set[str]:
    """Modules of ours with all they import when they are loaded, and the packages they lie in."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        waiting += [one for one in imports_of(name).at_once if _is_ours(one)]
        if "." in name:
            waiting.append(name.rpartition(".")[0])
    return found


def _foreign(name: str) -> set[str]:
    """Top-level modules that are neither the standard library's nor ours nor LibreOffice's."""
    tops = {one.partition(".")[0] for one in imports_of(name).at_once}
    return {top for top in tops if top != _PACKAGE and top not in sys.stdlib_module_names and top not in HOSTS_OWN}


def _is_ours(name: str) -> bool:
    return name.partition(".")[0] == _PACKAGE


def _imported(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from _from(node)


def _from(node: ast.ImportFrom) -> Iterator[str]:
    """What ``from xlpair.engine import checks`` imports: besides the package the module, or the home of the name."""
    assert node.module is not None
    yield node.module
    if not _is_ours(node.module) or module_file(node.module).name != "__init__.py":
        return
    homes = _homes(node.module)
    for alias in node.names:
        name = f"{node.module}.{alias.name}"
        if module_file(name).exists():
            yield name
        elif alias.name in homes:
            yield homes[alias.name]


def _homes(package: str) -> dict[str, str]:
    """The modules from which a package fetches its names when they are first asked for: type checkers are told them."""
    tree = ast.parse(module_file(package).read_bytes())
    told = [node for node in _for_type_checkers(tree) if isinstance(node, ast.ImportFrom)]
    return {alias.name: node.module for node in told if node.module for alias in node.names}


def _for_type_checkers(tree: ast.Module) -> Iterator[ast.stmt]:
    for node in tree.body:
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            yield from node.body
