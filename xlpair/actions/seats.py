"""Whether results that come from elsewhere belong to those who sit at the boards here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from xlpair.errors import BadInput, Problem
from xlpair.model import Event, Pairing, Round, Side
from xlpair.workbook.layout import round_name
from xlpair.workbook.texts import folded

Numbers = Mapping[int, tuple[int, int]]
Names = Mapping[tuple[int, int], tuple[str, str]]


def check_seats(event: Event, round_: Round, numbers: Numbers, names: Names) -> None:
    """Refuse results of other pairs: they come from another round, or from a copy that was paired apart.

    ``numbers`` are those of red and black by board. ``names`` are theirs by board and game, '' where none is said; the
    game counts from 1, 0 is the whole board. A single game of a team match has its players' names, which are not those
    of the entrants. Raises BadInput with every board.
    """
    boards = {pairing.board: pairing for pairing in round_.pairings}
    found = dict(chain(_other_names(event, boards, names), _other_numbers(boards, numbers)))
    problems = [
        Problem(f"{round_name(round_.number)}第{board}台", what, "请核对是不是这一轮、是不是同一份编排。")
        for board, what in sorted(found.items())
    ]
    if problems:
        raise BadInput(tuple(problems))


def _other_numbers(boards: Mapping[int, Pairing], numbers: Numbers) -> Iterator[tuple[int, str]]:
    for board, (red, black) in numbers.items():
        here = boards.get(board)
        if here is not None and (here.red, here.black) != (red, black):
            yield board, f"结果是 {red}-{black} 的，这里坐的是 {here.red}-{here.black}。"


def _other_names(event: Event, boards: Mapping[int, Pairing], names: Names) -> Iterator[tuple[int, str]]:
    known = event.by_number()
    for (board, game), typed in names.items():
        here = boards.get(board)
        if here is None or (game and event.settings.team_matches):
            continue
        seated = [here.red, here.black]
        if game and here.side(here.red, game - 1) is Side.BLACK:
            seated.reverse()
        sitting = [known[number].name if number in known else "" for number in seated]
        others = [
            f"{side}是 {name}，这里是 {there}"
            for side, name, there in zip(("红方", "黑方"), typed, sitting, strict=True)
            if name and there and folded(name) != folded(there)
        ]
        if others:
            yield board, f"结果上{'；'.join(others)}。"
