"""One command from its words to its exit code: 0 done, 1 the event does not allow it, 2 wrong use or unreadable file,
3 a fault of the program. Nobody ever sees a traceback."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Sequence
from typing import Final

import click

from xlpair.cli.app import app
from xlpair.cli.saved import Before
from xlpair.errors import XlpairError

DONE: Final = 0
WRONG_USE: Final = 2
FAULT: Final = 3
STOPPED: Final = 130

# Before the result itself: the file, the round, the board.
_WORDS_BEFORE_RESULT: Final = 3


def run(words: Sequence[str]) -> int:
    """Run one command and say what went wrong in one Chinese sentence, if anything did."""
    _let_everything_print()
    as_json = "--json" in words
    before = Before(words)
    try:
        ended = _ended(_readable(words))
        sys.stdout.flush()
    except XlpairError as error:
        _tell_refusal(error, as_json)
        return error.exit_code
    except (EOFError, KeyboardInterrupt):
        told = before.told()
        sys.stderr.write(f"\n已停止{'；' if told else ''}{told}。\n")
        return STOPPED
    except BrokenPipeError:
        _drop_output()
        return DONE
    except OSError as error:
        return _tell_disk(error, words, before, as_json)
    except Exception as fault:
        return _tell_fault(fault, words, before, as_json)
    return ended


def _ended(words: list[str]) -> int:
    """What a command ends with: most give nothing, which is well done."""
    try:
        with app.make_context("xlpair", words) as context:
            return app.invoke(context) or DONE
    except click.exceptions.Exit as end:
        return end.exit_code


def _let_everything_print() -> None:
    """Let a console that lacks a character show another one instead of failing, and a closed one take anything."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _drop_output() -> None:
    """The reader of our output has gone: leave nothing for the interpreter to complain about at its end."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.close()


def _readable(words: Sequence[str]) -> list[str]:
    """Let ``result`` take its result as a cell does, even where that begins with a dash: ``-+``, ``--``, ``- +``.

    Options are only what a letter begins; the parser gets all else behind a ``--`` of its own.
    """
    if not words or words[0] != "result":
        return list(words)
    options, placed = _sorted_out(words[1:])
    return [words[0], *options, *(["--", *placed] if placed else [])]


def _sorted_out(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The options among the words of ``result``, and the other words.

    A ``--`` that somebody writes so that nothing behind it be an option is neither; as the last one it is the result.
    """
    options: list[str] = []
    placed: list[str] = []
    for at, word in enumerate(words):
        following = [one for one in words[at + 1 :] if not _is_option(one)]
        if word == "--" and (len(placed) < _WORDS_BEFORE_RESULT or following):
            return options, [*placed, *words[at + 1 :]]
        (options if _is_option(word) else placed).append(word)
    return options, placed


def _is_option(word: str) -> bool:
    return word.startswith("-") and word.lstrip("-")[:1].isalpha() and word.isascii()


def _tell_refusal(error: XlpairError, as_json: bool) -> None:
    from xlpair.cli.show import show_refusal

    show_refusal(error, as_json)


def _tell_disk(error: OSError, words: Sequence[str], before: Before, as_json: bool) -> int:
    """Say what the disk refused, where no command has said it in its own words."""
    from xlpair.cli.show import show_refusal
    from xlpair.errors import NotSaved
    from xlpair.workbook.disk_words import why_refused

    if error.errno is None:
        return _tell_fault(error, words, before, as_json)
    if error.filename is None:  # what we print cannot be written
        _drop_output()
        as_json = False
    place = f"「{error.filename}」用不了" if error.filename is not None else "结果没有输出完"
    show_refusal(NotSaved(f"{place}：{why_refused(error)}。"), as_json)
    return WRONG_USE


def _tell_fault(fault: Exception, words: Sequence[str], before: Before, as_json: bool) -> int:
    from xlpair.cli.show import show_refusal

    place = _kept_details(fault, words)
    kept = f"详情写在 {place}，请把它发给开发者" if place else "请把这句话告诉开发者"
    files = f"；{told}，备份都在" if (told := before.told()) else ""
    said = f"程序出错（{type(fault).__name__}：{str(fault)[:200]}）。{kept}{files}。"
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
