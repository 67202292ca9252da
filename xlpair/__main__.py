"""``python -m xlpair`` is the command line."""

from xlpair.cli import main

if __name__ == "__main__":
    main()
