"""The boards of team matches as hands type them, and whole workbooks of team events (T2)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from squad_scenes import BOARDS, TEAMS, told

from xlpair.model import Event, Game, Lineup, Pairing, Result
from xlpair.settings import Settings, TeamForm
from xlpair.workbook.blocks import Block
from xlpair.workbook.book import Area, CellValue, ErrorValue, Sheet, Snapshot, Table
from xlpair.workbook.layout import ROSTER_HEADINGS, SETTINGS_HEADINGS, SQUAD_HEADINGS, TEAM_ROUND_HEADINGS
from xlpair.workbook.reader import Reading, read_event, read_round

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
    form: str,
    *,
    boards: int = 3,
    with_squads: bool = True,
    line_ups: Sequence[Sequence[CellValue]] = (),
    first: str = "2:0",
) -> Reading:
    """Three teams; 1 against 2 in round 1, its boards ``first``, open, 1:1; 3 rests. Two members each, 3 has none."""
    members = [(team, None, order, f"{team}队{order}") for team in (1, 2) for order in (1, 2, 3)]
    parts = [
        table("赛事", "赛事", [SETTINGS_HEADINGS, ("团体", form), ("每队台数", boards), ("轮数", 3)]),
        table("名单", "名单", [ROSTER_HEADINGS, *((one.number, one.name) for one in TEAMS)]),
        table(
            "第1轮",
            "第1轮",
            [
                TEAM_ROUND_HEADINGS,
                board_row(1, 1, 1, 2, first),
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


@pytest.mark.parametrize(
    ("one", "two", "first", "told_of"),
    [
        (1, 1, "-+", "双方都有人，结果仍是弃权。"),
        (1, 1, "+-", "双方都有人，结果仍是弃权。"),
        (1, 1, "--", "双方都有人，结果仍是弃权。"),
        ("空", 1, "+-", "一方有人、一方空台，结果仍是另一种弃权。"),
        (1, "空", "--", "一方有人、一方空台，结果仍是另一种弃权。"),
        ("空", "空", "+-", "双方空台，结果仍是另一种弃权。"),
        ("空", 1, "-+", None),
        (1, "空", "+-", None),
        ("空", "空", "--", None),
    ],
)
def test_a_forfeit_that_line_ups_do_not_say_is_told(
    one: CellValue, two: CellValue, first: str, told_of: str | None
) -> None:
    """Team 1 has red on board 1, so its empty board there is ``-+``; whoever sits there has not lost for nothing."""
    reading = book("分台换人", line_ups=[(1, None, one, 2, 3), (2, None, two, 2, 3)], first=first)
    expected = [("第1轮!G2", f"第1台第1分台上场名单里现在{told_of}")] if told_of else []
    assert told(reading.problems) == expected
    assert reading.errors == ()


def test_a_forfeit_is_nothing_to_tell_where_nobody_hands_in_line_ups() -> None:
    assert book("分台定人", first="+-").problems == ()
    assert book("分台换人", line_ups=[(1, None, 1, 2, 3)], first="+-").problems == ()


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
