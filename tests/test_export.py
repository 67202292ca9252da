"""Exported files: safe to open, complete, and the same figures everywhere."""

from __future__ import annotations

import csv
import io
import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from events import SWISS_2009, event_from, numberings_2009

from xlpair.errors import WrongUse
from xlpair.export.csv_text import csv_bytes, guarded, unguarded
from xlpair.export.files import export_files
from xlpair.export.html_page import html_page
from xlpair.export.json_text import event_value, json_text
from xlpair.export.lists import Listing, listings
from xlpair.model import Bye, ByeKind, Event, Game, Pairing, Player, Result, Round
from xlpair.settings import Settings, System

# As they are, of full and small width, behind blanks and signs nobody sees, behind tab and line ends.
NASTY = (
    *("=1+1", "+张", "-李", "@队", "|calc", "%x", "=cmd|' /C calc'!A0"),
    *("＝２", "＋张", "－李", "＠队", "｜x", "﹢1", "﹦1", "﹫x", "﹣1"),
    *(" =1", "\u3000＝1", "\u00a0=1", "\u200b=1", "\ufeff@x", "\u2003+1"),
    *("\t=1", "\t甲", "\r=1", "\r\n=1", "\n甲"),
)


def event_2009() -> Event:
    return event_from(SWISS_2009, numberings_2009()[1], Settings(name="五羊杯", last_three=False))


def small_event(*names: str, name: str = "练习") -> Event:
    """Two pairs and one who rests; 1 beats 2, the second game is open."""
    players = tuple(Player(number, who, "某队") for number, who in enumerate(names, start=1))
    pairings = (Pairing(1, 1, 2, (Game(Result.RED_WIN),)), Pairing(2, 3, 4))
    return Event(Settings(name=name), players, (Round(1, pairings, (Bye(5, ByeKind.BYE),)),))


def rows_of(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))


