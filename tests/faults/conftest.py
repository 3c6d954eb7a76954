"""The fixtures of the real programs and their virtual desktop."""

from __future__ import annotations

from tests.real.conftest import desktop, pytest_runtest_makereport, screen, start

__all__ = ["desktop", "pytest_runtest_makereport", "screen", "start"]
