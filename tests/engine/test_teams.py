"""Team matches (T1–T3, R5): what a match is to a team, a round robin and a 积分编排 of teams.

Expected values are worked out by hand from the rules, as each test shows. In the sketches the signs of a match are its
boards, seen from the team written first: ``1>=<2`` is a win, a draw and a loss of team 1.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from sketches import sketch
from team_forms import BLACK, BLACK_AWAY, DRAW, FIXED, RED, RED_AWAY, TEAM_FORMS, TWO_BOARDS

from xlpair.engine.checks import check
from xlpair.engine.ledger import ledger
from xlpair.engine.match_criteria import match_points as match_points_of_account
from xlpair.engine.pairing import next_round
from xlpair.engine.records import records
from xlpair.engine.standings import Standings, standings
from xlpair.engine.teams import board_points, came, match_points, match_side
from xlpair.engine.tiebreaks import PRESETS
from xlpair.model import Game, How, Pairing, Player, Side, SideRule
from xlpair.settings import Scoring, Settings, System, TeamForm


def match(token: str) -> Pairing:
    return sketch(9, token).rounds[0].pairings[0]


def places(table: Standings) -> list[tuple[int, int]]:
    return [(row.place, row.player.number) for row in table.rows]


class TestSettings:
    @pytest.mark.parametrize("form", TeamForm)
    def test_only_matches_between_teams_have_a_game_on_every_board(self, form: TeamForm) -> None:
        settings = Settings(team_form=form, boards_per_team=5, games_per_meeting=2)
        assert settings.team_matches is (form in TEAM_FORMS)
        assert settings.meeting_games == (5 if form in TEAM_FORMS else 2)

    def test_four_boards_where_nobody_says_how_many(self) -> None:
        assert Settings(team_form=TeamForm.RESERVES).meeting_games == 4


class TestMatch:
    """One match: 局分, 场分, colour, who came (T1, T2, R5)."""

    def test_the_team_written_first_has_red_on_odd_boards(self) -> None:
        """R5: boards 1 and 3 red, 2 and 4 black, and the other team the other way round."""
        pairing = Pairing(1, red=7, black=3, games=(Game(),) * 4)
        assert [pairing.side(7, board) for board in range(4)] == [Side.RED, Side.BLACK, Side.RED, Side.BLACK]
        assert [pairing.side(3, board) for board in range(4)] == [Side.BLACK, Side.RED, Side.BLACK, Side.RED]

    def test_wins_on_boards_with_both_colours(self) -> None:
        """Team 1 wins board 1 with red and board 2 with black, draws board 3: 2 + 2 + 1 of 局分 to 0 + 0 + 1."""
        pairing = Pairing(1, 1, 2, (Game(RED), Game(BLACK), Game(DRAW)))
        settings = replace(FIXED, boards_per_team=3)
        assert [board_points(settings, pairing, team) for team in (1, 2)] == [5, 1]
        assert [match_points(settings, pairing, team) for team in (1, 2)] == [2, 0]

    @pytest.mark.parametrize(
        ("token", "board", "match_"),
        [
            ("1>>>>2", (8, 0), (2, 0)),
            ("1>=<<2", (3, 5), (0, 2)),
            ("1>><<2", (4, 4), (1, 1)),  # 场分 by 局分 alone: level is 1 each, whoever won board 1
            ("1+===2", (5, 3), (2, 0)),  # a forfeit counts like a win
            ("1++++2", (8, 0), (2, 0)),
            ("1xxxx2", (0, 0), (0, 0)),  # nobody came: nobody has anything
            ("1x-+x2", (2, 2), (1, 1)),  # each came to one board
            ("1>>>?2", (6, 0), (0, 0)),  # no 场分 while a board is open
        ],
    )
    def test_points(self, token: str, board: tuple[int, int], match_: tuple[int, int]) -> None:
        pairing = match(token)
        assert tuple(board_points(FIXED, pairing, team) for team in (1, 2)) == board
        assert tuple(match_points(FIXED, pairing, team) for team in (1, 2)) == match_
        books = ledger(sketch(2, token, settings=FIXED))
        assert tuple(match_points_of_account(books, books.accounts[team]) for team in (1, 2)) == match_

    def test_match_points_are_2_1_0_whatever_a_game_is_worth(self) -> None:
        """T1 with 3/1/0 for a game: 3 + 1 + 0 + 0 to 0 + 1 + 3 + 3 is a match lost, 0 of 场分 to 2."""
        settings = replace(FIXED, scoring=Scoring(3, 1, 0, 3, 1, 0))
        pairing = match("1>=<<2")
        assert [board_points(settings, pairing, team) for team in (1, 2)] == [4, 7]
        assert [match_points(settings, pairing, team) for team in (1, 2)] == [0, 2]

    @pytest.mark.parametrize(
        ("token", "sides"),
        [
            ("1====2", (Side.RED, Side.BLACK)),
            ("1+x-=2", (Side.RED, Side.BLACK)),  # only board 4 was played: still the colour of board 1
            ("1++++2", (None, None)),
            ("1xxxx2", (None, None)),
        ],
    )
    def test_a_match_has_the_colour_of_board_1_if_any_board_was_played(
        self, token: str, sides: tuple[Side | None, Side | None]
    ) -> None:
        assert tuple(match_side(match(token), team) for team in (1, 2)) == sides

    @pytest.mark.parametrize(
        ("token", "there"),
        [("1====2", (True, True)), ("1+xxx2", (True, False)), ("1xxxx2", (False, False)), ("1+-xx2", (True, True))],
    )
    def test_who_came(self, token: str, there: tuple[bool, bool]) -> None:
        assert tuple(came(match(token), team) for team in (1, 2)) == there


class TestRecords:
    """What pairing sees of teams (T3): 场分, one colour a match, forfeits by whole matches."""

    def test_a_match_is_one_game_of_the_team(self) -> None:
        """Two matches. Team 1: won with red on board 1, then drew 4:4 with black on board 1.

        场分 2 + 1; reds 1, blacks 1; the last was black once.
        """
        found = records(sketch(4, "1>>>=2 4====3", "3====1 2>>>>4", settings=FIXED))
        one = found[1]
        assert (one.score, one.balance, one.run, one.met) == (3, 0, -1, {2, 3})
        assert [found[team].score for team in (2, 3, 4)] == [2, 2, 1]

    def test_a_forfeited_match_has_no_colour_and_does_not_break_a_run(self) -> None:
        found = records(sketch(4, "1====2", "1++++3", "1====4", settings=FIXED))
        assert (found[1].balance, found[1].run) == (2, 2)

    def test_who_met_somebody_with_less_went_down(self) -> None:
        """Round 2: team 1 (2 of 场分) meets team 3 (0). By 局分 it would be 5 and 3."""
        found = records(sketch(4, "1>==>2 4>==>3", "1====3 4====2", settings=FIXED))
        assert [found[team].downs for team in (1, 2, 3, 4)] == [1, 0, 0, 1]

    def test_staying_away_counts_by_matches(self) -> None:
        """B6. Team 2 stays away twice. Team 4 leaves boards empty twice, but somebody of it came."""
        found = records(sketch(4, "1++++2 3+++=4", "3++++2 1++-+4", settings=FIXED))
        assert [found[team].forfeit_row for team in (1, 2, 3, 4)] == [0, 2, 0, 0]

    def test_a_board_played_starts_the_count_again(self) -> None:
        found = records(sketch(4, "1++++2", "3+++=2", "4++++2", settings=FIXED))
        assert found[2].forfeit_row == 1

    def test_a_team_that_stayed_away_twice_is_no_longer_paired(self) -> None:
        event = sketch(4, "1++++2 3====4", "3++++2 1====4", settings=replace(FIXED, rounds=3))
        made = next_round(event)
        assert 2 not in made.numbers()
        assert len(made.pairings) == 1

    def test_a_bye_is_a_match_won_with_every_board(self) -> None:
        """B3 with 4 boards: 场分 2, 局分 4 wins of 2 = 8, 胜局 4, 胜场 1; a match lost 局分 0."""
        event = sketch(3, "1>>>=2 3", settings=FIXED)
        assert records(event)[3].score == 2
        table = standings(event)
        assert table.criteria == PRESETS["团体 甲"]
        row = next(row for row in table.rows if row.player.number == 3)
        values = dict(zip(table.criteria, row.values, strict=True))
        assert (values["场分"], values["局分"], values["胜场"], values["胜局"]) == (2, 8, 1, 4)

    def test_a_rest_in_a_round_robin_is_no_match(self) -> None:
        event = sketch(3, "2====3 1", settings=replace(FIXED, system=System.ROUND_ROBIN))
        assert records(event)[1].score == 0
        assert ledger(event).accounts[1].score == 0


# Round robin


ROUND_ROBIN = replace(FIXED, system=System.ROUND_ROBIN)


def test_round_robin_of_four_teams_is_paired_by_the_table_with_a_game_on_every_board() -> None:
    """The printed table for 4: 1-(4) 2-3; (4)-3 1-2; 2-(4) 3-1."""
    event = sketch(4, settings=ROUND_ROBIN)
    pairs = []
    for _ in range(3):
        made = next_round(event)
        assert all(pairing.games == (Game(),) * 4 for pairing in made.pairings)
        pairs.append([(pairing.red, pairing.black) for pairing in made.pairings])
        drawn = tuple(replace(pairing, games=(Game(DRAW),) * 4) for pairing in made.pairings)
        event = event.with_round(replace(made, pairings=drawn))
    assert pairs == [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    assert check(event) == ()


def test_a_team_away_loses_every_board_of_its_match() -> None:
    """Team 4 takes part in round 1 only, of three; three quarters are too few to cancel it (R8 asks for half)."""
    players = [Player(number) for number in (1, 2, 3)]
    event = sketch([*players, Player(4)], "1====4 2====3", "4====3 1====2", settings=ROUND_ROBIN)
    withdrawn = replace(event.players[3], attendance=replace(event.players[3].attendance, withdrawn=True))
    event = replace(event, players=(*event.players[:3], withdrawn))
    made = next_round(event)
    # 2-4: team 2 has red on boards 1 and 3, so the absent team has black there and red on boards 2 and 4.
    assert made.pairings[0].games == tuple(map(Game, (BLACK_AWAY, RED_AWAY, BLACK_AWAY, RED_AWAY)))


LEVEL_TEAMS = ("1>>=<4/1:0 2>===3", "4====3 1====2", "2>===4 3<<=>1")


@pytest.mark.parametrize(("preset", "order"), [("团体 甲", [(1, 1), (2, 2)]), ("团体 乙", [(1, 2), (2, 1)])])
def test_a_tie_that_the_two_presets_decide_differently(preset: str, order: list[tuple[int, int]]) -> None:
    """Round robin of four teams on four boards.

    局分   1: 5 4 5 = 14   2: 5 4 5 = 14   3: 3 4 3 = 10   4: 3 4 3 = 10
    场分   1: 2 1 2 = 5    2: 2 1 2 = 5    3: 0 1 0 = 1    4: 0 1 0 = 1
    团体对手分   1: 4's 1 + 2's 5 + 3's 1 = 7   2: 3's 1 + 1's 5 + 4's 1 = 7       胜场 2 and 2
    胜局   1: 2 + 0 + 2 = 4   2: 1 + 0 + 1 = 2       犯规   1: 1   2: 0
    甲 asks for 胜局 before 犯规, 乙 for 犯规 and not for 胜局. 3 and 4 are level to the end: 胜局 1 each, no fouls.
    """
    table = standings(sketch(4, *LEVEL_TEAMS, settings=replace(ROUND_ROBIN, criteria=PRESETS[preset])))
    assert places(table) == [*order, (3, 3), (3, 4)]
    found = {row.player.number: dict(zip(table.criteria, row.values, strict=True)) for row in table.rows}
    for name, values in (("场分", (5, 5, 1, 1)), ("局分", (14, 14, 10, 10)), ("团体对手分", (7, 7, 11, 11))):
        assert tuple(found[team][name] for team in (1, 2, 3, 4)) == values


@pytest.mark.parametrize(("preset", "order"), [("团体 甲", [1, 2, 3]), ("团体 乙", [2, 1, 3])])
def test_narrow_wins_against_one_high_win(preset: str, order: list[int]) -> None:
    """Three teams, two boards: 2-3, then 1-2, then 3-1. 2 beats 3 by 4:0, 1 beats 2 by 3:1; 3-1 has board 1 empty.

    局分   1: 3 + 1 = 4   2: 4 + 1 = 5   3: 0 + 1 = 1       场分   1: 2 + 1 = 3   2: 2 + 0 = 2   3: 0 + 1 = 1
    """
    settings = replace(TWO_BOARDS, system=System.ROUND_ROBIN, criteria=PRESETS[preset])
    event = sketch(3, "2>>3 1", "1>=2 3", "3x=1 2", settings=settings)
    assert [row.player.number for row in standings(event).rows] == order


# 积分编排


def test_teams_are_grouped_by_match_points_not_by_board_points() -> None:
    """Six teams, round 2 (even). 场分: 1 and 4 have 2, 5 and 6 have 1, 2 and 3 have 0. 局分: 5 8 4 4 3 0.

    2 points: 1 and 4 both had red, so both want black: 同行; histories level, 1 + 4 odd: 1 has red.
    1 point: 5 and 6 have met, both go down, big number first: 6. 0 points: 2 and 3 want red; 6 wants red too and takes
    of its own row, big numbers first, 3; 3 + 6 odd: 3 has red. 5 wants black and takes 2, who has had fewer reds.
    Boards: 2 + 2, then 1 + 0 in the order of making.
    """
    settings = replace(FIXED, rounds=3, last_three=False)
    event = sketch(6, "1>===2 4>>>>3 5====6", settings=settings)
    assert [records(event)[team].score for team in range(1, 7)] == [2, 0, 0, 2, 1, 1]
    made = next_round(event)
    assert [(one.board, one.red, one.black) for one in made.pairings] == [(1, 1, 4), (2, 3, 6), (3, 2, 5)]
    reasons = [one.reason for one in made.pairings]
    assert [(reason.how, reason.group) for reason in reasons if reason] == [
        (How.SAME_ROW, 2),
        (How.FLOATED, 0),
        (How.FLOATED, 0),
    ]
    assert [reason.side_rule for reason in reasons if reason] == [
        SideRule.SUM_OF_NUMBERS,
        SideRule.SUM_OF_NUMBERS,
        SideRule.FEWER_REDS,
    ]
    assert all(one.games == (Game(),) * 4 for one in made.pairings)


def test_the_first_round_of_teams_and_the_bye() -> None:
    """Five teams, 临近 and 单数台小号先: the biggest number rests, 1-2 on board 1, the bigger of 3 and 4 red on 2."""
    made = next_round(sketch(5, settings=replace(FIXED, rounds=3)))
    assert [(one.red, one.black, len(one.games)) for one in made.pairings] == [(1, 2, 4), (4, 3, 4)]
    assert [bye.player for bye in made.byes] == [5]
