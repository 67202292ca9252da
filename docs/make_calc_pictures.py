"""Make the manual's pictures of LibreOffice Calc, from a real one on a screen nobody sits at.

    python docs/make_calc_pictures.py

Plays the event of ``make_pictures.py`` by mouse and keyboard (Xvfb, xdotool). LibreOffice's own menus are Chinese where
its language package is installed (libreoffice-l10n-zh-cn).
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from make_pictures import PICTURES, ROOT, ROSTER, ROUND_1, ROUND_2, xlpair

sys.path.insert(0, str(ROOT / "tests"))

from calc.seat import Seat, seat, until

from xlpair.calc import installing

WIDTH = 1280
ASIDE = (1270, 790)
CHINESE = {
    ("/org.openoffice.Setup/L10N", "ooSetupSystemLocale"): "zh-CN",
    ("/org.openoffice.Setup/L10N", "ooLocale"): "zh-CN",
    ("/org.openoffice.Office.Linguistic/General", "UILocale"): "zh-CN",
}


def make_chinese(profile: Path) -> None:
    """Let the office of a profile speak Chinese, if it has learned it."""
    items = "".join(
        f'<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>'
        for (path, name), value in CHINESE.items()
    )
    registry = profile / "user" / "registrymodifications.xcu"
    text = registry.read_text(encoding="utf-8")
    registry.write_text(text.replace("</oor:items>", f"{items}</oor:items>"), encoding="utf-8")


def take(at: Seat, name: str, height: int) -> None:
    """Keep the upper part of what is on the screen."""
    at.screen.settle()
    at.screen.picture(PICTURES / f"calc-{name}.png", (0, 0, WIDTH, height))


def events(folder: Path) -> tuple[Path, Path]:
    """An event before its third round, and a round robin played to the end; both with live tables."""
    roster, swiss, league = folder / "报名表.csv", folder / "春季赛.xlsx", folder / "联赛.xlsx"
    roster.write_text(ROSTER, encoding="utf-8-sig")
    words = ("--set", "赛事名称=2026 春季象棋公开赛", "--set", "抽签种子=3", "--set", "成绩表更新=实时公式")
    xlpair("new", swiss, "--roster", roster, "--rounds", 7, *words)
    for number, results in enumerate((ROUND_1, ROUND_2), start=1):
        xlpair("pair", swiss)
        for board, result in enumerate((*results, "2:0", "0:2", "1:1")[:5], start=1):
            xlpair("result", swiss, number, board, result)
    xlpair("simulate", "--players", 8, "--system", "单循环", "--seed", 5, "--out", league)
    return swiss, league


def play(at: Seat, swiss: Path, league: Path) -> None:
    """Pair the third round by the menu, type results, look at the tables."""
    document = at.open(swiss)
    at.show(document, "第2轮")
    at.open_menu()
    at.screen.do("mousemove", *at.find("MENU_ITEM", "编排下一轮"))
    take(at, "menu", 560)
    at.click("MENU_ITEM", "编排下一轮")
    until(lambda: document.bars() == ["xlpair.done"], "the bar above the sheet")
    at.screen.do("mousemove", *ASIDE)
    document.go_to(*document.cell_of("第3轮", 1, "结果"))
    for text in ("2:0", "1:1"):
        at.screen.type(text)
        at.screen.keys("Return")
    until(lambda: document.column("第3轮", "结果")[:2] == ["2:0", "1:1"], "two results")
    take(at, "round", 560)
    at.show(document, "成绩表")
    take(at, "standings", 620)
    document.close()
    document = at.open(league)
    at.show(document, "循环表")
    take(at, "crosstable", 560)
    document.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder) / "profile"
        installing.install(profile)
        make_chinese(profile)
        swiss, league = events(Path(folder))
        with seat(profile) as at:
            play(at, swiss, league)


if __name__ == "__main__":
    main()
