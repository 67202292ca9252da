"""How Hypothesis runs here: the same cases every time, and no verdict on how fast the machine is just now.

``XLPAIR_LONG=1`` looks at other cases in each run.
"""

import os

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, settings

settings.register_profile(
    "steady",
    deadline=None,
    derandomize=os.environ.get("XLPAIR_LONG") != "1",
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("steady")


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Tests with a real mouse on a screen get a second try: on a busy machine a click may come too early."""
    if item.path.name != "test_screens.py":
        return False
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    if any(report.failed for report in reports):
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
