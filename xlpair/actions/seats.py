"""Whether results that come from elsewhere belong to those who sit at the boards here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from xlpair.errors import BadInput, Problem
from xlpair.model import Event, Pairing, Player, Round, Side
from xlpair.workbook.layout import round_name
from xlpair.workbook.texts import folded


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sat where a result was made, red first: None and '' where nothing is said."""

    numbers: tuple[int | None, int | None] = (None, None)
    names: tuple[str, str] = ("", "")
    clubs: tuple[str, str] = ("", "")


Sittings = Mapping[tuple[int, int], Sitting]
"""By board and game; the game counts from 1, 0 is the whole board."""


def check_seats(event: Event, round_: Round, sittings: Sittings) -> None:
    """Refuse results of other pairs: they come from another round, or from a copy that was paired apart.

    A single game of a team match has its players' names and clubs, which are not those of the entrants. Raises BadInput
    with every board.
    """
    boards = {pairing.board: pairing for pairing in round_.pairings}
    found: dict[int, str] = {}
    for (board, game), sitting in sittings.items():
        here = boards.get(board)
        what = _other(event, here, game, sitting) if here is not None else ""
        if what:
            found.setdefault(board, what)
    problems = [
        Problem(f"{round_name(round_.number)}第{board}台", what, "请核对是不是这一轮、是不是同一份编排。")
        for board, what in sorted(found.items())
    ]
    if problems:
        raise BadInput(tuple(problems))


def _other(event: Event, here: Pairing, game: int, sitting: Sitting) -> str:
    """Say who sat there and who sits here, '' where they are the same as far as is said."""
    seated = [here.red, here.black]
    if game and here.side(here.red, game - 1) is Side.BLACK:
        seated.reverse()
    if any(one is not None and one != number for one, number in zip(sitting.numbers, seated, strict=True)):
        there = "-".join("？" if one is None else str(one) for one in sitting.numbers)
        return f"结果是 {there} 的，这里坐的是 {seated[0]}-{seated[1]}。"
    if game and event.settings.team_matches:
        return ""
    known = event.by_number()
    others = _differing(sitting, [known.get(number) for number in seated])
    return f"结果上{'；'.join(others)}。" if others else ""


def _differing(sitting: Sitting, seated: Sequence[Player | None]) -> list[str]:
    """The names that are not the same; the clubs where only they tell two of one name apart."""
    names = ["" if one is None else one.name for one in seated]
    others = list(_unlike(("红方", "黑方"), sitting.names, names))
    if others or None in seated or folded(names[0]) != folded(names[1]) or None not in sitting.numbers:
        return others
    return list(_unlike(("红方单位", "黑方单位"), sitting.clubs, ["" if one is None else one.club for one in seated]))


def _unlike(headings: Sequence[str], typed: Sequence[str], here: Sequence[str]) -> Iterator[str]:
    for heading, one, there in zip(headings, typed, here, strict=True):
        if one and there and folded(one) != folded(there):
            yield f"{heading}是 {one}，这里是 {there}"
