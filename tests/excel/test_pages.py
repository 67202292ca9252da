"""The pages for Excel say what there is: every button, only commands that exist, and that nobody has tried them yet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from xlpair.cli.app import app
from xlpair.excel.project import BUTTONS

DOCS = Path(__file__).parents[2] / "docs"
INSTALL = (DOCS / "excel-install.md").read_text(encoding="utf-8")
CHECKLIST = (DOCS / "excel-checklist.md").read_text(encoding="utf-8")


def test_the_installation_page_explains_every_button_in_its_order() -> None:
    table = INSTALL.partition("| 按钮 | 做什么 |")[2].partition("\n\n")[0]
    listed = re.findall(r"^\| ([^|（]+?)(?:（[^|]*）)? \|", table, re.MULTILINE)
    assert listed == [button.caption for button in BUTTONS]


def test_the_checklist_counts_the_buttons() -> None:
    on_rounds = sum(button.on_rounds for button in BUTTONS)
    assert f"“赛事”上方 {len(BUTTONS)} 个、每一轮上方 {on_rounds} 个" in CHECKLIST
    for button in BUTTONS:
        assert button.caption in CHECKLIST, button.caption


def test_the_checklist_is_numbered_through() -> None:
    numbers = [int(number) for number in re.findall(r"^\| (\d+) \|", CHECKLIST, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("page", [INSTALL, CHECKLIST])
def test_only_commands_that_exist_are_named(page: str) -> None:
    there = set(app.commands)
    named = set(re.findall(r"xlpair(?:\.exe)? ([a-z][a-z-]+)", page))
    assert {"new", "doctor", "upgrade", "rounds", "resize"} <= named
    assert named <= there


def test_nobody_claims_to_have_tried_excel() -> None:
    assert "还没有在真的 Excel 里走过一遍" in INSTALL
    assert "没有一条在真的 Excel 里试过" in CHECKLIST
