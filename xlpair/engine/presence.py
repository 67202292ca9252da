"""Who takes part in a round, and why somebody who stands nowhere in a round is not there (W1, B3, B6, B7)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from xlpair.engine.cuts import cuts_of
from xlpair.engine.teams import count_stayed_away
from xlpair.model import Bye, ByeKind, Event, Pairing, Player, Round
from xlpair.settings import Settings, System

if TYPE_CHECKING:
    from xlpair.engine.records import Record


def absences(event: Event) -> tuple[tuple[Bye, ...], ...]:
    """For each round, those on the roster who stand neither at a board nor as a bye, in number order.

    LATE: has not stood in any round yet. OUT: has withdrawn (or was stopped, B6) and stands in no later round.
    LEAVE: everybody else. In groups and knock-outs whoever has no game in a round is out already, or waits, and so is
    whoever does not come back after a cut of 末位淘汰: they are left out here.
    Rule: B3, B6, B7, E1
    """
    everybody = {player.number for player in event.players}
    if all(everybody <= round_.numbers() for round_ in event.rounds):
        return ((),) * len(event.rounds)
    seen_last = last_seen(event.rounds)
    seen: set[int] = set()
    forfeits: dict[int, int] = {}
    found = []
    for round_ in event.rounds:
        present = round_.numbers()
        kinds = (
            (player.number, _absence(event, player, round_.number, player.number in seen, seen_last, forfeits))
            for player in event.players
            if player.number not in present
        )
        found.append(tuple(Bye(number, kind) for number, kind in kinds if kind is not None))
        seen |= present
        count_forfeits(forfeits, round_.pairings, event.settings)
    return tuple(found)


def last_seen(rounds: Iterable[Round]) -> dict[int, int]:
    """The last of these rounds in which each number stands at a board or as a bye."""
    return {number: round_.number for round_ in rounds for number in round_.numbers()}


def _absence(
    event: Event, player: Player, number: int, seen: bool, stood_last: dict[int, int], forfeits: dict[int, int]
) -> ByeKind | None:
    last_stood = stood_last.get(player.number, 0)
    comes_back = last_stood > number
    if 0 < last_stood < number and cut_between(event.settings, last_stood, number):
        return None
    last = player.attendance.last
    left = player.attendance.withdrawn or (last is not None and last < number)
    if not comes_back and (left or stopped(event, forfeits.get(player.number, 0))):
        return ByeKind.OUT
    if event.settings.system.is_knockout or event.settings.system is System.GROUPS:
        return None
    return ByeKind.LEAVE if seen else ByeKind.LATE


def cut_between(settings: Settings, last: int, number: int) -> bool:
    """Whether somebody who stood in round ``last`` may have gone out before round ``number``.

    Rule: E1
    """
    return bool(settings.knockout_cuts) and any(last <= cut.after < number for cut in cuts_of(settings))


def count_forfeits(forfeits: dict[int, int], pairings: Iterable[Pairing], settings: Settings) -> None:
    """Carry everybody's forfeits in a row over one more round. A game played starts the count again, a bye does not.

    Of teams whole matches are counted.
    Rule: B6
    """
    if settings.team_matches:
        count_stayed_away(forfeits, pairings)
        return
    for pairing in pairings:
        for index, game in enumerate(pairing.games):
            if game.result is None:
                continue
            if game.result.played:
                forfeits.pop(pairing.red, None)
                forfeits.pop(pairing.black, None)
                continue
            for number in (pairing.red, pairing.black):
                if game.result.winner is not pairing.side(number, index):
                    forfeits[number] = forfeits.get(number, 0) + 1


def stopped(event: Event, forfeits_in_a_row: int) -> bool:
    """Whether somebody with so many forfeits in a row is no longer paired (0 = never stopped).

    Rule: B6
    """
    return 0 < event.settings.forfeits_stop <= forfeits_in_a_row


def taking_part(event: Event, round_number: int, history: Mapping[int, Record]) -> tuple[int, ...]:
    """The numbers of those to be paired (or to rest) in the round, in number order.

    Rule: W1, B6, E1
    """
    return _coming(event, round_number, round_number, history)


def still_coming(event: Event, last_round: int, history: Mapping[int, Record]) -> tuple[int, ...]:
    """The numbers of those who take part in at least one of the rounds still to be paired up to ``last_round``.

    Rule: W12, B6, E1
    """
    return _coming(event, len(event.rounds) + 1, last_round, history)


def ever_playing(event: Event, last_round: int, history: Mapping[int, Record]) -> frozenset[int]:
    """Everybody who has stood in a round or is to come: the field of the whole event, against which rounds are counted.

    Whoever withdrew before the start is not among them; whoever is on leave, late or gone meanwhile is.
    Rule: W12
    """
    return frozenset(last_seen(event.rounds)).union(still_coming(event, last_round, history))


def _coming(event: Event, first: int, last: int, history: Mapping[int, Record]) -> tuple[int, ...]:
    out = _eliminated(event)
    return tuple(
        player.number
        for player in event.players
        if player.number not in out
        and not player.attendance.withdrawn
        and player.attendance.covers_any(first, last)
        and not stopped(event, history[player.number].forfeit_row)
    )


def on_leave(event: Event, round_number: int, field: Sequence[int]) -> tuple[int, ...]:
    """The numbers of those who asked to rest in the round and come back later (请假), in number order.

    Rule: B2, B3
    """
    playing = {*field, *_eliminated(event)}
    stood = last_seen(event.rounds)
    return tuple(
        player.number
        for player in event.players
        if player.number not in playing
        and not player.attendance.withdrawn
        and not player.attendance.covers(round_number)
        and (player.attendance.first < round_number or player.number in stood)
        and (player.attendance.last is None or round_number < player.attendance.last)
    )


def _eliminated(event: Event) -> Collection[int]:
    if not event.settings.knockout_cuts:
        return ()
    from xlpair.engine.elimination import eliminated  # it ranks, and ranking asks here who was absent

    return eliminated(event)
