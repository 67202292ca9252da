"""The commands ``xlpair calc …``: the extension installed, taken out, or built as a file to hand on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from xlpair.cli.help import HelpfulCommand, HelpfulGroup

app: Final = typer.Typer(
    cls=HelpfulGroup,
    help="LibreOffice Calc 的扩展：单元格里的函数，菜单“象棋编排”",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

Profile = Annotated[
    str, typer.Option("--profile", metavar="文件夹", help="LibreOffice 的用户配置文件夹，不写就是自己的")
]


@app.command("install", cls=HelpfulCommand, help="把扩展装进自己的 LibreOffice\n先把 LibreOffice 全部关闭。")
def install(profile: Profile = "") -> None:
    from xlpair.calc import installing

    version = installing.install(Path(profile) if profile else None)
    typer.echo(f"✓ 扩展 {version} 已装好。打开 Calc，菜单里就有“象棋编排”。")


@app.command("uninstall", cls=HelpfulCommand, help="把扩展从自己的 LibreOffice 里去掉")
def uninstall(profile: Profile = "") -> None:
    from xlpair.calc import installing

    version = installing.uninstall(Path(profile) if profile else None)
    typer.echo(f"✓ 扩展 {version} 已去掉。" if version else "没有装过这个扩展，不用去掉。")


@app.command("build", cls=HelpfulCommand, help="做出扩展文件 xlpair.oxt，可以拿到别的电脑上双击安装")
def build(out: Annotated[str, typer.Option("--out", metavar="文件", help="做到哪里")] = "xlpair.oxt") -> None:
    from xlpair.calc import extension
    from xlpair.errors import NotSaved
    from xlpair.workbook.disk_words import why_unwritten

    path = Path(out)
    try:
        path.write_bytes(extension.build())
    except OSError as error:
        raise NotSaved(f"“{path}”写不了：{why_unwritten(error)}。") from error
    typer.echo(f"✓ 已做好 {path}。在 LibreOffice 里双击它，或用“工具”→“扩展”安装。")
