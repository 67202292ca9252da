"""Squads, line-ups and the boards of team matches as hands type them (T2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from xlpair.errors import Gravity, Problem
from xlpair.model import Event, Game, Lineup, Member, Pairing, Player, Result
from xlpair.settings import Settings, TeamForm
from xlpair.workbook.blocks import Block
from xlpair.workbook.book import Area, CellValue, ErrorValue, Sheet, Snapshot, Table
from xlpair.workbook.layout import (
    ROSTER_HEADINGS,
    SETTINGS_HEADINGS,
    SQUAD_HEADINGS,
    TEAM_ROUND_HEADINGS,
    board_heading,
    lineup_name,
    lineup_of_table,
    round_of_table,
)
from xlpair.workbook.lineup_reader import LineupReading, read_lineups
from xlpair.workbook.reader import Reading, read_event, read_round
from xlpair.workbook.squad_reader import SquadReading, Teams, read_squads

TEAMS = (Player(1, "广东"), Player(2, "上海"), Player(3, "北京"))
RESERVES = Settings(team_form=TeamForm.RESERVES, boards_per_team=4)
FIXED = Settings(team_form=TeamForm.FIXED_BOARDS, boards_per_team=4)


def told(problems: Sequence[Problem]) -> list[tuple[str, str]]:
    return [(problem.where, problem.what) for problem in problems]


# 队员


def squads(*rows: tuple[CellValue, ...], unnumbered: Sequence[int] = ()) -> SquadReading:
    width = len(SQUAD_HEADINGS)
    body = [(*row, *[None] * (width - len(row))) for row in rows]
    return read_squads(Block((SQUAD_HEADINGS, *body)), Teams(TEAMS, unnumbered))


def test_squads_as_they_are_meant() -> None:
    found = squads(
        (2, "上海", 1, "谢靖", 2600, None),
        (1, "广东", 2, "吕钦", None, "教练"),
        (1, "广东", 1, "许银川", 2700, None),
    )
    assert found.members == (
        Member(1, 1, "许银川", 2700),
        Member(1, 2, "吕钦", None, "教练"),
        Member(2, 1, "谢靖", 2600),
    )
    assert found.problems == ()
    assert found.place.rows == {1: (2, 3), 2: (1,)}


def test_a_team_named_once_for_the_rows_below_and_orders_left_blank() -> None:
    """A squad's first row names the team, by number or by name; whoever has no 序号 is the next one."""
    found = squads(
        (1, None, None, "甲"), (None, None, None, "乙"), (None, "上 海", 3, "丙"), (), (None, None, None, "丁")
    )
    assert [(one.team, one.order, one.name) for one in found.members] == [
        (1, 1, "甲"),
        (1, 2, "乙"),
        (2, 3, "丙"),
        (2, 4, "丁"),
    ]
    assert found.problems == ()


def test_what_is_wrong_with_a_squad_is_told_with_its_place() -> None:
    found = squads(
        (None, None, 1, "无队"),
        (9, "", 1, "远"),
        ("甲", "", 1, "字"),
        (1, "广东", 1, "一"),
        (1, "广东", 1, "二"),
        (1, "广东", "头", "三"),
        (1, "上海", 2, "四"),
        (1, "广东", 5, None),
        (None, "天津", 1, "五"),
        (2, "上海", 1, "六", "高"),
        (2, "上海", 2, "六"),
        (2, "上海", ErrorValue("#REF!"), "七"),
    )
    assert told(found.problems) == [
        ("队员 第2行 队号", "没有写是哪一队。"),
        ("队员 第3行 队号", "名单里没有 9 号队。"),
        ("队员 第4行 队号", "队号看不懂 “甲”。"),
        ("队员 第6行 序号", "1 号队的序号 1 重复，队员 第5行 序号 也是 1。"),
        ("队员 第7行 序号", "序号看不懂 “头”。"),
        ("队员 第8行 参赛队", "1 号队是 广东，这里写的是 “上海”。"),
        ("队员 第9行 姓名", "这一行没有姓名，没有算作队员。"),
        ("队员 第10行 参赛队", "名单里没有 “天津” 队。"),
        ("队员 第11行 等级分", "等级分看不懂 “高”。"),
        ("队员 第12行 姓名", "2 号队里有两个 六。"),
        ("队员 第13行 序号", "单元格是错误值 #REF!。"),
    ]
    assert [(one.team, one.order, one.name) for one in found.members] == [
        (1, 1, "一"),
        (1, 2, "四"),
        (2, 1, "六"),
        (2, 2, "六"),
    ]


