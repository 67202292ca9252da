"""Adds the extension to a user's LibreOffice, or takes it out: a program of its own for the Python that has ``uno``.

    python deploying.py SOFFICE PROFILE install FILE.oxt
    python deploying.py SOFFICE PROFILE uninstall IDENTIFIER

PROFILE is a URL, or ``-`` for the user's own. It starts LibreOffice, asks its extension manager, and ends it again
(``unopkg`` will not work for root, as in containers). One line of JSON says what came of it.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from typing import Any

import uno
import unohelper
from com.sun.star.connection import NoConnectException
from com.sun.star.task import XInteractionHandler
from com.sun.star.ucb import XCommandEnvironment

_TRIES = 300
_PAUSE = 0.2
_STARTED_ANEW = 81
_MARK = "XLPAIR_STARTED"


class Approving(unohelper.Base, XInteractionHandler):  # type: ignore[misc]
    """Says yes to whatever the extension manager asks, as to replace an older version."""

    def handle(self, request: Any) -> None:
        approve = uno.getTypeByName("com.sun.star.task.XInteractionApprove")
        for continuation in request.getContinuations():
            if continuation.queryInterface(approve):
                continuation.select()
                return


class Environment(unohelper.Base, XCommandEnvironment):  # type: ignore[misc]
    """Where the extension manager asks and tells."""

    def __init__(self) -> None:
        super().__init__()
        self._handler = Approving()

    def getInteractionHandler(self) -> Approving:
        return self._handler

    def getProgressHandler(self) -> None:
        return None


def main(soffice: str, profile: str, action: str, what: str) -> dict[str, str]:
    """Do it and give what came of it."""
    pipe = f"xlpair{os.getpid()}"
    command = [soffice, "--headless", "--norestore", "--nologo", "--nofirststartwizard", "--nodefault"]
    command += [f"--accept=pipe,name={pipe};urp;", f"-env:{_MARK}={pipe}"]
    if profile != "-":
        command.append("-env:UserInstallation=" + profile)
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
    context = connected(process, pipe)
    if context is None or not is_ours(context, pipe):
        return {"error": "running"}
    try:
        manager = context.getByName("/singletons/com.sun.star.deployment.ExtensionManager")
        return install(manager, what) if action == "install" else uninstall(manager, what)
    except Exception as error:
        return {"error": "failed", "message": cause(error)}
    finally:
        ended(context, process)


def is_ours(context: Any, pipe: str) -> bool:
    """Whether this office is the one started here: one that runs already takes over what a second one is told."""
    expander = context.getByName("/singletons/com.sun.star.util.theMacroExpander")
    return bool(expander.expandMacros(f"${_MARK}") == pipe)


def connected(process: subprocess.Popen[bytes], pipe: str) -> Any:
    """The office's context; None where the process ends at once because another one has the profile."""
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(_TRIES):
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except NoConnectException:
            if process.poll() not in (None, _STARTED_ANEW):
                return None
            time.sleep(_PAUSE)
    return None


def install(manager: Any, path: str) -> dict[str, str]:
    package = manager.addExtension(
        unohelper.systemPathToFileUrl(os.path.abspath(path)), (), "user", None, Environment()
    )
    return {"version": package.getVersion()}


def uninstall(manager: Any, identifier: str) -> dict[str, str]:
    environment = Environment()
    for package in manager.getDeployedExtensions("user", None, environment):
        if package.getIdentifier().Value == identifier:
            version = package.getVersion()
            manager.removeExtension(identifier, package.getName(), "user", None, environment)
            return {"version": version}
    return {"version": ""}


def cause(error: Any) -> str:
    """The innermost message of an exception of LibreOffice's."""
    message = str(error)
    while error is not None:
        message = getattr(error, "Message", "") or message
        error = getattr(error, "Cause", None)
        error = getattr(error, "value", error)
    return message.strip()


def ended(context: Any, process: subprocess.Popen[bytes]) -> None:
    desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
    with contextlib.suppress(Exception):  # the connection ends with the office
        desktop.terminate()
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(*sys.argv[1:])) + "\n")
