"""Practice events: the same seed gives the same event, and every event keeps the laws of pairing."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from xlpair.engine.audit import audit
from xlpair.engine.pairing import next_round
from xlpair.engine.rounds import planned_rounds
from xlpair.engine.standings import standings
from xlpair.errors import NotAllowed, WrongUse
from xlpair.model import Event
from xlpair.settings import FinalForm, Seam, Settings, System, TeamForm
from xlpair.simulate import played_rounds, practice_event, practice_players, summary


def simulated(settings: Settings, count: int, seed: int) -> Event:
    return list(played_rounds(practice_event(settings, count, seed), seed))[-1]


def test_the_same_seed_gives_the_same_event() -> None:
    assert simulated(Settings(rounds=5), 20, 7) == simulated(Settings(rounds=5), 20, 7)
    assert simulated(Settings(rounds=5), 20, 7) != simulated(Settings(rounds=5), 20, 8)


def test_players_have_different_names_and_numbers_from_one() -> None:
    players = practice_players(500, 1)
    assert [player.number for player in players] == list(range(1, 501))
    assert len({player.name for player in players}) == 500
    assert all(player.rating and player.rating >= 1000 for player in players)


@pytest.mark.parametrize(("system", "count", "rounds"), [(System.SWISS, 21, 7), (System.ROUND_ROBIN, 9, None)])
def test_every_round_is_as_the_rules_make_it_and_complete(system: System, count: int, rounds: int | None) -> None:
    event = simulated(Settings(system=system, rounds=rounds), count, 3)
    assert len(event.rounds) == (rounds or 9)  # nine players meet each other in nine rounds
    met: set[frozenset[int]] = set()
    for round_ in event.rounds:
        assert not round_.open_boards
        assert len(round_.numbers()) == count == 2 * len(round_.pairings) + len(round_.byes)
        for pairing in round_.pairings:
            pair = frozenset((pairing.red, pairing.black))
            assert pair not in met
            met.add(pair)
    assert all(found.same for found in audit(event))


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(
    ("settings", "count"),
    [
        (Settings(system=System.KNOCKOUT, third_place=True, placement_matches=True), 13),
        (Settings(system=System.DOUBLE_KNOCKOUT), 13),
        (Settings(system=System.GROUPS), 14),
        (Settings(system=System.GROUPS, groups=3, group_qualifiers=2, final_form=FinalForm.ROUND_ROBIN), 12),
        (Settings(system=System.GROUPS, groups=4, final_form=FinalForm.PLACEMENT), 13),
        (Settings(system=System.DOUBLE_ROUND_ROBIN, seam=Seam.SWAP_LAST_TWO), 7),
        (Settings(system=System.ROUND_ROBIN, games_per_meeting=2), 6),
        (Settings(rounds=7, knockout_cuts="4轮后取12名"), 30),
    ],
)
def test_every_format_is_played_to_its_end_as_the_rules_make_it(settings: Settings, count: int, seed: int) -> None:
    event = simulated(settings, count, seed)
    assert len(event.rounds) == planned_rounds(event)
    assert all(found.same for found in audit(event))
    assert len(standings(event).rows) == count
    with pytest.raises(NotAllowed, match="已经全部编排"):
        next_round(event)


def test_teams_whose_members_are_added_up_are_of_one_size() -> None:
    event = practice_event(Settings(team_form=TeamForm.SUM_OF_MEMBERS), 24, 1)
    sizes = Counter(player.club for player in event.players)
    assert max(sizes.values()) - min(sizes.values()) <= 1


def test_the_stronger_half_scores_more() -> None:
    event = simulated(Settings(rounds=9), 100, 5)
    by_rating = sorted(standings(event).rows, key=lambda row: -(row.player.rating or 0))
    assert sum(row.score for row in by_rating[:50]) > Fraction(11, 10) * sum(row.score for row in by_rating[50:])


def test_the_summary_counts_what_was_played() -> None:
    """20 players, 5 rounds: 10 games a round, no byes; every game has one of three results."""
    found = summary(simulated(Settings(rounds=5), 20, 7))
    assert (found.players, found.rounds, found.games, found.byes) == (20, 5, 50, 0)
    assert found.red_wins + found.draws + found.black_wins == 50
    assert sum(count for _, count in found.spread) == 20
    assert sum(balance * count for balance, count in found.spread) == 0  # a red for everybody's black


def test_more_rounds_than_opponents_are_refused() -> None:
    """Six players have five opponents each."""
    with pytest.raises(NotAllowed, match="6 人最多编排 5 轮"):
        practice_event(Settings(rounds=6), 6, 1)


@pytest.mark.parametrize("count", [1, 0, -3, 10**9])
def test_numbers_of_players_that_make_no_event_are_refused(count: int) -> None:
    with pytest.raises(WrongUse, match="人数"):
        practice_players(count, 1)