def test_a_number_nobody_has_typed_yet_names_no_team() -> None:
    """Before the numbers are drawn a team can only be called by its name."""
    found = squads((1, None, 1, "甲"), (None, "广东", 1, "乙"), unnumbered=(1, 2, 3))
    assert told(found.problems) == [("队员 第2行 队号", "名单里没有 1 号队。")]
    assert [(one.team, one.name) for one in found.members] == [(1, "乙")]


def test_missing_columns_are_told() -> None:
    found = read_squads(Block((("队号", "姓名"), (1, "甲"))), Teams(TEAMS))
    assert [(one.what, one.gravity) for one in found.problems if "序号" in one.what] == [
        ("标题行（第1行）里找不到“序号”。", Gravity.ERROR)
    ]
    assert found.members == ()


# 第N轮上场


NAMES = ("赵一", "钱二", "孙三", "李四", "周五", "吴六")
SQUADS: Mapping[int, Mapping[int, Member]] = {
    team: {order: Member(team, order, name) for order, name in enumerate(NAMES, start=1)} for team in (1, 2)
}
BOARDS = tuple(board_heading(board) for board in range(1, 5))


def lineups(*rows: tuple[CellValue, ...], settings: Settings = RESERVES) -> LineupReading:
    return read_lineups(Block((("队号", "参赛队", *BOARDS), *rows)), 3, Teams(TEAMS), SQUADS, settings)


def test_line_ups_as_they_are_meant() -> None:
    found = lineups(
        (1, "广东", 1, 2, 3, 5), (2.0, "上海", "3", "４", "空", "吴六"), (3, "北京", None, None, None, None)
    )
    assert found.lineups == (Lineup(3, 1, (1, 2, 3, 5)), Lineup(3, 2, (3, 4, None, 6)))
    assert found.problems == ()
    assert found.place.rows == {1: (1,), 2: (2,), 3: (3,)}


@pytest.mark.parametrize("word", ["空", "缺", "缺席", "－", "-", "——", 0, "0", "弃权", "空台"])
def test_words_for_an_empty_board(word: CellValue) -> None:
    assert lineups((1, None, 1, 2, 3, word)).lineups == (Lineup(3, 1, (1, 2, 3, None)),)


def test_a_line_up_out_of_order_is_refused_with_the_first_two_names() -> None:
    """The guide's 1-4-2-5."""
    found = lineups((1, "广东", 1, 4, 2, 5))
    (problem,) = found.problems
    assert problem.gravity is Gravity.ERROR
    assert problem.where == "第3轮上场 第2行 三台"
    assert problem.what == "李四（序号 4）排在钱二（序号 2）前面，上场次序与序号不符。"
    assert found.lineups == ()


def test_a_board_left_blank_is_asked_for_and_forfeits_nothing_yet() -> None:
    found = lineups((1, "广东", 1, 2, 3, None))
    (problem,) = found.problems
    assert (problem.where, problem.gravity) == ("第3轮上场 第2行 四台", Gravity.WARNING)
    assert "空" in problem.hint
    assert found.lineups == ()


def test_what_is_wrong_with_line_ups_is_told_with_its_place() -> None:
    found = lineups(
        (9, None, 1, 2, 3, 4),
        (None, "天津", 1, 2, 3, 4),
        (1, None, 1, 2, 2, 4),
        (1, None, 1, 2, 3, 4),
        (2, None, 1, "王七", 3, 4),
        (3, None, 1, 2, 3, 4),
        (None, "广东", ErrorValue("#N/A"), 2, 3, 4),
    )
    assert told(found.problems) == [
        ("第3轮上场 第2行 队号", "名单里没有 9 号队。"),
        ("第3轮上场 第3行 队号", "没有写队号。"),
        ("第3轮上场 第4行 三台", "钱二（序号 2）已经在第 2 台。"),
        ("第3轮上场 第5行 队号", "1 号队写了两行，另一行是 第3轮上场 第4行 队号。"),
        ("第3轮上场 第6行 二台", "看不懂 “王七”。"),
        ("第3轮上场 第7行 一台", "这一队没有序号 1 的队员。"),
        ("第3轮上场 第8行 一台", "单元格是错误值 #N/A。"),
    ]
    assert found.lineups == ()


