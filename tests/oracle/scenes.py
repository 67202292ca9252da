"""Events in short, and the round that both ways of the judge come to."""

from __future__ import annotations

from oracle.swiss_oracle import judge, oracle_round
from xlpair.model import Bye, Event, Game, Pairing, Player, Result, Round
from xlpair.settings import ClubRule, Settings

# 2009 五羊杯, games from github.com/Yvonne761/Chinese-Chess-Practical-Dataset (see the head of the event file).
AS_IN_2009 = Settings(rounds=6, last_three=False, club_rule=ClubRule.NEVER)
RESULTS = {
    "2:0": Result.RED_WIN,
    "1:1": Result.DRAW,
    "0:2": Result.BLACK_WIN,
    "+-": Result.BLACK_FORFEITS,
    "-+": Result.RED_FORFEITS,
    "--": Result.BOTH_FORFEIT,
}


def event_of(n: int, *rounds: str, settings: Settings | None = None, players: tuple[Player, ...] = ()) -> Event:
    """An event told in short: a round is "1-2 2:0, 3-4 1:1, 5" (red, black, result; alone = a bye)."""
    told = []
    for number, line in enumerate(rounds, start=1):
        games = [part.split() for part in line.split(", ")]
        boards = [part for part in games if len(part) == 2]
        pairings = tuple(
            Pairing(board, int(pair.split("-")[0]), int(pair.split("-")[1]), (Game(RESULTS[result]),))
            for board, (pair, result) in enumerate(boards, start=1)
        )
        told.append(Round(number, pairings, tuple(Bye(int(part[0])) for part in games if len(part) == 1)))
    changed = {player.number: player for player in players}
    everybody = tuple(changed.get(number, Player(number)) for number in range(1, n + 1))
    return Event(settings or Settings(), everybody, tuple(told))


def both_ways(event: Event, last: int) -> tuple[list[tuple[int, int]], int | None]:
    stepping = judge(event, last, stepping_back=True)
    assert oracle_round(event, last) == (list(stepping.boards), stepping.bye)
    return list(stepping.boards), stepping.bye
