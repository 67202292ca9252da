"""What an arbiter reads: the check's order and length, and what the log gives away.

Expected values are reasoned in each test.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from clubs import club, draws, lines, the_file, wins_of_red
from halls import Hall
from hand_edits import other_program

from xlpair.errors import BadInput, Gravity, Problem
from xlpair.told import MOST_ALIKE, folded
from xlpair.workbook.layout import LOG_HEADINGS


def test_errors_stand_first_then_place_by_place_and_nothing_twice(tmp_path: Path) -> None:
    """A result wrong in round 2, one in round 1, a name doubtful, a switch wrong: told as one goes through the book."""
    found = club(tmp_path, 6)
    found.pair()
    wins_of_red(found, 1)
    found.pair()
    with other_program(the_file(found)) as hands:
        hands.type("第2轮", 1, "结果", "x")
        hands.type("第1轮", 1, "结果", "y")
        hands.type("名单", 2, "姓名", "甲 1")
        row = [cells[0] for cells in hands.rows("赛事")].index("最后三轮") + 1
        hands.type("赛事", row, "内容", "也许")
    problems = found.check().problems
    sheets = [problem.where.partition("!")[0] for problem in problems]
    errors = [problem.gravity is Gravity.ERROR for problem in problems]
    assert errors == sorted(errors, reverse=True)
    assert sheets[: errors.count(True)] == ["赛事", "第1轮", "第2轮"]
    assert sheets[errors.count(True)] == "名单"
    assert len({(problem.where, problem.what) for problem in problems}) == len(problems)
    assert all("\n" not in str(problem) and len(str(problem)) < 200 for problem in problems)


def test_the_check_of_forty_players_is_no_wall(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All 20 results of a round and all 40 ratings are nonsense: each kind is told on a few lines, the rest by cell."""
    from xlpair.cli.run import run

    found = club(tmp_path, 40)
    found.pair()
    with other_program(the_file(found)) as hands:
        for row in range(1, 21):
            hands.type("第1轮", row, "结果", f"赢{row}")
        for row in range(1, 41):
            hands.type("名单", row, "等级分", f"{row}级")
    assert run(["check", str(found.path)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert len(told) <= 20
    assert [line for line in told if "另有 36 处同样的问题：D9、D10" in line]
    assert [line for line in told if "另有 16 处同样的问题：F9、F10" in line]
    # a program gets all of them
    assert run(["check", str(found.path), "--json"]) == 1
    assert capsys.readouterr().out.count('"where"') >= 60


@pytest.mark.parametrize("count", [1, MOST_ALIKE, MOST_ALIKE + 1, 100])
def test_long_runs_of_one_kind_are_folded_and_nothing_else(count: int) -> None:
    run = [Problem(f"第1轮!F{row}", f"结果看不懂 “{row}”。", "请写 2:0。") for row in range(count)]
    other = [Problem("第1轮!B5", "编号看不懂。", "请改正。"), Problem("第2轮", "对阵不同。")]
    shown = folded([other[0], *run, other[1]])
    assert (shown[0], shown[-1]) == (other[0], other[1])
    if count <= MOST_ALIKE:
        assert list(shown[1:-1]) == run
    else:
        assert list(shown[1:-2]) == run[: MOST_ALIKE - 2]
        assert shown[-2].what.startswith(f"另有 {count - MOST_ALIKE + 2} 处同样的问题：F{MOST_ALIKE - 2}、")


def test_a_round_is_not_judged_while_one_before_it_is_not_understood(tmp_path: Path) -> None:
    """Three rounds by the rules; round 2 gets a result that says nothing: 1 is judged, 2 and 3 are not."""
    found = club(tmp_path, 8)
    for number in (1, 2, 3):
        found.pair()
        draws(found, number)
    with other_program(the_file(found)) as hands:
        hands.type("第2轮", 1, "结果", "x")
    checked = found.check()
    assert checked.done[2:] == ("第1轮：与规则编排相同。", "第2、3轮：改正错误以后才能核对。")
    assert [problem.where for problem in checked.problems] == ["第2轮!F5", "第2轮"]
    assert "当时 1:1" in checked.problems[1].what  # so that it can be put back


def after_two_draws(tmp_path: Path) -> Hall:
    """Eight people after two rounds of draws."""
    found = club(tmp_path, 8, {"轮数": "5"})
    for number in (1, 2):
        found.pair()
        draws(found, number)
    return found


@pytest.mark.parametrize("kept", [0, 3])
def test_a_log_that_was_emptied_is_told_and_made_up_for(kept: int, tmp_path: Path) -> None:
    """Without its lines of the log nobody can tell what was changed: said once; the next pairing records the pairs."""
    found = after_two_draws(tmp_path)
    with other_program(the_file(found)) as hands:
        rows = hands.rows("编排记录")
        hands.put_rows("编排记录", [*rows[:kept], *[[None] * len(LOG_HEADINGS)] * (len(rows) - kept)])
    (told,) = lines(found.check().problems)
    assert told.startswith(f"编排记录：里没有第{'1、2' if kept == 0 else '2'}轮的编排")
    found.pair()
    assert found.check().problems == ()
    with other_program(the_file(found)) as hands:
        pairs = found.boards(2)
        hands.type("第2轮", 1, "黑方编号", pairs[1][1])
        hands.type("第2轮", 2, "黑方编号", pairs[0][1])
    assert any("第2轮：对阵与编排记录不同" in line for line in lines(found.check().problems))


def test_pairs_changed_after_pairing_are_told_by_every_command_until_logged(tmp_path: Path) -> None:
    found = club(tmp_path, 6)
    found.pair()
    with other_program(the_file(found)) as hands:
        hands.type("第1轮", 1, "红方编号", 2)
        hands.type("第1轮", 1, "黑方编号", 1)
    expected = "第1轮：对阵与编排记录不同：编排时 1-2，现在 2-1。"
    for outcome in (found.check(), found.refresh(), found.results(1, "2:0", "2:0", "2:0"), found.pair()):
        assert [line.partition(" 如果")[0] for line in lines(outcome.problems) if "对阵" in line] == [expected]
    assert found.log("对阵更改") == ["2-1，4-3，5-6"]
    # from now on the check alone reminds of it, in one line
    reminder = "第1轮：编排以后改过对阵：编排时 1-2，现在 2-1。"
    assert [line.partition(" 改动")[0] for line in lines(found.check().problems)] == [reminder]
    draws(found, 2)
    for outcome in (found.refresh(), found.pair()):
        assert not [line for line in lines(outcome.problems) if "对阵" in line]


def test_explain_reads_as_one_line_a_pair(tmp_path: Path) -> None:
    """Round 2 of five: a sentence for each board and one for the bye, who sits there first, why behind."""
    found = club(tmp_path, 5)
    found.pair()
    draws(found, 1)
    found.pair()
    said = found.explain().done
    assert len(said) == 3
    red, black = found.boards(2)[0]
    assert said[0].startswith(f"第1台 {red}号甲{red}（红）对{black}号甲{black}（黑）：")
    assert "轮空" in said[2]
    assert all("\n" not in line and line.endswith("。") and len(line) < 200 for line in said)


def test_a_round_whose_sheet_was_deleted_is_told_and_nothing_goes_on_without_it(tmp_path: Path) -> None:
    """Round 2 is paired, then its sheet is deleted: without its results the 成绩表 and every later round were wrong."""
    found = club(tmp_path, 6)
    found.pair()
    wins_of_red(found, 1)
    found.pair()
    with other_program(the_file(found)) as hands:
        del hands.book["第2轮"]
    outcome = found.check()
    assert [problem.where for problem in outcome.problems if problem.gravity is Gravity.ERROR] == ["第2轮"]
    assert "改正以后才能编排" in outcome.done[0]
    for command in (found.pair, found.refresh, found.undo, lambda: found.result(1, 1, "1:1")):
        with pytest.raises(BadInput, match="第2轮：编排记录里有这一轮"):
            command()


def test_the_sheet_of_a_round_given_up_is_made_anew(tmp_path: Path) -> None:
    """The way past it: an empty sheet 第2轮 at its old place, paired again just as before (W1, same results)."""
    found = club(tmp_path, 6)
    found.pair()
    wins_of_red(found, 1)
    found.pair()
    pairs = found.boards(2)
    with other_program(the_file(found)) as hands:
        del hands.book["第2轮"]
    with pytest.raises(BadInput, match="xlpair rounds 文件名 2 补一张空表"):
        found.undo()
    found.rounds(5)
    sheets = [sheet.name for sheet in found.snapshot().sheets if sheet.name.startswith("第")]
    assert sheets == [f"第{number}轮" for number in range(1, 6)]
    assert len(found.event().rounds) == 1
    found.undo()
    assert found.check().errors == 0
    found.pair()
    assert found.boards(2) == pairs


@pytest.mark.parametrize("how", ["cells emptied", "rows deleted"])
def test_a_round_that_was_emptied_is_told_and_can_be_taken_back(how: str, tmp_path: Path) -> None:
    """Its results are nowhere but in the copies: pairing it again would lose them without a word."""
    found = club(tmp_path, 6)
    for number in (1, 2):
        found.pair()
        wins_of_red(found, number)
    pairs = found.boards(2)
    with other_program(the_file(found)) as hands:
        sheet, table = hands.table("第2轮")
        top = int("".join(filter(str.isdigit, table.ref.partition(":")[0])))
        if how == "rows deleted":
            sheet.delete_rows(top + 1, 3)
        else:
            for row in sheet.iter_rows(min_row=top + 1, max_row=top + 3):
                for cell in row:
                    cell.value = None
    told = [problem for problem in found.check().problems if problem.gravity is Gravity.ERROR]
    assert [problem.where for problem in told] == ["第2轮"]
    assert "被清空" in told[0].what
    for command in (found.pair, found.refresh):
        with pytest.raises(BadInput, match="第2轮：编排记录里有这一轮"):
            command()
    found.undo()
    assert found.check().errors == 0
    found.pair()
    assert found.boards(2) == pairs


def test_a_sheet_that_will_be_missing_is_told_before_it_is_needed(tmp_path: Path) -> None:
    found = club(tmp_path, 6, {"轮数": "5"})
    found.pair()
    with other_program(the_file(found)) as hands:
        del hands.book["第3轮"]
    told = [problem for problem in found.check().problems if problem.where == "工作簿"]
    assert [problem.what for problem in told] == ["没有第3轮的表，到时不能编排。"]
    assert "xlpair rounds 文件名 3" in told[0].hint
    found.rounds(3)
    assert not [problem for problem in found.check().problems if problem.where == "工作簿"]


@pytest.mark.parametrize(("sheet", "system"), [("成绩表", "积分编排"), ("编排卡", "积分编排"), ("循环表", "单循环")])
def test_a_computed_sheet_that_was_deleted_is_told_and_never_said_to_be_renewed(
    sheet: str, system: str, tmp_path: Path
) -> None:
    """The rest is done; the one sentence that says so does not speak of a sheet that is not there."""
    found = club(tmp_path, 6, {"赛制": system, **({"轮数": "5"} if system == "积分编排" else {})})
    found.pair()
    with other_program(the_file(found)) as hands:
        hands.book.remove(hands.book[sheet])
    done = found.refresh()
    assert done.done[0].startswith("成绩表没有更新" if sheet == "成绩表" else "成绩表已更新")
    for problems in (done.problems, found.check().problems):
        (told,) = [line for line in lines(problems) if line.startswith(f"{sheet}：")]
        assert "找不到这张表" in told
        assert "备份" in told
        assert "没有更新" not in told  # the check renews nothing


@pytest.mark.parametrize("heading", ["姓名", "编号"])
def test_a_heading_gone_from_the_roster_is_the_only_error(heading: str, tmp_path: Path) -> None:
    """Hand 43: with it nobody can be found, so all that nobody is found for follows from it."""
    found = after_two_draws(tmp_path)
    with other_program(the_file(found)) as hands:
        sheet, table = hands.table("名单")
        left, top, _, _ = hands.box("名单")
        (place,) = [at for at, column in enumerate(table.tableColumns) if column.name == heading]
        table.tableColumns[place].name = sheet.cell(top, left + place).value = "某列"
    (told,) = lines(found.check().problems)
    assert told.startswith(f"名单：标题行（第4行）里找不到“{heading}”")
    with pytest.raises(BadInput) as refused:
        found.pair()
    assert lines(refused.value.problems) == [told]


def test_a_round_beyond_the_plan_is_not_said_to_differ(tmp_path: Path) -> None:
    """Two rounds by the rules, then 轮数 is set to 1: the rules make no second round it could be compared with."""
    found = club(tmp_path, 8, {"轮数": "5"})
    found.pair()
    draws(found, 1)
    found.pair()
    found.set("轮数", 1)
    checked = found.check()
    assert checked.done[2:] == ("第1轮：与规则编排相同。", "第2轮：超出了计划的轮数，无法核对。")
    assert [line for line in lines(checked.problems) if "已经编排了 2 轮，计划只有 1 轮" in line]
