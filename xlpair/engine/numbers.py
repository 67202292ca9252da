"""Drawing the pairing numbers (编号), and which half of the field a number belongs to (F1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from xlpair.engine.lots import lot
from xlpair.model import Player
from xlpair.settings import Numbering, Settings, TeamForm

NO_NUMBER: Final = 0
"""What a player bears who is handed in without a typed number. Nobody leaves :func:`draw_numbers` with it."""


def draw_numbers(players: Sequence[Player], settings: Settings) -> tuple[Player, ...]:
    """Give everybody a number and return them in number order. ``players`` stand in the order given.

    按名单 keeps typed numbers, and those without one get the next ones in the order given; where nobody has one the
    draw is 混编. The other ways draw anew for all. A lot (:func:`lot`, ``F1``) depends on the seed and on who takes
    part, never on the order of the rows, so that it can be repeated in a roster sorted otherwise.
    Rule: F1
    """
    if settings.numbering is Numbering.AS_ROSTER and any(player.number != NO_NUMBER for player in players):
        return _keep_typed(players)
    if settings.numbering in (Numbering.AS_ROSTER, Numbering.MIXED):
        return _numbered(zip(range(1, len(players) + 1), _shuffled(players, settings, "F1"), strict=True))
    upper, lower = _halves(players, settings)
    count = len(players)
    of_upper = [number for number in range(1, count + 1) if in_upper_half(number, count, settings.numbering)]
    of_lower = [number for number in range(1, count + 1) if not in_upper_half(number, count, settings.numbering)]
    return _numbered(
        (
            *zip(of_upper, _shuffled(upper, settings, "F1 上半区"), strict=True),
            *zip(of_lower, _shuffled(lower, settings, "F1 下半区"), strict=True),
        )
    )


def in_upper_half(number: int, largest: int, numbering: Numbering) -> bool | None:
    """Whether a number of 1 … ``largest`` was drawn in 上半区; None where numbers are drawn without halves.

    Rule: F1
    """
    if numbering is Numbering.HALVES_ODD_EVEN:
        return number % 2 == 1
    if numbering is Numbering.HALVES_FRONT_BACK:
        return number <= (largest + 1) // 2
    return None


def _keep_typed(players: Sequence[Player]) -> tuple[Player, ...]:
    typed = [player for player in players if player.number != NO_NUMBER]
    new = [player for player in players if player.number == NO_NUMBER]
    following = max(player.number for player in typed) + 1
    return _numbered(
        (*((player.number, player) for player in typed), *zip(range(following, following + len(new)), new, strict=True))
    )


def _numbered(drawn: Iterable[tuple[int, Player]]) -> tuple[Player, ...]:
    return tuple(sorted((replace(player, number=number) for number, player in drawn), key=lambda player: player.number))


def _shuffled(players: Sequence[Player], settings: Settings, purpose: str) -> list[Player]:
    """The players in an order drawn by lot, out of an order that has nothing to do with rows."""
    drawn = sorted(players, key=_identity)
    lot(settings, purpose).shuffle(drawn)
    return drawn


def _identity(player: Player) -> tuple[str, str, int, int, str, int]:
    # 0 stands for none: two players whom only this confuses are told apart by what follows.
    return player.name, player.club, player.rating or 0, player.seed or 0, player.note, player.number


def _halves(players: Sequence[Player], settings: Settings) -> tuple[list[Player], list[Player]]:
    """The stronger half (the bigger one when odd) and the other.

    Rated players come first, by rating, then the others in the order given. With 队员总分 each club's stronger members
    are in the upper half, as many as in the lower half or one more or less.
    Rule: F1
    """
    strength = sorted(
        range(len(players)),
        key=lambda at: (players[at].rating is None, -(players[at].rating or 0), at),
    )
    size = (len(players) + 1) // 2
    upper = set(strength[:size])
    if settings.team_form is TeamForm.SUM_OF_MEMBERS:
        upper = _spread([(at, players[at].club) for at in strength], size)
    return [players[at] for at in strength if at in upper], [players[at] for at in strength if at not in upper]


def _spread(strength: Sequence[tuple[int, str]], size: int) -> set[int]:
    """Half of every club, strongest first; of the middle members of odd clubs the strongest fill the half up.

    Whoever has no club is a club of his own.
    """
    clubs: dict[tuple[str, int], list[int]] = {}
    for at, club in strength:
        clubs.setdefault((club, -1 if club else at), []).append(at)
    upper = {at for members in clubs.values() for at in members[: len(members) // 2]}
    middle = {members[len(members) // 2] for members in clubs.values() if len(members) % 2}
    fill = [at for at, _ in strength if at in middle]
    return upper | set(fill[: size - len(upper)])
