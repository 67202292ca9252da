"""Files damaged at random: told in a sentence or read and written, never a traceback, never half a file."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import closed_samples as samples
import pytest

from xlpair.errors import XlpairError
from xlpair.workbook.book import Area, Change, PrintArea, PutBlock, PutCells, ResizeTable, ShowSheet, Snapshot
from xlpair.workbook.closed import ClosedBook

CASES = 250
ODD_VALUES = (
    b"",
    b"0",
    b"-1",
    b"9" * 20,
    b"A0",
    b"ZZZ9",
    b"true",
    b"&#x1f;",
    b"x" * 50,
    b"1048577",
    b"A1:B2:C3",
    "棋".encode(),
)
FILLING = b"0123456789ABZ<>/=\"' &;"


def broken_zip(data: bytes, chance: random.Random) -> bytes:
    broken = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        place = chance.randrange(len(broken))
        match chance.randrange(3):
            case 0:
                broken[place] = chance.randrange(256)
            case 1:
                del broken[place : place + chance.randint(1, 400)]
            case _:
                broken[place:place] = chance.randbytes(chance.randint(1, 40))
    return bytes(broken)


def broken_part(data: bytes, chance: random.Random) -> bytes:
    """Damage that mostly leaves it XML: an attribute's value, a letter of text."""
    broken = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        values = [match.span(1) for match in re.finditer(rb'="([^"]*)"', bytes(broken))]
        if values and chance.random() < 0.75:
            start, end = chance.choice(values)
            broken[start:end] = chance.choice(ODD_VALUES)
        else:
            place = chance.randrange(len(broken))
            broken[place] = broken[place] if broken[place] in b"<>/=" else chance.choice(FILLING)
    return bytes(broken)


def damaged(path: Path, sources: list[Path], chance: random.Random) -> None:
    source = chance.choice(sources)
    if chance.random() < 0.3:
        path.write_bytes(broken_zip(source.read_bytes(), chance))
        return
    members: dict[str, bytes | str] = dict(samples.parts(source))
    for name in chance.sample([name for name in members if name.endswith((".xml", ".rels"))], chance.randint(1, 3)):
        content = members[name]
        assert isinstance(content, bytes)
        members[name] = broken_part(content, chance)
    samples.write_zip(path, members)


def changes(snapshot: Snapshot, chance: random.Random) -> Iterator[Change]:
    sheet = chance.choice(snapshot.sheets).name
    yield PutCells(sheet, chance.randrange(30), chance.randrange(9), [["x", 1, None], [2]])
    yield PutBlock(Area(sheet, 5, 1, 9, 4), [[1, "a"]], chance.choice([None, "XQ_CARD(1)"]))
    yield ShowSheet(sheet, chance.random() < 0.8)
    yield PrintArea(Area(sheet, 0, 0, 5, 5))
    if snapshot.tables:
        table = chance.choice(snapshot.tables)
        yield ResizeTable(table.name, table.area.bottom + chance.randint(-2, 3))


@pytest.mark.parametrize("seed", [1, 2])
def test_damage_is_told_or_lived_with(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    sources = [samples.rich_workbook(tmp_path / "rich.xlsx"), samples.odd_workbook(tmp_path / "odd.xlsx")]
    path = tmp_path / "damaged.xlsx"
    read, told = 0, 0
    for case in range(CASES):
        damaged(path, sources, chance)
        before = path.read_bytes()
        try:
            with ClosedBook.open(path) as book:
                wanted = list(changes(book.snapshot(), chance))
                read += 1
                book.apply(wanted)
                book.snapshot()
        except XlpairError:
            told += 1
            assert path.read_bytes() == before, (seed, case)
        else:
            ClosedBook(path).snapshot()
    assert read >= CASES / 4, "most cases must get past the zip"
    assert told >= CASES / 4
