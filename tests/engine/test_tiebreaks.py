"""The criteria of S2 that are sums, of games and of matches, by hand; and which criteria a setting names.

:mod:`club_evenings` tells of the club evening that is used throughout.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from club_evenings import CLUB_EVENING, TWO_GAMES, among, club_evening, of_all, order
from sketches import sketch

from xlpair.engine.ledger import ledger
from xlpair.engine.tiebreaks import CRITERIA, PRESETS, criteria_of
from xlpair.errors import BadInput
from xlpair.model import Attendance, Player
from xlpair.settings import ByeOpponent, Scoring, Settings, System, TeamForm, Worth


class TestPoints:
    """积分 and 局分."""

    def test_games_forfeits_and_byes_together(self) -> None:
        assert of_all(club_evening(), "积分") == [3, 4, 4, 5, 2]
        assert of_all(club_evening(), "局分") == [3, 4, 4, 5, 2]

    @pytest.mark.parametrize(("worth", "bye"), [(Worth.WIN, 2), (Worth.DRAW, 1), (Worth.LOSS, 0)])
    def test_a_bye_scores_as_the_switch_says(self, worth: Worth, bye: int) -> None:
        """2 and 5 have 2 and 0 from their games, 3 has 1 + 1, and each one bye."""
        assert of_all(club_evening(Settings(bye_worth=worth)), "积分") == [3, 2 + bye, 2 + bye, 5, bye]

    def test_a_bye_is_worth_reds_win(self) -> None:
        """B3 with 3/1/0 for red and 4/2/0 for black."""
        book = ledger(sketch(3, "1=2 3", settings=Settings(scoring=Scoring(3, 1, 0, 4, 2, 0))))
        assert of_all(book, "积分") == [1, 2, 3]


class TestOpponentsScore:
    """对手分."""

    def test_a_bye_stands_for_the_lowest(self) -> None:
        """The lowest score is 5's 2.

        1: 4 + 4 + 5 = 13   2: 3 + bye 2 + 2 = 7   3: 5 + 3 + bye 2 = 10   4: 4 + 2 + 3 = 9   5: bye 2 + 5 + 4 = 11
        """
        assert of_all(club_evening(), "对手分") == [13, 7, 10, 9, 11]

    def test_a_bye_stands_for_nothing(self) -> None:
        """The same without the three byes' 2: 2 has 5, 3 has 8, 5 has 9."""
        assert of_all(club_evening(Settings(bye_opponent=ByeOpponent.ZERO)), "对手分") == [13, 5, 8, 9, 9]

    @pytest.mark.parametrize(
        ("choice", "bye"), [(ByeOpponent.LOWEST_WITH_POINTS, 1), (ByeOpponent.LOWEST, 0), (ByeOpponent.ZERO, 0)]
    )
    def test_the_lowest_with_points_is_not_the_lowest_of_all(self, choice: ByeOpponent, bye: int) -> None:
        """After round 1 the scores are 2 0 1 1 2; 5 has met nobody but the bye."""
        book = club_evening(Settings(bye_opponent=choice), rounds=1)
        assert of_all(book, "对手分") == [0, 2, 1, 1, bye]

    def test_the_lowest_of_all_counts_when_everybody_has_points(self) -> None:
        """As by default: 5's 2 is the lowest of all."""
        assert of_all(club_evening(Settings(bye_opponent=ByeOpponent.LOWEST)), "对手分") == [13, 7, 10, 9, 11]

    def test_a_bye_stands_for_nothing_while_nobody_has_points(self) -> None:
        """Round 1: neither 1 nor 2 comes, 3 rests for a 负."""
        assert of_all(ledger(sketch(3, "1x2 3", settings=Settings(bye_worth=Worth.LOSS))), "对手分") == [0, 0, 0]

    def test_a_forfeit_is_no_opponent_where_the_switch_says_so(self) -> None:
        """For 4, who came, 1 is like a bye: 4 + 2 + 2 = 8; for 1 the absent 4 stands for 0: 4 + 4 = 8."""
        assert of_all(club_evening(Settings(forfeit_counts_opponent=False)), "对手分") == [8, 7, 10, 8, 11]

    @pytest.mark.parametrize(("counts", "sums"), [(True, [3, 3, 3, 3]), (False, [2, 2, 3, 3])])
    def test_a_game_both_stayed_away_from(self, counts: bool, sums: list[int]) -> None:
        """1x2 3=4, then 1=3 4=2: points 1 1 2 2.

        1: 2's 1 + 3's 2   2: 1's 1 + 4's 2   3: 4's 2 + 1's 1   4: 3's 2 + 2's 1
        Without the forfeit 1 and 2 lose the 1 they have of each other.
        """
        book = ledger(sketch(4, "1x2 3=4", "1=3 4=2", settings=Settings(forfeit_counts_opponent=counts)))
        assert of_all(book, "对手分") == sums

    def test_leave_and_missed_rounds_bring_nothing(self) -> None:
        """3 is on leave in round 1 and 4 comes to round 2; both score a 和 for it.

        1>2, then 1>3 2>4: points 1: 4, 2: 2, 3: 1, 4: 1. 3 has met 1 (4), 4 has met 2 (2).
        """
        players = [Player(1), Player(2), Player(3), Player(4, attendance=Attendance(((2, None),)))]
        settings = Settings(leave_worth=Worth.DRAW, late_worth=Worth.DRAW)
        book = ledger(sketch(players, "1>2 3L", "1>3 2>4", settings=settings))
        assert of_all(book, "积分") == [4, 2, 1, 1]
        assert of_all(book, "对手分") == [3, 5, 4, 2]

    def test_hands_28_open_games_count_for_nobody(self) -> None:
        """Round 3 of the club evening with 2-5 still open: points 3 2 4 5 2, the lowest with points 2.

        1: 2's 2 + 3's 4 + 4's 5 = 11   2: 1's 3 + bye 2 = 5   3: 4's 5 + 1's 3 + bye 2 = 10
        4: 3's 4 + 5's 2 + 1's 3 = 9    5: bye 2 + 4's 5 = 7
        """
        book = ledger(sketch(5, *CLUB_EVENING[:2], "4+1 2?5 3"))
        assert of_all(book, "对手分") == [11, 5, 10, 9, 7]

    def test_a_meeting_of_two_games_counts_its_opponent_once(self) -> None:
        """1>=2: 3 points to 1, 1 point to 2."""
        assert of_all(ledger(sketch(2, "1>=2", settings=TWO_GAMES)), "对手分") == [1, 3]

    def test_a_meeting_with_one_game_forfeited_and_one_played_has_an_opponent(self) -> None:
        """1+=2: 2 + 1 to 1, 0 + 1 to 2."""
        settings = Settings(games_per_meeting=2, forfeit_counts_opponent=False)
        assert of_all(ledger(sketch(2, "1+=2", settings=settings)), "对手分") == [1, 3]

    def test_a_double_round_robin_counts_its_opponent_in_both_cycles(self) -> None:
        """1>2, then 2=1: 3 and 1."""
        book = ledger(sketch(2, "1>2", "2=1", settings=Settings(system=System.DOUBLE_ROUND_ROBIN)))
        assert of_all(book, "对手分") == [2, 6]

    def test_hands_16_who_beat_somebody_that_left_keeps_points_and_opponent(self) -> None:
        """2 beat 5, who left after round 3 with 3 points; round 4 has no 5 any more.

        1: 2 + 2 + 1 + 2 = 7   2: 0 + 2 + 2 + 2 = 6   3: 2 + 0 + 2 + 0 = 4   5: 2 + 0 + 1   6: 0 + 2 + 0 + bye 2 = 4
        2 has met 1, 5, 6 and 3: 7 + 3 + 4 + 4 = 18.
        """
        book = ledger(sketch(6, "1>2 3>4 5>6", "2>5 1>3 6>4", "5=1 2>6 3>4", "2>3 1>4 6", left=[5]))
        assert of_all(book, "积分") == [7, 6, 4, 0, 3, 4]
        assert of_all(book, "对手分")[1] == 18


