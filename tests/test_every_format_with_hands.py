"""Every format with things happening: forfeits, players who leave, rounds taken back. Nothing breaks, nothing is lost.

What happens is drawn from a seed. Commands may refuse what cannot be, with a sentence; the check replays every round.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from halls import Hall
from practice_halls import FORMATS, practice_hall

from xlpair.errors import NotAllowed, Undecided
from xlpair.model import Round
from xlpair.simulate import practice_event

RESULTS = ("2:0", "1:1", "0:2", "2:0", "0:2", "+-", "-+", "--")
MOST_ROUNDS = 40


@pytest.mark.parametrize("name", FORMATS)
def test_forfeits_withdrawals_and_second_thoughts(name: str, tmp_path: Path) -> None:
    settings, count = FORMATS[name]
    chance = random.Random(f"{name}/手")
    place = practice_hall("memory", tmp_path, practice_event(settings, count, 1))
    gone: set[int] = set()
    while len(place.event().rounds) < MOST_ROUNDS:
        made = _paired(place, chance)
        if made is None:
            break
        _play(place, made, chance)
        if chance.random() < 0.25 and len(gone) < count // 3:
            row = chance.randrange(1, count + 1)
            gone.add(row)
            place.type("名单", row, "参赛轮次", "退赛")
        if chance.random() < 0.2:
            place.undo(lose_results=True)
        place.refresh()
        checked = place.check()
        assert checked.errors == 0, [str(problem) for problem in checked.problems]
        assert not any("不同" in line for line in checked.done)
    rounds = place.event().rounds
    assert 0 < len(rounds) < MOST_ROUNDS
    assert all(round_.pairings for round_ in rounds)
    listed = {row[1] for row in place.named("成绩表区")[1:] if len(row) > 1}
    stood = {number for round_ in rounds for number in round_.numbers()}
    assert stood <= listed


def _paired(place: Hall, chance: random.Random) -> Round | None:
    """The next round, level meetings decided by the arbiter first; None where there is none."""
    for _ in range(3):
        try:
            return place.pair().round
        except Undecided as level:
            rounds = place.event().rounds
            for number, board in level.boards:
                pairing = next(one for one in rounds[number - 1].pairings if one.board == board)
                place.result(number, board, f"晋级 {chance.choice((pairing.red, pairing.black))}")
        except NotAllowed as over:
            if "已经全部编排" in str(over) or "不足 2" in str(over):
                return None
            raise
    raise AssertionError("undecided again and again")


def _play(place: Hall, made: Round, chance: random.Random) -> None:
    texts = [" ".join(chance.choice(RESULTS) for _ in pairing.games) for pairing in made.pairings]
    place.results(made.number, *texts)
