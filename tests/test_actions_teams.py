"""Team events by the arbiter's commands, in memory and in a closed workbook (T1–T3, R5).

Four teams called 广东 上海 北京 浙江, numbers 1 to 4, members 广东1, 广东2 … in the order of their squads. Pairs and
sides are worked out by hand from the rules beside each test.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from halls import KINDS, NOW, Hall
from team_halls import RESERVES, TEAMS, team_hall, type_lineup, visible

from xlpair import actions
from xlpair.errors import BadInput, Gravity, NotAllowed, OpenBoards
from xlpair.workbook.book import CellValue

kinds = pytest.mark.parametrize("kind", KINDS)
FIXED = {**RESERVES, "团体": "分台定人"}
FREE = {**RESERVES, "团体": "临时定台"}


def boards(hall: Hall, number: int, *headings: str) -> list[tuple[CellValue, ...]]:
    """Rows of a round that are filled, by heading."""
    rows = list(zip(*(hall.column(f"第{number}轮", heading) for heading in headings), strict=True))
    return [row for row in rows if any(cell not in (None, "") for cell in row)]


def paired_with_lineups(hall: Hall) -> None:
    """Round 1 (临近, 单数台小号先): 1-2 and 4-3; everybody's first four."""
    hall.pair()
    for team in (1, 2, 3, 4):
        type_lineup(hall, 1, team, 1, 2, 3, 4)


@kinds
def test_pairing_gives_a_row_for_every_board_and_asks_for_line_ups(kind: str, tmp_path: Path) -> None:
    """R5: the team written first has red on boards 1 and 3."""
    hall = team_hall(kind, tmp_path)
    assert not visible(hall, "第1轮上场")
    hall.pair()
    assert boards(hall, 1, "台次", "分台", "红方编号", "红方", "红方棋手", "结果", "黑方编号", "黑方") == [
        (1, 1, 1, "广东", None, None, 2, "上海"),
        (1, 2, 2, "上海", None, None, 1, "广东"),
        (1, 3, 1, "广东", None, None, 2, "上海"),
        (1, 4, 2, "上海", None, None, 1, "广东"),
        (2, 1, 4, "浙江", None, None, 3, "北京"),
        (2, 2, 3, "北京", None, None, 4, "浙江"),
        (2, 3, 4, "浙江", None, None, 3, "北京"),
        (2, 4, 3, "北京", None, None, 4, "浙江"),
    ]
    assert visible(hall, "第1轮上场")
    assert hall.filled("第1轮上场", "队号") == [1, 2, 4, 3]
    assert hall.filled("第1轮上场", "参赛队") == ["广东", "上海", "浙江", "北京"]


@kinds
def test_line_ups_name_the_players_and_an_empty_board_is_lost(kind: str, tmp_path: Path) -> None:
    """上海 has nobody on board 3 (black there: 黑弃权), 北京 nobody on board 2 (red there), 浙江 neither: both away."""
    hall = team_hall(kind, tmp_path)
    hall.pair()
    type_lineup(hall, 1, 1, 1, 2, 3, 5)
    type_lineup(hall, 1, 2, 3, 4, "空", 6)
    type_lineup(hall, 1, 4, 2, "空", 5, 6)
    type_lineup(hall, 1, 3, 1, "空", 2, 3)
    hall.refresh()
    assert boards(hall, 1, "红方棋手", "结果", "黑方棋手") == [
        ("广东1", None, "上海3"),
        ("上海4", None, "广东2"),
        ("广东3", "+-", None),
        ("上海6", None, "广东5"),
        ("浙江2", None, "北京1"),
        (None, "--", None),
        ("浙江5", None, "北京2"),
        ("北京3", None, "浙江6"),
    ]
    assert hall.check().errors == 0


@kinds
def test_a_line_up_out_of_order_stops_every_command_that_writes(kind: str, tmp_path: Path) -> None:
    """T2: 1-4-2-5 is refused, naming the first two, the member of order 4 and the one of order 2."""
    hall = team_hall(kind, tmp_path)
    paired_with_lineups(hall)
    type_lineup(hall, 1, 1, 1, 4, 2, 5)
    before = hall.column("第1轮", "红方棋手")
    for command in (hall.refresh, lambda: hall.result(1, 1, "2:0 1:1 1:1 0:2"), hall.pair):
        with pytest.raises(BadInput) as refused:
            command()
        (problem,) = refused.value.problems
        assert "广东4（序号 4）排在广东2（序号 2）前面" in problem.what
        assert problem.where.startswith("第1轮上场!")
    assert hall.column("第1轮", "红方棋手") == before
    assert [problem.gravity for problem in hall.check().problems if "序号 4" in problem.what] == [Gravity.ERROR]
    for orders in ((1, 2, 3, 5), (3, 4, 5, 6)):
        type_lineup(hall, 1, 1, *orders)
        hall.refresh()
    assert boards(hall, 1, "红方棋手")[0] == ("广东3",)


