"""Places: the standings, the crosstable of a round robin, one player's card.

All three give values; the words for them are in :mod:`xlpair.wording`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xlpair.engine import fates
from xlpair.engine.course import course
from xlpair.engine.criteria import Level, Value, opponents_score, stands_for
from xlpair.engine.fixtures import entrants
from xlpair.engine.ledger import Account, Cell, Entry, Kind, Ledger, ledger
from xlpair.engine.tiebreaks import CRITERIA, Criterion, Values, criteria_of
from xlpair.errors import WrongUse
from xlpair.model import Event, Player, Score
from xlpair.settings import System


@dataclass(frozen=True, slots=True)
class Ranked:
    """A number at its place, with the value each criterion gave it. ``shared``: others have the same place."""

    place: int
    number: int
    values: tuple[Value, ...]
    shared: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the standings.

    ``cells`` holds one cell a round, ``values`` one value a criterion. ``withdrawn``: 退赛. ``cancelled``: his results
    count for nobody (R8). ``remark`` says where his part in the event ended: ``半决赛负``, ``第5轮后淘汰``.
    """

    place: int
    player: Player
    score: Score
    cells: tuple[Cell, ...]
    values: tuple[Value, ...]
    shared: bool = False
    withdrawn: bool = False
    cancelled: bool = False
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Standings:
    """The table in order of places. ``open_rounds`` are those with a board still open (S6)."""

    criteria: tuple[str, ...]
    rounds: tuple[int, ...]
    open_rounds: tuple[int, ...]
    rows: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One row of the crosstable: ``against`` holds all entries against each number, in the order of the rows."""

    standing: Standing
    against: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The crosstable, rows and columns in number order."""

    criteria: tuple[str, ...]
    rows: tuple[CrossRow, ...]


@dataclass(frozen=True, slots=True)
class CardRow:
    """One game, or round without an opponent, on a player's card.

    ``score`` is his 积分 after it, None while it is open. ``opponent_score`` is what its meeting brings to his 对手分
    now, given once a meeting; None where it brings nothing.
    """

    entry: Entry
    opponent: Player | None
    score: Score | None
    opponent_score: Score | None


@dataclass(frozen=True, slots=True)
class Card:
    """One player's card (编排卡): his rows, and the sums of their last two columns."""

    player: Player
    rows: tuple[CardRow, ...]
    score: Score
    opponents_score: Score


def standings(event: Event) -> Standings:
    """Rank everybody by the criteria in use, over the results present.

    In a knock-out by how far each has come, criteria that are typed part only those who came equally far.
    Rule: S3, S5, S6, B7, R8, K5
    """
    if event.settings.system is System.GROUPS:
        from xlpair.engine.group_table import group_standings

        return group_standings(event)
    names = criteria_of(event.settings)
    books = ledger(event)
    players = event.by_number()
    ranked, remarks = _ranked_and_remarks(event, books, [CRITERIA[name] for name in names])
    return Standings(
        criteria=names,
        rounds=books.rounds,
        open_rounds=books.open_rounds,
        rows=tuple(_standing(books, players[one.number], one, remarks.get(one.number, "")) for one in ranked),
    )


def rank(books: Ledger, criteria: Sequence[Criterion], tiers: Sequence[Level]) -> tuple[Ranked, ...]:
    """Rank the numbers of ``tiers``: an earlier tier always stands before a later one, whatever the criteria say.

    Who is level to the end shares a place; the places after it are skipped. Numbers left out of all tiers still count
    as opponents.
    Rule: S2, S5
    """
    groups = [tuple(sorted(tier)) for tier in tiers if tier]
    columns: list[Values] = []
    for criterion in criteria:
        values = criterion.values(books, groups)
        groups = [part for group in groups for part in _split(group, values, criterion.fewer_is_better)]
        columns.append(values)
    ranked: list[Ranked] = []
    for group in groups:
        place = len(ranked) + 1
        ranked += [
            Ranked(place, number, tuple([values[number] for values in columns]), len(group) > 1) for number in group
        ]
    return tuple(ranked)


def _split(group: Level, values: Values, fewer_is_better: bool) -> list[Level]:
    """The parts of a level group that its values set apart, best first."""
    if len(group) == 1:
        return [group]
    parts: dict[tuple[Score, ...], list[int]] = {}
    for number in group:
        parts.setdefault(_comparable(values[number]), []).append(number)
    return [tuple(parts[value]) for value in sorted(parts, reverse=not fewer_is_better)]


def _comparable(value: Value) -> tuple[Score, ...]:
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)


