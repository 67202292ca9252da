"""Which rows below a table are the table's: those that certainly are, and those that only look like it.

People write below tables, too: who signs, how many there are, what remains to be done. None of that may be taken for a
player or a board; what might be one is told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, TypeAlias

from xlpair.workbook.book import CellValue
from xlpair.workbook.headings import MOST_BOARDS
from xlpair.workbook.layout import TEAM_HEADING, board_heading
from xlpair.workbook.result_texts import read_result
from xlpair.workbook.settings_lines import line_of
from xlpair.workbook.texts import NotUnderstood, is_blank, pairing_number, plain, text_of

Row: TypeAlias = Mapping[str, CellValue]

_SAYING: Final = re.compile(r"[:;。!?\n=]|\.{3}|…|_{2}")
"""What stands in remarks and sums, not in names: ``裁判长签名：``."""
_SUMS: Final = ("合计", "总计", "小计", "共计", "总人数", "人数")
_BOARDS: Final = tuple(board_heading(board) for board in range(1, MOST_BOARDS + 1))
_NUMBERS: Final = ("红方编号", "黑方编号")
_NAMES: Final = ("红方", "黑方")


def is_setting(row: Row) -> bool:
    """A 项目 of ours; everything else that people want to write down there belongs outside the table."""
    return line_of(row.get("项目")) is not None


def is_entrant(row: Row) -> bool:
    """A number with whatever stands for a name, or a name alone."""
    if pairing_number(row.get("编号")) is not None:
        return _filled(row, "姓名")
    return is_blank(row.get("编号")) and _is_name(row.get("姓名"))


def is_like_entrant(row: Row) -> bool:
    """Anything for a name but a remark or a sum, unless a word (裁判长) stands for the number; or a number and more."""
    number = row.get("编号")
    if pairing_number(number) is not None:
        return any(_filled(row, heading) for heading in ("姓名", "单位", "等级分"))
    word = text_of(number)
    mistyped = any(sign.isdigit() for sign in word) and not _is_saying(number)
    return (not word or mistyped) and _is_name_or_broken(row.get("姓名"))


def is_board(row: Row) -> bool:
    if any(pairing_number(row.get(heading)) for heading in _NUMBERS):
        return True
    try:
        return read_result(row.get("结果")) is not None
    except NotUnderstood:
        return False


def is_like_board(row: Row) -> bool:
    """One number with an opponent, a bye or a result; two names; or a result that is typed as text.

    A number alone may count something, a name alone may be whose signature it is.
    """
    numbers = [heading for heading in _NUMBERS if pairing_number(row.get(heading)) is not None]
    names = [heading for heading in _NAMES if _is_name_or_broken(row.get(heading))]
    result = row.get("结果")
    if len(numbers) == 2 or len(names) == 2:
        return True
    if numbers:
        return bool(names) or _filled(row, "结果") or any(_filled(row, heading) for heading in (*_NUMBERS, "台次"))
    return isinstance(result, str) and is_board({"结果": result})


def is_log_line(row: Row) -> bool:
    return not is_blank(row.get("时间")) and not is_blank(row.get("命令"))


def is_member(row: Row) -> bool:
    if pairing_number(row.get("序号")) is not None:
        return _filled(row, "姓名")
    return is_blank(row.get("序号")) and _is_name(row.get("姓名"))


def is_like_member(row: Row) -> bool:
    """Anything for a name; or a number in the squad and more."""
    if pairing_number(row.get("序号")) is not None:
        return any(_filled(row, heading) for heading in ("姓名", "队号", TEAM_HEADING, "等级分"))
    return _is_name_or_broken(row.get("姓名"))


def is_lineup(row: Row) -> bool:
    return pairing_number(row.get("队号")) is not None


def is_like_lineup(row: Row) -> bool:
    """A team's number; or its name and somebody at a board."""
    return is_lineup(row) or (_is_name_or_broken(row.get(TEAM_HEADING)) and any(_filled(row, one) for one in _BOARDS))


def _filled(row: Row, heading: str) -> bool:
    return not is_blank(row.get(heading))


def _is_name(cell: CellValue) -> bool:
    """Whether a cell holds what may be somebody's name."""
    name = text_of(cell)
    return any(sign.isalpha() for sign in name) and not _is_saying(cell)


def _is_name_or_broken(cell: CellValue) -> bool:
    """The same, or a cell that is an error, so that nobody knows."""
    return _is_name(cell) or (not is_blank(cell) and not text_of(cell))


def _is_saying(cell: CellValue) -> bool:
    text = plain(text_of(cell))
    return _SAYING.search(text) is not None or text.startswith(_SUMS)