class TestRunningScore:
    """累进分."""

    def test_sum_of_the_score_after_each_round(self) -> None:
        """1: 2 3 3   2: 0 2 4   3: 1 2 4   4: 1 3 5   5: 2 2 2"""
        assert of_all(club_evening(), "累进分") == [8, 6, 7, 9, 6]

    def test_hands_28_an_open_board_leaves_the_score_as_it_was(self) -> None:
        """2-5 is open in round 3: 2 has 0 2 2, 5 has 2 2 2 as if he lost."""
        book = ledger(sketch(5, *CLUB_EVENING[:2], "4+1 2?5 3"))
        assert of_all(book, "累进分") == [8, 4, 7, 9, 6]

    def test_a_round_only_paired_adds_nothing(self) -> None:
        """1: 2 3   2: 0 2   3: 1 2   4: 1 3   5: 2 2"""
        book = ledger(sketch(5, *CLUB_EVENING[:2], "4?1 2?5 3"))
        assert of_all(book, "累进分") == [5, 2, 3, 4, 4]


class TestBeatenScore:
    """小分."""

    def test_beaten_whole_drawn_half(self) -> None:
        """1: 2's 4 + half 3's 4 = 6   2: 5's 2   3: half 4's 5 + half 1's 3 = 4   4: half 3's 4 + 5's 2 + 1's 3 = 7

        4 beat 1 by forfeit; the byes of 2, 3 and 5 beat nobody.
        """
        assert of_all(club_evening(), "小分") == [6, 2, 4, 7, 0]

    def test_halves_stay_exact(self) -> None:
        """After round 1: 3 and 4 have drawn with somebody of 1 point; 1 has beaten somebody of 0."""
        assert of_all(club_evening(rounds=1), "小分") == [0, 0, Fraction(1, 2), Fraction(1, 2), 0]

    def test_half_of_three_is_one_and_a_half(self) -> None:
        """1: half 2's 3   2: half 1's 1 + 3's 1   3: half 4's 1   4: half 3's 1"""
        halves = [Fraction(3, 2), Fraction(3, 2), Fraction(1, 2), Fraction(1, 2)]
        assert of_all(ledger(sketch(4, "1=2 3=4", "2>3")), "小分") == halves

    @pytest.mark.parametrize("counts", [True, False])
    def test_a_forfeit_counts_for_the_winner_whatever_the_opponents_score_does(self, counts: bool) -> None:
        """1+2, then 2>1: both have 2."""
        book = ledger(sketch(2, "1+2", "2>1", settings=Settings(forfeit_counts_opponent=counts)))
        assert of_all(book, "小分") == [2, 2]


