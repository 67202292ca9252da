"""How fast xlpair is, told as figures and as ratios to a peer that is timed in the same run.

    python tests/benchmarks/speed.py

needs the extras ``bench`` and ``test`` (py4swiss, a Swiss engine for FIDE's Dutch system whose matching is compiled)
and LibreOffice for the figures of Calc. Both engines pair the same players after the same rounds and results, in this
process. Each figure is one line; the exit code is 1 where one falls short of its target.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from xlpair.engine.pairing import next_round
from xlpair.model import Event, Player, Result, Round, Side
from xlpair.settings import Settings, TableUpdate

if TYPE_CHECKING:
    from calc.office import Calc, Document

Clock = Callable[[], object]
# No text twice: what is known of a table from before is of no use then.
RED_WINS = ("2:0", "2-0", "1-0", "胜", "红胜", "W", "w", "２－０", "2 : 0")
DRAWS = ("1:1", "½-½", "0.5-0.5", "和", "D", "d", "１：１", "1 ： 1", "和棋")
BLACK_WINS = ("0:2", "0-2", "0-1", "负", "黑胜", "L", "l", "０：２", "0 : 2")
TYPED = [text for texts in zip(RED_WINS, DRAWS, BLACK_WINS, strict=True) for text in texts]
PAIRING_TARGETS = {100: 20, 300: 60, 1000: 200}
_failures: list[str] = []


def report(label: str, figure: float, unit: str, target: str, good: bool) -> None:
    """Print one line and remember a figure that falls short."""
    print(f"{label} {unit} {figure:.1f} (target {target}) {'ok' if good else 'SHORT'}", flush=True)
    if not good:
        _failures.append(label)


def best_of(times: int, work: Clock) -> float:
    """Seconds of the fastest of several runs: what the machine's other work cannot make smaller."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)


def finish(round_: Round, strength: dict[int, float], rng: random.Random) -> Round:
    """Play a round: the better player wins more often, close games are drawn."""
    played = []
    for pairing in round_.pairings:
        edge = strength[pairing.red] - strength[pairing.black] + rng.gauss(0, 1)
        result = Result.RED_WIN if edge > 0.5 else Result.BLACK_WIN if edge < -0.5 else Result.DRAW
        played.append(pairing.with_result(result))
    return replace(round_, pairings=tuple(played))


def played_event(count: int, rounds: int, planned: int, seed: int = 1) -> Event:
    """An event of ``count`` players with ``rounds`` rounds behind it, paired by xlpair."""
    rng = random.Random(seed)
    strength = {number: rng.gauss(0, 1) for number in range(1, count + 1)}
    event = Event(Settings(rounds=planned), tuple(Player(number) for number in range(1, count + 1)))
    for _ in range(rounds):
        event = event.with_round(finish(next_round(event), strength, rng))
    return event


def trf_text(event: Event) -> str:
    """The event in the report format the peer reads, a win 1 point and a draw a half."""
    lines = []
    symbols = {None: "=", Side.RED: "1", Side.BLACK: "0"}
    for player in event.players:
        half_points, results = 0, []
        for round_ in event.rounds:
            pairing = next(p for p in round_.pairings if player.number in (p.red, p.black))
            assert pairing.result is not None
            side = pairing.side(player.number)
            winner = pairing.result.winner
            half_points += 1 if winner is None else 2 if winner is side else 0
            symbol = symbols[None] if winner is None else "1" if winner is side else "0"
            results.append(f"  {pairing.other(player.number):4d} {'w' if side is Side.RED else 'b'} {symbol}")
        rating = 2800 - player.number
        lines.append(
            f"001 {player.number:4d} m    {f'Player {player.number}':<33s} {rating:4d} CHN {0:11d} {'1990/01/01':10s} "
            f"{half_points / 2:4.1f} {player.number:4d}{''.join(results)}"
        )
    return "\n".join([*lines, f"XXR {event.settings.rounds}", "XXC white1", ""])


def peer_seconds(event: Event, times: int) -> float:
    """The peer's time for the next round, reading excluded."""
    from py4swiss.engines import DutchEngine  # type: ignore[import-untyped]
    from py4swiss.trf import TrfParser  # type: ignore[import-untyped]

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.trf"
        path.write_text(trf_text(event), encoding="utf-8")
        parsed = TrfParser.parse(path)
    pairs: list[object] = []

    def work() -> None:
        pairs[:] = DutchEngine.generate_pairings(parsed)

    seconds = best_of(times, work)
    assert len(pairs) == len(event.players) // 2
    return seconds


def pairing_ratios(runs: int) -> None:
    for count, target in PAIRING_TARGETS.items():
        event = played_event(count, 5, 9)
        ours = best_of(7, lambda event=event: next_round(event))  # type: ignore[misc]
        theirs = peer_seconds(event, runs if count < 1000 else 1)
        ratio = theirs / ours
        print(f"  round 6, N={count}: xlpair {ours * 1000:.1f} ms, py4swiss {theirs * 1000:.0f} ms")
        report(f"pairing N={count}", ratio, "ratio", f">= {target}", ratio >= target)


