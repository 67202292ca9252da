"""第29届五羊杯全国象棋冠军邀请赛, Guangzhou, 21–26 February 2009: ten players, six rounds of 积分编排.

Games: github.com/Yvonne761/Chinese-Chess-Practical-Dataset (MIT licence), names in simplified characters; the game of
round 4, table 3, is the one dated 2009-02-24 without a round tag. Final list with points:
http://sports.sina.com.cn/go/2009-02-26/15554240818.shtml. The pairing numbers of the event were never published; under
those given here the rules make every pairing and every colour of rounds 2 to 6 as played, with 最后三轮 switched off.
"""

from __future__ import annotations

from typing import Final

NAME: Final = "第29届五羊杯全国象棋冠军邀请赛"
DATE: Final = "2009-02-21 至 2009-02-26"
PLACE: Final = "广州"

PLAYERS: Final = ("陶汉明", "赵国荣", "徐天红", "柳大华", "洪智", "于幼华", "蒋川", "许银川", "吕钦", "赵鑫鑫")
"""In the order of their numbers 1 … 10."""

# One line a game, tables in order: red, result, black.
ROUNDS: Final = (
    "蒋川 2:0 徐天红  陶汉明 1:1 赵国荣  许银川 1:1 柳大华  赵鑫鑫 1:1 洪智  吕钦 1:1 于幼华",
    "于幼华 2:0 蒋川  赵国荣 1:1 许银川  柳大华 0:2 赵鑫鑫  洪智 0:2 吕钦  徐天红 1:1 陶汉明",
    "赵鑫鑫 2:0 于幼华  吕钦 1:1 赵国荣  蒋川 2:0 陶汉明  许银川 1:1 徐天红  柳大华 0:2 洪智",
    "吕钦 2:0 赵鑫鑫  洪智 0:2 蒋川  于幼华 0:2 许银川  赵国荣 2:0 徐天红  陶汉明 1:1 柳大华",
    "蒋川 1:1 吕钦  赵鑫鑫 2:0 赵国荣  许银川 1:1 陶汉明  洪智 0:2 于幼华  徐天红 2:0 柳大华",
    "蒋川 1:1 赵鑫鑫  吕钦 1:1 许银川  于幼华 0:2 徐天红  柳大华 1:1 赵国荣  陶汉明 0:2 洪智",
)

POINTS: Final = {
    "吕钦": 8,
    "蒋川": 8,
    "赵鑫鑫": 8,
    "许银川": 7,
    "徐天红": 6,
    "赵国荣": 6,
    "于幼华": 5,
    "洪智": 5,
    "陶汉明": 4,
    "柳大华": 3,
}
FIRST_PLACES: Final = ("吕钦", "蒋川", "赵鑫鑫")


def games(number: int) -> tuple[tuple[str, str, str], ...]:
    """The games of a round as (red, result, black), tables in order."""
    words = ROUNDS[number - 1].split()
    return tuple((words[at], words[at + 1], words[at + 2]) for at in range(0, len(words), 3))
