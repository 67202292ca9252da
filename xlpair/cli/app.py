"""The commands, their arguments and their Chinese help; what they do is fetched only when one of them runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

import click

from xlpair import __version__
from xlpair.calc.command_line import calc
from xlpair.cli import excel_commands
from xlpair.cli.command import (
    HelpfulGroup,
    argument,
    file_argument,
    json_flag,
    option,
    round_argument,
    settings_option,
    show_help_alone,
)
from xlpair.formats import FORMATS, OTHER_NAMES
from xlpair.settings import System

_ABOUT: Final = (
    "在比赛自己的工作簿里编排象棋比赛：循环赛、积分编排（定位编排）、成绩表。\n"
    "文件在 Excel、WPS、LibreOffice 里都能打开；用命令之前请先在那里保存并关闭。"
)

_FORMATS: Final = "、".join(one.name for one in FORMATS)

_DEMO: Final = (
    "看一次比赛\n"
    "不写赛制：重放第29届五羊杯（2009），一轮一轮编排，与当年的对阵、积分、名次对照。\n"
    "写了赛制：编一次这种赛制的比赛，留下工作簿，可以打开看、接着练。"
)

_ENTERING_A_RESULT: Final = (
    "填一台的结果\n"
    "例如 xlpair result 春季赛.xlsx 3 5 2:0\n"
    '两局以上按局序写，例如 "2:0 1:1"；团体赛写分台，例如 xlpair result 团体赛.xlsx 3 2-4 1:1（第2场第4台）。\n'
    '淘汰赛打平要写谁晋级，写在结果后面，例如 xlpair result 淘汰赛.xlsx 3 5 "1:1 晋级 7"（7 是编号）。'
)

_RESULTS_FROM_A_FILE: Final = (
    "从文件里填一轮的结果\n文件要有“台次”和“结果”两列；结果的写法和 result 一样，淘汰赛打平也写“1:1 晋级 7”。\n"
    "团体赛的台次可以写 1-2（第1场第2台），一台一行；也可以一场一行，结果按台次写全。"
)

_SYSTEMS: Final = "、".join((*(system.value for system in System), *OTHER_NAMES))


class _Commands(HelpfulGroup):
    SECTIONS: ClassVar[Mapping[str, Sequence[str]]] = {
        "比赛前": ("new", "import-roster", "rounds", "resize"),
        "比赛中": ("pair", "result", "results", "undo", "refresh", "check", "explain", "standings"),
        "比赛后": ("rating", "export"),
        "练习": ("demo", "simulate"),
        "装到别的软件里": ("setup", "doctor", "upgrade", "offline", "calc"),
    }


@click.group(cls=_Commands, invoke_without_command=True, help=_ABOUT)
@click.version_option(__version__, prog_name="xlpair", message="%(prog)s %(version)s", help="显示版本")
@click.pass_context
def app(ctx: click.Context) -> None:
    show_help_alone(ctx)


@app.command("new", help="新建一个比赛工作簿\n已经有这个文件就不动它。")
@argument("file", "文件", "要新建的文件，例如 春季赛.xlsx")
@option("--roster", "名单文件", "名单：.csv、.txt、.xlsx，要有“姓名”这一列")
@option("--system", "赛制", f"{_SYSTEMS}；不写就是积分编排")
@option("--rounds", "轮数", "积分编排赛几轮，不写由程序算")
@settings_option("赛事表的一行，可以写几次，例如 --set 赛事名称=春季赛")
@json_flag
def new(file: str, roster: str, system: str, rounds: str, settings: tuple[str, ...], as_json: bool) -> None:
    from xlpair.cli import doing

    doing.new(file, roster, {"赛制": system, "轮数": rounds}, settings, as_json)


@app.command("import-roster", help="把名单文件里的人加进工作簿的名单\n名单里已经有的人（姓名和单位相同）不再加。")
@file_argument
@argument("roster", "名单文件", ".csv、.txt、.xlsx，要有“姓名”这一列")
@json_flag
def import_roster(file: str, roster: str, as_json: bool) -> None:
    from xlpair.cli import doing

    doing.import_roster(file, roster, as_json)


@app.command("rounds", help="增加轮次的表\n工作簿里备好的轮次不够时用。")
@file_argument
@argument("count", "轮数", "一共要有几轮的表")
@json_flag
def rounds(file: str, count: str, as_json: bool) -> None:
    from xlpair.cli import doing

    doing.rounds(file, count, as_json)


@app.command("resize", help="扩大名单和成绩表\n人数超过工作簿备好的行数时用。")
@file_argument
@argument("people", "人数", "一共要能放下多少人")
@json_flag
def resize(file: str, people: str, as_json: bool) -> None:
    from xlpair.cli import doing

    doing.resize(file, people, as_json)


@app.command("pair", help="编排下一轮\n写进下一张“第N轮”表并显示出来；前面有台没有结果就不编排。")
@file_argument
@option("--pairs", "对阵", "人工编排，红方在前，例如 7-3,10-5,9-轮空")
@json_flag
def pair(file: str, pairs: str, as_json: bool) -> None:
    from xlpair.cli import doing

    doing.pair(file, pairs, as_json)


@app.command("result", help=_ENTERING_A_RESULT)
@file_argument
@round_argument
@argument("board", "台次", "第几台")
@argument(
    "text", "结果", "红方在前：2:0 1:1 0:2，或 胜 和 负；弃权 +- -+ --；空着（“”）表示还没有结果", may_be_empty=True
)
@json_flag
def result(file: str, number: str, board: str, text: str, as_json: bool) -> None:
    from xlpair.cli import doing

    doing.result(file, number, board, text, as_json)


@app.command("results", help=_RESULTS_FROM_A_FILE)
@file_argument
@round_argument
@option("--from", "结果文件", ".csv 或 .txt", into="source", required=True)
@json_flag
def results(file: str, number: str, source: str, as_json: bool) -> None:
    from xlpair.cli import doing

    doing.results(file, number, source, as_json)


@app.command("undo", help="撤销本轮\n清空并藏起最后一轮；撤销前的文件留在备份里。")
@file_argument
@click.option("--yes", is_flag=True, help="这一轮已经填了结果也撤销，不再问")
@json_flag
def undo(file: str, yes: bool, as_json: bool) -> None:
    from xlpair.cli import doing

    doing.undo(file, yes, as_json)


@app.command("refresh", help="更新成绩表\n在 Excel 里填了结果、改了名单以后用。")
@file_argument
@json_flag
def refresh(file: str, as_json: bool) -> None:
    from xlpair.cli import doing

    doing.refresh(file, as_json)


@app.command("check", help="检查工作簿和每一轮的编排，什么都不改")
@file_argument
@json_flag
def check(file: str, as_json: bool) -> int:
    from xlpair.cli import doing

    return doing.check(file, as_json)


@app.command("explain", help="说明一轮里每一对为什么这样排")
@file_argument
@argument("number", "轮次", "第几轮，不写就是最后一轮", default="")
@json_flag
def explain(file: str, number: str, as_json: bool) -> None:
    from xlpair.cli import doing

    doing.explain(file, number, as_json)


@app.command("standings", help="显示成绩表")
@file_argument
@json_flag
def standings(file: str, as_json: bool) -> None:
    from xlpair.cli import doing

    doing.standings(file, as_json)


@app.command("rating", help="算赛后等级分\n写进“等级分”表并显示；按通用的埃洛公式，不是官方等级分。")
@file_argument
@json_flag
def rating(file: str, as_json: bool) -> None:
    from xlpair.cli import doing

    doing.rating(file, as_json)


@app.command("export", help="导出 CSV、JSON 和网页\n网页可以打印，也可以投影。")
@file_argument
@option("--to", "文件夹", "导出到哪个文件夹，没有就新建", required=True)
@option("--format", "格式", "只要其中几种，例如 csv,html", into="formats")
@json_flag
def export(file: str, to: str, formats: str, as_json: bool) -> None:
    from xlpair.cli import doing

    doing.export(file, to, formats, as_json)


@app.command("demo", help=_DEMO)
@option("--system", "赛制", f"要看哪一种：{_FORMATS}")
@option("--played", "轮数", "只赛前几轮，后面留着自己练")
@option("--out", "文件", "留下的工作簿；不写是 demo.xlsx 或 演示-赛制.xlsx")
@json_flag
def demo(system: str, played: str, out: str, as_json: bool) -> int:
    from xlpair.cli import doing

    return doing.demo(out, as_json, system, played)


@app.command("simulate", help="模拟一次比赛，练习用\n棋手是编的，结果按等级分随机；同一个种子得到同样的比赛。")
@option("--players", "人数", "多少人；团体赛是多少队", required=True)
@option("--rounds", "轮数", "积分编排赛几轮，不写由程序算")
@option("--seed", "种子", "整数", default="1")
@option("--system", "赛制", _SYSTEMS)
@settings_option("赛事表的一行，例如 --set 团体=分台换人 --set 每队台数=4")
@option("--out", "文件", "把比赛写进一个新的工作簿")
@json_flag
def simulate(
    players: str, rounds: str, seed: str, system: str, settings: tuple[str, ...], out: str, as_json: bool
) -> None:
    from xlpair.cli import doing

    doing.simulate(players, rounds, seed, system, settings, out, as_json)


for command in excel_commands.COMMANDS:
    app.add_command(command)
app.add_command(calc)