@kinds
def test_any_order_will_do_where_boards_are_free(kind: str, tmp_path: Path) -> None:
    hall = team_hall(kind, tmp_path, FREE)
    paired_with_lineups(hall)
    type_lineup(hall, 1, 1, 1, 4, 2, 5)
    hall.refresh()
    assert boards(hall, 1, "红方棋手", "黑方棋手")[:4] == [
        ("广东1", "上海1"),
        ("上海2", "广东4"),
        ("广东2", "上海3"),
        ("上海4", "广东5"),
    ]


@kinds
def test_fixed_boards_name_their_players_at_once_and_want_no_line_up(kind: str, tmp_path: Path) -> None:
    """Squads of three for four boards: board 4 is empty on both sides, 0:0."""
    hall = team_hall(kind, tmp_path, FIXED, size=3)
    outcome = hall.pair()
    assert not visible(hall, "第1轮上场")
    assert boards(hall, 1, "红方棋手", "结果", "黑方棋手")[:4] == [
        ("广东1", None, "上海1"),
        ("上海2", None, "广东2"),
        ("广东3", None, "上海3"),
        (None, "--", None),
    ]
    assert outcome.round is not None
    assert outcome.round.open_boards == (1, 2)
    assert hall.undo().command == "撤销本轮"  # what came with the pairing is no result that could be lost


@kinds
def test_a_whole_event_by_match_points(kind: str, tmp_path: Path) -> None:
    """Round 1: 1 beats 2 by 5:3, 4 beats 3 by 8:0.

    Round 2 (even): 1 and 4 have 2 of 场分 and both had red on board 1; histories level, 1 + 4 odd: 1 has red. 2 and 3
    both had black; 2 + 3 odd: 2 has red. 4 wins by 5:3, 2 and 3 draw.
    Round 3: left to meet are 4-2 and 1-3. 4 and 2 have had one red and one black each; 4's last was black: 4 has red.
    1 has had two reds and more points than 3 in one of the last three rounds: it gets the black it lacks.
    """
    hall = team_hall(kind, tmp_path)
    for number, results in enumerate(
        (
            {1: "2:0 0:2 1:1 2:0", 2: "2:0 0:2 2:0 0:2"},  # from the side of each board's red
            {1: "0:2 2:0 1:1 0:2", 2: "1:1 1:1 1:1 1:1"},
            {1: "1:1 1:1 1:1 1:1", 2: "2:0 1:1 1:1 1:1"},
        ),
        start=1,
    ):
        made = hall.pair().round
        assert made is not None
        expected = {1: [(1, 2), (4, 3)], 2: [(1, 4), (2, 3)], 3: [(4, 2), (3, 1)]}[number]
        assert [(one.red, one.black) for one in made.pairings] == expected
        for team in (1, 2, 3, 4):
            type_lineup(hall, number, team, 1, 2, 3, 4)
        for board, text in results.items():
            hall.result(number, board, text)
    # 场分 1: 2 + 0 + 0, 2: 0 + 1 + 1, 3: 0 + 1 + 2, 4: 2 + 2 + 1
    # 局分 1: 5 + 3 + 3, 2: 3 + 4 + 4, 3: 0 + 4 + 5, 4: 8 + 5 + 4
    # 团体对手分 1: 2 + 5 + 3, 2: 2 + 3 + 5, 3: 5 + 2 + 2, 4: 3 + 2 + 2; 1 before 2 by 胜场, 1 and 0
    assert [row[1:10] for row in hall.named("成绩表区")[1:5]] == [
        [4, "浙江", None, "3红 8:0", "1黑 5:3", "2红 4:4", 5, 7, 17],
        [3, "北京", None, "4黑 0:8", "2黑 4:4", "1红 5:3", 3, 9, 9],
        [1, "广东", None, "2红 5:3", "4红 3:5", "3黑 3:5", 2, 10, 11],
        [2, "上海", None, "1黑 3:5", "3红 4:4", "4黑 4:4", 2, 10, 11],
    ]
    checked = hall.check()
    assert checked.problems == ()
    assert "第1、2、3轮：与规则编排相同。" in checked.done
    assert any("场" in line or "先走" in line for line in hall.explain(2).done)


@kinds
def test_a_round_waits_for_every_board(kind: str, tmp_path: Path) -> None:
    hall = team_hall(kind, tmp_path)
    paired_with_lineups(hall)
    hall.result(1, 1, "2:0 1:1 1:1 1:1")
    hall.type("第1轮", 5, "结果", "2:0")
    with pytest.raises(OpenBoards) as refused:
        hall.pair()
    assert refused.value.boards == ((1, 2),)