class TestWins:
    """胜局, 后走胜局, 后走局数."""

    def test_games_forfeits_and_byes_are_wins(self) -> None:
        """1: round 1   2: bye, round 3   3: bye   4: round 2, forfeit   5: bye"""
        assert of_all(club_evening(), "胜局") == [1, 2, 1, 2, 1]

    def test_byes_are_no_wins_where_the_switch_says_so(self) -> None:
        assert of_all(club_evening(Settings(bye_is_win=False)), "胜局") == [1, 1, 0, 2, 0]

    @pytest.mark.parametrize("worth", [Worth.DRAW, Worth.LOSS])
    def test_a_bye_that_is_not_worth_a_win_is_none(self, worth: Worth) -> None:
        assert of_all(club_evening(Settings(bye_worth=worth)), "胜局") == [1, 1, 0, 2, 0]

    def test_a_rest_in_a_round_robin_is_no_win(self) -> None:
        assert of_all(ledger(sketch(3, "2>3 1", settings=Settings(system=System.ROUND_ROBIN))), "胜局") == [0, 1, 0]

    def test_wins_with_black_are_won_over_the_board(self) -> None:
        """Round 1: 1<2, and 3 did not come against 4, who had black. Only 2 has won with black."""
        assert of_all(ledger(sketch(4, "1<2 3-4")), "后走胜局") == [0, 1, 0, 0]

    def test_games_with_black(self) -> None:
        """1: round 2   2: round 1   3: none   4: rounds 1 and 2 (round 3 was a forfeit)   5: round 3"""
        assert of_all(club_evening(), "后走局数") == [1, 1, 0, 2, 1]
        assert of_all(club_evening(), "后走胜局") == [0, 0, 0, 1, 0]

    def test_hands_28_an_open_game_with_black_does_not_count_yet(self) -> None:
        assert of_all(ledger(sketch(2, "1?2")), "后走局数") == [0, 0]

    def test_the_second_game_of_a_meeting_changes_colours(self) -> None:
        """1>>2: 1 wins the first with red, the second with black; each had black once."""
        book = ledger(sketch(2, "1>>2", settings=TWO_GAMES))
        assert of_all(book, "后走胜局") == [1, 0]
        assert of_all(book, "后走局数") == [1, 1]


