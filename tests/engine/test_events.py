"""The event files are read whole."""

from __future__ import annotations

from collections import Counter

import events
import pytest

from xlpair.model import Bye, Result

SIZES = {
    "1994_gaokebei_roundrobin": (8, 28),
    "2007_wuyangbei27_groupA_roundrobin": (6, 15),
    "2007_wuyangbei27_groupB_roundrobin": (6, 15),
    "2007_wuyangbei28_groupA_roundrobin_bye": (5, 10),
    "2009_sanlibei_roundrobin": (6, 15),
    events.SWISS_2005: (10, 25),
    events.SWISS_2009: (10, 30),
}


@pytest.mark.parametrize(("name", "size"), SIZES.items())
def test_every_file_holds_as_many_players_and_games_as_its_head_says(name: str, size: tuple[int, int]) -> None:
    games = events.load_games(name)
    assert (len(events.names(name)), len(games)) == size
    seats = Counter((game.round_number, who) for game in games for who in (game.red, game.black))
    assert set(seats.values()) == {1}


def test_published_final_of_2009_follows_from_the_games() -> None:
    # 2009 五羊杯, http://sports.sina.com.cn/go/2009-02-26/15554240818.shtml
    worth = {Result.RED_WIN: (2, 0), Result.DRAW: (1, 1), Result.BLACK_WIN: (0, 2)}
    points: Counter[str] = Counter()
    for game in events.load_games(events.SWISS_2009):
        red, black = worth[game.result]
        points[game.red] += red
        points[game.black] += black
    assert points == {
        "吕钦": 8, "蒋川": 8, "赵鑫鑫": 8, "许银川": 7, "徐天红": 6,
        "赵国荣": 6, "于幼华": 5, "洪智": 5, "陶汉明": 4, "柳大华": 3,
    }  # fmt: skip


def test_event_of_five_players_has_the_rests_its_head_names() -> None:
    name = "2007_wuyangbei28_groupA_roundrobin_bye"
    numbering = events.drawn_numbers(name)
    assert numbering == {"徐天红": 1, "吕钦": 2, "赵鑫鑫": 3, "李来群": 4, "许银川": 5}
    event = events.event_from(name, numbering)
    assert [round_.byes for round_ in event.rounds] == [(Bye(1),), (Bye(4),), (Bye(2),), (Bye(5),), (Bye(3),)]


def test_boards_are_the_published_tables() -> None:
    numbering = events.numberings_2009()[1]
    assert numbering["陶汉明"] == 1
    assert numbering["赵鑫鑫"] == 10
    event = events.event_from(events.SWISS_2009, numbering)
    first = event.rounds[0].pairings[0]
    assert (first.board, first.red, first.black, first.result) == (1, 7, 3, Result.RED_WIN)
    assert len(event.rounds) == 6
