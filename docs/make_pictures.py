"""Make the pictures of the arbiters' manual from the product itself.

    python docs/make_pictures.py

Plays two rounds of a small made-up event and a demonstration of every format through the command line and prints their
sheets (LibreOffice, poppler).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
sys.path.insert(0, str(ROOT / "tests"))

ROSTER = """姓名,单位,等级分,组别
赵一鸣,东城,2105,
钱思远,西城,2088,
孙立人,东城,2050,
李文博,南湖,2034,少年
周小川,西城,1990,少年
吴建国,北苑,1975,
郑海燕,南湖,1942,女子
王晓东,北苑,1931,
冯志强,东城,1880,少年
陈子晴,南湖,1866,女子、少年
褚卫国,西城,1850,
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


WIDE, TALL = 1290, 910
DEMOS: dict[str, dict[str, tuple[str, int, int]]] = {
    "双循环": {"double": ("循环表", WIDE, 350), "ratings": ("等级分", TALL, 270)},
    "两局制单循环": {"games": ("第1轮", WIDE, 370)},
    "分组循环": {"groups": ("循环表", WIDE, 790)},
    "单败淘汰": {"knockout": ("对阵图", TALL, 760)},
    "双败淘汰": {"double-knockout": ("对阵图", TALL, 740)},
    "积分末位淘汰": {"cuts": ("成绩表", WIDE, 830)},
    "队员总分制": {"members": ("团体成绩", WIDE, 370)},
    "团体单循环": {
        "lineups": ("第1轮上场", TALL, 410),
        "team-round": ("第1轮 对局表", WIDE, 550),
        "team-standings": ("成绩表", WIDE, 310),
    },
}
"""Format -> picture -> the title of the sheet, width and height in pixels at 110 dpi."""


def page_of(book: Path, title: str) -> int:
    """The first printed page whose second line begins with the title; pages are counted from 1."""
    from pictures import pdf_text

    for number, page in enumerate(pdf_text(book).split("\f"), start=1):
        lines = [" ".join(line.split()) for line in page.splitlines() if line.strip()]
        if lines[1:2] and lines[1].startswith(title):
            return number
    raise SystemExit(f"{book}: no page {title}")


def print_pages(book: Path, crops: dict[str, tuple[str, int, int]]) -> None:
    """``crops``: picture name -> title of the sheet ('' = the first page), width and height in pixels at 110 dpi."""
    from pictures import pdf

    for name, (title, width, height) in crops.items():
        page = page_of(book, title) if title else 1
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
        print_pages(
            book,
            {
                "settings": ("", TALL, 620),
                "roster": ("名单", TALL, 560),
                "round": ("第2轮", WIDE, 420),
                "standings": ("成绩表", WIDE, 450),
                "card": ("编排卡", TALL, 430),
                "categories": ("组别成绩", WIDE, 450),
                "log": ("编排记录", WIDE, 560),
            },
        )
        league = Path(folder) / "循环赛.xlsx"
        xlpair("simulate", "--players", 6, "--system", "单循环", "--seed", 5, "--out", league)
        print_pages(league, {"crosstable": ("循环表", WIDE, 420)})
        for form, crops in DEMOS.items():
            demo = Path(folder) / f"{form}.xlsx"
            xlpair("demo", "--system", form, "--out", demo)
            print_pages(demo, crops)


if __name__ == "__main__":
    main()
