"""The criteria of S2 that look at those who are level, round by round or at a lot, by hand.

:mod:`club_evenings` tells of the club evening that is used throughout.
"""

from __future__ import annotations

import events
import pytest
from club_evenings import ANY, CLUB_EVENING, TWO_GAMES, among, club_evening, of_all, order
from sketches import sketch

from xlpair.engine.criteria import Value
from xlpair.engine.ledger import ledger
from xlpair.settings import MutualRange, Scoring, Settings, System


class TestMutualResult:
    """直胜."""

    @pytest.mark.parametrize(
        ("line", "values"),
        [
            ("1>2", [2, 0]),
            ("1<2", [0, 2]),
            ("1=2", [1, 1]),
            ("2>1", [0, 2]),
            ("1+2", [2, 0]),
            ("1-2", [0, 2]),
            ("1x2", [0, 0]),
            ("1?2", [None, None]),
            ("1>3 2>4", [None, None]),
        ],
    )
    @pytest.mark.parametrize("reach", list(MutualRange))
    def test_two_level_players(self, line: str, values: list[Value], reach: MutualRange) -> None:
        assert among(ledger(sketch(4, line, settings=Settings(mutual_range=reach))), "直胜", 1, 2) == values

    def test_hands_29_a_win_each_way_decides_nothing(self) -> None:
        book = ledger(sketch(2, "1>2", "2>1", settings=Settings(system=System.DOUBLE_ROUND_ROBIN)))
        assert among(book, "直胜", 1, 2) == [2, 2]
        assert order(book, "直胜", 1, 2) == [(1, 1), (1, 2)]

    def test_a_win_and_a_draw_decide(self) -> None:
        book = ledger(sketch(2, "1>2", "2=1", settings=Settings(system=System.DOUBLE_ROUND_ROBIN)))
        assert among(book, "直胜", 1, 2) == [3, 1]

    def test_a_draw_decides_nothing_though_black_scores_more_for_it(self) -> None:
        """Red 2/1/0, black 3/2/0: the draw was a draw; 多人 goes by the points, as it says."""
        scoring = Scoring(2, 1, 0, 3, 2, 0)
        assert among(ledger(sketch(2, "1=2", settings=Settings(scoring=scoring))), "直胜", 1, 2) == [1, 1]
        anybody = Settings(scoring=scoring, mutual_range=MutualRange.ANY)
        assert among(ledger(sketch(2, "1=2", settings=anybody)), "直胜", 1, 2) == [1, 2]

    @pytest.mark.parametrize(("reach", "values"), [(MutualRange.TWO, [None, None, None]), (MutualRange.ANY, [3, 2, 1])])
    def test_three_level_players_who_have_all_met(self, reach: MutualRange, values: list[Value]) -> None:
        """1>2, 2>3, 1=3: 1 has 2 + 1, 2 has 0 + 2, 3 has 0 + 1; the games against 4 are left out."""
        event = sketch(4, "1>2 4>3", "2>3 1>4", "1=3 4>2", settings=Settings(mutual_range=reach))
        assert among(ledger(event), "直胜", 1, 2, 3) == values

    def test_three_level_players_of_whom_two_have_not_met(self) -> None:
        assert among(ledger(sketch(4, "1>2 3=4", "2>3 1=4", settings=ANY)), "直胜", 1, 2, 3) == [None, None, None]

    def test_who_is_level_with_nobody_has_no_value(self) -> None:
        assert of_all(club_evening(), "直胜") == [None] * 5
        assert of_all(club_evening(ANY), "直胜") == [None] * 5


class TestMutualBlacks:
    """对局时后走."""

    @pytest.mark.parametrize(
        ("line", "values"),
        [
            ("1=2", [0, 1]),
            ("2=1", [1, 0]),
            ("1+2", [None, None]),
            ("1x2", [None, None]),
            ("1?2", [None, None]),
            ("1=3 2=4", [None, None]),
        ],
    )
    def test_two_level_players(self, line: str, values: list[Value]) -> None:
        assert among(ledger(sketch(4, line)), "对局时后走", 1, 2) == values

    def test_black_once_each_decides_nothing(self) -> None:
        assert among(ledger(sketch(2, "1==2", settings=TWO_GAMES)), "对局时后走", 1, 2) == [1, 1]

    def test_three_level_players(self) -> None:
        book = ledger(sketch(3, "1=2 3", "2=3 1", "3=1 2", settings=ANY))
        assert among(book, "对局时后走", 1, 2, 3) == [None, None, None]