@kinds
def test_one_board_of_a_match_is_entered_and_the_others_stay(kind: str, tmp_path: Path) -> None:
    hall = team_hall(kind, tmp_path)
    paired_with_lineups(hall)
    hall.result(1, 2, "2:0 1:1 1:1 -")
    outcome = hall.result(1, 2, "4分台 0:2")
    assert boards(hall, 1, "结果")[-4:] == [("2:0",), ("1:1",), ("1:1",), ("0:2",)]
    assert "第1轮第2台" in outcome.done[0]
    with pytest.raises(BadInput, match="没有第 5 分台"):
        hall.result(1, 2, "5分台 0:2")
    with pytest.raises(BadInput, match="给出了 2 个结果"):
        hall.result(1, 2, "2:0 1:1")


@kinds
def test_undo_empties_and_hides_the_round_and_its_line_ups(kind: str, tmp_path: Path) -> None:
    hall = team_hall(kind, tmp_path)
    before = hall.snapshot()
    paired_with_lineups(hall)
    hall.refresh()
    hall.undo()
    for sheet in ("第1轮", "第1轮上场"):
        assert not visible(hall, sheet)
        was, now = before.sheet(sheet), hall.snapshot().sheet(sheet)
        assert was is not None
        assert now is not None
        assert _filled(now.rows) == _filled(was.rows)
    hall.pair()
    assert boards(hall, 1, "红方棋手")[:1] == []


def _filled(rows: object) -> set[tuple[int, int, CellValue]]:
    assert isinstance(rows, (list, tuple))
    return {(r, c, cell) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell not in (None, "")}


@kinds
def test_a_round_sheet_may_be_sorted(kind: str, tmp_path: Path) -> None:
    """分台 tells the boards apart when the rows of the matches stand in another order."""
    hall = team_hall(kind, tmp_path)
    paired_with_lineups(hall)
    hall.result(1, 1, "2:0 1:1 0:2 +-")
    hall.refresh()
    before = hall.event()
    headings = (
        "台次",
        "分台",
        "红方编号",
        "红方",
        "红方棋手",
        "红方积分",
        "结果",
        "黑方积分",
        "黑方棋手",
        "黑方",
        "黑方编号",
    )
    rows = boards(hall, 1, *headings)
    for at, row in enumerate(reversed(rows), start=1):
        for heading, cell in zip(headings, row, strict=True):
            hall.type("第1轮", at, heading, cell)
    assert hall.event() == before
    assert hall.check().errors == 0


@kinds
def test_squads_that_know_their_team_by_name_follow_the_numbers_drawn(kind: str, tmp_path: Path) -> None:
    """Nobody has a number: they are drawn, and whoever sits at a board belongs to the team named beside him."""
    hall = team_hall(kind, tmp_path, {**FIXED, "抽签种子": "3"}, numbered=False)
    hall.pair()
    numbers = dict(zip(hall.filled("名单", "编号"), TEAMS, strict=True))
    assert sorted(numbers) == [1, 2, 3, 4]
    assert list(numbers.values()) == list(TEAMS)
    rows = boards(hall, 1, "分台", "红方编号", "红方", "红方棋手", "黑方棋手", "黑方", "黑方编号")
    assert len(rows) == 8
    for board, red, red_team, red_player, black_player, black_team, black in rows:
        assert (red_team, black_team) == (numbers[red], numbers[black])
        assert (red_player, black_player) == (f"{red_team}{board}", f"{black_team}{board}")
    assert hall.check().errors == 0
    hall.undo()
    assert hall.filled("名单", "编号") == []
    hall.pair()
    again = boards(hall, 1, "分台", "红方编号", "红方", "红方棋手", "黑方棋手", "黑方", "黑方编号")
    assert again == rows


@kinds
def test_a_played_result_on_an_empty_board_is_told(kind: str, tmp_path: Path) -> None:
    hall = team_hall(kind, tmp_path)
    paired_with_lineups(hall)
    hall.result(1, 1, "2:0 1:1 1:1 1:1")
    type_lineup(hall, 1, 2, 1, 2, 3, "空")
    told = [problem for problem in hall.check().problems if problem.rule == "T2"]
    assert [problem.gravity for problem in told] == [Gravity.WARNING]
    assert "第1台第4分台" in told[0].what
    assert hall.refresh().errors == 0


