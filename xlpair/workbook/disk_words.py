"""Why the disk refused, and what to do about it: in our words, for every error of every system.

Each text is a cause and an advice, ``磁盘满了。请腾出空间，再试一次``; whoever tells it ends the sentence.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping
from typing import Final

_FULL: Final = "磁盘满了。请腾出空间，再试一次"
_BROKEN: Final = "磁盘读写出错。请换一个盘，再试一次"
_LINKS: Final = "链接绕成了圈。请写出文件真正的位置"
_SIGNS: Final = "名字里有系统不允许的字符。请改一个名字，再试一次"
_IN_USE: Final = "它正被别的程序占用。请关闭占用它的程序，再试一次"
_NO_NETWORK: Final = "网络盘连不上。请检查网络，或把文件复制到这台电脑上，再试一次"
_CODES: Final[Mapping[str, tuple[str, ...]]] = {
    _FULL: ("ENOSPC", "EDQUOT", "EFBIG"),
    _BROKEN: ("EIO", "ENXIO", "ENODEV"),
    _LINKS: ("ELOOP",),
    _SIGNS: ("EINVAL", "EILSEQ"),
    _IN_USE: ("EBUSY", "ETXTBSY", "EDEADLK"),
    _NO_NETWORK: ("ESTALE", "ETIMEDOUT", "EHOSTDOWN", "EHOSTUNREACH", "ENETDOWN", "ENETUNREACH", "ENOTCONN"),
    "名字或路径太长。请改短名字，或放到浅一层的文件夹，再试一次": ("ENAMETOOLONG",),
    "文件所在的盘是只读的。请把文件复制到能写的文件夹，再试一次": ("EROFS",),
    "打开的文件太多。请关闭别的程序，再试一次": ("EMFILE", "ENFILE"),
    "这是文件夹，不是文件。请写出文件夹里那个文件的名字": ("EISDIR",),
    "路径当中有一段不是文件夹。请检查写的路径": ("ENOTDIR",),
    "已经有同名的东西。请换一个名字": ("EEXIST", "ENOTEMPTY"),
}
# Not every system knows every code.
_EITHER_WAY: Final = {
    getattr(errno, code): words for words, codes in _CODES.items() for code in codes if hasattr(errno, code)
}
_ANY_USE: Final = {
    errno.ENOENT: "没有这个文件。请检查文件名和所在文件夹",
    **dict.fromkeys(
        (errno.EACCES, errno.EPERM),
        "没有权限，或它正被别的程序占用。请关闭占用它的程序，或换到自己能读写的文件夹，再试一次",
    ),
}
_WRITING: Final = {
    errno.ENOENT: "文件或文件夹不见了。请检查它是否被移动或改名",
    **dict.fromkeys(
        (errno.EACCES, errno.EPERM),
        "没有写入权限，或文件正被别的程序占用。请关闭占用它的程序，或换到能写的文件夹，再试一次",
    ),
}


def why_refused(error: OSError) -> str:
    """Why something could not be read, or used at all."""
    return _why(error, _ANY_USE)


def why_unwritten(error: OSError) -> str:
    """Why something could not be written."""
    return _why(error, _WRITING)


def _why(error: OSError, own: Mapping[int, str]) -> str:
    number = error.errno or 0
    return own.get(number) or _EITHER_WAY.get(number) or f"系统报告错误 {number}。请检查磁盘，再试一次"
