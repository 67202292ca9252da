"""Settings that ask for more than the roster gives (R7, K1, T2, S7): told as warnings that name the place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from team_forms import FIXED, RESERVES

from xlpair.engine.checks import plan_problems
from xlpair.errors import Gravity, Problem
from xlpair.model import Event, Member, Player
from xlpair.settings import FinalForm, Settings, System, TeamForm


def field(*seeds: int | None) -> tuple[Player, ...]:
    return tuple(Player(number, f"甲{number}", seed=seed) for number, seed in enumerate(seeds, start=1))


def told(event: Event) -> list[tuple[str, str, str]]:
    found = plan_problems(event)
    assert {problem.gravity for problem in found} <= {Gravity.WARNING}
    return [_short(problem) for problem in found]


def _short(problem: Problem) -> tuple[str, str, str]:
    return problem.where, problem.what, problem.rule


def test_more_to_go_on_than_the_smallest_group_has() -> None:
    """Eleven seeds by snake: A has 1 6 7, B 2 5 8 11, C 3 4 9 10. Three of each can go on, four cannot."""
    settings = Settings(system=System.GROUPS, groups=3, group_qualifiers=4, final_form=FinalForm.ROUND_ROBIN)
    event = Event(settings, field(*range(1, 12)))
    assert told(event) == [("每组出线", "每组要出线 4 人，A组 3 人，不够。", "R7")]
    assert told(replace(event, settings=replace(settings, group_qualifiers=3))) == []
    assert told(replace(event, settings=replace(settings, final_form=FinalForm.NONE))) == []


@pytest.mark.parametrize("system", [System.KNOCKOUT, System.DOUBLE_KNOCKOUT])
def test_a_seed_given_twice(system: System) -> None:
    event = Event(Settings(system=system), field(1, 1, 2, None))
    assert told(event) == [("名单", "种子 1 写了 2 次：1号 甲1、2号 甲2。", "K1")]
    assert told(Event(Settings(system=system), field(1, 3, 2, None))) == []


def test_seeds_are_no_matter_where_nothing_is_seeded() -> None:
    assert told(Event(Settings(system=System.ROUND_ROBIN), field(1, 1, 2, None))) == []


@pytest.mark.parametrize("settings", [FIXED, RESERVES])
def test_a_squad_smaller_than_the_boards(settings: Settings) -> None:
    """Four boards: team 1 has three members, team 2 has four, team 3 has not said yet."""
    squads = (*(Member(1, order, "子") for order in (1, 2, 3)), *(Member(2, order, "丑") for order in (1, 2, 3, 4)))
    event = Event(replace(settings, system=System.ROUND_ROBIN), field(None, None, None), squads=squads)
    assert told(event) == [("每队台数", "每队 4 台，“队员”表里人数不够的：1号 甲1 3 人。", "T2")]


def test_more_counted_than_any_team_has() -> None:
    """Two teams of two and of three: counting three is for the bigger one, counting four for nobody."""
    clubs = ("东", "东", "西", "西", "西")
    players = tuple(replace(player, club=club) for player, club in zip(field(*(None,) * 5), clubs, strict=True))
    settings = Settings(system=System.ROUND_ROBIN, team_form=TeamForm.SUM_OF_MEMBERS, team_counted=4)
    assert told(Event(settings, players)) == [
        ("计分人数", "计分取每队 4 人，人数最多的队也只有 3 人，没有一队够数。", "S7")
    ]
    assert told(Event(replace(settings, team_counted=3), players)) == []
