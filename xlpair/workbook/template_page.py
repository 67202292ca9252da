"""A sheet in the making: what all sheets of the workbook have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Final, TypeAlias

import xlsxwriter
from xlsxwriter.utility import xl_range, xl_range_abs
from xlsxwriter.worksheet import Worksheet

from xlpair.workbook.book import CellValue
from xlpair.workbook.layout import TITLE_NAME
from xlpair.workbook.template_formats import CENTRED, FITTED, HEADING, SUBTITLE, TITLE, Formats, Look
from xlpair.workbook.texts import UNLISTED_TEXT, UNLISTED_TITLE, score_cell

TITLE_ROW: Final = 0
SUBTITLE_ROW: Final = 1
BUTTON_ROW: Final = 2
HEADING_ROW: Final = 3
FIRST_ROW: Final = HEADING_ROW + 1

# Conditional formats and drop-downs reach this far below a table, so that a table may grow without losing them.
ROOM_BELOW: Final = 400

# Top row, left column, bottom row, right column, both ends included.
Box: TypeAlias = tuple[int, int, int, int]

NAMELESS: Final = "象棋比赛"
_A4: Final = 9
_BUTTON_WIDTH: Final = 104
_BUTTON_HEIGHT: Final = 28


@dataclass(frozen=True, slots=True)
class Button:
    """A button of an .xlsm: the macro it runs (ASCII), what stands on it, whether the sheets of rounds have it, too."""

    macro: str
    caption: str
    on_rounds: bool = True


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table or block: its heading, its width in digits, how its cells look."""

    heading: str
    width: float
    look: tuple[Look, ...] = (CENTRED,)


