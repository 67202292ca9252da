"""Names, numbers and text of 名单 on the file, after other programs' hands. Expected values are reasoned here."""

from __future__ import annotations

import re
from pathlib import Path

import openpyxl
import pytest
from clubs import club, lines, the_file, wins_of_red
from halls import NOW, SEED, Hall
from hand_edits import edit_part, other_program, put_formula, sheet_part

from xlpair import actions
from xlpair.errors import BadInput, NotAllowed

FORMULA_LIKE = ("=1+1", "+张", "-李", "@队", "=cmd|' /C calc'!A0", "\t甲")


def new_from(folder: Path, text: str, encoding: str = "utf-8", **items: str) -> Hall:
    roster = folder / "名单.csv"
    roster.write_bytes(text.encode(encoding))
    path = folder / "比赛.xlsx"
    actions.new(path, roster=roster, items=items, now=NOW, draw_seed=lambda: SEED)
    return Hall(None, path)


def test_hands_30_one_name_in_two_clubs_and_possible_doubles(tmp_path: Path) -> None:
    """王伟 of A队 and of B队 are two. 张三, 张 三, 张三　 and 張三 may be one: told, and six players all the same."""
    names = [("王伟", "A队"), ("王伟", "B队"), ("张三", None), ("张 三", None), ("张三\u3000", None), ("張三", None)]
    found = club(tmp_path, [[number, *name] for number, name in enumerate(names, start=1)])
    with other_program(the_file(found)) as hands:
        hands.type("名单", 5, "姓名", "张三\u3000")
    outcome = found.pair()
    told = [line for line in lines(outcome.problems) if "可能是同一人" in line]
    assert [line.partition("：")[0] for line in told] == ["名单!B8", "名单!B9", "名单!B10"]
    assert len(found.event().players) == 6
    assert len(found.named("成绩表区")) == 1 + 6
    clubs = {(player.number, player.name, player.club) for player in found.event().players[:2]}
    assert clubs == {(1, "王伟", "A队"), (2, "王伟", "B队")}


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        ((1, 2, 2, 4), "名单!A7：编号 2 重复（甲3），名单!A6 也是 2。"),
        ((1, "２", "002", 4), "名单!A7：编号 2 重复（甲3），名单!A6 也是 2。"),
        ((1, 2, 4, 7), ""),
        ((10, 200, 3000, 40000), ""),
    ],
)
def test_hands_31_numbers_twice_and_gaps(numbers: tuple[object, ...], told: str, tmp_path: Path) -> None:
    found = club(tmp_path, 4)
    with other_program(the_file(found)) as hands:
        for row, number in enumerate(numbers, start=1):
            hands.type("名单", row, "编号", number)
    if not told:
        found.pair()
        assert found.column("名单", "编号")[:4] == list(numbers)
        assert set(found.event().rounds[0].numbers()) == set(numbers)
        return
    with pytest.raises(BadInput) as refused:
        found.pair()
    assert [line.partition(" 请")[0] for line in lines(refused.value.problems)] == [told]


@pytest.mark.parametrize(
    ("typed", "number"),
    [("１", 1), (3.0, 3), ("007", 7), (" 3", 3), ("3号", 3), ("\u30009 ", 9), (12, 12)],
)
def test_hands_32_numbers_however_typed(typed: object, number: int, tmp_path: Path) -> None:
    found = club(tmp_path, [[None, "甲"], [100, "乙"]])
    with other_program(the_file(found)) as hands:
        hands.type("名单", 1, "编号", typed)
        hands.type("名单", 1, "等级分", "１６５０")
    found.pair()
    first = found.event().by_number()[number]
    assert (first.name, first.rating) == ("甲", 1650)
    assert {number, 100} == set(found.event().rounds[0].numbers())


OWN = (
    ("身份证号", ("440102196207010019", "11010119900307123X", "")),
    ("电话", ("013800138000", "+86 138-0013-8000", "8613")),
    ("备用", ("=1+1", "1-1", "２：０")),
    ("报名费 (元)", ("0050", "1e5", " 7 ")),
)


