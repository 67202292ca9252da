"""The commands about Excel on this computer: setup, doctor, upgrade, offline."""

from __future__ import annotations

import click

from xlpair.cli.command import HelpfulCommand, argument, json_flag, option


@click.command(
    "setup", cls=HelpfulCommand, help="让 Excel 找到 Python\n在装有 Excel 的电脑上，装好 xlpair 以后运行一次。"
)
@json_flag
def setup(as_json: bool) -> None:
    from xlpair.excel.computer import this_computer
    from xlpair.excel.setup import set_up

    done = set_up(this_computer())
    if as_json:
        _show_json({"command": "setup", "configuration": str(done.configuration), "interpreter": str(done.interpreter)})
        return
    click.echo(f"✓ 已设置：Excel 会用 {done.interpreter}（xlwings {done.xlwings}）。")
    click.echo(f"  设置写在 {done.configuration}。")


@click.command("doctor", cls=HelpfulCommand, help="看看这台电脑的 Excel、Python、宏设置，一行一项，附上办法")
@argument("file", "文件", "也看看这个工作簿", default="")
@json_flag
def doctor(file: str, as_json: bool) -> int:
    from pathlib import Path

    from xlpair.excel.computer import this_computer
    from xlpair.excel.doctor import Mark, examine

    findings = examine(this_computer(), Path(file) if file else None)
    if as_json:
        lines = [{"mark": one.mark.name.lower(), "what": one.what, "mend": one.mend} for one in findings]
        _show_json({"command": "doctor", "findings": lines})
    else:
        for finding in findings:
            click.echo(str(finding))
    return int(any(finding.mark is Mark.BAD for finding in findings))


@click.command(
    "upgrade",
    cls=HelpfulCommand,
    help="把工作簿里的宏换成现在的版本\n只换 xlpair 自己的宏，别的一个字节也不动；先关闭文件。",
)
@argument("file", "文件", "带宏的工作簿（.xlsm）")
@json_flag
def upgrade(file: str, as_json: bool) -> None:
    import datetime as dt
    from pathlib import Path

    from xlpair.excel.upgrade import upgrade as exchange

    done = exchange(Path(file), dt.datetime.now())
    if as_json:
        value = {"changed": list(done.changed), "texts": done.texts, "kept": list(done.kept), "backup": done.backup}
        _show_json({"command": "upgrade", **value})
        return
    exchanged = [f"宏模块 {'、'.join(done.changed)}"] if done.changed else []
    exchanged += ["说明文字"] if done.texts else []
    if exchanged:
        click.echo(f"✓ 已更新{' 和'.join(exchanged)}，别的都没有动。更新前的文件：{done.backup}")
    else:
        click.echo("✓ 宏已经是现在的版本，文件没有改动。")


@click.command(
    "offline",
    cls=HelpfulCommand,
    help="做一个离线安装文件夹\n拷到不能上网的电脑上，双击里面的“安装.bat”就装好。",
)
@argument("folder", "文件夹", "做到哪里，没有就新建")
@option("--python", "版本", "那台电脑上用哪个 Python", default="3.12")
@json_flag
def offline(folder: str, python: str, as_json: bool) -> None:
    from pathlib import Path

    from xlpair.excel.offline import build

    root = Path(folder)
    files = [path.relative_to(root).as_posix() for path in build(root, python)]
    if as_json:
        _show_json({"command": "offline", "folder": str(root), "files": files})
        return
    click.echo(f"✓ 离线安装文件夹做好了：{root}，共 {len(files)} 个文件。")
    for name in files:
        click.echo(f"  {name}")


COMMANDS = (setup, doctor, upgrade, offline)


def _show_json(value: object) -> None:
    from xlpair.cli.show import show_json

    show_json(value)
