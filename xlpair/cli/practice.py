"""演示 and 模拟 on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from xlpair import actions
from xlpair.cli.doing import now
from xlpair.cli.lines import done_line, refused_line, show_lines, side_line
from xlpair.cli.screen import console, print_round, print_standings
from xlpair.cli.show import show_json
from xlpair.demo import Finish, Step, replay
from xlpair.engine.rounds import planned_rounds
from xlpair.errors import BadInput
from xlpair.export.json_text import event_value, standings_value
from xlpair.formats import with_format
from xlpair.model import Event
from xlpair.settings import Settings
from xlpair.simulate import Summary, played_rounds, practice_event, summary
from xlpair.wording import entrants_text
from xlpair.workbook.settings_lines import parse_settings

MISMATCH = 1
_TOP = 10


def show_demo(path: Path, as_json: bool) -> int:
    """Replay the event of 2009; ends with 1 where anything comes out otherwise than it was played."""
    differences: list[str] = []
    event: Event | None = None
    for step in replay(path, now()):
        differences += step.differences
        event = step.event
        if not as_json:
            _show_step(step)
    assert event is not None
    if as_json:
        show_json({"command": "演示", "file": str(path), "differences": differences, **event_value(event)})
    elif differences:
        show_lines([refused_line(difference) for difference in differences])
    else:
        show_lines([done_line(f"每一轮都与当年相同。工作簿留在 {path}，请打开看看。")])
    return MISMATCH if differences else 0


def _show_step(step: Step | Finish) -> None:
    screen = console()
    if isinstance(step, Finish):
        print_standings(screen, step.event)
        if not step.differences:
            show_lines([done_line("积分与前三名和当年公布的相同。")])
        return
    print_round(screen, step.event, step.round)
    if step.drawn:
        show_lines([side_line("首轮按当年的抽签。")])
    elif not step.differences:
        show_lines([done_line("与当年的对阵、先后手完全相同。")])


def show_simulation(
    count: int, rounds: int | None, seed: int, items: Mapping[str, str], out: Path | None, as_json: bool
) -> None:
    """Play a practice event, with a bar that grows round by round, and say what it came to.

    ``items`` are lines of 赛事 by their 项目.
    """
    event = practice_event(_settings(items, rounds, seed), count, seed)
    if out is not None:
        actions.check_new(out, event)
    event = _played(event, seed, quiet=as_json)
    found = summary(event)
    if out is not None:
        actions.new_with(out, event, now=now())
    if as_json:
        file = {"file": str(out) if out is not None else ""}
        show_json({**_summary_value(found, seed), **file, "standings": standings_value(event)})
        return
    _show_summary(event, found, seed)
    if out is not None:
        show_lines([done_line(f"已写进 {out}。")])


def _settings(items: Mapping[str, str], rounds: int | None, seed: int) -> Settings:
    lines = with_format({"赛事名称": f"模拟赛（种子 {seed}）", **items})
    settings, problems = parse_settings([(item, text, f"“{item}”") for item, text in lines.items()])
    if problems:
        raise BadInput(tuple(problems))
    return settings if rounds is None else replace(settings, rounds=rounds)


def _played(event: Event, seed: int, *, quiet: bool) -> Event:
    """Play all rounds; the bar is on the error stream, so that what is written can be piped."""
    bar = Progress(
        TextColumn("[progress.description]{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total} 轮"),
        TimeElapsedColumn(),
        console=console(stderr=True),
        transient=True,
        disable=quiet or not console(stderr=True).is_terminal,
    )
    with bar:
        task = bar.add_task(entrants_text(event), total=planned_rounds(event))
        states = [event]
        for state in played_rounds(event, seed):
            states = [state]
            bar.advance(task)
    return states[0]


def _summary_value(found: Summary, seed: int) -> dict[str, Any]:
    return {
        "command": "模拟",
        "seed": seed,
        "players": found.players,
        "rounds": found.rounds,
        "games": found.games,
        "red_wins": found.red_wins,
        "draws": found.draws,
        "black_wins": found.black_wins,
        "byes": found.byes,
        "balance": {str(balance): count for balance, count in found.spread},
    }


def _show_summary(event: Event, found: Summary, seed: int) -> None:
    print_standings(console(), event, _TOP)
    if found.players > _TOP:
        show_lines([side_line(f"只列前 {_TOP} 名，共 {entrants_text(event)}。")])
    shares = [
        f"{word} {count}（{100 * count // max(found.games, 1)}%）"
        for word, count in (("红胜", found.red_wins), ("和", found.draws), ("黑胜", found.black_wins))
    ]
    unit = "队" if event.settings.team_matches else "人"
    balance = "、".join(f"{f'{value:+d}' if value else '相当'} {count} {unit}" for value, count in found.spread)
    show_lines(
        [
            done_line(f"模拟完：{entrants_text(event)}，{found.rounds} 轮，{found.games} 局，种子 {seed}。"),
            side_line(f"{'，'.join(shares)}；轮空 {found.byes} {unit}次。"),
            side_line(f"先后手差（先－后）：{balance}。"),
        ]
    )
