"""The component behind the menu and the toolbar, inside LibreOffice."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import partial
from typing import Any

import unohelper
from com.sun.star.lang import XServiceInfo
from com.sun.star.task import XJob, XJobExecutor

from xlpair.calc import new_event
from xlpair.calc.doing import Said, carry_out
from xlpair.calc.identity import COMMANDS_SERVICE, JOB_SERVICE, OPENED_SERVICE
from xlpair.calc.main_thread import in_main_thread
from xlpair.calc.menu import NEW
from xlpair.calc.opened import Opened
from xlpair.calc.windows import ask, go_to, parent_of, show_bar, show_lines, show_refusal


class Commands(unohelper.Base, XJobExecutor, XJob, XServiceInfo):  # type: ignore[misc]
    """The commands. The menu triggers them by name; a program executes them and gets what is said as JSON."""

    def __init__(self, context: Any) -> None:
        super().__init__()
        self._context = context

    def getImplementationName(self) -> str:
        return COMMANDS_SERVICE

    def supportsService(self, name: str) -> bool:
        return name in self.getSupportedServiceNames()

    def getSupportedServiceNames(self) -> tuple[str, ...]:
        return (COMMANDS_SERVICE, JOB_SERVICE)

    def trigger(self, command: str) -> None:
        """Do a command for a person and show what is to be said."""
        in_main_thread(self._context, lambda: self._do(command))

    def execute(self, arguments: tuple[Any, ...]) -> str:
        """Do a command for a program: ``command`` says which, other arguments are its words; nothing is shown."""
        words = {argument.Name: str(argument.Value) for argument in arguments}
        command = words.pop("command", "")
        work = partial(carry_out, command, self._context, self._document(), words)
        return json.dumps(asdict(in_main_thread(self._context, work)), ensure_ascii=False)

    def _do(self, command: str) -> None:
        document = self._document()
        parent = parent_of(self._context, document)
        words: dict[str, str] = {}
        if command == NEW.command:
            wanted = new_event.ask(self._context, parent)
            if wanted is None:
                return
            words = wanted
        said = carry_out(command, self._context, document, words)
        if said.question and ask(parent, said.title, "\n".join(said.lines)):
            said = carry_out(command, self._context, document, {"yes": ""})
        if not said.question:
            self._show(said, parent)

    def _document(self) -> Any:
        services = self._context.ServiceManager
        return services.createInstanceWithContext("com.sun.star.frame.Desktop", self._context).getCurrentComponent()

    def _show(self, said: Said, parent: Any) -> None:
        document = self._document()
        if said.listing:
            if show_lines(self._context, parent, said.title, said.lines, said.place):
                go_to(self._context, document, said.place)
        elif said.refused:
            show_refusal(self._context, parent, said.title, said.lines)
            if said.place:
                go_to(self._context, document, said.place)
        else:
            show_bar(document, "\n".join(said.lines))


def implementations() -> Any:
    """What LibreOffice's Python loader asks a component's file for."""
    helper = unohelper.ImplementationHelper()
    helper.addImplementation(Commands, COMMANDS_SERVICE, (COMMANDS_SERVICE, JOB_SERVICE))
    helper.addImplementation(Opened, OPENED_SERVICE, (OPENED_SERVICE, JOB_SERVICE))
    return helper
