"""One number for all results as they are typed, and the cell on 成绩表 that keeps the number its table was made from.

While the two differ, the table is not that of the results: one was typed or corrected, and nothing has computed since.
The first number is a formula behind a name, worked out whenever the mark is drawn, with calculation switched off,
macros blocked or Python missing as well. The second is a cell: a plain number with 数值, written by every command; with
实时公式 a formula that is calculated when the table is.

Every sign a result is told by counts: its first and its last, weighted by red's number and the round, so that it does
not matter in which order the rows stand. The opponent in a game with a result, the fouls and the word for a bye do,
too; a pairing alone is worth 0. Only functions are used that every program computes alike.

Workbooks made before have a number without these, and their formula stays as it is: the name of the cell tells which.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from xlpair.workbook.blocks import Place
from xlpair.workbook.book import (
    Area,
    CellValue,
    Change,
    CopySheet,
    ErrorValue,
    PutBlock,
    PutCells,
    PutName,
    ResizeTable,
    Snapshot,
    address,
)
from xlpair.workbook.computed_cells import is_filled
from xlpair.workbook.layout import RESULTS_SEALED_NAME, SEALED_NAME, SIGNS_NAME, STANDINGS_NAME, TYPED_NAME, round_name

SIGNS: Final = " 0123456789:.-+½/=胜和负平赢输弃权到席红黑双先后方手局棋都wldnsWLDNS：．－＋／＝０１２３４５６７８９"
"""A result's signs, told apart by their places. The blank is the first: a blank result is worth 0."""

ROUNDS_A_NAME: Final = 20
_ROUNDS_A_NAME_BEFORE: Final = 40
NO_SEAL: Final = -1
_LAST_SIGN_WORTH: Final = 64
_BLANK: Final = 1 + _LAST_SIGN_WORTH
_MODULUS: Final = 99_991
_FIRST_ROUND_WORTH: Final = 1000
_FIRST_DAY: Final = dt.datetime(1899, 12, 30)
_RED, _BLACK, _RESULT, _BOARD, _WORD = "红方编号", "黑方编号", "结果", "分台", "黑方"
_OPPONENTS_WORTH: Final = 7
_FOULS: Final = ((31, (_RED, "红犯规")), (37, (_BLACK, "黑犯规")))
"""Columns that count multiplied with each other, and how much."""
_BESIDES: Final = (_BLACK, "红犯规", "黑犯规", _WORD)
_WORD_WORTH: Final = 41
_WORD_SIGNS: Final = " 轮请未退"
"""The first signs of the words for a bye, told apart by their places; a name and a blank are worth 0."""


def typed_formulas(rounds: int, boards: bool, *, whole: bool = True) -> dict[str, str]:
    """The number of the results that stand in the rounds, by the names it is kept behind.

    A formula holds less than 8192 signs: rounds beyond the first twenty stand behind names of their own, and the first
    name adds them up. ``boards``: a row is a board of a match of teams, told from the others of its match by 分台.
    ``whole``: not the results alone count.
    """
    formulas, step = {}, ROUNDS_A_NAME if whole else _ROUNDS_A_NAME_BEFORE
    for place, first in enumerate(range(1, rounds + 1, step), 1):
        last = min(first + step - 1, rounds)
        formulas[f"{TYPED_NAME}{place}" if place > 1 else TYPED_NAME] = _typed(first, last, boards, whole)
    others = [name for name in formulas if name != TYPED_NAME]
    return {**formulas, TYPED_NAME: "+".join([formulas[TYPED_NAME], *others])}


def _typed(first_round: int, last_round: int, boards: bool, whole: bool) -> str:
    parts = []
    for number in range(first_round, last_round + 1):
        table = round_name(number)
        # A blank counts as the sign it is given here; programs do not agree what it is to find no sign at all.
        first, last = f'LEFT({table}[{_RESULT}]&" ")', f'RIGHT(" "&{table}[{_RESULT}])'
        sign = f"FIND({first},{SIGNS_NAME}&{first})+{_LAST_SIGN_WORTH}*FIND({last},{SIGNS_NAME}&{last})-{_BLANK}"
        columns = "".join(f",{table}[{heading}]" for heading in _weights(boards))
        worth = f"SUMPRODUCT(({sign})^2{columns}){_typed_besides(table) if whole else ''}"
        parts.append(f"{_FIRST_ROUND_WORTH + number}*MOD({worth},{_MODULUS})")
    return "+".join(parts)


