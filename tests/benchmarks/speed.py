"""How fast xlpair is, told as figures and as ratios to a peer that is timed in the same run.

    python tests/benchmarks/speed.py

needs the extra ``bench`` (py4swiss, a Swiss engine for FIDE's Dutch system whose matching is compiled). Both pair the
same players after the same rounds and results, in this process. Each figure is one line; the exit code is 1 where one
falls short of its target.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from xlpair.engine.pairing import next_round
from xlpair.model import Event, Player, Result, Round, Side
from xlpair.settings import Settings

Clock = Callable[[], object]
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
    """XQ_STANDINGS on plain rows, reading included."""
    from plain_tables import tables_of

    from xlpair.functions import XQ_STANDINGS

    tables = tables_of(played_event(200, 9, 9), {"轮数": 9}, 9)
    times = [best_of(1, lambda: XQ_STANDINGS(*tables)) * 1000 for _ in range(25)]
    figure = statistics.median(times)
    report("XQ_STANDINGS 200 players 9 rounds", figure, "ms", "<= 15", figure <= 15)


def process_seconds(*command: str | Path, prepare: Clock = lambda: None) -> float:
    """Median whole-process time of five runs."""
    found = []
    for _ in range(5):
        prepare()
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "xlpair", *command], check=True, capture_output=True)
        found.append(time.perf_counter() - start)
    return statistics.median(found)


def processes() -> None:
    """The command line: what an arbiter waits for."""
    help_seconds = process_seconds("--help")
    report("xlpair --help", help_seconds * 1000, "ms", "<= 250", help_seconds <= 0.25)
    with tempfile.TemporaryDirectory() as folder:
        whole, book = Path(folder) / "whole.xlsx", Path(folder) / "round9.xlsx"
        process_once("simulate", "--players", "100", "--rounds", "9", "--seed", "2", "--out", whole)
        process_once("undo", whole, "--yes")
        seconds = process_seconds("pair", book, prepare=lambda: book.write_bytes(whole.read_bytes()))
    report("xlpair pair, 100 players, round 9", seconds * 1000, "ms", "<= 800", seconds <= 0.8)


def process_once(*command: str | Path) -> None:
    subprocess.run([sys.executable, "-m", "xlpair", *command], check=True, capture_output=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="runs of the peer per figure (the fastest counts)")
    options = parser.parse_args()
    standings_in_cells()
    processes()
    pairing_ratios(options.runs)
    whole_events()
    if _failures:
        print("short of the target: " + ", ".join(_failures))
    return 1 if _failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
