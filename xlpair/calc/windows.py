"""What a person sees of a command in Calc: a bar above the sheet, a box, a window with a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import uno

from xlpair.calc.identity import TITLE

# com.sun.star.awt.MessageBoxButtons / MessageBoxResults, com.sun.star.frame.InfobarType
_OK: Final = 1
_YES_NO: Final = 3
_YES: Final = 2
_INFO: Final = 0
_WARNING: Final = 2
_BAR: Final = "xlpair.done"
_LONGEST_IN_A_BAR: Final = 220
_MOST_LINES_IN_A_BOX: Final = 12
# com.sun.star.awt.PosSize.POS, PushButtonType
_POSITION: Final = 3
_DIALOG_BUTTON_OK: Final = 1
_DIALOG_BUTTON_CANCEL: Final = 2


def show_bar(document: Any, text: str, *, name: str = _BAR, warning: bool = False) -> None:
    """Show a text above the sheet until it is clicked away or another takes its place."""
    controller = document.CurrentController
    if controller is None or not hasattr(controller, "appendInfobar"):
        return
    hide_bar(document, name)
    short = text if len(text) <= _LONGEST_IN_A_BAR else f"{text[:_LONGEST_IN_A_BAR]}…"
    controller.appendInfobar(name, TITLE, short, _WARNING if warning else _INFO, (), True)


def hide_bar(document: Any, name: str = _BAR) -> None:
    """Take a bar away, if it is there."""
    controller = document.CurrentController
    if controller is not None and hasattr(controller, "hasInfobar") and controller.hasInfobar(name):
        controller.removeInfobar(name)


def show_refusal(context: Any, parent: Any, title: str, lines: Sequence[str]) -> None:
    """Say in a box why nothing was done; many lines get a window of their own."""
    if sum(len(line) // 60 + 1 for line in lines) > _MOST_LINES_IN_A_BOX:
        show_lines(context, parent, title, lines)
    else:
        _box(parent, "WARNINGBOX", _OK, title, "\n".join(lines))


def ask(parent: Any, title: str, text: str) -> bool:
    """Ask a question to be answered with yes or no."""
    return bool(_box(parent, "QUERYBOX", _YES_NO, title, text) == _YES)


def _box(parent: Any, kind: str, buttons: int, title: str, text: str) -> int:
    box_kind = uno.Enum("com.sun.star.awt.MessageBoxType", kind)
    box = parent.getToolkit().createMessageBox(parent, box_kind, buttons, title, text)
    try:
        return int(box.execute())
    finally:
        # Unseen it would stay for as long as the office runs.
        box.dispose()


class Dialog:
    """A window in the making; places and sizes are in the units of LibreOffice's dialogs."""

    def __init__(self, context: Any, title: str, width: int, height: int) -> None:
        self._services = context.ServiceManager
        self._context = context
        self.model = self._service("com.sun.star.awt.UnoControlDialogModel")
        self.model.Title = title
        self.model.Width, self.model.Height = width, height

    def add(self, kind: str, name: str, place: tuple[int, int, int, int], **properties: Any) -> Any:
        """Add a control: ``kind`` as in UnoControlEditModel, ``place`` left, top, width, height; gives its model."""
        model = self.model.createInstance(f"com.sun.star.awt.UnoControl{kind}Model")
        model.PositionX, model.PositionY, model.Width, model.Height = place
        model.Name = name
        for key, value in properties.items():
            setattr(model, key, value)
        self.model.insertByName(name, model)
        return model

    def run(self, parent: Any) -> bool:
        """Show the window in the middle of ``parent`` until it is closed; True if that was by OK."""
        dialog = self._service("com.sun.star.awt.UnoControlDialog")
        dialog.setModel(self.model)
        dialog.createPeer(parent.getToolkit(), parent)
        around, own = parent.getPosSize(), dialog.getPosSize()
        left, top = (max(around.Width - own.Width, 0) // 2, max(around.Height - own.Height, 0) // 3)
        dialog.setPosSize(left, top, 0, 0, _POSITION)
        try:
            return bool(dialog.execute())
        finally:
            dialog.dispose()

    def _service(self, name: str) -> Any:
        return self._services.createInstanceWithContext(name, self._context)


def show_lines(context: Any, parent: Any, title: str, lines: Sequence[str], place: str = "") -> bool:
    """Show a text that may be long. With a ``place`` a button offers to go there; True if it was taken."""
    dialog = Dialog(context, title, 320, 200)
    text = {"MultiLine": True, "ReadOnly": True, "VScroll": True, "Text": "\n".join(lines)}
    dialog.add("Edit", "text", (6, 6, 308, 166), **text)
    if place:
        dialog.add("Button", "go", (6, 180, 120, 14), Label=f"转到 {place}", PushButtonType=_DIALOG_BUTTON_OK)
    closing = {"Label": "关闭", "PushButtonType": _DIALOG_BUTTON_CANCEL, "DefaultButton": True}
    dialog.add("Button", "close", (264, 180, 50, 14), **closing)
    return dialog.run(parent)


def parent_of(context: Any, document: Any) -> Any:
    """The window that boxes belong to."""
    if document is not None and document.CurrentController is not None:
        return document.CurrentController.Frame.ContainerWindow
    desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
    frame = desktop.getCurrentFrame()
    return frame.ContainerWindow if frame is not None else None


def go_to(context: Any, document: Any, place: str) -> None:
    """Put the cell cursor on ``第2轮!F7``, as hands do.

    A cell that a program selects is a marked block of one: Enter would not leave it.
    """
    name, _, cell = place.rpartition("!")
    if not document.Sheets.hasByName(name) or not document.Sheets.getByName(name).IsVisible:
        return
    controller = document.CurrentController
    controller.setActiveSheet(document.Sheets.getByName(name))
    target = uno.createUnoStruct("com.sun.star.beans.PropertyValue", Name="ToPoint", Value=cell)
    helper = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.DispatchHelper", context)
    helper.executeDispatch(controller.Frame, ".uno:GoToCell", "", 0, (target,))
