"""Tables on a terminal: whatever its width, no column is cut, and what has no room is named."""

from __future__ import annotations

import re

import pytest
from command_line import Ended, Shell, process
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from xlpair.cli.fitting import Room, Weight, fit

WIDTHS = (60, 80, 100, 120, 140, 200)
# S3 甲, with what stands before it in every event (rules.md, S6).
SWISS = ("名次", "编号", "姓名", "单位", "积分", "对手分", "胜局", "犯规", "后走胜局", "后走局数", "倒轮积分")
FORMATS = {
    "积分编排": (),
    "单循环": ("--system", "单循环"),
    "双循环": ("--system", "双循环"),
    "两局制单循环": ("--system", "单循环", "--set", "每轮局数=2"),
    "分组循环": ("--system", "分组循环"),
    "单败淘汰": ("--system", "单败淘汰"),
    "双败淘汰": ("--system", "双败淘汰"),
    "积分末位淘汰": ("--set", "末位淘汰=3轮后取8名"),
    "队员总分制": ("--system", "队员总分制"),
    "团体": ("--set", "团体=分台定人", "--set", "每队台数=4"),
    "团体循环": ("--system", "单循环", "--set", "团体=分台换人", "--set", "每队台数=3"),
}


@pytest.fixture
def shell(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.delenv("COLUMNS", raising=False)
    return shell


def tables(text: str) -> list[list[list[str]]]:
    """Every block on the screen: its rows, headings first, as the cells between the lines."""
    found: list[list[list[str]]] = []
    for line in text.splitlines():
        if line.startswith("╭"):
            found.append([])
        elif line.startswith("│"):
            found[-1].append([cell.strip() for cell in line.strip("│").split("│")])
    return found


def shown(ended: Ended, width: int) -> list[list[list[str]]]:
    """The blocks, none of which is cut or wider than the screen."""
    assert ended.code == 0, ended
    assert "…" not in ended.out
    assert max(cell_len(line) for line in ended.out.splitlines() if line[:1] in "╭│├╰") <= width
    return tables(ended.out)


@pytest.mark.parametrize("width", WIDTHS)
def test_forty_players_and_nine_rounds_on_any_screen(width: int, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shell("simulate", "--players", "40", "--rounds", "9", "--out", "四十人.xlsx").code == 0
    event = shell("standings", "四十人.xlsx", "--json").value["standings"]
    monkeypatch.setenv("COLUMNS", str(width))
    ended = shell("standings", "四十人.xlsx")
    blocks = [block for block in shown(ended, width) if block[0][0] == "名次"]
    headings = [heading for block in blocks for heading in block[0]]
    assert set(SWISS) <= set(headings)
    for block in blocks:
        assert block[0][:3] == ["名次", "编号", "姓名"]
        assert [(row[0], row[1], row[2]) for row in block[1:]] == [
            (str(row["place"]), str(row["number"]), row["name"]) for row in event["rows"]
        ]
    for heading in ("单位", "积分", "对手分"):
        block = next(block for block in blocks if heading in block[0])
        at = block[0].index(heading)
        key = {"单位": "club", "积分": "points"}.get(heading)
        wanted = [str(row[key] if key else row["values"][heading]) for row in event["rows"]]
        assert [row[at] for row in block[1:]] == wanted
    rounds = [f"{number}轮" for number in range(1, 10)]
    seen = [one for one in rounds if one in headings]
    assert seen == rounds[9 - len(seen) :], "the earliest rounds give way first"
    if len(seen) == 9:
        assert "放不下" not in ended.out
    else:
        left_out = rounds[: 9 - len(seen)]
        assert f"窗口宽 {width} 列，放不下“{left_out[0]}”" in ended.out
        assert f"“{left_out[-1]}”；加宽到 " in ended.out
        wide_enough = re.search(r"加宽到 (\d+) 列", ended.out)
        assert wide_enough is not None
        monkeypatch.setenv("COLUMNS", wide_enough.group(1))
        assert "放不下" not in shell("standings", "四十人.xlsx").out


@pytest.mark.parametrize("width", [60, 100])
@pytest.mark.parametrize("name", FORMATS)
def test_every_format_shows_who_is_where(name: str, width: int, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    simulated = shell("simulate", "--players", "12", *FORMATS[name], "--out", "练习.xlsx")
    assert shown(simulated, width)
    event = shell("standings", "练习.xlsx", "--json").value["standings"]
    ended = shell("standings", "练习.xlsx")
    blocks = [block for block in shown(ended, width) if block[0][0] == "名次"]
    headings = {heading for block in blocks for heading in block[0]}
    who = "参赛队" if "参赛队" in headings else "姓名"
    assert {"名次", "编号", who, *event["criteria"]} <= headings
    rows = event["rows"]
    names = [row[2] for row in blocks[0][1:] if row[0]]
    assert names == [row["name"] for row in rows]
    for heading, key in (("单位", "club"), ("组", "group")):
        wanted = [row.get(key, "") for row in rows]
        if any(wanted):
            block = next(block for block in blocks if heading in block[0])
            assert [row[block[0].index(heading)] for row in block[1:] if row[0]] == wanted
    for remark in {row["remark"] for row in rows if row.get("remark")}:
        block = next(block for block in blocks if "备注" in block[0])
        at = block[0].index("备注")
        assert any(row[at] == remark for row in block[1:]), remark


def test_a_round_says_which_group_or_stage_a_board_belongs_to(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    from xlpair.cli.screen import console, print_round
    from xlpair.settings import Settings, System
    from xlpair.simulate import played_rounds, practice_event

    monkeypatch.setenv("COLUMNS", "80")
    for system, heading, part in ((System.GROUPS, "组", "A"), (System.KNOCKOUT, "阶段", "决赛")):
        *_, event = played_rounds(practice_event(Settings(system=system), 8, 1), 1)
        print_round(console(), event, event.rounds[0 if system is System.GROUPS else -1])
        (block,) = tables(shell._captured.readouterr().out)
        assert block[0][1] == heading
        assert part in block[1][1]


def test_prize_groups_and_teams_of_members_have_tables_of_their_own(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two women of four players, by places 1 and 2 in their group; 东队 has 4 points of two wins, 西队 none."""
    shell.file("名单.csv", "编号,姓名,单位,组别\n1,甲,东队,女子\n2,乙,西队,\n3,丙,西队,女子\n4,丁,东队,\n")
    made = shell("new", "赛.xlsx", "--roster", "名单.csv", "--rounds", "1", "--set", "团体=队员总分")
    assert made.code == 0
    assert shell("pair", "赛.xlsx", "--pairs", "1-2,4-3").code == 0
    for board in ("1", "2"):
        assert shell("result", "赛.xlsx", "1", board, "2:0").code == 0
    monkeypatch.setenv("COLUMNS", "60")
    ended = shell("standings", "赛.xlsx")
    blocks = shown(ended, 60)
    assert "组别成绩 女子" in ended.out
    women = next(block for block in blocks if block[0][0] == "组内名次")
    assert women[0][:5] == ["组内名次", "总名次", "编号", "姓名", "单位"]
    assert [(row[0], row[2], row[3]) for row in women[1:]] == [("1", "1", "甲"), ("2", "3", "丙")]
    assert "团体成绩" in ended.out
    teams = next(block for block in blocks if block[0][1] == "单位")
    assert [row[:3] for row in teams[1:]] == [["1", "东队", "4"], ["2", "西队", "0"]]


def test_where_nobody_watches_tables_are_whole(shell: Shell) -> None:
    """A file or a program has no width."""
    shell("simulate", "--players", "40", "--rounds", "9", "--out", "四十人.xlsx")
    ended = process(shell.folder, ("standings", "四十人.xlsx"), stdin=-3)
    headings = tables(ended.stdout)[0][0]
    assert headings == [*SWISS[:4], *(f"{number}轮" for number in range(1, 10)), *SWISS[4:]]


def test_an_open_round_is_marked_in_its_heading(shell: Shell) -> None:
    shell.file("名单.csv", "编号,姓名\n1,甲\n2,乙\n3,丙\n4,丁\n")
    shell("new", "赛.xlsx", "--roster", "名单.csv", "--rounds", "2")
    shell("pair", "赛.xlsx")
    assert "1轮未完" in tables(shell("standings", "赛.xlsx").out)[0][0]


def test_long_words_are_folded_and_whole(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """A club of 20 characters folds over lines; all of it is there."""
    club = "黑龙江省哈尔滨市道里区象棋协会少年队甲组"
    name = "阿卜杜热西提·买买提江·吐尔逊"
    shell.file("名单.csv", f"编号,姓名,单位\n1,{name},{club}\n2,乙,队\n")
    shell("new", "赛.xlsx", "--roster", "名单.csv", "--rounds", "1")
    shell("pair", "赛.xlsx")
    monkeypatch.setenv("COLUMNS", "60")
    blocks = shown(shell("standings", "赛.xlsx"), 60)
    rows = blocks[0][1:]
    assert name in "".join(row[2] for row in rows)
    at = blocks[0][0].index("单位")
    assert club in "".join(row[at] for row in rows)


# How wide a column has to be, how much more it would like, and whether it may be dropped.
OTHERS = st.tuples(st.integers(2, 20), st.integers(0, 20), st.booleans())


@given(st.lists(st.integers(2, 6), max_size=3), st.lists(OTHERS, min_size=1, max_size=12), st.integers(20, 200))
def test_law_every_column_has_a_place_or_is_named(
    keys: list[int], others: list[tuple[int, int, bool]], width: int
) -> None:
    columns = [Room(least, least, Weight.KEY) for least in keys]
    for least, more, optional in others:
        columns.append(Room(least + more, least, Weight.IF_ROOM if optional else Weight.NEEDED))
    found = fit(columns, width)
    placed = [at for block in found.blocks for at, _ in block]
    for at, column in enumerate(columns):
        if column.weight is Weight.KEY:
            assert all(at in [one for one, _ in block] for block in found.blocks)
        else:
            assert placed.count(at) + (at in found.dropped) == 1
            assert column.weight is Weight.IF_ROOM or at not in found.dropped
    for block in found.blocks:
        assert [at for at, _ in block] == sorted(at for at, _ in block)
        assert all(columns[at].least <= wide <= columns[at].natural for at, wide in block)
        taken = sum(wide for _, wide in block) + 3 * len(block) + 1
        unavoidable = len(block) <= len(keys) + 1
        assert taken <= width or unavoidable
    assert len(fit(columns, found.whole).blocks) == 1
    assert fit(columns, found.whole).dropped == ()
