"""The commands about Excel on this computer: setup, doctor, upgrade, offline."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Annotated

import typer

from xlpair.cli.help import HelpfulCommand

AsJson = Annotated[bool, typer.Option("--json", help="输出 JSON，给程序读")]
NAMES = ("setup", "doctor", "upgrade", "offline")


def add_to(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    app.command(
        "setup", cls=HelpfulCommand, help="让 Excel 找到 Python\n在装有 Excel 的电脑上，装好 xlpair 以后运行一次。"
    )(setup)
    app.command("doctor", cls=HelpfulCommand, help="看看这台电脑的 Excel、Python、宏设置，一行一项，附上办法")(doctor)
    app.command(
        "upgrade",
        cls=HelpfulCommand,
        help="把工作簿里的宏换成现在的版本\n只换 xlpair 自己的宏，别的一个字节也不动；先关闭文件。",
    )(upgrade)
    app.command(
        "offline",
        cls=HelpfulCommand,
        help="做一个离线安装文件夹\n拷到不能上网的电脑上，双击里面的“安装.bat”就装好。",
    )(offline)


def setup(as_json: AsJson = False) -> None:
    from xlpair.excel.computer import this_computer
    from xlpair.excel.setup import set_up

    done = set_up(this_computer())
    if as_json:
        _show_json({"command": "setup", "configuration": str(done.configuration), "interpreter": str(done.interpreter)})
        return
    typer.echo(f"✓ 已设置：Excel 会用 {done.interpreter}（xlwings {done.xlwings}）。")
    typer.echo(f"  设置写在 {done.configuration}。")


def doctor(
    file: Annotated[str, typer.Argument(metavar="文件", help="也看看这个工作簿", show_default=False)] = "",
    as_json: AsJson = False,
) -> None:
    from xlpair.excel.computer import this_computer
    from xlpair.excel.doctor import Mark, examine

    findings = examine(this_computer(), Path(file) if file else None)
    if as_json:
        lines = [{"mark": one.mark.name.lower(), "what": one.what, "mend": one.mend} for one in findings]
        _show_json({"command": "doctor", "findings": lines})
    else:
        for finding in findings:
            typer.echo(str(finding))
    if any(finding.mark is Mark.BAD for finding in findings):
        raise typer.Exit(1)


def upgrade(
    file: Annotated[str, typer.Argument(metavar="文件", help="带宏的工作簿（.xlsm）", show_default=False)],
    as_json: AsJson = False,
) -> None:
    from xlpair.excel.upgrade import upgrade as exchange

    done = exchange(Path(file), dt.datetime.now())
    if as_json:
        value = {"changed": list(done.changed), "texts": done.texts, "kept": list(done.kept), "backup": done.backup}
        _show_json({"command": "upgrade", **value})
        return
    exchanged = [f"宏模块 {'、'.join(done.changed)}"] if done.changed else []
    exchanged += ["说明文字"] if done.texts else []
    if exchanged:
        typer.echo(f"✓ 已更新{' 和'.join(exchanged)}，别的都没有动。更新前的文件：{done.backup}")
    else:
        typer.echo("✓ 宏已经是现在的版本，文件没有改动。")


def offline(
    folder: Annotated[str, typer.Argument(metavar="文件夹", help="做到哪里，没有就新建", show_default=False)],
    python: Annotated[str, typer.Option("--python", metavar="版本", help="那台电脑上用哪个 Python")] = "3.12",
    as_json: AsJson = False,
) -> None:
    from xlpair.excel.offline import build

    root = Path(folder)
    files = [path.relative_to(root).as_posix() for path in build(root, python)]
    if as_json:
        _show_json({"command": "offline", "folder": str(root), "files": files})
        return
    typer.echo(f"✓ 离线安装文件夹做好了：{root}，共 {len(files)} 个文件。")
    for name in files:
        typer.echo(f"  {name}")


def _show_json(value: object) -> None:
    from xlpair.cli.show import show_json

    show_json(value)
