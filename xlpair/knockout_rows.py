"""An empty bracket for a number of players or a list of names: the rows of XQ_KNOCKOUT.

Nothing is drawn by lot here: seeds first, then everybody in the order given takes the place of the next rank. Who wants
a lot draws it with names in another order, or lets 编排下一轮 draw it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xlpair.bracket_chart import seats_chart
from xlpair.engine.bracket import ranks, size_for
from xlpair.errors import WrongUse
from xlpair.schedule import read_entrants
from xlpair.settings import Settings, System
from xlpair.table_rows import Rows
from xlpair.workbook.book import CellValue
from xlpair.workbook.texts import error_code, folded, is_blank, shown, text_of, whole

MOST: Final = 256
_HEADING: Final = "种子"
_SEEDS: Final = "种子请给一个数（前几名是种子），或与姓名一样长的一列种子号。"


def knockout_rows(players: Sequence[Sequence[CellValue]], seeds: Sequence[CellValue]) -> Rows:
    """The bracket as a chart without results, its headings first.

    Raises WrongUse with what to select instead.
    Rule: K1
    """
    entrants = read_entrants(players, "淘汰赛", MOST)
    size = size_for(entrants.count)
    place_of = dict(zip(ranks(size), range(1, size + 1), strict=True))
    order = _in_rank_order(entrants.count, seeds)
    slots = {number: place_of[rank] for rank, number in enumerate(order, start=1)}
    names = entrants.names or ("",) * entrants.count
    return seats_chart(names, slots, Settings(system=System.KNOCKOUT)).texts


def _in_rank_order(count: int, seeds: Sequence[CellValue]) -> list[int]:
    """The numbers of the players, best first: the seeded by their seeds, then the others as given."""
    if all(is_blank(cell) for cell in seeds):
        return list(range(1, count + 1))
    if len(seeds) == 1:
        first = whole(seeds[0])
        if first is None or first > count:
            raise WrongUse(f"种子数 {error_code(seeds[0]) or shown(seeds[0])} 不行，要填 0 到 {count} 的整数。{_SEEDS}")
        return list(range(1, count + 1))
    headed = folded(text_of(seeds[0])) == folded(_HEADING)
    own = seeds[1:] if headed else seeds
    if len(own) < count or not all(map(is_blank, own[count:])):
        raise WrongUse(f"有 {count} 人，种子一列却有 {len(own)} 格。{_SEEDS}")
    seeded = []
    for number, cell in enumerate(own[:count], start=1):
        seed = whole(cell)
        if seed is None and not is_blank(cell):
            at = number + headed
            raise WrongUse(f"种子一列第 {at} 格看不懂 {error_code(cell) or shown(cell)}。{_SEEDS}")
        if seed:
            seeded.append((seed, number))
    first_of = [number for _, number in sorted(seeded)]
    return [*first_of, *(number for number in range(1, count + 1) if number not in first_of)]
