"""Messages speak of 队 in events of teams and of 人 in all others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from xlpair.engine.audit import audit
from xlpair.engine.checks import nobody_yet, plan_problems
from xlpair.engine.pairing import next_round
from xlpair.errors import XlpairError
from xlpair.model import Attendance, Bye, Event, Game, Pairing, Player, Result, Round
from xlpair.settings import Settings, System, TeamForm

GONE = Attendance(withdrawn=True)


def entrants(count: int, **fields: object) -> tuple[Player, ...]:
    return tuple(replace(Player(number), **fields) for number in range(1, count + 1))  # type: ignore[arg-type]


def begun(settings: Settings, count: int) -> Event:
    """Round 1 paired and drawn, and one more entrant on the roster."""
    event = Event(settings, entrants(count, group="A"))
    made = next_round(event)
    boards = tuple(replace(one, games=(Game(Result.RED_WIN), *map(_drawn, one.games[1:]))) for one in made.pairings)
    return replace(event.with_round(replace(made, pairings=boards)), players=entrants(count + 1, group="A"))


def _drawn(_: Game) -> Game:
    return Game(Result.DRAW)


def late(system: System) -> Callable[[Settings], str]:
    def said(settings: Settings) -> str:
        event = begun(replace(settings, system=system, groups=1), 4)
        late_one = replace(event.players[-1], group="" if system is System.GROUPS else "A")
        with pytest.raises(XlpairError) as refused:
            next_round(replace(event, players=(*event.players[:-1], late_one)))
        return str(refused.value)

    return said


def plan(count: int, **switches: object) -> Callable[[Settings], str]:
    def said(settings: Settings) -> str:
        event = Event(replace(settings, **switches), entrants(count))  # type: ignore[arg-type]
        return "".join(map(str, plan_problems(event)))

    return said


def nobody_stays(settings: Settings) -> str:
    with pytest.raises(XlpairError) as refused:
        next_round(Event(replace(settings, system=System.ROUND_ROBIN), entrants(3, attendance=GONE)))
    return str(refused.value)


def two_rest(settings: Settings) -> str:
    pairing = Pairing(1, 1, 2, tuple(Game(Result.DRAW) for _ in range(settings.meeting_games)))
    event = Event(replace(settings, rounds=1), entrants(4), (Round(1, (pairing,), (Bye(3), Bye(4))),))
    return "".join(str(problem) for found in audit(event) for problem in found.problems)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (lambda settings: str(nobody_yet(settings)), "还没有{entrant}"),
        (nobody_stays, "不足 2 {unit}"),
        (plan(5, rounds=7), "5 {unit}最多编排 5 轮"),
        (plan(10, rounds=7), "10 {unit}赛 7 轮，超过{unit}数的一半"),
        (plan(8, rounds=5, knockout_cuts="2轮后取3名"), "第2轮后只留 3 {unit}"),
        (plan(3, system=System.GROUPS, groups=2), "3 {unit}分不成 2 组"),
        (late(System.ROUND_ROBIN), "循环赛开赛后不能加{unit}"),
        (late(System.KNOCKOUT), "淘汰赛开赛后不能加{unit}"),
        (late(System.GROUPS), "分组循环开赛后不能加{unit}"),
    ],
)
def test_what_entrants_are_called(said: Callable[[Settings], str], expected: str) -> None:
    teams = Settings(team_form=TeamForm.FIXED_BOARDS, boards_per_team=2)
    assert expected.format(unit="人", entrant="棋手") in said(Settings())
    told = said(teams)
    assert expected.format(unit="队", entrant="参赛队") in told
    assert "人" not in told
    assert "棋手" not in told


def test_nothing_about_byes_of_teams_speaks_of_people() -> None:
    told = two_rest(Settings(team_form=TeamForm.FIXED_BOARDS, boards_per_team=2))
    assert "有 2 个轮空（3号、4号）" in told
    assert "人" not in told.replace("人工", "")
