"""One command from its words to its exit code: 0 done, 1 the event does not allow it, 2 wrong use or unreadable file,
3 a fault of the program. Nobody ever sees a traceback."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Sequence
from typing import Any, Final

import typer

from xlpair.cli.app import app
from xlpair.errors import XlpairError

DONE: Final = 0
WRONG_USE: Final = 2
FAULT: Final = 3
STOPPED: Final = 130

# BadParameter is a UsageError, and that a ClickException: typer brings them along under changing names.
_USAGE_ERROR: Final[Any] = typer.BadParameter.__mro__[1]
_ANY_USAGE_ERROR: Final[Any] = typer.BadParameter.__mro__[2]
# Results that look like options, as words the parser leaves alone.
_DASHED_RESULTS: Final = {
    "--": "双弃权",
    "-+": "红弃权",
    "-": "",
    "-:+": "红弃权",
    "-:-": "双弃权",
    "－": "",
    "——": "双弃权",
}


def run(words: Sequence[str]) -> int:
    """Run one command and say what went wrong in one Chinese sentence, if anything did."""
    _let_everything_print()
    as_json = "--json" in words
    command = typer.main.get_command(app)
    try:
        ended = command.main(_readable(words), prog_name="xlpair", standalone_mode=False)
        sys.stdout.flush()
    except XlpairError as error:
        _tell_refusal(error, as_json)
        return error.exit_code
    except _ANY_USAGE_ERROR as error:
        return _tell_usage(error, as_json)
    except (typer.Abort, KeyboardInterrupt):
        sys.stderr.write("已停止，文件没有改动。\n")
        return STOPPED
    except BrokenPipeError:
        _drop_output()
        return DONE
    except OSError as error:
        return _tell_disk(error, words, as_json)
    except Exception as fault:
        return _tell_fault(fault, words, as_json)
    return ended if isinstance(ended, int) else DONE


def _let_everything_print() -> None:
    """Let a console that lacks a character show another one instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _drop_output() -> None:
    """The reader of our output has gone: leave nothing for the interpreter to complain about at its end."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.close()


def _readable(words: Sequence[str]) -> list[str]:
    """Give ``result`` its result even where that begins with a dash: ``--`` and ``-+`` are no options here.

    What follows after a blank, who goes on, stays as it is.
    """
    if not words or words[0] != "result":
        return list(words)
    return [words[0], *(_without_dash(word) for word in words[1:])]


def _without_dash(word: str) -> str:
    first, blank, more = word.partition(" ")
    return f"{_DASHED_RESULTS[first]}{blank}{more}".strip() if first in _DASHED_RESULTS else word


def _tell_refusal(error: XlpairError, as_json: bool) -> None:
    from xlpair.cli.show import show_refusal

    show_refusal(error, as_json)


def _tell_disk(error: OSError, words: Sequence[str], as_json: bool) -> int:
    """Say what the disk refused, where no command has said it in its own words."""
    from xlpair.cli.show import show_refusal
    from xlpair.errors import NotSaved
    from xlpair.workbook.disk_words import why_refused

    if error.errno is None:
        return _tell_fault(error, words, as_json)
    if error.filename is None:  # what we print cannot be written
        _drop_output()
        as_json = False
    place = f"「{error.filename}」用不了" if error.filename is not None else "结果没有输出完"
    show_refusal(NotSaved(f"{place}：{why_refused(error)}。"), as_json)
    return WRONG_USE


def _tell_usage(error: Any, as_json: bool) -> int:
    if not error.format_message().strip() or type(error).__name__ == "NoArgsIsHelpError":
        sys.stdout.write(f"{error.ctx.get_help()}\n" if error.ctx else "")
        return WRONG_USE
    from xlpair.cli.show import show_refusal
    from xlpair.errors import WrongUse

    path = error.ctx.command_path if getattr(error, "ctx", None) else "xlpair"
    show_refusal(WrongUse(f"{_usage_words(error)}请用 {path} --help 看用法。"), as_json)
    return WRONG_USE


def _usage_words(error: Any) -> str:
    """What is wrong with the words of the command."""
    kind = type(error).__name__
    if kind == "MissingParameter" and error.param is not None:
        param = error.param
        name = param.metavar or param.name
        shown = name if param.param_type_name == "argument" else f"{max(param.opts, key=len)} <{name}>"
        return f"少了“{shown}”。"
    if kind == "NoSuchOption":
        near = [name for name in (error.possibilities or ()) if isinstance(name, str)]
        hint = f"（是不是 {near[0]}？）" if near else ""
        return f"没有 {error.option_name} 这个选项{hint}。"
    if kind == "BadOptionUsage":
        return f"选项 {error.option_name} 后面少了内容，或不该有内容。"
    message = error.format_message()
    if "No such command" in message:
        return f"没有“{message.split(chr(39))[1]}”这个命令{_nearest(message.split(chr(39))[1])}。"
    if "unexpected extra argument" in message:
        extra = message.rpartition("(")[2].rstrip(").")
        return f"多了没有用的内容：{extra}。有空格的文件名请加引号。"
    return f"命令写得不对：{message} "


def _nearest(word: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(word, [command.name or "" for command in app.registered_commands], n=1)
    return f"（是不是 {near[0]}？）" if near else ""


def _tell_fault(fault: Exception, words: Sequence[str], as_json: bool) -> int:
    from xlpair.cli.show import show_refusal

    place = _kept_details(fault, words)
    kept = f"详情写在 {place}，请把它发给开发者" if place else "请把这句话告诉开发者"
    said = f"程序出错（{type(fault).__name__}：{str(fault)[:200]}）。{kept}；文件没有改动，备份都在。"
    show_refusal(XlpairError(said), as_json)
    return FAULT


def _kept_details(fault: Exception, words: Sequence[str]) -> str:
    """Write what happened to a file of its own; gives its place, or ``''`` where that fails too."""
    import platform
    import tempfile
    import traceback

    from xlpair import __version__

    head = f"xlpair {__version__}, Python {platform.python_version()}, {platform.platform()}\n{list(words)!r}\n\n"
    try:
        handle, place = tempfile.mkstemp(prefix="xlpair-", suffix=".txt", text=True)
        with open(handle, "w", encoding="utf-8", errors="replace") as file:
            file.write(head + "".join(traceback.format_exception(fault)))
    except OSError:
        return ""
    return place
