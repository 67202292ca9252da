"""积分编排 from round 2 on: the walk of 定位编排 through the score groups (W2–W8, W10, W11).

The walk goes down once and never back: each pair it makes is one after which the round can still be completed as the
rules want it (:mod:`xlpair.engine.completions`), so its result is the only one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from xlpair.engine.completions import Completions
from xlpair.engine.records import Record
from xlpair.engine.sides import give_sides, strains
from xlpair.model import Game, How, Pairing, PassedOver, PassReason, Reason, Row, Score, Side
from xlpair.settings import Settings


def wants(record: Record) -> Row:
    """Which row of his score group a player stands in.

    Rule: W3
    """
    if record.balance:
        return Row.WANTS_RED if record.balance < 0 else Row.WANTS_BLACK
    if record.run:
        return Row.WANTS_RED if record.run < 0 else Row.WANTS_BLACK
    return Row.WANTS_RED if record.number % 2 else Row.WANTS_BLACK


def row_key(record: Record, round_number: int) -> tuple[int, int, int]:
    """Sort key inside a row: bigger imbalance, longer run, then small numbers in odd rounds and big in even ones.

    Rule: W4
    """
    return -abs(record.balance), -abs(record.run), record.number if round_number % 2 else -record.number


def score_groups(records: Mapping[int, Record], field: Sequence[int]) -> list[tuple[Score, list[int]]]:
    """The field by score, highest first.

    Rule: W2
    """
    groups: dict[Score, list[int]] = {}
    for number in sorted(field):
        groups.setdefault(records[number].score, []).append(number)
    return sorted(groups.items(), key=lambda group: group[0], reverse=True)


class Walk:
    """One round's walk. ``last_round`` is the last round to be played."""

    def __init__(
        self,
        records: Mapping[int, Record],
        completions: Completions,
        settings: Settings,
        round_number: int,
        last_round: int,
    ) -> None:
        self._records = records
        self._completions = completions
        self._settings = settings
        self._round = round_number
        self._last = last_round
        self._keys = {number: row_key(record, round_number) for number, record in records.items()}
        self._made: list[tuple[int, int, Reason]] = []
        self._not_made: dict[int, list[PassedOver]] = {}
        self._group: Score = 0

    def pairs(self, field: Sequence[int]) -> tuple[Pairing, ...]:
        """Pair the field, boards in order.

        Rule: W2, W8
        """
        groups = score_groups(self._records, field)
        below = [number for _, group in groups for number in group]
        came_down: list[int] = []
        for score, own in groups:
            below = below[len(own) :]
            self._group = score
            came_down.sort(key=self._arrival_key)
            self._completions.enter_group(came_down, own, below)
            came_down = self._pair_group(came_down, own)
        return self._boards()

    def _arrival_key(self, number: int) -> tuple[Score, tuple[int, int, int]]:
        return -self._records[number].score, self._keys[number]

    def _pair_group(self, came_down: list[int], own: list[int]) -> list[int]:
        """Pair one group; gives who is left over."""
        rows: dict[Row, dict[int, None]] = {Row.WANTS_RED: {}, Row.WANTS_BLACK: {}}
        for number in sorted(own, key=self._keys.__getitem__):
            rows[wants(self._records[number])][number] = None
        arrivals = dict.fromkeys(came_down)
        self._serve_arrivals(arrivals, rows)
        self._draw(rows)
        for row in (Row.WANTS_RED, Row.WANTS_BLACK):
            self._pair_neighbours(row, rows[row])
        return [*arrivals, *rows[Row.WANTS_RED], *rows[Row.WANTS_BLACK]]

    def _serve_arrivals(self, arrivals: dict[int, None], rows: dict[Row, dict[int, None]]) -> None:
        """Who came down is paired first: other row, own row, then another who came down.

        Rule: W5
        """
        for number in list(arrivals):
            if number not in arrivals:
                continue
            own = wants(self._records[number])
            other = Row.WANTS_BLACK if own is Row.WANTS_RED else Row.WANTS_RED
            companions = [companion for companion in arrivals if companion != number]
            found = self._search(number, chain(rows[other], rows[own], companions))
            if found is not None:
                taken, passed = found
                del arrivals[number]
                for row in (arrivals, rows[own], rows[other]):
                    row.pop(taken, None)
                self._make(number, taken, How.FLOATED, Row.FROM_ABOVE, passed)

    def _draw(self, rows: dict[Row, dict[int, None]]) -> None:
        """The shorter row draws from the longer one.

        Rule: W6
        """
        shorter = self._drawing_row(rows)
        longer = Row.WANTS_BLACK if shorter is Row.WANTS_RED else Row.WANTS_RED
        for number in list(rows[shorter]):
            found = self._search(number, rows[longer])
            if found is not None:
                taken, passed = found
                del rows[shorter][number]
                del rows[longer][taken]
                self._make(number, taken, How.SHIFTED if passed else How.SAME_PLACE, shorter, passed)

    def _drawing_row(self, rows: dict[Row, dict[int, None]]) -> Row:
        red, black = rows[Row.WANTS_RED], rows[Row.WANTS_BLACK]
        if len(red) != len(black) or not red:
            return Row.WANTS_RED if len(red) < len(black) else Row.WANTS_BLACK
        red_is_smaller = next(iter(red)) < next(iter(black))
        return Row.WANTS_RED if red_is_smaller is (self._round % 2 == 1) else Row.WANTS_BLACK

    def _pair_neighbours(self, row: Row, left: dict[int, None]) -> None:
        """What is left inside one row is paired with its neighbours.

        Rule: W7
        """
        waiting = list(left)
        for place, number in enumerate(waiting):
            if number not in left:
                continue
            found = self._search(number, (other for other in waiting[place + 1 :] if other in left))
            if found is not None:
                taken, passed = found
                del left[number], left[taken]
                self._make(number, taken, How.SAME_ROW, row, passed)

    def _search(self, number: int, candidates: Iterable[int]) -> tuple[int, tuple[PassedOver, ...]] | None:
        """The first admissible candidate, one with whom nobody is strained before the others.

        Rule: W9, W10
        """
        passed: list[PassedOver] = []
        fallback: tuple[int, int] | None = None
        for candidate in candidates:
            strained = self._round < self._last and self._strains(number, candidate)
            if strained and fallback is not None:
                passed.append(PassedOver(candidate, PassReason.THREE_IN_A_ROW))
                continue
            why = self._completions.hindrance(number, candidate)
            if why is not None:
                passed.append(PassedOver(candidate, why))
            elif strained:
                fallback = candidate, len(passed)
                passed.append(PassedOver(candidate, PassReason.THREE_IN_A_ROW))
            else:
                return candidate, tuple(passed)
        if fallback is None:
            self._not_made.setdefault(number, []).extend(passed)
            self._tell_passed(number, passed)
            return None
        return fallback[0], tuple(passed[: fallback[1]])

    def _tell_passed(self, number: int, passed: Sequence[PassedOver]) -> None:
        """Keep for those passed over why ``number`` did not take them: whoever comes down will ask."""
        for one in passed:
            self._not_made.setdefault(one.player, []).append(PassedOver(number, one.why))

    def _strains(self, one: int, two: int) -> bool:
        first, second = self._records[one], self._records[two]
        if -2 < first.balance < 2 and -2 < second.balance < 2 and -2 < first.run < 2 and -2 < second.run < 2:
            return False
        red, black, _ = give_sides(
            first, second, settings=self._settings, round_number=self._round, last_round=self._last
        )
        return strains(self._records[red], Side.RED) or strains(self._records[black], Side.BLACK)

    def _make(self, drawer: int, taken: int, how: How, row: Row, passed: tuple[PassedOver, ...]) -> None:
        let_through = self._completions.let_through(drawer, taken)
        self._completions.take(drawer, taken)
        red, black, rule = give_sides(
            self._records[drawer],
            self._records[taken],
            settings=self._settings,
            round_number=self._round,
            last_round=self._last,
        )
        above = tuple(dict.fromkeys(self._not_made.get(drawer, ()))) if how is How.FLOATED else ()
        self._tell_passed(drawer, passed)
        reason = Reason(how, rule, drawer, taken, self._group, row, passed, let_through, above)
        self._made.append((red, black, reason))

    def _boards(self) -> tuple[Pairing, ...]:
        """Tables from 1: the higher scores first, then the order of making.

        Rule: W11
        """

        def key(pair: tuple[int, int, Reason]) -> tuple[Score, Score]:
            scores = sorted((self._records[pair[0]].score, self._records[pair[1]].score), reverse=True)
            return -scores[0], -scores[1]

        games = (Game(),) * self._settings.meeting_games
        return tuple(
            Pairing(board, red, black, games, reason)
            for board, (red, black, reason) in enumerate(sorted(self._made, key=key), start=1)
        )
