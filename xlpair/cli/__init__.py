"""The command line ``xlpair``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command in ``sys.argv`` and end the process with its exit code."""
    from xlpair.cli.run import run

    sys.exit(run(sys.argv[1:]))
