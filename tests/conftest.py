"""How Hypothesis runs here: the same cases every time, and no verdict on how fast the machine is just now.

``XLPAIR_LONG=1`` looks at other cases in each run.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "steady",
    deadline=None,
    derandomize=os.environ.get("XLPAIR_LONG") != "1",
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("steady")