class TestSeries:
    """去轮积分 and 倒轮积分, on the three of 五羊杯 2009 with 8 points.

    Their scores after each round, from the games in tests/events/2009_wuyangbei_swiss.tsv (source named there):
    吕钦 1 3 4 6 7 8, 蒋川 2 2 4 6 7 8, 赵鑫鑫 1 3 5 5 7 8; all three sums are 29.
    """

    NUMBERING = events.numberings_2009()[1]
    BOOK = ledger(events.event_from(events.SWISS_2009, NUMBERING))
    THREE = (NUMBERING["吕钦"], NUMBERING["蒋川"], NUMBERING["赵鑫鑫"])

    def test_backwards_as_far_as_needed(self) -> None:
        """7 7 7, then 6 6 5: 赵鑫鑫 stands apart; 4 4, then 3 2: 吕钦 before 蒋川."""
        lv, jiang, zhao = self.THREE
        assert among(self.BOOK, "倒轮积分", *self.THREE) == [(7, 6, 4, 3), (7, 6, 4, 2), (7, 5)]
        assert order(self.BOOK, "倒轮积分", *self.THREE) == [(1, lv), (2, jiang), (3, zhao)]

    def test_dropping_as_far_as_needed(self) -> None:
        """29 less the first round: 28 27 28, 蒋川 stands apart; less 3 and 3: 25 25; less 4 and 5: 21 20."""
        lv, jiang, zhao = self.THREE
        assert among(self.BOOK, "去轮积分", *self.THREE) == [(28, 25, 21), (27,), (28, 25, 20)]
        assert order(self.BOOK, "去轮积分", *self.THREE) == [(1, lv), (2, zhao), (3, jiang)]

    def test_who_stays_level_shows_all(self) -> None:
        """2 and 3 of the club evening: 0 2 4 and 1 2 4: dropping gives 6 4 to both, backwards 2 0 and 2 1."""
        assert among(club_evening(), "去轮积分", 2, 3) == [(6, 4), (6, 4)]
        assert order(club_evening(), "去轮积分", 2, 3) == [(1, 2), (1, 3)]
        assert among(club_evening(), "倒轮积分", 2, 3) == [(2, 0), (2, 1)]
        assert order(club_evening(), "倒轮积分", 2, 3) == [(1, 3), (2, 2)]

    def test_a_series_that_goes_on_differing_ranks_by_its_first_difference(self) -> None:
        """After rounds 1 and 2 of three: 1 has 0 2, 2 has 2 2, 4 has 0 2, 3 has 0 0: backwards 2 0, 2 2, 2 0, 0 0."""
        book = ledger(sketch(8, "5>1 2>6 7>3 8>4", "1>5 6>2 8>3 4>7", "1=2 3=4 5=6 7=8"))
        assert among(book, "倒轮积分", 1, 2, 3, 4) == [(2, 0), (2, 2), (0,), (2, 0)]
        assert order(book, "倒轮积分", 1, 2, 3, 4) == [(1, 2), (2, 1), (2, 4), (4, 3)]

    @pytest.mark.parametrize("name", ["去轮积分", "倒轮积分"])
    def test_before_the_second_round_there_is_nothing_to_compare(self, name: str) -> None:
        assert among(ledger(sketch(2)), name, 1, 2) == [(), ()]
        assert among(ledger(sketch(2, "1=2")), name, 1, 2) == [(), ()]

    def test_hands_28_a_round_only_paired_changes_nothing(self) -> None:
        """After two rounds 2 and 5 have 0 2 and 2 2, before and after the third is paired."""
        for rounds in (CLUB_EVENING[:2], (*CLUB_EVENING[:2], "4?1 2?5 3")):
            book = ledger(sketch(5, *rounds))
            assert among(book, "倒轮积分", 2, 5) == [(0,), (2,)]
            assert among(book, "去轮积分", 2, 5) == [(2,), (2,)]


class TestLot:
    """抽签. What comes out is chance; what it must obey is not."""

    def test_everybody_gets_another_turn(self) -> None:
        values = among(ledger(sketch(30)), "抽签", *range(1, 31))
        assert sorted(value for value in values if isinstance(value, int)) == list(range(1, 31))

    def test_the_first_lot_is_best(self) -> None:
        book = ledger(sketch(5))
        turns = among(book, "抽签", 1, 2, 3, 4, 5)
        assert [turns[number - 1] for _, number in order(book, "抽签", 1, 2, 3, 4, 5)] == [1, 2, 3, 4, 5]

    def test_others_do_not_change_the_order_of_two(self) -> None:
        book = ledger(sketch(30))
        everybody = [number for _, number in order(book, "抽签", *range(1, 31))]
        some = [number for _, number in order(book, "抽签", *range(3, 31, 4))]
        assert some == [number for number in everybody if number in set(some)]

    def test_the_seed_decides(self) -> None:
        drawn = {
            tuple(order(ledger(sketch(9, settings=Settings(lot_seed=seed))), "抽签", *range(1, 10)))
            for seed in (1, 1, 2, 3)
        }
        assert len(drawn) == 3

    def test_who_is_level_with_nobody_draws_no_lot(self) -> None:
        assert of_all(ledger(sketch(2)), "抽签") == [None, None]
