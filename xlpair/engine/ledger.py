"""The books of an event: for each player, round by round, what happened, read in one pass.

Placing (S), the crosstable and the players' cards look at nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import compress
from typing import NamedTuple, TypeAlias

from xlpair.engine import groups, roundrobin
from xlpair.engine.points import bye_points, game_points
from xlpair.engine.presence import absences
from xlpair.model import Bye, ByeKind, Event, Pairing, Result, Round, Score, Side
from xlpair.settings import ByeOpponent, Settings, System


class Kind(Enum):
    """What a game or a round without an opponent was to one player."""

    WON = "胜"
    DRAWN = "和"
    LOST = "负"
    FORFEIT_WIN = "对方弃权"
    FORFEIT_LOSS = "弃权"
    BOTH_FORFEIT = "双弃权"
    OPEN = "未赛完"
    BYE = "轮空"
    LEAVE = "请假"
    LATE = "未到"
    OUT = "退赛"


class Entry(NamedTuple):
    """One game, or one round without an opponent, in one player's account.

    ``points`` is None while the game is open. ``side`` is None where no colour counts: forfeits, byes, absences; of an
    open game it is the side he sits on. ``cancelled`` (R8): a game that is shown and counts for nobody.
    ``conceded`` are the opponent's points in the same game. ``board`` counts the boards of a team match from 1, 0 where
    persons meet.
    A tuple, because a large event makes a hundred thousand of them and a tuple is made four times as fast.
    """

    round: int
    kind: Kind
    points: Score | None
    opponent: int | None = None
    side: Side | None = None
    conceded: Score | None = None
    fouls: int = 0
    cancelled: bool = False
    board: int = 0

    @property
    def counts(self) -> bool:
        """Whether it has a result that stands."""
        return self.points is not None and not self.cancelled

    @property
    def played(self) -> bool:
        """Whether it was played to an end over the board."""
        return self.side is not None and self.points is not None


Cell: TypeAlias = tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """One player's entries and what follows from them at once.

    ``cells`` holds one cell a round, ordinarily of one entry (a meeting of several games has one for each game).
    ``counted`` are the entries that count. ``meetings`` are the entries of each meeting and each round without an
    opponent in which something counts. ``after`` is the score after each round begun; an open game leaves it as it was.
    """

    number: int
    cells: tuple[Cell, ...]
    counted: Cell
    meetings: tuple[Cell, ...]
    score: Score
    after: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class Ledger:
    """Every entrant's account and 积分, keyed and ordered by number.

    ``rounds`` are the numbers of all rounds, ``begun`` of those with a result in them, ``open_rounds`` of those with an
    open board. ``bye_opponent`` is what a bye stands for in 对手分 now. ``cancelled`` are those whose results are
    cancelled (R8).
    """

    settings: Settings
    rounds: tuple[int, ...]
    begun: tuple[int, ...]
    open_rounds: tuple[int, ...]
    accounts: Mapping[int, Account]
    scores: Mapping[int, Score]
    bye_opponent: Score
    cancelled: frozenset[int]


def ledger(event: Event) -> Ledger:
    """Read the whole event once; of the event read last, the very same, the ledger is still at hand.

    Numbers that stand in a round without being on the roster get no account; whoever met them keeps his points.
    Rule: S6, R8
    """
    for known, found in _latest:
        if known is event:
            return found
    found = _read(event)
    _latest[:] = [(event, found)]
    return found


_latest: list[tuple[Event, Ledger]] = []


def _read(event: Event) -> Ledger:
    """Enter every round, then settle the accounts."""
    struck = groups.cancelled(event) if event.settings.system is System.GROUPS else roundrobin.cancelled(event)
    cells: dict[int, list[Cell]] = {player.number: [] for player in event.players}
    outcomes = _outcomes(event.settings)
    for round_, absent in zip(event.rounds, absences(event), strict=True):
        row: dict[int, Cell] = {}
        for pairing in round_.pairings:
            _enter_pairing(row, round_.number, pairing, outcomes, struck)
        _enter_byes(row, round_.number, (*round_.byes, *absent), event.settings)
        if event.settings.team_matches:
            row = {team: _with_boards(cell, event.settings.meeting_games) for team, cell in row.items()}
        for number, found in cells.items():
            found.append(row.get(number, ()))
    begun = [_begun(round_) for round_ in event.rounds]
    accounts = {number: _account(number, tuple(found), begun) for number, found in cells.items()}
    scores = {number: account.score for number, account in accounts.items()}
    rounds = tuple(round_.number for round_ in event.rounds)
    return Ledger(
        settings=event.settings,
        rounds=rounds,
        begun=tuple(compress(rounds, begun)),
        open_rounds=tuple(round_.number for round_ in event.rounds if None in _results(round_)),
        accounts=accounts,
        scores=scores,
        bye_opponent=bye_stand_in(event.settings, scores.values()),
        cancelled=struck,
    )


def _results(round_: Round) -> list[Result | None]:
    return [game.result for pairing in round_.pairings for game in pairing.games]


def _begun(round_: Round) -> bool:
    """Whether the round changes anything yet: one that is only paired does not.

    Rule: S6
    """
    results = _results(round_)
    return not results or any(result is not None for result in results)


def bye_stand_in(settings: Settings, scores: Iterable[Score]) -> Score:
    """What a bye stands for in 对手分. Only in 积分编排 is a rest like a game; elsewhere it stands for nothing.

    Rule: B4, R2
    """
    if settings.system is not System.SWISS or settings.bye_opponent is ByeOpponent.ZERO:
        return 0
    if settings.bye_opponent is ByeOpponent.LOWEST:
        return min(scores, default=0)
    return min((score for score in scores if score > 0), default=0)


_Half: TypeAlias = tuple[Kind, Score | None, Side | None]
_Outcomes: TypeAlias = Mapping[Result | None, tuple[_Half, _Half]]


def _outcomes(settings: Settings) -> _Outcomes:
    """What each result is to red and to black, looked up once for the whole event."""
    found: dict[Result | None, tuple[_Half, _Half]] = {
        result: (_half(settings, result, Side.RED), _half(settings, result, Side.BLACK)) for result in Result
    }
    found[None] = ((Kind.OPEN, None, Side.RED), (Kind.OPEN, None, Side.BLACK))
    return found


def _half(settings: Settings, result: Result, side: Side) -> _Half:
    return _kind(result, side), game_points(settings, result, side), side if result.played else None


def _kind(result: Result, side: Side) -> Kind:
    if result is Result.BOTH_FORFEIT:
        return Kind.BOTH_FORFEIT
    if result is Result.DRAW:
        return Kind.DRAWN
    if result.winner is side:
        return Kind.WON if result.played else Kind.FORFEIT_WIN
    return Kind.LOST if result.played else Kind.FORFEIT_LOSS


def _enter_pairing(
    row: dict[int, Cell], round_number: int, pairing: Pairing, outcomes: _Outcomes, struck: frozenset[int]
) -> None:
    red, black = pairing.red, pairing.black
    void = red in struck or black in struck
    for game in pairing.games:
        (red_kind, red_points, red_side), (black_kind, black_points, black_side) = outcomes[game.result]
        as_red = Entry(round_number, red_kind, red_points, black, red_side, black_points, game.red_fouls, void)
        as_black = Entry(round_number, black_kind, black_points, red, black_side, red_points, game.black_fouls, void)
        row[red] = (*row[red], as_red) if red in row else (as_red,)
        row[black] = (*row[black], as_black) if black in row else (as_black,)
        red, black = black, red  # colours alternate within a meeting (R4)


def _with_boards(cell: Cell, boards: int) -> Cell:
    return tuple(entry._replace(board=at % boards + 1) for at, entry in enumerate(cell))


_BYE_KINDS = {
    ByeKind.BYE: Kind.BYE,
    ByeKind.LEAVE: Kind.LEAVE,
    ByeKind.LATE: Kind.LATE,
    ByeKind.OUT: Kind.OUT,
}


def _enter_byes(row: dict[int, Cell], round_number: int, byes: Iterable[Bye], settings: Settings) -> None:
    """A round without an opponent is one entry, of a team one for every board: as if the other team had not come.

    Rule: B3
    """
    boards = settings.meeting_games if settings.team_matches else 1
    for bye in byes:
        entry = Entry(round_number, _BYE_KINDS[bye.kind], bye_points(settings, bye.kind))
        row[bye.player] = (*row.get(bye.player, ()), *(entry,) * boards)


def _account(number: int, cells: tuple[Cell, ...], begun: Sequence[bool]) -> Account:
    counted: list[Entry] = []
    meetings: list[Cell] = []
    after: list[Score] = []
    score: Score = 0
    for cell in cells:
        for entry in cell:
            points = entry.points
            if points is not None and not entry.cancelled:
                score += points
                counted.append(entry)
        if len(cell) > 1:
            meetings += _meetings(cell)
        elif cell and cell[0].counts:
            meetings.append(cell)
        after.append(score)
    return Account(number, cells, tuple(counted), tuple(meetings), score, tuple(compress(after, begun)))


def _meetings(cell: Cell) -> list[Cell]:
    """The meetings of a round in which something counts: one, unless somebody was seated twice by mistake."""
    opponents = tuple(dict.fromkeys(entry.opponent for entry in cell))
    by_opponent = (tuple(entry for entry in cell if entry.opponent == opponent) for opponent in opponents)
    return [meeting for meeting in by_opponent if any(entry.counts for entry in meeting)]
