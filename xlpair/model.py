"""The values everything else is about: players, games, pairings, rounds, an event.

All are frozen. Kinds are types: a bye is a :class:`Bye`, never a player number 0. A number is always a pairing number
(编号): whole, positive, unique within its event. Rounds and boards count from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from xlpair.settings import Settings

Score: TypeAlias = int | Fraction


class Side(Enum):
    """红方 (moves first) or 黑方."""

    RED = "红"
    BLACK = "黑"

    @property
    def other(self) -> Side:
        return Side.BLACK if self is Side.RED else Side.RED


class Result(Enum):
    """How a game ended, seen from nobody. A forfeit (弃权) is paired but not played: it has no colour.

    ``played``: over the board. ``winner``: the side that won or was the only one to come.
    """

    RED_WIN = "红胜", True, Side.RED
    DRAW = "和", True, None
    BLACK_WIN = "黑胜", True, Side.BLACK
    BLACK_FORFEITS = "黑弃权", False, Side.RED
    RED_FORFEITS = "红弃权", False, Side.BLACK
    BOTH_FORFEIT = "双弃权", False, None

    played: bool
    winner: Side | None

    def __new__(cls, word: str, played: bool, winner: Side | None) -> Result:
        result = object.__new__(cls)
        result._value_ = word
        result.played = played
        result.winner = winner
        return result

    @property
    def mirrored(self) -> Result:
        """The same game told with red and black changed."""
        turned = None if self.winner is None else self.winner.other
        return next(result for result in Result if (result.played, result.winner) == (self.played, turned))


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a meeting; ``result`` None = still open. Fouls are those of the game's red and black player."""

    result: Result | None = None
    red_fouls: int = 0
    black_fouls: int = 0


class How(Enum):
    """How a pair came about (W5–W7 and the other ways there are)."""

    TABLE = "照表"
    FIRST_ROUND = "首轮"
    FLOATED = "下调优先"
    SAME_PLACE = "同位"
    SHIFTED = "错位"
    SAME_ROW = "同行"
    BRACKET = "照对阵图"
    MANUAL = "人工"


class Row(Enum):
    """The row of a score group (W3), seen from the player who searched for a partner."""

    WANTS_RED = "要先"
    WANTS_BLACK = "要后"
    FROM_ABOVE = "下调"


class SideRule(Enum):
    """Which rule gave red (C1–C4, F4, R1, K2)."""

    TABLE = "照表"
    FIRST_ROUND = "首轮先后"
    LAST_ROUNDS = "最后三轮高分者补缺"
    FEWER_REDS = "少先者先走"
    RUN = "连后、上后者先走"
    SUM_OF_NUMBERS = "两号之和"
    ROUND_PARITY = "单双轮"
    LOT = "猜先"
    MANUAL = "人工"


