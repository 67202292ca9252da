"""成绩表 of a 分组循环: by groups, and once the final has begun one order of all (R7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from xlpair.engine.criteria import Value
from xlpair.engine.group_finals import final_sections
from xlpair.engine.groups import Section, group_rounds, group_sections, is_drawn
from xlpair.engine.ledger import ledger
from xlpair.engine.standings import Standing, Standings, standings
from xlpair.engine.tiebreaks import criteria_of
from xlpair.model import Event


def group_standings(event: Event) -> Standings:
    """Rank every group; from the first round of the final on, everybody: the finalists as they stand in it, then who
    did not go on, by his place in his group. Places that groups share are shared, and all of them before the draw.

    Rule: R7, S5
    """
    if not is_drawn(event):
        return _before_the_draw(event)
    books = ledger(event)
    cells = {number: account.cells for number, account in books.accounts.items()}
    groups = {section.name: standings(section.event) for section in group_sections(event)}
    names = criteria_of(event.settings)
    rows = [row for table in groups.values() for row in table.rows]
    if len(event.rounds) > group_rounds(event):
        rows = [*_finalists(final_sections(event))]
        rows += _others(groups, frozenset(row.player.number for row in rows), len(rows) + 1)
    whole = event.by_number()
    group_of = {row.player.number: row.player.group for table in groups.values() for row in table.rows}
    return Standings(
        criteria=names,
        rounds=books.rounds,
        open_rounds=books.open_rounds,
        rows=tuple(
            replace(
                row,
                player=replace(whole[row.player.number], group=group_of[row.player.number]),
                cells=cells[row.player.number],
                values=_filled(row.values, len(names)),
            )
            for row in rows
        ),
    )


def _before_the_draw(event: Event) -> Standings:
    names = criteria_of(event.settings)
    count = len(event.players)
    rows = (Standing(1, player, 0, (), (None,) * len(names), count > 1) for player in event.players)
    return Standings(names, (), (), tuple(rows))


def _filled(values: tuple[Value, ...], count: int) -> tuple[Value, ...]:
    """The values of a row; a knock-out has none."""
    return values if values else (None,) * count


def _finalists(sections: tuple[Section, ...]) -> Iterator[Standing]:
    """The rows of the final, or of the placement groups one below the other."""
    before = 0
    for section in sections:
        table = standings(section.event)
        for row in table.rows:
            yield replace(row, place=before + row.place)
        before += len(table.rows)


def _others(groups: Mapping[str, Standings], gone_on: frozenset[int], first: int) -> Iterator[Standing]:
    """Those who did not go on: all of one place in their groups share a place."""
    left = [row for table in groups.values() for row in table.rows if row.player.number not in gone_on]
    place = first
    for own in sorted({row.place for row in left}):
        level = [row for row in left if row.place == own]
        for row in level:
            yield replace(row, place=place, shared=len(level) > 1)
        place += len(level)