def test_fewer_columns_than_boards_are_told_and_more_are_no_matter() -> None:
    five = Settings(team_form=TeamForm.RESERVES, boards_per_team=5)
    assert told(lineups((1, None, 1, 2, 3, 4), settings=five).problems) == [
        ("第3轮上场", "没有“五台”这一列，而赛事表的“每队台数”要它。")
    ]
    three = Settings(team_form=TeamForm.RESERVES, boards_per_team=3)
    assert lineups((1, None, 1, 2, 3, 4), settings=three).lineups == (Lineup(3, 1, (1, 2, 3)),)


@pytest.mark.parametrize(
    ("board", "heading"), [(1, "一台"), (9, "九台"), (10, "十台"), (12, "十二台"), (20, "二十台"), (99, "九十九台")]
)
def test_headings_of_boards(board: int, heading: str) -> None:
    assert board_heading(board) == heading


def test_line_up_tables_and_round_tables_are_told_apart() -> None:
    assert lineup_name(3) == "第3轮上场"
    assert (lineup_of_table("第3轮上场"), round_of_table("第3轮上场")) == (3, None)
    assert (lineup_of_table("第3轮"), round_of_table("第3轮")) == (None, 3)


# 第N轮 with a row for every board


def board_row(board: int, place: CellValue, red: int, black: int, result: CellValue = None) -> tuple[CellValue, ...]:
    cells: dict[str, CellValue] = {
        "台次": board,
        "分台": place,
        "红方编号": red,
        "结果": result,
        "黑方编号": black,
    }
    return tuple(cells.get(heading) for heading in TEAM_ROUND_HEADINGS)


def team_round(*rows: tuple[CellValue, ...], boards: int = 3) -> tuple[Pairing, tuple[int, ...], list[tuple[str, str]]]:
    settings = Settings(team_form=TeamForm.RESERVES, boards_per_team=boards)
    found = read_round(Block((TEAM_ROUND_HEADINGS, *rows)), 1, {player.number: player for player in TEAMS}, settings)
    assert found.round is not None
    (pairing,) = found.round.pairings
    return pairing, found.place.rows[pairing.board], told(found.problems)


RED, BLACK, DRAW = Game(Result.RED_WIN), Game(Result.BLACK_WIN), Game(Result.DRAW)


def test_the_rows_of_a_match_are_its_boards() -> None:
    pairing, rows, problems = team_round(
        board_row(1, 1, 1, 2, "2:0"), board_row(1, 2, 2, 1, "0:2"), board_row(1, 3, 1, 2, "1:1")
    )
    assert pairing == Pairing(1, 1, 2, (RED, BLACK, DRAW))
    assert (rows, problems) == ((1, 2, 3), [])


def test_rows_may_be_sorted_by_anything() -> None:
    pairing, rows, problems = team_round(
        board_row(1, 2, 2, 1, "0:2"), board_row(1, 3, 1, 2, "1:1"), board_row(1, 1, 1, 2, "2:0")
    )
    assert pairing == Pairing(1, 1, 2, (RED, BLACK, DRAW))
    assert (rows, problems) == ((3, 1, 2), [])


def test_without_the_numbers_of_the_boards_rows_count_in_order() -> None:
    pairing, _, problems = team_round(
        board_row(1, None, 2, 1, "2:0"), board_row(1, None, 1, 2), board_row(1, None, 2, 1)
    )
    assert pairing == Pairing(1, 2, 1, (RED, Game(), Game()))
    assert problems == []


@pytest.mark.parametrize(
    ("places", "what"),
    [
        ((1, 1, 3), "分台重复 1。"),
        ((1, "中", 3), "分台看不懂 “中”。"),
        ((1, 4, 3), "分台看不懂 4。"),
        ((1, None, 3), "没有写分台。"),
    ],
)
def test_numbers_of_boards_that_are_wrong_are_told(places: tuple[CellValue, ...], what: str) -> None:
    _, _, problems = team_round(
        board_row(1, places[0], 1, 2), board_row(1, places[1], 2, 1), board_row(1, places[2], 1, 2)
    )
    assert problems[0] == ("第1轮 第3行 分台", what)


def test_a_row_that_was_deleted_is_told() -> None:
    _, _, problems = team_round(board_row(1, 1, 1, 2, "2:0"), board_row(1, 3, 1, 2, "1:1"))
    assert ("第1轮 第2行 分台", "这一场没有第 2 分台的行。") in problems


def test_sides_that_do_not_change_from_board_to_board_are_told() -> None:
    """R5."""
    _, _, problems = team_round(board_row(1, 1, 1, 2), board_row(1, 2, 1, 2), board_row(1, 3, 1, 2))
    assert problems == [("第1轮 第3行 红方编号", "第 2 局没有换先后手。")]