class Texts(HTMLParser):
    """Collects tags and texts of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.cells: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.cells.append(data)


def test_files_of_an_event(tmp_path: Path) -> None:
    """The event of 2009 has six rounds and is no round robin."""
    written = export_files(event_2009(), tmp_path / "新文件夹" / "深")
    names = ["名单.csv", *(f"第{number}轮.csv" for number in range(1, 7)), "成绩表.csv", "比赛.json", "比赛.html"]
    assert [path.name for path in written.files] == names
    assert sorted(path.name for path in written.folder.iterdir()) == sorted(names)


def test_csv_gives_the_published_points_and_first_places(tmp_path: Path) -> None:
    """Published final of 2009: 吕钦 8, 蒋川 8, 赵鑫鑫 8, 许银川 7 … (events/2009_wuyangbei_swiss.tsv)."""
    export_files(event_2009(), tmp_path, ("csv",))
    heading, *rows = rows_of((tmp_path / "成绩表.csv").read_bytes())
    name, points = heading.index("姓名"), heading.index("积分")
    assert [(row[name], row[points]) for row in rows[:4]] == [
        ("吕钦", "8"),
        ("蒋川", "8"),
        ("赵鑫鑫", "8"),
        ("许银川", "7"),
    ]


def test_csv_begins_with_the_mark_by_which_excel_knows_utf8() -> None:
    assert csv_bytes(Listing("名单", ("姓名",), (("王",),))) == "\ufeff姓名\r\n王\r\n".encode()


@pytest.mark.parametrize("name", NASTY)
def test_hands_34_names_that_look_like_formulas_are_guarded_in_csv(name: str) -> None:
    field = guarded((name,))[0]
    assert field == "'" + name
    assert unguarded(str(field)) == name


@pytest.mark.parametrize("field", ["王伟", "2:0", "O'Neil", "'quoted'", "", 7, None, "a=b", "3-7"])
def test_other_fields_stay_as_they_are(field: str | int | None) -> None:
    assert guarded((field,)) == [field]
    if isinstance(field, str):
        assert unguarded(field) == field


def test_hands_34_forfeits_in_csv_are_guarded_too() -> None:
    """``-+`` and ``--`` begin like formulas."""
    pairings = (Pairing(1, 1, 2, (Game(Result.RED_FORFEITS),)), Pairing(2, 3, 4, (Game(Result.BOTH_FORFEIT),)))
    event = Event(Settings(), tuple(Player(number, "某") for number in range(1, 5)), (Round(1, pairings),))
    listing = next(found for found in listings(event) if found.name == "第1轮")
    result = listing.headings.index("结果")
    assert [row[result] for row in rows_of(csv_bytes(listing))[1:]] == ["'-+", "'--"]


def test_hands_34_the_page_holds_no_script_whatever_names_say() -> None:
    evil = small_event(
        "<script>alert(1)</script>", '"><img src=x onerror=y>', "&amp;", "=1+1", "-李", name="</title><b>"
    )
    page = html_page(evil)
    reader = Texts()
    reader.feed(page)
    assert "script" not in reader.tags
    assert "img" not in reader.tags
    assert "b" not in reader.tags
    assert not [name for name, _ in reader.attributes if name.startswith("on")]
    shown = "".join(reader.cells)
    for name in ("<script>alert(1)</script>", '"><img src=x onerror=y>', "&amp;", "=1+1", "-李"):
        assert name in shown


def test_the_page_loads_nothing_from_elsewhere() -> None:
    reader = Texts()
    reader.feed(html_page(event_2009()))
    assert {"link", "img", "script", "iframe", "object"}.isdisjoint(reader.tags)
    targets = [value for name, value in reader.attributes if name in ("href", "src")]
    assert targets
    assert all(value is not None and value.startswith("#") for value in targets)
    assert "default-src 'none'" in html_page(event_2009())


def test_the_page_shows_the_newest_round_first_and_links_to_everything() -> None:
    reader = Texts()
    reader.feed(html_page(event_2009()))
    anchors = [value for name, value in reader.attributes if name == "id"]
    assert anchors == ["round6", "standings", "round5", "round4", "round3", "round2", "round1"]
    assert [value for name, value in reader.attributes if name == "href"] == [f"#{anchor}" for anchor in anchors]


def test_open_boards_and_byes_are_shown() -> None:
    page = html_page(small_event("甲", "乙", "丙", "丁", "戊"))
    assert "还有 1 台没有结果" in page
    assert "轮空" in page
    assert 'class="result open"' in page


def test_columns_for_clubs_are_shown_only_where_somebody_has_one() -> None:
    assert '<main class="clubless">' in html_page(event_2009())
    page = html_page(small_event("甲", "乙", "丙", "丁", "戊"))
    assert "<main>" in page
    assert '<th class="club">单位</th>' in page


def test_a_round_robin_has_its_crosstable(tmp_path: Path) -> None:
    event = small_event("甲", "乙", "丙", "丁", "戊")
    robin = Event(Settings(system=System.ROUND_ROBIN), event.players, event.rounds)
    export_files(robin, tmp_path)
    heading, *rows = rows_of((tmp_path / "循环表.csv").read_bytes())
    assert heading[:8] == ["编号", "姓名", "单位", "1", "2", "3", "4", "5"]
    assert rows[0][3:5] == ["—", "2"]  # 1 against himself, then the 2 points from 2
    assert rows[1][3:5] == ["0", "—"]


def test_json_holds_everything() -> None:
    value = json.loads(json_text(event_value(event_2009())))
    assert value["name"] == "五羊杯"
    assert len(value["players"]) == 10
    assert [len(round_["boards"]) for round_ in value["rounds"]] == [5] * 6
    first = value["rounds"][0]["boards"][0]  # published: round 1, table 1, 蒋川-徐天红 2:0
    assert (first["red_name"], first["black_name"], first["result"]) == ("蒋川", "徐天红", "2:0")
    assert [(row["place"], row["name"], row["points"]) for row in value["standings"]["rows"][:3]] == [
        (1, "吕钦", 8),
        (2, "蒋川", 8),
        (3, "赵鑫鑫", 8),
    ]
    assert value["settings"]["最后三轮"] == "否"


def test_an_event_without_anything_can_be_exported(tmp_path: Path) -> None:
    written = export_files(Event(Settings(), ()), tmp_path)
    assert [path.name for path in written.files] == ["名单.csv", "比赛.json", "比赛.html"]
    assert "还没有编排" in (tmp_path / "比赛.html").read_text(encoding="utf-8")


def test_an_unknown_format_is_told(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="没有“pdf”这种格式。请写 csv、json、html"):
        export_files(event_2009(), tmp_path, ("pdf",))


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    place = tmp_path / "占用"
    place.write_text("a file, no folder", encoding="utf-8")
    with pytest.raises(WrongUse, match="是文件，不是文件夹"):
        export_files(event_2009(), place)
    assert place.read_text(encoding="utf-8") == "a file, no folder"


def test_files_of_others_in_the_folder_stay(tmp_path: Path) -> None:
    (tmp_path / "我的.txt").write_text("别动", encoding="utf-8")
    (tmp_path / "比赛.json").write_text("旧的", encoding="utf-8")
    export_files(event_2009(), tmp_path)
    assert (tmp_path / "我的.txt").read_text(encoding="utf-8") == "别动"
    assert (tmp_path / "比赛.json").read_text(encoding="utf-8").startswith("{")
