"""Byes, dead ends and rematches on the file, after other programs' hands. Expected values are reasoned in each test."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from clubs import club, draws, lines, played, rests, standing, the_file, wins_of_red
from hand_edits import other_program

from xlpair.engine.pairing import next_round
from xlpair.errors import BadInput, NoPairing, NotAllowed
from xlpair.model import Event, Game, Pairing, Player, Result, Round
from xlpair.settings import Settings

# --- byes -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("heading", "word"),
    [("黑方", None), ("黑方", "轮 空"), ("黑方", "ＢＹＥ"), ("黑方", "輪空"), ("黑方编号", "轮空"), ("结果", "轮空")],
)
def test_hands_01_a_round_typed_in_another_program(heading: str, word: str | None, tmp_path: Path) -> None:
    """Five players, round 1 typed as 1-2, 4-3 and 5 resting; three rounds by the rules: nobody rests twice."""
    found = club(tmp_path, 5)
    with other_program(the_file(found)) as hands:
        for row, (red, black, result) in enumerate([(1, 2, "2:0"), (4, 3, "1:1"), (5, None, None)], start=1):
            hands.type("第1轮", row, "红方编号", red)
            hands.type("第1轮", row, "黑方编号", black)
            hands.type("第1轮", row, "结果", result)
        hands.type("第1轮", 3, heading, word)
    for number in (2, 3, 4):
        found.pair()
        draws(found, number)
    assert rests(found)[0] == 5
    assert len(set(rests(found))) == 4
    # the command writes the bye as it writes its own
    assert found.read("第1轮", 3, "黑方") == "轮空"
    assert found.read("第1轮", 3, "黑方编号") is None


@pytest.mark.parametrize(("first", "second", "third"), [(7, 6, 5), (7, 5, 6), (6, 5, 7)])
def test_hands_02_the_bye_is_that_of_the_lowest_who_had_none(
    first: int, second: int, third: int, tmp_path: Path
) -> None:
    """Seven players, a bye is worth 0, and 5, 6 and 7 have lost what they played: the third of them rests."""
    found = club(tmp_path, 7, {"轮空得分": "负", "轮数": "5"})
    one, other = sorted({5, 6, 7} - {first})
    left, right = sorted({5, 6, 7} - {second})
    played(
        found,
        (f"1-{one},2-{other},3-4,{first}-轮空", ["2:0", "2:0", "1:1"]),
        (f"1-{right},3-{left},4-2,{second}-轮空", ["2:0", "2:0", "1:1"]),
    )
    points = found.standings()
    assert [points[f"甲{number}"] for number in (5, 6, 7)] == [0, 0, 0]
    found.pair()
    assert rests(found) == [first, second, third]


@pytest.mark.parametrize(("worth", "points"), [("和", 1), ("负", 0), ("胜", 2)])
def test_hands_03_a_bye_of_any_worth_is_a_bye(worth: str, points: int, tmp_path: Path) -> None:
    """Five players, four rounds, every game drawn: four rest once each, and have 3 from games and the bye's worth."""
    found = club(tmp_path, 5, {"轮空得分": worth, "轮数": "4"})
    for number in range(1, 5):
        found.pair()
        draws(found, number)
    rested = rests(found)
    assert len(set(rested)) == 4
    for number in range(1, 6):
        assert found.standings()[f"甲{number}"] == (3 + points if number in rested else 4)
    assert standing(found, f"甲{rested[0]}")["第1轮"] == f"轮空 {points}"


