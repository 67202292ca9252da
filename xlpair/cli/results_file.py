"""A file of results: 台次 and 结果, in any encoding and with any separator that spreadsheets write."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from xlpair.actions.seats import Sitting
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
_CLUBS: Final = ("红方单位", "黑方单位")
_WHOLE: Final = 0
_WITHIN: Final = re.compile(r"([1-9][0-9]{0,5})[-.]([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class ResultsFile:
    """Board -> result as typed; and who sat there, as far as the file says it.

    Boards of one team match that stand in lines of their own come as one text, ``1分台 2:0;3分台 1:1``.
    """

    texts: dict[int, str]
    sittings: dict[tuple[int, int], Sitting]


def read_results(path: Path) -> ResultsFile:
    """Read a file of results. Lines without a board, such as those of byes, and boards without a result are passed by.

    Raises UnreadableFile, or BadInput with every line that is not understood, or where no board has a result.
    """
    rows = _rows(path)
    columns = find_columns(rows[0], ROUND_WORDS) if rows else {}
    missing = [heading for heading in _NEEDED if heading not in columns]
    if missing:
        raise UnreadableFile(f"{path.name} 的第一行里找不到“{missing[0]}”。第一行要有“台次”和“结果”。")
    lines = _Lines(columns)
    problems = [
        Problem(f"{path.name} 第{line}行", *wrong)
        for line, row in enumerate(rows[1:], start=2)
        if (wrong := lines.take(row)) is not None
    ]
    if not problems and not lines.texts:
        what = "各台都还没有结果，没有可填的。" if lines.boards else "没有给出任何结果。"
        problems = [Problem(path.name, what, "" if lines.boards else "请写台次和结果。")]
    if problems:
        raise BadInput(tuple(problems))
    return ResultsFile({board: _joined(games) for board, games in lines.texts.items()}, lines.sittings)


class _Lines:
    """The lines below the headings, taken one by one."""

    def __init__(self, columns: Mapping[str, int]) -> None:
        self._columns = columns
        self.boards = 0
        self.texts: dict[int, dict[int, str]] = {}
        self.sittings: dict[tuple[int, int], Sitting] = {}

    def take(self, row: Sequence[str]) -> tuple[str, str] | None:
        """Take one line, or say what is wrong with it and what to do."""
        board_text, text = (self._field(row, heading) for heading in _NEEDED)
        board, game = _board(board_text)
        if is_blank(board_text):
            return None if is_blank(text) else (f"有结果“{text}”，没有台次。", "请补上台次。")
        if board is None:
            return f"台次看不懂“{board_text}”。", "台次要填整数；团体赛的一台写成 2-3（第2场第3台）。"
        known = self.texts.get(board, {})
        if game in known or (known and _WHOLE in (game, *known)):
            return f"第 {plain(board_text)} 台写了两次。", "请只留一行。"
        self.boards += 1
        if plain(text) in ("", "-"):
            return None
        self.texts.setdefault(board, {})[game] = text
        return self._seat(row, board, game)

    def _seat(self, row: Sequence[str], board: int, game: int) -> tuple[str, str] | None:
        """Keep who sat there, or say which number is none: somebody sits at a board with a result."""
        for heading in _NUMBERS:
            text = self._field(row, heading)
            if plain(text) not in ("", "-") and pairing_number(text) is None:
                return f"{heading}“{text}”不是编号，这一台却有结果。", "请核对这一行；不知道编号就空着。"
        red, black = (pairing_number(self._field(row, heading)) for heading in _NUMBERS)
        self.sittings[board, game] = Sitting((red, black), self._both(row, _NAMES), self._both(row, _CLUBS))
        return None

    def _both(self, row: Sequence[str], headings: tuple[str, str]) -> tuple[str, str]:
        red, black = headings
        return self._field(row, red), self._field(row, black)

    def _field(self, row: Sequence[str], heading: str) -> str:
        column = self._columns.get(heading, len(row))
        return unguarded(row[column].strip()) if column < len(row) else ""


def _board(text: str) -> tuple[int | None, int]:
    """A board, and the board within its match where the text names one: ``2-3``, ``2.3``; else _WHOLE."""
    board = whole(text)
    parts = _WITHIN.fullmatch(plain(text)) if board is None else None
    return (board, _WHOLE) if parts is None else (int(parts.group(1)), int(parts.group(2)))


def _joined(games: Mapping[int, str]) -> str:
    """What stands for a match: the text of the whole, or those of its boards."""
    return ";".join(text if game == _WHOLE else f"{game}分台 {text}" for game, text in games.items())


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
