"""One HTML page of the whole event: to print, or to show on a projector. No script, nothing loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Final, NamedTuple

from xlpair.bracket_chart import BELOW, BOTH, CHAMPION, HEADING, RIGHT, Chart, chart_of
from xlpair.engine.ledger import Cell
from xlpair.engine.records import records
from xlpair.engine.standings import CrossRow, Standing, crosstable, standings
from xlpair.export.html_style import STYLE
from xlpair.export.lists import crosstable_parts, has_groups, part_heading, place_headings
from xlpair.meeting_words import further_lists, meeting_text, name_heading, winning_side
from xlpair.model import Bye, Event, Pairing, Player, Round, Side
from xlpair.wording import OWN_FIELD, cell_text, cross_text, entrants_text, mark_text, score_text, value_text
from xlpair.workbook.layout import BRACKET_SHEET, GROUP_HEADING, STANDINGS_SHEET, round_name

_NAMELESS: Final = "象棋比赛"
_SAFETY: Final = "default-src 'none'; style-src 'unsafe-inline'"
_MEDALS: Final = 3
_HEADING_CLASSES: Final = {"单位": "club"}


class _Section(NamedTuple):
    """A part of the page; ``table`` is its content."""

    anchor: str
    heading: str
    table: str


def html_page(event: Event) -> str:
    """The newest round first, as the hall wants to see it, then the standings, then the earlier rounds."""
    title = escape(event.settings.name or _NAMELESS)
    sections = tuple(_sections(event))
    links = "".join(f'<a href="#{section.anchor}">{escape(section.heading)}</a>' for section in sections)
    bodies = "\n".join(
        f'<section id="{section.anchor}"><h2><span class="printed">{title}　</span>{escape(section.heading)}</h2>'
        f"{section.table}</section>"
        for section in sections
    )
    clubs = "" if any(player.club for player in event.players) else ' class="clubless"'
    return (
        '<!DOCTYPE html>\n<html lang="zh-CN"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_SAFETY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style></head>\n"
        f"<body><header><h1>{title}</h1><p>{escape(_state(event))}</p><nav>{links}</nav></header>\n"
        f"<main{clubs}>{bodies}</main></body></html>\n"
    )


def _state(event: Event) -> str:
    parts = [event.settings.system.value, entrants_text(event)]
    if not event.rounds:
        return "　".join([*parts, "还没有编排"])
    last = event.rounds[-1]
    still_open = len(last.open_boards)
    parts.append(f"第{last.number}轮" + (f"（还有 {still_open} 台没有结果）" if still_open else "（已经赛完）"))
    return "　".join(parts)


def _sections(event: Event) -> Iterator[_Section]:
    if event.rounds:
        yield _round_section(event, event.rounds[-1])
    if event.players:
        yield _Section("standings", STANDINGS_SHEET, _standings_table(event))
        if (chart := chart_of(event)) is not None:
            yield _Section("bracket", BRACKET_SHEET, _bracket(chart))
        for at, (name, part) in enumerate(crosstable_parts(event)):
            yield _Section(f"crosstable{at or ''}", name, _crosstable(part))
        for at, (name, headings, rows) in enumerate(further_lists(event)):
            yield _Section(f"list{at}", name, _list(headings, rows))
    for round_ in reversed(event.rounds[:-1]):
        yield _round_section(event, round_)


def _round_section(event: Event, round_: Round) -> _Section:
    known = event.by_number()
    points = {number: score_text(record.score) for number, record in records(event.upto(round_.number - 1)).items()}
    rows = [_board_row(event, pairing, known, points) for pairing in round_.pairings]
    rows += [_bye_row(bye, known, points) for bye in round_.byes]
    headings: tuple[str, ...] = ("台次", "积分", "单位", "红方", "结果", "黑方", "单位", "积分")
    if any(pairing.part for pairing in round_.pairings):
        parts = [*(pairing.part for pairing in round_.pairings), *("" for _ in round_.byes)]
        rows = [row.replace("<td", f"{_cell(part, 'part')}<td", 1) for row, part in zip(rows, parts, strict=True)]
        headings = (part_heading(event), *headings)
    return _Section(f"round{round_.number}", round_name(round_.number), _table("round", headings, rows))


def _board_row(event: Event, pairing: Pairing, known: Mapping[int, Player], points: Mapping[int, str]) -> str:
    red, black = (known.get(number, Player(number)) for number in (pairing.red, pairing.black))
    result, winner = meeting_text(event.settings, pairing), winning_side(event.settings, pairing)
    cells = (
        _cell(str(pairing.board), "board"),
        _cell(points.get(red.number, "0"), "points"),
        _cell(red.club, "club right"),
        _cell(_called(red), f"name right{' winner' if winner is Side.RED else ''}"),
        _cell(result, f"result{' open' if pairing.open else ''}"),
        _cell(_called(black), f"name left{' winner' if winner is Side.BLACK else ''}"),
        _cell(black.club, "club left"),
        _cell(points.get(black.number, "0"), "points"),
    )
    return _row(cells)


def _bye_row(bye: Bye, known: Mapping[int, Player], points: Mapping[int, str]) -> str:
    player = known.get(bye.player, Player(bye.player))
    cells = (
        _cell("", "board"),
        _cell(points.get(player.number, "0"), "points"),
        _cell(player.club, "club right"),
        _cell(_called(player), "name right"),
        _cell(bye.kind.value, "result resting"),
        *(_cell("", "") for _ in range(3)),
    )
    return _row(cells, "resting")


def _called(player: Player) -> str:
    return f"{player.number} {player.name}".rstrip()


def _standings_table(event: Event) -> str:
    table = standings(event)
    group = (GROUP_HEADING,) if has_groups(event) else ()
    headings = (*place_headings(event.settings), *group, *(f"第{number}轮" for number in table.rounds), *table.criteria)
    return _table("standings", headings, (_standing_row(row, grouped=bool(group)) for row in table.rows))


def _standing_row(row: Standing, *, grouped: bool) -> str:
    mark = mark_text(row)
    name = f"{row.player.name}（{mark}）" if mark else row.player.name
    cells = (
        _cell(str(row.place), "place"),
        _cell(str(row.player.number), "number"),
        _cell(name, "name left"),
        _cell(row.player.club, "club left"),
        *((_cell(row.player.group, "group"),) if grouped else ()),
        *(_cell(cell_text(cell), f"game{_side_class(cell)}") for cell in row.cells),
        *(_cell(value_text(value), "value" if at else "value main") for at, value in enumerate(row.values)),
    )
    medal = f"medal{row.place}" if row.place <= _MEDALS and row.score else ""
    return _row(cells, " ".join(part for part in (medal, "gone" if row.withdrawn or row.cancelled else "") if part))


def _side_class(cell: Cell) -> str:
    side = cell[0].side if cell else None
    return {Side.RED: " red", Side.BLACK: " black", None: " none"}[side]


_CHART_CLASSES: Final = {BELOW: "b", RIGHT: "r", BOTH: "b r", HEADING: "h", CHAMPION: "b c"}


def _bracket(chart: Chart) -> str:
    """The bracket as lines and names."""
    rows = (
        _row(_cell(text, _CHART_CLASSES.get(code, "")) for text, code in zip(texts, codes, strict=True))
        for texts, codes in zip(chart.texts, chart.codes, strict=True)
    )
    return f'<table class="bracket"><tbody>\n{"".join(rows)}</tbody></table>'


def _crosstable(event: Event) -> str:
    table = crosstable(event)
    numbers = [row.standing.player.number for row in table.rows]
    headings = ("编号", name_heading(event.settings), *(str(number) for number in numbers), *table.criteria, "名次")
    return _table("cross", headings, (_cross_row(row, numbers) for row in table.rows))


def _cross_row(row: CrossRow, numbers: Iterable[int]) -> str:
    own = row.standing.player
    against = (
        _cell(OWN_FIELD, "own") if number == own.number else _cell(cross_text(cell), f"game{_side_class(cell)}")
        for number, cell in zip(numbers, row.against, strict=True)
    )
    values = (_cell(value_text(value), "value") for value in row.standing.values)
    place = _cell(str(row.standing.place), "place")
    return _row((_cell(str(own.number), "number"), _cell(own.name, "name left"), *against, *values, place))


def _list(headings: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    return _table("list", map(str, headings), (_row(_cell(str(cell), "") for cell in row) for row in rows))


def _table(kind: str, headings: Iterable[str], rows: Iterable[str]) -> str:
    heads = "".join(f"<th{_class(_HEADING_CLASSES.get(heading, ''))}>{escape(heading)}</th>" for heading in headings)
    return f'<table class="{kind}"><thead><tr>{heads}</tr></thead><tbody>\n{"".join(rows)}</tbody></table>'


def _row(cells: Iterable[str], kind: str = "") -> str:
    return f"<tr{_class(kind)}>{''.join(cells)}</tr>\n"


def _cell(text: str, kind: str) -> str:
    return f"<td{_class(kind)}>{escape(text)}</td>"


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""
