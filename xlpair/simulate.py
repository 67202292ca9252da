"""Events for practice: invented players, results by chance according to their strength, everything from one seed."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from xlpair.engine.checks import plan_problems
from xlpair.engine.drawing import drawn
from xlpair.engine.knockout import undecided
from xlpair.engine.ledger import Cell
from xlpair.engine.numbers import draw_numbers
from xlpair.engine.pairing import next_round
from xlpair.engine.rounds import first_knockout_round, most_rounds, planned_rounds
from xlpair.engine.standings import standings
from xlpair.errors import Gravity, NotAllowed, WrongUse
from xlpair.model import Event, Game, Pairing, Player, Result, Round, Side
from xlpair.practice_teams import board_strengths, check_teams, practice_teams, squad_size, with_lineups
from xlpair.settings import FinalForm, Settings, System, TeamForm
from xlpair.wording import entrants_text

_FAMILY: Final = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任沈"
_GIVEN: Final = "伟强磊军洋勇杰涛明超平刚辉鹏华飞鑫波斌宇浩凯健俊帆毅晨阳林峰宁博远志文国庆天成立新海川山松柏一凡"
_CLUBS: Final = ("东城", "西城", "南关", "北苑", "河东", "河西", "新港", "古镇", "湖滨", "山前", "铁路", "纺织")
_MEAN: Final = 1800
_SPREAD: Final = 200
_IN_A_GROUP: Final = 5
_RED_EDGE: Final = 30
_DRAWS_OF_EQUALS: Final = 0.55
MOST_PLAYERS: Final = 20_000


@dataclass(frozen=True, slots=True)
class Summary:
    """What a practice event came to. ``spread`` counts the players, or the teams, by reds minus blacks."""

    players: int
    rounds: int
    games: int
    red_wins: int
    draws: int
    black_wins: int
    byes: int
    spread: tuple[tuple[int, int], ...]


def practice_players(count: int, seed: int) -> tuple[Player, ...]:
    """Invented players with ratings, numbered by lot. No two have the same name."""
    if not 2 <= count <= MOST_PLAYERS:
        raise WrongUse(f"人数 {count} 不行：请用 2 到 {MOST_PLAYERS} 的整数。")
    chance = random.Random(f"{seed}/棋手")
    names: dict[str, None] = {}
    while len(names) < count:
        length = 2 if chance.random() < 0.75 else 1
        names[chance.choice(_FAMILY) + "".join(chance.choice(_GIVEN) for _ in range(length))] = None
    clubs = _CLUBS[: max(2, min(len(_CLUBS), count // 4))]
    players = [Player(0, name, chance.choice(clubs), max(1000, round(chance.gauss(_MEAN, _SPREAD)))) for name in names]
    return draw_numbers(players, Settings(lot_seed=seed))


def practice_event(settings: Settings, count: int, seed: int) -> Event:
    """An event before its first round, drawn; more rounds than ``count`` players can play are refused.

    Where nobody says how groups are to be, about five are in each, and the first two play a knock-out.
    """
    if settings.system is System.GROUPS and settings.groups is None:
        groups = max(2, round(count / _IN_A_GROUP))
        settings = replace(settings, groups=groups, group_qualifiers=2, final_form=FinalForm.KNOCKOUT)
    event = _entered(replace(settings, lot_seed=seed), count, seed)
    problems = plan_problems(event)
    errors = tuple(problem for problem in problems if problem.gravity is Gravity.ERROR)
    if errors and settings.system is not System.SWISS:
        raise NotAllowed(str(errors[0]), errors)
    most = most_rounds(count, settings.system)
    if settings.rounds is not None and not 1 <= settings.rounds <= most:
        raise NotAllowed(f"{entrants_text(event)}最多编排 {most} 轮，{settings.rounds} 轮不行。")
    return drawn(event)


def _entered(settings: Settings, count: int, seed: int) -> Event:
    """So many players, or teams with their squads."""
    if not settings.team_matches:
        players = practice_players(count, seed)
        return Event(settings, _in_even_teams(players) if settings.team_form is TeamForm.SUM_OF_MEMBERS else players)
    check_teams(count)
    return practice_teams(settings, count, practice_players(count * squad_size(settings), seed))


def _in_even_teams(players: Sequence[Player]) -> tuple[Player, ...]:
    """The same players, as many of every club as can be."""
    clubs = sorted({player.club for player in players})
    return tuple(replace(player, club=clubs[at % len(clubs)]) for at, player in enumerate(players))


def played_rounds(event: Event, seed: int) -> Iterator[Event]:
    """Pair and play round after round; gives the event after each. Teams hand in line-ups once they are paired."""
    strengths = {player.number: player.rating or _MEAN for player in event.players}
    while len(event.rounds) < planned_rounds(event):  # a second final is only known to be needed after the first
        if event.settings.team_matches:
            event, made = with_lineups(event, next_round(event), seed)
            made = _played_matches(event, made, seed)
        else:
            made = played(next_round(event), strengths, seed)
        decided = event.with_round(made)
        level = {board for number, board in undecided(decided, first_knockout_round(decided)) if number == made.number}
        event = event.with_round(_sent_through(made, level, seed))
        yield event


def played(round_: Round, strengths: Mapping[int, int], seed: int) -> Round:
    """Give every game of a round a result by chance. One pair's chance does not depend on the other pairs."""
    pairings = tuple(_played(round_.number, pairing, strengths, seed) for pairing in round_.pairings)
    return replace(round_, pairings=pairings)


