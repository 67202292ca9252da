"""The lists that CSV and HTML show: headings and rows of plain texts and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from xlpair.engine.group_finals import round_robin_sections
from xlpair.engine.groups import is_drawn
from xlpair.engine.standings import crosstable, standings
from xlpair.meeting_words import further_lists, meeting_text, name_heading
from xlpair.model import Bye, Event, Pairing, Player, Round
from xlpair.settings import Settings, System
from xlpair.wording import OWN_FIELD, cell_text, cross_text, mark_text, value_text
from xlpair.workbook.layout import (
    CROSSTABLE_SHEET,
    GROUP_HEADING,
    ROSTER_HEADINGS,
    ROSTER_SHEET,
    STAGE_HEADING,
    STANDINGS_SHEET,
    round_name,
)
from xlpair.workbook.texts import attendance_text, categories_text

Field: TypeAlias = str | int | float | None

ROUND_HEADINGS: Final = ("台次", "红方编号", "红方", "红方单位", "结果", "黑方单位", "黑方", "黑方编号")


@dataclass(frozen=True, slots=True)
class Listing:
    """A list with its name. ``number`` is the round it belongs to, 0 for none."""

    name: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Field, ...], ...]
    number: int = 0


def listings(event: Event) -> tuple[Listing, ...]:
    """名单, every round, 成绩表, in round robins and groups 循环表, and what else the event has lists of."""
    found = [_roster(event), *(_round(event, round_) for round_ in event.rounds)]
    if event.players:
        found.append(_standings(event))
        found += [_crosstable(name, part) for name, part in crosstable_parts(event)]
        found += [Listing(name, tuple(map(str, headings)), rows) for name, headings, rows in further_lists(event)]
    return tuple(found)


def place_headings(settings: Settings) -> tuple[str, ...]:
    """The headings in front of the rounds in 成绩表."""
    return ("名次", "编号", name_heading(settings), "单位")


def crosstable_parts(event: Event) -> list[tuple[str, Event]]:
    """What has a crosstable of its own, by the name of the table: a round robin, or each group of drawn groups.

    Rule: R7
    """
    if event.settings.system.is_round_robin:
        return [(CROSSTABLE_SHEET, event)]
    if event.settings.system is System.GROUPS and is_drawn(event):
        return [(f"{CROSSTABLE_SHEET} {section.name}", section.event) for section in round_robin_sections(event)]
    return []


def has_groups(event: Event) -> bool:
    """Whether the standings have a column for the group."""
    return event.settings.system is System.GROUPS and is_drawn(event)


def part_heading(event: Event) -> str:
    """What the column is called that says which part of the event a pair belongs to."""
    return GROUP_HEADING if event.settings.system is System.GROUPS else STAGE_HEADING


def _roster(event: Event) -> Listing:
    rows = tuple(
        (
            player.number,
            player.name,
            player.club,
            player.rating,
            player.seed,
            attendance_text(player.attendance),
            categories_text(player.categories),
            player.note,
        )
        for player in event.players
    )
    headings = tuple(name_heading(event.settings) if one == "姓名" else one for one in ROSTER_HEADINGS)
    return Listing(ROSTER_SHEET, headings, rows)


def _round(event: Event, round_: Round) -> Listing:
    known = event.by_number()
    rows = [_pair_row(pairing, known, event.settings) for pairing in round_.pairings]
    rows += [_bye_row(bye, known) for bye in round_.byes]
    headings: tuple[str, ...] = ROUND_HEADINGS
    if any(pairing.part for pairing in round_.pairings):
        parts = [*(pairing.part for pairing in round_.pairings), *("" for _ in round_.byes)]
        rows = [(*row, part) for row, part in zip(rows, parts, strict=True)]
        headings = (*headings, part_heading(event))
    return Listing(round_name(round_.number), headings, tuple(rows), round_.number)


def _pair_row(pairing: Pairing, known: Mapping[int, Player], settings: Settings) -> tuple[Field, ...]:
    red, black = (known.get(number, Player(number)) for number in (pairing.red, pairing.black))
    result = meeting_text(settings, pairing)
    return (pairing.board, red.number, red.name, red.club, result, black.club, black.name, black.number)


def _bye_row(bye: Bye, known: Mapping[int, Player]) -> tuple[Field, ...]:
    player = known.get(bye.player, Player(bye.player))
    return (None, player.number, player.name, player.club, "", "", bye.kind.value, None)


def _standings(event: Event) -> Listing:
    table = standings(event)
    grouped = has_groups(event)
    group = (GROUP_HEADING,) if grouped else ()
    headings = (
        *place_headings(event.settings),
        *group,
        *(round_name(number) for number in table.rounds),
        *table.criteria,
        "备注",
    )
    rows: tuple[tuple[Field, ...], ...] = tuple(
        (
            row.place,
            row.player.number,
            row.player.name,
            row.player.club,
            *((row.player.group,) if grouped else ()),
            *(cell_text(cell) for cell in row.cells),
            *(value_text(value) for value in row.values),
            mark_text(row),
        )
        for row in table.rows
    )
    return Listing(STANDINGS_SHEET, headings, rows)


def _crosstable(name: str, event: Event) -> Listing:
    table = crosstable(event)
    numbers = [row.standing.player.number for row in table.rows]
    headings = (
        "编号",
        name_heading(event.settings),
        "单位",
        *(str(number) for number in numbers),
        *table.criteria,
        "名次",
    )
    rows: tuple[tuple[Field, ...], ...] = tuple(
        (
            row.standing.player.number,
            row.standing.player.name,
            row.standing.player.club,
            *(
                OWN_FIELD if number == row.standing.player.number else cross_text(cell)
                for number, cell in zip(numbers, row.against, strict=True)
            ),
            *(value_text(value) for value in row.standing.values),
            row.standing.place,
        )
        for row in table.rows
    )
    return Listing(name, headings, rows)
