"""The criteria of placing, each one function.

Those that look at one player take the ledger and his account. Those that compare level players take the ledger and two
or more numbers that are level on every criterion before, and give one value for each.
:mod:`xlpair.engine.tiebreaks` has the table of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise, takewhile
from typing import TypeAlias

from xlpair.engine import lots
from xlpair.engine.ledger import Account, Cell, Kind, Ledger
from xlpair.model import Score, Side
from xlpair.settings import MutualRange, Settings, System, Worth

Level: TypeAlias = tuple[int, ...]
Field: TypeAlias = Sequence[Level]
Value: TypeAlias = Score | tuple[Score, ...] | None

# An enum looks its members up slowly, and these are asked for every game of every player.
_WON, _DRAWN, _FORFEIT_WIN, _BYE = Kind.WON, Kind.DRAWN, Kind.FORFEIT_WIN, Kind.BYE
_BLACK = Side.BLACK


def score(_: Ledger, account: Account) -> Score:
    """积分, and 局分: all points, of games and of rounds without an opponent.

    Rule: S2, B3
    """
    return account.score


def opponents_score(ledger: Ledger, account: Account) -> Score:
    """对手分: the sum of all opponents' 积分 as they are now.

    Rule: S2, B4, B5
    """
    scores, bye = ledger.scores, ledger.bye_opponent
    return sum(stands_for(ledger.settings, meeting, scores, bye) or 0 for meeting in account.meetings)


def stands_for(settings: Settings, meeting: Cell, scores: Mapping[int, Score], bye: Score) -> Score | None:
    """What one meeting brings to 对手分; None for rests and missed rounds, which have no opponent.

    A meeting counts once, whatever the number of its games. With 弃权对手分 否 a meeting of nothing but forfeits is
    like a bye for the one who came and worth 0 for the other.
    Rule: B3, B4, B5
    """
    opponent = meeting[0].opponent
    if opponent is None:
        return bye if meeting[0].kind is _BYE else None
    if settings.forfeit_counts_opponent or any(entry.played for entry in meeting):
        return scores.get(opponent, 0)
    return bye if any(entry.kind is _FORFEIT_WIN for entry in meeting) else 0


def running_score(_: Ledger, account: Account) -> Score:
    """累进分: the sum over the rounds of the 积分 after each.

    A round counts from its first result on. Whose own game is still open keeps his 积分 in it: so no board, while it is
    open, moves anybody of the same 积分.
    Rule: S2, S6
    """
    return sum(account.after)


def beaten_score(ledger: Ledger, account: Account) -> Score:
    """小分: the 积分 of all opponents beaten and half the 积分 of those drawn with. A bye beats nobody.

    Rule: S2, B5
    """
    scores = ledger.scores
    doubled: Score = 0
    for entry in account.counted:
        if entry.opponent is None:
            continue
        if entry.kind is _WON or entry.kind is _FORFEIT_WIN:
            doubled += 2 * scores.get(entry.opponent, 0)
        elif entry.kind is _DRAWN:
            doubled += scores.get(entry.opponent, 0)
    return doubled // 2 if doubled % 2 == 0 else Fraction(doubled) / 2


def wins(ledger: Ledger, account: Account) -> int:
    """胜局: games won, forfeits won, and byes if they are worth a win and count as one, of each game of a meeting.

    Rule: S2, B3, B5, R2
    """
    settings = ledger.settings
    won = len([entry for entry in account.counted if entry.kind is _WON or entry.kind is _FORFEIT_WIN])
    if not settings.bye_is_win or settings.bye_worth is not Worth.WIN or settings.system is not System.SWISS:
        return won
    games = 1 if settings.team_matches else settings.games_per_meeting
    return won + games * len([entry for entry in account.counted if entry.kind is _BYE])


def black_wins(_: Ledger, account: Account) -> int:
    """后走胜局: games won over the board with black.

    Rule: S2, B5
    """
    return len([entry for entry in account.counted if entry.kind is _WON and entry.side is _BLACK])


def black_games(_: Ledger, account: Account) -> int:
    """后走局数: games played with black.

    Rule: S2
    """
    return len([entry for entry in account.counted if entry.side is _BLACK])


def fouls(_: Ledger, account: Account) -> int:
    """犯规: the fouls of all his games with a result; fewer is better.

    Rule: S2
    """
    return sum([entry.fouls for entry in account.counted])


_RESULT_WORTH = {_WON: 2, _FORFEIT_WIN: 2, _DRAWN: 1}


def mutual_result(ledger: Ledger, level: Level) -> tuple[Value, ...]:
    """直胜: what level players have made of the games among each other.

    With 直胜范围 两人 only when exactly two are level and they met: a win is 2, a draw 1, whatever 记分 says, so that a
    win each way decides nothing. With 多人 the points of the mutual games, when all of them have met.
    Rule: S2, B5
    """
    anybody = ledger.settings.mutual_range is MutualRange.ANY
    if len(level) > 2 and not anybody:
        return _nothing(level)
    mutual = _games_among(ledger, level)
    if any(len({entry.opponent for entry in games}) < len(level) - 1 for games in mutual):
        return _nothing(level)
    if anybody:
        return tuple(sum(entry.points or 0 for entry in games) for games in mutual)
    return tuple(sum(_RESULT_WORTH.get(entry.kind, 0) for entry in games) for games in mutual)


def mutual_blacks(ledger: Ledger, level: Level) -> tuple[Value, ...]:
    """对局时后走: of exactly two who played each other, the games each had black in.

    Rule: S2
    """
    if len(level) != 2:
        return _nothing(level)
    mutual = [tuple(entry for entry in games if entry.played) for games in _games_among(ledger, level)]
    if not all(mutual):
        return _nothing(level)
    return tuple(sum(entry.side is _BLACK for entry in games) for games in mutual)


def _nothing(level: Level) -> tuple[Value, ...]:
    return (None,) * len(level)


def _games_among(ledger: Ledger, level: Level) -> list[Cell]:
    """Each level player's games, with a result, against the others of the group."""
    group = frozenset(level)
    return [tuple(entry for entry in ledger.accounts[number].counted if entry.opponent in group) for number in level]


