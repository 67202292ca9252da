"""Practice events of every format in workbooks, paired and played by the commands an arbiter gives."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from halls import NOW, Hall
from team_halls import in_memory

from xlpair import actions
from xlpair.model import Event, Round
from xlpair.settings import FinalForm, Seam, Settings, System, TeamForm
from xlpair.simulate import played_rounds, practice_event
from xlpair.workbook.book import PutCells
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.result_texts import result_text

_GROUPS = Settings(system=System.GROUPS)
_FIXED = Settings(team_form=TeamForm.FIXED_BOARDS, boards_per_team=3)
_RESERVES = replace(_FIXED, team_form=TeamForm.RESERVES)
_FREE = replace(_FIXED, team_form=TeamForm.FREE_BOARDS)

# Odd fields and groups of unequal size wherever there can be any.
FORMATS: dict[str, tuple[Settings, int]] = {
    "积分编排": (Settings(rounds=6), 13),
    "单循环": (Settings(system=System.ROUND_ROBIN), 7),
    "双循环": (Settings(system=System.DOUBLE_ROUND_ROBIN), 5),
    "双循环，末两轮对调": (Settings(system=System.DOUBLE_ROUND_ROBIN, seam=Seam.SWAP_LAST_TWO), 4),
    "两局制单循环": (Settings(system=System.ROUND_ROBIN, games_per_meeting=2), 5),
    "两局制积分编排": (Settings(rounds=4, games_per_meeting=2), 9),
    "分组循环": (replace(_GROUPS, groups=3), 11),
    "分组循环，决赛循环": (replace(_GROUPS, groups=3, group_qualifiers=1, final_form=FinalForm.ROUND_ROBIN), 10),
    "分组循环，带入成绩": (
        replace(_GROUPS, groups=3, group_qualifiers=3, final_form=FinalForm.ROUND_ROBIN, carry_results=True),
        11,
    ),
    "分组循环，名次组": (replace(_GROUPS, groups=4, final_form=FinalForm.PLACEMENT), 13),
    "分组循环，决赛淘汰": (
        replace(_GROUPS, groups=3, group_qualifiers=2, final_form=FinalForm.KNOCKOUT, third_place=True),
        11,
    ),
    "单败淘汰": (Settings(system=System.KNOCKOUT), 6),
    "单败淘汰，附加赛": (Settings(system=System.KNOCKOUT, third_place=True, placement_matches=True), 13),
    "两局制单败淘汰": (Settings(system=System.KNOCKOUT, games_per_meeting=2), 7),
    "双败淘汰": (Settings(system=System.DOUBLE_KNOCKOUT), 7),
    "两人双败淘汰": (Settings(system=System.DOUBLE_KNOCKOUT), 2),
    "积分末位淘汰": (Settings(rounds=6, knockout_cuts="2轮后少于1分、3轮后取12名"), 17),
    "队员总分制": (Settings(rounds=5, team_form=TeamForm.SUM_OF_MEMBERS), 16),
    "团体单循环": (replace(_FIXED, system=System.ROUND_ROBIN), 5),
    "团体双循环": (replace(_FREE, system=System.DOUBLE_ROUND_ROBIN), 3),
    "团体积分编排": (replace(_RESERVES, rounds=4), 7),
    "团体分组循环": (replace(_RESERVES, system=System.GROUPS, groups=2, final_form=FinalForm.PLACEMENT), 7),
    "团体单败淘汰": (replace(_RESERVES, system=System.KNOCKOUT, third_place=True), 5),
    "团体双败淘汰": (replace(_FIXED, system=System.DOUBLE_KNOCKOUT), 5),
}


def practice(name: str, seed: int) -> Event:
    """The whole event on paper."""
    settings, count = FORMATS[name]
    settings = replace(settings, name=name)
    *_, event = played_rounds(practice_event(settings, count, seed), seed)
    return event


def practice_hall(kind: str, folder: Path, event: Event) -> Hall:
    """A workbook with the entrants of the event, nothing paired yet."""
    path = folder / "比赛.xlsx"
    actions.new_with(path, replace(event, rounds=(), lineups=()), now=NOW)
    return Hall(None, path) if kind == "closed" else Hall(in_memory(ClosedBook(path).snapshot()), None)


def play(hall: Hall, event: Event, number: int) -> None:
    """Hand in the line-ups of a round that is paired, and its results, as they are in the event."""
    round_ = event.rounds[number - 1]
    if hand_in(hall, event, number):
        hall.refresh()
    texts = [" ".join(_games(event, round_, at)) for at in range(len(round_.pairings))]
    hall.results(number, *texts)


def _games(event: Event, round_: Round, at: int) -> list[str]:
    pairing = round_.pairings[at]
    words = [result_text(game.result, event.settings.scoring) for game in pairing.games if game.result is not None]
    return [*words, *([f"晋级 {pairing.through}"] if pairing.through is not None else [])]


def hand_in(hall: Hall, event: Event, number: int) -> bool:
    """Type the line-ups of a round; tells whether there were any."""
    lineups = [lineup for lineup in event.lineups if lineup.round == number]
    if not lineups:
        return False
    table = f"第{number}轮上场"
    sheet, top, column = hall.place(table, 1, "一台")
    teams = hall.column(table, "队号")
    with hall.opened() as book:
        for lineup in lineups:
            orders = tuple("空" if order is None else order for order in lineup.boards)
            book.apply([PutCells(sheet, top + teams.index(lineup.team), column, (orders,))])
    return True
