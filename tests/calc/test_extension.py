"""The extension as a file: what is in it, and that it needs nothing but LibreOffice's own Python."""

from __future__ import annotations

import ast
import io
import subprocess
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

import xlpair
from xlpair.calc import bundle
from xlpair.calc.bundle import HOSTS_OWN, bundled_modules, imports_of, module_file
from xlpair.calc.configuration import TOOLBAR
from xlpair.calc.extension import build, contents
from xlpair.calc.formula_text import from_calc, to_calc
from xlpair.calc.identity import MOST_ROUNDS
from xlpair.calc.menu import GROUPS, LINES
from xlpair.calc.ready import READY, ready_for
from xlpair.calc.signatures import PassedAs, calc_functions
from xlpair.errors import WrongUse, XlpairError
from xlpair.formats import FORMATS, Format
from xlpair.function_table import FUNCTIONS

OOR = "{http://openoffice.org/2001/registry}"


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return contents()


def test_the_same_sources_give_the_same_bytes(files: dict[str, bytes]) -> None:
    first = build()
    assert first == build()
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == files


def test_the_version_is_the_packages(files: dict[str, bytes]) -> None:
    assert f'<version value="{xlpair.__version__}"/>' in files["description.xml"].decode()


def test_every_module_is_the_one_of_the_package(files: dict[str, bytes]) -> None:
    bundled = {name: data for name, data in files.items() if name.endswith(".py") and name.startswith("pythonpath/")}
    root = Path(xlpair.__file__).parents[1]
    assert bundled == {name: (root / name.removeprefix("pythonpath/")).read_bytes() for name in bundled}
    for needed in ("functions", "actions/__init__", "engine/swiss", "workbook/reader", "calc/book"):
        assert f"pythonpath/xlpair/{needed}.py" in bundled


