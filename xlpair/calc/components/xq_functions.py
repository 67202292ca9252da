"""The functions in cells, as LibreOffice's Python loader takes them; the package beside makes them."""

import os
import sys

_PACKAGES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pythonpath")
# LibreOffice puts the folder behind all others: another xlpair on this computer would be taken for ours.
while _PACKAGES in sys.path:
    sys.path.remove(_PACKAGES)
sys.path.insert(0, _PACKAGES)

from xlpair.calc import addin  # noqa: E402

g_ImplementationHelper = addin.implementations()