@kinds
def test_a_result_of_an_empty_board_is_told_as_it_is_entered(kind: str, tmp_path: Path) -> None:
    """Board 1 is empty on both sides, board 3 on that of 上海. What is right beside them is not told."""
    hall = team_hall(kind, tmp_path)
    paired_with_lineups(hall)
    type_lineup(hall, 1, 1, "空", 2, 3, 4)
    type_lineup(hall, 1, 2, "空", 2, "空", 4)
    hall.refresh()
    assert [problem for problem in hall.result(1, 1, "2分台 1:1").problems if problem.rule == "T2"] == []
    both = "第1台第1分台填了对局的结果，而上场名单里双方空台。"
    one = "第1台第3分台填了对局的结果，而上场名单里一方空台。"
    first, second = (hall.result(1, 1, text) for text in ("1分台 2:0", "3分台 0:2"))
    assert [problem.what for problem in first.problems if problem.rule == "T2"] == [both]
    assert [problem.what for problem in second.problems if problem.rule == "T2"] == [both, one]
    assert [problem.what for problem in hall.check().problems if problem.rule == "T2"] == [both, one]
    assert [problem for problem in hall.result(1, 1, "-- 1:1 +- 1:1").problems if problem.rule == "T2"] == []


@kinds
def test_a_line_up_corrected_after_its_forfeit_is_told_until_the_result_is_mended(kind: str, tmp_path: Path) -> None:
    """广东 has red on board 1 and nobody there at first: 红弃权 stands in the cell, and stays until it is exchanged."""
    hall = team_hall(kind, tmp_path)
    paired_with_lineups(hall)
    type_lineup(hall, 1, 1, "空", 2, 3, 4)
    hall.refresh()
    assert boards(hall, 1, "结果")[0] == ("-+",)
    type_lineup(hall, 1, 1, 1, 2, 3, 4)
    for outcome in (hall.refresh(), hall.check()):
        (told,) = [problem for problem in outcome.problems if problem.rule == "T2"]
        assert told.gravity is Gravity.WARNING
        assert told.where.startswith("第1轮!")
        assert told.what == "第1台第1分台上场名单里现在双方都有人，结果仍是弃权。"
    hall.result(1, 1, "1分台 1:1")
    assert not [problem for problem in hall.check().problems if problem.rule == "T2"]


@kinds
def test_a_team_round_robin_with_a_team_that_does_not_come(kind: str, tmp_path: Path) -> None:
    """The table for 4: 1-4 2-3; 4-3 1-2; 2-4 3-1. 4 leaves after two of three matches: the third is lost.

    2 has red on boards 1 and 3 of it, so 4 is absent as black there and as red on boards 2 and 4.
    """
    hall = team_hall(kind, tmp_path, {**RESERVES, "赛制": "单循环", "轮数": ""})
    for number in (1, 2):
        hall.pair()
        hall.results(number, *["1:1 1:1 1:1 1:1"] * 2)
    hall.type("名单", 4, "参赛轮次", "1-2")
    made = hall.pair().round
    assert made is not None
    assert [(one.red, one.black) for one in made.pairings] == [(2, 4), (3, 1)]
    assert boards(hall, 3, "结果")[:4] == [("+-",), ("-+",), ("+-",), ("-+",)]
    assert hall.named("循环表区")[0][4:8] == [1, 2, 3, 4]
    assert hall.named("循环表区")[2][4:8] == ["4:4", "—", "4:4", "8:0"]


def test_more_rounds_and_more_room_in_a_workbook_of_teams(tmp_path: Path) -> None:
    teams = [f"{name}队" for name in "甲乙丙丁戊己"]
    hall = team_hall("closed", tmp_path, {**RESERVES, "轮数": "5"}, teams=teams)
    with hall.opened() as book:
        actions.rounds(book, 5, now=NOW)
    with hall.opened() as book:
        actions.resize(book, 60, now=NOW)
    assert len(hall.column("名单", "编号")) == 60
    assert len(hall.column("队员", "序号")) == 60 * (4 + 3)  # three reserves a team
    for number in range(1, 6):
        hall.pair()
        assert visible(hall, f"第{number}轮上场")
        for team in range(1, 7):
            type_lineup(hall, number, team, 1, 2, 3, 4)
        hall.results(number, *["1:1 1:1 1:1 1:1"] * 3)
    sheet = hall.snapshot().sheet("第5轮上场")
    assert sheet is not None
    assert sheet.rows[1][0] == "第5轮上场"
    assert hall.check().errors == 0


@kinds
def test_a_workbook_whose_squads_are_missing_still_pairs(kind: str, tmp_path: Path) -> None:
    hall = team_hall(kind, tmp_path, size=0)
    outcome = hall.pair()
    assert outcome.round is not None
    hall.results(1, "1:1 1:1 1:1 1:1", "2:0 2:0 2:0 2:0")
    assert hall.check().errors == 0


def test_no_team_twice_and_rounds_beyond_the_plan(tmp_path: Path) -> None:
    hall = team_hall("closed", tmp_path, {**RESERVES, "轮数": "1"}, rounds=1)
    paired_with_lineups(hall)
    hall.results(1, "1:1 1:1 1:1 1:1", "1:1 1:1 1:1 1:1")
    with pytest.raises(NotAllowed):
        hall.pair()
