"""Rounds that the results as they stand now no longer lead to, with what the log knows besides the rounds.

A knock-out final's bracket may be one that the groups would draw otherwise now than when it began (R7, K1). The rounds
that are paired do not say it: who has a bye stands nowhere in the bracket's first round. The log does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from xlpair.actions.history import History, as_made
from xlpair.engine.course import course
from xlpair.engine.group_finals import final_sections
from xlpair.engine.groups import group_rounds
from xlpair.engine.overtaken import overtaken
from xlpair.errors import Gravity, Overtaken, Problem, XlpairError
from xlpair.model import Event
from xlpair.settings import FinalForm, System


def gone_apart(event: Event, history: History) -> Iterator[Problem]:
    """Remind of every place where results and rounds no longer go together, as soon as a correction makes it so.

    Rule: K1, K3, R7, E1
    """
    yield from (replace(one, gravity=Gravity.WARNING) for one in _found(event, history))


def refuse_needless_games(event: Event, history: History) -> None:
    """Refuse to wait for results of a round that will have to be taken back. Raises Overtaken.

    Rule: K1, K3, R7
    """
    if any(round_.open_boards for round_ in event.rounds):
        errors = tuple(one for one in _found(event, history) if one.gravity is Gravity.ERROR)
        if errors:
            raise Overtaken(errors)


def _found(event: Event, history: History) -> tuple[Problem, ...]:
    try:
        return (*moved_bracket(event, history), *overtaken(event))
    except XlpairError:  # what is wrong with the draw or the settings is told with the plan
        return ()


def moved_bracket(event: Event, history: History) -> Iterator[Problem]:
    """Tell, as an error, that results of the groups were corrected so that the bracket is no longer the same.

    Rule: R7, K1
    """
    settings = event.settings
    if settings.system is not System.GROUPS or settings.final_form is not FinalForm.KNOCKOUT or not event.rounds:
        return
    try:
        last = group_rounds(event)
        now = _slots(event)  # nothing before all groups are over
        moved = bool(now) and len(event.rounds) > last and _slots(_as_begun(event, history, last)) != now
    except XlpairError:  # groups that are not right are told with the plan
        return
    if moved:
        yield Problem(
            "决赛",
            f"编排第{last + 1}轮以后，小组赛的成绩有改动：按现在的名次，对阵图上的位置变了，以后的轮次接不下去。",
            f"改错了请把成绩改回；成绩是对的，请撤销第{last + 1}轮和以后各轮，重新编排；"
            "要照原来的对阵图赛完，以后各轮请人工编排。",
            rule="R7",
        )


def _as_begun(event: Event, history: History, last: int) -> Event:
    """The event with the results of the groups as they were when the bracket's first round was paired."""
    return replace(event, rounds=(*as_made(event, history, last + 1).rounds[:last], *event.rounds[last:]))


def _slots(event: Event) -> list[object]:
    return [course(section.event).slots for section in final_sections(event)]