def dropping_first_rounds(ledger: Ledger, level: Level) -> tuple[Value, ...]:
    """去轮积分: the 累进分 without the score after round 1, then without that after round 2 as well, and so on.

    Rule: S2, S4
    """
    return as_far_as_needed([_tail_sums(ledger.accounts[number].after[1:]) for number in level])


def _tail_sums(after: tuple[Score, ...]) -> tuple[Score, ...]:
    return tuple(accumulate(reversed(after)))[::-1]


def scores_backwards(ledger: Ledger, level: Level) -> tuple[Value, ...]:
    """倒轮积分: the score after the last round but one, then after the one before, and so on.

    Rule: S2, S4
    """
    return as_far_as_needed([ledger.accounts[number].after[-2::-1] for number in level])


def as_far_as_needed(series: Sequence[tuple[Score, ...]]) -> tuple[Value, ...]:
    """Cut each series after the first number that sets it apart from all others; it sorts as the whole would.

    The table then shows just what an arbiter looks up, and all of it for those who stay level.
    """
    times = Counter(series)
    ordered = sorted(times)
    shared = [_length_shared(one, other) for one, other in pairwise(ordered)]
    needed = {
        one: max(with_before, with_next) + 1
        for one, with_before, with_next in zip(ordered, [0, *shared], [*shared, 0], strict=True)
    }
    return tuple(one[: needed[one]] if times[one] == 1 else one for one in series)


def _length_shared(one: tuple[Score, ...], other: tuple[Score, ...]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=True)))


def lot(ledger: Ledger, level: Level) -> tuple[Value, ...]:
    """抽签: the order in which the level players' lots come out; the first is best.

    Each lot hangs on 抽签种子 and the player's own number alone: who else is level never changes the order of two.
    Rule: S2
    """
    drawn = sorted(level, key=lambda number: (lots.lot(ledger.settings, f"名次/{number}").getrandbits(64), number))
    come_out = {number: turn for turn, number in enumerate(drawn, start=1)}
    return tuple(come_out[number] for number in level)
