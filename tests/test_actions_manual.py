"""Rounds paired by hand: what is taken, what is refused, what is only told. All expectations are reasoned in place."""

from __future__ import annotations

import pytest

from xlpair.actions.manual import manual_round
from xlpair.errors import BadInput, Gravity
from xlpair.model import Attendance, Bye, ByeKind, Event, Game, How, Pairing, Player, Result, Round
from xlpair.settings import ClubRule, Settings


def event_of(count: int, *rounds: Round, settings: Settings | None = None, **players: Player) -> Event:
    entrants = tuple(players.get(f"p{number}", Player(number, f"棋手{number}")) for number in range(1, count + 1))
    return Event(settings or Settings(), entrants, rounds)


def played(number: int, *games: tuple[int, int, Result], byes: tuple[Bye, ...] = ()) -> Round:
    pairings = (Pairing(board, red, black, (Game(result),)) for board, (red, black, result) in enumerate(games, 1))
    return Round(number, tuple(pairings), byes)


def pairs(event: Event, text: str) -> list[tuple[int, int, int]]:
    return [(pairing.board, pairing.red, pairing.black) for pairing in manual_round(event, text).round.pairings]


def refusal(event: Event, text: str) -> str:
    with pytest.raises(BadInput) as refused:
        manual_round(event, text)
    return str(refused.value)


@pytest.mark.parametrize(
    "text",
    ["4-1,2-3", "4-1 2-3", "４－１，２－３", " 4 - 1 、 2 - 3 。", "4号-1号；2号—3号", "4对1,2对3", "4:1\n2:3"],
)
def test_pairs_are_taken_as_typed_red_first(text: str) -> None:
    assert pairs(event_of(4), text) == [(1, 4, 1), (2, 2, 3)]


def test_the_reason_of_a_manual_pair_says_so() -> None:
    made = manual_round(event_of(2), "2-1").round
    assert made.pairings[0].reason is not None
    assert made.pairings[0].reason.how is How.MANUAL


@pytest.mark.parametrize("text", ["1-2,3-轮空", "1-2 3-BYE", "1-2,3-bye", "1-2，3号-轮空", "1-2"])
def test_the_bye_is_taken_and_one_left_over_has_it(text: str) -> None:
    assert manual_round(event_of(3), text).round.byes == (Bye(3, ByeKind.BYE),)


def test_leave_is_taken() -> None:
    made = manual_round(event_of(4), "1-2, 3-请假, 4-轮空").round
    assert made.byes == (Bye(3, ByeKind.LEAVE), Bye(4, ByeKind.BYE))


def test_whoever_asked_for_leave_need_not_be_named() -> None:
    absent = Player(3, "丙", attendance=Attendance(((1, 1), (3, None))))
    first = played(1, (1, 2, Result.DRAW), (3, 4, Result.DRAW))
    made = manual_round(event_of(4, first, p3=absent), "4-1").round
    # 3 comes back in round 3, so he is on leave; 2 is the one left over of an odd field of three
    assert made.byes == (Bye(3, ByeKind.LEAVE), Bye(2, ByeKind.BYE))


def test_left_out_players_are_named_with_the_way_to_write_it() -> None:
    told = refusal(event_of(6), "1-2,3-4")
    assert "漏了 5号 棋手5、6号 棋手6" in told
    assert "5-轮空" in told
    assert "5-请假" in told


def test_a_single_one_left_over_beside_a_typed_bye_is_refused() -> None:
    assert "漏了 4号" in refusal(event_of(4), "1-2,3-轮空")


def test_a_number_typed_twice_an_unknown_one_and_oneself_are_all_told_at_once() -> None:
    told = refusal(event_of(4), "1-2,2-9,3-3")
    assert "2号 棋手2 写了 2 次" in told
    assert "名单里没有 9号" in told
    assert "3号不能和自己对局" in told


def test_words_that_are_no_pair_are_told() -> None:
    told = refusal(event_of(4), "1-2, 3+4")
    assert "看不懂“3+4”" in told
    assert "7-3,10-5" in told


@pytest.mark.parametrize("text", ["", "  ", "，"])
def test_an_empty_text_is_told(text: str) -> None:
    assert "是空的" in refusal(event_of(4), text)


def test_whoever_has_left_or_is_away_cannot_be_paired() -> None:
    gone = Player(2, "乙", attendance=Attendance(withdrawn=True))
    late = Player(4, "丁", attendance=Attendance(((3, None),)))
    told = refusal(event_of(4, p2=gone, p4=late), "1-2,3-4")
    assert "2号 乙 已经退赛" in told
    assert "4号 丁 第1轮不参赛" in told


def test_a_rematch_is_done_and_told() -> None:
    """W9.1: 1 and 2 have been paired in round 1."""
    event = event_of(4, played(1, (1, 2, Result.DRAW), (3, 4, Result.DRAW)))
    made = manual_round(event, "2-1,4-3")
    assert [problem.rule for problem in made.warnings] == ["W9.1", "W9.1"]
    assert all(problem.gravity is Gravity.WARNING for problem in made.warnings)
    assert "第2轮第1台" in made.warnings[0].where


def test_club_mates_and_forbidden_pairs_are_done_and_told() -> None:
    settings = Settings(club_rule=ClubRule.ALWAYS, forbidden=frozenset({(3, 4)}))
    mates = {"p1": Player(1, "甲", "红队"), "p2": Player(2, "乙", "红队")}
    made = manual_round(event_of(4, settings=settings, **mates), "1-2,3-4")
    assert [problem.rule for problem in made.warnings] == ["W9.2", "W9.2"]
    assert "同一单位" in made.warnings[0].what
    assert "不相遇" in made.warnings[1].what


def test_a_second_bye_is_done_and_told() -> None:
    """B1: 3 rested in round 1 while 1 and 2 have not."""
    event = event_of(3, played(1, (1, 2, Result.DRAW), byes=(Bye(3),)))
    assert "B1" in [problem.rule for problem in manual_round(event, "2-1").warnings]


def test_a_third_equal_colour_is_done_and_told() -> None:
    """W10: 1 had red in rounds 1 and 2; 1-6 gives him red a third time running."""
    first = played(1, (1, 2, Result.DRAW), (3, 4, Result.DRAW), (5, 6, Result.DRAW))
    second = played(2, (1, 3, Result.DRAW), (2, 5, Result.DRAW), (4, 6, Result.DRAW))
    warnings = manual_round(event_of(6, first, second), "1-6,5-3,2-4").warnings
    assert [(problem.rule, problem.where) for problem in warnings if "1号" in problem.what] == [("W10", "第3轮第1台")]


def test_what_the_rules_allow_is_done_without_a_word() -> None:
    assert manual_round(event_of(4), "3-1,2-4").warnings == ()
