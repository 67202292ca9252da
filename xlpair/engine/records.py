"""What each player has done so far: the facts that W, C and B look at."""

from __future__ import annotations

from dataclasses import dataclass, field

from xlpair.engine.points import bye_match_points, bye_points, game_points
from xlpair.engine.presence import absences, count_forfeits
from xlpair.engine.teams import match_points, match_side
from xlpair.model import Bye, ByeKind, Event, Pairing, Score, Side
from xlpair.settings import Settings


@dataclass(slots=True)
class Record:
    """One player's history before a round; of a team ``score`` is its 场分, and a match is one game.

    ``balance`` = reds − blacks played. ``run`` counts how often the last colour was played in a row: positive reds,
    negative blacks, 0 before the first played game. ``met`` holds the numbers he has been paired with as W9.1 counts
    it. ``downs`` counts the rounds in which he met somebody with fewer points (W8). ``forfeit_row`` counts forfeits
    in a row (B6). ``appeared``: has stood in an earlier round, resting included.
    """

    number: int
    score: Score = 0
    balance: int = 0
    run: int = 0
    byes: int = 0
    downs: int = 0
    forfeit_row: int = 0
    appeared: bool = False
    met: set[int] = field(default_factory=set)

    @property
    def last_side(self) -> Side | None:
        if self.run == 0:
            return None
        return Side.RED if self.run > 0 else Side.BLACK


def records(event: Event) -> dict[int, Record]:
    """Every entrant's record after all rounds of ``event``, keyed and ordered by number.

    Open games add nothing but the meeting. Numbers that stand in a round without being on the roster are left out.
    Rule: W3, W8, W9.1, B3, B6, T3
    """
    found = {player.number: Record(player.number) for player in event.players}
    forfeits: dict[int, int] = {}
    for round_, absent in zip(event.rounds, absences(event), strict=True):
        before = {number: record.score for number, record in found.items()}
        for pairing in round_.pairings:
            _add_pairing(found, before, pairing, event)
        for bye in round_.byes:
            if bye.player in found:
                found[bye.player].appeared = True
                _add_bye(found[bye.player], bye, event)
        for bye in absent:
            _add_bye(found[bye.player], bye, event)
        count_forfeits(forfeits, round_.pairings, event.settings)
    for number, count in forfeits.items():
        if number in found:
            found[number].forfeit_row = count
    return found


def _add_pairing(found: dict[int, Record], before: dict[int, Score], pairing: Pairing, event: Event) -> None:
    settings = event.settings
    forfeited = all(game.result is not None and not game.result.played for game in pairing.games)
    for number in (pairing.red, pairing.black):
        record, other = found.get(number), pairing.other(number)
        if record is None:
            continue
        record.appeared = True
        if settings.forfeit_is_met or not forfeited:
            record.met.add(other)
        if other in before and before[other] < before[number]:
            record.downs += 1
        if settings.team_matches:
            record.score += match_points(settings, pairing, number)
            _add_side(record, match_side(pairing, number))
        else:
            _add_games(record, pairing, settings)


def _add_games(record: Record, pairing: Pairing, settings: Settings) -> None:
    for index, game in enumerate(pairing.games):
        if game.result is not None:
            side = pairing.side(record.number, index)
            record.score += game_points(settings, game.result, side)
            _add_side(record, side if game.result.played else None)


def _add_side(record: Record, side: Side | None) -> None:
    if side is not None:
        step = 1 if side is Side.RED else -1
        record.balance += step
        record.run = record.run + step if record.run * step > 0 else step


def _add_bye(record: Record, bye: Bye, event: Event) -> None:
    worth = bye_match_points if event.settings.team_matches else bye_points
    record.score += worth(event.settings, bye.kind)
    if bye.kind is ByeKind.BYE:
        record.byes += 1
