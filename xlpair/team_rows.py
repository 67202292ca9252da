"""The rows of the tables of teams: 团体成绩 of 队员总分制, and the card of a team that plays matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from xlpair.engine.criteria import stands_for
from xlpair.engine.ledger import Entry, Ledger, bye_stand_in, ledger
from xlpair.engine.match_criteria import match_points, opponents_match_points, points_of_meeting
from xlpair.engine.team_totals import TeamTotal, team_totals
from xlpair.errors import WrongUse
from xlpair.model import Event, Player, Score, Side
from xlpair.settings import TeamCount
from xlpair.table_rows import Row, Rows, card_rows, standings_rows
from xlpair.wording import OPEN, board_points_text, match_side, matches, score_text
from xlpair.workbook.layout import TEAM_HEADING
from xlpair.workbook.texts import score_cell

_TEAMS_HEADINGS: Final = ("名次", "单位", "总分", "最好名次", "人数")
_CARD_HEADINGS: Final = ("轮次", "对手编号", "对手", "局分", "先后", "结果", "场分", "团体对手分")
_RESULTS: Final = {2: "胜", 1: "和", 0: "负"}
_MOVES: Final = {Side.RED: "先", Side.BLACK: "后", None: ""}


def team_rows(event: Event) -> Rows:
    """The table of teams, whichever way they play: 团体成绩 of 队员总分制, or the standings of team matches.

    Raises WrongUse where there are no teams.
    Rule: S7, T1
    """
    return standings_rows(event) if event.settings.team_matches else team_total_rows(event)


def card_of(event: Event, number: int) -> Rows:
    """编排卡 of a player, or of a team. Raises WrongUse for a number nobody has."""
    return team_card_rows(event, number) if event.settings.team_matches else card_rows(event, number)


def team_total_rows(event: Event) -> Rows:
    """团体成绩: a team a row, with the members that are counted, best first, and what each brings.

    Rule: S7
    """
    table = team_totals(event)
    if not table.rows:
        raise WrongUse("名单里没有填单位，不能计团体成绩。请填“单位”，同单位的是一队。")
    by_places = table.count is TeamCount.PLACES
    members = [f"第{place}人" for place in range(1, table.size + 1)]
    headings: Row = (*_TEAMS_HEADINGS, *members)
    rows = [_team_row(row, table.size, by_places) for row in table.rows]
    if all(row.complete for row in table.rows):
        return (headings, *rows)
    marks = ["" if row.complete else f"不足 {table.size} 人" for row in table.rows]
    return ((*headings, "备注"), *((*row, mark) for row, mark in zip(rows, marks, strict=True)))


def _team_row(row: TeamTotal, size: int, by_places: bool) -> Row:
    counted = [f"{one.player.name} {one.place if by_places else score_text(one.score)}" for one in row.counted]
    blanks = [""] * (size - len(counted))
    return (row.place, row.team, score_cell(row.total), row.best, row.members, *counted, *blanks)


def team_card_rows(event: Event, number: int) -> Rows:
    """编排卡 of a team: who it is, the headings, one row a match or rest, the totals.

    Raises WrongUse for a number nobody has.
    Rule: S2, T1
    """
    players = event.by_number()
    if number not in players:
        raise WrongUse(f"名单里没有 {number!r} 号。请填名单中的编号。")
    books = ledger(event)
    account, team = books.accounts[number], players[number]
    level = opponents_match_points(books, ((number,),))[number]
    who = (TEAM_HEADING, team.number, team.name, team.club, "", "", "", "")
    points = score_cell(account.score)
    total = ("合计", "", "", points, "", "", match_points(books, account), level if isinstance(level, int) else "")
    played = (match for cell in account.cells for match in matches(cell))
    return (who, _CARD_HEADINGS, *_card_rows(books, played, players), total)


def _card_rows(books: Ledger, played: Iterator[Sequence[Entry]], players: Mapping[int, Player]) -> Iterator[Row]:
    points = {number: match_points(books, account) for number, account in books.accounts.items()}
    bye = bye_stand_in(books.settings, points.values())
    score = 0
    for match in played:
        first = match[0]
        earned = points_of_meeting(books, tuple(match))
        if not first.cancelled:
            score += earned
        still_open = any(entry.points is None for entry in match)
        brought: Score | None = None
        if any(entry.counts for entry in match):
            brought = stands_for(books.settings, tuple(match), points, bye)
        yield (
            first.round,
            *_opponent(first, players),
            "" if first.opponent is None else board_points_text(match),
            _MOVES[match_side(match)],
            _result(match, earned, still_open),
            "" if still_open else score,
            "" if brought is None else score_cell(brought),
        )


def _opponent(entry: Entry, players: Mapping[int, Player]) -> Row:
    if entry.opponent is None:
        return ("", "")
    return (entry.opponent, players.get(entry.opponent, Player(entry.opponent)).name)


def _result(match: Sequence[Entry], earned: int, still_open: bool) -> str:
    if match[0].opponent is None:
        return match[0].kind.value
    word = OPEN if still_open else _RESULTS[earned]
    return f"({word})" if match[0].cancelled else word
