"""Results corrected after the rounds that were made from them: what these rounds no longer agree with (K, R7, E1).

Rounds that are paired stay as they are. Where the results as they stand now do not lead to them, no further round is
made from the two together: somebody would stand in it twice, or meet whom he has met.
"""

from __future__ import annotations

from collections.abc import Iterator

from xlpair.engine import elimination
from xlpair.engine.bracket import Match, Part, stage_name
from xlpair.engine.course import Course, course
from xlpair.engine.displaced import Displaced, displaced
from xlpair.engine.final_order import order_as_paired
from xlpair.engine.group_finals import Qualified, final_sections, finalists, qualified, ranked_groups
from xlpair.engine.groups import group_rounds, is_drawn
from xlpair.errors import Gravity, Overtaken, Problem
from xlpair.model import Event
from xlpair.settings import FinalForm, System

_PUT_RIGHT = "改错了请把成绩改回；现在的成绩是对的，请撤销第{number}轮和以后各轮，重新编排。"
_UNDO_FINAL = "改错了请把成绩改回；要按现在的成绩决赛，请撤销第{number}轮和以后各轮，重新编排。"


def refuse_overtaken(event: Event) -> None:
    """Refuse to go on from rounds to which the results no longer lead.

    Rule: K1, K3, R7
    """
    found = tuple(one for one in overtaken(event) if one.gravity is Gravity.ERROR)
    if found:
        raise Overtaken(found)


def overtaken(event: Event) -> Iterator[Problem]:
    """Tell every place where the results as they stand now do not lead to the rounds already paired.

    Errors are those that no further round can be made from.
    Rule: K1, K3, R7, E1
    """
    settings = event.settings
    if settings.system is System.SWISS:
        yield from _other_cuts(event)
    elif settings.system.is_knockout and len(event.rounds) > 1:
        yield from _displaced_problems(event, 0)
    elif settings.system is System.GROUPS and settings.final_form is not FinalForm.NONE and is_drawn(event):
        last = group_rounds(event)
        if len(event.rounds) > last:
            yield from _final_problems(event, last)
            if settings.final_form is FinalForm.KNOCKOUT:
                for section in final_sections(event):
                    yield from _displaced_problems(section.event, last)


def _displaced_problems(event: Event, before: int) -> Iterator[Problem]:
    """One line for every meeting that sends people on to rounds without them; its rounds begin after ``before``."""
    played = course(event)
    by_source: dict[Match, list[Displaced]] = {}
    for one in displaced(played):
        by_source.setdefault(one.source.match, []).append(one)
    for match, those in sorted(by_source.items(), key=lambda item: item[0].round):
        pairing = those[0].source.pairing
        board = f"第{pairing.board}台" if pairing is not None else ""
        goes = "、".join(
            f"{one.number}号应进第{one.into.round + before}轮的“{stage_name(one.into, played.bracket)}”"
            for one in those
        )
        number = min(one.into.round for one in those) + before
        hint = _PUT_RIGHT.format(number=number)
        where = f"第{match.round + before}轮{board}"
        yield Problem(where, f"按现在的成绩，{goes}，可是已经编排的对阵里没有。", hint, rule="K1")
    yield from _second_final_problem(played, before)


def _second_final_problem(played: Course, before: int) -> Iterator[Problem]:
    """A final played again though the undefeated has won it.

    Rule: K3
    """
    for meeting in played.meetings:
        if meeting.match.part is Part.SECOND_FINAL and meeting.pairing is not None:
            final = played.meetings[played.bracket.rounds[meeting.match.round - 2][0]]
            if final.winner == final.seats[0] and final.pairing is not None:
                number = meeting.match.round + before
                what = f"按现在的成绩，不败的{final.winner}号已经夺冠，可是第{number}轮又排了决赛第二场。"
                where = f"第{number - 1}轮第{final.pairing.board}台"
                yield Problem(where, what, _PUT_RIGHT.format(number=number), rule="K3")


def _final_problems(event: Event, last: int) -> Iterator[Problem]:
    """Who would go on by the groups as they stand now, and in which order, where the final has others.

    Rule: R7
    """
    ranked, going_on, played = ranked_groups(event), qualified(event), event.rounds[last:]
    begun, most = finalists(event, ranked), event.settings.group_qualifiers
    in_order = []
    for now, then in zip(ranked, going_on, strict=True):
        standing = tuple(number for number in now.numbers if number in begun)[:most]
        in_order.append(standing)
        if set(now.numbers[:most]) != set(then.numbers):
            members = f"出线的是 {_listed(now.numbers[:most])}；决赛照第{last + 1}轮，是 {_listed(then.numbers)}"
            yield _group_told(now, f"按现在的成绩，{members}。", last)
        elif standing != then.numbers and event.settings.final_form is FinalForm.PLACEMENT:
            what = (
                f"按现在的成绩，次序是 {_listed(standing)}；决赛照第{last + 1}轮编排时的次序"
                f" {_listed(then.numbers)} 接着编排。"
            )
            yield _group_told(now, what, last)
    carried = event.settings.final_form is FinalForm.ROUND_ROBIN
    if carried and tuple(in_order) != tuple(one.numbers for one in going_on):
        what = f"按现在的成绩，各组的次序与第{last + 1}轮编排时不同。已经编排的对阵不变，余下的照样每两人赛一局。"
        yield Problem("决赛", what, _UNDO_FINAL.format(number=last + 1), Gravity.WARNING, "R7")
    if order_as_paired(event.settings, tuple(in_order), played) is None:
        what = f"第{last + 1}轮起已经编排的对阵，不是按各组现在的名次排得出来的，以后的轮次接不下去。"
        hint = (
            f"小组赛的成绩改错了请改回；成绩是对的，请撤销第{last + 1}轮和以后各轮，重新编排；"
            "决赛的对阵是裁判改的，以后各轮也请人工编排。"
        )
        yield Problem("决赛", what, hint, rule="R7")


def _group_told(group: Qualified, what: str, last: int) -> Problem:
    return Problem(group.group, what, _UNDO_FINAL.format(number=last + 1), Gravity.WARNING, "R7")


def _other_cuts(event: Event) -> Iterator[Problem]:
    """Who was cut and would stay by the results as they stand now, and the other way round.

    Rule: E1
    """
    for one in elimination.departures(event):
        if len(event.rounds) <= one.after or one.by_results == one.out:
            continue
        parts = []
        if one.out - one.by_results:
            parts.append(f"{_listed(sorted(one.out - one.by_results))}应当留下，那时淘汰了")
        if one.by_results - one.out:
            parts.append(f"{_listed(sorted(one.by_results - one.out))}应当淘汰，那时留下了")
        what = f"按现在的成绩，第{one.after}轮后{'；'.join(parts)}。已经编排的轮次不变。"
        hint = f"改错了请把成绩改回；要按现在的成绩淘汰，请撤销第{one.after + 1}轮和以后各轮，重新编排。"
        yield Problem(f"第{one.after + 1}轮", what, hint, Gravity.WARNING, "E1")


def _listed(numbers: tuple[int, ...] | list[int]) -> str:
    return "、".join(f"{number}号" for number in numbers) or "无人"
