"""The folder for a PC without the net: built by one command, complete for Windows, listed file by file.

Without a package index everything but the others' wheels is real: ours is built from the source, pip's downloads are
stood in for by empty wheels of the names asked for. Where an index can be reached the whole folder is made once, too.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

from xlpair.cli.run import run
from xlpair.errors import NotSaved, WrongUse
from xlpair.excel import offline
from xlpair.excel.vba_source import xlwings_version

PYTHON = "3.12"
# What pip knows of a Windows PC with this Python.
WINDOWS = {
    "os_name": "nt",
    "sys_platform": "win32",
    "platform_system": "Windows",
    "platform_machine": "AMD64",
    "implementation_name": "cpython",
    "platform_python_implementation": "CPython",
    "python_version": PYTHON,
    "python_full_version": f"{PYTHON}.0",
    "extra": "",
}


def without_an_index(arguments: Sequence[str]) -> None:
    """Build our wheel with what is installed; put an empty wheel in the place of every one that is to be downloaded."""
    if arguments[0] == "wheel":
        command = [sys.executable, "-m", "pip", "--quiet", *arguments, "--no-build-isolation", "--no-index"]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
        return
    asked = list(arguments)
    target = Path(asked[asked.index("--dest") + 1])
    after = asked[asked.index("--implementation") + 2 :]  # the requirements come last
    for line in after:
        name = canonicalize_name(Requirement(line).name).replace("-", "_")
        with zipfile.ZipFile(target / f"{name}-1-py3-none-any.whl", "w") as archive:
            archive.writestr(f"{name}-1.dist-info/METADATA", f"Name: {name}\nVersion: 1\n")


@pytest.fixture(scope="module")
def stood_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder as the command makes it, with nothing from the net."""
    made = tmp_path_factory.mktemp("离线") / "安装"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(offline, "_pip", without_an_index)
        assert run(["offline", str(made), "--python", PYTHON]) == 0
    return made


