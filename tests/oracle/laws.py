"""Random events, played through any pairing function, and the laws every round must keep."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

import networkx as nx

from oracle.history import Card, cards
from oracle.swiss_oracle import NothingPairs, Verdict, judge
from xlpair.model import Attendance, Bye, ByeKind, Event, Pairing, Player, Result, Round, Side
from xlpair.settings import ClubRule, EqualSides, Scoring, Settings, Worth

PairingFunction: TypeAlias = Callable[[Event], Round]
"""Makes the round after the last one of the event; ``settings.rounds`` is the number of rounds planned."""


@dataclass(frozen=True, slots=True)
class Chances:
    """How likely everything is that may happen; what is left of the games are draws."""

    red_win: float = 0.36
    black_win: float = 0.30
    forfeit: float = 0.0
    double_forfeit: float = 0.0
    leave: float = 0.0
    withdraw: float = 0.0
    late: float = 0.0
    clubs: int = 0
    forbidden: int = 0


CALM = Chances()
ROUGH = Chances(forfeit=0.08, double_forfeit=0.02, leave=0.03, withdraw=0.02, late=0.06, clubs=4, forbidden=3)


@dataclass(frozen=True, slots=True)
class Position:
    """An event before a round, and the round that was made of it, still without results."""

    before: Event
    made: Round


def random_settings(n: int, rounds: int, rng: random.Random) -> Settings:
    """Every switch that pairing looks at, each way round."""
    return Settings(
        rounds=rounds,
        scoring=rng.choice((Scoring(), Scoring(), Scoring(3, 1, 0, 3, 1, 0), Scoring(2, 1, 0, 3, 1, 0))),
        club_rule=rng.choice(tuple(ClubRule)),
        club_rounds=rng.randint(1, rounds),
        forfeit_is_met=rng.random() < 0.7,
        balance_downs=rng.random() < 0.4,
        equal_sides=rng.choice(tuple(EqualSides)),
        last_three=rng.random() < 0.6,
        bye_worth=rng.choice(tuple(Worth)),
        leave_worth=rng.choice((Worth.LOSS, Worth.DRAW)),
        late_worth=rng.choice((Worth.LOSS, Worth.DRAW)),
        forfeits_stop=rng.choice((2, 2, 1, 3, 0)),
    )


def random_event(
    n: int,
    rounds: int,
    seed: int,
    *,
    pair: PairingFunction,
    chances: Chances = CALM,
    settings: Settings | None = None,
    first: PairingFunction | None = None,
) -> Iterator[Position]:
    """Play an event of ``n`` through ``pair`` and give the position before every round.

    ``settings`` None draws them. ``first`` makes round 1 when given. What ``pair`` raises is not caught.
    """
    rng = random.Random(f"event {n} {rounds} {seed}")
    event = _new_event(n, rounds, chances, settings or random_settings(n, rounds, rng), rng)
    for number in range(1, rounds + 1):
        if number > 1:
            event = _some_withdraw(event, chances, rng)
        made = (first or pair)(event) if number == 1 else pair(event)
        yield Position(event, made)
        event = event.with_round(_played(made, chances, rng))


def _new_event(n: int, rounds: int, chances: Chances, settings: Settings, rng: random.Random) -> Event:
    numbers = list(range(1, n + 1))
    if chances.clubs and rng.random() < 0.3:
        numbers = sorted(rng.sample(range(1, n + 5), n))
    drawn = [sorted(rng.sample(numbers, 2)) for _ in range(rng.randint(0, chances.forbidden))]
    forbidden = frozenset((small, big) for small, big in drawn)
    players = tuple(
        Player(number, f"棋手{number}", _club(chances, rng), attendance=_attendance(rounds, chances, rng))
        for number in numbers
    )
    return Event(replace(settings, rounds=rounds, forbidden=settings.forbidden or forbidden), players)


def _club(chances: Chances, rng: random.Random) -> str:
    return rng.choice(("", *(f"{at}队" for at in range(1, chances.clubs + 1)))) if chances.clubs else ""


def _attendance(rounds: int, chances: Chances, rng: random.Random) -> Attendance:
    start = rng.randint(2, max(2, rounds)) if rng.random() < chances.late else 1
    away = [number for number in range(start + 1, rounds + 1) if rng.random() < chances.leave]
    spans: list[tuple[int, int | None]] = []
    for number in away:
        if number > start:
            spans.append((start, number - 1))
        start = number + 1
    return Attendance((*spans, (start, None))) if spans or start > 1 else Attendance()


def _some_withdraw(event: Event, chances: Chances, rng: random.Random) -> Event:
    players = tuple(
        replace(player, attendance=replace(player.attendance, withdrawn=True))
        if rng.random() < chances.withdraw
        else player
        for player in event.players
    )
    return replace(event, players=players)


def _played(made: Round, chances: Chances, rng: random.Random) -> Round:
    return replace(made, pairings=tuple(pairing.with_result(_result(chances, rng)) for pairing in made.pairings))


def _result(chances: Chances, rng: random.Random) -> Result:
    steps = (
        (chances.double_forfeit, Result.BOTH_FORFEIT),
        (chances.forfeit / 2, Result.RED_FORFEITS),
        (chances.forfeit / 2, Result.BLACK_FORFEITS),
        (chances.red_win, Result.RED_WIN),
        (chances.black_win, Result.BLACK_WIN),
    )
    draw = rng.random()
    for chance, result in steps:
        if draw < chance:
            return result
        draw -= chance
    return Result.DRAW


def by_judge(event: Event) -> Round:
    """A pairing function: the judge's round (round 2 and later)."""
    assert event.settings.rounds is not None
    verdict = judge(event, event.settings.rounds)
    return as_round(len(event.rounds) + 1, verdict.boards, verdict.bye)


