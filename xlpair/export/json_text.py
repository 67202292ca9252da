"""The event as JSON: everything a program needs to show it or to count it anew."""

from __future__ import annotations

import json
from typing import Any, Final

from xlpair.engine.standings import Standing, standings
from xlpair.errors import Problem
from xlpair.meeting_words import further_lists
from xlpair.model import Bye, Event, Member, Pairing, Player, Round, Score
from xlpair.wording import cell_text, score_text, value_text
from xlpair.workbook.result_texts import result_text
from xlpair.workbook.settings_lines import settings_text
from xlpair.workbook.texts import attendance_text

FORMAT: Final = "xlpair event"
FORMAT_VERSION: Final = 1


def json_text(value: object) -> str:
    """Any of the values below as text; Chinese stays Chinese."""
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def event_value(event: Event) -> dict[str, Any]:
    """The whole event."""
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "name": event.settings.name,
        "settings": settings_text(event.settings),
        "players": [player_value(player) for player in event.players],
        "rounds": [round_value(event, round_) for round_ in event.rounds],
        "standings": standings_value(event),
        **_given(lists=lists_value(event), squads=[_member_value(member) for member in event.squads]),
    }


def player_value(player: Player) -> dict[str, Any]:
    return {
        "number": player.number,
        "name": player.name,
        "club": player.club,
        "rating": player.rating,
        "seed": player.seed,
        "rounds": attendance_text(player.attendance),
        "categories": list(player.categories),
        "note": player.note,
        **_given(group=player.group, slot=player.slot),
    }


def _given(**values: object) -> dict[str, object]:
    """What only some events have, where there is any of it."""
    return {name: value for name, value in values.items() if value not in ("", None, [])}


def _member_value(member: Member) -> dict[str, Any]:
    return {"team": member.team, "order": member.order, "name": member.name, "rating": member.rating}


def round_value(event: Event, round_: Round) -> dict[str, Any]:
    """A round: its boards in order, then who rests."""
    return {
        "round": round_.number,
        "boards": [_board_value(event, pairing) for pairing in round_.pairings],
        "byes": [_bye_value(event, bye) for bye in round_.byes],
        "open": list(round_.open_boards),
    }


def _board_value(event: Event, pairing: Pairing) -> dict[str, Any]:
    scoring = event.settings.scoring
    results = [None if game.result is None else result_text(game.result, scoring) for game in pairing.games]
    return {
        "board": pairing.board,
        "red": pairing.red,
        "red_name": _name(event, pairing.red),
        "black": pairing.black,
        "black_name": _name(event, pairing.black),
        "result": results[0] if len(results) == 1 else results,
        **_given(part=pairing.part, through=pairing.through),
    }


def _bye_value(event: Event, bye: Bye) -> dict[str, Any]:
    return {"number": bye.player, "name": _name(event, bye.player), "kind": bye.kind.value}


def _name(event: Event, number: int) -> str:
    return next((player.name for player in event.players if player.number == number), "")


def lists_value(event: Event) -> list[dict[str, Any]]:
    """The lists an event has besides: teams counted from members, prize groups, ratings at the end."""
    return [
        {"name": name, "rows": [dict(zip(headings, row, strict=False)) for row in rows]}
        for name, headings, rows in further_lists(event)
    ]


def standings_value(event: Event) -> dict[str, Any]:
    """The standings, best first; equal places are equal numbers."""
    table = standings(event)
    return {
        "criteria": list(table.criteria),
        "open_rounds": list(table.open_rounds),
        "rows": [_standing_value(row, table.criteria) for row in table.rows],
    }


def _standing_value(row: Standing, criteria: tuple[str, ...]) -> dict[str, Any]:
    return {
        "place": row.place,
        "shared": row.shared,
        "number": row.player.number,
        "name": row.player.name,
        "club": row.player.club,
        "points": _figure(row.score),
        "rounds": [cell_text(cell) for cell in row.cells],
        "values": {name: value_text(value) for name, value in zip(criteria, row.values, strict=True)},
        "withdrawn": row.withdrawn,
        **_given(group=row.player.group, remark=row.remark),
    }


def _figure(score: Score) -> int | str:
    """Whole points as a number, others exactly as text: ``0.5``, ``1/3``."""
    return score if isinstance(score, int) else score_text(score).replace("⁄", "/")


def problem_value(problem: Problem) -> dict[str, str]:
    return {
        "where": problem.where,
        "what": problem.what,
        "hint": problem.hint,
        "gravity": problem.gravity.value,
        "rule": problem.rule,
    }
