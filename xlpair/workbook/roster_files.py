"""Rosters from other programs' files: CSV and text in any usual encoding, .xlsx and .xlsm."""

from __future__ import annotations

import csv
import io
import re
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from xlpair.errors import Gravity, Problem, UnreadableFile
from xlpair.workbook.blocks import Block
from xlpair.workbook.book import NOT_COMPUTED, CellValue, ErrorValue
from xlpair.workbook.cell_values import cell_reader
from xlpair.workbook.contents import read_contents
from xlpair.workbook.disk_words import why_refused
from xlpair.workbook.headings import ROSTER_WORDS, find_columns
from xlpair.workbook.layout import MOST_PEOPLE, ROSTER_HEADINGS
from xlpair.workbook.package import Package
from xlpair.workbook.sheet_values import Reading, read_rows
from xlpair.workbook.texts import error_code, error_told, is_blank, pairing_number, text_of, whole

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet  # noqa: TID251

Grid: TypeAlias = list[list[CellValue]]

_MOST_BYTES: Final = 10_000_000
_MOST_UNPACKED: Final = 200_000_000
_GUESSED_BYTES: Final = 65_536
_MOST_ROWS: Final = 20_000
_MOST_READ: Final = 5 * _MOST_ROWS
_MOST_COLUMNS: Final = 200
_SEARCHED_ROWS: Final = 30
_ROSTER_ALONE: Final = "请把名单单独存成一个 .xlsx 或 .csv 文件再导入。"
_SEPARATORS: Final = (",", "\t", ";", "，", "；", "|")
_EXACT_DIGITS: Final = 15
_FORMULA: Final = re.compile(rb"<(?:[A-Za-z0-9_.-]+:)?f[\s/>]")
_TEXT_KINDS: Final = frozenset((".csv", ".txt", ".tsv", ".text", ""))
_BOOK_KINDS: Final = frozenset((".xlsx", ".xlsm"))


@dataclass(frozen=True, slots=True)
class RosterFile:
    """A roster as found in a file.

    ``rows`` maps a heading to what stands there; our headings have our names, others the file's. Text is text as it was
    (numbers too, but for 编号, 等级分 and 种子); cells that are blank are left out. ``headings`` keeps their order.
    ``lines`` are the rows' places in the file from 1, the headings stand in line ``top`` counted from 0.
    """

    headings: tuple[str, ...]
    rows: tuple[dict[str, CellValue], ...]
    lines: tuple[int, ...]
    top: int
    problems: tuple[Problem, ...] = ()

    def block(self, label: str) -> Block:
        """The roster as the reader of 名单 takes it: with all our headings, its lines where they were in the file."""
        headings = (*ROSTER_HEADINGS, *(heading for heading in self.headings if heading not in ROSTER_HEADINGS))
        last = max(self.lines, default=self.top + 1)
        grid: list[tuple[CellValue, ...]] = [()] * (last - self.top)
        grid[0] = headings
        for line, row in zip(self.lines, self.rows, strict=True):
            grid[line - 1 - self.top] = tuple(row.get(heading) for heading in headings)
        return Block(grid, top=self.top, label=label)


def read_roster_file(path: Path) -> RosterFile:
    """Read a roster. Raises UnreadableFile with one sentence where it cannot be read."""
    kind = path.suffix.lower()
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise UnreadableFile(
                f"{path.name} 太大（超过 {_MOST_BYTES // 1_000_000} MB），不像一份名单。{_ROSTER_ALONE}"
            )
        content = path.read_bytes()
    except OSError as error:
        raise UnreadableFile(f"打不开 {path.name}：{why_refused(error)}。") from error
    if not content:
        raise UnreadableFile(f"{path.name} 是空文件。请检查是不是选错了文件，或在原来的程序里重新保存再导入。")
    if kind in _BOOK_KINDS or content.startswith(b"PK\x03\x04"):
        grids = _book_grids(path)
    elif kind in _TEXT_KINDS and not content.startswith(b"\xd0\xcf\x11\xe0"):
        grids = [_text_grid(content, path.name)]
    else:
        raise UnreadableFile(f"读不了 {path.name}：请另存为 .xlsx 或 .csv 再导入。")
    return _best_roster(grids, path.name)


def _text_grid(content: bytes, name: str) -> Grid:
    """The rows of a text file: the first encoding and separator under which it has our headings.

    Bytes alone do not say which encoding they are in; a heading we know does.
    """
    texts = list(_decoded(content))
    for text in texts:
        for separator in _by_frequency(text):
            if _heading_row(_split(text, separator, _SEARCHED_ROWS)) is not None:
                return _split(text, separator, _MOST_READ)
    if not texts:
        raise UnreadableFile(f"{name} 的文字编码认不出来：请用记事本另存为 UTF-8 再导入。")
    return []


