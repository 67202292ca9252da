"""Random events as sheets, and what hands and chance do to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from odd_values import (
    LOG,
    NAMES,
    RESULTS,
    ROSTER,
    ROUND,
    SETTINGS,
    SHEET_NAMES,
    Cell,
    number_cell,
    odd_cell,
    odd_text,
    text_cell,
)


@dataclass
class Sheet:
    """A sheet in the making: rows of cells (None = nothing), its table, and raw XML to put beside them."""

    name: str
    rows: list[list[Cell | None]]
    table: str = ""
    reference: str = ""
    state: str = "visible"
    merges: list[str] = field(default_factory=list)
    before: str = ""
    after: str = ""


def letters(column: int) -> str:
    text = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text


def area(top: int, left: int, bottom: int, right: int) -> str:
    return f"{letters(left)}{top + 1}:{letters(right)}{bottom + 1}"


def sheet_of(name: str, table: str, headings: Sequence[str], body: Sequence[Sequence[object]], spare: int) -> Sheet:
    """A sheet with a table under three lines, as ours are."""
    rows: list[list[Cell | None]] = [[text_cell(name)], [], [], [text_cell(heading) for heading in headings]]
    for values in body:
        rows.append([None if v is None else text_cell(v) if isinstance(v, str) else number_cell(v) for v in values])
    bottom = 3 + max(len(body), 1) + spare
    return Sheet(name, rows, table, area(3, 0, bottom, len(headings) - 1))


def event_sheets(random: Random) -> list[Sheet]:
    """An event as a club might have it: pairs and results at random, so that some rules are broken too."""
    count = random.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 9, 10, 12, 16))
    numbers = list(range(1, count + 1))
    if random.random() < 0.2:
        numbers = sorted(random.sample(range(1, 60), count))
    names = {number: random.choice(NAMES) if random.random() < 0.15 else f"棋手{number}" for number in numbers}
    items = [
        (item, random.choice(words) if random.random() < 0.06 else words[0], "") for item, words in SETTINGS.items()
    ]
    roster = [
        (number if random.random() < 0.97 else None, names[number], random.choice(("", "甲队", "乙队")),
         random.choice((None, 1500, 2600)), None, random.choice((None, None, None, None, "1-", "退赛", "2-", "1-1")))
        for number in numbers
    ]  # fmt: skip
    sheets = [
        sheet_of("赛事", "赛事", ("项目", "内容", "说明"), [item for item in items if random.random() < 0.8], 3),
        sheet_of("名单", "名单", ROSTER, roster, 20),
    ]
    played = random.choice((0, 0, 1, 1, 2, 3))
    for at in range(1, random.choice((3, 3, 4, 5))):
        sheets.append(round_sheet(random, at, numbers if at <= played else [], names))
    sheets.append(Sheet("成绩表", [[text_cell("成绩表")], [], [], [None] * 12]))
    sheets.append(Sheet("编排卡", [[text_cell("编排卡")], [None, number_cell(1)], []]))
    sheets.append(log_sheet(random, played))
    return sheets


def round_sheet(random: Random, at: int, numbers: Sequence[int], names: dict[int, str]) -> Sheet:
    order = list(numbers)
    random.shuffle(order)
    body: list[list[object]] = []
    for board in range(len(order) // 2):
        red, black = order[2 * board], order[2 * board + 1]
        result = random.choice(RESULTS[:3]) if random.random() < 0.96 else random.choice(RESULTS)
        body.append([board + 1, red, names[red], "", None, result or None, None, "", names[black], black])
    if len(order) % 2:
        body.append([None, order[-1], names[order[-1]], "", None, None, None, "", "轮空"])
    sheet = sheet_of(f"第{at}轮", f"第{at}轮", ROUND, body, 5)
    sheet.state = "visible" if body else "hidden"
    return sheet


def log_sheet(random: Random, played: int) -> Sheet:
    body: list[list[object]] = []
    for number in range(1, played + 1):
        body.append(
            [45000.5, random.choice(("编排下一轮", "人工编排")), number, 5, "0.1", random.choice(("", "1:0123abcd"))]
        )
        body.append([45000.5, "对阵", number, None, "0.1", "0123abcd", random.choice(("1-2，3-4", "1-2，x", ""))])
        body.append(
            [
                45000.5,
                random.choice(("所据成绩", "撤销本轮", "编号", "x")),
                number,
                None,
                "",
                "0123abcd",
                "第1轮：1-2 2:0",
            ]
        )
    return sheet_of("编排记录", "编排记录", LOG, body, 20)


# --- what hands and chance do to it -----------------------------------------------------------------------------------


def odd_cells(random: Random, sheets: list[Sheet]) -> None:
    for _ in range(random.choice((1, 1, 2, 3, 6, 20))):
        sheet = random.choice(sheets)
        row, column = random.randrange(18), random.randrange(14)
        while len(sheet.rows) <= row:
            sheet.rows.append([])
        cells = sheet.rows[row]
        cells += [None] * (column + 1 - len(cells))
        cells[column] = odd_cell(random)


def odd_headings(random: Random, sheets: list[Sheet]) -> None:
    for _ in range(random.randrange(1, 4)):
        sheet = random.choice(sheets)
        if len(sheet.rows) > 3 and sheet.rows[3]:
            at = random.randrange(len(sheet.rows[3]))
            sheet.rows[3][at] = random.choice(
                (None, text_cell(odd_text(random)), text_cell("結 果 "), odd_cell(random))
            )


def odd_order(random: Random, sheets: list[Sheet]) -> None:
    """Columns and rows in another order, the sheets too."""
    sheet = random.choice(sheets)
    width = max(map(len, sheet.rows), default=0)
    order = list(range(width))
    random.shuffle(order)
    for at, cells in enumerate(sheet.rows[3:], 3):
        padded = cells + [None] * (width - len(cells))
        sheet.rows[at] = [padded[column] for column in order]
    body = sheet.rows[4:]
    random.shuffle(body)
    sheet.rows[4:] = body
    random.shuffle(sheets)


def odd_tables(random: Random, sheets: list[Sheet]) -> None:
    sheet = random.choice(sheets)
    kind = random.randrange(4)
    if kind == 0:
        sheet.table = ""
    elif kind == 1:
        sheet.table = random.choice(("名单", "第1轮", "第2轮", "赛事", "编排记录", "第" + "9" * 5000 + "轮", "表1"))
    elif kind == 2:
        corners = sorted(random.randrange(30) for _ in range(2)), sorted(random.randrange(20) for _ in range(2))
        sheet.reference = area(corners[0][0], corners[1][0], corners[0][1], corners[1][1])
    else:
        sheet.reference = random.choice(
            ("", "A1", "x", "A0:B2", "A1:XFD1048576", "A1:ZZZZ9", "C9:A1", "$A$4:$G$9", "A5:A5", "A1:B2 C3:D4")
        )


def odd_names(random: Random, sheets: list[Sheet]) -> None:
    sheet = random.choice(sheets)
    sheet.name = random.choice((*SHEET_NAMES, "长" * 5000, odd_text(random)))
    random.choice(sheets).state = random.choice(("hidden", "veryHidden", "x"))


def odd_merges(random: Random, sheets: list[Sheet]) -> None:
    sheet = random.choice(sheets)
    for _ in range(random.randrange(1, 5)):
        top, left = random.randrange(30), random.randrange(12)
        merge = area(top, left, top + random.randrange(12), left + random.randrange(3))
        sheet.merges.append(random.choice((merge, merge, "A1:XFD1048576", "B2", "x", "C1:C1048576")))


def odd_places(random: Random, sheets: list[Sheet]) -> None:
    """Cells and rows that say they stand somewhere strange, or nothing at all."""
    sheet = random.choice(sheets)
    sheet.after += random.choice(
        (
            '<row r="1048576"><c r="A1048576"><v>1</v></c></row>',
            '<row r="30"><c r="XFD30" t="inlineStr"><is><t>远</t></is></c></row>',
            "<row><c><v>1</v></c><c><v>2</v></c></row>",
            '<row r="5"><c r="A5"><v>9</v></c></row>',
            '<row r="0"><c r="A0"><v>9</v></c></row>',
            '<row r="-5"/><row r="x"/><row r="99999999"><c r="ZZZ99999999"><v>1</v></c></row>',
            '<row r="20"><c r="B20"><v>1</v></c><c r="A20"><v>2</v></c><c r="B20"><v>3</v></c></row>',
            '<row r="40" hidden="1" ht="x"><c r="a40" t="n"><v>4</v></c></row>',
        )
    )


MUTATIONS: tuple[Callable[[Random, list[Sheet]], None], ...] = (
    odd_cells, odd_cells, odd_cells, odd_headings, odd_order, odd_tables, odd_names, odd_merges, odd_places,
)  # fmt: skip


def odd_event(random: Random) -> list[Sheet]:
    sheets = event_sheets(random)
    for _ in range(random.choice((0, 1, 1, 2, 3, 5))):
        random.choice(MUTATIONS)(random, sheets)
    return sheets
