"""Cells of random workbooks: the words an event is made of, as they should be and as hands and chance type them."""

from __future__ import annotations

from random import Random
from xml.sax.saxutils import escape

ROSTER = ("编号", "姓名", "单位", "等级分", "种子", "参赛轮次", "备注")
ROUND = (
    "台次", "红方编号", "红方", "红方单位", "红方积分", "结果", "黑方积分", "黑方单位", "黑方", "黑方编号", "红犯规",
    "黑犯规", "备注",
)  # fmt: skip
LOG = ("时间", "命令", "轮次", "抽签种子", "版本", "结果指纹", "说明")
SETTINGS = {
    "版式": ("1", "2", "0", "x"),
    "赛制": ("积分编排", "单循环", "双循环", "分组循环", "单败淘汰", "循环", "swiss"),
    "轮数": ("7", "3", "0", "-1", "99999999999", "七", "1.5"),
    "每轮局数": ("1", "2", "9", "0"),
    "记分": ("2/1/0 2/1/0", "3/1/0", "1/½/0", "1/1/1", "0/0/0", "x/y"),
    "名次顺序": ("积分、对手分", "积分编排 甲", "单循环", "抽签", "没有这个", "、、"),
    "首轮配对": ("临近", "首尾", "拦腰", "随机"),
    "首轮先后": ("单数台小号先", "抽签", "上半区先"),
    "编号方式": ("按名单", "混编", "分区单双", "分区前后"),
    "同单位回避": ("首轮", "不回避", "前3轮", "全程", "前0轮"),
    "不相遇": ("1-2", "1-1", "3-7, 5-9", "a-b"),
    "最后三轮": ("是", "否", "也许"),
    "轮空得分": ("胜", "和", "负"),
    "连弃停排": ("2", "0", "-3"),
    "抽签种子": ("1", "99999999999999999999", "种"),
    "末位淘汰": ("5轮后少于4分", "5轮后取8名", "后"),
    "成绩表更新": ("数值", "实时公式"),
    "双循环接缝": ("照表", "末两轮对调"),
    "等级分K": ("20", "-20", "0"),
}
RESULTS = ("2:0", "1:1", "0:2", "胜", "和", "负", "+-", "-+", "--", "", "-", "２：０", "½-½", "3:0", "x", "红胜")
SHEET_NAMES = (
    "第1轮",
    "第2轮(下午)",
    "第0轮",
    "第99999轮",
    "It's",
    "表",
    "名单",
    "成绩表",
    " ",
    "a" * 31,
    "第１轮",
    "'",
)
NAMES = ("王伟", "张三", "张 三", "張三", "=1+1", "+张", "-李", "@队", "<b>", "&amp;", "", " ", "轮空", "请假", "007")

# A cell as it stands in a sheet: its ``t``, its ``s`` and the XML between its tags.
Cell = tuple[str, str, str]


SHARED = "shared"
"""The ``t`` of a cell whose text is put among the shared strings when the workbook is written."""


def text_cell(text: str) -> Cell:
    return SHARED, "", text


def inline_cell(text: str) -> Cell:
    return "inlineStr", "", f'<is><t xml:space="preserve">{escape(text)}</t></is>'


def number_cell(number: object) -> Cell:
    return "", "", f"<v>{number}</v>"


def odd_text(random: Random) -> str:
    kind = random.randrange(12)
    if kind == 0:
        return "长" * random.choice((33, 255, 5000))
    if kind == 1:
        return "".join(chr(random.randrange(0x20, 0xD7FF)) for _ in range(random.randrange(1, 12)))
    if kind == 2:
        return random.choice(
            ("_x0000_", "_xD800_", "_xFFFF_", "_x0041_", "\u202e倒\u202c", "👨‍👩‍👧", "e\u0301" * 40, "\u3000\u200b")
        )
    if kind == 3:
        return random.choice("０１２３４５６７８９½⅓①㈠Ⅳ") * random.randrange(1, 30)
    if kind == 4:
        return random.choice(("1-", "-1", "3-1", "0-0", "1-3,5-", "退赛", "1-3 退赛", "1~999999999", "第1轮", "，，，"))
    if kind == 5:
        return random.choice(("9" * 400, "1e999", "1/0", "0/0", "1⁄0", "-0", "0x10", "1_000", "٣", "inf", "nan"))
    return random.choice((*NAMES, *RESULTS, *ROSTER, *ROUND))


def odd_cell(random: Random) -> Cell:
    """Anything a cell may hold, and some that none should."""
    kind = random.randrange(16)
    if kind < 3:
        return text_cell(odd_text(random))
    if kind < 5:
        return inline_cell(odd_text(random))
    if kind == 5:
        return number_cell(random.choice((0, 1, 2, 3, -1, 2.5, 3.0, 1e15, 1e300, -0.0, 45658, 0.5, 1 / 24, 2**63)))
    if kind == 6:  # dates, times, both, by the styles 1 to 3
        return (
            "",
            str(random.randrange(1, 4)),
            f"<v>{random.choice((0, 0.083333333, 1, 59, 60, 61, 45658, 46024.25, 2958465, 3e6, -1))}</v>",
        )
    if kind == 7:
        return "e", "", f"<v>{random.choice(('#REF!', '#N/A', '#VALUE!', '#DIV/0!', '#SPILL!', '#', ''))}</v>"
    if kind == 8:
        return "b", "", f"<v>{random.choice(('0', '1', 'true', '2', ''))}</v>"
    if kind == 9:
        return "str", "", f"<f>{escape(random.choice(('报名!B2', 'A1+1', '')))}</f><v>{escape(odd_text(random))}</v>"
    if kind == 10:
        return "s", "", f"<v>{random.choice((0, 1, 2, 3, 7, -1, 99999999999, 'x', ''))}</v>"
    if kind == 11:
        return (
            "d",
            "",
            f"<v>{random.choice(('2025-01-01', '2025-01-01T08:00:00', 'T08:00', '08:00', '2025-13-99', 'x'))}</v>",
        )
    if kind == 12:
        return (
            "",
            "",
            random.choice(
                (
                    "",
                    "<v/>",
                    "<v></v>",
                    "<f>A1</f>",
                    "<v>1E400</v>",
                    "<v>NaN</v>",
                    "<v>1,5</v>",
                    "<v> 3 </v>",
                    f"<v>{'9' * 5000}</v>",
                    "<v>1<!-- x -->2</v>",
                    "<v><![CDATA[7]]></v>",
                )
            ),
        )
    if kind == 13:
        return (
            random.choice(("x", "", "n", "inlineStr")),
            random.choice(("", "999", "x", "-1")),
            "<is><t>A</t></is><v>1</v>",
        )
    if kind == 14:
        return "inlineStr", "", "<is><r><t>王</t></r><rPh sb='0' eb='1'><t>W</t></rPh><r><t>伟</t></r></is>"
    return text_cell("")
