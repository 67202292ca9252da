"""Laws of writing: any event written and read back is the same, sorted, undone or refreshed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from memory_book import MemoryBook, new_book
from writer_scenes import read

from xlpair.model import Attendance, Bye, ByeKind, Event, Game, Pairing, Player, Result, Round
from xlpair.settings import Scoring, Settings
from xlpair.workbook.texts import attendance_text, categories_text
from xlpair.workbook.writer import clear_round, put_round, put_settings, refresh_rounds

NAME = st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1, max_size=6)
WORD = st.text(st.characters(categories=("L",)), min_size=1, max_size=4)
SPANS = st.sampled_from([(), ((1, 3),), ((4, None),), ((1, 3), (5, None)), ((2, 2),)])


@st.composite
def events(draw: st.DrawFn) -> Event:
    """Any event of up to eight players and three rounds: numbers with gaps, byes of all kinds, forfeits, fouls."""
    numbers = draw(st.lists(st.integers(1, 60), min_size=2, max_size=8, unique=True))
    players = tuple(
        Player(
            number,
            draw(NAME),
            draw(st.just("") | NAME),
            draw(st.none() | st.integers(0, 3000)),
            draw(st.none() | st.integers(1, 20)),
            Attendance(draw(SPANS), draw(st.booleans())),
            draw(st.just("") | NAME),
            draw(st.lists(WORD, max_size=2, unique=True).map(tuple)),
        )
        for number in numbers
    )
    games = draw(st.sampled_from([1, 1, 1, 2, 3]))
    scoring = draw(
        st.sampled_from([Scoring(), Scoring(3, 1, 0, 3, 1, 0), Scoring(1, Fraction(1, 2), 0, 1, Fraction(1, 2), 0)])
    )
    rounds = tuple(draw(rounds_of(number, numbers, games)) for number in range(1, draw(st.integers(0, 3)) + 1))
    return Event(Settings(games_per_meeting=games, scoring=scoring), players, rounds)


@st.composite
def rounds_of(draw: st.DrawFn, number: int, numbers: list[int], games: int) -> Round:
    seats = draw(st.permutations(numbers))
    boards = draw(st.integers(1, len(seats) // 2))
    game = st.builds(Game, st.none() | st.sampled_from(Result), st.integers(0, 3), st.integers(0, 3))
    pairings = tuple(
        Pairing(board, seats[2 * board - 2], seats[2 * board - 1], tuple(draw(game) for _ in range(games)))
        for board in range(1, boards + 1)
    )
    order = [ByeKind.LEAVE, ByeKind.LATE, ByeKind.OUT, ByeKind.BYE]
    byes = [Bye(seat, draw(st.sampled_from(order))) for seat in seats[2 * boards :] if draw(st.booleans())]
    return Round(number, pairings, tuple(sorted(byes, key=lambda bye: (order.index(bye.kind), bye.player))))


def written(event: Event) -> MemoryBook:
    """A workbook into which the event was written, round after round, the roster as a hand types it."""
    roster = [
        (
            *(p.number, p.name, p.club, p.rating, p.seed, attendance_text(p.attendance)),
            *(categories_text(p.categories), p.note),
        )
        for p in event.players
    ]
    book = new_book(roster, rounds=3, boards=3)
    book.apply(put_settings(read(book), {"每轮局数": str(event.settings.games_per_meeting), "记分": _points(event)}))
    for round_ in event.rounds:
        book.apply(put_round(read(book), round_, {player.number: 1 for player in event.players}))
    return book


def _points(event: Event) -> str:
    return {2: "2/1/0", 3: "3/1/0", 1: "1/0.5/0"}[int(event.settings.scoring.red_win)]


@given(events())
@hypothesis_settings(max_examples=150)
def test_law_an_event_written_and_read_back_is_the_same(event: Event) -> None:
    reading = read(written(event))
    assert reading.event == event
    assert reading.errors == ()


@given(events(), st.randoms(use_true_random=False))
@hypothesis_settings(max_examples=60)
def test_law_sorting_a_round_or_the_roster_changes_nothing(event: Event, random: object) -> None:
    """Rows of a meeting's games keep their order among each other: sorting in a spreadsheet is stable."""
    if event.settings.games_per_meeting > 1:
        event = replace(event, rounds=())
    book = written(event)
    for name in ("名单", *(f"第{round_.number}轮" for round_ in event.rounds)):
        area = book.tables[name]
        rows = book.grids[area.sheet][area.top + 1 : area.bottom + 1]
        random.shuffle(rows)
        book.grids[area.sheet][area.top + 1 : area.bottom + 1] = rows
    assert read(book).event == event


@given(events())
@hypothesis_settings(max_examples=60)
def test_law_undo_takes_back_what_was_written(event: Event) -> None:
    book = written(event)
    for round_ in reversed(event.rounds):
        book.apply(clear_round(read(book), round_.number))
    reading = read(book)
    assert reading.event == replace(event, rounds=())
    for number in range(1, 4):
        area = book.tables[f"第{number}轮"]
        assert not any(map(any, book.grids[area.sheet][area.top + 1 :]))


@given(events())
@hypothesis_settings(max_examples=60)
def test_law_a_written_workbook_needs_no_refreshing(event: Event) -> None:
    assert refresh_rounds(read(written(event))) == ()
