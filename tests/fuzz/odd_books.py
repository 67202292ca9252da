"""Random workbooks, most of them valid zips with our tables in them, and lists that are no workbooks.

Every case is made from its number and the seed alone. Nothing here knows how the product reads.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from random import Random

from odd_packages import HEAD, defined_names, lying_zip, members_of, zipped
from odd_sheets import event_sheets, odd_event
from odd_values import ROSTER, ROUND, odd_text

# --- kinds of cases ---------------------------------------------------------------------------------------------------


def valid(random: Random) -> bytes:
    """A workbook that opens; what is odd about it are its cells, headings, names, tables."""
    members = members_of(odd_event(random), defined_names(random))
    return zipped(members, random.choice((zipfile.ZIP_STORED, zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)))


def damaged_zip(random: Random) -> bytes:
    data = bytearray(zipped(members_of(event_sheets(random)[:3]), zipfile.ZIP_DEFLATED))
    for _ in range(random.randrange(1, 5)):
        kind, at = random.randrange(5), random.randrange(len(data) or 1)
        if kind == 0:
            data = data[:at]
        elif kind == 1:
            del data[at : at + random.randrange(1, 200)]
        elif kind == 2:
            data[at : at + 4] = random.randbytes(4)
        elif kind == 3:
            data[at:at] = random.randbytes(random.randrange(1, 50))
        else:  # a field of the directory, where offsets and sizes stand
            start = data.rfind(b"PK\1\2")
            place = start + random.randrange(4, 46) if start >= 0 else at
            data[place : place + 2] = random.randbytes(2)
    return bytes(data)


def damaged_parts(random: Random) -> bytes:
    """A sound zip in which one part is not what it should be."""
    members = members_of(odd_event(random), defined_names(random))
    for _ in range(random.choice((1, 1, 2))):
        name = random.choice(sorted(members))
        content = members[name]
        kind, at = random.randrange(9), random.randrange(len(content) or 1)
        if kind == 0:
            del members[name]
        elif kind == 1:
            members[name] = content[:at]
        elif kind == 2:
            members[name] = (
                content[:at]
                + random.choice((b"<", b"&", b"</x>", b"\xff", b"<!--", b"]]>", b"\0", b'"'))
                + content[at:]
            )
        elif kind == 3:
            members[name] = content.replace(
                b'Target="', random.choice((b'Target="/', b'Target="../../', b'TargetMode="External" Target="', b'X="'))
            )
        elif kind == 4:
            members[name] = content.replace(
                HEAD.encode(),
                random.choice(
                    (
                        b"",
                        b"<?xml version='1.0' encoding='GBK'?>",
                        b"\xef\xbb\xbf",
                        b"<?xml version='1.1'?>",
                        b"<!DOCTYPE x [<!ENTITY a 'b'>]>",
                    )
                ),
            )
        elif kind == 5:
            members[name] = content.decode("utf-8", "replace").encode(random.choice(("utf-16", "gb18030", "utf-8-sig")))
        elif kind == 6:
            words = [
                b"r=",
                b"t=",
                b"ref=",
                b"name=",
                b"displayName=",
                b"sheetId=",
                b"state=",
                b"Id=",
                b"Type=",
                b"<row",
                b"<c ",
                b"<v>",
                b"sheetData",
                b"formatCode=",
                b"numFmtId=",
            ]
            members[name] = content.replace(
                random.choice(words), random.choice((b"q=", b"", b"R=")), random.randrange(1, 4)
            )
        elif kind == 7:
            members[name] = random.choice((b"", b"x", b"<a/>", b"<worksheet/>", random.randbytes(100)))
        else:
            members[random.choice(("../x", "/x", "xl\\Workbook.xml", "XL/WORKBOOK.XML", "a" * 3000, "棋"))] = b"x"
    return zipped(members)


def bomb(random: Random) -> bytes:
    """Entities, lying sizes, much of one thing."""
    members = members_of(event_sheets(random), defined_names(random))
    laughs = '<!DOCTYPE w [<!ENTITY a "ha">' + "".join(
        f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(12)
    ) + "]>"  # fmt: skip
    kind = random.randrange(6)
    target = random.choice(
        (
            "xl/worksheets/sheet2.xml",
            "xl/sharedStrings.xml",
            "xl/workbook.xml",
            "xl/styles.xml",
            "xl/tables/table2.xml",
            "_rels/.rels",
        )
    )
    if kind == 0:
        members[target] = f"{laughs}<worksheet>&l;</worksheet>".encode()
    elif kind == 1:
        members[target] = b"<!DOCTYPE w [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><worksheet>&a;</worksheet>"
    elif kind == 2:
        members[target] = b"<!DOCTYPE w SYSTEM 'http://127.0.0.1/x.dtd'><worksheet/>"
    elif kind == 3:
        members[target] = b"<a>" * random.choice((500, 20_000)) + b"</a>" * 500
    elif kind == 4:
        members[target] = b"<w" + b"".join(f' a{n}="1"'.encode() for n in range(3000)) + b"/>"
    else:
        return lying_zip(members, target)
    return zipped(members, zipfile.ZIP_DEFLATED)


KINDS: tuple[tuple[int, str, Callable[[Random], bytes]], ...] = (
    (80, "valid", valid),
    (10, "parts", damaged_parts),
    (7, "zip", damaged_zip),
    (3, "bomb", bomb),
)


def case(seed: int, number: int) -> tuple[str, bytes, Random]:
    """A case's kind, its file, and the chance that goes on with it."""
    random = Random(f"{seed}:{number}")
    (_, kind, make) = random.choices(KINDS, [weight for weight, _, _ in KINDS])[0]
    return kind, make(random), random


# --- lists of players and results that are no workbooks ---------------------------------------------------------------

ENCODINGS = ("utf-8", "utf-8-sig", "gb18030", "utf-16", "utf-16-le", "big5", "cp1252")


def list_file(random: Random) -> bytes:
    """A list as text in some encoding, with some separator, perhaps damaged."""
    sign = random.choice((",", "\t", ";", "，", "|"))
    heads = random.choice((ROSTER, ROUND, ("姓名",), ("台次", "结果"), ("选手", "代表队", "积分等级")))
    rows = [heads, *([odd_text(random)[:300] for _ in heads] for _ in range(random.randrange(12)))]
    rows = [*[[odd_text(random)[:40]] for _ in range(random.randrange(3))], *rows]
    text = random.choice(("\n", "\r\n", "\r")).join(sign.join(map(str, row)) for row in rows)
    data = bytearray(text.encode(random.choice(ENCODINGS), "replace"))
    for _ in range(random.choice((0, 0, 1, 5))):
        at = random.randrange(len(data) + 1)
        data[at : at + random.randrange(4)] = random.randbytes(random.randrange(6))
    return bytes(data)
