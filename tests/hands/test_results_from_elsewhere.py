"""Results that do not come from the hands at the workbook: files of other programs, dashes of other keyboards, values
that are no numbers. Expected values are reasoned here.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from clubs import club, the_file
from halls import Hall
from hand_edits import other_program

from xlpair import functions
from xlpair.cli.run import run
from xlpair.model import Result
from xlpair.workbook.book import CellValue

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command; gives its exit code and all it said."""

    def command(*words: str) -> tuple[int, str]:
        code = run(words)
        said = capsys.readouterr()
        return code, said.out + said.err

    return command


@pytest.mark.parametrize(
    ("lines", "told_of"),
    [
        ("台次,红方,黑方,结果\n1,别人,某人,2:0\n", "红方是 别人，这里是 甲1；黑方是 某人，这里是 甲2"),
        ("台次,红方,黑方,结果\n1,甲2,甲1,2:0\n", "红方是 甲2，这里是 甲1；黑方是 甲1，这里是 甲2"),
        ("台次,红方,结果\n1,甲1,2:0\n2,甲3,1:1\n", "第1轮第2台：结果上红方是 甲3，这里是 甲4。"),
        # the numbers fit, the people do not: the other copy has drawn its numbers by another lot
        ("台次,红方编号,红方,黑方,黑方编号,结果\n1,1,甲4,甲2,2,2:0\n", "红方是 甲4，这里是 甲1。"),
        # other words for the headings of the numbers; sides changed; one number alone; nobody's number
        ("台次,红方号,黑方号,结果\n1,2,1,2:0\n", "结果是 2-1 的，这里坐的是 1-2。"),
        ("台次,先手号,后手号,结果\n2,4,3,2:0\n1,3,2,2:0\n", "结果是 3-2 的，这里坐的是 1-2。"),
        ("台次,黑方编号,结果\n1,4,2:0\n", "结果是 ？-4 的，这里坐的是 1-2。"),
        ("台次,红方编号,黑方编号,结果\n1,1,轮空,2:0\n", "第2行：黑方编号“轮空”不是编号，这一台却有结果。"),
        ("台次,结果\n1,-\n2,\n", "结果.csv：各台都还没有结果，没有可填的。"),
        ("台次,结果\n", "结果.csv：没有给出任何结果。"),
    ],
)
def test_hands_46_names_in_a_file_of_results_have_to_fit(lines: str, told_of: str, tmp_path: Path, told: Run) -> None:
    """1-2 and 4-3 sit here; a file that names others, or names them with sides changed, is refused as numbers are."""
    found = club(tmp_path, 4)
    found.pair()
    before = the_file(found).read_bytes()
    source = tmp_path / "结果.csv"
    source.write_text(lines, encoding="utf-8")
    code, said = told("results", str(found.path), "1", "--from", str(source))
    assert (code, told_of in said) == (2, True), said
    assert the_file(found).read_bytes() == before


@pytest.mark.parametrize(
    ("line", "told_of"),
    [
        ("1,张伟,甲队,张伟,乙队,2:0", ""),
        ("1,张伟,乙队,张伟,甲队,2:0", "红方单位是 乙队，这里是 甲队；黑方单位是 甲队，这里是 乙队"),
        ("1,张伟,,张伟,丙队,2:0", "黑方单位是 丙队，这里是 乙队"),
        ("2,李四,丁队,王五,丙队,2:0", ""),  # their names tell the two apart, and a club may be called otherwise
    ],
)
def test_clubs_tell_two_of_one_name_apart(line: str, told_of: str, tmp_path: Path, told: Run) -> None:
    rows = [[1, "张伟", "甲队"], [2, "张伟", "乙队"], [3, "王五", "丙"], [4, "李四", "丁"]]
    found = club(tmp_path, rows)
    found.pair()
    assert found.boards(1) == [(1, 2), (4, 3)]
    before = the_file(found).read_bytes()
    source = tmp_path / "结果.csv"
    source.write_text(f"台次,红方,红方单位,黑方,黑方单位,结果\n{line}\n", encoding="utf-8")
    code, said = told("results", str(found.path), "1", "--from", str(source))
    assert (code, told_of in said) == (2 if told_of else 0, True), said
    assert (the_file(found).read_bytes() == before) is bool(told_of)


