"""What schedules fixed beforehand have in common, round robins and brackets: everybody keeps his place in them.

Who does not come still stands at his board; the forfeit is filled in.
"""

from __future__ import annotations

from xlpair.model import Event, Game, Player, Result


def stood(event: Event) -> frozenset[int]:
    """Everybody who stands in a round, paired or resting."""
    return frozenset(number for round_ in event.rounds for number in round_.numbers())


def staying(event: Event, round_number: int) -> frozenset[int]:
    """Those on the roster who have not left before this round."""
    return frozenset(player.number for player in event.players if not has_left(player, round_number))


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
