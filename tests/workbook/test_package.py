"""What is no workbook is told in one plain sentence; a zip is rebuilt around the parts that change."""

import io
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import closed_samples as samples
import pytest

from xlpair.errors import UnreadableFile
from xlpair.workbook.closed import ClosedBook
from xlpair.workbook.package import FILE_LIMIT, Package

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
GOOD = samples.plain_members('<row r="1"><c r="A1"><v>1</v></c></row>')


def zipped(members: dict[str, bytes | str], **how: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", **({"compression": zipfile.ZIP_DEFLATED} | how)) as archive:  # type: ignore[call-overload]
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def with_part(name: str, content: bytes | str) -> bytes:
    return zipped(GOOD | {name: content})


def twice(name: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for member, content in GOOD.items():
            archive.writestr(member, content)
        archive.writestr(zipfile.ZipInfo(name.swapcase()), "x")
    return out.getvalue()


def patched(data: bytes, signature: bytes, offset: int, new: bytes) -> bytes:
    """The zip with bytes replaced in every header of a kind."""
    place = data.find(signature)
    while place >= 0:
        data = data[: place + offset] + new + data[place + offset + len(new) :]
        place = data.find(signature, place + 4)
    return data


@cache
def lying_bomb() -> bytes:
    """A sheet that says it is 4,000 bytes and unpacks to a gigabyte."""
    packer = zlib.compressobj(1, zlib.DEFLATED, -15)
    packed = b"".join(packer.compress(b" " * (1 << 20)) for _ in range(1024)) + packer.flush()
    data = zipped(GOOD | {"xl/worksheets/sheet1.xml": packed}, compression=zipfile.ZIP_STORED)
    for signature, method in ((b"PK\3\4", 8), (b"PK\1\2", 10)):
        place = data.rfind(signature, 0, data.rfind(b"xl/worksheets/sheet1.xml") if method == 10 else data.find(packed))
        data = data[: place + method] + struct.pack("<H", 8) + data[place + method + 2 :]
        size = place + method + 14
        data = data[:size] + struct.pack("<I", 4000) + data[size + 4 :]
    return data


def declared_bomb() -> bytes:
    return with_part("xl/worksheets/sheet1.xml", b"<worksheet>" + b" " * (40 << 20) + b"</worksheet>")


LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(20))
    + "]><worksheet>&u;</worksheet>"
)
FILES: dict[str, tuple[Callable[[], bytes], str]] = {
    "nothing at all": (lambda: b"", "是空文件（0 字节）"),
    "an old .xls": (lambda: OLE + b"\0" * 2000 + "Workbook".encode("utf-16-le"), "是旧的 .xls 格式"),
    "an encrypted workbook": (lambda: OLE + b"\0" * 2000 + "EncryptedPackage".encode("utf-16-le"), "设了打开密码"),
    "an encrypted zip": (
        lambda: patched(patched(zipped(GOOD), b"PK\3\4", 6, b"\1\0"), b"PK\1\2", 8, b"\1\0"),
        "加了密码",
    ),
    "a web page": ("\ufeff <HTML><table><tr><td>棋".encode, "其实是网页（HTML）"),
    "a sheet of Excel 2003's XML": (lambda: b'<?xml version="1.0"?><Workbook/>', "其实是XML 文本"),
    "a list of names": (lambda: "编号,姓名\n1,王".encode("gb18030"), "其实是文本（例如 CSV）"),
    "a picture": (samples.png, "不是 .xlsx 工作簿，或者已经损坏"),
    "half a file": (lambda: zipped(GOOD)[:700], "已经损坏"),
    "a file without its end": (lambda: zipped(GOOD)[:-22], "已经损坏"),
    "an empty zip": (lambda: b"PK\5\6" + b"\0" * 18, "压缩包，里面没有 Excel 工作簿"),
    "a zip of pictures": (lambda: zipped({"a.png": samples.png()}), "压缩包，里面没有 Excel 工作簿"),
    "an .ods": (
        lambda: zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<a/>"}),
        "是 LibreOffice 的 .ods 文件，不是 .xlsx。请在 LibreOffice 里打开它，另存为 .xlsx 再用。",
    ),
    "an .xlsb": (
        lambda: zipped(
            {"_rels/.rels": samples.relationships(("r", "officeDocument", "xl/workbook.bin")), "xl/workbook.bin": "x"}
        ),
        "是二进制工作簿 .xlsb",
    ),
    "a letter": (
        lambda: zipped(
            {
                "_rels/.rels": samples.relationships(("r", "officeDocument", "word/document.xml")),
                "word/document.xml": "<d/>",
            }
        ),
        "是 Word 或 PowerPoint 文件",
    ),
    "a workbook without its sheet": (
        lambda: zipped({name: part for name, part in GOOD.items() if "sheet1" not in name}),
        "没有工作表",
    ),
    "a workbook without its workbook": (
        lambda: zipped({name: part for name, part in GOOD.items() if name != "xl/workbook.xml"}),
        "里面没有 Excel 工作簿",
    ),
    "broken XML": (lambda: with_part("xl/worksheets/sheet1.xml", "<worksheet><sheetData>"), "内容已损坏"),
    "not even XML": (lambda: with_part("xl/workbook.xml", b"\xff\x00"), "内容已损坏"),
    "a billion laughs": (lambda: with_part("xl/worksheets/sheet1.xml", LAUGHS), "夹带了自定义实体"),
    "an entity from elsewhere": (
        lambda: with_part(
            "xl/worksheets/sheet1.xml",
            '<!DOCTYPE w [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet>&a;</worksheet>',
        ),
        "夹带了自定义实体",
    ),
    "UTF-16": (
        lambda: with_part(
            "xl/worksheets/sheet1.xml", '<?xml version="1.0" encoding="UTF-16"?><worksheet/>'.encode("utf-16")
        ),
        "少见的编码",
    ),
    "Latin letters": (
        lambda: with_part("xl/worksheets/sheet1.xml", b'<?xml version="1.0" encoding="iso-8859-1"?><worksheet/>'),
        "少见的编码 'iso-8859-1'",
    ),
    "two parts of one name": (lambda: twice("xl/workbook.xml"), "两个同名的部分"),
    "a name that leads out": (lambda: with_part("../../etc/x.xml", "x"), "指向文件外面的名字"),
    "a name from the root": (lambda: with_part("/etc/x.xml", "x"), "指向文件外面的名字"),
    "a name on drive C": (lambda: with_part("C:/x.xml", "x"), "指向文件外面的名字"),
    "a bomb that says so": (declared_bomb, "的工作表「表」大得不正常"),
    "a bomb that does not say so": (lying_bomb, "已经损坏"),
    "a wrong checksum": (lambda: patched(zipped(GOOD), b"PK\1\2", 16, b"\1\2\3\4"), "已经损坏"),
    "members over one another": (lambda: patched(zipped(GOOD), b"PK\1\2", 42, b"\0\0\0\0"), "已经损坏"),
    "a method Excel lacks": (lambda: zipped(GOOD, compression=zipfile.ZIP_LZMA), "Excel 不用的压缩方法"),
    "a directory without end": (lambda: zipped(GOOD) + b"PK\1\2" * 50_000, "展开后大得不正常"),
}


