"""First rounds in short: players with their clubs, boards, meetings, what was let through."""

from __future__ import annotations

from dataclasses import replace

from xlpair.engine.first_round import first_round
from xlpair.model import Event, PassReason, Player
from xlpair.settings import FirstPairing, Settings

NEIGHBOURS = Settings()
ENDS = Settings(first_pairing=FirstPairing.ENDS)
MIDDLE = Settings(first_pairing=FirstPairing.MIDDLE)


def event_of(n: int, settings: Settings = NEIGHBOURS, **clubs: tuple[int, ...]) -> Event:
    """Players 1 … n; ``A=(1, 2)`` puts 1 and 2 into club A."""
    of = {number: club for club, members in clubs.items() for number in members}
    return Event(settings, tuple(Player(number, club=of.get(number, "")) for number in range(1, n + 1)))


def boards(event: Event, field: tuple[int, ...] | None = None) -> list[tuple[int, int]]:
    """(red, black) of each board, boards in order."""
    made = first_round(event, field or tuple(player.number for player in event.players))
    assert [board.board for board in made] == list(range(1, len(made) + 1))
    return [(board.red, board.black) for board in made]


def meetings(event: Event) -> list[set[int]]:
    """Who meets whom at each board, whoever has red."""
    return [set(pair) for pair in boards(event)]


def let_through(event: Event) -> dict[int, PassReason]:
    """Boards at which a wish gave way."""
    made = first_round(event, tuple(player.number for player in event.players))
    return {board.board: board.reason.let_through for board in made if board.reason and board.reason.let_through}


def forbidding(*pairs: tuple[int, int], settings: Settings = NEIGHBOURS) -> Settings:
    return replace(settings, forbidden=frozenset(pairs))