def as_round(number: int, boards: tuple[tuple[int, int], ...], bye: int | None) -> Round:
    pairings = tuple(Pairing(board, red, black) for board, (red, black) in enumerate(boards, start=1))
    return Round(number, pairings, () if bye is None else (Bye(bye),))


def at_random(seed: int) -> PairingFunction:
    """A pairing function that keeps nothing but W9.1, however unlikely the positions are that come of it."""

    def pair(event: Event) -> Round:
        rng = random.Random(f"wild {seed} {len(event.rounds)}")
        field = cards(event)
        order = sorted(field)
        rng.shuffle(order)
        bye = None
        if len(order) % 2:
            bye = next((one for one in order if _can_complete(field, set(order) - {one})), None)
            if bye is None:
                raise NothingPairs
        found = nx.max_weight_matching(_random_graph(field, [one for one in order if one != bye], rng), True)
        if 2 * len(found) < len(order) - len(order) % 2:
            raise NothingPairs
        boards = sorted(tuple(sorted(edge)) for edge in found)
        rng.shuffle(boards)
        turned = tuple((one, two) if rng.random() < 0.5 else (two, one) for one, two in boards)
        return as_round(len(event.rounds) + 1, turned, bye)

    return pair


def _random_graph(field: dict[int, Card], order: list[int], rng: random.Random) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from(order)
    for at, one in enumerate(order):
        for two in order[at + 1 :]:
            if two not in field[one].met:
                graph.add_edge(one, two, weight=rng.randint(1, 50))
    return graph


def _can_complete(field: dict[int, Card], who: set[int]) -> bool:
    graph = _random_graph(field, sorted(who), random.Random(0))
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(who)


def can_be_paired(event: Event) -> bool:
    """Whether any complete pairing of the next round exists under W9.1 alone, by networkx."""
    field = cards(event)
    if len(field) < 2:
        return False
    if len(field) % 2 == 0:
        return _can_complete(field, set(field))
    return any(_can_complete(field, set(field) - {one}) for one in field)


# --- the laws ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Report:
    """What was counted over all rounds looked at, and every fault in words."""

    rounds: int = 0
    pairs: int = 0
    byes: int = 0
    second_byes: int = 0
    strained_pairs: int = 0
    faults: tuple[str, ...] = ()

    def look_at(self, position: Position) -> None:
        """Check one round, made from ``position.before``."""
        made = position.made
        field = cards(position.before)
        byes = [bye.player for bye in made.byes if bye.kind is ByeKind.BYE]
        self.rounds += 1
        self.pairs += len(made.pairings)
        self.byes += len(byes)
        faults = [*_everybody_once(field, made, byes), *_nobody_twice(field, made)]
        second = [one for one in byes if one in field and field[one].byes]
        self.second_byes += len(second)
        for one in second:
            faults += _second_bye(field, one)
        strained = [pairing for pairing in made.pairings if made.number > 1 and _strained(field, pairing)]
        self.strained_pairs += len(strained)
        if strained and not faults and made.number < (position.before.settings.rounds or 0):
            faults += _unforced(position, strained)
        self.faults += tuple(f"round {made.number}: {fault}" for fault in faults)


def check_laws(positions: Iterator[Position]) -> Report:
    """Look at every round of an event."""
    report = Report()
    for position in positions:
        report.look_at(position)
    return report


def _everybody_once(field: dict[int, Card], made: Round, byes: list[int]) -> list[str]:
    standing = sorted([*(one for pairing in made.pairings for one in (pairing.red, pairing.black)), *byes])
    faults = []
    if standing != sorted(field):
        faults.append(f"stand: {standing}, should: {sorted(field)}")
    if len(byes) != len(field) % 2:
        faults.append(f"byes: {byes} in a field of {len(field)}")
    if [pairing.board for pairing in made.pairings] != list(range(1, len(made.pairings) + 1)):
        faults.append(f"boards: {[pairing.board for pairing in made.pairings]}")
    return faults


def _nobody_twice(field: dict[int, Card], made: Round) -> list[str]:
    return [
        f"{pairing.red} and {pairing.black} meet again"
        for pairing in made.pairings
        if pairing.red in field and pairing.black in field[pairing.red].met
    ]


def _second_bye(field: dict[int, Card], resting: int) -> list[str]:
    """B1: a second bye while somebody with fewer could rest and leave a field that can be paired under W9.1."""
    return [
        f"{resting} rests once more, {one} could"
        for one, card in field.items()
        if card.byes < field[resting].byes and _can_complete(field, set(field) - {one})
    ]


def _strained(field: dict[int, Card], pairing: Pairing) -> bool:
    sides = ((pairing.red, Side.RED), (pairing.black, Side.BLACK))
    return any(one in field and field[one].strained_by(side) for one, side in sides)


def _unforced(position: Position, strained: list[Pairing]) -> list[str]:
    """W10: before the last round a strain stands only where the judge found nobody else in that search."""
    verdict: Verdict = judge(position.before, position.before.settings.rounds or 0)
    forced = {made.pair for made in verdict.made if made.forced}
    return [
        f"{pairing.red}-{pairing.black} strains somebody without need"
        for pairing in strained
        if frozenset((pairing.red, pairing.black)) not in forced
    ]