class PassReason(Enum):
    """Why a player who stood earlier in the search was passed over (W9, W10)."""

    MET = "已相遇"
    FORBIDDEN = "不相遇"
    SAME_CLUB = "同单位"
    REST_UNPAIRABLE = "否则余下的排不通"
    FEWER_PAIRS = "否则本分数段配对不充分"
    UNEVEN_DOWNS = "否则下调次数不均衡"
    LATER_ROUNDS = "否则以后轮次排不通"
    THREE_IN_A_ROW = "先后手将三连或差三"


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A player who was not taken, and why."""

    player: int
    why: PassReason


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a pair stands: who searched, in which score group and row, whom he passed over, which rule gave the sides.

    ``drawer`` drew ``taken``. ``group`` is the points of the score group (None in a round robin or round 1).
    ``passed_above``: of somebody who came down, those in the groups above whom he could not be paired with.
    ``let_through`` says that a 单位 or 不相遇 wish had to give way here (W9.2, F3).
    """

    how: How
    side_rule: SideRule
    drawer: int = 0
    taken: int = 0
    group: Score | None = None
    row: Row | None = None
    passed_over: tuple[PassedOver, ...] = ()
    let_through: PassReason | None = None
    passed_above: tuple[PassedOver, ...] = ()


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two numbers at a board. ``red`` has red in the first game of the meeting; sides alternate after it (R4).

    ``games`` holds as many games as the event plays in a meeting; ordinarily one. In a team match the two are teams and
    the games its boards: the team named first has red on odd boards (R5).

    ``through`` is who goes on in a knock-out by the arbiter's word, when the games were level (K4). ``part`` says what
    of the event the pair belongs to, a group or a stage of a knock-out (``A组``, ``半决赛``); '' = there is only one.
    """

    board: int
    red: int
    black: int
    games: tuple[Game, ...] = (Game(),)
    reason: Reason | None = field(default=None, compare=False)
    through: int | None = None
    part: str = field(default="", compare=False)

    @property
    def result(self) -> Result | None:
        """The result of a meeting of one game."""
        return self.games[0].result

    @property
    def open(self) -> bool:
        return any(game.result is None for game in self.games)

    def other(self, number: int) -> int:
        return self.black if number == self.red else self.red

    def side(self, number: int, game: int = 0) -> Side:
        """The side of ``number`` in the game, or on the board of a team match, counted from 0.

        Rule: R4, R5
        """
        first = Side.RED if number == self.red else Side.BLACK
        return first if game % 2 == 0 else first.other

    def with_result(self, result: Result | None) -> Pairing:
        return replace(self, games=(replace(self.games[0], result=result), *self.games[1:]))


class ByeKind(Enum):
    """Why somebody has no opponent in a round."""

    BYE = "轮空"
    LEAVE = "请假"
    LATE = "未到"
    OUT = "退赛"


@dataclass(frozen=True, slots=True)
class Bye:
    """A round without an opponent."""

    player: int
    kind: ByeKind = ByeKind.BYE
    note: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Round:
    """What was paired in a round, boards in order, byes last."""

    number: int
    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...] = ()

    @property
    def open_boards(self) -> tuple[int, ...]:
        return tuple(pairing.board for pairing in self.pairings if pairing.open)

    def numbers(self) -> frozenset[int]:
        """Everybody who stands in this round, paired or not."""
        paired = {number for pairing in self.pairings for number in (pairing.red, pairing.black)}
        return frozenset(paired | {bye.player for bye in self.byes})


@dataclass(frozen=True, slots=True)
class Attendance:
    """参赛轮次: the rounds a player takes part in, as closed spans; None as an end = to the end. No span = all rounds.

    ``withdrawn`` (退赛): takes no part in any round still to be paired.
    """

    spans: tuple[tuple[int, int | None], ...] = ()
    withdrawn: bool = False

    def covers(self, round_number: int) -> bool:
        return self.covers_any(round_number, round_number)

    def covers_any(self, start: int, end: int) -> bool:
        """Whether at least one of the rounds ``start`` to ``end`` is his."""
        return any(first <= end and (last is None or start <= last) for first, last in self.spans or ((1, None),))

    @property
    def first(self) -> int:
        return min((first for first, _ in self.spans), default=1)

    @property
    def last(self) -> int | None:
        """The last round, None = to the end."""
        if not self.spans or any(last is None for _, last in self.spans):
            return None
        return max(last for _, last in self.spans if last is not None)


@dataclass(frozen=True, slots=True)
class Player:
    """An entrant: a person, or (in team events) a team under its own number.

    ``categories`` are the prize groups he belongs to (组别). ``group`` is his group in a 分组循环 (组), ``slot`` his
    place in the bracket of a knock-out (签位), as drawn or typed.
    """

    number: int
    name: str = ""
    club: str = ""
    rating: int | None = None
    seed: int | None = None
    attendance: Attendance = Attendance()
    note: str = ""
    categories: tuple[str, ...] = ()
    group: str = ""
    slot: int | None = None


def named(player: Player) -> str:
    """A player in a sentence: ``7号 蒋川``."""
    return f"{player.number}号 {player.name}".rstrip()


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody of a team's squad (队员). ``order`` is his fixed place in it (序号), from 1; line-ups name him by it."""

    team: int
    order: int
    name: str
    rating: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Lineup:
    """Whom a team has put up in a round, board by board, by their order in the squad; None = an empty board (T2)."""

    round: int
    team: int
    boards: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """A whole tournament: settings, entrants in number order, rounds in order.

    ``squads`` and ``lineups`` belong to team events: all members of all teams, and the line-ups handed in so far.
    """

    settings: Settings
    players: tuple[Player, ...]
    rounds: tuple[Round, ...] = ()
    squads: tuple[Member, ...] = ()
    lineups: tuple[Lineup, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", tuple(sorted(self.players, key=lambda player: player.number)))

    def by_number(self) -> Mapping[int, Player]:
        return {player.number: player for player in self.players}

    def upto(self, round_number: int) -> Event:
        """The event with only its first ``round_number`` rounds."""
        return replace(self, rounds=self.rounds[:round_number])

    def with_round(self, new: Round) -> Event:
        return replace(self, rounds=(*self.rounds, new))
