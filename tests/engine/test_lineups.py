"""Line-ups of team matches (T2): who may sit where, and boards left empty."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sketches import sketch
from team_forms import BLACK_AWAY, BOTH_AWAY, DRAW, FIXED, FREE, RED_AWAY, RESERVES

from xlpair.engine.ledger import ledger
from xlpair.engine.lineups import Fault, decided, fault, out_of_order, seats, squads, with_forfeits
from xlpair.engine.records import records
from xlpair.model import Event, Lineup, Member, Player
from xlpair.settings import Settings

NAMES = ("赵一", "钱二", "孙三", "李四", "周五", "吴六")
SQUAD = {order: Member(1, order, name) for order, name in enumerate(NAMES, start=1)}


def lineup(*orders: int | None) -> Lineup:
    return Lineup(1, 1, orders)


class TestLineups:
    @pytest.mark.parametrize("orders", [(1, 2, 3, 5), (3, 4, 5, 6), (1, 2, 3, 4), (1, None, 4, 6), (None,) * 4])
    def test_reserves_in_the_order_of_the_squad(self, orders: tuple[int | None, ...]) -> None:
        """The guide's own examples: 1-2-3-5 and 3-4-5-6 stand."""
        assert fault(lineup(*orders), SQUAD, RESERVES) is None

    def test_reserves_out_of_order_name_the_first_two(self) -> None:
        """The guide's 1-4-2-5: the member of order 4 stands before the one of order 2."""
        found = fault(lineup(1, 4, 2, 5), SQUAD, RESERVES)
        assert found is not None
        assert found.board == 3
        assert found.what == "李四（序号 4）排在钱二（序号 2）前面，上场次序与序号不符。"

    @pytest.mark.parametrize(
        ("orders", "board", "told"),
        [
            ((2, 1, 3, 4), 2, "钱二（序号 2）排在赵一（序号 1）前面"),
            ((1, 3, 2, 4), 3, "孙三（序号 3）排在钱二（序号 2）前面"),
            ((1, 2, 5, 4), 4, "周五（序号 5）排在李四（序号 4）前面"),
        ],
    )
    def test_neighbours_of_the_squad_exchanged_are_named(self, orders: tuple[int, ...], board: int, told: str) -> None:
        """T2, roster order: even two whose numbers follow each other may not change places."""
        found = fault(lineup(*orders), SQUAD, RESERVES)
        assert found is not None
        assert (found.board, found.what) == (board, f"{told}，上场次序与序号不符。")

    def test_an_empty_board_between_two_does_not_hide_them(self) -> None:
        assert out_of_order((5, None, 3, 1)) == (5, 3)
        assert out_of_order((1, None, 3)) is None

    @pytest.mark.parametrize("orders", [(1, 4, 2, 5), (6, 5, 4, 3)])
    def test_free_boards_take_any_order(self, orders: tuple[int, ...]) -> None:
        assert fault(lineup(*orders), SQUAD, FREE) is None

    @pytest.mark.parametrize("settings", [RESERVES, FREE])
    def test_nobody_plays_twice_and_nobody_from_elsewhere(self, settings: Settings) -> None:
        twice, foreign = fault(lineup(1, 2, 2, 3), SQUAD, settings), fault(lineup(1, 2, 7, 3), SQUAD, settings)
        assert isinstance(twice, Fault)
        assert (twice.board, twice.what) == (3, "钱二（序号 2）已经在第 2 台。")
        assert isinstance(foreign, Fault)
        assert (foreign.board, foreign.what) == (3, "这一队没有序号 7 的队员。")

    def test_fixed_boards_are_the_squad_itself(self) -> None:
        members = tuple(Member(1, order, NAMES[order - 1]) for order in (1, 2, 4, 5))
        event = Event(FIXED, (Player(1), Player(2)), squads=members)
        assert seats(event, 1, 1) == (members[0], members[1], None, members[2])
        assert seats(event, 1, 2) is None

    def test_others_sit_as_their_line_up_of_the_round_says(self) -> None:
        members = tuple(SQUAD.values())
        event = Event(RESERVES, (Player(1),), squads=members, lineups=(Lineup(2, 1, (1, 3, None, 6)),))
        assert seats(event, 2, 1) == (SQUAD[1], SQUAD[3], None, SQUAD[6])
        assert seats(event, 1, 1) is None
        assert squads(event) == {1: SQUAD}


class TestEmptyBoards:
    def test_an_empty_board_loses_by_forfeit_and_two_empty_ones_have_nothing(self) -> None:
        """Board 1: the first team (red) is empty; board 2: the first team (black there) is empty; 3: both; 4: nobody.

        Board 2 is lost by its black side.
        """
        one, two = SQUAD[1], Member(2, 1, "郑七")
        found = decided((None, None, None, one), (two, two, None, two))
        assert found == (RED_AWAY, BLACK_AWAY, BOTH_AWAY, None)
        assert decided((one, one), (None, None)) == (BLACK_AWAY, RED_AWAY)

    def test_nothing_is_decided_while_a_line_up_is_not_known(self) -> None:
        assert decided((None,), None) == ()
        assert decided(None, (None,)) == ()

    def test_open_boards_are_filled_and_typed_results_are_not_touched(self) -> None:
        """Fixed boards. Team 1 has nobody for board 2 (black there) and 4, team 2 nobody for board 4; board 1 is open.

        Board 2 was typed as drawn: that stays. Board 4: both are away.
        """
        squad = (Member(1, 1, "甲"), Member(1, 3, "乙"), *(Member(2, order, f"丙{order}") for order in (1, 2, 3)))
        event = sketch(2, "1?=??2", settings=FIXED)
        filled = with_forfeits(replace(event, squads=squad))
        assert [game.result for game in filled.rounds[0].pairings[0].games] == [None, DRAW, None, BOTH_AWAY]

    def test_an_event_of_persons_stays_as_it_is(self) -> None:
        event = sketch(2, "1?2")
        assert with_forfeits(event) is event

    def test_0_to_0_on_a_board_that_nobody_sits_at_leaves_the_match_to_the_others(self) -> None:
        """T2 and T1: boards 1 to 3 are 2:0, 1:1, 1:1 and board 4 0:0, so 4:2 and 2 of 场分."""
        event = sketch(2, "1>==x2", settings=FIXED)
        books = ledger(event)
        assert [books.scores[team] for team in (1, 2)] == [4, 2]
        assert [records(event)[team].score for team in (1, 2)] == [2, 0]
