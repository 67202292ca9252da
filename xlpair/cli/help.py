"""Help pages in Chinese, laid out by how wide characters are on the screen, without rich: they must come at once."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from typer.core import TyperCommand, TyperGroup

from xlpair.cli.columns import columns_of, wrapped
from xlpair.errors import WrongUse

_WIDEST: Final = 100
_INDENT: Final = 2
_GAP: Final = 3
_SHOW_HELP: Final = ("--help", "显示这个说明")

Row = tuple[str, str]


class HelpfulCommand(TyperCommand):
    """A command whose help page is ours, and which takes nothing empty but for ``MAY_BE_EMPTY``."""

    MAY_BE_EMPTY: ClassVar[Sequence[str]] = ()

    def invoke(self, ctx: Any) -> Any:
        for param in self.params:
            if param.name not in self.MAY_BE_EMPTY and _is_empty(ctx.params.get(param.name)):
                source = ctx.get_parameter_source(param.name)
                if source is not None and source.name == "COMMANDLINE":
                    raise WrongUse(_empty_words(param, ctx.command_path))
        return super().invoke(ctx)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        arguments = [_argument_row(param) for param in self.params if param.param_type_name == "argument"]
        options = [_option_row(param) for param in self.params if param.param_type_name == "option"]
        usage = " ".join([ctx.command_path, *(f"<{name}>" for name, _ in arguments), "[选项]"])
        formatter.write(page(f"用法：{usage}", self.help or "", {"参数": arguments, "选项": [*options, _SHOW_HELP]}))


class HelpfulGroup(TyperGroup):
    """The group of all commands; ``SECTIONS`` names them by the time of the event they belong to."""

    SECTIONS: ClassVar[Mapping[str, Sequence[str]]] = {}

    def format_help(self, ctx: Any, formatter: Any) -> None:
        sections: dict[str, list[Row]] = {}
        placed = {name for names in self.SECTIONS.values() for name in names}
        others = [name for name in self.commands if name not in placed]
        for section, names in (*self.SECTIONS.items(), ("其他", others)):
            rows = [self._row(name) for name in names if name in self.commands]
            if rows:
                sections[section] = rows
        options = [_option_row(param) for param in self.params if param.param_type_name == "option"]
        sections["选项"] = [*options, _SHOW_HELP]
        formatter.write(page(f"用法：{ctx.command_path} <命令> …", self.help or "", sections))

    def list_commands(self, ctx: Any) -> list[str]:
        """In the order of the help page."""
        return list(self.commands)

    def _row(self, name: str) -> Row:
        return name, (self.commands[name].help or "").split("\n")[0]


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


def _is_empty(value: object) -> bool:
    """Whether somebody wrote nothing between quotation marks, or nothing but blanks."""
    if isinstance(value, list | tuple):
        return any(map(_is_empty, value))
    return isinstance(value, str) and not value.strip()


def _empty_words(param: Any, command: str) -> str:
    name, _ = _argument_row(param) if param.param_type_name == "argument" else _option_row(param)
    leave = "" if param.required else "，或者不写它"
    return f"“{name}”是空的。请写上内容{leave}。请用 {command} --help 看用法。"


def _argument_row(param: Any) -> Row:
    return str(param.metavar or param.name), param.help or ""


def _option_row(param: Any) -> Row:
    names = ", ".join(sorted(param.opts, key=len))
    value = "" if getattr(param, "is_flag", False) else f" <{param.metavar or '值'}>"
    needed = "（必须写）" if param.required else ""
    return f"{names}{value}", f"{param.help or ''}{needed}"