@pytest.mark.parametrize("games", ["1", "2"])
def test_hands_46_names_that_fit_are_taken_however_they_are_written(games: str, tmp_path: Path, told: Run) -> None:
    """Blanks and widths do not matter; in the second game of a meeting the sides are changed."""
    found = club(tmp_path, 2, {"每轮局数": games, "赛制": "单循环"})
    found.pair()
    ((red, black),) = found.boards(1)
    source = tmp_path / "结果.csv"
    lines = f"1,甲 {red},甲{black}\u3000,2:0"
    if games == "2":
        lines = f"1-1,甲{red},甲{black},2:0\n1-2,甲{black},甲 {red},2:0"
    source.write_text(f"台次,红方,黑方,结果\n{lines}\n", encoding="utf-8")
    code, said = told("results", str(found.path), "1", "--from", str(source))
    assert code == 0, said
    assert [game.result for game in found.event().rounds[0].pairings[0].games] == [Result.RED_WIN] * int(games)


ABSENT, OPEN = Result.BOTH_FORFEIT, None


@pytest.mark.parametrize(
    ("typed", "means"),
    # A lone dash is no result; the Chinese keyboard's one dash is two signs. Two dashes: nobody came.
    [("——", OPEN), ("—", OPEN), ("-", OPEN), ("－", OPEN), ("--", ABSENT), ("－－", ABSENT), ("-:-", ABSENT)],
)
def test_hands_20_22_a_dash_means_the_same_wherever_it_is_typed(
    typed: str, means: Result | None, tmp_path: Path, told: Run
) -> None:
    """In the cell, as a word of the command, in a file of results; board 2 is drawn, so that a file does something."""

    def results_of(found: Hall) -> list[Result | None]:
        return [pairing.result for pairing in found.event().rounds[0].pairings]

    source = tmp_path / "结果.csv"
    source.write_text(f"台次,结果\n1,{typed}\n2,1:1\n", encoding="utf-8")
    for way in ("cell", "command", "file"):
        folder = tmp_path / way
        folder.mkdir()
        found = club(folder, 4)
        found.pair()
        if way == "cell":
            with other_program(the_file(found)) as hands:
                hands.type("第1轮", 1, "结果", typed)
        elif way == "command":
            assert told("result", str(found.path), "1", "1", typed)[0] == 0
        else:
            assert told("results", str(found.path), "1", "--from", str(source))[0] == 0
        assert results_of(found)[0] is means, way


@pytest.mark.parametrize("dash", ["-", "——"])
def test_hands_22_a_lone_dash_opens_a_meeting_of_two_games(dash: str, tmp_path: Path, told: Run) -> None:
    found = club(tmp_path, 2, {"每轮局数": "2", "赛制": "单循环"})
    found.pair()
    found.results(1, "2:0 1:1")
    assert told("result", str(found.path), "1", "1", dash)[0] == 0
    assert [game.result for game in found.event().rounds[0].pairings[0].games] == [None, None]


HEADINGS = ("台次", "红方编号", "红方", "红方单位", "红方积分", "结果", "黑方积分", "黑方单位", "黑方", "黑方编号")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf"), 1e308])
@pytest.mark.parametrize("heading", ["结果", "台次", "红方编号", "黑方编号"])
def test_hands_39_what_is_no_number_is_told_with_its_place(heading: str, value: float) -> None:
    """A data frame hands over what no cell can hold; every function says which cell it is in, or does not read it."""
    cells: dict[str, CellValue] = {"台次": 1, "红方编号": 1, "红方": "甲", "黑方": "乙", "黑方编号": 2, heading: value}
    table = [list(HEADINGS), [cells.get(one) for one in HEADINGS]]
    roster = [["编号", "姓名"], [1, "甲"], [2, "乙"]]
    for function in (functions.XQ_STANDINGS, functions.XQ_NEXTROUND, functions.XQ_EXPLAIN, functions.XQ_CHECK):
        said = "".join(str(cell) for row in function([["项目", "内容"]], roster, table) for cell in row)
        assert "程序出错" not in said
        if heading != "台次":
            assert "第1轮" in said
            assert heading in said
