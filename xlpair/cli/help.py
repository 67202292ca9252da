"""Help pages in Chinese, laid out by how wide characters are on the screen, without rich: they must come at once."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import click

from xlpair.cli.columns import columns_of, wrapped
from xlpair.cli.command import Argument

_WIDEST: Final = 100
_INDENT: Final = 2
_GAP: Final = 3
_SHOW_HELP: Final = ("--help", "显示这个说明")

Row = tuple[str, str]


def command_page(command: click.Command, path: str) -> str:
    """The page of a command that is written as ``path``."""
    arguments = [_row(param) for param in command.params if isinstance(param, Argument)]
    options = [_row(param) for param in command.params if isinstance(param, click.Option)]
    usage = " ".join([path, *(f"<{name}>" for name, _ in arguments), "[选项]"])
    return page(f"用法：{usage}", command.help or "", {"参数": arguments, "选项": [*options, _SHOW_HELP]})


def group_page(group: click.Group, named: Mapping[str, Sequence[str]], path: str) -> str:
    """The page of a group: its commands in sections, ``named`` ones first, those of no section last."""
    placed = {name for names in named.values() for name in names}
    others = [name for name in group.commands if name not in placed]
    sections = {
        title: [_command_row(name, group.commands[name]) for name in names]
        for title, names in (*named.items(), ("其他", others))
    }
    options = [_row(param) for param in group.params if isinstance(param, click.Option)]
    return page(f"用法：{path} <命令> …", group.help or "", {**sections, "选项": [*options, _SHOW_HELP]})


def shown_name(param: click.Parameter) -> str:
    """A parameter as help pages and complaints name it: ``文件``, ``--from <结果文件>``, ``--json``."""
    if isinstance(param, click.Option):
        name = max(param.opts, key=len)
        return name if param.is_flag else f"{name} <{param.metavar}>"
    return str(param.metavar)


def page(usage: str, text: str, sections: Mapping[str, Iterable[Row]]) -> str:
    """A whole help page: usage, what the command does, then rows of name and explanation."""
    width = min(_WIDEST, shutil.get_terminal_size().columns)
    lines = [*wrapped(usage, width), ""]
    for paragraph in text.split("\n"):
        lines += wrapped(paragraph, width) or [""]
    everything = {title: list(rows) for title, rows in sections.items()}
    column = max(columns_of(name) for rows in everything.values() for name, _ in rows) + _INDENT + _GAP
    for title, rows in everything.items():
        if rows:
            lines += ["", title, *(line for row in rows for line in _row_lines(row, column, width))]
    return "\n".join(lines) + "\n"


def _row_lines(row: Row, column: int, width: int) -> Iterator[str]:
    name, text = row
    first = " " * _INDENT + name
    lines = wrapped(text, max(width - column, 20)) or [""]
    yield (first + " " * (column - columns_of(first)) + lines[0]).rstrip()
    for line in lines[1:]:
        yield " " * column + line


def _row(param: click.Parameter) -> Row:
    if isinstance(param, Argument):
        return shown_name(param), param.explanation
    assert isinstance(param, click.Option)
    return shown_name(param), f"{param.help or ''}{'（必须写）' if param.required else ''}"


def _command_row(name: str, command: click.Command) -> Row:
    return name, (command.help or "").split("\n")[0]