def _typed_besides(table: str) -> str:
    """What counts besides the results. Columns stand in arguments of their own, so that a text in one counts as 0."""
    played = f"{_OPPONENTS_WORTH}*(LEN({table}[{_RESULT}])>0)"
    first = f'LEFT({table}[{_WORD}]&" ")'
    word = f'MOD(FIND({first},"{_WORD_SIGNS}"&{first})-1,{len(_WORD_SIGNS)})'
    fouls = "".join(f"+{worth}*SUMPRODUCT({table}[{one}],{table}[{other}])" for worth, (one, other) in _FOULS)
    opponents = f"+SUMPRODUCT({played},{table}[{_RED}],{table}[{_BLACK}])"
    return f"{opponents}{fouls}+{_WORD_WORTH}*SUMPRODUCT({word},{table}[{_RED}])"


def signs_formula() -> str:
    return f'"{SIGNS}"'


def sealed_formula(area: Area) -> str:
    """The number of the results that the table in this area was calculated from; 0 where a message stands there."""
    return f"IFERROR(IF({is_filled(address(area.top, area.left + 1))},{TYPED_NAME},0),{NO_SEAL})"


def lagging_formula() -> str:
    """The condition under which 成绩表 is not that of the results."""
    return f"IFERROR({SEALED_NAME},{NO_SEAL})<>IFERROR({TYPED_NAME},{NO_SEAL})"


def put_typed(snapshot: Snapshot, rounds: int, boards: bool) -> tuple[Change, ...]:
    """Let the number count more rounds, in the way it is counted in this workbook."""
    formulas = typed_formulas(rounds, boards, whole=_counts_all(snapshot))
    return tuple(PutName(name, formula) for name, formula in formulas.items())


def put_seal(snapshot: Snapshot, rounds: Mapping[int, Place], changes: Sequence[Change]) -> tuple[Change, ...]:
    """Write down which results the table is made from, where ``changes`` fill the table.

    Without the table of a round before others the number cannot be calculated any more: then none is written down.
    """
    cell = snapshot.names.get(SEALED_NAME if _counts_all(snapshot) else RESULTS_SEALED_NAME)
    area = snapshot.names.get(STANDINGS_NAME)
    blocks = [change for change in changes if isinstance(change, PutBlock)]
    filled = next((one for one in blocks if area is not None and _starts_alike(one.area, area)), None)
    if cell is None or filled is None:
        return ()
    copied = {change.new_table for change in changes if isinstance(change, CopySheet)}
    if any(one not in rounds and round_name(one) not in copied for one in range(1, max(rounds, default=0))):
        return (PutBlock(cell, ((NO_SEAL,),), None),)
    number = results_number(snapshot, rounds, changes)
    if filled.formula is None:
        return (PutBlock(cell, ((number,),), None),)
    alone = not filled.rows or all(value in ("", None) for value in filled.rows[0][1:2])
    return (PutBlock(cell, ((0 if alone else number,),), sealed_formula(filled.area)),)


def results_number(snapshot: Snapshot, rounds: Mapping[int, Place], changes: Iterable[Change] = ()) -> int:
    """What :func:`typed_formulas` gives once the changes are made; NO_SEAL for an error cell or a lost column."""
    written: dict[tuple[str, int, int], CellValue] = {}
    bottoms: dict[str, int] = {}
    for change in changes:
        if isinstance(change, PutCells):
            for row, values in enumerate(change.rows, change.top):
                written |= {(change.sheet, row, at): value for at, value in enumerate(values, change.left)}
        elif isinstance(change, ResizeTable):
            bottoms[change.table] = change.bottom
    total, besides = 0, _BESIDES if _counts_all(snapshot) else ()
    for number, place in rounds.items():
        weights = _weights(has_boards(place))
        if any(heading not in place.columns for heading in besides):
            return NO_SEAL
        headings = (_RESULT, *weights, *besides)
        rows = list(_rows(snapshot, place, bottoms, written, headings))
        if any(isinstance(cell, ErrorValue) for row in rows for cell in row):
            return NO_SEAL
        worth = sum(_worth(dict(zip(headings, row, strict=True)), weights, besides) for row in rows)
        total += (_FIRST_ROUND_WORTH + number) * (worth % _MODULUS)
    return total


