"""Runs cases in a process of its own whose memory is limited, and reports what came of each: the fuzz tests' child.

``fuzz_child.py random SEED FIRST COUNT`` or ``fuzz_child.py big NAME``. The last line of the output is JSON.
"""

from __future__ import annotations

import json
import logging
import resource
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import big_books
import odd_books

from xlpair import actions, functions
from xlpair.cli.results_file import read_results
from xlpair.errors import XlpairError
from xlpair.export.files import export_files
from xlpair.workbook.book import Snapshot
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.layout import round_of_table
from xlpair.workbook.reader import Reading, read_event, read_roster
from xlpair.workbook.roster_files import read_roster_file

MOST_MEMORY = 500 << 20
MOST_SECONDS = 2.0
LONGEST_MESSAGE = 4000


class Told:
    """What has been seen so far."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.slowest = 0.0

    def fault(self, where: str, what: str) -> None:
        self.counts["fault"] += 1
        if len(self.faults) < 20:
            self.faults.append(f"{where}: {what}")


class Watch:
    """The processor's time since the step before: other programs on the machine do not count."""

    def __init__(self, name: str, told: Told) -> None:
        self.name, self.told = name, told
        self.started = time.process_time()

    def step(self, what: str) -> None:
        seconds = time.process_time() - self.started
        self.told.slowest = max(self.told.slowest, seconds)
        if seconds > MOST_SECONDS:
            self.told.fault(self.name, f"{what} took {seconds:.1f} s")
        self.started = time.process_time()


def message_of(error: XlpairError) -> None:
    """A refusal is one sentence somebody can read."""
    text = str(error)
    assert text.strip(), "an empty message"
    assert error.problems or len(text) <= LONGEST_MESSAGE, f"a message of {len(text)} characters"
    for problem in error.problems:
        assert len(str(problem)) <= LONGEST_MESSAGE, f"a problem of {len(str(problem))} characters"


def rows_of(snapshot: Snapshot, name: str, random: Random) -> Any:
    """A table's cells as Excel or Calc hands them to a function."""
    table = snapshot.table(name)
    sheet = snapshot.sheet(table.area.sheet) if table else None
    if table is None or sheet is None:
        return None
    area = table.area
    rows = [list(row[area.left : area.right + 1]) for row in sheet.rows[area.top : area.bottom + 1]]
    if random.random() < 0.5:  # Calc: floats and empty texts
        rows = [
            [float(c) if type(c) is int and abs(c) < 1e300 else "" if c is None else c for c in row] for row in rows
        ]
    return rows


def call_functions(snapshot: Snapshot, random: Random, told: Told, watch: Watch) -> None:
    """Every function on the tables of the file: a rectangle of plain cells, and never a fault of the program."""
    rounds = sorted(n for n in (round_of_table(table.name) for table in snapshot.tables) if n and n < 20)
    settings, roster = rows_of(snapshot, "赛事", random), rows_of(snapshot, "名单", random)
    tables = [rows_of(snapshot, f"第{number}轮", random) for number in range(1, max(rounds, default=0) + 1)]
    cell = random.choice(snapshot.sheets[0].rows[0]) if snapshot.sheets[0].rows and snapshot.sheets[0].rows[0] else None
    called = {
        "XQ_STANDINGS": (settings, roster, *tables),
        "XQ_CROSSTABLE": (settings, roster, *tables),
        "XQ_NEXTROUND": (settings, roster, *tables),
        "XQ_EXPLAIN": (settings, roster, *tables),
        "XQ_CHECK": (settings, roster, *tables),
        "XQ_OPEN": tuple(tables),
        "XQ_CARD": (random.choice((1, 1.0, "2", None, cell)), settings, roster, *tables),
        "XQ_ROUNDROBIN": (random.choice((roster, cell, 7, "八")),),
        "XQ_RATING": (random.choice((cell, 1500)), random.choice((cell, 1600)), random.choice((cell, 1))),
    }
    for name, arguments in called.items():
        rows = getattr(functions, name)(*arguments)
        watch.step(name)
        told.counts["functions"] += 1
        assert rows, f"{name} gave nothing"
        assert rows[0], f"{name} gave an empty row"
        assert len({len(row) for row in rows}) == 1, f"{name} gave no rectangle"
        assert not str(rows[0][0]).startswith("程序出错"), f"{name}: {rows[0][0]}"
        assert all(type(c) in (str, int, float) for row in rows for c in row), f"{name} gave a cell of another kind"


def use(path: Path, reading: Reading, snapshot: Snapshot, random: Random, told: Told, watch: Watch) -> None:
    """Part of the cases go on: what an arbiter, or a cell, would do next."""
    choice = random.random()
    if choice < 0.35:
        told.counts["check"] += 1
        outcome = actions.check(ClosedBook(path))
        assert outcome.done, "the check said nothing"
    elif choice < 0.6:
        call_functions(snapshot, random, told, watch)
    elif choice < 0.66 and not reading.errors:
        told.counts["export"] += 1
        with tempfile.TemporaryDirectory() as folder:
            export_files(reading.event, Path(folder))
    elif choice < 0.85:
        write(path, random, told)


