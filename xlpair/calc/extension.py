"""xlpair.oxt: the extension as a file. The same sources give the same bytes."""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from xlpair import __version__
from xlpair.calc.bundle import bundled_modules
from xlpair.calc.configuration import addons, calc_add_ins, calc_window_state, jobs
from xlpair.calc.identity import EXTENSION, FUNCTIONS_INTERFACE, TITLE
from xlpair.calc.ready import FOLDER, READY
from xlpair.calc.signatures import calc_functions
from xlpair.calc.type_library import type_library
from xlpair.settings import TableUpdate

FILE_NAME: Final = "xlpair.oxt"
OLDEST_OFFICE: Final = "25.2"
"""Older ones do not find the functions of .xlsx files by their bare names."""

_TIME: Final = (2025, 1, 1, 0, 0, 0)
_READABLE: Final = 0o644 << 16
_COMPONENTS: Final = ("xq_functions.py", "xq_commands.py")
_LIBRARY: Final = f"{FUNCTIONS_INTERFACE}.idl"
_PACKAGES: Final = "pythonpath"

_CONFIGURATION_TYPE: Final = "application/vnd.sun.star.configuration-data"
_LIBRARY_TYPE: Final = "application/vnd.sun.star.uno-typelibrary;type=RDB"
_COMPONENT_TYPE: Final = "application/vnd.sun.star.uno-component;type=Python"


def build() -> bytes:
    """Give the extension's bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(contents().items()):
            entry = zipfile.ZipInfo(name, _TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = _READABLE
            archive.writestr(entry, content)
    return packed.getvalue()


def contents() -> dict[str, bytes]:
    """Every file of the extension by its name."""
    functions = calc_functions()
    configuration = {
        "Addons.xcu": addons(),
        "CalcAddIns.xcu": calc_add_ins(functions),
        "CalcWindowState.xcu": calc_window_state(),
        "Jobs.xcu": jobs(),
    }
    texts = {
        **configuration,
        _LIBRARY: type_library(functions),
        "META-INF/manifest.xml": _manifest(tuple(configuration)),
        "description.xml": _description(),
    }
    files = {name: text.encode() for name, text in texts.items()}
    folder = Path(__file__).parent / "components"
    files |= {name: (folder / name).read_bytes() for name in _COMPONENTS}
    return files | dict(_packages()) | dict(_ready_workbooks())


def _packages() -> Iterator[tuple[str, bytes]]:
    for name, file in bundled_modules().items():
        path = name.replace(".", "/")
        yield f"{_PACKAGES}/{path}{'/__init__' if file.name == '__init__.py' else ''}.py", file.read_bytes()


def _ready_workbooks() -> Iterator[tuple[str, bytes]]:
    """The workbooks that 新建比赛 starts from, where it looks for them."""
    from xlpair.workbook.templates import make_workbook

    folder = "/".join(FOLDER.relative_to(Path(__file__).parents[2]).parts)
    with tempfile.TemporaryDirectory(prefix="xlpair-") as place:
        for ready in READY:
            path = Path(place) / ready.file_name
            settings = replace(ready.format.settings, table_update=TableUpdate.LIVE)
            make_workbook(path, settings, rounds=ready.rounds, spare=ready.people)
            yield f"{_PACKAGES}/{folder}/{ready.file_name}", path.read_bytes()


def _manifest(configuration: tuple[str, ...]) -> str:
    kinds = [(_LIBRARY, _LIBRARY_TYPE), *((name, _CONFIGURATION_TYPE) for name in configuration)]
    kinds += [(name, _COMPONENT_TYPE) for name in _COMPONENTS]
    entries = "".join(
        f' <manifest:file-entry manifest:full-path="{name}" manifest:media-type="{kind}"/>\n' for name, kind in kinds
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<manifest:manifest xmlns:manifest="http://openoffice.org/2001/manifest">\n{entries}</manifest:manifest>\n'
    )


def _description() -> str:
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<description xmlns="http://openoffice.org/extensions/description/2006"
             xmlns:lo="http://libreoffice.org/extensions/description/2011">
 <identifier value="{EXTENSION}"/>
 <version value="{__version__}"/>
 <display-name><name lang="en">xlpair {TITLE}</name></display-name>
 <dependencies>
  <lo:LibreOffice-minimal-version value="{OLDEST_OFFICE}" name="LibreOffice {OLDEST_OFFICE}"/>
 </dependencies>
</description>
"""
