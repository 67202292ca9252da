"""What hands do to a tournament, in a real Calc: typed results, filters, two workbooks, protection, sorting, renaming.

The workbooks compute their tables by formulas (实时公式): what is seen is what functions and commands make of the cells
as Calc has them.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from calc.books import LIVE, book_of, read_back, swiss_2009
from calc.conftest import Desk
from calc.office import XLSX, Document
from xlpair.model import Event, Player, Result

NAMES = ("赵国荣", "吕钦", "许银川", "蒋川", "洪智", "于幼华")


def small_event(desk: Desk, folder: Path, name: str = "春季赛", count: int = 6) -> Document:
    """An event of six with round 1 paired by the menu: 1-2, 4-3, 5-6 (临近; small number red on odd boards)."""
    players = tuple(Player(number, NAMES[number - 1], f"{number % 3}队") for number in range(1, count + 1))
    document = desk.open(book_of(folder / f"{name}.xlsx", Event(replace(LIVE, rounds=3), players)))
    document.menu("pair")
    return document


def points(document: Document) -> dict[str, float]:
    heading, *rows = document.filled("成绩表区")
    name, column = heading.index("姓名"), heading.index("积分")
    return {row[name]: row[column] for row in rows}


def first_cell(document: Document) -> str:
    """The first cell of 成绩表: a heading, or the sentence that says why there is no table."""
    return str(document.values("成绩表区")[0][0])


RED, DRAW, BLACK = (2.0, 0.0), (1.0, 1.0), (0.0, 2.0)
NOBODY = (0.0, 0.0)
TYPED: dict[str, tuple[float, float]] = {
    **dict.fromkeys(("2:0", "2-0", "1-0", "胜", "红胜", "W", "w", "２－０", "2 : 0", " 2:0 ", "\u30002：0", "+-"), RED),
    **dict.fromkeys(("1:1", "½-½", "0.5-0.5", "1/2", "和", "D", "１：１", "1 ： 1", "和棋"), DRAW),
    **dict.fromkeys(("0:2", "0-1", "负", "黑胜", "L", "０：２", "-+"), BLACK),
    "--": NOBODY,
    "双弃": NOBODY,
}


def test_hands_20_every_way_to_type_a_result_counts_at_once(desk: Desk, tmp_path: Path) -> None:
    document = small_event(desk, tmp_path)
    red, black = (document.column("第1轮", side)[0] for side in ("红方", "黑方"))
    for text, (for_red, for_black) in TYPED.items():
        document.typed("第1轮", 1, "结果", text)
        found = points(document)
        assert (found[red], found[black]) == (for_red, for_black), text
    # Nothing became a number, a date or a time on the way.
    assert document.cell(*document.cell_of("第1轮", 1, "结果"))["kind"] == "TEXT"


@pytest.mark.parametrize("text", ["3:0", "胜胜", "x", "2:", "1:0:0"])
def test_hands_20_what_is_no_result_is_told_with_its_place(text: str, desk: Desk, tmp_path: Path) -> None:
    document = small_event(desk, tmp_path)
    document.typed("第1轮", 2, "结果", text)
    said = first_cell(document)
    assert "第1轮 第3行 结果" in said
    assert f"“{text}”" in said
    assert "2:0" in said, "it says what to type"
    refused = document.command("pair")
    assert refused["refused"]
    assert refused["place"] == "第1轮!F6"


@pytest.mark.parametrize(
    ("text", "expected"), [("2:0", RED), ("1:1", DRAW), ("0:2", BLACK), ("1:0", RED), ("0.5", DRAW)]
)
def test_hands_21_a_result_that_calc_has_turned_into_a_time_is_recognised(
    text: str, expected: tuple[float, float], desk: Desk, tmp_path: Path
) -> None:
    document = small_event(desk, tmp_path)
    where = document.cell_of("第1轮", 1, "结果")
    document.plain_format(*where)
    document.type(*where, text)
    assert document.cell(*where)["kind"] == "VALUE", "Calc has made a number of it"
    red, black = (document.column("第1轮", side)[0] for side in ("红方", "黑方"))
    found = points(document)
    assert (found[red], found[black]) == expected
    for row in (2, 3):
        document.typed("第1轮", row, "结果", "2:0")
    assert not document.command("pair")["refused"], "the commands read it, too"


def test_hands_21_a_date_is_recognised_where_it_is_certain_and_told_where_it_is_not(desk: Desk, tmp_path: Path) -> None:
    document = small_event(desk, tmp_path)
    where = document.cell_of("第1轮", 1, "结果")
    red, black = (document.column("第1轮", side)[0] for side in ("红方", "黑方"))
    document.put_date(*where, "=DATE(2026;1;1)")  # 1-1 under Chinese settings
    found = points(document)
    assert (found[red], found[black]) == DRAW
    document.put_date(*where, "=DATE(2026;1;2)")  # 1/2, or 1-2: nobody knows
    assert "第1轮 第2行 结果" in first_cell(document)
    assert "日期" in first_cell(document)
    refused = document.command("pair")
    assert refused["place"] == "第1轮!F5"
    assert "日期" in "".join(refused["lines"])


def test_hands_22_blank_dash_and_empty_formula_are_open_boards(desk: Desk, tmp_path: Path) -> None:
    document = small_event(desk, tmp_path)
    document.typed("第1轮", 1, "结果", "-")
    document.typed("第1轮", 2, "结果", "  ")
    where = document.cell_of("第1轮", 3, "结果")
    document.plain_format(*where)
    document.type(*where, '=""')
    assert document.cell(*where)["kind"] == "FORMULA"
    assert document.command("pair")["lines"] == ["第1轮第 1、2、3 台还没有结果。请先填好结果再编排。"]
    document.typed("第1轮", 2, "结果", "2:0")
    assert document.command("pair")["lines"] == ["第1轮第 1、3 台还没有结果。请先填好结果再编排。"]
    assert document.filled("第2轮") == document.values("第2轮")[:1]


def finish(document: Document, number: int, *texts: str) -> None:
    for row, text in enumerate(texts, start=1):
        document.typed(f"第{number}轮", row, "结果", text)


def test_hands_37_a_filter_hides_rows_from_the_eye_only(desk: Desk, tmp_path: Path) -> None:
    document, other = small_event(desk, tmp_path), small_event(desk, tmp_path, "不筛选")
    for one in (document, other):
        finish(one, 1, "2:0", "1:1", "0:2")
    sheet, top, _, bottom, _ = document.place("第1轮")
    document.filter("第1轮", 5, "2:0")
    hidden = document.hidden_rows(sheet, top, bottom)
    assert top + 1 not in hidden
    assert {top + 2, top + 3} <= set(hidden)
    for command in ("refresh", "pair"):
        for one in (document, other):
            assert not one.command(command)["refused"]
    assert document.hidden_rows(sheet, top, bottom) == hidden
    assert document.values("第2轮") == other.values("第2轮")
    assert document.values("成绩表区") == other.values("成绩表区")
    # Also where the table that is filled is filtered itself: 第2轮 taken back, filtered, and paired again.
    document.command("undo")
    document.filter("第2轮", 8, "没有的人")
    assert not document.command("pair")["refused"]
    assert document.values("第2轮") == other.values("第2轮")


def test_hands_38_two_workbooks_keep_to_themselves(desk: Desk, tmp_path: Path) -> None:
    men = desk.open(book_of(tmp_path / "男子组.xlsx", swiss_2009(2)))
    women = small_event(desk, tmp_path, "女子组")
    men_before, women_before = men.values("成绩表区"), women.values("成绩表区")
    women.typed("第1轮", 1, "结果", "2:0")
    assert men.values("成绩表区") == men_before
    women_after = women.values("成绩表区")
    assert women_after != women_before
    men.typed("第2轮", 1, "结果", "1:1")
    assert men.values("成绩表区") != men_before
    assert women.values("成绩表区") == women_after
    # A command is for the workbook in front, not for the one opened last.
    assert men.command("pair")["lines"][0].startswith("第3轮已编排")
    assert women.values("成绩表区") == women_after
    assert [name for name, visible in women.sheets() if visible and name.startswith("第")] == ["第1轮"]


def test_hands_39_a_protected_sheet_is_told_and_nothing_is_changed(desk: Desk, tmp_path: Path) -> None:
    document = small_event(desk, tmp_path)
    finish(document, 1, "2:0", "1:1", "0:2")
    before = [document.values(name) for name in ("第2轮", "名单", "编排记录", "成绩表区")]
    steps = document.state()["undo"]
    document.protect("第2轮", "secret")
    said = document.command("pair")
    assert said["refused"]
    assert said["lines"] == [
        "工作表「第2轮」受保护，不能写入。请先取消保护（菜单“工具”→“保护工作表”），再试一次；什么都没有改动。"
    ]
    document.protect("编排记录", "secret")
    (both,) = document.command("pair")["lines"]
    assert both.startswith("工作表「第2轮」「编排记录」受保护，不能写入。")
    document.menu("pair")
    assert [document.values(name) for name in ("第2轮", "名单", "编排记录", "成绩表区")] == before
    assert ["第2轮", False] in document.sheets()
    assert document.state()["undo"][-len(steps) :] == steps
    document.unprotect("编排记录", "secret")
    document.unprotect("第2轮", "secret")
    assert not document.command("pair")["refused"]


def test_hands_39_a_protected_sheet_whose_cells_are_free_may_be_written(desk: Desk, tmp_path: Path) -> None:
    document = small_event(desk, tmp_path)
    finish(document, 1, "2:0", "1:1", "0:2")
    document.unlock("第2轮")
    document.protect("第2轮", "secret")
    assert not document.command("pair")["refused"]
    assert document.column("第2轮", "红方编号")[0]


def test_hands_39_protected_structure_and_a_read_only_workbook_are_told(desk: Desk, tmp_path: Path) -> None:
    document = small_event(desk, tmp_path)
    finish(document, 1, "2:0", "1:1", "0:2")
    document.protect_structure("secret")
    said = document.command("pair")
    assert said["refused"]
    assert "结构受保护" in said["lines"][0]
    path = book_of(tmp_path / "只读.xlsx", swiss_2009(2))
    content = path.read_bytes()
    read_only = desk.open(path, read_only=True)
    said = read_only.command("pair")
    assert said["refused"]
    assert "只读" in said["lines"][0]
    assert path.read_bytes() == content


def rearranged(document: Document) -> None:
    """Everything of hands.md 42 that can be done to a workbook with two rounds."""
    sheet, _, left, _, _ = document.place("名单")
    document.insert_column(sheet, left + 1)
    _, _, column = document.cell_of("名单", 0, "单位")
    document.sort("名单", column - left, False)
    document.sort("第1轮", 5)
    document.rename("第2轮", "第2轮(下午)")
    document.move("名单", 9)
    document.insert_sheet("我的表", 1)
    document.put("我的表", 0, 0, '="第1轮"')


def test_hands_42_tables_are_found_wherever_they_have_been_put(desk: Desk, tmp_path: Path) -> None:
    event = swiss_2009(2)
    players = tuple(replace(player, club=f"{player.number % 4}队") for player in event.players)
    event = replace(event, players=players)
    document = desk.open(book_of(tmp_path / "乱.xlsx", event))
    plain = desk.open(book_of(tmp_path / "整齐.xlsx", event))
    rearranged(document)
    clubs = document.column("名单", "单位")
    assert [club for club in clubs if club] == sorted((club for club in clubs if club), reverse=True)
    assert document.values("成绩表区") == plain.values("成绩表区")
    for one in (document, plain):
        assert not one.command("pair")["refused"]
    assert document.state()["active"] == "第3轮"
    assert document.values("第3轮") == plain.values("第3轮")
    for one in (document, plain):
        one.typed("第2轮", 1, "结果", "1:1")
    assert document.values("成绩表区") == plain.values("成绩表区")
    saved = tmp_path / "乱又存.xlsx"
    document.save_as(str(saved), XLSX)
    assert read_back(saved).rounds[2] == read_back_rounds(plain, tmp_path)[2]


def read_back_rounds(document: Document, folder: Path) -> Any:
    saved = folder / "整齐又存.xlsx"
    document.save_as(str(saved), XLSX)
    return read_back(saved).rounds


def test_hands_46_a_round_pasted_from_the_copy_of_somebody_else_is_told(desk: Desk, tmp_path: Path) -> None:
    ours, theirs = small_event(desk, tmp_path, "甲机"), small_event(desk, tmp_path, "乙机")
    for document in (ours, theirs):
        finish(document, 1, "2:0", "1:1", "0:2")
        assert not document.command("pair")["refused"]
    # The other one has put others together: the blacks of the first two boards change places.
    blacks = [int(number) for number in theirs.column("第2轮", "黑方编号")[:2]]
    for row, number in enumerate(reversed(blacks), start=1):
        theirs.typed("第2轮", row, "黑方编号", str(number))
    assert not theirs.command("refresh")["refused"]
    finish(theirs, 2, "2:0", "2:0", "2:0")
    theirs.copy_over("第2轮", ours.number)
    assert ours.values("第2轮") == theirs.values("第2轮")
    for command in ("check", "refresh"):
        (told,) = [line for line in ours.command(command)["lines"] if "对阵与编排记录不同" in line]
        assert "第2轮" in told
        assert "从别的文件粘贴" in told
    # Only results pasted over a round with the same pairs are results like any others.
    same = small_event(desk, tmp_path, "丙机")
    finish(same, 1, "2:0", "1:1", "0:2")
    theirs.copy_over("第1轮", same.number)
    assert same.command("check")["lines"][0] == "没有问题。"


def test_hands_47_a_player_typed_under_the_roster_is_in_at_the_next_command(desk: Desk, tmp_path: Path) -> None:
    document = small_event(desk, tmp_path)
    finish(document, 1, "2:0", "1:1", "0:2")
    sheet, _, left, bottom, _ = document.place("名单")
    document.type(sheet, bottom + 1, left, "7")
    document.type(sheet, bottom + 1, left + 1, "胡荣华")
    assert "胡荣华" not in points(document)
    said = document.command("pair")
    assert not said["refused"]
    assert any("7号 胡荣华" in line for line in said["lines"])
    assert document.place("名单")[3] == bottom + 1
    assert points(document)["胡荣华"] == 0
    players = document.column("第2轮", "红方") + document.column("第2轮", "黑方")
    assert "胡荣华" in players
    # One step takes all of it back.
    document.undo()
    assert document.place("名单")[3] == bottom
    assert ["第2轮", False] in document.sheets()
    assert document.filled("第2轮") == document.values("第2轮")[:1]


def test_hands_47_a_result_typed_under_a_round_is_told(desk: Desk, tmp_path: Path) -> None:
    document = small_event(desk, tmp_path)
    finish(document, 1, "2:0", "1:1", "0:2")
    sheet, _, left, bottom, _ = document.place("第1轮")
    document.type(sheet, bottom + 1, left + 5, "2:0")
    told = "".join(document.command("check")["lines"])
    assert f"第{bottom + 2}行" in told


def test_hands_41_a_name_with_quotes_blanks_and_chinese_works(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "比赛 '26"
    folder.mkdir()
    document = desk.open(book_of(folder / "第三届“棋王”赛 (终).xlsx", swiss_2009(1)))
    assert not document.command("pair")["refused"]
    (copy,) = (folder / "第三届“棋王”赛 (终)-备份").iterdir()
    assert read_back(copy) == swiss_2009(1)
    document.save()
    assert len(read_back(folder / "第三届“棋王”赛 (终).xlsx").rounds) == 2


def test_the_backup_is_what_is_on_the_screen_not_the_older_file(desk: Desk, tmp_path: Path) -> None:
    path = book_of(tmp_path / "春季赛.xlsx", swiss_2009(1))
    document = desk.open(path)
    document.typed("第1轮", 1, "结果", "0:2")
    assert not document.command("pair")["refused"]
    (copy,) = (tmp_path / "春季赛-备份").iterdir()
    assert read_back(copy).rounds[0].pairings[0].result is Result.BLACK_WIN
    assert read_back(path).rounds[0].pairings[0].result is Result.RED_WIN


def test_with_plain_values_the_tables_follow_at_the_next_command(desk: Desk, tmp_path: Path) -> None:
    document = small_event(desk, tmp_path)
    live = document.values("成绩表区")
    row = document.column("赛事", "项目").index("成绩表更新") + 1
    document.typed("赛事", row, "内容", "数值")
    assert not document.command("refresh")["refused"]
    sheet, top, left, _, _ = document.place("成绩表区")
    assert document.cell(sheet, top, left)["kind"] == "TEXT"
    assert document.values("成绩表区") == live
    document.typed("第1轮", 1, "结果", "2:0")
    assert points(document)["赵国荣"] == 0
    assert not document.command("refresh")["refused"]
    assert points(document)["赵国荣"] == 2
    document.typed("赛事", row, "内容", "实时公式")
    assert not document.command("refresh")["refused"]
    assert document.cell(sheet, top, left)["local"].startswith("{=XQ_STANDINGS(赛事[#All]")
    document.typed("第1轮", 1, "结果", "0:2")
    assert points(document)["赵国荣"] == 0


def test_with_calculation_by_hand_a_command_computes(desk: Desk, tmp_path: Path) -> None:
    document = small_event(desk, tmp_path)
    document.automatic(False)
    finish(document, 1, "2:0", "1:1", "0:2")
    assert not document.command("refresh")["refused"]
    assert points(document)["赵国荣"] == 2
