"""The forms of team matches as settings, and results in short."""

from __future__ import annotations

from dataclasses import replace

from xlpair.model import Result
from xlpair.settings import Settings, TeamForm

FIXED = Settings(team_form=TeamForm.FIXED_BOARDS, boards_per_team=4)
RESERVES = replace(FIXED, team_form=TeamForm.RESERVES)
FREE = replace(FIXED, team_form=TeamForm.FREE_BOARDS)
TWO_BOARDS = replace(FIXED, boards_per_team=2)
TEAM_FORMS = (TeamForm.FIXED_BOARDS, TeamForm.RESERVES, TeamForm.FREE_BOARDS)

RED, BLACK, DRAW = Result.RED_WIN, Result.BLACK_WIN, Result.DRAW
RED_AWAY, BLACK_AWAY, BOTH_AWAY = Result.RED_FORFEITS, Result.BLACK_FORFEITS, Result.BOTH_FORFEIT
