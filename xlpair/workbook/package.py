"""The zip of an .xlsx or .xlsm: opened with care, rebuilt so that what was not changed keeps its bytes.

Everything that is no workbook is told in one sentence (:class:`UnreadableFile`). Declared and real sizes are bounded,
so a zip bomb costs neither time nor memory.
"""

from __future__ import annotations

import io
import posixpath
import re
import struct
import zipfile
import zlib
from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from xlpair.errors import UnreadableFile
from xlpair.workbook.xml_bytes import Part, attributes_of

FILE_LIMIT: Final = 100 << 20
PART_LIMIT: Final = 64 << 20
EFFORT: Final = 4_000_000
MEMBER_LIMIT: Final = 40_000
# Real sheets, blank formatted cells included, shrink to a thirtieth at most; what shrinks more is made to hurt.
_BOMB_SIZE: Final = 8 << 20
_BOMB_RATIO: Final = 250

_LOCAL: Final = struct.Struct("<4s5H3I2H")
_CENTRAL: Final = struct.Struct("<4s6H3I5H2I")
_END: Final = struct.Struct("<4s4H2IH")
_ENCRYPTED_FLAG: Final = 0x1
_KEPT_FLAGS: Final = 0x800
_ZIP64: Final = 0x0001
_OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

_COPY_HINT: Final = "请用备份文件夹里的副本。"
_SAVE_HINT: Final = "请在 Excel 或 WPS 里打开它，另存为 .xlsx 再用。"


class TooBig(UnreadableFile):
    """Unpacked, the file would take more time or memory than any workbook of an event needs.

    ``sheet``: whose cells it is that do, '' where it is none's.
    """

    def __init__(self, title: str, sheet: str = "") -> None:
        self.title = title
        if sheet:
            advice = "请删除表格下面只有格式的空行（选中整行再删除，然后保存）；与比赛无关的大表请移到别的文件里。"
            super().__init__(f"「{title}」的工作表「{sheet[:31]}」大得不正常，不读取。{advice}")
        else:
            super().__init__(f"「{title}」展开后大得不正常，不读取。请把与比赛无关的大表移到别的文件里。")


class Relation(NamedTuple):
    """One relationship of a part: ``kind`` is the last word of its type, ``target`` the part it leads to."""

    identity: str
    kind: str
    target: str