def roster_with_own_columns() -> str:
    heads = ",".join(["姓名", "单位", *(heading for heading, _ in OWN)])
    rows = [",".join([f"甲{at + 1}", "队", *(texts[at] for _, texts in OWN)]) for at in range(3)]
    return "\r\n".join([heads, *rows]) + "\r\n"


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_hands_32_own_columns_of_a_roster_come_along_as_text(encoding: str, tmp_path: Path) -> None:
    """``new --roster``: digits are not turned into numbers, dates or formulas; they stand as text in text cells."""
    found = new_from(tmp_path, roster_with_own_columns(), encoding)
    for heading, texts in OWN:
        # blanks around a value of a CSV are no part of it
        assert found.column("名单", heading)[:3] == [text.strip() or None for text in texts]
    book = openpyxl.load_workbook(the_file(found))
    table = book["名单"].tables["名单"]
    assert {heading for heading, _ in OWN} <= set(table.column_names)
    with other_program(the_file(found)) as hands:
        for heading, texts in OWN:
            for row in (1, 2, 3, 10):
                cell = hands.cell("名单", row, heading)
                assert cell.number_format == "@", heading
                assert cell.data_type == ("s" if row < 4 and texts[row - 1].strip() else "n"), heading
    found.pair()
    wins_of_red(found, 1)
    found.undo(lose_results=True)
    for heading, texts in OWN:
        assert found.column("名单", heading)[:3] == [text.strip() or None for text in texts]


def test_hands_32_own_columns_come_along_with_late_entries_and_others_are_told(tmp_path: Path) -> None:
    found = new_from(tmp_path, roster_with_own_columns())
    late = tmp_path / "补报.csv"
    late.write_text("姓名,电话,身份证号,微信\n晚来,00123,440102196207010027,wx1\n", encoding="utf-8")
    outcome = found.import_roster(late)
    assert found.column("名单", "身份证号")[3] == "440102196207010027"
    assert found.column("名单", "电话")[3] == "00123"
    (told,) = [line for line in lines(outcome.problems) if "没有带入" in line]
    assert told.startswith("补报.csv：名单里没有“微信”")


@pytest.mark.parametrize("heading", ["联系\n电话", "电话,手机", "<电话>", "A&B", "编号 2", "x" * 200])
def test_hands_32_own_headings_of_any_kind(heading: str, tmp_path: Path) -> None:
    found = new_from(tmp_path, f'姓名,"{heading}"\n甲,0138\n乙,0139\n')
    found.pair()
    book = openpyxl.load_workbook(the_file(found))
    rows = [[cell.value for cell in row] for row in book["名单"].iter_rows(min_row=4, max_row=6)]
    at = [str(cell) for cell in rows[0]].index(heading)
    assert [row[at] for row in rows[1:]] == ["0138", "0139"]


HEADS = (
    ("编号", "姓名", "单位", "等级分"),
    ("No.", "选手", "代表队", "积分等级"),
    ("号码", "名字", "俱乐部", "等级分"),
)


@pytest.mark.parametrize("heads", HEADS)
@pytest.mark.parametrize(
    ("encoding", "sign", "before"), [("gb18030", ",", ""), ("utf-8-sig", "\t", "\n"), ("utf-8", ";", "")]
)
def test_hands_33_one_roster_into_one_workbook(
    heads: tuple[str, ...], encoding: str, sign: str, before: str, tmp_path: Path
) -> None:
    rows = [heads, ("2", "吕钦", "广东", "2600"), ("1", "胡荣华", "上海", "")]
    found = new_from(tmp_path, before + "\n".join(sign.join(row) for row in rows) + "\n", encoding)
    shown = [(player.number, player.name, player.club, player.rating) for player in found.event().players]
    assert shown == [(1, "胡荣华", "上海", None), (2, "吕钦", "广东", 2600)]


def formulas_in(path: Path) -> list[str]:
    """All formulas of the file but the titles' own."""
    book = openpyxl.load_workbook(path)
    found = [str(c.value) for sheet in book for row in sheet.iter_rows() for c in row if c.data_type == "f"]
    return [formula for formula in found if "赛事标题" not in formula and "赛事[" not in formula]


def test_hands_34_names_like_formulas_are_text_everywhere(tmp_path: Path) -> None:
    """Roster, rounds, 成绩表, card, CSV, page: the names as they are, nowhere a formula. In CSV they are guarded."""
    from xlpair.export.files import export_files

    found = club(tmp_path, [[number, name, name] for number, name in enumerate(FORMULA_LIKE, start=1)], rounds=3)
    with other_program(the_file(found)) as hands:
        for row, name in enumerate(FORMULA_LIKE, start=1):
            hands.type("名单", row, "姓名", name)
            hands.type("名单", row, "单位", name)
    found.pair()
    wins_of_red(found, 1)
    names = {name.strip() for name in FORMULA_LIKE}
    assert set(found.standings()) == names
    assert {*found.filled("第1轮", "红方"), *found.filled("第1轮", "黑方")} == names
    assert formulas_in(the_file(found)) == []
    export_files(found.event(), tmp_path / "导出")
    for path in (tmp_path / "导出").glob("*.csv"):
        for line in path.read_text(encoding="utf-8-sig").splitlines():
            assert not any(field.strip('"')[:1] in tuple("=+-@\t\r") for field in line.split(",")), line
    page = (tmp_path / "导出" / "比赛.html").read_text(encoding="utf-8")
    assert "=1+1" in page
    assert "<script" not in page


