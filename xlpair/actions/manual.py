"""A round that the arbiter pairs by hand: ``7-3, 10-5``, red first, and ``5-轮空`` or ``5-请假`` for those who rest."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from xlpair.engine.audit import audit_round
from xlpair.engine.lineups import round_with_forfeits
from xlpair.engine.pairing import next_round
from xlpair.engine.presence import on_leave, taking_part
from xlpair.engine.records import records
from xlpair.errors import BadInput, Gravity, Problem
from xlpair.model import Bye, ByeKind, Event, Game, How, Pairing, Player, Reason, Round, SideRule, named
from xlpair.settings import Settings, System
from xlpair.workbook.texts import folded, plain

_WHERE: Final = "指定的对阵"
_SEPARATORS: Final = re.compile(r"[,;|\n\t。]+")
_PAIR: Final = re.compile(r"第?([0-9]{1,9})号?[-:~对](?:第?([0-9]{1,9})号?|([^0-9]+))")
_BYES: Final = {"轮空": ByeKind.BYE, "空": ByeKind.BYE, "bye": ByeKind.BYE, "请假": ByeKind.LEAVE}
_HINT: Final = "请写成 7-3,10-5 的样子（红方在前），轮空写 5-轮空，请假写 5-请假。"


@dataclass(frozen=True, slots=True)
class ManualRound:
    """The round as typed and what of the rules it breaks."""

    round: Round
    warnings: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class _Typed:
    """What the text says: pairs in order, red first, and those who rest."""

    pairs: tuple[tuple[int, int], ...]
    byes: tuple[Bye, ...]

    def numbers(self) -> Iterator[int]:
        for pair in self.pairs:
            yield from pair
        for bye in self.byes:
            yield bye.player


def manual_round(event: Event, text: str) -> ManualRound:
    """Make the next round of ``event`` from typed pairs; whoever asked for leave rests without being named.

    One player left over in an odd field has the bye. In groups and knock-outs those take part whom the schedule calls,
    and the boards keep their place in it: in a knock-out whoever wins at a board goes on from there. Numbers that are
    unknown, typed twice or away, and players left out, raise BadInput. What only breaks a rule is done, and told.
    Rule: W9, W10, B1, B2
    """
    number = len(event.rounds) + 1
    typed, problems = _read(text)
    problems += _wrong_numbers(event, number, typed)
    scheduled = next_round(event) if _has_waiting(event.settings) else None
    byes, left_out = _resting(event, number, typed, scheduled)
    if problems or left_out:
        # Whoever is left out is told last of all: a mistyped number leaves out the one who was meant.
        raise BadInput(tuple(problems or left_out))
    games = (Game(),) * event.settings.meeting_games
    pairings = tuple(
        Pairing(board, red, black, games, Reason(How.MANUAL, SideRule.MANUAL, red, black))
        for board, (red, black) in enumerate(typed.pairs, start=1)
    )
    made = round_with_forfeits(event, Round(number, pairings, byes))
    return ManualRound(made, tuple(broken_rules(event, made)))


def broken_rules(event: Event, made: Round) -> Iterator[Problem]:
    """The rules that a round breaks when it follows the rounds of ``event``, as warnings."""
    for problem in audit_round(event.with_round(made), made.number).problems:
        if problem.rule:
            yield replace(problem, gravity=Gravity.WARNING, hint="")


def _read(text: str) -> tuple[_Typed, list[Problem]]:
    pairs: list[tuple[int, int]] = []
    byes: list[Bye] = []
    problems: list[Problem] = []
    for piece in _pieces(text):
        match = _PAIR.fullmatch(piece)
        kind = _BYES.get(match.group(3) or "") if match else None
        if match and match.group(2):
            pairs.append((int(match.group(1)), int(match.group(2))))
        elif match and kind:
            byes.append(Bye(int(match.group(1)), kind))
        else:
            problems.append(Problem(_WHERE, f"看不懂“{piece}”。", _HINT))
    if not pairs and not byes and not problems:
        problems.append(Problem(_WHERE, "是空的。", _HINT))
    return _Typed(tuple(pairs), tuple(byes)), problems


def _pieces(text: str) -> Iterator[str]:
    """The single pairs: parted by commas and the like, or by blanks where those stand between two pairs."""
    closed = re.sub(r"\s*([-:~对])\s*", r"\1", plain(text.replace("\n", ",")))
    for part in _SEPARATORS.split(closed):
        for piece in part.split():
            yield folded(piece)


def _wrong_numbers(event: Event, number: int, typed: _Typed) -> Iterator[Problem]:
    known = event.by_number()
    for red, black in typed.pairs:
        if red == black:
            yield Problem(_WHERE, f"{red}号不能和自己对局。", "请改正编号。")
    selves = {red for red, black in typed.pairs if red == black}
    for one, count in sorted(Counter(typed.numbers()).items()):
        if one not in known:
            yield Problem(_WHERE, f"名单里没有 {one}号。", "请改正编号，或先把他补进名单。")
        elif count > 1 and one not in selves:
            yield Problem(_WHERE, f"{named(known[one])} 写了 {count} 次。", "同一轮里只能出现一次。")
        elif away := _why_away(known[one], number):
            yield Problem(_WHERE, f"{named(known[one])} {away}。", "要让他参赛，请先改名单里的“参赛轮次”。")


def _why_away(player: Player, number: int) -> str:
    if player.attendance.withdrawn:
        return "已经退赛"
    return "" if player.attendance.covers(number) else f"第{number}轮不参赛"


def _has_waiting(settings: Settings) -> bool:
    """Whether the schedule says who plays in a round at all."""
    return settings.system.is_knockout or settings.system is System.GROUPS


def _resting(
    event: Event, number: int, typed: _Typed, scheduled: Round | None
) -> tuple[tuple[Bye, ...], list[Problem]]:
    """Those who rest, the ones on leave first, and a problem where players are left out."""
    named_numbers = set(typed.numbers())
    leave = [bye for bye in typed.byes if bye.kind is ByeKind.LEAVE]
    byes = [bye for bye in typed.byes if bye.kind is ByeKind.BYE]
    if scheduled is None:
        field = taking_part(event, number, records(event))
        leave += [Bye(one, ByeKind.LEAVE) for one in on_leave(event, number, field) if one not in named_numbers]
    else:
        field = tuple(sorted(scheduled.numbers()))
        byes += [bye for bye in scheduled.byes if bye.player not in named_numbers]
        named_numbers |= {bye.player for bye in byes}
    left = [one for one in field if one not in named_numbers]
    resting = 1 if scheduled is None else len(scheduled.byes)
    if left and len(byes) + len(left) == resting:
        byes, left = [*byes, *map(Bye, left)], []
    problems = [_left_out(event, left)] if left else []
    return (*sorted(leave, key=lambda bye: bye.player), *sorted(byes, key=lambda bye: bye.player)), problems


def _left_out(event: Event, left: Iterable[int]) -> Problem:
    known = event.by_number()
    numbers = list(left)
    more = f" 等 {len(numbers)} {event.settings.unit}" if len(numbers) > 8 else ""
    listed = "、".join(named(known[one]) for one in numbers[:8]) + more
    one = numbers[0]
    return Problem(_WHERE, f"漏了 {listed}。", f"请给他们写上对手，或写 {one}-轮空、{one}-请假。")