def _counts_all(snapshot: Snapshot) -> bool:
    """Whether the workbook's number tells more than its results."""
    return SEALED_NAME in snapshot.names


def _worth(cells: Mapping[str, CellValue], weights: Sequence[str], besides: Sequence[str]) -> int:
    """What one row adds to the number of its round."""
    result = _text(cells[_RESULT])
    worth = _code(result) * _product([cells[heading] for heading in weights])
    if not besides:
        return worth
    worth += _OPPONENTS_WORTH * bool(result) * _product([cells[_RED], cells[_BLACK]])
    worth += sum(factor * _product([cells[heading] for heading in pair]) for factor, pair in _FOULS)
    place = max(_WORD_SIGNS.find(_text(cells[_WORD])[:1] or " "), 0)
    return worth + _WORD_WORTH * place * _product([cells[_RED]])


def has_boards(place: Place) -> bool:
    """Whether a round's rows are the boards of matches of teams."""
    return _BOARD in place.columns


def _weights(boards: bool) -> tuple[str, ...]:
    return (_RED, _BOARD) if boards else (_RED,)


def _rows(
    snapshot: Snapshot,
    place: Place,
    bottoms: Mapping[str, int],
    written: Mapping[tuple[str, int, int], CellValue],
    headings: Sequence[str],
) -> Iterator[tuple[CellValue, ...]]:
    """These columns of a round's table, as they will be."""
    block, sheet = place.block, snapshot.sheet(place.block.sheet)
    columns = [place.columns.get(heading) for heading in headings]
    if block.area is None or sheet is None or None in columns:
        return
    touched = {row for name, row, _ in written if name == sheet.name}
    # Blank rows are worth nothing: a table dragged to the end of its sheet is not gone through.
    last = min(bottoms.get(block.table, block.area.bottom), max([len(sheet.rows) - 1, *touched]))
    for row in range(block.area.top + 1, last + 1):
        cells = sheet.rows[row] if row < len(sheet.rows) else ()
        if not cells and row not in touched:
            continue
        found = []
        for column in columns:
            at = block.left + (column or 0)
            here = cells[at] if at < len(cells) else None
            found.append(written.get((sheet.name, row, at), here))
        yield tuple(found)


def _code(text: str) -> int:
    """A result's worth by its first and last sign; a sign that nobody knows comes behind all others."""
    first, last = (SIGNS.find(sign) + 1 or len(SIGNS) + 1 for sign in (text[:1] or " ", text[-1:] or " "))
    return int(first + _LAST_SIGN_WORTH * last - _BLANK) ** 2


def _product(weights: Sequence[CellValue]) -> int:
    """The weights multiplied; what is no number counts nothing, as in SUMPRODUCT."""
    product = 1
    for weight in weights:
        number = isinstance(weight, (int, float)) and not isinstance(weight, bool)
        product *= int(weight) if number else 0  # type: ignore[arg-type]
    return product


def _text(value: CellValue) -> str:
    """A cell as LEFT and RIGHT see it: numbers with all their digits, times and dates as the numbers they are."""
    if isinstance(value, dt.time):
        value = dt.datetime.combine(_FIRST_DAY, value)
    elif isinstance(value, dt.date) and not isinstance(value, dt.datetime):
        value = dt.datetime.combine(value, dt.time())
    if isinstance(value, dt.datetime):
        value = (value - _FIRST_DAY) / dt.timedelta(days=1)
    if isinstance(value, bool) or value is None:
        return "" if value is None else str(value).upper()
    return f"{value:.15g}" if isinstance(value, (int, float)) else str(value)


def _starts_alike(one: Area, other: Area) -> bool:
    """Whether two areas are the same but for their size: a command may have made it bigger."""
    return (one.sheet, one.top, one.left) == (other.sheet, other.top, other.left)
