"""A list, a name for the workbook, and what a refusal looks like on the command line."""

from __future__ import annotations

from command_line import Ended

# F2, F4: neighbours, odd boards the small number first, even boards the big one: 1-2, 4-3, 5-6.
PLAIN = "编号,姓名\n" + "".join(f"{number},甲{number}\n" for number in range(1, 7))
BOOK = "春季赛.xlsx"


def refused(ended: Ended, code: int, *words: str) -> None:
    assert ended.code == code, ended
    assert ended.out == ""
    for word in words:
        assert word in ended.err
    assert "Traceback" not in ended.err
