"""The switches of an event: the lines of the 赛事 sheet as typed values.

Each enum's value is the word that stands in the workbook; the default of each switch is the one rules ask for.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Final

USUAL_BOARDS: Final = 4
"""每队台数 of a team event that does not say how many (T2)."""


class System(Enum):
    """赛制."""

    SWISS = "积分编排"
    ROUND_ROBIN = "单循环"
    DOUBLE_ROUND_ROBIN = "双循环"
    GROUPS = "分组循环"
    KNOCKOUT = "单败淘汰"
    DOUBLE_KNOCKOUT = "双败淘汰"

    @property
    def is_round_robin(self) -> bool:
        return self in (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN)

    @property
    def is_knockout(self) -> bool:
        return self in (System.KNOCKOUT, System.DOUBLE_KNOCKOUT)


class Seam(Enum):
    """双循环接缝 (R4)."""

    AS_TABLE = "照表"
    SWAP_LAST_TWO = "末两轮对调"


class Numbering(Enum):
    """编号方式 (F1)."""

    AS_ROSTER = "按名单"
    MIXED = "混编"
    HALVES_ODD_EVEN = "分区单双"
    HALVES_FRONT_BACK = "分区前后"


class FirstPairing(Enum):
    """首轮配对 (F2)."""

    NEIGHBOURS = "临近"
    ENDS = "首尾"
    MIDDLE = "拦腰"
    RANDOM = "随机"


class FirstSides(Enum):
    """首轮先后 (F4)."""

    ODD_BOARD_SMALL = "单数台小号先"
    UPPER_HALF_RED = "上半区先"
    ODD_NUMBER_RED = "单号先"
    SUM_OF_NUMBERS = "两号之和"
    LOT = "抽签"


class ClubRule(Enum):
    """同单位回避 (F3, W9.2). ``FIRST_ROUNDS`` goes with ``Settings.club_rounds``."""

    FIRST_ROUND = "首轮"
    NEVER = "不回避"
    FIRST_ROUNDS = "前k轮"
    ALWAYS = "全程"


class EqualSides(Enum):
    """同条件先后 (C3)."""

    SUM_OF_NUMBERS = "两号之和"
    ROUND_PARITY = "单双轮"


class Worth(Enum):
    """What a round without an opponent is worth, in red's values (B3)."""

    WIN = "胜"
    DRAW = "和"
    LOSS = "负"


class ByeOpponent(Enum):
    """轮空对手分: what a bye stands for in 对手分 (B4)."""

    LOWEST_WITH_POINTS = "有分者最低"
    LOWEST = "全体最低"
    ZERO = "零"


class MutualRange(Enum):
    """直胜范围 (S2)."""

    TWO = "两人"
    ANY = "多人"


class TableUpdate(Enum):
    """成绩表更新: live array formulas, or values written at each command."""

    LIVE = "实时公式"
    VALUES = "数值"


class TeamForm(Enum):
    """团体 (T, S7)."""

    NONE = "无"
    SUM_OF_MEMBERS = "队员总分"
    FIXED_BOARDS = "分台定人"
    RESERVES = "分台换人"
    FREE_BOARDS = "临时定台"


class TeamCount(Enum):
    """团体计分 (S7): members' points or members' places are added."""

    POINTS = "积分"
    PLACES = "名次"


class Unrated(Enum):
    """无等级分者 (L1): what the rating list says of somebody who came without a rating."""

    PERFORMANCE = "表现分"
    LEFT_OUT = "不列"


class CutTie(Enum):
    """同分 (E1): who goes on when the last place of a 末位淘汰 is shared."""

    ALL_STAY = "全留"
    LOT = "抽签"


class FinalForm(Enum):
    """决赛 (R7)."""

    NONE = "无"
    ROUND_ROBIN = "循环"
    PLACEMENT = "名次组"
    KNOCKOUT = "单败淘汰"


@dataclass(frozen=True, slots=True)
class Scoring:
    """记分 (S1): six exact values, ints or Fractions, never floats."""

    red_win: int | Fraction = 2
    red_draw: int | Fraction = 1
    red_loss: int | Fraction = 0
    black_win: int | Fraction = 2
    black_draw: int | Fraction = 1
    black_loss: int | Fraction = 0


@dataclass(frozen=True, slots=True)
class Settings:
    """One event's switches. ``rounds`` None = computed (:func:`xlpair.engine.rounds.planned_rounds`).

    ``criteria`` empty = the preset that goes with ``system`` (S3), else criterion names in order.
    ``forbidden`` holds pairs of numbers, smaller first (不相遇). ``lot_seed`` feeds every lot (F, K).
    ``knockout_cuts`` (末位淘汰, E1) is the text as typed.
    """

    name: str = ""
    system: System = System.SWISS
    rounds: int | None = None
    seam: Seam = Seam.AS_TABLE
    games_per_meeting: int = 1
    scoring: Scoring = Scoring()
    criteria: tuple[str, ...] = ()
    numbering: Numbering = Numbering.AS_ROSTER
    first_pairing: FirstPairing = FirstPairing.NEIGHBOURS
    first_sides: FirstSides = FirstSides.ODD_BOARD_SMALL
    club_rule: ClubRule = ClubRule.FIRST_ROUND
    club_rounds: int = 1
    forbidden: frozenset[tuple[int, int]] = frozenset()
    forfeit_is_met: bool = True
    balance_downs: bool = False
    equal_sides: EqualSides = EqualSides.SUM_OF_NUMBERS
    last_three: bool = True
    bye_worth: Worth = Worth.WIN
    bye_is_win: bool = True
    bye_opponent: ByeOpponent = ByeOpponent.LOWEST_WITH_POINTS
    leave_worth: Worth = Worth.LOSS
    late_worth: Worth = Worth.LOSS
    forfeit_counts_opponent: bool = True
    forfeits_stop: int = 2
    mutual_range: MutualRange = MutualRange.TWO
    lot_seed: int = 1
    table_update: TableUpdate = TableUpdate.VALUES
    groups: int | None = None
    group_qualifiers: int | None = None
    final_form: FinalForm = FinalForm.NONE
    carry_results: bool = False
    third_place: bool = False
    placement_matches: bool = False
    knockout_cuts: str = ""
    cut_tie: CutTie = CutTie.ALL_STAY
    team_form: TeamForm = TeamForm.NONE
    boards_per_team: int | None = None
    team_counted: int | None = None
    team_count: TeamCount = TeamCount.POINTS
    rating_k: int = 20
    unrated: Unrated = Unrated.PERFORMANCE

    @property
    def team_matches(self) -> bool:
        """Whether the entrants are teams that meet on several boards (T); 队员总分 is an event of individuals."""
        return self.team_form in (TeamForm.FIXED_BOARDS, TeamForm.RESERVES, TeamForm.FREE_BOARDS)

    @property
    def unit(self) -> str:
        """What entrants are counted in: 8 人, 6 队."""
        return "队" if self.team_matches else "人"

    @property
    def entrant(self) -> str:
        """What an entrant is called."""
        return "参赛队" if self.team_matches else "棋手"

    @property
    def meeting_games(self) -> int:
        """How many games a meeting has: those of two players, or one on every board of a team match."""
        return (self.boards_per_team or USUAL_BOARDS) if self.team_matches else self.games_per_meeting

    def club_apart(self, round_number: int) -> bool:
        """Whether 同单位回避 holds in this round (W9.2)."""
        if self.club_rule is ClubRule.NEVER:
            return False
        if self.club_rule is ClubRule.ALWAYS:
            return True
        last = 1 if self.club_rule is ClubRule.FIRST_ROUND else self.club_rounds
        return round_number <= last
