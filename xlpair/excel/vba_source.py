"""The VBA modules of a workbook as text: xlwings' own, the wrappers of the functions, our buttons."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from xlpair.errors import XlpairError
from xlpair.excel.wrapper_source import generated

XLWINGS_MODULE: Final = "xlwings"
WRAPPER_MODULE: Final = "xlwings_udfs"
BUTTON_MODULE: Final = "xq_buttons"
DICTIONARY_MODULE: Final = "Dictionary"

# Names the sheet and the file of the configuration: a user's other xlwings projects have theirs and keep it.
_PROJECT_NAME: Final = 'Public Const PROJECT_NAME As String = "{}"'
PROJECT: Final = "xlpair"

LONGEST_LINE: Final = 1023
_DECLARED: Final = re.compile(
    r"^[ \t]*(?:(?:Public|Private|Friend|Static)[ \t]+)*(?:Sub|Function|Property[ \t]+[GLS]et)[ \t]+"
    r"(\w+)[ \t]*\(([^)\r\n]*(?:\(\)[^)\r\n]*)*)\)",
    re.MULTILINE | re.IGNORECASE,
)
_VARIABLE: Final = re.compile(
    r"^[ \t]*(?:Dim|Static|Const|ReDim[ \t]+Preserve|ReDim)[ \t]+(\w+)", re.MULTILINE | re.IGNORECASE
)
_PARAMETER_WORDS: Final = frozenset(("optional", "byval", "byref", "paramarray"))
_COMMENT: Final = re.compile(r"^[ \t]*'.*$", re.MULTILINE)

# The reserved identifiers of the language ([MS-VBAL]: VBA Language Specification, 3.3.5.2, all ten kinds); VBA does not
# mind how they are written.
_RESERVED_WORDS: Final = """
abs addressof and any array as attribute boolean byref byte byval call case cbool cbyte ccur cdate cdbl cdec
cdecl cint circle clng clnglng clngptr close const csng cstr currency cvar cverr date debug decimal declare
defbool defbyte defcur defdate defdbl defdec defint deflng deflnglng deflngptr defobj defsng defstr defvar dim
do doevents double each else elseif empty end endif enum eqv erase event exit false fix for friend function get
global gosub goto if imp implements in input inputb int integer is lbound len lenb let like lineinput lock long
longlong longptr loop lset me mod new next not nothing null on open option optional or paramarray preserve print
private pset public put raiseevent redim rem resume return rset scale seek select set sgn shared single spc
static stop string sub tab then to true type typeof ubound unlock until variant vb_base vb_control vb_creatable
vb_customizable vb_description vb_exposed vb_ext_key vb_globalnamespace vb_helpid vb_invoke_func vb_invoke_property
vb_invoke_propertyput vb_invoke_propertyputref vb_memberflags vb_name vb_predeclaredid vb_procdata vb_templatederived
vb_usermemid vb_vardescription vb_varhelpid vb_varmemberflags vb_varprocdata vb_varusermemid wend while with withevents
write xor
"""
RESERVED: Final = frozenset(_RESERVED_WORDS.split())


def xlwings_version() -> str:
    """The installed version of xlwings: a part of the name of the library that workbooks load."""
    return importlib.metadata.version("xlwings")


@lru_cache(maxsize=1)
def modules() -> Mapping[str, str]:
    """Every module of ours by name, checked, with the line ends of VBA."""
    texts = {
        XLWINGS_MODULE: _own_name(_package_file("xlwings.bas")),
        WRAPPER_MODULE: _plain_failures(_without_rounds(generated())),
        BUTTON_MODULE: (Path(__file__).parent / "vba" / "xq_buttons.bas").read_text(encoding="ascii"),
        DICTIONARY_MODULE: _package_file("addin/Dictionary.cls"),
    }
    for name, text in texts.items():
        check_source(name, text)
    return MappingProxyType({name: _with_crlf(text) for name, text in texts.items()})


def check_source(name: str, text: str) -> None:
    """Refuse what Excel would not compile or would show garbled, though every tool here takes it."""
    foreign = sorted({sign for sign in text if ord(sign) > 126})
    if foreign:
        raise XlpairError(f"宏模块 {name} 里有 ASCII 以外的字符：{''.join(foreign[:10])}")
    if any(len(line) > LONGEST_LINE for line in text.splitlines()):
        raise XlpairError(f"宏模块 {name} 有一行超过 {LONGEST_LINE} 个字符。")
    wrong = sorted({word for word in declared_names(text) if word.lower() in RESERVED})
    if wrong:
        raise XlpairError(f"宏模块 {name} 用了 VBA 的保留字做名字：{'、'.join(wrong)}")


def declared_names(text: str) -> Iterator[str]:
    """Every name of a procedure, an argument or a local variable that a module declares."""
    code = _COMMENT.sub("", text)
    for match in _DECLARED.finditer(code):
        yield match.group(1)
        for argument in match.group(2).split(","):
            words = [word for word in re.findall(r"\w+", argument) if word.lower() not in _PARAMETER_WORDS]
            yield from words[:1]
    yield from _VARIABLE.findall(code)


def _package_file(name: str) -> str:
    """A VBA source that comes with the installed xlwings."""
    found = importlib.util.find_spec("xlwings")
    if found is None or found.origin is None:
        raise XlpairError("没有安装 xlwings。请重新安装 xlpair。")
    return (Path(found.origin).parent / name).read_text(encoding="ascii")


def _own_name(text: str) -> str:
    changed = text.replace(_PROJECT_NAME.format("xlwings"), _PROJECT_NAME.format(PROJECT))
    if changed == text:
        raise XlpairError(f"xlwings {xlwings_version()} 的宏模块与预期不同，不能使用。请安装 xlpair 要求的版本。")
    return changed


def _plain_failures(text: str) -> str:
    """Let a function that cannot reach Python give a sentence in one cell, not the error's text in every cell."""
    return re.sub(r"= Err\.Description$", "= XqFailed(Err.Description)", text, flags=re.MULTILINE)


def _without_rounds(text: str) -> str:
    """Let a function that may be given nothing say what it lacks: an array of VBA cannot be made empty by ReDim."""
    opening = re.compile(r"^(Function (\w+)\(ParamArray (\w+)\(\)\)\n)", re.MULTILINE)
    guard = r"""\1    If UBound(\3) < LBound(\3) Then
        \2 = XqText("no_rounds")
        Exit Function
    End If
"""
    return opening.sub(guard, text)


def _with_crlf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\n", "\r\n")