class TestFouls:
    """犯规."""

    BOOK = ledger(sketch(4, "1>2/1:0 3=4/0:2", "1=3/2:1 4+2/0:1"))

    def test_sum_over_all_games_with_a_result(self) -> None:
        """1: 1 + 2   2: 0 + 1   3: 0 + 1   4: 2 + 0"""
        assert of_all(self.BOOK, "犯规") == [3, 1, 1, 2]

    def test_fewer_is_better(self) -> None:
        assert order(self.BOOK, "犯规", 1, 2, 3, 4) == [(1, 2), (1, 3), (3, 4), (4, 1)]

    def test_the_order_numbers_are_given_in_does_not_matter(self) -> None:
        assert order(self.BOOK, "犯规", 3, 4, 1, 2) == [(1, 2), (1, 3), (3, 4), (4, 1)]

    def test_fouls_of_an_open_game_do_not_count_yet(self) -> None:
        assert of_all(ledger(sketch(2, "1?2/1:1")), "犯规") == [0, 0]


class TestMatches:
    """场分 and 胜场 of meetings of several games; 团体对手分 and 倒轮场分."""

    def test_a_meeting_is_won_by_its_game_points(self) -> None:
        """1 beats 2 by 4:0, 3 and 4 win a game each; then 1 loses to 3 by 1:3 and 2-4 is open in its second game."""
        book = ledger(sketch(4, "1>>2 3><4", "1=<3 2>?4", settings=TWO_GAMES))
        assert of_all(book, "场分") == [2, 0, 3, 1]
        assert of_all(book, "胜场") == [1, 0, 1, 0]
        assert of_all(book, "局分") == [5, 2, 5, 2]

    @pytest.mark.parametrize(
        ("line", "points"), [("1xx2", [0, 0]), ("1=x2", [1, 1]), ("1+=2", [2, 0]), ("1--2", [0, 2]), ("1??2", [0, 0])]
    )
    def test_forfeited_and_open_games(self, line: str, points: list[int]) -> None:
        assert of_all(ledger(sketch(2, line, settings=TWO_GAMES)), "场分") == points

    @pytest.mark.parametrize(("worth", "points"), [(Worth.WIN, 2), (Worth.DRAW, 1), (Worth.LOSS, 0)])
    def test_a_bye_is_a_match_as_the_switch_says(self, worth: Worth, points: int) -> None:
        settings = Settings(games_per_meeting=2, bye_worth=worth)
        assert of_all(ledger(sketch(3, "1>>2 3", settings=settings)), "场分") == [2, 0, points]

    def test_a_bye_is_a_match_won_where_it_counts_as_a_win(self) -> None:
        yes, no = (Settings(games_per_meeting=2, bye_is_win=counts) for counts in (True, False))
        assert of_all(ledger(sketch(3, "1>>2 3", settings=yes)), "胜场") == [1, 0, 1]
        assert of_all(ledger(sketch(3, "1>>2 3", settings=no)), "胜场") == [1, 0, 0]

    def test_a_rest_in_a_round_robin_is_no_match(self) -> None:
        settings = Settings(system=System.ROUND_ROBIN, games_per_meeting=2)
        assert of_all(ledger(sketch(3, "2>>3 1", settings=settings)), "场分") == [0, 2, 0]

    def test_leave_is_worth_a_lost_match(self) -> None:
        assert of_all(ledger(sketch(3, "1>>2 3L", settings=TWO_GAMES)), "场分") == [2, 0, 0]

    def test_a_round_after_leaving_is_no_match(self) -> None:
        """3 leaves after round 1; the bye of 2 in round 2 is a match won."""
        event = sketch(3, "1>>2 3", "1 2", settings=TWO_GAMES, left=[3])
        assert of_all(ledger(event), "场分") == [4, 2, 2]

    def test_opponents_match_points(self) -> None:
        """1>>2, 3 rests; then 3=>1, 2 rests: 场分 2 + 0, 0 + 2, 2 + 2; the lowest with points is 2.

        1: 2's 2 + 3's 4 = 6   2: 1's 2 + bye 2 = 4   3: bye 2 + 1's 2 = 4
        """
        book = ledger(sketch(3, "1>>2 3", "3=>1 2", settings=TWO_GAMES))
        assert of_all(book, "场分") == [2, 2, 4]
        assert of_all(book, "团体对手分") == [6, 4, 4]

    def test_match_points_backwards(self) -> None:
        """场分 of 1 and 2 after two rounds: 2 2 and 0 2."""
        book = ledger(sketch(4, "1>>2 3==4", "3>>1 2>>4", settings=TWO_GAMES))
        assert of_all(book, "场分") == [2, 2, 3, 1]
        assert among(book, "倒轮场分", 1, 2) == [(2,), (0,)]


