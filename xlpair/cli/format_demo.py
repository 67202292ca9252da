"""演示 of a format: an invented event of it, shown round by round and left in a workbook to look at and go on with."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Final

from xlpair import actions
from xlpair.cli.doing import now
from xlpair.cli.lines import done_line, show_lines, side_line
from xlpair.cli.screen import console, print_round, print_standings
from xlpair.cli.show import show_json
from xlpair.engine.rounds import planned_rounds
from xlpair.export.json_text import event_value, standings_value
from xlpair.formats import format_called
from xlpair.simulate import played_rounds, practice_event
from xlpair.wording import entrants_text

_SEED: Final = 1


def show_format_demo(system: str, played: int | None, file: str, as_json: bool) -> int:
    """Play an event of the format, or its first ``played`` rounds, and leave it in a new workbook."""
    form = format_called(system)
    path = Path(file or f"演示-{form.name}.xlsx")
    event = practice_event(replace(form.settings, name=f"{form.name}演示"), form.practice, _SEED)
    for state in islice(played_rounds(event, _SEED), played):
        event = state
    actions.new_with(path, event, now=now())
    if as_json:
        show_json({"command": "演示", "file": str(path), **event_value(event), "standings": standings_value(event)})
        return 0
    screen = console()
    for round_ in event.rounds:
        print_round(screen, event, round_)
    print_standings(screen, event)
    done, planned = len(event.rounds), planned_rounds(event)
    show_lines([done_line(f"{form.name}：{entrants_text(event)}，赛了 {done} 轮，写进 {path}，请打开看看。")])
    if done < planned:
        show_lines([side_line(f"还有 {planned - done} 轮，接着练：xlpair pair {path}")])
    return 0
