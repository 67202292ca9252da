"""An event's tables as pandas data frames, for those who go on computing.

>>> import xlpair
>>> event = xlpair.event([(1, "蒋川"), (2, "吕钦")], rounds=[[(1, 2, "2:0")]])
>>> tables = xlpair.frames(event)
>>> tables["成绩表"][["名次", "姓名", "积分"]].values.tolist()
[[1, '蒋川', 2], [2, '吕钦', 0]]
>>> tables["对局"].loc[0, ["红方", "结果", "黑方"]].tolist()
['蒋川', '2:0', '吕钦']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlpair.api import sure_event
from xlpair.model import Event
from xlpair.table_rows import standings_rows
from xlpair.workbook.result_texts import result_text

if TYPE_CHECKING:
    from pandas import DataFrame  # noqa: TID251


def frames(event: Event) -> dict[str, DataFrame]:
    """Give the tables 名单, 对局 and 成绩表 as data frames, columns headed as in the workbook.

    对局 has a row for each game; an open game has no result. Byes stand in it with 黑方 as the kind of bye and without
    a board. Numbers are exact integers, or text where a value has no exact decimal. Raises WrongUse for no event.
    """
    from pandas import DataFrame  # noqa: TID251 – slow to import, wanted by few

    sure_event(event)
    heading, *rows = standings_rows(event)
    roster = [
        (player.number, player.name, player.club, player.rating, player.seed, player.note) for player in event.players
    ]
    return {
        "名单": DataFrame(roster, columns=["编号", "姓名", "单位", "等级分", "种子", "备注"]),
        "对局": DataFrame(
            _games(event), columns=["轮次", "台次", "局", "红方编号", "红方", "结果", "黑方", "黑方编号"]
        ),
        "成绩表": DataFrame([list(row) for row in rows], columns=[str(cell) for cell in heading]),
    }


def _games(event: Event) -> list[tuple[object, ...]]:
    """One line a game, from the side of that game's red; then the byes of the round."""
    names = {player.number: player.name for player in event.players}
    lines: list[tuple[object, ...]] = []
    for round_ in event.rounds:
        for pairing in round_.pairings:
            for index, game in enumerate(pairing.games):
                red, black = (pairing.red, pairing.black) if index % 2 == 0 else (pairing.black, pairing.red)
                result = result_text(game.result, event.settings.scoring) if game.result else None
                line = (pairing.board, index + 1, red, names.get(red), result, names.get(black), black)
                lines.append((round_.number, *line))
        lines += [
            (round_.number, None, None, bye.player, names.get(bye.player), None, bye.kind.value, None)
            for bye in round_.byes
        ]
    return lines
