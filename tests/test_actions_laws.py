"""Laws of the commands, for random events: what is undone is as it was, what is refused changes nothing."""

from __future__ import annotations

from pathlib import Path

from halls import Hall, hall
from hypothesis import given, settings
from hypothesis import strategies as st

from xlpair.errors import NotAllowed, XlpairError
from xlpair.workbook.book import Area, CellValue

RESULTS = ("2:0", "1:1", "0:2", "+-", "-+", "--")
ATTENDANCES = (None, None, None, "2-", "1,3-", "-2", "退赛")


@st.composite
def halls(draw: st.DrawFn) -> Hall:
    """An event with some rounds played, some players late, away or gone, with numbers or without."""
    count = draw(st.integers(2, 9))
    numbered = draw(st.booleans())
    roster: list[list[CellValue]] = [
        [number if numbered else None, f"甲{number}", draw(st.sampled_from(("", "A队", "B队"))), None, None, attendance]
        for number, attendance in enumerate(
            draw(st.lists(st.sampled_from(ATTENDANCES), min_size=count, max_size=count)), 1
        )
    ]
    system = draw(st.sampled_from(("积分编排", "积分编排", "单循环", "双循环")))
    update = draw(st.sampled_from(("数值", "实时公式")))
    lines = {"赛制": system, "成绩表更新": update, "首轮配对": draw(st.sampled_from(("临近", "随机")))}
    found = hall("memory", Path(), roster, lines, rounds=4)
    for number in range(1, draw(st.integers(0, 3)) + 1):
        try:
            found.pair()
        except XlpairError:
            break
        boards = len(found.boards(number))
        if boards:
            found.results(number, *draw(st.lists(st.sampled_from(RESULTS), min_size=boards, max_size=boards)))
    return found


def cells(found: Hall) -> dict[str, list[list[CellValue]]]:
    """Every cell that holds anything, without the log and the status line."""
    assert found.memory is not None
    status = found.memory.names["状态栏"]
    kept = {}
    for name, grid in found.memory.grids.items():
        if name == "编排记录":
            continue
        rows = [[None if cell == "" else cell for cell in row] for row in grid]
        if name == status.sheet:
            rows[status.top][status.left] = None
        for row in rows:
            while row and row[-1] is None:
                row.pop()
        while rows and not rows[-1]:
            rows.pop()
        kept[name] = rows
    return kept


def printed(found: Hall) -> tuple[dict[str, Area], dict[str, Area]]:
    """Print areas and tables."""
    assert found.memory is not None
    return dict(found.memory.print_areas), dict(found.memory.tables)


@settings(max_examples=60)
@given(halls())
def test_undo_after_pair_gives_every_cell_back(found: Hall) -> None:
    found.refresh()
    before, shown, areas = cells(found), found.shown(), printed(found)
    try:
        found.pair()
    except XlpairError:
        return
    assert cells(found) != before
    found.undo()
    assert cells(found) == before
    assert found.shown() == shown
    first, then = areas, printed(found)
    # a sheet that had no print area of its own in the memory book has got that of its whole table
    assert {**then[0], **first[0]} == then[0]
    assert first[1] == then[1]


@settings(max_examples=60)
@given(halls(), st.sampled_from(("pair", "undo", "3:0", "board")))
def test_what_is_refused_changes_nothing(found: Hall, what: str) -> None:
    before, copies = found.content(), len(found.backups())
    rounds = len(found.event().rounds)
    commands = {
        "pair": lambda: found.pair("1-1"),
        "undo": lambda: found.undo(lose_results=False),
        "3:0": lambda: found.result(rounds, 1, "3:0"),
        "board": lambda: found.result(rounds, 99, "2:0"),
    }
    try:
        commands[what]()
    except XlpairError:
        assert found.content() == before
        assert len(found.backups()) == copies
    else:
        assert what == "undo"


@settings(max_examples=40)
@given(halls())
def test_the_same_workbook_gives_the_same_pairing(found: Hall) -> None:
    try:
        first = found.pair()
    except XlpairError:
        return
    pairs, numbers = found.event().rounds[-1], found.column("名单", "编号")
    found.undo()
    try:
        again = found.pair()
    except NotAllowed as refused:
        raise AssertionError("what was paired once can be paired again") from refused
    assert found.event().rounds[-1] == pairs
    assert found.column("名单", "编号") == numbers
    assert again.done == first.done
    assert again.seed == first.seed


@settings(max_examples=40)
@given(halls())
def test_the_check_finds_every_round_as_the_rules_make_it(found: Hall) -> None:
    outcome = found.check()
    assert not any("与规则编排不同" in sentence for sentence in outcome.done)
    assert not any("与规则编排不同" in problem.what for problem in outcome.problems)
    assert not any("对阵与编排记录不同" in problem.what for problem in outcome.problems)
