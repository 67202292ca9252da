"""Replay of an event: would the rules have made the same rounds, and which rule does a round break?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from xlpair.engine.obstacles import Obstacles
from xlpair.engine.pairing import next_round
from xlpair.engine.presence import cut_between, last_seen, stopped
from xlpair.engine.records import Record, records
from xlpair.engine.sides import strains
from xlpair.errors import Gravity, NotAllowed, Overtaken, Problem
from xlpair.model import Attendance, ByeKind, Event, Pairing, PassReason, Player, Round, Side, named
from xlpair.settings import Settings, System


@dataclass(frozen=True, slots=True)
class RoundAudit:
    """What the rules say of one round. ``by_rules`` is the round they make, None where they make none."""

    number: int
    same: bool
    by_rules: Round | None
    problems: tuple[Problem, ...]


def audit(event: Event) -> tuple[RoundAudit, ...]:
    """Replay every round from the results as they stand now.

    A round that the rules would have made just so breaks none of them; every other one is told, with the rules it
    breaks (rematch, 不相遇, 同单位, second bye, third equal colour, balance beyond ±2, left out, twice).
    Rule: W9, W10, B1, F3
    """
    return tuple(_audit_round(event, round_) for round_ in event.rounds)


def audit_round(event: Event, number: int) -> RoundAudit:
    """Replay one round alone; later rounds only tell who was there."""
    return _audit_round(event, event.rounds[number - 1])


def problems(event: Event) -> tuple[Problem, ...]:
    """All problems of :func:`audit`, round by round."""
    return tuple(problem for result in audit(event) for problem in result.problems)


def as_known_then(event: Event, number: int) -> Event:
    """The event as it stood before round ``number`` was paired, late entries and withdrawals told by the rounds.

    Open games of earlier rounds are taken as they are.
    """
    round_ = event.rounds[number - 1]
    here = round_.numbers()
    leave = {bye.player for bye in round_.byes if bye.kind is not ByeKind.BYE}
    stand_later = set().union(*(later.numbers() for later in event.rounds[number:]))
    stood_last = last_seen(event.rounds[: number - 1])
    players = []
    for player in event.players:
        if player.number in leave:
            attendance = Attendance(((1, number - 1), (number + 1, None)) if number > 1 else ((2, None),))
        elif player.number in here or _left_out(event, player, number, stood_last, player.number in stand_later):
            attendance = Attendance()
        elif _waits(event.settings):
            attendance = player.attendance
        else:
            attendance = Attendance(withdrawn=True)
        players.append(replace(player, attendance=attendance))
    return replace(event, players=tuple(players), rounds=event.rounds[: number - 1])


def _waits(settings: Settings) -> bool:
    """Whether somebody may have no game in a round without being gone: in groups and knock-outs."""
    return settings.system.is_knockout or settings.system is System.GROUPS


def _left_out(event: Event, player: Player, number: int, stood_last: Mapping[int, int], comes_back: bool) -> bool:
    """Somebody who stands nowhere in the round though he stood before, and comes back or has not gone out."""
    last = stood_last.get(player.number, 0)
    if not last or not player.attendance.covers(number):
        return False
    if comes_back:
        return True
    gone = player.attendance.withdrawn or _waits(event.settings) or cut_between(event.settings, last, number)
    return not gone


def _audit_round(event: Event, round_: Round) -> RoundAudit:
    then = as_known_then(event, round_.number)
    try:
        by_rules = next_round(then)
    except Overtaken:  # told by the plan; without a round by the rules there is nothing to compare with
        return RoundAudit(round_.number, False, None, tuple(_wrong_people(event, then, round_, None)))
    except NotAllowed:
        by_rules = None
    if by_rules is not None and _same(by_rules, round_):
        return RoundAudit(round_.number, True, by_rules, ())
    found = [*_wrong_people(event, then, round_, by_rules)]
    if event.settings.system is not System.SWISS:
        found += _not_as_table(event, round_, by_rules)
    else:
        found += _broken_rules(event, then, round_)
    if by_rules is not None:
        found.append(_differs(round_, by_rules))
    return RoundAudit(round_.number, False, by_rules, tuple(found))


def _pairs(round_: Round) -> set[tuple[int, int]]:
    return {(pairing.red, pairing.black) for pairing in round_.pairings}


def _resting(round_: Round) -> set[int]:
    return {bye.player for bye in round_.byes if bye.kind is ByeKind.BYE}


def _same(one: Round, two: Round) -> bool:
    return len(one.pairings) == len(two.pairings) and _pairs(one) == _pairs(two) and _resting(one) == _resting(two)


def _differs(round_: Round, by_rules: Round) -> Problem:
    pairs = sorted(_pairs(by_rules) - _pairs(round_))
    shown = "、".join(f"{red}-{black}" for red, black in pairs[:6]) + ("等" if len(pairs) > 6 else "")
    rest = sorted(_resting(by_rules) - _resting(round_))
    resting = f"，{rest[0]}号轮空" if rest else ""
    return Problem(
        f"第{round_.number}轮",
        f"与规则编排不同：按现有成绩规则会排 {shown or '同样的对阵'}{resting}。",
        "如果是人工调整或成绩后来更正过，可以不理；否则请撤销本轮重新编排。",
        Gravity.WARNING,
    )


def _wrong_people(event: Event, then: Event, round_: Round, by_rules: Round | None) -> Iterator[Problem]:
    where = f"第{round_.number}轮"
    counts = Counter(number for pairing in round_.pairings for number in (pairing.red, pairing.black))
    counts.update(bye.player for bye in round_.byes)
    known = event.by_number()
    for number, count in sorted(counts.items()):
        if count > 1:
            yield Problem(where, f"{number}号 {_name(known, number)} 出现了 {count} 次。", "同一轮里只能出现一次。")
        if number not in known:
            yield Problem(where, f"{number}号不在名单里。", "请改正编号，或把他补进名单。")
    done = not round_.open_boards
    for player in _to_stand(event, then, by_rules):
        if player.number not in counts:
            what = f"漏排了 {named(player)}。"
            hint = "本轮已经下完，他按请假计分；请写明轮空或请假。" if done else "请给他安排对手，或写明轮空、请假。"
            yield Problem(where, what, hint, Gravity.WARNING if done else Gravity.ERROR)


def _to_stand(event: Event, then: Event, by_rules: Round | None) -> Iterator[Player]:
    """Those who should stand in the round, paired or resting."""
    history = records(then)
    for player in then.players:
        if _waits(event.settings):
            stands = by_rules is not None and player.number in by_rules.numbers()
        else:
            stands = not player.attendance.withdrawn and not stopped(event, history[player.number].forfeit_row)
        if stands:
            yield player


def _name(known: Mapping[int, Player], number: int) -> str:
    return known[number].name if number in known else ""


def _not_as_table(event: Event, round_: Round, by_rules: Round | None) -> Iterator[Problem]:
    """In a round robin every meeting stands in the table, in a knock-out in the bracket."""
    table = _pairs(by_rules) if by_rules is not None else set()
    name, sides, rule = _SCHEDULES["K1" if event.settings.system.is_knockout else "R1"]
    for pairing in round_.pairings:
        if (pairing.red, pairing.black) in table:
            continue
        turned = (pairing.black, pairing.red) in table
        what = sides if turned else f"不是{name}本轮的对局"
        yield Problem(_board(round_, pairing), f"{pairing.red}-{pairing.black} {what}。", "", Gravity.WARNING, rule)


# By rule: what the schedule is called, what to say of exchanged sides.
_SCHEDULES = {"R1": ("秩序表", "先后手与秩序表相反", "R1"), "K1": ("对阵图", "先后手与猜先相反", "K1")}


def _board(round_: Round, pairing: Pairing) -> str:
    return f"第{round_.number}轮第{pairing.board}台"


def _broken_rules(event: Event, then: Event, round_: Round) -> Iterator[Problem]:
    history = records(then)
    known = [number for number in sorted(round_.numbers()) if number in history]
    obstacles = Obstacles(then, history, round_.number, known)
    for pairing in round_.pairings:
        if pairing.red in history and pairing.black in history and pairing.red != pairing.black:
            yield from _broken_by_pair(round_, pairing, obstacles)
            if round_.number > 1:
                yield from _strained(round_, pairing, history[pairing.red], Side.RED)
                yield from _strained(round_, pairing, history[pairing.black], Side.BLACK)
    yield from _broken_by_byes(round_, history)


_OBSTACLES = {
    PassReason.MET: ("以前已经相遇", "已相遇者不再相遇，请改对阵。", Gravity.ERROR, "W9.1"),
    PassReason.FORBIDDEN: ("在赛事表里写明不相遇", "", Gravity.WARNING, "W9.2"),
    PassReason.SAME_CLUB: ("是同一单位", "", Gravity.WARNING, "W9.2"),
}


def _broken_by_pair(round_: Round, pairing: Pairing, obstacles: Obstacles) -> Iterator[Problem]:
    why = obstacles.between(pairing.red, pairing.black)
    if why is not None:
        what, hint, gravity, rule = _OBSTACLES[why]
        if not round_.open_boards:
            hint, gravity = "本轮已经下完，对局照算，以后照样可以编排。", Gravity.WARNING
        yield Problem(_board(round_, pairing), f"{pairing.red}号与{pairing.black}号{what}。", hint, gravity, rule)


def _strained(round_: Round, pairing: Pairing, record: Record, side: Side) -> Iterator[Problem]:
    """A third equal colour running, or a balance beyond ±2.

    Rule: W10
    """
    if not strains(record, side):
        return
    step = 1 if side is Side.RED else -1
    word = "先" if side is Side.RED else "后"
    parts = []
    if record.run * step >= 2:
        parts.append(f"将连{word} {abs(record.run) + 1} 次")
    if record.balance * step >= 2:
        parts.append(f"将多{word} {abs(record.balance) + 1} 次")
    yield Problem(_board(round_, pairing), f"{record.number}号{'、'.join(parts)}。", "", Gravity.WARNING, "W10")


def _broken_by_byes(round_: Round, history: Mapping[int, Record]) -> Iterator[Problem]:
    resting = [bye.player for bye in round_.byes if bye.kind is ByeKind.BYE]
    where = f"第{round_.number}轮"
    if len(resting) > 1:
        listed = "、".join(f"{number}号" for number in resting)
        yield Problem(
            where, f"有 {len(resting)} 个轮空（{listed}）。", "单数时只有一个轮空；请假请写“请假”。", rule="B1"
        )
    fresh = any(not record.byes for number, record in history.items() if number in round_.numbers())
    for number in resting:
        if number in history and history[number].byes and fresh:
            what = f"{number}号以前已经轮空 {history[number].byes} 次，而还有没轮空过的。"
            yield Problem(where, what, "", Gravity.WARNING, "B1")
