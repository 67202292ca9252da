"""xlwings' own ``call_udf``, which is what Excel's cells reach on Windows, in a process of its own on any system.

pywin32 is stood in for at the border: a COM range is a holder of values, and of xlwings' Windows module only the parts
that turn values into Python's and back are taken, as they stand in its source. Everything between is the real thing:
the decorators, the conversion of arguments, the call, the conversion of what comes back.

``python tests/excel/udf_process.py`` answers requests on its input; :class:`UdfProcess` asks them.
"""

from __future__ import annotations

import ast
import datetime as dt
import pickle
import struct
import subprocess
import sys
import traceback
import types
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

MISSING = -2147352572
"""An argument left out, as pywin32 hands it over (DISP_E_PARAMNOTFOUND)."""
ERRORS = {"#REF!": -2146826265, "#N/A": -2146826246, "#VALUE!": -2146826273, "#SPILL!": -2146826243}
"""Error cells, as pywin32 hands them over."""


@dataclass(frozen=True)
class ComRange:
    """A range that is an argument: what its ``Value`` gives."""

    values: tuple[tuple[Any, ...], ...]


class UdfProcess:
    """Calls functions in the process; use in a ``with`` block."""

    def __enter__(self) -> UdfProcess:
        self._process = subprocess.Popen(
            [sys.executable, "-X", "utf8", __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=60)

    def call(self, function: str, *arguments: Any) -> Any:
        """What the cell gets: a scalar, or rows; a text with the traceback where Python raised."""
        plain = [("range", one.values) if isinstance(one, ComRange) else ("value", one) for one in arguments]
        return self._answer((function, plain))

    def help(self) -> dict[str, Any]:
        """What xlwings knows of every function: category, help, arguments."""
        found = self._answer(("help", []))
        assert isinstance(found, dict)
        return found

    def _answer(self, request: tuple[str, list[Any]]) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        _send(self._process.stdin, request)
        return _receive(self._process.stdout)


def _send(stream: BinaryIO, message: Any) -> None:
    data = pickle.dumps(message)
    stream.write(struct.pack("<I", len(data)) + data)
    stream.flush()


def _receive(stream: BinaryIO) -> Any:
    head = stream.read(4)
    return pickle.loads(stream.read(struct.unpack("<I", head)[0])) if head else None


# --- in the process


def _windows_values(path: Path) -> dict[str, Any]:
    """The parts of xlwings' Windows module that convert values."""
    import numpy
    import pandas

    wanted = {"cell_errors", "_clean_value_data_element", "_com_time_to_datetime", "_datetime_to_com_time", "Engine"}
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes: list[ast.stmt] = []
    for node in tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        name = target.id if isinstance(target, ast.Name) else getattr(node, "name", None)
        if name in wanted:
            nodes.append(node)
    assert len(nodes) >= len(wanted), "xlwings has changed"
    space: dict[str, Any] = {
        "dt": dt,
        "np": numpy,
        "pd": pandas,
        "time_types": (dt.date, dt.datetime, numpy.datetime64),
    }
    exec(compile(ast.Module(nodes, []), str(path), "exec"), space)
    return space


def _serve(requests: BinaryIO, answers: BinaryIO) -> None:
    sys.path.insert(0, str(Path(__file__).parents[2]))
    from xlpair.excel import wrapper_source

    udfs = wrapper_source.put_decorators_back()
    import xlwings
    from xlwings import base_classes, main

    space = _windows_values(Path(str(xlwings.__file__)).with_name("_xlwindows.py"))
    engine = space["engine"] = space["Engine"]()
    windows: Any = types.ModuleType("xlwings._xlwindows")

    class Range(base_classes.Range):  # type: ignore[misc]
        """A range, and on the way to the engine its own sheet, book and application."""

        def __init__(self, xl: ComRange) -> None:
            self.xl = xl

        api = property(lambda self: self.xl)
        sheet = book = app = property(lambda self: self)
        engine = property(lambda _: space["engine"])
        shape = property(lambda self: (len(self.xl.values), len(self.xl.values[0])))
        pid, max_cells_per_read = 4711, None

        def __len__(self) -> int:
            return len(self.xl.values) * len(self.xl.values[0])

        @property
        def raw_value(self) -> Any:
            values = self.xl.values
            return values[0][0] if self.shape == (1, 1) else values

    windows.Range, windows.engine, windows.BOOK_CALLER = Range, engine, None
    windows.is_range_instance = lambda one: isinstance(one, ComRange)
    sys.modules["xlwings._xlwindows"] = windows
    vars(xlwings)["_xlwindows"] = windows
    space["Engine"].apps = property(lambda self: types.SimpleNamespace(active=None))
    xlwings.engines.add(main.Engine(impl=engine))
    server: Any = types.ModuleType("xlwings.com_server")
    server.loop = None
    sys.modules["xlwings.com_server"] = server
    while (request := _receive(requests)) is not None:
        _send(answers, _answer(udfs, wrapper_source.UDF_MODULE, *request))


def _answer(udfs: Any, module: str, function: str, plain: list[tuple[str, Any]]) -> Any:
    if function == "help":
        found = vars(udfs.get_udf_module(module, None)).values()
        return {one.__xlfunc__["name"]: one.__xlfunc__ for one in found if hasattr(one, "__xlfunc__")}
    arguments = tuple(ComRange(value) if kind == "range" else value for kind, value in plain)
    try:
        result = udfs.call_udf(module, function, arguments, None, ComRange(((None,),)))
    except Exception:
        return f"Unexpected Python Error: {traceback.format_exc()}"  # as the library tells it
    # As com_server.XLPython.CallUDF hands it to VBA.
    if len(result) == 1:
        return result[0][0] if len(result[0]) == 1 else result[0]
    return result


if __name__ == "__main__":
    _serve(sys.stdin.buffer, sys.stdout.buffer)
