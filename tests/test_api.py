"""The functions for programs: an event from plain values, its checks, the table of a round robin."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import xlpair
from xlpair.errors import BadInput, Undecided, UnreadableFile, WrongUse
from xlpair.model import Bye, ByeKind, Game, Pairing, Player, Result
from xlpair.settings import Settings, System
from xlpair.workbook.templates import make_workbook


def problems_of(*arguments: Any) -> list[str]:
    with pytest.raises(BadInput) as refused:
        xlpair.event(*arguments)
    return [str(problem) for problem in refused.value.problems]


def test_players_as_a_count_numbers_tuples_and_values() -> None:
    assert [player.number for player in xlpair.event(3).players] == [1, 2, 3]
    assert [player.number for player in xlpair.event([4, 2, 7]).players] == [2, 4, 7]
    made = xlpair.event([(7, "蒋川"), (9, "吕钦", "广东"), (1, "陶汉明", "吉林", 2400), Player(3, "徐天红")])
    assert made.players == (
        Player(1, "陶汉明", "吉林", 2400),
        Player(3, "徐天红"),
        Player(7, "蒋川"),
        Player(9, "吕钦", "广东"),
    )


def test_games_in_the_order_of_the_boards_and_rests() -> None:
    first, second = xlpair.event(
        7,
        [[(1, 2, "2:0"), (4, 3), (6, 5, Result.DRAW), (7,)], [(2, 1, None), (3, 7, "-+"), (5, "轮空"), (4, "请假")]],
    ).rounds
    assert first.pairings == (
        Pairing(1, 1, 2, (Game(Result.RED_WIN),)),
        Pairing(2, 4, 3),
        Pairing(3, 6, 5, (Game(Result.DRAW),)),
    )
    assert first.byes == (Bye(7),)
    assert second.number == 2
    assert second.pairings[1].result is Result.RED_FORFEITS
    assert second.byes == (Bye(5), Bye(4, ByeKind.LEAVE))


def test_results_are_read_with_the_points_of_the_event() -> None:
    made = xlpair.event(2, [[(1, 2, "3:0")]], {"记分": "3/1/0 3/1/0"})
    assert made.rounds[0].pairings[0].result is Result.RED_WIN
    assert problems_of(2, [[(1, 2, "3:0")]])[0].startswith("第1轮第1行：结果看不懂 “3:0”")


def test_who_goes_on_from_a_level_meeting_of_a_knock_out() -> None:
    """K4: without a word the next round is refused; by it the final is 4 against 2."""
    level = [(1, 4, "1:1"), (2, 3, "2:0")]
    cup = {"赛制": "单败淘汰"}
    with pytest.raises(Undecided):
        xlpair.next_round(xlpair.event(4, [level], cup))
    made = xlpair.event(4, [[(1, 4, "1:1", 4), (2, 3, "2:0", None)]], cup)
    assert [pairing.through for pairing in made.rounds[0].pairings] == [4, None]
    (final,) = xlpair.next_round(made).pairings
    assert {final.red, final.black} == {2, 4}


def test_a_word_for_who_goes_on_that_cannot_be_is_told() -> None:
    cup = {"赛制": "单败淘汰"}
    assert problems_of(4, [[(1, 4, "1:1", 3)]], cup) == ["第1轮第1行：写的是 3 晋级。 请写 1 或 4。"]
    assert problems_of(4, [[(1, 4, "1:1", "4")]], cup) == ["第1轮第1行：写的是 '4' 晋级。 请写 1 或 4。"]
    assert problems_of(4, [[(1, 4, "1:1", 4)]], {}) == ["第1轮第1行：写了 4 晋级，这里没有淘汰。 请去掉，或改“赛制”。"]
    assert problems_of(4, [[(1, "轮空", 1)]], cup)[0].startswith("第1轮第1行：看不懂")
    assert problems_of(4, [[(1, 4, "1:1", 4, 4)]], cup)[0].startswith("第1轮第1行：看不懂")


def test_several_games_of_a_meeting() -> None:
    made = xlpair.event(2, [[(1, 2, ("2:0", "1:1"))]], {"每轮局数": 2})
    assert made.rounds[0].pairings[0].games == (Game(Result.RED_WIN), Game(Result.DRAW))
    half = xlpair.event(2, [[(1, 2, "2:0")]], {"每轮局数": 2})
    assert half.rounds[0].pairings[0].games == (Game(Result.RED_WIN), Game())
    assert "有 2 局结果" in problems_of(2, [[(1, 2, ("2:0", "1:1"))]])[0]


def test_settings_as_values_or_as_lines_of_the_sheet() -> None:
    own = Settings(system=System.ROUND_ROBIN)
    assert xlpair.event(2, settings=own).settings is own
    read = xlpair.event(2, settings={"赛制": "双循环", "轮空得分": "和", "记分": "1/0.5/0"}).settings
    assert read.system is System.DOUBLE_ROUND_ROBIN
    assert read.scoring.red_draw == Fraction(1, 2)


def test_all_problems_are_told_at_once_each_with_its_place() -> None:
    # an unknown system; number 2 given twice; an unknown player; a pair of one; a player seated twice
    found = problems_of(
        [1, 2, 2, "三"], [[(1, 9, "2:0")], [(1, 1)], [(1, 2), (2, "轮空")], [(1, 2, "胜胜")]], {"赛制": "循环"}
    )
    places = [problem.split("：")[0] for problem in found]
    assert places == [
        "赛事“赛制”", "第3名棋手", "第4名棋手", "第1轮第1行", "第2轮第1行", "第3轮第2行", "第4轮第1行",
    ]  # fmt: skip
    assert "单循环" in found[0]
    assert "没有 9号" in found[3]
    assert "自己" in found[4]
    assert "两次" in found[5]


@pytest.mark.parametrize("players", [-3, True, 2.5, None, "八", "12", b"12", {1: "甲"}, object()])
def test_players_that_are_no_list_are_told(players: Any) -> None:
    assert problems_of(players) == [f"棋手：看不懂 {players!r}。 请给人数（整数），或各人的编号，例如 [1, 2, 3]。"]


@pytest.mark.parametrize("rounds", [5, None, "2:0", {1: []}])
def test_rounds_that_are_no_list_are_told(rounds: Any) -> None:
    assert problems_of(2, rounds) == [f'轮次：看不懂 {rounds!r}。 请给各轮的列表，例如 [[(1, 2, "2:0")]]。']


@pytest.mark.parametrize("games", [5, None, "2:0", {1: 2}])
def test_a_round_that_is_no_list_is_told_with_its_number(games: Any) -> None:
    told = f'第2轮：看不懂 {games!r}。 请给这一轮各台的列表，例如 [(1, 2, "2:0")]。'
    assert problems_of(2, [[(1, 2)], games]) == [told]


@pytest.mark.parametrize("settings", [[1], 5, "单循环", ("赛制", "单循环")])
def test_settings_that_are_no_lines_are_told(settings: Any) -> None:
    (told,) = problems_of(2, [], settings)
    assert told.startswith(f"赛事：看不懂 {settings!r}。 请给")


@pytest.mark.parametrize(
    ("line", "what"), [({"赛制": [1]}, "[1]"), ({"轮数": {}}, "{}"), ({1: "单循环"}, "1"), ({None: None}, "None")]
)
def test_lines_of_settings_that_no_sheet_could_hold_are_told(line: Any, what: str) -> None:
    (told,) = problems_of(2, [], line)
    assert f"看不懂 {what}。" in told


def test_everything_that_is_no_list_is_told_at_once() -> None:
    assert [told.split("：")[0] for told in problems_of(-1, 5, [1])] == ["赛事", "棋手", "轮次"]


@pytest.mark.parametrize("function", [xlpair.next_round, xlpair.standings, xlpair.check, xlpair.frames])
@pytest.mark.parametrize("event", ["x", None, 5, [1, 2], xlpair.Event])
def test_what_is_no_event_is_refused_with_a_sentence(function: Any, event: Any) -> None:
    with pytest.raises(WrongUse, match="请给一个比赛"):
        function(event)


@pytest.mark.parametrize("n", [2.5, "八", "8", None, True, [4], 4.0])
def test_a_round_robin_of_no_number_is_refused_with_a_sentence(n: Any) -> None:
    with pytest.raises(WrongUse, match="人数看不懂") as refused:
        xlpair.round_robin(n)
    assert "请给 2 以上的整数" in str(refused.value)


@pytest.mark.parametrize("n", [1, 0, -4])
def test_a_round_robin_of_too_few_is_refused(n: int) -> None:
    with pytest.raises(WrongUse, match="至少要 2 人"):
        xlpair.round_robin(n)


@pytest.mark.parametrize("path", [None, 5, ["a.xlsx"], b"a.xlsx", "a\0.xlsx"])
def test_load_of_what_is_no_path(path: Any) -> None:
    with pytest.raises(WrongUse, match="请给工作簿文件的路径"):
        xlpair.load(path)


@pytest.mark.parametrize("game", [(), "1-2", (0, 2), (1.0, 2), (True, 2), (1, 2, "2:0", 1, 2), ("轮空", 1), 7, None])
def test_what_is_no_game_is_told(game: Any) -> None:
    assert problems_of(3, [[game]])[0].startswith(f"第1轮第1行：看不懂 {game!r}")


@pytest.mark.parametrize("player", [0, -1, 1.5, True, "一", (), ("张三", 1), (1, 2), (1, "a", "b", "c"), Player(0)])
def test_what_is_no_player_is_told(player: Any) -> None:
    assert problems_of([player])[0].startswith("第1名棋手：看不懂")


@pytest.mark.parametrize(("game", "what"), [((1, "休息"), "休息"), ((1, 2, 2.5), "2.5"), ((1, 2, {}), "{}")])
def test_words_and_results_nobody_knows_are_told(game: Any, what: str) -> None:
    assert what in problems_of(2, [[game]])[0]


def test_next_round_standings_and_check_go_on_from_there() -> None:
    # round 2 of 4: 1 has 2 points and had red, 3 and 4 have 1; 3 had black and wants red (W3, W5); 2-4 is left
    begun = xlpair.event(4, [[(1, 2, "2:0"), (4, 3, "1:1")]], {"轮数": 3})
    assert [(pairing.red, pairing.black) for pairing in xlpair.next_round(begun).pairings] == [(3, 1), (2, 4)]
    assert xlpair.standings(begun).rows[0].player.number == 1
    assert xlpair.check(begun) == ()


def test_round_robin_leaves_the_rest_out() -> None:
    # printed tables of the rule book for 4 and for 3: 1-(4) 2-3, (4)-3 1-2, 2-(4) 3-1
    assert xlpair.round_robin(4) == (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    assert xlpair.round_robin(3) == (((2, 3),), ((1, 2),), ((3, 1),))
    with pytest.raises(WrongUse, match="至少要 2 人"):
        xlpair.round_robin(1)


def test_load_gives_the_event_of_a_workbook_and_leaves_the_file_alone(tmp_path: Path) -> None:
    file = tmp_path / "第三届“棋王”赛 (终).xlsx"
    settings = Settings(name="棋王赛", system=System.ROUND_ROBIN, forfeits_stop=0)
    players = (Player(1, "甲", "东"), Player(2, "乙", "西", 1650), Player(4, "丁"))
    make_workbook(file, settings, players, rounds=3)
    before = file.read_bytes()
    loaded = xlpair.load(file)
    assert loaded.players == players
    assert (loaded.settings.system, loaded.settings.name, loaded.settings.forfeits_stop) == (
        System.ROUND_ROBIN, "棋王赛", 0,
    )  # fmt: skip
    assert loaded.rounds == ()
    assert xlpair.load(str(file)) == loaded
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_load_tells_every_problem_of_a_workbook(tmp_path: Path) -> None:
    file = tmp_path / "a.xlsx"
    make_workbook(file, Settings(), (Player(1, "甲"), Player(1, "乙"), Player(2, "丙"), Player(2, "丁")), rounds=3)
    with pytest.raises(BadInput) as refused:
        xlpair.load(file)
    assert len(refused.value.problems) == 2
    assert all(problem.where.startswith("名单!") for problem in refused.value.problems)


def test_load_of_what_is_no_workbook(tmp_path: Path) -> None:
    file = tmp_path / "a.xlsx"
    file.write_bytes(b"PK no zip")
    for path in (file, tmp_path / "missing.xlsx"):
        with pytest.raises(UnreadableFile):
            xlpair.load(path)
