"""What a workbook looks like: its sheets as pictures and as the text a reader of the print-out sees.

    python tests/pictures.py FILE.xlsx OUT_DIR     one PNG for each printed page

Goes through LibreOffice (xlsx to PDF) and poppler. LibreOffice prints hidden sheets that have a print area.
"""

from __future__ import annotations

import atexit
import hashlib
import io
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from functools import lru_cache
from pathlib import Path

TOOLS = ("soffice", "pdftoppm", "pdftotext")
_DOTS_PER_INCH = 80
_SECONDS = 180


def missing_tools() -> list[str]:
    """The programs this needs and the machine has not."""
    return [tool for tool in TOOLS if shutil.which(tool) is None]


def pages(path: Path, out_dir: Path, dpi: int = _DOTS_PER_INCH) -> list[Path]:
    """Print the workbook and give one PNG for each page, in order."""
    out_dir.mkdir(parents=True, exist_ok=True)
    stem = out_dir / path.stem
    for old in out_dir.glob(f"{path.stem}-*.png"):
        old.unlink()
    subprocess.run(["pdftoppm", "-png", "-r", str(dpi), pdf(path), stem], check=True, timeout=_SECONDS)
    return sorted(out_dir.glob(f"{path.stem}-*.png"))


def colours(path: Path) -> list[Counter[str]]:
    """Print the workbook and count, page by page, the pixels of each colour: ``#FFF2B8``."""
    command = ["pdftoppm", "-r", "40", "-aa", "no", "-aaVector", "no", pdf(path)]
    stream = io.BytesIO(subprocess.run(command, check=True, capture_output=True, timeout=_SECONDS).stdout)
    found = []
    while stream.readline().strip() == b"P6":
        width, height = map(int, stream.readline().split())
        stream.readline()
        pixels = stream.read(3 * width * height).hex().upper()
        found.append(Counter(f"#{pixels[start : start + 6]}" for start in range(0, len(pixels), 6)))
    return found


def pdf_text(path: Path) -> str:
    """Print the workbook and give the text on its pages, a form feed after each."""
    command = ["pdftotext", "-layout", "-enc", "UTF-8", pdf(path), "-"]
    return subprocess.run(command, check=True, capture_output=True, timeout=_SECONDS).stdout.decode("utf-8")


def pdf(path: Path) -> Path:
    """Print the workbook; a PDF is printed already. The same content is printed once a process."""
    if path.suffix == ".pdf":
        return path
    return _printed(path.read_bytes(), path.suffix)


@lru_cache(maxsize=64)
def _printed(content: bytes, suffix: str) -> Path:
    name = hashlib.sha256(content).hexdigest()[:16]
    source = _folder() / f"{name}{suffix}"
    source.write_bytes(content)
    command = [
        "soffice",
        f"-env:UserInstallation={(_folder() / 'profile').as_uri()}",
        "--headless",
        "--norestore",
        "--convert-to",
        "pdf",
        "--outdir",
        str(_folder()),
        str(source),
    ]
    done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=True)
    printed = source.with_suffix(".pdf")
    if not printed.exists():
        raise RuntimeError(f"LibreOffice made no PDF: {done.stdout!r} {done.stderr!r}")
    return printed


@lru_cache(maxsize=1)
def _folder() -> Path:
    """This process's own folder, LibreOffice profile included, removed at its end."""
    folder = Path(tempfile.mkdtemp(prefix="xlpair-pictures-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


if __name__ == "__main__":
    for picture in pages(Path(sys.argv[1]), Path(sys.argv[2])):
        sys.stdout.write(f"{picture}\n")
