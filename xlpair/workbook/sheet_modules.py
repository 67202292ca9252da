"""The modules that stand for sheets in a workbook's VBA project: a new sheet of a workbook with macros needs one.

Excel ties a sheet to its module by a code name that stands in both. The sheet's own code is not copied.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from xlpair.workbook.contents import Contents
from xlpair.workbook.package import Package
from xlpair.workbook.xml_bytes import Part, attributes_of, spliced, with_attribute

_KIND: Final = ".xlsm"
_PLAIN: Final = "Sheet"
# What Excel writes above the code of every worksheet.
_HEAD: Final = (
    'Attribute VB_Name = "{name}"',
    'Attribute VB_Base = "0{{00020820-0000-0000-C000-000000000046}}"',
    "Attribute VB_GlobalNameSpace = False",
    "Attribute VB_Creatable = False",
    "Attribute VB_PredeclaredId = True",
    "Attribute VB_Exposed = True",
    "Attribute VB_TemplateDerived = False",
    "Attribute VB_Customizable = True",
    "",
)


def with_sheet_modules(package: Package, contents: Contents, originals: Mapping[str, str]) -> bytes:
    """Give new sheets (name, and that of the sheet each was copied from) code names and modules.

    A workbook without macros stays as it is, and so does a project that is signed or locked: to change it would undo
    the signature, and Excel makes what is missing itself when the project is opened there.
    """
    project = next((one.target for one in package.relations(contents.workbook) if one.kind == "vbaProject"), "")
    if not originals or project not in package:
        return package.data
    made = _with_modules(package, contents, project, originals)
    if made is None:
        return package.data
    names, data = made
    parts = {project: data}
    for sheet in contents.sheets:
        if sheet.name in names:
            parts[sheet.part] = _with_code_name(package.part(sheet.part), names[sheet.name])
    return package.rebuilt(parts)


def _code_names(
    package: Package, contents: Contents, originals: Mapping[str, str], modules: Iterable[str]
) -> dict[str, str]:
    """``shRound4`` for a copy of ``shRound3``: the number behind counts on until no sheet and no module has it."""
    there = {sheet.name: _code_name(package.part(sheet.part)) for sheet in contents.sheets}
    taken = {name.lower() for name in (*there.values(), *modules)}
    given: dict[str, str] = {}
    for sheet in contents.sheets:  # in order, so that the numbers follow the rounds
        if sheet.name not in originals:
            continue
        old = there.get(originals[sheet.name]) or f"{_PLAIN}{len(contents.sheets)}"
        stem = old.rstrip("0123456789")
        number = int(old[len(stem) :] or 1)
        while f"{stem}{number}".lower() in taken:
            number += 1
        given[sheet.name] = f"{stem}{number}"
        taken.add(given[sheet.name].lower())
    return given


def _code_name(part: Part) -> str:
    element = part.element("sheetPr")
    return attributes_of(element.attributes).get("codeName", "") if element is not None else ""


def _with_code_name(part: Part, name: str) -> bytes:
    element = part.element("sheetPr")
    if element is not None:
        return spliced(part.data, [element.with_attributes(with_attribute(element.attributes, "codeName", name))])
    sheet = part.element("worksheet")
    assert sheet is not None
    written = b'<%bsheetPr codeName="%b"/>' % (part.prefix, name.encode())
    return spliced(part.data, [(sheet.opened, sheet.opened, written)])


def _with_modules(
    package: Package, contents: Contents, project: str, originals: Mapping[str, str]
) -> tuple[dict[str, str], bytes] | None:
    """The new sheets' code names, and the project with an empty module for each; None where it must not be changed."""
    from pyopenvba import ExcelFile, PyOpenVBAError, VBAModuleKind

    with tempfile.TemporaryDirectory(prefix="xlpair-") as folder:
        copy = Path(folder) / f"copy{_KIND}"
        copy.write_bytes(package.data)
        try:
            with ExcelFile(copy) as file:
                if file.vba_signature().present:
                    return None
                names = _code_names(package, contents, originals, file.module_names())
                for name in names.values():
                    head = "\r\n".join(_HEAD).format(name=name)
                    file.vba_project().add_module(name, head, kind=VBAModuleKind.other)
                file.save()
        except PyOpenVBAError:
            return None
        changed = Package(copy.read_bytes(), package.title).read(project)
        return names, _declared_as_documents(changed, tuple(names.values()))


def _declared_as_documents(project: bytes, names: Sequence[str]) -> bytes:
    """Let the project's list of its items say that these modules are sheets and no classes."""
    from pyopenvba.cfb import CFB

    file = CFB.from_bytes(project)
    lines = file.get_stream("PROJECT")
    for name in names:
        lines = re.sub(
            rb"^Class=%b(?=\r?$)" % name.encode(), b"Document=%b/&H00000000" % name.encode(), lines, flags=re.MULTILINE
        )
    file.write_stream("PROJECT", lines)
    return bytes(file.to_bytes())