class TestCriteriaOf:
    """Which criteria are in use (S3)."""

    @pytest.mark.parametrize(
        ("settings", "preset"),
        [
            (Settings(), "积分编排 甲"),
            (Settings(system=System.ROUND_ROBIN), "单循环"),
            (Settings(system=System.GROUPS), "单循环"),
            (Settings(system=System.DOUBLE_ROUND_ROBIN), "双循环/多局"),
            (Settings(system=System.ROUND_ROBIN, games_per_meeting=2), "双循环/多局"),
            (Settings(games_per_meeting=2), "双循环/多局"),
            (Settings(team_form=TeamForm.FIXED_BOARDS), "团体 甲"),
            (Settings(team_form=TeamForm.RESERVES, system=System.ROUND_ROBIN), "团体 甲"),
            (Settings(team_form=TeamForm.FREE_BOARDS), "团体 甲"),
            (Settings(team_form=TeamForm.SUM_OF_MEMBERS), "积分编排 甲"),
            (Settings(knockout_cuts="5轮后少于4分"), "积分编排 乙"),
            (Settings(knockout_cuts="5轮后少于4分", system=System.ROUND_ROBIN), "单循环"),
        ],
    )
    def test_the_default_goes_with_the_system(self, settings: Settings, preset: str) -> None:
        assert criteria_of(settings) == PRESETS[preset]

    @pytest.mark.parametrize("preset", PRESETS)
    def test_a_preset_by_name_with_blanks_or_without(self, preset: str) -> None:
        assert criteria_of(Settings(criteria=(preset,))) == PRESETS[preset]
        assert criteria_of(Settings(criteria=(preset.replace(" ", ""),))) == PRESETS[preset]
        assert criteria_of(Settings(criteria=(preset.replace(" ", "\u3000"),))) == PRESETS[preset]

    def test_criteria_as_typed(self) -> None:
        assert criteria_of(Settings(criteria=("积分", "直胜", "抽签"))) == ("积分", "直胜", "抽签")
        assert criteria_of(Settings(criteria=("累进分",))) == ("累进分",)

    def test_every_unknown_name_is_told(self) -> None:
        with pytest.raises(BadInput) as caught:
            criteria_of(Settings(criteria=("积分", "对手平均分", "胜率")))
        assert [problem.what for problem in caught.value.problems] == [
            "没有叫做“对手平均分”的名次依据。",
            "没有叫做“胜率”的名次依据。",
        ]

    def test_every_order_consists_of_known_criteria(self) -> None:
        assert {name for order_ in PRESETS.values() for name in order_} <= set(CRITERIA)
        assert len(PRESETS) == 8
