"""对阵图: a bracket as a sheet shows it, names on lines that lead to the winner.

A chart is a rectangle of texts, and beside it a rectangle of the same size with a code for every cell: which border,
which look. Sheets turn codes into borders; nothing else is needed to draw it, whatever the number of players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from xlpair.engine import fates
from xlpair.engine.bracket import LoserOf, Part, Source, WinnerOf, size_for, stage_name
from xlpair.engine.course import Course, Meeting, Seat, Vacant, course, meeting_points
from xlpair.engine.group_finals import final_sections
from xlpair.model import Event, Pairing, Player
from xlpair.settings import FinalForm, Settings, System
from xlpair.wording import score_text

PLAIN: Final = 0
BELOW: Final = 1
RIGHT: Final = 2
BOTH: Final = 3
HEADING: Final = 4
CHAMPION: Final = 5

NOT_YET: Final = "编排第1轮以后，这里是对阵图。"
CHART_COLUMNS: Final = 20
"""So many columns every sheet has for names: those of a double knock-out of 1024. Its codes stand behind them."""
MOST_IN_FINALS: Final = 32
"""For so many finalists of groups there is room, even where nobody says how many there will be."""
_NO_GAME: Final = "轮空"
_GAP: Final = 2


@dataclass(frozen=True, slots=True)
class Chart:
    """Texts and codes, row by row, all rows of one length.

    ``starts``: the rows where a tree begins; then those where its halves begin, its quarters, down to single pairs.
    """

    texts: tuple[tuple[str, ...], ...]
    codes: tuple[tuple[int, ...], ...]
    starts: tuple[tuple[int, ...], ...] = ()


@dataclass(slots=True)
class _Canvas:
    """Cells while they are drawn, by row and column."""

    texts: dict[tuple[int, int], str] = field(default_factory=dict)
    codes: dict[tuple[int, int], int] = field(default_factory=dict)
    starts: list[list[int]] = field(default_factory=list)

    @property
    def bottom(self) -> int:
        return max((row for row, _ in (*self.texts, *self.codes)), default=-1)

    def write(self, row: int, column: int, text: str, code: int) -> None:
        self.texts[row, column] = text
        self.codes[row, column] = self.codes.get((row, column), PLAIN) | code

    def rule(self, column: int, first: int, last: int) -> None:
        """A line down the right side of a column."""
        for row in range(first, last + 1):
            self.codes[row, column] = self.codes.get((row, column), PLAIN) | RIGHT

    def part(self, top: int, pairs: int) -> None:
        """Note where a tree begins, and where its halves, quarters … do; ``top`` is the row below its heading.

        A tree of one pair has no parts. A pair has four rows, whatever stands in later columns beside them: the winner
        of a part stands in the middle of its rows, or a little below.
        """
        sizes = [pairs >> half for half in range(1, pairs.bit_length())]
        begins: list[Sequence[int]] = [[top - 1], *(range(top + 4 * size, top + 4 * pairs, 4 * size) for size in sizes)]
        self.starts += [[] for _ in begins[len(self.starts) :]]
        for depth, rows in enumerate(begins):
            self.starts[depth] += rows

    def chart(self) -> Chart:
        cells = {*self.texts, *self.codes}
        height, width = (max((cell[at] for cell in cells), default=-1) + 1 for at in (0, 1))
        return Chart(
            tuple(tuple(self.texts.get((row, column), "") for column in range(width)) for row in range(height)),
            tuple(tuple(self.codes.get((row, column), PLAIN) for column in range(width)) for row in range(height)),
            tuple(map(tuple, self.starts)),
        )


def chart_of(event: Event) -> Chart | None:
    """The bracket of an event, or of the final of its groups; None where there is none, or none yet.

    Rule: K1, K3, K5
    """
    settings = event.settings
    if settings.system.is_knockout:
        return _drawn(event) if event.rounds else None
    if settings.system is System.GROUPS and settings.final_form is FinalForm.KNOCKOUT and event.rounds:
        for section in final_sections(event):
            return _drawn(section.event)
    return None


def bracket_height(settings: Settings, people: int) -> int:
    """How many rows a bracket may need for so many people on the roster; of groups for as many finalists as go on.

    Rule: K1, R7
    """
    if settings.system is System.GROUPS:
        finalists = (settings.groups or 0) * (settings.group_qualifiers or 0)
        people = max(min(people, MOST_IN_FINALS), finalists)
    return room_for(people, settings.system)[0]


def room_for(people: int, system: System) -> tuple[int, int]:
    """Height and width of the biggest chart for so many players, all matches for places played."""
    size = size_for(max(people, 2))
    players = tuple(Player(number, slot=number) for number in range(1, size + 1))
    single = Settings(system=System.KNOCKOUT, third_place=True, placement_matches=True)
    double = Settings(system=System.DOUBLE_KNOCKOUT)
    wanted = [single, double] if system.is_knockout else [single]
    charts = [_drawn(Event(settings, players)) for settings in wanted]
    return max(len(chart.texts) for chart in charts), max(len(chart.texts[0]) for chart in charts)


def seats_chart(names: Sequence[str], slots: Mapping[int, int], settings: Settings) -> Chart:
    """The empty bracket of players who are only names; ``slots`` gives each one's place, counted from 1."""
    players = tuple(Player(at, name, slot=slots[at]) for at, name in enumerate(names, start=1))
    return _drawn(Event(settings, players), numbered=any(not name for name in names))


def _drawn(event: Event, *, numbered: bool = True) -> Chart:
    played = course(event)
    draw = _Draw(event, played, numbered)
    for (part, _), stages in _panels(played).items():
        if not any(_is_played(meeting) for meetings in stages for meeting in meetings):
            continue
        draw.title(stages)
        if part is Part.LOSERS:
            draw.losers(stages)
        else:
            draw.tree(stages)
    return draw.canvas.chart()


