"""新建比赛: a workbook made for an event, with its roster and its settings in it."""

from __future__ import annotations

import datetime as dt
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from xlpair.actions.desk import put_right, sit_down
from xlpair.actions.fill_book import fill
from xlpair.actions.numbering import SEED_ITEM, SeedSource
from xlpair.actions.outcome import Outcome
from xlpair.actions.roster_import import file_warnings, roster_of
from xlpair.actions.team_files import Squad, numbered_members, squads_in, squads_of
from xlpair.engine.checks import TOO_FEW, plan_problems
from xlpair.engine.group_draw import GROUPS_ITEM
from xlpair.engine.rounds import planned_rounds
from xlpair.engine.unmet import QUALIFIERS_ITEM
from xlpair.errors import BadInput, Gravity, NotAllowed, Problem, WrongUse
from xlpair.formats import FORMATS, with_format
from xlpair.model import Event, Member, Player
from xlpair.settings import Settings, System, TableUpdate
from xlpair.wording import entrants_text
from xlpair.workbook import saving
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.layout import MOST_PEOPLE, MOST_ROUNDS, ROSTER_HEADINGS, draw_heading
from xlpair.workbook.roster_files import RosterFile, read_roster_file
from xlpair.workbook.settings_lines import line_of, parse_settings
from xlpair.workbook.texts import text_of

if TYPE_CHECKING:
    from xlpair.workbook.templates import Macros

NEW: Final = "新建比赛"
KINDS: Final = (".xlsx", ".xlsm")
WITH_MACROS: Final = ".xlsm"
UPDATE_ITEM: Final = "成绩表更新"
ROUNDS_WITHOUT_ROSTER: Final = 9
_FILLED_IN_LATER: Final = (GROUPS_ITEM, QUALIFIERS_ITEM)
_MOST_SEATS: Final = 75_000


def new(
    path: Path,
    *,
    roster: Path | None = None,
    items: Mapping[str, str] | None = None,
    now: dt.datetime,
    draw_seed: SeedSource,
    functions_work: bool = True,
) -> Outcome:
    """Make a workbook at ``path``, with macros where it ends in .xlsm; a file that is there is left alone.

    ``items`` are lines of 赛事, 项目 to 内容; as 赛制 the name of a ready format will do (团体单循环). ``roster`` is a
    file with the players, as for 导入名单. More rounds than the players can play are refused, more than half of them
    told. The seed of all lots is drawn here, once. ``functions_work``: whether Excel computes our functions in cells
    where the workbook is made (on a Mac it does not); with macros its tables are formulas then, unless ``items`` say
    otherwise, and values where it does not.
    Rule: W12, R1, F1
    """
    _check_path(path)
    with_macros = path.suffix.lower() == WITH_MACROS
    settings, shown = _settings(items or {}, with_macros and functions_work, draw_seed)
    found = read_roster_file(roster) if roster is not None else None
    players: tuple[Player, ...] = ()
    warnings: tuple[Problem, ...] = ()
    squads: tuple[Squad, ...] = ()
    if roster is not None and found is not None:
        reading = roster_of(found, roster.name)
        players, entrants = reading.entrants, reading.players
        warnings = file_warnings(found, roster.name)
        if settings.team_matches:
            squads = squads_in(reading.entrants, found)
            players = tuple(squad.team for squad in squads)
            entrants = tuple(replace(team, number=number) for number, team in enumerate(players, start=1))
        plan = Event(settings, entrants, squads=numbered_members(squads))
        warnings += _plan(plan)
        rounds = planned_rounds(plan)
        warnings += _rounds_in_vain(settings, rounds) if rounds else ()
    else:
        rounds = settings.rounds or 0
    rounds = rounds or _rounds_ready(settings.system)  # nobody says yet who plays, or a single name does
    _check_size(len(players), rounds)
    event, content = _made(_Order(path.suffix.lower(), settings, shown, players, found, rounds, squads), now)
    saving.create_file(path, content)
    said = _said(path, event, rounds)
    if with_macros and not functions_work:
        said = (*said, _said_of_tables(settings))
    return Outcome(NEW, said, event, warnings)


