"""A screen nobody sits at (Xvfb), hands on its keyboard and mouse (xdotool), and pictures of it."""

from __future__ import annotations

import contextlib
import os
import shutil
import struct
import subprocess
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

TOOLS = ("Xvfb", "xdotool")
WIDTH, HEIGHT = 1280, 800
_HEADER_WORDS = 25
_STILL = 0.8


def need_tools() -> None:
    """Skip the test where there is no such screen; fail where there has to be one."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        told = f"{', '.join(missing)} not installed"
        if os.environ.get("XLPAIR_REQUIRE_HOSTS"):
            pytest.fail(told)
        pytest.skip(told)


class Screen:
    """The screen; ``display`` is what programs call it."""

    def __init__(self, display: str, buffer: Path, process: subprocess.Popen[bytes]) -> None:
        self.display = display
        self._buffer = buffer
        self._process = process

    def end(self) -> None:
        """Take the screen away, and with it every program that is on it."""
        self._process.terminate()
        self._process.wait(20)

    def do(self, *words: object) -> str:
        """Have xdotool do something."""
        surroundings = os.environ | {"DISPLAY": self.display}
        command = ["xdotool", *map(str, words)]
        return subprocess.run(command, env=surroundings, capture_output=True, text=True, timeout=60, check=True).stdout

    def click(self, x: int, y: int) -> None:
        """Point at a place and click."""
        self.do("mousemove", x, y, "click", 1)

    def give_keyboard(self, x: int, y: int) -> None:
        """Let the window at a place have the keyboard, as a window manager does with every new window: here is none."""
        self.do("mousemove", x, y)
        window = self.do("getmouselocation").strip().rpartition(":")[2]
        self.do("windowfocus", window)

    def keys(self, *names: str) -> None:
        """Press keys one after another."""
        self.do("key", "--clearmodifiers", *names)

    def type(self, text: str) -> None:
        self.do("type", "--clearmodifiers", text)

    def rows(self) -> list[bytes]:
        """What is on the screen: rows of red, green and blue."""
        data = self._buffer.read_bytes()
        header = struct.unpack(f">{_HEADER_WORDS}I", data[: 4 * _HEADER_WORDS])
        start, height, width, line = header[0] + 12 * header[19], header[5], header[4], header[12]
        found = []
        for row in range(height):
            pixels = data[start + row * line : start + row * line + 4 * width]
            colours = bytearray(3 * width)
            colours[0::3], colours[1::3], colours[2::3] = pixels[2::4], pixels[1::4], pixels[0::4]
            found.append(bytes(colours))
        return found

    def settle(self, seconds: float = 10) -> None:
        """Wait until nothing on the screen has changed for a moment."""
        last, since, end = b"", time.monotonic(), time.monotonic() + seconds
        while time.monotonic() < end:
            now = self._buffer.read_bytes()
            if now != last:
                last, since = now, time.monotonic()
            elif time.monotonic() - since > _STILL:
                return
            time.sleep(0.1)

    def picture(self, path: Path, box: tuple[int, int, int, int] = (0, 0, WIDTH, HEIGHT)) -> Path:
        """Put what is on the screen (left, top, right, bottom of it) into a PNG."""
        left, top, right, bottom = box
        rows = [row[3 * left : 3 * right] for row in self.rows()[top:bottom]]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(png(rows, right - left))
        return path

    def colours(self) -> Counter[str]:
        """How many dots there are of each colour, ``#1F5C67``."""
        return Counter(f"#{row[at : at + 3].hex().upper()}" for row in self.rows() for at in range(0, len(row), 3))


def png(rows: list[bytes], width: int) -> bytes:
    """Rows of red, green and blue as a PNG file."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@contextlib.contextmanager
def screen() -> Iterator[Screen]:
    """A screen for the time of a ``with`` block."""
    need_tools()
    with tempfile.TemporaryDirectory(prefix="xlpair-screen-") as folder:
        reading, writing = os.pipe()
        size = f"{WIDTH}x{HEIGHT}x24"
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-fbdir", folder, "-nolisten", "tcp"]
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(command, pass_fds=(writing,), stdout=quiet, stderr=quiet)
        os.close(writing)
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        place = Screen(f":{number}", Path(folder) / "Xvfb_screen0", process)
        try:
            yield place
        finally:
            place.end()
