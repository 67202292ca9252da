"""What pages and screens show of a meeting, and of an event besides its rounds and standings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from xlpair.category_rows import CATEGORY_WORD, category_rows
from xlpair.engine.rounds import is_finished
from xlpair.engine.teams import board_points, match_points
from xlpair.model import Event, Game, Pairing, Side
from xlpair.rating_rows import has_ratings, rating_rows
from xlpair.settings import Scoring, Settings, TeamForm
from xlpair.table_rows import Row, Rows
from xlpair.team_rows import team_rows
from xlpair.wording import OPEN, score_text
from xlpair.workbook.decider_rows import through_text
from xlpair.workbook.layout import CATEGORIES_SHEET, RATINGS_SHEET, TEAM_HEADING, TEAMS_SHEET
from xlpair.workbook.result_texts import result_text

NamedRows: TypeAlias = tuple[str, Row, Rows]
"""A list: its name, its headings, its rows."""


def name_heading(settings: Settings) -> str:
    """What 姓名 is called: in a team event the entrants are teams."""
    return TEAM_HEADING if settings.team_matches else "姓名"


def game_text(game: Game, scoring: Scoring) -> str:
    """A game's result in the event's own points, or a dash while it is open."""
    return OPEN if game.result is None else result_text(game.result, scoring)


def meeting_text(settings: Settings, pairing: Pairing) -> str:
    """``2:0``; several games ``2:0 1:1``; a team match ``5:3（2:0 1:1 0:2 2:0）``, 局分 of the team named first before.

    The boards of a match stand as in its rows, each from its red side. Who goes on by the arbiter's word stands behind,
    as one would type it: ``1:1 晋级 7``.
    Rule: K4
    """
    text = _games_text(settings, pairing)
    return text if pairing.through is None else f"{text} {through_text(pairing.through)}"


def _games_text(settings: Settings, pairing: Pairing) -> str:
    games = " ".join(game_text(game, settings.scoring) for game in pairing.games)
    if not settings.team_matches:
        return games
    if all(game.result is None for game in pairing.games):
        return OPEN
    points = (score_text(board_points(settings, pairing, team)) for team in (pairing.red, pairing.black))
    return f"{':'.join(points)}（{games}）"


def winning_side(settings: Settings, pairing: Pairing) -> Side | None:
    """Whose name is set off: who goes on, the winner of the only game, or the team that has won the match."""
    if pairing.through is not None:
        return pairing.side(pairing.through)
    if settings.team_matches:
        won = [team for team in (pairing.red, pairing.black) if match_points(settings, pairing, team) == 2]
        return pairing.side(won[0]) if won else None
    return pairing.result.winner if pairing.result is not None and len(pairing.games) == 1 else None


def further_lists(event: Event) -> Iterator[NamedRows]:
    """团体成绩 of 队员总分, every prize group, and 等级分 once the event is over."""
    clubs = any(player.club for player in event.players)
    if event.settings.team_form is TeamForm.SUM_OF_MEMBERS and clubs:
        yield _list(TEAMS_SHEET, team_rows(event))
    if any(player.categories for player in event.players):
        yield from _groups(category_rows(event))
    if is_finished(event) and has_ratings(event):
        yield _list(RATINGS_SHEET, rating_rows(event))


def _list(name: str, rows: Rows) -> NamedRows:
    return name, rows[0], rows[1:]


def _groups(rows: Rows) -> Iterator[NamedRows]:
    """The groups of 组别成绩, each a list of its own."""
    starts = [at for at, row in enumerate(rows) if row and row[0] == CATEGORY_WORD]
    for start, end in zip(starts, [*starts[1:], len(rows) + 1], strict=True):
        yield f"{CATEGORIES_SHEET} {rows[start][1]}", rows[start + 1], rows[start + 2 : end - 1]