@pytest.fixture(scope="module")
def complete(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder as the command makes it, with everything from the package index."""
    place = tmp_path_factory.mktemp("索引")
    probe = [sys.executable, "-m", "pip", "--quiet", "--retries", "0", "--timeout", "5", "download", "--no-deps"]
    # What our wheel is built with: pip fetches it anew, whatever is installed.
    probe += ["--no-cache-dir", "--dest", str(place / "试"), "hatchling"]
    beside = {name: value for name, value in os.environ.items() if name != "PIP_FIND_LINKS"}  # a few wheels at most
    if subprocess.run(probe, check=False, capture_output=True, timeout=120, env=beside).returncode:
        pytest.skip("no package index can be reached")
    made = place / "安装"
    try:
        offline.build(made, PYTHON)
    except NotSaved as failed:
        # What is asked of pip is held by a test of its own.
        pytest.skip(f"the package index has not everything: {failed}")
    return made


@pytest.fixture(params=["stood_in", "complete"])
def folder(request: pytest.FixtureRequest) -> Path:
    found = request.getfixturevalue(request.param)
    assert isinstance(found, Path)
    return found


def wheels(folder: Path) -> dict[str, Path]:
    return {str(canonicalize_name(parse_wheel_filename(path.name)[0])): path for path in (folder / "wheels").iterdir()}


def metadata(wheel: Path) -> str:
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return archive.read(name).decode("utf-8")


def test_everything_any_wheel_needs_on_windows_is_there(complete: Path) -> None:
    found = wheels(complete)
    assert {"xlpair", "xlwings", "pywin32", "pandas", "openpyxl", "xlsxwriter", "pyopenvba"} <= set(found)
    for path in found.values():
        for line in re.findall(r"^Requires-Dist: (.+)$", metadata(path), re.MULTILINE):
            needed = Requirement(line.strip())
            if needed.marker is not None and not needed.marker.evaluate(WINDOWS):
                continue
            other = found.get(str(canonicalize_name(needed.name)))
            assert other is not None, f"{path.name} needs {line}"
            assert needed.specifier.contains(parse_wheel_filename(other.name)[1], prereleases=True), (
                f"{path.name}: {line}"
            )


def test_what_our_own_wheel_needs_is_asked_for_and_what_windows_needs_besides(stood_in: Path) -> None:
    found = wheels(stood_in)
    needed = [
        Requirement(line.strip()) for line in re.findall(r"^Requires-Dist: (.+)$", metadata(found["xlpair"]), re.M)
    ]
    ours = {str(canonicalize_name(one.name)) for one in needed if one.marker is None}
    assert {"xlwings", "openpyxl", "xlsxwriter", "pandas", "pyopenvba", "click"} < ours
    assert set(found) == ours | {"xlpair", "pywin32", "colorama", "tzdata"}


def test_every_wheel_runs_on_windows(complete: Path) -> None:
    for path in wheels(complete).values():
        platforms = {tag.platform for tag in parse_wheel_filename(path.name)[3]}
        assert platforms <= {"any", "win_amd64"}, path.name


def test_the_wheel_of_xlwings_brings_the_libraries_the_macros_load(complete: Path) -> None:
    with zipfile.ZipFile(wheels(complete)["xlwings"]) as archive:
        names = archive.namelist()
    for bits in (32, 64):
        # Installed beside the interpreter or, in a virtual environment, in its root: where the macros look.
        assert any(name.endswith(f".data/data/xlwings{bits}-{xlwings_version()}.dll") for name in names)


def test_our_own_wheel_has_the_macros_and_the_command(folder: Path) -> None:
    with zipfile.ZipFile(wheels(folder)["xlpair"]) as archive:
        names = archive.namelist()
        entry = next(name for name in names if name.endswith("entry_points.txt"))
        assert "xlpair = xlpair.cli:main" in archive.read(entry).decode("utf-8")
    assert {"xlpair/excel/vba/xq_buttons.bas", "xlpair/excel/buttons.py", "xlpair/excel/udfs.py"} <= set(names)


def test_the_command_lists_every_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(offline, "_pip", without_an_index)
        assert run(["offline", str(tmp_path / "安装")]) == 0
    first, *listed = capsys.readouterr().out.splitlines()
    there = sorted(path.relative_to(tmp_path / "安装").as_posix() for path in (tmp_path / "安装").rglob("*.*"))
    assert sorted(line.strip() for line in listed) == there
    assert first.endswith(f"共 {len(there)} 个文件。")


def test_the_notes_list_every_file(folder: Path) -> None:
    notes = (folder / "说明.txt").read_text(encoding="utf-8-sig")
    there = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    listed = sorted(line.strip() for line in notes.split("本文件夹里的文件：")[1].splitlines() if line.strip())
    assert listed == there


def test_the_script_is_what_a_chinese_windows_reads(folder: Path) -> None:
    data = (folder / "安装.bat").read_bytes()
    text = data.decode("gbk")
    assert data.count(b"\r\n") == data.count(b"\n")
    assert "{" not in text
    # Only what is shown is Chinese: a command with other signs would depend on the code page.
    for line in text.splitlines():
        assert line.isascii() or line.startswith("echo "), line
    assert '"%TARGET%\\Scripts\\xlpair.exe" setup' in text.splitlines()
    assert f'"%PY%" -{PYTHON} -m venv' in text
    # A folder's name may hold & and (: nothing is set unquoted, and every path is used in quotes.
    assert all(re.match(r'set "\w+=[^"]*"$', part) for part in re.findall(r"\bset [^\r\n]*", text))
    assert not re.search(r'(?<!")%(HERE|PY|INSTALLER)%', text)
    # Where the installer of python.org puts its launcher, for one user and for all.
    assert "%LOCALAPPDATA%\\Programs\\Python\\Launcher\\py.exe" in text
    assert "%SystemRoot%\\py.exe" in text
    labels = {line[1:] for line in text.splitlines() if line.startswith(":")}
    assert set(re.findall(r"goto (\w+)", text)) == labels


def test_an_installed_package_packs_itself_into_the_wheel_it_came_from(stood_in: Path, tmp_path: Path) -> None:
    """Installed from a wheel there is no source beside it, and no index need have it."""
    original = wheels(stood_in)["xlpair"]
    there = tmp_path / "装好"
    install = [
        sys.executable,
        "-m",
        "pip",
        "--quiet",
        "install",
        "--no-index",
        "--no-deps",
        "--target",
        there,
        original,
    ]
    subprocess.run(install, check=True, capture_output=True, timeout=120)
    statement = "from pathlib import Path; from xlpair.excel.offline import pack_installed; pack_installed(Path('.'))"
    environment = {**os.environ, "PYTHONPATH": str(there)}
    subprocess.run([sys.executable, "-c", statement], check=True, cwd=tmp_path, env=environment, timeout=120)
    (packed,) = tmp_path.glob("*.whl")
    assert packed.name == original.name
    with zipfile.ZipFile(original) as one, zipfile.ZipFile(packed) as other:
        assert sorted(one.namelist()) == sorted(other.namelist())
        for name in one.namelist():
            assert one.read(name) == other.read(name) or name.endswith("/RECORD"), name
    again = tmp_path / "再装"
    command = [sys.executable, "-m", "pip", "--quiet", "install", "--no-index", "--no-deps", "--target", again, packed]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    assert (again / "xlpair" / "excel" / "vba" / "xq_buttons.bas").exists()


def test_what_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    def broken(arguments: Sequence[str]) -> None:
        without_an_index(arguments)
        if arguments[0] == "download":
            raise NotSaved("下载安装包失败：没有网络。")

    with pytest.raises(NotSaved, match="没有网络"):
        offline.build(tmp_path / "安装", pip=broken)
    assert list(tmp_path.iterdir()) == []
    assert len(offline.build(tmp_path / "安装", pip=without_an_index)) > 10


def fake_pip(commands: list[Sequence[str]], own: bool = True) -> offline.Pip:
    def pip(arguments: Sequence[str]) -> None:
        commands.append(arguments)
        if arguments[0] == "wheel" and own:
            target = Path(arguments[arguments.index("--wheel-dir") + 1]) / "xlpair-0.1.0-py3-none-any.whl"
            with zipfile.ZipFile(target, "w") as archive:
                text = "Name: xlpair\nRequires-Dist: pandas>=2.2\nRequires-Dist: pytest>=8; extra == 'test'\n"
                archive.writestr("xlpair-0.1.0.dist-info/METADATA", text)

    return pip


def test_what_pip_is_asked_for(tmp_path: Path) -> None:
    commands: list[Sequence[str]] = []
    offline.build(tmp_path / "夹", "3.13", fake_pip(commands))
    assert commands[0][0] == "wheel"
    assert "--no-deps" in commands[0]
    asked = list(commands[1])
    assert asked[asked.index("--platform") + 1] == "win_amd64"
    assert asked[asked.index("--python-version") + 1] == "3.13"
    assert "--only-binary=:all:" in asked
    assert {"pandas>=2.2", "pywin32"} < set(asked)
    assert not any(word.startswith("pytest") for word in asked)


def test_folders_with_something_in_them_and_odd_versions_are_refused(tmp_path: Path) -> None:
    (tmp_path / "有东西").mkdir()
    (tmp_path / "有东西" / "a.txt").write_text("x", encoding="ascii")
    with pytest.raises(WrongUse, match="已经有东西"):
        offline.build(tmp_path / "有东西", pip=fake_pip([]))
    with pytest.raises(WrongUse, match=r"3\.10"):
        offline.build(tmp_path / "新", "3.10", fake_pip([]))
    with pytest.raises(NotSaved, match="自己的安装包"):
        offline.build(tmp_path / "空", pip=fake_pip([], own=False))