@pytest.mark.parametrize("kind", FILES)
def test_what_is_no_workbook_is_told_in_one_sentence_with_what_to_do(tmp_path: Path, kind: str) -> None:
    make, told = FILES[kind]
    path = tmp_path / "第三届“棋王”赛 (终).xlsx"
    path.write_bytes(make())
    before = path.read_bytes()
    with pytest.raises(UnreadableFile) as caught, ClosedBook.open(path) as book:
        book.snapshot()
    message = str(caught.value)
    assert told in message
    assert "「第三届“棋王”赛 (终).xlsx」" in message
    assert message.endswith("。")
    assert "请" in message
    assert caught.value.exit_code == 2
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_gigabyte_unpacks_to_no_more_than_was_declared(tmp_path: Path) -> None:
    """The process may use 300 MB; without the bound it would need 1,024."""
    bomb = tmp_path / "bomb.xlsx"
    bomb.write_bytes(lying_bomb())
    with zipfile.ZipFile(bomb) as archive:
        info = archive.getinfo("xl/worksheets/sheet1.xml")
        assert (info.compress_type, info.file_size) == (zipfile.ZIP_DEFLATED, 4000)
    script = (
        "import resource, sys\n"
        "from xlpair.workbook.closed import ClosedBook\n"
        "from xlpair.errors import UnreadableFile\n"
        "resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20))\n"
        "try: ClosedBook(sys.argv[1]).snapshot()\n"
        "except UnreadableFile as error: print(error)\n"
    )
    command = [sys.executable, "-X", "utf8", "-c", script, str(bomb)]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert "已经损坏" in run.stdout, run.stderr


