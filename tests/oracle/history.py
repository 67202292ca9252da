"""What every player has behind him before the next round, told from the games alone.

Record keeping of the independent judge: written from the rules, importing nothing of the engine.

Readings where the rules leave a doubt:

* B6 – only a game played starts the count of forfeits again; a rest, a missed round or a win by forfeit does not.
* B2 – somebody joins late when he neither stood at a board nor had a bye in any round before.
* B3 – a round without any entry is missed (迟到得分) before a player's first entry, a requested rest between entries,
  and nothing once he has withdrawn and never comes back or is over the last round of his 参赛轮次.
* W8 – a round in which an opponent had fewer points counts as 下调 whether the game was played or forfeited, whatever
  弃权算相遇 says; points are those before that round.
* W4 – the run counts whatever its colour is, also against the sign of the balance.
* W9.1, 弃权算相遇 否 – a pairing forfeited by one or by both does not count as met.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xlpair.model import ByeKind, Event, Pairing, Player, Result, Score, Side
from xlpair.settings import Worth


@dataclass(frozen=True)
class Card:
    """One player's 编排卡 before the round. ``run`` is signed: reds running > 0, blacks running < 0, no game 0."""

    number: int
    club: str
    score: Score
    balance: int
    run: int
    met: frozenset[int]
    byes: int
    downs: int
    late: bool

    @property
    def wants_red(self) -> bool:
        """W3."""
        if self.balance:
            return self.balance < 0
        if self.run:
            return self.run < 0
        return self.number % 2 == 1

    def strained_by(self, side: Side) -> bool:
        """Whether this colour would be the third running or take the balance beyond two (W10)."""
        step = 1 if side is Side.RED else -1
        return self.run * step >= 2 or self.balance * step >= 2


@dataclass
class _Tally:
    score: Score = 0
    balance: int = 0
    run: int = 0
    met: set[int] = field(default_factory=set)
    byes: int = 0
    downs: int = 0
    forfeits: int = 0
    seen: bool = False
    last_entry: int = 0

    def colour(self, side: Side) -> None:
        step = 1 if side is Side.RED else -1
        self.balance += step
        self.run = self.run + step if self.run * step > 0 else step


def cards(event: Event) -> dict[int, Card]:
    """The cards of those who take part in the round after the last one of ``event`` (W1, B6)."""
    number = len(event.rounds) + 1
    tallies = _tallies(event)
    stop = event.settings.forfeits_stop
    return {
        player.number: Card(
            player.number,
            player.club,
            tally.score,
            tally.balance,
            tally.run,
            frozenset(tally.met),
            tally.byes,
            tally.downs,
            late=number > 1 and not tally.seen,
        )
        for player in event.players
        if not player.attendance.withdrawn and player.attendance.covers(number)
        for tally in (tallies[player.number],)
        if not (stop and tally.forfeits >= stop)
    }


def scores(event: Event) -> dict[int, Score]:
    """Everybody's points after the last round of ``event``."""
    return {number: tally.score for number, tally in _tallies(event).items()}


def _tallies(event: Event) -> dict[int, _Tally]:
    tallies = {player.number: _Tally() for player in event.players}
    for round_ in event.rounds:
        for number in round_.numbers():
            tallies[number].last_entry = round_.number
    for round_ in event.rounds:
        before = {number: tally.score for number, tally in tallies.items()}
        standing = set()
        for pairing in round_.pairings:
            standing |= {pairing.red, pairing.black}
            _enter_game(event, tallies, before, pairing)
        kinds = {bye.player: bye.kind for bye in round_.byes}
        for player in event.players:
            if player.number not in standing:
                _enter_rest(event, tallies[player.number], player, round_.number, kinds.get(player.number))
    return tallies


def _enter_game(event: Event, tallies: dict[int, _Tally], before: dict[int, Score], pairing: Pairing) -> None:
    assert len(pairing.games) == 1, "the judge knows meetings of one game only"
    result = pairing.result
    assert result is not None, f"board {pairing.board} is open"
    counts = result.played or event.settings.forfeit_is_met
    for mine, other, side in (
        (pairing.red, pairing.black, Side.RED),
        (pairing.black, pairing.red, Side.BLACK),
    ):
        tally = tallies[mine]
        tally.seen = True
        tally.score += _game_points(event, result, side)
        tally.downs += before[other] < before[mine]
        if counts:
            tally.met.add(other)
        if result.played:
            tally.colour(side)
            tally.forfeits = 0
        elif result.winner is not side:
            tally.forfeits += 1


def _game_points(event: Event, result: Result, side: Side) -> Score:
    """S1 for a game played; a forfeit gives the present side the win points and the other 0 (B5)."""
    scoring = event.settings.scoring
    win, draw, loss = (
        (scoring.red_win, scoring.red_draw, scoring.red_loss)
        if side is Side.RED
        else (scoring.black_win, scoring.black_draw, scoring.black_loss)
    )
    if result.winner is side:
        return win
    if not result.played:
        return 0
    return draw if result is Result.DRAW else loss


def _enter_rest(event: Event, tally: _Tally, player: Player, number: int, kind: ByeKind | None) -> None:
    """B3."""
    settings = event.settings
    kind = kind or _kind_of_absence(player, number, tally)
    if kind is ByeKind.BYE:
        tally.byes += 1
        tally.seen = True
        tally.score += _worth(event, settings.bye_worth)
    elif kind is ByeKind.LEAVE:
        tally.seen = True
        tally.score += _worth(event, settings.leave_worth)
    elif kind is ByeKind.LATE:
        tally.score += _worth(event, settings.late_worth)


def _kind_of_absence(player: Player, number: int, tally: _Tally) -> ByeKind:
    last = player.attendance.last
    if last is not None and number > last:
        return ByeKind.OUT
    if not tally.seen:
        return ByeKind.LATE
    return ByeKind.OUT if player.attendance.withdrawn and number > tally.last_entry else ByeKind.LEAVE


def _worth(event: Event, worth: Worth) -> Score:
    scoring = event.settings.scoring
    return {Worth.WIN: scoring.red_win, Worth.DRAW: scoring.red_draw, Worth.LOSS: scoring.red_loss}[worth]