def new_with(path: Path, event: Event, *, now: dt.datetime) -> Outcome:
    """Make a workbook of a whole event, its rounds as if they had been paired and played one after another."""
    _check_path(path)
    rounds = max(planned_rounds(event), len(event.rounds), 1)
    _check_size(len(event.players), rounds)
    order = _Order(path.suffix.lower(), event.settings, {}, event.players, None, rounds, squads_of(event))
    made, content = _made(order, now, event if event.rounds else None)
    saving.create_file(path, content)
    return Outcome(NEW, _said(path, made, rounds), made)


def _rounds_in_vain(settings: Settings, rounds: int) -> tuple[Problem, ...]:
    """Tell that 轮数 was given where the field alone decides.

    Rule: R1, K1
    """
    if settings.rounds in (None, rounds) or settings.system is System.SWISS:
        return ()
    what = f"{settings.system.value}赛几轮由人数决定，是 {rounds} 轮；写的 {settings.rounds} 轮不起作用。"
    return (Problem("轮数", what, "", Gravity.WARNING),)


def _check_size(people: int, rounds: int) -> None:
    """Refuse what a workbook cannot hold so that every program still opens it."""
    if rounds > MOST_ROUNDS:
        raise NotAllowed(f"要 {rounds} 轮，一个工作簿最多 {MOST_ROUNDS} 轮。请改少轮数，或把人分成几组。")
    if people > MOST_PEOPLE:
        raise NotAllowed(f"有 {people} 人，一个工作簿最多放 {MOST_PEOPLE} 人。请按组别分开，各建一个工作簿。")
    if people * rounds > _MOST_SEATS:
        raise NotAllowed(
            f"{people} 人 {rounds} 轮太多，一个工作簿放不下（人数乘轮数最多 {_MOST_SEATS}）。"
            "请改少轮数，或按组别分开，各建一个工作簿。"
        )


def check_new(path: Path, event: Event) -> None:
    """Refuse a workbook that :func:`new_with` could not make in the end, before the event is played."""
    _check_path(path)
    _check_size(len(event.players), planned_rounds(event))


def _check_path(path: Path) -> None:
    if path.suffix.lower() not in KINDS:
        kind = path.suffix or "没有扩展名"
        raise WrongUse(
            f"「{path.name}」的扩展名（{kind}）不行，请用 {KINDS[0]}，例如 {path.stem or '春季赛'}{KINDS[0]}；"
            f"要在 Excel 里用按钮请用 {WITH_MACROS}。"
        )
    saving.check_new(path)


def _settings(items: Mapping[str, str], live: bool, draw_seed: SeedSource) -> tuple[Settings, dict[str, str]]:
    """The switches, and 内容 of the lines that are only shown; ``live``: tables are formulas unless told otherwise."""
    items = with_format(items)
    lines = [(item, text, f"“{item}”") for item, text in items.items()]
    settings, problems = parse_settings(lines)
    if problems:
        raise BadInput(tuple(problems))
    named = {line.item: text for item, text in items.items() if (line := line_of(item)) is not None}
    if not named.get(SEED_ITEM, "").strip():
        settings = replace(settings, lot_seed=draw_seed())
    if live and not named.get(UPDATE_ITEM, "").strip():
        settings = replace(settings, table_update=TableUpdate.LIVE)
    shown = {item: text for item, text in named.items() if (line := line_of(item)) is not None and not line.field}
    return settings, shown


def _rounds_ready(system: System) -> int:
    """For how many rounds there are to be sheets while nobody says who plays: as in the ready workbooks."""
    if system is System.SWISS:
        return ROUNDS_WITHOUT_ROSTER
    return max(one.rounds for one in FORMATS if one.settings.system is system)


def _plan(event: Event) -> tuple[Problem, ...]:
    """What is wrong with the plan; refused, but for what the arbiter has still to fill in on 赛事 or 名单."""
    found = tuple(
        replace(problem, gravity=Gravity.WARNING) if _filled_in_later(problem) else problem
        for problem in plan_problems(event)
    )
    errors = tuple(problem for problem in found if problem.gravity is Gravity.ERROR)
    if errors:
        raise NotAllowed("；".join(map(str, errors)), errors)
    return found


