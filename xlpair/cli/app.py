"""The commands, their arguments and their Chinese help; what they do is fetched only when one of them runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Final

import typer

from xlpair.calc.command_line import app as calc
from xlpair.cli import excel_commands
from xlpair.cli.help import HelpfulCommand, HelpfulGroup
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
        "装到别的软件里": (*excel_commands.NAMES, "calc"),
    }


class _ResultCommand(HelpfulCommand):
    """An empty result says that the board is still open."""

    MAY_BE_EMPTY: ClassVar[Sequence[str]] = ("text",)


app: Final = typer.Typer(
    cls=_Commands,
    help=_ABOUT,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

File = Annotated[str, typer.Argument(metavar="文件", help="比赛工作簿（.xlsx）", show_default=False)]
RoundNumber = Annotated[str, typer.Argument(metavar="轮次", help="第几轮", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help="输出 JSON，给程序读")]


@app.callback(invoke_without_command=True)
def _start(version: Annotated[bool, typer.Option("--version", help="显示版本")] = False) -> None:
    if version:
        from xlpair import __version__

        typer.echo(f"xlpair {__version__}")
        raise typer.Exit


@app.command("new", cls=HelpfulCommand, help="新建一个比赛工作簿\n已经有这个文件就不动它。")
def new(
    file: Annotated[str, typer.Argument(metavar="文件", help="要新建的文件，例如 春季赛.xlsx", show_default=False)],
    roster: Annotated[
        str, typer.Option("--roster", metavar="名单文件", help="名单：.csv、.txt、.xlsx，要有“姓名”这一列")
    ] = "",
    system: Annotated[str, typer.Option("--system", metavar="赛制", help=f"{_SYSTEMS}；不写就是积分编排")] = "",
    rounds: Annotated[str, typer.Option("--rounds", metavar="轮数", help="积分编排赛几轮，不写由程序算")] = "",
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="项目=内容", help="赛事表的一行，可以写几次，例如 --set 赛事名称=春季赛"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    from xlpair.cli import doing

    doing.new(file, roster, {"赛制": system, "轮数": rounds}, setting or [], as_json)


@app.command(
    "import-roster",
    cls=HelpfulCommand,
    help="把名单文件里的人加进工作簿的名单\n名单里已经有的人（姓名和单位相同）不再加。",
)
def import_roster(
    file: File,
    roster: Annotated[
        str, typer.Argument(metavar="名单文件", help=".csv、.txt、.xlsx，要有“姓名”这一列", show_default=False)
    ],
    as_json: AsJson = False,
) -> None:
    from xlpair.cli import doing

    doing.import_roster(file, roster, as_json)


@app.command("rounds", cls=HelpfulCommand, help="增加轮次的表\n工作簿里备好的轮次不够时用。")
def rounds(
    file: File,
    count: Annotated[str, typer.Argument(metavar="轮数", help="一共要有几轮的表", show_default=False)],
    as_json: AsJson = False,
) -> None:
    from xlpair.cli import doing

    doing.rounds(file, count, as_json)


@app.command("resize", cls=HelpfulCommand, help="扩大名单和成绩表\n人数超过工作簿备好的行数时用。")
def resize(
    file: File,
    people: Annotated[str, typer.Argument(metavar="人数", help="一共要能放下多少人", show_default=False)],
    as_json: AsJson = False,
) -> None:
    from xlpair.cli import doing

    doing.resize(file, people, as_json)


@app.command("pair", cls=HelpfulCommand, help="编排下一轮\n写进下一张“第N轮”表并显示出来；前面有台没有结果就不编排。")
def pair(
    file: File,
    pairs: Annotated[
        str, typer.Option("--pairs", metavar="对阵", help="人工编排，红方在前，例如 7-3,10-5,9-轮空")
    ] = "",
    as_json: AsJson = False,
) -> None:
    from xlpair.cli import doing

    doing.pair(file, pairs, as_json)


@app.command("result", cls=_ResultCommand, help=_ENTERING_A_RESULT)
def result(
    file: File,
    number: RoundNumber,
    board: Annotated[str, typer.Argument(metavar="台次", help="第几台", show_default=False)],
    text: Annotated[
        str,
        typer.Argument(
            metavar="结果",
            help="红方在前：2:0 1:1 0:2，或 胜 和 负；弃权 +- -+ --；空着（“”）表示还没有结果",
            show_default=False,
        ),
    ],
    as_json: AsJson = False,
) -> None:
    from xlpair.cli import doing

    doing.result(file, number, board, text, as_json)


@app.command(
    "results",
    cls=HelpfulCommand,
    help=_RESULTS_FROM_A_FILE,
)
def results(
    file: File,
    number: RoundNumber,
    source: Annotated[str, typer.Option("--from", metavar="结果文件", help=".csv 或 .txt")],
    as_json: AsJson = False,
) -> None:
    from xlpair.cli import doing

    doing.results(file, number, source, as_json)


@app.command("undo", cls=HelpfulCommand, help="撤销本轮\n清空并藏起最后一轮；撤销前的文件留在备份里。")
def undo(
    file: File,
    yes: Annotated[bool, typer.Option("--yes", help="这一轮已经填了结果也撤销，不再问")] = False,
    as_json: AsJson = False,
) -> None:
    from xlpair.cli import doing

    doing.undo(file, yes, as_json)


@app.command("refresh", cls=HelpfulCommand, help="更新成绩表\n在 Excel 里填了结果、改了名单以后用。")
def refresh(file: File, as_json: AsJson = False) -> None:
    from xlpair.cli import doing

    doing.refresh(file, as_json)


@app.command("check", cls=HelpfulCommand, help="检查工作簿和每一轮的编排，什么都不改")
def check(file: File, as_json: AsJson = False) -> None:
    from xlpair.cli import doing

    raise typer.Exit(doing.check(file, as_json))


@app.command("explain", cls=HelpfulCommand, help="说明一轮里每一对为什么这样排")
def explain(
    file: File,
    number: Annotated[str, typer.Argument(metavar="轮次", help="第几轮，不写就是最后一轮", show_default=False)] = "",
    as_json: AsJson = False,
) -> None:
    from xlpair.cli import doing

    doing.explain(file, number, as_json)


@app.command("standings", cls=HelpfulCommand, help="显示成绩表")
def standings(file: File, as_json: AsJson = False) -> None:
    from xlpair.cli import doing

    doing.standings(file, as_json)


@app.command(
    "rating",
    cls=HelpfulCommand,
    help="算赛后等级分\n写进“等级分”表并显示；按通用的埃洛公式，不是官方等级分。",
)
def rating(file: File, as_json: AsJson = False) -> None:
    from xlpair.cli import doing

    doing.rating(file, as_json)


@app.command("export", cls=HelpfulCommand, help="导出 CSV、JSON 和网页\n网页可以打印，也可以投影。")
def export(
    file: File,
    to: Annotated[str, typer.Option("--to", metavar="文件夹", help="导出到哪个文件夹，没有就新建")],
    formats: Annotated[str, typer.Option("--format", metavar="格式", help="只要其中几种，例如 csv,html")] = "",
    as_json: AsJson = False,
) -> None:
    from xlpair.cli import doing

    doing.export(file, to, formats, as_json)


@app.command(
    "demo",
    cls=HelpfulCommand,
    help=_DEMO,
)
def demo(
    system: Annotated[str, typer.Option("--system", metavar="赛制", help=f"要看哪一种：{_FORMATS}")] = "",
    played: Annotated[str, typer.Option("--played", metavar="轮数", help="只赛前几轮，后面留着自己练")] = "",
    file: Annotated[
        str, typer.Option("--out", metavar="文件", help="留下的工作簿；不写是 demo.xlsx 或 演示-赛制.xlsx")
    ] = "",
    as_json: AsJson = False,
) -> None:
    from xlpair.cli import doing

    raise typer.Exit(doing.demo(file, as_json, system, played))


@app.command(
    "simulate",
    cls=HelpfulCommand,
    help="模拟一次比赛，练习用\n棋手是编的，结果按等级分随机；同一个种子得到同样的比赛。",
)
def simulate(
    players: Annotated[str, typer.Option("--players", metavar="人数", help="多少人；团体赛是多少队")],
    rounds: Annotated[str, typer.Option("--rounds", metavar="轮数", help="积分编排赛几轮，不写由程序算")] = "",
    seed: Annotated[str, typer.Option("--seed", metavar="种子", help="整数")] = "1",
    system: Annotated[str, typer.Option("--system", metavar="赛制", help=_SYSTEMS)] = "",
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="项目=内容", help="赛事表的一行，例如 --set 团体=分台换人 --set 每队台数=4"),
    ] = None,
    out: Annotated[str, typer.Option("--out", metavar="文件", help="把比赛写进一个新的工作簿")] = "",
    as_json: AsJson = False,
) -> None:
    from xlpair.cli import doing

    doing.simulate(players, rounds, seed, system, setting or [], out, as_json)


excel_commands.add_to(app)
app.add_typer(calc, name="calc")