@pytest.mark.parametrize("name", bundled_modules())
def test_a_bundled_module_is_plain_python_3_10_and_imports_the_standard_library_only(name: str) -> None:
    source = module_file(name).read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 10))
    tops = {one.partition(".")[0] for one in imports_of(name).at_once}
    assert tops <= sys.stdlib_module_names | HOSTS_OWN | {"xlpair"}
    newer = {"tomllib", "StrEnum", "Self", "assert_never", "LiteralString", "ExceptionGroup", "UTC"}
    names = {
        alias.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    assert not newer & names


def test_what_is_bundled_can_be_imported_alone(files: dict[str, bytes], tmp_path: Path) -> None:
    """Every module but those that need LibreOffice, with nothing else of the registry in reach."""
    for name, data in files.items():
        if name.startswith("pythonpath/"):
            place = tmp_path / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
    with_uno = {name for name in bundled_modules() if imports_of(name).at_once & HOSTS_OWN}
    with_uno |= {"xlpair.calc.addin", "xlpair.calc.commands", "xlpair.calc.doing", "xlpair.calc.opened"}
    with_uno |= {name for name in bundled_modules() if imports_of(name).at_once & with_uno}
    modules = sorted(set(bundled_modules()) - with_uno)
    assert len(modules) > 50
    script = f"import importlib\nfor name in {modules!r}: importlib.import_module(name)"
    command = [
        sys.executable,
        "-I",
        "-S",
        "-c",
        f"import sys; sys.path.insert(0, {str(tmp_path / 'pythonpath')!r})\n{script}",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_module_that_needs_more_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "ROOTS", ("xlpair.workbook.templates",))
    with pytest.raises(XlpairError, match="xlsxwriter"):
        bundled_modules()


def nodes(data: bytes, *names: str) -> list[ElementTree.Element]:
    """The children of the node that is reached by these names."""
    place = ElementTree.fromstring(data)
    for name in names:
        place = next(node for node in place.findall("node") if node.get(f"{OOR}name") == name)
    return place.findall("node")


def prop(node: ElementTree.Element, name: str) -> str:
    return next((one.findtext("value") or "" for one in node.findall("prop") if one.get(f"{OOR}name") == name), "")


def test_every_function_is_known_by_its_bare_name_to_files_and_to_fingers(files: dict[str, bytes]) -> None:
    found = nodes(files["CalcAddIns.xcu"], "AddInInfo", "org.xlpair.calc.XqFunctions", "AddInFunctions")
    assert [prop(node, "DisplayName") for node in found] == [line.name for line in FUNCTIONS]
    assert [prop(node, "CompatibilityName") for node in found] == [line.name for line in FUNCTIONS]
    assert [prop(node, "Description") for node in found] == [line.help for line in FUNCTIONS]


def test_configuration_and_type_library_agree_on_every_argument(files: dict[str, bytes]) -> None:
    found = nodes(files["CalcAddIns.xcu"], "AddInInfo", "org.xlpair.calc.XqFunctions", "AddInFunctions")
    library = files["XXqFunctions.idl"].decode()
    for node, function in zip(found, calc_functions(), strict=True):
        names = [one.get(f"{OOR}name") for one in nodes(ElementTree.tostring(node), "Parameters")]
        (method,) = [line for line in library.splitlines() if f" {function.method}(" in line]
        assert names == [part.split()[-1] for part in method.partition("(")[2].partition(")")[0].split(",")]
        assert names == [argument.name for argument in function.arguments]


def test_rounds_are_many_optional_arguments_and_never_variable_ones(files: dict[str, bytes]) -> None:
    standings = next(one for one in calc_functions() if one.line.name == "XQ_STANDINGS")
    rounds = standings.arguments[2:]
    assert len(rounds) == MOST_ROUNDS == 120
    assert {argument.passed_as for argument in rounds} == {PassedAs.VALUES}
    assert "sequence< any >" not in files["XXqFunctions.idl"].decode().replace("sequence< sequence< any > >", "")


def test_the_menu_holds_every_command_and_the_toolbar_those_with_buttons(files: dict[str, bytes]) -> None:
    (menu,) = nodes(files["Addons.xcu"], "AddonUI", "OfficeMenuBar")
    assert prop(menu, "Title") == "象棋编排"
    entries = [prop(node, "Title") for node in nodes(ElementTree.tostring(menu), "Submenu")]
    assert [entry for entry in entries if entry] == [line.title for line in LINES]
    assert entries.count("") == len(GROUPS) - 1  # separators
    assert {"编排下一轮", "撤销本轮", "更新成绩表", "检查", "说明编排", "等级分", "新建比赛…"} <= set(entries)
    buttons = nodes(files["Addons.xcu"], "AddonUI", "OfficeToolBar", TOOLBAR)
    assert [prop(node, "Title") for node in buttons] == ["编排下一轮", "更新成绩表", "检查", "说明编排", "撤销本轮"]


def format_named(name: str) -> Format:
    return next(one for one in FORMATS if one.name == name)


@pytest.mark.parametrize(
    ("name", "people", "rounds", "expected"),
    [
        ("积分编排", 10, 6, (30, 9)),
        ("积分编排", 30, 10, (60, 11)),
        ("积分编排", 61, 9, (200, 13)),
        ("单循环", 13, 0, (20, 19)),
        ("双循环", 10, 0, (10, 18)),
        ("分组循环", 32, 0, (32, 12)),
        ("双败淘汰", 32, 0, (32, 11)),
        ("团体单循环", 12, 0, (12, 11)),
    ],
)
def test_an_event_takes_the_smallest_ready_workbook(
    name: str, people: int, rounds: int, expected: tuple[int, int]
) -> None:
    ready = ready_for(format_named(name), people, rounds)
    assert (ready.format.name, ready.people, ready.rounds) == (name, *expected)


@pytest.mark.parametrize(
    ("name", "people", "rounds", "told"),
    [
        ("积分编排", 401, 9, "积分编排最多 400 人 15 轮，放不下 401 人 9 轮"),
        ("分组循环", 33, 0, "分组循环最多 32 人 12 轮，放不下 33 人。"),
        ("团体单循环", 13, 0, "团体单循环最多 12 队 11 轮，放不下 13 队 13 轮"),
    ],
)
def test_an_event_that_no_ready_workbook_holds_is_told(name: str, people: int, rounds: int, told: str) -> None:
    with pytest.raises(WrongUse, match=told):
        ready_for(format_named(name), people, rounds)


def test_every_ready_format_is_in_the_extension(files: dict[str, bytes]) -> None:
    assert {ready.format.name for ready in READY} == {one.name for one in FORMATS}
    assert len({ready.file_name for ready in READY}) == len(READY)
    assert {f"pythonpath/xlpair/calc/ready/{ready.file_name}" for ready in READY} <= set(files)


@pytest.mark.parametrize(
    ("file", "calc"),
    [
        ('IFERROR(A1,"一，二, 三")', '=IFERROR(A1;"一，二, 三")'),
        ('IF(A1="a""b,c",1,2)', '=IF(A1="a""b,c";1;2)'),
        ("XQ_STANDINGS(赛事[#All],名单[#All])", "=XQ_STANDINGS(赛事[#All];名单[#All])"),
    ],
)
def test_separators_in_quotes_stay(file: str, calc: str) -> None:
    assert to_calc(file) == calc
    assert from_calc(f"{{{calc}}}") == file


def test_the_long_names_of_calc_are_read_as_the_bare_ones() -> None:
    long = "{=ORG.XLPAIR.CALC.XQFUNCTIONS.XQNEXTROUND(赛事[#All];名单[#All])}"
    assert from_calc(long) == "XQ_NEXTROUND(赛事[#All],名单[#All])"
