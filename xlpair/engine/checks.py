"""Everything that is not right with an event: its plan, then round by round what the replay finds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from xlpair.engine import audit, fixtures, groups, knockout, roundrobin
from xlpair.engine.course import course
from xlpair.engine.cuts import CUTS_ITEM, cuts_of, too_few_hint
from xlpair.engine.overtaken import overtaken
from xlpair.engine.presence import ever_playing, still_coming, taking_part
from xlpair.engine.records import records
from xlpair.engine.rounds import first_knockout_round, most_rounds, planned_rounds
from xlpair.engine.rounds_left import fields_to_come, possible_rounds
from xlpair.engine.tiebreaks import criteria_of
from xlpair.engine.unmet import QUALIFIERS_ITEM, unmet
from xlpair.errors import BadInput, Gravity, Problem
from xlpair.model import Event, named
from xlpair.settings import FinalForm, Settings, System

_ROUNDS = "轮数"
_FORBIDDEN = "不相遇"
_SHOWN = 6
TOO_FEW = "W1"
"""The rule of the error about a round nobody can be paired in: those who come can still be entered."""
NEWCOMERS = "B3"
"""The rule of the warning about newcomers, whom the next pairing takes in."""


def check(event: Event) -> tuple[Problem, ...]:
    """Tell every problem of an event, the plan's first; none = everything is as the rules would have it.

    Rule: W12, W9, W10, B1, F3, S3
    """
    return (*plan_problems(event), *audit.problems(event))


def plan_problems(event: Event, *, everybody_known: bool = True, dead_ends: bool = True) -> tuple[Problem, ...]:
    """Tell what is wrong with the plan: too few players, too many rounds, unknown criteria, an impossible draw.

    Without ``everybody_known`` somebody on the roster could not be read and is not in ``event``: what follows from who
    is there, and from how many, is left out; without ``dead_ends`` what :func:`dead_end` finds.
    Rule: W9.2, W12, S3, R7, K1, K4, E1, T2, S7
    """
    try:
        cuts_of(event.settings)
    except BadInput as unclear:
        return unclear.problems
    return (
        *(_who_plays_problems(event, dead_ends) if everybody_known else ()),
        *_undecided_problems(event),
        *_overtaken_problems(event),
        *_criteria_problems(event),
    )


def _who_plays_problems(event: Event, dead_ends: bool) -> Iterator[Problem]:
    """What is wrong with the plan for those who are there."""
    yield from _field_problems(event)
    yield from _late_problems(event)
    yield from _newcomer_problems(event)
    yield from dead_end(event) if dead_ends else ()
    yield from _draw_problems(event)
    yield from _round_problems(event)
    yield from _forbidden_problems(event)
    yield from _cut_problems(event)
    yield from unmet(event)


def nobody_yet(settings: Settings) -> Problem:
    """An empty roster."""
    return Problem("名单", f"还没有{settings.entrant}。", f"请填编号和{'队名' if settings.team_matches else '姓名'}。")


def _field_problems(event: Event) -> Iterator[Problem]:
    if not event.players:
        yield nobody_yet(event.settings)
    elif _rounds_left(event) and _field(event) < 2:
        number = len(event.rounds) + 1
        what = f"能参赛的只有 {_field(event)} {event.settings.unit}，不能编排。"
        yield Problem(f"第{number}轮", what, too_few_hint(event, number), rule=TOO_FEW)


def _late_problems(event: Event) -> Iterator[Problem]:
    """Somebody entered after the schedule was made.

    Rule: R8, K1
    """
    if event.settings.system is System.SWISS:
        return
    seated = roundrobin.entrants(event) if event.settings.system.is_round_robin else fixtures.entrants(event)
    late = fixtures.late_entries(event, seated)
    if late is not None:
        yield late


def _newcomer_problems(event: Event) -> Iterator[Problem]:
    """Those on the roster who stand in no round though the last one was theirs: left out, or entered since then.

    Rule: B3, W1
    """
    if not event.rounds or event.settings.system is not System.SWISS:
        return
    last, stood = event.rounds[-1].number, fixtures.stood(event)
    new = [
        named(player)
        for player in event.players
        if player.number not in stood and not player.attendance.withdrawn and player.attendance.covers(last)
    ]
    if new:
        more = f"等 {len(new)} 人" if len(new) > _SHOWN else ""
        what = f"名单里的 {'、'.join(new[:_SHOWN])}{more}不在本轮。"
        hint = "编排以后才报名的，下一轮会排他；漏排的，请撤销本轮重新编排，或给他安排对手。"
        yield Problem(f"第{last}轮", what, hint, Gravity.WARNING, NEWCOMERS)


def foretold(event: Event) -> Iterator[Problem]:
    """What the round just paired leaves undone: too few for the next one, or rounds that cannot all be paired any more.

    Only warned of: 参赛轮次 can still be changed. A cut of 末位淘汰 after this round waits for its results.
    Rule: W1, W12
    """
    if event.settings.system is System.SWISS and not event.settings.knockout_cuts:
        yield from (replace(problem, gravity=Gravity.WARNING) for problem in _field_problems(event))
    yield from dead_end(event)


def dead_end(event: Event) -> Iterator[Problem]:
    """That the rounds still planned cannot all be paired (any more) with those who are to be present.

    Pairing by the rules does not lead there, but 参赛轮次 may; looked at as far ahead as the pairing does. Cuts of
    末位淘汰 change the field, so nothing is foretold with them.
    Rule: W12
    """
    settings, last = event.settings, len(event.rounds)
    if settings.system is not System.SWISS or settings.knockout_cuts:
        return
    history = records(event)
    left = min(planned_rounds(event), most_rounds(_ever(event), System.SWISS)) - last
    fields = fields_to_come(event, left, history) if left > 0 else ()
    if not fields or len(fields[0]) < 2:  # told by the field
        return
    possible = possible_rounds(history, fields)
    if possible < left:
        change = "请换本轮的对阵，或" if last and event.rounds[-1].open_boards else "请"
        hint = f"{change}把“轮数”改成 {last + possible}；要多赛只能人工编排重赛。"
        if len(set(fields)) > 1:
            what = f"照名单的“参赛轮次”，最多只能编排 {last + possible} 轮：没有相遇过的对手不够。"
            hint = f"请核对“参赛轮次”；没有写错就{hint.removeprefix('请')}"
        elif possible:
            what = f"没有相遇过的对手不够了：以后最多还能编排 {possible} 轮。"
        else:
            what = "没有相遇过的对手不够了，下一轮排不出来。"
        yield Problem(f"第{last}轮" if last else _ROUNDS, what, hint, Gravity.WARNING, "W12")


def _round_problems(event: Event) -> Iterator[Problem]:
    """Rounds the field cannot play, and rounds that may run dead; told as long as they are to be paired.

    Rule: W12, R1
    """
    planned, paired, unit = planned_rounds(event), len(event.rounds), event.settings.unit
    if paired > planned:
        what = f"已经编排了 {paired} 轮，计划只有 {planned} 轮。"
        hint = "请改赛事表的“轮数”。" if event.settings.system is System.SWISS else "请核对名单和赛事表。"
        yield Problem(_ROUNDS, what, hint, Gravity.WARNING)
    if event.settings.system is not System.SWISS or not _rounds_left(event):
        return
    count = _ever(event)
    if count < 2:
        return
    most = most_rounds(count, System.SWISS)
    if planned > most:
        what = f"{count} {unit}最多编排 {most} 轮，现在定的是 {planned} 轮。"
        yield Problem(_ROUNDS, what, f"请改成 {most} 轮以下。")
    elif not paired and event.settings.rounds is not None and 2 * planned > count + count % 2:
        what = f"{count} {unit}赛 {planned} 轮，超过{unit}数的一半，后几轮可选的对手很少。"
        yield Problem(_ROUNDS, what, "可以照赛；想宽松些请减少轮数。", Gravity.WARNING, "W12")


def _forbidden_problems(event: Event) -> Iterator[Problem]:
    """Pairs that may not meet and name somebody who is not there: they keep nobody apart.

    Rule: W9.2
    """
    known = event.by_number()
    idle = [pair for pair in sorted(event.settings.forbidden) if not known.keys() >= set(pair)]
    if not idle or not known:
        return
    strangers = sorted({number for pair in idle for number in pair if number not in known})
    listed = "、".join(f"{number} 号" for number in strangers[:_SHOWN])
    more = "" if len(strangers) <= _SHOWN else f"等 {len(strangers)} 个编号"
    pairs = "、".join(f"{one}-{other}" for one, other in idle[:_SHOWN])
    what = f"名单里没有 {listed}{more}，{pairs}{' 等' if len(idle) > _SHOWN else ''} 不起作用。"
    hint = f"请改成名单里的编号（最大是 {max(known)} 号），或删去。"
    yield Problem(_FORBIDDEN, what, hint, Gravity.WARNING, "W9.2")


def _cut_problems(event: Event) -> Iterator[Problem]:
    """Cuts that leave too few for the rounds after them, that send nobody out, or that come when all is played.

    Rule: E1, W12
    """
    planned, unit = planned_rounds(event), event.settings.unit
    for cut in cuts_of(event.settings) if event.settings.system is System.SWISS and _rounds_left(event) else ():
        left = planned - cut.after
        if left < 0 or (left == 0 and not event.rounds):
            what = f"一共只有 {planned} 轮，第{cut.after}轮后的这一条用不上。"
            yield Problem(CUTS_ITEM, what, "请改成较早的一轮，或删去这一条。", Gravity.WARNING, "E1")
            continue
        stayed = _stayed(event, cut.after)
        places = cut.places if stayed is None else stayed
        if places is None:
            continue
        if not event.rounds and places >= _ever(event):
            what = f"第{cut.after}轮后取 {places} 名，一共才 {_ever(event)} {unit}，谁也不会淘汰。"
            yield Problem(CUTS_ITEM, what, "请改少，或删去这一条。", Gravity.WARNING, "E1")
            continue
        most = most_rounds(places, System.SWISS)
        kept = f"第{cut.after}轮后{'只留' if stayed is None else '留下'} {places} {unit}"
        hint = f"请多留几{unit}，或减少轮数。" if stayed is None else "请减少轮数。"
        if left > most:
            what = f"{kept}，以后最多再赛 {most} 轮，现在还要赛 {left} 轮。"
            yield Problem(CUTS_ITEM, what, hint, Gravity.WARNING, "E1")
        elif left > 0 and not event.rounds and 2 * planned > places + places % 2:
            what = f"{kept}，其中会有已经相遇过的，再赛 {left} 轮，后几轮可能排不通。"
            yield Problem(CUTS_ITEM, what, hint, Gravity.WARNING, "W12")


def _stayed(event: Event, after: int) -> int | None:
    """How many have stayed after a cut; None = it has not been made yet.

    Rule: E1
    """
    if len(event.rounds) > after:
        return len(event.rounds[after].numbers())
    if len(event.rounds) < after or any(round_.open_boards for round_ in event.rounds):
        return None
    return len(still_coming(event, planned_rounds(event), records(event)))


def _undecided_problems(event: Event) -> Iterator[Problem]:
    """Meetings of a knock-out, level or with nobody there, of which nobody has said yet who goes on.

    Rule: K4
    """
    try:
        first = first_knockout_round(event)
    except BadInput:
        return  # told by the draw
    empty = knockout.deserted(event)
    for number, board in knockout.undecided(event, first):
        what = f"{'双方都没有到' if (number, board) in empty else '打平了'}，还没有写谁晋级。"
        yield Problem(f"第{number}轮第{board}台", what, "请在那一行的“备注”写 晋级 和编号。", Gravity.WARNING, "K4")


def _overtaken_problems(event: Event) -> Iterator[Problem]:
    """Results corrected after the rounds made from them, where these no longer go together.

    Rule: K1, K3, R7, E1
    """
    try:
        yield from overtaken(event)
    except BadInput:
        return  # told by the draw, or by the criteria


def _draw_problems(event: Event) -> Iterator[Problem]:
    """What stands against the draw of groups, or of a bracket.

    Rule: R7, K1
    """
    settings = event.settings
    if _field(event) < 2:
        return
    try:
        if settings.system is System.GROUPS:
            groups.with_groups(event)
        elif settings.system.is_knockout:
            course(event)
    except BadInput as wrong:
        yield from wrong.problems
    if settings.system is System.GROUPS and settings.group_qualifiers is None and settings.final_form in _NEED_NUMBER:
        what = f"还没有填，而决赛是“{settings.final_form.value}”。"
        yield Problem(QUALIFIERS_ITEM, what, "请填每组前几名进决赛。", rule="R7")


_NEED_NUMBER = (FinalForm.ROUND_ROBIN, FinalForm.KNOCKOUT)


def _rounds_left(event: Event) -> bool:
    return len(event.rounds) < max(planned_rounds(event), 1)


def _field(event: Event) -> int:
    """How many take part in the next round."""
    if event.settings.system is not System.SWISS:
        return len(roundrobin.entrants(event))
    return len(taking_part(event, len(event.rounds) + 1, records(event)))


def _ever(event: Event) -> int:
    """How many take part in the event at all: against these rounds are counted.

    Rule: W12
    """
    return len(ever_playing(event, planned_rounds(event), records(event)))


def _criteria_problems(event: Event) -> Iterator[Problem]:
    try:
        criteria_of(event.settings)
    except BadInput as unknown:
        yield from unknown.problems
