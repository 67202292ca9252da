"""The commands as arbiters meet them: help pages and complaints in Chinese, arguments with explanations.

Imports nothing but what every command needs: a help page or a complaint is put together only where one is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

import click
from click.core import ParameterSource

from xlpair.errors import WrongUse

Written = TypeVar("Written", bound=Callable[..., Any])


class Argument(click.Argument):
    """A word at its place, explained on the help page; ``may_be_empty`` where ``""`` says something."""

    def __init__(self, *names: Any, explanation: str, may_be_empty: bool = False, **more: Any) -> None:
        super().__init__(*names, **more)
        self.explanation = explanation
        self.may_be_empty = may_be_empty


class _Chinese(click.Command):
    """Says in Chinese what is wrong with its words. Raises WrongUse."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            from xlpair.cli.complaints import misread

            raise misread(error, ctx) from error


class HelpfulCommand(_Chinese):
    """A command whose help page is ours, and which takes nothing empty but for arguments that may be."""

    # Words that are too many come to us instead of into an English sentence.
    allow_extra_args = True

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        left = super().parse_args(ctx, args)
        if left:
            from xlpair.cli.complaints import left_over

            raise left_over(left, ctx)
        for param in self.params:
            if _is_written_empty(param, ctx):
                from xlpair.cli.complaints import written_empty

                raise written_empty(param, ctx)
        return left

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from xlpair.cli.help import command_page

        formatter.write(command_page(self, ctx.command_path))


class HelpfulGroup(_Chinese, click.Group):
    """Commands; ``SECTIONS`` names them by the time of the event they belong to."""

    SECTIONS: ClassVar[Mapping[str, Sequence[str]]] = {}
    command_class = HelpfulCommand

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if self.get_command(ctx, args[0]) is None:
            from xlpair.cli.complaints import unknown_command

            raise unknown_command(args[0], self.commands, ctx)
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from xlpair.cli.help import group_page

        formatter.write(group_page(self, self.SECTIONS, ctx.command_path))


def show_help_alone(ctx: click.Context) -> None:
    """Show the help page of a group where no command follows: that is wrong use."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
        ctx.exit(WrongUse.exit_code)


def argument(name: str, metavar: str, explanation: str, **more: Any) -> Callable[[Written], Written]:
    return click.argument(name, cls=Argument, metavar=metavar, explanation=explanation, **more)


def option(
    name: str, metavar: str, explanation: str, *, into: str = "", default: str = "", required: bool = False
) -> Callable[[Written], Written]:
    """An option with a text; ``default`` stands for it where nobody writes it, ``into`` names it in the function."""
    names = [name, *([into] if into else [])]
    more = {"required": True} if required else {"default": default}
    return click.option(*names, metavar=metavar, help=explanation, **more)


def settings_option(explanation: str) -> Callable[[Written], Written]:
    """Lines of 赛事, as often as somebody writes one."""
    return click.option("--set", "settings", multiple=True, metavar="项目=内容", help=explanation)


file_argument = argument("file", "文件", "比赛工作簿（.xlsx）")
round_argument = argument("number", "轮次", "第几轮")
json_flag = click.option("--json", "as_json", is_flag=True, help="输出 JSON，给程序读")


def _is_written_empty(param: click.Parameter, ctx: click.Context) -> bool:
    if isinstance(param, Argument) and param.may_be_empty:
        return False
    source = ctx.get_parameter_source(param.name or "")
    return source is ParameterSource.COMMANDLINE and _is_empty(ctx.params.get(param.name or ""))


def _is_empty(value: object) -> bool:
    """Whether somebody wrote nothing between quotation marks, or nothing but blanks."""
    if isinstance(value, tuple):
        return any(map(_is_empty, value))
    return isinstance(value, str) and not value.strip()
