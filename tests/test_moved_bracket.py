"""A bracket behind groups, and a result of the groups corrected after it has begun: nobody changes his place in it."""

from __future__ import annotations

from pathlib import Path

from command_line import Shell

import xlpair

PEOPLE = "编号,姓名,组\n" + "".join(f"{number},棋手{number},{'AAABBBCCC'[number - 1]}\n" for number in range(1, 10))
SWITCHES = ("分组数=3", "每组出线=3", "决赛=单败淘汰", "抽签种子=1")
BOOK = "杯赛.xlsx"


def play(shell: Shell) -> None:
    """Pair the next round; the smaller number wins."""
    assert shell("pair", BOOK).code == 0
    last = xlpair.load(shell.folder / BOOK).rounds[-1]
    for pairing in last.pairings:
        result = "2:0" if pairing.red < pairing.black else "0:2"
        assert shell("result", BOOK, str(last.number), str(pairing.board), result).code == 0


def test_hands_23_a_bracket_with_byes_is_not_drawn_anew_under_way(shell: Shell, tmp_path: Path) -> None:
    """Seven of nine have a bye in the bracket's first round: what is paired does not tell their places."""
    shell.file("名单.csv", PEOPLE)
    switches = [word for one in SWITCHES for word in ("--set", one)]
    assert shell("new", BOOK, "--roster", "名单.csv", "--system", "分组循环", *switches).code == 0
    for _ in range(4):
        play(shell)
    event = xlpair.load(shell.folder / BOOK)
    assert len(event.rounds[3].byes) == 7
    first = next(
        (round_.number, one.board, "0:2" if one.red == 1 else "2:0")
        for round_ in event.rounds[:3]
        for one in round_.pairings
        if {one.red, one.black} == {1, 2}
    )
    assert shell("result", BOOK, *map(str, first)).code == 0
    before = (tmp_path / BOOK).read_bytes()
    refused = shell("pair", BOOK)
    assert refused.code == 1
    assert "对阵图上的位置变了" in refused.err
    assert (tmp_path / BOOK).read_bytes() == before
    checked = shell("check", BOOK)
    assert checked.code == 1
    assert "请撤销第4轮" in (checked.out + checked.err)
    # Put right again, it goes on; who played 1 and 2 out then: the bracket keeps them apart.
    assert shell("result", BOOK, *map(str, first[:2]), "2:0" if first[2] == "0:2" else "0:2").code == 0
    play(shell)
    assert "没有问题" in shell("check", BOOK).out
