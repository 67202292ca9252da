"""A file of results: 台次 and 结果, in any encoding and with any separator that spreadsheets write."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from xlpair.errors import BadInput, Problem, UnreadableFile
from xlpair.export.csv_text import unguarded
from xlpair.workbook.disk_words import why_refused
from xlpair.workbook.headings import ROUND_WORDS, find_columns
from xlpair.workbook.texts import is_blank, pairing_number, plain, whole

_ENCODINGS: Final = ("utf-8-sig", "gb18030", "utf-16")
_SEPARATORS: Final = "\t;,，；"
_MOST_BYTES: Final = 5_000_000
_NEEDED: Final = ("台次", "结果")
_NUMBERS: Final = ("红方编号", "黑方编号")
_NAMES: Final = ("红方", "黑方")
_WHOLE: Final = 0
_WITHIN: Final = re.compile(r"([1-9][0-9]{0,5})[-.]([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class ResultsFile:
    """Board -> result as typed; and who sits there, where the file says it.

    Boards of one team match that stand in lines of their own come as one text, ``1分台 2:0;3分台 1:1``. ``numbers`` are
    those of the board's red and black. ``names`` stand as they do in the line, by board and game (0 = the whole board),
    '' where none is written.
    """

    texts: dict[int, str]
    numbers: dict[int, tuple[int, int]]
    names: dict[tuple[int, int], tuple[str, str]]


def read_results(path: Path) -> ResultsFile:
    """Read a file of results. Lines without a board, such as those of byes, and boards without a result are passed by.

    Raises UnreadableFile, or BadInput with every line that is not understood.
    """
    rows = _rows(path)
    columns = find_columns(rows[0], ROUND_WORDS) if rows else {}
    missing = [heading for heading in _NEEDED if heading not in columns]
    if missing:
        raise UnreadableFile(f"{path.name} 的第一行里找不到“{missing[0]}”。第一行要有“台次”和“结果”。")
    texts: dict[int, dict[int, str]] = {}
    numbers: dict[int, tuple[int, int]] = {}
    names: dict[tuple[int, int], tuple[str, str]] = {}
    problems: list[Problem] = []
    for line, row in enumerate(rows[1:], start=2):
        board_text, text = (_field(row, columns[heading]) for heading in _NEEDED)
        where = f"{path.name} 第{line}行"
        board, game = _board(board_text)
        if is_blank(board_text):
            if not is_blank(text):
                problems.append(Problem(where, f"有结果“{text}”，没有台次。", "请补上台次。"))
        elif board is None:
            problems.append(
                Problem(where, f"台次看不懂“{board_text}”。", "台次要填整数；团体赛的一台写成 2-3（第2场第3台）。")
            )
        elif game in (known := texts.get(board, {})) or (known and _WHOLE in (game, *known)):
            problems.append(Problem(where, f"第 {plain(board_text)} 台写了两次。", "请只留一行。"))
        elif plain(text) not in ("", "-"):
            texts.setdefault(board, {})[game] = text
            red, black = (pairing_number(_field(row, columns[one])) if one in columns else None for one in _NUMBERS)
            if red and black:
                numbers[board] = (black, red) if game and game % 2 == 0 else (red, black)
            called = [_field(row, columns[one]) if one in columns else "" for one in _NAMES]
            names[board, game] = called[0], called[1]
    if problems:
        raise BadInput(tuple(problems))
    return ResultsFile({board: _joined(games) for board, games in texts.items()}, numbers, names)


def _board(text: str) -> tuple[int | None, int]:
    """A board, and the board within its match where the text names one: ``2-3``, ``2.3``; else _WHOLE."""
    board = whole(text)
    parts = _WITHIN.fullmatch(plain(text)) if board is None else None
    return (board, _WHOLE) if parts is None else (int(parts.group(1)), int(parts.group(2)))


def _joined(games: Mapping[int, str]) -> str:
    """What stands for a match: the text of the whole, or those of its boards."""
    return ";".join(text if game == _WHOLE else f"{game}分台 {text}" for game, text in games.items())


def _field(row: Sequence[str], column: int) -> str:
    return unguarded(row[column].strip()) if column < len(row) else ""


def _rows(path: Path) -> list[list[str]]:
    """The rows that hold anything."""
    text = _text(path)
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(_SEPARATORS, key=first.count)
    rows = csv.reader(io.StringIO(text.replace("\0", ""), newline=""), delimiter=separator)
    try:
        return [row for row in rows if any(field.strip() for field in row)]
    except csv.Error:
        raise UnreadableFile(f"{path.name} 读不懂：请另存为 CSV 再用。") from None


def _text(path: Path) -> str:
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise UnreadableFile(f"找不到文件「{path}」。请检查文件名和所在文件夹。") from None
    except OSError as failed:
        raise UnreadableFile(f"「{path.name}」读不出来：{why_refused(failed)}。") from None
    if len(content) > _MOST_BYTES or content.startswith((b"PK", b"\xd0\xcf")):
        raise UnreadableFile(f"「{path.name}」不是 CSV。请在 Excel 里另存为“CSV UTF-8”再用。")
    for encoding in _ENCODINGS:
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise UnreadableFile(f"「{path.name}」的文字编码认不出来：请用记事本另存为 UTF-8 再用。")
