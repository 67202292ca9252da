"""Error cells that Calc's formulas cannot get past, and what the commands say of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from calc.conftest import Desk
from calc.test_hands_in_calc import points, small_event
from xlpair.workbook.book import address


@pytest.mark.parametrize("own", [False, True], ids=["备注", "own column"])
@pytest.mark.parametrize(("formula", "code"), [("=1/0", "#DIV/0!"), ("=NA()", "#N/A")])
def test_hands_39_an_error_in_a_rounds_remarks_or_own_column_is_named_by_every_command(
    own: bool, formula: str, code: str, desk: Desk, tmp_path: Path
) -> None:
    document = small_event(desk, tmp_path)
    for board in (1, 2, 3):
        document.typed("第1轮", board, "结果", "2:0")
    before = points(document)
    sheet, row, column = document.cell_of("第1轮", 2, "备注")
    if own:
        document.insert_column(sheet, column)
    document.put(sheet, row, column, formula)
    place = f"第1轮!{address(row, column)}"
    for command in ("refresh", "pair"):
        refused = document.command(command)
        assert refused["refused"]
        assert refused["place"] == place
        assert code in "".join(refused["lines"])
        assert "请改正或清空" in "".join(refused["lines"])
    told = document.command("check")
    assert told["place"] == place
    assert [line for line in told["lines"] if line.startswith("错误") and place in line and code in line]
    document.put(sheet, row, column, "")
    assert points(document) == before
    assert not document.command("refresh")["refused"]