@pytest.mark.parametrize(("first", "last"), [(2, 5), (1, 3), (4, 9)])
def test_hands_35_a_club_merged_over_team_mates(first: int, last: int, tmp_path: Path) -> None:
    found = club(tmp_path, 6)
    with other_program(the_file(found)) as hands:
        sheet, _ = hands.table("名单")
        cell = hands.cell("名单", first, "单位")
        cell.value = "火车头"
        sheet.merge_cells(
            start_row=cell.row, end_row=cell.row + last - first, start_column=cell.column, end_column=cell.column
        )
    found.pair()
    clubs = [player.club for player in found.event().players]
    assert clubs == ["火车头" if first <= number <= last else "" for number in range(1, 7)]
    shown = dict(zip(found.column("第1轮", "红方编号"), found.column("第1轮", "红方单位"), strict=True))
    assert all(shown[red] == (clubs[red - 1] or None) for red, _ in found.boards(1))


@pytest.mark.parametrize("heading", ["姓名", "单位"])
def test_hands_35_a_column_of_formulas_gives_its_values_and_stays(heading: str, tmp_path: Path) -> None:
    found = club(tmp_path, 4)
    letter = {"姓名": "B", "单位": "C"}[heading]
    for row, value in enumerate(("甲", "乙", "丙", "丁"), start=5):
        put_formula(the_file(found), "名单", f"{letter}{row}", f"报名!B{row - 3}", value)
    for row in range(9, 13):
        put_formula(the_file(found), "名单", f"{letter}{row}", f"报名!B{row - 3}", "")
    found.pair()
    wins_of_red(found, 1)
    values = [player.name if heading == "姓名" else player.club for player in found.event().players]
    assert values == ["甲", "乙", "丙", "丁"]
    part = found.parts()[sheet_part(the_file(found), "名单")].decode()
    assert part.count("<f>报名!B") == 8


def test_hands_36_one_player_a_blank_row_and_two_hundred_prefilled_rows(tmp_path: Path) -> None:
    found = club(tmp_path, 1)
    with pytest.raises(NotAllowed, match="能参赛的只有 1 人"):
        found.pair()
    found = club(tmp_path, 5)
    with other_program(the_file(found)) as hands:
        rows = hands.rows("名单")
        rows[2:2] = [[None] * len(rows[0]), [" ", "\u3000"] + [None] * (len(rows[0]) - 2)]
        hands.put_rows("名单", rows[:-2])
    with other_program(the_file(found)) as hands:
        sheet, table = hands.table("名单")
        table.ref = table.ref.rpartition(":")[0] + ":" + table.ref.rpartition(":")[2].rstrip("0123456789") + "224"
        if table.autoFilter is not None:
            table.autoFilter.ref = table.ref
        for row in range(13, 225):
            sheet.cell(row, 2).value = '=""'
    filled = re.compile(r'(<c r="B[0-9]+"[^>]*)>(<f>""</f>)<v ?(?:/>|></v>)')
    edit_part(
        the_file(found),
        sheet_part(the_file(found), "名单"),
        lambda text: filled.sub(r'\1 t="str">\2<v></v>', text),
    )
    outcome = found.pair()
    assert [player.number for player in found.event().players] == [1, 2, 3, 4, 5]
    assert outcome.round is not None
    assert len(outcome.round.pairings) == 2
    # whoever is added next stands directly below the last one
    late = tmp_path / "晚.csv"
    late.write_text("姓名\n晚\n", encoding="utf-8")
    found.import_roster(late)
    assert found.column("名单", "姓名")[7] == "晚"


@pytest.mark.parametrize("heading", ["姓名", "单位"])
def test_names_too_long_to_be_names_are_told_and_not_spelled_out(heading: str, tmp_path: Path) -> None:
    found = club(tmp_path, 4)
    with other_program(the_file(found)) as hands:
        hands.type("名单", 2, heading, "长" * 5000)
    with pytest.raises(BadInput) as refused:
        found.pair()
    (told,) = refused.value.problems
    assert f"{heading}有 5000 个字，太长" in told.what
    assert len(str(told)) < 120
    assert all(len(line) < 200 for line in lines(found.check().problems))