@dataclass(frozen=True, slots=True)
class Page:
    """One sheet in the making. ``title`` is the event's name as it stands cached in the title cells."""

    workbook: xlsxwriter.Workbook
    sheet: Worksheet
    formats: Formats
    title: str
    buttons: tuple[Button, ...] = ()

    def put(self, row: int, column: int, value: CellValue | Fraction, *looks: Look) -> None:
        """Write a value as what it is: text stays text whatever it begins with, None and "" leave a styled blank."""
        form = self.formats.of(*looks)
        if isinstance(value, Fraction):
            value = score_cell(value)
        if value is None or value == "":
            self.sheet.write_blank(row, column, None, form)
        elif isinstance(value, bool):
            self.sheet.write_boolean(row, column, value, form)
        elif isinstance(value, int | float):
            self.sheet.write_number(row, column, value, form)
        else:
            self.sheet.write_string(row, column, str(value), form)

    def name(self, name: str, area: Box) -> None:
        """Give an area of this sheet a workbook-wide name."""
        self.workbook.define_name(name, f"={self.sheet.get_name()}!{xl_range_abs(*area)}")

    def name_formula(self, name: str, formula: str) -> None:
        """Give a formula (without ``=``) a workbook-wide name."""
        self.workbook.define_name(name, f"={formula}")

    def heads(self, subtitle: str, columns: int) -> None:
        """Write the event's name and what the sheet is, centred over ``columns``, and make room for buttons.

        With 0 they stand at the left and run on over blank cells: for a sheet whose width is not known yet.
        """
        titles = (TITLE, CENTRED, FITTED) if columns else (TITLE,)
        subtitles = (SUBTITLE, CENTRED, FITTED) if columns else (SUBTITLE,)
        self.sheet.set_row(TITLE_ROW, 33.75)
        self.sheet.set_row(SUBTITLE_ROW, 26.25)
        if columns:
            self.sheet.merge_range(TITLE_ROW, 0, TITLE_ROW, columns - 1, "", self.formats.of(*titles))
            self.sheet.merge_range(SUBTITLE_ROW, 0, SUBTITLE_ROW, columns - 1, "", self.formats.of(*subtitles))
        self.sheet.write_formula(TITLE_ROW, 0, f"={TITLE_NAME}", self.formats.of(*titles), self.title)
        self.put(SUBTITLE_ROW, 0, subtitle, *subtitles)
        self.button_row()

    def button_row(self) -> None:
        """Lay the buttons side by side above the headings; without any a narrow gap is left."""
        self.sheet.set_row(BUTTON_ROW, 31.5 if self.buttons else 6)
        for place, button in enumerate(self.buttons):
            options = {
                "macro": button.macro,
                "caption": button.caption,
                "description": button.caption,
                "width": _BUTTON_WIDTH,
                "height": _BUTTON_HEIGHT,
                "x_offset": 6 + place * (_BUTTON_WIDTH + 6),
                "y_offset": 6,
            }
            self.sheet.insert_button(BUTTON_ROW, 0, options)

    def table(
        self,
        name: str,
        columns: Sequence[Column],
        bottom: int,
        *,
        left: int = 0,
        filters: bool = False,
        heading: Look = MappingProxyType({}),
    ) -> None:
        """Make the table below HEADING_ROW down to ``bottom``: its headings, and a styled blank in every cell."""
        self.sheet.add_table(
            HEADING_ROW,
            left,
            bottom,
            left + len(columns) - 1,
            {
                "name": name,
                "style": None,
                "autofilter": filters,
                "columns": [
                    {
                        "header": column.heading,
                        "header_format": self.formats.of(HEADING, heading),
                        "format": self.formats.of(*column.look),
                    }
                    for column in columns
                ],
            },
        )
        for place, column in enumerate(columns, left):
            self.sheet.set_column(place, place, column.width)
            for row in range(FIRST_ROW, bottom + 1):
                self.put(row, place, None, *column.look)

    def mark(self, area: Box, formula: str, look: Look) -> None:
        """Add a conditional format: ``formula`` (without ``=``) as it reads in the area's first cell."""
        options = {"type": "formula", "criteria": f"={formula}", "format": self.formats.of(look)}
        self.sheet.conditional_format(*area, options)

    def offer(self, area: Box, choices: Sequence[str], title: str = "", hint: str = "") -> None:
        """Add a drop-down that offers and never refuses, and a hint shown while a cell is selected.

        LibreOffice 25.2 throws away, without a word, what is typed beside a list that shows no message. So a workbook
        without macros, which any program may open, asks once and takes it; one with macros is Excel's.
        """
        options: dict[str, object] = {"validate": "any"}
        if choices:
            options = {"validate": "list", "source": list(choices), "show_error": False}
            if not self.buttons:
                alert = {"error_type": "information", "error_title": UNLISTED_TITLE, "error_message": UNLISTED_TEXT}
                options |= {"show_error": True, **alert}
        if hint:
            options |= {"input_title": title, "input_message": hint}
        self.sheet.data_validation(*area, options)

    def text_areas(self, *areas: Box) -> None:
        """Keep Excel from marking numbers in text cells as faults. To be called once for a sheet."""
        self.sheet.ignore_errors({"number_stored_as_text": " ".join(xl_range(*area) for area in areas)})

    def prints(self, *, landscape: bool, area: Box | None, several: bool = False) -> None:
        """Set up A4: one page wide, everything down to the headings on every page, the page's number in the footer.

        ``several`` tables, one below the other, each headed by itself: only the titles are true of every page. A hidden
        sheet gets its area when it is shown: LibreOffice prints hidden ones that have one.
        """
        if landscape:
            self.sheet.set_landscape()
        else:
            self.sheet.set_portrait()
        self.sheet.set_paper(_A4)
        self.sheet.set_margins(left=0.4, right=0.4, top=0.4, bottom=0.55)
        self.sheet.center_horizontally()
        self.sheet.fit_to_pages(1, 0)
        self.sheet.repeat_rows(TITLE_ROW, SUBTITLE_ROW if several else HEADING_ROW)
        if area is not None:
            self.sheet.print_area(*area)
        self.sheet.set_footer("&L&9&A&C&9第 &P 页，共 &N 页", {"margin": 0.25})
