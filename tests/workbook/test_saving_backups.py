"""Dated copies beside the file, the last fifty of them."""

import datetime as dt
from pathlib import Path

import closed_samples as samples
import pytest
from saving_scene import NOON, careful_workbook, names, value

from xlpair.errors import XlpairError
from xlpair.workbook.book import PutCells
from xlpair.workbook.closed import ClosedBook


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return careful_workbook(tmp_path)


def backups(path: Path) -> list[str]:
    folder = path.with_name(f"{path.stem}-备份")
    return names(folder) if folder.exists() else []


def test_a_backup_is_a_dated_copy_in_a_folder_beside_the_file(path: Path) -> None:
    before = path.read_bytes()
    with ClosedBook.open(path, clock=lambda: NOON) as book:
        copy = Path(book.backup("编排第3轮前"))
        book.apply([PutCells("表", 0, 0, [["新"]])])
    assert copy == path.parent / f"{path.stem}-备份" / f"{path.stem} 2009-10-03 12-00-05 编排第3轮前.xlsx"
    assert copy.read_bytes() == before
    assert value(copy) == 1


def test_a_backup_holds_what_was_read_even_if_the_file_changes(path: Path) -> None:
    before = path.read_bytes()
    with ClosedBook.open(path, clock=lambda: NOON) as book:
        path.write_bytes(b"other")
        assert Path(book.backup("x")).read_bytes() == before


def test_two_backups_of_one_second_and_odd_labels(path: Path) -> None:
    with ClosedBook.open(path, clock=lambda: NOON) as book:
        for label in ("甲", "甲", 'a/b\\c:*?"<>|\n', "", "长" * 200):
            book.backup(label)
    stamp = f"{path.stem} 2009-10-03 12-00-05"
    assert backups(path) == sorted(f"{stamp} {rest}.xlsx" for rest in ("甲", "(2) 甲", "a b c", "备份", "长" * 20))


def test_the_folder_keeps_the_last_fifty(path: Path) -> None:
    clock = iter(NOON + dt.timedelta(seconds=second) for second in range(53))
    folder = path.with_name(f"{path.stem}-备份")
    folder.mkdir()
    mine = folder / "裁判自己的笔记 2009-10-03 12-00-05.txt"
    mine.write_text("不要动")
    with ClosedBook.open(path, clock=lambda: next(clock)) as book:
        for number in range(53):
            book.backup(f"第{number}次")
    kept = [name for name in backups(path) if name.endswith(".xlsx")]
    assert len(kept) == 50
    assert " 第3次." in kept[0]
    assert " 第52次." in kept[-1]
    assert mine.exists()


def test_a_clock_put_back_does_not_cost_the_newest_backup(path: Path) -> None:
    clock = iter([*(NOON + dt.timedelta(seconds=second) for second in range(50)), NOON - dt.timedelta(days=9)])
    with ClosedBook.open(path, clock=lambda: next(clock)) as book:
        for number in range(51):
            last = Path(book.backup(str(number)))
    assert last.exists()
    assert len(backups(path)) == 50


def test_a_name_as_long_as_the_disk_allows(tmp_path: Path) -> None:
    """255 bytes are 83 Chinese characters and an ending."""
    path = samples.plain_workbook(tmp_path / ("棋" * 83 + ".xlsx"), '<row r="1"><c r="A1"><v>1</v></c></row>')
    with ClosedBook.open(path, clock=lambda: NOON) as book:
        copy = Path(book.backup("编排第3轮前"))
        book.apply([PutCells("表", 0, 0, [["新"]])])
    assert value(path) == "新"
    assert value(copy) == 1
    assert "2009-10-03 12-00-05 编排第3轮前" in copy.name


def test_a_backup_that_cannot_be_made_stops_the_command(path: Path) -> None:
    path.with_name(f"{path.stem}-备份").write_text("这里有一个同名的文件")
    before = path.read_bytes()
    with ClosedBook.open(path) as book, pytest.raises(XlpairError, match="备份没有存成") as refused:
        book.backup("x")
    # what is in the way, by name, and what to do
    assert f"「{path.stem}-备份」，可是那里有一个同名的文件。请把它改名或移走" in str(refused.value)
    assert path.read_bytes() == before
