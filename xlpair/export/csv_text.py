"""Lists as CSV that Excel opens right and that no spreadsheet takes for formulas."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable
from typing import Final

from xlpair.export.lists import Field, Listing
from xlpair.workbook.texts import trimmed

GUARD: Final = "'"
_BEGIN_FORMULAS: Final = "=+-@|%\t\r\n"


def csv_bytes(listing: Listing) -> bytes:
    """A list as CSV: UTF-8 with the mark by which Excel knows it, one row a line."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(guarded(listing.headings))
    for row in listing.rows:
        writer.writerow(guarded(row))
    return text.getvalue().encode("utf-8-sig", "replace")


def guarded(fields: Iterable[Field]) -> list[Field]:
    """Put an apostrophe before every text that a spreadsheet would run: those that begin with ``= + - @`` and such.

    Full-width signs count like the ordinary ones and blanks before them do not count, because programs fold both.
    """
    return [GUARD + field if isinstance(field, str) and _is_formula(field) else field for field in fields]


def unguarded(text: str) -> str:
    """What a guarded field said."""
    return text[1:] if text.startswith(GUARD) and _is_formula(text[1:]) else text


def _is_formula(text: str) -> bool:
    begins = (text[:1], unicodedata.normalize("NFKC", trimmed(text)[:1])[:1])
    return any(sign and sign in _BEGIN_FORMULAS for sign in begins)
