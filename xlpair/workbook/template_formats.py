"""How the workbook looks: colours, fonts and the formats made of them.

Only fonts that every Chinese Windows and Office for Mac has; no size below 9. Tables carry no table style, because
Calc and WPS do not draw it: what is seen comes from cell formats and conditional formats alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import xlsxwriter
from xlsxwriter.format import Format

Look: TypeAlias = Mapping[str, Any]

FONT: Final = "微软雅黑"
_GB2312_CHARSET: Final = 134
BASE: Final[Look] = {
    "font_name": FONT,
    "font_size": 10,
    "font_scheme": "none",
    "font_charset": _GB2312_CHARSET,
    "valign": "vcenter",
}

INK: Final = "#1F2D3A"
MUTED: Final = "#6B7780"
TEAL: Final = "#1F5A66"
BAND: Final = "#E3F0F2"
LINE: Final = "#C3CDD2"
STRIPE: Final = "#F5F8F9"
OPEN: Final = "#FFF2B8"
CLASH: Final = "#F8C9C4"
CLASH_INK: Final = "#8E1B12"
ALIKE: Final = "#FFE0B3"
MEDALS: Final = ("#FBE7A8", "#E6EBEE", "#F3DBC6")
INPUT: Final = "#FFFBEA"
PAPER: Final = "#FFFFFF"

TITLE: Final[Look] = {"font_size": 20, "bold": True, "font_color": TEAL}
SUBTITLE: Final[Look] = {"font_size": 15, "bold": True, "font_color": INK}
HINT: Final[Look] = {"font_size": 9, "font_color": MUTED}
STATUS: Final[Look] = {
    "font_size": 11,
    "font_color": TEAL,
    "bg_color": BAND,
    "text_wrap": True,
    "indent": 1,
    "bottom": 2,
    "bottom_color": TEAL,
}
HEADING: Final[Look] = {
    "bold": True,
    "font_color": "#FFFFFF",
    "bg_color": TEAL,
    "align": "center",
    "text_wrap": True,
    "border": 1,
    "border_color": TEAL,
}
TEXT: Final[Look] = {"num_format": "@"}
CENTRED: Final[Look] = {"align": "center"}
LEFT: Final[Look] = {"align": "left", "indent": 1}
RIGHT: Final[Look] = {"align": "right", "indent": 1}
WRAPPED: Final[Look] = {"text_wrap": True}
FITTED: Final[Look] = {"shrink": True}
BOXED: Final[Look] = {"border": 1, "border_color": LINE}

# For conditional formats. Calc gives a cell only the first mark that fits it, first by when its area was first marked:
# so each carries the borders of a filled row, and marks of single columns are made before those of whole rows.
ROW_MARK: Final[Look] = BOXED
STRIPE_MARK: Final[Look] = {**BOXED, "bg_color": STRIPE}
OPEN_MARK: Final[Look] = {**BOXED, "bg_color": OPEN}
CLASH_MARK: Final[Look] = {**BOXED, "bg_color": CLASH, "font_color": CLASH_INK, "bold": True}
ALIKE_MARK: Final[Look] = {**BOXED, "bg_color": ALIKE}
MATCH_MARK: Final[Look] = {**BOXED, "top": 1, "top_color": TEAL}
WINNER_MARK: Final[Look] = {**BOXED, "bg_color": BAND, "bold": True}
FADED_MARK: Final[Look] = {**BOXED, "font_color": MUTED, "italic": True}
LAGGING_MARK: Final[Look] = {"bg_color": CLASH, "font_color": CLASH_INK, "bold": True}
HEADING_MARK: Final[Look] = {
    "bold": True,
    "font_color": "#FFFFFF",
    "bg_color": TEAL,
    "border": 1,
    "border_color": TEAL,
}


class Formats:
    """The workbook's formats, each made once. The workbook's default format has to be ``BASE``."""

    def __init__(self, workbook: xlsxwriter.Workbook) -> None:
        self._workbook = workbook
        self._made: dict[tuple[tuple[str, Any], ...], Format] = {}

    def of(self, *looks: Look) -> Format:
        """The base with these looks laid over it in order; a conditional format keeps only colours and borders."""
        merged = {name: value for look in looks for name, value in look.items()}
        key = tuple(sorted(merged.items()))
        if key not in self._made:
            self._made[key] = self._workbook.add_format(merged)
        return self._made[key]
