"""More rounds and more people in a workbook that is in use."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import openpyxl
import pytest
from halls import KINDS, NOW, SEED, Hall, hall, people

from xlpair import actions
from xlpair.errors import NotAllowed
from xlpair.workbook.book import PutCells
from xlpair.workbook.layout import round_name


def play(found: Hall, number: int) -> None:
    found.pair()
    found.results(number, *(["1:1"] * len(found.boards(number))))


@pytest.mark.parametrize("kind", KINDS)
def test_more_rounds_can_be_paired_as_the_first_ones(kind: str, tmp_path: Path) -> None:
    found = hall(kind, tmp_path, people(8), {"轮数": "4"}, rounds=2)
    play(found, 1)
    play(found, 2)
    outcome = found.rounds(4)
    assert outcome.done == ("增加了第3轮到第4轮的表，现在一共 4 轮。赛几轮仍由赛事表的“轮数”决定。",)
    assert found.event().rounds[1].number == 2
    assert "第3轮" not in found.shown()
    play(found, 3)
    play(found, 4)
    assert [round_.number for round_ in found.event().rounds] == [1, 2, 3, 4]
    assert found.filled("第3轮", "台次") == [1, 2, 3, 4]
    assert found.check().problems == ()
    names = [sheet.name for sheet in found.snapshot().sheets]
    at = names.index("第2轮")
    assert names[at : at + 3] == ["第2轮", "第3轮", "第4轮"]


def test_a_copied_round_begins_empty_and_names_itself(tmp_path: Path) -> None:
    found = hall("closed", tmp_path, people(8), {"轮数": "4"}, rounds=2)
    play(found, 1)
    play(found, 2)
    found.type("第2轮", 1, "备注", "裁判判和")
    found.rounds(3)
    for heading in ("台次", "红方编号", "红方", "结果", "黑方", "备注"):
        assert found.filled("第3轮", heading) == []
    sheet = found.snapshot().sheet("第3轮")
    assert sheet is not None
    assert not sheet.visible
    head = [str(cell) for row in sheet.rows[:3] for cell in row if cell]
    assert any("第3轮" in text for text in head)
    assert not any("第2轮" in text for text in head)
    assert found.read("第2轮", 1, "备注") == "裁判判和"


def test_live_formulas_speak_of_the_new_rounds(tmp_path: Path) -> None:
    found = hall("memory", tmp_path, people(4), {"成绩表更新": "实时公式", "轮数": "3"}, rounds=2)
    found.rounds(3)
    assert found.memory is not None
    formulas = [formula for area, formula in found.memory.formulas.items() if area.sheet == "成绩表"]
    assert formulas[-1] == "XQ_STANDINGS(赛事[#All],名单[#All],第1轮[#All],第2轮[#All],第3轮[#All])"


@pytest.mark.parametrize("lost", [2, 4])
def test_live_formulas_name_no_table_that_is_gone(lost: int, tmp_path: Path) -> None:
    """The place of an argument says which round it is: the headings of round 1 keep the place of the lost one."""
    found = hall("memory", tmp_path, people(6), {"成绩表更新": "实时公式", "轮数": "4"}, rounds=4)
    play(found, 1)
    assert found.memory is not None
    found.memory.grids.pop(round_name(lost))
    found.memory.tables.pop(round_name(lost))
    found.refresh()
    formula = found.memory.formulas[found.memory.names["成绩表区"]]
    named = [f"{round_name(number)}[#All]" if number != lost else "第1轮[#Headers]" for number in (1, 2, 3, 4)]
    assert formula == f"XQ_STANDINGS(赛事[#All],名单[#All],{','.join(named)})"
    assert [one.what for one in found.check().problems] == [f"没有第{lost}轮的表，到时不能编排。"]


def test_other_programs_read_the_grown_file(tmp_path: Path) -> None:
    found = hall("closed", tmp_path, people(6), {"轮数": "4"}, rounds=2)
    play(found, 1)
    found.rounds(4)
    found.resize(50)
    assert found.path is not None
    book = openpyxl.load_workbook(found.path)
    assert book.sheetnames[2:6] == ["第1轮", "第2轮", "第3轮", "第4轮"]
    tables = [table for sheet in book for table in sheet.tables.values()]
    assert {"第1轮", "第2轮", "第3轮", "第4轮"} <= {table.name for table in tables}
    assert len({table.id for table in tables}) == len(tables)
    assert [book[name].sheet_state for name in ("第2轮", "第3轮", "第4轮")] == ["hidden"] * 3
    assert book["第4轮"].print_title_rows == book["第2轮"].print_title_rows
    assert len(book["第4轮"].data_validations.dataValidation) == len(book["第2轮"].data_validations.dataValidation)
    assert len(book["第4轮"].conditional_formatting) == len(book["第2轮"].conditional_formatting)
    assert book.active.title == "第1轮"


def test_parts_that_are_not_ours_stay_byte_for_byte(tmp_path: Path) -> None:
    found = hall("closed", tmp_path, people(6), {"轮数": "4"}, rounds=2)
    before = found.parts()
    found.rounds(3)
    after = found.parts()
    for name in ("xl/styles.xml", "xl/theme/theme1.xml", "xl/sharedStrings.xml", "docProps/core.xml"):
        assert after[name] == before[name]
    assert set(before) <= set(after)
    # the table, the sheet, and the sheet's relationship to its table
    new = sorted(set(after) - set(before))
    assert [name.rpartition("/")[0] for name in new] == ["xl/tables", "xl/worksheets/_rels", "xl/worksheets"]


def test_a_round_sheet_of_the_users_making_is_copied_with_his_widths_but_without_his_picture(tmp_path: Path) -> None:
    found = hall("closed", tmp_path, people(6), {"轮数": "4"}, rounds=1)
    assert found.path is not None
    parts = found.parts()
    sheet = next(name for name, data in parts.items() if b">XYZ<" not in data and name.endswith("sheet3.xml"))
    widened = re.sub(rb'(<col min="1" max="1" width=")[0-9.]+', rb"\g<1>33", parts[sheet], count=1)
    drawn = widened.replace(b"<tableParts", b'<drawing r:id="rId9"/><tableParts', 1)
    rels = "xl/worksheets/_rels/sheet3.xml.rels"
    hung = parts[rels].replace(
        b"</Relationships>",
        b'<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/drawing"'
        b' Target="../drawings/drawing1.xml"/></Relationships>',
    )
    with zipfile.ZipFile(found.path, "w") as archive:
        for name, data in {**parts, sheet: drawn, rels: hung, "xl/drawings/drawing1.xml": b"<d/>"}.items():
            archive.writestr(name, data)
    found.rounds(2)
    after = found.parts()
    assert after["xl/drawings/drawing1.xml"] == b"<d/>"
    assert after[sheet] == drawn
    copy = next(name for name in after if name.startswith("xl/worksheets/sheet") and name not in parts)
    assert b'width="33"' in after[copy]
    assert b"<drawing" not in after[copy]
    assert b"drawing" not in after[copy.replace("worksheets/", "worksheets/_rels/") + ".rels"]


@pytest.mark.parametrize("kind", KINDS)
def test_more_people_fit_after_resize(kind: str, tmp_path: Path) -> None:
    """6 players and 20 spare rows: 26 fit, the 34 others of a late bus do not."""
    found = hall(kind, tmp_path, people(6), rounds=3)
    with pytest.raises(NotAllowed, match="名单已经能放下 26 人"):
        found.resize(26)
    outcome = found.resize(40)
    assert outcome.done == ("名单和成绩表现在能放下 40 人。",)
    assert len(found.column("名单", "编号")) == 40
    roster = tmp_path / "大巴.csv"
    roster.write_text("\n".join(["姓名", *(f"乙{number}" for number in range(7, 41))]), encoding="utf-8")
    assert found.import_roster(roster).problems == ()
    found.pair()
    assert len(found.boards(1)) == 20
    assert len(found.standings()) == 40


def test_the_crosstable_grows_in_both_directions(tmp_path: Path) -> None:
    found = hall("closed", tmp_path, people(4), {"赛制": "单循环"}, rounds=3)
    old = found.snapshot().names["循环表区"]
    found.resize(40)
    new = found.snapshot().names["循环表区"]
    assert (new.top, new.left) == (old.top, old.left)
    assert new.bottom - new.top == 40
    assert new.right - old.right == 40 - 24  # 4 players and 20 spare rows before
    styles = styles_of(found, "循环表")
    last_before = (old.bottom, old.left + 1)
    assert styles[new.bottom, new.left + 1] == styles[last_before]
    assert styles[old.top + 1, new.right] == styles[old.top + 1, old.right]


def styles_of(found: Hall, sheet: str) -> dict[tuple[int, int], object]:
    assert found.path is not None
    cells = openpyxl.load_workbook(found.path)[sheet]
    return {
        (cell.row - 1, cell.column - 1): (cell.font.sz, cell.alignment.horizontal, cell.alignment.shrink_to_fit)
        for row in cells.iter_rows()
        for cell in row
    }


def test_what_the_user_wrote_below_a_table_is_in_the_way(tmp_path: Path) -> None:
    found = hall("closed", tmp_path, people(4), rounds=3)
    area = found.snapshot().names["成绩表区"]
    with found.opened() as book:
        book.apply([PutCells("成绩表", area.bottom + 3, 2, (("裁判长签名",),))])
    before = found.content()
    with pytest.raises(NotAllowed, match=rf"成绩表!C{area.bottom + 4} 已有内容"):
        found.resize(60)
    assert found.content() == before


def test_more_rounds_than_there_are_already(tmp_path: Path) -> None:
    found = hall("memory", tmp_path, people(4), rounds=5)
    for count in (5, 3):
        with pytest.raises(NotAllowed, match="已经有 5 轮的表"):
            found.rounds(count)
    with pytest.raises(NotAllowed, match="最多 200 轮"):
        found.rounds(201)
    with pytest.raises(NotAllowed, match="最多 3000 人"):
        found.resize(3_001)


def test_more_people_than_a_workbook_holds_are_refused_before_they_are_paired(tmp_path: Path) -> None:
    """One limit for everything: 3000, as new, resize and import say."""
    found = hall("closed", tmp_path, people(6), {"轮数": "4"})
    sheet, row, column = found.place("名单", 7, "姓名")
    with found.opened() as book:
        book.apply([PutCells(sheet, row, column, tuple((f"棋手{number}",) for number in range(7, 3_002)))])
    before = found.content()
    with pytest.raises(NotAllowed, match="有 3001 人，一个工作簿最多 3000 人，不能编排。 请按组别分开") as refused:
        found.pair()
    assert found.content() == before
    checked = found.check()
    assert set(refused.value.problems) <= set(checked.problems)
    assert "改正以后才能编排" in checked.done[0]
    assert not [one for one in checked.problems if "xlpair resize" in one.hint]


def test_a_sheet_of_the_users_that_has_the_name_already_is_in_the_way(tmp_path: Path) -> None:
    found = hall("closed", tmp_path, people(4), rounds=2)
    parts = found.parts()
    assert found.path is not None
    renamed = {
        **parts,
        "xl/workbook.xml": parts["xl/workbook.xml"].replace(
            b'name="\xe7\xbc\x96\xe6\x8e\x92\xe5\x8d\xa1"', 'name="第3轮"'.encode()
        ),
    }
    with zipfile.ZipFile(found.path, "w") as archive:
        for name, data in renamed.items():
            archive.writestr(name, data)
    before = found.content()
    with pytest.raises(Exception, match="已经有「第3轮」"):
        found.rounds(3)
    assert found.content() == before


def test_a_round_copied_in_a_workbook_with_macros_has_its_buttons(tmp_path: Path) -> None:
    path = tmp_path / "赛.xlsm"
    roster = tmp_path / "名单.csv"
    roster.write_text("\n".join(["姓名", *(f"甲{number}" for number in range(1, 9))]), encoding="utf-8")
    actions.new(path, roster=roster, items={"轮数": "2"}, now=NOW, draw_seed=lambda: SEED)
    found = Hall(None, path)
    before = found.parts()
    found.rounds(3)
    after = found.parts()
    new = sorted(set(after) - set(before))
    drawing = next(name for name in new if name.endswith(".vml"))
    sheet = next(name for name in new if name.startswith("xl/worksheets/sheet"))
    rels = after[sheet.replace("worksheets/", "worksheets/_rels/") + ".rels"]
    assert b"XqPair" in after[drawing]
    assert drawing.rpartition("/")[2].encode() in rels
    assert b"<legacyDrawing" in after[sheet]
    assert b'codeName="shRound3"' in after[sheet]
    assert "第3轮" in openpyxl.load_workbook(path, keep_vba=True).sheetnames
    found.set("轮数", "3")
    for number in (1, 2, 3):
        play(found, number)
    assert found.check().problems == ()


# brackets and the tables of groups


def marks_of(found: Hall, sheet: str) -> list[tuple[str, str]]:
    """The conditional formats of a sheet as the file has them: area and formula, first ones first."""
    assert found.path is not None
    page = openpyxl.load_workbook(found.path)[sheet]
    return [(str(area.sqref), rule.formula[0]) for area in page.conditional_formatting for rule in area.rules]


@pytest.mark.parametrize("system", ["单败淘汰", "双败淘汰"])
def test_a_bracket_grows_with_the_roster(system: str, tmp_path: Path) -> None:
    """8 players and 20 spare rows make a bracket of 32; 40 need one of 64."""
    found = hall("closed", tmp_path, people(8), {"赛制": system}, rounds=12)
    found.resize(40)
    roster = tmp_path / "大巴.csv"
    roster.write_text("\n".join(["姓名", *(f"乙{number}" for number in range(9, 41))]), encoding="utf-8")
    assert found.import_roster(roster).problems == ()
    assert found.pair().problems == ()
    first = [str(row[0]) for row in found.named("对阵图区")[1:129] if row and row[0]]
    names = {text.partition(" ")[0] for text in first} - {"轮空"}
    assert len(first) == 64
    assert names == {str(number) for number in range(1, 41)}
    assert not [problem for problem in found.check().problems if problem.where == "对阵图"]


def test_the_lines_of_a_bracket_are_drawn_in_its_new_rows(tmp_path: Path) -> None:
    found = hall("closed", tmp_path, people(8), {"赛制": "单败淘汰"}, rounds=6)
    before = marks_of(found, "对阵图")
    old = found.snapshot().names["对阵图区"]
    found.resize(60)
    new = found.snapshot().names["对阵图区"]
    assert (new.top, new.left, new.right) == (old.top, old.left, old.right)
    assert new.bottom > old.bottom
    after = marks_of(found, "对阵图")
    assert [formula for _, formula in after] == [formula for _, formula in before]
    assert {area for area, _ in after} == {f"A{new.top + 1}:T{new.bottom + 1}"}
    styles = styles_of(found, "对阵图")
    assert styles[new.bottom, 3] == styles[old.bottom, 3]


def test_a_bracket_grows_for_more_finalists_of_the_same_field(tmp_path: Path) -> None:
    settings = {"赛制": "分组循环", "分组数": 12, "每组出线": 1, "决赛": "单败淘汰"}
    found = hall("closed", tmp_path, people(36), settings, rounds=3)
    room = found.snapshot().names["对阵图区"]
    with pytest.raises(NotAllowed, match="已经能放下 56 人"):
        found.resize(56)
    found.set("每组出线", 3)  # 36 finalists need a bracket of 64; there is one of 32
    found.resize(56)
    assert found.snapshot().names["对阵图区"].bottom > room.bottom


def test_the_tables_of_groups_grow_and_keep_their_grey_diagonal(tmp_path: Path) -> None:
    found = hall("closed", tmp_path, people(4), {"赛制": "分组循环", "分组数": 2}, rounds=20)
    found.resize(40)
    new = found.snapshot().names["循环表区"]
    assert new.bottom - new.top + 1 == 3 * 40 + 12  # a head and a gap for every table
    own, whole = f"E{new.top + 2}:", f"A{new.top + 2}:"
    marks = [area for area, _ in marks_of(found, "循环表") if area.startswith((own, whole))]
    # What fits first is what is seen: the mark of one field before those of whole rows.
    assert marks[0].startswith(own)
    end = openpyxl.utils.get_column_letter(new.right + 1) + str(new.bottom + 1)
    assert {area.partition(":")[2] for area in marks} == {end}
    roster = tmp_path / "大巴.csv"
    roster.write_text("\n".join(["姓名", *(f"乙{number}" for number in range(5, 41))]), encoding="utf-8")
    found.import_roster(roster)
    assert found.pair().problems == ()
    assert [row[0] for row in found.named("循环表区") if len(row) > 1 and row[1] == "编号"] == ["A组", "B组"]