def _filled_in_later(problem: Problem) -> bool:
    return problem.where in _FILLED_IN_LATER or problem.rule == TOO_FEW


@dataclass(frozen=True, slots=True)
class _Order:
    """What the workbook is to be and to hold."""

    kind: str
    settings: Settings
    shown: Mapping[str, str]
    players: tuple[Player, ...]
    found: RosterFile | None
    rounds: int
    squads: tuple[Squad, ...] = ()

    def squad_rows(self) -> Iterator[tuple[Player, Member]]:
        """Every member behind his team."""
        for squad in self.squads:
            for member in squad.members:
                yield squad.team, member

    def own_columns(self) -> dict[str, list[str]]:
        """The file's columns that are none of ours; a file of players with their teams keeps its own to itself."""
        if self.found is None or len(self.found.rows) != len(self.players):
            return {}
        ours = (*ROSTER_HEADINGS, draw_heading(self.settings.system))
        own = [heading for heading in self.found.headings if heading not in ours]
        return {heading: [text_of(row.get(heading)) for row in self.found.rows] for heading in own}


def _made(order: _Order, now: dt.datetime, whole: Event | None = None) -> tuple[Event, bytes]:
    """The event as the new workbook holds it, and the workbook's bytes, computed sheets filled.

    ``whole`` is the same event with the rounds that are to be written too.
    """
    from xlpair.workbook.template_teams import SquadRow
    from xlpair.workbook.templates import make_workbook

    squads = [SquadRow(team.number or None, team.name, member) for team, member in order.squad_rows()]
    with tempfile.TemporaryDirectory(prefix="xlpair-") as folder:
        path = Path(folder) / f"new{order.kind}"
        make_workbook(
            path,
            order.settings,
            order.players,
            rounds=order.rounds,
            squads=squads,
            kind=".xlsm" if order.kind == WITH_MACROS else ".xlsx",
            macros=_macros(order),
            status=f"{now:%Y-%m-%d %H:%M} {_status(order)}",
            shown=order.shown,
            own_columns=order.own_columns(),
        )
        with ClosedBook.open(path) as book:
            desk = sit_down(book)
            book.apply(put_right(desk, desk.event).changes)
            event = desk.event if whole is None else fill(book, whole, now=now).event
        return event, path.read_bytes()


def _macros(order: _Order) -> Macros | None:
    if order.kind != WITH_MACROS:
        return None
    from xlpair.excel.project import macros

    return macros(order.settings, order.rounds)


def _status(order: _Order) -> str:
    if not order.players:
        return "已新建。请先填“名单”，再编排下一轮。"
    sheets = "“名单”和“队员”" if order.settings.team_matches else "“名单”"
    event = Event(order.settings, order.players)
    return f"已新建：{entrants_text(event)}，{_rounds_text(event, order.rounds)}。请核对本页和{sheets}，再编排下一轮。"


def _rounds_text(event: Event, rounds: int) -> str:
    return f"{rounds} 轮" if planned_rounds(event) else f"备好 {rounds} 轮的表"


def _said_of_tables(settings: Settings) -> str:
    if settings.table_update is TableUpdate.LIVE:
        return "Mac 的 Excel 算不了成绩表的公式：在这台电脑上请把“成绩表更新”改成“数值”。"
    return "Mac 的 Excel 算不了成绩表的公式，“成绩表更新”已设为“数值”：每次按按钮时更新。"


def _said(path: Path, event: Event, rounds: int) -> tuple[str, ...]:
    system = event.settings.system.value
    if not event.players:
        return (f"已新建 {path.name}：{system}，备好 {rounds} 轮的表。请在 Excel 或 WPS 里填好名单。",)
    members = f"（队员 {len(event.squads)} 人）" if event.squads else ""
    many = f"{entrants_text(event)}{members}，{_rounds_text(event, rounds)}"
    return (f"已新建 {path.name}：{system}，{many}。",)
