"""Work done in LibreOffice's main thread, where menus and buttons do it anyway.

Programs that steer LibreOffice from outside call components in threads of their own. Python code in such a thread may
hold Python's lock while it waits for LibreOffice's, and the main thread the other way round: then both stand still.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from typing import Any, TypeVar

import unohelper
from com.sun.star.awt import XCallback

_T = TypeVar("_T")


def in_main_thread(context: Any, work: Callable[[], _T]) -> _T:
    """Do the work in the main thread, wait for it, and give what it gives."""
    if _is_main():
        return work()
    call = _Call(work)
    services = context.ServiceManager
    services.createInstanceWithContext("com.sun.star.awt.AsyncCallback", context).addCallback(call, None)
    call.done.wait()
    if call.failed is not None:
        raise call.failed
    return call.result[0]  # type: ignore[no-any-return]


def _is_main() -> bool:
    """Whether this is the main thread; where the numbers of threads do not tell, it is held to be."""
    return sys.platform != "linux" or threading.get_native_id() == os.getpid()


class _Call(unohelper.Base, XCallback):  # type: ignore[misc]
    """Work waiting for its turn."""

    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__()
        self._work = work
        self.result: list[Any] = []
        self.failed: BaseException | None = None
        self.done = threading.Event()

    def notify(self, _data: Any) -> None:
        try:
            self.result.append(self._work())
        except BaseException as error:
            self.failed = error
        finally:
            self.done.set()