def _decoded(content: bytes) -> Iterator[str]:
    """The content as text, the likeliest encoding first."""
    marks = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
    marked = [encoding for mark, encoding in marks.items() if content.startswith(mark)]
    guesses = marked or ["utf-8", "gb18030", "big5hkscs", "utf-16-le", "utf-16-be"]
    for encoding in guesses:
        try:
            yield content.decode(encoding)
        except UnicodeDecodeError:
            continue
    from charset_normalizer import from_bytes

    best = from_bytes(content[:_GUESSED_BYTES]).best()
    if best is not None:
        yield content.decode(best.encoding, errors="replace")


def _by_frequency(text: str) -> list[str]:
    """Separators, the one first that stands most often in the first lines."""
    counts = Counter("".join(text.splitlines()[:_SEARCHED_ROWS]))
    return sorted(_SEPARATORS, key=lambda separator: (-counts[separator], _SEPARATORS.index(separator)))


def _split(text: str, separator: str, most: int) -> Grid:
    rows = csv.reader(io.StringIO(text.replace("\0", ""), newline=""), delimiter=separator)
    grid: Grid = []
    with suppress(csv.Error):  # a field without end: what was read before it is kept
        grid += (list(row[:_MOST_COLUMNS]) for row in islice(rows, most))
    return grid


def _book_grids(path: Path) -> list[Grid]:
    """The sheets of a workbook, the active one first."""
    import openpyxl  # noqa: TID251 – reads rosters, never saves

    try:
        with zipfile.ZipFile(path) as archive:
            unpacked = sum(part.file_size for part in archive.infolist())
        if unpacked > _MOST_UNPACKED:
            raise UnreadableFile(f"{path.name} 展开后太大，不像一份名单。{_ROSTER_ALONE}")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what it leaves out, which is all but values; and it says so in English
            _refuse_long(path)
            book = openpyxl.load_workbook(path, data_only=True)
            uncomputed = _uncomputed(path)
            sheets = sorted(book.worksheets, key=lambda sheet: sheet is not book.active)
            return [_sheet_grid(sheet, uncomputed.get(sheet.title, ())) for sheet in sheets]
    except UnreadableFile:
        raise
    except Exception as error:  # a damaged file makes openpyxl raise whatever its parts raise
        raise UnreadableFile(
            f"读不了 {path.name}：文件损坏、加了密码，或不是 Excel 文件。请另存为 .xlsx 再导入。"
        ) from error


def _refuse_long(path: Path) -> None:
    """Refuse a roster that is too long before its whole workbook is taken in, which would take its time."""
    import openpyxl  # noqa: TID251 – reads rosters, never saves

    book = openpyxl.load_workbook(path, data_only=True, read_only=True)
    try:
        for sheet in sorted(book.worksheets, key=lambda sheet: sheet is not book.active):
            sheet.reset_dimensions()
            rows = sheet.iter_rows(max_row=_MOST_READ, max_col=_MOST_COLUMNS, values_only=True)
            first = [[_cell(value) for value in row] for row in islice(rows, _SEARCHED_ROWS)]
            top = _heading_row(first)
            if top is not None:
                cells = ([_cell(value) for value in row] for row in rows)
                _check_length(chain(first, cells), find_columns(first[top], ROSTER_WORDS)["姓名"], path.name)
                return
    finally:
        book.close()


def _uncomputed(path: Path) -> dict[str, list[tuple[int, int]]]:
    """Where, by sheet, a formula has no value yet: openpyxl gives either formulas or values, and nothing for these.

    Most rosters have no formula at all; the others are read once more by our own reader, which is many times faster.
    """
    content = path.read_bytes()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        sheets = [name for name in archive.namelist() if "sheet" in name.lower() and name.lower().endswith(".xml")]
        if not any(_FORMULA.search(archive.read(name)) for name in sheets):
            return {}
    found: dict[str, list[tuple[int, int]]] = {}
    with suppress(UnreadableFile):  # of a kind that openpyxl takes and we do not
        package = Package(content, path.name)
        contents = read_contents(package)
        reading = Reading(package, cell_reader(package, contents))
        for sheet in contents.sheets:
            for at, row in enumerate(read_rows(package.part(sheet.part), reading)):
                if NOT_COMPUTED in row:
                    places = ((at, column) for column, value in enumerate(row) if value == NOT_COMPUTED)
                    found.setdefault(sheet.name, []).extend(places)
    return found


def _check_length(rows: Iterable[Sequence[CellValue]], column: int, name: str) -> None:
    """Refuse more names than a workbook can hold, and names below the rows that are read."""
    people = 0
    for at, row in enumerate(rows):
        if column >= len(row) or is_blank(row[column]):
            continue
        people += 1
        if people > MOST_PEOPLE + 1:  # the heading counts, too
            raise UnreadableFile(
                f"{name} 里超过 {MOST_PEOPLE} 人，一个工作簿最多放 {MOST_PEOPLE} 人。"
                "请按组别分成几份名单，各建一个工作簿。"
            )
        if at >= _MOST_ROWS:
            raise UnreadableFile(f"{name} 第 {_MOST_ROWS} 行以下还有棋手，读不到。请删掉中间的空行再导入。")