@pytest.mark.parametrize("text", ["1-3,5-", "1~3，5~", "第1-3轮 第5-轮"])
def test_hands_04_two_on_leave_in_round_4_of_7(text: str, tmp_path: Path) -> None:
    """2 and 4 are away in round 4: both rest as 请假, the other five play two boards and one of them has the bye."""
    found = club(tmp_path, 7, {"轮数": "5"})
    for number in (1, 2, 3):
        found.pair()
        draws(found, number)
    with other_program(the_file(found)) as hands:
        hands.type("名单", 2, "参赛轮次", text)
        hands.type("名单", 4, "参赛轮次", text)
    outcome = found.pair()
    assert outcome.round is not None
    kinds = {bye.player: bye.kind.value for bye in outcome.round.byes}
    assert (kinds.pop(2), kinds.pop(4)) == ("请假", "请假")
    assert list(kinds.values()) == ["轮空"]
    assert len(outcome.round.pairings) == 2
    assert "2号 甲2 请假、4号 甲4 请假" in outcome.done[-1]
    # A second bye is never given without a word.
    again = [number for number in kinds if number in rests(found)[:3]]
    assert bool(again) == any("第2次轮空" in line for line in lines(outcome.problems))


@pytest.mark.parametrize(("away", "left"), [((3,), 4), ((1, 2), 3), ((2, 3, 5), 2)])
def test_hands_05_a_bye_only_where_the_rest_is_odd(away: tuple[int, ...], left: int, tmp_path: Path) -> None:
    found = club(tmp_path, 5)
    with other_program(the_file(found)) as hands:
        for number in away:
            hands.type("名单", number, "参赛轮次", "2-")
    outcome = found.pair()
    assert outcome.round is not None
    assert len(outcome.round.pairings) == left // 2
    assert sum(bye.kind.value == "轮空" for bye in outcome.round.byes) == left % 2


@pytest.mark.parametrize(("players", "most"), [(5, 5), (4, 3), (7, 7)])
def test_hands_06_more_rounds_than_opponents(players: int, most: int, tmp_path: Path) -> None:
    """Whoever has met everybody has nobody left: n-1 rounds, n in an odd field, where all rest once."""
    found = club(tmp_path, players, {"轮数": str(most + 2)}, rounds=9)
    before = the_file(found).read_bytes()
    with pytest.raises(NotAllowed, match=f"{players} 人最多编排 {most} 轮"):
        found.pair()
    assert the_file(found).read_bytes() == before
    told = lines(found.check().problems)
    assert told[0].startswith("赛事!")  # the cell of 轮数
    assert f"最多编排 {most} 轮" in told[0]
    found.set("轮数", str(most))
    for number in range(1, most + 1):
        found.pair()
        draws(found, number)
    found.set("轮数", str(most + 1))
    with pytest.raises(NotAllowed, match=f"最多编排 {most} 轮"):
        found.pair()