def _sent_through(round_: Round, level: Collection[int], seed: int) -> Round:
    """Let chance decide the level meetings of a knock-out, as a game for the decision would.

    Rule: K4
    """
    pairings = []
    for pairing in round_.pairings:
        chance = random.Random(f"{seed}/{round_.number}/{pairing.red}-{pairing.black}/加赛")
        through = chance.choice((pairing.red, pairing.black)) if pairing.board in level else pairing.through
        pairings.append(replace(pairing, through=through))
    return replace(round_, pairings=tuple(pairings))


def _played(number: int, pairing: Pairing, strengths: Mapping[int, int], seed: int) -> Pairing:
    chance = random.Random(f"{seed}/{number}/{pairing.red}-{pairing.black}")
    games = []
    for index, _ in enumerate(pairing.games):
        red, black = (pairing.red, pairing.black) if index % 2 == 0 else (pairing.black, pairing.red)
        games.append(Game(_result(chance.random(), strengths[red] - strengths[black] + _RED_EDGE)))
    return replace(pairing, games=tuple(games))


def _played_matches(event: Event, round_: Round, seed: int) -> Round:
    """Give every open board of a round a result by chance, by the strengths of those who sit there."""
    pairings = []
    for match in round_.pairings:
        chance = random.Random(f"{seed}/{round_.number}/{match.red}-{match.black}")
        strengths = board_strengths(event, round_.number, match, _MEAN)
        results = [_result(chance.random(), red - black + _RED_EDGE) for red, black in strengths]
        games = zip(match.games, results, strict=True)
        pairings.append(
            replace(match, games=tuple(game if game.result else replace(game, result=one) for game, one in games))
        )
    return replace(round_, pairings=tuple(pairings))


def _result(chance: float, lead: int) -> Result:
    """A result from a number of 0…1; ``lead`` is by how many points red is the stronger."""
    expected = 1 / (1 + 10 ** (-lead / 400))
    draws = _DRAWS_OF_EQUALS * (1 - abs(2 * expected - 1))
    wins = expected - draws / 2
    if chance < wins:
        return Result.RED_WIN
    return Result.DRAW if chance < wins + draws else Result.BLACK_WIN


def summary(event: Event) -> Summary:
    """Count what was played."""
    results = [game.result for round_ in event.rounds for pairing in round_.pairings for game in pairing.games]
    balances = [_balance(row.cells) for row in standings(event).rows]
    return Summary(
        players=len(event.players),
        rounds=len(event.rounds),
        games=len(results),
        red_wins=results.count(Result.RED_WIN),
        draws=results.count(Result.DRAW),
        black_wins=results.count(Result.BLACK_WIN),
        byes=sum(len(round_.byes) for round_ in event.rounds),
        spread=tuple((balance, balances.count(balance)) for balance in sorted(set(balances))),
    )


def _balance(cells: tuple[Cell, ...]) -> int:
    """Reds minus blacks; of a team those of its first boards."""
    played = [entry.side for cell in cells for entry in cell if entry.played and entry.board <= 1]
    return played.count(Side.RED) - played.count(Side.BLACK)
