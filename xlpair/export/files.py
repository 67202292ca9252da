"""Writing the exported files into a folder."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from xlpair.errors import NotSaved, WrongUse
from xlpair.export.csv_text import csv_bytes
from xlpair.export.html_page import html_page
from xlpair.export.json_text import event_value, json_text
from xlpair.export.lists import listings
from xlpair.model import Event
from xlpair.workbook.disk_words import why_unwritten

FORMATS: Final = ("csv", "json", "html")
EVENT_FILE: Final = "比赛"


@dataclass(frozen=True, slots=True)
class Export:
    """What was written, in the order of writing."""

    folder: Path
    files: tuple[Path, ...]


def export_files(event: Event, folder: Path, formats: tuple[str, ...] = FORMATS) -> Export:
    """Write 名单, every round, 成绩表 and 循环表 as CSV, everything as JSON, and one HTML page.

    Files of these names are replaced, whatever else is in the folder stays.
    """
    unknown = [name for name in formats if name not in FORMATS]
    if unknown:
        raise WrongUse(f"没有“{unknown[0]}”这种格式。请写 {'、'.join(FORMATS)}，几种用逗号隔开。")
    if os.path.exists(folder) and not os.path.isdir(folder):
        raise WrongUse(f"「{folder}」是文件，不是文件夹。请换一个文件夹名。")
    contents: list[tuple[str, bytes]] = []
    if "csv" in formats:
        contents += [(f"{listing.name}.csv", csv_bytes(listing)) for listing in listings(event)]
    if "json" in formats:
        contents.append((f"{EVENT_FILE}.json", json_text(event_value(event)).encode("utf-8", "replace")))
    if "html" in formats:
        contents.append((f"{EVENT_FILE}.html", html_page(event).encode("utf-8", "replace")))
    return Export(folder, tuple(_write(folder, name, content) for name, content in contents))


def _write(folder: Path, name: str, content: bytes) -> Path:
    """Write one file whole: under another name first, so that a page on a projector is never half there."""
    path = folder / name
    half = folder / f".{name}.{os.getpid()}.tmp"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        half.write_bytes(content)
        half.replace(path)
    except OSError as failed:
        with suppress(OSError):
            half.unlink()
        raise NotSaved(f"写不了「{path}」：{why_unwritten(failed)}。") from None
    return path