# --- dead ends and rematches ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "rounds", "stuck"),
    [
        # two triangles: 1, 2, 3 have met all of 4, 5, 6
        (6, ("1-4,2-5,3-6", "1-5,2-6,3-4", "1-6,2-4,3-5"), "1号还能遇 2号、3号"),
        # 1 has met everybody
        (4, ("1-2,3-4", "1-3,2-4", "1-4,2-3"), "1号还能遇 （无人）"),
    ],
)
def test_hands_08_a_round_without_pairs_leaves_the_file_alone(
    players: int, rounds: tuple[str, ...], stuck: str, tmp_path: Path
) -> None:
    found = club(tmp_path, players, {"轮数": "5" if players == 6 else "3"})
    played(found, *((pairs, ["1:1"] * (players // 2)) for pairs in rounds))
    if players == 4:
        found.set("轮数", "4")
    before = the_file(found).read_bytes()
    with pytest.raises(NotAllowed) as refused:
        found.pair()
    if players == 6:
        assert isinstance(refused.value, NoPairing)
        assert stuck in str(refused.value)
    else:
        assert "4 人最多编排 3 轮" in str(refused.value)
    assert the_file(found).read_bytes() == before


@pytest.mark.parametrize(
    ("second", "tops"), [(["0:2", "0:2"], "甲1"), (["1:1", "1:1"], "甲1"), (["2:0", "2:0"], "甲3")]
)
def test_hands_09_a_field_of_four_ends_with_the_pairs_left(second: list[str], tops: str, tmp_path: Path) -> None:
    """1-2, 3-4, then 3-1, 4-2: whatever the results, only 1-4 and 2-3 have not met."""
    found = club(tmp_path, 4, {"轮数": "3"})
    played(found, ("1-2,3-4", ["2:0", "2:0"]), ("3-1,4-2", second))
    assert next(iter(found.standings())) == tops
    found.pair()
    assert {frozenset(pair) for pair in found.boards(3)} == {frozenset((1, 4)), frozenset((2, 3))}


@pytest.mark.parametrize(
    ("counts", "forfeit", "meet"), [("是", "+-", False), ("是", "双弃", False), ("否", "+-", True)]
)
def test_hands_10_who_did_not_come_has_been_met(counts: str, forfeit: str, meet: bool, tmp_path: Path) -> None:
    """1-2 is forfeited in round 2. Where that counts as met they are kept apart in round 4, where it does not and both
    lead alone, nothing does: without it 1-2 leaves 3-6 and 4-5, which have not met."""
    found = club(tmp_path, 6, {"弃权算相遇": counts, "轮数": "4"})
    played(
        found,
        ("1-3,2-4,6-5", ["1:1", "2:0", "2:0"]),
        ("1-2,3-5,4-6", [forfeit, "1:1", "1:1"]),
        ("5-1,6-2,4-3", ["1:1", "0:2", "1:1"]),
    )
    found.pair()
    assert (frozenset((1, 2)) in map(frozenset, found.boards(4))) is meet


@pytest.mark.parametrize("words", [("退赛",) * 4, ("退赛", "退赛", "退赛", "1"), ("1", "1-1", "退出", "弃赛")])
def test_hands_11_nobody_or_one_left(words: tuple[str, ...], tmp_path: Path) -> None:
    found = club(tmp_path, 4)
    found.pair()
    draws(found, 1)
    with other_program(the_file(found)) as hands:
        for row, word in enumerate(words, start=1):
            hands.type("名单", row, "参赛轮次", word)
    before = the_file(found).read_bytes()
    with pytest.raises(NotAllowed, match=r"能参赛的只有 0 人，不能编排。请检查名单的“参赛轮次”"):
        found.pair()
    assert the_file(found).read_bytes() == before


def field_of(scores: tuple[int, ...]) -> Event:
    """Sixteen players after four rounds in which the first four, who have not met, have come to these scores.

    In rounds 1 to 3 number k of the four meets 4+k, 8+k, 12+k, in round 4 one of 5 to 8 not met yet; the others draw
    among themselves. 2 for a win, 1 for a draw: 7 is three wins and a draw, 6 three wins and a loss, 5 two and a draw.
    """
    won = {7: "WWWD", 6: "WWWL", 5: "WWDL", 4: "WWLL", 8: "WWWW", 3: "WDLL"}
    met: set[frozenset[int]] = set()
    rounds = []
    for number in range(4):
        lows = [5 + k + 4 * number if number < 3 else 5 + (k + 1) % 4 for k in range(4)]
        games = []
        for k, low in enumerate(lows):
            red, black = (k + 1, low) if (number + k) % 2 == 0 else (low, k + 1)
            sign = won[scores[k]][number]
            red_won = Result.RED_WIN if red == k + 1 else Result.BLACK_WIN
            result = {"W": red_won, "D": Result.DRAW, "L": red_won.mirrored}[sign]
            games.append((red, black, result))
        rest = [low for low in range(5, 17) if low not in lows]
        while rest:
            one = rest.pop(0)
            other = next(low for low in rest if frozenset((one, low)) not in met)
            rest.remove(other)
            games.append((one, other, Result.DRAW) if number % 2 else (other, one, Result.DRAW))
        met |= {frozenset(game[:2]) for game in games}
        pairings = tuple(Pairing(at, red, black, (Game(result),)) for at, (red, black, result) in enumerate(games, 1))
        rounds.append(Round(number + 1, pairings))
    return Event(Settings(rounds=7), tuple(map(Player, range(1, 17))), tuple(rounds))


@pytest.mark.parametrize(
    ("scores", "expected"),
    [((7, 6, 6, 5), [{6, 7}, {5, 6}]), ((7, 7, 6, 6), [{7}, {6}]), ((8, 7, 6, 5), [{7, 8}, {5, 6}])],
)
def test_hands_12_groups_are_paired_from_above(scores: tuple[int, ...], expected: list[set[int]]) -> None:
    """Scores 7 6 6 5 that have not met: the 7 comes down to a 6, the other 6 to the 5. Two 7s meet, and two 6s."""
    event = field_of(scores)
    for one, other in combinations(range(1, 5), 2):
        assert not any({one, other} == {p.red, p.black} for round_ in event.rounds for p in round_.pairings)
    made = next_round(event)
    top = [
        {scores[pairing.red - 1], scores[pairing.black - 1]}
        for pairing in made.pairings
        if pairing.red < 5 and pairing.black < 5
    ]
    assert top == expected
    assert [pairing.board for pairing in made.pairings if pairing.red < 5 and pairing.black < 5] == [1, 2]


@pytest.mark.parametrize(
    ("edit", "place", "word"),
    [
        (("第1轮", 2, "结果", "3:0"), "第1轮!F6", "结果看不懂 “3:0”"),
        (("第1轮", 2, "黑方编号", 99), "第1轮!J6", "名单里没有 99 号"),
        (("第1轮", 2, "黑方编号", 4), "第1轮!J6", "4 号不能同自己下"),
        (("第1轮", 2, "黑方编号", 1), "第1轮!J6", "1 号在本轮出现了两次"),
        (("名单", 3, "编号", 2), "名单!A7", "编号 2 重复"),
        (("名单", 3, "编号", "三"), "名单!A7", "编号看不懂 “三”"),
        (("名单", 3, "参赛轮次", "有空来"), "名单!F7", "参赛轮次看不懂"),
        (("赛事", 2, "内容", "第二届"), "赛事!", "看不懂"),
    ],
)
def test_a_refusal_names_the_cell_and_leaves_the_file_byte_for_byte(
    edit: tuple[str, int, str, object], place: str, word: str, tmp_path: Path
) -> None:
    """Whatever is wrong: no command writes, the place stands first, and what to do stands behind."""
    found = club(tmp_path, 6)
    found.pair()
    wins_of_red(found, 1)
    table, row, heading, value = edit
    with other_program(the_file(found)) as hands:
        if table == "赛事":
            row = [cells[0] for cells in hands.rows("赛事")].index("版式") + 1
        hands.type(table, row, heading, value)
    before = the_file(found).read_bytes()
    for command in (found.pair, found.refresh):
        with pytest.raises(BadInput) as refused:
            command()
        (told,) = refused.value.problems  # one cause, one line
        assert told.where.startswith(place)
        assert word in told.what
        assert told.hint
    assert the_file(found).read_bytes() == before
    assert [line for line in lines(found.check().problems) if line.startswith(place)]


def test_pairs_by_hand_that_make_the_next_round_impossible_are_told(tmp_path: Path) -> None:
    """Three rounds of 1, 2, 3 against 4, 5, 6: what is left is two threes, and three cannot be paired."""
    found = club(tmp_path, 6, {"轮数": "5"})
    for number, pairs in enumerate(["1-4,2-5,3-6", "5-1,6-2,4-3"], start=1):
        assert not [problem for problem in found.pair(pairs).problems if "排不出来" in problem.what]
        found.results(number, "1:1", "1:1", "1:1")
    warned = [problem for problem in found.pair("1-6,2-4,3-5").problems if "下一轮排不出来" in problem.what]
    assert [(problem.where, problem.rule) for problem in warned] == [("第3轮", "W12")]
