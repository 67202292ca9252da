"""Round tables written short, and what was read of them and told."""

from __future__ import annotations

from xlpair.errors import Gravity
from xlpair.model import Game, Pairing, Player, Result
from xlpair.settings import Settings
from xlpair.workbook.blocks import Block
from xlpair.workbook.book import CellValue
from xlpair.workbook.reader import RoundReading, read_round

NAMES = dict(enumerate("甲乙丙丁戊己庚辛壬癸", start=1))
PLAYERS = {number: Player(number, name) for number, name in NAMES.items()}
DEFAULTS = Settings()
RED, DRAW, BLACK = Result.RED_WIN, Result.DRAW, Result.BLACK_WIN

# Rows are written short in this file, as they stand in a sheet from left to right without points and clubs.
SHORT = ("台次", "红方编号", "红方", "结果", "黑方", "黑方编号", "红犯规", "黑犯规", "备注")
Row = tuple[CellValue, ...]


def read(*rows: Row, headings: Row = SHORT, settings: Settings = DEFAULTS) -> RoundReading:
    return read_round(Block((headings, *rows)), 2, PLAYERS, settings)


def told(found: RoundReading, gravity: Gravity = Gravity.ERROR) -> list[tuple[str, str]]:
    return [(problem.where, problem.what) for problem in found.problems if problem.gravity is gravity]


def places(found: RoundReading) -> list[str]:
    return [where for where, _ in told(found)]


def pair(board: int, red: int, black: int, result: Result | None = None, *fouls: int) -> Pairing:
    return Pairing(board, red, black, (Game(result, *fouls),))
