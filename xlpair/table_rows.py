"""The rows of every computed table, heading row first: what functions give and what commands write as values.

Cells are text, whole numbers, or floats where a score is an exact decimal (0.5), so that spreadsheets can sort and add
them; a score no decimal ends is text (``1⁄3``). Empty cells are ``""``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from xlpair.engine.criteria import Value
from xlpair.engine.group_finals import round_robin_sections
from xlpair.engine.pairing import next_round
from xlpair.engine.records import records
from xlpair.engine.standings import CardRow, Standing, card, crosstable, standings
from xlpair.errors import Gravity, NotAllowed, Problem
from xlpair.explain import BY_HAND, Explained, explained, passed_words
from xlpair.model import Bye, ByeKind, Event, Pairing, Player, Reason, Score
from xlpair.settings import System
from xlpair.wording import OWN_FIELD, card_line, cell_text, cross_text, mark_text, value_text
from xlpair.workbook.layout import GROUP_HEADING, TEAM_HEADING, round_name
from xlpair.workbook.texts import score_cell

Cell: TypeAlias = str | int | float
Row: TypeAlias = tuple[Cell, ...]
Rows: TypeAlias = tuple[Row, ...]

NO_PROBLEM: Final = "没有问题"
NO_OPEN_BOARD: Final = "都有结果"
_WHO: Final = ("名次", "编号", "姓名", "单位")
_MARK: Final = "备注"
_CARD_HEADINGS: Final = ("轮次", "对手编号", "对手", "对手单位", "先后", "结果", "积分", "对手分")
_NEXT_HEADINGS: Final = (
    "台次",
    "红方编号",
    "红方",
    "红方单位",
    "红方积分",
    "黑方积分",
    "黑方单位",
    "黑方",
    "黑方编号",
    "说明",
)
_EXPLAIN_HEADINGS: Final = ("台次", "红方", "黑方", "分数段", "行", "方式", "先后依据", "跳过")
_CHECK_HEADINGS: Final = ("位置", "问题", "怎么办")
OPEN_HEADINGS: Final = ("轮次", "台次", "红方", "黑方")


def standings_rows(event: Event) -> Rows:
    """成绩表: place, number, name, club, one column a round, then the criteria in use, in order.

    Groups have a column 组 behind the club. A round with an open board says so in its heading. 备注 stands last, where
    anybody has withdrawn or gone out.
    Rule: S3, S5, S6, B7, R7
    """
    table = standings(event)
    marks = [mark_text(row) for row in table.rows]
    rounds = [_round_heading(number, number in table.open_rounds) for number in table.rounds]
    grouped = event.settings.system is System.GROUPS and any(row.player.group for row in table.rows)
    rows = [
        (
            *_who(row),
            *((row.player.group,) if grouped else ()),
            *map(cell_text, row.cells),
            *map(value_cell, row.values),
        )
        for row in table.rows
    ]
    headings = (*_who_headings(event), *((GROUP_HEADING,) if grouped else ()), *rounds, *table.criteria)
    return _marked(headings, rows, marks)


def crosstable_rows(event: Event) -> Rows:
    """循环表: the crosstable by number, then the criteria in use; of groups one below the other, named in
    the first heading of each.

    Rule: S6, R7, R8
    """
    if event.settings.system is not System.GROUPS:
        return _one_crosstable(event)
    rows: list[Row] = []
    for section in round_robin_sections(event):
        (_, *headings), *table = _one_crosstable(section.event)
        rows += [*([()] if rows else []), (section.name, *headings), *table]
    return tuple(rows)


def _one_crosstable(event: Event) -> Rows:
    table = crosstable(event)
    numbers = [row.standing.player.number for row in table.rows]
    rows = []
    for row in table.rows:
        number = row.standing.player.number
        fields = [
            OWN_FIELD if other == number else cross_text(cell) for other, cell in zip(numbers, row.against, strict=True)
        ]
        rows.append((*_who(row.standing), *fields, *map(value_cell, row.standing.values)))
    marks = [mark_text(row.standing) for row in table.rows]
    return _marked((*_who_headings(event), *numbers, *table.criteria), rows, marks)


def _round_heading(number: int, is_open: bool) -> str:
    return f"{round_name(number)}未完" if is_open else round_name(number)


def _who_headings(event: Event) -> Row:
    return tuple(TEAM_HEADING if event.settings.team_matches and one == "姓名" else one for one in _WHO)


def _who(row: Standing) -> Row:
    return row.place, row.player.number, row.player.name, row.player.club


def value_cell(value: Value) -> Cell:
    """What a criterion gave, for a cell."""
    if value is None:
        return ""
    return value_text(value) if isinstance(value, tuple) else score_cell(value)


def _marked(headings: Row, rows: Iterable[Row], marks: Sequence[str]) -> Rows:
    if not any(marks):
        return (headings, *rows)
    return ((*headings, _MARK), *((*row, mark) for row, mark in zip(rows, marks, strict=True)))


def card_rows(event: Event, number: int) -> Rows:
    """编排卡 of one player: who it is, the headings, one row a game or rest, the totals.

    Raises WrongUse for a number nobody has.
    Rule: S2, B4, B5
    """
    found = card(event, number)
    who = ("棋手", found.player.number, found.player.name, found.player.club, "", "", "", "")
    total = ("合计", "", "", "", "", "", score_cell(found.score), score_cell(found.opponents_score))
    return (who, _CARD_HEADINGS, *map(_card_row, found.rows), total)


def _card_row(row: CardRow) -> Row:
    _, _, move, result, _, _ = card_line(row)
    opponent = ("", "", "") if row.opponent is None else (row.opponent.number, row.opponent.name, row.opponent.club)
    return (row.entry.round, *opponent, move, result, _score_cell(row.score), _score_cell(row.opponent_score))


def _score_cell(score: Score | None) -> Cell:
    return "" if score is None else score_cell(score)


def next_round_rows(event: Event) -> Rows:
    """The next round as the rules pair it, in the columns of a round sheet, and what decided each pair.

    Raises what :func:`~xlpair.engine.pairing.next_round` raises.
    """
    made = next_round(event)
    players, scores = event.by_number(), {number: record.score for number, record in records(event).items()}
    rows = [_next_row(pairing, players, scores) for pairing in made.pairings]
    rows += [_rest_row(bye, players, scores) for bye in made.byes]
    return (_NEXT_HEADINGS, *rows)


def _next_row(pairing: Pairing, players: Mapping[int, Player], scores: Mapping[int, Score]) -> Row:
    red, black = _player(players, pairing.red), _player(players, pairing.black)
    return (
        pairing.board,
        *(red.number, red.name, red.club, score_cell(scores.get(red.number, 0))),
        *(score_cell(scores.get(black.number, 0)), black.club, black.name, black.number),
        _reason_words(pairing.reason or BY_HAND),
    )


def _rest_row(bye: Bye, players: Mapping[int, Player], scores: Mapping[int, Score]) -> Row:
    player = _player(players, bye.player)
    who = (player.number, player.name, player.club, score_cell(scores.get(player.number, 0)))
    return ("", *who, "", "", bye.kind.value, "", bye.note)


def _player(players: Mapping[int, Player], number: int) -> Player:
    return players.get(number) or Player(number)


def _reason_words(reason: Reason) -> str:
    group = "" if reason.group is None else f"{score_cell(reason.group)}分段 "
    same = reason.how.value == reason.side_rule.value
    return group + (reason.how.value if same else f"{reason.how.value}，{reason.side_rule.value}")


def explain_rows(event: Event) -> Rows:
    """Why the last round stands as it does, one row a pair, then those who rest.

    Pairs the rules would make otherwise from the results as they stand now are 人工.
    Raises NotAllowed before round 1 is paired.
    """
    if not event.rounds:
        raise NotAllowed("还没有编排任何一轮，没有可以说明的对阵。")
    found = explained(event, event.rounds[-1])
    called = _caller(event)
    rows = [_explain_row(pairing, called) for pairing in found.round.pairings]
    rows += [_explain_rest(bye, called, found) for bye in found.round.byes]
    if found.refusal:
        rows.append(("", f"按现有成绩，规则排不出这一轮：{found.refusal}"))
    return (_EXPLAIN_HEADINGS, *rows)


def _caller(event: Event) -> Callable[[int], str]:
    players = event.by_number()
    return lambda number: f"{number}号{_player(players, number).name}"


def _explain_row(pairing: Pairing, called: Callable[[int], str]) -> Row:
    reason = pairing.reason or BY_HAND
    passed = [f"上段：{passed_words(reason.passed_above, called)}"] if reason.passed_above else []
    passed += [passed_words(reason.passed_over, called)] if reason.passed_over else []
    if reason.let_through is not None:
        passed.append(f"让步：{reason.let_through.value}")
    return (
        pairing.board,
        called(pairing.red),
        called(pairing.black),
        _score_cell(reason.group),
        reason.row.value if reason.row else "",
        reason.how.value,
        reason.side_rule.value,
        "；".join(passed),
    )


def _explain_rest(bye: Bye, called: Callable[[int], str], found: Explained) -> Row:
    by_hand = bye.kind is ByeKind.BYE and not found.by_rules
    return ("", called(bye.player), bye.kind.value, "", "", BY_HAND.how.value if by_hand else "", "", bye.note)


def check_rows(problems: Sequence[Problem]) -> Rows:
    """Every problem with its place and what to do; 没有问题 alone where there is none."""
    if not problems:
        return ((NO_PROBLEM,),)
    return (_CHECK_HEADINGS, *((one.where, _what(one), one.hint) for one in problems))


def _what(problem: Problem) -> str:
    return f"提醒：{problem.what}" if problem.gravity is Gravity.WARNING else problem.what
