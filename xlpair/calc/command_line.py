"""The commands ``xlpair calc …``: the extension installed, taken out, or built as a file to hand on."""

from __future__ import annotations

import click

from xlpair.cli.command import HelpfulGroup, option, show_help_alone

_profile_option = option("--profile", "文件夹", "LibreOffice 的用户配置文件夹，不写就是自己的")


@click.group(
    "calc",
    cls=HelpfulGroup,
    invoke_without_command=True,
    help="LibreOffice Calc 的扩展：单元格里的函数，菜单“象棋编排”",
)
@click.pass_context
def calc(ctx: click.Context) -> None:
    show_help_alone(ctx)


@calc.command("install", help="把扩展装进自己的 LibreOffice\n先把 LibreOffice 全部关闭。")
@_profile_option
def install(profile: str) -> None:
    from pathlib import Path

    from xlpair.calc import installing

    version = installing.install(Path(profile) if profile else None)
    click.echo(f"✓ 扩展 {version} 已装好。打开 Calc，菜单里就有“象棋编排”。")


@calc.command("uninstall", help="把扩展从自己的 LibreOffice 里去掉")
@_profile_option
def uninstall(profile: str) -> None:
    from pathlib import Path

    from xlpair.calc import installing

    version = installing.uninstall(Path(profile) if profile else None)
    click.echo(f"✓ 扩展 {version} 已去掉。" if version else "没有装过这个扩展，不用去掉。")


@calc.command("build", help="做出扩展文件 xlpair.oxt，可以拿到别的电脑上双击安装")
@option("--out", "文件", "做到哪里", default="xlpair.oxt")
def build(out: str) -> None:
    from pathlib import Path

    from xlpair.calc import extension
    from xlpair.errors import NotSaved
    from xlpair.workbook.disk_words import why_unwritten

    path = Path(out)
    try:
        path.write_bytes(extension.build())
    except OSError as error:
        raise NotSaved(f"“{path}”写不了：{why_unwritten(error)}。") from error
    click.echo(f"✓ 已做好 {path}。在 LibreOffice 里双击它，或用“工具”→“扩展”安装。")
