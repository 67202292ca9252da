"""The names by which LibreOffice knows the extension and its parts."""

from __future__ import annotations

from typing import Final

EXTENSION: Final = "org.xlpair.calc"
TITLE: Final = "象棋编排"

# The functions in cells. Formulas of .ods files hold the service's name: it stays as it is for ever.
FUNCTIONS_MODULES: Final = ("org", "xlpair", "calc")
FUNCTIONS_INTERFACE: Final = "XXqFunctions"
FUNCTIONS_SERVICE: Final = f"{EXTENSION}.XqFunctions"

COMMANDS_SERVICE: Final = f"{EXTENSION}.Commands"
OPENED_SERVICE: Final = f"{EXTENSION}.Opened"
JOB_SERVICE: Final = "com.sun.star.task.Job"

MOST_ROUNDS: Final = 120
"""A repeating argument of the function table becomes this many optional ones."""
