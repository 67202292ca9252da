"""Make the pictures of the arbiters' manual from the product itself.

    python docs/make_pictures.py

Plays two rounds of a small made-up event through the command line and prints its sheets (LibreOffice, poppler).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
sys.path.insert(0, str(ROOT / "tests"))

ROSTER = """姓名,单位,等级分
赵一鸣,东城,2105
钱思远,西城,2088
孙立人,东城,2050
李文博,南湖,2034
周小川,西城,1990
吴建国,北苑,1975
郑海涛,南湖,1942
王晓东,北苑,1931
冯志强,东城,1880
陈子昂,南湖,1866
褚卫国,西城,1850
"""
ROUND_1 = ("2:0", "1:1", "0:2", "2:0", "1:1")
ROUND_2 = ("1:1", "2:0")


def xlpair(*words: object) -> None:
    subprocess.run([sys.executable, "-m", "xlpair", *map(str, words)], check=True)


def ask_for_card(book: Path, number: int) -> None:
    """Type a number into 编排卡, as an arbiter would, and refresh."""
    from xlpair.workbook.book import PutCells
    from xlpair.workbook.closed import ClosedBook
    from xlpair.workbook.layout import CARD_NUMBER_NAME

    with ClosedBook.open(book) as closed:
        place = closed.snapshot().names[CARD_NUMBER_NAME]
        closed.apply([PutCells(place.sheet, place.top, place.left, [[number]])])
    xlpair("refresh", book)


def print_pages(book: Path, crops: dict[str, tuple[int, int, int]]) -> None:
    """``crops``: picture name -> page (from 1), width and height in pixels at 110 dpi."""
    from pictures import pdf

    for name, (page, width, height) in crops.items():
        stem = PICTURES / name
        area = ["-x", "0", "-y", "0", "-W", str(width), "-H", str(height)]
        command = ["pdftoppm", "-png", "-singlefile", "-r", "110", "-f", str(page), "-l", str(page), *area]
        subprocess.run([*command, str(pdf(book)), str(stem)], check=True)


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        roster = Path(folder) / "报名表.csv"
        roster.write_text(ROSTER, encoding="utf-8-sig")
        book = Path(folder) / "春季赛.xlsx"
        xlpair(
            "new",
            book,
            "--roster",
            roster,
            "--rounds",
            7,
            "--set",
            "赛事名称=2026 春季象棋公开赛",
            "--set",
            "抽签种子=3",
        )
        xlpair("pair", book)
        for board, result in enumerate(ROUND_1, start=1):
            xlpair("result", book, 1, board, result)
        xlpair("pair", book)
        for board, result in enumerate(ROUND_2, start=1):
            xlpair("result", book, 2, board, result)
        ask_for_card(book, 7)
        wide, tall = 1290, 910
        print_pages(
            book,
            {
                "settings": (1, tall, 620),
                "roster": (2, tall, 560),
                "round": (4, wide, 420),
                "standings": (5, wide, 450),
                "card": (6, tall, 430),
                "log": (7, wide, 560),
            },
        )
        league = Path(folder) / "循环赛.xlsx"
        xlpair("simulate", "--players", 6, "--system", "单循环", "--seed", 5, "--out", league)
        print_pages(league, {"crosstable": (9, wide, 420)})


if __name__ == "__main__":
    main()
