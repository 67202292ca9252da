"""新建比赛 inside Calc: a ready workbook put where the arbiter wants it, opened, and filled with what he said."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import uno

from xlpair.actions.desk import put_right, sit_down, status_line
from xlpair.calc.book import CalcBook
from xlpair.calc.ready import FOLDER, Ready, most_people, ready_for, takes_rounds
from xlpair.calc.windows import Dialog, show_refusal
from xlpair.engine.rounds import most_rounds
from xlpair.errors import NotSaved, WrongUse
from xlpair.formats import FORMATS, Format
from xlpair.settings import System, TableUpdate
from xlpair.workbook.area_writer import put_status
from xlpair.workbook.saving import create_file
from xlpair.workbook.texts import folded, whole
from xlpair.workbook.writer import put_settings

NAME: Final = "赛事名称"
SYSTEM: Final = "赛制"
PEOPLE: Final = "人数"
ROUNDS: Final = "轮数"
UPDATE: Final = "成绩表更新"
PLACE: Final = "文件"
_SEED: Final = "抽签种子"
_SUFFIX: Final = ".xlsx"
_OTHER_WORKBOOKS: Final = frozenset((".xlsm", ".xlsb", ".xls", ".xltx", ".ods", ".ots", ".et"))
_USUAL_PEOPLE: Final = 20
_USUAL_ROUNDS: Final = 7
_WIDE: Final = 122
_NARROW: Final = 40
_LISTED: Final = {"Dropdown": True, "LineCount": 12}
_TITLE: Final = "新建比赛"
_FRESH: Final = "已新建。请填“名单”，再用菜单“象棋编排”→“编排下一轮”。"
# com.sun.star.ui.dialogs.TemplateDescription.FILESAVE_AUTOEXTENSION, ExecutableDialogResults.OK
_SAVE_DIALOG: Final = 10
_TAKEN: Final = 1


def new_event(context: Any, words: Mapping[str, str], *, now: dt.datetime, seed: int) -> tuple[str, ...]:
    """Make the workbook that ``words`` describe, open it, and say so."""
    ready, people, rounds = _ready(words)
    wanted = ready.format
    place = _as_workbook(Path(words[PLACE]))
    create_file(place, (FOLDER / ready.file_name).read_bytes())
    document = _opened(context, place)
    items = {NAME: words.get(NAME, ""), UPDATE: words.get(UPDATE, TableUpdate.LIVE.value), _SEED: str(seed)}
    if rounds:
        items[ROUNDS] = str(rounds)
    _fill(CalcBook(document, _TITLE), items, now)
    document.store()
    document.UndoManager.clear()
    unit, lists = ("队", "“名单”和“队员”") if wanted.settings.team_matches else ("人", "“名单”")
    made = f"已新建 {place.name}：{wanted.name}，最多 {ready.people} {unit}。请填{lists}，再编排下一轮。"
    return (made, *_too_many_rounds(people, unit, rounds))


def _ready(words: Mapping[str, str]) -> tuple[Ready, int, int]:
    """The ready workbook to start from, and for how many people and rounds. Raises WrongUse where there is none."""
    wanted = _format(words.get(SYSTEM, ""))
    people = _number(words, PEOPLE, _USUAL_PEOPLE)
    rounds = _number(words, ROUNDS, _USUAL_ROUNDS) if takes_rounds(wanted) else 0
    return ready_for(wanted, people, rounds), people, rounds


def _as_workbook(place: Path) -> Path:
    """The place with the ending of what is made, in the stead of another kind of workbook's."""
    if place.suffix.lower() in _OTHER_WORKBOOKS:
        return place.with_suffix(_SUFFIX)
    return place if place.suffix.lower() == _SUFFIX else place.with_name(f"{place.name}{_SUFFIX}")


def _too_many_rounds(people: int, unit: str, rounds: int) -> Iterator[str]:
    """Tell at once of more rounds than so many can play; there is room for more of them, so this is no refusal."""
    most = most_rounds(people, System.SWISS)
    if rounds > most:
        mend = "来的不够多，就把“赛事”里的“轮数”改小。"
        yield f"提醒  {people} {unit}最多编排 {most} 轮，现在定的是 {rounds} 轮：{mend}"


def _fill(book: CalcBook, items: Mapping[str, str], now: dt.datetime) -> None:
    """Write the lines of 赛事, then let the computed sheets follow them."""
    book.apply(put_settings(sit_down(book).reading, items))
    desk = sit_down(book)
    status = put_status(desk.snapshot.names, status_line(now, (_FRESH,)))
    book.apply((*put_right(desk, desk.event).changes, *status))


