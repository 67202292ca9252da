"""The event of 2009 五羊杯 in a hall: its roster, and its rounds as they were played."""

from __future__ import annotations

from pathlib import Path

from events import SWISS_2009, load_games, numberings_2009
from halls import Hall, hall

# The numbering of the worked example in the rules: 陶汉明 1 … 赵鑫鑫 10.
NUMBERS = numberings_2009()[1]
TEXTS = {"红胜": "2:0", "和": "1:1", "黑胜": "0:2"}


def roster_2009() -> list[list[object]]:
    return [[number, name] for name, number in NUMBERS.items()]


def hall_2009(kind: str, folder: Path, **settings: str) -> Hall:
    return hall(kind, folder, roster_2009(), {"最后三轮": "否", "轮数": "6", **settings}, rounds=6)  # type: ignore[arg-type]


def played_2009(number: int) -> dict[tuple[int, int], str]:
    """The games of a round as played: (red, black) -> result."""
    return {
        (NUMBERS[game.red], NUMBERS[game.black]): TEXTS[game.result.value]
        for game in load_games(SWISS_2009)
        if game.round_number == number
    }


def play_round(found: Hall, number: int) -> None:
    """Enter a round's results as played, whatever board the game has here."""
    played = played_2009(number)
    found.results(number, *(played[pair] for pair in found.boards(number)))


def play_2009(found: Hall, rounds: int = 6) -> None:
    found.pair(",".join(f"{red}-{black}" for red, black in played_2009(1)))
    play_round(found, 1)
    for number in range(2, rounds + 1):
        found.pair()
        play_round(found, number)