def whole_events() -> None:
    seconds = {}
    for count in (1000, 10_000):
        start = time.perf_counter()
        played_event(count, 11, 11)
        seconds[count] = time.perf_counter() - start
    report("event N=10000 R=11", seconds[10_000], "s", "<= 30", seconds[10_000] <= 30)
    growth = seconds[10_000] / seconds[1000]
    report("event ten times the players", growth, "ratio", "<= 15", growth <= 15)


def standings_in_cells() -> None:
    """XQ_STANDINGS on plain rows, reading included; a result is typed before each."""
    from plain_tables import changed, tables_of

    from xlpair.functions import XQ_STANDINGS

    *others, last = tables_of(played_event(200, 9, 9), {"轮数": 9}, 9)
    edited = [changed(last, 1, "结果", text) for text in TYPED[:25]]
    times = [best_of(1, lambda table=table: XQ_STANDINGS(*others, table)) * 1000 for table in edited]  # type: ignore[misc]
    figure = statistics.median(times)
    report("XQ_STANDINGS 200 players 9 rounds", figure, "ms", "<= 15", figure <= 15)


def calc() -> None:
    """A result typed in LibreOffice Calc, until 成绩表 is new, and the file opened; nothing is drawn meanwhile."""
    from calc.books import book_of
    from calc.office import Calc, Document

    from xlpair.calc import installing

    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder) / "profile"
        installing.install(profile)
        path = book_of(Path(folder) / "event.xlsx", live_event(200, 9))
        office = Calc(profile)
        try:
            Document(office, office.blank())  # an office with a window, as on a desk
            seconds = best_of(3, lambda: opened(office, path).close())
            report("Calc opens 200 players 9 rounds", seconds, "s", "<= 3", seconds <= 3)
            figure = edit_milliseconds(opened(office, path))
            report("Calc edit, 200 players 9 rounds", figure, "ms", "<= 30", figure <= 30)
        finally:
            office.end()


def live_event(count: int, rounds: int) -> Event:
    """A played event whose tables are formulas."""
    event = played_event(count, rounds, rounds)
    players = tuple(replace(player, name=f"棋手{player.number}") for player in event.players)
    return replace(event, settings=replace(event.settings, table_update=TableUpdate.LIVE), players=players)


def opened(office: Calc, path: Path) -> Document:
    """The document, its 成绩表 computed."""
    from calc.office import Document

    document = Document(office, office.open(str(path)))
    assert document.values("成绩表区")[0][0] == "名次"
    return document


def edit_milliseconds(document: Document) -> float:
    """Median time from a result typed to the new cell of 成绩表, of 25."""
    rows = document.values("成绩表区")
    row = [cells[1] for cells in rows].index(document.column("第9轮", "红方编号")[0])
    sheet, top, left, _, _ = document.place("成绩表区")
    watched = [sheet, top + row, left + rows[0].index("第9轮")]
    found = document.edit_times(document.cell_of("第9轮", 1, "结果"), TYPED[:26], watched, False)
    assert all(before != after for (_, before), (_, after) in pairwise(found)), found
    return statistics.median(milliseconds for milliseconds, _ in found[1:])


class Installed:
    """The command line as it runs on a user's machine: compiled once, then only read."""

    def __init__(self, compiled: Path) -> None:
        surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        self._surroundings = surroundings | {"PYTHONPYCACHEPREFIX": str(compiled)}

    def run(self, *command: str | Path) -> None:
        words = [sys.executable, "-m", "xlpair", *command]
        subprocess.run(words, check=True, capture_output=True, env=self._surroundings)

    def seconds(self, *command: str | Path, prepare: Clock = lambda: None) -> float:
        """Median whole-process time of five runs, after one that does not count."""
        found = []
        for _ in range(6):
            prepare()
            start = time.perf_counter()
            self.run(*command)
            found.append(time.perf_counter() - start)
        return statistics.median(found[1:])


def processes() -> None:
    """The command line: what an arbiter waits for."""
    with tempfile.TemporaryDirectory() as folder:
        whole, book = Path(folder) / "whole.xlsx", Path(folder) / "round9.xlsx"
        installed = Installed(Path(folder) / "compiled")
        help_seconds = installed.seconds("--help")
        report("xlpair --help", help_seconds * 1000, "ms", "<= 250", help_seconds <= 0.25)
        installed.run("simulate", "--players", "100", "--rounds", "9", "--seed", "2", "--out", whole)
        installed.run("undo", whole, "--yes")
        seconds = installed.seconds("pair", book, prepare=lambda: book.write_bytes(whole.read_bytes()))
    report("xlpair pair, 100 players, round 9", seconds * 1000, "ms", "<= 800", seconds <= 0.8)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="runs of the peer per figure (the fastest counts)")
    options = parser.parse_args()
    standings_in_cells()
    calc()
    processes()
    pairing_ratios(options.runs)
    whole_events()
    if _failures:
        print("short of the target: " + ", ".join(_failures))
    return 1 if _failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