class Package:
    """A checked zip in memory. Parts are known by their normal name: no leading slash, any case."""

    def __init__(self, data: bytes, title: str) -> None:
        self.data = data
        self.title = title
        directory = _directory(data, title)
        self._infos, self._directory_start, self._comment = directory
        self._names = _normal_names(self._infos, title)
        self._ends = _extents(self._infos, self._directory_start, title)
        self._read: dict[str, bytes] = {}
        self._effort = EFFORT

    def __contains__(self, part: str) -> bool:
        return _normal(part) in self._names

    def names(self) -> tuple[str, ...]:
        """The normal names of all parts."""
        return tuple(self._names)

    def read(self, part: str) -> bytes:
        """Give a part's bytes, unpacked."""
        name = _normal(part)
        if name not in self._read:
            if name not in self._names:
                raise UnreadableFile(f"「{self.title}」内部缺少 {part}，文件不完整。{_COPY_HINT}")
            self.spend(100 + self._names[name].file_size // 100)
            self._read[name] = _unpacked(self.data, self._names[name], self.title)
        return self._read[name]

    def spend(self, effort: int) -> None:
        """Take from the effort that reading this workbook may cost, so that no file can take all day.

        It is counted in units of about a third of a microsecond.
        """
        self._effort -= effort
        if self._effort < 0:
            raise TooBig(self.title)

    @property
    def effort_left(self) -> int:
        """How much more reading this workbook may cost."""
        return self._effort

    def part(self, part: str) -> Part:
        """Give a part as checked XML."""
        data = self.read(part)
        self.spend(100 + len(data) // 40)
        return Part(data, self.title)

    def relations(self, part: str) -> tuple[Relation, ...]:
        """Give what a part (``""`` = the package) points to within the package."""
        place = relations_part(part)
        if place not in self:
            return ()
        relations = []
        for element in self.part(place).elements("Relationship"):
            self.spend(20)
            found = attributes_of(element.attributes)
            if "Target" in found and found.get("TargetMode", "Internal") != "External":
                kind = found.get("Type", "").rpartition("/")[2]
                relations.append(Relation(found.get("Id", ""), kind, _target(part, found["Target"])))
        return tuple(relations)

    def rebuilt(self, changed: Mapping[str, bytes], dropped: Collection[str] = ()) -> bytes:
        """Give the zip with these parts changed or dropped; every other member is copied as it lies, still packed."""
        new = {_normal(part): data for part, data in changed.items()}
        out = {_normal(part) for part in dropped}
        names = {info.header_offset: name for name, info in self._names.items()}
        pieces, place, moved = [self.data[: min(names, default=0)]], min(names, default=0), {}
        for offset in sorted(names):
            if names[offset] in out:
                continue
            piece = self.data[offset : self._ends[offset]]
            packed = None
            if names[offset] in new:
                packed = _Packed.of(new[names[offset]], self._names[names[offset]].compress_type)
                piece = _local_record(piece, packed)
            pieces.append(piece)
            moved[offset] = (place, packed)
            place += len(piece)
        return b"".join([*pieces, self._new_directory(moved, place)])

    def _new_directory(self, moved: Mapping[int, tuple[int, _Packed | None]], start: int) -> bytes:
        records = []
        at = self._directory_start
        for info in self._infos:
            fields = _CENTRAL.unpack_from(self.data, at)
            end = at + _CENTRAL.size + sum(fields[10:13])
            if info.header_offset in moved:
                records.append(_central_record(self.data[at:end], info, *moved[info.header_offset]))
            at = end
        directory = b"".join(records)
        count = len(records)
        end = _END.pack(b"PK\5\6", 0, 0, count, count, len(directory), start, len(self._comment))
        return directory + end + self._comment


class _Packed(NamedTuple):
    """A member's new content, packed."""

    method: int
    checksum: int
    size: int
    data: bytes

    @classmethod
    def of(cls, data: bytes, method: int) -> _Packed:
        packed = data
        if method == zipfile.ZIP_DEFLATED:
            packer = zlib.compressobj(6, zlib.DEFLATED, -15)
            packed = packer.compress(data) + packer.flush()
        return cls(method, zlib.crc32(data), len(data), packed)


def relations_part(part: str) -> str:
    """``xl/workbook.xml`` -> ``xl/_rels/workbook.xml.rels``."""
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def _normal(part: str) -> str:
    return part.replace("\\", "/").lstrip("/").lower()


def _target(part: str, target: str) -> str:
    if target.startswith("/"):
        return target.lstrip("/")
    return posixpath.normpath(posixpath.join(posixpath.dirname(part), target.replace("\\", "/"))).lstrip("/")


def _directory(data: bytes, title: str) -> tuple[list[zipfile.ZipInfo], int, bytes]:
    """Give the members, the place of their directory and the zip's comment, or tell what the file is instead."""
    if not data.startswith(b"PK"):
        raise UnreadableFile(_what_it_is(data, title))
    if data.count(b"PK\x01\x02") > MEMBER_LIMIT:
        raise TooBig(title)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos, start, comment = archive.infolist(), archive.start_dir, archive.comment
    except (zipfile.BadZipFile, ValueError, OverflowError, NotImplementedError, struct.error):
        raise _damaged(title) from None
    if any(info.flag_bits & _ENCRYPTED_FLAG for info in infos):
        raise UnreadableFile(f"「{title}」加了密码，不能读取。请在压缩软件或 Excel 里去掉密码再用。")
    return infos, start, comment


def _what_it_is(data: bytes, title: str) -> str:
    """Say what a file that is no zip is, and what to do."""
    head = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if not data:
        return f"「{title}」是空文件（0 字节），里面什么都没有。{_COPY_HINT}"
    if data.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            return f"「{title}」设了打开密码，不能读取。请在 Excel 里用“文件→信息→保护工作簿”去掉密码，保存后再用。"
        return f"「{title}」是旧的 .xls 格式，不是 .xlsx。{_SAVE_HINT}"
    if head.startswith(b"<"):
        kind = "网页（HTML）" if re.search(rb"<(html|table|!doctype html|head|body)", head) else "XML 文本"
        return f"「{title}」其实是{kind}，只是名字叫 .xlsx。{_SAVE_HINT}"
    if b"\0" not in data[:4096]:
        return (
            f"「{title}」其实是文本（例如 CSV），不是工作簿。名单请用 import-roster 导入，或在 Excel 里另存为 .xlsx。"
        )
    return f"「{title}」不是 .xlsx 工作簿，或者已经损坏。{_COPY_HINT}"


def _normal_names(infos: list[zipfile.ZipInfo], title: str) -> dict[str, zipfile.ZipInfo]:
    names: dict[str, zipfile.ZipInfo] = {}
    for info in infos:
        path = info.filename.replace("\\", "/")
        if path.startswith("/") or ".." in path.split("/") or re.match(r"[A-Za-z]:", path):
            raise UnreadableFile(
                f"「{title}」内部有指向文件外面的名字 {path!r}，不是正常的工作簿，不读取。{_COPY_HINT}"
            )
        if _normal(path) in names:
            raise UnreadableFile(f"「{title}」内部有两个同名的部分 {path!r}，不知道该信哪一个。{_COPY_HINT}")
        names[_normal(path)] = info
    return names


def _extents(infos: list[zipfile.ZipInfo], directory: int, title: str) -> dict[int, int]:
    """Say where each member ends: where the next one begins, so that whatever follows its data goes with it."""
    starts = sorted(info.header_offset for info in infos)
    ends = dict(zip(starts, [*starts[1:], directory], strict=False))
    if len(ends) != len(infos):
        raise _damaged(title)
    for info in infos:
        if info.header_offset + _LOCAL.size + info.compress_size > ends[info.header_offset]:
            raise _damaged(title)
    return ends


def _unpacked(data: bytes, info: zipfile.ZipInfo, title: str) -> bytes:
    """Unpack one member, never more than it declares and never more than is sensible."""
    if info.file_size > PART_LIMIT or (
        info.file_size > _BOMB_SIZE and info.file_size > _BOMB_RATIO * max(info.compress_size, 1)
    ):
        raise TooBig(title)
    try:
        fields = _LOCAL.unpack_from(data, info.header_offset)
    except struct.error:
        raise _damaged(title) from None
    start = info.header_offset + _LOCAL.size + fields[9] + fields[10]
    packed = data[start : start + info.compress_size]
    if info.compress_type == zipfile.ZIP_STORED:
        content = packed
    elif info.compress_type == zipfile.ZIP_DEFLATED:
        try:
            content = zlib.decompressobj(-15).decompress(packed, info.file_size + 1)
        except zlib.error:
            raise _damaged(title) from None
    else:
        raise UnreadableFile(f"「{title}」用了 Excel 不用的压缩方法，不能读取。{_SAVE_HINT}")
    if fields[0] != b"PK\3\4" or len(content) != info.file_size or zlib.crc32(content) != info.CRC:
        raise _damaged(title)
    return content


def _without_zip64(extra: bytes) -> bytes:
    kept, at = b"", 0
    while at + 4 <= len(extra):
        identity, size = struct.unpack_from("<HH", extra, at)
        if identity != _ZIP64:
            kept += extra[at : at + 4 + size]
        at += 4 + size
    return kept


def _local_record(piece: bytes, packed: _Packed) -> bytes:
    """Write a changed member: its header with the new sizes in it (no descriptor after the data), its new data."""
    fields = list(_LOCAL.unpack_from(piece))
    name = piece[_LOCAL.size : _LOCAL.size + fields[9]]
    fields[2] &= _KEPT_FLAGS
    fields[3] = packed.method
    fields[6:9] = packed.checksum, len(packed.data), packed.size
    fields[10] = 0
    return _LOCAL.pack(*fields) + name + packed.data


def _central_record(record: bytes, info: zipfile.ZipInfo, offset: int, packed: _Packed | None) -> bytes:
    """Copy a directory record with its member's new place and, for a changed member, its new sizes."""
    fields = list(_CENTRAL.unpack_from(record))
    rest = record[_CENTRAL.size :]
    name, extra, comment = (
        rest[: fields[10]],
        rest[fields[10] : fields[10] + fields[11]],
        rest[fields[10] + fields[11] :],
    )
    if packed is not None:
        fields[3] &= _KEPT_FLAGS
        fields[7:10] = packed.checksum, len(packed.data), packed.size
    elif 0xFFFFFFFF in (fields[8], fields[9]):
        fields[8:10] = info.compress_size, info.file_size
    if packed is not None or 0xFFFFFFFF in (*_CENTRAL.unpack_from(record)[8:10], fields[16]):
        extra = _without_zip64(extra)
    fields[11] = len(extra)
    fields[16] = offset
    return _CENTRAL.pack(*fields) + name + extra + comment


def _damaged(title: str) -> UnreadableFile:
    return UnreadableFile(f"「{title}」已经损坏（可能没有下载完或没有存完），不能读取。{_COPY_HINT}")