def _opened(context: Any, place: Path) -> Any:
    desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
    document = desktop.loadComponentFromURL(uno.systemPathToFileUrl(str(place)), "_default", 0, ())
    if document is None:
        raise NotSaved(f"{place.name} 已经做好，但没能打开。请用“文件”→“打开”试试。")
    return document


def _format(name: str) -> Format:
    found = next((one for one in FORMATS if folded(one.name) == folded(name)), None)
    if found is None:
        raise WrongUse(f"赛制“{name}”不行，请选 {'、'.join(one.name for one in FORMATS)}。")
    return found


def _number(words: Mapping[str, str], name: str, usual: int) -> int:
    text = words.get(name, "")
    number = whole(text) if text.strip() else usual
    if number is None or number < 1:
        raise WrongUse(f"“{name}”要写 1 以上的整数，现在写的是“{text}”。")
    return number


def ask(context: Any, parent: Any) -> dict[str, str] | None:
    """Ask for all that 新建比赛 needs; None where the arbiter thinks better of it.

    What no ready workbook holds is told at once, and he is asked again with all that he has filled in.
    """
    dialog = Dialog(context, _TITLE, 200, 122)
    read = _fields(dialog)
    while dialog.run(parent):
        words = read()
        try:
            _ready(words)
        except WrongUse as too_much:
            show_refusal(context, parent, _TITLE, (str(too_much),))
            continue
        place = _place(context, words[NAME] or "新比赛")
        return None if place is None else {**words, PLACE: place}
    return None


def _fields(dialog: Dialog) -> Callable[[], dict[str, str]]:
    """Fill the window; gives what reads the fields."""
    name = _field(dialog, 0, NAME, "Edit")
    systems = tuple(map(_with_its_most, FORMATS))
    system = _field(dialog, 1, SYSTEM, "ListBox", StringItemList=systems, SelectedItems=(0,), **_LISTED)
    people = _field(dialog, 2, "人数（队数）", "NumericField", Value=_USUAL_PEOPLE, **_counting(2))
    rounds = _field(dialog, 3, ROUNDS, "NumericField", Value=_USUAL_ROUNDS, **_counting(1))
    dialog.add("FixedText", "hint", (114, 64, 80, 12), Label="（循环、淘汰不用填）", NoLabel=True)
    updates = tuple(one.value for one in TableUpdate)
    live = updates.index(TableUpdate.LIVE.value)
    update = _field(dialog, 4, UPDATE, "ListBox", StringItemList=updates, SelectedItems=(live,), **_LISTED)
    dialog.add("Button", "ok", (86, 102, 50, 14), Label="新建…", PushButtonType=1, DefaultButton=True)
    dialog.add("Button", "cancel", (142, 102, 50, 14), Label="取消", PushButtonType=2)
    return lambda: {
        NAME: name.Text.strip(),
        SYSTEM: FORMATS[system.SelectedItems[0]].name,
        PEOPLE: str(int(people.Value)),
        ROUNDS: str(int(rounds.Value)),
        UPDATE: updates[update.SelectedItems[0]],
    }


def _with_its_most(one: Format) -> str:
    """A format as it is offered: with how many it is for at most."""
    return f"{one.name}（最多 {most_people(one)} {'队' if one.settings.team_matches else '人'}）"


def _field(dialog: Dialog, row: int, label: str, kind: str, **properties: Any) -> Any:
    """Add a field with its label; the label comes just before, which makes it the field's for screen readers, too."""
    dialog.add("FixedText", f"label{row}", (8, 10 + 18 * row, 60, 12), Label=label)
    width = _NARROW if kind == "NumericField" else _WIDE
    return dialog.add(kind, f"field{row}", (70, 8 + 18 * row, width, 13), **properties)


def _counting(least: int) -> dict[str, Any]:
    return {"DecimalAccuracy": 0, "ValueMin": least, "ValueMax": max(map(most_people, FORMATS)), "Spin": True}


def _place(context: Any, name: str) -> str | None:
    """Ask where the new file is to be."""
    services = context.ServiceManager
    picker = services.createInstanceWithArgumentsAndContext(
        "com.sun.star.ui.dialogs.FilePicker", (_SAVE_DIALOG,), context
    )
    picker.setTitle("新比赛存在哪里")
    picker.appendFilter("Excel 工作簿（*.xlsx）", "*.xlsx")
    picker.setDefaultName(f"{_without_slashes(name)}{_SUFFIX}")
    if picker.execute() != _TAKEN:
        return None
    return str(uno.fileUrlToSystemPath(picker.getSelectedFiles()[0]))


def _without_slashes(name: str) -> str:
    return "".join("_" if sign in '\\/:*?"<>|' else sign for sign in name)