def _ranked_and_remarks(
    event: Event, books: Ledger, criteria: Sequence[Criterion]
) -> tuple[tuple[Ranked, ...], Mapping[int, str]]:
    """Everybody ranked, and what is remarked of those whose part is over."""
    settings = event.settings
    if settings.system is System.SWISS and settings.knockout_cuts:
        from xlpair.engine.elimination import rank_with_cuts

        return rank_with_cuts(event, books, _tiers(event, books))
    if settings.system.is_knockout and len(entrants(event)) > 1:
        return rank(books, criteria, fates.tiers(event)), fates.fates(course(event))
    return rank(books, criteria, _tiers(event, books)), {}


def _tiers(event: Event, books: Ledger) -> tuple[Level, Level]:
    """Those ranked in the ordinary way, then those who left without a game that counts.

    Who left a round robin before it began is in neither: he never entered.
    Rule: B7, R8
    """
    ordinary: list[int] = []
    last: list[int] = []
    for player in event.players:
        account = books.accounts[player.number]
        if not _left(player, account) or any(entry.played for entry in account.counted):
            ordinary.append(player.number)
        elif not event.settings.system.is_round_robin or _stood(account):
            last.append(player.number)
    return tuple(ordinary), tuple(last)


def _left(player: Player, account: Account) -> bool:
    """Whether he is marked 退赛: by the roster, or because the last round finds him gone.

    Gone is who stands in it no more (B6, B7), or, in a round robin, only by a forfeit after the last of his 参赛轮次.
    Rule: B7, R8
    """
    if player.attendance.withdrawn:
        return True
    final = account.cells[-1] if account.cells else ()
    if any(entry.kind is Kind.OUT for entry in final):
        return True
    last = player.attendance.last
    return last is not None and any(entry.round > last and entry.kind in _STAYED_AWAY for entry in final)


_STAYED_AWAY = (Kind.FORFEIT_LOSS, Kind.BOTH_FORFEIT)


def _stood(account: Account) -> bool:
    """Whether he was ever paired or rested."""
    return any(entry.opponent is not None or entry.kind is Kind.BYE for cell in account.cells for entry in cell)


def _standing(books: Ledger, player: Player, ranked: Ranked, remark: str) -> Standing:
    account = books.accounts[player.number]
    return Standing(
        place=ranked.place,
        player=player,
        score=account.score,
        cells=account.cells,
        values=ranked.values,
        shared=ranked.shared,
        withdrawn=_left(player, account),
        cancelled=player.number in books.cancelled,
        remark=remark,
    )


def crosstable(event: Event) -> Crosstable:
    """Everybody's games against everybody, by number. The field of a number against itself is empty.

    Rule: S6, R8
    """
    table = standings(event)
    rows = sorted(table.rows, key=lambda row: row.player.number)
    numbers = [row.player.number for row in rows]
    return Crosstable(table.criteria, tuple(CrossRow(row, _against(row.cells, numbers)) for row in rows))


def _against(cells: Sequence[Cell], numbers: Sequence[int]) -> tuple[Cell, ...]:
    found: dict[int, Cell] = {}
    for cell in cells:
        for entry in cell:
            if entry.opponent is not None:
                found[entry.opponent] = (*found.get(entry.opponent, ()), entry)
    return tuple(found.get(number, ()) for number in numbers)


def card(event: Event, number: int) -> Card:
    """One player's card. Raises WrongUse for a number nobody has.

    Rule: S2, B4, B5
    """
    players = event.by_number()
    if number not in players:
        raise WrongUse(f"名单里没有 {number!r} 号。请填名单中的编号。")
    books = ledger(event)
    account = books.accounts[number]
    return Card(players[number], _card_rows(books, account, players), account.score, opponents_score(books, account))


def _card_rows(books: Ledger, account: Account, players: Mapping[int, Player]) -> tuple[CardRow, ...]:
    rows: list[CardRow] = []
    score: Score = 0
    brought = {
        (meeting[0].round, meeting[0].opponent): stands_for(books.settings, meeting, books.scores, books.bye_opponent)
        for meeting in account.meetings
    }
    for entry in (entry for cell in account.cells for entry in cell):
        if entry.counts:
            score += entry.points or 0
        opponent = None if entry.opponent is None else players.get(entry.opponent, Player(entry.opponent))
        shown = None if entry.points is None else score
        rows.append(CardRow(entry, opponent, shown, brought.pop((entry.round, entry.opponent), None)))
    return tuple(rows)