def write(path: Path, random: Random, told: Told) -> None:
    """A command that changes the file: all of it, and then the file is one that is read without errors; or nothing."""
    told.counts["command"] += 1
    before = path.read_bytes()
    now = odd_now()
    try:
        with ClosedBook.open(path, clock=lambda: now) as book:
            command = random.randrange(4)
            if command == 0:
                outcome = actions.pair(book, now=now, draw_seed=lambda: 7)
            elif command == 1:
                outcome = actions.refresh(book, now=now)
            elif command == 2:
                outcome = actions.undo(book, now=now, lose_results=True)
            else:
                outcome = actions.result(book, 1, 1, random.choice(("2:0", "1:1", "")), now=now)
    except XlpairError:
        assert path.read_bytes() == before, "a refused command has changed the file"
        raise
    told.counts["command done"] += 1
    after = read_event(ClosedBook(path).snapshot())
    if outcome.command != "撤销本轮":
        assert not after.errors, f"{outcome.command} left {after.errors[0]}"
        assert after.event.rounds == outcome.event.rounds, f"{outcome.command}: what is read is not what was written"


def odd_now() -> Any:
    import datetime as dt

    return dt.datetime(2026, 3, 1, 9, 30)


def run(name: str, data: bytes, random: Random, told: Told, path: Path) -> None:
    path.write_bytes(data)
    told.counts["cases"] += 1
    watch = Watch(name, told)
    step = "reading"
    try:
        snapshot = ClosedBook(path).snapshot()
        told.counts["past the zip"] += 1
        reading = read_event(snapshot)
        told.counts["an event"] += 1
        watch.step(step)
        step = "what came next"
        use(path, reading, snapshot, random, told, watch)
    except XlpairError as error:
        told.counts["told"] += 1
        try:
            message_of(error)
        except AssertionError as wrong:
            told.fault(name, str(wrong))
    except BaseException as fault:
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        told.fault(name, "".join(traceback.format_exception(fault, limit=-4)))
        limit_memory()
    watch.step(step)


def read_list(name: str, random: Random, told: Told, folder: Path) -> None:
    """A text file as a roster, and as results: players, results, or one sentence."""
    path = folder / random.choice(("名单.csv", "名单.txt", "名单", "名单.tsv"))
    path.write_bytes(odd_books.list_file(random))
    told.counts["cases"] += 1
    for read in (lambda: read_roster(read_roster_file(path).block("名单")), lambda: read_results(path)):
        watch = Watch(name, told)
        try:
            read()
            told.counts["read"] += 1
        except XlpairError as error:
            told.counts["told"] += 1
            try:
                message_of(error)
            except AssertionError as wrong:
                told.fault(name, str(wrong))
        except BaseException as fault:
            told.fault(name, "".join(traceback.format_exception(fault, limit=-4)))
        watch.step("reading a list")


def main() -> None:
    logging.disable(logging.CRITICAL)
    kind, *words = sys.argv[1:]
    told = Told()
    before = 0
    in_memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(dir=in_memory) as folder:
        path = Path(folder) / "比赛.xlsx"
        if kind == "random":
            seed, first, count = map(int, words)
            limit_memory()
            for number in range(first, first + count):
                sort, data, random = odd_books.case(seed, number)
                told.counts[f"{sort} cases"] += 1
                run(f"seed {seed}, case {number} ({sort})", data, random, told, path)
        elif kind == "lists":
            seed, first, count = map(int, words)
            limit_memory()
            for number in range(first, first + count):
                read_list(f"seed {seed}, list {number}", Random(f"{seed}:list:{number}"), told, Path(folder))
        else:
            if kind == "naive":
                be_naive(words[0])
            data = big_books.BIG[words[0]]() if kind == "big" else odd_books.case(0, 0)[1]
            before = peak()
            limit_memory()
            run(words[0], data, Random(words[0]), told, path)
    value = {
        "counts": dict(told.counts),
        "faults": told.faults,
        "slowest": told.slowest,
        "memory": peak(),
        "memory before": before,
    }
    sys.stdout.write("\n" + json.dumps(value, ensure_ascii=False) + "\n")


def be_naive(kind: str) -> None:
    """Put a bad reader in the place of the real one, to see that the tests see it."""

    def bad(_: Snapshot) -> Reading:
        if kind == "slow":
            while time.process_time() < 3 + MOST_SECONDS:
                pass
        return 1 // 0 if kind == "raise" else b"x" * (600 << 20) if kind == "greedy" else None  # type: ignore[return-value]

    globals()["read_event"] = bad


def peak() -> int:
    """The most memory this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def limit_memory() -> None:
    """No more than MOST_MEMORY on top of what the process has mapped so far (the file's own bytes are among it)."""
    mapped = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (mapped + MOST_MEMORY, resource.RLIM_INFINITY))


if __name__ == "__main__":
    main()
