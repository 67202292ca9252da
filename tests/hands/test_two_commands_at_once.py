"""Two commands at once on one file, in real processes: one does it, the other is told; nothing is lost.

Each try lets two processes stand ready with everything imported and then go at one signal.
"""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from clubs import club, the_file
from halls import Hall

from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.reader import read_event

TRIES = 50
BOARDS = 10

# A worker reads lines "go BOARD" or "pair" and answers each with one line of JSON: done, or what it was told.
WORKER = """
import datetime as dt, json, sys
from xlpair import actions
from xlpair.errors import XlpairError
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook import saving
path = sys.argv[1]
now = dt.datetime(2026, 3, 1, 9, 30)
actions.result, actions.pair, actions.undo
print("ready", flush=True)
for line in sys.stdin:
    words = line.split()
    try:
        with ClosedBook.open(path) as book:
            if words[0] == "result":
                outcome = actions.result(book, int(words[1]), int(words[2]), words[3], now=now)
            elif words[0] == "pair":
                outcome = actions.pair(book, now=now, draw_seed=lambda: 7)
            else:
                outcome = actions.undo(book, now=now, lose_results=True)
        answer = {"done": outcome.command}
    except XlpairError as error:
        answer = {"told": str(error), "kind": type(error).__name__}
    except BaseException as fault:
        answer = {"fault": repr(fault)}
    print(json.dumps(answer, ensure_ascii=False), flush=True)
"""


class Worker:
    def __init__(self, path: Path) -> None:
        command = [sys.executable, "-X", "utf8", "-c", WORKER, str(path)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        assert self.answer() == "ready"

    def go(self, words: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{words}\n")
        self.process.stdin.flush()

    def answer(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline().strip()
        return line if line == "ready" else json.loads(line)

    def stop(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(timeout=30)
        assert self.process.stdout is not None
        self.process.stdout.close()


def whole(path: Path) -> Hall:
    """The file is a sound zip and a sound workbook."""
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
    assert read_event(ClosedBook(path).snapshot()).errors == ()
    return Hall(None, path)


def test_two_commands_at_once_fifty_times(tmp_path: Path) -> None:
    """Both enter the result of another board. Whoever is told changed nothing; whoever did it is in the file.

    Now and then both come through one after the other; then both results are there. Never is one lost, never is the
    file torn, and never does somebody hear anything but the sentence about the other command.
    """
    found = club(tmp_path, 2 * BOARDS)
    found.pair()
    path = the_file(found)
    workers = [Worker(path), Worker(path)]
    both, one = 0, 0
    try:
        for number in range(TRIES):
            boards = [number % BOARDS + 1, (number + 1) % BOARDS + 1]
            texts = ["2:0", "0:2"] if number % 2 else ["1:1", "2:0"]
            before = {pairing.board: pairing.result for pairing in whole(path).event().rounds[0].pairings}
            for worker, board, text in zip(workers, boards, texts, strict=True):
                worker.go(f"result 1 {board} {text}")
            answers = [worker.answer() for worker in workers]
            assert not any("fault" in answer for answer in answers), answers
            done = ["done" in answer for answer in answers]
            assert any(done), answers
            for answer in answers:
                if "told" in answer:
                    assert answer["kind"] == "FileBusy"
                    assert "请" in answer["told"]
                    assert "文件没有改动" in answer["told"]
            both, one = both + all(done), one + (not all(done))
            expected = dict(before)
            words = {"2:0": "红胜", "1:1": "和", "0:2": "黑胜"}
            now = {pairing.board: pairing.result for pairing in whole(path).event().rounds[0].pairings}
            for board, text, ok in zip(boards, texts, done, strict=True):
                if ok:
                    expected[board] = now[board]
                    assert now[board] is not None
                    assert now[board].value == words[text]
            assert now == expected
    finally:
        for worker in workers:
            worker.stop()
    assert both + one == TRIES
    assert one > 0, "the two never met: the test has shown nothing"
    # nothing is left beside the file but its backups
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [f"{path.stem}-备份", path.name]


@pytest.mark.parametrize("tries", [10])
def test_two_pairings_at_once_pair_one_round(tries: int, tmp_path: Path) -> None:
    """Both pair the next round: one does; the other is told that the file is busy, or that results are missing."""
    found = club(tmp_path, 8)
    path = the_file(found)
    workers = [Worker(path), Worker(path)]
    try:
        for _ in range(tries):
            for worker in workers:
                worker.go("pair")
            answers = [worker.answer() for worker in workers]
            assert sum("done" in answer for answer in answers) == 1, answers
            told = next(answer for answer in answers if "told" in answer)
            assert told["kind"] in ("FileBusy", "OpenBoards"), told
            assert len(whole(path).event().rounds) == 1
            assert len(found.log("编排下一轮")) - len(found.log("撤销本轮")) == 1
            found.undo()
    finally:
        for worker in workers:
            worker.stop()
