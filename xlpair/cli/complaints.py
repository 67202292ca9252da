"""What is wrong with the words of a command, in Chinese, and where to read how to write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click

from xlpair.cli.help import shown_name
from xlpair.errors import WrongUse


def misread(error: click.UsageError, ctx: click.Context) -> WrongUse:
    """Words that click could not read."""
    return _complaint(_reason(error), ctx)


def unknown_command(word: str, commands: Iterable[str], ctx: click.Context) -> WrongUse:
    from difflib import get_close_matches

    return _complaint(f"没有“{word}”这个命令{_perhaps(get_close_matches(word, commands, n=1))}。", ctx)


def left_over(words: Sequence[str], ctx: click.Context) -> WrongUse:
    return _complaint(f"多了没有用的内容：{' '.join(words)}。有空格的文件名请加引号。", ctx)


def written_empty(param: click.Parameter, ctx: click.Context) -> WrongUse:
    leave = "" if param.required else "，或者不写它"
    return _complaint(f"“{shown_name(param)}”是空的。请写上内容{leave}。", ctx)


def _complaint(reason: str, ctx: click.Context) -> WrongUse:
    return WrongUse(f"{reason}请用 {ctx.command_path} --help 看用法。")


def _reason(error: click.UsageError) -> str:
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return f"少了“{shown_name(error.param)}”。"
    if isinstance(error, click.NoSuchOption):
        return f"没有 {error.option_name} 这个选项{_perhaps(error.possibilities or ())}。"
    if isinstance(error, click.BadOptionUsage):
        return f"选项 {error.option_name} 后面少了内容，或不该有内容。"
    return f"命令写得不对：{error.format_message()} "


def _perhaps(near: Sequence[str]) -> str:
    return f"（是不是 {near[0]}？）" if near else ""