def test_a_file_of_a_hundred_megabytes_is_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "big.xlsx"
    with path.open("wb") as file:
        file.truncate(FILE_LIMIT + 1)
    with pytest.raises(UnreadableFile, match="超过 100 MB"):
        ClosedBook(path)


# --- rebuilding -------------------------------------------------------------------------------------------------------


def content(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {info.filename: archive.read(info) for info in archive.infolist()}


def test_a_part_is_changed_and_another_dropped_and_the_rest_copied() -> None:
    data = zipped({"a.xml": "<a/>", "b.xml": "<b/>" * 100, "棋/c.xml": "<c/>"})
    new = Package(data, "x").rebuilt({"B.xml": b"<new/>"}, ["棋/C.XML"])
    assert content(new) == {"a.xml": b"<a/>", "b.xml": b"<new/>"}
    assert data[: data.find(b"PK\3\4", 4)] == new[: new.find(b"PK\3\4", 4)]


def test_nothing_changed_gives_the_same_bytes() -> None:
    data = zipped(GOOD)
    assert Package(data, "x").rebuilt({}) == data


def test_a_stored_member_stays_stored() -> None:
    new = Package(zipped({"a": "x"}, compression=zipfile.ZIP_STORED), "x").rebuilt({"a": b"y" * 99})
    with zipfile.ZipFile(io.BytesIO(new)) as archive:
        assert archive.getinfo("a").compress_type == zipfile.ZIP_STORED
        assert archive.read("a") == b"y" * 99


class _Pipe(io.RawIOBase):
    """A stream that cannot be wound back, so that sizes come after the data, as .NET and Java write zips."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        piece = bytes(data)  # type: ignore[call-overload]
        self.written += piece
        return len(piece)


def test_members_whose_sizes_stand_behind_them_are_copied_and_changed() -> None:
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("a", "b", "c"):
            archive.writestr(name, name * 1000)
    assert pipe.written.count(b"PK\7\x08") == 3
    new = Package(pipe.written, "x").rebuilt({"b": b"new"})
    assert content(new) == {"a": b"a" * 1000, "b": b"new", "c": b"c" * 1000}
    assert new.count(b"PK\7\x08") == 2


def test_members_with_sixty_four_bit_sizes_are_copied_and_changed() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("a", "b"):
            with archive.open(name, "w", force_zip64=True) as member:
                member.write(name.encode() * 1000)
    new = Package(out.getvalue(), "x").rebuilt({"b": b"new"})
    assert content(new) == {"a": b"a" * 1000, "b": b"new"}


def test_sixty_four_bit_sizes_in_the_directory_are_written_plainly() -> None:
    """Some writers put every size into the directory's 64-bit field. APPNOTE.TXT 4.5.3: id 1, then 8-byte values."""
    data = zipped({"a": "x" * 100, "b": "y"})
    start = data.find(b"PK\1\2")
    record = bytearray(data[start : data.find(b"PK\1\2", start + 4)])
    packed, plain = struct.unpack_from("<II", record, 20)
    field = struct.pack("<HHQQQ", 1, 24, plain, packed, 0)
    record[20:28] = b"\xff" * 8
    record[42:46] = b"\xff" * 4
    record[30:32] = struct.pack("<H", len(field))
    end = data.find(b"PK\5\6")
    directory = bytes(record) + field + data[start + len(record) : end]
    data = data[:start] + directory + data[end : end + 12] + struct.pack("<I", len(directory)) + data[end + 16 :]
    assert content(data) == {"a": b"x" * 100, "b": b"y"}
    assert content(Package(data, "x").rebuilt({"b": b"new"})) == {"a": b"x" * 100, "b": b"new"}
    assert content(Package(data, "x").rebuilt({"a": b"new"})) == {"a": b"new", "b": b"y"}


def test_the_zip_s_comment_and_the_order_of_its_members_stay() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.comment = "第三届".encode()
        for name in ("z", "a", "m"):
            archive.writestr(name, name)
    new = Package(out.getvalue(), "x").rebuilt({"a": b"new"})
    with zipfile.ZipFile(io.BytesIO(new)) as archive:
        assert archive.namelist() == ["z", "a", "m"]
        assert archive.comment == "第三届".encode()
