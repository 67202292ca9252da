"""A cell that somebody is still typing into when a command is chosen: its text is entered first.

Calc lets menus be used in the middle of it. What has been typed is in no cell yet, and when another sheet comes up it
goes with it, into a cell of that one.
"""

from __future__ import annotations

from typing import Any, Final

import uno
import unohelper
from com.sun.star.document import XUndoManagerListener
from com.sun.star.frame import XStatusListener

# Whether typing inserts or overwrites can only be chosen while a cell is being edited, in it or in the input line.
_WHILE_EDITING: Final = ".uno:InsertMode"
# What the key Enter is set to.
_ENTER: Final = ".uno:JumpToNextCell"


def enter_typed(context: Any, document: Any) -> bool:
    """Enter what is being typed into a cell, as the key Enter does; False where nothing was entered.

    Calc drops a formula that it cannot read, and asks about others: then what is typed is not what would be read.
    """
    controller = document.CurrentController
    if controller is None or not _is_editing(context, controller.Frame):
        return True
    helper = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.DispatchHelper", context)
    steps = _Steps()
    document.UndoManager.addUndoManagerListener(steps)
    try:
        helper.executeDispatch(controller.Frame, _ENTER, "", 0, ())
    finally:
        document.UndoManager.removeUndoManagerListener(steps)
    return steps.added and not _is_editing(context, controller.Frame)


def _is_editing(context: Any, frame: Any) -> bool:
    transformer = context.ServiceManager.createInstanceWithContext("com.sun.star.util.URLTransformer", context)
    url = uno.createUnoStruct("com.sun.star.util.URL", Complete=_WHILE_EDITING)
    _, url = transformer.parseStrict(url)
    dispatch = frame.queryDispatch(url, "", 0)
    if dispatch is None:
        return False
    state = _State()
    dispatch.addStatusListener(state, url)
    dispatch.removeStatusListener(state, url)
    return state.enabled


class _State(unohelper.Base, XStatusListener):  # type: ignore[misc]
    """Is told at once whether a command can be chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.enabled = False

    def statusChanged(self, event: Any) -> None:
        self.enabled = bool(event.IsEnabled)

    def disposing(self, _event: Any) -> None:
        self.enabled = False


class _Steps(unohelper.Base, XUndoManagerListener):  # type: ignore[misc]
    """Is told of new steps in the undo list, a full one too."""

    def __init__(self) -> None:
        super().__init__()
        self.added = False

    def undoActionAdded(self, _event: Any) -> None:
        self.added = True

    def _ignored(self, _event: Any) -> None:
        """Nothing else matters."""

    actionUndone = actionRedone = allActionsCleared = redoActionsCleared = resetAll = _ignored
    enteredContext = enteredHiddenContext = leftContext = leftHiddenContext = cancelledContext = disposing = _ignored
