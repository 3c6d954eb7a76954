"""The virtual desktop and the real programs, as the tests of these have them."""

from __future__ import annotations

from tests.real.conftest import desktop, pytest_runtest_makereport, screen, start

__all__ = ["desktop", "pytest_runtest_makereport", "screen", "start"]
