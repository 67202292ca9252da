"""A workbook that has no file yet: commands work, and say that nothing was kept of what was before."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from calc.books import LIVE, book_of
from calc.conftest import Desk
from xlpair.model import Event, Player


def test_hands_41_without_a_file_there_is_no_backup_and_that_is_told(desk: Desk, tmp_path: Path) -> None:
    players = tuple(Player(number, f"棋手{number}", "") for number in range(1, 7))
    path = book_of(tmp_path / "样本.xlsx", Event(replace(LIVE, rounds=3), players))
    document = desk.open_as_template(path)
    assert document.state()["url"] == ""
    for command in ("pair", "undo", "refresh", "pair"):
        said = document.command(command)
        assert not said["refused"]
        (warning,) = [line for line in said["lines"] if "备份" in line]
        assert "还没有存过盘" in warning
        assert "另存为" in warning
    document.close()
    saved = desk.open(path)
    assert "备份" not in "".join(saved.command("pair")["lines"])