def _is_played(meeting: Meeting) -> bool:
    """Whether a meeting will have two players, as far as is known; a second final only once it is needed."""
    known = all(isinstance(seat, int) for seat in meeting.seats)
    return meeting.contested and (known or meeting.match.part is not Part.SECOND_FINAL)


def _panels(played: Course) -> dict[tuple[Part, int], list[list[Meeting]]]:
    """The meetings of each tree, stage by stage: who plays for the same places belongs to one tree."""
    found: dict[tuple[Part, int], list[list[Meeting]]] = {}
    for place in (place for places in played.bracket.rounds for place in places):
        meeting = played.meetings[place]
        match = meeting.match
        stages = found.setdefault((match.part, match.best), [])
        if len(stages) < match.stage:
            stages.append([])
        stages[-1].append(meeting)
    order = list(Part)
    return dict(sorted(found.items(), key=lambda panel: (order.index(panel[0][0]), panel[0][1])))


class _Draw:
    """Draws trees one below the other."""

    def __init__(self, event: Event, played: Course, numbered: bool) -> None:
        self.canvas = _Canvas()
        self._event = event
        self._played = played
        self._players = event.by_number()
        self._numbered = numbered
        self._top = 0

    def title(self, stages: Sequence[Sequence[Meeting]]) -> None:
        """The names of the stages above their columns."""
        row = self.canvas.bottom + (_GAP if self.canvas.texts else 1)
        names = [stage_name(meetings[0].match, self._played.bracket) for meetings in stages]
        for column, name in enumerate((*names, self._prize(stages[-1][0]))):
            self.canvas.write(row, column, name, HEADING)
        self._top = row + 1
        self.canvas.part(self._top, len(stages[0]))

    def _prize(self, last: Meeting) -> str:
        """What the winner of a tree's last meeting has won."""
        match = last.match
        if match.part is Part.LOSERS or (match.part is Part.MAIN and self._played.bracket.double):
            return "进决赛"
        if match.part is Part.FINAL and last.winner != last.seats[0]:
            return "胜者"  # an undefeated finalist who loses once more plays again
        return {1: fates.CHAMPION, 3: "第三名"}.get(match.best, f"第{match.best}名")

    def tree(self, stages: Sequence[Sequence[Meeting]]) -> None:
        """Round by round to the right, each winner halfway between the two who met."""
        for column, meetings in enumerate(stages):
            step = 2 << column
            for at, meeting in enumerate(meetings):
                first = self._top + (step >> 1) - 1 + 2 * step * at
                self._meeting(meeting, column, first, first + step, first_time=column == 0)
            if column == len(stages) - 1:
                self._winner(meetings[0], column + 1, self._top + step - 1)

    def losers(self, stages: Sequence[Sequence[Meeting]]) -> None:
        """Survivors come from the left; in every second stage those who drop in stand below them."""
        rows = [self._top + 4 * at for at in range(len(stages[0]))]
        gap = 2
        for column, meetings in enumerate(stages):
            dropping = column % 2 == 1
            height = 2 if dropping else gap
            for meeting, row in zip(meetings, rows, strict=True):
                self._meeting(meeting, column, row, row + height, first_time=column == 0)
            winners = [row + height // 2 for row in rows]
            if column == len(stages) - 1:
                self._winner(meetings[0], column + 1, winners[0])
            elif dropping:
                gap = winners[1] - winners[0] if len(winners) > 1 else gap
                rows = winners[::2]
            else:
                rows = winners

    def _meeting(self, meeting: Meeting, column: int, first: int, second: int, *, first_time: bool) -> None:
        for seat, row, source in zip(meeting.seats, (first, second), meeting.match.sources, strict=True):
            arrives = first_time or isinstance(source, LoserOf)
            text = self._called(seat, whole=arrives) + ("" if arrives else self._score(seat, source))
            self.canvas.write(row, column, text, BELOW)
        self.canvas.rule(column, first + 1, second)

    def _winner(self, meeting: Meeting, column: int, row: int) -> None:
        champion = isinstance(meeting.winner, int) and self._prize(meeting) == fates.CHAMPION
        text = self._called(meeting.winner, whole=False) + self._result(meeting)
        self.canvas.write(row, column, text, CHAMPION if champion else BELOW)

    def _called(self, seat: Seat, *, whole: bool) -> str:
        if seat is Vacant.NOBODY:
            return _NO_GAME if whole else ""
        if not isinstance(seat, int):
            return ""
        player = self._players.get(seat, Player(seat))
        name = f"{seat} {player.name}".rstrip() if self._numbered else player.name
        return f"{name}　{player.club}" if whole and player.club else name

    def _score(self, seat: Seat, source: Source) -> str:
        """The result by which somebody has come on from an earlier match; none where it does not say so any more."""
        if not isinstance(source, WinnerOf):
            return ""
        before = self._played.meetings[source.match]
        return self._result(before) if before.winner == seat else ""

    def _result(self, meeting: Meeting) -> str:
        """The points of the winner and the loser, and whether somebody had to decide."""
        pairing = meeting.pairing
        if pairing is None or not isinstance(meeting.winner, int) or not isinstance(meeting.loser, int):
            return ""
        return f"　{_points(pairing, meeting.winner, meeting.loser, self._event.settings)}"


def _points(pairing: Pairing, winner: int, loser: int, settings: Settings) -> str:
    if all(game.result is not None and not game.result.played for game in pairing.games):
        return "弃权"
    won, lost = (meeting_points(pairing, number, settings) for number in (winner, loser))
    return f"{score_text(won)}:{score_text(lost)}{' 加赛' if won <= lost else ''}"
