"""What schedules fixed beforehand have in common, round robins and brackets: everybody keeps his place in them.

Who does not come still stands at his board; the forfeit is filled in.
"""

from __future__ import annotations

from collections.abc import Collection

from xlpair.errors import NotAllowed, Problem
from xlpair.model import Event, Game, Player, Result
from xlpair.settings import System


def stood(event: Event) -> frozenset[int]:
    """Everybody who stands in a round, paired or resting."""
    return frozenset(number for round_ in event.rounds for number in round_.numbers())


def staying(event: Event, round_number: int) -> frozenset[int]:
    """Those on the roster who have not left before this round."""
    return frozenset(player.number for player in event.players if not has_left(player, round_number))


def entrants(event: Event) -> tuple[int, ...]:
    """The numbers that have a place in the groups or the bracket: who stood in round 1, and before it all who stay.

    Rule: R7, R8, K1
    """
    return tuple(sorted(event.rounds[0].numbers() if event.rounds else staying(event, 1)))


def late_entries(event: Event, placed: Collection[int]) -> Problem | None:
    """Somebody on the roster who has no place in the schedule, which stands since the first round; None = nobody.

    Rule: R8, K1
    """
    late = sorted(staying(event, len(event.rounds) + 1) - set(placed))
    if not event.rounds or not late:
        return None
    what, nowhere = _SCHEDULES.get(event.settings.system, ("循环赛", "不在对局秩序表里"))
    listed = "、".join(f"{number}号" for number in late)
    hint = "请在名单中标为退赛，或撤销各轮后重新编排。"
    return Problem("名单", f"{what}开赛后不能加{event.settings.unit}：{listed}{nowhere}。", hint, rule="R8")


def refuse_late(event: Event, placed: Collection[int]) -> None:
    """Refuse to go on with such a late entry."""
    late = late_entries(event, placed)
    if late is not None:
        raise NotAllowed(f"{late.what}{late.hint}")


_SCHEDULES = {
    System.GROUPS: ("分组循环", "不在任何一组"),
    System.KNOCKOUT: ("淘汰赛", "不在对阵图里"),
    System.DOUBLE_KNOCKOUT: ("淘汰赛", "不在对阵图里"),
}


def has_left(player: Player, round_number: int) -> bool:
    """Whether somebody takes part in this round and all later ones no more."""
    last = player.attendance.last
    return player.attendance.withdrawn or (last is not None and last < round_number)


def away(event: Event, numbers: frozenset[int], round_number: int) -> frozenset[int]:
    """Those of ``numbers`` who do not come to this round; who is no longer on the roster does not come either."""
    present = {player.number for player in event.players if player.attendance.covers(round_number)}
    return numbers - (staying(event, round_number) & present)


def forfeit(red_away: bool, black_away: bool) -> Result | None:
    """The result that is known before the game, None where both come."""
    if red_away and black_away:
        return Result.BOTH_FORFEIT
    if red_away:
        return Result.RED_FORFEITS
    return Result.BLACK_FORFEITS if black_away else None


def games(count: int, result: Result | None) -> tuple[Game, ...]:
    """The games of a meeting, open or with the same absence in each: sides change from game to game.

    Rule: R4
    """
    turned = None if result is None else result.mirrored
    return tuple(Game(turned if index % 2 else result) for index in range(count))
