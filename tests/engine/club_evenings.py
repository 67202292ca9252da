"""Events that show the criteria of S2, and their values, in short.

The club evening, five players in three rounds, in numbers:

    round 1   1>2   3=4   5 rests
    round 2   3=1   5<4   2 rests
    round 3   4+1 (1 did not come)   2>5   3 rests

    points    1: 2 1 0 = 3    2: 0 2 2 = 4    3: 1 1 2 = 4    4: 1 2 2 = 5    5: 2 0 0 = 2
    together  18 = three rounds of two games and a bye, 2 each
"""

from __future__ import annotations

from sketches import sketch

from xlpair.engine.criteria import Value
from xlpair.engine.ledger import Ledger, ledger
from xlpair.engine.standings import rank
from xlpair.engine.tiebreaks import CRITERIA
from xlpair.settings import MutualRange, Settings

CLUB_EVENING = ("1>2 3=4 5", "3=1 5<4 2", "4+1 2>5 3")
ANY = Settings(mutual_range=MutualRange.ANY)
TWO_GAMES = Settings(games_per_meeting=2)


def club_evening(settings: Settings | None = None, rounds: int = 3) -> Ledger:
    return ledger(sketch(5, *CLUB_EVENING[:rounds], settings=settings))


def of_all(book: Ledger, name: str) -> list[Value]:
    """What a criterion gives everybody, in number order, each being level with nobody."""
    values = CRITERIA[name].values(book, [(number,) for number in book.accounts])
    return [values[number] for number in book.accounts]


def among(book: Ledger, name: str, *level: int) -> list[Value]:
    """What a criterion gives the numbers of one level group."""
    values = CRITERIA[name].values(book, [level])
    return [values[number] for number in level]


def order(book: Ledger, name: str, *level: int) -> list[tuple[int, int]]:
    """Place and number of a level group by one criterion alone."""
    return [(one.place, one.number) for one in rank(book, [CRITERIA[name]], [level])]