def _sheet_grid(sheet: Worksheet, uncomputed: Iterable[tuple[int, int]] = ()) -> Grid:
    """A sheet's cells, a merged cell's value in every row it covers but for the columns of 编号 and 姓名."""
    bottom, right = min(sheet.max_row, _MOST_ROWS), min(sheet.max_column, _MOST_COLUMNS)
    rows = sheet.iter_rows(max_row=bottom, max_col=right, values_only=True)
    grid = [[_cell(value) for value in row] for row in rows]
    for at, column in uncomputed:
        if at < len(grid) and column < len(grid[at]):
            grid[at][column] = NOT_COMPUTED
    top = _heading_row(grid)
    columns = find_columns(grid[top], ROSTER_WORDS) if top is not None else {}
    own = {columns.get("编号"), columns.get("姓名")}
    for merge in sheet.merged_cells.ranges:
        if top is None or merge.min_row <= top + 1 or merge.min_col > right or merge.min_col - 1 in own:
            continue
        for row in grid[merge.min_row : merge.max_row]:
            row[merge.min_col - 1] = grid[merge.min_row - 1][merge.min_col - 1]
    return grid


def _cell(value: object) -> CellValue:
    """openpyxl's value as ours; error cells come as text."""
    if isinstance(value, str):
        code = error_code(value)
        return ErrorValue(code) if code else value
    return value if isinstance(value, (int, float)) or value is None else text_of(value)  # type: ignore[arg-type]


def _best_roster(grids: Iterable[Grid], name: str) -> RosterFile:
    for grid in grids:
        top = _heading_row(grid)
        if top is not None:
            _check_length(grid, find_columns(grid[top], ROSTER_WORDS)["姓名"], name)
            return _roster(grid, top, name)
    raise UnreadableFile(f"{name} 里找不到“姓名”（或 选手、名字）这一列：请在第一行写上标题再导入。")


def _heading_row(grid: Grid) -> int | None:
    """The first row with a heading for the name; title lines and empty lines may stand above it.

    A lone word is no heading row: it might be a title.
    """
    named = [at for at, row in enumerate(grid[:_SEARCHED_ROWS]) if "姓名" in find_columns(row, ROSTER_WORDS)]
    several = [at for at in named if sum(not is_blank(cell) for cell in grid[at]) > 1]
    return next(iter(several or named), None)


def _roster(grid: Grid, top: int, name: str) -> RosterFile:
    columns = {column: heading for heading, column in find_columns(grid[top], ROSTER_WORDS).items()}
    for column, cell in enumerate(grid[top]):
        word = text_of(cell)
        if column not in columns and word and word not in columns.values():
            columns[column] = word
    problems: list[Problem] = []
    rows, lines = [], []
    for at, row in enumerate(grid[top + 1 :], start=top + 2):
        cells = {heading: row[column] for column, heading in sorted(columns.items()) if column < len(row)}
        kept = {heading: cell for heading, cell in cells.items() if not is_blank(cell)}
        if not kept:
            continue
        problems += _row_problems(kept, f"{name} 第{at}行")
        good = {heading: _value(heading, cell) for heading, cell in kept.items() if not isinstance(cell, ErrorValue)}
        if "姓名" in good:
            rows.append(good)
            lines.append(at)
    used = {heading for row in rows for heading in row}
    ours = [heading for heading in ROSTER_HEADINGS if heading in used]
    own = [heading for _, heading in sorted(columns.items()) if heading in used and heading not in ROSTER_HEADINGS]
    if not rows:
        problems.append(Problem(name, "名单是空的。", "请检查标题下面有没有棋手。"))
    return RosterFile((*ours, *own), tuple(rows), tuple(lines), top, tuple(problems))


def _value(heading: str, cell: CellValue) -> CellValue:
    """A cell as it goes into the roster: numbers where we count with them, else text."""
    if heading == "编号":
        return pairing_number(cell) or text_of(cell)
    if heading in ("等级分", "种子"):
        number = whole(cell)
        return text_of(cell) if number is None else number
    return text_of(cell)


def _row_problems(row: dict[str, CellValue], where: str) -> Iterator[Problem]:
    for heading, cell in row.items():
        if cell == NOT_COMPUTED:
            yield Problem(f"{where} {heading}", *error_told(cell, ""))
        elif isinstance(cell, ErrorValue):
            yield Problem(f"{where} {heading}", f"是错误值 {cell.code}，没有导入这一格。", "请在原文件里改正。")
        elif isinstance(cell, (int, float)) and abs(cell) >= 10**_EXACT_DIGITS:
            what = f"{text_of(cell)} 超过 {_EXACT_DIGITS} 位，电子表格已把后面的数字改成 0。"
            yield Problem(f"{where} {heading}", what, "请在原文件里把这一列设成文本重新填写。", Gravity.WARNING)
    if "姓名" not in row and set(row) != {"单位"}:
        yield Problem(where, "没有姓名，这一行没有导入。", "请补上姓名。", Gravity.WARNING)