# a whole workbook


def table(name: str, sheet: str, rows: Sequence[Sequence[CellValue]]) -> tuple[Sheet, Table]:
    width = max(map(len, rows))
    grid = tuple((*row, *[None] * (width - len(row))) for row in rows)
    return Sheet(sheet, grid), Table(name, Area(sheet, 0, 0, len(grid) - 1, width - 1))


def book(
    form: str, *, boards: int = 3, with_squads: bool = True, line_ups: Sequence[Sequence[CellValue]] = ()
) -> Reading:
    """Three teams; 1 against 2 in round 1, its boards 2:0, open, 1:1; 3 rests. Two members each, 3 has none."""
    members = [(team, None, order, f"{team}队{order}") for team in (1, 2) for order in (1, 2, 3)]
    parts = [
        table("赛事", "赛事", [SETTINGS_HEADINGS, ("团体", form), ("每队台数", boards), ("轮数", 3)]),
        table("名单", "名单", [ROSTER_HEADINGS, *((one.number, one.name) for one in TEAMS)]),
        table(
            "第1轮",
            "第1轮",
            [
                TEAM_ROUND_HEADINGS,
                board_row(1, 1, 1, 2, "2:0"),
                board_row(1, 2, 2, 1),
                board_row(1, 3, 1, 2, "1:1"),
                tuple({"红方编号": 3, "黑方": "轮空"}.get(heading) for heading in TEAM_ROUND_HEADINGS),
            ],
        ),
        table("第1轮上场", "第1轮上场", [("队号", "参赛队", *BOARDS[:boards]), *line_ups]),
    ]
    if with_squads:
        parts.append(table("队员", "队员", [SQUAD_HEADINGS, *members]))
    return read_event(Snapshot("比赛.xlsx", tuple(s for s, _ in parts), tuple(t for _, t in parts), {}))


def results(event: Event) -> list[Result | None]:
    return [game.result for game in event.rounds[0].pairings[0].games]


def test_a_team_event_is_read_with_squads_and_line_ups() -> None:
    reading = book("分台换人", line_ups=[(1, None, 1, 2, 3), (2, None, 1, 2, 3)])
    assert [member.name for member in reading.event.squads] == ["1队1", "1队2", "1队3", "2队1", "2队2", "2队3"]
    assert reading.event.lineups == (Lineup(1, 1, (1, 2, 3)), Lineup(1, 2, (1, 2, 3)))
    assert reading.problems == ()
    assert reading.places.squads is not None
    assert sorted(reading.places.lineups) == [1]
    assert results(reading.event) == [Result.RED_WIN, None, Result.DRAW]


def test_an_empty_board_of_a_line_up_fills_in_the_open_result() -> None:
    """Team 1 has black on board 2 and nobody there: 黑弃权. On board 1 nobody of it either, but 2:0 was typed: told."""
    reading = book("分台换人", line_ups=[(1, None, "空", "空", 3), (2, None, 1, 2, 3)])
    assert results(reading.event) == [Result.RED_WIN, Result.BLACK_FORFEITS, Result.DRAW]
    assert told(reading.problems) == [
        ("第1轮!G2", "第1台第1分台填了对局的结果，而上场名单里一方空台。"),
    ]
    assert reading.errors == ()


def test_fixed_boards_need_no_line_up() -> None:
    reading = book("分台定人", line_ups=[(1, None, 3, 2, 1)])
    assert reading.event.lineups == ()
    assert reading.problems == ()


def test_without_the_sheet_of_squads_the_event_goes_on() -> None:
    reading = book("分台换人", with_squads=False)
    assert told(reading.problems) == [("队员", "找不到这张表，不知道各队有谁。")]
    assert reading.errors == ()
    assert results(reading.event) == [Result.RED_WIN, None, Result.DRAW]


def test_a_sheet_of_that_name_in_an_event_of_persons_is_the_users_own() -> None:
    parts = [
        table("赛事", "赛事", [SETTINGS_HEADINGS, ("赛制", "积分编排")]),
        table("名单", "名单", [ROSTER_HEADINGS, (1, "甲"), (2, "乙")]),
        table("队员", "队员", [("姓名", "序号"), ("丙", "不是数"), ("丁", ErrorValue("#REF!"))]),
    ]
    reading = read_event(Snapshot("比赛.xlsx", tuple(s for s, _ in parts), tuple(t for _, t in parts), {}))
    assert reading.problems == ()
    assert reading.event.squads == ()
