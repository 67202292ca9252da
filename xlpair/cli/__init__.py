"""The command line ``xlpair``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command in ``sys.argv`` and end the process with its exit code, 130 where Ctrl-C stops it."""
    try:
        from xlpair.cli.run import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # before the command has begun, or while it says how it ended
        sys.stderr.write("\n已停止。\n")
        code = 130
    sys.exit(code)
