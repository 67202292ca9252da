"""Three teams, two forms of matches and what was told, for the tests that read squads and line-ups."""

from __future__ import annotations

from collections.abc import Sequence

from xlpair.errors import Problem
from xlpair.model import Player
from xlpair.settings import Settings, TeamForm
from xlpair.workbook.layout import board_heading

TEAMS = (Player(1, "广东"), Player(2, "上海"), Player(3, "北京"))
RESERVES = Settings(team_form=TeamForm.RESERVES, boards_per_team=4)
FIXED = Settings(team_form=TeamForm.FIXED_BOARDS, boards_per_team=4)


def told(problems: Sequence[Problem]) -> list[tuple[str, str]]:
    return [(problem.where, problem.what) for problem in problems]


BOARDS = tuple(board_heading(board) for board in range(1, 5))
